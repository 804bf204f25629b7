# builds.gp : speedup over area, a point a choice, those that no other one beats joined.
# gnuplot -c builds.gp DATA.csv PICTURE.svg
# Columns: build, area in mm2, speedup, yes or no (on the front), sorted by area.
#
# SPDX-License-Identifier: Apache-2.0
set datafile separator ','
set datafile columnheaders
set datafile missing NaN
set terminal svg size 760,460 dynamic background "#ffffff" noenhanced font "sans-serif,13" name "builds"
set output ARG2
set grid lc rgb "#9aa3b2" lw 0.5
set tics nomirror scale 0
set border 3
set logscale x 10
set offsets graph 0.1, graph 0.2, graph 0.05, graph 0.05
set xlabel "area of all instances, mm2"
set ylabel "IPC, geometric mean, relative"
set key above left horizontal reverse Left samplen 1
set style fill solid
set style circle radius graph 0.006
on(word, value) = strcol(4) eq word ? value : NaN
# Nothing is to the upper left of a choice on the front, and its name stands there. Other names stand to the right of their points. Of two that are near in area, the later one moves away from the earlier one until it is free.
stats ARG1 using 3 nooutput
gap = (STATS_max - STATS_min) / 20
last_area = 0
last_name = 0
name_at(area, y, apart) = (free = area > apart * last_area || abs(y - last_name) >= gap, \
    last_name = free ? y : last_name + (y < last_name ? -gap : gap), last_area = area, last_name)
beaten_at(area, y) = strcol(4) eq "no" ? name_at(area, y, 6) : NaN
front_at(area, y) = strcol(4) eq "yes" ? name_at(area, y, 20) : NaN
plot ARG1 using 2:(on("yes", $3)) with lines lc rgb "#2878c8" notitle, \
     ARG1 using 2:(on("yes", $3)) with circles lc rgb "#2878c8" title "no other one beats it", \
     ARG1 using 2:(on("no", $3)) with circles lc rgb "#e08a2a" title "beaten", \
     ARG1 using 2:(beaten_at($2, $3)):1 with labels left offset 0.9,-0.5 notitle, \
     last_area = 0, ARG1 using 2:(front_at($2, $3)):1 with labels right offset -0.9,0.5 notitle
