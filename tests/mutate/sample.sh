#!/usr/bin/env bash
# sample.sh : a sample of the mutants of each block: the bench keeps its floor of 99 %, its weakened
# form scores lower, a stopped run goes on where it was; some points only with COUNT=all
# (tests/long/samples.sh). All mutants: make mutate.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/mutate/points.sh

# score FILE: percent of mutate.json's score
score() { grep -m1 '^ "score":' "$1" | grep -oE '[0-9.]+'; }

# floor NAME COUNT ARGUMENT...: the block of the point keeps its floor, FLOOR or 99, and something
# was killed
floor() {
    local name=$1 count=$2 args; shift 2
    read -ra args <<<"${MUTATE_POINTS[$name]}"
    expect "${name}_keeps_its_floor" \
        "$WARPLOOM" mutate "${args[@]}" --count "$count" --floor "${FLOOR:-99}" \
        -o "$WORK/$name" "$@"
    expect "${name}_has_kills" grep -qE '^ "killed": [1-9]' "$WORK/$name/mutate.json"
}

whole() { [ "${COUNT:-}" = all ]; }
# some ALL FEW: how many are drawn: ALL with COUNT=all
some() { if whole; then echo "$1"; else echo "$2"; fi; }

for point in "${!MUTATE_POINTS[@]}"; do
    case $point in
        mrpb_longest | mrpb_rr | cart_early | cart_ahead) whole || continue ;;
    esac
    case $point in
        *_axi4* | *_hpdcache | *_vortex) ;; # adapters, below
        mrpb_pipelined) ;; # too few of its equivalent mutants are proved so far: 9 of 150 are open
        mrpb_*) floor "$point" 10 --module mrpb_ctl ;; # differs from mrpb in its control
        # its registers' invariants are proved on the way, of one column in a third of the time
        cart) floor "$point" "$(some 12 6)" --module cart_tags --cycles 100000 \
            --set structures.cart.columns=1 ;;
        # what they have of their own, without proofs
        cart_early) FLOOR=80 floor "$point" 30 --module cart_reach --cycles 100000 --no-proofs ;;
        cart_ahead) FLOOR=95 floor "$point" 30 --module cart_place --cycles 100000 --no-proofs ;;
        cart_preset | crossbar* | warppool*) ;; # below
        dwtcs) floor "$point" 10 --module dwtcs_winners --cycles 100000 ;;
        mrpb) floor "$point" "$(some 10 5)" ;; # of each module
        *) floor "$point" 10 ;;
    esac
done

