#!/usr/bin/env bash
# lint.sh : emitted Verilog is clean, without a waiver, in Verilator, Icarus and Yosys, assertions
# off and on: the papers' configurations as checked in and all presets, and sizes and options at
# their edges. Those in turn, since their text differs in few modules: of each six one with and one
# without assertions in the simulators, one in Yosys, and the form of all. LINT=all (tests/long) has
# all of it, and reads the properties at all sizes.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# Tools that elaborate a design ask for millions of small blocks. With a larger cache of freed ones
# Yosys takes three quarters of its time and Verilator nine tenths (a WarpPool of 8 queues: 6.4 s
# and 1.9 s become 4.9 s and 1.8 s).
export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.tcache_count=65535}

# The program itself: the Perl script of that name, which looks for it, takes as long.
verilator() { verilator_bin "$@"; }

# said COMMAND...: fails if the command fails or says anything at all.
said() {
    local out status
    out=$("$@" 2>&1); status=$?
    [ "$status" -eq 0 ] && [ -z "$out" ] && return 0
    printf '%s (status %s): %s\n' "$1" "$status" "$(head -c 600 <<<"$out")"
    return 1
}

# narrow DIR: no line of the Verilog is so long that it must be scrolled, but for the command given,
# which the banner repeats.
narrow() {
    awk \
        'length > 99 && !/^\/\/ (config   |regen    ):/ { print FILENAME ":" FNR ": " length " columns"; wide = 1 } END { exit wide }' "$1"/*.v "$1"/*.vh
}

# same_vectors DIR: the constraints name as vectors ([*]) what each top declares so.
same_vectors() {
    local sdc
    for sdc in "$1"/*.sdc; do
        diff <(sed -nE 's/.*get_ports \{([a-z0-9_]+)\[\*\]\}.*/\1/p' "$sdc" | sort) \
            <(sed -nE 's/^ *(input|output) +wire +\[[^]]*\] +([a-z0-9_]+).*/\2/p' \
                "${sdc%.sdc}.v" | sort) || return 1
    done
}

