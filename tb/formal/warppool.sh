# warppool.sh : points of WarpPool, of its request selector, its inter-warp queues, their order, and
# the whole, and how the property modules are bound to the emitted registers. Source prove.sh first.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# pool_point NAME COALESCERS STORE_AGE [narrow]: emits the point into $WORK/NAME, and says how it is
# bound in POOL_DEFINES and POOL_BIND
pool_point() {
    local name=$1 coalescers=$2 age=$3 lanes=2 narrow=false
    [ -z "${4-}" ] || lanes=4 narrow=true # laid out in four groups of a lane
    POINT=$name
    "$WARPLOOM" rtl -q -c warppool --set structures.warppool.enable=true \
        --set structures.warppool.select=oldest --set structures.warppool.queues=2 \
        --set "structures.warppool.lanes=$lanes" --set "structures.warppool.narrow=$narrow" \
        --set "structures.warppool.coalescers=$coalescers" \
            --set "structures.warppool.store_age=$age" \
        -o "$WORK/$name" || return 1
    POOL_DEFINES="-DTOP=warppool_select -DCOALESCERS=$coalescers -DSTORE_AGE=$age -DAGE_W=$(bits_to_hold $((age + coalescers - 1)))"
    POOL_BIND='connect -set h_ages u_dut.ages_q; '
    [ "$narrow" = false ] ||
        POOL_DEFINES+=' -DNARROW' POOL_BIND+='connect -set h_left u_dut.lay_left_q; '
}

# pool_smt NAME DIR [DEFINE...]: NAME.smt2 of the point's selector as it stands in DIR
pool_smt() {
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" warppool_properties \
        "read_verilog -formal $* -I. warppool_select.v warppool_lib_*.v; read_verilog -formal $POOL_DEFINES $* -I$FORMAL_DIR $FORMAL_DIR/warppool.v" \
        "$POOL_BIND"
}

