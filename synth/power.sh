#!/usr/bin/env bash
# power.sh : `make power`: power of one instance of each structure on the traffic of atax, bfs and
# gemm (mean), as `warploom energy` measures it: $REPORT/power.csv, which the page of WarpPool
# reads. Parts that are not asked for keep their lines. What was measured in $OUT with the same
# program and cell library is not measured again, so a stopped run continues.
#
#   WARPLOOM=build/warploom LIBERTY=gscl45nm.lib OUT=build/power REPORT=reports/silicon \
#   PARTS="streambypass mrpb .." bash synth/power.sh
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
WARPLOOM=${WARPLOOM:-build/warploom} OUT=${OUT:-build/power} REPORT=${REPORT:-reports/silicon}
if [ ! -f "${LIBERTY:-}" ]; then
    echo "power.sh: LIBERTY=${LIBERTY:-}: must be a file: each line names its cell library" >&2
    exit 2
fi

declare -A arguments=(
    [streambypass]='-c dwt-pric-full --block streambypass --clock-ns 1.429'
    [mrpb]='-c mrpb-base-s --set rtl.storage=sram_1r1w --clock-ns 1.739'
    [dwtcs]='-c dwt-pric-full --block dwtcs --clock-ns 1.429'
    [cart]='-c cart --set rtl.storage=sram_1r1w --clock-ns 1.429'
    [warppool]='-c warppool --clock-ns 1.429')
small='--set gpu.sms=2 --set dram.channels=2'
arguments[crossbar]='-c gtx480 --set structures.crossbar.enable=true --block crossbar_request'
arguments[crossbar]+=" $small --clock-ns 1.429"
arguments[warppool_narrow]='-c warppool'
for key in narrow queue_latches; do
    arguments[warppool_narrow]+=" --set structures.warppool.$key=true"; done
arguments[warppool_narrow]+=' --set rtl.storage=sram_1r1w --clock-ns 1.429'
all='streambypass mrpb dwtcs cart crossbar warppool warppool_narrow'
read -ra programs <<<"${PROGRAMS:-atax bfs gemm}"
cycles=${CYCLES:-3000}

mkdir -p "$OUT" "$REPORT"

# measure PART: $OUT/PART.json, unless it is there for the same program, library and arguments
measure() {
    local key words
    read -ra words <<<"${arguments[$1]}"
    words+=(--cycles "$cycles" "${programs[@]}")
    key=$({ sha256sum <"$WARPLOOM"; sha256sum <"$LIBERTY"; echo "${words[*]}"; } | sha256sum)
    if [ -e "$OUT/$1.json" ] && [ "$(cat "$OUT/$1.key" 2>/dev/null)" = "$key" ]; then return; fi
    rm -f "$OUT/$1.key"
    "$WARPLOOM" energy -q --json --liberty "$LIBERTY" "${words[@]}" >"$OUT/$1.json.new"
    mv "$OUT/$1.json.new" "$OUT/$1.json"
    echo "$key" >"$OUT/$1.key"
}
# line PART: mean power to four digits, clock in MHz
line() {
    local command
    command="warploom energy ${arguments[$1]} --liberty $(basename "$LIBERTY")"
    jq -r --arg part "$1" --arg command "$command --cycles $cycles ${programs[*]}" '
        def four: pow(10; 3 - (log10 | floor)) as $unit | . * $unit | round / $unit;
        [$part, ([.runs[].energy.power_mw] | add / length | four), (1000 / .clock_ns | round),
            $command] | join(",")' "$OUT/$1.json"
}
for part in ${PARTS:-$all}; do
    measure "$part"
    line "$part" >"$OUT/$part.line"
done
{
    echo 'part,power_mw,clock_mhz,command'
    for part in $all; do
        if [[ " ${PARTS:-$all} " = *" $part "* ]]; then cat "$OUT/$part.line"
        else grep -s "^$part," "$REPORT/power.csv" || true; fi
    done
} >"$REPORT/power.csv.new"
mv "$REPORT/power.csv.new" "$REPORT/power.csv"
