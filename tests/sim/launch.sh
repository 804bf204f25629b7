#!/usr/bin/env bash
# launch.sh : launch files run: right contents in the dumps, digests, and nothing half written when
# something goes wrong.
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
    printf \
        'ptx: k.ptx\nbuffers:\n  x: {type: f32, count: 300, init: iota}\n  y: {type: f32, count: 300, init: {linear: {start: 1, step: 0}}}\nlaunches: %s\ndump: %s\n' "$1" "$2"
}
step() { \
    printf '{kernel: axpy, grid: [3,1,1], block: [128,1,1], args: [{u32: %s}, {f32: %s}, x, y]}' \
    "$1" "$2"; }

# y = 1 + 2 i, then + 0.5 i
job "[$(step 300 2), $(step 300 0.5)]" '[{buffer: y, file: y.raw}, {buffer: x, file: x.raw}]' \
    >good.yaml
out=$("$WARPLOOM" sim --json --launch good.yaml 2>err.txt); status=$?
if [ "$status" -eq 0 ]; then ok launch_runs; else not_ok launch_runs "$(cat err.txt)"; fi
seq 0 299 | awk '{ printf "%g\n", 1 + 2.5 * $1 }' >want
od -An -v -w4 -tf4 y.raw | awk '{ printf "%g\n", $1 }' >got
if cmp -s want got; then ok launch_dump_holds_the_result; else
    not_ok launch_dump_holds_the_result "$(diff want got | head -n 4 | tr '\n' ' ')"; fi
if [ "$(jq -r '.buffers.y' <<<"$out")" = "$(sha256sum <y.raw |
    cut -d' ' -f1)" ]; then ok launch_digest_is_sha256_of_the_dump; else
    not_ok launch_digest_is_sha256_of_the_dump "$(jq -c .buffers <<<"$out")"; fi
if [ "$(jq -r '.kernels | length' <<<"$out")" = 2 ]; then ok launch_tells_of_both_kernels; else
    not_ok launch_tells_of_both_kernels "$(jq -c .kernels <<<"$out")"; fi

# Paths are those of the launch file's folder.
rm y.raw
(cd / && "$WARPLOOM" sim -q --launch "$WORK/good.yaml") >/dev/null 2>&1
if [ -s y.raw ]; then ok launch_paths_are_the_files; else
    not_ok launch_paths_are_the_files 'no y.raw beside the launch file'; fi

# A kernel that leaves its buffer: kernel, line and address are named, and an old dump stays as it
# was.
cp y.raw before.raw
job "[$(step 301 2)]" '[{buffer: y, file: y.raw}]' >stray.yaml
expect_status launch_out_of_bounds_is_named 2 axpy "$WARPLOOM" sim -q --launch stray.yaml
err=$("$WARPLOOM" sim -q --launch stray.yaml 2>&1 >/dev/null)
if [[ ${err,,} == *k.ptx:2[34]* && ${err,,} == *0xc00004b0* ]]; then
    ok launch_out_of_bounds_names_line_and_address; else
    not_ok launch_out_of_bounds_names_line_and_address "$err"; fi
if cmp -s y.raw before.raw && [ -z "$(find . -name '*.tmp*')" ]; then
    ok launch_failure_writes_nothing; else not_ok launch_failure_writes_nothing "$(ls)"; fi

# A dump that cannot be written: none is.
job "[$(step 300 3)]" '[{buffer: y, file: y.raw}, {buffer: x, file: /dev/full}]' >full.yaml
expect_status launch_full_disk 3 'cannot write /dev/full' "$WARPLOOM" sim \
    -q --dump-anywhere --launch full.yaml
if cmp -s y.raw before.raw && [ -z "$(find . -name '*.tmp*')" ]; then
    ok launch_full_disk_writes_nothing; else not_ok launch_full_disk_writes_nothing "$(ls)"; fi
chmod 444 y.raw
expect_status launch_read_only_dump 2 'read-only' "$WARPLOOM" sim -q --launch good.yaml
chmod 644 y.raw

