#!/usr/bin/env bash
# sweep.sh : 10,000 short points with 100 SIGKILLs of workers and launchers: no row is lost or
# doubled, only the points in flight run again, and the table has the bytes of a serial run that
# nobody disturbed.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

POINTS=${SWEEP_POINTS:-10000} KILLS=${SWEEP_KILLS:-100}
sweep() { "$WARPLOOM" sweep "$@"; }
cat >kernel.yaml <<'END'
kernels:
  - {grid: 1, block: 32, regs: 20, program: [{load: {pattern: random, region: 65536}}]}
END
cat >many.yaml <<END
name: many
sim: {patterns: [kernel.yaml]}
seeds: {from: 1, to: $POINTS}
END
sweep plan many.yaml -o serial >/dev/null
sweep plan many.yaml -o killed >/dev/null
expect a_serial_run sweep run -q -m serial -j 1
expect it_is_collected sweep collect -m serial

done_files() {
    find killed/results -name '*.json' ! -name '*.failed.json' -printf '%f %i\n' 2>/dev/null | sort
}
# By turns the launcher and a worker. A round goes on for a random time as long as there are fewer
# points than the kills so far allow for, and ends at once otherwise, so that the last kill comes
# before the last point. The runs have the lowest priority, so that this script is not slower than
# they are. A point that is done keeps its file (its inode).
RANDOM=1 kills=0 lost=0
touch before.txt
while [ $kills -lt "$KILLS" ]; do
    nice -n 19 "$WARPLOOM" sweep run -q -m killed -j 2 >/dev/null 2>&1 & launcher=$!
    awaits $launcher pgrep -P $launcher >/dev/null || break
    [ $(($(wc -l <before.txt) * KILLS)) -ge $((kills * POINTS * 9 / 10)) ] ||
        sleep 0.$((RANDOM % 9))
    victim=$launcher
    [ $((kills % 2)) = 0 ] || victim=$(pgrep -P $launcher | head -n 1)
    if [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null; then kills=$((kills + 1)); fi
    kill $launcher 2>/dev/null
    wait $launcher 2>/dev/null
    while pgrep -f "sweep run -q -m killed" -s 0 >/dev/null; do sleep 0.01; done
    done_files >after.txt
    lost=$((lost + $(comm -23 before.txt after.txt | wc -l)))
    mv after.txt before.txt
done
echo "# $(wc -l <before.txt) of $POINTS points were done after $kills kills"
if [ $kills = "$KILLS" ]; then ok "${KILLS}_kills"; else not_ok "${KILLS}_kills" "$kills"; fi
if [ $lost = 0 ]; then ok no_point_that_was_done_was_lost_or_ran_again
else not_ok no_point_that_was_done_was_lost_or_ran_again "$lost"; fi
expect the_rest_runs sweep retry -q -m killed -j 2
expect the_killed_sweep_is_collected sweep collect -m killed
for f in results.csv results.db; do
    if cmp serial/$f killed/$f >cmp.txt 2>&1; then ok "killed_is_serial_$f"
    else not_ok "killed_is_serial_$f" "$(cat cmp.txt)"; fi
done
rows=$(sqlite3 killed/results.db \
    'SELECT count(*), count(DISTINCT hash), count(DISTINCT seed), sum(state = "done") FROM run')
if [ "$rows" = "$POINTS|$POINTS|$POINTS|$POINTS" ]; then ok no_row_is_lost_or_doubled
else not_ok no_row_is_lost_or_doubled "$rows"; fi
finish
