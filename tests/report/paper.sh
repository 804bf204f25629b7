#!/usr/bin/env bash
# paper.sh : `report --paper`: the page's figures are those of single runs, a second report runs
# nothing, a killed one goes on, what it refuses.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

export WARPLOOM_CACHE=$WORK/cache
small=(report --paper mrpb --programs 'atax,syrk' \
    --figures 'overall-s,traffic,contention-s,unshared' --size small)
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3' instead of '$2'"; fi; }

expect paper_report_runs bash -c \
    "'$WARPLOOM' ${small[*]} -j 2 --json -o '$WORK/page' >'$WORK/r.json'"
# Both machines, and both with each of the three changes of "one change at a time", and syrk with
# the one change that only its class has; nothing is cut, so no instructions are counted.
runs=$((2 * (2 + 3 * 2) + 1))
fact each_machine_ran_each_program_once ".simulated == $runs and .kept == 0 and .spared == 2" \
    "$WORK/r.json"
expect page_is_well_formed xmllint --noout "$WORK/page/index.html"
for f in overall-s traffic contention-s; do
    expect "picture_of_${f}_is_well_formed" xmllint --noout "$WORK/page/pictures/$f.svg"; done
same figure_without_a_program_is_left_out '' "$(find "$WORK/page" -name 'unshared*')"

# The ratio of the page is that of two runs by hand, to the ten digits that runs.csv holds.
cycles() { "$WARPLOOM" sim -c mrpb-base-s "$@" --size small --json | jq .cycles; }
without=$(cycles --set structures.mrpb.enable=false atax) with=$(cycles atax)
fact ratio_is_that_of_two_runs \
    "(.figures[] | select(.id == \"overall-s\") | .rows[0].cells[0].value) as \$v | (\$v - ($without / $with) | fabs) < 1e-7" "$WORK/r.json"
fact geometric_mean_is_that_of_its_rows \
    '.figures[] | select(.id == "overall-s") | ([.rows[].cells[0].value | log] | add / 2 | exp) as $m
    | (.means[] | select(.group == "PolyBench") | .cells[0].value) as $v | ($v - $m | fabs) < 1e-9' "$WORK/r.json"
same csv_has_the_rows_and_means \
    "$(jq '.figures[0] | (.rows | length) + (.means | length) + 1' "$WORK/r.json")" \
    "$(wc -l <"$WORK/page/data/overall-s.csv")"
same all_runs_are_in_a_csv "$((runs + 1))" "$(wc -l <"$WORK/page/data/runs.csv")"
fact stated_figures_name_their_programs \
    '.stated[0] | .paper == 2.65 and .over == "2 of 12 programs" and .source == "section 5.5"' \
    "$WORK/r.json"
fact what_did_not_run_is_said \
    '[.stated[] | select(.figure == "20-KB") | .ours_text] == ["not run", "not run"]' "$WORK/r.json"
# The runs of the overall figure have what another one would show too: it says nothing of it.
"$WARPLOOM" report --paper mrpb --programs 'atax,syrk' --figures overall-s --size small -j 1 \
    --json -o "$WORK/overall" >"$WORK/overall.json"
fact what_did_not_run_has_no_mean_without_a_program \
    '[.stated[] | select(.figure == "traffic") | .without] == ["", "", "", ""]' "$WORK/overall.json"

# A second report takes what is there; results do not depend on the number of processes.
"$WARPLOOM" "${small[@]}" -j 1 --json -o "$WORK/again" >"$WORK/again.json"
fact second_report_runs_nothing ".simulated == 0 and .kept == $runs" "$WORK/again.json"
WARPLOOM_CACHE=$WORK/other "$WARPLOOM" "${small[@]}" -j 1 -q -o "$WORK/single" >"$WORK/out"
expect one_process_gives_the_same_page diff -r "$WORK/page" "$WORK/single"
expect stated_figures_are_printed grep -q 'IPC with MRPB, PolyBench, Base-S *2.65' "$WORK/out"

# Killed, it goes on where it stood. A result that is cut off is no result.
WARPLOOM_CACHE=$WORK/killed "$WARPLOOM" "${small[@]}" -j 1 -o "$WORK/killed-page" >"$WORK/out" \
    2>&1 & run=$!
