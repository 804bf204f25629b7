#!/usr/bin/env bash
# samples.sh : all that these tests have, of which the suite takes a sample: named bugs, also of
# adapters, mutants that properties refute, points of proofs and of mutation, kernels without their
# stores, forms in which nvcc packs a program, netlists that take long.
#
# SPDX-License-Identifier: Apache-2.0
export COUNT=all
status=0
for test in tests/cosim/{inject,cart,compose,crossbar,warppool,warppool_bugs}.sh tests/formal/*.sh \
    tests/mutate/sample.sh tests/fuzz/run.sh tests/rtl/wrap*.sh \
    tests/sim/{classes_pric,runtime_api,stores}.sh \
    tests/synth/{equiv,fpga,gates,latches,libraries}.sh; do
    mkdir -p "$WORK/$test"
    WORK=$WORK/$test bash "$test" || status=1
done
exit "$status"
