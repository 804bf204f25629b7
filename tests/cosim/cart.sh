#!/usr/bin/env bash
# cart.sh : CART's named bugs are caught by its bench, those of the model all, those of the RTL all
# with COUNT=all (make full) or a sample; lockstep of every slice in the machine, with the modes'
# statistics equal; a bug in one slice stops the machine.
#
#   COUNT=all bash tests/cosim/cart.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

COUNT=${COUNT:-8} # of the RTL's bugs
export CYCLES=${CYCLES:-60000}
fresh_cache "$WORK/cache"

# In Icarus, which starts in no time; most bugs show within a few hundred cycles, a few need tens of
# thousands. Those of the model at one size have one plug-in of Verilator. A tree that compiles fast
# and has all that the paper's has.
bench_one() { # ID SETTING...: of structures.cart, or whole keys, with a dot
    local id=$1 inject=(--inject "$1") config=(-c cart --set structures.cart.enable=true \
        --set structures.cart.branches=4) setting sim=icarus; shift
    for setting; do
        case ${setting%%=*} in
            *.*) config+=(--set "$setting") ;;
            *) config+=(--set "structures.cart.$setting") ;;
        esac
    done
    [[ $id = model-* && $# = 0 ]] && sim=verilator
    [ "$id" = model-cart-found-keeps ] && sim=verilator # shows late
    [ "$id" = rtl-cart-branch-bit ] && config+=(--set structures.cart.branches=0)
    "$WARPLOOM" bench --block cart "${config[@]}" "${inject[@]}" --sim "$sim" --cycles "$CYCLES" \
        --json >"$WORK/$id.json" 2>"$WORK/$id.err"
    echo "$?" >"$WORK/$id.status"
}
export -f bench_one

"$WARPLOOM" bench --inject list --json >"$WORK/list.json"
jq -r '.bugs[] | select(.module | test("^cart")) | [.id, .side, .settings] | join(" ")' \
    "$WORK/list.json" >"$WORK/all"
twenty_bugs_or_more cart '^cart'

# The preset's own size, in Verilator, for a fifth of the bench's default length: bench_cart.c says
# what is caught by then. A bit that the traffic keeps at 0 is missed by name.
preset=("$WARPLOOM" bench -c cart --set structures.cart.enable=true --cycles 200000 --json)
"${preset[@]}" >"$WORK/preset.json" 2>"$WORK/preset.err"
if [ $? = 0 ]; then ok presets_size_passes; else
    not_ok presets_size_passes "$(head -n 2 "$WORK/preset.err" | tr '\n' ' ')"; fi
holds presets_size_tells_every_bit_apart \
    '[.identities | .bank, .row, .column | .told_apart == .bits and .bits > 0] == [true, true, true]' "$WORK/preset.json"
holds presets_size_has_the_first_and_the_last_line '.identities.line | .zeros > 0 and .lasts > 0' \
    "$WORK/preset.json"
expect_status a_row_bit_held_at_0_is_missed 1 'bit 7 of `row`' "${preset[@]}" --hold row:7
{
    awk '$2 == "model"' "$WORK/all"
    if [ "$COUNT" = all ]; then awk '$2 == "rtl"' "$WORK/all"; else
        awk '$2 == "rtl"' "$WORK/all" | awk -v n="$COUNT" 'NR % 4 == 1 && k++ < n'; fi
} >"$WORK/chosen"
awk '{ $2 = ""; print }' "$WORK/chosen" | sed 's, *$,,' |
    xargs -P 2 -L 1 bash -c 'bench_one "$@"' bench_one

while read -r id side _; do
    caught_by_the_bench "$id" "$side"
done <"$WORK/chosen"

# Branches of more than 16 queues, whose chains are written by groups: latency 3, with COUNT=all all
# latencies. Of a branch of 120 queues Verilator makes 3.5 MB of C++ with latency 2, which queue by
# queue were 6.9 MB.
wide() { # LATENCY
    "$WARPLOOM" bench --block cart -c cart --set structures.cart.enable=true \
        --set structures.cart.branches=2 --set structures.cart.rows=6 \
        --set structures.cart.columns=3 --set "structures.cart.latency=$1" \
        --sim icarus --cycles 8000 --json >"$WORK/wide_$1.json" 2>"$WORK/wide_$1.err"
    holds "chains_by_groups_with_latency_$1" \
        '.mismatches == 0 and .broken_law == null and .cycles_compared > 8000 and
         .events.placed_chain > 0 and .events.unchained > 0' "$WORK/wide_$1.json"
}
wide 3
if [ "$COUNT" = all ]; then
    wide 1
    wide 2
    expect branch_of_120_queues_is_emitted "$WARPLOOM" rtl -q -c cart \
        --set structures.cart.enable=true --set structures.cart.branches=1 \
        --set structures.cart.rows=15 --set structures.cart.columns=8 -o "$WORK/many"
    (cd "$WORK/many" && verilator --cc -O3 --top-module cart -Wno-fatal -Mdir c cart*.v) >/dev/null
    bytes=$(cat "$WORK"/many/c/*.cpp | wc -c)
    if ((bytes > 1000000 && bytes < 5000000)); then ok branch_of_120_queues_is_compact; else
        not_ok branch_of_120_queues_is_compact "$bytes bytes of C++"; fi
fi

"$WARPLOOM" sim -c cart --set structures.cart.enable=true transpose --json >"$WORK/model.json" \
    2>"$WORK/model.err"
for mode in rtl lockstep; do
    "$WARPLOOM" cosim -c cart --set structures.cart.enable=true transpose --mode $mode \
        --json >"$WORK/$mode.json" 2>"$WORK/$mode.err"
    echo "$?" >"$WORK/$mode.status"
done
expect machine_in_lockstep test "$(cat "$WORK/lockstep.status")" = 0
if [ "$(jq '.mismatches == 0 and .cycles_compared > 100000 and .cart.sent > 1000 and
    .cycles_of == "cycles of RTL"' \
    "$WORK/lockstep.json")" = true ]; then ok every_slice_compared; else
    not_ok every_slice_compared "$(head -c 300 "$WORK/lockstep.err")"; fi
expect rtl_drives_the_same_machine cmp <(statistics "$WORK/rtl.json") <(statistics \
    "$WORK/lockstep.json")
expect model_drives_the_same_machine cmp <(statistics "$WORK/model.json") <(statistics \
    "$WORK/lockstep.json")
expect_status bug_in_the_machine_is_seen 1 'cart' "$WARPLOOM" cosim -c cart \
    --set structures.cart.enable=true transpose --inject model-cart-tie-high
finish