# named DIR: no width is a number less one where it is the bits of something that has a name.
named() { ! grep -nE '\[[0-9]+-1:0\]' "$1"/*.v; }

# named_ports DIR: no top declares a port by a number of bits, but for codes of two bits.
named_ports() {
    local sdc
    for sdc in "$1"/*.sdc; do
        ! sed -n '/^module/,/^);/p' "${sdc%.sdc}.v" |
            grep -nE '^ *(input|output) .*\[[0-9]+:0\]' | grep -vF '[1:0]' || return 1
    done
}

# page_widths DIR LIST: each top's ports are as wide, to Yosys, whose list it is, as the page says,
# which has the port table's figures.
page_widths() {
    local sdc top
    for sdc in "$1"/*.sdc; do
        top=$(basename "$sdc" .sdc)
        diff <(sed -nE 's/^\| `([a-z0-9_]+)` \| (in|out) \| ([^|]* = )?([0-9]+) \|.*/\1 \4/p' \
            "$1/$top.md" | sort) \
            <(awk -v top="$top" \
                '$1 == "module" { here = $2 == top } here && $1 ~ /put$/ { gsub(/[[]|:.*/, "", $2); print $3, $2 + 1 }' "$2" | sort) || return 1
    done
}

# verilated DIR DEFINE TOP: it is Verilog-2005 to Verilator, which holds to the language strictly,
# and nothing stands there that is not read. That no name is a keyword of SystemVerilog, as which
# users may read it too, shows where plug-ins are compiled.
verilated() {
    (cd "$1" && said verilator --lint-only -Wall --default-language 1364-2005 "-D$2" \
        --top-module "$3" -f ./*.f)
}

# simulated DIR [DEFINE...]: it is Verilog-2005 to both simulators, with each of these, else in both
# texts.
simulated() {
    local dir=$1 define top; shift
    [ $# = 0 ] && set -- WL_PLAIN WL_ASSERT_ON
    for define; do
        for top in "$dir"/*.sdc; do # each structure has one
            top=$(basename "$top" .sdc)
            verilated "$dir" "$define" "$top" || return 1
            (cd "$dir" && said iverilog -g2005 -Wall -D$define -I. -s "$top" -o "$WORK/lint.vvp" \
                ./*.v) || return 1
        done
    done
}

# one_plain_text DIR: to Yosys the text with WL_ASSERT_ON is the plain one: only wl_check.vh asks
# for it, after YOSYS.
one_plain_text() { ! grep -l WL_ASSERT_ON "$1"/*.v &&
    [ "$(grep -nE '^`(ifdef FORMAL|elsif YOSYS|elsif WL_ASSERT_ON)$' "$1"/wl_check.vh |
    cut -d : -f 2 | paste -sd ,)" = '`ifdef FORMAL,`elsif YOSYS,`elsif WL_ASSERT_ON' ]; }

# instanced DIR: no module stands there that nothing instances, but the tops.
instanced() {
    local file name
    for file in "$1"/*.v; do
        name=$(basename "$file" .v)
        [ -e "$1/$name.sdc" ] || grep -qE "^ *$name +(#|u_|\()" "$1"/*.v || return 1
    done
}

# form DIR: its lines' lengths, its constraints' ports.
form() {
    narrow "$1" && named "$1" && named_ports "$1" && same_vectors "$1" &&
        instanced "$1" && one_plain_text "$1"
}

# synthesizable DIR: clean in Yosys, with the ports that its page names.
synthesizable() {
    local dir=$1
    (cd "$dir" && said yosys -q -p \
        "read_verilog -DWL_PLAIN -I. *.v; hierarchy -check; proc; check -assert; tee -q -o $WORK/ports.txt portlist *") || return 1
    page_widths "$dir" "$WORK/ports.txt"
}

# provable DIR: Yosys reads what proofs read, the design with its properties, which are the same
# text at all sizes: without LINT=all at the first small size of each structure only.
provable() {
    (cd "$1" && said yosys -q -p \
        "read_verilog -formal -DFORMAL -I. *.v; hierarchy -check; proc; check -assert")
}

lint() { form "$1" && simulated "$1" && synthesizable "$1" && { [ $# = 1 ] || "$2" "$1"; }; }

# lint_in_turn N DIR: form and Verilator, which finds nearly all; of the rest what falls to the
# N-th.
lint_in_turn() {
    local top
    form "$2" || return 1
    case $(($1 % 6)) in
        0) simulated "$2" WL_PLAIN; return ;;
        1) simulated "$2" WL_ASSERT_ON || return 1 ;;
        2) synthesizable "$2" || return 1 ;;
    esac
    for top in "$2"/*.sdc; do verilated "$2" WL_PLAIN "$(basename "$top" .sdc)" || return 1; done
}

# The networks of the bandwidth study differ in widths alone: each has one tool, a smaller one,
# below, all. WarpPool at its paper's size takes as long as twenty others: its form here; the small
# ones, below, have every tool.
for dir in rtl/*/; do
    name=$(basename "$dir")
    case ${LINT:-}$name in
        warppool) expect "lint_$name" form "$dir" ;;
        bandwidth-16-68) expect "lint_$name" lint_in_turn 0 "$dir" ;;
        bandwidth-16-48) expect "lint_$name" lint_in_turn 1 "$dir" ;;
        bandwidth-32-52) expect "lint_$name" lint_in_turn 2 "$dir" ;;
        *) expect "lint_$name" lint "$dir" ${LINT:+provable} ;;
    esac
done

