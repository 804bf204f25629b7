#!/usr/bin/env bash
# launch.sh : launch files run: right contents in the dumps, digests, and nothing half written when something goes wrong.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

cat >k.ptx <<'PTX'
.version 3.2
.target sm_35
.address_size 64
// y[i] = a x[i] + y[i]
.visible .entry axpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)
{
	.reg .pred %p<2>;
	.reg .b32 %r<6>;
	.reg .f32 %f<5>;
	.reg .b64 %rd<6>;
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.s32 %r4, %r1, %r2, %r3;
	ld.param.u32 %r5, [n];
	setp.ge.u32 %p1, %r4, %r5;
	@%p1 bra DONE;
	ld.param.f32 %f1, [a];
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd2, [y];
	mul.wide.u32 %rd3, %r4, 4;
	add.s64 %rd4, %rd1, %rd3;
	add.s64 %rd5, %rd2, %rd3;
	ld.global.f32 %f2, [%rd4];
	ld.global.f32 %f3, [%rd5];
	fma.rn.f32 %f4, %f1, %f2, %f3;
	st.global.f32 [%rd5], %f4;
DONE:
	ret;
}
PTX

job() { # LAUNCHES DUMP
    printf 'ptx: k.ptx\nbuffers:\n  x: {type: f32, count: 300, init: iota}\n  y: {type: f32, count: 300, init: {linear: {start: 1, step: 0}}}\nlaunches: %s\ndump: %s\n' "$1" "$2"
}
step() { printf '{kernel: axpy, grid: [3,1,1], block: [128,1,1], args: [{u32: %s}, {f32: %s}, x, y]}' "$1" "$2"; }

# y = 1 + 2 i, then + 0.5 i
job "[$(step 300 2), $(step 300 0.5)]" '[{buffer: y, file: y.raw}, {buffer: x, file: x.raw}]' >good.yaml
out=$("$WARPLOOM" sim --json --launch good.yaml 2>err.txt); status=$?
if [ "$status" -eq 0 ]; then ok launch_runs; else not_ok launch_runs "$(cat err.txt)"; fi
seq 0 299 | awk '{ printf "%g\n", 1 + 2.5 * $1 }' >want
od -An -v -w4 -tf4 y.raw | awk '{ printf "%g\n", $1 }' >got
if cmp -s want got; then ok launch_dump_holds_the_result; else not_ok launch_dump_holds_the_result "$(diff want got | head -n 4 | tr '\n' ' ')"; fi
if [ "$(jq -r '.buffers.y' <<<"$out")" = "$(sha256sum <y.raw | cut -d' ' -f1)" ]; then ok launch_digest_is_sha256_of_the_dump; else not_ok launch_digest_is_sha256_of_the_dump "$(jq -c .buffers <<<"$out")"; fi
if [ "$(jq -r '.kernels | length' <<<"$out")" = 2 ]; then ok launch_tells_of_both_kernels; else not_ok launch_tells_of_both_kernels "$(jq -c .kernels <<<"$out")"; fi

# Paths are those of the launch file's folder.
rm y.raw
(cd / && "$WARPLOOM" sim -q --launch "$WORK/good.yaml") >/dev/null 2>&1
if [ -s y.raw ]; then ok launch_paths_are_the_files; else not_ok launch_paths_are_the_files 'no y.raw beside the launch file'; fi

# A kernel that leaves its buffer: kernel, line and address are named, and an old dump stays as it was.
cp y.raw before.raw
job "[$(step 301 2)]" '[{buffer: y, file: y.raw}]' >stray.yaml
expect_status launch_out_of_bounds_is_named 2 axpy "$WARPLOOM" sim -q --launch stray.yaml
err=$("$WARPLOOM" sim -q --launch stray.yaml 2>&1 >/dev/null)
if [[ ${err,,} == *k.ptx:2[34]* && ${err,,} == *0xc00004b0* ]]; then ok launch_out_of_bounds_names_line_and_address; else not_ok launch_out_of_bounds_names_line_and_address "$err"; fi
if cmp -s y.raw before.raw && [ -z "$(find . -name '*.tmp*')" ]; then ok launch_failure_writes_nothing; else not_ok launch_failure_writes_nothing "$(ls)"; fi

