# leaves.sh : the leaf modules, each at its sizes. Source prove.sh first.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# emit_leaves: one design's leaf modules, whose sizes are parameters
emit_leaves() { "$WARPLOOM" rtl -q -c mrpb-base-s -o "$WORK/leaves"; }

# leaf_smt NAME KIND N DEPTH DIR DEFINE: NAME.smt2 of lib_KIND of N, with rings of DEPTH
leaf_smt() {
    local name=$1 kind=$2 n=$3 depth=$4 dir=$5 define=$6 defines
    defines="-DTOP=mrpb_base_s_lib_$kind -DLEAF_${kind^^} -DN=$n -DDEPTH=$depth"
    elaborate "$name" "$dir" leaf_properties \
        "read_verilog -formal $define -I. mrpb_base_s_lib_$kind.v; read_verilog -formal $defines $define -I$FORMAL_DIR $FORMAL_DIR/leaves.v" ''
}

# prove_leaf KIND N [DEPTH]: its properties hold, and their witnesses are reached
prove_leaf() {
    local start=$EPOCHREALTIME name=$1_$2_${3:-1}
    leaf_smt "$name" "$1" "$2" "${3:-1}" "$WORK/leaves" -DFORMAL ||
        { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    proved "$name" 2 && reached "$name" $((2 * ${3:-1} + 3)) || return 1
    record leaves "lib_$1 n=$2 depth=${3:-1}" 2 "$(seconds_since "$start")" proved
}

# Mutants: property, module, edit
# shellcheck disable=SC2034 # for those who source this
LEAF_MUTANTS=(
    '1 first_is_lowest|first|s/first_o *= req_i & ~above_o/first_o = req_i/'
    '2 above_is_all_above|first|s/((inner << 1) & ~BELOW_1\[N-1:0\])/inner/'
    '3 any_is_exact|first|s/valid_o *= req_i\[N-1\] || above_o\[N-1\]/valid_o   = req_i[N-1]/'
    '1 number_of_the_bit|encode|s/((i >> b) & 1) == 1/((i >> b) \& 1) == 0/'
    '2 none_gives_0|encode|s/= |(onehot_i & MASK)/= ~|(onehot_i \& ~MASK)/'
    '1 bit_of_the_number|onehot|s/BIT_0 << index_i/BIT_0 >> index_i/'
    '1 counts_round|slot_bank|s/& ~(inc_i & {N{WRAPS}} & g_bit\[W-1\].at_last)//'
)

# kill_leaf_mutant MUTANT: the property refutes the edited module
kill_leaf_mutant() {
    local id property kind edit dir name
    IFS='|' read -r property kind edit <<<"$1"
    id=${property%% *} property=${property#* }
    name=leaf_mutant_$property dir=$WORK/leaf_mutant_$property
    cp -r "$WORK/leaves" "$dir"
    edited -e "$edit" "$dir/mrpb_base_s_lib_$kind.v" || return 1
    leaf_smt "$name" "$kind" 5 3 "$dir" "-DONLY=$id" ||
        { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    refuted "$name" "$property" 6 || return 1
    record leaf-mutants "$property" "$(last_step "$WORK/$name.refute.log")" - killed
}
