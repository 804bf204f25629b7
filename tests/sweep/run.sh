#!/usr/bin/env bash
# run.sh : `warploom sweep run | list | status | retry | collect`: points run once, whatever is
# killed; the table is that of a serial run that nobody disturbed, to the byte.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

sweep() { "$WARPLOOM" sweep "$@"; }
done_of() { sweep status -m "$1" --json | jq .done; }
cat >kernel.yaml <<'END'
kernels:
  - {grid: 2, block: 64, regs: 20, program: [{loop: 8, do: [{load: {pattern: random, region: 65536}}]}]}
END
cat >short.yaml <<'END'
name: short
axes: {l1d.mshrs: [8, 32]}
sim: {patterns: [kernel.yaml]}
seeds: {from: 1, to: 150}
END
for d in serial killed tasks; do sweep plan short.yaml -o $d >/dev/null || not_ok planned $d; done

# ---- serial, undisturbed
expect a_serial_run sweep run -m serial -j 1
expect it_is_collected sweep collect -m serial
expect every_point_is_done [ "$(done_of serial)" = 300 ]
rows=$(sqlite3 serial/results.db \
    'SELECT count(*), count(DISTINCT hash), sum(state = "done"), min(cycles) > 0, count(DISTINCT "l1d.mshrs") FROM run')
if [ "$rows" = '300|300|300|1|2' ]; then ok the_table_has_a_row_a_point; else
    not_ok the_table_has_a_row_a_point "$rows"; fi
expect seeds_make_a_difference [ \
    "$(sqlite3 serial/results.db 'SELECT count(DISTINCT cycles) FROM run')" -gt 10 ]
# One point again by hand: the file's own seed, the same configuration.
sed 's/^kernels/seed: 7\nkernels/' kernel.yaml >seven.yaml
"$WARPLOOM" sim -c gtx480 --set l1d.mshrs=8 --synthetic seven.yaml --json >seven.json
want=$(jq '"\(.cycles)|\(.l1d.read_misses)|\(.warp_insns)"' -r seven.json)
got=$(sqlite3 serial/results.db \
    'SELECT cycles, "l1d.read_misses", warp_insns FROM run WHERE "l1d.mshrs" = 8 AND seed = 7')
if [ -n "$got" ] && [ "$got" = "$want" ]; then ok a_row_is_what_sim_says; else
    not_ok a_row_is_what_sim_says "$got, not $want"; fi
expect it_is_in_wal_mode [ "$(sqlite3 serial/results.db 'PRAGMA journal_mode')" = wal ]
stamp=$(find serial/results -name '*.json' -printf '%f %T@ %i\n' | sort | sha256sum)
out=$(sweep run -m serial -j 2)
if [ "$out" = '0 points ran, 300 were there before, 0 failed' ] &&
    [ "$stamp" = "$(find serial/results -name '*.json' -printf '%f %T@ %i\n' | sort |
    sha256sum)" ]; then
    ok no_point_runs_twice
else not_ok no_point_runs_twice "$out"; fi

