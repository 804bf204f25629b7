#!/usr/bin/env bash
# crossbar.sh : area by part and clock of both crossbars with their data, 15 SMs x 12 slices, at the
# flit widths of the bandwidth paper (ISPASS 2017, section VII.B): 32+32, 16+48, 16+68, 32+52; 16+48
# with the flits in latches and in two-port SRAM too.
# WARPLOOM=program LIBERTY=file OUT=directory [MORE_SETS="gpu.sms: 4"] bash synth/crossbar.sh:
# writes OUT/crossbar.csv, a line a network and width, and OUT/crossbar.html, with the pairs. Each
# module is mapped once and counted as often as it stands; the clock is that of the whole.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

mkdir -p "$OUT"
# The preset with each width; a network knows nothing of the other's.
NETWORKS=(
    'request 16 bandwidth-16-48 flop' 'request 32 bandwidth flop' 'reply 32 bandwidth flop'
    'reply 48 bandwidth-16-48 flop' 'reply 52 bandwidth-32-52 flop' 'reply 68 bandwidth-16-68 flop'
    'request 16 bandwidth-16-48 latch' 'reply 48 bandwidth-16-48 latch'
    'request 16 bandwidth-16-48 sram_1r1w' 'reply 48 bandwidth-16-48 sram_1r1w'
)
declare -A WORDS=([flop]=flip-flops [latch]=latches [sram_1r1w]='two-port SRAM, of a model')
PAIRS=('32 32 flop' '16 48 flop' '16 68 flop' '32 52 flop' '16 48 latch' '16 48 sram_1r1w')

source "$(dirname "$0")/tables.sh"
SETS="structures.crossbar.enable: true, structures.crossbar.data: true"
SETS+=", synth.liberty: '$LIBERTY'${MORE_SETS:+, $MORE_SETS}"

arguments() {
    echo "-c $2 --set structures.crossbar.enable=true --set structures.crossbar.data=true --set" \
        "rtl.storage=$3 --module crossbar_$1"
}

# swept_as NAME CONFIGS STORAGES MODULES: the syntheses of all combinations, in lists
swept_as() {
    local axes="{rtl.storage: [$3]}"
    swept "$1" <<<"{name: $1, config: [$2], set: {$SETS}, axes: $axes, synth: {modules: [$4]}}"
}
swept_as both 'bandwidth, bandwidth-16-48' flop 'crossbar_request, crossbar_reply'
swept_as replies 'bandwidth-16-68, bandwidth-32-52' flop crossbar_reply
swept_as storages bandwidth-16-48 'latch, sram_1r1w' 'crossbar_request, crossbar_reply'

# figures_of NETWORK PRESET STORAGE: the file of its result
figures_of() {
    local sweep=both
    case "$2 $3" in *68\ flop | *52\ flop) sweep=replies ;; *flop) ;; *) sweep=storages ;; esac
    result $sweep "config = '$2' AND \"rtl.storage\" = '$3' AND program = 'crossbar_$1'"
}

# of FILE FILTER: a figure, rounded
of() {
    jq -r "
        def part: sub(\"^.*(crossbar|lib)_\"; \"\") | gsub(\"__[0-9]+\$|^s(?=ram)\"; \"\");
        [.hierarchy[] | {part: (.module | part), area_um2}] as \$h | $2 | round" "$1"
}

# area_of FILE CONDITION: of the parts for which it holds
area_of() { of "$1" "[\$h[] | select($2) | .area_um2] | add"; }

{
    printf '%s,' network flit_bytes storage area_um2 buffers_um2 switch_and_way_um2 control_um2
    echo clock_mhz,clock_with_wire_mhz,command
    for n in "${NETWORKS[@]}"; do
        read -r network width preset storage <<<"$n"
        file=$(figures_of "$network" "$preset" "$storage")
        buffer='.part == "flits" or .part == "hold" or .part == "ram"' way='.part == "way"'
        printf '%s,' "$network" "$width" "$storage" "$(of "$file" .area_um2)" \
            "$(area_of "$file" "$buffer")" "$(area_of "$file" "$way")" \
            "$(area_of "$file" "($buffer or $way) | not")" \
            "$(of "$file" .fmax_mhz)" "$(of "$file" .wire.per_fanout.fmax_mhz)"
        echo "warploom synth $(arguments "$network" "$preset" "$storage")" \
            "--liberty $(basename "$LIBERTY")"
    done
} >"$OUT/crossbar.csv.new"
mv "$OUT/crossbar.csv.new" "$OUT/crossbar.csv"

figure() {
    awk -F, -v n="$1" -v w="$2" -v s="$3" -v k="$4" '$1 == n && $2 == w && $3 == s { print $k }' \
        "$OUT/crossbar.csv"
}
{
    echo '# Both crossbars with their data: 15 SMs x 12 L2 slices'
    echo
    echo "\`make crossbar LIBERTY=$(basename "$LIBERTY")\`; a line a network:" \
        "[crossbar.csv](crossbar.csv)." \
        "Buffers of 8 flits an input (9 where a packet has 9); latency 5;"
    echo "one virtual channel. mm2; the clock is the slower network's, without wire and" \
        "with 1.5 fF a fanout."
    echo
    echo '| flits, bytes | they wait in | request | reply | both | buffers | switch and way |' \
        'control | MHz | with wire |'
    echo '|---|---|---|---|---|---|---|---|---|---|'
    for p in "${PAIRS[@]}"; do
        read -r a b s <<<"$p"
        for k in 4 5 6 7 8 9; do
            echo "$((k - 1)) $(figure request "$a" "$s" $k) $(figure reply "$b" "$s" $k)"
        done | awk -v pair="$a+$b | ${WORDS[$s]}" '
            { q[$1] = $2; r[$1] = $3 }
            END {
                printf "| %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %d | %d |\n", pair,
                    q[3] / 1e6, r[3] / 1e6, (q[3] + r[3]) / 1e6, (q[4] + r[4]) / 1e6,
                    (q[5] + r[5]) / 1e6, (q[6] + r[6]) / 1e6,
                    q[7] < r[7] ? q[7] : r[7], q[8] < r[8] ? q[8] : r[8]
            }'
    done
} >"$OUT/page.md"
bash reports/page.sh <"$OUT/page.md" >"$OUT/crossbar.html.new"
mv "$OUT/crossbar.html.new" "$OUT/crossbar.html"
cat "$OUT/page.md"
