#!/usr/bin/env bash
# lockstep.sh : workloads with the emitted RTL in the machine: no mismatch, the same statistics
# whoever drives, and on a mismatch a replay line that shows it again, with waves.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

CONFIG=mrpb-base-s
w() { "$WARPLOOM" "$@"; }

w sim -c $CONFIG atax --json >"$WORK/model.json" 2>"$WORK/model.err"
w cosim -c $CONFIG atax --json >"$WORK/lockstep.json" 2>"$WORK/lockstep.err"; status=$?
if [ "$status" = 0 ]; then ok atax_runs_in_lockstep; else
    not_ok atax_runs_in_lockstep "status $status: $(head -n 2 "$WORK/lockstep.err" |
    tr '\n' ' ')"; fi
w cosim -c $CONFIG atax --mode rtl --json >"$WORK/rtl.json" 2>"$WORK/rtl.err"; status=$?
if [ "$status" = 0 ]; then ok atax_runs_on_rtl; else
    not_ok atax_runs_on_rtl "status $status: $(head -n 2 "$WORK/rtl.err" | tr '\n' ' ')"; fi
for mode in lockstep rtl; do
    holds "atax_${mode}_has_no_mismatch" \
        '.mismatches == 0 and .first_mismatch == null and .check == "passed"' "$WORK/$mode.json"
    holds "atax_${mode}_compares_every_cycle_of_every_sm" '.cycles_compared == .cycles * 14' \
        "$WORK/$mode.json"
    holds "atax_${mode}_saw_requests_wait" '.events.retries > 0 and .events.accepted_reads > 0' \
        "$WORK/$mode.json"
    same_statistics "${mode}_statistics_are_the_models" "$WORK/model.json" "$WORK/$mode.json"
done
holds what_is_compared_stands_in_sms '.cycles_of == "SM-cycles"' "$WORK/lockstep.json"
holds events_are_the_statistics_of_the_block '.events == .mrpb' "$WORK/lockstep.json"

w cosim -c $CONFIG atax --sms 0,3-5 --json >"$WORK/some.json" 2>&1
holds listed_sms_alone_are_compared '.mismatches == 0 and .cycles_compared == .cycles * 4' \
    "$WORK/some.json"

w cosim -c $CONFIG atax mvt --sms 0 --json >"$WORK/two.json" 2>&1
holds two_workloads_are_two_runs \
    '(.runs | length) == 2 and .mismatches == 0 and .cycles_compared == ([.runs[].cycles_compared] | add)' "$WORK/two.json"

# A mismatch: found in the second thread, reported to the cycle, replayed from its line.
w cosim -c $CONFIG atax --inject rtl-full-off-by-one --json >"$WORK/bad.json" 2>"$WORK/bad.err";
    status=$?
if [ "$status" = 1 ]; then ok mismatch_is_status_1; else not_ok mismatch_is_status_1 "$status"; fi
holds mismatch_shows_the_last_cycles \
    '(.first_mismatch.history | length) == 16 and .first_mismatch.history[15].cycle == .first_mismatch.cycle' "$WORK/bad.json"
replay=$(sed -n 's/^replay: warploom //p' "$WORK/bad.err")
(cd "$WORK" && eval "\"$WARPLOOM\" $replay --json" >"$WORK/again.json" 2>"$WORK/again.err");
    status=$?
if [ "$status" = 1 ]; then ok replay_line_runs; else
    not_ok replay_line_runs "status $status, line '$replay': $(head -n 2 "$WORK/again.err" |
    tr '\n' ' ')"; fi
if [ "$(jq -S .first_mismatch "$WORK/again.json")" = "$(jq -S .first_mismatch "$WORK/bad.json")" \
    ]; then ok replay_shows_the_same_mismatch; else
    not_ok replay_shows_the_same_mismatch "$(jq -c .first_mismatch.cycle "$WORK/again.json")"; fi
# An FST file begins with a header block: type 0, 329 bytes.
fst() { [ "$(od -An -tx1 -N 9 "$1" 2>&1 | tr -d " ")" = 000000000000000149 ]; }
if fst "$WORK/mismatch.fst"; then ok replay_writes_waves; else
    not_ok replay_writes_waves "$(od -An -tx1 -N 9 "$WORK/mismatch.fst" 2>&1)"; fi

w cosim -c $CONFIG atax --sms 0 --waves "$WORK/clean.fst" --json >"$WORK/clean.json" 2>&1; status=$?
if [ "$status" = 0 ] && fst "$WORK/clean.fst"; then ok waves_without_a_mismatch; else
    not_ok waves_without_a_mismatch "status $status: $(tail -n 1 "$WORK/clean.json")"; fi
left=$(find "$WORK" -name '*.tmp.*')
if [ -z "$left" ]; then ok no_half_written_waves; else not_ok no_half_written_waves "$left"; fi

expect_status waves_into_nowhere 2 'cannot write' w cosim -c $CONFIG atax \
    --waves "$WORK/nowhere/x.fst"
mkfifo "$WORK/pipe"
expect_status waves_into_no_file 2 'must be a regular file' w cosim -c $CONFIG atax \
    --waves "$WORK/pipe"
expect what_is_no_file_stays test -p "$WORK/pipe"
expect_status waves_of_two_workloads 2 'one workload' w cosim -c $CONFIG atax bicg \
    --waves "$WORK/x.fst"
expect_status bad_mode 2 'lockstep or rtl' w cosim -c $CONFIG atax --mode both
expect_status bad_sm 2 'SMs of 0..13' w cosim -c $CONFIG atax --sms 14
expect_status bad_simulator 2 'verilator or icarus' w cosim -c $CONFIG atax --sim modelsim
expect_status no_mrpb_no_rtl 2 'structures.mrpb: not enabled' w cosim -c gtx480 atax
expect_status time_is_needed 2 'gpu.timing: is false; must be true' w cosim -c $CONFIG atax \
    --set gpu.timing=false
expect_status no_workload 2 'workloads, or one of' w cosim -c $CONFIG
expect_status unknown_workload 2 'atax' w cosim -c $CONFIG atxa
finish
