# gates.tcl : Yosys: the netlist as Verilog that any simulator runs: logic.v and storage.v as they
# are timed, the library's cells with the functions that the Liberty gives them, SRAM macros as they
# behave (macros.il, from elab.tcl). Writes gates.v, and gates.json: {"cells": of the library in all
# modules together, "types": how many of its cells are used, "wrong": null, or the gate that is
# wrong}.
#
# Where $wrong is a number, the output of one gate is inverted: of gate number $wrong, counted
# round. Expects params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

proc lines_of {path} {
    set file [open $path]
    set lines {}
    foreach line [split [read $file] "\n"] {
        if {[string trim $line] ne ""} { lappend lines [string trim $line] }
    }
    close $file
    return $lines
}

# Names that a selection holds.
proc picked {args} {
    tee -q -o picked.raw select -list {*}$args
    return [lsort [lines_of picked.raw]]
}

proc append_file {to path} {
    set from [open $path]
    fcopy $from $to
    close $from
}

read_liberty -ignore_miss_func $liberty
foreach netlist {logic.v storage.v} { if {[file exists $netlist]} { read_verilog $netlist } }
if {[file exists macros.il]} { read_rtlil macros.il }
hierarchy -check -top $top
memory -nomap
opt_clean

set macros [lines_of macros.modules]
set own [concat [lines_of logic.modules] [lines_of storage.modules] $macros]
tee -q -o picked.raw ls
set types [lsearch -all -inline -not -regexp [lines_of picked.raw] {modules:$}]
foreach module $own { set types [lsearch -all -inline -not -exact $types $module] }
set gates {}
foreach type $types { foreach gate [picked t:$type] { lappend gates [list $gate $type] } }

# The netlists as they are, and the functions behind them; or, with a wrong gate, all of it as Yosys
# writes it.
set file [open gates.v.part w]
if {$wrong eq ""} {
    set what null
    select {*}$types {*}$macros
    write_verilog -noattr -selected functions.v
    foreach part {logic.v storage.v functions.v} {
        if {[file exists $part]} { append_file $file $part }
    }
} else {
    lassign [lindex $gates [expr {$wrong % [llength $gates]}]] gate type
    lassign [split $gate /] module cell
    set port [lindex [split [lindex [picked $type/o:*] 0] /] 1]
    set what "{\"module\": \"$module\", \"gate\": \"$cell\", \"type\": \"$type\", "
    append what "\"port\": \"$port\"}"
    mutate -mode inv -module $module -cell $cell -port $port -portbit 0
    write_verilog -noattr functions.v
    append_file $file functions.v
}
close $file
file rename -force gates.v.part gates.v

set file [open gates.json w]
puts $file "{\"cells\": [llength $gates], \"types\": [llength $types], \"wrong\": $what}"
close $file
