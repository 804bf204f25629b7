#!/usr/bin/env bash
# apart.sh: a bench whose traffic keeps one bit of an identity at 0 (--hold) says so at its end,
# naming identity and bit, and says nothing of the kind otherwise. What the hardware counts by
# itself (tag numbers, counters, ages) cannot be held; see test_identity_coverage.c.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

fresh_cache "$WORK/cache"
little=(--set sm.warps=8 --set sm.ctas=8 --set sm.loads_per_warp=4 --set l1d.index=linear \
    --set l1d.line_bytes=32 --set l1d.mshrs=4
    --set l1d.merges=2 --set l1c.line_bytes=32 --set l1i.line_bytes=32 --set dram.burst=4
    --set \
        'dram.address_map=dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS')
for pair in lanes=4 insn_queues=3 insn_depth=2 maps=3 queues=8 merges=3 quantum=400 \
    miss_rate_percent=50 store_age=2 counter_bits=5 address_bits=18; do
    little+=(--set "structures.warppool.$pair")
done
warppool() { "$WARPLOOM" bench -c warppool "${little[@]}" --cycles 60000 "$@"; }
dwtcs() { "$WARPLOOM" bench -c dwt-pric-full --block dwtcs --set structures.dwtcs.period=10 \
    --cycles 200000 "$@"; }
mrpb() { "$WARPLOOM" bench -c mrpb-base-s --cycles 60000 "$@"; }
lines() { "$WARPLOOM" bench -c mrpb-base-s --set structures.mrpb.signature=line \
    --set structures.mrpb.queues=32 --cycles 60000 "$@"; }
pric() { "$WARPLOOM" bench -c gtx480 --set structures.pric.enable=true --cycles 3000 "$@"; }

# told BENCH IDENTITY BIT
told() { expect_status "$1_without_bit_$3_of_$2_fails" 1 "bit $3 of \`$2\`" "$1" --hold "$2:$3"; }

for bench in warppool dwtcs mrpb lines pric; do
    "$bench" --json >"$WORK/$bench.json" 2>"$WORK/$bench.err"; status=$?
    if [ $status = 0 ]; then ok "${bench}_tells_all_apart"; else
        not_ok "${bench}_tells_all_apart" "$(head -n 3 "$WORK/$bench.err" | tr '\n' ' ')"; fi
    holds "${bench}_has_identities" '[.identities[] | .bits] | add > 2' "$WORK/$bench.json"
done
told warppool line 3; told warppool line 12
told warppool tag 0; told warppool tag 9
told warppool queue 2
told warppool warp 1
told warppool offset 4
told dwtcs kernel 0; told dwtcs kernel 7
told dwtcs insns 9
told dwtcs best 5
holds dwtcs_meets_every_coincidence \
    '[.coincidences[] | .bins == .met and .bins > 0] | all and length == 8' "$WORK/dwtcs.json"
# Bins of the cross of moments and begin, end, both, reset: no begin in the cycle in which a vote
# stores its winner, no end in its cycle 2.
expect_status dwtcs_without_a_begin_as_it_stores_fails 1 \
    'never met `begin` in `storing` of `pulse`' dwtcs --hold pulse:32
expect_status dwtcs_without_an_end_in_the_vote_fails 1 \
    'never met `end` in `vote cycle 2` of `pulse`' dwtcs --hold pulse:57
expect_status winner_cannot_be_held 2 'has no such bit' dwtcs --hold trial:1
# CART's pairs of queues: bin 39 is that of queues 1 and 7 of 32.
cart() { "$WARPLOOM" bench -c cart --block cart --set structures.cart.branches=4 "$@"; }
cart --json >"$WORK/cart.json" 2>"$WORK/cart.err" ||
    not_ok cart_passes "$(head -n 3 "$WORK/cart.err")"
holds cart_meets_every_pair_of_queues '.coincidences.pair | .bins == 1024 and .met == 1024' \
    "$WORK/cart.json"
expect_status cart_without_a_pair_fails 1 \
    'never met `placed in queue 7` in `a departure from queue 1` of `pair`' cart --hold pair:39
told mrpb queue 5
told lines line 24
told pric line 20

expect_status last_value_is_asked_for 1 'the value 0xff of `kernel`' dwtcs --hold kernel:3
expect_status counter_cannot_be_held 2 'has no such bit' warppool --hold counter:1
expect_status bit_beyond_the_identity_is_refused 2 'has no such bit' mrpb --hold queue:6
expect_status identity_without_a_bit_is_refused 2 'must be IDENTITY:BIT' mrpb --hold queue
expect_status hold_with_random_configurations_is_refused 2 'cannot be used with --random' \
    "$WARPLOOM" bench --random 1 --hold queue:1
finish
