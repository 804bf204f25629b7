# sweep.gp : shortest clock period and area over a swept key; its axis is logarithmic, so what grows with the logarithm is a line.
# gnuplot -c sweep.gp DATA.csv PICTURE.svg KEY; the key's values are the first column.
#
# SPDX-License-Identifier: Apache-2.0
set encoding utf8
set terminal svg size 520,380 dynamic background "#ffffff" noenhanced font "sans-serif,14" name "sweep"
set output ARG2
set datafile separator ','
set datafile columnheaders
# A module without logic has the area of its storage; one of which no cell has an area, none.
stats ARG1 using "logic_um2" nooutput
area = STATS_max > 0 ? "logic_um2" : "area_um2"
area_title = STATS_max > 0 ? "logic area" : "area"
stats ARG1 using area nooutput
drawn = STATS_max > 0
set logscale x 2
set xlabel ARG3." (logarithmic)"
set ylabel "clock period (ns)"
if (drawn) {
    set y2label area_title." (um2, logarithmic)"
    set logscale y2
    set format y2 "%.0s%c"
    set y2tics nomirror
}
set yrange [0:*]
set xtics nomirror
set ytics nomirror
set grid xtics ytics lc rgb "#9aa3b2" lw 0.5
set key above left horizontal reverse Left samplen 2
plot ARG1 using 1:"period_ns" with linespoints lc rgb "#2878c8" pt 7 title "period, no wire", \
     '' using 1:(1000 / column("wire_fmax_mhz")) with linespoints lc rgb "#2878c8" dt 2 pt 6 title "with wire", \
     for [column_of in drawn ? area : ""] ARG1 using 1:column_of axes x1y2 with linespoints lc rgb "#d9822b" pt 5 title area_title
