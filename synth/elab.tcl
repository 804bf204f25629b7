# elab.tcl : Yosys: reads the RTL, elaborates it below the top, gives every module a plain name.
# Writes design.il, and the names of the modules that are left, one a line, in logic.modules,
# storage.modules (words in cells) and macros.modules (words in SRAM; what they are stands in
# macros.json, what they do in macros.il). Expects params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

read_verilog -I$rtl_dir {*}$sources
hierarchy -check -top $top

# The top between registers: a module of its name, with a register before each of its inputs and
# behind each of its outputs, so that its paths run from register to register.
proc add_registers {} {
    global top
    tee -q -o ports.raw dump $top/x:*
    set file [open ports.raw]
    set ports [regexp -all -inline -line {^ *wire (?:width (\d+) )?.*(input|output) \d+ \\(\S+)$} \
        [read $file]]
    close $file
    if {"clk_i" in $ports} {
        set file [open registers.refused w]
        puts $file clk_i
        close $file
        return
    }
    yosys rename $top ${top}_between
    set names clk_i
    set declared "input clk_i;\n"
    set connected {}
    foreach {all width direction port} $ports {
        if {$width eq ""} { set width 1 }
        lappend names $port
        append declared "$direction \[$width-1:0\] $port;\nreg \[$width-1:0\] ${port}_q;\n"
        if {$direction eq "input"} {
            append declared "always @(posedge clk_i) ${port}_q <= $port;\n"
            lappend connected ".${port}(${port}_q)"
        } else {
            append declared "wire \[$width-1:0\] ${port}_d;\n" \
                "always @(posedge clk_i) ${port}_q <= ${port}_d;\nassign $port = ${port}_q;\n"
            lappend connected ".${port}(${port}_d)"
        }
    }
    set file [open registers.v w]
    puts $file "module ${top}([join $names {, }]);\n${declared}${top}_between u_between"
    puts $file "    ([join $connected {, }]);\nendmodule"
    close $file
    read_verilog registers.v
    hierarchy -check -top $top
}
if {$registers} { add_registers }
tee -q -o modules.raw ls

# A module with parameters is called $paramod\NAME\... or $paramod$HASH\NAME; it becomes NAME,
# further variants NAME__2, ...
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

# Leaves (lib_...), and what the modules within the top instantiate, become part of what uses them,
# so that ABC sees a whole piece of logic at once: it stops at a module's ports. Selectors and
# decoders stay apart: ABC gives area for depth as long as there is a deeper path in what it sees,
# and would make a selector beside address paths, which start at an input, a chain; a path that
# starts at an input and goes through a decoder would be the deepest. Storage stays apart: SRAM
# macros if there are any, else the modules that hold words; those that hold them in latches beside
# SRAM too, since constraints name their pins.
proc instances {parent module} {
    tee -q -o count.raw select -count "$parent/t:$module"
    set file [open count.raw]
    set count [lindex [split [string trim [read $file]]] 0]
    close $file
    return $count
}
proc stays_apart {module} { return [regexp {_(sel|lib_onehot|lib_ram)(__[0-9]+)?$} $module] }
set macros [lsearch -all -inline -regexp $names {_sram(__[0-9]+)?$}]
set storage {}
foreach name [lsearch -all -inline -regexp $names {_ram(__[0-9]+)?$}] {
    set around 0
    foreach macro $macros { incr around [instances $name $macro] }
    if {$macros eq "" || ($latches && $around == 0)} { lappend storage $name }
}
set logic $top
foreach name $names {
    if {$name eq $top || $name in $macros || $name in $storage ||
        ([instances $top $name] == 0 && ![stays_apart $name])} {
        continue
    }
    if {![regexp {_lib_[a-z_]+(__[0-9]+)?$} $name] || [stays_apart $name] ||
        [regexp {_ram(__[0-9]+)?$} $name]} {
        lappend logic $name
    }
}
if {$top in $storage} { set logic {} }
procs
if {$macros ne ""} {
    yosys json -o macros.json {*}$macros
    select {*}$macros
    write_rtlil -selected macros.il
    select -clear
}
foreach name [concat $logic $storage $macros] { setattr -mod -set keep_hierarchy 1 $name }
flatten
hierarchy -top $top

proc write_list {path names} {
    set file [open $path w]
    foreach name [lsort $names] { puts $file $name }
    close $file
}
write_list storage.modules $storage
write_list logic.modules $logic
write_list macros.modules $macros
write_rtlil design.il