# ---- two workers, killed again and again: launchers and workers by turns, at places that a fixed
# sequence draws
same_table() { # NAME DIRECTORY
    local f
    for f in results.csv results.db; do
        if cmp "serial/$f" "$2/$f" >cmp.txt 2>&1; then ok "${1}_$f"; else
            not_ok "${1}_$f" "$(cat cmp.txt)"; fi
    done
}
RANDOM=1
kills=0
for i in $(seq 40); do # a worker may have ended by itself before it is killed
    [ $kills -ge 8 ] && break
    "$WARPLOOM" sweep run -m killed -j 2 >/dev/null 2>&1 & launcher=$!
    awaits $launcher pgrep -P $launcher >/dev/null
    sleep 0.0$((RANDOM % 9))
    victim=$launcher
    [ $((i % 2)) = 0 ] || victim=$(pgrep -P $launcher | head -n 1)
    [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null && kills=$((kills + 1))
    kill $launcher 2>/dev/null
    wait $launcher 2>/dev/null
done
if [ $kills -ge 8 ]; then ok it_was_killed; else not_ok it_was_killed "$kills times"; fi
before=$(done_of killed)
expect the_rest_runs sweep retry -m killed -j 2
echo "# $before of 300 points were done after $kills kills"
expect the_killed_sweep_is_collected sweep collect -m killed
same_table killed_is_serial killed
if [ -z "$(find killed/results -name '*.tmp.*')" ]; then ok no_temporary_file_is_left; else
    not_ok no_temporary_file_is_left "$(find killed/results -name '*.tmp.*')"; fi

# ---- other engines: every command of the list, by xargs, in chunks
sweep list -m tasks --chunk 40 >list.txt
expect the_list_has_a_command_a_task [ "$(wc -l <list.txt)" = 8 ]
expect tasks_run_by_another_engine bash -c "xargs -P 2 -I {} sh -c {} <list.txt"
expect a_done_sweep_lists_nothing [ -z "$(sweep list -m tasks)" ]
sweep collect -m tasks >/dev/null
same_table tasks_are_serial tasks
expect_status a_task_too_many 2 'task' sweep run -m tasks --task 300

# ---- failures: told with their last lines, and run again when asked for. A Yosys that says what it
# is, and then fails.
cat >wrong.yaml <<'END'
name: wrong
config: mrpb-base-s
sim: {patterns: [kernel.yaml]}
synth: {modules: [lib_first]}
END
mkdir bin
cat >bin/yosys <<END
#!/bin/sh
case "\$*" in *-V*) exec $(command -v yosys) "\$@" ;; esac
echo 'ERROR: no licence of nosuch' >&2
exit 1
END
chmod +x bin/yosys
export WARPLOOM_CACHE=$WORK/cache # where no synthesis of it is
broken() { PATH=$WORK/bin:$PATH sweep "$@"; }
broken plan wrong.yaml -o wrong >/dev/null
expect_status a_failed_point_is_status_1 1 '1 points failed' broken run -m wrong
sweep status -m wrong --json >wrong.json
fact the_failure_is_told \
    '.done == 1 and .failed == 1 and .missing == 0 and (.failures[0] | .index == 1 and .signal == null and .status == 3 and (.message | contains("yosys")) and
    (.log | length >= 1 and length <= 20 and (join(" ") | contains("nosuch"))))' wrong.json
expect a_failure_does_not_run_again bash -c \
    "[ \"\$('$WARPLOOM' sweep run -m wrong)\" = '0 points ran, 2 were there before, 0 failed' ]"
expect_status unless_it_is_retried 1 '1 points failed' broken retry -m wrong
sweep collect -m wrong >/dev/null
expect the_table_has_the_failure [ \
    "$(sqlite3 wrong/results.db \
    'SELECT state, log LIKE "%nosuch%", length(message) > 0, cycles IS NULL FROM run WHERE kind = "synth"')" = 'failed|1|1|1' ]
expect with_another_yosys_it_is_done sweep retry -m wrong
unset WARPLOOM_CACHE

# ---- a worker that is killed takes no other one with it
cat >long.yaml <<'END'
name: long
sim: {workloads: [atax, bicg], sizes: [medium]}
END
sweep plan long.yaml -o long >/dev/null
"$WARPLOOM" sweep run -m long -j 2 >/dev/null 2>&1 & launcher=$!
for _ in $(seq 100); do [ "$(pgrep -cP $launcher)" = 2 ] && break; sleep 0.05; done
kill -9 "$(pgrep -P $launcher | head -n 1)"
wait $launcher; status=$?
sweep status -m long --json >long.json
if [ $status = 1 ]; then ok a_killed_worker_is_status_1; else
    not_ok a_killed_worker_is_status_1 "$status"; fi
fact a_killed_worker_fails_alone \
    '.done == 1 and .failed == 1 and .failures[0].signal == 9 and (.failures[0].message | contains("memory"))' long.json
finish
