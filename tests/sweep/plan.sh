#!/usr/bin/env bash
# plan.sh : `warploom sweep plan`: the points of a description, and bad descriptions.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

sweep() { "$WARPLOOM" sweep "$@"; }
cat >kernel.yaml <<'END'
kernels:
  - {grid: 1, block: 32, regs: 20, program: [{load: {pattern: random, region: 65536}}]}
END
cat >good.yaml <<'END'
name: good
config: mrpb-base-s
axes:
  structures.mrpb.queues: [8, 16, 32]
  structures.mrpb.depth: {from: 1, to: 8, times: 2}
  structures.mrpb.drain: [fixed, rr]
filters: [structures.mrpb.queues * structures.mrpb.depth <= 64]
sim: {workloads: [atax, bicg], patterns: [kernel.yaml]}
synth: {modules: [mrpb_sel]}
seeds: [1, 2, 3]
END
expect a_sweep_is_planned sweep plan good.yaml -o good
# 8 x {1 2 4 8}, 16 x {1 2 4}, 32 x {1 2}, twice for the drains; of each two workloads, a pattern
# with three seeds, a synthesis
want=$(((4 + 3 + 2) * 2 * (2 + 3 + 1)))
got=$(awk -F '\t' '$1 ~ /^[0-9]+$/ { n++ } END { print n + 0 }' good/manifest)
if [ "$got" = $want ]; then ok it_has_all_points; else
    not_ok it_has_all_points "$got, not $want"; fi
expect every_point_has_a_hash_of_its_own bash -c \
    "[ \$(awk -F '\t' '\$1 ~ /^[0-9]+\$/ { print \$2 }' good/manifest | sort -u | wc -l) = $want ]"
cp good/manifest before
sweep plan good.yaml -o good >/dev/null
expect planned_again_it_is_the_same cmp before good/manifest

sed 's/^synth: {/synth: {apart: true, /' good.yaml >apart.yaml
sweep plan apart.yaml -o apart >/dev/null
expect large_blocks_are_mapped_apart bash -c \
    "[ \"\$(awk -F '\t' '\$3 == \"synth\" { print \$7 }' apart/manifest | sort | uniq -c | xargs)\" = '18 apart' ]"
expect that_is_another_result bash -c \
    "! cut -f 2 apart/manifest | grep -qxFf <(awk -F '\t' '\$3 == \"synth\" { print \$2 }' good/manifest)"

# A range multiplies or adds; values that the rules refuse are left out when the description says
# so, and then counted.
cat >skip.yaml <<'END'
name: skip
config: mrpb-base-s
axes: {structures.mrpb.queues: {from: 6, to: 9}}
invalid: skip
synth: {}
END
expect a_range_adds sweep plan skip.yaml -o skip
if [ "$(awk -F '\t' '$1 ~ /^[0-9]+$/ { printf "%s ", $10 }' skip/manifest)" = '8 ' ]; then
    ok refused_values_are_left_out; else
    not_ok refused_values_are_left_out "$(cut -f 10 skip/manifest | tr '\n' ' ')"; fi

# The description that the help shows is one.
sweep --help | awk '/^FILE, with every key/ { on = 1; next } !NF { on = 0 } on' |
    sed 's/^  //; s/streams.yaml/kernel.yaml/' >help.yaml
expect description_of_the_help_is_planned sweep plan help.yaml -o help

# ---- bad descriptions: each is told, and nothing is written
rm -rf bad && mkdir bad
bad() { # NAME TEXT SED-COMMAND: of good.yaml, changed
    sed -E "$3" good.yaml >"bad/$1.yaml"
    if cmp -s good.yaml "bad/$1.yaml"; then not_ok "$1" 'the description was not changed';
        return; fi
    expect_status "$1" 2 "$2" sweep plan "bad/$1.yaml" -o "bad/out"
    [ ! -e bad/out/manifest ] || not_ok "${1}_writes_nothing" 'there is a manifest'
}
cp kernel.yaml bad
bad unknown_axis 'bad/unknown_axis.yaml:5:3: error: unknown key structures.mrpb.deth' \
    's/mrpb.depth: /mrpb.deth: /'