has_a_result() { [ -n "$(find "$WORK/killed/runs" -name '*.json' 2>/dev/null)" ]; }
awaits $run has_a_result
kill -KILL $run
wait $run 2>/dev/null
one=$(find "$WORK/cache/runs" -name '*.json' | sort | head -n 1)
[ -n "$one" ] && head -c 1000 "$one" >"$WORK/cut" && mv "$WORK/cut" "$one"
"$WARPLOOM" "${small[@]}" -j 2 --json -o "$WORK/mended" >"$WORK/mended.json"
fact cut_result_is_run_again ".simulated == 1 and .kept == $runs - 1" "$WORK/mended.json"
WARPLOOM_CACHE=$WORK/killed "$WARPLOOM" "${small[@]}" -j 2 --json -o "$WORK/killed-page" \
    >"$WORK/killed.json"
fact killed_report_goes_on ".kept > 0 and .simulated + .kept == $runs" "$WORK/killed.json"
expect page_after_a_kill_is_the_same diff -r "$WORK/page" "$WORK/killed-page"

# A page of what is kept runs nothing, and says what is missing.
WARPLOOM_CACHE=$WORK/killed "$WARPLOOM" report --paper mrpb --programs 'atax,gemm' \
    --figures overall-s --stored-only -q --json -o "$WORK/kept" >"$WORK/kept.json"
fact kept_page_runs_nothing '.simulated == 0 and .kept == 8 and .spared == 8 + 2' "$WORK/kept.json"
fact kept_page_says_what_is_missing \
    '.figures[0].rows | map(.cells[0].value != null) == [false, true]' "$WORK/kept.json"

# At size paper every program of every figure has the paper's input, or its suite's own.
WARPLOOM_CACHE=$WORK/none "$WARPLOOM" report --paper all --size paper \
    --stored-only -q --json -o "$WORK/all" >"$WORK/all.json"
fact all_pages_are_made \
    '[.pages[].paper] | index("mrpb") and index("pric") and index("warppool") and index("cart") and index("together")' "$WORK/all.json"
fact no_program_runs_a_smaller_size \
    '[.pages[] | (.programs[].problems, .stated[].size // empty, .claims[].size) | scan("small|medium")] == []' "$WORK/all.json"
fact every_page_says_its_cut '[.pages[].insn_limit] | all(. >= 100000000)' "$WORK/all.json"
fact stored_only_synthesizes_nothing_and_says_how '[.pages[].stated[] | select(.figure == "cost" and
    .ours == null)] | length == 4 and all(.ours_text == "not stored" and (.cause | test("--paper mrpb")))' \
    "$WORK/all.json"
same stored_only_leaves_no_synthesis '' "$(find "$WORK/all" -name synth)"
expect_status stored_only_takes_no_library 2 'report: --liberty: not with --stored-only' \
    "$WARPLOOM" report --paper mrpb --stored-only --liberty x.lib -o "$WORK/x"
