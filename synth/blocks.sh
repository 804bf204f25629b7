#!/usr/bin/env bash
# blocks.sh : area and clock of one instance of each structure as a GTX480 has it, the table of the
# page "together", and of CART as on its page.
# WARPLOOM=program LIBERTY=file OUT=directory [PARTS="mrpb pric .."] bash synth/blocks.sh: writes
# OUT/blocks.csv, of these parts.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

declare -A arguments=(
    [mrpb]="-c gtx480 --set structures.mrpb.enable=true --set rtl.storage=sram_1rw"
    [pric]="-c gtx480 --set structures.pric.enable=true"
    [streambypass]="-c gtx480 --set structures.streambypass.enable=true"
    [dwtcs]="-c gtx480 --set structures.dwtcs.enable=true"
    [warppool]="-c gtx480 --set structures.warppool.enable=true --set rtl.storage=sram_1r1w"
    [cart]="-c gtx480 --set structures.cart.enable=true --set rtl.storage=sram_1r1w"
    # 16 branches, where gtx480's slices have 8
    [cart_of_paper]="-c cart --set structures.cart.enable=true --set rtl.storage=sram_1r1w"
)
# offered in the cycle after its placing
arguments[cart_early]="-c cart --set structures.cart.enable=true --set structures.cart.latency=1"
arguments[cart_early]+=" --set rtl.storage=sram_1r1w"
arguments[warppool_narrow]="-c gtx480 --set structures.warppool.enable=true"
for key in narrow queue_latches; do
    arguments[warppool_narrow]+=" --set structures.warppool.$key=true"; done
arguments[warppool_narrow]+=" --set rtl.storage=sram_1r1w"
mkdir -p "$OUT/configs"
source "$(dirname "$0")/tables.sh"

# described APART PART...: a synthesis of each part; APART is true for those that are large, and
# mapped module by module.
described() {
    echo "{name: blocks, set: {synth.liberty: '$LIBERTY'}, synth: {apart: $1}, config: ["
    for part in "${@:2}"; do
        # shellcheck disable=SC2086
        "$WARPLOOM" config print ${arguments[$part]} >"$OUT/configs/$part.yaml"
        echo "  configs/$part.yaml,"
    done
    echo ']}'
}
# row PART SWEEP [OPTION]
row() {
    local command
    command="warploom synth ${arguments[$1]}${3:-} --liberty $(basename "$LIBERTY")"
    jq -r --arg part "$1" --arg command "$command" '
        def tenths: . * 10 | round / 10;
        [$part, (.area_um2 | tenths), (.fmax_mhz | tenths), $command] | join(",")
    ' "$(result "$2" "config = '$1.yaml'")"
}

small=() large=()
all='mrpb pric streambypass dwtcs cart cart_of_paper cart_early warppool warppool_narrow'
for part in ${PARTS:-$all}; do
    if [[ "$part" = warppool* ]]; then large+=("$part"); else small+=("$part"); fi
done
if [ ${#small[@]} -gt 0 ]; then described false "${small[@]}" | swept small; fi
if [ ${#large[@]} -gt 0 ]; then described true "${large[@]}" | swept large; fi
{
    echo 'part,area_um2,clock_mhz,command'
    for part in "${small[@]}"; do row "$part" small; done
    for part in "${large[@]}"; do row "$part" large ' --apart'; done
} >"$OUT/blocks.csv.new"
mv "$OUT/blocks.csv.new" "$OUT/blocks.csv"
