#!/usr/bin/env bash
# kept.sh : figures are kept for the run that they are of: another cell library or another program
# makes them anew, in `synth -o` and in the script of `make blocks` (that of `make crossbar`:
# tests/long/tables.sh).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -r "$osu018" ] || osu018=build/liberty$osu018
small=(-c mrpb-base-s --set structures.mrpb.queues=2 --set structures.mrpb.depth=2
    --module lib_first)
synth() {
    "${program:-$WARPLOOM}" synth "${small[@]}" -q --json -o "$WORK/kept" "$@" >"$WORK/kept.json"
}
made() { stat -c '%y %i' "$WORK/kept/figures.json" "$WORK/kept/sta.json" 2>&1; }
anew() {
    if [ "$before" != "$(made)" ] && [ -s "$WORK/kept/figures.json" ]; then ok "$1"
    else not_ok "$1" 'the figures of another run were taken'; fi
}

synth
before=$(made) area=$(jq .area_um2 "$WORK/kept.json")
synth
if [ "$before" = "$(made)" ] && [ "$(jq .area_um2 "$WORK/kept.json")" = "$area" ]; then
    ok same_run_takes_its_figures
else
    not_ok same_run_takes_its_figures "$(made)"
fi

sed -E 's/^( *area *: *)([0-9.]+)/\12\2/' "$osu018" >"$WORK/larger.lib" # 32.000 becomes 232.000
synth --liberty "$WORK/larger.lib"
anew other_cells_make_them_anew
if [ "$(jq ".area_um2 > $area" "$WORK/kept.json")" = true ]; then
    ok areas_are_those_of_the_other_cells
else
    not_ok areas_are_those_of_the_other_cells "$(jq .area_um2 "$WORK/kept.json")"
fi

synth
before=$(made)
{ cat "$WARPLOOM"; echo; } >"$WORK/warploom" && chmod +x "$WORK/warploom"
program=$WORK/warploom WARPLOOM_SHARE=$PWD synth
anew other_program_makes_them_anew

expect_status run_that_fails 2 'has no latch' \
    "$WARPLOOM" synth "${small[@]}" --set rtl.storage=latch --set synth.avoid=LATCH -o "$WORK/kept"
if [ ! -e "$WORK/kept/figures.json" ]; then
    ok run_that_fails_leaves_no_figures
else
    not_ok run_that_fails_leaves_no_figures 'those of the run before are there, the netlist is not'
fi

# The scripts of the tables: figures are those of `synth` alone, and belong to the library.
export WARPLOOM_CACHE=$WORK/cache
row() {
    OUT=$WORK/blocks LIBERTY=$1 PARTS=$2 bash synth/blocks.sh &&
        sed 1d "$WORK/blocks/blocks.csv" | cut -d, -f1,2 | paste -sd ' '
}
alone() {
    "$WARPLOOM" synth -q --json -c gtx480 --set structures.pric.enable=true --liberty "$1" \
        -o "$WORK/alone" | jq '.area_um2 * 10 | round / 10'
}
same() { if [ -n "$3" ] && [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3', not '$2'"; fi; }
cells=$WORK/cells.lib # one path, whose content changes
cp "$osu018" "$cells"
same a_row_of_blocks_is_what_synth_says "pric,$(alone "$cells")" "$(row "$cells" pric)"
cp "$WORK/larger.lib" "$cells"
same a_row_with_other_cells_is_anew "pric,$(alone "$cells")" "$(row "$cells" pric)"
made() { find "$WORK"/blocks/*/results -name '*.json' -printf '%f %T@ %i\n' | sort; }
before=$(made)
row "$cells" pric >/dev/null
same rows_that_are_there_are_not_made_again "$before" "$(made)"

# A sweep's results are of the tools' versions as well.
printf 'name: tools\nconfig: mrpb-base-s\nsynth: {modules: [lib_first]}\n' >"$WORK/tools.yaml"
hash_of() {
    "$WARPLOOM" sweep plan "$WORK/tools.yaml" -o "$WORK/tools" >/dev/null &&
        awk -F '\t' '$1 == 0 { print $2 }' "$WORK/tools/manifest"
}
mkdir "$WORK/newer" && printf '#!/bin/sh\necho Yosys 9.9\n' >"$WORK/newer/yosys" &&
    chmod +x "$WORK/newer/yosys"
before=$(hash_of)
same the_same_tools_give_the_same_result "$before" "$(hash_of)"
if other=$(PATH=$WORK/newer:$PATH hash_of) && [ -n "$other" ] && [ "$before" != "$other" ]; then
    ok another_yosys_gives_another_result
else
    not_ok another_yosys_gives_another_result "$other"
fi
finish
