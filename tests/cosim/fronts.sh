#!/usr/bin/env bash
# fronts.sh : the RTL in lockstep under Accel-Sim traces, access patterns and a user's PTX, as under
# workloads: no mismatch, every cycle of every SM compared, the model's statistics; and a seeded bug
# is found under each of them, with a replay line that shows it again.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

CONFIG=mrpb-base-s

cat >patterns.yaml <<'EOT'
kernels:
  - {name: streams, grid: {per_sm: 4}, block: 192, program: [{loop: 6, do: [
      {load: {pattern: stride, stride: 4096, region: 16777216, writes: 25}}, {alu: {class: fp_mad, count: 2}}, {load: {pattern: random, region: 65536}}]}]}
EOT
cat >add.ptx <<'EOT'
.version 7.0
.target sm_75
.address_size 64
.entry add(.param .u64 A) {
.reg .b32 %r<6>; .reg .b64 %l<4>;
mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, %r1;
ld.param.u64 %l1, [A]; mul.wide.u32 %l2, %r1, 132; add.u64 %l1, %l1, %l2;
ld.global.u32 %r4, [%l1]; add.u32 %r4, %r4, 1; st.global.u32 [%l1], %r4; ld.global.u32 %r5, [%l1+128]; st.global.u32 [%l1+128], %r4; ret;
}
EOT
cat >add.yaml <<'EOT'
ptx: add.ptx
buffers: {A: {type: u32, count: 600000, init: iota}}
launches: [{kernel: add, grid: [56, 1, 1], block: [256, 1, 1], args: [A]}]
EOT
"$WARPLOOM" sim -q -c $CONFIG atax --write-trace t >trace.log 2>&1 ||
    not_ok trace_to_run "$(head -n 2 trace.log)"

for kind in "trace t/kernelslist.g" "synthetic patterns.yaml" "launch add.yaml"; do
    read -r front file <<<"$kind"
    "$WARPLOOM" sim -q -c $CONFIG --"$front" "$file" --json >model.json 2>model.err
    "$WARPLOOM" cosim -q -c $CONFIG --"$front" "$file" --json >both.json 2>both.err; status=$?
    if [ "$status" = 0 ]; then ok "${front}_runs_in_lockstep"; else
        not_ok "${front}_runs_in_lockstep" "status $status: $(head -n 2 both.err | tr '\n' ' ')"; fi
    said=$(jq \
        '.mismatches == 0 and .cycles_compared == .cycles * 14 and .cycles > 1000 and .events.retries > 0 and .events.accepted_reads > 1000' both.json)
    if [ "$said" = true ]; then ok "${front}_compares_every_cycle_of_busy_sms"; else
        not_ok "${front}_compares_every_cycle_of_busy_sms" \
        "$(jq -c '[.mismatches, .cycles, .cycles_compared, .events]' both.json)"; fi
    same_statistics "${front}_statistics_are_the_models" model.json both.json
done

# A bug of the RTL is found under a trace; the line to replay it names the trace.
"$WARPLOOM" cosim -q -c $CONFIG --trace t/kernelslist.g --inject rtl-full-off-by-one \
    --json >bad.json 2>bad.err; status=$?
if [ "$status" = 1 ] && [ "$(jq '.mismatches > 0' bad.json)" = true ]; then
    ok bug_is_found_under_a_trace; else
    not_ok bug_is_found_under_a_trace "status $status: $(head -n 2 bad.err | tr '\n' ' ')"; fi
replay=$(sed -n 's/^replay: warploom //p' bad.err)
eval "\"$WARPLOOM\" $replay -q --json" >again.json 2>again.err; status=$?
if [[ $status = 1 && $replay == *"--trace t/kernelslist.g"* &&
    $(jq -S .first_mismatch again.json) == "$(jq -S .first_mismatch bad.json)" ]]; then
    ok replay_of_a_trace_shows_the_same
else not_ok replay_of_a_trace_shows_the_same "status $status, line '$replay'"; fi

expect_status front_and_workload 2 'workloads, or one of' "$WARPLOOM" cosim -c $CONFIG atax \
    --trace t/kernelslist.g
expect_status two_fronts 2 'workloads, or one of' "$WARPLOOM" cosim -c $CONFIG \
    --synthetic patterns.yaml --trace t/kernelslist.g
# A mistake in a file is told as `sim` tells it.
echo 'kernels: [{grid: 0, block: 32, program: []}]' >wrong.yaml
cosim=$("$WARPLOOM" cosim -c $CONFIG --synthetic wrong.yaml 2>&1 >/dev/null)
sim=$("$WARPLOOM" sim -c $CONFIG --synthetic wrong.yaml 2>&1 >/dev/null)
if [[ $sim == wrong.yaml:1:* && $cosim == "$sim" ]]; then ok mistake_in_a_file_is_told_once
else not_ok mistake_in_a_file_is_told_once "$cosim"; fi
expect_status size_of_a_trace 2 'only workloads have sizes' "$WARPLOOM" cosim -c $CONFIG \
    --trace t/kernelslist.g --size paper
expect_status trace_that_is_not_there 2 'cannot read' "$WARPLOOM" cosim -c $CONFIG \
    --trace nowhere/kernelslist.g
expect_status unknown_opcodes_as_what 2 'must be add' "$WARPLOOM" cosim -c $CONFIG \
    --trace t/kernelslist.g --unknown-opcodes mul
expect_status unknown_opcodes_without_trace 2 'is for --trace' "$WARPLOOM" cosim -c $CONFIG \
    --synthetic patterns.yaml --unknown-opcodes add
finish
