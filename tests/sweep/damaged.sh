#!/usr/bin/env bash
# damaged.sh : results that were cut, emptied or replaced after they had been written count as
# missing, and their points run again; a results.db that is no database is named.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

sweep() { "$WARPLOOM" sweep "$@"; }
cat >kernel.yaml <<'END'
kernels:
  - {grid: 2, block: 64, regs: 20, program: [{load: {pattern: random, region: 65536}}]}
END
cat >few.yaml <<'END'
name: few
sim: {patterns: [kernel.yaml]}
seeds: {from: 1, to: 4}
END
sweep plan few.yaml -o few >/dev/null || not_ok planned few
expect they_run sweep run -m few -j 1
expect they_are_collected sweep collect -m few
cp few/results.csv whole.csv
mapfile -t results < <(find few/results -name '*.json' | sort)
expect there_are_four [ ${#results[@]} = 4 ]

# One is emptied, one cut, one replaced by text that is no object; one stays.
: >"${results[0]}"
truncate -s 100 "${results[1]}"
echo '[1, 2]' >"${results[2]}"
sweep status -m few --json >status.json
holds damaged_ones_are_missing '.done == 1 and .missing == 3 and .failed == 0' status.json
out=$(sweep run -m few -j 1)
if [ "$out" = '3 points ran, 1 were there before, 0 failed' ]; then ok damaged_ones_run_again; else
    not_ok damaged_ones_run_again "$out"; fi
expect they_are_collected_again sweep collect -m few
expect the_table_is_the_same cmp few/results.csv whole.csv

# What has both its ends is damaged inside: collect says where.
sed -i 's/"cycles":/"cycles"/' "${results[3]}"
expect_status damage_inside_is_named 3 "$(basename "${results[3]}") is damaged; remove it" \
    sweep collect -m few
rm "${results[3]}"
sweep run -m few -j 1 >/dev/null
rm -f few/results.db*
echo 'no database' >few/results.db
expect_status no_database_is_named 3 'few/results.db: is no database; move it away' \
    sweep collect -m few
expect what_stood_there_stays [ "$(cat few/results.db)" = 'no database' ]
rm few/results.db
expect without_it_collect_works sweep collect -m few
expect the_table_is_the_same_again cmp few/results.csv whole.csv
finish
