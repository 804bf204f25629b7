# points.sh : configurations whose blocks are mutated: small, so that every branch is near and a
# survivor can be proven equivalent.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034 # for those who source this
# WarpPool: every stage with more than one of everything; the choice of the lowest warp, and the
# rows that keep the warps, in a point of their own, where every choice is theirs.
mutate_warppool='-c warppool --block warppool --set sm.warps=6 --set sm.ctas=3 --set sm.loads_per_warp=3 --set l1d.index=linear --set l1d.line_bytes=32 --set l1i.line_bytes=32 --set l1c.line_bytes=32 --set l1d.mshrs=3 --set l1d.merges=3 --set dram.burst=4 --set dram.address_map=dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS --set structures.warppool.lanes=4 --set structures.warppool.insn_queues=3 --set structures.warppool.insn_depth=3 --set structures.warppool.insn_bits=1 --set structures.warppool.maps=6 --set structures.warppool.queues=4 --set structures.warppool.merges=3 --set structures.warppool.quantum=7 --set structures.warppool.miss_rate_percent=50 --set structures.warppool.store_age=2 --set structures.warppool.counter_bits=3 --set structures.warppool.address_bits=20'
# Crossbars: one virtual channel, and packets larger than a buffer; several channels; iSLIP, in the
# module that is another with it; with data, in lines of 32 bytes, so that a packet has few flits of
# few bits; and the flits held until they arrive. Sizes whose bits are all used.
mutate_crossbar='-c gtx480 --set structures.crossbar.enable=true --set gpu.sms=3 --set dram.channels=2 --set l2.slices_per_channel=1 --set icnt.latency=3 --set structures.crossbar.meta_bits=5 --cycles 50000'
mutate_flits='--set icnt.input_buffer=2 --set icnt.request_flit_bytes=48 --set icnt.reply_flit_bytes=48'
mutate_lines='--set structures.crossbar.data=true --set l1d.index=linear --set l1d.line_bytes=32 --set l1i.line_bytes=32 --set l1c.line_bytes=32 --set dram.burst=4 --set dram.address_map=dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS --set icnt.request_flit_bytes=14 --set icnt.reply_flit_bytes=14'
# CART; at its preset's size (modules have tens of thousands of candidates, so COUNT=60 is a usual
# sample); with latency 1, in which what is placed can be offered in the next cycle, and with
# latency 3, which finds a place a cycle before: the modules that are another or new with it.
mutate_cart='-c cart --block cart --cycles 1000000 --set structures.cart.enable=true --set dram.address_map=00000000.00000000.00000000.00000000.00000000.00000000.RRRRRRBC.CCSSSSSS --set dram.channels=1 --set dram.banks=2 --set dram.bank_groups=1 --set structures.cart.address_bits=16 --set structures.cart.branches=2 --set structures.cart.rows=2 --set structures.cart.columns=2 --set structures.cart.entries=2 --set structures.cart.meta_bits=5'
# Adapters of wrapped tops: a signature of aruser, for which reads of an ID are counted, and of
# arid, without a count; responses, and the data of writes, in three slots.
mutate_wrapped='-c mrpb-base-s --set structures.mrpb.bypass=none --set sm.warps=4 --set structures.mrpb.depth=2 --set structures.mrpb.latency=2 --set structures.mrpb.address_bits=16'
declare -A MUTATE_POINTS=(
    [cart]="$mutate_cart"
    [cart_preset]='-c cart --block cart --cycles 1000000 --set structures.cart.enable=true'
    [cart_early]="$mutate_cart --set structures.cart.latency=1"
    [cart_ahead]="$mutate_cart --set structures.cart.latency=3"
    [cart_axi4]="${mutate_cart/--block cart --cycles 1000000/--block cart_axi4 --cycles 100000}"
    [cart_vortex]="${mutate_cart/--block cart --cycles 1000000/--block cart_vortex --cycles 100000} --parameters DATA_SLOTS=3"
    [warppool_vortex]="${mutate_warppool/--block warppool/--block warppool_vortex} --cycles 100000"
    [crossbar_request]="$mutate_crossbar --block crossbar_request $mutate_flits --set icnt.vcs=1"
    [crossbar_reply]="$mutate_crossbar --block crossbar_reply $mutate_flits --set gpu.sms=2 --set dram.channels=3 --set icnt.vcs=2 --set icnt.arbiter=rr"
    [crossbar_islip]="$mutate_crossbar --block crossbar_request $mutate_flits --set icnt.vcs=2 --set icnt.arbiter=islip --module crossbar_request"
    [crossbar_data]="$mutate_crossbar --block crossbar_reply --set gpu.sms=2 --set icnt.vcs=2 --set icnt.input_buffer=3 --set icnt.arbiter=rr $mutate_lines"
    [crossbar_hold]="$mutate_crossbar --block crossbar_reply --set gpu.sms=2 --set icnt.vcs=2 --set icnt.input_buffer=3 --set icnt.arbiter=rr $mutate_lines --set icnt.latency=5 --set rtl.storage=sram_1r1w"
    [mrpb]='-c mrpb-base-s --cycles 100000 --set sm.warps=7 --set sm.ctas=3 --set structures.mrpb.queues=7 --set structures.mrpb.depth=3 --set structures.mrpb.latency=3 --set structures.mrpb.meta_bits=2 --set structures.mrpb.address_bits=16'
    [mrpb_longest]='-c mrpb-base-s --cycles 100000 --set sm.warps=6 --set sm.ctas=3 --set structures.mrpb.queues=4 --set structures.mrpb.depth=2 --set structures.mrpb.latency=1 --set structures.mrpb.meta_bits=1 --set structures.mrpb.address_bits=16 --set structures.mrpb.drain=longest --set structures.mrpb.greedy=true --set structures.mrpb.bypass=all'
    [mrpb_rr]='-c mrpb-base-s --cycles 100000 --set sm.warps=5 --set sm.ctas=2 --set structures.mrpb.queues=5 --set structures.mrpb.depth=3 --set structures.mrpb.latency=2 --set structures.mrpb.meta_bits=1 --set structures.mrpb.address_bits=16 --set structures.mrpb.drain=rr --set structures.mrpb.flush=false'
    [mrpb_pipelined]='-c mrpb-base-s --cycles 100000 --set sm.warps=11 --set sm.ctas=3 --set structures.mrpb.queues=11 --set structures.mrpb.depth=3 --set structures.mrpb.pipelined=true --set structures.mrpb.meta_bits=1 --set structures.mrpb.address_bits=16'
    [dwtcs]='-c dwt-pric-full --block dwtcs --cycles 400000 --set gpu.sms=3 --set sm.warps=14 --set structures.dwtcs.period=5 --set structures.dwtcs.periods_over=3 --set structures.dwtcs.periods_sampled=3 --set structures.dwtcs.winners=2 --set structures.dwtcs.kernel_bits=2 --set structures.dwtcs.instructions=warp --set structures.dwtcs.threshold=500'
    [mrpb_axi4]="$mutate_wrapped --block mrpb_axi4 --cycles 100000 --set structures.mrpb.queues=4"
    [mrpb_axi4_user]="$mutate_wrapped --block mrpb_axi4 --cycles 1000000 --set structures.mrpb.queues=2 --parameters SIG_IS_USER=1"
    [mrpb_hpdcache]="$mutate_wrapped --block mrpb_hpdcache --cycles 100000 --set structures.mrpb.queues=4 --set structures.mrpb.data_bits=8 --parameters RSP_SLOTS=3"
    [mrpb_vortex]="$mutate_wrapped --block mrpb_vortex --cycles 100000 --set structures.mrpb.queues=4 --set structures.mrpb.data_bits=8"
    [pric_vortex]='-c gtx480 --block pric_vortex --set structures.pric.enable=true'
    [pric]='-c gtx480 --set structures.pric.enable=true'
    [streambypass]='-c dwt-pric-full --block streambypass --set structures.streambypass.period=6 --set structures.streambypass.threshold_percent=75'
    [warppool]="$mutate_warppool --cycles 200000"
    [warppool_lowest]="$mutate_warppool --set structures.warppool.select=warp --cycles 100000"
    [warppool_narrow]="$mutate_warppool --set structures.warppool.narrow=true --set structures.warppool.lanes=8 --cycles 200000"
    [warppool_preset]='-c warppool --block warppool --cycles 200000'
)
# Points of which these modules are run alone (warppool_preset: the one that grants, whose mutants
# outgrew memory once): the text of the others is that of points mrpb, crossbar_request,
# warppool_lowest, or nearly that of cart.
declare -A MUTATE_ONLY=(
    [cart]='cart cart_best cart_place cart_queues cart_split cart_tags cart_turn'
    [cart_preset]='cart cart_best cart_place cart_queues cart_split cart_tags cart_turn'
    [cart_early]='cart cart_early cart_reach cart_turn'
    [cart_ahead]='cart cart_place cart_queues cart_turn'
    [crossbar_request]='crossbar_input crossbar_output crossbar_request crossbar_turn lib_fifo lib_select'
    [crossbar_reply]='crossbar_input crossbar_output crossbar_reply crossbar_turn'
    [crossbar_data]='crossbar_flits crossbar_input crossbar_ram crossbar_reply crossbar_way'
    [crossbar_hold]='crossbar_hold crossbar_reply crossbar_way'
    [warppool_lowest]='warppool_choice warppool_row'
    [mrpb_longest]='lib_count_bank mrpb mrpb_ctl mrpb_out mrpb_sel'
    [mrpb_rr]='mrpb mrpb_ctl mrpb_out mrpb_sel'
    [mrpb_pipelined]='mrpb mrpb_ctl'
    [warppool_narrow]='warppool warppool_choice warppool_coalescer warppool_beats warppool_layout warppool_lowest warppool_maps warppool_match warppool_mshr warppool_order warppool_queues warppool_select warppool_store warppool_unmap warppool_wb'
    [warppool_preset]='warppool_select'
    [warppool]='lib_buffer lib_hold_ram lib_words_ram warppool warppool_age warppool_coalescer warppool_hash warppool_insn warppool_map warppool_maps warppool_mshr warppool_order warppool_quantum warppool_queues warppool_ram warppool_select warppool_store warppool_unmap warppool_wb'
)
