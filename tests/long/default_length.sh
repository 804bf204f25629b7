#!/usr/bin/env bash
# default_length.sh: every structure of the presets, alone and wrapped, passes its bench without
# --cycles, and so do more random configurations than tests/cosim/default_length.sh draws,
# WarpPool's among them, from a seed of the day, which is printed.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

while read -r preset block sets; do
    set=()
    for pair in $sets; do set+=(--set "structures.$pair"); done
    expect "bench_of_${preset}_${block}_passes_at_its_default_length" \
        "$WARPLOOM" bench -q -c "$preset" "${set[@]}" --block "$block"
done <<'PRESETS'
mrpb-base-s mrpb
mrpb-base-l mrpb
dwt-pric pric_index pric.enable=true
dwt-pric-full dwtcs
dwt-pric-full streambypass
cart cart
bandwidth-16-48 crossbar_request crossbar.enable=true
bandwidth-16-48 crossbar_reply crossbar.enable=true
warppool warppool
mrpb-base-s mrpb_axi4 mrpb.bypass=none
mrpb-base-s mrpb_vortex mrpb.bypass=none
mrpb-base-s mrpb_hpdcache mrpb.bypass=none mrpb.data_bits=64
cart cart_axi4
cart cart_vortex
warppool warppool_vortex
PRESETS
expect random_configurations_pass_at_default_length env SEED="${SEED:-$(date +%Y%m%d)}" COUNT=20 \
    BLOCKS='dwtcs streambypass mrpb pric_index' bash tests/cosim/default_length.sh
expect random_pools_pass_at_default_length env SEED="${SEED:-$(date +%Y%m%d)}" COUNT=4 \
    BLOCKS=warppool bash tests/cosim/default_length.sh
finish
