#!/usr/bin/env bash
# determinism.sh : the same run gives the same statistics, to the byte, whatever the time, the
# folder and the environment.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

timeless() { sed '/^ *"wall_seconds": /d'; }
stats() { "$WARPLOOM" sim --json "$@" | timeless; }

for name in atax transpose; do
    stats -c mrpb-base-s "$name" >"$WORK/$name.1"
    (cd "$WORK" && env -i PATH="$PATH" WARPLOOM_SHARE="${WARPLOOM_SHARE-}" \
        LONGER="$(head -c 5000 /dev/zero | tr '\0' x)" "$WARPLOOM" sim --json -c mrpb-base-s \
        "$name" -v) | timeless >"$WORK/$name.2"
    if [ -s "$WORK/$name.1" ] && cmp -s "$WORK/$name.1" "$WORK/$name.2"; then
        ok "sim_${name}_twice_is_the_same"
    else not_ok "sim_${name}_twice_is_the_same" "$(diff "$WORK/$name.1" "$WORK/$name.2" |
        head -n 3 | tr '\n' ' ')"; fi
done

# Any number of threads gives the same bytes (tests/unit/test_gpu_threads.c has kernels that race on
# purpose).
cat >"$WORK/histogram.ptx" <<'PTX'
.version 7.0
.target sm_75
.address_size 64
.visible .entry histogram(.param .u64 in, .param .u64 bins, .param .u64 ranks)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<10>;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [bins];
    ld.param.u64 %rd3, [ranks];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.s32 %r4, %r2, %r3, %r1;
    mul.wide.u32 %rd4, %r4, 4;
    add.s64 %rd5, %rd1, %rd4;
    ld.global.u32 %r5, [%rd5];
    and.b32 %r5, %r5, 63;
    mul.wide.u32 %rd6, %r5, 4;
    add.s64 %rd7, %rd2, %rd6;
    atom.global.add.u32 %r6, [%rd7], 1;
    add.s64 %rd8, %rd3, %rd4;
    st.global.u32 [%rd8], %r6;
    ret;
}
PTX
cat >"$WORK/histogram.yaml" <<'YAML'
ptx: histogram.ptx
buffers: {in: {type: u32, count: 32768, init: {random: 3}}, bins: {type: u32, count: 64}, ranks: {type: u32, count: 32768}}
launches: [{kernel: histogram, grid: [128, 1, 1], block: [256, 1, 1], args: [in, bins, ranks]}]
dump: [{buffer: ranks, file: ranks.raw}]
YAML
for config in gtx480 mrpb-base-s; do
    for what in atax gemm transpose histo scan "--launch $WORK/histogram.yaml"; do
        name=${what##*/}
        for j in 1 2 4; do
            # shellcheck disable=SC2086 # an option and its value
            stats -c "$config" -j "$j" $what >"$WORK/threads.$j"
            if [ -e "$WORK/ranks.raw" ]; then mv "$WORK/ranks.raw" "$WORK/ranks.$j"; fi
        done
        if [ -s "$WORK/threads.1" ] && cmp -s "$WORK/threads.1" "$WORK/threads.2" &&
            cmp -s "$WORK/threads.1" "$WORK/threads.4"; then
            ok "threads_change_nothing_${config}_${name%.*}"
        else not_ok "threads_change_nothing_${config}_${name%.*}" \
            "$(diff "$WORK/threads.1" "$WORK/threads.2" | head -n 3 | tr '\n' ' ')"; fi
    done
    if [ -s "$WORK/ranks.1" ] && cmp -s "$WORK/ranks.1" "$WORK/ranks.2" &&
        cmp -s "$WORK/ranks.1" "$WORK/ranks.4"; then ok "atomics_return_the_same_${config}"
    else not_ok "atomics_return_the_same_${config}" 'the old values that atomics gave differ'; fi
done

# RTL in place of the models gives the same statistics (lockstep checks each port in each cycle:
# tests/cosim).
"$WARPLOOM" cosim --json -q -c mrpb-base-s --mode rtl transpose |
    jq -S '[.cycles, .sm, .l1d, .l2, .dram]' >"$WORK/rtl"
"$WARPLOOM" sim --json -q -c mrpb-base-s -j 2 transpose |
    jq -S '[.cycles, .sm, .l1d, .l2, .dram]' >"$WORK/model"
if [ -s "$WORK/rtl" ] && cmp -s "$WORK/rtl" "$WORK/model"; then
    ok rtl_and_model_in_two_threads_give_the_same
else not_ok rtl_and_model_in_two_threads_give_the_same "$(diff "$WORK/rtl" "$WORK/model" |
    head -n 3 | tr '\n' ' ')"; fi

# A drain ends with what was on its way: a write-back takes hundreds of cycles, not the 100000 after
# which a machine counts as stuck.
expect sim_drain_ends_when_nothing_is_left bash \
    -c \
    '"$WARPLOOM" sim --json -q -c warppool transpose_l --size medium | jq -e ".drain_cycles < 10000"'

# The comparison compares: another machine gives other figures.
stats -c mrpb-base-s --set l1d.ways=8 atax >"$WORK/ways"
if cmp -s "$WORK/atax.1" "$WORK/ways"; then not_ok sim_more_ways_change_statistics 'the same';
    else ok sim_more_ways_change_statistics; fi

expect sim_json_is_alone_on_stdout bash -c \
    '"$WARPLOOM" sim --json vectoradd 2>/dev/null | jq -e .cycles'
if [ -z "$("$WARPLOOM" sim --json vectoradd 2>&1 >/dev/null)" ]; then ok sim_is_silent_on_stderr;
    else not_ok sim_is_silent_on_stderr 'it is not'; fi
finish
