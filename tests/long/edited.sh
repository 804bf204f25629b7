#!/usr/bin/env bash
# edited.sh : mistakes that an engineer could make, edited into the emitted Verilog of CART at its
# preset's size and of both crossbars. The bench catches all of them within its default length, and
# nine in ten within the length that the other tests run.
#
#   ONLY=cart SEED=2 bash tests/long/edited.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# cycles that tests/cosim/cart.sh runs at that size
export SEED=${SEED:-1} ONLY=${ONLY:-} SHORT=200000

# BLOCK NAME ~ MODULE ~ TEXT ~ WHAT STANDS IN ITS PLACE
edits() {
    cat <<'LIST'
cart row_bit_11_of_group_3 ~ cart_tags ~ assign row_hit_o[g] = ~ assign row_hit_o[g] = g == 3 ? ((((word_kept_q ? word_q[g*ROW_W +: ROW_W] : read_word[g*ROW_W +: ROW_W]) ^ tag_row) & ~13'h800) == 0) :
cart row_bit_9_as_read ~ cart_tags ~ read_word[g*ROW_W +: ROW_W] == tag_row ~ ((read_word[g*ROW_W +: ROW_W] ^ tag_row) & ~13'h200) == 0
cart row_bit_4_as_kept ~ cart_tags ~ word_q[g*ROW_W +: ROW_W] == tag_row ~ ((word_q[g*ROW_W +: ROW_W] ^ tag_row) & ~13'h10) == 0
cart column_top_bit ~ cart_tags ~ read_word[COL_LSB +: COL_W] == tag_column ~ ((read_word[COL_LSB +: COL_W] ^ tag_column) & ~5'h10) == 0
cart row_of_all_ones ~ cart_tags ~ (!word_kept_q && read_word[g*ROW_W +: ROW_W] == tag_row) ~ (!word_kept_q && !(&tag_row) && read_word[g*ROW_W +: ROW_W] == tag_row)
cart word_of_branch_14 ~ cart_tags ~ .wr_en_i(|place_i) ~ .wr_en_i(|place_i && branch_number_i != 4'd14)
cart oldest_for_youngest ~ cart_place ~ line_match & ~has_follower; ~ line_match & ~of_branch(branch_q, chain_i[0 +: QUEUES]);
cart full_of_one_queue ~ cart_place ~ youngest & ~full; ~ youngest & ~(full & ~(8'h80 & {8{branch_q[13]}}));
cart reuse_of_a_held_group ~ cart_place ~ last_group & ~group_used; ~ last_group;
cart claim_of_the_last_group ~ cart_place ~ .req_i(~group_used & ~last_group) ~ .req_i(~group_used)
cart row_that_comes_back ~ cart_place ~ |(row_hit & last_group_free); ~ 1'b0;
cart forgets_never ~ cart_place ~ assign history_clear_o = busy_q ~ assign history_clear_o = 1'b0 && busy_q
cart forgets_what_comes_back ~ cart_place ~ !free_group_valid && !row_return && ~ !free_group_valid &&
cart chain_of_group_3 ~ cart_place ~ group_hit[g] && youngest[g*COLUMNS + k]; ~ group_hit[g] && youngest[g*COLUMNS + k] && !(g == 3 && branch_q[8]);
cart chain_never_ends ~ cart_queues ~ emptied[(g/COLUMNS)*COLUMNS + PREDECESSOR]; ~ emptied[(g/COLUMNS)*COLUMNS + PREDECESSOR] && g != 90;
cart chain_end_lost_on_coincidence ~ cart_queues ~ emptied[(g/COLUMNS)*COLUMNS + PREDECESSOR]; ~ emptied[(g/COLUMNS)*COLUMNS + PREDECESSOR] && !(g/LOCAL == 11 && fill_branch_i[11] && |fill_place_i);
cart chains_after_reset ~ cart_queues ~ if (!rst_ni) chain_q <= ~ if (1'b0) chain_q <=
cart history_after_reset ~ cart_queues ~ if (!rst_ni)                            group_q ~ if (!rst_ni && b != 15)                            group_q
cart forgotten_before_it_leaves ~ cart_queues ~ else if (branch_departure)                   group_q ~ else if (branch_departure && !(history_clear_i && fill_branch_i[b])) group_q
cart forgets_the_neighbour ~ cart_queues ~ else if (history_clear_i && fill_branch_i[b]) ~ else if (history_clear_i && (fill_branch_i[b] || (b == 7 && fill_branch_i[6])))
cart ends_though_refilled ~ cart_queues ~ offer_empties_i && !(same_branch && |(offer_place_i & fill_place_i)); ~ offer_empties_i;
cart count_of_queue_100 ~ cart_queues ~ (carry & ~departure); ~ (carry & ~(departure & ~(128'h1 << 100)));
cart full_of_queue_77 ~ cart_queues ~ = all_full(counts); ~ = all_full(counts) & ~(128'h1 << 77);
cart rotation_skips_branch_0 ~ cart_turn ~ .req_i(other_branches), .first_o(lowest) ~ .req_i((other_branches & ~16'h1) == 0 ? other_branches : other_branches & ~16'h1), .first_o(lowest)
cart rotation_stays_on_reject ~ cart_turn ~ if (load) above_last_q ~ if (load && !(reject_i && branch_d[15])) above_last_q
cart rotation_restarts_at_wrap ~ cart_turn ~ ? above_last_q : upper_valid ? upper_above : ~ ? above_last_q : upper_valid ? upper_above : !upper_valid ? {16{1'b1}} :
cart younger_of_a_chain ~ cart_turn ~ ~any_chain(chain_i); ~ ~(any_chain(chain_i) & ~{16{8'h40}});
cart row_of_group_3 ~ cart_turn ~ = |place_q[g*COLUMNS +: COLUMNS]; ~ = |place_q[g*COLUMNS +: COLUMNS] && !(g == 3 && branch_q[15]);
cart branch_10_forgets_queue_7 ~ cart_turn ~ assign occupied[b] = |lengths; ~ assign occupied[b] = |(lengths & (b == 10 ? 16'h7f7f : 16'hffff));
cart tie_to_the_highest ~ cart_best ~ ? last_queue_i : lowest; ~ ? last_queue_i : (longest[7] && longest[6] && !(|longest[5:0])) ? 8'h80 : lowest;
cart length_of_queue_7 ~ cart_best ~ eligible_i, lengths_i); ~ eligible_i, lengths_i & 16'h7fff);
cart word_255_is_254 ~ cart ~ .rd_addr_i(next_addr), .rd_data_o(offer_entry) ~ .rd_addr_i(next_addr[ADDR_W-1:0] == 8'hff ? 8'hfe : next_addr), .rd_data_o(offer_entry)
cart line_of_all_ones ~ cart_join ~ assign line_o = { ~ assign line_o = (&branch_i && &tag_i) ? 22'h3ffffe : {
crossbar_request credit_lost_at_full ~ crossbar_output ~ credit_q <= credit_q + credit_i - ~ credit_q <= credit_q + (credit_i == PLACES ? credit_i - 1'b1 : credit_i) -
crossbar_request credit_of_two_at_empty ~ crossbar_output ~ credit_q <= credit_q + credit_i - ~ credit_q <= (credit_q == 0 && grant_i && credit_i == 2) ? {CREDIT_W{1'b0}} : credit_q + credit_i -
crossbar_request end_lost_on_coincidence ~ crossbar_output ~ flits_to_come == LEFT_1} ~ flits_to_come == LEFT_1 && !(credit_i == 3 && grant_i && credit_q == 1)}
crossbar_request header_of_all_ones ~ crossbar_output ~ meta_q[META_W-1:0] <= meta_i; ~ meta_q[META_W-1:0] <= meta_i ^ {{(META_W-1){1'b0}}, &meta_i};
crossbar_request places_after_reset ~ crossbar_output ~ credit_q     <= PLACES[CREDIT_W-1:0]; ~ credit_q <= |credit_q ? credit_q : PLACES[CREDIT_W-1:0];
crossbar_request room_for_one_too_many ~ crossbar_input ~ BUFFER_FLITS; ~ BUFFER_FLITS + 1'b1;
crossbar_reply rotation_restarts_at_wrap ~ crossbar_turn ~ upper_valid ? upper_above : lowest_above; ~ upper_valid ? upper_above : {N{1'b1}};
crossbar_reply turn_of_the_last ~ crossbar_turn ~ else if (advance_i) ~ else if (advance_i && !grant_o[N-1])
crossbar_reply last_word_of_the_fifo ~ lib_fifo ~ mem_q[tail_q] <= data_i; ~ mem_q[tail_q] <= (tail_q == LAST[PTR_W-1:0]) ? {1'b0, data_i[WIDTH-2:0]} : data_i;
crossbar_reply idle_without_the_last_input ~ crossbar_reply ~ !(|in_busy) && ~ !(|in_busy[INPUTS-2:0]) &&
LIST
}

configs() { # BLOCK: of which preset
    local crossbar='--set structures.crossbar.enable=true --set gpu.sms=5 --set dram.channels=3'
    case $1 in
        cart) echo '-c cart --set structures.cart.enable=true' ;;
        crossbar_request) echo "-c bandwidth $crossbar" ;;
        *) echo "-c bandwidth-16-48 $crossbar" ;;
    esac
}
export -f configs

one() { # BLOCK NAME MODULE OLD NEW
    local dir=$WORK/$2 config file text
    read -ra config <<<"$(configs "$1")"
    "$WARPLOOM" rtl "${config[@]}" -q -o "$dir" 2>"$WORK/$2.err"
    file=$(find "$dir" -name "$3.v" -o -name "*_$3.v" | sort | tail -n 1)
    text=$(cat "$file")
    if [[ $text != *"$4"* ]]; then echo 'not there' >"$WORK/$2.err"; return; fi
    printf '%s\n' "${text//"$4"/"$5"}" >"$file"
    "$WARPLOOM" bench "${config[@]}" --block "$1" --rtl "$dir" --seed "$SEED" \
        --json >"$WORK/$2.json" 2>>"$WORK/$2.err"
    echo "$?" >"$WORK/$2.status"
}
export -f one

edits | grep "^$ONLY" | while IFS= read -r line; do
    rest=${line#* } parts=()
    parts=("${line%% *}")
    while [[ $rest == *' ~ '* ]]; do parts+=("${rest%% ~ *}"); rest=${rest#* ~ }; done
    printf '%s\0' "${parts[@]}" "$rest"
done | xargs -0 -P 2 -n 5 bash -c 'one "$@"' one

early=0 n=0
while read -r block name _; do
    n=$((n + 1))
    cycles=$(jq '.cycles_compared // 0' "$WORK/$name.json" 2>/dev/null)
    if [ "$(cat "$WORK/$name.status" 2>/dev/null)" = 1 ] &&
        [ "$(jq '.mismatches == 1 or .broken_law != null' "$WORK/$name.json")" = true ]; then
        ok "${block}_${name}"
        echo "# caught in cycle $cycles"
        [ "$cycles" -le "$SHORT" ] && early=$((early + 1))
    else
        not_ok "${block}_${name}" "$(head -n 2 "$WORK/$name.err" | tr '\n' ' ')"
    fi
done < <(edits | grep "^$ONLY")
if [ "$n" -gt 0 ] && [ $((10 * early)) -ge $((9 * n)) ]; then ok nine_in_ten_are_caught_early
else not_ok nine_in_ten_are_caught_early "$early of $n"; fi
finish