# A dump stays in the launch file's folder, links followed, unless it may go anywhere; never over an
# input.
mkdir -p in/er out
cp k.ptx in/
ln -s ../out in/way
ln -s ../k.ptx in/link.ptx
ln in/k.ptx in/hard.ptx
guarded() { # FILE: a launch file in `in` that dumps there
    job "[$(step 300 2)]" "[{buffer: y, file: $1}]" >in/guarded.yaml
}
cp k.ptx k.before
for file in ../up.raw way/through.raw "$PWD/up.raw" er/../../up.raw link.ptx; do
    guarded "$file"
    expect_status "launch_dump_stays_in_its_folder_${file//[^a-z]/_}" 2 \
        "leads out of the launch file's folder" "$WARPLOOM" sim -q --launch in/guarded.yaml
done
if [ ! -e up.raw ] && [ -z "$(ls out)" ] &&
    cmp -s k.ptx k.before; then ok launch_dump_outside_is_not_written; else
    not_ok launch_dump_outside_is_not_written "$(ls . out)"; fi
guarded er/deep.raw
expect launch_dump_below_its_folder "$WARPLOOM" sim -q --launch in/guarded.yaml
guarded way/through.raw
expect launch_dump_anywhere "$WARPLOOM" sim -q --launch in/guarded.yaml --dump-anywhere
if cmp -s out/through.raw in/er/deep.raw; then ok launch_dump_anywhere_is_written; else
    not_ok launch_dump_anywhere_is_written "$(ls -l out in/er)"; fi
for file in k.ptx hard.ptx guarded.yaml er/../k.ptx; do
    guarded "$file"
    cp in/guarded.yaml guarded.before
    expect_status "launch_dump_over_an_input_${file//[^a-z]/_}" 2 'it is an input of this run' \
        "$WARPLOOM" sim -q --launch in/guarded.yaml --dump-anywhere
    if cmp -s in/k.ptx k.before && cmp -s in/guarded.yaml guarded.before; then
        ok "launch_input_${file//[^a-z]/_}_is_as_it_was"; else
        not_ok "launch_input_${file//[^a-z]/_}_is_as_it_was" 'it changed'; fi
done
expect_status launch_dump_anywhere_needs_a_launch 2 'error: --dump-anywhere is for --launch' \
    "$WARPLOOM" sim -q atax --dump-anywhere

# Two outputs that are one file, and outputs over inputs.
cp good.yaml good.before
once() { expect_status "$1" 2 "$2" "$WARPLOOM" sim -q --launch good.yaml "${@:3}"; }
ln -sf x.csv x.link
once outputs_log_and_csv 'cannot write ./x.csv: another output of this run goes there' --log x.csv \
    --csv ./x.csv
touch x.csv
once outputs_through_a_link 'cannot write x.link: another output of this run goes there' \
    --log x.csv --csv x.link
once outputs_csv_and_dump 'cannot write y.raw: another output of this run goes there' --csv y.raw
mkdir -p t
once outputs_trace_and_log 'cannot write t/kernelslist.g: another output of this run goes there' \
    --log t/kernelslist.g --write-trace t
once csv_over_the_launch_file 'cannot read good.yaml: an output of this run goes there' \
    --csv good.yaml
expect_status csv_over_the_configuration 2 'cannot write c.yaml: it is an input of this run' bash \
    -c 'echo "name: c" >c.yaml; "$WARPLOOM" sim -q atax -c c.yaml --csv c.yaml'
expect_status csv_over_stdout 2 'cannot write y.json: standard output goes there' bash \
    -c \
    '"$WARPLOOM" sim --json --launch good.yaml --csv y.json 2>&1 >y.json | tee /dev/stderr; exit "${PIPESTATUS[0]}"'
if cmp -s good.yaml good.before && [ "$(cat c.yaml)" = 'name: c' ] &&
    [ ! -s x.csv ]; then ok refused_outputs_change_nothing; else
    not_ok refused_outputs_change_nothing "$(ls -l)"; fi
expect outputs_to_the_null_device "$WARPLOOM" sim -q --launch good.yaml --log /dev/null \
    --csv /dev/null
