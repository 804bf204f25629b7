#!/usr/bin/env bash
# default_length.sh: every structure of the presets, alone and wrapped, passes its bench without
# --cycles, and so do pools that did not once, and more random configurations than
# tests/cosim/default_length.sh draws, WarpPool's among them, from a seed of the day, which is
# printed.
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

# Small pools that were drawn at random, in which what must be met, or the rule that it cannot be,
# was missing once: tests/unit/test_bench_warppool.c has most of these rules.
while read -r name sets; do
    set=(--set structures.warppool.enable=true)
    for pair in $sets; do
        case ${pair%%=*} in
            *.*) set+=(--set "$pair") ;;
            *) set+=(--set "structures.warppool.$pair") ;;
        esac
    done
    expect "pool_${name}_passes_at_its_default_length" \
        "$WARPLOOM" bench -q --block warppool "${set[@]}"
done <<'POOLS'
counts_16_behind_a_store sm.warps=6 sm.ctas=5 sm.loads_per_warp=2 l1d.mshrs=4 l1d.merges=3 insn_queues=6 insn_depth=1 coalescers=3 lanes=8 lane_bytes=8 maps=3 queues=1 tags=4 merges=2 select=oldest quantum=20 miss_rate_percent=25 store_age=1 counter_bits=6 address_bits=16 data=true narrow=false
counts_28_behind_a_store sm.warps=2 sm.ctas=1 sm.loads_per_warp=4 l1d.mshrs=1 l1d.merges=8 insn_queues=1 insn_depth=2 coalescers=3 lanes=8 lane_bytes=8 maps=16 queues=1 tags=4 merges=4 select=warp quantum=20 miss_rate_percent=100 store_age=2 counter_bits=5 address_bits=16 data=true narrow=false
of_three_loads_beside_two_stores sm.warps=3 sm.ctas=2 sm.loads_per_warp=3 l1d.mshrs=4 l1d.merges=1 insn_queues=1 insn_depth=2 coalescers=3 lanes=1 lane_bytes=4 maps=1 queues=1 tags=1 merges=3 select=switch quantum=20 miss_rate_percent=25 store_age=4 counter_bits=5 address_bits=16 data=false narrow=false
of_eight_single_lines sm.warps=4 sm.ctas=3 sm.loads_per_warp=2 l1d.mshrs=4 l1d.merges=1 insn_queues=3 insn_depth=3 coalescers=3 lanes=1 lane_bytes=4 maps=16 queues=4 tags=4 merges=4 select=oldest quantum=60 miss_rate_percent=75 store_age=2 counter_bits=5 address_bits=18 data=true narrow=false
with_one_tag sm.warps=3 sm.ctas=1 sm.loads_per_warp=1 l1d.mshrs=4 l1d.merges=8 insn_queues=2 insn_depth=3 coalescers=2 lanes=3 lane_bytes=8 maps=16 queues=1 tags=1 merges=3 select=switch quantum=20 miss_rate_percent=10 store_age=8 counter_bits=4 address_bits=18 data=true narrow=false
with_two_rows sm.warps=2 sm.ctas=1 sm.loads_per_warp=4 l1d.mshrs=1 l1d.merges=2 insn_queues=2 insn_depth=3 coalescers=1 lanes=8 lane_bytes=4 maps=3 queues=8 tags=1 merges=1 select=switch quantum=4 miss_rate_percent=75 store_age=4 counter_bits=6 address_bits=16 data=true narrow=false
narrow_of_single_lines sm.warps=3 sm.ctas=1 sm.loads_per_warp=3 l1d.mshrs=4 l1d.merges=2 insn_queues=3 insn_depth=2 coalescers=2 lanes=1 lane_bytes=8 maps=16 queues=2 tags=2 merges=1 select=warp quantum=20 miss_rate_percent=75 store_age=0 counter_bits=4 address_bits=18 data=false narrow=true
POOLS
expect random_configurations_pass_at_default_length env SEED="${SEED:-$(date +%Y%m%d)}" COUNT=20 \
    BLOCKS='dwtcs streambypass mrpb pric_index' bash tests/cosim/default_length.sh
expect random_pools_pass_at_default_length env SEED="${SEED:-$(date +%Y%m%d)}" COUNT=4 \
    BLOCKS=warppool bash tests/cosim/default_length.sh
finish
