# paper.gp : bars of programs and means, a colour a series.
# gnuplot -c paper.gp DATA.csv PICTURE.svg UNIT linear|signed|ratio|log|stacked wide|narrow
# The first column names the programs, each further one is a series; ratio and log draw a line at 1.
#
# SPDX-License-Identifier: Apache-2.0
set datafile separator ','
set datafile columnheaders
stats ARG1 using 0 nooutput
rows = STATS_records
columns = STATS_columns - 1
wide = ARG5 eq "wide"
# Under the bars there is room for the longest name, at 40 degrees; above them for the series, in a narrow picture lines of them.
longest = 0
stats ARG1 using (longest = strlen(strcol(1)) > longest ? strlen(strcol(1)) : longest) nooutput
bottom = 1 + 0.28 * longest
above = wide || columns == 1 ? 1 : (columns < 4 ? columns : 4)
set terminal svg size (wide ? 1040 : 480), (wide ? 240 : 200) + 17 * bottom + 20 * above dynamic noenhanced font "sans-serif,13" name "paper"
set output ARG2
array colour[10] = ["#2878c8", "#e08a2a", "#4a9a5a", "#b04a9a", "#8a94a6", "#c03030", "#30a0a0", "#a08a20", "#6050b0", "#705040"]
set style data histograms
if (ARG4 eq "stacked") { set style histogram rowstacked } else { set style histogram clustered gap 1 }
set style fill solid
set boxwidth 0.9
set grid ytics lc rgb "#9aa3b2" lw 0.5
set tics nomirror scale 0
set border 3
set xtics rotate by 40 right
set xrange [-0.7:rows - 0.3]
set key above left horizontal reverse Left samplen 1
set ylabel ARG3
set bmargin bottom
# A scale of ratios in powers of two begins below 1.
least = 0.5
do for [i=2:columns + 1] { stats ARG1 using (v = column(i), least = v < least ? v : least) nooutput }
if (ARG4 eq "log") { set logscale y 2; set yrange [2**floor(log(least) / log(2)):*] } else { if (ARG4 ne "signed") { set yrange [0:*] } }
if (ARG4 eq "log" || ARG4 eq "ratio") { set arrow from graph 0, first 1 to graph 1, first 1 nohead lc rgb "#606a7a" lw 1 front }
plot for [i=2:columns + 1] ARG1 using i:xtic(1) lc rgb colour[i - 1] title columnheader(i)
