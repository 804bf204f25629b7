#!/usr/bin/env bash
# regen.sh : rtl/ holds what the generator makes of the papers' configurations, byte for byte; and
# `warploom rtl` keeps its hands off other people's files.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# Of every paper, what it evaluates.
for name in mrpb-base-s mrpb-base-l warppool pric dwt-pric-full cart bandwidth-16-48 \
    bandwidth-16-68 bandwidth-32-52; do
    expect "rtl_has_$name" test -d "rtl/$name"
done

expect emit_all bash rtl/emit.sh "$WORK"
mv "$WORK/rtl"/* "$WORK"
for dir in rtl/*/; do
    name=$(basename "$dir")
    expect "same_bytes_$name" diff -r "$dir" "$WORK/$name"
    expect "same_constraints_$name" diff <(cd "$dir" && cat ./*.sdc) \
        <(cd "constraints/$name" && cat ./*.sdc)
    expect "constraints_of_each_top_$name" diff <(cd "$dir" && ls ./*.sdc) \
        <(cd "constraints/$name" && ls ./*)
done
expect no_other_constraints diff <(ls -d rtl/*/ | cut -d/ -f2) <(ls -d constraints/*/ | cut -d/ -f2)

# The banner of each module names its own parameters, but for those that a check holds to one value.
names_parameters() {
    local file
    for file in "$1"/*.v; do
        diff <(sed -n 's,^// parameter: ,,p' "$file" | tr ' ' '\n') \
            <(sed -nE 's/^  parameter integer ([A-Z_0-9]+).*/\1/p' "$file" |
            grep -vxFf <(sed -nE 's/.*[(]([A-Z_0-9]+)_must_be_[0-9].*/\1/p' "$file") ||
            echo none) || return 1
    done
}
for dir in rtl/*/; do
    expect "banners_name_parameters_$(basename "$dir")" names_parameters "$dir"
done

# A value that is longer than a line stands in the banner whole, in lines that go on.
map=$("$WARPLOOM" config print -c cart | sed -n 's/^ *address_map: //p' | head -n 1)
baked() {
    sed -n 's,^// baked    : ,,p' "$1" | awk '{ printf "%s", /^  / ? substr($0, 3) : "\n" $0 }'
}
expect long_value_is_whole_in_the_banner grep -qF " address_map=$map " <(baked rtl/cart/cart.v)

# The storage's clock of an odd number of picoseconds is twice as fast to the last digit.
expect emit_two_clocks "$WARPLOOM" rtl -q -c mrpb-base-s --set rtl.storage=sram_1rw \
    --set synth.clock_ns=0.781 -o "$WORK/clocks"
expect storage_clock_is_twice_as_fast grep -q 'clk2x_i -period 0.3905 ' \
    "$WORK/clocks/mrpb_base_s_mrpb.sdc"

# A changed byte in a checked-in file would be seen.
cp -r rtl/mrpb-base-s "$WORK/changed"
sed -i 's/DEPTH *= 8;/DEPTH = 9;/' "$WORK/changed/mrpb_base_s_mrpb_ctl.v"
if diff -r "$WORK/changed" "$WORK/mrpb-base-s" >/dev/null; then
    not_ok changed_byte_is_seen 'no difference'
else
    ok changed_byte_is_seen
fi

# From a file, the same hardware as from the preset.
cp refmodel/config/presets/mrpb-base-s.yaml "$WORK/mine.yaml"
expect emit_from_a_file "$WARPLOOM" rtl -q -c "$WORK/mine.yaml" -o "$WORK/from-file"
expect file_and_preset_make_the_same_verilog diff <(cat "$WORK"/from-file/*.v | grep -v '^// ') \
    <(cat rtl/mrpb-base-s/*.v | grep -v '^// ')
if grep -qrF "$WORK" "$WORK/from-file"; then not_ok no_path_in_emitted_files "$WORK"
else ok no_path_in_emitted_files; fi

# The banner's command makes the same bytes, in the directory that holds the configuration, whatever
# the file is called.
regenerates() { # NAME CONFIG-FILE
    local line
    mkdir "$WORK/again-$1" && cp refmodel/config/presets/mrpb-base-s.yaml "$WORK/again-$1/$2"
    (cd "$WORK/again-$1" &&
        "$WARPLOOM" rtl -q -c "./$2" --set structures.mrpb.depth=3 -o "${3:-first}") || return 1
    line=$(sed -n 's,^// regen    : warploom ,,p' "$WORK/again-$1/${3:-first}/mrpb_base_s_mrpb.v")
    (cd "$WORK/again-$1" && cp -r "${3:-first}" kept && rm "${3:-first}"/* &&
        eval "\"$WARPLOOM\" $line -q" && diff -r kept "${3:-first}")
}
expect regen_line_of_a_plain_name regenerates plain mine.yaml
expect regen_line_of_a_folder regenerates folder mine.yaml out/x
expect regen_line_of_a_folder_with_a_space regenerates folder_space mine.yaml "my 'own' @{NAME}"
names_folder() { # FOLDER: each emitted file, and the page, names it as it was given
    (cd "$WORK/again-folder" && "$WARPLOOM" rtl -q -c mrpb-base-s -o "$1" &&
        [ "$(grep -LF -- "-c mrpb-base-s -o $1" out/x/*.v out/x/*.f out/x/*.md)" = '' ])
}
expect regen_line_names_the_folder_as_given names_folder out/x
expect regen_line_keeps_a_slash names_folder ./out//x/
expect regen_line_of_a_name_with_spaces regenerates spaces "my own'.yaml"
expect regen_line_of_a_name_with_a_newline regenerates newline $'x\nassign y.yaml'
expect regen_line_of_a_name_like_a_hole regenerates hole 'x@{NAME}.yaml'
expect regen_line_of_a_name_with_backticks regenerates ticks 'a``b.yaml'
expect regen_line_of_the_page_has_more_backticks grep -qF \
    'Regenerate: ```warploom rtl -c '\''a``b.yaml'\'' --set structures.mrpb.depth=3 -o first```.' \
    "$WORK/again-ticks/first/mrpb_base_s_mrpb.md"

# The page tells of the configuration's own hardware.
says() { grep -qF "$2" "$WORK/$1"/*.md; }
expect emit_without_options "$WARPLOOM" rtl -q -c mrpb-base-s --set structures.mrpb.bypass=none \
    --set structures.mrpb.flush=false -o "$WORK/bare"
expect page_tells_of_the_bypass says mrpb-base-s 'may bypass it'
if says bare 'may bypass it'; then not_ok page_without_a_bypass 'tells of one'
else ok page_without_a_bypass; fi
expect page_with_flush_stores_reads says mrpb-base-s 'reads wait in 48 FIFOs'
expect page_without_flush_stores_requests says bare 'requests wait in 48 FIFOs'

# The answer as JSON.
"$WARPLOOM" rtl --json -c mrpb-base-s -o "$WORK/json" >"$WORK/answer.json"
expect json_names_top_and_digest jq -e \
    '.top == "mrpb_base_s_mrpb" and (.digest | test("^[0-9a-f]{64}$"))' "$WORK/answer.json"
expect json_lists_every_file diff <(jq -r '.files[]' "$WORK/answer.json" | sort) \
    <(find "$WORK/json" -type f -printf '%f\n' | sort)

# Refusals, and nothing half written.
mkdir "$WORK/foreign" && echo 'years of work' >"$WORK/foreign/thesis.txt"
expect_status foreign_directory_is_refused 2 thesis.txt \
    "$WARPLOOM" rtl -c mrpb-base-s -o "$WORK/foreign"
expect foreign_directory_is_untouched test "$(ls "$WORK/foreign")" = thesis.txt
expect force_writes_beside_foreign_files \
    "$WARPLOOM" rtl -q --force -c mrpb-base-s -o "$WORK/foreign"
expect forced_foreign_file_is_untouched grep -qx 'years of work' "$WORK/foreign/thesis.txt"
expect_status output_is_needed 2 '-o DIR' "$WARPLOOM" rtl -c mrpb-base-s
expect_status output_is_a_file 2 'not a directory' \
    "$WARPLOOM" rtl -c mrpb-base-s -o "$WORK/answer.json"
expect_status no_structure_to_emit 2 'structures.mrpb.enable' \
    "$WARPLOOM" rtl -c gtx480 -o "$WORK/none"
names_keys_once() {
    [ -z "$("$WARPLOOM" rtl -c gtx480 -o "$WORK/none" 2>&1 | grep -o 'structures[.][a-z.]*' |
        sort | uniq -d)" ]
}
expect no_structure_names_each_key_once names_keys_once
hosts() { "$WARPLOOM" rtl --help | sed -n '/^hosts of --wrap/,/^$/s/^  \([a-z0-9]*\) .*/\1/p'; }
expect help_lists_the_hosts diff <(hosts) <("$WARPLOOM" rtl -c cart --wrap x -o "$WORK/none" 2>&1 |
    sed 's/.*one of none, //' | tr -d ' ' | tr ',' '\n')