for page in "$WORK"/all/*/index.html; do
    expect "page_$(basename "$(dirname "$page")")_is_well_formed" xmllint --noout "$page"; done
expect_status all_takes_no_programs 2 'not with --paper all' "$WARPLOOM" report --paper all \
    --programs atax -o "$WORK/x"

# Cut: both machines run the same number of instructions, the page has the share of the program and
# the same comparison uncut.
limit=300000
"$WARPLOOM" report --paper mrpb --programs atax,2dconv --figures overall-s,cut --insn-limit $limit \
    -j 2 -q --json -o "$WORK/cut" >"$WORK/cut.json"
whole=$("$WARPLOOM" sim -c gtx480 atax --json | jq .thread_insns)
same every_run_is_cut_at_the_limit $limit \
    "$(awk -F, \
    'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "thread_insns") c = NF - i; next } !/whole|count/ { print $(NF - c) }' "$WORK/cut/data/runs.csv" | sort -u)"
fact page_has_the_share_of_the_program \
    "(.programs[] | select(.label == \"atax\") | .share | capture(\"^(?<s>[0-9.]+) %\").s | tonumber - 100 * $limit / $whole | fabs) < 0.06" "$WORK/cut.json"
cut_cycles() { "$WARPLOOM" sim -c mrpb-base-s --set gpu.insn_limit=$limit "$@" atax --json |
    jq .cycles; }
fact ratio_is_that_of_two_cut_runs \
    "([.figures[] | select(.id == \"overall-s\") | .rows[].cells[0].value - $(cut_cycles --set \
    structures.mrpb.enable=false) / $(cut_cycles) | fabs] | min) < 1e-7" "$WORK/cut.json"
whole_cycles() { "$WARPLOOM" sim -c mrpb-base-s "$@" 2dconv --json | jq .cycles; }
fact whole_run_stands_beside_the_cut_one \
    "(.figures[] | select(.id == \"cut\") | .rows[0].cells[1].value - $(whole_cycles --set \
    structures.mrpb.enable=false) / $(whole_cycles) | fabs) < 1e-7" "$WORK/cut.json"
# Without the largest of two programs, a mean is the other one's value.
fact mean_without_its_largest_program \
    '.figures[] | select(.id == "overall-s") | ([.rows[].cells[0].value] | sort_by(log | fabs) | .[0]) as $other
    | [.means[] | select(.programs == 2) | .without[0].value - $other | fabs] | length > 0 and all(. < 1e-9)' "$WORK/cut.json"

fact figures_within_15_percent_are_counted '
    def percent: .ours_text | endswith("%");
    def limit: .what | endswith("(less than)");
    def as_ratio: if limit then .ours < .paper else
        ((if percent then (100 + .ours) / (100 + .paper) else .ours / .paper end) - 1 | fabs) <= 0.15 end;
    def agrees: if .figure == "cost" then as_ratio elif limit then .ours < .paper
        elif percent then (.ours - .paper | fabs) <= ([0.15 * (.paper | fabs), 1] | max)
        else (.ours - .paper | fabs) <= ([0.15 * (.paper - 1 | fabs), 0.01] | max) end;
    (.stated | map(select(.ours != null)) | [length, (map(select(agrees)) | length),
        (map(select(as_ratio)) | length)]) == [.compared, .agreeing, .agreeing_as_ratio]
    and .compared > 0' "$WORK/cut.json"

# A paper with other rows: harmonic means, a search.
expect search_runs bash -c \
    "'$WARPLOOM' report --paper pric --programs gesummv --figures warps,overall -o '$WORK/pric' --json >'$WORK/pric.json'"
best=$(for n in 1 2 3 4 5 6 24; do printf '%s %s\n' \
    "$("$WARPLOOM" sim -c dwt-pric --set sm.gate=swl --set "sm.swl_warps=$n" gesummv --json |
    jq .cycles)" "$n"; done | sort -n -k1,1 -k2,2 | head -n 1)
# gesummv's warps are few: limits that no scheduler reaches are not run. 24 is as good as 5.
# Five machines, the limits, three changes of three machines, one of two and two of one, five limits
# behind PRIC, the count of instructions.
fact limits_that_change_nothing_are_spared \
    '.spared > 0 and .simulated + .spared == 5 + 24 + 3 * 3 + 2 + 2 + 5 + 1' "$WORK/pric.json"
fact search_finds_the_fastest_limit \
    "(.figures[] | select(.id == \"warps\") | .rows[0].cells[0].value) == ${best#* }" \
    "$WORK/pric.json"

# A paper whose bars are kernels: two launches of one run, with and without WarpPool, on its machine
# and with four changes of it.
expect kernels_run bash -c \
    "'$WARPLOOM' report --paper warppool --programs transpose_l --figures transpose,cost -o '$WORK/kernels' --json >'$WORK/kernels.json'"
"$WARPLOOM" sim -c warppool --set structures.warppool.enable=false transpose_l --size small \
    --csv "$WORK/transpose.csv" -q
kernel_cycles() { awk -F, -v k="$1" \
    'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "cycles") c = i } $2 == k { print $c }' \
    "$WORK/transpose.csv"; }
fact kernels_ratio_is_that_of_their_cycles \
    "(.figures[0].rows[0].cells[2].value - $(kernel_cycles transpose_tiles) / $(kernel_cycles \
    transpose_loads) | fabs) < 1e-7" "$WORK/kernels.json"
fact both_kernels_are_of_one_run '.simulated == 2 + 4 * 2' "$WORK/kernels.json"
fact storage_needs_no_synthesis \
    '[.stated[] | select(.over == "by the configuration") | .ours] | length == 6 and .[1] == 512' \
    "$WORK/kernels.json"

# CART's: a change in percent of a counter behind the crossbars.
expect cart_runs bash -c \
    "'$WARPLOOM' report --paper cart --programs spmv --figures conflicts,memory -o '$WORK/cart' --json >'$WORK/cart.json'"
conflicts() { "$WARPLOOM" sim -c cart --set "structures.cart.enable=$1" spmv --size small --json |
    jq .dram.row_conflicts; }
fact cart_conflicts_are_those_of_two_runs \
    "(.figures[] | select(.id == \"conflicts\") | .rows[0].cells[0].value - 100 * ($(conflicts \
    true) / $(conflicts false) - 1) | fabs) < 1e-7" "$WORK/cart.json"
fact cart_has_its_five_schemes \
    '.simulated == 6 + 9 * 2 + 4 and (.figures[] | select(.id == "memory") | .rows[0].cells | map(.value != null) == [true, true, true, true, true])' "$WORK/cart.json"

# The bandwidth study: shares are of a whole, limit studies and clocks are those of single runs, and
# no synthesis is needed for its costs.
expect bandwidth_runs bash -c \
    "'$WARPLOOM' report --paper bandwidth --programs nn --figures infinite,latency,tolerance,l2-queue,dram-queue,issue,cycles,l2-stalls,l1-stalls,core-clock,cost -j 2 -o '$WORK/bandwidth' --json >'$WORK/bandwidth.json'"
bandwidth() { "$WARPLOOM" sim -c bandwidth "$@" nn --size small --json; }
bandwidth >"$WORK/nn.json"
of_nn() { jq "$1" "$WORK/nn.json"; }
for f in l2-queue dram-queue issue cycles l2-stalls l1-stalls; do
    fact "bandwidth_${f}_is_of_a_whole" \
        "(.figures[] | select(.id == \"$f\") | [.rows[0].cells[].value] | add) as \$v | (\$v - 100 | fabs) < 1e-7" "$WORK/bandwidth.json"
done
value() { echo "(.figures[] | select(.id == \"$1\") | .rows[0].cells[$2].value)"; }
infinite=$(bandwidth --set limits.infinite_bandwidth=true |
    jq .cycles) late=$(bandwidth --set limits.l1_miss_latency=500 |
    jq .cycles) fast=$(bandwidth --set gpu.core_mhz=770 | jq .cycles)
fact bandwidth_ideal_is_that_of_two_runs \
    "$(value infinite 0) - $(of_nn .cycles) / $infinite | fabs < 1e-7" "$WORK/bandwidth.json"
fact bandwidth_curve_is_that_of_two_runs \
    "$(value tolerance 6) - $(of_nn .cycles) / $late | fabs < 1e-7" "$WORK/bandwidth.json"
fact bandwidth_clock_is_in_time \
    "$(value core-clock 3) - $(of_nn .cycles) * 770 / 700 / $fast | fabs < 1e-3" \
    "$WORK/bandwidth.json"
fact bandwidth_latency_is_that_of_the_run \
    "$(value latency 0) - $(of_nn .l1d.average_miss_latency) | fabs < 1e-6" "$WORK/bandwidth.json"
fact bandwidth_costs_need_no_synthesis \
    '[.stated[] | select(.figure == "cost") | .ours] | length == 7 and all(. != null)' \
    "$WORK/bandwidth.json"
area_of() { awk -F, -v n="$1" -v w="$2" '$1 == n && $2 == w && $3 == "flop" { print $4 }' \
    reports/silicon/crossbar.csv; }
fact bandwidth_crossbars_are_those_of_the_kept_table \
    "(.stated[] | select(.what | startswith(\"area of both\")) | .ours) - 1e-6 * ($(area_of \
    request 32) + $(area_of reply 32)) | fabs < 1e-9" "$WORK/bandwidth.json"
fact bandwidth_says_what_is_not_there '[.absent[].what] | index("Hybrid Sort") != null' \
    "$WORK/bandwidth.json"
expect bandwidth_is_well_formed xmllint --noout "$WORK/bandwidth/index.html"

# All structures beside each other: areas are those of the kept table, a choice has the sum of its
# parts.
expect together_runs bash -c \
    "'$WARPLOOM' report --paper together --programs transpose --figures ipc -o '$WORK/together' --json >'$WORK/together.json'"
area() { awk -F, -v p="$1" '$1 == p { print $2 }' reports/silicon/blocks.csv; }
fact together_has_the_machine_that_ran '[.chips[].id] == ["builds"]' "$WORK/together.json"
jq '.chips[0]' "$WORK/together.json" >"$WORK/chip.json"
fact together_has_the_areas \
    "(.builds[] | select(.build == \"MRPB and PRIC\") | .area_mm2 - 15e-6 * ($(area mrpb) + $(area \
    pric)) | fabs) < 1e-9" "$WORK/chip.json"
fact together_has_the_gain \
    '[.builds[] | select(.area_mm2 != "") | (.per_mm2 - 100 * (.speedup - 1) / .area_mm2 | fabs) < 1e-6] | length >= 8 and all' "$WORK/chip.json"
fact together_has_advice_for_the_class_that_ran \
    '.advice | length == 1 and (.[0].of == "bandwidth") and (.[0].text | startswith("build "))' \
    "$WORK/chip.json"
fact together_has_the_speed_at_the_clock_of_the_choice '[.builds[] | select(.clock_mhz != "") |
    (.at_clock - .speedup * ([1, .clock_mhz / 700] | min) | fabs) < 1e-9] | length >= 8 and all' \
    "$WORK/chip.json"
# It has no sentences of a paper, and what is left out is said: the count of a program that no run
# cuts.
"$WARPLOOM" report --paper together --programs transpose --figures ipc -o "$WORK/together" \
    >"$WORK/out"
left='1 left out: a run that is there tells the same'
same closing_line_has_no_sentences_of_none "0 runs, 11 from before, 0 of files, $left" \
    "$(tail -n 2 "$WORK/out" | head -n 1)"
expect together_is_well_formed xmllint --noout "$WORK/together/index.html"

expect_status unknown_paper 2 \
    "--paper mrbp: must be mrpb, pric, bandwidth, warppool, cart or together, or all; did you mean mrpb?" "$WARPLOOM" report --paper mrbp -o "$WORK/x"
expect_status unknown_program 2 "--programs gem: there is none of this name; did you mean gemm?" \
    "$WARPLOOM" report --paper mrpb --programs gem -o "$WORK/x"
expect_status unknown_figure 2 \
    "--figures overall: there is none of this name; did you mean overall-s?" \
    "$WARPLOOM" report --paper mrpb --figures overall -o "$WORK/x"
expect_status figure_like_no_other 2 "--figures x: there is none of this name; there are cost, " \
    "$WARPLOOM" report --paper mrpb --figures x -o "$WORK/x"
expect_status unknown_size 2 'tiny' "$WARPLOOM" report --paper mrpb --size tiny -o "$WORK/x"
expect_status no_directory 2 'report: -o DIR is missing' "$WARPLOOM" report --paper mrpb
for option in '--config gtx480' '--set sm.warps=32' '--workload atax' --calibration; do
    read -ra words <<<"$option"
    expect_status "paper_refuses_${words[0]#--}" 2 \
        "report: ${words[0]}: not with --paper, which has its own machines and programs" \
        "$WARPLOOM" report --paper mrpb "${words[@]}" -o "$WORK/x"
done
expect_status directory_is_a_file 2 'cannot' "$WARPLOOM" report --paper mrpb -o "$WORK/r.json"
if [ ! -e "$WORK/x" ]; then ok refused_reports_leave_nothing; else
    not_ok refused_reports_leave_nothing "$WORK/x"; fi

# The energy of a page is that of two runs by hand.
expect cart_page_of_its_energy bash -c "'$WARPLOOM' report --paper cart --programs scan \
    --figures energy --size small --json -o '$WORK/cart' >'$WORK/cart.json'"
uj() { "$WARPLOOM" sim -c cart scan --energy --json "$@" | jq .energy.total_uj; }
without=$(uj --set structures.cart.enable=false) with=$(uj)
fact energy_of_a_page_is_that_of_two_runs \
    ".figures[] | select(.id == \"energy\") | .rows[0].cells[0].value as \$v |
        (\$v - 100 * ($with / $without - 1) | fabs) < 1e-7 and \$v != 0" "$WORK/cart.json"
fact energy_is_stated_as_modelled '[.stated[] | select(.source == "section VI.E")] |
    length == 1 and .[0].paper == -18.9 and (.[0].cause | test("not GPUWattch"))' "$WORK/cart.json"

# A run that fails (no file may grow beyond 8 KB) is named with its machine, and leaves no page, no
# result and no process.
(ulimit -f 8; WARPLOOM_CACHE=$WORK/poor "$WARPLOOM" "${small[@]}" -j 2 -o "$WORK/poor-page") \
    >"$WORK/out" 2>"$WORK/err"
poor=$?
if [ "$poor" -eq 3 ] && grep -q \
    'error: sim [a-z]* small on S/[a-z]*: cannot write .*: File too large' \
    "$WORK/err"; then ok failed_run_is_named; else
    not_ok failed_run_is_named "$poor: $(head -n 2 "$WORK/err")"; fi
same failed_run_leaves_no_page_and_no_result '' \
    "$(find "$WORK/poor" "$WORK/poor-page" -name '*.json' -o -name index.html)"

# What is published is whole: pages are well-formed, each picture's data lies beside it, each row of
# the runs has its cycles, but for those that count a whole program's instructions without timing.
for page in reports/paper-*/index.html reports/together/index.html; do
    name=$(basename "$(dirname "$page")" | tr - _)
    expect "published_${name}_is_well_formed" xmllint --noout "$page"
    same "published_${name}_has_no_powers_of_ten" '' \
        "$(sed 's/<code>[^<]*<.code>//g' "$page" | grep -oE '[0-9]e[+][0-9]+' | head -n 3)"
    lost=$(grep -oE 'href="data/[^"]+' "$page" | cut -d'"' -f2 |
        while read -r f; do [ -s "$(dirname "$page")/$f" ] || echo "$f"; done)
    same "published_${name}_has_its_data" '' "$lost"
    same "published_${name}_has_no_empty_run" 0 \
        "$(awk -F, \
        'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "cycles") c = NF - i; next }
            $1 !~ "/count$" && $(NF - c) + 0 <= 0' "$(dirname "$page")/data/runs.csv" | wc -l)"
    # Its subtitle says which sizes; MRPB's has inputs of its own besides.
    same "published_${name}_is_of_size_paper" '' "$(awk -F, \
        'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "size") c = NF - i; next }
            $(NF - c) !~ /^(paper|mrpb)$/ { print $(NF - c) }' \
        "$(dirname "$page")/data/runs.csv" | sort -u)"
    text=$(sed 's/<[^>]*>/ /g' "$page" | tr -s ' \n' ' ')
    same "published_${name}_sets_no_limit_twice" '' \
        "$(grep -oE 'insn_limit=[0-9]+( --set [^ ]+)* --set gpu.insn_limit=[0-9]+' <<<"$text")"
    same "published_${name}_has_no_sentence_twice" '' \
        "$(grep -oE '<td class="why">[^<]{41,}' "$page" | sort | uniq -d)"
    expect "published_${name}_marks_what_is_inferred" \
        grep -qF 'that the paper does not state: inferred' <<<"$text"
    same "published_${name}_tells_figures_apart" '' \
        "$(grep -oE 'not hold ([^ ]+: )?[-0-9.]+, must be at (least|most) [-0-9.]+' \
            <<<"$text" | awk '{ a = $(NF - 5); sub(/,$/, "", a); if (a == $NF) print }')"
