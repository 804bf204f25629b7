#!/usr/bin/env bash
# plugin_cache.sh : compiled plug-ins are reused, two programs that want the same one build it once,
# and a killed build leaves nothing that is ever used.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

export WARPLOOM_CACHE=$WORK/cache
command=("$WARPLOOM" bench -c mrpb-base-s --set structures.mrpb.queues=64 --cycles 60000 -q)
bench() { "${command[@]}" "$@"; }
plugins() { find "$WORK/cache/plugins" -name '*.so' ! -path '*/build.*' -printf '%f %T@\n' | sort; }
builds() { find "$WORK/cache/plugins" -maxdepth 1 -name 'build.*' | wc -l; }

# Killed in the middle: as soon as its directory holds what Verilator made. Not through the
# function, whose shell alone would die. Its compilers end with it, a moment later: the directory's
# lock is free then.
"${command[@]}" >/dev/null 2>&1 & pid=$!
awaits "$pid" compgen -G "$WORK/cache/plugins/build.*/model.cpp" >/dev/null
kill -9 "$pid"
wait "$pid" 2>/dev/null
expect compilers_end_with_a_killed_build flock "$(echo "$WORK"/cache/plugins/build.*/lock)" true
if [ "$(builds)" -eq 1 ] && [ -z "$(plugins)" ]; then ok killed_build_leaves_no_plugin; else
    not_ok killed_build_leaves_no_plugin "$(builds) $(plugins)"; fi

# Two at once, over the remains.
bench >"$WORK/a" 2>&1 & one=$!
bench >"$WORK/b" 2>&1 & two=$!
wait "$one"; first=$?
wait "$two"; second=$?
if [ "$first$second" = 00 ]; then ok racing_builds_both_run; else
    not_ok racing_builds_both_run "$(cat "$WORK/a" "$WORK/b" | head -n 3 | tr '\n' ' ')"; fi
count=$(plugins | wc -l)
if [ "$count" -eq 1 ]; then ok racing_builds_make_one_plugin; else
    not_ok racing_builds_make_one_plugin "$count"; fi
if [ "$(builds)" -eq 0 ]; then ok no_build_directory_is_left; else
    not_ok no_build_directory_is_left "$(builds)"; fi

before=$(plugins)
expect cached_plugin_runs bench
if [ "$(plugins)" = "$before" ]; then ok cached_plugin_is_not_built_again; else
    not_ok cached_plugin_is_not_built_again "$before; $(plugins)"; fi

bench --set structures.mrpb.depth=7 >/dev/null 2>&1
bench --inject rtl-full-off-by-one >/dev/null 2>&1
count=$(plugins | wc -l)
if [ "$count" -eq 3 ]; then ok other_hardware_is_another_plugin; else
    not_ok other_hardware_is_another_plugin "$count"; fi
bench --set l2.ways=4 >/dev/null 2>&1
count=$(plugins | wc -l)
if [ "$count" -eq 3 ]; then ok same_hardware_is_the_same_plugin; else
    not_ok same_hardware_is_the_same_plugin "$count"; fi

# A plug-in that is not what was made is noticed before it is loaded (a truncated one would be a
# SIGBUS), and made anew.
small=(-c gtx480 --set structures.pric.enable=true --set structures.pric.index_bits=4 \
    --cycles 3000 -q)
