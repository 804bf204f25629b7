#!/usr/bin/env bash
# bugs.sh : all of CART's and WarpPool's named bugs, and all mutants that the properties of
# MRPB and of WarpPool's adapter refute, of which the tests take a sample.
#
# SPDX-License-Identifier: Apache-2.0
export COUNT=all
status=0
for test in tests/cosim/cart.sh tests/cosim/warppool_bugs.sh tests/formal/mrpb.sh \
    tests/formal/warppool_vortex.sh; do
    mkdir -p "$WORK/$test"
    WORK=$WORK/$test bash "$test" || status=1
done
exit "$status"
