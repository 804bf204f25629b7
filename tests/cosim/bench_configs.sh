#!/usr/bin/env bash
# bench_configs.sh : the standalone bench over configurations: degenerate sizes forced in, the rest drawn at random from a seed
# that is printed (SEED=n repeats a draw, COUNT=n draws more).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

SEED=${SEED:-20140215}
COUNT=${COUNT:-8}
CYCLES=${CYCLES:-60000}
echo "# seed $SEED"
RANDOM=$SEED

# sm.warps, sm.ctas, and of structures.mrpb: queues depth latency signature drain greedy flush bypass meta_bits address_bits drain_n
# single_slot data_bits pc_bits
degenerate() {
    cat <<'LIST'
1 1 1 1 1 warp fixed false true none 0 16 0 false 0 16
48 8 1 64 18 block longest true false all 64 57 0 false 1024 16
64 32 64 1 2 warp rr true true associativity 9 32 0 false 0 16
48 8 48 3 3 warp longest false false associativity 9 40 2 false 1 16
7 3 2 2 1 block_warp rr false true all 1 32 5 false 0 16
48 8 8 64 5 block fixed true true associativity 17 32 0 false 65 16
48 8 1024 2 5 pc longest true true all 9 32 0 false 0 9
48 1 48 8 18 block_warp fixed false false none 9 48 1 false 0 16
48 8 32 3 1 line longest false true associativity 9 32 64 false 0 16
1 1 2 1 4 pc fixed false true none 1 16 3 false 128 1
48 8 1 1 1 warp rr false true none 0 32 0 true 0 16
48 8 16 8 5 line rr false false all 9 57 2 true 1000 16
LIST
}

# VARIABLE CHOICE...: one of the choices. Not in a subshell, where bash would seed RANDOM anew.
pick() { local to=$1; shift; local choices=("$@"); printf -v "$to" %s "${choices[RANDOM % $#]}"; }

draw() {
    local i warps queues signature drain greedy flush bypass run single data
    for ((i = 0; i < COUNT; i++)); do
        pick warps 5 31 48
        pick queues 1 2 4 8 16 32 48 49 64 128
        pick signature warp block block_warp pc line
        pick drain fixed rr longest
        pick greedy true false
        pick flush true false
        pick bypass none associativity all
        pick run 0 1 2 3 7
        pick single false false false false false true
        pick data 0 0 1 64 130
        # config check: signatures pc and line cut the queues' number out of more values; pc never stores writes; greedy has no run
        if [[ $signature == @(pc|line) && $queues == @(48|49) ]]; then queues=64; fi
        if [ "$signature" = pc ]; then flush=true; fi
        if [ "$greedy" = true ]; then run=0; fi
        echo "$warps $((1 + RANDOM % 8)) $queues $((1 + RANDOM % 12)) $((1 + RANDOM % 18)) $signature $drain $greedy $flush $bypass" \
            "$((RANDOM % 65)) $((16 + RANDOM % 42)) $run $single $data $((1 + RANDOM % 32))"
    done
}

run_one() { # number, keys
    local n=$1 keys=(sm.warps sm.ctas) key set=() i=0 value
    shift
    for key in queues depth latency signature drain greedy flush bypass meta_bits address_bits drain_n single_slot data_bits pc_bits; do
        keys+=("structures.mrpb.$key")
    done
    for value; do set+=(--set "${keys[i]}=$value"); i=$((i + 1)); done
    "$WARPLOOM" bench -c mrpb-base-s --set name=random "${set[@]}" --cycles "$CYCLES" --seed "$((SEED + n))" --assertions --json \
        >"$WORK/$n.json" 2>"$WORK/$n.err"
    echo "$?" >"$WORK/$n.status"
}
export -f run_one
export SEED CYCLES

{ degenerate; draw; } >"$WORK/list"
nl -w 1 -s ' ' "$WORK/list" | xargs -P 2 -L 1 bash -c 'run_one "$@"' run_one

n=0
while read -r line; do
    n=$((n + 1))
    name=bench_passes_${line// /_}
    status=$(cat "$WORK/$n.status")
    if [ "$status" = 0 ] && [ "$(jq '.mismatches == 0 and .broken_law == null and .cycles_compared > 0' "$WORK/$n.json")" = true ]; then
        ok "$name"
    else
        not_ok "$name" "status $status: $(head -n 3 "$WORK/$n.err" | tr '\n' ' ')"
    fi
done <"$WORK/list"
finish
