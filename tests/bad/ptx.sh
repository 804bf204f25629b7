#!/usr/bin/env bash
# ptx.sh : PTX that must be refused before launch, or that faults while it runs: status 2, the place
# and the cause on stderr, nothing written. Each file of tests/bad/ptx says in its first line what
# it expects.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

run_ptx() { # FILE: writes a launch file for it, and prints its path
    [ "$(dirname "$1")" = "$WORK" ] || cp "$1" "$WORK/"
    local base; base=$(basename "$1")
    cat >"$WORK/$base.yaml" <<EOF
ptx: $base
buffers: {A: {type: u32, count: 64, init: zero}}
launches: [{kernel: k, grid: [2,1,1], block: [1,1,1], args: [A]}]
dump: [{buffer: A, file: $base.raw}]
EOF
    echo "$WORK/$base.yaml"
}

for f in tests/bad/ptx/*.ptx; do
    name=$(basename "$f" .ptx)
    launch=$(run_ptx "$f")
    expect_status "ptx_$name" 2 "$(sed -n '1s,^// expect: ,,p' "$f")" "$WARPLOOM" sim \
        -q --launch "$launch"
    if [ -e "$WORK/$name.ptx.raw" ]; then
        not_ok "ptx_${name}_dumps_nothing" "$name.ptx.raw was written"; fi
done

# What no file can say about itself
printf '' >"$WORK/empty.ptx"
expect_status ptx_empty 2 'the file is empty' "$WARPLOOM" sim \
    -q --launch "$(run_ptx "$WORK/empty.ptx")"
seq 1 3000 | gzip -n | head -c 4096 >"$WORK/gzip.ptx"
expect_status ptx_compressed_bytes 2 'gzip.ptx:1:' "$WARPLOOM" sim \
    -q --launch "$(run_ptx "$WORK/gzip.ptx")"
printf '.version 7.0\n\0\n' >"$WORK/nul.ptx"
expect_status ptx_nul 2 'nul.ptx:2:1: error: NUL byte' "$WARPLOOM" sim \
    -q --launch "$(run_ptx "$WORK/nul.ptx")"

truncate -s 268435457 "$WORK/large.ptx"
expect_status ptx_too_large 2 'it has 268435457 bytes, at most 268435456 are allowed' "$WARPLOOM" \
    sim -q --launch "$(run_ptx "$WORK/large.ptx")"
rm "$WORK/large.ptx"

# Functions with as many parameters as they may have, each of them called: 1 MiB a warp each.
frames() { # N: its PTX
    printf '.version 3.2\n.target sm_35\n.address_size 64\n'
    for ((i = 0; i < $1; i++)); do
        printf '.func f%d() { .param .align 4 .b8 x[32768]; st.param.b32 [x+4], 1; ret; }\n' "$i"
    done
    printf '.visible .entry k(.param .u64 a)\n{\n'
    for ((i = 0; i < $1; i++)); do printf '\tcall f%d;\n' "$i"; done
    printf '\tret;\n}\n'
}
for n in 15 16 4200; do frames $n >"$WORK/frames_$n.ptx"; done
expect ptx_frames_of_15_mib_run "$WARPLOOM" sim -q --launch "$(run_ptx "$WORK/frames_15.ptx")"
expect_status ptx_frames_of_16_mib 2 \
    "frames_16.ptx:19:7: error: kernel 'k': with 'f15' its functions' registers and parameters are more than 16777216 bytes a warp" \
    "$WARPLOOM" sim -q --launch "$(run_ptx "$WORK/frames_16.ptx")"
expect_status ptx_functions_of_a_kernel 2 \
    "frames_4200.ptx:4099:7: error: kernel 'k' calls more than 4095 functions" \
    "$WARPLOOM" sim -q --launch "$(run_ptx "$WORK/frames_4200.ptx")"

# One kernel that is not supported: another one of its module runs; it is told once, however often
# it is launched.
sed -e 's/^\.visible \.entry k(/.visible .entry other(/' tests/bad/ptx/unsupported_texture.ptx \
    >"$WORK/beside.ptx"
sed -n '/^\.visible/,$p' tests/bad/ptx/fault_trap.ptx | sed -e '/\ttrap;/d' >>"$WORK/beside.ptx"
expect ptx_beside_an_unsupported_kernel_runs "$WARPLOOM" sim \
    -q --launch "$(run_ptx "$WORK/beside.ptx")"
sed -e 's/\(.*kernel: \)k\(.*\)]$/\1other\2,\1other\2]/; s/,launches: \[/, /' \
    "$WORK/beside.ptx.yaml" >"$WORK/twice.yaml"
want=$(sed -n '1s/.*unsupported_texture/beside/p' tests/bad/ptx/unsupported_texture.ptx)
expect_status ptx_unsupported_kernel_of_a_module 2 "$want" "$WARPLOOM" sim \
    -q --launch "$WORK/twice.yaml"
n=$("$WARPLOOM" sim -q --launch "$WORK/twice.yaml" 2>&1 | grep -cF "$want")
if [ "$n" = 1 ]; then ok ptx_unsupported_kernel_is_told_once; else
    not_ok ptx_unsupported_kernel_is_told_once "$n times"; fi

# The check checks: the same launch file runs when the PTX is good.
sed -e 's/\ttrap;//' tests/bad/ptx/fault_trap.ptx >"$WORK/good.ptx"
expect ptx_good_runs "$WARPLOOM" sim -q --launch "$(run_ptx "$WORK/good.ptx")"
if [ -e "$WORK/good.ptx.raw" ]; then ok ptx_good_dumps; else
    not_ok ptx_good_dumps 'no dump was written'; fi
finish
