# sta.tcl : OpenSTA: setup timing and power of the mapped netlist, as JSON in sta.json. Reads params.tcl in the current
# directory. OpenSTA goes on after an error and ends with status 0, so everything runs under `catch`, and sta.json appears
# only at the end, whole.
#
# In a module without registers the paths from port to port stand for those from register to register.
#
# A path group's min_period_ns is T - slack: the shortest clock at which its worst path meets setup. Ports have no external
# delay: data arrives at the edge, and leaves by the next.
#
# SPDX-License-Identifier: Apache-2.0
source params.tcl

proc string_json {s} {
    return "\"[string map {\\[ [ \\] ] \\/ / \\\\ \\\\ \" \\\"} $s]\""
}

# The register that a pin belongs to, by the name of the net at its output; a port's own name.
proc register_of {pin} {
    if {[sta::Pin_is_top_level_port $pin]} { return [get_full_name $pin] }
    foreach p [get_pins -of_objects [sta::Pin_instance $pin]] {
        if {[get_property $p direction] eq "output"} {
            set net [sta::Pin_net $p]
            if {$net ne "NULL"} { return [get_full_name $net] }
        }
    }
    return [get_full_name $pin]
}

# One row of a path. The net that a gate drives has a name in the RTL (or comes from ABC), the gate has not; the last row is
# the register where the path ends.
proc point_json {point} {
    set pin [get_property $point pin]
    set cell [get_property [sta::Pin_instance $pin] ref_name]
    return "{\"net\": [string_json [register_of $pin]], \"cell\": [string_json $cell], \"arrival_ns\": [get_property $point arrival]}"
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

proc group_json {from to with_points} {
    global period_ns
    if {$from eq "" || $to eq ""} { return null }
    set ends [find_timing_paths -from $from -to $to -path_delay max]
    if {[llength $ends] == 0} { return null }
    set end [lindex $ends 0]
    set slack [expr {[$end slack] * 1e9}]
    set json "{\"slack_ns\": $slack, \"min_period_ns\": [expr {$period_ns - $slack}]"
    append json ", \"from\": [string_json [register_of [get_property $end startpoint]]]"
    append json ", \"to\": [string_json [register_of [get_property $end endpoint]]]"
    if {$with_points} { append json ", \"points\": [points_json $end]" }
    return "$json}"
}

# The same load for every pin that a net reaches. All pieces of a net that crosses module boundaries are one net to OpenSTA:
# each gets the same figure.
proc load_wires {ff_per_fanout} {
    set corner [sta::cmd_corner]
    foreach net [get_nets -hierarchical *] {
        set loads [llength [sta::net_load_pins $net]]
        if {$loads > 0} { sta::set_net_wire_cap $net 0 $corner all [expr {$loads * $ff_per_fanout * 1e-15}] }
    }
}

proc design_clock {} {
    global sdc clock_ns
    if {$sdc ne ""} {
        read_sdc $sdc
    } elseif {[llength [all_inputs]] && [lsearch [lmap p [all_inputs] {get_full_name $p}] clk_i] >= 0} {
        create_clock -name clk_i -period $clock_ns [get_ports clk_i]
    } else {
        create_clock -name clk_i -period $clock_ns
    }
    set clocks [all_clocks]
    if {[llength $clocks] != 1} { error "the constraints define [llength $clocks] clocks, not one" }
    return [lindex $clocks 0]
}

proc data_inputs {} {
    set ports {}
    foreach port [all_inputs] { if {[get_full_name $port] ne "clk_i"} { lappend ports $port } }
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
    global liberty top period_ns wire_ff link_make_black_boxes
    set link_make_black_boxes 0
    read_liberty $liberty
    foreach netlist {logic.v storage.v} { if {[file exists $netlist]} { read_verilog $netlist } }
    link_design $top
    set clock [design_clock]
    set period_ns [get_property $clock period]
    set inputs [data_inputs]
    set starts [all_registers -clock_pins]
    set ends [all_registers -data_pins]
    if {$starts eq ""} { # combinational: its paths run from port to port
        set starts $inputs
        set ends [all_outputs]
    }
    if {$inputs ne ""} { set_input_delay 0 -clock $clock $inputs }
    set_output_delay 0 -clock $clock [all_outputs]

    set json "{\n\"period_ns\": $period_ns,\n"
    append json "\"reg_to_reg\": [group_json $starts $ends 1],\n"
    append json "\"in_to_reg\": [group_json $inputs $ends 0],\n"
    append json "\"reg_to_out\": [group_json $starts [all_outputs] 0],\n"
    append json "\"in_to_out\": [group_json $inputs [all_outputs] 0],\n"
    lassign [sta::design_power [sta::cmd_corner]] internal switching leakage total
    append json "\"power_w\": {\"internal\": $internal, \"switching\": $switching, \"leakage\": $leakage, \"total\": $total},\n"
    load_wires $wire_ff
    append json "\"reg_to_reg_wire\": [group_json $starts $ends 0],\n"
    load_wires 0
    foreach instance [storage_instances [sta::top_instance] [lines_of storage.modules]] { set_false_path -through [get_pins $instance/*] }
    append json "\"reg_to_reg_logic\": [group_json $starts $ends 0]\n}"
    return $json
}

if {[catch analyse result]} {
    puts stderr "sta.tcl: $result"
} else {
    set file [open sta.json.part w]
    puts $file $result
    close $file
    file rename -force sta.json.part sta.json
}
