#!/usr/bin/env bash
# tree.sh : the house rules that a script can see: layout, file sizes, licence lines, words, where
# memory is asked for, shell lint. Every rule first finds what is planted in a small tree made for
# it.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

TREE=$PWD
# The files of the current directory: git's, whoever owns them, or, in an unpacked archive, what
# lies there.
all() {
    if [ -e .git ]; then git -c safe.directory='*' ls-files
    else find . -name build -prune -o -type f -printf '%P\n' | sort; fi
}
files() { all | grep -E "$1"; } # NAMES: a regular expression

# Each prints what breaks the rule.
strange() {
    all | cut -d/ -f1 | sort -u |
        grep -vxE 'Makefile|(README|CHANGELOG|CONTRIBUTING)\.md|LICENSE|CITATION\.cff|\..*' |
        grep -vxE 'docs|refmodel|rtlgen|rtl|tb|synth|constraints|tests|reports'
}
long() {
    files '\.(c|h|sh|v|in)$|^Makefile$' | grep -v '^tests/ptx/' |
        xargs awk 'FNR == 601 { print FILENAME }'
}
bare() {
    files '\.(c|h|sh|v|in|awk|tcl|ys|cu|cuh)$' | grep -v '^tests/ptx/' |
        xargs grep -L 'SPDX-License-Identifier: Apache-2.0'
}
unfinished() {
    files '\.(c|h|sh|tcl)$|^Makefile$' | grep -v '^tests/house/' |
        xargs grep -HnE '\b(TODO|FIXME|XXX|HACK)\b' | head -n 5
}
# A reader has the papers and the tree, nothing else.
elsewhere() {
    files '\.(c|h|v|vh|in|sh|md|ya?ml)$|^Makefile$' | grep -v '^tests/house/' |
        xargs grep -HnE '\bspec [0-9]|\bpapers/'
}
# base/err.h has what ends the program with status 3 when memory is out; calloc is for a device's
# memory, whose lack is a message.
own_memory() {
    files '\.c$' | grep -vE '^refmodel/base/|^tests/' |
        xargs grep -HnE '\b(malloc|aligned_alloc|realloc|strdup|v?asprintf|open_memstream)\('
}
# A golden model is its block's specification: its bugs stand beside it, in the hooks of
# BLOCK_bugs*.c.
buggy_models() {
    files '^refmodel/(blocks|machine)/.*\.[ch]$' |
        grep -vE '/([a-z]+_bugs(_[a-z]+)?|model_bug)\.[ch]$' |
        xargs grep -HniE 'bug|seeded|inject' | head -n 5
}
# Of a root user's /dev/null compilers make a program: others can no longer write to it.
devices() {
    files '\.sh$|^Makefile$|^tests/run$' | grep -v '^tests/house/' |
        xargs grep -HnE '(iverilog|gcc|g\+\+|clang[-0-9]*|ld|strip) .*-o */dev/null'
}
# A table in a comment that clang-format has broken: a word alone, behind a full line that ends a
# cell of it.
reflowed() {
    files '\.[ch]$' | xargs awk '
        FNR == 1 { line = "" }
        /^\/\/   [A-Za-z]+$/ && length(line) > 85 && line ~ /^\/\/   (      |.*[^ .]  +[^ ])/ {
            print FILENAME ":" FNR }
        { line = $0 }' | head -n 5
}
# Names that docs/glossary.md calls old.
old_words() {
    local pool='\bround_(pulse|warp)_i\b|WARPPOOL_ROUND'
    files '^(refmodel|tb|odd|docs)/.*\.(c|h|md)$' |
        xargs grep -HnE "\b(probe|send|pass|goes)_round\b|$pool|lockstep_pair \*?lane;" |
        head -n 5
}
# Areas are um2 and mm2 in text, tables and pictures.
other_units() {
    files '\.(c|h|sh|md|in|gp|html|svg)$' | grep -v '^tests/house/' |
        xargs grep -HnoE '.{0,20}(µm|\bmm²|\bum²|[um]m&#178;|\bsquare [um]m\b)' | head -n 5
}
# What a test asks of results is told in `finish` (tests/lib.sh).
unended() {
    files '\.sh$' | xargs grep -l '^source tests/lib\.sh' |
        while read -r file; do [ "$(tail -n 1 "$file")" = finish ] || echo "$file"; done
}
# Shell ends before column 100, too, but for text in quotes and here-documents that breaking would
# change.
wide_shell() {
    files '\.sh$|^tests/run$|^\.ci/run$' |
        xargs awk -f "$TREE/tests/house/wide_shell.awk" | head -n 5
}
# Templates of pages, which a line that ends in @\ continues, and the page that leads to all others.
wide_page() {
    files '\.(html|md|svg)\.in$' |
        xargs awk 'length > 100 { print FILENAME ":" FNR }' | sed -n 1,5p
}
# .clang-format says how C looks; the copies of the plug-in's interface in rtl/ are made of a
# formatted file.
unformatted() {
    files '\.[ch]$' | grep -v '^rtl/' | xargs clang-format-14 --dry-run -Werror 2>&1 |
        grep error | head -n 5
}
# C, Tcl, the Makefile, emitted Verilog and what it is made of, but for configuration and command in
# the banner, and what is proved of it.
wide() {
    files '(\.([ch]|tcl|v\.in|vh\.in|tcl\.in)|^Makefile|^(rtl|tb/formal)/.*\.vh?|^d\.v)$' |
        xargs awk 'length > 100 && !/^\/\/ (config  |regen   ) :/ { print FILENAME ":" FNR }' |
        sed -n 1,5p
}
# SC1091: sourced files are checked on their own. With them a script takes three times as long, and
# only so is it seen what one assigns and the other uses (SC2034, SC2154): LINT=all (tests/long).
unclean() {
    if [ -n "${LINT:-}" ]; then
        files '\.sh$|^tests/run$|^\.ci/run$' | xargs shellcheck -S warning -e SC1091
    else
        files '\.sh$|^tests/run$|^\.ci/run$' |
            xargs -n 1 shellcheck -S warning -e SC1091,SC2034,SC2154
    fi | head -n 8
}

