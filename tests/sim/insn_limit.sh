#!/usr/bin/env bash
# insn_limit.sh : gpu.insn_limit ends a run with exactly so many thread instructions on every
# machine, with all laws checked; gpu.timing counts them without simulating.
# (tests/unit/test_gpu_threads.c: for any number of threads and order of evaluation.)
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3' instead of '$2'"; fi; }
sim() { "$WARPLOOM" sim --json "$@"; }
sum() { sim "$@" | jq -c '[.cut, .thread_insns, .check]'; }

# Counted without time, an instruction is one as with it, in each kernel; results are checked, and
# no cycle passes.
sim -c gtx480 --set gpu.timing=false bicg >"$WORK/untimed.json"
sim -c gtx480 bicg >"$WORK/timed.json"
fact untimed_run_passes_in_no_cycles \
    '.check == "passed" and .cycles == 0 and .l1d.read_accesses == 0' "$WORK/untimed.json"
for key in warp_insns thread_insns '[.kernels[] | [.name, .thread_insns]]'; do
    path=$key; [[ $key == \[* ]] || path=.$key
    same "untimed_${key//[^a-z_]/}_are_those_of_the_timed_run" \
        "$(jq -c "$path" "$WORK/timed.json")" "$(jq -c "$path" "$WORK/untimed.json")"
done
# Barriers, warps that exit before them, shared memory, launches that follow from results.
for program in nw backprop mergesort bfs; do
    same "untimed_${program}_passes" passed "$(sim -c gtx480 --set gpu.timing=false "$program" |
        jq -r .check)"
done

# The count is exact wherever it lies, and the same with and without each structure.
total=$(jq .thread_insns "$WORK/timed.json")
first=$(jq '.kernels[0].thread_insns' "$WORK/timed.json")
for machine in 'gtx480' 'mrpb-base-s' 'mrpb-base-s --set structures.mrpb.enable=false' \
    'dwt-pric-full' 'warppool' 'cart' 'cart --set sm.gate=ccws'; do
    read -ra words <<<"$machine"
    for limit in 1 $((first / 3)) "$first" $((first + 1)) $((total - 1)); do
        same "${machine//[^a-z0-9=]/_}_is_cut_at_$limit" "[1,$limit,\"cut\"]" \
            "$(sum -c "${words[@]}" --set "gpu.insn_limit=$limit" bicg)"
    done
done
for limit in "$total" $((total + 1)); do
    same "a_run_of_${total}_ends_by_itself_at_$limit" "[0,$total,\"passed\"]" \
        "$(sum -c gtx480 --set "gpu.insn_limit=$limit" bicg)"
done
sim -c gtx480 --set "gpu.insn_limit=$total" bicg |
    jq 'del(.wall_seconds, .config_digest)' >"$WORK/at_total.json"
jq 'del(.wall_seconds, .config_digest)' "$WORK/timed.json" >"$WORK/no_limit.json"
expect a_limit_that_is_not_exceeded_changes_nothing cmp "$WORK/at_total.json" "$WORK/no_limit.json"
sim -c gtx480 --set "gpu.insn_limit=$((first + 9))" bicg >"$WORK/second.json"
same the_kernel_before_the_cut_is_as_without_it "$(jq -c '.kernels[0]' "$WORK/timed.json")" \
    "$(jq -c '.kernels[0]' "$WORK/second.json")"
fact the_kernel_that_is_cut_has_the_rest '.kernels[1].thread_insns == 9' "$WORK/second.json"

# The same without time, also where a turn of a warp does not lie near it.
for limit in 1 $((first / 3)) "$first" $((first + 1)) $((total - 1)); do
    same "untimed_run_is_cut_at_$limit" "[1,$limit,\"cut\"]" \
        "$(sum -c gtx480 --set gpu.timing=false --set "gpu.insn_limit=$limit" bicg)"
done
for limit in "$total" $((total + 1)); do
    same "untimed_run_ends_by_itself_at_$limit" "[0,$total,\"passed\"]" \
        "$(sum -c gtx480 --set gpu.timing=false --set "gpu.insn_limit=$limit" bicg)"
