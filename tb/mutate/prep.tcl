# prep.tcl : Yosys: from the emitted RTL to what is mutated: one flat module, each cell marked with
# the module that it comes from (attribute wl_module). Writes design.il, and for proofs of modules
# alone the design before it was flattened, modules.il, with its instances (scope.h) in
# instances.txt. Expects params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import
source params.tcl

read_verilog -Irtl {*}$sources
hierarchy -check -top $top
procs
memory_dff
memory_collect
opt_clean
tee -q -o modules.raw ls

set file [open modules.raw]
foreach line [split [read $file] "\n"] {
    if {![regexp {^  (\S+)$} $line -> module]} { continue }
    set name $module
    regexp {^\$paramod\\([^\\]+)\\} $module -> name
    regexp {^\$paramod\$[^\\]+\\(.+)$} $module -> name
    setattr -set wl_module "\"$name\"" "$module/c:*"
}
close $file

write_rtlil modules.il
set file [open modules.il]
foreach line [split [read $file] "\n"] {
    if {[regexp {^module (\S+)} $line -> current]} { set inside($current) {} }
    if {[regexp {^  cell (\S+) (\S+)} $line -> type name]} { lappend inside($current) $type $name }
}
close $file

# instances OF PATH: puts those inside a module
proc instances {of path} {
    global inside out
    foreach {type name} $inside($of) {
        if {![info exists inside($type)]} { continue }
        puts $out "$type $path$name."
        instances $type $path$name.
    }
}
set out [open instances.txt w]
instances \\$top {}
close $out

flatten
opt_clean
write_rtlil design.il
