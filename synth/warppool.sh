#!/usr/bin/env bash
# warppool.sh : area and clock of WarpPool's inter-warp queues and of the order of their tags, over
# the number of queues, requests in latches, cells chosen for area; and the area of the whole
# pipeline by component, as the paper's Figure 10 has it, its queues in latches beside.
# WARPLOOM=program LIBERTY=file OUT=directory [VALUES=8,16,..] bash synth/warppool.sh: writes
# OUT/warppool_queues.csv, OUT/warppool_age.csv, OUT/warppool_parts.csv and OUT/warppool.html.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
VALUES=${VALUES:-8,16,32,64}

arguments() { echo "-c warppool --module warppool_$1 --set rtl.storage=latch --set rtl.goal=area"; }

# as blocks.sh has it
pipeline="-c gtx480 --set structures.warppool.enable=true --set rtl.storage=sram_1r1w --apart"
latched="${pipeline/ --apart/} --set structures.warppool.queue_latches=true"
latched+=' --module warppool_queues'

mkdir -p "$OUT"
source "$(dirname "$0")/tables.sh"
for part in queues age; do
    # shellcheck disable=SC2046
    "$WARPLOOM" synth $(arguments "$part") --liberty "$LIBERTY" \
        --sweep "structures.warppool.queues=$VALUES" -o "$OUT/$part"
    cp "$OUT/$part/data/sweep.csv" "$OUT/warppool_$part.csv"
done
sets="structures.warppool.enable: true, rtl.storage: sram_1r1w, synth.liberty: '$LIBERTY'"
swept pipeline <<<"{name: pipeline, set: {$sets}, synth: {apart: true}}"
latched_sets="$sets, structures.warppool.queue_latches: true"
swept latched <<<"{name: latched, set: {$latched_sets}, synth: {modules: [warppool_queues]}}"
pipeline_json=$(result pipeline true) latched_json=$(result latched true)
echo component,area_um2,of_it_sram_um2,percent >"$OUT/warppool_parts.csv"
jq -r '
    def component: sub("^gtx480_"; "") | sub("__[0-9]+$"; "") | {
        lib_words_ram: "words held", lib_hold_ram: "words held",
        warppool_insn: "instruction queues", warppool_coalescer: "intra-warp coalescers",
        warppool_queues: "inter-warp coalescing queues",
        warppool_age: "request selector", warppool_choice: "request selector",
        warppool_select: "request selector", warppool_quantum: "request selector",
        warppool_maps: "thread map table", warppool_mshr: "MSHR metadata table",
        lib_ram: "MSHR metadata table", lib_sram: "MSHR metadata table",
        warppool_store: "bytes of stores", warppool_wb: "write-back",
        warppool_order: "consistency counters", warppool: "what joins them"}[.];
    def with_component: . + {component: (.module | component // error("\(.): of no component"))};
    def of_component: {name: .[0].component, um2: (map(.area_um2) | add),
        sram: (map(select(.part == "macro").area_um2) | add // 0)};
    . as $all
    | [.hierarchy[] | with_component] | group_by(.component) | map(of_component)
    | if ((map(.um2) | add) - $all.area_um2 | fabs) > 1
      then error("the components do not add up") else . end
    | sort_by(-.um2)[]
    | [.name, (.um2 | round), (.sram | round), (1000 * .um2 / $all.area_um2 | round / 10)]
    | join(",")
' "$pipeline_json" >>"$OUT/warppool_parts.csv"

{
    echo "# WarpPool's inter-warp queues and the order of their tags"
    echo
    echo "\`make warppool LIBERTY=$(basename "$LIBERTY")\`: \`warploom synth" \
        "$(arguments queues)\`, and \`--module warppool_age\`;"
    echo "2 tags of 4 requests a queue, 2 coalescers. The goal for 32 queues, both together: at" \
        "most 100,000 um2 at 750 MHz. Clock from register to"
    echo 'register; "with wire": 1.5 fF a fanout. The lines of the tags lie in latches that a' \
        'cycle after their writing are read first.'
    echo
    echo '| queues | queues um2 | of it words | order um2 | both um2 | queues MHz | with wire |' \
        'order MHz | with wire |'
    echo '|--:|--:|--:|--:|--:|--:|--:|--:|--:|'
    paste -d, "$OUT/warppool_queues.csv" "$OUT/warppool_age.csv" | awk -F, '
        NR > 1 {
            h = NF / 2
            printf "| %d | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |\n", $1, $2, $4,
                $(h + 2), $2 + $(h + 2), $9, $10, $(h + 9), $(h + 10)
        }'
    echo
    echo '## The whole pipeline, one an SM'
    echo
    echo "\`warploom synth $pipeline\`: the queues' lines and requests in flip-flops, the MSHR" \
        "metadata in SRAM of the stated model. The paper's"
    echo 'Figure 10 divides 0.36 mm2, routed, at 1.2 GHz; its bars are lost.'
    echo
    echo '| component | um2 | of it SRAM | percent |'
    echo '|---|--:|--:|--:|'
    awk -F, 'NR > 1 { printf "| %s | %d | %d | %.1f |\n", $1, $2, $3, $4 }' \
        "$OUT/warppool_parts.csv"
    jq -r '
        def between: [.critical_path[1:-1][] | .net | select(test("/_[0-9]+_$") | not) | "`\(.)`"] | join(", ");
        "| all | \(.area_um2 | round) | \(.macro_um2 | round) | 100.0 |\n",
        "Clock \(.fmax_mhz | round) MHz, with wire \(.wire.per_fanout.fmax_mhz | round): from `\(.timing.reg_to_reg.from)` to `\(.timing.reg_to_reg.to)`, through",
        "\(between).\n",
        "Power \(.power_mw | round) mW at \(1000 / .clock_ns | round) MHz, of it \(.power.leakage_mw | round) leakage (\(.power.activity); internal energy of input pins: \(.power.input_pins));",
        "no clock is gated, so that all flip-flops take a share of every edge. The paper has 142.3 mW (Table 1), 3.3 of it static, of a routed netlist with",
        "the accesses of its kernels. The two figures are of other activities, cells and clocks; [silicon](../../docs/explanation/silicon.md#warppool-beside-the-papers-142-mw) has the energy of real traffic."' "$pipeline_json"
    echo
    jq -r --slurpfile all "$pipeline_json" --arg command "warploom synth $latched" '
        ($all[0].hierarchy | map(select(.module | test("_warppool_queues$")).area_um2) | add) as $queues
        | "With the words of the queues in latches (`\($command)`) the inter-warp coalescing",
          "queues take \(.area_um2 | round) um2 at \(.fmax_mhz | round) MHz, with wire \(.wire.per_fanout.fmax_mhz | round), and all \($all[0].area_um2 - $queues + .area_um2 | round) um2. The whole",
          "with them is not timed."' "$latched_json"
} >"$OUT/page.md"
bash reports/page.sh <"$OUT/page.md" >"$OUT/warppool.html.new"
mv "$OUT/warppool.html.new" "$OUT/warppool.html"
cat "$OUT/page.md"
