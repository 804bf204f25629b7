#!/usr/bin/env bash
# counts.sh : requests, misses and flits of kernels of several kinds, from formulas over their
# sizes: what coalescer, L1D, crossbar and L2 must count, whatever the timing. Instructions and
# constants always hit.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

counts() { "$WARPLOOM" sim -q --json -c "$1" --set l1i.perfect=true --set l1c.perfect=true "$2" \
    >"$WORK/$1-$2.json"; }
holds() { # NAME CONFIG WORKLOAD FORMULA
    if jq -e "$4" "$WORK/$2-$3.json" >/dev/null; then ok "$1"; else not_ok "$1" "$4"; fi
}
for name in vectoradd transpose mvt gesummv stencil nn histo; do counts gtx480 $name; done
counts gtx480-4x transpose

# C = A + B, 100000 elements: lines of 32, each read or written once. A line that is written is
# fetched by L2.
holds vectoradd_reads_each_line_once gtx480 vectoradd '(100000 / 32) as $lines |
    .l1d.read_accesses == 2 * $lines and .l1d.read_misses == 2 * $lines and .l2.read_misses == 2 * $lines'
holds vectoradd_writes_each_line_once gtx480 vectoradd '(100000 / 32) as $lines |
    .l1d.write_accesses == $lines and .l2.write_misses == $lines and .dram.reads == 3 * $lines'
holds vectoradd_writes_each_line_to_dram_beside_its_fetch gtx480 vectoradd \
    '(100000 / 32) as $lines | .l2.write_throughs == $lines and .dram.writes == $lines'

# Eight kernels move 256 x 256 elements, half a line of tile of 16 x 16 after another: a warp reads
# two halves of lines, and stores two. transpose_naive stores a warp's two rows as 16 pairs of
# neighbours, of 32 bytes each. A and B fit into L2 together.
holds transpose_stores_halves_of_lines_or_pairs gtx480 transpose '(256 * 256 / 32) as $warps |
    .sm.stores == 8 * $warps and .sm.store_requests == (7 * 2 + 16) * $warps and .l2.write_misses == 256 * 256 / 32'
holds transpose_reads_halves_of_lines_and_misses_l2_once gtx480 transpose \
    '(256 * 256 / 32) as $warps |
    .sm.loads == 8 * $warps and .l1d.read_accesses == 8 * 2 * $warps and .l2.read_accesses == .l1d.read_misses and .l2.read_misses == 256 * 256 / 32'
holds transpose_sends_writes_that_do_not_find_their_line_to_dram gtx480 transpose \
    '.l2.write_throughs == .l2.write_misses + .l2.write_pending and
    .l2.write_throughs < .l2.write_accesses and .dram.writes == .l2.write_throughs + .l2.writebacks'

# Six kernels write a tile and read it. Of 32 banks, lines of 16 words fill all; column by column
# (transpose_coalesced) eight words are in each of four banks: 7 cycles more. With a spare column,
# lines and columns alike (four kernels' writes, coarse's lines and three kernels' columns) have the
# first and the last word in one bank: a cycle more.
holds transpose_waits_for_banks gtx480 transpose '(256 * 256 / 32) as $warps |
    .sm.shared_accesses == 6 * 2 * $warps and .sm.shared_conflict_cycles == (7 + 4 + 1 + 3) * $warps'

# ceil((8 + data bytes) / flit) flits a packet, of 32 and of 40 bytes: stores of 64 bytes, and of
# 32; L1D's lines of 128.
holds flits_of_32_bytes gtx480 transpose '(256 * 256 / 32) as $warps |
    .icnt.request.flits == .l1d.read_misses + (7 * 2 * 3 + 16 * 2) * $warps and .icnt.reply.flits == 5 * .l1d.read_misses + (7 * 2 + 16) * $warps'
holds flits_of_40_bytes gtx480-4x transpose '(256 * 256 / 32) as $warps |
    .icnt.request.flits == .l1d.read_misses + (7 * 2 * 2 + 16 * 1) * $warps and .icnt.reply.flits == 4 * .l1d.read_misses + (7 * 2 + 16) * $warps'

# Matrix times vector, 256 x 256, a thread a row: 32 requests of A for each of the vector, sums
# stored every time; then a thread a column.
holds mvt_requests gtx480 mvt \
    '256 as $n | .sm.load_requests == $n / 32 * (1 + $n * 33 + 1 + $n * 2) and .sm.store_requests == $n / 32 * 2 * $n'
