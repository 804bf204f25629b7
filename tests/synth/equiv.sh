#!/usr/bin/env bash
# equiv.sh : every module of small blocks' netlists is proven to do what the module did before
# mapping, storage of each kind among them; a netlist with one gate exchanged is not. With COUNT=all
# (tests/long/samples.sh) of CART too, and with storage apart. All blocks: tests/long/equiv.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/equiv.sh
source tb/mutate/points.sh

small=(-c mrpb-base-s --set structures.mrpb.queues=4 --set structures.mrpb.depth=2
    --set structures.mrpb.address_bits=16)
proven flops "${small[@]}"
whole() { [ "${COUNT:-}" = all ]; }
whole && proven apart "${small[@]}" --apart
proven latches "${small[@]}" --module lib_ram --set rtl.storage=latch
proven one_port "${small[@]}" --module lib_ram --set rtl.storage=sram_1rw
read -ra dwtcs <<<"${MUTATE_POINTS[dwtcs]/--block/--module}"
proven dwtcs "${dwtcs[@]:0:4}" "${dwtcs[@]:6}" # without --cycles
read -ra stream <<<"${MUTATE_POINTS[streambypass]/--block/--module}"
proven streambypass "${stream[@]}"

read -ra cart <<<"${MUTATE_POINTS[cart_ahead]/--block cart --cycles 1000000/}"
whole && proven cart_with_latency_3 "${cart[@]}" --set structures.cart.branches=1 \
    --set structures.cart.rows=1

exchanged flops mrpb_base_s_mrpb_out
whole && exchanged apart mrpb_base_s_mrpb_ctl
exchanged latches mrpb_base_s_lib_ram
exchanged streambypass dwt_pric_full_streambypass
whole && exchanged cart_with_latency_3 cart_turn
finish
