#!/usr/bin/env bash
# edited.sh: `warploom bench --rtl DIR` compiles exactly the files that the list in DIR names, as
# somebody has edited them.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

fresh_cache "$WORK/cache"
args=(-c dwt-pric-full --set structures.streambypass.period=20)
bench() { "$WARPLOOM" bench "${args[@]}" --block streambypass --cycles 20000 "$@"; }

"$WARPLOOM" rtl -q "${args[@]}" -o "$WORK/rtl"
block=$WORK/rtl/dwt_pric_full_streambypass.v list=$WORK/rtl/dwt_pric_full.f
expect unedited_rtl_passes bench --rtl "$WORK/rtl"
expect unedited_rtl_passes_in_icarus bench --rtl "$WORK/rtl" --sim icarus

# A file that the list does not name is not compiled, and one that it names is.
echo 'this is no Verilog' >"$WORK/rtl/notes.v"
expect file_outside_of_the_list_is_left_alone bench --rtl "$WORK/rtl"
sed -i \
    's/acc_i ?/acc_i \&\& own ?/; s/^  localparam integer CYCLE_W/  wire own;\n  own_one u_own (.one_o(own));\n&/' "$block"
expect_status instance_of_an_unlisted_module_fails 3 'own_one' bench --rtl "$WORK/rtl"
printf \
    '`default_nettype none\nmodule own_one (output wire one_o);\n  assign one_o = 1'"'"'b1;\nendmodule\n`default_nettype wire\n' >"$WORK/rtl/own_one.v"
echo own_one.v >>"$list"
expect file_added_to_the_list_is_compiled bench --rtl "$WORK/rtl"
expect file_added_to_the_list_is_compiled_in_icarus bench --rtl "$WORK/rtl" --sim icarus

sed -i "s/1'b1;/1'b0;/" "$WORK/rtl/own_one.v"
expect_status edit_in_a_listed_file_is_seen 1 'bypass_o differs between model and RTL' bench \
    --rtl "$WORK/rtl"
expect_status edit_in_a_listed_file_is_seen_in_icarus 1 'bypass_o differs between model and RTL' \
    bench --rtl "$WORK/rtl" --sim icarus
expect emitted_rtl_is_another_plug_in bench

rm "$WORK/rtl/own_one.v"
expect_status listed_file_that_is_missing_is_named 2 'own_one.v' bench --rtl "$WORK/rtl"
sed -i 's,own_one.v,../own_one.v,' "$list"
expect_status listed_file_elsewhere_is_refused 2 'must be a file in that folder' bench \
    --rtl "$WORK/rtl"
expect_status rtl_of_other_hardware_is_refused 2 'written for other hardware' bench \
    --set structures.streambypass.period=21 --rtl "$WORK/rtl"
expect_status folder_without_rtl_is_refused 2 'dwt_pric_full.f' bench --rtl "$WORK"
expect_status bug_in_edited_rtl_is_refused 2 'cannot be used with --inject' bench \
    --rtl "$WORK/rtl" --inject rtl-stream-quiet-opens
expect_status gates_of_edited_rtl_are_refused 2 'cannot be used with --gates' bench \
    --rtl "$WORK/rtl" --gates
expect_status edited_rtl_of_random_configurations_is_refused 2 'cannot be used with --random' \
    "$WARPLOOM" bench --random 1 --rtl "$WORK/rtl"
finish
