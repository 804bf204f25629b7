# mrpb.sh : points of MRPB and how its property module is bound to the emitted registers. Source
# prove.sh first.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
declare -A P # keys of the point at hand

# point NAME KEY=VALUE...: keys of structures.mrpb, warps and ctas of the SM, and goal of rtl
point() {
    POINT=$1; shift
    P=([queues]=2 [depth]=2 [latency]=2 [drain]=fixed [greedy]=false [drain_n]=0 [flush]=true \
        [bypass]=associativity [signature]=warp [pc_bits]=2 [single_slot]=false [warps]='' \
        [ctas]='' [goal]=clock)
    local pair
    for pair in "$@"; do P[${pair%%=*}]=${pair#*=}; done
    [ -n "${P[warps]}" ] || P[warps]=${P[queues]}
    [ -n "${P[ctas]}" ] || P[ctas]=2
}

emit_point() {
    local key sets=()
    for key in queues depth latency drain greedy drain_n flush bypass signature pc_bits \
        single_slot; do sets+=(--set "structures.mrpb.$key=${P[$key]}"); done
    "$WARPLOOM" rtl -q -c mrpb-base-s --set "sm.warps=${P[warps]}" --set "sm.ctas=${P[ctas]}" \
        --set "rtl.goal=${P[goal]}" --set structures.mrpb.meta_bits=1 "${sets[@]}" -o "$WORK/$POINT"
}

width() { local n=$1 w=1; while (((1 << w) < n)); do ((w++)); done; echo "$w"; }

# bind WIRE SIGNAL...: the property module's wire is this concatenation, first the highest
bind() { local IFS=,; BIND+="connect -set $1 ${*:2}; "; }

# bound: defines and connections of the point, in DEFINES and BIND
bound() {
    local out=u_dut.u_out q=${P[queues]} d=${P[depth]} l=${P[latency]} i line_w=2 entry
    local warp_w sig_w signatures=${P[warps]}
    warp_w=$(width "${P[warps]}")
    sig_w=$warp_w
    DEFINES="-DTOP=mrpb_base_s_mrpb -DQUEUES=$q -DDEPTH=$d -DLATENCY=$l -DLINE_W=$line_w -DMETA_W=1 -DWARPS=${P[warps]} -DWARP_W=$warp_w"
    BIND=
    case ${P[signature]} in
        block) signatures=${P[ctas]}; sig_w=$(width "$signatures"); DEFINES+=' -DSIG_CTA' ;;
        block_warp) DEFINES+=' -DSIG_CTA_WARP' ;;
        pc) sig_w=${P[pc_bits]}; signatures=$((1 << sig_w)); DEFINES+=' -DSIG_PC' ;;
        line) sig_w=$line_w; signatures=$((1 << sig_w)); DEFINES+=' -DSIG_LINE' ;;
    esac
    DEFINES+=" -DSIGNATURES=$signatures -DSIG_W=$sig_w"
    DEFINES+=" -DRR=$(is drain rr) -DLONGEST=$(is drain longest) -DGREEDY=$(is greedy \
        true) -DRUNS=${P[drain_n]} -DFLUSH=$(is flush true)"
    case ${P[bypass]} in none) DEFINES+=' -DBYPASS=0' ;;
        associativity) DEFINES+=' -DBYPASS=1 -DHAS_BYPASS' ;;
        all) DEFINES+=' -DBYPASS=2 -DHAS_BYPASS' ;; esac
    entry=$((line_w + 1))
    if slot || grep -q 'ENTRY_W .*WARP_W' "$WORK/$POINT"/*_mrpb.v; then entry=$((entry + warp_w));
        DEFINES+=' -DSTORES_WARP'; fi
    if [ "${P[flush]}" = false ]; then entry=$((entry + 1)); DEFINES+=' -DSTORES_WRITE'; fi
    DEFINES+=" -DENTRY_W=$entry"

    for i in 0 1; do
        bind h_v$i $out.valid${i}_q; bind h_w$i $out.write$i; bind h_q$i $out.queue${i}_q
        if [[ $DEFINES == *STORES_WARP* ]]; then bind h_p$i $out.payload$i
        # the queue is the warp
        else bind h_p$i "$out.payload${i}[$line_w:1]" "$out.queue${i}_q[$((warp_w - 1)):0]" \
            "$out.payload${i}[0]"; fi
    done
    if slot; then DEFINES+=' -DSLOT'; else bind_queues; fi
}

# word QUEUES DEPTH QUEUE SLOT: where the entry stands. Each ring is cut into parts of as many slots
# as the powers of two that DEPTH is the sum of, the largest first, and the same part of all rings
# stands together.
word() {
    local p first=0
    for ((p = 6; p >= 0; p--)); do
        if ((($4 ^ $2) >> p == 1)); then echo $((first + ($3 << p) + $4 % (1 << p))); fi
        if (($2 >> p & 1)); then first=$((first + ($1 << p))); fi
    done
}

# bind_queues: connections of the control and the entries, from within bound
bind_queues() {
    local ctl=u_dut.u_ctl k state=() words=() heads=() tails=() counts=()
    bind h_aged $ctl.eligible_q; bind h_pick $ctl.pick; bind h_pick_any $ctl.pick_valid;
        bind h_drain $ctl.drain_onehot
    for ((i = q * d - 1; i >= 0; i--)); do
        words+=("u_dut.u_ram.mem_q[$(word "$q" "$d" $((i / d)) $((i % d)))]"); done
    bind h_mem "${words[@]}"
    state=("$ctl.eligible_q" "$out.valid0_q" "$out.valid1_q" "$out.write0_q" "$out.write1_q" \
        "$out.queue0_q" "$out.queue1_q")
    if ((l > 2)); then
        DEFINES+=' -DHAS_LINE'; bind h_line_valid $ctl.line_valid_q;
            bind h_line_queue $ctl.line_queue_q
        state+=("$ctl.line_valid_q" "$ctl.line_queue_q")
        if small; then bind h_ages $ctl.aging; bind h_young $ctl.line_held
        else
            bind h_ages $ctl.aging_q; state+=("$ctl.aging_q")
            if ((l > 3)); then DEFINES+=' -DHAS_NEWEST'; bind h_newest $ctl.line_newest_q;
                state+=("$ctl.line_newest_q"); fi
            if ((l == 5)); then DEFINES+=' -DHAS_MIDDLE'; bind h_middle $ctl.line_middle_q;
                state+=("$ctl.line_middle_q"); fi
            if ((l > 5)); then bind h_young $ctl.line_held_q; state+=("$ctl.line_held_q")
            elif ((l > 3)); then bind h_young $ctl.line_held
            else bind h_young $ctl.aging_q; fi # one stage
        fi
    fi
    if ((l > 1)); then state+=("$ctl.pick_q" "$ctl.pick_valid_q"); fi
    if ((d > 1)); then
        for ((k = $(width "$d") - 1; k >= 0; k--)); do
            heads+=("$ctl.u_head.g_bit[$k].bit_q"); tails+=("$ctl.u_tail.g_bit[$k].bit_q"); done
        DEFINES+=' -DHAS_POINTERS'; bind h_head "${heads[@]}"; bind h_tail "${tails[@]}";
            bind h_one $ctl.single_q
        state+=("${heads[@]}" "${tails[@]}" "$ctl.single_q" "$ctl.full_q")
        if ((l > 2)); then bind h_full $ctl.full; state+=("$ctl.last_slot_q"); else
            bind h_full $ctl.full_q; fi
    fi
    if [ "${P[drain]}" = longest ]; then
        for ((k = $(width $((d + 1))) - 1; k >= 0; k--)); do
            counts+=("$ctl.u_counts.g_bit[$k].bit_q"); done
        DEFINES+=' -DHAS_COUNTS'; bind h_counts "${counts[@]}"; state+=("${counts[@]}")
    fi
    if [ "${P[greedy]}" = true ] || ((P[drain_n])); then DEFINES+=' -DHAS_LAST';
        bind h_last $ctl.last_queue_q; state+=("$ctl.last_queue_q"); fi
    if ((P[drain_n])); then DEFINES+=" -DHAS_LEFT -DLEFT_W=$(width "${P[drain_n]}")";
        bind h_left $ctl.run_left_q; state+=("$ctl.run_left_q"); fi
    if [ "${P[drain]}" = rr ]; then
        DEFINES+=' -DHAS_ABOVE'; bind h_above $ctl.above_last_q; state+=("$ctl.above_last_q")
        if ((l > 1)); then DEFINES+=' -DHAS_PICK_ABOVE'; bind h_pick_above $ctl.above_pick_q;
            state+=("$ctl.above_pick_q"); fi
    fi
    if ((q > 1)) && starves; then
        DEFINES+=" -DHAS_LOOP -DSTATE_W=$(state_width)"; bind h_state "${state[@]}"; fi
}

# bind_pair H P SIGNAL...: the wire H is this concatenation of the pipelined top's signals, P of the
# plain one's
bind_pair() {
    local h=$1 p=$2; shift 2
    bind "$h" "${@/#/u_dut.}"; bind "$p" "${@/#/u_plain.}"
}

# bound_pipelined: defines and connections of a pipelined point and of the plain one beside it
bound_pipelined() {
    local ctl=u_dut.u_ctl q=${P[queues]} d=${P[depth]} i k heads=() tails=() words=()
    DEFINES="-DTOP=mrpb_base_s_mrpb -DPLAIN=plain_mrpb -DQUEUES=$q -DDEPTH=$d -DLINE_W=2 -DMETA_W=1 -DWARPS=${P[warps]} -DWARP_W=$(width "${P[warps]}")"
    BIND=
    bind_pair h_valid p_valid_out u_out.valid1_q u_out.valid0_q
    bind_pair h_write p_write_out u_out.write1 u_out.write0
    bind_pair h_queue p_queue u_out.queue1_q u_out.queue0_q
    bind_pair h_payload p_payload_out u_out.payload1 u_out.payload0
    for ((i = q * d - 1; i >= 0; i--)); do
        words+=("u_ram.mem_q[$(word "$q" "$d" $((i / d)) $((i % d)))]"); done
    bind_pair h_mem p_mem "${words[@]}"
    bind_pair h_eligible p_eligible u_ctl.eligible_q
    bind_pair h_single p_single u_ctl.single_q
    for ((k = $(width "$d") - 1; k >= 0; k--)); do
        heads+=("u_ctl.u_head.g_bit[$k].bit_q"); tails+=("u_ctl.u_tail.g_bit[$k].bit_q"); done
    bind_pair h_head p_head "${heads[@]}"
    bind_pair h_tail p_tail "${tails[@]}"
    bind p_full u_plain.u_ctl.full_q; bind p_pick u_plain.u_ctl.pick_q
    bind p_pick_valid u_plain.u_ctl.pick_valid_q
    bind h_first $ctl.first_q; bind h_group $ctl.group_q; bind h_group_n $ctl.group_n_q
    bind h_act_group $ctl.act_group_q; bind h_read_group $ctl.act_read_group_q
    bind h_requests $ctl.look_write_q u_dut.look_payload_q $ctl.next_write_q \
        u_dut.next_payload_q $ctl.act_write_q u_dut.act_payload_q
    bind h_onehots $ctl.look_onehot_q $ctl.next_onehot_q $ctl.act_onehot_q
    bind h_queues $ctl.look_queue_q $ctl.next_queue_q $ctl.act_queue_q
    bind h_valids $ctl.look_valid_q $ctl.next_valid_q
    bind h_next $ctl.next_head_q $ctl.next_tail_q
    bind h_act $ctl.act_head_q $ctl.act_tail_q
    bind h_facts $ctl.next_held_q $ctl.next_drained_q $ctl.next_stored_q $ctl.next_same_q
    bind h_does $ctl.act_store_q $ctl.act_direct_q $ctl.act_flush_q
    bind h_copies $ctl.act_store_n_q $ctl.act_flush_n_q $ctl.policy_q $ctl.act_waits_q
}

# pipelined_smt NAME POINT-DIR: NAME.smt2 of the pipelined design there beside the plain one
pipelined_smt() {
    elaborate "$1" "$2" mrpb_pipelined_properties \
        "read_verilog -formal -I. *.v $WORK/$POINT.plain/*_mrpb*.v $WORK/$POINT.plain/*_lib_*.v; read_verilog -formal $DEFINES ${3:-} -I$FORMAL_DIR $FORMAL_DIR/mrpb_pipelined.v" "$BIND"
}

# emit_pipelined: the pipelined design of the point, and the one of latency 2 beside it
emit_pipelined() {
    local sets=(--set "sm.warps=${P[warps]}" --set structures.mrpb.meta_bits=1 \
        --set "structures.mrpb.queues=${P[queues]}" --set "structures.mrpb.depth=${P[depth]}")
    "$WARPLOOM" rtl -q -c mrpb-base-s "${sets[@]}" --set structures.mrpb.pipelined=true \
        -o "$WORK/$POINT" &&
        "$WARPLOOM" rtl -q -c mrpb-base-s "${sets[@]}" --set structures.mrpb.latency=2 \
            --set name=plain -o "$WORK/$POINT.plain"
}

# prove_pipelined NAME KEY=VALUE...: the pipelined MRPB is that of latency 2 behind three registers,
# by induction
prove_pipelined() {
    local start=$EPOCHREALTIME
    point "$@"
    emit_pipelined || return 1
    bound_pipelined
    pipelined_smt "$POINT" "$WORK/$POINT" || { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    if proved "$POINT" 2; then record mrpb "$*" 2 "$(seconds_since "$start")" proved
    else record mrpb "$*" 2 "$(seconds_since "$start")" 'not proved'; return 1; fi
}

# reach_pipelined: every witness of the first point is reached
reach_pipelined() {
    local start=$EPOCHREALTIME words
    read -ra words <<<"${PIPELINED_POINTS[0]}"
    point "${words[@]}"
    [ -d "$WORK/$POINT.plain" ] || emit_pipelined || return 1
    bound_pipelined
    pipelined_smt "$POINT.reach" "$WORK/$POINT" || return 1
    reached "$POINT.reach" 16 || return 1
    record mrpb-witnesses "${words[*]}" 16 "$(seconds_since "$start")" reached
}

# refute_pipelined MUTANT: a property, the file and the edit of the first point that it refutes
refute_pipelined() {
    local words property file edit name
    read -ra words <<<"${PIPELINED_POINTS[0]}"
    point "${words[@]}"
    [ -d "$WORK/$POINT.plain" ] || emit_pipelined || return 1
    bound_pipelined
    IFS='|' read -r property file edit <<<"$1"
    name=$POINT.mutant_${property%% *}
    cp -r "$WORK/$POINT" "$WORK/$name"
    edited -e "$edit" "$WORK/$name/mrpb_base_s_$file.v" || return 1
    pipelined_smt "$name" "$WORK/$name" "-DONLY=${property%% *}" || return 1
    refuted "$name" "${property#* }" 14 || return 1
    record mrpb-mutants "${property#* }, pipelined" \
        "$(last_step "$WORK/$name.refute.log")" - killed
}

# slot: there are no queues
slot() { [ "${P[single_slot]}" = true ]; }

# small: the latency line is decoded, not kept in one-hot registers beside
small() { [ "${P[goal]}" = area ]; }

is() { [ "${P[$1]}" = "$2" ] && echo 1 || echo 0; }

# starves: a queue is not served at all when others keep coming. Writes that take the drain's place
# starve it in any order; else round robin does not, nor do runs when there is one other queue only.
starves() {
    if [ "${P[flush]}" = true ] && [ "${P[signature]}" != pc ]; then return 0; fi
    [ "${P[drain]}${P[greedy]}" != rrfalse ] && ((P[drain_n] == 0 || P[queues] > 2))
}

# state_width: bits of the registers of `state` in bound
state_width() {
    local q=${P[queues]} w=0 qw; qw=$(width "$q")
    w=$((q + 4 + 2 * qw))
    if ((l > 2)); then w=$((w + (l - 2) * (1 + qw))); fi
    if ((l > 2)) && ! small; then w=$((w + (l > 5 ? 3 : l - 2) * q)); fi
    if ((l > 1)); then w=$((w + q + 1)); fi
    if ((d > 1)); then w=$((w + 2 * q + 2 * q * $(width "$d") + (l > 2))); fi
    if [ "${P[drain]}" = longest ]; then w=$((w + q * $(width $((d + 1))))); fi
    if [ "${P[greedy]}" = true ] || ((P[drain_n])); then w=$((w + q)); fi
    if ((P[drain_n])); then w=$((w + $(width "${P[drain_n]}"))); fi
    if [ "${P[drain]}" = rr ]; then w=$((w + q * (l > 1 ? 2 : 1))); fi
    echo "$w"
}

# smt_of NAME DIR [DEFINE...]: NAME.smt2 of the point's design as it stands in DIR
smt_of() {
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" mrpb_properties \
        "read_verilog -formal $* -I. *.v; read_verilog -formal $DEFINES $* -I$FORMAL_DIR $FORMAL_DIR/mrpb.v" "$BIND"
}

# prove_point NAME KEY=VALUE...: all properties, helpers and the emitted assertions of a point, by
# induction
prove_point() {
    local start=$EPOCHREALTIME
    point "$@"
    emit_point || return 1
    bound
    smt_of "$POINT" "$WORK/$POINT" -DFORMAL || { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    if proved "$POINT" 2; then record mrpb "$*" 2 "$(seconds_since "$start")" proved
    else record mrpb "$*" 2 "$(seconds_since "$start")" 'not proved'; return 1; fi
}

# reach_point NAME KEY=VALUE...: every witness of a proved point, starvation for ever among them, is
# reached
reach_point() {
    local start=$EPOCHREALTIME steps
    point "$@"
    [ -d "$WORK/$POINT" ] || emit_point || return 1
    bound
    steps=$((8 + P[depth] * P[queues] + 2 * P[latency]))
    smt_of "$POINT.reach" "$WORK/$POINT" || { tail -n 3 "$WORK/$POINT.reach.yosys.log"; return 1; }
    if reached "$POINT.reach" "$steps"; then
        record mrpb-witnesses "$*" "$steps" "$(seconds_since "$start")" reached
    else record mrpb-witnesses "$*" "$steps" "$(seconds_since "$start")" 'not reached'; return 1; fi
}

# pdr_point EXPECTED DIR NAME KEY=VALUE...: what ABC's PDR says of the point's design in DIR, or as
# emitted when DIR is empty; the second engine, which finds its invariants by itself
pdr_point() {
    local start=$EPOCHREALTIME expected=$1 dir=$2 said
    shift 2
    point "$@"
    [ -d "$WORK/$POINT" ] || emit_point || return 1
    bound
    elaborate_aig "$POINT.$expected" "${dir:-$WORK/$POINT}" mrpb_properties \
        "read_verilog -formal -I. *.v; read_verilog -formal $DEFINES -I$FORMAL_DIR $FORMAL_DIR/mrpb.v" "$BIND" || return 1
    said=$(pdr "$POINT.$expected")
    record "mrpb-pdr" "$*${dir:+, mutant}" - "$(seconds_since "$start")" "$said"
    # out of time is no verdict: the induction stands, and the table says so
    [ "$said" = "$expected" ] || [ "$expected $said" = 'proved unknown' ] ||
        { echo "PDR: $said"; return 1; }
}

# MUTANTS: a property, the file of the emitted design, and the edit of it that the property refutes.
# Named bugs of --inject are among them. The point is MUTANT_POINT, at which every property says
# something.
# shellcheck disable=SC2034 # for those who source this
MUTANT_POINT=(rr_flush queues=2 depth=2 latency=3 drain=rr)
# shellcheck disable=SC2034 # for those who source this
MUTANTS=(
    '1 order_and_payload|mrpb_out|s/payload0_q <= load0 ? (valid1_q ? payload1 : push_payload_i)/payload0_q <= load0 ? push_payload_i/'
    '2 nothing_made_up|mrpb_out|s/(req_ready_i || byp_pulse_o)/req_ready_i/'
    '3 pending_is_exact|mrpb_out|s/QUEUES{valid1_q}}/QUEUES{valid1_q \&\& !write1_q}}/'
    '4 idle_is_exact|mrpb|s/!busy && !req_valid_o/!busy/'
    '5 one_queue_drained|mrpb_sel|s/upper_valid ? upper : lowest;/upper | lowest;/'
    '6 no_overflow|mrpb_ctl|/wire *in_full *=/,/;/c\  wire in_full = 1'"'"'b0;'
    '7 ready_unless_full|mrpb_ctl|/wire *in_full *=/,/;/c\  wire in_full = in_occupied && free_slot != in_head;'
    '8 offered_holds|mrpb_out|s/pop || !valid0_q/pop || !valid0_q || push_valid_i/'
    '9 write_waits_for_its_queue|mrpb_ctl|s/(!in_occupied && out_room_i)/(!in_eligible \&\& out_room_i)/'
    '10 write_takes_the_slot|mrpb_ctl|s/push_valid_o *= (out_room_i && pick_valid) || direct/push_valid_o = drain/'
    '11 full_queue_is_flushed|mrpb_ctl|s/(in_write_i || in_full)/in_write_i/'
    '12 queue_of_a_write_is_flushed|mrpb_ctl|s/(in_write_i || in_full)/(!in_write_i \&\& in_full)/'
    '13 policy_choice|mrpb_sel|s/upper_valid ? upper : lowest;/lowest;/'
    '14 drains_when_it_can|mrpb_ctl|s/drain *= out_room_i && pick_valid/drain = out_room_i \&\& !in_valid_i \&\& pick_valid/'
    '15 not_before_its_latency|mrpb_ctl|s/aging *= .*/aging = {QUEUES{store}} \& in_onehot;/; /a_full/,/")/d'
    '16 at_its_latency_when_alone|mrpb_ctl|s/drain *= out_room_i && pick_valid/drain = out_room_i \&\& (flush || (!in_occupied \&\& in_valid_i \&\& pick_valid))/; s/push_valid_o = (out_room_i && pick_valid) || direct/push_valid_o = drain || direct/'
    '17 bypass_rule|mrpb_out|s/valid0_q && !write0 && !req_ready_i/valid0_q \&\& !req_ready_i/'
    '18 round_robin_waits_for_each_other_queue_once|mrpb_sel|s/upper_valid ? upper : lowest;/lowest;/'
)