done
at_mrpb=$(awk -F, '$1 == "S/mrpb" && $3 == "mrpb" { print $2 }' \
    reports/paper-mrpb/data/runs.csv | sort -u | wc -l)
expect published_mrpb_says_its_sizes \
    grep -qE "size mrpb \($at_mrpb programs\) and paper \([0-9]+ programs\)" \
    <(tr '\n' ' ' <reports/paper-mrpb/index.html)
# What is exceeded is on the page, by the figures of the page: CART gives spmv (SP) more than the
# machine with an infinite DRAM, and what stands before L1D has no ideal before L2.
ideal_of() { awk -F, -v p="$1" '$1 == p { m = $2 > $3 ? $2 : $3; printf "%+.1f", 100 * (m - 1) }' \
    reports/paper-cart/data/bounds.csv; }
gain_of() { awk -F, -v p="$1" '$1 == p { printf "%+.1f", $2 }' reports/paper-cart/data/all.csv; }
expect published_cart_says_what_exceeds_the_ideal grep -qF \
    "IPC with CART, memory-intensive: SP $(gain_of SP) % (ideal $(ideal_of SP) %)" \
    reports/paper-cart/index.html
same published_cart_has_no_ideal_for_what_is_elsewhere '' \
    "$(grep -E '^"IPC with (CART and )?(MRPB|RACB)' reports/paper-cart/data/stated.csv |
        grep -vE '^"[^"]*"(,[^,]*){4},,')"
finish
