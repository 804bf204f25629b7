#!/usr/bin/env bash
# config.sh : wrong configurations. Each tests/bad/config/NAME.yaml is refused with exactly the
# messages of NAME.expect, exit status 2 and nothing on stdout; what cannot lie in a repository
# (huge, unreadable, NUL, ...) is made here.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# refused NAME EXPECTED ARGUMENT...: config check with the arguments says exactly the lines EXPECTED
# (source lines left out).
refused() {
    local name=$1 want=$2 status said; shift 2
    "$WARPLOOM" config check "$@" >"$WORK/out" 2>"$WORK/err"; status=$?
    said=$(grep -a 'error: ' "$WORK/err")
    if [ "$status" -ne 2 ]; then not_ok "$name" "status $status, not 2"
    elif [ -s "$WORK/out" ]; then not_ok "$name" 'something on stdout'
    elif [ "$said" != "$want" ]; then not_ok "$name" "says '$said' instead of '$want'"
    else ok "$name"; fi
}

for f in tests/bad/config/*.yaml; do
    name=${f##*/}
    refused "${name%.yaml}" "$(cat "${f%.yaml}.expect")" -c "$f"
done

# The message in full: the line and a caret under the column.
"$WARPLOOM" config check -c tests/bad/config/depth_out_of_range.yaml 2>"$WORK/err"
if diff -q "$WORK/err" - >/dev/null <<'END'
tests/bad/config/depth_out_of_range.yaml:12:12: error: structures.mrpb.depth = 99: must be 1..64 (entries per queue)
      depth: 99
             ^
END
then ok message_has_line_and_caret; else not_ok message_has_line_and_caret "$(cat "$WORK/err")"; fi

# made FILE PRINTF-FORMAT: writes $WORK/FILE.
made() {
    # shellcheck disable=SC2059
    printf "$2" >"$WORK/$1"
    printf '%s' "$WORK/$1"
}
f=$(made empty.yaml '');
    refused file_empty \
    "$f: error: the file is empty: a configuration sets at least one key, e.g. \`preset: mrpb-base-s\`" -c "$f"
f=$(made spaces.yaml '   \n\n');
    refused file_blank \
    "$f: error: the file is empty: a configuration sets at least one key, e.g. \`preset: mrpb-base-s\`" -c "$f"
f=$(made nul.yaml 'name: a\n\0: b\n');
    refused file_with_nul \
    "$f:2:1: error: byte 0x00: a configuration is text without control characters" -c "$f"
f=$(made escape.yaml 'name: a\033[2J\n');
    refused file_with_control_character \
    "$f:1:8: error: byte 0x1b: a configuration is text without control characters" -c "$f"
f=$(made latin1.yaml 'gpu:\n  # f\374r\n');
    refused file_not_utf8 "$f:2:6: error: not valid UTF-8 (invalid leading UTF-8 octet)" -c "$f"
f=$(made utf16.yaml '\377\376n\0a\0');
    refused file_utf16 "$f:1:1: error: not valid UTF-8 (invalid leading UTF-8 octet)" -c "$f"
f=$(made crlf.yaml 'gpu:\r\n  sms: 999\r\n');
    refused crlf_counts_lines_and_columns "$f:2:8: error: gpu.sms = 999: must be 1..128 (SMs)" \
    -c "$f"
f=$(made bom.yaml '\357\273\277gpu: {sms: 999}\n');
    refused bom_counts_no_column "$f:1:12: error: gpu.sms = 999: must be 1..128 (SMs)" -c "$f"
f=$(made bom_only.yaml '\357\273\277');
    refused file_of_a_bom \
    "$f: error: the file is empty: a configuration sets at least one key, e.g. \`preset: mrpb-base-s\`" -c "$f"

mkdir -p "$WORK/dir.yaml"
refused directory "error: cannot read $WORK/dir.yaml: it is a directory" -c "$WORK/dir.yaml"
refused missing_file "error: cannot read $WORK/none.yaml: No such file or directory" \
    -c "$WORK/none.yaml"
refused device "error: cannot read /dev/zero: it is not a regular file" -c /dev/zero
mkfifo "$WORK/fifo.yaml"
refused fifo_without_writer "error: cannot read $WORK/fifo.yaml: it is not a regular file" \
    -c "$WORK/fifo.yaml"
refused mistyped_preset \
    "error: no file and no preset is called 'mrpb-bases'; did you mean mrpb-base-s?" -c mrpb-bases
ln -s loop.yaml "$WORK/loop.yaml"
refused link_to_itself "error: cannot read $WORK/loop.yaml: Too many levels of symbolic links" \
    -c "$WORK/loop.yaml"

# Both may be right alone; the message is about the number of banks.
expect_status of_two_settings_the_one_that_is_wrong_is_named 2 \
    "--set dram.banks=64: error: dram.address_map: has 4 B" \
    "$WARPLOOM" config check --set dram.banks=64 --set dram.chips=2

# Root reads everything: give the rights up where there is a way to.
echo 'name: a' >"$WORK/secret.yaml"; chmod 000 "$WORK/secret.yaml"
if [ "$(id -u)" -ne 0 ]; then
    refused unreadable "error: cannot read $WORK/secret.yaml: Permission denied" \
        -c "$WORK/secret.yaml"
