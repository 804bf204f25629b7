#!/usr/bin/env bash
# launch.sh : launch files that must be refused: status 2, the place, what is wrong and what is
# allowed, on stderr only, and nothing written. Each file of tests/bad/launch says in its first line
# what it expects.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
here=tests/bad/launch

refused() { # NAME TEXT FILE [OPTION...]
    local name=$1 text=$2 file=$3; shift 3
    expect_status "launch_$name" 2 "$text" "$WARPLOOM" sim -q --launch "$file" "$@"
}

before=$(ls $here)
for f in "$here"/*.yaml; do
    refused "$(basename "$f" .yaml)" "$(sed -n '1s/^# expect: //p' "$f")" "$f"
done
if [ "$(ls $here)" = "$before" ]; then ok launch_refused_files_leave_nothing; else
    not_ok launch_refused_files_leave_nothing "$(ls $here)"; fi

# One error a cause: a zero count and missing arguments are two.
n=$("$WARPLOOM" sim -q --launch "$here/several.yaml" 2>&1 >/dev/null | grep -c 'error:')
if [ "$n" -eq 2 ]; then ok launch_one_error_a_cause; else
    not_ok launch_one_error_a_cause "$n errors, not 2"; fi

# A wrong heap_base does not make the buffers unknown.
n=$("$WARPLOOM" sim -q --launch "$here/heap_base_low.yaml" 2>&1 >/dev/null | grep -c 'error:')
if [ "$n" -eq 1 ]; then ok launch_wrong_heap_base_is_one_error; else
    not_ok launch_wrong_heap_base_is_one_error "$n errors, not 1"; fi

# The line and a caret stand below the message.
out=$("$WARPLOOM" sim -q --launch "$here/count_zero.yaml" 2>&1 >/dev/null)
if grep -q '^ *buffers: .*count: 0' <<<"$out" &&
    grep -qE '^ {34}\^' <<<"$out"; then ok launch_error_shows_line_and_caret; else
    not_ok launch_error_shows_line_and_caret "$out"; fi

# What no file can say about itself
printf '' >"$WORK/empty.yaml"
refused empty 'the file is empty' "$WORK/empty.yaml"
refused unreadable 'cannot read' "$WORK/no-such.yaml"
refused directory 'it is a directory' "$WORK"
printf 'ptx: a\0b\n' >"$WORK/nul.yaml"
refused nul 'nul.yaml:1: error: not valid YAML' "$WORK/nul.yaml"
printf 'ptx: \xff\xfe\n' >"$WORK/utf8.yaml"
refused bad_utf8 'utf8.yaml:1: error: not valid YAML' "$WORK/utf8.yaml"
head -c 2000000 /dev/zero | tr '\0' '#' >"$WORK/huge.yaml"
refused huge 'at most 1048576 are allowed' "$WORK/huge.yaml"
head -c 100000 /dev/zero | tr '\0' '[' >"$WORK/deep.yaml"
refused deep 'deep.yaml:1:17: error: nested too deeply' "$WORK/deep.yaml"
{ echo 'ptx: bad.ptx'; printf 'launches: ['; yes 0, | head -n 65537; echo ']'; } >"$WORK/many.yaml"
printf '.version 3.2\n.target sm_35\n.address_size 64\n' >"$WORK/bad.ptx"
refused too_many_launches 'launches: has 65537 items: must have 1..65536' "$WORK/many.yaml"
printf '\xef\xbb\xbfptx: no-such.ptx\r\nlaunches: []\r\n' >"$WORK/bom.yaml"
refused bom_and_crlf_are_read 'ptx: cannot read' "$WORK/bom.yaml"
printf 'this is no PTX\n' >"$WORK/bad.ptx"
printf 'ptx: bad.ptx\nlaunches: [{kernel: k, grid: [1,1,1], block: [1,1,1]}]\n' >"$WORK/badptx.yaml"
refused bad_ptx 'bad.ptx' "$WORK/badptx.yaml"

# Addresses of the machine: those of a structure end at 4 GiB, where local memory goes when the heap
# ends above 0xF0000000.
cat >"$WORK/local.ptx" <<'EOF'
.version 3.2
.target sm_35
.address_size 64
.visible .entry k()
{
	.reg .b64 %rd<2>;
	.local .align 4 .b8 d[20];
	mov.u64 %rd1, d;
	st.local.u32 [%rd1], 1;
	ret;
}
EOF
local_file() { # HEAP_BASE
    printf \
        'ptx: local.ptx\nbuffers: {A: {type: u8, count: 512}, B: {type: u8, count: 1}}\nheap_base: %s\n' "$1"
    printf 'launches: [{kernel: k, grid: [1,1,1], block: [32,1,1]}]\n'
}
local_file 0xFFFFFF00 >"$WORK/heap.yaml"
refused heap_beyond_mrpb \
    "heap.yaml:2:14: error: buffers.A: 512 bytes at 0xffffff00 end beyond the machine's 32-bit addresses (structures.mrpb.address_bits)" \
    "$WORK/heap.yaml" -c mrpb-base-s
expect launch_heap_beyond_32_bits_without_structures "$WARPLOOM" sim -q --launch "$WORK/heap.yaml" \
    -c gtx480
local_file 0xEFFFFF00 >"$WORK/local.yaml"
refused local_beyond_warppool \
    "local.yaml:4:12: error: launches[0]: the kernel's local memory ends at 0x10001dfff, beyond the machine's 32-bit addresses (structures.warppool.address_bits)" \
    "$WORK/local.yaml" -c warppool
expect launch_local_beyond_32_bits_without_structures "$WARPLOOM" sim \
    -q --launch "$WORK/local.yaml" -c gtx480
expect launch_local_within_33_bits "$WARPLOOM" sim -q --launch "$WORK/local.yaml" -c warppool \
    --set structures.warppool.address_bits=33

# What the options say
expect_status sim_without_work 2 \
    'give one of: a workload, --launch FILE, --trace FILE, --synthetic FILE' "$WARPLOOM" sim -q
expect_status sim_with_both 2 'give one of: a workload' "$WARPLOOM" sim \
    -q --launch "$here/several.yaml" atax
expect_status sim_size_of_launch 2 'only workloads have sizes' "$WARPLOOM" sim \
    -q --launch "$here/several.yaml" --size small
expect_status sim_unknown_workload 2 'did you mean atax?' "$WARPLOOM" sim -q atex
expect_status sim_unknown_size 2 \
    "unknown size 'large'; sizes: small, medium, paper, mrpb" "$WARPLOOM" \
    sim -q atax --size large
expect_status sim_threads_zero 2 'must be a plain decimal number, 1..1024' "$WARPLOOM" sim -q -j 0 \
    atax
expect_status sim_of_narrow_addresses 2 \
    'structures.mrpb.address_bits = 30: must be 32 or more to simulate: device memory begins at 0xC0000000' \
    "$WARPLOOM" sim -q -c mrpb-base-s --set structures.mrpb.address_bits=30 atax
expect sim_of_narrow_addresses_that_nothing_carries "$WARPLOOM" sim -q -c gtx480 \
    --set structures.mrpb.address_bits=30 --set structures.mrpb.enable=false \
    --launch "$WORK/local.yaml"
finish