mkdir -p "$WORK/planted/odd" "$WORK/planted/refmodel/blocks"
cat >"$WORK/planted/odd/a.c" <<'EOT'
void *a(void) { return malloc(1); } // TODO: spec 21
// A table:
//   order      Requests of one signature leave as they came, and so do reads of one AXI4 ID. In
//   front
//              of CART in Vortex the address is the signature: reads and writes of a line.
static lockstep_pair lane;
EOT
echo 'static bool full(const mrpb *m) { return m->held > m->depth + BUG(m, FULL_ONE_LATE); }' \
    >"$WORK/planted/refmodel/blocks/mrpb.c"
yes '' | head -n 601 >"$WORK/planted/b.h"
printf '// %101s\n' x >"$WORK/planted/d.v"
printf '<p>%101s, mm&#178;</p>\n' x >"$WORK/planted/f.html.in"
printf 'echo "%%s" "%90s" a line that could be broken behind its first word\n' x \
    >"$WORK/planted/e.sh"
printf 'source tests/lib.sh\nfact it_is .so some.json\n' >"$WORK/planted/g.sh"
# shellcheck disable=SC2016
printf '#!/bin/sh\ncd $1\nfor x in $(ls *); do rm -rf "$y/"; done\niverilog -o /dev/null a.v\n' \
    >"$WORK/planted/c.sh"

rule() { # NAME COMMAND
    local planted found
    planted=$(cd "$WORK/planted" && "$2" 2>&1 | grep -v 'not found')
    found=$("$2" 2>&1)
    if [ -z "$planted" ]; then not_ok "$1" "what is planted is not found: $found"
    elif [ -n "$found" ]; then not_ok "$1" "$(tr '\n' ' ' <<<"$found")"
    else ok "$1"; fi
}
if [ "$(files '\.c$' | wc -l)" -gt 300 ]; then ok tree_is_there
else not_ok tree_is_there "$(all | wc -l) files"; fi
rule top_level_layout strange
rule no_file_over_600_lines long
rule every_source_names_its_licence bare
rule nothing_left_to_do_later unfinished
rule nothing_refers_to_what_is_not_here elsewhere
rule memory_is_asked_for_in_base own_memory
rule no_bug_stands_in_a_model buggy_models
rule nothing_is_compiled_into_a_device devices
rule c_has_its_form unformatted
rule tables_in_comments_are_whole reflowed
rule old_words_are_gone old_words
rule areas_have_one_spelling other_units
rule no_line_over_100_columns wide
rule no_shell_line_over_100_columns wide_shell
rule no_page_line_over_100_columns wide_page
rule tests_end_with_finish unended
rule shell_scripts_are_clean unclean
finish