# Every preset with a structure at its own size; one of the two texts in turn.
texts=(WL_PLAIN WL_ASSERT_ON) n_presets=0
for preset in refmodel/config/presets/*.yaml; do
    preset=$(basename "$preset" .yaml)
    [ -d "rtl/$preset" ] && continue # above
    if "$WARPLOOM" rtl -q -c "$preset" -o "$WORK/preset" 2>"$WORK/preset.err"; then
        text=${texts[n_presets++ % 2]}
        [ -n "${LINT:-}" ] && text=
        expect "preset_$preset" simulated "$WORK/preset" ${text:+"$text"}
    elif ! grep -q 'has no structure to emit' "$WORK/preset.err"; then
        not_ok "preset_$preset" "$(head -n 2 "$WORK/preset.err")"; fi
    rm -rf "$WORK/preset"
done

linted_tops=' ' n_linted=0
# linted NAME KEY=VALUE...: the paper's design with these keys of structures.mrpb (or whole paths,
# with a dot) is clean.
linted() {
    local name=$1 dir=$WORK/$1 pair sets=(); shift
    for pair in "$@"; do
        case ${pair%%=*} in
            *.*) sets+=(--set "$pair") ;;
            *) sets+=(--set "structures.mrpb.$pair") ;;
        esac
    done
    if ! "$WARPLOOM" rtl -q -c mrpb-base-s -o "$dir" "${sets[@]}" 2>"$dir.err"; then
        not_ok "lint_$name" "$(tr '\n' ' ' <"$dir.err")"
        return
    fi
    local tops
    tops=$(cd "$dir" && ls -- *.sdc)
    if [ -z "${LINT:-}" ] && [ -n "${turn:-}" ]; then
        expect "lint_$name" lint_in_turn "$turn" "$dir"
    elif [ -n "${LINT:-}" ] || [[ " $linted_tops " != *" $tops "* ]]; then
        expect "lint_$name" lint "$dir" provable
    else expect "lint_$name" lint_in_turn $((++n_linted)) "$dir"; fi
    linted_tops+=" $tops "
    rm -rf "$dir"
}

# alone NAME KEY=VALUE...: the same of another structure, without MRPB beside it.
alone() { linted "$@" structures.mrpb.enable=false; }

# CART and the designs that it is compared with, at their edges.
for cart in branches=1 'branches=1 rows=1 columns=1 entries=1' \
    'branches=4 rows=3 columns=3 entries=3' 'branches=2 drain=longest' 'branches=2 drain=rr' \
    'branches=2 drain=greedy columns=1' 'branches=1 rows=1 columns=1 drain=longest' \
        'design=bank_fifo branches=4 entries=16' 'design=bank_fifo branches=1 entries=1' \
    'branches=2 columns=1 rtl.storage=sram_1rw' 'latency=1 branches=2' \
        'latency=1 branches=1 rows=1 columns=1 entries=1' \
        'latency=1 branches=2 columns=3 entries=1' \
    'latency=1 branches=2 drain=greedy' 'latency=1 design=bank_fifo branches=2' \
        'branches=2 rtl.storage=latch' design=nonblocking 'design=nonblocking buffer=1'; do
    keys=(structures.cart.enable=true dram.bank_hash=xor)
    for pair in $cart; do if [[ ${pair%%=*} == *.* ]]; then keys+=("$pair"); else
        keys+=("structures.cart.$pair"); fi; done
    alone "cart_${cart//[ =]/_}" "${keys[@]}"
done

# WarpPool at its edges: one of everything, nothing that passes, each selection, odd numbers of
# lanes, long lines, each storage. Some have few queues and maps, whose number is a loop's bound:
# rtl/warppool has as many as the paper.
for pool in \
    'insn_queues=1 insn_depth=1 insn_bits=0 coalescers=1 lanes=1 maps=1 queues=1 tags=1 merges=1 store_age=0 counter_bits=3 data=false sm.warps=1 l1d.mshrs=1 l1d.merges=1' \
    'select=oldest merges=1 data=false lanes=5 address_bits=16 store_age=1 rtl.storage=latch queues=4 maps=6' \
        'select=warp coalescers=4 lanes=2 queues=4 tags=1 store_age=0 counter_bits=4 rtl.storage=sram_1rw' \
    'lane_bytes=8 lanes=3 l1d.merges=3 maps=5 insn_queues=5 insn_depth=3 sm.warps=7 address_bits=57 miss_rate_percent=100 rtl.storage=sram_1r1w queue_latches=true queues=4' \
    'narrow=true lane_bytes=8 lanes=5 queues=4 maps=2 rtl.storage=sram_1r1w queue_latches=true' \
    'narrow=true lane_bytes=4 lanes=1 coalescers=1 queues=2 maps=1 merges=1' \
    'narrow=true data=false lanes=8 lane_bytes=8 coalescers=3 queues=1 maps=3 select=warp' \
    'lanes=4 lane_bytes=8 data=false merges=8 l1d.line_bytes=256 quantum=1 rtl.storage=latch queues=8 maps=5'; do
    keys=(structures.warppool.enable=true)
    for pair in $pool; do
        case ${pair%%=*} in *.*) keys+=("$pair") ;; *) keys+=("structures.warppool.$pair") ;; esac
    done
    alone "warppool_${pool//[ =.]/_}" "${keys[@]}"
done

# A side's ports have longer names, to one tool.
turn=0 alone side_with_warppool structures.warppool.enable=true structures.warppool.lanes=2 \
    structures.warppool.queues=1 structures.warppool.maps=1 structures.warppool.coalescers=1 \
    structures.warppool.insn_queues=1 structures.warppool.insn_depth=1 sm.warps=2 l1d.mshrs=1 \
    l1d.merges=1 structures.streambypass.enable=true

linted one_queue queues=1
linted pipelined pipelined=true sm.warps=7 queues=7 depth=3
linted pipelined_wide pipelined=true queues=64 depth=2 data_bits=64 rtl.storage=sram_1rw
linted one_entry queues=1 depth=1 latency=1
linted one_entry_slow queues=1 depth=1 latency=18
linted one_entry_stored queues=1 depth=1 latency=2 flush=false bypass=none
linted two_queues_of_three queues=2 depth=3
linted three_warps sm.warps=3 queues=3 depth=3 latency=2
linted one_warp sm.warps=1 queues=4 depth=1
linted depth_1 depth=1
linted depth_3 depth=3
linted depth_64 queues=64 depth=64
linted queues_1000 queues=1000
linted queues_1024 queues=1024 depth=1
linted latency_1 latency=1
linted latency_2 latency=2
linted latency_3 latency=3
linted latency_18 latency=18
linted small rtl.goal=area
linted small_one_stage rtl.goal=area latency=3 depth=3 flush=false
linted small_one_queue rtl.goal=area queues=1 depth=1 latency=18
linted signature_block signature=block queues=8
linted signature_block_cut signature=block queues=4 depth=7
linted signature_block_warp signature=block_warp queues=32
linted bypass_none bypass=none
linted bypass_all bypass=all
linted no_flush flush=false
linted no_flush_latency_1 flush=false latency=1
linted no_flush_latency_2 flush=false latency=2 depth=3
linted rr drain=rr
linted rr_greedy drain=rr greedy=true latency=1
linted longest drain=longest
linted longest_greedy drain=longest greedy=true latency=1 depth=5
linted fixed_greedy greedy=true flush=false
linted fixed_runs drain_n=3
linted runs_of_one drain_n=1 queues=1 depth=1 latency=1
linted runs_of_one_longest drain=longest drain_n=1 latency=1
linted rr_runs drain=rr drain_n=64 flush=false
linted longest_runs drain=longest drain_n=2 depth=3
linted signature_pc signature=pc queues=16
linted signature_pc_one signature=pc queues=1 pc_bits=1 depth=1 latency=1
linted signature_pc_slow signature=pc queues=128 pc_bits=4 depth=2 latency=18 drain=rr
linted signature_line signature=line queues=32
linted signature_line_one signature=line queues=1 flush=false
linted data_stored flush=false data_bits=1024
linted data_one_bit data_bits=1 latency=1 meta_bits=0
linted data_passing_by data_bits=33
linted single_slot single_slot=true
linted single_slot_wide single_slot=true data_bits=1024 bypass=none meta_bits=0
linted single_slot_all single_slot=true bypass=all signature=pc
linted wide_addresses address_bits=57 meta_bits=64
linted crossbar structures.crossbar.enable=true gpu.sms=7 dram.channels=3
alone crossbar_one_by_one structures.crossbar.enable=true gpu.sms=1 dram.channels=1 \
    l2.slices_per_channel=1 icnt.latency=2 icnt.input_buffer=1
alone crossbar_one_by_three structures.crossbar.enable=true gpu.sms=1 dram.channels=3 \
    l2.slices_per_channel=1 icnt.vcs=2 icnt.latency=3
alone crossbar_bytes structures.crossbar.enable=true gpu.sms=5 dram.channels=7 \
    l2.slices_per_channel=1 icnt.vcs=32 icnt.request_flit_bytes=1 icnt.arbiter=rr
alone crossbar_one_flit structures.crossbar.enable=true gpu.sms=3 dram.channels=1 \
    l2.slices_per_channel=1 icnt.vcs=4 icnt.request_flit_bytes=264 icnt.reply_flit_bytes=1024
for data in icnt.vcs=1 \
    'gpu.sms=1 dram.channels=1 l2.slices_per_channel=1 icnt.latency=2 icnt.input_buffer=1' \
    'gpu.sms=1 dram.channels=3 icnt.vcs=2 icnt.latency=3' \
    'gpu.sms=1 dram.channels=4 l2.slices_per_channel=1 icnt.vcs=4 icnt.input_buffer=1 icnt.request_flit_bytes=264 rtl.storage=latch' \
    'gpu.sms=3 dram.channels=3 icnt.vcs=32 icnt.request_flit_bytes=1 icnt.input_buffer=3 rtl.storage=sram_1r1w' 'icnt.latency=2 icnt.input_buffer=1 icnt.reply_flit_bytes=264 gpu.sms=2 dram.channels=1 rtl.storage=sram_1rw' 'gpu.sms=2 dram.channels=1 icnt.request_flit_bytes=264 icnt.reply_flit_bytes=1024'; do
    read -ra keys <<<"$data"
    alone "crossbar_data_${data//[ =.]/_}" structures.crossbar.data=true "${keys[@]}"
done
linted latches rtl.storage=latch
linted latches_one_entry rtl.storage=latch queues=1 depth=1 latency=1
linted sram_two_ports rtl.storage=sram_1r1w depth=3
linted sram_one_port rtl.storage=sram_1rw
linted sram_one_port_one_entry rtl.storage=sram_1rw queues=1 depth=1 flush=false
linted with_pric structures.pric.enable=true
alone pric_one_bit structures.pric.index_bits=1
alone pric_one_line_bit structures.pric.index_bits=1 structures.pric.address_bits=8 \
    structures.pric.high_bit=7
alone pric_largest structures.pric.index_bits=16 structures.pric.high_bit=63 \
    structures.pric.address_bits=64
alone pric_no_upper_tag structures.pric.index_bits=3 structures.pric.low_bit=9 \
    structures.pric.high_bit=11 structures.pric.address_bits=12
alone pric_slice_above structures.pric.low_bit=10
alone pric_fermi structures.pric.kind=fermi structures.pric.index_bits=6
alone pric_xor structures.pric.kind=xor
alone pric_linear structures.pric.kind=linear
alone stream structures.streambypass.enable=true
alone stream_banks structures.streambypass.enable=true structures.streambypass.accesses=8
alone stream_banks_5 structures.streambypass.enable=true structures.streambypass.accesses=5
alone stream_period_1 structures.streambypass.enable=true structures.streambypass.period=1
alone stream_period_1_at_100 structures.streambypass.enable=true structures.streambypass.period=1 \
    structures.streambypass.threshold_percent=100
alone stream_largest structures.streambypass.enable=true structures.streambypass.period=16777216 \
    structures.streambypass.accesses=32 structures.streambypass.threshold_percent=99.999
alone stream_at_0 structures.streambypass.enable=true structures.streambypass.threshold_percent=0
linted with_dwtcs structures.dwtcs.enable=true
alone dwtcs_smallest structures.dwtcs.period=1 structures.dwtcs.periods_over=1 \
    structures.dwtcs.periods_sampled=1 structures.dwtcs.winners=1 \
    structures.dwtcs.kernel_bits=1 structures.dwtcs.instructions=warp gpu.sms=1 sm.warps=1 \
        sm.schedulers=1
alone dwtcs_largest queues=64 structures.dwtcs.period=1048576 structures.dwtcs.periods_over=15 \
    structures.dwtcs.periods_sampled=15 \
    structures.dwtcs.winners=64 structures.dwtcs.kernel_bits=16 structures.dwtcs.threshold=1000 \
        gpu.sms=128 sm.warps=64 sm.schedulers=1
alone dwtcs_odd structures.dwtcs.period=64 structures.dwtcs.periods_over=4 \
    structures.dwtcs.threshold=999 structures.dwtcs.winners=3 gpu.sms=3
alone dwtcs_two_sms structures.dwtcs.period=2 structures.dwtcs.threshold=1 gpu.sms=2 sm.warps=7 \
    sm.schedulers=4

# The lint lints: a fault of each kind, seeded into a copy, is found.
seeded() { # NAME FILE SED-SCRIPT
    local dir=$WORK/seeded-$1
    cp -r rtl/mrpb-base-s "$dir"
    sed -i "$3" "$dir/$2"
    if cmp -s "$dir/$2" "rtl/mrpb-base-s/$2"; then not_ok "lint_finds_$1" "the fault was not seeded"
    elif lint "$dir" provable >/dev/null; then not_ok "lint_finds_$1" "a seeded fault passed"
    else ok "lint_finds_$1"; fi
}
seeded undeclared_wire mrpb_base_s_mrpb_ctl.v \
    's/assign busy_o *= pick_valid/assign busy_o = pick_vallid/'
seeded width mrpb_base_s_mrpb_ctl.v 's/wire .QUEUES-1:0. aging /wire [QUEUES:0] aging /'
seeded unused_signal mrpb_base_s_mrpb_ctl.v \
    's/^  assign busy_o.*/&\n  wire nobody_reads = pick_valid;/'
