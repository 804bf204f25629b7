#!/usr/bin/env bash
# layout.sh : `make layout`: places and routes four blocks in OSU018 (180 nm):
# $REPORT/layout.html, layout.csv and a picture of each, layout_BLOCK.svg. Blocks that are not asked
# for keep their lines. MRPB and CART are large: at --fill 65 the router finishes MRPB's nets, side
# by side it did not. A run that was stopped continues after the last stage (placement, routing)
# that ended.
#
#   WARPLOOM=build/warploom OUT=build/layout REPORT=reports/silicon BLOCKS="pric streambypass .." \
#   bash synth/layout.sh
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "$0")/.."
WARPLOOM=${WARPLOOM:-build/warploom} OUT=${OUT:-build/layout}
REPORT=${REPORT:-reports/silicon}

all=(pric streambypass mrpb cart)
declare -A arguments=(
    [pric]='-c dwt-pric --set structures.pric.enable=true --module pric_index --registers'
    [streambypass]='-c dwt-pric-full --module streambypass'
    [mrpb]='-c mrpb-base-s --module mrpb_ctl --fill 65'
)
cart=(-c gtx480 --set structures.cart.enable=true --set structures.cart.branches=4
    --set rtl.storage=sram_1r1w --module cart --fill 65)
arguments[cart]=${cart[*]}
declare -A names=(
    [pric]='PRIC, 32 sets, between registers' [streambypass]='bypass monitor'
    [mrpb]="MRPB's control, 48 queues"
    [cart]="CART's control, 4 branches x 4 x 2 x 2, its SRAM outside")

mkdir -p "$OUT" "$REPORT"
head=block,cells,width_um,height_um,filled,nets,wire_um,vias,wire_ff
head+=,mhz_no_wire,mhz_fanout,mhz_routed,from,to,command

# line BLOCK: of its result
line() {
    jq -r --arg block "$1" --arg command "warploom synth ${arguments[$1]} --place" '
        def mhz: if . then 10000 / .min_period_ns | round / 10 else null end;
        .layout | [$block, .cells, (.width_um | round), (.height_um | round),
            (1000 * .filled | round / 1000), .nets, (.wire_um | round), .vias, (.wire_ff | round),
            (.timing | (.none | mhz), (.per_fanout | mhz), (.routed | mhz), .routed.from,
                .routed.to), $command] | join(",")' "$OUT/$1.json"
}
for block in ${BLOCKS:-${all[@]}}; do
    # shellcheck disable=SC2086
    "$WARPLOOM" synth ${arguments[$block]} --place --json -o "$OUT/$block" \
        >"$OUT/$block.json.new"
    mv "$OUT/$block.json.new" "$OUT/$block.json"
    cp "$OUT/$block/layout/layout.svg" "$REPORT/layout_$block.svg"
    line "$block" >"$OUT/$block.line"
done
{
    echo "$head"
    for block in "${all[@]}"; do
        if [ -e "$OUT/$block.line" ]; then cat "$OUT/$block.line"
        else grep -s "^$block," "$REPORT/layout.csv" || true; fi
    done
} >"$OUT/layout.csv"
cp "$OUT/layout.csv" "$REPORT/layout.csv.new"
mv "$REPORT/layout.csv.new" "$REPORT/layout.csv"

page() {
    echo '# Placed and routed'
    echo
    cat <<'EOT'
Made by `make layout`: the netlist that `synth` times, placed by graywolf and routed by qrouter
(Debian's qflow) with the cells of OSU018 (180 nm). Clock from register to register: without wire;
with the load per fanout that `synth` estimates; with the capacitance of each net's routed wires by
the library's LEF. The resistance of wires is not counted, and the clock is ideal, without a tree.
Without `--fill` cells stand side by side; with it fillers between them leave room for wires.
[layout.csv](layout.csv) names the worst path of each.
EOT
    echo
    echo -n '| block | cells | die um | filled | wire mm | vias | MHz without wire '
    echo '| with fanout load | routed |'
    echo '|---|--:|--:|--:|--:|--:|--:|--:|--:|'
    for block in "${all[@]}"; do
        awk -F, -v block="$block" -v name="${names[$block]}" '$1 == block {
            printf "| %s | %d | %.0f x %.0f | %.0f %% | %.2f | %d ", name, $2, $3, $4, 100 * $5,
                $7 / 1000, $8
            printf "| %.0f | %.0f | %.0f |\n", $10, $11, $12 }' "$REPORT/layout.csv"
    done
    for block in "${all[@]}"; do
        if [ ! -e "$REPORT/layout_$block.svg" ]; then continue; fi
        echo
        echo "## ${names[$block]}"
        echo
        echo "\`warploom synth ${arguments[$block]} --place\`:"
        echo
        echo "![cells and wires](layout_$block.svg)"
    done
}
page | bash reports/page.sh >"$REPORT/layout.html.new"
mv "$REPORT/layout.html.new" "$REPORT/layout.html"