# The modules that make mutate leaves out of a point of MRPB are those whose text, without comments,
# is that of point mrpb.
emit() { # POINT: its RTL
    local args k rest=(); read -ra args <<<"${MUTATE_POINTS[$1]}"
    for ((k = 0; k < ${#args[@]}; k += 2)); do
        [[ ${args[k]} =~ ^--(block|cycles|module)$ ]] || rest+=("${args[@]:k:2}")
    done
    "$WARPLOOM" rtl "${rest[@]}" -q -o "$WORK/rtl_$1"
}
same_as_mrpb() {
    [ -f "$WORK/rtl_mrpb/$1" ] &&
        cmp -s <(grep -v "^ *//" "$WORK/rtl_mrpb/$1") <(grep -v "^ *//" "$WORK/rtl_$2/$1")
}
own_modules() { # POINT: emitted modules whose text is its own
    local file
    for file in "$WORK/rtl_$1"/*.v; do
        file=${file##*/}
        same_as_mrpb "$file" "$1" || echo "${file%.v}"
    done | sed 's/^mrpb_base_s_//' | paste -sd ' '
}
emit mrpb
for point in mrpb_longest mrpb_rr; do
    emit "$point"
    own=$(own_modules "$point")
    if [ "$own" = "${MUTATE_ONLY[$point]}" ]; then ok "modules_of_$point"
    else not_ok "modules_of_$point" "differ from mrpb's: $own"; fi
done

# Of WarpPool's those left out are the leaf modules of MRPB or of the crossbar, and what point
# warppool_lowest has.
texts() { grep -hv '^ *//' "$@" | sed -E 's/(warppool|mrpb_base_s|gtx480)_lib/lib/g' | md5sum; }
for point in crossbar_request warppool warppool_lowest; do emit "$point"; done
own=
for file in "$WORK"/rtl_warppool/*.v; do
    file=${file##*/} word=${file%.v} same=
    word=${word/#warppool_lib_/lib_} # all others are named by their stems alone
    others=("$WORK/rtl_mrpb/mrpb_base_s_$word.v" "$WORK/rtl_crossbar_request/gtx480_$word.v")
    if [[ $word =~ ^warppool_(choice|row)$ ]]; then others+=("$WORK/rtl_warppool_lowest/$file"); fi
    for other in "${others[@]}"; do
        [ -f "$other" ] && [ "$(texts "$other")" = "$(texts "$WORK/rtl_warppool/$file")" ] &&
            same=yes
    done
    [ -n "$same" ] || own+=$word$'\n'
done
own=$(sort <<<"${own%$'\n'}" | paste -sd ' ')
if [ "$own" = "${MUTATE_ONLY[warppool]}" ]; then ok modules_of_warppool
else not_ok modules_of_warppool "own are $own"; fi

# scores_lower NAME WEAK WHOLE [BY]: the weakened bench kills some mutants, and fewer, by this share
# or more
scores_lower() {
    local weak whole
    weak=$(score "$WORK/$2/mutate.json") whole=$(score "$WORK/$3/mutate.json")
    if awk -v w="$weak" -v s="$whole" -v by="${4:-0}" 'BEGIN { exit !(w > 0 && w < s - by) }'; then
        ok "$1"
    else
        not_ok "$1" "$weak and $whole"
    fi
}

# Back-pressure is what the outbound buffer is for.
read -ra mrpb <<<"${MUTATE_POINTS[mrpb]}"
expect whole_bench \
    "$WARPLOOM" mutate "${mrpb[@]}" --module mrpb_out --count 60 --no-proofs -o "$WORK/whole"
expect weak_bench \
    "$WARPLOOM" mutate "${mrpb[@]}" --module mrpb_out --count 60 --no-proofs --weak -o "$WORK/weak"
scores_lower weakened_bench_scores_lower weak whole 0.1
# Periods near the threshold, and rounds that another SM wins, are what tells.
weaker() { # POINT ARGUMENT...
    local point=$1 args; shift
    read -ra args <<<"${MUTATE_POINTS[$point]}"
    expect "whole_bench_of_$point" \
        "$WARPLOOM" mutate "${args[@]}" "$@" --count 60 --no-proofs -o "$WORK/whole_$point"
    expect "weak_bench_of_$point" \
        "$WARPLOOM" mutate "${args[@]}" "$@" --count 60 --no-proofs --weak -o "$WORK/weak_$point"
    scores_lower "weakened_bench_of_${point}_scores_lower" "weak_$point" "whole_$point"
}
# WarpPool is large, so a proof is: a floor without any, of the module that grants.
read -ra warppool <<<"${MUTATE_POINTS[warppool]}"
grants=$(some 30 15)
expect warppool_keeps_a_floor_without_proofs "$WARPLOOM" mutate "${warppool[@]}" \
    --module warppool_select --cycles 30000 --count "$grants" --no-proofs --floor 90 \
    -o "$WORK/warppool"
expect warppool_has_kills grep -qE '^ "killed": [1-9]' "$WORK/warppool/mutate.json"
expect weak_bench_of_warppool "$WARPLOOM" mutate "${warppool[@]}" --module warppool_select \
    --cycles 30000 --count "$grants" --no-proofs --weak -o "$WORK/weak_warppool"
scores_lower weakened_bench_of_warppool_scores_lower weak_warppool warppool
expect length_of_the_bench_is_told grep -qE '^ "cycles_99_percent": [1-9]' \
    "$WORK/warppool/mutate.json"
# CART at its preset's size, for a fifth of the length that the page's runs have.
if whole; then
    read -ra preset <<<"${MUTATE_POINTS[cart_preset]}"
    expect cart_at_its_presets_size_keeps_a_floor_without_proofs \
        "$WARPLOOM" mutate "${preset[@]}" --module cart_tags --count 60 \
        --cycles 200000 --no-proofs --floor 95 -o "$WORK/cart_preset"
    expect cart_at_its_presets_size_has_kills grep -qE '^ "killed": [1-9]' \
        "$WORK/cart_preset/mutate.json"
fi
floor crossbar_request "$(some 40 20)" --module crossbar_output
if whole; then floor crossbar_reply 40 --module crossbar_output; fi
floor crossbar_islip "$(some 30 15)"
floor crossbar_data "$(some 20 10)" --module crossbar_flits
if whole; then floor crossbar_hold 40; fi
if whole; then weaker crossbar_request --module crossbar_output; fi
if whole; then weaker dwtcs --module dwtcs_ctl; fi
weaker cart --module cart_tags --cycles 20000
weaker streambypass

# A bench of two cycles leaves nearly all to the proofs: none that the whole bench kills may be
# called equivalent, at a cell or in a module alone, inside of the design or in the whole.
read -ra crossbar <<<"${MUTATE_POINTS[crossbar_request]}"
turns=$(some 20 10)
expect proofs_of_killed_mutants "$WARPLOOM" mutate "${crossbar[@]}" --module crossbar_turn \
    --count "$turns" --seed 4 --cycles 2 -o "$WORK/short"
expect kills_of_proven_mutants "$WARPLOOM" mutate "${crossbar[@]}" --module crossbar_turn \
    --count "$turns" --seed 4 --no-proofs -o "$WORK/long"
# RUN VERDICT
verdicts() {
    awk -F , -v verdict="$2" 'FNR > 1 && $3 == verdict { print $5 }' "$WORK/$1/survivors.csv" | sort
}
lived=$(comm -23 <(verdicts short equivalent) <(verdicts long 'not asked'))
if [ -z "$lived" ]; then ok no_killed_mutant_is_proven
else not_ok no_killed_mutant_is_proven "$(head -n 1 <<<"$lived")"; fi
if [ "$(verdicts short differs | wc -l)" -ge 5 ] && [ -n "$(verdicts short equivalent)" ]; then
    ok proofs_tell_them_apart
else
    not_ok proofs_tell_them_apart \
        "$(cut -d , -f 3 "$WORK/short/survivors.csv" | sort | uniq -c | tr '\n' ' ')"
fi

# With no other miters than those of cells alone, an input of an OR that is inverted where another
# is 1 is equivalent, and nothing else is.
cells_alone() {
    mkdir -p "$WORK/cells_only"
    cat >"$WORK/cells_only/prlimit" <<END
#!/bin/sh
case "\$*" in *prove.tcl*) grep -q '^  wire .* .c0_' part.il || kill -ABRT \$\$ ;; esac
exec $(command -v prlimit) "\$@"
END
    chmod +x "$WORK/cells_only/prlimit"
    expect proofs_at_cells_alone env PATH="$WORK/cells_only:$PATH" "$WARPLOOM" mutate \
        "${crossbar[@]}" --module crossbar_output --count 100 --seed 4 --cycles 2 -o "$WORK/cells"
    proved=$(verdicts cells equivalent)
    if [ "$(wc -l <<<"$proved")" = 1 ] &&
        grep -qE '^mutate -mode cnot1 .* -cell .*[$]reduce_or[$].* -port A ' <<<"$proved"
    then ok or_of_an_inverted_input_is_equivalent
    else not_ok or_of_an_inverted_input_is_equivalent "$(head -n 2 <<<"$proved")"; fi
}
if whole; then cells_alone; fi

# A miter that needs more memory than it may have leaves its mutants open, and the run comes to its
# end.
mkdir -p "$WORK/bin"
cat >"$WORK/bin/prlimit" <<END
#!/bin/sh
case "\$*" in *prove.tcl*) shift; set -- --as=50000000 "\$@" ;; esac
exec $(command -v prlimit) "\$@"
END
chmod +x "$WORK/bin/prlimit"
expect miters_without_memory env PATH="$WORK/bin:$PATH" "$WARPLOOM" mutate "${crossbar[@]}" \
    --module crossbar_turn --count "$turns" --seed 4 --cycles 2 -o "$WORK/memory"
