#!/usr/bin/env bash
# pric.sh : proofs about the emitted pric_index, by Yosys' SAT solver: (tag, index) is injective for
# every kind and slice; strides of every power of two up to the hashed width fill all sets, and
# beyond it do not; the emitted inverse, in Vortex' cache bank, inverts it both ways. Each proof has
# a case that must fail.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
PROPERTIES=$PWD/tb/formal/pric_index.v

# emit NAME KEY=VALUE...: the module of these keys of structures.pric into $WORK/NAME
emit() {
    local dir=$WORK/$1 pair sets=(); shift
    for pair in "$@"; do sets+=(--set "structures.pric.$pair"); done
    "$WARPLOOM" rtl -q -c gtx480 --set structures.pric.enable=true "${sets[@]}" -o "$dir"
}

# prove NAME PROPERTY LINE_W BITS K: 0 proved, 1 refuted, 2 neither
prove() {
    local dir=$WORK/$1 out
    out=$(cd "$dir" && yosys -p \
        "read_verilog -I. -DTOP=gtx480_pric_index -DLINE_W=$3 -DBITS=$4 -DK=$5 gtx480_pric_index.v $PROPERTIES
        hierarchy -check -top pric_properties; proc; flatten; opt -full; sat -prove $2 1 -show a,b,i,j pric_properties" 2>&1)
    case $out in
        *'SAT proof finished - no model found: SUCCESS'*) return 0 ;;
        *'SAT proof finished - model found: FAIL'*) return 1 ;;
        *) echo "$out" | tail -n 3; return 2 ;;
    esac
}

refuted() { prove "$@"; [ $? -eq 1 ]; }

proved_tag() { # NAME LINE_W BITS KEY=VALUE...
    local name=$1 line_w=$2 bits=$3
    shift 3
    emit "$name" "index_bits=$bits" "$@" || { not_ok "tag_of_$name" 'not emitted'; return; }
    expect "tag_and_index_identify_a_line_$name" prove "$name" injective "$line_w" "$bits" 0
}

proved_tag pric_37 25 5
proved_tag pric_16_sets 25 4 high_bit=23
proved_tag pric_64_sets 25 6 high_bit=31
proved_tag pric_full_width 57 5 high_bit=63 address_bits=64
proved_tag pric_65536_sets 41 16 high_bit=47 address_bits=48
proved_tag pric_2_sets 25 1
proved_tag pric_slice_above_the_line 25 5 low_bit=10 high_bit=30
proved_tag pric_primitive 25 8 primitive=true high_bit=31
proved_tag fermi 25 6 kind=fermi
proved_tag xor 25 5 kind=xor
proved_tag linear 25 5 kind=linear

# A[26:7], m = 5: line bits 0..19 are hashed
for k in 0 1 7 15; do expect "stride_2_to_${k}_fills_all_sets" prove pric_37 spreads 25 5 "$k"; done
for k in 16 20; do expect "stride_2_to_${k}_lies_beyond_the_slice" refuted pric_37 spreads 25 5 \
    "$k"; done
expect linear_index_fails_at_stride_32 refuted linear spreads 25 5 5
expect full_width_spreads_further prove pric_full_width spreads 57 5 40

# Negative controls: a module with a bug is refuted.
cp -r "$WORK/pric_37" "$WORK/short_tag"
sed -i 's/assign tag_o = line_i\[24:5\];/assign tag_o = {line_i[24:6], line_i[6]};/' \
    "$WORK/short_tag/gtx480_pric_index.v"
expect short_tag_is_refuted refuted short_tag injective 25 5 0
# A slice from bit 10 on leaves line bits 0..2 undetermined: the tag that is enough for a slice from
# the line bit is not.
cp -r "$WORK/pric_slice_above_the_line" "$WORK/tag_of_upper_bits"
sed -i "s/assign tag_o = {line_i\[24:8\], line_i\[2:0\]};/assign tag_o = {3'd0, line_i[24:8]};/" \
    "$WORK/tag_of_upper_bits/gtx480_pric_index.v"
expect tag_without_the_bits_below_the_slice_is_refuted refuted tag_of_upper_bits injective 25 5 0
cp -r "$WORK/pric_37" "$WORK/lost_bit"
sed -i 's/(line_i\[0\] ^ line_i\[16\])/line_i[16]/' "$WORK/lost_bit/gtx480_pric_index.v"
expect lost_bit_is_refuted refuted lost_bit spreads 25 5 0

