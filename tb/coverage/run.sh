#!/usr/bin/env bash
# run.sh : what the benches cover, `make coverage`. Of the RTL: Verilator's line, branch and toggle
# points, those of each instance by themselves (iterations of a generate loop in one instance share
# lines and branches, not toggles). Of the golden models in refmodel/blocks: lines and branches
# taken by gcov, in a build of its own, under the same benches and the blocks' unit tests. Waivers,
# each with its reason: waivers.tsv; one that nothing needs is an error.
#
# Writes $REPORT/rtl.csv, c.csv, open.csv and index.html, whole or not at all; exit status 1 when a
# bench fails or a waiver is not needed. POINTS names some points only (then waivers may be idle),
# and C=no leaves the golden models out: the rows of what is not made anew stay as they are.
# WAIVERS names another file.
#
#   POINTS='cart cart_early' C=no WARPLOOM=build/warploom JOBS=2 bash tb/coverage/run.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 3
source tb/coverage/points.sh
WARPLOOM=$(realpath "${WARPLOOM:-build/warploom}") OUT=${OUT:-build/coverage} \
    REPORT=${REPORT:-reports/coverage} JOBS=${JOBS:-2} C=${C:-yes}
WAIVERS=${WAIVERS:-tb/coverage/waivers.tsv}
here=tb/coverage
mkdir -p "$OUT" "$REPORT" || exit 3
read -ra points <<<"${POINTS:-$(printf '%s\n' "${!COVERAGE_POINTS[@]}" | sort | tr '\n' ' ')}"
status=0

# bench NAME PROGRAM ARGUMENT...: NAME.json; a check that fails does so in the end, all else at once
bench() {
    local name=$1 program=$2 is=0; shift 2
    "$program" bench "$@" -q --json >"$OUT/$name.json" || is=$?
    [ "$is" -le 1 ] || { echo "coverage: error: $name: no result" >&2; exit 3; }
    [ "$is" -eq 0 ] || status=1
}

# rtl_rows POINT [ARGUMENT...]: its bench, and the rows of its points
rtl_rows() {
    local point=$1 args data=$OUT/$1.dat name; shift
    read -ra args <<<"${COVERAGE_POINTS[$point]}"
    rm -f "$data"
    bench "$point" "$WARPLOOM" "${args[@]}" "$@" --coverage "$data"
    [ -f "$data" ] || { echo "coverage: error: $point: no data" >&2; exit 3; }
    name=$(jq -r '.config | gsub("[^A-Za-z0-9]"; "_")' "$OUT/$point.json")_
    awk -v prefix="$name" -f $here/parse.awk "$data" |
        awk -F '\t' -v OFS='\t' -v p="$point" '{ print p "," $3, $2, $1, $4, $5, $6 }' \
        >"$OUT/$point.rows"
    [ -s "$OUT/$point.rows" ] || { echo "coverage: error: $point: no points" >&2; exit 3; }
}

