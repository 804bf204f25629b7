#!/usr/bin/env bash
# clock.sh : %clock and its relatives tell the core cycle in which they are issued: a chain of
# dependent additions takes what the configuration says, and the times are the same with any number
# of threads.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

# N: between two looks at the clock N additions, each needing the one before; all twice, so that
# they are in the cache
kernel() {
    printf \
        '.visible .entry chain%d(.param .u64 out)\n{\n\t.reg .pred %%p<2>; .reg .b32 %%r<9>; .reg .b64 %%rd<5>;\n' "$1"
    printf '\tmov.u32 %%r1, 0;\nAGAIN:\n\tmov.u32 %%r4, %%clock;\n'
    for ((i = 0; i < $1; i++)); do printf '\tadd.u32 %%r3, %%r3, 1;\n'; done
    cat <<'PTX'
	mov.u32 %r5, %clock;
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p1, %r1, 2;
	@%p1 bra AGAIN;
	sub.u32 %r5, %r5, %r4;
	cvt.u64.u32 %rd3, %r5;
	ld.param.u64 %rd1, [out];
	mov.u32 %r7, %ctaid.x;
	mul.wide.u32 %rd2, %r7, 16;
	add.s64 %rd1, %rd1, %rd2;
	mov.u64 %rd4, %clock64;
	st.global.v2.u64 [%rd1], {%rd3, %rd4};
	ret;
}
PTX
}
{ printf '.version 7.0\n.target sm_75\n.address_size 64\n'; kernel 4; kernel 8; } >chain.ptx
for n in 4 8; do
    printf \
        'ptx: chain.ptx\nbuffers: {out: {type: u64, count: 240}}\nlaunches: [{kernel: chain%d, grid: [120, 1, 1], block: [32, 1, 1], args: [out]}]\ndump: [{buffer: out, file: out.raw}]\n' $n >chain$n.yaml
done

took() { # N OPTION...: cycles of the first block's additions, and all times in out.N
    local n=$1; shift
    "$WARPLOOM" sim --json "$@" --launch "chain$n.yaml" >"stats.$n" && mv out.raw "out.$n" &&
        od -An -v -tu8 -N8 "out.$n" | tr -d ' '
}
key() { "$WARPLOOM" config print -c gtx480 | sed -n "s/^ *$1: //p"; }
# one operand to read
period=$(($(key issue_latency) - 1 + 1 + $(key int_add) + $(key writeback_latency)))
for more in 0 3; do
    set -- --set latency.int_add=$(($(key int_add) + more))
    got=$(($(took 8 "$@") - $(took 4 "$@"))) want=$((4 * (period + more)))
    if [ "$got" -eq $want ]; then ok "clock_four_additions_$more"; else
        not_ok "clock_four_additions_$more" "$got cycles, not $want"; fi
done

last=$(od -An -v -w16 -tu8 out.8 | awk '$2 > most { most = $2 } END { print most }') \
    cycles=$(jq .cycles stats.8)
if [ "$last" -gt 0 ] && [ "$last" -lt "$cycles" ]; then ok clock_before_the_end; else
    not_ok clock_before_the_end "$last of $cycles cycles"; fi

for j in 1 2 4; do took 8 -j $j >/dev/null && mv out.8 out.j$j; done
if cmp -s out.j1 out.j2 && cmp -s out.j1 out.j4; then ok clock_same_with_threads; else
    not_ok clock_same_with_threads "$(cmp out.j1 out.j2; cmp out.j1 out.j4)"; fi
finish