expect trace_is_written "$WARPLOOM" sim -q --launch good.yaml --write-trace t
sha256sum t/* >t.before
expect_status trace_over_itself 2 'it is an input of this run' "$WARPLOOM" sim \
    -q --trace t/kernelslist.g --write-trace ./t
if sha256sum --quiet -c t.before; then ok trace_is_as_it_was; else
    not_ok trace_is_as_it_was "$(ls -l t)"; fi

# Names of other people's files are printed without control characters, and are exact in JSON.
escape=$'\033'
printf \
    'ptx: k.ptx\nbuffers: {"a\\e[31m\\nb\\x9bc": {type: u8, count: 1}}\nlaunches: [%s]\ndump: []\n' "$(step 0 1 | sed 's/ x, y/ "a\\e[31m\\nb\\x9bc", "a\\e[31m\\nb\\x9bc"/')" >names.yaml
"$WARPLOOM" sim -q --launch names.yaml >names.txt 2>&1
if grep -q '^  a?\[31m?b?c ' names.txt &&
    ! grep -q "$escape" names.txt; then ok names_of_buffers_are_printed_plainly; else
    not_ok names_of_buffers_are_printed_plainly "$(tail -n 2 names.txt | cat -v)"; fi
"$WARPLOOM" sim --json --launch names.yaml >names.json 2>&1
if [ "$(jq -r '.buffers | keys[0] | explode | map(tostring) | join(" ")' names.json)" = \
    '97 27 91 51 49 109 10 98 155 99' ]; then ok names_are_exact_in_json; else
    not_ok names_are_exact_in_json "$(head -c 300 names.json)"; fi
sed "s/^-kernel name = .*/-kernel name = evil${escape}[2J,\xff\xc2\x9bname/" t/kernel-1.traceg \
    >t/evil.traceg
mv t/evil.traceg t/kernel-1.traceg
"$WARPLOOM" sim -q --trace t/kernelslist.g --log evil.log --csv evil.csv >evil.txt 2>&1
for f in evil.log evil.csv evil.txt; do
    if grep -q $'evil?\\[2J,\xef\xbf\xbd?name' "$f" &&
        ! grep -q "$escape" "$f"; then ok "kernel_names_are_plain_in_${f#*.}"; else
        not_ok "kernel_names_are_plain_in_${f#*.}" "$(head -c 200 "$f" | cat -v)"; fi
done
"$WARPLOOM" sim --json --trace t/kernelslist.g >evil.json 2>&1
if [ "$(jq -r '.kernels[0].name | explode | map(tostring) | join(" ")' evil.json)" = \
    '101 118 105 108 27 91 50 74 44 65533 155 110 97 109 101' ]; then
    ok kernel_names_are_exact_in_json; else
    not_ok kernel_names_are_exact_in_json "$(jq -c '.kernels' evil.json)"; fi
rm y.raw

# Structs lie as C lays them out: {u8 a; s16 b; f32 c; double *d; struct {s8 e; f64 f;} g; u8
# h[3];}: at 0, 2, 4, 8, 16, 24, 32; 40 bytes.
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
"$WARPLOOM" sim -q --launch s.yaml >/dev/null 2>err.txt ||
    not_ok launch_with_a_struct_runs "$(cat err.txt)"
got=$(od -An -v -w8 -tx1 s.raw | tr -d ' ' | tr '\n' ' ')
want='c800feff0000c03f 8877665544332211 ff00000000000000 00000000000000c0 0102030000000000 0708090000000000 '
if [ "$got" = "$want" ]; then ok launch_structs_lie_as_in_c; else
    not_ok launch_structs_lie_as_in_c "$got"; fi

# A block that no SM can hold is refused before anything runs.
job \
    "[{kernel: axpy, grid: [3,1,1], block: [1024,1,1], regs: 64, args: [{u32: 300}, {f32: 1}, x, y]}]" '[]' >regs.yaml
expect_status launch_too_many_registers 2 axpy "$WARPLOOM" sim -q --launch regs.yaml
finish
