#!/usr/bin/env bash
# icarus.sh : Icarus, the simulator of four states: every block's bench and a workload, with
# don't-care inputs X and the state X before each reset: no X where a value counts; and X that gets
# there is found. Its exit status is right when the simulation ends by itself.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

icarus() { "$WARPLOOM" bench --sim icarus --json "$@"; }

# A block whose ports have don't-care inputs has had X there; MRPB's payload, which is never reset,
# has shown some.
CYCLES=6000
clean() { # NAME FILTER OPTION...
    local name=$1 filter=$2; shift 2
    icarus "$@" >"$WORK/$name.json" 2>"$WORK/$name.err"
    expect_status "${name}_runs_in_icarus" 0 '' only_too_short "$WORK/$name.err"
    holds "${name}_has_no_x_where_a_value_counts" \
        ".mismatches == 0 and .broken_law == null and .simulator == \"icarus\" and ($filter)" \
        "$WORK/$name.json"
}
clean mrpb '.x_driven > 1000 and .x_seen > 100 and .resets > 0' -c mrpb-base-s --cycles $CYCLES \
    --seed 3 --assertions
clean mrpb_stored '.x_driven > 1000 and .x_seen > 100' -c mrpb-base-s \
    --set structures.mrpb.flush=false --set structures.mrpb.data_bits=40 --cycles $CYCLES --seed 3 \
    --assertions
clean pric '.x_driven == 0' -c gtx480 --set structures.pric.enable=true --cycles 3000
clean streambypass '.x_driven == 0' -c gtx480 --set structures.streambypass.enable=true \
    --set structures.streambypass.period=16 --cycles $CYCLES
clean dwtcs '.x_driven > 1000' -c gtx480 --set structures.dwtcs.enable=true \
    --set structures.dwtcs.period=4 --set gpu.sms=3 --cycles 12000

# Registers of 159,360 bits, wider than all ports together: X in every bit before a reset, like the
# others.
clean wide_registers '.resets > 0' -c gtx480 --block crossbar_request \
    --set structures.crossbar.enable=true --set structures.crossbar.data=true --set gpu.sms=2 \
    --set dram.channels=1 --set l2.slices_per_channel=1 --set icnt.input_buffer=4 \
        --set icnt.latency=250 --set icnt.request_flit_bytes=80 --cycles 1200

# The same run in both simulators: what was compared, and every event, is the same.
same='{cycles_compared, compares, masked, resets, events, mismatches}'
"$WARPLOOM" bench -c mrpb-base-s --cycles $CYCLES --seed 3 \
    --assertions --json >"$WORK/verilator.json"
expect both_simulators_see_the_same_run diff <(jq -S "$same" "$WORK/mrpb.json") <(jq -S "$same" \
    "$WORK/verilator.json")

# A register of control without reset, and a payload that leaks: an X, in the first cycle or soon.
leaks() { # ID OPTION...
    local id=$1; shift
    icarus "$@" --cycles $CYCLES --inject "$id" >"$WORK/$id.json" 2>"$WORK/$id.err"
    holds "icarus_catches_${id}_as_x" \
        '.mismatches == 1 and (.first_mismatch.rtl[2:] | test("x")) and .cycles_compared < 2000' \
        "$WORK/$id.json"
}
leaks rtl-reset-forgets-choice -c mrpb-base-s
leaks rtl-flush-unqualified -c mrpb-base-s
leaks rtl-pending-unqualified -c mrpb-base-s
leaks rtl-stream-reset-keeps-mode -c gtx480 --set structures.streambypass.enable=true
leaks rtl-stream-reset-keeps-score -c gtx480 --set structures.streambypass.enable=true \
    --set structures.streambypass.period=16
leaks rtl-dwtcs-reset-keeps -c gtx480 --set structures.dwtcs.enable=true \
    --set structures.dwtcs.period=4
expect_status mismatch_is_status_1 1 'differs' "$WARPLOOM" bench -c mrpb-base-s --sim icarus \
    --cycles 1000 --inject rtl-reset-forgets-choice

# An assertion's $fatal ends the simulation: the rule is named and the status is that of a failed
# check. No simulation outlives its run, be that killed: they are known by this cache's path in
# their command lines.
own() { WARPLOOM_CACHE=$WORK/own "$WARPLOOM" bench -c mrpb-base-s --sim icarus "$@"; }
simulates() { grep -qF "$WORK/own" <<<"$(pgrep -af '^vvp ')"; }
expect_status assertion_in_icarus_fails_the_run 1 'WL_ASSERT ' own --cycles 20000 \
    --assertions --inject rtl-order-reversed
expect_status no_simulation_is_left 1 '' simulates
WARPLOOM_CACHE=$WORK/own "$WARPLOOM" bench -c mrpb-base-s --sim icarus --cycles 100000000 \
    >"$WORK/killed" 2>&1 & run=$!
expect a_simulation_that_runs_is_seen awaits $run simulates
kill -KILL $run; wait $run 2>/dev/null
gone() { ! simulates; }
expect no_simulation_outlives_a_killed_run awaits $$ gone

# In the machine.
"$WARPLOOM" cosim -c mrpb-base-s vectoradd --sms 0 --sim icarus --json >"$WORK/cosim.json" \
    2>"$WORK/cosim.err"
holds vectoradd_runs_in_icarus \
    '.mismatches == 0 and .check == "passed" and .cycles_compared == .cycles and .blocks.mrpb.x_driven > 1000' "$WORK/cosim.json"
"$WARPLOOM" cosim -c mrpb-base-s atax --sms 0 --sim icarus --inject rtl-pending-unqualified \
    --json >"$WORK/bad.json" 2>"$WORK/bad.err"; status=$?
if [ "$status" = 1 ] && grep -q -- '--sim icarus' "$WORK/bad.err"; then
    ok x_in_the_machine_is_a_mismatch; else
    not_ok x_in_the_machine_is_a_mismatch "status $status: $(head -n 2 "$WORK/bad.err" |
    tr '\n' ' ')"; fi

expect_status bad_simulator 2 'verilator or icarus' "$WARPLOOM" bench -c mrpb-base-s --sim modelsim
mkdir "$WORK/bin"
expect_status missing_icarus_is_named 3 'iverilog: not found' env PATH="$WORK/bin" \
    WARPLOOM_CACHE="$WORK/cache" "$WARPLOOM" bench -c mrpb-base-s --sim icarus
printf '#!/bin/sh\necho "cannot do it" >&2\nexit 5\n' >"$WORK/bin/vvp"
chmod +x "$WORK/bin/vvp"
expect_status simulation_that_does_not_start_is_a_tool_failure 3 'cannot do it' env \
    PATH="$WORK/bin:$PATH" "$WARPLOOM" bench -c mrpb-base-s --sim icarus
finish