if [ -z "$(verdicts memory 'not asked')" ] && [ "$(verdicts memory open | wc -l)" -ge 5 ]; then
    ok mutants_of_such_miters_stay_open
else
    not_ok mutants_of_such_miters_stay_open \
        "$(cut -d , -f 3 "$WORK/memory/survivors.csv" | sort | uniq -c | tr '\n' ' ')"
fi

expect_status floor_is_kept 1 'must be at least 99' "$WARPLOOM" mutate "${mrpb[@]}" \
    --module mrpb_out --count 60 --no-proofs --weak --floor 99 -o "$WORK/weak"

# A run that was stopped: half of what it had found is left, the last line torn.
cp "$WORK/whole/mutate.json" "$WORK/want.json"
half=$(($(wc -c <"$WORK/whole/found") / 2))
head -c "$half" "$WORK/whole/found" >"$WORK/found" && mv "$WORK/found" "$WORK/whole/found"
expect stopped_run_goes_on \
    "$WARPLOOM" mutate "${mrpb[@]}" --module mrpb_out --count 60 --no-proofs -o "$WORK/whole"
expect same_result_as_in_one_go cmp "$WORK/want.json" "$WORK/whole/mutate.json"

# More mutants take up what fewer have found: a line that says that a mutant of the first 20 lived
# is believed, and seen in the result of 60.
names() { sed 1,2d "$1" | cut -d ' ' -f 1 | sort; }
expect fewer_mutants \
    "$WARPLOOM" mutate "${mrpb[@]}" --module mrpb_out --count 20 --no-proofs -o "$WORK/fewer"
cp "$WORK/whole/found" "$WORK/found.60"
if [ "$(names "$WORK/fewer/found" | wc -l)" = 20 ] &&
    [ -z "$(comm -23 <(names "$WORK/fewer/found") <(names "$WORK/found.60"))" ]; then
    ok fewer_mutants_begin_more