# The same at points of their own, which stand before the mutant.
# shellcheck disable=SC2034 # for those who source this
MUTANTS_AT=(
    'fixed_runs queues=3 depth=2 latency=2 drain_n=2 flush=false bypass=none|13 policy_choice|mrpb_ctl|s/ && |(pick & last_queue_q);/;/'
    'pc queues=2 depth=2 latency=2 signature=pc|9 write_waits_for_its_queue|mrpb_ctl|s/(!busy_o && out_room_i)/out_room_i/'
    'line queues=2 depth=2 latency=3 signature=line|3 pending_is_exact|mrpb|s/}}, in_line_i};/}}, in_line_i >> 1};/'
    'slot queues=1 depth=1 latency=1 single_slot=true flush=false bypass=all warps=3|7 ready_unless_full|mrpb|s/in_ready_o *= out_room/in_ready_o = !out_pending/'
)

# The pipelined MRPB: one group of queues and two, a depth that is no power of two; the mutants are
# of the first point.
# shellcheck disable=SC2034 # for those who source this
PIPELINED_POINTS=(
    'pipelined queues=3 depth=2 latency=5'
    'pipelined_odd queues=3 depth=3 latency=5'
    'pipelined_groups queues=10 depth=2 latency=5'
)
# shellcheck disable=SC2034 # for those who source this
PIPELINED_MUTANTS=(
    '1 ready_is_that_of_the_first_register|mrpb_ctl|s/ || !look_valid_q;/;/'
    '2 offer_is_the_same|mrpb_ctl|s/next_step_o ? look_drained/next_step_o ? 1'"'"'b0/'
    '3 bypass_is_the_same|mrpb_out|s/valid0_q \&\& !write0 \&\& !req_ready_i/valid0_q \&\& !req_ready_i/'
    '4 pending_has_the_input|mrpb_ctl|s/ | next_onehot_q | act_onehot_q;/ | act_onehot_q;/'
    '5 idle_has_the_input|mrpb_ctl|s/ || next_valid_q || |act_group_q;/ || |act_group_q;/'
)

# kill_mutant_at POINT|MUTANT
kill_mutant_at() {
    local words
    read -ra words <<<"${1%%|*}"
    point "${words[@]}"
    [ -d "$WORK/$POINT" ] || emit_point || return 1
    bound
    kill_mutant "${1#*|}" "$POINT"
}

# kill_mutant MUTANT [AT]: the property refutes the edited design. The point has been emitted.
kill_mutant() {
    local id property file edit dir at=${2:+$2_}
    IFS='|' read -r property file edit <<<"$1"
    id=${property%% *} property=${property#* }
    dir=$WORK/${at}mutant_$id
    cp -r "$WORK/$POINT" "$dir"
    edited -e "$edit" "$dir/mrpb_base_s_$file.v" || return 1
    smt_of "${at}mutant_$id" "$dir" "-DONLY=$id" ||
        { tail -n 3 "$WORK/${at}mutant_$id.yosys.log"; return 1; }
    refuted "${at}mutant_$id" "$property" 14 || return 1
    record mrpb-mutants "$property${2:+, at $2}" "$(last_step "$WORK/${at}mutant_$id.refute.log")" \
        - killed
}
