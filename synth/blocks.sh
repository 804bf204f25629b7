#!/usr/bin/env bash
# blocks.sh : area and clock of one instance of each structure as a GTX480 has it, the table of the page "together", and of CART as on its page.
# WARPLOOM=program LIBERTY=file OUT=directory [PARTS="mrpb pric .."] bash synth/blocks.sh: writes OUT/blocks.csv.
# A part that is there from before, of the same library, keeps its line unless it is named.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

declare -A arguments=(
    [mrpb]="-c gtx480 --set structures.mrpb.enable=true --set rtl.storage=sram_1rw"
    [pric]="-c gtx480 --set structures.pric.enable=true"
    [streambypass]="-c gtx480 --set structures.streambypass.enable=true --module streambypass"
    [dwtcs]="-c gtx480 --set structures.dwtcs.enable=true"
    [warppool]="-c gtx480 --set structures.warppool.enable=true --set rtl.storage=sram_1r1w --apart" # large: module by module
    [cart]="-c gtx480 --set structures.cart.enable=true --set rtl.storage=sram_1r1w"
    [cart_of_paper]="-c cart --set structures.cart.enable=true --set rtl.storage=sram_1r1w" # 16 branches, where gtx480's slices have 8
    [cart_early]="-c cart --set structures.cart.enable=true --set structures.cart.latency=1 --set rtl.storage=sram_1r1w" # offered in the cycle behind its placing
)
mkdir -p "$OUT"
table=$OUT/blocks.csv
echo 'part,area_um2,clock_mhz,command' >"$table.new"
if [ -s "$table" ]; then awk -v ends=" --liberty $(basename "$LIBERTY")" 'substr($0, length($0) - length(ends) + 1) == ends' "$table" >>"$table.new"; fi
mv "$table.new" "$table"
for part in ${PARTS:-mrpb pric streambypass dwtcs cart cart_of_paper cart_early warppool}; do
    # shellcheck disable=SC2086
    "$WARPLOOM" synth ${arguments[$part]} --liberty "$LIBERTY" -o "$OUT/$part" --json >"$OUT/$part.json"
    line=$(jq -r --arg part "$part" --arg command "warploom synth ${arguments[$part]} --liberty $(basename "$LIBERTY")" \
        '[$part, (.area_um2 * 10 | round / 10), (.fmax_mhz * 10 | round / 10), $command] | join(",")' "$OUT/$part.json")
    { grep -v "^$part," "$table"; echo "$line"; } >"$table.new"
    mv "$table.new" "$table"
done
