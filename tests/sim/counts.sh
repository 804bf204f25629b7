#!/usr/bin/env bash
# counts.sh : requests, misses and flits of kernels of several kinds, from formulas over their sizes: what coalescer, L1D, crossbar and L2
# must count, whatever the timing. Instructions and constants always hit.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

counts() { "$WARPLOOM" sim -q --json -c "$1" --set l1i.perfect=true --set l1c.perfect=true "$2" >"$WORK/$1-$2.json"; }
holds() { # NAME CONFIG WORKLOAD FORMULA
    if jq -e "$4" "$WORK/$2-$3.json" >/dev/null; then ok "$1"; else not_ok "$1" "$4"; fi
}
for name in vectoradd transpose mvt gesummv stencil nn histo; do counts gtx480 $name; done
counts gtx480-4x transpose

# C = A + B, 100000 elements: lines of 32, each read or written once. A line that is written is fetched by L2.
holds vectoradd_reads_each_line_once gtx480 vectoradd '(100000 / 32) as $lines |
    .l1d.read_accesses == 2 * $lines and .l1d.read_misses == 2 * $lines and .l2.read_misses == 2 * $lines'
holds vectoradd_writes_each_line_once gtx480 vectoradd '(100000 / 32) as $lines |
    .l1d.write_accesses == $lines and .l2.write_misses == $lines and .dram.reads == 3 * $lines'
holds vectoradd_writes_each_line_to_dram_beside_its_fetch gtx480 vectoradd '(100000 / 32) as $lines | .l2.write_throughs == $lines and .dram.writes == $lines'

# B = A', 256 x 256, twice: column by column, so that each element is a store of 32 bytes, and line by line, through shared memory with a spare column.
holds transpose_stores_an_element_or_a_line gtx480 transpose '(256 * 256) as $n | .sm.store_requests == $n + $n / 32 and .l2.write_misses == 2 * $n / 32'
holds transpose_reads_each_line_twice_and_misses_l2_once gtx480 transpose '(256 * 256) as $n |
    .l1d.read_accesses == 2 * $n / 32 and .l1d.read_misses == 2 * $n / 32 and .l2.read_misses == $n / 32'
holds transpose_sends_writes_that_do_not_find_their_line_to_dram gtx480 transpose '.l2.write_throughs == .l2.write_misses + .l2.write_pending and
    .l2.write_throughs < .l2.write_accesses and .dram.writes == .l2.write_throughs + .l2.writebacks'
holds transpose_has_no_bank_conflict gtx480 transpose '.sm.shared_accesses == 2 * 256 * 256 / 32 and .sm.shared_conflict_cycles == 0'

# ceil((8 + data bytes) / flit) flits a packet, of 32 and of 40 bytes
holds flits_of_32_bytes gtx480 transpose '(256 * 256) as $n | ($n / 32) as $lines |
    .icnt.request.flits == 2 * $lines + 2 * $n + 5 * $lines and .icnt.reply.flits == 5 * 2 * $lines + $n + $lines'
holds flits_of_40_bytes gtx480-4x transpose '(256 * 256) as $n | ($n / 32) as $lines |
    .icnt.request.flits == 2 * $lines + $n + 4 * $lines and .icnt.reply.flits == 4 * 2 * $lines + $n + $lines'

# Matrix times vector, 256 x 256, a thread a row: 32 requests of A for each of the vector, sums stored every time; then a thread a column.
holds mvt_requests gtx480 mvt '256 as $n | .sm.load_requests == $n / 32 * (1 + $n * 33 + 1 + $n * 2) and .sm.store_requests == $n / 32 * 2 * $n'
holds mvt_misses_l2_once_a_line gtx480 mvt '256 as $n | .l2.read_misses == ($n + 4) * $n / 32 and .l2.write_misses == 0 and .dram.requests == .l2.read_misses'
holds gesummv_requests gtx480 gesummv '256 as $n | .sm.load_requests == $n / 32 * ($n * (32 + 32 + 1 + 1 + 1 + 1) + 1) and .sm.store_requests == $n / 32 * (2 * $n + 3)'
holds gesummv_misses_l2_once_a_line gtx480 gesummv '256 as $n | .l2.read_misses == (2 * $n + 1) * $n / 32 and .l2.write_misses == 2 * $n / 32'

# 64 x 64 x 16, two steps, a warp half a row without its edge: of the seven points one lies in the next line. The second step reads what the first
# one wrote, beside the faces of the grid, of which no thread reads the outer edges of the first and last plane.
holds stencil_requests gtx480 stencil '(2 * 2 * 62 * 14) as $points | .sm.load_requests == 8 * $points and .sm.store_requests == $points'
holds stencil_misses_l2_once_a_line gtx480 stencil '(2 * 62 * 14) as $inner | (2 * 64 * 14 + 2 * 2 * 62) as $read |
    .l2.write_misses == $inner and .l2.read_misses == $read + ($read - $inner)'

# 42764 records of 8 bytes: both loads of a full warp touch two lines; the last warp has 12 lanes: one line, and half a line to store.
holds nn_requests gtx480 nn '(42764 / 32 | floor) as $full | .sm.load_requests == 4 * $full + 2 and .l2.read_misses == 2 * $full + 1'
holds nn_flits gtx480 nn '(42764 / 32 | floor) as $full | .icnt.request.flits == .l1d.read_misses + 5 * $full + 3 and .icnt.reply.flits == 5 * .l1d.read_misses + $full + 1'

# 65536 bytes in words, twice: into tables in shared memory, summed by 60 blocks in 8 warps each, and into 256 bins by 4 atomics a word.
holds histo_loads_and_atomics gtx480 histo '(65536 / 4 / 32) as $words | .sm.loads == 2 * $words and .sm.load_requests == .sm.loads and .sm.atomics == 60 * 8 + 4 * $words'
holds histo_misses_l2_once_a_line gtx480 histo '.l2.read_misses == 65536 / 128 + 2 * 256 * 4 / 128 and .l2.write_misses == 0'
finish
