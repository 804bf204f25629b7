#!/usr/bin/env bash
# list.sh : the mutants that samples are drawn from are those that Yosys lists, less those that are
# none.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/mutate/points.sh

# listed POINT: all mutants of the point's block, ours and those of Yosys that are not ours, each
# sorted; ours that Yosys does not list
listed() {
    local args dir=$WORK/$1
    read -ra args <<<"${MUTATE_POINTS[$1]}"
    expect "$1_is_listed" bash -c '"$@" | sort >"$0"' "$WORK/$1.ours" \
        "$WARPLOOM" mutate "${args[@]}" --count 1000000 --list -q -o "$dir"
    expect "$1_is_listed_by_yosys" yosys -q -p \
        "read_rtlil $dir/design.il; write_rtlil $dir/sorted.il; mutate -list 100000000 -seed 1 -o $dir/list"
    sed -E 's/ -(wire|wirebit|src) .*//' "$dir/list" | sort >"$WORK/$1.yosys"
    comm -13 "$WORK/$1.yosys" "$WORK/$1.ours" >"$WORK/$1.more"
    comm -23 "$WORK/$1.yosys" "$WORK/$1.ours" >"$WORK/$1.none"
}

# is_no_mutant FILE: all of these are of a clock's pin or of one that belongs to a clock, or make a
# constant of a bit, 0 or 1 and not both.
is_no_mutant() {
    local constants
    constants=$(grep -vE -- '-port (CLK|WR_CLK|RD_CLK|RD_EN|RD_ARST|RD_SRST) ' "$1")
    ! grep -v '^mutate -mode const[01] ' <<<"$constants" &&
        test -z "$(sed 's/ -mode const[01]//' <<<"$constants" | sort | uniq -d)"
}

for point in streambypass mrpb_rr cart crossbar_request; do
    listed "$point"
    expect "${point}_has_mutants" [ "$(wc -l <"$WORK/$point.ours")" -ge 500 ]
    expect "${point}_has_none_that_yosys_does_not_list" cmp /dev/null "$WORK/$point.more"
    expect "${point}_leaves_out_what_is_no_mutant" is_no_mutant "$WORK/$point.none"
    expect "${point}_names_every_one_once" test -z "$(uniq -d "$WORK/$point.ours")"
done

# Whatever the seed, a sample is of these.
read -ra args <<<"${MUTATE_POINTS[mrpb_rr]}"
"$WARPLOOM" mutate "${args[@]}" --count 5 --seed 2 --list -q -o "$WORK/few" | sort >"$WORK/few.2"
"$WARPLOOM" mutate "${args[@]}" --count 5 --seed 3 --list -q -o "$WORK/few" | sort >"$WORK/few.3"
expect sample_is_of_the_list test -z \
    "$(comm -23 <(cat "$WORK/few.2" "$WORK/few.3" | sort -u) "$WORK/mrpb_rr.ours")"
expect another_seed_draws_others test -n "$(comm -3 "$WORK/few.2" "$WORK/few.3")"
expect nothing_is_run test ! -e "$WORK/few/found"
expect_status floor_of_a_list 2 'cannot be used with --list' \
    "$WARPLOOM" mutate "${args[@]}" --list --floor 99 -o "$WORK/few"
finish
