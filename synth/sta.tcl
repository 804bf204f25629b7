# sta.tcl : OpenSTA: setup timing and power of the mapped netlist, as JSON in sta.json. Expects
# params.tcl's variables. OpenSTA goes on after an error and ends with status 0, so everything runs
# under `catch`, and sta.json appears only at the end, whole.
#
# OpenSTA 2.0.17 propagates the activity of the inputs level by level, and visits a list while what
# it finds is appended to it, where gates follow gates with a constant input, for they have no
# level. If the list moves, it reads freed memory, and may end with signal 11. With $all_pins the
# script gives every pin the activity of an input, and nothing is propagated.
#
# Times are in ns and loads in fF whatever the library's units are. A Liberty may have a default
# wire load, which OpenSTA adds to every net that has none of its own: all nets get a load of zero
# first, so that "without wire" is what it says. (ABC chooses cells by the library's wire load.)
#
# In a module without registers the paths from port to port stand for those from register to
# register. A wire from port to port, which has no cell, is no path.
#
# With $layout, a directory below, the netlist is LAYOUT/layout.v, and the clock is also that with
# the loads of its routed wires (LAYOUT/loads.txt: a net and its fF a line); the figures go to
# LAYOUT/timing.json.
#
# A path group's min_period_ns is T - slack (T - 2 slack where half a cycle is all there is): the
# shortest clock at which its worst path meets setup. Ports have no external delay: data arrives at
# the edge, and leaves by the next.
#
# SPDX-License-Identifier: Apache-2.0
proc string_json {s} {
    return "\"[string map {\\[ [ \\] ] \\/ / \\\\ \\\\ \" \\\"} $s]\""
}

# The register that a pin belongs to, by the name of the net at its output or, where it has an
# inverted output alone, by that of the instance (map.tcl); a port's own name.
proc register_of {pin} {
    if {[sta::Pin_is_top_level_port $pin]} { return [get_full_name $pin] }
    set instance [sta::Pin_instance $pin]
    set name [get_full_name $instance]
    set cell [get_property $instance ref_name]
    if {$cell in [lines_of inverted.flops] && [regexp {^(.*)_reg$} $name -> register]} {
        return $register
    }
    foreach p [get_pins -of_objects $instance] {
        if {[get_property $p direction] eq "output"} {
            set net [sta::Pin_net $p]
            if {$net ne "NULL"} { return [get_full_name $net] }
        }
    }
    return [get_full_name $pin]
}

# One row of a path. The net that a gate drives has a name in the RTL (or comes from ABC), the gate
# has not; the last row is the register where the path ends.
proc point_json {point} {
    set pin [get_property $point pin]
    set cell [get_property [sta::Pin_instance $pin] ref_name]
    set arrival_ns [format %.6f [expr {[sta::PathRef_arrival $point] * 1e9}]]
    set json "{\"net\": [string_json [register_of $pin]], \"cell\": [string_json $cell]"
    return "$json, \"arrival_ns\": $arrival_ns}"
}

proc points_json {end} {
    set points [get_property $end points]
    set rows {}
    foreach point $points {
        if {[sta::Pin_is_driver [get_property $point pin]]} { lappend rows [point_json $point] }
    }
    lappend rows [point_json [lindex $points end]]
    return "\[[join $rows ", "]\]"
}

proc end_json {end min with_points} {
    global period_ns
    set json "{\"slack_ns\": [expr {$period_ns - $min}], \"min_period_ns\": $min"
    append json ", \"from\": [string_json [register_of [get_property $end startpoint]]]"
    append json ", \"to\": [string_json [register_of [get_property $end endpoint]]]"
    if {$with_points} { append json ", \"points\": [points_json $end]" }
    return "$json}"
}

# The worst ends of paths: of those that options name, or, for the word `gating`, where a clock is
# gated.
proc ends_of {args} {
    if {$args ne "gating"} { return [find_timing_paths {*}$args -path_delay max] }
    set ends {}
    foreach end [find_timing_paths -path_delay max -group_count 1] {
        if {[$end is_gated_clock]} { lappend ends $end }
    }
    return $ends
}

# False for a wire from port to port: its delay would be a rounding error.
proc has_cells {end} {
    foreach point [get_property $end points] {
        if {![sta::Pin_is_top_level_port [get_property $point pin]]} { return 1 }
    }
    return 0
}

# The clock at which a path that has so many half cycles meets setup; `shut`: that of a latch which
# it need not reach before it shuts, a whole cycle, less its setup, which OpenSTA does not tell.
proc shortest_clock {end half_cycles} {
    global period_ns
    if {$half_cycles eq "shut"} {
        return [expr {[sta::PathRef_arrival [lindex [get_property $end points] end]] * 1e9}]
    }
    return [expr {$period_ns - [$end slack] * 1e9 * 2 / $half_cycles}]
}

