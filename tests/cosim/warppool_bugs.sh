#!/usr/bin/env bash
# warppool_bugs.sh : WarpPool alone: a clean bench of a pipeline in which everything is small passes
# and sees everything, with assertions too; named bugs are caught, all with COUNT=all
# (tests/long/samples.sh), else those of the model that need no other size, a third of those that
# do, and a sixth of the RTL's. Those of the RTL run in Icarus, which compiles fast and drives X
# where no one may look.
#
#   COUNT=all bash tests/cosim/warppool_bugs.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

export CYCLES=80000 CONFIG=$WORK/little.yaml
fresh_cache "$WORK/cache"
cat >"$CONFIG" <<'YAML'
name: little
preset: warppool
sm: {warps: 8, ctas: 8, loads_per_warp: 4}
l1d: {index: linear, line_bytes: 32, mshrs: 4, merges: 2}
l1c: {line_bytes: 32}
l1i: {line_bytes: 32}
dram: {burst: 4, address_map: "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS"}
structures:
  warppool: {lanes: 4, insn_queues: 3, insn_depth: 2, maps: 3, queues: 8, merges: 3, quantum: 20, miss_rate_percent: 50, store_age: 2, counter_bits: 5, address_bits: 18}
YAML

bench_one() { # ID SIDE SETTING...: of structures.warppool
    local id=$1 side=$2 config=(-c "$CONFIG") setting; shift 2
    local sim=icarus
    [ "$side" = model ] && sim=verilator # beside one and the same RTL
    # The X of the one enables nothing, where a 1 would; the others take long to show.
    [[ $id =~ ^rtl-warppool-(store-row|range-overruns|store-lowest|age-late)$ ]] && sim=verilator
    for setting; do config+=(--set "structures.warppool.$setting"); done
    "$WARPLOOM" bench --block warppool "${config[@]}" --inject "$id" --sim "$sim" \
        --cycles "$CYCLES" --json >"$WORK/$id.json" 2>"$WORK/$id.err"
    echo "$?" >"$WORK/$id.status"
}
export -f bench_one

"$WARPLOOM" bench --inject list --json >"$WORK/list.json"
jq -r '.bugs[] | select(.module | test("^warppool")) | [.id, .side, .settings] | join(" ")' \
    "$WORK/list.json" >"$WORK/all"
twenty_bugs_or_more warppool '^warppool'
awk -v count="${COUNT:-}" '
    count == "all" || ($2 == "model" ? NF == 2 || sized++ % 3 == 0 : n++ % 6 == 0)' "$WORK/all" \
    >"$WORK/chosen"
sed 's, *$,,' "$WORK/chosen" |
    xargs -P 2 -L 1 bash -c 'bench_one "$@"' bench_one

while read -r id side _; do
    caught_by_the_bench "$id" "$side"
done <"$WORK/chosen"

# Two stores that block both coalescers let no more requests pass than make them this old, so that
# neither waits for the other: not asked for. They do in the clean bench.
"$WARPLOOM" bench -q --block warppool -c "$CONFIG" --set structures.warppool.narrow=true \
    --set structures.warppool.lanes=1 --set structures.warppool.queues=2 \
    --set structures.warppool.tags=1 --set structures.warppool.store_age=10 --sim icarus \
    --cycles 10000 --json >"$WORK/old.json" 2>"$WORK/old.err"
holds stores_that_cannot_get_old_do_not_meet \
    '.mismatches == 0 and .events.store_waits_store == 0 and .events.accepted_stores > 0 and
     (.excluded | has("store_waits_store"))' "$WORK/old.json"
expect clean_bench_passes "$WARPLOOM" bench --block warppool -c "$CONFIG" --set rtl.storage=latch \
    --cycles 400000 --assertions
finish
