#!/usr/bin/env bash
# run.sh : what tests/run gives a test does not depend on who starts it: no language but C (decimal
# points, order, messages), none of the user's settings of the program; and its times are numbers. A
# test that meets a limit is ended, whatever it has started, and it is said which; while tests run,
# it is told how many have.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

mkdir -p "$WORK/build/tests"
cat >"$WORK/build/tests/test_planted" <<'EOF'
#!/usr/bin/env bash
[ "$LC_ALL" = C ] && echo ok planted_language
[ -z "${WARPLOOM_CONFIG-}${WARPLOOM_STATS-}" ] && echo ok planted_settings
EOF
chmod +x "$WORK/build/tests/test_planted"
: >"$WORK/build/warploom"
said=$(LC_ALL=de_DE.UTF-8 WARPLOOM_CONFIG=mrpb-base-l WARPLOOM_STATS=$WORK/stats.json \
    B=$WORK/build tests/run tests/test_planted 2>"$WORK/err")
if [ "${said##*$'\n'}" = '2 passed, 0 failed' ]; then ok tests_have_one_environment; else
    not_ok tests_have_one_environment "$said"; fi
if grep -qE ' time="[0-9]+[.][0-9]{3}">' "$WORK/build/junit.xml"; then ok times_are_numbers; else
    not_ok times_are_numbers "$(grep -o ' time=.*' "$WORK/build/junit.xml")"; fi

# One uses its processor time up, one waits for something that does not come; a third sleeps and
# works by turns, and meets no limit.
limits=$WORK/limits
mkdir -p "$limits/tests"
cp "$WORK/build/warploom" "$limits/warploom"
printf '#!/bin/sh\nsh -c "while :; do :; done" %s &\nwait\n' "$limits" >"$limits/tests/test_spins"
printf '#!/bin/sh\nsleep 1000 &\necho "$!" >%s/sleeper\nwait\n' "$limits" \
    >"$limits/tests/test_stands"
printf \
    '#!/bin/bash\nfor i in 1 2 3 4 5 6; do sleep 1; for ((k = 0; k < 50000; k++)); do :; done; done\necho ok planted_works\n' >"$limits/tests/test_works"
chmod +x "$limits"/tests/*
said=$(TEST_CPU_SECONDS=2 TEST_IDLE_SECONDS=5 PROGRESS_SECONDS=1 B=$limits tests/run -j 3 \
    tests/test_ 2>"$WORK/err")
if [ "${said##*$'\n'}" = '1 passed, 2 failed' ]; then ok limits_end_tests; else
    not_ok limits_end_tests "$said"; fi
cpu='ended by its limit: 2 seconds of processor time (TEST_CPU_SECONDS)'
idle='ended by its limit: 5 seconds without using processor time (TEST_IDLE_SECONDS)'
log() { cat "$limits"/test-logs/*"$1".log; }
expect log_names_the_limit_of_processor_time grep -qxF "# $cpu" <(log test_spins)
expect log_names_the_limit_of_standing_still grep -qxF "# $idle" <(log test_stands)
expect failure_names_its_limit grep -qF "test_spins: $cpu" "$WORK/err"
expect junit_names_the_limit grep -qF "$idle" "$limits/junit.xml"
gone() { ! kill -0 "$1" 2>/dev/null || grep -q '^State:.Z' "/proc/$1/status"; }
expect what_a_test_has_started_is_ended gone "$(cat "$limits/sleeper")"
expect the_spinning_child_is_ended [ -z "$(pgrep -f "done $limits\$")" ]
expect times_are_kept_for_the_next_run grep -qE '/test_works [0-9.]+$' "$limits/test-times"
said=$(PROGRESS_SECONDS=1 B=$limits tests/run -j 1 test_works 2>"$WORK/err")
if grep -qE '^0 of 1 tests, about [0-9]+:[0-9]{2} left$' <<<"$said"; then ok progress_is_told;
    else not_ok progress_is_told "$said"; fi

# What took longest, and what has not run yet, begins first, and the processor time that is told is
# that of the test that uses it.
order=$WORK/order
mkdir -p "$order/tests"
cp "$WORK/build/warploom" "$order/warploom"
for t in a b c; do printf '#!/bin/sh\necho ok planted_%s\n' $t >"$order/tests/test_$t"; done
printf '#!/bin/bash\nfor ((k = 0; k < 100000; k++)); do :; done\necho ok planted_b\n' \
    >"$order/tests/test_b"
chmod +x "$order"/tests/*
ran() { B=$order tests/run -j 1 "$order/tests/test_" 2>&1 | sed -nE 's/^done .*test_(.)$/\1/p' |
    paste -sd ' '; }
printf '%s 1.0\n%s 9.0\n%s 5.0\n' "$order"/tests/test_{a,b,c} >"$order/test-times"
first=$(ran)
printf '%s 9.0\n%s 1.0\n' "$order"/tests/test_{a,b} >"$order/test-times"
if [ "$first; $(ran)" = 'b c a; c a b' ]; then ok longest_begin_first; else
    not_ok longest_begin_first "$first"; fi
if [ "$(sort -k 3,3nr "$order/test-logs/finished" |
    sed -nE '1s/.*test_(.) .*/\1/p')" = b ]; then ok processor_time_is_of_the_test_that_uses_it
