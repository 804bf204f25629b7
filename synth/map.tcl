# map.tcl : Yosys and ABC: maps $modules of design.il, all of the part $part (`logic` or `storage`),
# to the cell library; all others are black boxes. Module boundaries are kept, so that area can be
# told by module. Writes map/$name.il (before the cells), map/$name.json (cells by module)
# map/$name.recipes.json (the recipe of each module) and map/$name.v (the netlist). Expects
# params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

proc lines_of {path} {
    set file [open $path]
    set lines [split [string trim [read $file]] "\n"]
    close $file
    return $lines
}
proc modules_of {part} { return [lines_of $part.modules] }

source $script_dir/recipe.tcl

# Yosys gives ABC absolute paths in a script, and ABC ends them at a space, a quote or a semicolon:
# one that has anything but plain letters goes by a link that has none, in a folder made for it.
set links ""
proc plain {path} {
    global links
    set path [file join [pwd] $path]
    if {![regexp {[^A-Za-z0-9_./+,:=@-]} $path]} { return $path }
    if {$links eq ""} { set links [exec mktemp -d] }
    set link [file join $links [file tail $path]]
    if {![file exists $link]} { file link -symbolic $link $path }
    return $link
}

# Where a flip-flop has an inverted output alone, no net in the netlist has the register's name: the
# instance gets it, with _reg behind it. In the file every flip-flop is as it was before the cells,
# with the net at its output.
proc name_registers {il} {
    global name
    foreach type [lines_of inverted.flops] {
        tee -q -o map/$name.raw select -list t:$type
        foreach instance [lines_of map/$name.raw] { set inverted($instance) 1 }
    }
    if {![array exists inverted]} { return }
    set cell ""
    foreach line [lines_of $il] {
        if {[regexp {^module \\(\S+)$} $line -> module]} {
            yosys cd $module
        } elseif {[regexp {^  cell \$_\S*DFF\S* (\S+)$} $line -> cell] || $line eq "  end"} {
            if {$line eq "  end" || ![info exists inverted($module/$cell)]} { set cell "" }
        } elseif {$cell ne "" && [regexp {^    connect \\Q \\(\S+)$} $line -> net]} {
            yosys rename $cell ${net}_reg
        }
    }
    yosys cd
}

read_rtlil design.il
set others {}
foreach other [concat [modules_of logic] [modules_of storage] [modules_of macros]] {
    if {$other ni $modules} { lappend others $other }
}
foreach other $others { blackbox $other }

procs
opt
memory
opt -full
techmap
opt
# One name a net from here on, so that the netlist's registers are found again (equiv.tcl).
splitnets
opt_clean -purge
write_rtlil map/$name.il
dfflibmap -liberty $liberty
techmap -map latches.v
opt
foreach module $modules {
    yosys cd $module
    set recipes($module) [recipe_of $part $recipe $module]
    abc -liberty [plain $abc_liberty] -constr [plain constr] \
        -script [plain $script_dir/$recipes($module).abc]
    yosys cd
}
if {$links ne ""} { file delete -force $links }
setundef -zero
splitnets
opt_clean -purge
name_registers map/$name.il

read_liberty -lib -overwrite $liberty
check -mapped -assert
write_verilog -noattr -noexpr map/$name.v
foreach other $others { delete $other }
# Without a top, Yosys 0.23 writes JSON that ends in a comma, and with one that has instances two
# levels deep, lines that are no JSON: a leaf, if there is one.
set leaf [lsearch -inline -regexp $modules {_lib_|_sel(__[0-9]+)?$}]
if {$leaf eq ""} { set leaf [lindex $modules 0] }
tee -q -o map/$name.json stat -json -top $leaf
set file [open map/$name.recipes.json w]
puts $file "{[join [lmap module $modules {format {"%s": "%s"} $module $recipes($module)}] {, }]}"
close $file