# A dump that cannot be written: none is.
job "[$(step 300 3)]" '[{buffer: y, file: y.raw}, {buffer: x, file: /dev/full}]' >full.yaml
expect_status launch_full_disk 3 'cannot write /dev/full' "$WARPLOOM" sim -q --launch full.yaml
if cmp -s y.raw before.raw && [ -z "$(find . -name '*.tmp*')" ]; then ok launch_full_disk_writes_nothing; else not_ok launch_full_disk_writes_nothing "$(ls)"; fi
chmod 444 y.raw
expect_status launch_read_only_dump 2 'read-only' "$WARPLOOM" sim -q --launch good.yaml
chmod 644 y.raw

# Structs lie as C lays them out: {u8 a; s16 b; f32 c; double *d; struct {s8 e; f64 f;} g; u8 h[3];}: at 0, 2, 4, 8, 16, 24, 32; 40 bytes.
cat >s.ptx <<'PTX'
.version 7.0
.target sm_75
.address_size 64
.entry copy(.param .u64 out, .param .align 8 .b8 s[40], .param .b8 tail[3]) {
.reg .b64 %l<9>; .reg .b16 %h<4>;
ld.param.u64 %l1, [out]; ld.param.u64 %l2, [s]; ld.param.u64 %l3, [s+8]; ld.param.u64 %l4, [s+16]; ld.param.u64 %l5, [s+24]; ld.param.u64 %l6, [s+32];
st.global.u64 [%l1], %l2; st.global.u64 [%l1+16], %l4; st.global.u64 [%l1+24], %l5; st.global.u64 [%l1+32], %l6;
ld.global.u64 %l7, [%l3]; st.global.u64 [%l1+8], %l7;
ld.param.u8 %h1, [tail]; ld.param.u8 %h2, [tail+1]; ld.param.u8 %h3, [tail+2];
st.global.u8 [%l1+40], %h1; st.global.u8 [%l1+41], %h2; st.global.u8 [%l1+42], %h3; ret;
}
PTX
cat >s.yaml <<'YAML'
ptx: s.ptx
buffers: {out: {type: u8, count: 48}, v: {type: u64, count: 1, init: {linear: {start: 0x1122334455667788, step: 0}}}}
launches:
  - {kernel: copy, grid: [1,1,1], block: [1,1,1], args: [out, {struct: [{u8: 200}, {s16: -2}, {f32: 1.5}, v, {struct: [{s8: -1}, {f64: -2}]}, {bytes: [1, 2, 3]}]}, {bytes: [7, 8, 9]}]}
dump: [{buffer: out, file: s.raw}]
YAML
"$WARPLOOM" sim -q --launch s.yaml >/dev/null 2>err.txt || not_ok launch_with_a_struct_runs "$(cat err.txt)"
got=$(od -An -v -w8 -tx1 s.raw | tr -d ' ' | tr '\n' ' ')
want='c800feff0000c03f 8877665544332211 ff00000000000000 00000000000000c0 0102030000000000 0708090000000000 '
if [ "$got" = "$want" ]; then ok launch_structs_lie_as_in_c; else not_ok launch_structs_lie_as_in_c "$got"; fi

# A block that no SM can hold is refused before anything runs.
job "[{kernel: axpy, grid: [3,1,1], block: [1024,1,1], regs: 64, args: [{u32: 300}, {f32: 1}, x, y]}]" '[]' >regs.yaml
expect_status launch_too_many_registers 2 axpy "$WARPLOOM" sim -q --launch regs.yaml
finish