else not_ok processor_time_is_of_the_test_that_uses_it "$(cat "$order/test-logs/finished")"; fi

# Inside of a test: a program that uses its time up is named, one that fails by itself is not; a
# wait ends with what it waits for.
spins() { limited 1 bash -c 'while :; do :; done'; }
expect_status limit_of_a_program_is_named 152 \
    'limit: bash has used its 1 seconds of processor time' spins
expect_status limit_of_a_program_below_it_is_named 7 'limit: bash has used its 1 seconds' limited \
    1 bash -c 'bash -c "while :; do :; done"; exit 7'
if [ -z "$(limited 100 false 2>&1)" ]; then ok failure_is_no_limit; else
    not_ok failure_is_no_limit 'it is said to be one'; fi
sleep 0.3 & expect_status wait_ends_with_the_process 1 '' awaits $! false

# A test whose head says that it runs alone does; others share the processors.
alone=$WORK/alone
mkdir -p "$alone/tests"
cp "$WORK/build/warploom" "$alone/warploom"
for t in a b gpu_threads; do
    printf '#!/bin/sh\necho begin %s >>%s\nsleep 0.4\necho end %s >>%s\necho ok planted_%s\n' $t \
        "$alone/said" $t "$alone/said" $t >"$alone/tests/test_$t"
done
chmod +x "$alone"/tests/*
B=$alone tests/run -j 3 "$alone/tests/test_" >/dev/null 2>&1
said=$(paste -sd ' ' "$alone/said")
if [[ $said == *'begin gpu_threads end gpu_threads'* ]]; then ok what_runs_alone_does; else
    not_ok what_runs_alone_does "$said"; fi
if [[ $said == *'begin a begin b'* || $said == *'begin b begin a'* ]]; then ok others_share; else
    not_ok others_share "$said"; fi

# What is asked of results is told as it is, all by one jq or, beside what it cannot read, one by
# one; and also in a subshell.
told() { sed -nE 's/^(ok|not ok) ([a-z_]+).*/\1 \2/p' | paste -sd ,; }
echo '{"a": 1, "b": null}' >"$WORK/one.json"
echo '{"a": ' >"$WORK/broken.json"
: >"$WORK/empty.json"
cat >"$WORK/asks.sh" <<'END'
source tests/lib.sh
fact a_fact '.a == 1' "$1/one.json"
fact no_fact '.a == 2' "$1/one.json"
fact null_is_none .b "$1/one.json"
holds it_holds '.a == 1' "$1/one.json"
holds a_number_is_not_true .a "$1/one.json"
(fact below_no_fact '.a == 2' "$1/one.json")
if [ "$2" ]; then
    fact of_nothing .a "$1/empty.json"
    fact of_no_file .a "$1/none.json"
    holds of_half_a_file 'true' "$1/broken.json"
    fact with_half_a_filter '.a ==' "$1/one.json"
    fact another_fact '.a < 2' "$1/one.json"
fi
finish
END
all='not ok below_no_fact,ok a_fact,not ok no_fact,not ok null_is_none,ok it_holds'
all+=',not ok a_number_is_not_true'
said=$(bash "$WORK/asks.sh" "$WORK" '' 2>&1 | told)
if [ "$said" = "$all" ]; then ok results_are_told_as_they_are; else
    not_ok results_are_told_as_they_are "$said"; fi
all+=',not ok of_nothing,not ok of_no_file,not ok of_half_a_file,not ok with_half_a_filter'
said=$(bash "$WORK/asks.sh" "$WORK" broken 2>&1 | told)
if [ "$said" = "$all,ok another_fact" ]; then ok results_are_told_beside_broken_ones; else
    not_ok results_are_told_beside_broken_ones "$said"; fi
if bash "$WORK/asks.sh" "$WORK" '' >/dev/null; then not_ok a_wrong_fact_ends_with_status_1 0
else ok a_wrong_fact_ends_with_status_1; fi
finish
