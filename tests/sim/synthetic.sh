#!/usr/bin/env bash
# synthetic.sh : files of synthetic kernels end to end: every pattern runs, twice the same, also as
# the trace that is written from it; load tests scale with the machine.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

cat >all.yaml <<'YAML'
seed: 7
kernels:
  - name: global
    grid: {per_sm: 2}
    block: 200
    regs: 20
    program:
      - loop: 4
        do:
          - load: {pattern: sequential, writes: 25}
          - load: {pattern: stride, stride: 1024, region: 4194304, bytes: 8}
          - alu: {class: fp_mad, count: 3}
          - loop: 2
            do:
              - load: {pattern: random, region: 65536, lanes: 20}
              - alu: {class: int_div, independent: yes}
          - load: {pattern: gather, region: 262144}
          - load: {pattern: broadcast}
          - load: {pattern: pointer_chase, stride: 256}
          - load: {pattern: transpose, side: 128}
          - load: {pattern: one_set, set: 3, lines: 6}
          - load: {pattern: one_channel, channel: 5, lines: 32}
          - atomic: {pattern: random, region: 1024}
      - store: {pattern: transpose, side: 128, base: 0xE0000000}
      - fence: all
  - name: shared
    grid: 20
    block: 96
    shared: 8192
    program:
      - store: {pattern: sequential, space: shared}
      - barrier: all
      - loop: 5
        do: [{load: {pattern: one_bank}}, {load: {pattern: random, space: shared, bytes: 16}}]
YAML
statistics() { jq -cS 'del(.synthetic, .trace, .wall_seconds)'; }
first=$("$WARPLOOM" sim -q --json --synthetic all.yaml --write-trace trace | statistics)
second=$("$WARPLOOM" sim -q --json --synthetic all.yaml | statistics)
replay=$("$WARPLOOM" sim -q --json --trace trace/kernelslist.g | statistics)
if [ -n "$first" ] && [ "$first" = "$second" ]; then ok synthetic_runs_twice_the_same; else
    not_ok synthetic_runs_twice_the_same "${#first} ${#second}"; fi
if [ "$first" = "$replay" ]; then ok synthetic_as_a_trace_is_the_same; else
    not_ok synthetic_as_a_trace_is_the_same "$(diff <(jq . <<<"$first") <(jq . <<<"$replay") |
    head -n 3)"; fi
if [ "$(jq -c '[.kernels[].name]' <<<"$first")" = '["global","shared"]' ]; then
    ok synthetic_kernels_run_in_order; else
    not_ok synthetic_kernels_run_in_order "$(jq -c .kernels <<<"$first")"; fi
other=$(sed 's/seed: 7/seed: 8/' all.yaml >other.yaml;
    "$WARPLOOM" sim -q --json --synthetic other.yaml | statistics)
if [ "$first" != "$other" ]; then ok synthetic_seed_counts; else
    not_ok synthetic_seed_counts 'the same statistics'; fi
expect synthetic_runs_with_mrpb "$WARPLOOM" sim -q -c mrpb-base-s --synthetic all.yaml

# A load test of n SMs: n times the work.
cat >load.yaml <<'YAML'
kernels: [{grid: {per_sm: 2}, block: 192, program: [{loop: 4, do: [{load: {pattern: random, region: 8388608, writes: 10}}, {alu: {class: fp_mad, count: 4}}]}]}]
YAML
for n in 1 16 128; do
    got=$("$WARPLOOM" sim -q --json --set gpu.sms=$n --synthetic load.yaml | jq .warp_insns)
    if [ "$got" = $((n * 2 * 6 * 4 * 5)) ]; then ok "synthetic_load_of_${n}_sms"; else
        not_ok "synthetic_load_of_${n}_sms" "$got"; fi
done

# What must be refused
refused() { # NAME TEXT PROGRAM [KERNEL KEYS]
    printf 'kernels:\n  - grid: 1\n    block: 32\n%s    program:\n      - %s\n' \
        "${4:+    $4$'\n'}" "$3" >bad.yaml
    expect_status "synthetic_$1" 2 "$2" "$WARPLOOM" sim -q --synthetic bad.yaml
}
refused pattern_unknown \
    'bad.yaml:5:25: error: kernels[0].program[0].load.pattern = strid; did you mean stride?' \
    'load: {pattern: strid}'
refused pattern_missing 'kernels[0].program[0].load: the key pattern is missing' 'load: {bytes: 4}'
refused step_unknown 'kernels[0].program[0]: unknown key lod; did you mean load?' \
    'lod: {pattern: random}'
refused step_two 'must be one of load, store, atomic, alu, barrier, fence, or loop with do' \
    '{load: {pattern: random}, store: {pattern: random}}'
