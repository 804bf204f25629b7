#!/usr/bin/env bash
# published.sh : `report --paper --runs FILE`: a page of the runs that an earlier page has published
# is that page, and a run is taken only if nothing of it differs.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

export WARPLOOM_CACHE=$WORK/cache
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3' instead of '$2'"; fi; }
page=(report --paper mrpb --programs atax --size small)
overall=("${page[@]}" --figures 'overall-s,traffic')
kernels=(report --paper warppool --programs transpose_l --figures 'transpose,requests')

# without_source DIR: the page but for the sentence that names where its runs are from
without_source() { awk '/^<p class="lead source">/ { on = 1 } !on; /<[/]p>$/ { on = 0 }' \
    "$1/index.html"; }
# is_again NAME PAGE OPTIONS...: a page of the runs of PAGE alone, with an empty store, is PAGE.
is_again() {
    local name=$1 from=$2; shift 2
    WARPLOOM_CACHE=$WORK/empty "$WARPLOOM" "$@" --runs "$from/data/runs.csv" --stored-only \
        --json -q -o "$WORK/$name" >"$WORK/$name.json"
    fact "${name}_runs_nothing" '.simulated == 0 and .kept == 0' "$WORK/$name.json"
    for part in data pictures; do
        expect "${name}_has_the_same_$part" diff -r "$from/$part" "$WORK/$name/$part"; done
    expect "${name}_is_the_same_but_for_its_source" diff <(without_source "$from") \
        <(without_source "$WORK/$name")
    expect "${name}_says_where_its_runs_are_from" grep -q "taken from <code>$from/data/runs.csv<" \
        <(tr '\n' ' ' <"$WORK/$name/index.html" | sed 's/  */ /g')
}

expect page_is_made "$WARPLOOM" "${overall[@]}" -j 2 -q -o "$WORK/page"
is_again page_of_its_own_runs "$WORK/page" "${overall[@]}"
rows=$(($(wc -l <"$WORK/page/data/runs.csv") - 1))
fact every_run_is_taken ".sources[0].taken == $rows" "$WORK/page_of_its_own_runs.json"
WARPLOOM_CACHE=$WORK/empty "$WARPLOOM" "${overall[@]}" --stored-only -o "$WORK/counted" \
    --runs "$WORK/page/data/runs.csv" >"$WORK/counted.txt" 2>&1
expect closing_line_counts_the_runs_of_files \
    grep -q "; 0 runs, 0 from before, $rows of files, 1 left out: not stored, or told by" \
    "$WORK/counted.txt"
expect page_of_kernels_is_made "$WARPLOOM" "${kernels[@]}" -j 2 -q -o "$WORK/kernels"
is_again page_of_kernels "$WORK/kernels" "${kernels[@]}"

# A study that ran on its own goes onto the page.
expect study_is_made "$WARPLOOM" "${page[@]}" --figures swl-s -j 2 -q -o "$WORK/swl"
WARPLOOM_CACHE=$WORK/empty "$WARPLOOM" "${page[@]}" --stored-only -q --json \
    --runs "$WORK/page/data/runs.csv" --runs "$WORK/swl/data/runs.csv" -o "$WORK/both" \
    --figures 'overall-s,traffic,swl-s,swl-l' >"$WORK/both.json"
fact page_has_the_study_of_other_runs \
    '([.figures[].id] | sort) == ["overall-s", "swl-s", "traffic"] and (.sources | length) == 2' \
    "$WORK/both.json"
same study_is_the_same "$(cat "$WORK/swl/data/swl-s.csv")" "$(cat "$WORK/both/data/swl-s.csv")"
fact claims_on_the_study_are_judged \
    '.claims[] | select(.text | startswith("MRPB is ahead of SWL: PolyBench, Base-S")) |
        .verdict == "holds"' "$WORK/both.json"

# A run of which something differs is not taken, the others are.
# changed NAME FILE SCRIPT: a copy of the page's data, with a script of sed over one of its files
changed() { mkdir -p "$WORK/$1" && cp "$WORK/page/data/"{runs,machines}.csv "$WORK/$1" &&
    sed -i "$3" "$WORK/$1/$2"; }
