#!/usr/bin/env bash
# cli.sh : wrong command lines and lost output: exit status, message, stderr only. And what every
# command has in common.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# says NAME STATUS LINE ARGUMENT...: the first line on stderr is LINE, stdout is empty.
says() {
    local name=$1 want=$2 line=$3 status; shift 3
    "$WARPLOOM" "$@" >"$WORK/out" 2>"$WORK/err" </dev/null; status=$?
    if [ "$status" -ne "$want" ]; then not_ok "$name" "status $status, not $want"
    elif [ -s "$WORK/out" ]; then not_ok "$name" 'something on stdout'
    elif [ "$(head -n 1 "$WORK/err")" != "$line" ]; then
        not_ok "$name" "says '$(head -n 1 "$WORK/err")'"
    else ok "$name"; fi
}

says no_command 2 'usage: warploom COMMAND [options] [operands]'
says unknown_command 2 "error: unknown command 'confg'; did you mean config?" confg
says unknown_command_like_no_other 2 \
    "error: unknown command 'frobnicate' (warploom --help lists the commands)" frobnicate
says empty_command 2 "error: unknown command '' (warploom --help lists the commands)" ''
says option_before_command 2 \
    'error: unknown option -c: options follow the command (warploom --help lists the commands)' \
    -c gtx480 config print
says unknown_long_option 2 'error: config: unknown option --confg; did you mean --config?' config \
    print --confg x
says unknown_short_option 2 'error: config: unknown option -x (warploom config --help lists them)' \
    config print -x
says option_without_value 2 'error: config: option --config needs its CFG' config print -c
says value_for_a_flag 2 'error: config: option --json takes no value' config print --json=1
says missing_operand 2 \
    'error: config: print | check | explain [KEY...] | import FILE is missing (usage: warploom config [options] print | check | explain [KEY...] | import FILE)' config
says operand_too_many 2 "error: sim: unexpected operand 'z': the command takes at most 1" \
    sim atax z
says unknown_action 2 "error: config: unknown action 'prnit'; did you mean print?" config prnit
says explain_unknown_key 2 \
    'config explain: error: unknown key structures.mrpb.dpeth; did you mean structures.mrpb.depth?' config explain structures.mrpb.dpeth
says bench_of_what_is_not_enabled_names_its_section 2 \
    'error: structures.pric: not enabled in this configuration, so there is no RTL to run; try --set structures.pric.enable=true' \
    bench -c gtx480 --block pric_index
says config_import_without_file 2 'error: config import: give the gpgpusim.config to read' config \
    import
says config_import_missing_file 2 'error: cannot read gpgpusim.config: No such file or directory' \
    config import gpgpusim.config
says config_output_without_import 2 'error: config print: -o is for config import' config print \
    -o x.yaml

# help COMMAND is COMMAND --help; help alone, and of itself, is --help.
same_help() { diff <("$WARPLOOM" help $1) <("$WARPLOOM" $1 --help); }
for c in '' sim config; do expect "help_${c:-alone}" same_help "$c"; done
expect help_of_help diff <("$WARPLOOM" help help) <("$WARPLOOM" --help)
says help_of_no_command 2 "error: unknown command 'smi'; did you mean sim?" help smi
says help_of_two_commands 2 "error: help: unexpected operand 'rtl': help takes one command" help \
    sim rtl
says help_is_a_near_word 2 "error: unknown command 'hlep'; did you mean help?" hlep
# The help of sim has every key of a launch file.
for key in ptx buffers launches dump heap_base type count init kernel grid block shared regs args \
    buffer file; do
    expect "help_has_launch_key_$key" grep -qE "^    $key +[a-z\[{]" <("$WARPLOOM" sim --help)
done

# Every command: help with an example of itself, --json, -q and -v.
mapfile -t commands < <("$WARPLOOM" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "${#commands[@]}" -gt 0 ] || not_ok commands_are_listed 'none'
for c in "${commands[@]}"; do
    help=$("$WARPLOOM" "$c" --help 2>"$WORK/err"); status=$?
    if [ $status -eq 0 ] && [ ! -s "$WORK/err" ] && grep -q '^example:' <<<"$help" &&
        grep -q "^  warploom $c" <<<"$help" &&
        grep -q -- --json <<<"$help" && grep -q -- '-q, --quiet' <<<"$help" &&
            grep -q -- '-v, --verbose' <<<"$help"; then
        ok "help_of_$c"
    else
        not_ok "help_of_$c" "status $status, or a part is missing"
    fi
    says "unknown_option_of_$c" 2 \
        "error: $c: unknown option --frobnicate (warploom $c --help lists them)" "$c" --frobnicate
done

# explain --json: the key's parts, each alone.
explained() { "$WARPLOOM" config explain "$1" --json >"$WORK/explained.json"; }
explained structures.mrpb.depth
fact explain_json_of_a_number '.min == 1 and .max == 64 and .default == 8 and
    (.unit | length > 0) and .shapes_hardware and
    (.text | startswith("structures.mrpb.depth\n")) and
    (.files | index("refmodel/blocks/mrpb.c")) and (.files | unique | length) == (.files | length)' \
    "$WORK/explained.json"
expect explain_json_has_the_files_of_the_text diff \
    <(jq -r '.files[]' "$WORK/explained.json" | sort) \
    <(jq -r .text "$WORK/explained.json" |
    sed -nE 's/^  [A-Za-z]* +([a-z]+\/[^ ]*)$/\1/p' | sort -u)
explained rtl.goal
fact explain_json_of_a_word '(.words | index("area")) and (has("min") | not)' "$WORK/explained.json"
explained structures
fact explain_json_of_a_section '.keys["structures.mrpb.depth"].default == 8' "$WORK/explained.json"

# --json: exactly one object.
if [ "$("$WARPLOOM" config check -c mrpb-base-s --json |
    jq -s 'length == 1 and (.[0] | type == "object" and .name == "mrpb_base_s")')" = true ]; then
    ok json_is_one_object
else
    not_ok json_is_one_object 'it is not'
fi
if [[ $("$WARPLOOM" --version) =~ ^warploom\ [0-9]+\.[0-9]+\.[0-9]+$ ]]; then ok version; else
    not_ok version "$("$WARPLOOM" --version)"; fi
if "$WARPLOOM" config explain sm | grep -q $'\033'; then
    not_ok no_colour_in_a_pipe 'escape sequences'; else ok no_colour_in_a_pipe; fi

# Output that is lost.
"$WARPLOOM" config print >/dev/full 2>"$WORK/err"; status=$?
if [ $status -eq 3 ] && grep -qx 'error: cannot write to stdout: No space left on device' \
    "$WORK/err"; then ok stdout_on_a_full_disk
else not_ok stdout_on_a_full_disk "status $status: $(cat "$WORK/err")"; fi
"$WARPLOOM" config print >&- 2>"$WORK/err"; status=$?
if [ $status -eq 3 ] && grep -q 'cannot write to stdout' "$WORK/err"; then ok stdout_closed; else
    not_ok stdout_closed "status $status"; fi
mkfifo "$WORK/pipe"
exec 4<>"$WORK/pipe"
exec 5>"$WORK/pipe"
exec 4<&- # the reader is gone, the writing end is open
"$WARPLOOM" config print >&5 2>"$WORK/err"; status=$?
exec 5>&-
if [ $status -eq 141 ]; then ok reader_that_left; else # SIGPIPE
    not_ok reader_that_left "status $status, not 141"; fi
if [ -s "$WORK/err" ]; then not_ok reader_that_left_is_told_nothing "$(cat "$WORK/err")"; else
    ok reader_that_left_is_told_nothing; fi
finish
