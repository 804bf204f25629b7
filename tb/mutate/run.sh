#!/usr/bin/env bash
# run.sh : the long form of the mutation runs, `make mutate`: every point of points.sh, COUNT
# mutants of each module (all there are, where there are fewer), module by module, since a model
# with the mutants of all modules is several times slower. Writes $REPORT/modules.csv, survivors.csv
# and index.html, whole or not at all; exit status 1 when a module is below its floor of 99 %. A run
# that was stopped goes on where it was. POINTS names some of them only, MODULES some modules of
# these; the rows of the others stay in the tables as they are.
#
#   WARPLOOM=build/warploom OUT=build/mutate REPORT=reports/mutation COUNT=1000 POINTS=warppool
#   MODULES='warppool_insn lib_fifo' bash tb/mutate/run.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 3
source tb/mutate/points.sh
WARPLOOM=${WARPLOOM:-build/warploom} OUT=${OUT:-build/mutate} REPORT=${REPORT:-reports/mutation} \
    COUNT=${COUNT:-1000}
mkdir -p "$OUT" "$REPORT" || exit 3
read -ra points <<<"${POINTS:-$(printf '%s\n' "${!MUTATE_POINTS[@]}" | sort | tr '\n' ' ')}"
status=0

# among NAME LIST: a list without a name has all
among() { [[ $2 =~ ^\ *$ || " $2 " == *" $1 "* ]]; }

# mutate DIR ARGUMENT...: `warploom mutate` whose results stand in DIR, none of a run before; a
# floor that is not kept fails in the end, all else at once
mutate() {
    local dir=$1 is=0; shift
    rm -f "$dir"/{mutate.json,modules.csv,survivors.csv}
    "$WARPLOOM" mutate "$@" -o "$dir" || is=$?
    [ "$is" -le 1 ] && [ -f "$dir/survivors.csv" ] ||
        { echo "mutate: error: $dir: no result" >&2; exit 3; }
    [ "$is" -eq 0 ] || status=1
}

# modules POINT: those that have mutants; where MUTATE_ONLY or MODULES name some, of these
modules() {
    local module
    sed 1d "$OUT/$1/modules.csv" | cut -d, -f2 | while read -r module; do
        if among "$module" "${MUTATE_ONLY[$1]:-}" && among "$module" "${MODULES:-}"; then
            echo "$module"
        fi
    done
}

for point in "${points[@]}"; do
    read -ra args <<<"${MUTATE_POINTS[$point]}"
    mutate "$OUT/$point" "${args[@]}" --count 1 --no-proofs -q >"$OUT/$point.log"
    for module in $(modules "$point"); do
        mutate "$OUT/$point/$module" "${args[@]}" --module "$module" --count "$COUNT" --floor 99
    done
done

# rows NAME: of the points that were run, each behind its point's name
rows() {
    local point module
    for point in "${points[@]}"; do
        for module in $(modules "$point"); do
            sed "1d; s/^/$point,/" "$OUT/$point/$module/$1.csv"
        done
    done
}

# kept NAME: rows of the page's table that are other points' or modules'
kept() {
    local point run=' '
    for point in "${points[@]}"; do
        run+=$(modules "$point" | sed "s/^/$point,/" | paste -sd ' ')' '
    done
    awk -F, -v run="$run" -v all=" ${!MUTATE_POINTS[*]} " '
        FNR > 1 && index(all, " " $1 " ") && !index(run, " " $1 "," $3 " ")
    ' "$REPORT/$1.csv" 2>/dev/null
}

# table NAME: all points' rows as one table, by point and module
table() {
    local first=${points[0]}
    {
        sed -n '1s/^/point,/p' "$OUT/$first/$(modules "$first" | head -n 1)/$1.csv"
        { kept "$1"; rows "$1"; } | sort -s -t , -k 1,1 -k 3,3
    } >"$REPORT/$1.csv.tmp" && mv "$REPORT/$1.csv.tmp" "$REPORT/$1.csv"
}

# version NAME: of a tool, as the runs noted it
version() {
    sed -n "s/^  \"$1\": \"\(.*\)\".*/\1/p" \
        "$OUT/${points[0]}/$(modules "${points[0]}" | head -n 1)/mutate.json"
}

# own_points: those of the table of which only some modules are run
own_points() {
    printf '%s\n' "${!MUTATE_ONLY[@]}" |
        grep -xF -f <(cut -d, -f1 "$REPORT/modules.csv") | sort | paste -sd , | sed 's/,/, /g'
}

page() {
    echo '# Mutants of the emitted RTL and the bench that kills them'
    echo
    echo "Made by \`make mutate\` with Yosys $(version yosys) and Verilator $(version verilator)." \
        "Score: killed / (mutants - proven equivalent)."
    echo 'Mutants are drawn from the candidates by a seed, at most 1000 of a module; their number' \
        'says how many were run.'
    echo 'The configurations are those of tb/mutate/points.sh; those that live stand in' \
        'survivors.csv with their places.'
    echo "Of $(own_points) only the modules whose text is not that of another point."
    echo "Each row is \`warploom mutate ARGUMENTS --module MODULE --cycles CYCLES --count" \
        "MUTANTS\`, the ARGUMENTS those of its point."
    echo
    echo '| point | module | cycles | candidates | mutants | killed | equivalent | differ | open' \
        '| score |'
    echo '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|'
    awk -F, '
        NR > 1 {
            printf "| %s | %s | %d | %d | %d | %d | %d | %d | %d | %s |\n", $1, $3, $10, $4,
                $5, $6, $7, $8, $5 - $6 - $7 - $8, $9 == "" ? "-" : $9 " %"
            m += $5; k += $6; e += $7; d += $8
        }
        END {
            printf "| all | | | | %d | %d | %d | %d | %d | %.2f %% |\n",
                m, k, e, d, m - k - e - d, (m > e ? 100 * k / (m - e) : 0)
        }' "$REPORT/modules.csv"
}

table modules && table survivors && page >"$OUT/page.md" &&
    bash reports/page.sh <"$OUT/page.md" >"$REPORT/index.html.tmp" &&
    mv "$REPORT/index.html.tmp" "$REPORT/index.html" || exit 3
tail -n 1 "$OUT/page.md"
exit "$status"