bad unknown_axis_has_its_nearest 'structures.mrpb.depth' 's/mrpb.depth: /mrpb.deth: /; /filters/d'
bad value_of_an_axis 'bad/value_of_an_axis.yaml:4:28: error: structures.mrpb.queues = eight' \
    's/\[8, 16/[eight, 16/'
bad value_twice 'structures.mrpb.queues: 8 stands there twice' 's/\[8, 16, 32\]/[8, 16, 8]/'
bad refused_combination 'combination.yaml:4:28: error: structures.mrpb.queues = 7: must' \
    's/queues: \[8, /queues: [7, /; s/^filters.*//'
bad empty_product 'no point is left: of 24 combinations the filters leave 24 out' 's/<= 64/< 1/'
bad range_that_falls 'depth' 's/from: 1, to: 8/from: 9, to: 8/'
bad range_of_equal_values 'depth.times = 1: must be' 's/times: 2/times: 1/'
bad range_that_stands 'depth.step = 0: must be' 's/times: 2/step: 0/'
bad filter_of_no_axis \
    "structures.mrpb.dept is no axis and no number; did you mean structures.mrpb.depth?" \
    's/\* structures.mrpb.depth <=/* structures.mrpb.dept <=/'
bad filter_without_sign 'needs one of <, <=' 's/ <= 64/ 64/'
bad filter_of_half_a_product 'must be products of axes and numbers on both sides' 's/<= 64/<= 64 */'
bad unknown_workload "error: unknown workload 'ataxx'; did you mean atax?" \
    's/\[atax, bicg/[ataxx, bicg/'
line=$(grep -n '^sim' good.yaml | cut -d: -f1) column=$(grep '^sim' good.yaml | grep -bo bicg)
bad unknown_workload_has_its_place \
    "place.yaml:$line:$((${column%:*} + 1)): error: unknown workload 'bigc'" 's/bicg/bigc/'
line=$(grep -n '^synth' good.yaml | cut -d: -f1)
column=$(grep '^synth' good.yaml | grep -bo mrpb_sel)
place="synth_module.yaml:$line:$((${column%:*} + 1))"
bad unknown_synth_module "$place: error: synth.modules = mrpb_sell: no such module in mrpb_base_s" \
    's/\[mrpb_sel\]/[mrpb_sell]/'
bad unknown_synth_module_has_its_nearest 'did you mean mrpb_sel? there are lib_first, lib_encode' \
    's/\[mrpb_sel\]/[mrpb_sell]/'
# Of one of the designs: there is an SRAM only where the storage says so.
bad synth_module_of_another_design 'synth.modules = lib_sram: no such module in mrpb_base_s' \
    's/^synth.*/synth: {modules: [lib_sram]}/; s/^  structures.mrpb.drain:/  rtl.storage: [flop, sram_1rw]\n&/'
bad unknown_key 'unknown key' 's/^seeds/seed/'
bad missing_pattern 'bad/missing_pattern.yaml:8:' 's/patterns: \[kernel/patterns: [none/'
bad seed_of_words 'seeds: one: must be a whole number, 1 or more' 's/seeds: \[1/seeds: [one/'
bad apart_of_words 'synth.apart = maybe' 's/^synth: \{/synth: {apart: maybe, /'
bad no_kind 'no point: give sim, bench or synth' '/^(sim|synth|seeds):/d'
bad seeds_of_nothing 'only patterns and benches draw random numbers' \
    's/, patterns: \[kernel.yaml\]//'
bad unknown_preset "preset.yaml:2:9: error: no file and no preset is called 'mrpb-base-z'" \
    's/^config: mrpb-base-s/config: mrpb-base-z/'
cat >many.yaml <<'END'
name: many
sim: {patterns: [kernel.yaml]}
seeds: {from: 1, to: 1000000}
END
expect_status a_million_points_are_asked_for 2 \
    'many.yaml: 1000000 points before filters, more than 100000; if you mean it, give --yes' sweep \
    plan many.yaml -o many
expect_status no_description 2 'FILE is missing' sweep plan
expect_status unknown_verb 2 'did you mean plan?' sweep plann good.yaml
finish
