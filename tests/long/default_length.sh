#!/usr/bin/env bash
# default_length.sh: every preset with a structure passes its bench without --cycles, and so do more
# random configurations than tests/cosim/default_length.sh draws, WarpPool's among them, from a seed
# of the day, which is printed.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

while read -r preset block; do
    expect "bench_of_${preset}_${block}_passes_at_its_default_length" \
        "$WARPLOOM" bench -q -c "$preset" --block "$block"
done <<'PRESETS'
mrpb-base-s mrpb
mrpb-base-l mrpb
dwt-pric pric_index
dwt-pric-full dwtcs
dwt-pric-full streambypass
warppool warppool
PRESETS
expect random_configurations_pass_at_default_length env SEED="${SEED:-$(date +%Y%m%d)}" COUNT=20 \
    bash tests/cosim/default_length.sh
expect random_pools_pass_at_default_length env SEED="${SEED:-$(date +%Y%m%d)}" COUNT=4 \
    BLOCKS=warppool bash tests/cosim/default_length.sh
finish