seeded missing_port mrpb_base_s_mrpb.v 's/\.room_o(out_room),//'
seeded overlong_line mrpb_base_s_mrpb.v \
    's,^  // Outputs$,&: this is a comment that goes on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on,'
seeded check_for_yosys_alone wl_check.vh 's/^`elsif YOSYS$/`elsif YOSYS_OF_NOBODY/'
seeded driver_of_a_property_twice mrpb_base_s_mrpb_ctl.v \
    's/^  assign busy_o.*/&\n`ifdef FORMAL\n  assign busy_o = !pick_valid;\n`endif/'
seeded port_by_a_number mrpb_base_s_mrpb.v 's/.QUEUES-1:0. pending_o/[47:0] pending_o/'
seeded port_of_another_width mrpb_base_s_mrpb.md 's/QUEUES = 48 /QUEUES = 47 /'
seeded systemverilog_type mrpb_base_s_mrpb_ctl.v \
    's/^  wire .QUEUES-1:0. aging /  logic [QUEUES-1:0] aging /'
seeded systemverilog_item mrpb_base_s_mrpb.v \
    's/^  \/\/ Outputs$/  generate if (QUEUES < 1) begin : g_none $error("none"); end endgenerate\n&/'

# No tool minds a module that nothing instances.
cp -r rtl/mrpb-base-s "$WORK/idle"
printf 'module idle;\nendmodule\n' >"$WORK/idle/idle.v"
if instanced "$WORK/idle"; then not_ok lint_finds_idle_module 'it passed'; else
    ok lint_finds_idle_module; fi

