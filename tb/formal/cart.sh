# cart.sh : points of CART and how its property module is bound to the emitted registers. Source
# prove.sh first.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# A line address of one column bit, bank bits and row bits.
cart_map() { # BANKBITS
    if [ "$1" = 2 ]; then \
        echo 00000000.00000000.00000000.00000000.00000000.00000000.RRRRRRBB.CCSSSSSS
    else echo 00000000.00000000.00000000.00000000.00000000.00000000.RRRRRRRB.CCSSSSSS; fi
}

cart_bits() { local n=$1 w=1; while (((1 << w) < n)); do ((w++)); done; echo "$w"; }

# cart_bind WIRE SIGNAL...: the property module's wire is this concatenation, first the highest
cart_bind() { local IFS=,; CART_BIND+="connect -set $1 ${*:2}; "; }

# cart_range PREFIX N SUFFIX: PREFIX[N-1]SUFFIX ... PREFIX[0]SUFFIX, into LIST
cart_range() { local i; LIST=(); for ((i = $2 - 1; i >= 0; i--)); do LIST+=("$1[$i]$3"); done; }

# cart_memory PREFIX BRANCHES LEAVES ENTRIES: PREFIX[...] of all queues' words, by queue and slot,
# the highest first, into LIST. In the memory the branch's number stands below.
cart_memory() {
    local i words=$(($3 * $4)); LIST=()
    for ((i = $2 * words - 1; i >= 0; i--)); do LIST+=("$1[$((i % words * $2 + i / words))]"); done
}