# Worst path of several sets: each is the half cycles that its paths have, and the options that name
# them. What one search finds is gone with the next.
proc group_json {sets with_points} {
    global period_ns
    set worst 0
    set json null
    foreach paths $sets {
        set ends [ends_of {*}[lrange $paths 1 end]]
        if {[llength $ends] == 0} { continue }
        set end [lindex $ends 0]
        if {![has_cells $end]} { continue }
        set min [shortest_clock $end [lindex $paths 0]]
        if {$json eq "null" || $min > $worst} {
            set worst $min
            set json [end_json $end $min $with_points]
        }
    }
    return $json
}

# The same load for every pin that a net reaches. All pieces of a net that crosses module boundaries
# are one net to OpenSTA: each gets the same figure.
proc load_wires {ff_per_fanout} {
    set corner [sta::cmd_corner]
    foreach net [get_nets -hierarchical *] {
        set loads [llength [sta::net_load_pins $net]]
        sta::set_net_wire_cap $net 0 $corner all [expr {$loads * $ff_per_fanout * 1e-15}]
    }
}

# The wires as they are routed. Every net that a cell drives or reads has a line.
proc load_routed {path} {
    foreach line [lines_of $path] { set load([lindex [split $line] 0]) [lindex [split $line] 1] }
    set corner [sta::cmd_corner]
    foreach net [get_nets -hierarchical *] {
        set name [string map {\\ ""} [get_full_name $net]]
        if {[info exists load($name)]} {
            sta::set_net_wire_cap $net 0 $corner all [expr {$load($name) * 1e-15}]
        } elseif {[llength [sta::net_load_pins $net]]} {
            error "net $name is not in the layout"
        }
    }
}

proc layout_json {inner} {
    global wire_ff layout
    set json "{\n\"none\": [group_json $inner 0],\n"
    load_wires $wire_ff
    append json "\"per_fanout\": [group_json $inner 0],\n"
    load_routed $layout/loads.txt
    append json "\"routed\": [group_json $inner 1]\n}"
    return $json
}

proc design_clock {} {
    global sdc clock_ns
    if {$sdc ne ""} {
        read_sdc $sdc
    } elseif {[llength [all_inputs]] &&
        [lsearch [lmap p [all_inputs] {get_full_name $p}] clk_i] >= 0} {
        create_clock -name clk_i -period $clock_ns [get_ports clk_i]
    } else {
        create_clock -name clk_i -period $clock_ns
    }
    set clocks {}
    foreach clock [all_clocks] {
        if {[get_property $clock full_name] ne "clk2x_i"} { lappend clocks $clock }
    }
    if {[llength $clocks] != 1} { error "the constraints define [llength $clocks] clocks, not one" }
    return [lindex $clocks 0]
}

proc between {from to} {
    if {$from eq "" || $to eq ""} { return {} }
    return [list [list 2 -from $from -to $to]]
}

# Wrappers of one-port SRAM, by instance.
proc split_wrappers {} {
    return [storage_instances [sta::top_instance] \
        [lsearch -all -inline -regexp [lines_of logic.modules] {_ram(__[0-9]+)?$}]]
}

# Pins of instances within others.
proc pins_in {pins instances} {
    set found {}
    foreach pin $pins {
        foreach instance $instances {
            if {[string first "$instance/" [get_full_name $pin]] == 0} { lappend found $pin }
        }
    }
    return $found
}

# From register to register where storage has a clock of twice the rate: what leaves it, and what
# its wrapper's registers give it, has half a cycle, what is written has a whole one (constraints).
proc between_split {} {
    set slow [all_registers -clock [get_clocks clk_i] -clock_pins]
    set fast_starts [all_registers -clock [get_clocks clk2x_i] -clock_pins]
    set fast_ends [all_registers -clock [get_clocks clk2x_i] -data_pins]
    set wrappers [split_wrappers]
    set own [pins_in $slow $wrappers]
    set writes {}
    foreach wrapper $wrappers { lappend writes {*}[get_pins $wrapper/wr_*_i*] }
    return [list [list 2 -from $slow -to [all_registers -clock [get_clocks clk_i] -data_pins]] \
        [list 1 -from $fast_starts -to [all_registers -data_pins]] \
        [list 1 -from $own -to $fast_ends] \
        [list 2 -from $slow -through $writes -to $fast_ends]]
}

# Of the words of WarpPool's queues (gen_warppool_queues) those that nothing uses in the cycle in
# which they are written: the constraints of a top name them; a module alone has none.
proc late_words {} {
    global sdc
    if {$sdc eq ""} { return u_keys }
    set file [open $sdc]
    set names [lmap {all name} [regexp -all -inline {u_queues/(\w+)/} [read $file]] { set name }]
    close $file
    return [lsort -unique $names]
}

