#!/usr/bin/env bash
# compositions.sh : compositions drawn at random: machine, structures, their sizes, and kernels of
# access patterns. Each composition that `config check` allows runs its kernels in lockstep, the
# first of them with the RTL driving too: no mismatch, each structure at work, and the statistics of
# the machine without RTL. A bug seeded in the model of one of its structures must be seen.
#
#   COUNT=n (compositions; 2) SEED=n (printed) FIRST=n (number of the first; 0) KERNELS=n (of each;
#   3) bash tests/cosim/compositions.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

SEED=${SEED:-20} COUNT=${COUNT:-2} FIRST=${FIRST:-0} KERNELS=${KERNELS:-3}
echo "# seed $SEED"
fresh_cache "$WORK/cache"

# Keys and what they are drawn from, both ends among it: of the machine, then of each structure,
# which is there or not.
machine_keys() {
    cat <<'KEYS'
gpu.sms 1 2 3
gpu.core_mhz 700 1300
gpu.icnt_mhz 350 650 1400
gpu.l2_mhz 500 700
gpu.kernel_launch_cycles 0 300
sm.warps 8 24 48
sm.scheduler rr gto two_level
sm.loads_per_warp 4 16
l1d.sets 1 16 32
l1d.ways 1 4
l1d.index linear xor pric
l1d.mshrs 1 4 32
l1d.merges 1 8
l1d.miss_queue 1 8
l1d.latency 1 20
l1d.allocate miss fill
l1d.global_write evict through back
l1d.write_allocate true false
l1d.bypass none racb
l2.slices_per_channel 1 2 4
l2.sets 1 32 64
l2.index linear pric
l2.mshrs 1 32
l2.merges 1 4
l2.miss_queue 1 8
l2.allocate miss fill
l2.write back through miss_through
l2.bypass none racb
l2.rop_latency 0 115
l2.icnt_to_l2_queue 1 8
l2.intake_room 1 3
l2.l2_to_icnt_queue 1 8
dram.channels 1 2 3
dram.bank_hash none xor
dram.scheduler frfcfs fcfs
dram.queue 1 16
icnt.request_flit_bytes 9 16 32 48
icnt.reply_flit_bytes 9 16 32 48
icnt.input_buffer 1 4 16
icnt.vcs 1 2 4
icnt.latency 2 5
icnt.arbiter rr islip
rtl.storage flop flop latch sram_1r1w sram_1rw
rtl.goal clock area
KEYS
}
structure_keys() {
    cat <<'KEYS'
mrpb queues 1 3 8 48
mrpb depth 1 2 5
mrpb latency 1 3 18
mrpb signature warp block block_warp pc line
mrpb drain fixed rr longest
mrpb greedy true false
mrpb drain_n 0 2
mrpb flush true false
mrpb bypass none associativity all
mrpb single_slot true false false
warppool insn_queues 1 3 16
warppool insn_depth 1 3
warppool coalescers 1 2
warppool lane_bytes 4 8
warppool maps 2 8
warppool queues 1 4 8
warppool tags 1 2
warppool merges 1 3
warppool select switch oldest warp
warppool quantum 50 1000
warppool store_age 0 1 9
warppool counter_bits 4 9
warppool data true false false
pric kind linear fermi xor pric
streambypass l1 true false
streambypass l2 true false
streambypass period 1 50 500
streambypass threshold_percent 30 90 99
dwtcs period 200 1000
dwtcs threshold 1 20
dwtcs periods_over 1 2
dwtcs periods_sampled 1 2
dwtcs winners 1 2
dwtcs instructions thread warp
cart design tree tree tree bank_fifo nonblocking
cart branches 1 2 8
cart rows 1 2 4
cart columns 1 2 3
cart entries 1 2
cart buffer 1 5
cart drain rotate longest rr greedy
cart latency 1 2 3
crossbar data true false
KEYS
}
mapfile -t MACHINE < <(machine_keys)
mapfile -t STRUCTURES < <(structure_keys)
names=(mrpb warppool pric streambypass dwtcs cart crossbar)
presets=(gtx480 gtx480-4x dwt-pric cart warppool bandwidth-16-48)
kinds=(sequential stride random gather broadcast pointer_chase transpose one_set one_channel)

