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
# 8 x {1 2 4 8}, 16 x {1 2 4}, 32 x {1 2}, twice for the drains; of each two workloads, a pattern with three seeds, a synthesis
want=$(((4 + 3 + 2) * 2 * (2 + 3 + 1)))
got=$(awk -F '\t' '$1 ~ /^[0-9]+$/ { n++ } END { print n + 0 }' good/manifest)
if [ "$got" = $want ]; then ok it_has_all_points; else not_ok it_has_all_points "$got, not $want"; fi
expect every_point_has_a_hash_of_its_own bash -c "[ \$(awk -F '\t' '\$1 ~ /^[0-9]+\$/ { print \$2 }' good/manifest | sort -u | wc -l) = $want ]"
cp good/manifest before
sweep plan good.yaml -o good >/dev/null
expect planned_again_it_is_the_same cmp before good/manifest
finish
