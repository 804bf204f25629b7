# cart_invariants.tcl : CART's invariants for the proofs of tb/mutate: module wl_invariants, and
# which registers of the instance u_gold it speaks of. For the tree with its own drain and storage
# in flip-flops; other designs have none. Expects `top` and `script`, the design in rtl/.
#
# SPDX-License-Identifier: Apache-2.0
proc invariants_text {name} {
    set file [open $name]
    set text [read $file]
    close $file
    return $text
}

proc tcl::mathfunc::clog2 {n} {
    for {set bits 0} {(1 << $bits) < $n} {incr bits} {}
    return $bits
}

# The sizes that the emitted top states: numbers, and expressions of those before them
proc invariants_sizes {} {
    global size top
    set sizes {(?:localparam|parameter) integer (\w+) *= ([^;,\n/]+)}
    foreach {-> name value} [regexp -all -inline $sizes [invariants_text rtl/$top.v]] {
        set value [string map {$clog2 clog2} $value]
        set size($name) [expr [regsub -all {\m[A-Z]\w*\M} $value {$size(&)}]]
    }
    set size(EARLY) [regexp {bypass_q} [invariants_text rtl/$top.v]]
    set size(AHEAD) [regexp {find_place} [invariants_text rtl/$top.v]]
}

set invariants [expr {[file exists rtl/${top}_turn.v] &&
    [regexp {rd_addr_q;} [invariants_text [lindex [glob rtl/*_lib_ram.v] 0]]]}]

proc invariants_read {} {
    global size top script invariants
    set folder [file dirname $script]
    if {!$invariants} {
        read_verilog -DNONE $folder/cart_invariants.v
        return
    }
    invariants_sizes
    set defines {}
    foreach name {BRANCHES ROWS COLUMNS ENTRIES TAG_W COL_W META_W COUNT_W
                  SLOT_W BRANCH_W ADDR_W QUEUE_W} {
        lappend defines -D$name=$size($name)
    }
    if {$size(COLUMNS) > 1} { lappend defines -DCHAINS }
    foreach name {EARLY AHEAD} { if {$size($name)} { lappend defines -D$name } }
    read_verilog -formal {*}$defines -I$folder $folder/cart_invariants.v
}

# invariants_bind NAME N PREFIX SUFFIX: the wire is PREFIX[N-1]SUFFIX ... PREFIX[0]SUFFIX
proc invariants_bind {name n prefix suffix} {
    set signals {}
    for {set i [expr {$n - 1}]} {$i >= 0} {incr i -1} {
        lappend signals "u_gold.$prefix\[$i\]$suffix"
    }
    connect -set u_inv.$name [join $signals ,]
}

# invariants_memory NAME ENTRIES MEMORY: the wire is its words by queue and slot; in the memory the
# branch's number stands below
proc invariants_memory {name entries memory} {
    global size
    set words [expr {$size(QUEUES) / $size(BRANCHES) * $entries}]
    set signals {}
    for {set i [expr {$size(BRANCHES) * $words - 1}]} {$i >= 0} {incr i -1} {
        lappend signals "u_gold.$memory\[[expr {$i % $words * $size(BRANCHES) + $i / $words}]\]"
    }
    connect -set u_inv.$name [join $signals ,]
}

proc invariants_connect {} {
    global size
    invariants_bind h_counts $size(COUNT_W) u_queues.g_count .bit_q
    invariants_bind h_heads $size(SLOT_W) u_queues.g_head .bit_q
    if {$size(COLUMNS) > 1} {
        invariants_bind h_waits [expr {$size(COLUMNS) - 1}] u_queues.g_chain .chain_q
    }
    invariants_memory h_mem $size(ENTRIES) u_ram.mem_q
    invariants_memory h_lines 1 u_lines.mem_q
    invariants_bind h_tags $size(BRANCHES) u_place.u_tags.u_ram.mem_q {}
    invariants_bind h_group $size(BRANCHES) u_queues.g_history .group_q
    invariants_bind h_column $size(BRANCHES) u_queues.g_history .column_q
    foreach {name signal} {h_word u_place.u_tags.word_q h_kept u_place.u_tags.word_kept_q
                           h_tags_at u_place.u_tags.u_ram.rd_addr_q h_mem_at u_ram.rd_addr_q
                           h_lines_at u_lines.rd_addr_q h_busy u_place.busy_q
                           h_in_branch u_place.branch_q h_in_tag u_place.tag_q
                           h_in_meta u_place.meta_q
                           h_valid u_turn.valid_q h_branch u_turn.branch_q
                           h_above u_turn.above_last_q h_place u_turn.place_q
                           h_slot u_turn.slot_q} {
        connect -set u_inv.$name u_gold.$signal
    }
    foreach {name signal} [expr {$size(EARLY) ?
            "h_bypass bypass_q h_by_entry entry_q h_by_tag tag_q" : "h_placed u_place.placed_q"}] {
        connect -set u_inv.$name u_gold.$signal
    }
    connect -set u_inv.h_fill u_gold.[expr {$size(AHEAD) ? "find_place" : "fill_place"}]
    if {$size(AHEAD)} invariants_connect_ahead
}

# Registers of latency 3
proc invariants_connect_ahead {} {
    global size
    foreach {name signal} {h_fill_branch u_place.fill_branch_q h_fill_place u_place.fill_place_q
                           h_occupied u_turn.occupied_q h_best_locals u_turn.best_locals_q
                           h_best_slots u_turn.best_slots_q
                           h_filled_lengths u_turn.filled_lengths_q
                           h_offer_lengths u_turn.offer_lengths_q
                           h_fill_heads u_turn.fill_heads_q h_offer_heads u_turn.offer_heads_q
                           h_fill_group u_turn.fill_group_q h_fill_column u_turn.fill_column_q} {
        connect -set u_inv.$name u_gold.$signal
    }
    if {$size(COLUMNS) == 1} return
    foreach {name signal} {h_predecessor u_place.predecessor_q
                           h_filled_chain u_turn.filled_chain_q
                           h_offer_chain u_turn.offer_chain_q} {
        connect -set u_inv.$name u_gold.$signal
    }
}
