# warppool.sh : points of WarpPool's request selector and how its property module is bound to the emitted registers. Source prove.sh first.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# pool_point NAME COALESCERS STORE_AGE: emits the point into $WORK/NAME, and says how it is bound in POOL_DEFINES
pool_point() {
    local name=$1 coalescers=$2 age=$3 w=1
    POINT=$name
    "$WARPLOOM" rtl -q -c warppool --set structures.warppool.enable=true --set structures.warppool.select=oldest --set structures.warppool.queues=2 \
        --set structures.warppool.lanes=2 --set "structures.warppool.coalescers=$coalescers" --set "structures.warppool.store_age=$age" \
        -o "$WORK/$name" || return 1
    while (((1 << w) <= age + coalescers - 1)); do ((w++)); done
    POOL_DEFINES="-DTOP=warppool_warppool_select -DCOALESCERS=$coalescers -DSTORE_AGE=$age -DAGE_W=$w"
}

# pool_smt NAME DIR [DEFINE...]: NAME.smt2 of the point's selector as it stands in DIR
pool_smt() {
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" warppool_properties \
        "read_verilog -formal $* -I. warppool_warppool_select.v; read_verilog -formal $POOL_DEFINES $* -I$FORMAL_DIR $FORMAL_DIR/warppool.v" \
        'connect -set h_ages u_dut.ages_q; '
}

# prove_pool POINT...: its properties hold by induction, and their witnesses are reached
prove_pool() {
    local start=$EPOCHREALTIME
    pool_point "$@" || return 1
    pool_smt "$POINT" "$WORK/$POINT" -DFORMAL || { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    proved "$POINT" 1 && reached "$POINT" $(($2 + $3 + 8)) || return 1
    record pool "coalescers=$2 store_age=$3" 1 "$(seconds_since "$start")" proved
}

# Points: coalescers, age. Mutants: property, edit; at the point below.
# shellcheck disable=SC2034 # for those who source this
POOL_POINTS=('pool_2_16 2 16' 'pool_1_0 1 0' 'pool_1_3 1 3' 'pool_2_0 2 0' 'pool_3_2 3 2' 'pool_4_5 4 5')
POOL_MUTANT_POINT=(2 2)
# shellcheck disable=SC2034
POOL_MUTANTS=(
    '1 store_bound|s/>= STORE_AGE\[AGE_W-1:0\]/> STORE_AGE[AGE_W-1:0]/'
    '2 one_grant|s/ages_q\[d\*AGE_W +: AGE_W\] >= ages_q/ages_q[d*AGE_W +: AGE_W] > ages_q/'
    '3 aged_store_first|s/named && !aged/named/'
)

# kill_pool_mutant MUTANT: the property refutes the edited module
kill_pool_mutant() {
    local id property edit dir name
    property=${1%%|*} edit=${1#*|}
    id=${property%% *} property=${property#* }
    pool_point "pool_whole_$id" "${POOL_MUTANT_POINT[@]}" || return 1
    name=pool_mutant_$id dir=$WORK/pool_mutant_$id
    cp -r "$WORK/$POINT" "$dir"
    sed -i "$edit" "$dir/warppool_warppool_select.v"
    if cmp -s "$dir/warppool_warppool_select.v" "$WORK/$POINT/warppool_warppool_select.v"; then echo 'the edit changes nothing'; return 1; fi
    pool_smt "$name" "$dir" "-DONLY=$id" || { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    refuted "$name" "$property" 12 || return 1
    record pool-mutants "$property" "$(last_step "$WORK/$name.refute.log")" - killed
}
