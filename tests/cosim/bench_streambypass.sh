#!/usr/bin/env bash
# bench_streambypass.sh : the standalone bench of the streaming bypass over configurations: degenerate sizes forced in, the rest drawn
# from a seed that is printed (SEED=n repeats a draw, COUNT=n draws more).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

SEED=${SEED:-20150207}
COUNT=${COUNT:-4}
CYCLES=${CYCLES:-60000}
echo "# seed $SEED"
RANDOM=$SEED

# period threshold_percent accesses
degenerate() {
    cat <<'LIST'
1 90 1
1 100 32
2 50 1
3 0 1
7 33.333 5
4096 99.999 32
LIST
}

draw() {
    local i
    for ((i = 0; i < COUNT; i++)); do echo "$((1 + RANDOM % 3000)) $((RANDOM % 100)).$((RANDOM % 10)) $((1 + RANDOM % 32))"; done
}

run_one() { # number period threshold accesses
    local n=$1
    "$WARPLOOM" bench -c gtx480 --block streambypass --set name=random --set structures.streambypass.enable=true --set "structures.streambypass.period=$2" \
        --set "structures.streambypass.threshold_percent=$3" --set "structures.streambypass.accesses=$4" --cycles "$CYCLES" --seed "$((SEED + n))" \
        --assertions --json >"$WORK/$n.json" 2>"$WORK/$n.err"
    echo "$?" >"$WORK/$n.status"
}
export -f run_one
export SEED CYCLES

{ degenerate; draw; } >"$WORK/list"
nl -w 1 -s ' ' "$WORK/list" | xargs -P 2 -L 1 bash -c 'run_one "$@"' run_one

n=0
while read -r line; do
    n=$((n + 1))
    name=streambypass_bench_passes_${line// /_}
    if [ "$(cat "$WORK/$n.status")" = 0 ] && [ "$(jq '.mismatches == 0 and .broken_law == null and .cycles_compared > 0' "$WORK/$n.json")" = true ]; then
        ok "$name"
    else
        not_ok "$name" "$(head -n 3 "$WORK/$n.err" | tr '\n' ' ')"
    fi
done <"$WORK/list"

# What a configuration cannot show is left out by name, and nothing else.
expect at_100_percent_nothing_closes jq -e '.excluded | has("closed") and has("opened") and (has("stayed_open") | not)' "$WORK/2.json"
expect_status bug_of_another_structure_is_refused 2 'is about mrpb' "$WARPLOOM" bench -c gtx480 --set structures.streambypass.enable=true --inject model-latency-short
finish
