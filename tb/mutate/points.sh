# points.sh : configurations whose blocks are mutated: small, so that every branch is near and a survivor can be proven equivalent.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034 # for those who source this
declare -A MUTATE_POINTS=(
    [mrpb]='-c mrpb-base-s --cycles 100000 --set sm.warps=7 --set sm.ctas=3 --set structures.mrpb.queues=7 --set structures.mrpb.depth=3 --set structures.mrpb.latency=3 --set structures.mrpb.meta_bits=2 --set structures.mrpb.address_bits=16'
    [mrpb_longest]='-c mrpb-base-s --cycles 100000 --set sm.warps=6 --set sm.ctas=3 --set structures.mrpb.queues=4 --set structures.mrpb.depth=2 --set structures.mrpb.latency=1 --set structures.mrpb.meta_bits=1 --set structures.mrpb.address_bits=16 --set structures.mrpb.drain=longest --set structures.mrpb.greedy=true --set structures.mrpb.bypass=all'
    [mrpb_rr]='-c mrpb-base-s --cycles 100000 --set sm.warps=5 --set sm.ctas=2 --set structures.mrpb.queues=5 --set structures.mrpb.depth=3 --set structures.mrpb.latency=2 --set structures.mrpb.meta_bits=1 --set structures.mrpb.address_bits=16 --set structures.mrpb.drain=rr --set structures.mrpb.flush=false'
    [dwtcs]='-c dwt-pric-full --block dwtcs --cycles 100000 --set gpu.sms=3 --set sm.warps=10 --set structures.dwtcs.period=4 --set structures.dwtcs.periods_over=2 --set structures.dwtcs.periods_sampled=2 --set structures.dwtcs.winners=2 --set structures.dwtcs.kernel_bits=2 --set structures.dwtcs.instructions=warp --set structures.dwtcs.threshold=500'
    [pric]='-c gtx480 --set structures.pric.enable=true'
    [streambypass]='-c dwt-pric-full --block streambypass --set structures.streambypass.period=6 --set structures.streambypass.threshold_percent=75'
)
