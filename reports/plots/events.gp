# events.gp : what happened inside the MRPBs, on a logarithmic scale; no bar = never.
# gnuplot -c events.gp DATA.csv PICTURE.svg
#
# SPDX-License-Identifier: Apache-2.0
set terminal svg size 480,560 dynamic background "#ffffff" noenhanced font "sans-serif,14" name "events"
set output ARG2
set datafile separator ','
set datafile columnheaders
set style fill solid
stats ARG1 using "count" nooutput
set yrange [STATS_records - 0.3:-0.7]
set logscale x
set xrange [0.5:*]
set format x "%.0s%c"
set xlabel "count, all SMs (logarithmic)"
set xtics nomirror 100
set ytics nomirror scale 0
set grid xtics lc rgb "#9aa3b2" lw 0.5
set border 1
unset key
plot ARG1 using (0.5):0:(0.5):(column("count") > 0 ? column("count") : 0.5):($0-0.35):($0+0.35):ytic(1) with boxxyerror lc rgb "#2878c8"
