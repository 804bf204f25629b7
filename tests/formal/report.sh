#!/usr/bin/env bash
# report.sh : `make formal` of one block: its rows are replaced, those of the others stay to the
# byte, and so does their place on the page; of one of its proofs: that row alone is replaced. A
# block or a proof that there is not is said, and nothing is written.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

REPORT=$WORK/report
mkdir "$REPORT"
run() { WARPLOOM=$WARPLOOM REPORT=$REPORT JOBS=1 BLOCKS=$1 bash tb/formal/run.sh; }
rows() { grep -E "$1" "$REPORT/proofs.tsv"; } # PATTERN of the group
page() { rows_of_page "$REPORT/index.html" | grep -cF "$1"; }

# What a bug breaks is found among all that it breaks.
broken() (
    source tb/formal/prove.sh
    solve() { return 1; }
    grep -nE '`(PROVE|HELPER)' tb/formal/*.v |
        sed -E 's/^([^:]+:[0-9]+):.*/Assert failed in it: \1/' >"$WORK/many.refute.log"
    refuted many "$(named "$WORK/many.refute.log" failed | sed -n 1p)" 1
)
expect first_of_many_broken_properties_is_found broken
unedited() (
    source tb/formal/prove.sh
    cp tb/formal/prove.sh "$WORK/edited"
    edited "$@" "$WORK/edited"
)
if [ "$(unedited -e 's/edited +/x/')" = 'the edit changes nothing' ] &&
    unedited -E 's/edited +/x/'; then ok edit_that_changes_nothing_is_said; else
    not_ok edit_that_changes_nothing_is_said 'it is not'; fi

expect_status unknown_block_is_said 2 'must be of mrpb' run 'leaves warpool'
if [ -z "$(ls "$REPORT")" ]; then ok unknown_block_writes_nothing; else
    not_ok unknown_block_writes_nothing "$(ls "$REPORT")"; fi

# A row of each group of the page that is not the block's, one of its own from before, one that was
# not shown.
groups=$(sed -nE 's/^    rows_of ([a-z-]+) .*/\1/p' tb/formal/run.sh | grep -vE '^(bypass|failed)')
{
    printf 'group\tpoint\tk\tseconds\tresult\n'
    for group in $groups; do printf '%s\ta point of %s\t7\t1.5\tproved\n' "$group" "$group"; done
    printf 'bypass\tan old point\t7\t1.5\tproved\n'
    printf 'failed\t%s\t-\t-\tnot shown\n' 'bypass an old failure' 'dwtcs a failure'
} >"$REPORT/proofs.tsv"
cp "$REPORT/proofs.tsv" "$WORK/before"

only() { ONLY=$1 run streambypass; }
expect_status failure_of_another_block_is_still_one 1 '' only '^bypass bypass_1 '
if rows '^failed	dwtcs a failure' >/dev/null && [ "$(page '| dwtcs a failure |')" = 1 ]
then ok failure_of_another_block_stays; else
    not_ok failure_of_another_block_stays "$(rows '^failed')"; fi
sed -i '/^failed/d' "$REPORT/proofs.tsv" "$WORK/before"
expect one_block_is_proved run streambypass
if diff <(grep -vE '^(group|bypass|failed)' "$WORK/before" |
    sort) <(grep -vE '^(group|bypass|failed)' "$REPORT/proofs.tsv" | sort) >"$WORK/diff"
then ok rows_of_other_blocks_stay; else
    not_ok rows_of_other_blocks_stay "$(head -n 3 "$WORK/diff" | tr '\n' ' ')"; fi
lost=$(for group in $groups; do [ "$(page "| a point of $group |")" = 1 ] || echo "$group"; done)
if [ -z "$lost" ]; then ok other_blocks_stay_on_the_page; else
    not_ok other_blocks_stay_on_the_page "$(tr '\n' ' ' <<<"$lost")"; fi
if [ "$(rows '^bypass	period=.*	proved$' | wc -l)" -ge 3 ] &&
    [ "$(rows '^bypass-mutants	.*	killed$' | wc -l)" -ge 3 ]; then ok own_rows_are_new
else not_ok own_rows_are_new "$(rows '^bypass' | head -n 2)"; fi
if rows 'an old (point|failure)' >/dev/null; then not_ok old_rows_go "$(rows 'an old')"; else
    ok old_rows_go; fi

# One proof of the block: its row is made anew, all others stay.
sed -E 's/^(bypass\t[^\t]*\t[0-9]+\t)[^\t]*/\1old/' "$REPORT/proofs.tsv" >"$WORK/before"
cp "$WORK/before" "$REPORT/proofs.tsv"
expect one_proof_is_made_anew only '^bypass bypass_1 '
if [ "$(diff "$WORK/before" "$REPORT/proofs.tsv" | grep -c '^[<>]')" = 2 ] &&
    [ "$(rows '^bypass	' | grep -cv '	old	')" = 1 ]; then ok other_proofs_stay
else not_ok other_proofs_stay "$(diff "$WORK/before" "$REPORT/proofs.tsv" | head -n 4)"; fi
cp "$REPORT/proofs.tsv" "$WORK/before"
expect_status unknown_proof_is_said 2 'names no proof of streambypass' only 'prove nothing'
expect unknown_proof_changes_nothing cmp "$WORK/before" "$REPORT/proofs.tsv"
finish