one_of() { drawn=${*:RANDOM % $# + 1:1}; }

# The machine and its structures into the array args and the list on; a machine's key that is not
# drawn has the preset's value.
draw() {
    local line words name
    one_of "${presets[@]}"; args=(-c "$drawn"); on=' '
    for line in "${MACHINE[@]}"; do
        read -ra words <<<"$line"
        one_of "${words[@]:1}"
        # a whole machine is too much
        case ${words[0]} in gpu.sms | dram.channels) ;; *) ((RANDOM % 2)) || continue ;; esac
        args+=(--set "${words[0]}=$drawn")
    done
    for name in "${names[@]}"; do
        one_of true false; args+=(--set "structures.$name.enable=$drawn")
        if [ "$drawn" = true ]; then on+="$name "; fi
    done
    for line in "${STRUCTURES[@]}"; do
        read -ra words <<<"$line"
        one_of "${words[@]:2}"
        if [[ $on == *" ${words[0]} "* ]]; then
            args+=(--set "structures.${words[0]}.${words[1]}=$drawn"); fi
    done
}

# legal NUMBER: one with two structures or more that `config check` allows; how many it refused, as
# it must refuse, is noted
legal() {
    local try status
    for ((try = 0; try < 2000; try++)); do
        draw
        read -ra words <<<"$on"
        ((${#words[@]} >= 2)) || continue
        "$WARPLOOM" config check -q "${args[@]}" >/dev/null 2>"$dir/check.err"; status=$?
        case $status in
            0) return ;;
            2) refused=$((refused + 1)) ;;
            *) not_ok "composition_$1_is_checked" \
                "status $status: ${args[*]}: $(head -n 2 "$dir/check.err" | tr '\n' ' ')" ;;
        esac
    done
    echo "compositions: error: no legal one in $try draws" >&2; exit 3
}

# An access of a random pattern within a small region, so that lines are met again
access() {
    local kind bytes region
    one_of "${kinds[@]}"; kind=$drawn
    one_of 1 4 4 8 16; bytes=$drawn
    one_of 4096 65536 1048576; region=$drawn
    if [[ $kind == one_* ]]; then region=1048576; bytes=4; fi
    echo -n "{pattern: $kind, bytes: $bytes"
    [ "$kind" = transpose ] || echo -n ", region: $region"
    one_of 1 32 32; [[ $kind == one_* || $kind == transpose ]] || echo -n ", lanes: $drawn"
    case $kind in
        stride) one_of 16 128 1024; echo -n ", stride: $drawn" ;;
        one_set | one_channel) one_of 1 4 16; echo -n ", lines: $drawn" ;;
        transpose) echo -n ", side: 16" ;;
    esac
    echo '}'
}

# kernel FILE: a kernel of six steps in a loop, and one behind it
kernel() {
    local _
    {
        one_of 32 96 256
        printf \
            'seed: %d\nkernels:\n  - {name: drawn, grid: {per_sm: 3}, block: %d, regs: 16, program: [{loop: 6, do: [\n' "$RANDOM" "$drawn"
        for _ in 1 2 3 4 5 6; do
            one_of load load load store alu
            case $drawn in alu) echo '      {alu: {class: fp_mad, count: 4}},' ;;
                *) echo -n "      {$drawn: "; access; echo '},' ;; esac
        done
        one_of 'fence: all' 'barrier: all' 'atomic: {pattern: random, region: 4096}' \
            'load: {pattern: random, region: 65536, writes: 30}'
        echo "      {$drawn}]}]}"
    } >"$1"
}

# runs MODE KERNEL: with RTL in that mode, no mismatch and the model's statistics. A kernel too
# short for some structure's floor is no fault, but leaves the composition less interesting.
runs() {
    local out=$dir/$2.$1
    limited 900 "$WARPLOOM" cosim "${args[@]}" --synthetic "$dir/$2.yaml" --mode "$1" \
        --json >"$out.json" 2>"$out.err" ||
        grep -q 'has not exercised' "$out.err" || return
    [ "$(jq '.mismatches == 0 and .cycles_compared > 0' "$out.json")" = true ] || return
    diff <(statistics "$dir/$2.json") <(statistics "$out.json") >"$out.err"
}