# The adapter for a cache bank of Vortex, at the function's width and at a narrower one.
VORTEX=$PWD/tb/formal/pric_vortex.v
inverts() { # NAME FULL_W BITS LINE_W: 0 proved, 1 refuted, 2 neither
    local dir=$WORK/$1 out
    out=$(cd "$dir" && yosys -p \
        "read_verilog -I. -DTOP=gtx480_pric_vortex -DINDEX=gtx480_pric_index -DFULL_W=$2 -DBITS=$3 -DLINE_W=$4 *.v $VORTEX
        hierarchy -check -top pric_properties; proc; flatten; opt -full
        sat -prove there_and_back 1 -prove back_and_there 1 -prove selects_the_set 1 -show a pric_properties" 2>&1)
    case $out in
        *'SAT proof finished - no model found: SUCCESS'*) return 0 ;;
        *'SAT proof finished - model found: FAIL'*) return 1 ;;
        *) echo "$out" | tail -n 3; return 2 ;;
    esac
}
does_not_invert() { inverts "$@"; [ $? -eq 1 ]; }
proved_inverse() { # NAME FULL_W BITS LINE_W KEY=VALUE...
    local name=wrap_$1 full_w=$2 bits=$3 line_w=$4 pair sets=()
    shift 4
    for pair in "index_bits=$bits" "$@"; do sets+=(--set "structures.pric.$pair"); done
    "$WARPLOOM" rtl -q -c gtx480 --set structures.pric.enable=true "${sets[@]}" --wrap vortex \
        -o "$WORK/$name" || { not_ok "inverse_of_$name" 'not emitted'; return; }
    expect "inverse_of_$name" inverts "$name" "$full_w" "$bits" "$full_w"
    expect "inverse_of_${name}_narrower" inverts "$name" "$full_w" "$bits" "$line_w"
}
proved_inverse pric_37 25 5 20
proved_inverse pric_256_sets_l1i 26 8 9 line_bit=6 low_bit=6 high_bit=31
proved_inverse pric_64_sets_l1d 24 6 23 line_bit=8 low_bit=8 high_bit=31
proved_inverse pric_2_sets 25 1 2
proved_inverse pric_65536_sets 41 16 30 high_bit=47 address_bits=48
proved_inverse pric_slice_above_the_line 25 5 24 low_bit=10 high_bit=30
proved_inverse fermi 25 6 24 kind=fermi
proved_inverse xor 25 5 24 kind=xor
proved_inverse linear 25 5 24 kind=linear
# Negative controls: a term lost in the inverse, an index bit for another.
cp -r "$WORK/wrap_pric_37" "$WORK/wrap_lost_term"
sed -i 's/index_i\[0\] ^ (.*);/index_i[0];/' "$WORK/wrap_lost_term/gtx480_pric_unindex.v"
expect inverse_without_a_sum_is_refuted does_not_invert wrap_lost_term 25 5 25
cp -r "$WORK/wrap_pric_37" "$WORK/wrap_two_bits"
sed -i 's/low\[1\] = index_i\[1\]/low[1] = index_i[2]/' "$WORK/wrap_two_bits/gtx480_pric_unindex.v"
expect inverse_of_another_bit_is_refuted does_not_invert wrap_two_bits 25 5 25

# What is no index function is refused, with the reason.
wrong() { # NAME TEXT KEY=VALUE...
    local name=$1 text=$2 pair sets=()
    shift 2
    for pair in "$@"; do sets+=(--set "structures.pric.$pair"); done
    expect_status "$name" 2 "$text" "$WARPLOOM" rtl -q -c gtx480 --set structures.pric.enable=true \
        "${sets[@]}" -o "$WORK/none"
}
wrong reducible_polynomial_names_its_factors '(x + 1)(x + 1)(x + 1)(x^2 + x + 1)' polynomial=45
wrong polynomial_of_another_degree 'must be of degree 5' polynomial=19
wrong irreducible_is_not_primitive 'the lowest primitive one is 285' index_bits=8 polynomial=283 \
    primitive=true
wrong slice_below_the_line 'must be at least structures.pric.line_bit = 7' low_bit=6
wrong slice_too_narrow 'at least the 5 bits of the index' high_bit=10
wrong slice_beyond_the_address 'must be below structures.pric.address_bits = 32' high_bit=32
wrong fermi_of_another_size '5 or 6 index bits' kind=fermi index_bits=7
finish
