#!/usr/bin/env bash
# page.sh : the page of a sweep without syntheses, whose cost is an axis: it stands there once, with
# the axis' own values, and no line strikes through a label.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3' instead of '$2'"; fi; }
cat >small.yaml <<'END'
name: small
config: mrpb-base-s
set: {gpu.sms: 1}
axes:
  structures.mrpb.queues: [4, 8]
  structures.mrpb.depth: [2, 4]
sim: {workloads: [vectoradd]}
END
"$WARPLOOM" sweep plan small.yaml -o small -q >/dev/null
expect sweep_runs "$WARPLOOM" sweep run -m small -q
expect page_is_made "$WARPLOOM" sweep page -m small -o page -q
expect page_is_well_formed xmllint --noout page/index.html
expect pictures_are_well_formed xmllint --noout page/pictures/parallel.svg page/pictures/scatter.svg

# The number of a design that costs nothing stands at the right of its point: at the left are those
# of the axis.
mkdir data pictures
printf 'design,cost,gain,front\n1,0,40,yes\n2,80,60,yes\n3,90,70,yes\n' >data/near.csv
expect design_of_no_cost_is_drawn gnuplot -c "$OLDPWD/reports/plots/scatter.gp" data/near.csv \
    pictures/near.svg cost gain labels
same its_number_is_off_the_axis 'start 1 start 2 end 3' "$(awk '
    match($0, /text-anchor="[a-z]+"/) { side = substr($0, RSTART + 13, RLENGTH - 14) }
    /<text>[123]</ { gsub(/[^123]/, ""); print side, $0 }' pictures/near.svg | sort -k2 |
    paste -sd ' ')"

names() { awk -F, '$1 == "name" { print $2 }' page/data/parallel.csv | tr '\n' ' '; }
same cost_is_one_coordinate 'queues depth IPC ' "$(names)"
same tables_have_the_axis_once \
    '<th>design</th><th>configuration</th><th>queues</th><th>depth</th><th>IPC</th>' \
    "$(grep -o '<th scope="col"[^>]*>[^<]*</th>' page/index.html | sed 's/<th[^>]*>/<th>/' |
        head -n 5 | tr -d '\n')"
same table_ends_with_the_front '<th>beaten by none</th>' \
    "$(grep -o '<th scope="col"[^>]*>[^<]*</th>' page/index.html | sed 's/<th[^>]*>/<th>/' |
        sed -n 11p)"
same values_are_those_of_the_axis '' "$(sed 's/<svg.*<.svg>//' page/index.html |
    grep -oE '[ >](4|8)[.]0+[ <]')"
expect lowest_cost_is_a_value_of_the_axis grep -q '<li><b>4</b><span>the lowest' page/index.html

# Each tick of an axis is drawn over a seam in the colour of the page.
ticks=$(grep -c ^tick page/data/parallel.csv)
same labels_have_a_seam "$ticks" "$(grep -c 'stroke: var(--bg)' page/index.html)"
same labels_of_the_picture_have_a_box "$ticks" \
    "$(grep -c 'filter:url(#textbox)' page/pictures/parallel.svg)"
expect axes_are_listed_in_a_sentence grep -qF \
    'The axes are <code>structures.mrpb.queues</code> and <code>structures.mrpb.depth</code>.' \
    <(tr '\n' ' ' <page/index.html | sed 's/  */ /g')

expect axes_of_a_picture_have_their_units grep -qF \
    '<text>IPC (thread instructions per core cycle), geometric mean<' page/pictures/scatter.svg

# A picture that is shown on its own has a white ground; in the page it has the page's.
ground='<rect x="0" y="0" width="[0-9]*" height="[0-9]*" fill='
same picture_has_a_ground 1 "$(grep -c "$ground\"#ffffff\"" page/pictures/scatter.svg)"
same picture_in_the_page_has_none 'none none ' \
    "$(grep -oE "$ground\"[^\"]*\"" page/index.html | sed 's/.*fill="//; s/"//' | tr '\n' ' ')"

# A geometric mean with a 0 in it is 0: of two programs, one of which never hits with one way, and
# the front has no such design.
cat >never.yaml <<'END'
kernels:
  - {name: never, grid: 1, block: 32, regs: 20,
     program: [{loop: 10, do: [{load: {pattern: one_set, lines: 2, set: 0}}]}]}
END
cat >ever.yaml <<'END'
kernels:
  - {name: ever, grid: 1, block: 32, regs: 20,
     program: [{loop: 90, do: [{load: {pattern: one_set, lines: 1, set: 0}}]}]}
END
cat >mean.yaml <<'END'
name: mean
config: gtx480
set: {gpu.sms: 1}
axes: {l1d.ways: [1, 2], structures.streambypass.enable: [true, false]}
sim: {patterns: [never.yaml, ever.yaml]}
END
"$WARPLOOM" sweep plan mean.yaml -o mean -q >/dev/null
expect programs_without_hits_run "$WARPLOOM" sweep run -m mean -q
"$WARPLOOM" sweep page -m mean --gain l1d.read_hits -o means -q
means() { sed 1d means/data/scatter.csv | cut -d , -f 5,6 | paste -sd " "; }
same a_program_without_a_gain_makes_the_mean_0 '0,1 0,1 26.68332813,2 26.68332813,2' "$(means)"
# An axis of what is never negative does not begin below 0.
same no_axis_begins_below_0 0 "$(grep -cE '<text> *-[0-9]' means/pictures/scatter.svg)"
expect_status a_cost_of_no_synthesis_is_named 2 '--cost cycles: no synthesis has such' \
    "$WARPLOOM" sweep page -m mean --cost cycles -o bad
"$WARPLOOM" sweep page -m mean --gain streambypass.l1.cycles -o without -q
expect designs_without_a_gain_are_counted grep -qF \
    '2 designs have not both figures and are left out' <(tr '\n' ' ' <without/index.html |
    sed 's/  */ /g')

# Several configurations are the first coordinate, as the sentence on the axes says; numbers of a
# thousand and more have their digits grouped.
cat >two.yaml <<'END'
name: two
config: [gtx480, gtx480-4x]
set: {gpu.sms: 1}
axes: {l1d.latency: [1, 1000]}
sim: {patterns: [never.yaml]}
END
"$WARPLOOM" sweep plan two.yaml -o two -q >/dev/null
expect two_configurations_run "$WARPLOOM" sweep run -m two -q
"$WARPLOOM" sweep page -m two -o page --gain cycles --json >two.json
same configuration_is_a_coordinate 'configuration latency cycles ' "$(names)"
same each_design_has_its_height_there '0 1' \
    "$(awk -F, '$1 == "front" || $1 == "beaten" { print $4 }' page/data/parallel.csv | sort -u |
        paste -sd ' ')"
fact programs_are_those_that_are_simulated '.programs == ["never.yaml"] and .benches == []' two.json
longest=$(jq '[.designs[].gain] | max | round' two.json)
for picture in scatter parallel; do
    expect "numbers_of_${picture}_are_grouped" grep -qE '<text> *[0-9]+,[0-9]{3}<' \
        "page/pictures/$picture.svg"
done
expect numbers_of_the_page_are_grouped grep -qF \
    "<b>${longest%???},${longest: -3}<" page/index.html
finish
