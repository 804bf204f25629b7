# count.awk : points of coverage against the waivers: how many there are, are covered, are waived, and which are open.
#
#   awk -v counts=COUNTS.csv -v open=OPEN.csv -v used=USED -f count.awk waivers.tsv ROWS...
#
# A row: set, group, kind, place, name, count, separated by tabs; a point is covered from a count of 1 on, a toggle from 2 on: there and
# back. A waiver: kind, regular expression of the place (RTL: instance; C: file) and of the name, reason. It is no matter to a point that is
# covered. COUNTS and OPEN get a line a set, group and kind, and a line a point that is neither covered nor waived; USED the
# numbers of the waivers that were needed.
#
# SPDX-License-Identifier: Apache-2.0
BEGIN { FS = "\t" }
FNR == NR {
    if (/^#/ || NF == 0) next
    if (NF != 4 || $4 == "") { printf "%s:%d: error: a waiver must have a kind, a place, a name and a reason\n", FILENAME, FNR > "/dev/stderr"; bad = 1; exit 2 }
    n++; kind[n] = $1; place[n] = $2; name[n] = $3; line[n] = FNR
    next
}
{
    at = $1 "," $2 "," $3
    if (!(at in points)) order[++sets] = at
    points[at]++
    if ($6 >= ($3 == "toggle" ? 2 : 1)) { covered[at]++; next }
    where = index($1, ",") ? substr($1, index($1, ",") + 1) : $2
    for (i = 1; i <= n; i++) {
        if (kind[i] == $3 && where ~ ("^(" place[i] ")$") && $5 ~ ("^(" name[i] ")$")) break
    }
    if (i <= n) { waived[at]++; needed[line[i]] = 1; next }
    gsub(/"/, "\"\"", $5)
    printf "%s,%s,\"%s\"\n", at, $4, $5 > open
}
END {
    if (bad) exit 2
    for (i = 1; i <= sets; i++) {
        at = order[i]
        judged = points[at] - waived[at]
        printf "%s,%d,%d,%d,%d,%s\n", at, points[at], covered[at], waived[at], judged - covered[at], judged ? sprintf("%.2f", 100 * covered[at] / judged) : "" > counts
    }
    for (i in needed) print i > used
}
