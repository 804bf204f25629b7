# mutants.awk : the sums of reports/mutation/modules.csv as docs/figures.md has them: of all points,
# of those of adapters, of those at a preset's size, and the points with a module below 99 %; and
# `undecided adapters N`, `undecided presets N`, `percent P`.
#
# SPDX-License-Identifier: Apache-2.0
BEGIN { FS = "," }
function grouped(n,   s) {
    for (s = ""; n >= 1000; n = int(n / 1000)) s = sprintf(",%03d", n % 1000) s
    return n s
}
function add(set) {
    mutants[set] += $column["mutants"]; killed[set] += $column["killed"]
    equivalent[set] += $column["equivalent"]; differ[set] += $column["differ"]
}
function undecided(set) { return mutants[set] - killed[set] - equivalent[set] - differ[set] }
function row(what, set,   others) {
    others = mutants[set] - equivalent[set]
    if (!others) return
    printf "| %s | %s of %s killed (%.2f %%), ", what, grouped(killed[set]), grouped(others),
        100 * killed[set] / others
    printf "not counting %s that are proved equivalent; ", grouped(equivalent[set])
    printf "%s could be seen, but no bench met them, and %s are undecided\n",
        grouped(differ[set]), grouped(undecided(set))
}
NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
{ add("all") }
$1 ~ /_(axi4|axi4_user|hpdcache|vortex)$/ { add("adapters") }
$1 ~ /_preset$/ { add("presets") }
$column["score_percent"] < 99 && $1 != low {
    low = $1
    below = below (below ? ", " : "") "`" $1 "`"
}
END {
    row("mutants of the RTL of structures and adapters", "all")
    row("of them, in adapters", "adapters")
    row("of them, at presets' sizes", "presets")
    if (!below) below = "none"
    print "| points with a module of which less than 99 % are killed |", below, "|"
    print "undecided adapters " undecided("adapters")
    print "undecided presets " undecided("presets")
    printf "percent %.1f\n", 100 * killed["all"] / (mutants["all"] - equivalent["all"])
}
