# crossbar.sh : points of the crossbar and how its property modules are bound to what is emitted.
# Source prove.sh first.
#
# The parts, turn and output, are proved by induction with z3; the whole by ABC's property-directed
# reachability, which needs no helpers.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034 # for those who source this

# crossbar_emit NAME KEY=VALUE...: emits a small crossbar into $WORK/NAME, packets of one or two
# flits
crossbar_emit() {
    local pair sets=()
    POINT=$1; shift
    for pair in "$@"; do sets+=(--set "$pair"); done
    "$WARPLOOM" rtl -q -c gtx480 --set structures.crossbar.enable=true --set gpu.sms=2 \
        --set dram.channels=2 --set l2.slices_per_channel=1 \
        --set icnt.latency=2 --set icnt.input_buffer=2 --set structures.crossbar.meta_bits=5 \
        --set icnt.request_flit_bytes=128 "${sets[@]}" -o "$WORK/$POINT"
}

# crossbar_constant NAME: a size that the emitted top of the request network states as a number
crossbar_constant() { sed -nE "s/.* $1 *= ([0-9]+)[;,]?.*/\1/p" \
    "$WORK/$POINT/gtx480_crossbar_request.v" | head -n 1; }

# crossbar_defines FLOW_I FLOW_O: sizes of the whole, and the widths by what they hold
crossbar_defines() {
    local outputs most; outputs=$(crossbar_constant OUTPUTS) most=$(crossbar_constant FLITS_MAX)
    echo \
        "-DTOP=gtx480_crossbar_request -DFLOW_I=$1 -DFLOW_O=$2 -DINS=$(crossbar_constant \
        INPUTS) -DOUTS=$outputs -DLEAST=$(crossbar_constant FLITS_MIN)" \
        "-DMOST=$most -DDEST_W=$(bits_of "$outputs") -DFLITS_W=$(bits_to_hold \
            "$most") -DCREDIT_W=$(bits_to_hold "$(crossbar_constant PLACES)")" \
        "-DMETA_W=$(crossbar_constant META_W)"
}

# crossbar_part NAME DIR KIND DEFINES MORE: NAME.smt2 of a part as it stands in DIR
crossbar_part() {
    local name=$1 dir=$2 kind=$3 defines=$4 more=$5 bind
    case $kind in
        turn) bind='connect -set h_above u_dut.above_last; ' ;;
        output) \
            bind='connect -set h_credit u_dut.credit_q; connect -set h_left u_dut.flits_left_q; connect -set h_done u_dut.arrival_q; ' ;;
    esac
    elaborate "$name" "$dir" "${kind}_properties" \
        "read_verilog -formal $more -I. gtx480_lib_first.v gtx480_crossbar_turn.v gtx480_crossbar_output.v;
        read_verilog -formal -DTOP=gtx480_crossbar_$kind -D${kind^^} $defines $more -I$FORMAL_DIR $FORMAL_DIR/crossbar.v" "$bind"
}

turn_defines() { echo "-DN=$1"; }
output_defines() { # PLACES PIPE FLITS_W
    echo "-DPLACES=$1 -DPIPE=$2 -DFLITS_W=$3 -DCREDIT_W=$(bits_to_hold "$1")"
}