# key KEY: the number of its column in machines.csv
key() { head -n 1 "$WORK/page/data/machines.csv" | tr , '\n' | grep -nx "$1" | cut -d : -f 1; }
refuses() { # NAME MACHINE WHY
    "$WARPLOOM" "${overall[@]}" -q --json --stored-only --runs "$WORK/$1/runs.csv" \
        -o "$WORK/x" >"$WORK/r.json"
    fact "${1}_is_not_taken" \
        ".sources[0] | .taken == $rows - 1 and .refused == [{machine: \"$2\", runs: 1, why: \"$3\"}]" \
        "$WORK/r.json"
    # shellcheck disable=SC2016 # the HTML's own
    expect "${1}_is_on_the_page" grep -qF "Not taken: 1 of $2, because " "$WORK/x/index.html"
}
column=$(key structures.mrpb.depth)
changed other_key machines.csv "/^S.mrpb,/s/^\(\([^,]*,\)\{$((column - 1))\}\)[^,]*/\116/"
refuses other_key S/mrpb 'structures.mrpb.depth is 16 there and 8 here'
changed lost_key machines.csv '1s/gpu.sms/gpu.cores/'
expect_status key_of_another_version 2 \
    'S/mrpb: its key gpu.cores (14) is not there any more' "$WARPLOOM" "${overall[@]}" \
    --runs "$WORK/lost_key/runs.csv" -o "$WORK/y"
# A key that the file does not know has its default there: these machines have.
cut -d , -f "1-$((column - 1)),$((column + 1))-" "$WORK/page/data/machines.csv" >"$WORK/m.csv"
changed new_key runs.csv ''
cp "$WORK/m.csv" "$WORK/new_key/machines.csv"
"$WARPLOOM" "${overall[@]}" -q --json --runs "$WORK/new_key/runs.csv" -o "$WORK/x" >"$WORK/r.json"
fact key_that_was_not_there_has_its_default ".sources[0].taken == $rows" "$WORK/r.json"
column=$(key structures.mrpb.enable)
cut -d , -f "1-$((column - 1)),$((column + 1))-" "$WORK/page/data/machines.csv" \
    >"$WORK/new_key/machines.csv"
"$WARPLOOM" "${overall[@]}" -q --json --stored-only --runs "$WORK/new_key/runs.csv" -o "$WORK/x" \
    >"$WORK/r.json"
fact key_that_was_not_there_and_is_set_is_refused \
    '.sources[0].refused[0].why == "structures.mrpb.enable is true here, and was not there yet"' \
    "$WORK/r.json"
changed other_ptx runs.csv '/^S.mrpb,/s/small,,[0-9a-f]*/small,,0123456789abcdef/'
refuses other_ptx S/mrpb 'its workload has another PTX or other dimensions'
changed other_version runs.csv '/^S.base,/s/,[0-9.]*+/,0.0.1+/'
refuses other_version S/base 'another version of Warploom simulated it'
changed noted_version_only runs.csv 's/+[0-9a-f]*//'
"$WARPLOOM" "${overall[@]}" -q --json --runs "$WORK/noted_version_only/runs.csv" -o "$WORK/x" \
    >"$WORK/r.json"
fact build_that_was_not_noted_is_said \
    '.sources[0].made_by | endswith(" (build not noted)")' "$WORK/r.json"
# What is not taken is simulated.
"$WARPLOOM" "${overall[@]}" -q --json --runs "$WORK/other_ptx/runs.csv" -o "$WORK/x" >"$WORK/r.json"
fact refused_run_is_simulated '.simulated + .kept == 1' "$WORK/r.json"

# Mistakes, with their place.
fails() { # NAME TEXT FILE
    expect_status "$1" 2 "$2" "$WARPLOOM" "${overall[@]}" --runs "$3" -o "$WORK/y"; }
changed cut runs.csv ''
head -c 1500 "$WORK/page/data/runs.csv" >"$WORK/cut/runs.csv"
fails cut_file 'cut/runs.csv:2:' "$WORK/cut/runs.csv"
fails cut_file_says_so 'the file ends within this line: it is damaged' "$WORK/cut/runs.csv"
changed short runs.csv '3s/,[^,]*$//'
fails short_row "fields, but the first line has $(head -n 1 "$WORK/page/data/runs.csv" |
    tr , '\n' | wc -l) columns" "$WORK/short/runs.csv"
changed word runs.csv '2s/^\(\([^,]*,\)\{6\}\)[^,]*/\1fast/'
fails no_number "word/runs.csv:2:$(($(sed -n 2p "$WORK/page/data/runs.csv" | cut -d , -f 1-6 |
    wc -c) + 1)): error: ipc: fast: must be a decimal number from 0 up, or nothing" \
    "$WORK/word/runs.csv"
for value in -5 0x10; do
    changed "is$value" runs.csv "2s/^\(\([^,]*,\)\{6\}\)[^,]*/\1$value/"
    fails "no_decimal_$value" "error: ipc: $value: must be a decimal number from 0 up" \
        "$WORK/is$value/runs.csv"