# prove_pool POINT...: its properties hold by induction, and their witnesses are reached
prove_pool() {
    local start=$EPOCHREALTIME
    pool_point "$@" || return 1
    pool_smt "$POINT" "$WORK/$POINT" -DFORMAL || { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    proved "$POINT" 1 && reached "$POINT" $(($2 + $3 + ${4:+10} + 8)) || return 1
    record pool "coalescers=$2 store_age=$3${4:+ $4=true}" 1 "$(seconds_since "$start")" \
        proved
}

# Points: coalescers, age. Mutants: property, edit; at the point below (property 4: with narrow).
# shellcheck disable=SC2034 # for those who source this
POOL_POINTS=('pool_2_16 2 16' 'pool_1_0 1 0' 'pool_1_3 1 3' 'pool_2_0 2 0' 'pool_3_2 3 2' \
    'pool_4_5 4 5' 'pool_narrow_1_0 1 0 narrow' 'pool_narrow_2_0 2 0 narrow' \
    'pool_narrow_3_2 3 2 narrow')
POOL_MUTANT_POINT=(2 2)
# shellcheck disable=SC2034
POOL_MUTANTS=(
    '1 store_bound|s/>= STORE_AGE\[AGE_W-1:0\]/> STORE_AGE[AGE_W-1:0]/'
    '2 one_grant|s/ages_q\[d\*AGE_W +: AGE_W\] >= ages_q/ages_q[d*AGE_W +: AGE_W] > ages_q/'
    '3 aged_store_first|s/selected_valid && !expired_any/selected_valid/'
    '4 laid_out_first|s/lay_ready = lay_valid && !lay_left;/lay_ready = lay_valid \&\& !has_store_i;/'
)

# kill_pool_mutant MUTANT: the property refutes the edited module
kill_pool_mutant() {
    local id property edit dir name narrow=()
    property=${1%%|*} edit=${1#*|}
    id=${property%% *} property=${property#* }
    [ "$id" = 4 ] && narrow=(narrow)
    pool_point "pool_whole_$id" "${POOL_MUTANT_POINT[@]}" "${narrow[@]}" || return 1
    name=pool_mutant_$id dir=$WORK/pool_mutant_$id
    cp -r "$WORK/$POINT" "$dir"
    edited -e "$edit" "$dir/warppool_select.v" || return 1
    pool_smt "$name" "$dir" "-DONLY=$id" || { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    refuted "$name" "$property" 12 || return 1
    record pool-mutants "$property" "$(last_step "$WORK/$name.refute.log")" - killed
}

# ---- the whole pipeline: load/store order, consistency counters

declare -A W # keys of the point at hand

# pool_keys KEY=VALUE...: sizes of a small WarpPool without data, in W
pool_keys() {
    local pair
    W=([warps]=2 [seqs]=2 [insn_queues]=1 [insn_depth]=1 [coalescers]=1 [lanes]=2 [maps]=1 \
        [queues]=1 [tags]=1 [merges]=2 [select]=warp [store_age]=1 [counter_bits]=3 [watched]=0 \
        [storage]=flop [narrow]=false [data]=false)
    for pair in "$@"; do W[${pair%%=*}]=${pair#*=}; done
}

# pool_whole NAME KEY=VALUE...: emits the point into $WORK/NAME
pool_whole() {
    local key sets=()
    POINT=$1; shift
    pool_keys "$@"
    for key in insn_queues insn_depth coalescers lanes maps queues tags merges select store_age \
        counter_bits narrow data; do
        sets+=(--set "structures.warppool.$key=${W[$key]}")
    done
    "$WARPLOOM" rtl -q -c warppool --set "sm.warps=${W[warps]}" --set sm.ctas=2 \
        --set sm.schedulers=1 --set "sm.loads_per_warp=${W[seqs]}" --set l1d.index=linear \
        --set l1d.line_bytes=32 --set l1i.line_bytes=32 --set l1c.line_bytes=32 --set l1d.mshrs=2 \
            --set l1d.merges=1 --set dram.burst=4 \
        --set \
            'dram.address_map=dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS' \
        --set structures.warppool.insn_bits=0 --set structures.warppool.address_bits=16 \
            "${sets[@]}" --set "rtl.storage=${W[storage]}" \
            -o "$WORK/$POINT"
}

# WIRE SIGNAL...: this concatenation, first the highest
bind_pool() { local IFS=,; BIND+="connect -set $1 ${*:2}; "; }

# bind_matches QUEUES: which tags have the lines in R, of each coalescer
bind_matches() {
    local c heads=() nexts=()
    for ((c = W[coalescers] - 1; c >= 0; c--)); do
        heads+=("$1.g_co[$c].key_match"); nexts+=("$1.g_co[$c].next_match")
    done
    bind_pool h_head_match "${heads[@]}"; bind_pool h_next_match "${nexts[@]}"
}

# bind_onehots POOL: the queues of the lines in B and at the heads of R, of each coalescer
bind_onehots() {
    local c k lines=() queues=() heads=()
    for ((c = W[coalescers] - 1; c >= 0; c--)); do
        k="$1.g_co[$c].u_co"
        queues+=("$k.b_queue_q"); lines+=("$k.b_onehot_q"); heads+=("$k.r_onehot0_q")
    done
    bind_pool h_b_queue "${queues[@]}"; bind_pool h_b_onehot "${lines[@]}"
    bind_pool h_r_onehot "${heads[@]}"
}

# pool_bound: defines and connections of the pipeline, in DEFINES and BIND
pool_bound() {
    local c k q d t m=u_dut meta ww seq payload entry tags=$((W[queues] * W[tags])) key width
    local counters=() stores=() warps=() heads=() tails=() fills=() left=() a_store=() a_warp=() \
        b_valid=() b_store=() b_warp=() r_valid=() r_warp=() b_lanes=() opens=() r=u_r.
    local to_r=() r_line=() tag_line=() there=() tag_warp=() place_tag=()
    # widths by what they hold: a payload is a lane and one of the 8 words of a line, or an entry of
    # the thread map table
    ww=$(bits_of "${W[warps]}") seq=$(bits_of "${W[seqs]}") \
        payload=$(($(bits_of "${W[lanes]}") + 3)) entry=$(bits_of "${W[maps]}")
    meta=$((ww + seq + 3 + (payload > entry ? payload : entry))) # 3 of the kind of mapping
    DEFINES="-DTOP=warppool -DTAGS=$tags -DPTR_W=$(bits_of \
        "${W[insn_depth]}") -DFILL_W=$(bits_to_hold "${W[insn_depth]}")"
    for key in warps insn_queues insn_depth coalescers lanes merges; do
        DEFINES+=" -D${key^^}=${W[$key]}"; done
    DEFINES+=" -DKEY_W=$((11 - (W[queues] > 1)))" # of 11 bits of a line address
    DEFINES+=" -DCOUNTER_W=${W[counter_bits]} -DWATCHED=${W[watched]} -DPER_QUEUE=${W[tags]}"
    [ "${W[narrow]}" = false ] || r=r_ # of R, which is then no module of its own
    DEFINES+=" -DWARP_W=$ww -DSEQ_W=$seq -DMETA_W=$meta -DCOUNT_W=$(bits_to_hold \
        "${W[merges]}") -DMSHR_W=$(bits_of 2)"
    BIND=
    for ((k = W[warps] - 1; k >= 0; k--)); do counters+=("$m.u_order.g_warp[$k].counter"); done
    bind_pool h_counter "${counters[@]}"; bind_pool h_behind $m.u_order.last_load_q
    bind_pool h_done $m.u_order.accept_q; bind_pool h_done_warp $m.u_order.accept_warp_q
    for ((q = W[insn_queues] - 1; q >= 0; q--)); do
        k="$m.u_insn.g_queue[$q].u_fifo"
        heads+=("$k.head_q"); tails+=("$k.tail_q"); fills+=("$k.count_q")
        for ((d = W[insn_depth] - 1; d >= 0; d--)); do
            stores+=("$k.mem_q[$d][$((seq + ww))]"); warps+=("$k.mem_q[$d][$((seq + ww - 1)):$seq]")
        done
    done
    bind_pool h_head "${heads[@]}"; bind_pool h_tail "${tails[@]}"; bind_pool h_fill "${fills[@]}"
    bind_pool h_insn_store "${stores[@]}"; bind_pool h_insn_warp "${warps[@]}"
    k=$m.u_insn.u_ag
    bind_pool h_ag_valid $k.valid1_q $k.valid0_q
    bind_pool h_ag_store "$k.data1_q[$((seq + ww))]" "$k.data0_q[$((seq + ww))]"
    bind_pool h_ag_warp "$k.data1_q[$((seq + ww - 1)):$seq]" "$k.data0_q[$((seq + ww - 1)):$seq]"
    for ((c = W[coalescers] - 1; c >= 0; c--)); do
        k="$m.g_co[$c].u_co"
        left+=("$k.lanes_left_q"); a_store+=("$k.store_q"); a_warp+=("$k.warp_q");
            b_valid+=("$k.b_valid_q"); b_store+=("$k.b_store_q"); b_warp+=("$k.b_warp_q");
            to_r+=("$k.r_push") b_lanes+=("$k.b_lanes_q") opens+=("$k.open_q")
        for d in 1 0; do \
            r_valid+=("$k.${r}valid${d}_q");
            r_warp+=("$k.${r}data${d}_q[$((meta - 1)):$((meta - ww))]"); done
    done
    bind_pool h_left "${left[@]}"; bind_pool h_a_store "${a_store[@]}";
        bind_pool h_a_warp "${a_warp[@]}"; bind_pool h_b_valid "${b_valid[@]}"
    bind_pool h_b_store "${b_store[@]}"; bind_pool h_b_warp "${b_warp[@]}";
        bind_pool h_r_valid "${r_valid[@]}"; bind_pool h_r_warp "${r_warp[@]}"
    for ((q = W[queues] - 1; q >= 0; q--)); do
        for ((t = W[tags] - 1; t >= 0; t--)); do
            k="$m.u_queues.g_queue[$q].g_tag[$t]"
            there+=("$k.present_q"); tag_line+=("$m.u_queues.u_keys.g_queue[$q].g_slot[$t].word_q")
            for ((d = W[merges] - 1; d >= 0; d--)); do
                tag_warp+=("$m.u_queues.u_metas.g_queue[$q].g_slot[$((t * W[merges] + d))].word_q[$((meta - 1)):$((meta - ww))]")
            done
        done
    done
    bind_pool h_there "${there[@]}"; bind_pool h_key "${tag_line[@]}";
        bind_pool h_tag_warp "${tag_warp[@]}"; bind_pool h_named $m.u_select.selected_q
    k=$m.u_out width=$((W[merges] * meta))
    bind_pool h_out_valid $k.valid1_q $k.valid0_q
    t=$((width + W[merges] + 11)) # 11 bits of a line address
    bind_pool h_out_store "$k.data1_q[$t]" "$k.data0_q[$t]"
    t="[$((width + W[merges] - 1)):$width]"
    bind_pool h_out_there "$k.data1_q$t" "$k.data0_q$t"
    warps=()
    for d in 1 0; do for ((c = W[merges] - 1; c >= 0; c--)); do
        warps+=("$k.data${d}_q[$((c * meta + meta - 1)):$((c * meta + meta - ww))]"); done; done
    bind_pool h_out_warp "${warps[@]}"; bind_pool h_has_store $m.out_store_q
    bind_pool h_enters $m.line_enter; bind_pool h_more $m.extra_line; bind_pool h_to_r "${to_r[@]}"
    bind_pool h_store_leaves $m.store_grant; bind_pool h_r_taken $m.req_taken;
        bind_pool h_tag_leaves $m.tag_grant
    if [ "${W[narrow]}" = true ]; then
        DEFINES+=' -DNARROW'
        bind_pool h_lay_store $m.u_select.lay_store_q; bind_pool h_lay_left $m.u_select.lay_left_q
        bind_pool h_b_lanes "${b_lanes[@]}"; bind_pool h_open "${opens[@]}"
        bind_pool h_line_ok "$m.u_order.g_warp[${W[watched]}].line_ok_q"
        for ((c = W[coalescers] - 1; c >= 0; c--)); do for d in 1 0; do
            r_line+=("$m.g_co[$c].u_co.r_data${d}_q[$((meta + 10)):$meta]"); done; done
        bind_pool h_r_line "${r_line[@]}"; bind_matches $m.u_queues
        if ((W[queues] > 1)); then DEFINES+=' -DQUEUED'; bind_onehots $m; fi
        bind_pool h_put_queue $m.u_queues.put_queue_q
        bind_pool h_put_alloc $m.u_queues.put_alloc_q; bind_pool h_put_key $m.u_queues.put_key_nq
        if [ "${W[data]}" = true ]; then
            DEFINES+=' -DDATA'; bind_pool h_written $m.u_layout.open_q; fi
    fi
    [ "${W[select]}" = warp ] && return
    DEFINES+=" -DBY_AGE -DTAG_W=$(bits_of "$tags")"
    for ((t = tags - 1; t >= 0; t--)); do place_tag+=("$m.u_age.g_place[$t].tag_q"); done
    bind_pool h_place $m.u_age.valid_q; bind_pool h_place_tag "${place_tag[@]}"
    if [ "${W[narrow]}" = true ]; then
        DEFINES+=" -DQUEUE_W=$(bits_of "${W[queues]}")"
        bind_pool h_alloc $m.alloc_q; bind_pool h_alloc_queue $m.alloc_queue_q
        bind_pool h_alloc_way $m.alloc_way_q
    fi
}

# pool_whole_smt NAME DIR [DEFINE...]: NAME.smt2 of the point's pipeline as it stands in DIR
pool_whole_smt() {
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" warppool_order_properties \
        "read_verilog -I. *.v; read_verilog -formal $DEFINES $* -I$FORMAL_DIR $FORMAL_DIR/warppool_order.v" "$BIND"
}

# prove_pool_order NAME KEY=VALUE...: its properties hold by induction
prove_pool_order() {
    local start=$EPOCHREALTIME
    pool_whole "$@" && pool_bound && pool_whole_smt "$POINT" "$WORK/$POINT" ||
        { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    LIMIT=3600 proved "$POINT" 1 || return 1
    record pool-order "$*" 1 "$(seconds_since "$start")" proved
}

# reach_pool_order NAME KEY=VALUE...: the witnesses of a point are reached
reach_pool_order() {
    local start=$EPOCHREALTIME
    pool_whole "$@" && pool_bound && pool_whole_smt "$POINT" "$WORK/$POINT" ||
        { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    LIMIT=3600 reached "$POINT" 20 || return 1
    record pool-order "$* (witnesses)" 20 "$(seconds_since "$start")" reached
}

# ---- inter-warp queues and the order of their tags, as modules of any size

# latches_late DIR: the latches of the queues' words as an edge of the clock sees them. What is put
# in a cycle is there at its end; but of the lines (u_keys), and with narrow of the requests
# (u_metas), an edge later: the latest that synth/sta.tcl allows. `seen` is what a word is to be.
latches_late() {
    local ram=$1/warppool_ram.v
    sed -i -E \
        's/wire latch_en = \(\|put\) && !clk_i;/wire [WIDTH-1:0] seen = (|put) ? word : word_q;/; s/always @\(latch_en or word\)/always @(posedge clk_i)/; s/if \(latch_en\)/if (|put)/' "$ram"
    sed -E 's/module warppool_ram/&_late/' "$ram" >"$1/warppool_ram_late.v"
    sed -i -E 's/= word_q;$/= seen;/' "$ram"
    sed -i -E 's/warppool_ram (#\(\.QUEUES\(QUEUES\), \.SLOTS\(TAGS\))/warppool_ram_late \1/' \
        "$1/warppool_queues.v"
    [ "${W[narrow]}" = false ] ||
        sed -i "s/warppool_ram #(/warppool_ram_late #(/" "$1/warppool_queues.v"
    grep -q 'word_q <= word' "$ram" && grep -q '= seen;' "$ram" &&
        grep -q ram_late "$1/warppool_queues.v"
}

# binary NUMBER BITS
binary() {
    local bit
    for ((bit = $2 - 1; bit >= 0; bit--)); do printf %d $(($1 >> bit & 1)); done
}

# pool_module NAME MODULE KEY=VALUE...: emits a pipeline into $WORK/NAME; defines and connections of
# one of its modules, of these sizes
pool_module() {
    local module=$2 q t k n there=() metas=() lines=() tags=() word=word_q storage=flop \
        with_narrow=false
    case "$*" in *storage=latch*) storage=latch word=seen ;; esac
    case "$*" in *narrow=true*) with_narrow=true ;; esac
    pool_whole "$1" select=switch coalescers=2 queues=2 tags=2 maps=2 storage=$storage \
        narrow=$with_narrow || return 1
    shift 2
    pool_keys "$@"
    n=$((W[queues] * W[tags]))
    W[queue_w]=1 W[tag_w]=1
    while (((1 << W[queue_w]) < W[queues])); do ((W[queue_w]++)); done
    while (((1 << W[tag_w]) < n)); do ((W[tag_w]++)); done
    DEFINES="-DTOP=warppool_$module -DCOALESCERS=${W[coalescers]} -DMERGES=${W[merges]}"
    if ((W[coalescers] > 1)); then DEFINES+=' -DSEVERAL'; fi
    BIND=
    if [ "$module" = age ]; then
        DEFINES+=" -DTAGS=$n -DTAG_W=${W[tag_w]} -DQUEUE_W=${W[queue_w]} -DWAYS=${W[tags]}"
        for ((k = n - 1; k >= 0; k--)); do tags+=("u_dut.g_place[$k].tag_q"); done
        bind_pool h_there u_dut.valid_q; bind_pool h_tags "${tags[@]}"
        return
    fi
    DEFINES+=" -DQUEUES=${W[queues]} -DQUEUE_W=${W[queue_w]} -DTAGS=${W[tags]} -DLINE_W=$((1 + W[queue_w])) -DWARP_W=2 -DMETA_W=4"
    if ((W[merges] > 1)); then DEFINES+=' -DMERGING'; fi
    if ((W[tags] > 1)); then DEFINES+=' -DTWO_TAGS'; fi
    [ $with_narrow = false ] || DEFINES+=' -DNARROW'
    if [ $storage = latch ]; then latches_late "$WORK/$POINT" || return 1; DEFINES+=' -DLATE'; fi
    for ((q = W[queues] - 1; q >= 0; q--)); do
        for ((t = W[tags] - 1; t >= 0; t--)); do
            there+=("u_dut.g_queue[$q].g_tag[$t].present_q");
                lines+=("u_dut.u_keys.g_queue[$q].g_slot[$t].$word")
            # the queue is the line's lower bits
            if ((W[queues] > 1)); then lines+=("${W[queue_w]}'b$(binary "$q" "${W[queue_w]}")"); fi
            for ((k = W[merges] - 1; k >= 0; k--)); do
                metas+=("u_dut.u_metas.g_queue[$q].g_slot[$((t * W[merges] + k))].$word"); done
        done
    done
    bind_pool h_there "${there[@]}"; bind_pool h_line "${lines[@]}"; bind_pool h_meta "${metas[@]}"
    [ $with_narrow = false ] || bind_matches u_dut
}

# pool_module_smt NAME DIR MODULE [DEFINE...]: NAME.smt2 of the module as it stands in DIR
pool_module_smt() {
    local name=$1 dir=$2 module=$3 own match=; shift 3
    [ ! -f "$dir/warppool_match.v" ] || match=warppool_match.v # with narrow
    [[ $* == *ONLY* ]] || own=-formal # its own assertions too
    elaborate "$name" "$dir" "warppool_${module}_properties" \
        "read_verilog ${own:-} -I. warppool_lib_*.v warppool_row.v warppool_ram*.v warppool_hash.v $match warppool_$module.v; read_verilog -formal $DEFINES $* -I$FORMAL_DIR $FORMAL_DIR/warppool_$module.v" "$BIND"
}

# prove_pool_module NAME MODULE KEY=VALUE...: its properties hold by induction, and their witnesses
# are reached
prove_pool_module() {
    local start=$EPOCHREALTIME depth=1
    pool_module "$@" && pool_module_smt "$POINT" "$WORK/$POINT" "$2" -DFORMAL ||
        { tail -n 3 "$WORK/$POINT.yosys.log"; return 1; }
    [ "${W[storage]}" = flop ] || depth=2 # what waits for latches is what a cycle before was taken
    LIMIT=3600 proved "$POINT" "$depth" &&
        LIMIT=3600 reached "$POINT" $((W[merges] + W[tags] + 6)) || return 1
    record pool-modules "${*:2}" "$depth" "$(seconds_since "$start")" proved
}

# Points: module and sizes; sizes of the whole. Mutants: module of the proof (order: the whole,
# narrow: the whole with narrow), property, edited module, edit; at the points of
# kill_pool_module_mutant.
# shellcheck disable=SC2034 # for those who source this
POOL_MODULE_POINTS=(
    'age_two age coalescers=2 tags=3'
    'age_one age tags=1'
    'age_three age coalescers=3 tags=5'
    'age_four age coalescers=4 tags=4'
    'queues_two queues coalescers=2 queues=1 tags=2 merges=2'
    'queues_apart queues coalescers=2 queues=2 tags=2 merges=2'
    'queues_one queues tags=1 merges=1'
    'queues_three queues coalescers=3 queues=1 tags=3 merges=3'
    'queues_latched queues coalescers=2 queues=1 tags=2 merges=3 storage=latch'
    'queues_narrow queues coalescers=2 queues=1 tags=2 merges=3 storage=latch narrow=true'
    'queues_four queues coalescers=2 queues=4 tags=1 merges=2'
    'queues_paper queues coalescers=2 queues=1 tags=2 merges=4'
)
# shellcheck disable=SC2034
POOL_NARROW_POINT=(order_narrow narrow=true data=true)
# shellcheck disable=SC2034
POOL_ORDER_POINTS=(
    'order_one'
    'order_alone merges=1'
    'order_other warps=3 watched=2 insn_queues=2 tags=2'
    'order_two coalescers=2 queues=2 insn_depth=2 watched=1 select=oldest'
    'order_switch tags=2 queues=2 select=switch counter_bits=4'
    "${POOL_NARROW_POINT[*]}"
    'order_narrow_two narrow=true data=true coalescers=2 maps=2 queues=2 insn_depth=2 watched=1 select=oldest'
    'order_narrow_switch narrow=true tags=2 queues=2 select=switch counter_bits=4'
)
# shellcheck disable=SC2034
POOL_MODULE_MUTANTS=(
    'age|1 lists_what_holds_something|age|s/leave_i \? valid_q >> 1/skip_i ? valid_q >> 1/'
    'age|2 order_is_that_of_allocation|age|s/(alloc_i\[c\]) \? number : (rest\[0 \+: TAG_W\])/\1 ? \2 : number/'
    'age|3 choice_is_the_oldest|age|s/skipped \? rest : valid_q\[0\]/valid_q[0]/'
    'queues|1 one_insertion_of_the_lowest|queues|s/blocked\[c\] *= \|conflict/blocked[c] = 1'"'b0/"
    'queues|2 waits_only_without_a_place|queues|s/\(\(\|merge_match\) \|\| free_valid\)/(|merge_match)/'
    'queues|3 nothing_lost_or_doubled|queues|s/!\(queue_leave && rd_way\[t\]\) && key_match/(!queue_leave || leave_i) \&\& key_match/'
    'queues|4 leaves_with_its_line|queues|s/slot_i\(alloc\)/slot_i(target \& ~alloc)/'
    'queues|5 leaves_as_a_whole|queues|s/row_o\(rd_present_o\)/row_o({unused_there, rd_present_o[0]})/;s/(\(\* first \*\) )?genvar c, d, q, t, k;/genvar c, d, q, t, k; wire [MERGES-2:0] unused_there; assign rd_present_o[MERGES-1:1] = 0;/'
    'queues|6 leaves_in_order_of_arrival|ram|s/assign words\[\(q\*SLOTS \+ s\)/assign words[(q*SLOTS + (s \/ PER) * PER + PER - 1 - s % PER)/'
    'queues|7 one_tag_of_a_line_has_room|queues|s/\{TAGS\{!\(\|merge_match\)\}\}/{TAGS{attempt}}/'
    'queues|8 lowest_warp_is_known|queues|s/warp < tag_lowest/warp > tag_lowest/'
    'latched|7 one_tag_of_a_line_has_room|queues|s/\(\|put_new\) \? \|\(put_new & put_key_match\) ://'
    'late|6 leaves_in_order_of_arrival|queues|s/fresh_q <= \|put/fresh_q <= put[0]/'
    'order|1 no_load_issues_behind_a_store||s/\(counter_zero \| last_load\) & counter_room/(counter_zero | last_load | ~counter_zero) \& counter_room/'
    'order|2 no_store_issues_behind_anything||s/store_ok *= counter_zero & queue_room/store_ok  = (counter_zero | last_load) \& queue_room/'
    'order|3 accepted_loads_have_no_store_beside||s/\(counter_zero \| last_load\) & counter_room/(counter_zero | last_load | ~counter_zero) \& counter_room/'
    'order|4 accepted_stores_have_no_other_beside||s/store_ok *= counter_zero & queue_room/store_ok  = (counter_zero | last_load) \& queue_room/'
    'order|5 counted_exactly|queues|s/!\(queue_leave && rd_way\[t\]\) && key_match/(!queue_leave || leave_i) \&\& key_match/'
    'order|6 pending_covers_all|coalescer|s/extra_line_pulse_o *= b_load && !last_line/extra_line_pulse_o   = b_load \&\& 1'"'b0/"
    'order|7 idle_holds_nothing|insn|s/pick_valid \|\| ag_valid_o/pick_valid/'
    'narrow|8 each_tag_stands_in_the_order_once||s/alloc_q <= alloc;/alloc_q <= alloc \& {COALESCERS{!tag_grant}};/'
    'narrow|9 bytes_have_shut_on_offer|select|s/lay_ready = lay_valid && !lay_left;/lay_ready = lay_valid \&\& !(|(lay_left_q \& ~lay_group));/'
)
for m in "${POOL_MODULE_MUTANTS[@]}"; do # those of the whole with narrow too
    [[ $m != order* ]] || POOL_MODULE_MUTANTS+=("narrow${m#order}")
done

# kill_pool_module_mutant MUTANT: the property refutes the edited module
kill_pool_module_mutant() {
    local proof id property module edit name file storage='' keys=()
    IFS='#' read -r proof property module edit <<<"$(sed -E 's/\|/#/; s/\|/#/; s/\|/#/' <<<"$1")"
    id=${property%% *} property=${property#* } name=pool_${proof}_mutant_$id
    if [ "$proof" = order ]; then pool_whole "$name" && pool_bound || return 1
    elif [ "$proof" = narrow ]; then proof=order storage=' (narrow)'
        case $id in 8) keys=(tags=2 select=oldest) ;; 9) keys=(data=true) ;; esac
        pool_whole "$name" narrow=true "${keys[@]}" && pool_bound || return 1
    elif [ "$proof" = latched ]; then proof=queues storage=' (latches)';
        pool_module "$name" queues coalescers=2 queues=1 tags=2 merges=3 storage=latch || return 1
    elif [ "$proof" = late ]; then proof=queues storage=' (narrow, latches)'
        pool_module "$name" queues coalescers=2 queues=1 tags=2 merges=3 storage=latch \
            narrow=true || return 1
    else pool_module "$name" "$proof" coalescers=2 queues=1 tags=2 merges=3 || return 1; fi
    file=$WORK/$name/warppool${module:+_$module}.v
    edited -E "$edit" "$file" || return 1
    if [ "$proof" = order ]; then pool_whole_smt "$name" "$WORK/$name" "-DONLY=$id"
    else pool_module_smt "$name" "$WORK/$name" "$proof" "-DONLY=$id"; fi ||
        { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    refuted "$name" "$property" 16 || return 1
    record pool-mutants "$property$storage" "$(last_step "$WORK/$name.refute.log")" - killed
}
