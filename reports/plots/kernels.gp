# kernels.gp : IPC and cycles of each kernel, without and with MRPB.
# gnuplot -c kernels.gp DATA.csv PICTURE.svg
#
# SPDX-License-Identifier: Apache-2.0
set datafile separator ','
set datafile columnheaders
set style data histograms
set style histogram clustered gap 1
set style fill solid
set boxwidth 0.9
set yrange [0:*]
stats ARG1 using "ipc_with" nooutput
# Names stand below the bars where each has room. Else the launches are numbered as in the table below the picture, and of the numbers as many are shown as have room.
launches = STATS_records
longest = 0
stats ARG1 using (longest = strlen(strcol("kernel")) > longest ? strlen(strcol("kernel")) : longest) nooutput
slot = 345. / launches
named = 9 * longest + 10 <= slot
needed = (9 * strlen(sprintf("%d", launches)) + 10) / slot
decade = needed > 1 ? 10 ** floor(log10(needed)) : 1
every_nth = needed <= 1 ? 1 : int(needed <= decade ? decade : needed <= 2 * decade ? 2 * decade : needed <= 5 * decade ? 5 * decade : 10 * decade)
label_of(name, number) = named ? name : number % every_nth == 0 ? sprintf("%d", number) : ""
set terminal svg size 480,(named ? 460 : 496) dynamic background "#ffffff" noenhanced font "sans-serif,14" name "kernels"
set output ARG2
stats ARG1 using "ipc_with" nooutput
set xrange [-0.6:STATS_records - 0.4]
set grid ytics lc rgb "#9aa3b2" lw 0.5
set tics nomirror scale 0
set border 3
set key above left horizontal reverse Left samplen 1
set multiplot layout 2,1 margins char 11, char (named ? 1 : 3), char (named ? 2 : 3.5), char 2 spacing char 0, char 4
set ylabel "IPC (thread insns / cycle)" offset char -1, 0
plot ARG1 using "ipc_without":xtic(label_of(strcol("kernel"), int($0) + 1)) lc rgb "#8a94a6" title "without MRPB", '' using "ipc_with" lc rgb "#2878c8" title "with MRPB"
unset key
stats ARG1 using (column("cycles_without") > column("cycles_with") ? column("cycles_without") : column("cycles_with")) nooutput
decade = 10 ** floor(log10(STATS_max))
step = STATS_max < 2 * decade ? decade / 2 : STATS_max < 5 * decade ? decade : 2 * decade
set ytics step
set ylabel "core cycles" offset char -1, 0
set format y "%.1s%c"
if (!named) { set xlabel "launch, by its number in the table" }
plot ARG1 using "cycles_without":xtic(label_of(strcol("kernel"), int($0) + 1)) lc rgb "#8a94a6", '' using "cycles_with" lc rgb "#2878c8"
unset multiplot
