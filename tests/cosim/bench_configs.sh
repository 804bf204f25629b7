#!/usr/bin/env bash
# bench_configs.sh : the standalone benches over configurations, all outputs compared in all cycles:
# those of LIST (a quarter unless COUNT is above 1,000), where several keys stand at their ends at
# once, for long and with a floor for every event; and random ones of every block that has a bench,
# drawn from the tables of keys with each key forced to its ends in turn, in Icarus (4-state, X on
# don't-care inputs) and some in Verilator.
#
#   COUNT=n (random configurations in Icarus, over all blocks; 30) SEED=n (printed; repeats a draw)
#   bash tests/cosim/bench_configs.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

SEED=${SEED:-20140215}
COUNT=${COUNT:-30}
echo "# seed $SEED"
export SEED COUNT
fresh_cache "$WORK/cache"

# BLOCK KEY=VALUE...: keys of the block's section, or whole paths, with a dot
list() {
    cat <<'LIST'
mrpb sm.warps=1 sm.ctas=1 queues=1 depth=1 latency=1 signature=warp drain=fixed greedy=false flush=true bypass=none meta_bits=0 address_bits=16 drain_n=0 single_slot=false data_bits=0 pc_bits=16
mrpb sm.warps=48 sm.ctas=8 queues=1 depth=64 latency=18 signature=block drain=longest greedy=true flush=false bypass=all meta_bits=64 address_bits=57 drain_n=0 single_slot=false data_bits=1024 pc_bits=16
mrpb sm.warps=64 sm.ctas=32 queues=64 depth=1 latency=2 signature=warp drain=rr greedy=true flush=true bypass=associativity meta_bits=9 address_bits=32 drain_n=0 single_slot=false data_bits=0 pc_bits=16
mrpb sm.warps=48 sm.ctas=8 queues=48 depth=3 latency=3 signature=warp drain=longest greedy=false flush=false bypass=associativity meta_bits=9 address_bits=40 drain_n=2 single_slot=false data_bits=1 pc_bits=16
mrpb sm.warps=7 sm.ctas=3 queues=2 depth=2 latency=1 signature=block_warp drain=rr greedy=false flush=true bypass=all meta_bits=1 address_bits=32 drain_n=5 single_slot=false data_bits=0 pc_bits=16
mrpb sm.warps=48 sm.ctas=8 queues=8 depth=64 latency=5 signature=block drain=fixed greedy=true flush=true bypass=associativity meta_bits=17 address_bits=32 drain_n=0 single_slot=false data_bits=65 pc_bits=16 rtl.goal=area
mrpb sm.warps=48 sm.ctas=8 queues=1024 depth=2 latency=5 signature=pc drain=longest greedy=true flush=true bypass=all meta_bits=9 address_bits=32 drain_n=0 single_slot=false data_bits=0 pc_bits=9
mrpb sm.warps=48 sm.ctas=1 queues=48 depth=8 latency=18 signature=block_warp drain=fixed greedy=false flush=false bypass=none meta_bits=9 address_bits=48 drain_n=1 single_slot=false data_bits=0 pc_bits=16
mrpb sm.warps=48 sm.ctas=8 queues=32 depth=3 latency=1 signature=line drain=longest greedy=false flush=true bypass=associativity meta_bits=9 address_bits=32 drain_n=64 single_slot=false data_bits=0 pc_bits=16
mrpb sm.warps=1 sm.ctas=1 queues=2 depth=1 latency=4 signature=pc drain=fixed greedy=false flush=true bypass=none meta_bits=1 address_bits=16 drain_n=3 single_slot=false data_bits=128 pc_bits=1
mrpb sm.warps=8 sm.ctas=8 queues=8 depth=3 latency=2 signature=warp drain=rr greedy=false flush=true bypass=all meta_bits=9 address_bits=32 drain_n=0 single_slot=false data_bits=0 pc_bits=16 rtl.storage=latch
mrpb sm.warps=48 sm.ctas=8 queues=48 depth=8 latency=5 signature=warp drain=rr greedy=false flush=true bypass=all meta_bits=9 address_bits=32 drain_n=0 single_slot=false data_bits=0 pc_bits=16 rtl.storage=sram_1r1w
mrpb sm.warps=1 sm.ctas=8 queues=1 depth=1 latency=1 signature=warp drain=rr greedy=false flush=false bypass=all meta_bits=9 address_bits=32 drain_n=0 single_slot=false data_bits=0 pc_bits=16 rtl.storage=sram_1rw
mrpb sm.warps=48 sm.ctas=8 queues=48 depth=8 latency=5 signature=warp drain=rr greedy=false flush=true bypass=all meta_bits=9 address_bits=32 drain_n=0 single_slot=false data_bits=0 pc_bits=16 rtl.storage=sram_1rw rtl.goal=area
mrpb sm.warps=48 sm.ctas=8 queues=1 depth=1 latency=1 signature=warp drain=rr greedy=false flush=true bypass=none meta_bits=0 address_bits=32 drain_n=0 single_slot=true data_bits=0 pc_bits=16
mrpb sm.warps=48 sm.ctas=8 queues=16 depth=8 latency=5 signature=line drain=rr greedy=false flush=false bypass=all meta_bits=9 address_bits=57 drain_n=2 single_slot=true data_bits=1000 pc_bits=16
mrpb sm.warps=11 sm.ctas=8 queues=11 depth=6 latency=18 signature=warp drain=rr greedy=false flush=true bypass=all meta_bits=9 address_bits=32 drain_n=0 single_slot=false data_bits=0 pc_bits=16
mrpb sm.warps=48 sm.ctas=8 queues=2 depth=3 latency=7 signature=block drain=fixed greedy=false flush=false bypass=none meta_bits=9 address_bits=32 drain_n=0 single_slot=false data_bits=0 pc_bits=16 rtl.goal=area
mrpb pipelined=true sm.warps=1 sm.ctas=1 queues=1 depth=2 latency=5 signature=warp bypass=none meta_bits=0
mrpb pipelined=true sm.warps=64 sm.ctas=32 queues=32 depth=3 latency=5 signature=line bypass=all data_bits=65 rtl.storage=sram_1r1w
dwtcs gpu.sms=1 sm.warps=1 sm.schedulers=1 period=1 periods_over=1 periods_sampled=1 threshold=10 instructions=warp winners=1 kernel_bits=1
dwtcs gpu.sms=33 sm.warps=48 sm.schedulers=2 period=8 periods_over=2 periods_sampled=2 threshold=10 instructions=thread winners=8 kernel_bits=8
dwtcs gpu.sms=3 sm.warps=64 sm.schedulers=1 period=16 periods_over=4 periods_sampled=1 threshold=999 instructions=warp winners=3 kernel_bits=4
dwtcs gpu.sms=2 sm.warps=7 sm.schedulers=4 period=5 periods_over=1 periods_sampled=15 threshold=1 instructions=thread winners=2 kernel_bits=16
cart l2.slices_per_channel=1 branches=1 rows=1 columns=1 entries=1
cart l2.slices_per_channel=1 branches=4 rows=3 columns=3 entries=3 dram.bank_hash=xor
cart l2.slices_per_channel=1 branches=2 rows=2 columns=4 entries=1 drain=longest meta_bits=64
cart l2.slices_per_channel=2 branches=2 rows=4 columns=2 entries=2 drain=rr
cart l2.slices_per_channel=8 rows=2 columns=2 entries=5 drain=greedy address_bits=40
cart l2.slices_per_channel=1 branches=8 design=bank_fifo entries=16
cart design=nonblocking buffer=1
cart l2.slices_per_channel=1 branches=2 rows=2 columns=3 rtl.storage=sram_1rw
cart design=nonblocking buffer=24
cart l2.slices_per_channel=1 branches=2 rows=2 columns=3 entries=3 latency=1 rtl.storage=sram_1r1w
cart l2.slices_per_channel=2 branches=2 rows=3 columns=2 entries=1 latency=1 drain=longest
cart l2.slices_per_channel=1 branches=2 rows=3 columns=3 entries=3 latency=3 rtl.storage=sram_1r1w
crossbar_request gpu.sms=1 dram.channels=1 l2.slices_per_channel=1 icnt.latency=2 icnt.input_buffer=1
crossbar_request gpu.sms=5 dram.channels=3 icnt.vcs=4 icnt.request_flit_bytes=16 meta_bits=10
crossbar_request gpu.sms=3 dram.channels=3 icnt.vcs=4 icnt.arbiter=rr icnt.latency=3
crossbar_reply gpu.sms=7 dram.channels=3 icnt.vcs=32 icnt.reply_flit_bytes=48 meta_bits=32
crossbar_reply gpu.sms=2 dram.channels=5 l2.slices_per_channel=1 icnt.reply_flit_bytes=1 icnt.latency=3
crossbar_request gpu.sms=3 dram.channels=1 data=true icnt.vcs=2 icnt.request_flit_bytes=9 icnt.input_buffer=20 rtl.storage=latch
crossbar_reply gpu.sms=1 dram.channels=1 l2.slices_per_channel=1 data=true icnt.reply_flit_bytes=48 icnt.latency=2 icnt.input_buffer=1 rtl.storage=sram_1rw
crossbar_request gpu.sms=2 dram.channels=2 l2.slices_per_channel=1 data=true icnt.vcs=2 icnt.request_flit_bytes=16 icnt.input_buffer=5 rtl.storage=sram_1r1w
crossbar_reply gpu.sms=2 dram.channels=11 icnt.input_buffer=1 meta_bits=8
streambypass period=1 threshold_percent=90 accesses=1
streambypass period=1 threshold_percent=100 accesses=32
streambypass period=2 threshold_percent=50 accesses=1
streambypass period=3 threshold_percent=0 accesses=1
streambypass period=7 threshold_percent=33.333 accesses=5
streambypass period=4096 threshold_percent=99.999 accesses=32
LIST
}