# composition NUMBER: facts of one; what each structure has seen of what it can see goes to the file
# seen
composition() {
    local k on drawn words args refused=0 dir=$WORK/$1
    mkdir -p "$dir"
    RANDOM=$(((SEED + $1) % 32768))
    legal "$1"
    for ((k = 0; k < KERNELS; k++)); do kernel "$dir/$k.yaml"; done
    echo "# $1: ${args[*]} ($refused refused)"
    for ((k = 0; k < KERNELS; k++)); do
        # shellcheck disable=SC2016 # for the inner shell
        expect "composition_$1_kernel_${k}_runs" bash -c '"$@" >"$0"' "$dir/$k.json" "$WARPLOOM" \
            sim "${args[@]}" --synthetic "$dir/$k.yaml" --json
        if runs lockstep $k; then ok "composition_$1_kernel_${k}_in_lockstep"; else
            not_ok "composition_$1_kernel_${k}_in_lockstep" "$(head -n 4 "$dir/$k.lockstep.err" |
            tr '\n' ' ')"; fi
    done
    if runs rtl 0; then ok "composition_$1_driven_by_rtl"; else
        not_ok "composition_$1_driven_by_rtl" "$(head -n 4 "$dir/0.rtl.err" | tr '\n' ' ')"; fi
    jq -s --argjson n "$1" \
        'map(.blocks // empty | to_entries[] | select(.value.events != {})) | group_by(.key) | map({n: $n, key: .[0].key,
        seen: (map(.value.events | to_entries[] | select(.value > 0).key) | unique), can: (map((.value.events | to_entries[] | select(.value > 0).key), .value.unseen[]) | unique)})' \
        "$dir"/*.lockstep.json >"$dir/seen"
    if [ "$(jq 'length > 0 and all(2 * (.seen | length) >= (.can | length))' "$dir/seen")" = true \
        ]; then interesting=$((interesting + 1)); fi
    seeded "$1"
}

# shows BUG: is the bug seen in lockstep? 2: it cannot be seeded in this configuration
shows() {
    local k
    for ((k = 0; k < KERNELS; k++)); do
        limited 900 "$WARPLOOM" cosim "${args[@]}" --synthetic "$dir/$k.yaml" --inject "$1" \
            --json >"$dir/bug.json" 2>"$dir/bug.err"
        if grep -q 'injected bug .*: needs ' "$dir/bug.err"; then return 2; fi
        if [ "$(jq '.mismatches > 0 and .first_mismatch != null' "$dir/bug.json")" = true ]; then
            return 0; fi
    done
    return 1
}

# seeded NUMBER: a bug in the model of one of its structures, one that shows wherever it can be
# seeded, is seen
seeded() {
    local list=() name first bug
    for name in $on; do
        case $name in
            mrpb) list+=(model-meta-late) ;;
            warppool) list+=(model-warppool-last-counted) ;;
            cart) list+=(model-cart-idle-early) ;;
            crossbar) list+=(model-crossbar-idle-early) ;;
        esac
    done
    ((${#list[@]})) || return
    first=$((RANDOM % ${#list[@]}))
    for bug in "${list[@]:first}" "${list[@]:0:first}"; do
        shows "$bug"
        case $? in
            0) ok "composition_$1_shows_$bug"; bugs=$((bugs + 1)); return ;;
            1) not_ok "composition_$1_shows_$bug" "not seen: $(head -n 2 "$dir/bug.err" |
                tr '\n' ' ')"; return ;;
        esac
    done
}

interesting=0 bugs=0
for ((n = FIRST; n < FIRST + COUNT; n++)); do composition "$n"; done
echo \
    "# $interesting of $COUNT compositions with at least half of what each structure can show, $bugs bugs seen"
if [ "$interesting" -gt 0 ]; then ok some_composition_is_interesting; else
    not_ok some_composition_is_interesting 'none'; fi
if [ "$bugs" -gt 0 ]; then ok some_bug_is_seen; else not_ok some_bug_is_seen 'none was seeded'; fi
finish
