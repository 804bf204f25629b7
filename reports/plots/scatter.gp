# scatter.gp: gain over cost, a point a design, those that no other one beats joined and numbered.
# gnuplot -c scatter.gp DATA.csv PICTURE.svg COST GAIN labels|plain
# Columns by name: design (a number), cost, gain, front (yes, no, or not comparable, which is not drawn); sorted by cost.
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
set format "%.6g"
# Ticks from a thousand on have their digits grouped, as the numbers of the page: they are set here, whole numbers alone.
grouped(v) = v < 1000 ? sprintf("%d", v) : grouped(floor(v / 1000)).sprintf(",%03d", int(v) % 1000)
power(v) = 10 ** floor(log10(v))
round_up(m) = m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10
step(range) = round_up(range / 6. / power(range / 6.)) * power(range / 6.)
from(n) = n < 2 ? 0 : int(n) - 2
stats ARG1 using (column("cost")) nooutput name "COST"
stats ARG1 using (column("gain")) nooutput name "GAIN"
if (COST_max >= 1000 && COST_max - COST_min >= 6) {
    by = step(1.12 * (COST_max - COST_min))
    set xtics (grouped(by * ceil(COST_max / by)) by * ceil(COST_max / by))
    set for [i=from(COST_min / by):int(COST_max / by)] xtics add (grouped(by * i) by * i)
}
if (GAIN_max >= 1000 && GAIN_max - GAIN_min >= 6) {
    by = step(1.24 * (GAIN_max - GAIN_min))
    set ytics (grouped(by * ceil(GAIN_max / by)) by * ceil(GAIN_max / by))
    set for [i=from(GAIN_min / by):int(GAIN_max / by)] ytics add (grouped(by * i) by * i)
}
set xlabel ARG3
set ylabel ARG4
set key above left horizontal reverse Left samplen 1
set style fill solid
set style circle radius graph 0.006 noclip
on(word, value) = strcol("front") eq word ? value : NaN
# Numbers stand by turns to the upper left and to the lower right, so that neighbours on the front do not cover each other.
# Beside an axis that begins at 0 they stand to the upper right (turn 2), for the axis' own numbers are at its other side.
rank = 0
at_axis(cost, gain) = cost < 0.05 * COST_max || gain < 0.05 * GAIN_max
turn_of(cost, gain) = at_axis(cost, gain) ? 2 : rank % 2
name_of(x, turn) = strcol("front") eq "yes" && ARG5 eq "labels" ? (rank = rank + 1, turn_of(column("cost"), column("gain")) == turn ? x : "") : ""
cost(x) = strcol("front") eq "not comparable" ? NaN : x
plot ARG1 using (cost(column("cost"))):(on("no", column("gain"))) with circles lc rgb "#9aa7b8" title "beaten by another one", \
     ARG1 using (cost(column("cost"))):(on("yes", column("gain"))) smooth unique with steps lc rgb "#2878c8" notitle, \
     ARG1 using (cost(column("cost"))):(on("yes", column("gain"))) with circles lc rgb "#2878c8" title "no other one beats it", \
     ARG1 using (cost(column("cost"))):(on("yes", column("gain"))):(name_of(strcol("design"), 1)) with labels right offset -0.5,0.6 notitle, \
     rank = 0, ARG1 using (cost(column("cost"))):(on("yes", column("gain"))):(name_of(strcol("design"), 0)) with labels left offset 0.5,-0.7 notitle, \
     rank = 0, ARG1 using (cost(column("cost"))):(on("yes", column("gain"))):(name_of(strcol("design"), 2)) with labels left offset 0.5,0.6 notitle
