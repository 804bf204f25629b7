#!/usr/bin/env bash
# products.sh : no address of CART's storage is a product: at sizes that are no powers of two a multiplier would stand in its longest path.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# products DIR: the multipliers, dividers and remainders that Yosys is left with
products() {
    local dir=$1 top
    top=$(basename "$(ls "$dir"/*.sdc)" .sdc)
    (cd "$dir" && yosys -q -p "read_verilog -I. *.v; hierarchy -check -top $top; proc; opt; tee -q -o products.list select -list t:\$mul t:\$div t:\$mod") &&
        cat "$dir/products.list"
}
none() { local list; list=$(products "$1") && [ -z "$list" ] || { head -n 3 <<<"$list"; return 1; }; }

for sizes in 'rows=3 columns=5 entries=2' 'rows=4 columns=2 entries=3' 'rows=3 columns=2 entries=5' 'rows=3 columns=2 entries=3 latency=1' \
    'rows=3 columns=2 entries=3 drain=rr' 'rows=3 columns=1 entries=3 drain=longest latency=1' 'design=bank_fifo entries=5'; do
    sets=()
    for pair in $sizes; do sets+=(--set "structures.cart.$pair"); done
    name=${sizes//[ =]/_}
    expect "emits_$name" "$WARPLOOM" rtl -q -c cart --set structures.cart.branches=4 "${sets[@]}" -o "$WORK/$name"
    expect "no_product_$name" none "$WORK/$name"
done

# A product would be seen: the number of an entry as it would be written at first.
sed -i -E 's/^(  wire \[ADDR_W-1:0\] +fill_at += ).*/\1fill_local * ENTRIES[ADDR_W-1:0] + fill_slot;/' "$WORK/rows_4_columns_2_entries_3/cart_cart.v"
if none "$WORK/rows_4_columns_2_entries_3" >/dev/null; then not_ok product_is_seen 'none'; else ok product_is_seen; fi
finish
