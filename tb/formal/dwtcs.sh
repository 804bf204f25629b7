# dwtcs.sh : points of DWT-CS and how its property module is bound to the emitted registers; the
# vote by itself. Source prove.sh first.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
declare -A D # keys of the point at hand

# dwtcs_point NAME KEY=VALUE...: emits the point into $WORK/NAME, and says how it is bound in
# DEFINES and BIND
dwtcs_point() {
    local pair i m=u_dut.u_ctl insns=() scores=() runs=() restarts=() factor=1000 remainder \
        threshold insns_max misses_term insns_term terms_max
    POINT=$1; shift
    D=([sms]=2 [warps]=3 [period]=2 [over]=1 [sampled]=1 [winners]=2 [threshold]=500 [schedulers]=1)
    for pair in "$@"; do D[${pair%%=*}]=${pair#*=}; done
    "$WARPLOOM" rtl -q -c dwt-pric-full --set structures.streambypass.enable=false \
        --set "gpu.sms=${D[sms]}" --set "sm.warps=$((D[warps] * D[schedulers]))" \
        --set "sm.schedulers=${D[schedulers]}" --set structures.dwtcs.instructions=warp \
        --set structures.dwtcs.kernel_bits=2 --set "structures.dwtcs.period=${D[period]}" \
        --set "structures.dwtcs.periods_over=${D[over]}" \
        --set "structures.dwtcs.periods_sampled=${D[sampled]}" \
        --set "structures.dwtcs.winners=${D[winners]}" \
        --set "structures.dwtcs.threshold=${D[threshold]}" -o "$WORK/$POINT" || return 1
    DEFINES="-DTOP=dwt_pric_full_dwtcs -DSMS=${D[sms]} -DWARPS=${D[warps]} -DPERIOD=${D[period]}"
    DEFINES+=" -DOVER=${D[over]} -DSAMPLED=${D[sampled]} -DPLACES=${D[winners]}"
    DEFINES+=" -DTHRESHOLD=${D[threshold]} -DINSN_MAX=${D[schedulers]} -DKERNEL_W=2"
    threshold=${D[threshold]}
    while [ "$threshold" -gt 0 ]; do
        remainder=$((factor % threshold)) factor=$threshold threshold=$remainder
    done
    DEFINES+=" -DFACTOR=$factor" # that both sides of the test have in common
    # widths by what they hold, not from what was emitted
    insns_max=$((D[schedulers] * D[period])) misses_term=$((D[period] * 1000 / factor))
    insns_term=$((insns_max * D[threshold] / factor))
    terms_max=$((misses_term > insns_term ? misses_term : insns_term))
    DEFINES+=" -DINSN_W=$(bits_to_hold "${D[schedulers]}") -DLIMIT_W=$(bits_to_hold "${D[warps]}")"
    DEFINES+=" -DCOUNT_W=$(bits_to_hold $((insns_max * D[sampled])))"
    DEFINES+=" -DSUM_W=$(bits_to_hold $((D[warps] + D[sms]))) -DTICK_W=$(bits_of "${D[period]}")"
    DEFINES+=" -DLEFT_W=$(bits_to_hold "${D[sampled]}") -DSM_W=$(bits_of "${D[sms]}")"
    DEFINES+=" -DRUN_W=$(bits_to_hold $((D[over] - 1))) -DSLOT_W=$(bits_of "${D[winners]}")"
    DEFINES+=" -DSCORE_W=$(($(bits_to_hold $terms_max) + 1))"
    for ((i = D[sms] - 1; i >= 0; i--)); do
        insns+=("u_dut.g_sm[$i].u_meter.insns_q")
        scores+=("u_dut.g_sm[$i].u_meter.score_q")
        runs+=("u_dut.g_sm[$i].u_meter.run_q")
        restarts+=("u_dut.g_sm[$i].u_meter.period_start_q" "u_dut.g_sm[$i].u_meter.count_restart_q")
    done
    BIND=
    bind_dwtcs h_tick $m.tick_q
    bind_dwtcs h_first $m.period_start_q
    bind_dwtcs h_left $m.periods_left_q
    bind_dwtcs h_base $m.base_warps_q
    bind_dwtcs h_kernel $m.kernel_q
    bind_dwtcs h_limit $m.limit_q
    bind_dwtcs h_voting $m.voting_q
    bind_dwtcs h_decides $m.round_end_q
    bind_dwtcs h_turn u_dut.u_vote.turn_q
    bind_dwtcs h_wins u_dut.u_vote.wins_q
    bind_dwtcs h_winner u_dut.u_vote.best_sm_q
    bind_dwtcs h_restarts "${restarts[@]}"
    bind_dwtcs h_insns "${insns[@]}"
    bind_dwtcs h_scores "${scores[@]}"
    bind_dwtcs h_runs "${runs[@]}"
    m=u_dut.u_winners
    bind_dwtcs h_valid $m.valid_q
    bind_dwtcs h_kernels $m.kernels_q
    bind_dwtcs h_warps $m.warps_q
    bind_dwtcs h_next $m.next_place_q
}

# bind_dwtcs WIRE SIGNAL...: the property module's wire is this concatenation, first the highest
bind_dwtcs() { local IFS=,; BIND+="connect -set $1 ${*:2}; "; }

# dwtcs_smt NAME DIR [DEFINE...]: NAME.smt2 of the point's design as it stands in DIR
dwtcs_smt() {
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" dwtcs_properties \
        "read_verilog -formal $* -I. *.v
         read_verilog -formal $DEFINES $* -I$FORMAL_DIR $FORMAL_DIR/dwtcs.v" "$BIND"
}

# dwtcs_steps: cycles in which all of the point's witnesses are reached: winners for all places, and
# one more
dwtcs_steps() {
    echo $(((D[winners] + 1) * (D[period] * (D[over] + 2 * D[sampled]) + D[sms] + 4) + 2))
}

# induct_dwtcs NAME KEY=VALUE...: its properties hold by induction
induct_dwtcs() {
    dwtcs_point "$@" || return 1
    dwtcs_smt "$POINT" "$WORK/$POINT" -DFORMAL || { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    proved "$POINT" 2
}

# prove_dwtcs NAME KEY=VALUE...: and their witnesses are reached
prove_dwtcs() {
    local start=$EPOCHREALTIME
    induct_dwtcs "$@" && reached "$POINT" "$(dwtcs_steps)" || return 1
    record dwtcs "$*" 2 "$(seconds_since "$start")" proved
}

# Points: name and keys. Mutants: property, module, edit; at the point below.
# shellcheck disable=SC2034 # for those who source this
DWTCS_POINTS=(
    'dwtcs_one warps=1 sms=1 period=1 winners=1'
    'dwtcs_rounds sms=1 warps=3 period=1 over=2 sampled=2 winners=1'
    'dwtcs_two sms=2 warps=3 period=2 over=2'
    'dwtcs_more_sms sms=3 warps=2 period=3 over=1 sampled=2 winners=2 schedulers=2'
    'dwtcs_slow sms=2 warps=5 period=3 over=3 winners=1 threshold=10'
)
DWTCS_MUTANT_POINT=(sms=2 warps=3 period=2 over=2)
# shellcheck disable=SC2034
DWTCS_MUTANTS=(
    '1 limits_within_1_and_w|dwtcs_ctl|s/round_warps *= trial_is_max ? WARPS.LIMIT_W-1:0. : trial_warps/round_warps = trial_warps/'
    '2 starts_after_n_periods_over|dwtcs_meter|s/over_threshold ? run_q + RUN_1 : {RUN_W{1.b0}}/run_q + RUN_1/'
    '3 begin_and_end_store_nothing|dwtcs_ctl|s/table_store_o *= decision && !kernel_change/table_store_o     = decision/'
    '4 begin_and_end_end_all|dwtcs_ctl|s/else if (kernel_end_pulse_i) phase_d/else if (kernel_end_pulse_i \&\& !decision) phase_d/'
    '5 returns_what_was_stored|dwtcs_ctl|s/limit_q <= table_warps_i/limit_q <= winner_warps_o/'
    '6 samples_only_what_is_not_kept|dwtcs_ctl|s/table_hit_i ? THROTTLE : SAMPLE/SAMPLE/'
    '7 count_has_room|dwtcs_ctl|s/kernel_begin_pulse_i || round_end_d ||/kernel_begin_pulse_i ||/'
)
# shellcheck disable=SC2034
VOTE_MUTANTS=(
    '1 none_has_more|s/best_insns_q <= insns_i/best_insns_q <= insns_i >> 1/'
    '2 of_equals_the_fewest_warps|s/insns_i > best_insns_q/insns_i >= best_insns_q/'
    '3 an_earlier_winner_loses_to_more|s/(first \&\& !further_i)/first/'
    '4 the_first_round_has_a_winner|s/ || (first \&\& !further_i)//'
)

# kill_dwtcs_mutant MUTANT: the property refutes the edited module
kill_dwtcs_mutant() {
    local id property module edit name file
    IFS='|' read -r property module edit <<<"$1"
    id=${property%% *} property=${property#* }
    name=dwtcs_mutant_$id
    dwtcs_point "$name" "${DWTCS_MUTANT_POINT[@]}" || return 1
    file=$WORK/$name/dwt_pric_full_$module.v
    edited -e "$edit" "$file" || return 1
    dwtcs_smt "$name" "$WORK/$name" "-DONLY=$id" || { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    refuted "$name" "$property" "$(dwtcs_steps)" || return 1
    record dwtcs-mutants "$property" "$(last_step "$WORK/$name.refute.log")" - killed
}

# vote_smt NAME N DIR DEFINE: NAME.smt2 of the vote of N SMs, as it stands in DIR
vote_smt() {
    local name=$1 n=$2 dir=$3 define=$4 sm_w=1
    while (((1 << sm_w) < n)); do ((sm_w++)); done
    elaborate "$name" "$dir" vote_properties \
        "read_verilog -formal $define -I. dwt_pric_full_dwtcs_vote.v; read_verilog -formal $define -DTOP=dwt_pric_full_dwtcs_vote -DN=$n -DSM_W=$sm_w -DCOUNT_W=3 -I$FORMAL_DIR $FORMAL_DIR/dwtcs_vote.v" \
        'connect -set h_turn u_dut.turn_q; connect -set h_sm u_dut.best_sm_q; connect -set h_best u_dut.best_insns_q; connect -set h_wins u_dut.wins_q; '
}

# prove_vote N
prove_vote() {
    local start=$EPOCHREALTIME name=vote_$1
    dwtcs_point "$name" || return 1
    vote_smt "$name" "$1" "$WORK/$name" -DFORMAL || { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    proved "$name" 1 && reached "$name" $((2 * $1 + 4)) || return 1
    record vote "dwtcs_vote n=$1" 1 "$(seconds_since "$start")" proved
}

# kill_vote_mutant MUTANT
kill_vote_mutant() {
    local property=${1%%|*} edit=${1#*|} id name file
    id=${property%% *} property=${property#* }
    name=vote_mutant_$id
    dwtcs_point "$name" || return 1
    file=$WORK/$name/dwt_pric_full_dwtcs_vote.v
    edited -e "$edit" "$file" || return 1
    vote_smt "$name" 3 "$WORK/$name" "-DONLY=$id" ||
        { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    refuted "$name" "$property" 10 || return 1
    record dwtcs-mutants "$property" "$(last_step "$WORK/$name.refute.log")" - killed
}