# From register to register where words are in latches, which are open while the clock is low
# (gen_ram): what leaves them, and what goes into them or opens them, has half a cycle. But nothing
# uses the lines in u_keys, and with narrow the requests in u_metas, in the cycle in which they are
# written, which is proved with words that come a cycle late (tb/formal/warppool.sh): a cycle more
# is theirs. And the bytes of a store that is laid out
# (gen_warppool_byte_ram) are read when their latches have shut, which is proved of the whole
# pipeline (tb/formal/warppool_order.v): they may come until then.
proc between_latches {} {
    global sdc
    set words {}
    set lines {}
    set late [late_words]
    foreach pin [all_registers -level_sensitive -clock_pins] {
        set name [get_full_name $pin]
        if {[lsearch $late [lindex [regexp -inline {(?:^|/)(u_keys|u_metas)/} $name] 1]] >= 0} {
            lappend lines $pin
        } else {
            lappend words $pin
        }
    }
    set bytes {}
    set inputs {}
    foreach pin [all_registers -level_sensitive -data_pins] {
        if {[string match *u_store_bytes/g_byte* [get_full_name $pin]]} { lappend bytes $pin
        } else { lappend inputs $pin }
    }
    set flops [all_registers -edge_triggered -clock_pins]
    set ends [all_registers -edge_triggered -data_pins]
    if {$lines ne "" && $sdc eq ""} { set_multicycle_path 2 -setup -from $lines }
    set half [concat [between $words $ends] [between $flops $inputs]]
    return [concat [between $flops $ends] \
        [lmap paths [between $flops $bytes] { lreplace $paths 0 0 shut }] \
        [lmap paths $half { lreplace $paths 0 0 1 }] \
        [lmap paths [between $lines $ends] { lreplace $paths 0 0 3 }] [list [list 1 gating]]]
}

proc data_inputs {} {
    set ports {}
    foreach port [all_inputs] {
        if {[get_full_name $port] ni {clk_i clk2x_i}} { lappend ports $port }
    }
    return $ports
}

proc lines_of {path} {
    set file [open $path]
    set lines [split [string trim [read $file]] "\n"]
    close $file
    return $lines
}

# Full names of the instances of storage modules below an instance.
proc storage_instances {parent storage} {
    set names {}
    set children [$parent child_iterator]
    while {[$children has_next]} {
        set instance [$children next]
        if {[$instance is_leaf]} { continue }
        if {[get_property $instance ref_name] in $storage} {
            lappend names [get_full_name $instance]
        } else {
            lappend names {*}[storage_instances $instance $storage]
        }
    }
    $children finish
    return $names
}

proc analyse {} {
    global top period_ns wire_ff link_make_black_boxes layout all_pins
    set link_make_black_boxes 0
    read_liberty cells.lib
    if {[file exists macros.lib]} { read_liberty macros.lib }
    set_cmd_units -time ns -capacitance fF
    set netlists {logic.v storage.v}
    if {$layout ne ""} { set netlists $layout/layout.v }
    foreach netlist $netlists { if {[file exists $netlist]} { read_verilog $netlist } }
    link_design $top
    load_wires 0
    set clock [design_clock]
    set period_ns [format %.7g [expr {[$clock period] * 1e9}]]
    set inputs [data_inputs]
    set starts [all_registers -clock_pins]
    set ends [all_registers -data_pins]
    if {$starts eq ""} { # combinational: its paths run from port to port
        set starts $inputs
        set ends [all_outputs]
    }
    if {$inputs ne ""} { set_input_delay 0 -clock $clock $inputs }
    set_output_delay 0 -clock $clock [all_outputs]

    set inner [between $starts $ends]
    if {[llength [get_clocks -quiet clk2x_i]]} { set inner [between_split] }
    if {[all_registers -level_sensitive -data_pins] ne ""} { set inner [between_latches] }
    if {$layout ne ""} { return [layout_json $inner] }

    set json "{\n\"period_ns\": $period_ns,\n"
    append json "\"reg_to_reg\": [group_json $inner 1],\n"
    append json "\"in_to_reg\": [group_json [between $inputs $ends] 0],\n"
    append json "\"reg_to_out\": [group_json [between $starts [all_outputs]] 0],\n"
    append json "\"in_to_out\": [group_json [between $inputs [all_outputs]] 0],\n"
    if {$all_pins} { set_power_activity -global -activity 0.1 -duty 0.5 }
    lassign [sta::design_power [sta::cmd_corner]] internal switching leakage total
    append json "\"power_w\": {\"internal\": $internal, \"switching\": $switching, " \
            "\"leakage\": $leakage, \"total\": $total},\n"
    load_wires $wire_ff
    append json "\"reg_to_reg_wire\": [group_json $inner 0],\n"
    load_wires 0
    foreach instance [storage_instances [sta::top_instance] [lines_of storage.modules]] {
        set_false_path -through [get_pins $instance/*]
    }
    append json "\"reg_to_reg_logic\": [group_json $inner 0]\n}"
    return $json
}

if {![info exists layout]} { set layout "" }
if {![info exists all_pins]} { set all_pins 0 }
set made sta.json
if {$layout ne ""} { set made $layout/timing.json }
if {[catch analyse result]} {
    puts stderr "sta.tcl: $result"
} else {
    set file [open $made.part w]
    puts $file $result
    close $file
    file rename -force $made.part $made
}