refused loop_without_do 'loop needs do: [steps]' 'loop: 4'
refused loop_zero 'kernels[0].program[0].loop = 0: must be a whole number, 1..1073741824' \
    '{loop: 0, do: [{fence: all}]}'
refused loop_empty 'kernels[0].program[0].do: has 0 items: must have 1..1024' '{loop: 2, do: []}'
refused bytes_three 'bytes = 3: must be 1, 2, 4, 8 or 16' 'load: {pattern: random, bytes: 3}'
refused stride_misaligned 'base, region, stride and step must be multiples of bytes = 8' \
    'load: {pattern: stride, bytes: 8, stride: 12}'
refused key_of_another 'kernels[0].program[0].load.side: pattern stride has no such key' \
    'load: {pattern: stride, side: 4}'
refused set_outside 'load.set = 32: must be a whole number, 0..31' \
    'load: {pattern: one_set, set: 32}'
refused channel_outside 'load.channel = 6: must be a whole number, 0..5' \
    'load: {pattern: one_channel, channel: 6}'
refused lines_not_there \
    'bad.yaml:2:5: error: kernels[0]: kernel synthetic, step 0: the region of 4096' \
    'load: {pattern: one_set, region: 4096}'
refused writes_of_a_store 'writes: only a load can mix writes in' \
    'store: {pattern: random, writes: 5}'
refused writes_too_many 'writes = 101: must be a whole number, 0..100' \
    'load: {pattern: random, writes: 101}'
refused shared_too_small 'end beyond the kernel'"'"'s shared memory' 'load: {pattern: one_bank}' \
    'shared: 1024'
refused address_beyond 'end beyond the 2^48 bytes of addresses' \
    'load: {pattern: random, base: 0xffffffffff00, region: 512}'
refused class_unknown 'alu.class = fp_maad; did you mean fp_mad?' 'alu: {class: fp_maad}'
refused steps_too_many 'the program has more than 1024 steps' \
    '{loop: 1, do: [{alu: {class: one, count: 1024}}]}'
refused barrier_word 'kernels[0].program[0].barrier = some; allowed: all' 'barrier: some'
printf 'kernels: [{grid: {per_sm: 0}, block: 32, program: [{fence: all}]}]\n' >bad.yaml
expect_status synthetic_grid_zero 2 'kernels[0].grid.per_sm = 0: must be a whole number' \
    "$WARPLOOM" sim -q --synthetic bad.yaml
printf 'kernels: [{grid: 1, block: 2048, program: [{fence: all}]}]\n' >bad.yaml
expect_status synthetic_block_too_large 2 \
    'kernels[0].block = 2048: must be a whole number, 1..1024' "$WARPLOOM" sim \
    -q --synthetic bad.yaml
# A block that no SM holds is named with its place, before the kernel in front of it runs.
printf 'kernels: [{name: first, grid: 1, block: 32, program: [{fence: all}]},
  {name: k, grid: 1, block: 1024, regs: 63, program: [{fence: all}]}]\n' >bad.yaml
expect_status synthetic_block_without_registers 2 \
    'bad.yaml:2:3: error: kernels[1]: kernel k: a block of 1024 threads needs 65536 registers' \
    "$WARPLOOM" sim -q --synthetic bad.yaml
printf 'kernels: [{name: "a\\nb", grid: 1, block: 32, program: [{fence: all}]}]\n' >bad.yaml
expect_status synthetic_name_of_two_lines 2 \
    'bad.yaml:1:18: error: kernels[0].name: must have no line breaks' "$WARPLOOM" sim \
    -q --synthetic bad.yaml
printf 'kernels: [{name: [a], grid: 1, block: 32, program: [{fence: all}]}]\n' >bad.yaml
expect_status synthetic_name_is_a_list 2 'kernels[0].name' "$WARPLOOM" sim -q --synthetic bad.yaml
printf 'kernels: []\n' >bad.yaml
expect_status synthetic_no_kernels 2 'kernels: has 0 items: must have 1..1024' "$WARPLOOM" sim \
    -q --synthetic bad.yaml
expect_status synthetic_no_file 2 'cannot read no-such.yaml' "$WARPLOOM" sim \
    -q --synthetic no-such.yaml
printf \
    'kernels: [{grid: 1, block: 32, program: [{load: {pattern: random, base: 0xFFFFFF00, region: 512}}]}]\n' >bad.yaml
expect_status synthetic_addresses_of_mrpb 2 \
    "end beyond the machine's addresses (structures.mrpb.address_bits)" "$WARPLOOM" sim \
    -q -c mrpb-base-s --synthetic bad.yaml
finish
