#!/usr/bin/env bash
# equiv.sh : every module of every block's netlist is proven to do what the module did before
# mapping; in each, an exchanged gate is found. A small form: tests/synth/equiv.sh. WarpPool's rows:
# warppool_gates.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/equiv.sh
EQUIV_SECONDS=900

mrpb=(-c mrpb-base-s --set structures.mrpb.queues=8 --set structures.mrpb.depth=2)
for kind in flop latch sram_1r1w sram_1rw; do
    proven "mrpb_$kind" "${mrpb[@]}" --set "rtl.storage=$kind"
    exchanged "mrpb_$kind" mrpb_base_s_mrpb_ctl
done
proven mrpb_area "${mrpb[@]}" --set rtl.goal=area
proven dwtcs -c dwt-pric-full --module dwtcs --set gpu.sms=3 --set structures.dwtcs.winners=2
exchanged dwtcs dwt_pric_full_dwtcs_vote
proven streambypass -c dwt-pric-full --module streambypass
exchanged streambypass dwt_pric_full_streambypass
proven pric -c gtx480 --set structures.pric.enable=true
crossbar=(-c bandwidth-16-48 --set structures.crossbar.enable=true --set gpu.sms=2
    --set dram.channels=2 --set l2.slices_per_channel=1 --set icnt.vcs=1
    --set icnt.input_buffer=4)
proven crossbar "${crossbar[@]}"
exchanged crossbar bandwidth_16_48_crossbar_input
for kind in flop latch; do
    for block in crossbar_request crossbar_reply; do
        proven "${block}_$kind" "${crossbar[@]}" --module "$block" --set icnt.latency=3 \
            --set structures.crossbar.data=true --set "rtl.storage=$kind"
        exchanged "${block}_$kind" bandwidth_16_48_crossbar_flits
    done
    exchanged "crossbar_reply_$kind" bandwidth_16_48_crossbar_ram
done
for latency in 3:flits 5:hold; do
    name=crossbar_reply_sram_${latency%:*}
    proven "$name" "${crossbar[@]}" --module crossbar_reply --set "icnt.latency=${latency%:*}" \
        --set structures.crossbar.data=true --set rtl.storage=sram_1r1w
    exchanged "$name" "bandwidth_16_48_crossbar_${latency#*:}"
done
cart=(-c cart --set structures.cart.branches=2 --set structures.cart.rows=2
    --set structures.cart.columns=2 --set structures.cart.entries=2)
proven cart "${cart[@]}"
exchanged cart cart_place
proven cart_early "${cart[@]}" --set structures.cart.latency=1
exchanged cart_early cart_turn
proven cart_ahead "${cart[@]}" --set structures.cart.latency=3
exchanged cart_ahead cart_turn
finish
