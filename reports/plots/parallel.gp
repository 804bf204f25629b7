# parallel.gp: parallel coordinates: a line a design, through its place on each axis.
# gnuplot -c parallel.gp DATA.csv PICTURE.svg AXES
# Columns by name: kind (front, beaten, not comparable: a design, of which the last is not drawn; tick, number, name: of an axis; digits of a number are grouped by thousands), label, x, and y1 .. for each axis, from 0 to 1.
#
# SPDX-License-Identifier: Apache-2.0
set datafile separator ','
set datafile columnheaders
axes = int(ARG3)
set terminal svg size 760,380 dynamic background "#ffffff" noenhanced font "sans-serif,13" name "parallel"
set output ARG2
unset border
unset tics
set key above left horizontal reverse Left samplen 2
set xrange [0.7:axes + 0.6]
set yrange [-0.14:1.04]
do for [i=1:axes] { set arrow from i, 0 to i, 1 nohead lc rgb "#606a7a" lw 1 }
# No line strikes through a label: each has a box behind it.
set style textbox opaque noborder fillcolor rgb "#ffffff"
is(word) = strcol("kind") eq word
grouped(v) = v < 1000 ? sprintf("%d", v) : grouped(floor(v / 1000)).sprintf(",%03d", int(v) % 1000)
plot for [i=1:axes - 1] ARG1 using (is("beaten") ? i : NaN):(column(3 + i)):(1):(column(4 + i) - column(3 + i)) with vectors nohead lc rgb "#c2cad6" lw 0.7 title (i == 1 ? "beaten by another one" : ""), \
     for [i=1:axes - 1] ARG1 using (is("front") ? i : NaN):(column(3 + i)):(1):(column(4 + i) - column(3 + i)) with vectors nohead lc rgb "#2878c8" lw 2 title (i == 1 ? "no other one beats it" : ""), \
     ARG1 using (is("tick") ? column("x") : NaN):(column("y1")):(strcol("label")) with labels left offset 0.7,0 boxed notitle, \
     ARG1 using (is("number") ? column("x") : NaN):(column("y1")):(is("number") ? grouped(real(strcol("label"))) : "") with labels left offset 0.7,0 boxed notitle, \
     ARG1 using (is("name") ? column("x") : NaN):(-0.1):(strcol("label")) with labels center notitle
