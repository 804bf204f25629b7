# failures.gp : reservation failures at L1D by cause, without and with MRPB.
# gnuplot -c failures.gp DATA.csv PICTURE.svg
#
# SPDX-License-Identifier: Apache-2.0
set terminal svg size 480,320 dynamic background "#ffffff" noenhanced font "sans-serif,14" name "failures"
set output ARG2
set datafile separator ','
set datafile columnheaders
set style fill solid
stats ARG1 using (column("without") > column("with") ? column("without") : column("with")) nooutput
decade = STATS_max > 0 ? 10 ** floor(log10(STATS_max)) : 1
set yrange [STATS_records - 0.4:-0.6]
set xrange [0:*]
set xlabel "cycles with a failure, all SMs"
set format x "%.1s%c"
step = STATS_max < 2 * decade ? decade / 2 : STATS_max < 5 * decade ? decade : 2 * decade
set xtics nomirror step
set ytics nomirror scale 0
set grid xtics lc rgb "#9aa3b2" lw 0.5
set border 1
set rmargin 4
set key above left horizontal reverse Left samplen 1
plot ARG1 using (0):0:(0):(column("without")):($0-0.36):($0):ytic(1) with boxxyerror lc rgb "#8a94a6" title "without MRPB", \
     '' using (0):0:(0):(column("with")):($0):($0+0.36) with boxxyerror lc rgb "#2878c8" title "with MRPB"