export WARPLOOM_CACHE=$WORK/damaged
mkdir -p "$WARPLOOM_CACHE/plugins"
cp "$WORK"/cache/plugins/{runtime,headers,toolchain}-* "$WARPLOOM_CACHE/plugins/"
expect small_plugin_is_made "$WARPLOOM" bench "${small[@]}"
so=$(echo "$WARPLOOM_CACHE"/plugins/*.so) runtime=$(echo "$WARPLOOM_CACHE"/plugins/runtime-*.o)
cp "$so" "$WORK/good.so"
expect small_icarus_plugin_is_made "$WARPLOOM" bench "${small[@]}" --sim icarus
vvp=$(echo "$WARPLOOM_CACHE"/plugins/*.vvp)
# NAME FILE [OPTION...]: the run is good, says so in one sentence, and the file has its digest again
made_anew() {
    local name=$1 file=$2 out; shift 2
    out=$("$WARPLOOM" bench "${small[@]}" "$@" 2>&1 >/dev/null); status=$?
    if [ $status -eq 0 ] && [ "$out" = \
        "warning: $file does not have the digest that it was made with, so it is made anew" ] &&
        (cd "$(dirname "$file")" && sha256sum --quiet -c "$(basename "$file").sha256"); then
            ok "$name"; else not_ok "$name" "status $status: $out"; fi
}
truncate -s 20000 "$so";
    made_anew truncated_plugin_is_made_anew "$so"
printf '\x01' | dd of="$so" bs=1 seek=9000 conv=notrunc status=none;
    made_anew changed_plugin_is_made_anew "$so"
: >"$so";
    made_anew empty_plugin_is_made_anew "$so"
rm "$so.sha256";
    made_anew plugin_without_digest_is_made_anew "$so"
sed -i 's/  .*/  another.so/' "$so.sha256";
    made_anew plugin_of_another_key_is_made_anew "$so"
truncate -s 2000 "$vvp";
    made_anew truncated_icarus_plugin_is_made_anew "$vvp" --sim icarus
rm "$so"; truncate -s 2000 "$runtime";
    made_anew truncated_runtime_is_made_anew "$runtime"
# Precompiled headers have no digest: the compiler refuses damaged ones, and the plug-in is compiled
# without; the next has new ones.
headers=$(echo "$WARPLOOM_CACHE"/plugins/headers-*.h.gch) whole=$(stat -c %s \
    "$WARPLOOM_CACHE"/plugins/headers-*.h.gch)
expect a_second_plugin_shares_runtime_and_headers "$WARPLOOM" bench "${small[@]}" --assertions
count=$(find "$WARPLOOM_CACHE/plugins" -name 'runtime-*.o' -o -name 'headers-*.gch' | wc -l)
if [ "$count" -eq 2 ]; then ok runtime_and_headers_are_made_once; else
    not_ok runtime_and_headers_are_made_once "$count files"; fi
for size in 0 2000 $((whole / 2)); do
    rm "$so"; truncate -s "$size" "$headers"
    expect "plugin_is_made_with_headers_of_${size}_bytes" "$WARPLOOM" bench "${small[@]}"
done
rm "$so"; expect plugin_is_made_with_new_headers "$WARPLOOM" bench "${small[@]}"
if [ "$(stat -c %s "$headers")" -gt $((whole / 10 * 9)) ]; then ok damaged_headers_are_made_anew;
    else not_ok damaged_headers_are_made_anew "$(stat -c %s "$headers") bytes"; fi
# What the tools are is asked once: not again by a bench whose plug-in is there, but of other
# programs in PATH, and of the same ones when they have changed.
mkdir "$WORK/tools"
asked() { wc -l <"$WORK/tools/calls"; }
cat >"$WORK/tools/verilator" <<END
#!/bin/sh
echo "\$*" >>"$WORK/tools/calls"
exec $(command -v verilator) "\$@"
END
chmod +x "$WORK/tools/verilator"
through() { env PATH="$WORK/tools:$PATH" "$WARPLOOM" bench "${small[@]}"; }
: >"$WORK/tools/calls"
expect bench_with_another_verilator through
if grep -qx -e --version "$WORK/tools/calls"; then ok another_verilator_is_asked; else
    not_ok another_verilator_is_asked "$(paste -sd ' ' "$WORK/tools/calls")"; fi
before=$(asked)
expect second_bench_with_it through
if [ "$(asked)" = "$before" ]; then ok known_verilator_is_not_asked_again; else
    not_ok known_verilator_is_not_asked_again "$(paste -sd ' ' "$WORK/tools/calls")"; fi
echo '# changed' >>"$WORK/tools/verilator"
expect bench_with_a_changed_verilator through
if [ "$(asked)" -gt "$before" ]; then ok changed_verilator_is_asked; else
    not_ok changed_verilator_is_asked "$(asked) calls, as before"; fi
known=$(ls -t "$WARPLOOM_CACHE"/plugins/toolchain-*.txt | tail -n 1)
truncate -s 20 "$known";
    made_anew truncated_toolchain_is_asked_again "$known"
expect undamaged_plugin_says_nothing bash -c '[ -z "$("$@" 2>&1 >/dev/null)" ]' - "$WARPLOOM" \
    bench "${small[@]}"
truncate -s 20000 "$so"
for _ in 1 2 3; do "$WARPLOOM" bench "${small[@]}" >>"$WORK/race" 2>&1 & done
wait
if [ "$(grep -c 'made anew' "$WORK/race")" -eq 1 ] &&
    [ "$(grep -c ' 0 mismatches' "$WORK/race")" -eq 3 ]; then ok racing_runs_mend_a_plugin_once;
    else not_ok racing_runs_mend_a_plugin_once "$(head -n 4 "$WORK/race")"; fi
# What stands in the place of a plug-in and cannot be replaced is named.
rm "$so"; mkdir "$so"
expect_status directory_in_the_place_of_a_plugin 3 \
    "to $so: Is a directory; remove what stands there" "$WARPLOOM" bench "${small[@]}"
rmdir "$so"
export WARPLOOM_CACHE=$WORK/cache

mkdir -p "$WORK/bin"
expect_status missing_verilator_is_named 3 'verilator: not found' env PATH="$WORK/bin" "$WARPLOOM" \
    bench -c mrpb-base-s
printf '#!/bin/sh\necho "%%Error: made to fail" >&2\nexit 1\n' >"$WORK/bin/verilator"
chmod +x "$WORK/bin/verilator"
expect_status failing_tool_shows_its_log 3 'made to fail' env PATH="$WORK/bin:$PATH" "$WARPLOOM" \
    bench -c mrpb-base-s
expect_status unwritable_cache_is_named 2 'cannot make directory' env WARPLOOM_CACHE=/proc/nowhere \
    "$WARPLOOM" bench -c mrpb-base-s
finish
