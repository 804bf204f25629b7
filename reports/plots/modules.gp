# modules.gp : area by module, logic and storage apart, on a logarithmic scale.
# gnuplot -c modules.gp DATA.csv PICTURE.svg PLACE; PLACE: what words are kept in.
#
# SPDX-License-Identifier: Apache-2.0
set encoding utf8
set datafile separator ','
set datafile columnheaders
set style fill solid
stats ARG1 using "logic" nooutput
# Each module has room for its name.
set terminal svg size 480,(STATS_records > 13 ? 100 + 20 * STATS_records : 360) dynamic background "#ffffff" noenhanced font "sans-serif,14" name "modules"
set output ARG2
set yrange [STATS_records - 0.3:-0.7]
set logscale x
set xrange [500:*]
set format x "%.0s%c"
set xlabel "area (um2, logarithmic)"
set xtics nomirror
set ytics nomirror scale 0
set grid xtics lc rgb "#9aa3b2" lw 0.5
set border 1
set key above left horizontal reverse Left samplen 1
floor_um2 = 500
plot ARG1 using (floor_um2):0:(floor_um2):(column("logic") > floor_um2 ? column("logic") : floor_um2):($0-0.35):($0+0.35):ytic(1) with boxxyerror lc rgb "#2878c8" title "logic", \
     '' using (floor_um2):0:(floor_um2):(column("storage") > floor_um2 ? column("storage") : floor_um2):($0-0.35):($0+0.35) with boxxyerror lc rgb "#d9822b" title "storage (".ARG3.")"
