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

export SEED=${SEED:-1} ONLY=${ONLY:-} SHORT=200000 # cycles that tests/cosim/cart.sh runs at that size

# BLOCK NAME ~ MODULE ~ TEXT ~ WHAT STANDS IN ITS PLACE
edits() {
    cat <<'LIST'
cart row_bit_11_of_group_3 ~ cart_tags ~ assign row_hit_o[g]      = ~ assign row_hit_o[g] = g == 3 ? ((((kept_q ? word_q[g*RW +: RW] : read[g*RW +: RW]) ^ tag_row) & ~13'h800) == 0) :
cart row_bit_9_as_read ~ cart_tags ~ read[g*RW +: RW] == tag_row ~ ((read[g*RW +: RW] ^ tag_row) & ~13'h200) == 0
cart row_bit_4_as_kept ~ cart_tags ~ word_q[g*RW +: RW] == tag_row ~ ((word_q[g*RW +: RW] ^ tag_row) & ~13'h10) == 0
cart column_top_bit ~ cart_tags ~ read[AT +: COL_W] == tag_column ~ ((read[AT +: COL_W] ^ tag_column) & ~5'h10) == 0
cart row_of_all_ones ~ cart_tags ~ (!kept_q && read[g*RW +: RW] == tag_row) ~ (!kept_q && !(&tag_row) && read[g*RW +: RW] == tag_row)
cart word_of_branch_14 ~ cart_tags ~ .wr_en_i(|place_i) ~ .wr_en_i(|place_i && number_i != 4'd14)
cart oldest_for_youngest ~ cart_place ~ lines & ~waited_for; ~ lines & ~of_branch(branch_q, waits_i[0 +: QUEUES]);
cart full_of_one_queue ~ cart_place ~ youngest & ~full; ~ youngest & ~(full & ~(8'h80 & {8{branch_q[13]}}));
cart reuse_of_a_held_group ~ cart_place ~ last & ~held; ~ last;
cart claim_of_the_last_group ~ cart_place ~ .req_i(~held & ~last) ~ .req_i(~held)
cart row_that_comes_back ~ cart_place ~ |(row_hit & reuse); ~ 1'b0;
cart forgets_never ~ cart_place ~ assign forgets_o  = busy_q ~ assign forgets_o  = 1'b0 && busy_q
cart forgets_what_comes_back ~ cart_place ~ !other_any && !back && |reuse ~ !other_any && |reuse
cart chain_of_group_3 ~ cart_place ~ hit[g] && youngest[g*COLUMNS + k]; ~ hit[g] && youngest[g*COLUMNS + k] && !(g == 3 && branch_q[8]);
cart chain_never_ends ~ cart_queues ~ empties[(g/COLUMNS)*COLUMNS + BEFORE]; ~ empties[(g/COLUMNS)*COLUMNS + BEFORE] && g != 90;
cart chain_end_lost_on_coincidence ~ cart_queues ~ empties[(g/COLUMNS)*COLUMNS + BEFORE]; ~ empties[(g/COLUMNS)*COLUMNS + BEFORE] && !(g/LOCAL == 11 && fill_branch_i[11] && |fill_place_i);
cart chains_after_reset ~ cart_queues ~ if (!rst_ni) waits_q <= ~ if (1'b0) waits_q <=
cart history_after_reset ~ cart_queues ~ if (!rst_ni)                            group_q ~ if (!rst_ni && b != 15)                            group_q
cart forgotten_before_it_leaves ~ cart_queues ~ else if (leaves_here)                   group_q ~ else if (leaves_here && !(forgets_i && fill_branch_i[b])) group_q
cart forgets_the_neighbour ~ cart_queues ~ else if (forgets_i && fill_branch_i[b]) ~ else if (forgets_i && (fill_branch_i[b] || (b == 7 && fill_branch_i[6])))
cart ends_though_refilled ~ cart_queues ~ last_one_i && !(same_branch && |(offer_place_i & fill_place_i)); ~ last_one_i;
cart count_of_queue_100 ~ cart_queues ~ (carry & ~leaves); ~ (carry & ~(leaves & ~(128'h1 << 100)));
cart full_of_queue_77 ~ cart_queues ~ = all_full(counts); ~ = all_full(counts) & ~(128'h1 << 77);
cart rotation_skips_branch_0 ~ cart_turn ~ .req_i(others), .first_o(wrap) ~ .req_i((others & ~16'h1) == 0 ? others : others & ~16'h1), .first_o(wrap)
cart rotation_stays_on_reject ~ cart_turn ~ if (load) above_q ~ if (load && !(reject_i && branch_d[15])) above_q
cart rotation_restarts_at_wrap ~ cart_turn ~ ahead_any ? ahead_above : wrap_above; ~ ahead_any ? ahead_above : {16{1'b1}};
cart younger_of_a_chain ~ cart_turn ~ ~any_chain(waits_i); ~ ~(any_chain(waits_i) & ~{16{8'h40}});
cart row_of_group_3 ~ cart_turn ~ = |place_q[g*COLUMNS +: COLUMNS]; ~ = |place_q[g*COLUMNS +: COLUMNS] && !(g == 3 && branch_q[15]);
cart branch_10_forgets_queue_7 ~ cart_turn ~ assign some[b] = |lengths; ~ assign some[b] = |(lengths & (b == 10 ? 16'h7f7f : 16'hffff));
cart tie_to_the_highest ~ cart_best ~ ? last_i : first; ~ ? last_i : (longest[7] && longest[6] && !(|longest[5:0])) ? 8'h80 : first;
cart length_of_queue_7 ~ cart_best ~ eligible_i, lengths_i); ~ eligible_i, lengths_i & 16'h7fff);
cart word_255_is_254 ~ cart ~ .rd_addr_i(next_at[ADDR_W-1:0]) ~ .rd_addr_i(next_at[ADDR_W-1:0] == 8'hff ? 8'hfe : next_at[ADDR_W-1:0])
cart line_of_all_ones ~ cart_join ~ assign line_o = { ~ assign line_o = (&branch_i && &tag_i) ? 22'h3ffffe : {
crossbar_request credit_lost_at_full ~ crossbar_output ~ credit_q <= credit_q + credit_i - ~ credit_q <= credit_q + (credit_i == PLACES ? credit_i - 1'b1 : credit_i) -
crossbar_request credit_of_two_at_empty ~ crossbar_output ~ credit_q <= credit_q + credit_i - ~ credit_q <= (credit_q == 0 && give_i && credit_i == 2) ? {CREDIT_W{1'b0}} : credit_q + credit_i -
crossbar_request end_lost_on_coincidence ~ crossbar_output ~ to_come == LEFT_1} ~ to_come == LEFT_1 && !(credit_i == 3 && give_i && credit_q == 1)}
crossbar_request header_of_all_ones ~ crossbar_output ~ meta_q[META_W-1:0] <= meta_i; ~ meta_q[META_W-1:0] <= meta_i ^ {{(META_W-1){1'b0}}, &meta_i};
crossbar_request places_after_reset ~ crossbar_output ~ credit_q <= PLACES[CREDIT_W-1:0]; ~ credit_q <= |credit_q ? credit_q : PLACES[CREDIT_W-1:0];
crossbar_request room_for_one_too_many ~ crossbar_input ~ <= ROOM; ~ <= ROOM + 1'b1;
crossbar_reply rotation_restarts_at_wrap ~ crossbar_turn ~ high ? high_above : low_above; ~ high ? high_above : {N{1'b1}};
crossbar_reply turn_of_the_last ~ crossbar_turn ~ else if (move_i) ~ else if (move_i && !grant_o[N-1])
crossbar_reply last_word_of_the_fifo ~ lib_fifo ~ mem_q[tail_q] <= data_i; ~ mem_q[tail_q] <= (tail_q == LAST[PTR_W-1:0]) ? {1'b0, data_i[WIDTH-2:0]} : data_i;
crossbar_reply idle_without_the_last_input ~ crossbar_reply ~ !(|in_held) && ~ !(|in_held[INPUTS-2:0]) &&
LIST
}

configs() { # BLOCK: of which preset
    case $1 in
        cart) echo '-c cart --set structures.cart.enable=true' ;;
        crossbar_request) echo '-c bandwidth --set structures.crossbar.enable=true --set gpu.sms=5 --set dram.channels=3' ;;
        *) echo '-c bandwidth-16-48 --set structures.crossbar.enable=true --set gpu.sms=5 --set dram.channels=3' ;;
    esac
}
export -f configs

one() { # BLOCK NAME MODULE OLD NEW
    local dir=$WORK/$2 config file text
    read -ra config <<<"$(configs "$1")"
    "$WARPLOOM" rtl "${config[@]}" -q -o "$dir" 2>"$WORK/$2.err"
    file=$(find "$dir" -name "*_$3.v" | sort | tail -n 1)
    if [ "$3" = cart ]; then file=$dir/cart_cart.v; fi
    text=$(cat "$file")
    if [[ $text != *"$4"* ]]; then echo 'not there' >"$WORK/$2.err"; return; fi
    printf '%s\n' "${text//"$4"/"$5"}" >"$file"
    "$WARPLOOM" bench "${config[@]}" --block "$1" --rtl "$dir" --seed "$SEED" --json >"$WORK/$2.json" 2>>"$WORK/$2.err"
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
    if [ "$(cat "$WORK/$name.status" 2>/dev/null)" = 1 ] && [ "$(jq '.mismatches == 1 or .broken_law != null' "$WORK/$name.json")" = true ]; then
        ok "${block}_${name}"
        echo "# caught in cycle $cycles"
        [ "$cycles" -le "$SHORT" ] && early=$((early + 1))
    else
        not_ok "${block}_${name}" "$(head -n 2 "$WORK/$name.err" | tr '\n' ' ')"
    fi
done < <(edits | grep "^$ONLY")
if [ "$n" -gt 0 ] && [ $((10 * early)) -ge $((9 * n)) ]; then ok nine_in_ten_are_caught_early; else not_ok nine_in_ten_are_caught_early "$early of $n"; fi
finish
