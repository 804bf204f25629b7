# scatter.gp: gain over cost, a point a design, those that no other one beats joined and numbered.
# gnuplot -c scatter.gp DATA.csv PICTURE.svg COST GAIN labels|plain
# Columns by name: design (a number), cost, gain, front (yes or no); sorted by cost.
#
# SPDX-License-Identifier: Apache-2.0
set datafile separator ','
set datafile columnheaders
set datafile missing NaN # a line skips what is not on the front
set terminal svg size 760,440 dynamic background "#ffffff" noenhanced font "sans-serif,13" name "scatter"
set output ARG2
set grid lc rgb "#9aa3b2" lw 0.5
set tics nomirror scale 0
set border 3
set offsets graph 0.06, graph 0.06, graph 0.12, graph 0.06
# Neither a cost nor a gain is negative.
set xrange [0<*:*]
set yrange [0<*:*]
set format x "%.6g"
set xlabel ARG3
set ylabel ARG4
set key above left horizontal reverse Left samplen 1
set style fill solid
set style circle radius graph 0.006 noclip
on(word, value) = strcol("front") eq word ? value : NaN
# Numbers stand by turns to the upper left and to the lower right, so that neighbours on the front do not cover each other.
rank = 0
name_of(x, turn) = strcol("front") eq "yes" && ARG5 eq "labels" ? (rank = rank + 1, rank % 2 == turn ? x : "") : ""
plot ARG1 using (column("cost")):(on("no", column("gain"))) with circles lc rgb "#9aa7b8" title "beaten by another one", \
     ARG1 using (column("cost")):(on("yes", column("gain"))) smooth unique with steps lc rgb "#2878c8" notitle, \
     ARG1 using (column("cost")):(on("yes", column("gain"))) with circles lc rgb "#2878c8" title "no other one beats it", \
     ARG1 using (column("cost")):(on("yes", column("gain"))):(name_of(strcol("design"), 1)) with labels right offset -0.5,0.6 notitle, \
     rank = 0, ARG1 using (column("cost")):(on("yes", column("gain"))):(name_of(strcol("design"), 0)) with labels left offset 0.5,-0.7 notitle
