#!/usr/bin/env bash
# full.sh : what `make full` asks for runs one after the other, whatever -j says: its parts share
# build/test-logs and the machine.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

parts=$(sed -n 's/^full: //p' Makefile)
{
    echo 'include Makefile'
    echo "$parts: always"
    printf '\t@echo begin $@; sleep 0.1; echo end $@\n'
} >"$WORK/Makefile"
made=$(make -s -f "$WORK/Makefile" -j 4 B="${B:-build}" full 2>/dev/null | paste -sd ' ')
want=$(for p in $parts; do echo "begin $p end $p"; done | paste -sd ' ')
if [ -n "$parts" ] && [ "$made" = "$want" ]; then ok parts_of_full_follow_each_other; else
    not_ok parts_of_full_follow_each_other "$made"; fi
expect_status build_folder_with_a_space_is_refused 2 \
    'B = a b: the path of the build folder must have no space' make -s B='a b' all
finish