# c_rows: rows of the golden models, without their named bugs, of which a bench runs one at most; a
# name is the text of its line, so that a waiver can say what the line is about
c_rows() {
    local b=$OUT/gcov point args unit gcda
    make --no-print-directory -s -j"$JOBS" B="$b" OPT='-O0 -Wno-format-truncation' SAN=--coverage \
        "$b/warploom" "${COVERAGE_UNITS[@]/#/$b/tests/}" >"$OUT/gcov.log" || exit 3
    find "$b" -name '*.gcda' -delete
    for point in "${points[@]}"; do
        read -ra args <<<"${COVERAGE_POINTS[$point]}"
        bench "$point.c" "$b/warploom" "${args[@]}"
    done
    for unit in "${COVERAGE_UNITS[@]}"; do "$b/tests/$unit" >"$OUT/$unit.log" 2>&1 || status=1; done
    for gcda in "$b"/obj/refmodel/blocks/*.gcda; do gcov -b -j -t "$gcda" 2>/dev/null; done |
        jq -r \
            '.files[] | select(.file | test("refmodel/blocks/[a-z_]*[.]c$")) | select(.file | test("_bugs(_[a-z]+)?[.]c$|/model_bug[.]c$") | not) | .file as $f | .lines[] | .line_number as $l
            | ([$f, $l, "line", .count], (.branches[] | [$f, $l, "branch", .count])) | @tsv' \
                >"$OUT/gcov.tsv"
    awk -F '\t' -v OFS='\t' '
        $1 != file { file = $1; k = 0; while ((getline text < file) > 0) source[++k] = text; close(file); base = file; sub(/.*\//, "", base) }
        { text = source[$2]; gsub(/^[ \t]+|\t/, "", text); print "models", base, "c_" $3, base ":" $2, text, $4 }' "$OUT/gcov.tsv" >"$OUT/models.rows"
    [ -s "$OUT/models.rows" ] || { echo 'coverage: error: gcov found nothing' >&2; exit 3; }
}

for point in "${points[@]}"; do rtl_rows "$point"; done
sets=("${points[@]}")
if [ "$C" = yes ]; then c_rows; sets+=(models); fi
files=("${sets[@]/#/$OUT/}")
files=("${files[@]/%/.rows}")
: >"$OUT/counts"; : >"$OUT/open"; : >"$OUT/used"
awk -v counts="$OUT/counts" -v open="$OUT/open" -v used="$OUT/used" -f $here/count.awk "$WAIVERS" \
    "${files[@]}" || exit 3

# What is not made anew stays as the report has it: with POINTS the other points, with C=no the
# golden models.
kept() { # CSV: of its rows, those of other sets, but for points that there are no longer
    [ ! -f "$REPORT/$1" ] || sed 1d "$REPORT/$1" | awk -F, -v made=" ${sets[*]} " \
        -v known=" ${!COVERAGE_POINTS[*]} models " \
        'index(known, " " $1 " ") && !index(made, " " $1 " ")'
}
kept rtl.csv >>"$OUT/counts"
if [ "$C" = no ] && [ -f "$REPORT/c.csv" ]; then
    sed '1d; s/^/models,/' "$REPORT/c.csv" >>"$OUT/counts"
fi
kept open.csv | sed 's/^models,,/models,/' >>"$OUT/open"
for f in counts open; do sort -s -t, -k1,1 -o "$OUT/$f" "$OUT/$f"; done

idle=$(awk -F '\t' \
    'FILENAME == ARGV[1] { used[$1] = 1; next } !/^#/ && NF && !(FNR in used) { print FILENAME ":" FNR ": " $2 " " $3 }' "$OUT/used" "$WAIVERS")
if [ -z "${POINTS:-}" ] && [ "$C" = yes ] && [ -n "$idle" ]; then
    printf 'coverage: error: a waiver that nothing needs\n%s\n' "$idle" >&2
    status=1
fi

# summary: of the counts, by point (without its instances) or golden model, and kind
summary() {
    awk -F, -v OFS=, '{ at = ($1 == "models" ? "models" OFS $2 : $1 OFS "") OFS $(NF - 5)
        if (!(at in n)) order[++k] = at; n[at] += $(NF - 4); c[at] += $(NF - 3); w[at] += $(NF - 2); o[at] += $(NF - 1) }
        END { for (i = 1; i <= k; i++) { at = order[i]; j = n[at] - w[at]; print at, n[at], c[at], w[at], o[at], j ? sprintf("%.2f", 100 * c[at] / j) : "-" } }' "$OUT/counts"
}

version() { "$1" --version 2>/dev/null | head -n 1; }

page() {
    echo '# What the benches cover'
    echo
    echo "Made by \`make coverage\` with $(version verilator) and $(version gcov)."
    echo \
        'Covered: of the points that are not waived; a toggle is covered when it went there and back. Configurations: tb/coverage/points.sh;'
    echo \
        'waivers with their reasons: tb/coverage/waivers.tsv; by instance: rtl.csv; every open point: open.csv. What coverage says of a bench'
    echo 'is that something was reached, not that it was checked: for that see ../mutation.'
    printf \
        '\n## RTL\n\n| point | kind | points | covered | waived | open | covered %% |\n|---|---|--:|--:|--:|--:|--:|\n'
    summary | awk -F, \
        '$1 != "models" { printf "| %s | %s | %d | %d | %d | %d | %s |\n", $1, $3, $4, $5, $6, $7, $8 }'
    grep -q '^models,' "$OUT/counts" || return 0
    printf \
        '\n## Golden models\n\n| file | kind | points | covered | waived | open | covered %% |\n|---|---|--:|--:|--:|--:|--:|\n'
    summary | awk -F, \
        '$1 == "models" { sub(/^c_/, "", $3); printf "| %s | %s | %d | %d | %d | %d | %s |\n", $2, $3, $4, $5, $6, $7, $8 }'
}

{ echo 'point,instance,module,kind,points,covered,waived,open,percent';
    grep -v '^models,' "$OUT/counts"; } >"$REPORT/rtl.csv.tmp" &&
    { echo 'file,kind,points,covered,waived,open,percent'; sed -n 's/^models,//p' "$OUT/counts";
        } >"$REPORT/c.csv.tmp" &&
    { echo 'point,instance,module,kind,place,name'; sed 's/^models,/models,,/' "$OUT/open";
        } >"$REPORT/open.csv.tmp" &&
    page >"$OUT/page.md" && bash reports/page.sh <"$OUT/page.md" >"$REPORT/index.html.tmp" || exit 3
for f in rtl.csv c.csv open.csv index.html; do mv "$REPORT/$f.tmp" "$REPORT/$f" || exit 3; done
sed -n '/^|/p' "$OUT/page.md"
exit "$status"
