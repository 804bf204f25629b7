# points.sh : configurations whose benches are measured: small, so that every bit of every counter
# is near.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034 # for those who source this
source tb/mutate/points.sh
declare -A COVERAGE_POINTS=(
    [mrpb]="${MUTATE_POINTS[mrpb]} --cycles 200000"
    [mrpb_longest]="${MUTATE_POINTS[mrpb_longest]} --cycles 200000"
    [mrpb_rr]="${MUTATE_POINTS[mrpb_rr]} --cycles 200000"
    [dwtcs]="${MUTATE_POINTS[dwtcs]}"
    [pric]="${MUTATE_POINTS[pric]} --block pric_index --cycles 20000"
    [streambypass]="${MUTATE_POINTS[streambypass]} --cycles 20000"
    [cart]='-c cart --block cart --set structures.cart.enable=true --set structures.cart.branches=4 --set structures.cart.meta_bits=8 --cycles 100000'
    [cart_early]='-c cart --block cart --set structures.cart.enable=true --set structures.cart.branches=4 --set structures.cart.latency=1 --set structures.cart.meta_bits=8 --cycles 100000'
    [cart_fifo]='-c cart --block cart --set structures.cart.enable=true --set structures.cart.branches=4 --set structures.cart.design=bank_fifo --set structures.cart.entries=5 --set structures.cart.meta_bits=8 --cycles 100000'
    [cart_buffer]='-c cart --block cart --set structures.cart.enable=true --set structures.cart.design=nonblocking --set structures.cart.buffer=6 --set structures.cart.meta_bits=8 --cycles 100000'
    [warppool]="${MUTATE_POINTS[warppool]}"
)
# The unit tests that are about what the benches do not drive: what a golden model says of itself
# when it is asked, and its refusals.
COVERAGE_UNITS=(test_mrpb test_mrpb_options test_dwtcs test_streambypass test_pric test_cart \
    test_warppool test_warppool_traffic test_warppool_machine test_warppool_options)
