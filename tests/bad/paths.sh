#!/usr/bin/env bash
# paths.sh : paths with quotes, line breaks, spaces, signs of shells and Tcl, letters beyond ASCII
# and bytes that are no letters: every command that starts a tool works there, or refuses in one
# sentence.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
osu018=$PWD/build/liberty/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] &&
    osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
odd=$'a\'b"c;d $e\n[f]{g}`h\\i*\xc3\xa4'
mkdir "$WORK/$odd"
small=(-q -c gtx480 --set structures.pric.enable=true --set structures.pric.index_bits=4)
# The runtime that counts coverage is shared, too.
"$WARPLOOM" bench "${small[@]}" --cycles 3000 --coverage "$WORK/points.dat" >/dev/null
fresh_cache "$WORK/$odd/cache"
cd "$WORK" || exit 3
cp "$osu018" "$odd/cells.lib"
expect odd_path_of_the_cache "$WARPLOOM" bench "${small[@]}" --cycles 3000
expect odd_path_of_the_cache_with_icarus "$WARPLOOM" bench "${small[@]}" --cycles 3000 --sim icarus
expect odd_path_of_coverage "$WARPLOOM" bench "${small[@]}" --cycles 3000 \
    --coverage "$odd/points.dat"
expect odd_path_of_a_sweep "$WARPLOOM" synth "${small[@]}" -o "$odd/sweep" \
    --sweep structures.pric.index_bits=4,5
expect odd_path_of_mutants "$WARPLOOM" mutate "${small[@]}" --count 3 --cycles 100 -o "$odd/mutants"
expect_status odd_path_in_a_configuration 2 \
    'must be a string of 1..255 bytes without control characters' "$WARPLOOM" synth "${small[@]}" \
    -o x --liberty "$odd/cells.lib"
unset WARPLOOM_CACHE

# A cell library's path is a value of the configuration, which has no line breaks.
even=${odd//$'\n'/}
mv "$odd" "$even"
gzip -k "$even/cells.lib"
expect odd_path_of_a_library "$WARPLOOM" synth "${small[@]}" -o plain --liberty "$even/cells.lib"
expect odd_path_of_a_packed_library "$WARPLOOM" synth "${small[@]}" -o packed \
    --liberty "$even/cells.lib.gz"
if [ "$(jq .area_um2 plain/synth.json)" = "$(jq .area_um2 packed/synth.json)" ]; then
    ok packed_library_gives_the_same; else
    not_ok packed_library_gives_the_same "$(jq .area_um2 ./*/synth.json)"; fi

# In JSON a path stands as it is; a byte that is no letter as U+FFFD.
cat >"$even/p.yaml" <<'YAML'
kernels: [{grid: 1, block: 32, program: [{alu: {class: fp_mad}}]}]
YAML
if [ "$("$WARPLOOM" sim --json --synthetic "$even/p.yaml" |
    jq -r .synthetic)" = "$even/p.yaml" ]; then ok odd_path_in_json; else
    not_ok odd_path_in_json 'another'; fi
cp "$even/p.yaml" $'\xff.yaml'
if [ "$("$WARPLOOM" sim --json --synthetic $'\xff.yaml' |
    jq -r .synthetic)" = $'\xef\xbf\xbd.yaml' ]; then ok path_that_is_not_utf8_in_json; else
    not_ok path_that_is_not_utf8_in_json 'another'; fi
expect_status path_with_an_escape_is_shown_plainly 2 'error: cannot read ?[31mred: No such file' \
    "$WARPLOOM" sim -q --synthetic $'\033[31mred'

# What unpacks to more than is allowed, and what stands where a run replaces files
head -c 300000000 /dev/zero | gzip -1 >bomb.lib.gz
expect_status library_bomb 2 \
    "bomb.lib.gz: unpacks to more than the 268435456 bytes that are allowed" "$WARPLOOM" synth \
    "${small[@]}" -o plain --liberty bomb.lib.gz
cp "$osu018" plain/abc.lib
expect_status library_in_the_work_directory 2 \
    'lies in the directory that synth works in: must lie elsewhere' "$WARPLOOM" synth \
    "${small[@]}" -o plain --liberty plain/abc.lib
if cmp -s plain/abc.lib "$osu018"; then ok refused_library_is_as_it_was; else
    not_ok refused_library_is_as_it_was 'it changed'; fi
finish