listed() { # number block key=value...
    local n=$1 block=$2 set=() pair section=$2; shift 2
    case $block in crossbar_*) section=crossbar ;; esac
    for pair; do
        case ${pair%%=*} in
            *.*) set+=(--set "$pair") ;;
            *) set+=(--set "structures.$section.$pair") ;;
        esac
    done
    "$WARPLOOM" bench -c gtx480 --block "$block" --set "structures.$section.enable=true" \
        "${set[@]}" --cycles 60000 --seed "$((SEED + n))" --assertions --json \
        >"$WORK/$n.json" 2>"$WORK/$n.err"
    echo "$?" >"$WORK/$n.status"
}
# name simulator cycles count block; of a network those keys are small that are not drawn, or one in
# eight takes Icarus minutes
random() {
    local base=() seed=$SEED
    # of 21 random WarpPools the three that Icarus compiles fastest
    [ "$5$COUNT" = warppool30 ] && seed=$((SEED + 3))
    case $5 in crossbar_*) base=(--set gpu.sms=2 --set dram.channels=2 \
        --set l2.slices_per_channel=1 --set icnt.input_buffer=4) ;; esac
    "$WARPLOOM" bench "${base[@]}" --random "$4" --seed "$seed" --block "$5" --sim "$2" \
        --cycles "$3" --assertions --json >"$WORK/$1.json" 2>"$WORK/$1.err"
    echo "$?" >"$WORK/$1.status"
}
export -f listed random

