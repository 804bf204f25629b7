#!/usr/bin/env bash
# fpga.sh : nextpnr routes what `warploom synth --target ice40` makes. Needs Debian's nextpnr-ice40
# (`make deps full`).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

"$WARPLOOM" synth -c mrpb-base-s --set rtl.storage=sram_1r1w --target ice40 --json -o "$WORK/a" \
    >"$WORK/a.json"
fact mrpb_is_routed '.not_routed == null and .fmax_mhz > 20 and .fmax_mhz < 200' "$WORK/a.json"
fact clock_is_that_of_the_report \
    ".fmax_mhz == ($(jq '[.fmax[].achieved] | min' "$WORK/a/fpga_route.json"))" "$WORK/a.json"
finish
