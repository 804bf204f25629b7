#!/usr/bin/env bash
# warppool.sh : area and clock of WarpPool's inter-warp queues and of the order of their tags, over the number of queues, requests in latches,
# cells chosen for area.
# WARPLOOM=program LIBERTY=file OUT=directory [VALUES=8,16,..] bash synth/warppool.sh: writes OUT/warppool_queues.csv, OUT/warppool_age.csv and
# OUT/warppool.md. A run that was stopped goes on where it was.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
VALUES=${VALUES:-8,16,32,64}

arguments() { echo "-c warppool --module warppool_$1 --set rtl.storage=latch --set rtl.goal=area"; }

mkdir -p "$OUT"
for part in queues age; do
    # shellcheck disable=SC2046
    "$WARPLOOM" synth $(arguments "$part") --liberty "$LIBERTY" --sweep "structures.warppool.queues=$VALUES" -o "$OUT/$part"
    cp "$OUT/$part/data/sweep.csv" "$OUT/warppool_$part.csv"
done

{
    echo "# WarpPool's inter-warp queues and the order of their tags"
    echo
    echo "\`make warppool LIBERTY=$(basename "$LIBERTY")\`: \`warploom synth $(arguments queues)\`, and \`--module warppool_age\`;"
    echo "2 tags of 4 requests a queue, 2 coalescers. The goal for 32 queues, both together: at most 100,000 um2 at 750 MHz. Clock from register to"
    echo 'register; "with wire": 1.5 fF a fanout. The lines of the tags lie in latches that a cycle after their writing are read first.'
    echo
    echo '| queues | queues um2 | of it words | order um2 | both um2 | queues MHz | with wire | order MHz | with wire |'
    echo '|--:|--:|--:|--:|--:|--:|--:|--:|--:|'
    paste -d, "$OUT/warppool_queues.csv" "$OUT/warppool_age.csv" | awk -F, 'NR > 1 {
        h = NF / 2
        printf "| %d | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |\n", $1, $2, $4, $(h + 2), $2 + $(h + 2), $9, $10, $(h + 9), $(h + 10) }'
} >"$OUT/warppool.md.new"
mv "$OUT/warppool.md.new" "$OUT/warppool.md"
cat "$OUT/warppool.md"
