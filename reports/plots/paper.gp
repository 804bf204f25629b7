# paper.gp : bars of programs and means, a colour a series.
# gnuplot -c paper.gp DATA.csv PICTURE.svg UNIT linear|signed|ratio|log|stacked wide|narrow
# The first column names the programs, each further one is a series; ratio and log draw a line at 1. Where bars would be too thin, the programs stand in several rows below each other, on one scale.
#
# SPDX-License-Identifier: Apache-2.0
set datafile separator ','
set datafile columnheaders
stats ARG1 using 0 nooutput
rows = STATS_records
columns = STATS_columns - 1
wide = ARG5 eq "wide"
stacked = ARG4 eq "stacked"
# So many bars, with the gaps between programs, are 8 units wide or more; the picture is scaled to the page.
most = 118
lanes = wide && !stacked ? ceil(rows * (columns + 1) / (1. * most)) : 1
in_lane = ceil(rows / (1. * lanes))
# Under the bars there is room for the longest name of the row, at 40 degrees; above the first row for the series, in a narrow picture lines of them.
array longest[lanes]
do for [k=1:lanes] { longest[k] = 0 }
length_in(k, name) = (longest[k] = strlen(name) > longest[k] ? strlen(name) : longest[k])
stats ARG1 using (length_in(1 + int($0) / int(in_lane), strcol(1))) nooutput
bottom(k) = 17 * (1 + 0.28 * longest[k]) + (lanes > 1 ? 8 : 0)
above = wide || columns == 1 ? 1 : (columns < 4 ? columns : 4)
if (lanes > 1) {
    label = 0
    unset datafile columnheaders
    do for [i=2:columns + 1] { stats ARG1 every ::0::0 using (label = strlen(strcol(i)) > label ? strlen(strcol(i)) : label) nooutput }
    set datafile columnheaders
    above = ceil(columns * (8 * label + 80) / 1000.)
}
bars = lanes > 1 ? 150 : wide ? 216 : 176
top = 24 + 20 * above
height = top
do for [k=1:lanes] { height = height + bars + bottom(k) }
set terminal svg size (wide ? 1040 : 480), height dynamic background "#ffffff" noenhanced font "sans-serif,13" name "paper"
set output ARG2
array colour[10] = ["#2878c8", "#e08a2a", "#4a9a5a", "#b04a9a", "#8a94a6", "#c03030", "#30a0a0", "#a08a20", "#6050b0", "#705040"]
set style data histograms
if (stacked) { set style histogram rowstacked } else { set style histogram clustered gap 1 }
set style fill solid
set boxwidth 0.9
set grid ytics lc rgb "#9aa3b2" lw 0.5
set tics nomirror scale 0
set border 3
set xtics rotate by 40 right
set key above left horizontal reverse Left samplen 1
set ylabel ARG3
# All rows have one scale. A scale of ratios in powers of two begins below 1.
least = 0.5
greatest = 1
lowest = 0
do for [i=2:columns + 1] { stats ARG1 using (v = column(i), least = v < least ? v : least, lowest = v < lowest ? v : lowest, greatest = v > greatest ? v : greatest) nooutput }
if (ARG4 eq "log") { set logscale y 2; set yrange [2**floor(log(least) / log(2)):*] } else { if (ARG4 ne "signed") { set yrange [0:*] } }
if (lanes > 1) { if (ARG4 eq "log") { set yrange [2**floor(log(least) / log(2)):2**ceil(log(greatest) / log(2))] } else { set yrange [1.04 * lowest:1.04 * greatest] } }
if (ARG4 eq "log" || ARG4 eq "ratio") { set arrow from graph 0, first 1 to graph 1, first 1 nohead lc rgb "#606a7a" lw 1 front }
if (lanes == 1) {
    set xrange [-0.7:rows - 0.3]
    set bmargin 1 + 0.28 * longest[1]
    plot for [i=2:columns + 1] ARG1 using i:xtic(1) lc rgb colour[i - 1] title columnheader(i)
} else {
    set multiplot
    set lmargin at screen 0.08
    set rmargin at screen 0.995
    set key at screen 0.5, 1 - 4. / height top center horizontal reverse Left samplen 1
    y = height - top
    do for [k=1:lanes] {
        first = (k - 1) * in_lane
        set tmargin at screen y / height
        set bmargin at screen (y - bars) / height
        set xrange [-0.7:in_lane - 0.3]
        plot for [i=2:columns + 1] ARG1 every ::first::(first + in_lane - 1) using i:xtic(1) lc rgb colour[i - 1] title columnheader(i)
        unset key
        y = y - bars - bottom(k)
    }
    unset multiplot
}
