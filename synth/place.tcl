# place.tcl : Yosys: the netlist as one module, for place and route: layout/layout.v, which OpenSTA
# times with the routed wires, and layout/layout.blif, which qflow's blif2cel.tcl reads. Both have
# the same nets by the same names. SRAM macros are outside of the layout: each of their nets is a
# port of it. An input that goes straight to an output gets a buffer, since a router has no net with
# two names. Expects params.tcl's variables. The cells that it names are those of OSU018.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

proc lines_of {path} {
    if {![file exists $path]} { return {} }
    set file [open $path]
    set lines {}
    foreach line [split [read $file] "\n"] { if {$line ne ""} { lappend lines $line } }
    close $file
    return $lines
}

read_liberty -lib $liberty
foreach netlist {logic.v storage.v} { if {[file exists $netlist]} { read_verilog $netlist } }
if {[file exists macros.il]} { read_rtlil macros.il }
set macros [lines_of macros.modules]
foreach macro $macros { blackbox $macro }
hierarchy -check -top $top
flatten
opt_clean -purge
insbuf -buf BUFX2 A Y
splitnets
check -mapped -assert
write_verilog -noattr -noexpr layout/layout.v
write_blif -gates -noalias -false - gnd -true - vdd layout/layout.blif.raw

# Without the tables that declare constants, which are nets of the power supply here.
set file [open layout/layout.blif w]
set gates {}
set outside {}
foreach line [lines_of layout/layout.blif.raw] {
    switch -regexp -- $line {
        {^(#|\.end|\.names \$|1$)} {}
        {^\.model } { set line ".model layout"; puts $file $line }
        {^\.(inputs|outputs)} { puts $file $line }
        {^\.gate } {
            if {[lindex [split $line] 1] ni $macros} { lappend gates $line; continue }
            foreach pin [lrange [split $line] 2 end] { lappend outside [lindex [split $pin =] 1] }
        }
        default { error "layout.blif.raw: not a netlist of cells: $line" }
    }
}
set outside [lsearch -all -inline -not -regexp [lsort -unique $outside] {^(gnd|vdd)?$}]
if {$outside ne ""} { puts $file ".outputs [join $outside]" }
foreach gate $gates { puts $file $gate }
puts $file .end
close $file
file delete layout/layout.blif.raw
