# elab.tcl : Yosys: reads the RTL, elaborates it below the top, gives every module a plain name. Writes design.il, and the
# modules' names, one a line, in storage.modules (those that end in _ram) and logic.modules (the others). Expects
# params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

read_verilog -I$rtl_dir {*}$sources
hierarchy -check -top $top
tee -q -o modules.raw ls

# A module with parameters is called $paramod\NAME\... or $paramod$HASH\NAME; it becomes NAME, further variants NAME__2, ...
proc base_name {module} {
    if {[regexp {^\$paramod\\([^\\]+)\\} $module -> name]} { return $name }
    if {[regexp {^\$paramod\$[^\\]+\\(.+)$} $module -> name]} { return $name }
    return $module
}

set file [open modules.raw]
set modules {}
foreach line [split [read $file] "\n"] {
    if {[regexp {^  (\S+)$} $line -> name]} { lappend modules $name }
}
close $file

array set seen {}
set names {}
foreach module [lsort $modules] {
    set name [base_name $module]
    incr seen($name)
    if {$seen($name) > 1} { append name "__$seen($name)" }
    if {$name ne $module} {
        yosys rename $module $name
        chtype -set $name "t:[string map {\\ \\\\} $module]"
    }
    lappend names $name
}

proc write_list {path names} {
    set file [open $path w]
    foreach name [lsort $names] { puts $file $name }
    close $file
}
write_list storage.modules [lsearch -all -inline -regexp $names {_ram(__[0-9]+)?$}]
write_list logic.modules [lsearch -all -inline -not -regexp $names {_ram(__[0-9]+)?$}]
write_rtlil design.il
