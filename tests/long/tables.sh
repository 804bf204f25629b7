#!/usr/bin/env bash
# tables.sh : `make crossbar` on a small machine: its rows are what `synth` alone says, and a second
# run synthesizes nothing.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

export WARPLOOM_CACHE=$WORK/cache
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -r "$library" ] || library=build/liberty$library
table() {
    OUT=$WORK/x LIBERTY=$library MORE_SETS='gpu.sms: 2, dram.channels: 2' bash synth/crossbar.sh
}
expect the_table_is_made table
if [ "$(wc -l <"$WORK/x/crossbar.csv")" = 11 ] &&
    [ "$(grep -c '^| [0-9]' "$WORK/x/page.md")" = 6 ]; then
    ok it_has_all_rows
else
    not_ok it_has_all_rows "$(wc -l <"$WORK/x/crossbar.csv")"
fi
for row in request,16,latch reply,68,flop; do
    # The command of the row, for the small machine.
    read -ra words <<<"$(grep "^$row," "$WORK/x/crossbar.csv" | cut -d, -f10)"
    unset 'words[-1]'
    "$WARPLOOM" "${words[@]:1}" "$library" --set gpu.sms=2 --set dram.channels=2 -q --json \
        -o "$WORK/alone" >"$WORK/alone.json"
    want=$(jq -r '[.area_um2, .fmax_mhz, .wire.per_fanout.fmax_mhz | round] | join(" ")' \
        "$WORK/alone.json")
    got=$(grep "^$row," "$WORK/x/crossbar.csv" | awk -F, '{ print $4, $8, $9 }')
    if [ -n "$want" ] && [ "$want" = "$got" ]; then ok "row_${row//,/_}_is_what_synth_says"
    else not_ok "row_${row//,/_}_is_what_synth_says" "$got, not $want"; fi
done
expect the_parts_add_up awk -F, 'NR > 1 && ($4 - $5 - $6 - $7) ^ 2 > 4 { exit 1 }' \
    "$WORK/x/crossbar.csv"
made() { find "$WORK"/x/*/results -name '*.json' -printf '%f %T@ %i\n' | sort; }
before=$(made) table=$(cat "$WORK/x/crossbar.csv")
table >/dev/null
if [ "$before" = "$(made)" ] && [ "$table" = "$(cat "$WORK/x/crossbar.csv")" ]; then
    ok a_second_run_synthesizes_nothing
else
    not_ok a_second_run_synthesizes_nothing "$(made | wc -l)"
fi
finish
