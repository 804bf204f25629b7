#!/usr/bin/env bash
# products.sh : no address in CART or MRPB is a product: at sizes that are no powers of two a
# multiplier would stand in the longest path.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# products DIR: the multipliers, dividers and remainders that Yosys is left with
products() {
    local dir=$1 top
    top=$(basename "$(ls "$dir"/*.sdc)" .sdc)
    (cd "$dir" && yosys -q -p \
        "read_verilog -I. *.v; hierarchy -check -top $top; proc; opt; tee -q -o products.list select -list t:\$mul t:\$div t:\$mod") &&
        cat "$dir/products.list"
}
none() { local list; list=$(products "$1") && [ -z "$list" ] ||
    { head -n 3 <<<"$list"; return 1; }; }

# emits_none BLOCK 'KEY=VALUE ...' [OPTION...]: the emitted block has none at these sizes, keys of
# structures.BLOCK; the design is in $dir
emits_none() {
    local block=$1 sizes=$2 sets=() pair; shift 2
    for pair in $sizes; do sets+=(--set "structures.$block.$pair"); done
    local name=${block}_${sizes//[ =]/_}
    dir=$WORK/$name
    expect "emits_$name" "$WARPLOOM" rtl -q "$@" "${sets[@]}" -o "$dir"
    expect "no_product_$name" none "$dir"
}

# seen NAME FILE EDIT: a product would be seen: with this edit of sed the design in $dir has one
seen() {
    cp "$dir/$2" "$WORK/kept"
    sed -i -E "$3" "$dir/$2"
    if cmp -s "$dir/$2" "$WORK/kept"; then not_ok "$1" 'the edit finds no place'
    elif none "$dir" >/dev/null; then not_ok "$1" none
    else ok "$1"; fi
}

for sizes in 'rows=3 columns=5 entries=2' 'rows=3 columns=2 entries=5' \
    'rows=3 columns=2 entries=3 latency=1' \
    'rows=3 columns=2 entries=3 drain=rr' 'rows=3 columns=1 entries=3 drain=longest latency=1' \
        'design=bank_fifo entries=5' \
    'rows=4 columns=2 entries=3'; do
    emits_none cart "$sizes" -c cart --set structures.cart.branches=4
done
# the number of an entry as it would be written at first
seen product_of_cart_is_seen cart.v \
    's/^(  wire \[ADDR_W-1:0\] +fill_addr += ).*/\1fill_local * ENTRIES[ADDR_W-1:0] + fill_slot;/'

for sizes in 'depth=3 latency=1' 'depth=5 queues=8 latency=2 flush=false bypass=none' \
    'depth=6 queues=64 latency=18' 'depth=7'; do
    emits_none mrpb "$sizes" -c mrpb-base-s
done
seen product_of_mrpb_is_seen mrpb_base_s_mrpb_ctl.v \
    's/(assign store_addr_o = ).*/\1{3'"'"'d0, in_queue_i} * DEPTH[ADDR_W-1:0] + {6'"'"'d0, free_slot};/'
finish
