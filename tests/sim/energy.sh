#!/usr/bin/env bash
# energy.sh : `sim --energy`: each row of the energy model is its value times the counters, worked
# out here from the plain statistics and GTX480's sizes; nothing else of the statistics changes;
# overrides; bad input.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

"$WARPLOOM" sim atax --json >"$WORK/plain.json"
"$WARPLOOM" sim atax --json --energy >"$WORK/energy.json"
"$WARPLOOM" sim atax --json --energy-set l1d_read=1000 --energy-set constant=0 >"$WORK/set.json"
"$WARPLOOM" sim -c cart nn --json --energy >"$WORK/cart.json"

expect energy_adds_to_the_statistics_and_changes_none diff \
    <(jq 'del(.wall_seconds)' "$WORK/plain.json") \
    <(jq 'del(.wall_seconds, .energy)' "$WORK/energy.json")

# Events in pJ, time in us; 15 SMs at 700 MHz, 6 channels of 2 chips of 32 bits, bursts of 8,
# 12 slices of 64 KB.
jq '(.cycles / 700) as $us | {
    issue: (.sm.warp_insns * 39e-6), registers: (.sm.thread_insns * 6e-6),
    lane: ((.sm.thread_insns - .sm.load_lanes - .sm.store_lanes - .sm.shared_lanes) * 4.6e-6),
    l1i: (.l1i.accesses * 25e-6), l1c: (.sm.const_lines * 10e-6),
    l1t: (.l1t.accesses * 226e-6), l1t_fill: (.l1t.fills * 226e-6),
    shared: (.sm.shared_lanes * 10e-6),
    l1d_read: ((.l1d.read_hits + .l1d.read_pending) * 226e-6),
    l1d_write: (.l1d.write_hits * 226e-6), l1d_fill: (.l1d.fills * 226e-6),
    request_flit: (.icnt.request.flits * 310e-6), reply_flit: (.icnt.reply.flits * 310e-6),
    l2_read: (.l2.read_hits * 442e-6), l2_write: (.l2.write_hits * 110e-6),
    l2_fill: (.l2.fills * 442e-6), l2_writeback: (.l2.writebacks * 442e-6),
    dram_activate: (.dram.activations * 3636e-6),
    dram_bit: (.dram.column_commands * 2 * 32 * 8 * 8.2e-6),
    sm_static: ($us * 15 * 1.59), l2_static: ($us * 12 * 64 * 0.00097),
    dram_background: ($us * 12 * 0.54), constant: ($us * 11)}' "$WORK/plain.json" \
    >"$WORK/by_hand.json"
near='def near($a; $b): ($a - $b | fabs) <= 1e-9 * (1e-9 + ($b | fabs));'
compare() { # NAME FILTER FILE
    expect "$1" jq -e --slurpfile hand "$WORK/by_hand.json" "$near $2" "$3"
}
compare energy_rows_are_those_worked_out_by_hand \
    '[.energy.rows[] | {(.name): .uj}] | add | . as $rows |
        ($rows | keys) == ($hand[0] | keys) and all($rows | keys[]; near($rows[.]; $hand[0][.]))' \
    "$WORK/energy.json"
compare energy_total_and_components_add_up \
    '.energy | near(.total_uj; [$hand[0][]] | add) and near(.total_uj; [.components[]] | add)
        and near(.watts; .total_uj / 1e6 / .seconds)' "$WORK/energy.json"
compare energy_of_no_event_is_none \
    '.sm.shared_lanes == 0 and ([.energy.rows[] | select(.name == "shared")] | length == 1
        and .[0].uj == 0)' "$WORK/energy.json"
compare energy_set_replaces_its_row_alone \
    '[.energy.rows[] | {(.name): .uj}] | add | . as $rows | $rows.constant == 0
        and near($rows.l1d_read; $hand[0].l1d_read / 226 * 1000)
        and all($rows | del(.constant, .l1d_read) | keys[]; near($rows[.]; $hand[0][.]))' \
    "$WORK/set.json"
fact energy_of_a_structure_is_there_with_it \
    '.cart.cycles as $n | [.energy.rows[] | select(.name == "cart")] |
        length == 1 and $n > 0 and (.[0].uj / ($n * 24.1e-6) - 1 | fabs) < 1e-9' "$WORK/cart.json"
expect energy_is_shown_as_text bash -c '"$1" sim atax --energy | grep -q "not GPUWattch"' - \
    "$WARPLOOM"

refuses() { # NAME TEXT VALUE
    expect_status "$1" 2 "$2" "$WARPLOOM" sim atax --energy-set "$3"
}
refuses energy_unknown_row_has_the_nearest 'did you mean l1d_read?' l1d_raed=1
refuses energy_value_must_be_a_number 'must be a number from 0 to 1e12 (W an SM)' sm_static=1W
refuses energy_value_must_not_be_negative 'must be a number' issue=-1
refuses energy_set_needs_a_value 'must be NAME=VALUE' issue
finish