elif setpriv --reuid=65534 --clear-groups test -x "$WARPLOOM" 2>/dev/null &&
    setpriv --reuid=65534 --clear-groups test -x "$WORK"; then
    expect_status unreadable 2 "error: cannot read $WORK/secret.yaml: Permission denied" \
        setpriv --reuid=65534 --clear-groups "$WARPLOOM" config check -c "$WORK/secret.yaml"
fi

# One byte too large; and files that would take a careless reader long.
{ echo 'name: a'; head -c 1048569 /dev/zero | tr '\0' '#'; } >"$WORK/huge.yaml"
refused file_one_byte_too_large \
    "error: cannot read $WORK/huge.yaml: it has 1048577 bytes, at most 1048576 are allowed" \
    -c "$WORK/huge.yaml"
quick() { # NAME FILE: refused within ten seconds of processor time
    limited 10 "$WARPLOOM" config check -c "$2" >/dev/null 2>"$WORK/err"
    local status=$?
    if [ "$status" -eq 2 ] && [ "$(wc -c <"$WORK/err")" -lt 20000 ]; then ok "$1"; else
        not_ok "$1" "status $status, $(wc -c <"$WORK/err") bytes of messages"; fi
}
head -c 1000000 /dev/zero | tr '\0' '[' >"$WORK/brackets.yaml";
    quick a_million_brackets "$WORK/brackets.yaml"
head -c 1000000 /dev/zero | tr '\0' '{' >"$WORK/braces.yaml";
    quick a_million_braces "$WORK/braces.yaml"
yes -- '- ' | head -n 300000 | tr -d '\n' >"$WORK/dashes.yaml";
    quick nested_lists "$WORK/dashes.yaml"
seq -f 'k%.0f: 1' 1 90000 >"$WORK/keys.yaml"; quick ninety_thousand_unknown_keys "$WORK/keys.yaml"
{ printf 'name: '; head -c 1000000 /dev/zero |
    tr '\0' 'a'; } >"$WORK/name.yaml"; quick a_name_of_a_megabyte "$WORK/name.yaml"

# --set
refused set_without_value \
    "--set structures.mrpb.depth: error: must be KEY=VALUE, e.g. structures.mrpb.depth=16" \
    --set structures.mrpb.depth
refused set_out_of_range \
    "--set structures.mrpb.depth=99: error: structures.mrpb.depth = 99: must be 1..64 (entries per queue)" --set structures.mrpb.depth=99
refused set_unknown_key \
    "--set structures.mrpb.dpeth=9: error: unknown key structures.mrpb.dpeth; did you mean structures.mrpb.depth?" --set structures.mrpb.dpeth=9
refused set_key_of_a_misspelt_section \
    "--set structures.card.latency=2: error: unknown key structures.card.latency; did you mean structures.cart.latency?" --set structures.card.latency=2
# A command that a message names is one that works.
for key in nothing.at gpu.nothing gpu.sms.x structures.nothing.at structures.mrpb.depth.x.y \
    nothing xyzzy.xyzzy.xyzzy; do
    said=$("$WARPLOOM" config print --set "$key=1" 2>&1 >/dev/null)
    command=$(sed -n 's/.*`warploom \([a-z. ]*\)`.*/\1/p' <<<"$said")
    name=advice_on_${key//./_}
    # shellcheck disable=SC2086 # words of a command
    if [ -z "$command" ] && [[ $said == *'allowed: '* || $said == *'did you mean'* ]]; then
        ok "$name"
    elif [ -n "$command" ] && "$WARPLOOM" $command >/dev/null 2>&1; then ok "$name"
    else not_ok "$name" "$said"; fi
done
refused set_empty_value \
    "--set gpu.sms=: error: gpu.sms has no value: must be a plain decimal number, 1..128 (SMs)" \
    --set gpu.sms=
refused set_section \
    "--set structures.mrpb=on: error: structures.mrpb is a section; one key of it is set, by SECTION.KEY=VALUE" --set structures.mrpb=on
refused set_preset \
    "--set preset=gtx480: error: a preset is named by -c, or by \`preset:\` in a file" \
    --set preset=gtx480
refused set_breaks_a_rule \
    "--set structures.mrpb.queues=40: error: structures.mrpb.queues = 40: must be at least 48, one a value of signature warp (sm.warps = 48), or a power of two" \
    -c mrpb-base-s --set structures.mrpb.queues=40
sets=()
for n in {1..300}; do sets+=(--set "gpu.sms=$((n % 7 + 1))"); done
"$WARPLOOM" config print "${sets[@]}" >"$WORK/last" 2>&1
if grep -q '^ *sms: 7$' "$WORK/last"; then ok the_last_of_300_sets_counts; else
    not_ok the_last_of_300_sets_counts "$(grep -m 1 'sms:\|failed' "$WORK/last")"; fi

# Presets that are not there, and one that is based on itself.
export WARPLOOM_SHARE="$WORK/nowhere"
refused no_presets_at_all \
    "error: no file and no preset is called 'gtx480'; there are no presets in $WORK/nowhere/refmodel/config/presets (WARPLOOM_SHARE names where the program's files are)"
mkdir -p "$WORK/share/refmodel/config/presets"
echo 'preset: b' >"$WORK/share/refmodel/config/presets/a.yaml"
echo 'preset: a' >"$WORK/share/refmodel/config/presets/b.yaml"
WARPLOOM_SHARE="$WORK/share"
refused presets_in_a_circle \
    "$WORK/share/refmodel/config/presets/b.yaml:1:9: error: preset: a is based on itself" -c a
finish
