# outcomes.gp : where the reads at L1D went, in percent, one bar a run.
# gnuplot -c outcomes.gp DATA.csv PICTURE.svg
#
# SPDX-License-Identifier: Apache-2.0
set terminal svg size 480,300 dynamic background "#ffffff" noenhanced font "sans-serif,14" name "outcomes"
set output ARG2
set datafile separator ','
set datafile columnheaders
set style fill solid
set yrange [1.6:-0.6]
set xrange [0:100]
set xlabel "reads at L1D (percent)"
set ytics nomirror scale 0
set xtics nomirror
set grid xtics lc rgb "#9aa3b2" lw 0.5
set border 1
set key above left horizontal reverse Left samplen 1 width 1
bar = 0.32
plot ARG1 using (0):0:(0):"hits":($0-bar):($0+bar):ytic(1) with boxxyerror lc rgb "#3a9d6a" title "hit", \
     '' using (0):0:(column("hits")):(column("hits")+column("pending")):($0-bar):($0+bar) with boxxyerror lc rgb "#8cc9a6" title "pending hit", \
     '' using (0):0:(column("hits")+column("pending")):(column("hits")+column("pending")+column("misses")):($0-bar):($0+bar) with boxxyerror lc rgb "#d9822b" title "miss", \
     '' using (0):0:(column("hits")+column("pending")+column("misses")):(column("hits")+column("pending")+column("misses")+column("bypassed")):($0-bar):($0+bar) with boxxyerror lc rgb "#8d62b8" title "bypass"
