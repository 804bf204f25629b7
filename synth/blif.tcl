# blif.tcl : Yosys: the netlist that sta.tcl times, flat, as netlist.blif (netlist.h): logic.v and
# storage.v with the library's cells and the SRAM macros as they are. Expects params.tcl's
# variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

read_liberty -lib $liberty
foreach netlist {logic.v storage.v} { if {[file exists $netlist]} { read_verilog $netlist } }
if {[file exists macros.il]} {
    read_rtlil macros.il
    set file [open macros.modules]
    foreach macro [split [string trim [read $file]] "\n"] { blackbox $macro }
    close $file
}
hierarchy -check -top $top
flatten
opt_clean
write_blif -gates -impltf -conn -cname netlist.blif.part
file rename -force netlist.blif.part netlist.blif