# An illegal parameter ends the elaboration in every tool, which names the rule: of the top, and of
# a leaf.
illegal() { # TOOL TOP PARAMETER VALUE: prints what the tool says; fails as the tool does
    cd rtl/mrpb-base-s || return 9
    case $1 in
        verilator) verilator --lint-only --default-language 1364-2005 --top-module "$2" "-G$3=$4" \
            -f mrpb_base_s.f 2>&1 ;;
        icarus) iverilog -g2005 -I. -s "$2" "-P$2.$3=$4" -o "$WORK/illegal.vvp" ./*.v 2>&1 ;;
        yosys) yosys -q -p "read_verilog -I. *.v; chparam -set $3 $4 $2; hierarchy -check -top $2" \
            2>&1 ;;
    esac
}
refuses() { # TOOL TOP PARAMETER LEGAL ILLEGAL RULE
    local text
    if ! text=$(illegal "$1" "$2" "$3" "$4"); then
        not_ok "$1_takes_$2_$3_$4" "$(head -c 300 <<<"$text")"
    elif text=$(illegal "$1" "$2" "$3" "$5"); then not_ok "$1_refuses_$2_$3_$5" 'it passed'
    elif [[ $text != *"$6"* ]]; then not_ok "$1_refuses_$2_$3_$5" "$(head -c 300 <<<"$text")"
    else ok "$1_refuses_$2_$3_$5"; fi
}
for tool in verilator icarus yosys; do
    refuses $tool mrpb_base_s_mrpb WARP_W 6 9 WARP_W_must_be_at_most_6
    refuses $tool mrpb_base_s_mrpb QUEUES 48 47 QUEUES_must_be_48
    refuses $tool mrpb_base_s_mrpb META_W 1 0 META_W_must_be_at_least_1
    refuses $tool mrpb_base_s_lib_ram ADDR_W 3 2 ADDR_W_bits_must_address_WORDS
done
finish
