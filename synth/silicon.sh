#!/usr/bin/env bash
# silicon.sh : `make silicon`: clock and area of MRPB's control over its queues, for either
# rtl.goal: $REPORT/mrpb_ctl.csv, mrpb_ctl.svg, mrpb_ctl_area.csv, mrpb_ctl_area.svg and index.html.
# A run over all of VALUES takes an hour; one that was stopped goes on where it was.
#
#   WARPLOOM=build/warploom OUT=build/silicon REPORT=reports/silicon LIBERTY=osu018 VALUES=8,16,...
#   bash synth/silicon.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3
WARPLOOM=${WARPLOOM:-build/warploom} OUT=${OUT:-build/silicon} REPORT=${REPORT:-reports/silicon} \
    LIBERTY=${LIBERTY:-osu018}
VALUES=${VALUES:-8,16,32,64,128,256,512,1024}

sweep() { # DIR KEY=VALUE...
    "$WARPLOOM" synth -c mrpb-base-s --module mrpb_ctl --liberty "$LIBERTY" "${@:2}" \
        --sweep "structures.mrpb.queues=$VALUES" -o "$1"
}
sweep "$OUT" || exit
sweep "$OUT/area" --set rtl.goal=area || exit
mkdir -p "$REPORT" || exit 3

# field NAME: of the result, a string
field() { sed -n "s/^ *\"$1\": \"\(.*\)\".*/\1/p" "$OUT/sweep.json" | head -n 1; }

table() { # CSV
    echo '| queues | logic um2 | flip-flops | period ns | fmax MHz | with wire MHz |'
    echo '|--:|--:|--:|--:|--:|--:|'
    awk -F, '
        NR > 1 { printf "| %d | %.0f | %d | %.3f | %.0f | %.0f |\n", $1, $3, $7, $8, $9, $10 }
    ' "$1"
}

# The line through the periods over log2(queues), least squares.
fit() { # CSV
    awk -F, '
        NR > 1 {
            x = log($1) / log(2); n++
            sx += x; sy += $8; sxx += x * x; sxy += x * $8; syy += $8 * $8
        }
        END {
            cov = n * sxy - sx * sy; vx = n * sxx - sx * sx; vy = n * syy - sy * sy
            printf "Period over the logarithm of the queues: "
            printf "%.3f ns + %.3f ns a doubling (correlation %.3f).\n",
                (sy - cov / vx * sx) / n, cov / vx, cov / sqrt(vx * vy)
        }' "$1"
}

page() {
    echo "# MRPB's control over its queues"
    echo
    echo "Made by \`make silicon\` with the cells of $(field library), Yosys $(field yosys) and" \
        "OpenSTA $(field opensta): configuration mrpb-base-s, module"
    echo 'mrpb_ctl, storage and outbound buffer outside. Clock from register to register;' \
        '"with wire": a load a fanout (synth/flow.h).'
    echo
    echo '`rtl.goal = clock`:'
    echo
    table "$OUT/data/sweep.csv"
    echo
    fit "$OUT/data/sweep.csv"
    echo
    echo '![period and area over the queues](mrpb_ctl.svg)'
    echo
    echo '`rtl.goal = area`:'
    echo
    table "$OUT/area/data/sweep.csv"
    echo
    fit "$OUT/area/data/sweep.csv"
    echo
    echo '![period and area over the queues](mrpb_ctl_area.svg)'
}

page | bash reports/page.sh >"$REPORT/index.html.tmp" &&
    mv "$REPORT/index.html.tmp" "$REPORT/index.html" &&
    for d in "$OUT" "$OUT/area"; do
        name=mrpb_ctl${d#"$OUT"} name=${name/\//_}
        cp "$d/data/sweep.csv" "$REPORT/$name.csv" &&
            cp "$d/pictures/sweep.svg" "$REPORT/$name.svg" || exit
    done
