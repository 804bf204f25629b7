#!/usr/bin/env bash
# tree.sh : the house rules that a script can see: layout, file sizes, licence lines, words, shell lint.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

files() { git ls-files "$@" 2>/dev/null; }

odd=$(files | cut -d/ -f1 | sort -u | grep -vxE 'Makefile|README\.md|LICENSE|refmodel|rtlgen|rtl|tb|synth|constraints|tests|reports|\..*')
if [ -z "$odd" ]; then ok top_level_layout; else not_ok top_level_layout "$odd"; fi

long=$(files '*.c' '*.h' '*.sh' '*.v' Makefile | grep -v '^tests/ptx/' | while read -r f; do
    n=$(wc -l <"$f"); [ "$n" -gt 600 ] && echo "$f ($n)"; done)
if [ -z "$long" ]; then ok no_file_over_600_lines; else not_ok no_file_over_600_lines "$(tr '\n' ' ' <<<"$long")"; fi

bare=$(files '*.c' '*.h' '*.sh' '*.v' '*.tcl' '*.ys' '*.cu' '*.cuh' | grep -v '^tests/ptx/' | xargs grep -L 'SPDX-License-Identifier: Apache-2.0')
if [ -z "$bare" ]; then ok every_source_names_its_licence; else not_ok every_source_names_its_licence "$(tr '\n' ' ' <<<"$bare")"; fi

words=$(files '*.c' '*.h' '*.sh' '*.tcl' Makefile | grep -v '^tests/house/' | xargs grep -nE '\b(TODO|FIXME|XXX|HACK)\b' | head -n 5)
if [ -z "$words" ]; then ok nothing_left_to_do_later; else not_ok nothing_left_to_do_later "$(tr '\n' ' ' <<<"$words")"; fi

if command -v shellcheck >/dev/null; then
    # SC1091: sourced files are checked on their own.
    expect shell_scripts_are_clean bash -c "git ls-files '*.sh' tests/run .ci/run | xargs shellcheck -S warning -e SC1091"
fi
finish