else
    not_ok fewer_mutants_begin_more 'some are not among the 60'
fi
sed -i -E '3s/ [0-9]+ / -1 /' "$WORK/fewer/found"
expect more_mutants_go_on \
    "$WARPLOOM" mutate "${mrpb[@]}" --module mrpb_out --count 60 --no-proofs -o "$WORK/fewer"
killed() { sed -nE 's/^ "killed": ([0-9]+),/\1/p' "$1/mutate.json"; }
if [ "$(killed "$WORK/fewer")" = $(($(killed "$WORK/whole") - 1)) ]; then
    ok what_fewer_found_is_taken_up
else
    not_ok what_fewer_found_is_taken_up \
        "$(killed "$WORK/fewer") killed, of $(killed "$WORK/whole") alone"
fi

# An invariant that does not hold is no ground for a proof: lengths that stay below their most.
read -ra cart <<<"${MUTATE_POINTS[cart]}"
# proofs take a tenth of the time
cart+=(--set structures.cart.rows=1 --set structures.cart.columns=1)
mkdir -p "$WORK/share/tb"
ln -s "$PWD"/[^b.]* "$WORK/share/" 2>/dev/null # tb is there
ln -s "$PWD"/tb/* "$WORK/share/tb/"
rm "$WORK/share/tb/formal"
cp -r tb/formal "$WORK/share/tb/"
sed -i 's/<= E;/< E;/' "$WORK/share/tb/formal/cart_state.vh"
expect_status wrong_invariant_is_not_assumed 1 'cart_invariants.tcl do not hold' \
    env WARPLOOM_SHARE="$WORK/share" \
    "$WARPLOOM" mutate "${cart[@]}" --module cart_split --count 14 --cycles 1 -o "$WORK/wrong"

# One for whose proof the time is not enough is none either, and no error: the mutants are asked
# about without it.
undecided() {
    cat >"$WORK/bin/prlimit" <<END
#!/bin/sh
case "\$*" in *invariants.aig*) kill -XCPU \$\$ ;; esac
exec $(command -v prlimit) "\$@"
END
    chmod +x "$WORK/bin/prlimit"
    expect undecided_invariant_is_no_error env PATH="$WORK/bin:$PATH" "$WARPLOOM" mutate \
        "${cart[@]}" --module cart_split --count 1 --cycles 1 -o "$WORK/undecided"
    if [ -z "$(verdicts undecided 'not asked')" ] && [ ! -e "$WORK/undecided/invariants.aig" ]; then
        ok undecided_invariant_is_not_assumed
    else
        not_ok undecided_invariant_is_not_assumed \
            "$(cut -d , -f 3 "$WORK/undecided/survivors.csv" | sort | uniq -c | tr '\n' ' ')"
    fi
}
if whole; then undecided; fi

# Adapters of wrapped tops: the bench of the whole kills their mutants, and no others are drawn. A
# bench that ends before an ordered request is inside lets some live that differ, and misses its
# floor.
floor pric_vortex 40
read -ra vortex <<<"${MUTATE_POINTS[mrpb_vortex]}"
expect adapter_is_mutated_alone [ "$(cut -d, -f2 "$WORK/pric_vortex/modules.csv" | sed 1d)" = \
    pric_unindex ]
expect adapter_of_vortex "$WARPLOOM" mutate "${vortex[@]}" --cycles 5000 --no-proofs --floor 95 \
    -o "$WORK/vortex"
expect_status survivors_of_an_adapter_are_seen 1 'must be at least 95' "$WARPLOOM" mutate \
    "${vortex[@]}" --cycles 20 --no-proofs --floor 95 -o "$WORK/vortex"
expect_status block_of_an_adapter_is_not_mutated 2 \
    '--module mrpb_ctl: no such module with logic; there are mrpb_vortex (or as they are emitted' \
    "$WARPLOOM" mutate "${vortex[@]}" --module mrpb_ctl -o "$WORK/vortex"

expect_status no_such_module 2 '--module nothing: no such module with logic; there are lib_encode' \
    "$WARPLOOM" mutate "${mrpb[@]}" --module nothing -o "$WORK/whole"
expect_status part_of_a_name_is_no_module 2 '--module ctl: no such module' \
    "$WARPLOOM" mutate "${mrpb[@]}" --module ctl -o "$WORK/whole"
list() { "$WARPLOOM" mutate "${mrpb[@]}" --module "$1" --count 5 --list -q -o "$WORK/list_$1"; }
expect module_with_or_without_prefix cmp <(list mrpb_ctl) <(list mrpb_base_s_mrpb_ctl)
expect_status nothing_to_mutate 2 'no structure to mutate' "$WARPLOOM" mutate -c gtx480
finish
