# builds.gp : speedup over area, a point a choice, those that no other one beats joined.
# gnuplot -c builds.gp DATA.csv PICTURE.svg
# Columns: build, area in mm2, speedup, yes or no (on the front), sorted by area.
#
# SPDX-License-Identifier: Apache-2.0
set datafile separator ','
set datafile columnheaders
set terminal svg size 760,400 dynamic noenhanced font "sans-serif,13" name "builds"
set output ARG2
set grid lc rgb "#9aa3b2" lw 0.5
set tics nomirror scale 0
set border 3
set logscale x 10
set offsets graph 0.05, graph 0.25, graph 0.08, graph 0.08
set xlabel "area of all instances, square mm"
set ylabel "IPC, geometric mean, relative"
set key above left horizontal reverse Left samplen 1
front(f) = strcol(4) eq "yes" ? f : NaN
plot ARG1 using 2:(front($3)) with linespoints pt 7 ps 0.9 lc rgb "#2878c8" title "no other one beats it", \
     ARG1 using 2:(strcol(4) eq "no" ? $3 : NaN) with points pt 6 ps 0.9 lc rgb "#e08a2a" title "beaten", \
     ARG1 using 2:3:1 with labels left offset 0.8,0.5 notitle
