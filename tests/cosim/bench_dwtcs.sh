#!/usr/bin/env bash
# bench_dwtcs.sh : the standalone bench of DWT-CS over configurations: degenerate sizes forced in, the rest drawn at random from a
# seed that is printed (SEED=n repeats a draw, COUNT=n draws more).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

SEED=${SEED:-20150207}
COUNT=${COUNT:-2}
CYCLES=${CYCLES:-60000}
echo "# seed $SEED"
RANDOM=$SEED

# gpu.sms, sm.warps, sm.schedulers, and of structures.dwtcs: period periods_over periods_sampled threshold instructions winners kernel_bits
degenerate() {
    cat <<'LIST'
1 1 1 1 1 1 10 warp 1 1
33 48 2 8 2 2 10 thread 8 8
3 64 1 16 4 1 999 warp 3 4
2 7 4 5 1 15 1 thread 2 16
LIST
}

pick() { local to=$1; shift; local choices=("$@"); printf -v "$to" %s "${choices[RANDOM % $#]}"; }

draw() {
    local i schedulers unit
    for ((i = 0; i < COUNT; i++)); do
        pick schedulers 1 2 3 4
        pick unit thread warp
        echo "$((1 + RANDOM % 20)) $((8 + RANDOM % 57)) $schedulers $((1 + RANDOM % 40)) $((1 + RANDOM % 5)) $((1 + RANDOM % 5))" \
            "$((1 + RANDOM % 1000)) $unit $((1 + RANDOM % 8)) $((4 + RANDOM % 8))"
    done
}

run_one() { # number, keys
    local n=$1 keys=(gpu.sms sm.warps sm.schedulers) key set=() i=0 value
    shift
    for key in period periods_over periods_sampled threshold instructions winners kernel_bits; do keys+=("structures.dwtcs.$key"); done
    for value; do set+=(--set "${keys[i]}=$value"); i=$((i + 1)); done
    "$WARPLOOM" bench -c gtx480 --set name=random "${set[@]}" --cycles "$CYCLES" --seed "$((SEED + n))" --assertions --json \
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
    name=bench_of_dwtcs_passes_${line// /_}
    status=$(cat "$WORK/$n.status")
    if [ "$status" = 0 ] && [ "$(jq '.mismatches == 0 and .broken_law == null and .cycles_compared > 0' "$WORK/$n.json")" = true ]; then
        ok "$name"
    else
        not_ok "$name" "status $status: $(head -n 3 "$WORK/$n.err" | tr '\n' ' ')"
    fi
done <"$WORK/list"

# A run too short to have seen anything.
expect_status too_short_a_run_fails 1 'seen 0 times' "$WARPLOOM" bench -c gtx480 --set structures.dwtcs.enable=true --cycles 2000
expect_status another_gate_is_refused 2 'sm.gate = swl: must be none with structures.dwtcs' \
    "$WARPLOOM" config check -c gtx480 --set structures.dwtcs.enable=true --set sm.gate=swl
finish
