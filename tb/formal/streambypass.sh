# streambypass.sh : points of the streaming bypass' monitor and how its property module is bound to
# the emitted registers. Source prove.sh first.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# bypass_point NAME PERIOD PERCENT ACCESSES: emits the point into $WORK/NAME, and says how it is
# bound in DEFINES and BIND
bypass_point() {
    local name=$1 period=$2 percent=$3 accesses=$4 a b t up down
    POINT=$name BYPASS_PERIOD=$period
    "$WARPLOOM" rtl -q -c dwt-pric-full --set structures.dwtcs.enable=false \
        --set "structures.streambypass.period=$period" \
        --set "structures.streambypass.threshold_percent=$percent" \
            --set "structures.streambypass.accesses=$accesses" -o "$WORK/$name" || return 1
    # the ratio without its common factor: here from the percentage, not from what was emitted
    t=$(awk -v p="$percent" 'BEGIN { printf "%d", p * 1000 + 0.5 }')
    a=100000 b=$t
    while ((b)); do local r=$((a % b)); a=$b b=$r; done
    DEFINES="-DTOP=dwt_pric_full_streambypass -DPERIOD=$period -DACCESSES=$accesses -DACC_W=$(bits_to_hold "$accesses") -DTHRESHOLD=$t"
    up=$(((100000 - t) / a)) down=$((t / a))
    DEFINES+=" -DUP=$up -DDOWN=$down -DCOUNT_W=$(bits_of "$period")"
    DEFINES+=" -DSCORE_W=$(($(bits_to_hold $(((up > down ? up : down) * period * accesses))) + 1))"
    if ((100000 / a <= period * accesses)); then DEFINES+=' -DCAN_BE_AT'; fi
    BIND='connect -set h_score u_dut.score_q; connect -set h_count u_dut.cycle_q; connect -set h_first u_dut.period_start_q; '
}

# bypass_smt NAME DIR [DEFINE...]: NAME.smt2 of the point's design as it stands in DIR
bypass_smt() {
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" streambypass_properties \
        "read_verilog -formal $* -I. dwt_pric_full_streambypass.v; read_verilog -formal $DEFINES $* -I$FORMAL_DIR $FORMAL_DIR/streambypass.v" "$BIND"
}

# prove_bypass POINT...: its properties hold by induction, and their witnesses are reached
prove_bypass() {
    local start=$EPOCHREALTIME
    bypass_point "$@" || return 1
    bypass_smt "$POINT" "$WORK/$POINT" -DFORMAL || { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    proved "$POINT" 2 && reached "$POINT" $((4 * BYPASS_PERIOD + 4)) || return 1
    record bypass "period=$2 percent=$3 accesses=$4" 2 "$(seconds_since "$start")" proved
}

# Points: period, percent, accesses a cycle. Mutants: property, edit; at the point below.
# shellcheck disable=SC2034 # for those who source this
BYPASS_POINTS=('bypass_1 1 90 1' 'bypass_2 2 50 1' 'bypass_3 3 66.667 2' 'bypass_4 4 75 1' \
    'bypass_5 5 40 3')
BYPASS_MUTANT_POINT=(4 75 1)
# shellcheck disable=SC2034
BYPASS_MUTANTS=(
    '1 changes_only_behind_a_period|s/bypass_d *= period_start_q ? score_positive/bypass_d = !score_negative ? score_positive/'
    '2 mode_by_the_sign_rule|s/score_positive *= !score_negative && (|score_q)/score_positive = !score_negative/'
    '3 score_never_overflows|s/(period_start_q ? {SCORE_W{1.b0}} : score_q) + score_step/score_q + score_step/'
)

# kill_bypass_mutant MUTANT: the property refutes the edited module
kill_bypass_mutant() {
    local id property edit dir name
    property=${1%%|*} edit=${1#*|}
    id=${property%% *} property=${property#* }
    bypass_point "bypass_whole_$id" "${BYPASS_MUTANT_POINT[@]}" || return 1
    name=bypass_mutant_$id dir=$WORK/bypass_mutant_$id
    cp -r "$WORK/$POINT" "$dir"
    edited -e "$edit" "$dir/dwt_pric_full_streambypass.v" || return 1
    bypass_smt "$name" "$dir" "-DONLY=$id" || { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    refuted "$name" "$property" $((4 * BYPASS_PERIOD + 4)) || return 1
    record bypass-mutants "$property" "$(last_step "$WORK/$name.refute.log")" - killed
}
