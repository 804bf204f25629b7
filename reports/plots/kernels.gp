# kernels.gp : IPC and cycles of each kernel, without and with MRPB.
# gnuplot -c kernels.gp DATA.csv PICTURE.svg
#
# SPDX-License-Identifier: Apache-2.0
set terminal svg size 480,460 dynamic background "#ffffff" noenhanced font "sans-serif,14" name "kernels"
set output ARG2
set datafile separator ','
set datafile columnheaders
set style data histograms
set style histogram clustered gap 1
set style fill solid
set boxwidth 0.9
set yrange [0:*]
stats ARG1 using "ipc_with" nooutput
set xrange [-0.6:STATS_records - 0.4]
set grid ytics lc rgb "#9aa3b2" lw 0.5
set tics nomirror scale 0
set border 3
set key above left horizontal reverse Left samplen 1
set multiplot layout 2,1 margins char 11, char 1, char 2, char 2 spacing char 0, char 4
set ylabel "IPC (thread insns / cycle)" offset char -1, 0
plot ARG1 using "ipc_without":xtic(1) lc rgb "#8a94a6" title "without MRPB", '' using "ipc_with" lc rgb "#2878c8" title "with MRPB"
unset key
stats ARG1 using (column("cycles_without") > column("cycles_with") ? column("cycles_without") : column("cycles_with")) nooutput
decade = 10 ** floor(log10(STATS_max))
step = STATS_max < 2 * decade ? decade / 2 : STATS_max < 5 * decade ? decade : 2 * decade
set ytics step
set ylabel "core cycles" offset char -1, 0
set format y "%.1s%c"
plot ARG1 using "cycles_without":xtic(1) lc rgb "#8a94a6", '' using "cycles_with" lc rgb "#2878c8"
unset multiplot
