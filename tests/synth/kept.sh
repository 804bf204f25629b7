#!/usr/bin/env bash
# kept.sh : figures are kept for the run that they are of: another cell library or another program makes them anew, in `synth -o` and in
# the scripts of `make crossbar` and `make blocks`.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -r "$osu018" ] || osu018=build/liberty$osu018
small=(-c mrpb-base-s --set structures.mrpb.queues=2 --set structures.mrpb.depth=2 --module lib_first)
synth() { "${program:-$WARPLOOM}" synth "${small[@]}" -q --json -o "$WORK/kept" "$@" >"$WORK/kept.json"; }
made() { stat -c '%y %i' "$WORK/kept/figures.json" "$WORK/kept/sta.json" 2>&1; }
anew() { if [ "$before" != "$(made)" ] && [ -s "$WORK/kept/figures.json" ]; then ok "$1"; else not_ok "$1" 'the figures of another run were taken'; fi; }

synth
before=$(made) area=$(jq .area_um2 "$WORK/kept.json")
synth
if [ "$before" = "$(made)" ] && [ "$(jq .area_um2 "$WORK/kept.json")" = "$area" ]; then ok same_run_takes_its_figures; else not_ok same_run_takes_its_figures "$(made)"; fi

sed -E 's/^( *area *: *)([0-9.]+)/\12\2/' "$osu018" >"$WORK/larger.lib" # 32.000 becomes 232.000
synth --liberty "$WORK/larger.lib"
anew other_cells_make_them_anew
if [ "$(jq ".area_um2 > $area" "$WORK/kept.json")" = true ]; then ok areas_are_those_of_the_other_cells; else not_ok areas_are_those_of_the_other_cells "$(jq .area_um2 "$WORK/kept.json")"; fi

synth
before=$(made)
{ cat "$WARPLOOM"; echo; } >"$WORK/warploom" && chmod +x "$WORK/warploom"
program=$WORK/warploom WARPLOOM_SHARE=$PWD synth
anew other_program_makes_them_anew

expect_status run_that_fails 2 'has no latch' "$WARPLOOM" synth "${small[@]}" --set rtl.storage=latch --set synth.avoid=LATCH -o "$WORK/kept"
if [ ! -e "$WORK/kept/figures.json" ]; then ok run_that_fails_leaves_no_figures; else not_ok run_that_fails_leaves_no_figures 'those of the run before are there, the netlist is not'; fi

# The scripts, with a program whose figures are the library's text.
cat >"$WORK/program" <<'EOF'
#!/usr/bin/env bash
while [ $# -gt 0 ]; do if [ "$1" = --liberty ]; then area=$(cat "$2"); fi; shift; done
jq -n --argjson a "$area" '{area_um2: $a, fmax_mhz: 500, wire: {per_fanout: {fmax_mhz: 400}}, hierarchy: [("flits", "way", "input") | {module: "x_crossbar_\(.)", area_um2: $a}]}'
EOF
chmod +x "$WORK/program"
echo 100000 >"$WORK/a.lib"
echo 200000 >"$WORK/b.lib"
areas() { WARPLOOM=$WORK/program OUT=$WORK/crossbar LIBERTY=$1 bash synth/crossbar.sh >/dev/null && cut -d, -f4 "$WORK/crossbar/crossbar.csv" | sed 1d | sort -u; }
first=$(areas "$WORK/a.lib")
second=$(areas "$WORK/b.lib")
if [ "$first $second" = '100000 200000' ]; then ok crossbar_with_other_cells; else not_ok crossbar_with_other_cells "areas $first, then $second"; fi

blocks() { WARPLOOM=$WORK/program OUT=$WORK/blocks LIBERTY=$1 PARTS=$2 bash synth/blocks.sh && sed 1d "$WORK/blocks/blocks.csv" | cut -d, -f1,2 | paste -sd ' '; }
rows="$(blocks "$WORK/a.lib" 'pric cart'); $(blocks "$WORK/a.lib" mrpb); $(blocks "$WORK/b.lib" dwtcs)"
if [ "$rows" = 'pric,100000 cart,100000; pric,100000 cart,100000 mrpb,100000; dwtcs,200000' ]; then ok table_of_blocks_is_of_one_library; else not_ok table_of_blocks_is_of_one_library "$rows"; fi
finish
