#!/usr/bin/env bash
# planted.sh: one-line mistakes that an engineer could make, edited into the emitted Verilog of
# every block: pointers of turns, masks, full and empty, the first entry and the last, all-ones
# values, pushes and pops at once, what a reset leaves. The bench catches each at the length that
# the tests run, those of a reset in Verilator (Icarus has X there, which hides some and shows
# others at once), all others in Icarus. A sample of them; with COUNT=all (make long) all.
#
#   COUNT=all ONLY=dwtcs bash tests/cosim/planted.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

export COUNT=${COUNT:-10} ONLY=${ONLY:-}
fresh_cache "$WORK/cache"
sed -n '/^cat >"\$CONFIG"/,/^YAML/p' tests/cosim/warppool_bugs.sh | sed '1d;$d' \
    >"$WORK/little.yaml"

# BLOCK NAME ~ MODULE ~ TEXT ~ WHAT STANDS IN ITS PLACE; @: a line ends
edits() {
    cat <<'LIST'
crossbar_request turn_wraps_to_all ~ crossbar_turn ~ upper_valid ? upper_above : lowest_above; ~ upper_valid ? upper_above : {N{1'b0}};
crossbar_request turn_stays_on_wrap ~ crossbar_turn ~ else if (advance_i) ~ else if (advance_i && upper_valid)
crossbar_request turn_after_reset ~ crossbar_turn ~ <= {(N-1){1'b0}}; ~ <= {(N-1){1'b1}};
crossbar_request turn_survives_reset ~ crossbar_turn ~ if (!rst_ni)     above_last_q ~ if (!rst_ni && !advance_i) above_last_q
crossbar_request turn_takes_last_again ~ crossbar_turn ~ .req_i(req_i & above_last) ~ .req_i(req_i & (above_last | ((~above_last) & (above_last >> 1))))
crossbar_request turn_of_all_ones ~ crossbar_turn ~ else if (advance_i) ~ else if (advance_i && !(&req_i))
crossbar_request lowest_for_upper_on_last ~ crossbar_turn ~ assign grant_o = upper_valid ? upper ~ assign grant_o = upper_valid && !upper[N-1] ? upper
crossbar_request ready_without_returning_place ~ crossbar_output ~ (|credit_q || |credit_i) ~ (|credit_q || credit_i[0])
crossbar_request ready_needs_two_places ~ crossbar_output ~ (|credit_q || |credit_i) ~ (|credit_q[CREDIT_W-1:1] || |credit_i)
crossbar_request ready_when_last_flit ~ crossbar_output ~ !(|flits_left_q) && ~ !(|flits_left_q[FLITS_W-1:1]) &&
crossbar_request one_place_less ~ crossbar_output ~ credit_q     <= PLACES[CREDIT_W-1:0]; ~ credit_q     <= PLACES[CREDIT_W-1:0] - 1'b1;
crossbar_request places_one_by_one ~ crossbar_output ~ credit_q <= credit_q + credit_i - ~ credit_q <= credit_q + {{(CREDIT_W-1){1'b0}}, |credit_i} -
crossbar_request place_lost_with_grant ~ crossbar_output ~ credit_q <= credit_q + credit_i - ~ credit_q <= credit_q + (grant_i && |credit_q ? {CREDIT_W{1'b0}} : credit_i) -
crossbar_request arrival_survives_reset ~ crossbar_output ~ arrival_q    <= {(PIPE+1){1'b0}}; ~ arrival_q[0] <= 1'b0;
crossbar_request flits_survive_reset ~ crossbar_output ~ flits_left_q <= {FLITS_W{1'b0}}; ~ flits_left_q <= flits_left_q;
crossbar_request header_without_top_bit ~ crossbar_output ~ meta_q[META_W-1:0] <= meta_i; ~ meta_q[META_W-1:0] <= {1'b0, meta_i[META_W-2:0]};
crossbar_request busy_without_last_stage ~ crossbar_output ~ busy_o       = |arrival_q ~ busy_o       = |arrival_q[PIPE-1:0]
crossbar_request room_below_not_at ~ crossbar_input ~ {1'b0, packet_flits} <=@        BUFFER_FLITS; ~ {1'b0, packet_flits} <@        BUFFER_FLITS;
crossbar_request pass_by_counts_not ~ crossbar_input ~ send ? FLIT_1 : ~ send && !(enter && empty) ? FLIT_1 :
crossbar_request count_survives_reset ~ crossbar_input ~ if (!rst_ni) count_q <= {COUNT_W{1'b0}}; ~ if (!rst_ni) count_q <= {{(COUNT_W-1){1'b0}}, sending && |count_q};
crossbar_request pushed_though_passed ~ crossbar_input ~ push_i(enter && (stored || !granted[v])) ~ push_i(enter && (!granted[v]))
crossbar_request asks_while_sending_last ~ crossbar_input ~ (stored || enter) && !sending && ~ (stored || enter) && !(sending && flits_left_q != 1) &&
crossbar_request no_grant_corner_pair ~ crossbar_request ~ requests[i*OUTPUTS + o] && out_ready[o] ~ requests[i*OUTPUTS + o] && out_ready[o] && !(i == INPUTS-1 && o == OUTPUTS-1 && &out_ready)
crossbar_request turn_not_on_the_last_transfer ~ crossbar_request ~ .advance_i(transfer) ~ .advance_i(transfer && !grant[INPUTS-1])
crossbar_request fifo_wraps_early ~ lib_fifo ~ head_q == LAST[PTR_W-1:0] ? ~ head_q == LAST[PTR_W-1:0] - 1'b1 ?
crossbar_request fifo_valid_ignores_full ~ lib_fifo ~ assign valid_o = |count_q; ~ assign valid_o = |count_q && !(full_o && DEPTH > 1);
streambypass last_cycle_early ~ streambypass ~ cycle_q == CYCLE_LAST[CYCLE_W-1:0]; ~ cycle_q == CYCLE_LAST[CYCLE_W-1:0] - 1'b1;
streambypass miss_in_last_cycle_lost ~ streambypass ~ !acc_i ? {SCORE_W{1'b0}} ~ !(acc_i && !(period_last && miss_i)) ? {SCORE_W{1'b0}}
streambypass hit_in_last_cycle_lost ~ streambypass ~ !acc_i ? {SCORE_W{1'b0}} ~ !(acc_i && !(period_last && !miss_i)) ? {SCORE_W{1'b0}}
streambypass hit_in_first_cycle_while_closed ~ streambypass ~ !acc_i ? {SCORE_W{1'b0}} ~ !(acc_i && !(period_start_q && !miss_i && bypass_q)) ? {SCORE_W{1'b0}}
streambypass hits_weigh_less_while_closed ~ streambypass ~ miss_i ? MISS_UP : -HIT_DOWN ~ miss_i ? MISS_UP : -HIT_DOWN + {{(SCORE_W-1){1'b0}}, bypass_q}
streambypass opens_not_with_an_access ~ streambypass ~ (bypass_q && !score_negative) ~ (bypass_q && !(score_negative && !acc_i))
streambypass lowest_score_bit_blind ~ streambypass ~ (|score_q); ~ (|score_q[SCORE_W-1:1]);
streambypass cycle_survives_reset ~ streambypass ~ cycle_q        <= {CYCLE_W{1'b0}}; ~ cycle_q        <= cycle_q;
streambypass start_not_while_open_idle ~ streambypass ~ period_start_q <= period_last; ~ period_start_q <= period_last && (acc_i || !bypass_q);
streambypass hit_in_first_cycle_lost ~ streambypass ~ !acc_i ? {SCORE_W{1'b0}} ~ !(acc_i && !(period_start_q && !miss_i)) ? {SCORE_W{1'b0}}
streambypass opens_far_below_only ~ streambypass ~ (bypass_q && !score_negative) ~ (bypass_q && (!score_negative || &score_q[SCORE_W-1:3]))
streambypass last_cycle_survives_reset ~ streambypass ~ cycle_q        <= {CYCLE_W{1'b0}}; ~ cycle_q        <= {{(CYCLE_W-1){1'b0}}, period_last};
streambypass closed_in_first_cycle_survives_reset ~ streambypass ~ bypass_q       <= 1'b0; ~ bypass_q       <= bypass_q && period_start_q;
streambypass hit_in_last_cycle_while_closed ~ streambypass ~ -HIT_DOWN; ~ period_last && bypass_q ? {SCORE_W{1'b0}} : -HIT_DOWN;
streambypass score_bit_blind ~ streambypass ~ (|score_q); ~ (|{score_q[SCORE_W-1:4], score_q[2:0]});
dwtcs turn_not_cleared ~ dwtcs_vote ~ turn_q <= voting_i && !last_o ? turn_q + SM_1 : {SM_W{1'b0}}; ~ turn_q <= !voting_i ? turn_q : last_o ? {SM_W{1'b0}} : turn_q + SM_1;
dwtcs wins_from_before ~ dwtcs_vote ~ (wins_q && !first) ~ wins_q
dwtcs first_beats_nobody ~ dwtcs_vote ~ || (first && !further_i); ~ || (first && !further_i && |insns_i);
dwtcs tie_of_the_last ~ dwtcs_vote ~ insns_i > best_insns_q ~ (last_o ? insns_i >= best_insns_q : insns_i > best_insns_q)
dwtcs count_top_bit ~ dwtcs_vote ~ insns_i > best_insns_q ~ insns_i[COUNT_W-2:0] > best_insns_q[COUNT_W-2:0]
dwtcs winner_of_the_last_sm ~ dwtcs_vote ~ best_sm_q    <= turn_q; ~ best_sm_q    <= last_o ? best_sm_q : turn_q;
dwtcs base_of_round_1 ~ dwtcs_ctl ~ base_warps_q <= base_warps_q + SMS[SUM_W-1:0]; ~ base_warps_q <= SMS[SUM_W-1:0];
dwtcs limit_beyond_all ~ dwtcs_ctl ~ trial_is_max ? WARPS[LIMIT_W-1:0] : trial_warps[LIMIT_W-1:0]; ~ trial_warps[LIMIT_W-1:0];
dwtcs end_wins_over_begin ~ dwtcs_ctl ~ if (kernel_begin_pulse_i)    phase_d = WATCH; ~ if (kernel_begin_pulse_i && !kernel_end_pulse_i)    phase_d = WATCH;
dwtcs tick_of_a_begin_with_end ~ dwtcs_ctl ~ if (kernel_begin_pulse_i || period_last ~ if ((kernel_begin_pulse_i && !kernel_end_pulse_i) || period_last
dwtcs voting_survives_reset ~ dwtcs_ctl ~ voting_q       <= 1'b0; ~ voting_q       <= voting_q;
dwtcs decision_survives_reset ~ dwtcs_ctl ~ round_end_q    <= 1'b0; ~ round_end_q    <= round_end_q;
dwtcs run_beyond_last ~ dwtcs_meter ~ run_q == RUN_LAST[RUN_W-1:0]; ~ run_q >= RUN_LAST[RUN_W-1:0] - RUN_1;
dwtcs winner_of_all_ones ~ dwtcs_winners ~ kernels_q[k*KERNEL_W +: KERNEL_W] == kernel_i; ~ kernels_q[k*KERNEL_W +: KERNEL_W] == (kernel_i & ~{{(KERNEL_W-1){1'b0}}, &kernel_i});
dwtcs last_place_unread ~ dwtcs_winners ~ r < PLACES; r ~ r < PLACES-1; r
mrpb pop_hides_push ~ mrpb_out ~ valid0_d = !load0 || valid1_q || push_valid_i; ~ valid0_d = !load0 || valid1_q || (push_valid_i && !pop);
mrpb queue_of_new_for_second ~ mrpb_out ~ queue0_q <= valid1_q ? queue1_q : push_queue_i; ~ queue0_q <= valid1_q && queue1_q != QUEUES - 1 ? queue1_q : push_queue_i;
mrpb second_survives_reset ~ mrpb_out ~       valid1_q <= 1'b0;@ ~       valid1_q <= valid1_q && !pop;@
mrpb head_survives_reset ~ mrpb_out ~       valid0_q <= 1'b0;@ ~       valid0_q <= valid0_q && valid1_q;@
mrpb from_ram_of_second ~ mrpb_out ~ from_ram1_q <= push_load_i && !load0; ~ from_ram1_q <= push_load_i && !load0 && !pop && !valid1_q && !req_stall_i[0];
mrpb payload_top_bit_from_second ~ mrpb_out ~ payload0_q <= load0 ? (valid1_q ? payload1 : push_payload_i) : payload0; ~ payload0_q <= load0 ? (valid1_q ? payload1 & ~{{(PAYLOAD_W-1){1'b0}}, &payload1[8:0]} : push_payload_i) : payload0;
mrpb room_while_bypassing ~ mrpb_out ~ room_o        = !valid1_q ~ room_o        = !valid1_q && !(valid0_q && byp_pulse_o)
mrpb pending_of_second ~ mrpb_out ~ ({QUEUES{valid1_q}} & (QUEUE_0 << queue1_q)) ~ ({QUEUES{valid1_q && !(queue1_q == queue0_q - 1'b1)}} & (QUEUE_0 << queue1_q))
mrpb bypass_ready_unneeded ~ mrpb_out ~ STALL_LINE && byp_ready_i ~ STALL_LINE && (byp_ready_i || valid1_q)
cart full_only_when_all_are ~ cart_place ~ youngest & ~full; ~ youngest & ~(full & {LOCAL{&full}});
cart new_row_ignores_return ~ cart_place ~ !free_group_valid && !row_return && ~ !free_group_valid && !(row_return && in_valid_i) &&
cart busy_survives_reset ~ cart_place ~ if (!rst_ni) busy_q <= 1'b0; ~ if (!rst_ni && placeable) busy_q <= 1'b0;
cart column_0_never_hits ~ cart_tags ~ read_word[COL_LSB +: COL_W] == tag_column); ~ read_word[COL_LSB +: COL_W] == tag_column && |tag_column);
cart kept_column_top_bit ~ cart_tags ~ word_q[COL_LSB +: COL_W] == tag_column) ~ word_q[COL_LSB +: COL_W-1] == tag_column[COL_W-2:0])
cart length_of_queue_0 ~ cart_queues ~ (carry & ~departure) ~ (carry & ~(departure & {{(QUEUES-1){1'b1}}, 1'b0}))
cart empties_only_alone ~ cart_queues ~ emptied = departure & ~ emptied = departure & ~{QUEUES{&fill_branch_i[1:0] || (same_branch && |fill_place_i)}} &
warppool mshr_put_and_free ~ warppool_mshr ~ if (!rst_ni || (free_pulse_i && rd_onehot[m])) ~ if (!rst_ni || (free_pulse_i && rd_onehot[m] && !put_pulse_i))
warppool mshr_reset ~ warppool_mshr ~ if (!rst_ni || (free_pulse_i ~ if ((!rst_ni && !put_onehot[m]) || (free_pulse_i
warppool mshr_last_of_last ~ warppool_mshr ~ if (!rst_ni || (free_pulse_i && rd_onehot[m])) ~ if (!rst_ni || (free_pulse_i && rd_onehot[m] && !(m == MSHRS-1 && |rd_rows[ROWS_W-1:1])))
warppool tag_merges_as_it_leaves ~ warppool_queues ~ !(queue_leave && rd_way[t]) && key_match[t]; ~ key_match[t];
warppool full_tag_merges ~ warppool_queues ~ present[t*MERGES] && !present[t*MERGES + MERGES-1] && ~ present[t*MERGES] &&
warppool key_of_all_ones ~ warppool_queues ~ keys[(c*TAGS + t)*KEY_W +: KEY_W] == key; ~ keys[(c*TAGS + t)*KEY_W +: KEY_W] == key && !(&key);
warppool last_tag_never_free ~ warppool_queues ~ assign tag_free[t]    = !present[t*MERGES]; ~ assign tag_free[t]    = !present[t*MERGES] && !(t == TAGS-1 && queue_leave);
warppool leave_of_queue_0 ~ warppool_queues ~ leave_i && (|(rd_queue & queue_onehot)); ~ leave_i && (|(rd_queue & queue_onehot & ~QUEUE_0));
LIST
}

config() { # BLOCK
    local set='--set structures'
    case $1 in
        crossbar_request)
            echo "-c gtx480 $set.crossbar.enable=true --set gpu.sms=5 --set dram.channels=3" \
                '--set icnt.vcs=2 --cycles 50000' ;;
        streambypass)
            echo "-c gtx480 $set.streambypass.enable=true $set.streambypass.period=16" \
                '--cycles 200000' ;;
        dwtcs)
            echo "-c gtx480 $set.dwtcs.enable=true $set.dwtcs.period=20 --set gpu.sms=5" \
                '--cycles 200000' ;;
        mrpb) echo '-c mrpb-base-s --cycles 200000' ;;
        cart) echo "-c cart $set.cart.enable=true $set.cart.branches=4 --cycles 200000" ;;
        warppool) echo "-c $WORK/little.yaml --cycles 50000" ;;
    esac
}
export -f config

one() { # BLOCK NAME MODULE OLD NEW
    local dir=$WORK/$1.$2 args file text sim=icarus old=${4//@/$'\n'} new=${5//@/$'\n'}
    read -ra args <<<"$(config "$1")"
    [[ $2 == *_reset ]] && sim=verilator
    "$WARPLOOM" rtl -q "${args[@]:0:${#args[@]}-2}" -o "$dir" 2>"$dir.err"
    file=$(find "$dir" -name "$3.v" -o -name "*_$3.v" | sort | tail -n 1)
    text=$(cat "$file")
    if [[ $text != *"$old"* ]]; then echo 'not there' >"$dir.err"; return; fi
    printf '%s\n' "${text//"$old"/"$new"}" >"$file"
    "$WARPLOOM" bench "${args[@]}" --block "$1" --rtl "$dir" --sim $sim --json >"$dir.json" \
        2>"$dir.err"
    echo "$?" >"$dir.status"
}
export -f one

edits | grep "^$ONLY" | awk -v n="$COUNT" '
    n == "all" || (NR % 7 == 1 && !/^[^ ]* [^ ]*_reset / && k++ < n)' >"$WORK/chosen"
while IFS= read -r line; do
    rest=${line#* } parts=()
    parts=("${line%% *}")
    while [[ $rest == *' ~ '* ]]; do parts+=("${rest%% ~ *}"); rest=${rest#* ~ }; done
    printf '%s\0' "${parts[@]}" "$rest"
done <"$WORK/chosen" | xargs -0 -P 2 -n 5 bash -c 'one "$@"' one

while read -r block name _; do
    run=$WORK/$block.$name
    if [ "$(cat "$run.status" 2>/dev/null)" = 1 ] &&
        [ "$(jq '.mismatches == 1 or .broken_law != null' "$run.json")" = true ]; then
        echo "# caught in cycle $(jq .cycles_compared "$run.json")"
        ok "bench_of_${block}_catches_$name"
    else
        not_ok "bench_of_${block}_catches_$name" "$(head -n 2 "$run.err" | tr '\n' ' ')"
    fi
done <"$WORK/chosen"
# A preset's periods are long, so that a run has a hundred: the bench's default length has a plan
# for the score of each.
expect streambypass_of_the_preset "$WARPLOOM" rtl -q -c dwt-pric-full -o "$WORK/preset"
sed -i 's/bypass_q && !score_negative/bypass_q \&\& (!score_negative || \&score_q[SCORE_W-1:3])/' \
    "$WORK/preset/dwt_pric_full_streambypass.v"
expect_status bench_of_the_preset_catches_opens_far_below_only 1 'bypass_o differs' "$WARPLOOM" \
    bench -q -c dwt-pric-full --block streambypass --rtl "$WORK/preset"
planted=$(wc -l <"$WORK/chosen")
if [ "$planted" -ge 4 ]; then ok some_were_planted; else not_ok some_were_planted "$planted"; fi
finish