# cart_point NAME KEY=VALUE...: keys of structures.cart; the design into $WORK/NAME, its defines and
# connections into CART_DEFINES, CART_BIND
cart_point() {
    local pair bank_bits=0 banks=1 d=u_dut queues leaves state=() bits=0
    declare -A k=([branches]=2 [rows]=1 [columns]=2 [entries]=2 [latency]=2)
    POINT=$1; shift
    for pair; do k[${pair%%=*}]=${pair#*=}; done
    while (((1 << bank_bits) < k[branches])); do ((bank_bits++)); done
    if ((bank_bits > 1)); then banks=2; fi
    "$WARPLOOM" rtl -q -c cart --set structures.cart.enable=true \
        --set "dram.address_map=$(cart_map "$banks")" --set dram.channels=1 \
        --set "dram.banks=$((1 << banks))" --set dram.bank_groups=1 \
            --set structures.cart.address_bits=16 --set "structures.cart.branches=${k[branches]}" \
        --set "structures.cart.rows=${k[rows]}" --set "structures.cart.columns=${k[columns]}" \
            --set "structures.cart.entries=${k[entries]}" \
        --set "structures.cart.latency=${k[latency]}" -o "$WORK/$POINT" || return 1
    leaves=$((k[rows] * k[columns]))
    queues=$((k[branches] * leaves))
    local count_w slot_w branch_w queue_w addr_w
    count_w=$(cart_bits $((k[entries] + 1))) slot_w=$(cart_bits "${k[entries]}") \
        branch_w=$(cart_bits "${k[branches]}")
    queue_w=$(cart_bits "$queues") addr_w=$(cart_bits $((queues * k[entries])))
    CART_DEFINES="-DTOP=cart -DBRANCHES=${k[branches]} -DROWS=${k[rows]} -DCOLUMNS=${k[columns]} -DENTRIES=${k[entries]} -DBANK_BITS=$bank_bits"
    CART_DEFINES+=" -DLINE_W=9 -DCOUNT_W=$count_w -DSLOT_W=$slot_w -DBRANCH_W=$branch_w -DQUEUE_W=$queue_w -DADDR_W=$addr_w"
    CART_BIND=
    cart_range $d.u_queues.g_count "$count_w" .bit_q; cart_bind h_counts "${LIST[@]}";
        state+=("${LIST[@]}")
    cart_range $d.u_queues.g_head "$slot_w" .bit_q; cart_bind h_heads "${LIST[@]}";
        state+=("${LIST[@]}")
    bits=$((queues * (count_w + slot_w)))
    if ((k[columns] > 1)); then
        CART_DEFINES+=' -DCHAINS'
        cart_range $d.u_queues.g_chain $((k[columns] - 1)) .chain_q;
            cart_bind h_waits "${LIST[@]}"; state+=("${LIST[@]}")
        bits=$((bits + queues * (k[columns] - 1)))
    fi
    cart_memory $d.u_ram.mem_q "${k[branches]}" "$leaves" "${k[entries]}";
        cart_bind h_mem "${LIST[@]}"
    cart_memory $d.u_lines.mem_q "${k[branches]}" "$leaves" 1; cart_bind h_lines "${LIST[@]}";
        state+=("${LIST[@]}")
    cart_range $d.u_place.u_tags.u_ram.mem_q "${k[branches]}" ''; cart_bind h_tags "${LIST[@]}";
        state+=("${LIST[@]}")
    bits=$((bits + queues * (9 - bank_bits) + k[branches] * (k[rows] * (8 - bank_bits) + leaves)))
    cart_bind h_word $d.u_place.u_tags.word_q; cart_bind h_kept $d.u_place.u_tags.word_kept_q;
        cart_bind h_tags_at $d.u_place.u_tags.u_ram.rd_addr_q
    cart_bind h_mem_at $d.u_ram.rd_addr_q; cart_bind h_lines_at $d.u_lines.rd_addr_q
    if ((k[latency] == 1)); then
        CART_DEFINES+=' -DEARLY'
        cart_bind h_bypass $d.bypass_q; cart_bind h_by_entry $d.entry_q; cart_bind h_by_tag $d.tag_q
    else
        cart_bind h_placed $d.u_place.placed_q
    fi
    local fill=fill_place
    if ((k[latency] == 3)); then
        CART_DEFINES+=' -DAHEAD'
        fill=find_place
        cart_bind h_fill_branch $d.u_place.fill_branch_q
        cart_bind h_fill_place $d.u_place.fill_place_q; cart_bind h_occupied $d.u_turn.occupied_q
        cart_bind h_best_locals $d.u_turn.best_locals_q
        cart_bind h_best_slots $d.u_turn.best_slots_q
        cart_bind h_filled_lengths $d.u_turn.filled_lengths_q
        cart_bind h_offer_lengths $d.u_turn.offer_lengths_q
        cart_bind h_fill_heads $d.u_turn.fill_heads_q
        cart_bind h_offer_heads $d.u_turn.offer_heads_q
        cart_bind h_fill_group $d.u_turn.fill_group_q
        cart_bind h_fill_column $d.u_turn.fill_column_q
        if ((k[columns] > 1)); then
            cart_bind h_predecessor $d.u_place.predecessor_q
            cart_bind h_filled_chain $d.u_turn.filled_chain_q
            cart_bind h_offer_chain $d.u_turn.offer_chain_q
        fi
    fi
    cart_bind h_busy $d.u_place.busy_q; cart_bind h_in_branch $d.u_place.branch_q
    cart_bind h_in_tag $d.u_place.tag_q; cart_bind h_in_meta $d.u_place.meta_q;
        cart_bind h_fill "$d.$fill"
    cart_bind h_valid $d.u_turn.valid_q; cart_bind h_branch $d.u_turn.branch_q;
        cart_bind h_above $d.u_turn.above_last_q
    cart_bind h_place $d.u_turn.place_q; cart_bind h_slot $d.u_turn.slot_q
    # what decides the block's course: not its metadata, and of its memories' addresses and kept
    # words nothing that follows from the rest
    state+=("$d.u_place.busy_q" "$d.u_place.branch_q" "$d.u_place.tag_q" "$d.u_turn.valid_q" \
        "$d.u_turn.branch_q" "$d.u_turn.above_last_q" "$d.u_turn.place_q" "$d.u_turn.slot_q")
    bits=$((bits + 2 + 3 * k[branches] + 9 - bank_bits + leaves + slot_w))
    local b groups=() columns=()
    for ((b = k[branches] - 1; b >= 0; b--)); do
        groups+=("$d.u_queues.g_history[$b].group_q");
        columns+=("$d.u_queues.g_history[$b].column_q"); done
    cart_bind h_group "${groups[@]}"; cart_bind h_column "${columns[@]}"
    state+=("${groups[@]}" "${columns[@]}")
    CART_LOOP="-DHAS_LOOP -DSTATE_W=$((bits + k[branches] * (k[rows] + k[columns])))"
    CART_STATE=$(IFS=,; echo "${state[*]}")
}

# cart_smt NAME DIR [DEFINE...]: NAME.smt2 of the point's design as it stands in DIR; for one
# property alone without the emitted assertions
cart_smt() {
    local name=$1 dir=$2 formal=-formal; shift 2
    if [[ "$*" == *-DONLY=* ]]; then formal=; fi
    elaborate "$name" "$dir" cart_properties \
        "read_verilog $formal $* -I. *.v; read_verilog -formal $CART_DEFINES $* -I$FORMAL_DIR $FORMAL_DIR/cart.v" "$CART_BIND"
}

# prove_cart NAME KEY=VALUE...: all properties, helpers and the emitted assertions of a point, by
# induction
prove_cart() {
    local start=$EPOCHREALTIME
    cart_point "$@" || return 1
    cart_smt "$POINT" "$WORK/$POINT" -DFORMAL || { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    proved "$POINT" 2 || return 1
    record cart "$*" 2 "$(seconds_since "$start")" proved
}

# reach_cart STEPS NAME KEY=VALUE...: every witness is reached within STEPS cycles
reach_cart() {
    local start=$EPOCHREALTIME steps=$1; shift
    cart_point "$@" || return 1
    cart_smt "$POINT.reach" "$WORK/$POINT" ||
        { tail -n 3 "$WORK/$POINT.reach.yosys.log"; return 1; }
    reached "$POINT.reach" "$steps" || return 1
    record cart-witnesses "$*" "$steps" "$(seconds_since "$start")" reached
}

# reach_rotation_cart STEPS NAME KEY=VALUE...: a branch is passed over as often as the bound allows;
# that witness alone, where all of them would take long
reach_rotation_cart() {
    local start=$EPOCHREALTIME steps=$1; shift
    cart_point "$@" || return 1
    cart_smt "$POINT.bound" "$WORK/$POINT" -DONLY=7 ||
        { tail -n 3 "$WORK/$POINT.bound.yosys.log"; return 1; }
    reached "$POINT.bound" "$steps" || return 1
    record cart-witnesses "$*: at the bound" "$steps" "$(seconds_since "$start")" reached
}

# starve_cart STEPS NAME KEY=VALUE...: a queue starves for ever while another of its branch is kept
# filled
starve_cart() {
    local start=$EPOCHREALTIME steps=$1; shift
    cart_point "$@" || return 1
    CART_DEFINES+=" $CART_LOOP"
    cart_bind h_state "$CART_STATE"
    cart_smt "$POINT.starve" "$WORK/$POINT" -DONLY=9 ||
        { tail -n 3 "$WORK/$POINT.starve.yosys.log"; return 1; }
    reached "$POINT.starve" "$steps" || return 1
    record cart-witnesses "$*: starves for ever" "$steps" "$(seconds_since "$start")" reached
}

# Points. Mutants: property, module, edit; at the point below.
# shellcheck disable=SC2034 # for those who source this
CART_POINTS=('cart_2_1_2_2 branches=2 rows=1 columns=2 entries=2' \
    'cart_1_2_2_2 branches=1 rows=2 columns=2 entries=2' \
    'cart_1_1_3_2 branches=1 rows=1 columns=3 entries=2'
    'cart_1_1_2_3 branches=1 rows=1 columns=2 entries=3' \
        'cart_4_1_1_1 branches=4 rows=1 columns=1 entries=1' \
        'cart_2_2_1_2 branches=2 rows=2 columns=1 entries=2'
    'cart_early_1_2_2_1 branches=1 rows=2 columns=2 entries=1 latency=1' \
        'cart_early_2_1_2_2 branches=2 rows=1 columns=2 entries=2 latency=1'
    'cart_ahead_1_2_2_1 branches=1 rows=2 columns=2 entries=1 latency=3'
    'cart_ahead_2_1_2_2 branches=2 rows=1 columns=2 entries=2 latency=3')
CART_MUTANT_POINT=(cart_mutants branches=2 rows=1 columns=2 entries=1)
# shellcheck disable=SC2034
CART_EARLY_POINT=(cart_early_mutants branches=2 rows=1 columns=2 entries=1 latency=1)
# shellcheck disable=SC2034
CART_AHEAD_POINT=(cart_ahead_mutants branches=2 rows=1 columns=2 entries=1 latency=3)
# shellcheck disable=SC2034
# Of latency 3, whose pipeline is longer, with one branch, where with queues of one entry no request
# is passed by one that came in later. The bound of the rotation, which one branch does not have, is
# reached at the mutants' point.
CART_AHEAD_REACH=(cart_ahead_reach branches=1 rows=1 columns=2 entries=2 latency=3)
# shellcheck disable=SC2034
# with two entries a queue cannot stay filled while it is drained in every cycle
CART_STARVE_POINT=(cart_starve branches=1 rows=1 columns=2 entries=3)
# shellcheck disable=SC2034
CART_MUTANTS=(
    '1 same_line_order|cart_queues|s/fill_predecessor_i\[PREDECESSOR\]/1'"'"'b0/'
    '2 leaves_as_it_came|cart|s/.wr_en_i(place_new)/.wr_en_i(1'"'"'b0)/'
    '3 idle_is_exact|cart_place|s/incoming_o *= busy_q || placed_q/incoming_o    = busy_q/'
    '4 an_offer_holds|cart_turn|s/load *= !valid_q || accept_i || (reject_i && other_valid)/load    = 1'"'"'b1/'
    '5 one_request_offered|cart_best|s/? last_queue_i : lowest/? last_queue_i : longest/'
    '6 no_overflow|cart_queues|s/all_full(counts);/{QUEUES{1'"'"'b0}};/'
    '7 bank_rotation_bound|cart_turn|s/branch_d *= other_valid ? other_branch/branch_d = other_valid \&\& !branch_rest ? other_branch/'
    '8 offered_when_there|cart_turn|s/other_valid || branch_rest : valid_q/other_valid : valid_q/'
    '10 served_with_finite_refill|cart_queues|s/assign borrow *= departure;/assign borrow = {QUEUES{1'"'"'b0}};/'
)

# shellcheck disable=SC2034
CART_EARLY_MUTANTS=(
    '1 same_line_order|cart_place|s/merge_valid\[g\] ? merge_wins : open_wins && !has_predecessor/merge_valid[g] ? merge_wins : open_wins/'
    '2 leaves_as_it_came|cart|s/bypass_q <= bypass/bypass_q <= 1'"'"'b0/'
    '8 offered_when_there|cart_turn|s/branch_live *= branch_rest || (same_branch && placed_i)/branch_live = branch_rest/'
)

# shellcheck disable=SC2034
CART_AHEAD_MUTANTS=(
    '1 same_line_order|cart_turn|s/chain_begin\[k\*LOCAL + g\] = find_place_i\[g\]/chain_begin[k*LOCAL + g] = 1'"'"'b0/'
    '6 no_overflow|cart_place|s/full_before | (nearly_full & fill)/full_before/'
    '8 offered_when_there|cart_turn|s/BRANCHES{!branch_rest}})) | enter/BRANCHES{!branch_rest}}))/'
)

# kill_cart_mutant MUTANT [KEY=VALUE...]: the property refutes the edited design of the mutants'
# point, or of another
kill_cart_mutant() {
    local id property module edit dir mutant=$1; shift
    (($#)) || set -- "${CART_MUTANT_POINT[@]:1}"
    IFS='|' read -r property module edit <<<"$(sed 's/||/\x01/g' <<<"$mutant")"
    edit=${edit//$'\x01'/||}
    id=${property%% *} property=${property#* }
    cart_point "cart_whole_${id}_${*: -1}" "$@" || return 1
    dir=$WORK/cart_mutant_${id}_${*: -1}
    cp -r "$WORK/$POINT" "$dir"
    edited -e "$edit" "$dir/$module.v" || return 1
    id=${id}_${*: -1}
    cart_smt "cart_mutant_$id" "$dir" "-DONLY=${id%%_*}" ||
        { tail -n 3 "$WORK/cart_mutant_$id.yosys.log"; return 1; }
    refuted "cart_mutant_$id" "$property" 12 || return 1
    record cart-mutants "$property ($*)" "$(last_step "$WORK/cart_mutant_$id.refute.log")" - killed
}