holds mvt_misses_l2_once_a_line gtx480 mvt \
    '256 as $n | .l2.read_misses == ($n + 4) * $n / 32 and .l2.write_misses == 0 and .dram.requests == .l2.read_misses'
holds gesummv_requests gtx480 gesummv \
    '256 as $n | .sm.load_requests == $n / 32 * ($n * (32 + 32 + 1 + 1 + 1 + 1) + 1) and .sm.store_requests == $n / 32 * (2 * $n + 3)'
holds gesummv_misses_l2_once_a_line gtx480 gesummv \
    '256 as $n | .l2.read_misses == (2 * $n + 1) * $n / 32 and .l2.write_misses == 2 * $n / 32'

# 64 x 64 x 16, two steps, a warp half a row without its edge: of the seven points one lies in the
# next line. The second step reads what the first one wrote, beside the faces of the grid, of which
# no thread reads the outer edges of the first and last plane.
holds stencil_requests gtx480 stencil \
    '(2 * 2 * 62 * 14) as $points | .sm.load_requests == 8 * $points and .sm.store_requests == $points'
holds stencil_misses_l2_once_a_line gtx480 stencil \
    '(2 * 62 * 14) as $inner | (2 * 64 * 14 + 2 * 2 * 62) as $read |
    .l2.write_misses == $inner and .l2.read_misses == $read + ($read - $inner)'

# 42764 records of 8 bytes: both loads of a full warp touch two lines; the last warp has 12 lanes:
# one line, and half a line to store.
holds nn_requests gtx480 nn \
    '(42764 / 32 | floor) as $full | .sm.load_requests == 4 * $full + 2 and .l2.read_misses == 2 * $full + 1'
holds nn_flits gtx480 nn \
    '(42764 / 32 | floor) as $full | .icnt.request.flits == .l1d.read_misses + 5 * $full + 3 and .icnt.reply.flits == 5 * .l1d.read_misses + $full + 1'

# 128 x 128 pixels. The prescan: 64 blocks read an eighth of their 256 pixels twice, a line of them
# in one warp, and send two atomics, all to one line. The next kernel reads pairs, of two lines a
# warp, and writes every pixel's place.
"$WARPLOOM" sim -q --csv "$WORK/histo.csv" -c gtx480 --set l1i.perfect=true --set l1c.perfect=true \
    histo >/dev/null
jq -Rn \
    '[inputs | split(",")] | .[0] as $keys | [.[1:-1][] | {key: .[1], value: ([$keys[2:], .[2:]] | transpose |
    map({key: .[0], value: (.[1] | tonumber)}) | from_entries)}] | from_entries' "$WORK/histo.csv" \
        >"$WORK/kernels-histo.json"
holds histo_prescan_loads_and_atomics kernels histo \
    '.histo_prescan | .["sm.loads"] == 64 * 2 and .["sm.load_requests"] == 64 * 2 and
    .["sm.atomics"] == 64 * 2 and .["sm.stores"] == 0 and .["l2.read_misses"] == 64 + 1'
holds histo_intermediates_requests kernels histo \
    '(128 * 128 / 32) as $lines | .histo_intermediates | .["sm.loads"] == $lines / 2 and
    .["sm.load_requests"] == $lines and .["sm.store_requests"] == $lines and .["l2.read_misses"] == $lines - 64 and .["l2.write_misses"] == $lines'

# 512 x 256 bins, four a word. One block of them is busy, 24 x 256 words: the middle. Its tables are
# written by 14 blocks, then added up: overflows of 16 bytes a word and 14 words, while a word's
# other bins are 8 bytes; both are cleared, and the word is stored.
bins='(512 * 256 / 4 / 32) as $all | (24 * 256 / 32) as $busy |'
holds histo_main_stores_its_tables kernels histo \
    "$bins .histo_main | .[\"sm.stores\"] == 14 * \$busy and .[\"sm.store_requests\"] == 14 * \$busy"
holds histo_final_requests kernels histo \
    "$bins .histo_final | .[\"sm.loads\"] == \$all - \$busy + 15 * \$busy and
    .[\"sm.load_requests\"] == 2 * (\$all - \$busy) + (4 + 14) * \$busy and .[\"sm.store_requests\"] == 3 * (\$all - \$busy) + 5 * \$busy"
finish