# prove_crossbar_part KIND SIZE...: its properties hold by induction, and their witnesses are
# reached
prove_crossbar_part() {
    local start=$EPOCHREALTIME kind=$1 name steps; shift
    name="crossbar_${kind}_$*" name=${name// /_}
    crossbar_emit "$name" || return 1
    crossbar_part "$name" "$WORK/$name" "$kind" "$("${kind}_defines" "$@")" -DFORMAL ||
        { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    steps=$(($1 + 4))
    if [ "$kind" = output ]; then steps=$((2 * $1 + $2 + 4)); fi
    proved "$name" 1 && reached "$name" "$steps" || return 1
    record crossbar-parts "$kind $*" 1 "$(seconds_since "$start")" proved
}

# crossbar_whole NAME DIR FLOW_I FLOW_O MORE HOW: a flow of the whole as it stands in DIR; HOW:
# elaborate or elaborate_aig
crossbar_whole() {
    local name=$1 dir=$2 in=$3 out=$4 more=$5 how=$6 defines
    defines="-DCROSSBAR $(crossbar_defines "$in" "$out")"
    "$how" "$name" "$dir" crossbar_properties \
        "read_verilog -formal $more -I. *.v; read_verilog -formal $defines $more -I$FORMAL_DIR $FORMAL_DIR/crossbar.v" ''
}

# prove_crossbar NAME FLOW_I FLOW_O KEY=VALUE...: the flow's properties hold, and their witnesses
# are reached
prove_crossbar() {
    local start=$EPOCHREALTIME name=$1 in=$2 out=$3 verdict; shift 3
    crossbar_emit "$name" "$@" || return 1
    crossbar_whole "$name" "$WORK/$name" "$in" "$out" -DFORMAL elaborate_aig ||
        { tail -n 3 "$WORK/$name.aig.log"; return 1; }
    verdict=$(pdr "$name")
    if [ "$verdict" != proved ]; then echo "$name: $verdict"; return 1; fi
    crossbar_whole "$name" "$WORK/$name" "$in" "$out" -DFORMAL elaborate ||
        { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    reached "$name" 12 || return 1
    record crossbar "flow $in to $out, $*" - "$(seconds_since "$start")" proved
}

# crossbar_data NAME DIR FLOW_I FLOW_O MORE: what PDR says of a packet's flits in the whole as it
# stands in DIR
crossbar_data() {
    local name=$1 dir=$2 in=$3 out=$4 more=$5 defines
    defines="$(crossbar_defines "$in" "$out") -DFLIT_W=$((8 * $(crossbar_constant FLIT_BYTES)))"
    elaborate_aig "$name" "$dir" crossbar_data_properties \
        "read_verilog -formal $more -I. *.v; read_verilog -formal $defines $more -I$FORMAL_DIR $FORMAL_DIR/crossbar_data.v" '' || { tail -n 3 "$WORK/$name.aig.log"; return 1; }
    pdr "$name"
}

# Lines of 32 bytes, so that a packet has few flits of few bits
CROSSBAR_DATA=(structures.crossbar.data=true l1d.index=linear icnt.request_flit_bytes=20 \
    l1d.line_bytes=32 l1i.line_bytes=32 l1c.line_bytes=32 dram.burst=4
    'dram.address_map=dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS')

# prove_crossbar_data NAME FLOW_I FLOW_O KEY=VALUE...: the properties of a packet's flits hold, and
# their witnesses are reached: said never to be, that is refuted
prove_crossbar_data() {
    local start=$EPOCHREALTIME name=$1 in=$2 out=$3 verdict k; shift 3
    crossbar_emit "$name" "${CROSSBAR_DATA[@]}" "$@" || return 1
    verdict=$(crossbar_data "$name" "$WORK/$name" "$in" "$out" -DFORMAL)
    if [ "$verdict" != proved ]; then echo "$name: $verdict"; return 1; fi
    for k in 8 9 10; do
        verdict=$(crossbar_data "${name}_reach_$k" "$WORK/$name" "$in" "$out" "-DREACH -DONLY=$k")
        if [ "$verdict" != refuted ]; then echo "$name: witness $k: $verdict"; return 1; fi
    done
    record crossbar "flits of a packet, $in to $out, $*" - "$(seconds_since "$start")" proved
}

# kill_crossbar_data_mutant MUTANT: the property refutes the edited module
kill_crossbar_data_mutant() {
    local id property where edit name dir flow verdict
    property=${1%%|*} edit=${1#*|} where=${edit%%|*} edit=${edit#*|}
    id=${property%% *} property=${property#* } name=crossbar_data_mutant_${property%% *} \
        dir=$WORK/crossbar_data_mutant_${property%% *}
    read -ra flow <<<"$where"
    crossbar_emit "crossbar_of_$property" "${CROSSBAR_DATA[@]}" "${flow[@]:2}" || return 1
    cp -r "$WORK/$POINT" "$dir"
    edited -e "$edit" "$dir"/gtx480_crossbar_*.v || return 1
    verdict=$(crossbar_data "$name" "$dir" "${flow[@]:0:2}" "-DONLY=$id")
    if [ "$verdict" != refuted ]; then echo "$property: $verdict"; return 1; fi
    record crossbar-mutants "$property" \
        "$(sed -nE 's/.*was asserted in frame ([0-9]+).*/\1/p' "$WORK/$name.pdr.log" |
        head -n 1)" - killed
}

# Points. Mutants: property, module, edit.
CROSSBAR_PARTS=('turn 1' 'turn 2' 'turn 3' 'turn 5' 'output 1 0 1' 'output 3 2 2')
CROSSBAR_LONG_PARTS=('turn 8' 'turn 15' 'output 7 1 3' 'output 13 3 3')
CROSSBAR_POINTS=('crossbar_one 0 1 icnt.request_flit_bytes=136' \
    'crossbar_flits 1 0 icnt.input_buffer=2')
CROSSBAR_LONG_POINTS=('crossbar_vcs 0 0 icnt.vcs=2' \
    'crossbar_islip 1 1 icnt.vcs=2 icnt.arbiter=islip' 'crossbar_slow 1 0 icnt.latency=3')
# With data, flits that their buffers hold until they arrive:
CROSSBAR_HOLD='icnt.latency=4 rtl.storage=sram_1r1w'
CROSSBAR_DATA_POINTS=('crossbar_data 0 1' 'crossbar_data_back 1 0'
    "crossbar_hold 0 1 $CROSSBAR_HOLD")
CROSSBAR_DATA_MUTANTS=(
    '8 flits_in_order|0 1|s/occupied_q ? stored_head : lane/arrival ? lane : stored_head/'
    '9 none_between|0 1|s/source *= (|grant_i) ? grant_i : source_q;/source = grant_i;/'
    '10 last_with_header|0 1|s/{PIPE{1.b0}}, flit_valid_i/{PIPE{1'"'"'b0}}, |grant_i/'
    "8 places_of_what_is_sent|0 1 $CROSSBAR_HOLD|s/WORDS = DEPTH + WAIT/WORDS = DEPTH/"
    "9 switch_of_what_is_sent|0 1 $CROSSBAR_HOLD|s/sent_q\[(PIPE-2)\*INPUTS +: INPUTS\]/source/"
)
CROSSBAR_MUTANTS=(
    '1 one_grant|turn 3|s/grant_o *= upper_valid ? upper : lowest/grant_o = upper | lowest/'
    '2 wait_bound|turn 3|s/above_last_d *= upper_valid ? upper_above : lowest_above/above_last_d = lowest_above/'
    '3 credits_never_overflow|output 3 2 2|s/credit_q + credit_i - (grant_i/credit_q + credit_i - (grant_i \&\& |credit_q/'
    '4 place_for_each|output 3 2 2|s/ && (|credit_q .. |credit_i)//'
    '5 once_and_there|crossbar 0 1|s/flits_left_q <= flits_to_come - LEFT_1/flits_left_q <= grant_i ? flits_i : flits_to_come - LEFT_1/'
    '6 order_of_the_flow|crossbar 0 1|s/head *= stored ? fifo_head : packet/head   = stored \&\& !enter ? fifo_head : packet/'
    '7 nothing_lost|crossbar 0 1|s/occupied\[v\] *= !empty/occupied[v]  = 1'"'"'b0/'
)

# kill_crossbar_mutant MUTANT: the property refutes the edited module
kill_crossbar_mutant() {
    local id property what edit name dir words
    property=${1%%|*} edit=${1#*|} what=${edit%%|*} edit=${edit#*|}
    id=${property%% *} property=${property#* }
    read -ra words <<<"$what"
    name=crossbar_mutant_$id dir=$WORK/crossbar_mutant_$id
    crossbar_emit "crossbar_whole_$id" || return 1
    cp -r "$WORK/$POINT" "$dir"
    edited -e "$edit" "$dir"/gtx480_crossbar_*.v || return 1
    if [ "${words[0]}" = crossbar ]; then
        crossbar_whole "$name" "$dir" "${words[1]}" "${words[2]}" "-DONLY=$id" elaborate
    else crossbar_part "$name" "$dir" "${words[0]}" "$("${words[0]}_defines" "${words[@]:1}")" \
        "-DONLY=$id"; fi || { tail -n 3 "$WORK/$name.yosys.log"; return 1; }
    refuted "$name" "$property" 10 || return 1
    record crossbar-mutants "$property" "$(last_step "$WORK/$name.refute.log")" - killed
}