done

# Cut, requests in flight end as they do at a kernel's end: barriers, atomics, stores, constants,
# programs whose host reads a flag.
for program in nw histo bfs srad lbm; do
    half=$(($(sim -c gtx480 --set gpu.timing=false "$program" | jq .thread_insns) / 2))
    same "half_of_${program}" "[1,$half,\"cut\"]" \
        "$(sum -c mrpb-base-s --set "gpu.insn_limit=$half" "$program")"
done
"$WARPLOOM" sim -c gtx480 --set gpu.insn_limit=5000 atax >"$WORK/text"
expect the_cut_is_said_in_text grep -q \
    'atax small on gtx480: cut by gpu.insn_limit, results not checked' "$WORK/text"

# A program without end is stopped, with time and without, and it is said which dumps are of an
# earlier run.
cat >"$WORK/endless.ptx" <<'PTX'
.version 3.1
.target sm_20
.address_size 64
.visible .entry k(.param .u64 p)
{
L: bra L;
}
PTX
cat >"$WORK/endless.yaml" <<'YAML'
ptx: endless.ptx
buffers: {A: {type: u32, count: 4}}
launches: [{kernel: k, grid: [2,1,1], block: [48,1,1], args: [A]}]
dump: [{buffer: A, file: old.raw}, {buffer: A, file: new.raw}]
YAML
echo old >"$WORK/old.raw"
for timing in true false; do
    endless=(-c gtx480 --set gpu.insn_limit=200000 --set "gpu.timing=$timing"
        --launch "$WORK/endless.yaml")
    same "an_endless_program_is_cut_timing_$timing" '[1,200000]' \
        "$(sim "${endless[@]}" | jq -c '[.cut, .thread_insns]')"
    expect "a_cut_run_is_good_timing_$timing" bash -c '"$@" >"$0" 2>&1' "$WORK/out" \
        "$WARPLOOM" sim "${endless[@]}"
    expect "the_cut_is_noted_timing_$timing" grep -q \
        '^note: gpu.insn_limit has ended the run before its last instruction' "$WORK/out"
    expect "the_old_dump_is_noted_timing_$timing" grep -q \
        'old.raw was not written; the file there is from before this run$' "$WORK/out"
    expect "the_missing_dump_is_noted_timing_$timing" grep -q \
        'new.raw was not written$' "$WORK/out"
    expect "the_text_says_it_timing_$timing" grep -q 'dumps were not written' "$WORK/out"
done

# In lockstep with the RTL the cut machine is the same one.
"$WARPLOOM" cosim -q -c mrpb-base-s --set gpu.insn_limit=300000 --json atax >"$WORK/cosim.json"
same lockstep_cuts_where_the_model_does "$(sim -c mrpb-base-s --set gpu.insn_limit=300000 atax |
    jq -c '[.check, .cycles, .thread_insns]')" \
    "$(jq -c '[.check, .cycles, .thread_insns]' "$WORK/cosim.json")"

# Synthetic kernels stop too; a trace would be of part of a kernel.
printf \
    'kernels:\n- {name: a, grid: 4, block: 64, program: [{loop: 9, do: [{alu: {class: fp_mad, count: 4}}]}]}\n- {grid: 1, block: 32, program: [{alu: {class: fp_mad}}]}\n' >"$WORK/a.yaml"
same synthetic_kernels_stop '[1,100,["a"]]' \
    "$(sim -c gtx480 --set gpu.insn_limit=100 --synthetic "$WORK/a.yaml" |
    jq -c '[.cut, .thread_insns, [.kernels[].name]]')"
expect_status no_trace_of_a_cut_run 2 '--write-trace: not with gpu.insn_limit' "$WARPLOOM" sim \
    -c gtx480 --set gpu.insn_limit=9 atax --write-trace "$WORK/trace"
expect_status limit_is_a_number 2 'gpu.insn_limit' "$WARPLOOM" sim -c gtx480 \
    --set gpu.insn_limit=-1 atax
finish
