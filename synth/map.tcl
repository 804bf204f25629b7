# map.tcl : Yosys and ABC: maps one part of design.il to the cell library. $part is `logic` (the storage modules stay
# black boxes) or `storage` (those alone). Module boundaries are kept, so that area can be told by module.
# Writes PART.il (before the cells), PART.json (cells by module) and PART.v (the netlist). Expects params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

proc modules_of {part} {
    set file [open $part.modules]
    set names [split [string trim [read $file]] "\n"]
    close $file
    return $names
}

read_rtlil design.il
foreach name [modules_of macros] { blackbox $name }
if {$part eq "logic"} {
    foreach name [modules_of storage] { blackbox $name }
} else {
    foreach name [modules_of logic] { delete $name }
}

procs
opt
memory
opt -full
techmap
opt
# One name a net from here on, so that the netlist's registers are found again (equiv.tcl).
splitnets
opt_clean -purge
write_rtlil $part.il
dfflibmap -liberty $liberty
techmap -map latches.v
opt
abc -liberty $abc_liberty -constr constr -script $script_dir/[expr {$part eq "logic" ? $recipe : $part}].abc
setundef -zero
splitnets
opt_clean -purge

read_liberty -lib -overwrite $liberty
check -mapped -assert
# Without a top, Yosys 0.23 writes JSON that ends in a comma, and with one that has instances two levels deep, lines that are no JSON: a leaf, if
# there is one.
set leaf [lsearch -inline -regexp [modules_of $part] {_lib_|_sel(__[0-9]+)?$}]
if {$leaf eq ""} { set leaf [lindex [modules_of $part] 0] }
tee -q -o $part.json stat -json -top $leaf
write_verilog -noattr -noexpr $part.v.part
file rename -force $part.v.part $part.v
