# equiv.tcl : Yosys: proves that a module of the netlist (logic.v or storage.v, with the functions
# of the Liberty's cells) does what the module did before mapping (map/PART.il or map/MODULE.il,
# from map.tcl), by induction over the registers, which both have by the same name; a latch is a
# register too, that keeps its value in a step in which it is shut. Submodules are black boxes on
# both sides: each is proven on its own. Expects params.tcl's variables and $module; ends with an
# error when anything is unproven.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

proc lines_of {path} {
    set file [open $path]
    set lines [split [string trim [read $file]] "\n"]
    close $file
    return $lines
}

set part [expr {$module in [lines_of storage.modules] ? "storage" : "logic"}]

# Keeps one module, the others as boxes, under the given name; every net one bit.
proc isolate {name} {
    global module part
    foreach other [lsearch -all -inline -not -exact [lines_of $part.modules] $module] {
        blackbox $other
    }
    hierarchy -top $module
    procs
    flatten
    if {$part eq "storage"} { # where latches are; it has no submodules
        async2sync
        opt_clean
    }
    splitnets -ports
    yosys rename $module $name
}

read_rtlil map/[expr {$apart ? $module : $part}].il
dffunmap
isolate gold
design -stash gold_side

read_liberty -ignore_miss_func $liberty
read_rtlil map/[expr {$apart ? $module : $part}].il
foreach name [lines_of $part.modules] { delete $name }
read_verilog $part.v
isolate gate
design -stash gate_side

design -copy-from gold_side -as gold gold
design -copy-from gate_side -as gate gate
equiv_make gold gate proof
hierarchy -top proof
opt_clean
equiv_simple
equiv_induct
equiv_status -assert
