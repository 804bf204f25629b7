#!/usr/bin/env bash
# mutants.sh : the sums of reports/mutation are in one place, a table of docs/figures.md, and are
# those of modules.csv; README has their percentage. The undecided mutants that verification.md
# explains are as many as the table has, and it lists the points that are not on the page.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# wrong_sums CSV FIGURES README VERIFICATION POINTS: what should be said where.
wrong_sums() {
    local sums line
    sums=$(awk -f tests/house/mutants.awk "$1")
    grep '^|' <<<"$sums" | while IFS= read -r line; do
        grep -qF "$line" "$2" || echo "$2: should have the row: $line"
    done
    line="$(sed -n 's/^percent //p' <<<"$sums") % of the mutants of the RTL killed"
    grep -qF "$line" "$3" || echo "$3: should say: $line"
    line='[0-9] mutants (of the RTL )?(are )?killed|[0-9] of them are proved eq'
    if grep -HnE "$line" "$3" "$4"; then echo "  the sums belong into $2"; fi
    explained adapters 'of the adapters' "$4"
    explained presets "at the presets' sizes" "$4"
    points_apart "$1" "$4" "$5"
}
explained() { # SET HEADING VERIFICATION: `: N |` at the end of each row's first column
    local want got
    want=$(sed -n "s/^undecided $1 //p" <<<"$sums")
    got=$(awk -v heading="### Undecided mutants $2" -F ' [|] ' '/^#/ { on = $0 == heading }
        on && match($1, /: [0-9]+$/) { n += substr($1, RSTART + 2) } END { print n + 0 }' "$3")
    [ "$want" = "$got" ] || echo "$3: explains $got undecided mutants $2, not $want"
}
points_apart() { # CSV VERIFICATION POINTS
    local page point apart all
    page=" $(sed 1d "$1" | cut -d, -f1 | sort -u | paste -sd ' ') "
    # shellcheck disable=SC2016 # Markdown's
    apart=" $(awk '/^#/ { on = /Forms whose mutants are not/ } on' "$2" |
        grep -oE '\([^()]*`[a-z0-9_]+`\)' | sed -E 's/.*`([a-z0-9_]+)`\)$/\1/' | paste -sd ' ') "
    all=$(awk '/^declare/ { on = /MUTATE_POINTS/ } on' "$3" |
        sed -nE 's/^ *\[([a-z0-9_]+)\]=.*/\1/p')
    for point in $all; do
        case "$page/$apart" in
        *" $point "*/*" $point "*) echo "$2: $point is on the page, so it is no form apart" ;;
        *" $point "*) ;;
        *) echo "$2: $point is not on the page, and not among the forms apart" ;;
        esac
    done
}
said=(reports/mutation/modules.csv docs/figures.md README.md docs/explanation/verification.md
    tb/mutate/points.sh)
wrong=$(wrong_sums "${said[@]}")
if [ -z "$wrong" ]; then ok sums_of_mutants_are_those_of_the_page; else
    not_ok sums_of_mutants_are_those_of_the_page "$wrong"; fi

# A row more, an undecided mutant more, a point that is not there any more, are found.
found() { # NAME TEXT: with the CSV that stands on stdin
    local wrong
    cat >"$WORK/modules.csv"
    wrong=$(wrong_sums "$WORK/modules.csv" "${said[@]:1}")
    if grep -qF "$2" <<<"$wrong"; then ok "$1"; else not_ok "$1" "$wrong"; fi
}
rows() { cat reports/mutation/modules.csv; }
found row_that_no_page_counts_is_found 'docs/figures.md: should have the row: | mutants of the R' \
    < <(rows; echo x,x,x,9,9,9,0,0,100.00,1,1)
found undecided_mutant_without_an_explanation_is_found "undecided mutants at the presets' sizes, " \
    < <(rows; echo x_preset,x,x,1,1,0,0,0,0.00,1,1)
found point_that_is_not_on_the_page_is_found 'pric is not on the page, and not among' \
    < <(rows | grep -v '^pric,')
found form_that_is_on_the_page_is_found 'mrpb_pipelined is on the page, so it is no form apart' \
    < <(rows; echo mrpb_pipelined,x,x,1,1,1,0,0,100.00,1,1)
found percentage_of_the_readme_is_held 'README.md: should say: 99.' \
    < <(rows; echo x,x,x,400,400,0,0,0,0.00,1,1)
finish
