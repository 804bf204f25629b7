#!/usr/bin/env bash
# ptx.sh : the checked-in PTX is what the sources compile to, to the byte, and tells nothing of
# where it was made; called functions and counting barriers give their results on every machine.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

if ! command -v clang-14 >/dev/null; then
    echo 'clang-14 is missing: only the checked-in files are looked at' >&2
else
    expect ptx_sources_compile bash refmodel/workloads/ptx.sh "$WORK"
    for new in "$WORK"/*/*.ptx; do
        name=$(basename "$new" .ptx)
        if cmp -s "$new" "refmodel/workloads/$name/$name.ptx"; then
            ok "ptx_${name}_is_up_to_date"; else
            not_ok "ptx_${name}_is_up_to_date" 'run make ptx'; fi
    done
fi
told=$(grep -lE '/(home|tmp|usr|work)/|\.file|\.loc' refmodel/workloads/*/*.ptx)
if [ -z "$told" ]; then ok ptx_holds_no_paths; else not_ok ptx_holds_no_paths "$told"; fi

cat >"$WORK/samples.yaml" <<EOF
ptx: $PWD/tests/ptx/samples/calls.nvcc.ptx
buffers: {in: {type: s32, count: 2048, init: {linear: {start: 2048, step: -1}}}, out: {type: s32, count: 2048}, f: {type: f32, count: 2048}, sorted: {type: s32, count: 2048}}
launches:
  - {kernel: structs, grid: [16, 1, 1], block: [128, 1, 1], args: [f, {s32: 2048}]}
  - {kernel: recursion, grid: [16, 1, 1], block: [128, 1, 1], args: [out, {s32: 2048}]}
  - {kernel: sort12, grid: [16, 1, 1], block: [128, 1, 1], args: [in, sorted, {s32: 2048}]}
dump: [{buffer: out, file: out.raw}, {buffer: sorted, file: sorted.raw}]
EOF
cat >"$WORK/scan.yaml" <<EOF
ptx: $PWD/tests/ptx/samples/blocks.nvcc.ptx
buffers: {in: {type: s32, count: 2048, init: iota}, odd: {type: s32, count: 2048}, sums: {type: s32, count: 2048}}
launches:
  - {kernel: census, grid: [8, 1, 1], block: [256, 1, 1], args: [in, odd]}
  - {kernel: scan, grid: [8, 1, 1], block: [256, 1, 1], args: [in, sums]}
dump: [{buffer: odd, file: odd.raw}, {buffer: sums, file: sums.raw}]
EOF
word() { od -An -t d4 -j $((4 * $2)) -N 4 "$WORK/$1" | tr -d ' '; }
is() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "$2 instead of $3"; fi; }
for c in gtx480 mrpb-base-s; do
    expect "ptx_functions_run_on_$c" "$WARPLOOM" sim -q -c $c --launch "$WORK/samples.yaml"
    is "ptx_recursion_on_$c" "$(word out.raw 10)" 55002   # fibonacci(10) * 1000 + ackermann(1, 0)
    is "ptx_quicksort_on_$c" "$(word sorted.raw 11)" 1916 # the largest of 2048 - (132 + 7 k)
    expect "ptx_barriers_run_on_$c" "$WARPLOOM" sim -q -c $c --launch "$WORK/scan.yaml"
    is "ptx_scan_on_$c" "$(word sums.raw 511)" 98176      # 256 + ... + 511
    is "ptx_census_on_$c" "$(word odd.raw 700)" $((128 * 4 + 2))
done
finish
