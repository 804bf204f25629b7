#!/usr/bin/env bash
# side.sh : the top of a side in cells: every structure on it has its area and the rows add up; what
# the top adds to them is nothing; its clock is set by a path inside one of them.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

ALL=(-c tests/cosim/compose/all.yaml --set structures.cart.entries=1)
expect synth_of_a_top bash -c '"$@" >"$0"' "$WORK/slice.json" \
    "$WARPLOOM" synth "${ALL[@]}" --module slice -o "$WORK/slice" --json
expect area_by_structure jq -e \
    '[.hierarchy[] | select(.area_um2 > 0) | .module] |
     contains(["all_of_it_cart", "all_of_it_pric_index", "all_of_it_streambypass"])' \
    "$WORK/slice.json"
expect areas_add_up jq -e '. as $r | ([.hierarchy[].area_um2] | add) - $r.area_um2 | fabs < 1' \
    "$WORK/slice.json"
expect the_top_is_wires jq -e \
    '[.hierarchy[] | select(.module == "all_of_it_slice") | .area_um2] == [0]' "$WORK/slice.json"
expect clock_is_a_parts jq -e \
    '.fmax_mhz > 0 and (.timing.reg_to_reg | .from[:6] == .to[:6] and (.from | startswith("u_")))' \
    "$WORK/slice.json"
finish