expect help_names_the_blocks_of_hpdcache grep -qx '  hpdcache    structures.mrpb' \
    <("$WARPLOOM" rtl --help)
expect_status bad_value_is_named 2 'structures.mrpb.depth = 99' \
    "$WARPLOOM" rtl -c mrpb-base-s --set structures.mrpb.depth=99 -o "$WORK/none"
expect nothing_half_written test ! -e "$WORK/none"

# An edited file is no longer the program's: it is neither replaced nor, by another configuration,
# removed. sha256sum reads the list; a folder of an older version has none.
two() { "$WARPLOOM" rtl -q -c "$1" -o "$WORK/two" "${@:2}"; }
digests() { (cd "$WORK/two" && sha256sum --quiet -c warploom.sha256); }
expect emit_to_edit two cart
expect digests_are_those_of_the_files digests
expect digests_are_of_every_file diff <(sed 's/^[0-9a-f]*  //; /^#/d' "$WORK/two/warploom.sha256" |
    sort) <(cd "$WORK/two" && ls -I warploom.sha256)
expect unedited_files_are_replaced two cart --set structures.cart.columns=4
expect unedited_files_are_put_back two cart
killed=$WORK/two/cart.v.tmp.4194304.0 # beyond the last process number
alive=$WORK/two/cart.v.tmp.$$.0
touch "$killed" "$alive"
expect_status file_of_another_run_is_refused 2 'which is not emitted' two cart
rm "$alive"
"$WARPLOOM" rtl -c mrpb-base-s -o "$WORK/two" >"$WORK/said"
expect files_of_another_configuration_are_said grep -qE \
    "^$WORK/two: [0-9]+ files of an earlier run removed" "$WORK/said"