# The long ones first. WarpPool and a large network take Verilator minutes to compile: they have
# warppool_bugs.sh, and LIST, as MRPB has.
# A wrapped top draws no configurations.
mapfile -t blocks < <("$WARPLOOM" bench --block list | grep -v '_vortex$\|_axi4$\|_hpdcache$')
# Each with its number, which its seed follows; and the one that is asked about below.
list | nl -w 1 -s ' ' | awk -v count="$COUNT" \
    'count > 1000 || NR % 4 == 1 || / threshold_percent=100 /' >"$WORK/list"
# A network of dozens of ports, a CART of hundreds of queues or a WarpPool takes Icarus long: they
# get fewer of the draws. Its 2,000 in tests/long/random_configs.sh have many of these too.
few=$(printf '%s\n' "${blocks[@]}" | grep -c '^crossbar_\|^cart$\|^warppool$')
each=$(((COUNT + ${#blocks[@]} - few - 1) / (${#blocks[@]} - few)))
compiled=$((COUNT > 1000 ? 4 : 2)) # in Verilator
count_of() { case $1 in crossbar_* | cart | warppool) echo $((each / 8 + 2)) ;; *) echo "$each" ;;
    esac; }
{
    for block in "${blocks[@]}"; do
        echo "random icarus_$block icarus 1500 $(count_of "$block") $block"; done
    for block in "${blocks[@]}"; do [[ $block =~ ^(warppool|mrpb|crossbar) ]] ||
        echo "random verilator_$block verilator 20000 $compiled $block"; done
    sed 's/^/listed /' "$WORK/list"
} | xargs -P 2 -L 1 bash -c '"$@"' run

passed() { # NAME RESULT FILTER
    local status
    status=$(cat "$WORK/$2.status")
    if [ "$status" = 0 ] && [ "$(jq "$3" "$WORK/$2.json")" = true ]; then ok "$1"; else
        not_ok "$1" "status $status: $(head -n 4 "$WORK/$2.err" | tr '\n' ' ')"; fi
}
while read -r n line; do
    passed "bench_passes_${line// /_}" "$n" \
        '.mismatches == 0 and .broken_law == null and .cycles_compared > 0'
done <"$WORK/list"

# Every block, 0 mismatches, and each end of a key forced; X has been driven where there are
# don't-care inputs.
for block in "${blocks[@]}"; do
    passed "random_configurations_of_${block}_in_icarus" "icarus_$block" \
        ".mismatches == 0 and .configurations >= $(count_of \
            "$block") and ([.forced[]] | min) > $(($(count_of "$block") / 8))"
    [[ $block =~ ^(warppool|mrpb|crossbar) ]] ||
        passed "random_configurations_of_${block}_in_verilator" "verilator_$block" \
        ".mismatches == 0 and .configurations == $compiled"
done
total=$(jq -s 'map(.configurations) | add' "$WORK"/icarus_*.json)
if [ "$total" -ge "$COUNT" ]; then ok random_configurations_in_all; else
    not_ok random_configurations_in_all "$total, not $COUNT"; fi
echo "# $total configurations in Icarus, $(jq -s 'map(.cycles_compared) | add' \
    "$WORK"/icarus_*.json) cycles compared, $(jq -s 'map(.x_driven) | add' \
    "$WORK"/icarus_*.json) inputs X"
if [ "$(jq -s 'map(.x_driven) | add' "$WORK"/icarus_*.json)" -gt 10000 ]; then
    ok random_configurations_drive_x; else not_ok random_configurations_drive_x 'none'; fi

# The same seed draws the same again, and one of them alone is that one: its line is `--random 1
# --first I --seed S`.
run() { "$WARPLOOM" bench --random "$1" --first "$2" --seed 7 --block streambypass --sim icarus \
    -v -q 2>&1 >/dev/null | sed -n "s/^$3 //p"; }
first=$(run 3 0 2); again=$(run 1 2 2)
if [ -n "$first" ] && [ "$first" = "$again" ]; then ok one_of_them_is_drawn_again_alone; else
    not_ok one_of_them_is_drawn_again_alone "'$first', '$again'"; fi

# What a configuration cannot show is left out by name, and nothing else.
at_100=$(sed -n 's/^\([0-9]*\) streambypass .*threshold_percent=100 .*/\1/p' "$WORK/list")
expect at_100_percent_nothing_closes jq -e \
    '.excluded | has("closed") and has("opened") and (has("stayed_open") | not)' \
    "$WORK/$at_100.json"
expect_status too_short_a_run_fails 1 'is too short for this configuration' "$WARPLOOM" bench \
    -c gtx480 --set structures.dwtcs.enable=true --cycles 2000
expect_status too_short_random_runs_fail 1 'seen in none of 20 configurations' "$WARPLOOM" bench \
    --random 20 --cycles 5 --block streambypass --sim icarus
expect_status another_gate_is_refused 2 'sm.gate = swl: must be none with structures.dwtcs' \
    "$WARPLOOM" config check -c gtx480 --set structures.dwtcs.enable=true --set sm.gate=swl
expect_status bug_of_another_structure_is_refused 2 'is about mrpb' "$WARPLOOM" bench -c gtx480 \
    --set structures.streambypass.enable=true --inject model-latency-short

# A wrong model is found, with a line for each configuration that shows it again.
"$WARPLOOM" bench --random 12 --seed 5 --block streambypass --sim icarus \
    --inject model-stream-quiet-opens --json >"$WORK/wrong.json" 2>"$WORK/wrong.err"; status=$?
if [ "$status" = 1 ] && [ "$(jq '.mismatches > 2' "$WORK/wrong.json")" = true ]; then
    ok random_configurations_find_a_bug; else
    not_ok random_configurations_find_a_bug "status $status"; fi
line=$(sed -n 's/^repeat: warploom //p' "$WORK/wrong.err" | tail -n 1)
# shellcheck disable=SC2086
expect_status repeat_line_shows_it_again 1 "differs between model and RTL" "$WARPLOOM" $line
expect_status bug_of_the_rtl_with_random_configurations_is_refused 2 '--inject' "$WARPLOOM" bench \
    --random 2 --block mrpb --inject rtl-latency-short
expect_status bug_of_some_block_with_random_configurations_is_refused 2 '--inject' "$WARPLOOM" \
    bench --random 2 --inject model-latency-short
expect_status unknown_block_is_refused 2 'has no bench' "$WARPLOOM" bench --random 2 --block mrbp
expect_status wrapped_top_is_refused 2 'is a wrapped top' \
    "$WARPLOOM" bench --random 2 --block mrpb_axi4
expect_status no_configurations_are_refused 2 '--random 0' "$WARPLOOM" bench --random 0
finish
