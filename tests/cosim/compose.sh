#!/usr/bin/env bash
# compose.sh : structures together: every side's top in lockstep in the machine, all structures at
# once, with the statistics of the machine that has none of the RTL, whoever drives; a bug in any
# part, and in what is wired inside, is seen at the side's ports. And the tops alone: their
# structures' benches at once.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# shellcheck disable=SC2034
shows='.blocks | map_values({cycles_compared, waiting})' # of a result that is wrong

# composed NAME KEYS: both modes. KEYS: of blocks, sorted. Two SMs, and as many slices; all three
# clocks tick alike in gtx480 but the crossbars'.
composed() {
    local name=$1 keys=$2 mode out config=tests/cosim/compose/$1.yaml
    "$WARPLOOM" sim -c "$config" nn --json >"$WORK/$name.json" 2>"$WORK/$name.err"
    for mode in lockstep rtl; do
        out=$WORK/$name.$mode
        "$WARPLOOM" cosim -c "$config" nn --mode "$mode" --json >"$out.json" 2>"$out.err" ||
            not_ok "${name}_${mode}_runs" "$(head -n 2 "$out.err" | tr '\n' ' ')"
        holds "${name}_${mode}_has_every_structure" ".blocks | keys == $keys" "$out.json"
        holds "${name}_${mode}_joins_every_cycle" \
            '.mismatches == 0 and .cycles as $n | .blocks | [.sm, .slice] | map(.cycles_compared == 2 * $n and .waiting == 0 and .compares > 0) == [true, true]' "$out.json"
        holds "${name}_${mode}_uses_every_structure" \
            '.blocks | del(.sm, .slice) | [.[] | .events | add > 0] | all' "$out.json"
        same_statistics "${name}_${mode}_statistics_are_the_models" "$WORK/$name.json" "$out.json"
    done
    holds "${name}_lockstep_has_the_rtl_of_a_side_once" \
        '.blocks | [.[] | select(.side) | .cycles_compared] | length > 2 and add == 0' \
        "$WORK/$name.lockstep.json"
    holds "${name}_rtl_is_driven_by_each_structure" \
        '.blocks | [.[] | select(.side) | .cycles_compared > 0] | all' "$WORK/$name.rtl.json"
}
composed all \
    '["cart", "crossbar_reply", "crossbar_request", "dwtcs", "mrpb", "slice", "sm", "streambypass"]'
composed pooled '["cart", "slice", "sm", "streambypass", "warppool"]'

# seen ID PORT: in lockstep, at that port of the SM's side.
seen() {
    local out=$WORK/$1 status
    "$WARPLOOM" cosim -c tests/cosim/compose/all.yaml --set structures.cart.enable=false \
        --set structures.crossbar.enable=false --set structures.dwtcs.enable=false \
        --set structures.streambypass.l2=false nn --inject "$1" --json >"$out.json" 2>"$out.err";
            status=$?
    if [ "$status" = 1 ] && [ \
        "$(jq \
        ".first_mismatch | .block == \"sm\" and .port == \"$2\" and (.place | test(\"^SM [01]\$\"))" "$out.json")" = true ]; then ok "side_sees_$1"
    else not_ok "side_sees_$1" \
        "status $status: $(jq -c '.first_mismatch | del(.history)' "$out.json" 2>&1 |
        head -c 200)"; fi
}
seen model-stream-keeps-misses streambypass_bypass_o
seen rtl-tag-too-high pric_tag_o

# Every top alone, all its structures at once. WarpPool's bench wants more than a million cycles
# until it has seen everything (tests/cosim/apart.sh, tests/long/default_length.sh); here it may say
# so. With it, and in Icarus, with COUNT=all (tests/long/samples.sh).
benches=(all)
[ "${COUNT:-}" = all ] && benches+=(pooled)
for config in "${benches[@]}"; do
    for side in sm slice; do
        out=$WORK/bench_${config}_$side
        "$WARPLOOM" bench -c tests/cosim/compose/$config.yaml --block "$side" --cycles 30000 \
            --json >"$out.json" 2>"$out.err" ||
            only_too_short "$out.err" ||
                not_ok "bench_of_${config}_${side}_runs" "$(head -n 2 "$out.err" | tr '\n' ' ')"
        holds "bench_of_${config}_${side}_drives_all_at_once" \
            '.mismatches == 0 and .broken_law == null and .cycles_compared >= 30000 and .resets > 0 and .events.looked_up > 1000
            and (.parts | length == 2 and ([.[] | .mismatches == 0 and .cycles_compared >= 30000] | all))' "$out.json"
    done
done
[ "${COUNT:-}" = all ] && expect bench_of_a_top_in_icarus "$WARPLOOM" bench \
    -c tests/cosim/compose/all.yaml --block slice --cycles 20000 --sim icarus
expect_status bench_of_no_side_is_refused 2 'slice: no such top in this configuration' "$WARPLOOM" \
    bench -c mrpb-base-s --block slice
expect_status bug_of_what_is_on_no_side_is_refused 2 'is about dwtcs' "$WARPLOOM" bench \
    -c tests/cosim/compose/all.yaml --block sm --inject model-dwtcs-all-sms

# caught SIDE ID SEED FILTER: by the bench of the top
caught() {
    local out=$WORK/caught_$2 status
    "$WARPLOOM" bench -c tests/cosim/compose/all.yaml --block "$1" --cycles 20000 --seed "$3" \
        --sim icarus --inject "$2" --json >"$out.json" 2>"$out.err"; status=$?
    if [ "$status" = 1 ] && [ "$(jq "$4" "$out.json")" = true ]; then ok "bench_of_a_top_catches_$2"
    else not_ok "bench_of_a_top_catches_$2" \
        "status $status: $(jq -c '[.mismatches, .broken_law]' "$out.json" 2>&1 | head -c 200)"; fi
}
# Either the bench of MRPB sees it first, or the check of what lies between the structures: with
# some seed that.
for seed in 8 1 2 3 4 5 6 7; do
    "$WARPLOOM" bench -c tests/cosim/compose/all.yaml --block sm --cycles 20000 --seed $seed \
        --sim icarus --inject rtl-side-crossed --json >"$WORK/crossed.json" 2>/dev/null
    jq -e '.broken_law | startswith("apart: ")' "$WORK/crossed.json" >/dev/null && break
done
holds bench_of_a_top_catches_what_crosses '.broken_law | startswith("apart: ")' "$WORK/crossed.json"
caught sm rtl-tag-too-high 1 '.mismatches == 0 and (.broken_law | startswith("wire: "))'
caught sm rtl-order-reversed 1 '.parts.mrpb.mismatches == 1 and .parts.streambypass.mismatches == 0'
caught sm model-stream-keeps-misses 1 \
    '.parts.streambypass.mismatches == 1 and .parts.mrpb.mismatches == 0'
caught slice rtl-cart-full-ignored 1 '.parts.cart.mismatches == 1'
finish