expect file_of_a_killed_run_is_removed test ! -e "$killed"
expect emit_to_edit_again two cart
echo '// edited' >>"$WORK/two/cart.v"
for other in cart mrpb-base-s; do
    expect_status "edited_file_is_refused_by_$other" 2 \
        "$WORK/two/cart.v: differs from what was emitted" two $other
    expect "edit_is_kept_by_$other" grep -qx '// edited' "$WORK/two/cart.v"
done
expect nothing_is_written_beside_it test ! -e "$WORK/two/mrpb_base_s_mrpb.v"
echo mine >"$WORK/two/mine.v"
expect edited_file_is_replaced_by_force two cart --force
expect digests_after_force digests
expect foreign_file_stays_by_force rm "$WORK/two/mine.v"
cp "$WORK/two/cart.v" "$WORK/two/copy.v"
expect_status copy_of_an_emitted_file_is_the_users 2 'copy.v, which is not emitted' two mrpb-base-s
rm "$WORK/two/copy.v" "$WORK/two/warploom.sha256"
echo '// edited' >>"$WORK/two/cart.v"
expect folder_of_an_older_version_is_replaced two cart
expect digests_after_an_older_version digests

mkdir -p "$WORK/blocked/mrpb_base_s_mrpb.v"
expect_status file_in_the_way 2 mrpb_base_s_mrpb.v "$WARPLOOM" rtl -c mrpb-base-s -o "$WORK/blocked"
expect nothing_written_around_it test "$(ls -A "$WORK/blocked")" = mrpb_base_s_mrpb.v
finish
