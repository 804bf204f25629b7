#!/usr/bin/env bash
# plugin_cache.sh : compiled plug-ins are reused, two programs that want the same one build it once, and a killed build leaves
# nothing that is ever used.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

export WARPLOOM_CACHE=$WORK/cache
command=("$WARPLOOM" bench -c mrpb-base-s --set structures.mrpb.queues=64 --cycles 60000 -q)
bench() { "${command[@]}" "$@"; }
plugins() { find "$WORK/cache/plugins" -name '*.so' ! -path '*/build.*' -printf '%f %T@\n' | sort; }
builds() { find "$WORK/cache/plugins" -maxdepth 1 -name 'build.*' | wc -l; }

# Killed in the middle: as soon as its directory holds what Verilator made. Not through the function, whose shell alone would die.
# Its compilers end with it, a moment later: the directory's lock is free then.
"${command[@]}" >/dev/null 2>&1 & pid=$!
awaits "$pid" compgen -G "$WORK/cache/plugins/build.*/model.cpp" >/dev/null
kill -9 "$pid"
wait "$pid" 2>/dev/null
expect compilers_end_with_a_killed_build flock "$(echo "$WORK"/cache/plugins/build.*/lock)" true
if [ "$(builds)" -eq 1 ] && [ -z "$(plugins)" ]; then ok killed_build_leaves_no_plugin; else not_ok killed_build_leaves_no_plugin "$(builds) $(plugins)"; fi

# Two at once, over the remains.
bench >"$WORK/a" 2>&1 & one=$!
bench >"$WORK/b" 2>&1 & two=$!
wait "$one"; first=$?
wait "$two"; second=$?
if [ "$first$second" = 00 ]; then ok racing_builds_both_run; else not_ok racing_builds_both_run "$(cat "$WORK/a" "$WORK/b" | head -n 3 | tr '\n' ' ')"; fi
count=$(plugins | wc -l)
if [ "$count" -eq 1 ]; then ok racing_builds_make_one_plugin; else not_ok racing_builds_make_one_plugin "$count"; fi
if [ "$(builds)" -eq 0 ]; then ok no_build_directory_is_left; else not_ok no_build_directory_is_left "$(builds)"; fi

before=$(plugins)
expect cached_plugin_runs bench
if [ "$(plugins)" = "$before" ]; then ok cached_plugin_is_not_built_again; else not_ok cached_plugin_is_not_built_again "$before; $(plugins)"; fi

bench --set structures.mrpb.depth=7 >/dev/null 2>&1
bench --inject rtl-full-off-by-one >/dev/null 2>&1
count=$(plugins | wc -l)
if [ "$count" -eq 3 ]; then ok other_hardware_is_another_plugin; else not_ok other_hardware_is_another_plugin "$count"; fi
bench --set l2.ways=4 >/dev/null 2>&1
count=$(plugins | wc -l)
if [ "$count" -eq 3 ]; then ok same_hardware_is_the_same_plugin; else not_ok same_hardware_is_the_same_plugin "$count"; fi

printf 'not a shared object' >"$WORK/cache/plugins/$(plugins | head -n 1 | cut -d' ' -f1)"
printf 'not a shared object' >"$WORK/cache/plugins/$(plugins | tail -n 1 | cut -d' ' -f1)"
printf 'not a shared object' >"$WORK/cache/plugins/$(plugins | sed -n 2p | cut -d' ' -f1)"
expect_status spoilt_plugin_is_a_tool_failure 3 'cannot load the plug-in' bench

mkdir -p "$WORK/bin"
expect_status missing_verilator_is_named 3 'verilator: not found' env PATH="$WORK/bin" "$WARPLOOM" bench -c mrpb-base-s
printf '#!/bin/sh\necho "%%Error: made to fail" >&2\nexit 1\n' >"$WORK/bin/verilator"
chmod +x "$WORK/bin/verilator"
expect_status failing_tool_shows_its_log 3 'made to fail' env PATH="$WORK/bin:$PATH" "$WARPLOOM" bench -c mrpb-base-s
expect_status unwritable_cache_is_named 2 'cannot make directory' env WARPLOOM_CACHE=/proc/nowhere "$WARPLOOM" bench -c mrpb-base-s
finish