done
changed faster runs.csv '2s/^\(\([^,]*,\)\{6\}\)[^,]*/\199.9/'
fails ipc_that_cycles_deny "runs.csv:2:$(($(sed -n 2p "$WORK/page/data/runs.csv" | cut -d , -f 1-6 |
    wc -c) + 1)): error: ipc 99.9 in " "$WORK/faster/runs.csv"
changed two_machines machines.csv '2p'
fails machine_that_is_there_twice 'machines.csv:3:1: error: machine ' \
    "$WORK/two_machines/runs.csv"
changed quote runs.csv '2s/^/"/'
fails open_quote 'runs.csv:2:1: error: this quote is not closed' "$WORK/quote/runs.csv"
changed metric runs.csv '1s/,ipc,/,ips,/'
fails unknown_metric 'runs.csv:1:42: error: ips: no such metric' "$WORK/metric/runs.csv"
changed machine runs.csv '2s/^[^,]*/S\/best/'
fails unknown_machine 'runs.csv:2:1: error: machine S/best: is not in machines.csv' \
    "$WORK/machine/runs.csv"
changed workload runs.csv '2s/,atax,/,attax,/'
fails unknown_workload 'runs.csv:2:8: error: attax: no such workload' "$WORK/workload/runs.csv"
changed size runs.csv '2s/,small,/,tiny,/'
fails unknown_size 'runs.csv:2:13: error: size tiny: must be small, medium, paper or mrpb' \
    "$WORK/size/runs.csv"
changed twice runs.csv '2p'
fails run_that_is_there_twice 'runs.csv:3:1: error: S/mrpb atax small is in this file twice' \
    "$WORK/twice/runs.csv"
changed other_value runs.csv "2s/^\(\([^,]*,\)\{$(head -n 1 "$WORK/page/data/runs.csv" |
    tr , '\n' | sed -n '/^packets$/q;p' | wc -l)\}\)[^,]*/\112345/"
expect_status two_files_that_differ 2 'S/mrpb atax small has other values than in' "$WARPLOOM" \
    "${overall[@]}" --runs "$WORK/page/data/runs.csv" --runs "$WORK/other_value/runs.csv" \
    -o "$WORK/y"
changed alone runs.csv ''
rm "$WORK/alone/machines.csv"
fails no_machines 'alone/machines.csv' "$WORK/alone/runs.csv"
changed foreign_machines machines.csv '1s/^machine/design/'
fails other_machines "machines.csv:1:1: error: must be a page's machines.csv" \
    "$WORK/foreign_machines/runs.csv"
fails figures_of_a_page 'overall-s.csv:1:1: error: must be the data/runs.csv of a page' \
    "$WORK/page/data/overall-s.csv"
echo machine,workload,size,ipc >"$WORK/old.csv"
fails file_without_its_programs 'without kernel, input and build nobody can tell what was run' \
    "$WORK/old.csv"
fails no_file 'none.csv' "$WORK/none.csv"
: >"$WORK/empty.csv"
fails empty_file 'is empty; must be the data/runs.csv of a page' "$WORK/empty.csv"
expect_status file_that_is_given_twice 2 'for and no earlier file has' "$WARPLOOM" "${overall[@]}" \
    --runs "$WORK/page/data/runs.csv" --runs "$WORK/page/data/runs.csv" -o "$WORK/y"
fails runs_of_another_page 'no run of it can be taken: there is none that this page asks for' \
    "$WORK/kernels/data/runs.csv"
expect_status runs_not_with_all 2 'report: --programs, --figures and --runs: not with --paper all' \
    "$WARPLOOM" report --paper all --runs "$WORK/page/data/runs.csv" -o "$WORK/y"
expect_status runs_only_with_paper 2 'report: --runs: only with --paper' "$WARPLOOM" report \
    --runs "$WORK/page/data/runs.csv" -o "$WORK/y"
if [ ! -e "$WORK/y" ]; then ok refused_files_leave_no_page; else
    not_ok refused_files_leave_no_page "$WORK/y"; fi

