#!/usr/bin/env bash
# random.sh : machines drawn at random: a preset and some keys, mostly at an edge of what `config
# explain` allows or near the default. Each that is not refused runs kernels of access patterns to
# their end, with every law kept; two threads, its own trace and twice all clocks give the same, and
# what is only counted or emitted changes nothing else.
#
#   COUNT=n (machines; 20) SEED=n (printed) FIRST=n (number of the first; 0) bash
#   tests/sim/random.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

SEED=${SEED:-20} COUNT=${COUNT:-20} FIRST=${FIRST:-0}
echo "# seed $SEED"
presets=(gtx480 gtx480-4x mrpb-base-s dwt-pric-full warppool cart bandwidth-16-48)
structures=(none mrpb warppool streambypass dwtcs cart)
kinds=(sequential stride random gather broadcast pointer_chase transpose one_set one_channel)

# KEY VALUE...: a line a key. Left out: what is drawn elsewhere, what makes a run only long, what
# the kernels need.
keys() {
    local section
    for section in gpu sm latency ccws l1i l1c l1d l2 dram icnt limits stats \
        structures.{mrpb,warppool,streambypass,dwtcs,cart}; do
        "$WARPLOOM" config explain "$section"
    done | awk '
        /^[a-z0-9_]+[.][^ ]*$/ { key = $1 }
        $1 == "allowed" { $1 = ""; allowed = $0 }
        $1 != "default" || key ~ /_mhz$|_bits$|lanes$|polynomial$|s[.][a-z]+[.]enable$/ { next }
        key ~ /[.](sms|stuck_cycles|cycle_limit|address_map|registers|l1_miss_latency)$/ { next }
        allowed !~ /[.][.]/ { gsub(/, | or /, " ", allowed); print key, allowed; next }
        {
            twos = sub(/a power of two in /, "", allowed)
            split(allowed, range, /[.][.]| [(]/)
            low = range[1] + 0; high = range[2] + 0; above = twos && low ? 2 * low : low + 1; more = twos ? 2 * $2 : $2 + 1
            print key, low, low, above, $2, (more > high ? high : more), (high <= 64 ? high : $2)
        }'
}

one_of() { drawn=${*:RANDOM % $# + 1:1}; }

# draw_keys COUNT PATTERN: so many of the keys that match into the array set
draw_keys() {
    local matching words n
    mapfile -t matching < <(grep -E "$2" "$WORK/keys")
    for ((n = 0; n < $1; n++)); do
        one_of "${matching[@]}"; read -ra words <<<"$drawn"
        one_of "${words[@]:1}"; set[${words[0]}]=$drawn
    done
}

# Keys of a machine into the array set, its clocks and twice them into clocks and twice, and a
# preset.
draw() {
    local key
    set=() clocks=() twice=()
    one_of "${presets[@]}"; preset=$drawn
    draw_keys 10 '^[a-z0-9]+[.][a-z_0-9]+ '
    one_of "${structures[@]}"
    if [ "$drawn" != none ]; then
        set[structures.$drawn.enable]=true; draw_keys 4 "^structures[.]${drawn}[.]"; fi
    one_of 1 2 3; set[gpu.sms]=$drawn
    for key in gpu.{core,icnt,l2,dram}_mhz; do
        one_of 350 700 701 924
        clocks+=(--set "$key=$drawn"); twice+=(--set "$key=$((2 * drawn))")
    done
}

# A kernel of one warp a block, so that it fits any machine; its accesses stay within small regions.
kernel() {
    local _ access
    one_of 2 4 8
    echo "  - {name: k$1, grid: {per_sm: $drawn}, block: 32, regs: 16, program: [{loop: 4, do: ["
    for _ in 1 2 3 4 5; do
        one_of "${kinds[@]}"; access=$drawn
        one_of load load store atomic
        if [ "$drawn" = atomic ]; then access=random; fi
        echo -n "      {$drawn: {pattern: $access"
        case $access in transpose) echo -n ', side: 16' ;; one_*) echo -n ', lines: 6' ;;
            *) one_of 1024 65536; echo -n ", region: $drawn" ;; esac
        echo '}},'
    done
    one_of 'alu: {class: fp_mad, count: 4}' 'alu: {class: dp_div}' 'fence: all' 'barrier: all'
    echo "      {$drawn}]}]}"
}

# figures FILTER ARGUMENT...: the statistics of a run of args, less what belongs to how it was run
# and the filter; the status is the run's
figures() {
    local filter=$1; shift
    "$WARPLOOM" sim -q --json "${args[@]}" "$@" 2>"$WORK/err" |
        jq -cS "del(.synthetic, .trace, .wall_seconds, .config_digest) | $filter"
}

# runs: the machine runs its kernels. Keys that are named where it is refused are taken back, so
# that it is one that can be.
runs() {
    local key named tries status
    for ((tries = 0; tries < 20; tries++)); do
        args=(-c "$preset")
        for key in "${!set[@]}"; do args+=(--set "$key=${set[$key]}"); done
        own=$(figures . "${drawn_run[@]}" --write-trace "$WORK/trace"); status=$?
        [ $status -eq 2 ] || return $status
        for key in "${!set[@]}"; do
            # a structure's keys turn it on, each of them
            case $key in structures.*) named=${key%.*} ;; *) named=$key ;; esac
            if grep -qF "$named" "$WORK/err"; then unset "set[$key]"; fi
        done
    done
    return 2
}

# same NAME FILTER ARGUMENT...: as the machine's own run
same() {
    local name=$1 filter=$2 got; shift 2
    got=$(figures "$filter" "$@")
    if [ -n "$got" ] && [ "$got" = "$(jq -cS "$filter" <<<"$own")" ]; then ok "machine_${n}_$name"
    else not_ok "machine_${n}_$name" "$(diff <(jq -S "$filter" <<<"$own") <(jq -S . <<<"$got") |
        head -n 4 | tr '\n' ' ') $(head -c 300 "$WORK/err")"; fi
}

counted='del(.. | objects | .[keys_unsorted[] | select(test("^(locality|window)_"))])'
keys >"$WORK/keys"
drawn_keys=$(wc -l <"$WORK/keys")
if [ "$drawn_keys" -ge 150 ]; then ok random_machines_have_150_keys_or_more; else
    not_ok random_machines_have_150_keys_or_more "$drawn_keys"; fi
declare -A set
for ((n = FIRST; n < FIRST + COUNT; n++)); do
    RANDOM=$(((SEED * 1000 + n) * 7919 % 32768))
    draw
    { echo "seed: $n"; echo 'kernels:'; kernel 1; kernel 2; } >"$WORK/kernels.yaml"
    kernels=(--synthetic "$WORK/kernels.yaml") drawn_run=("${clocks[@]}" "${kernels[@]}")
    if runs; then ok "machine_${n}_runs"; else
        not_ok "machine_${n}_runs" "${args[*]} ${clocks[*]}: $(head -c 300 "$WORK/err")";
        continue; fi
    echo "# $n: ${args[*]} ${clocks[*]}"
    same with_two_threads . "${drawn_run[@]}" -j 2
    same from_its_trace . "${clocks[@]}" --trace "$WORK/trace/kernelslist.g"
    same at_twice_the_clocks . "${twice[@]}" "${kernels[@]}"
    same with_locality_and_windows "$counted" "${drawn_run[@]}" --set stats.locality=true \
        --set stats.window=true
    same with_pric_emitted . "${drawn_run[@]}" --set structures.pric.enable=true
done
finish