# The published pages follow from their published runs, whose machines and programs are today's.
for page in mrpb:paper-mrpb:overall-s,traffic,cut,cost cart:paper-cart:conflicts,energy,cost \
    together:together:ipc,ipc-cart; do
    IFS=: read -r paper folder figures <<<"$page"
    expect "runs_of_${paper}_serve" "$WARPLOOM" report --paper "$paper" --size paper --stored-only \
        -q --figures "$figures" --runs "reports/$folder/data/runs.csv" -o "$WORK/$paper"
    for f in ${figures//,/ }; do
        if [ "$f" = cost ]; then
            expect "published_costs_of_${paper}_are_taken" diff \
                <(grep ,cost, "reports/$folder/data/stated.csv") \
                <(grep ,cost, "$WORK/$paper/data/stated.csv")
            continue
        fi
        expect "published_${paper}_${f}_is_of_its_runs" diff "reports/$folder/data/$f.csv" \
            "$WORK/$paper/data/$f.csv"
    done
done

# How far the limit of instructions ends programs early, counted from the runs themselves.
counts=$(awk -F, 'FNR == 1 { file++; for (i = 1; i <= NF; i++) at[$i] = i; next }
    file == 1 { whole += $1 !~ "^mean" && $3 != "" }
    file == 2 && $1 == "S/base" && !seen[$2]++ { ends += !$at["cut"]; cut += $at["cut"] }
    END { print ends, whole, cut - whole }' reports/paper-mrpb/data/{cut,runs}.csv)
said=$(sed -n '/A run ends with/,/<[/]p>/p' "$WORK/mrpb/index.html" | tr '\n' ' ' | sed \
    's/<[/]p>.*//; s/  */ /g; s/<[^>]*>//g
        s/.* \([0-9]*\) of the programs end before it\. These [^:]*: /\1;/
        s/\. Of these[^:]*: /;/; s/\. *$//')
IFS=';' read -r ends tested untested <<<"$said"
same programs_that_the_limit_cuts_are_counted "$counts" \
    "$ends $(tr , '\n' <<<"$tested" | wc -l) $(tr , '\n' <<<"$untested" | wc -l)"

# Of a program whose length no run tells it is not said that it ends.
mkdir -p "$WORK/lengths/data"
cp reports/paper-mrpb/data/machines.csv "$WORK/lengths/data"
grep -v '^S/count\|whole' reports/paper-mrpb/data/runs.csv >"$WORK/lengths/data/runs.csv"
"$WARPLOOM" report --paper mrpb --size paper --stored-only -q --figures overall-s --runs \
    "$WORK/lengths/data/runs.csv" -o "$WORK/unknown" >"$WORK/unknown.txt" 2>&1
expect programs_of_unknown_length_are_not_counted grep -q "${counts%% *} of the programs end" \
    "$WORK/unknown/index.html"

# Costs that the same folder has from before are taken, too, with the library that they are of.
mkdir -p "$WORK/own/data"
cp reports/paper-mrpb/data/stated.csv "$WORK/own/data"
WARPLOOM_CACHE=$WORK/empty expect costs_of_the_folder_serve "$WARPLOOM" report --paper mrpb \
    --size paper --stored-only -q --figures cost -o "$WORK/own"
same costs_of_the_folder_are_taken "$(grep ,cost, reports/paper-mrpb/data/stated.csv)" \
    "$(grep ,cost, "$WORK/own/data/stated.csv")"
expect page_names_the_library_of_costs grep -q '<td>gscl45nm</td>' "$WORK/own/index.html"

# Pictures: of many bars none is thinner than 6 units, and no name of a choice touches another
# text. A letter is 0.6 of the type's size wide.
thin=$(sed -n "s/.*polygon fill = 'rgb.*points = '\([0-9.]*\),[^ ]* \([0-9.]*\),.*/\1 \2/p" \
    "$WORK/together/pictures/ipc.svg" |
    awk '$2 - $1 < 6 { print; exit } END { if (!NR) print "none" }')
same bars_are_not_thin '' "$thin"
touching() { awk '
    /rotate/ { getline; next }
    match($0, /translate\([0-9.]+,[0-9.]+\)/) {
        split(substr($0, RSTART + 10, RLENGTH - 11), at, ",")
        anchor = $0; sub(/.*text-anchor="/, "", anchor); sub(/".*/, "", anchor) }
    match($0, /<text>[^<]+</) {
        name = substr($0, RSTART + 6, RLENGTH - 7); w = 0.6 * 13 * length(name)
        left = at[1] - (anchor == "end" ? w : anchor == "middle" ? w / 2 : 0)
        for (i = 1; i <= n; i++)
            if (left < l[i] + wide[i] && l[i] < left + w && at[2] - y[i] < 12 && y[i] - at[2] < 12)
                print name " and " names[i]
        n++; l[n] = left; wide[n] = w; y[n] = at[2]; names[n] = name }
    END { if (n < 20) print "only " n " labels" }' "$1"; }
same names_of_choices_touch_nothing '' "$(touching "$WORK/together/pictures/builds.svg")"
finish
