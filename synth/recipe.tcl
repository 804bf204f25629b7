# recipe.tcl : the ABC recipe (RECIPE.abc) of a module of the part `storage` or `logic`. `recipe` is
# that of logic: `logic` or, for rtl.goal = area, `area`. Then selectors, decoders and control, in
# whose chains the clock is lost, are mapped for delay (measured: docs/figures.md), and WarpPool's
# data paths, wide and not in the longest path, get no larger cells: that of stores laid out in
# several cycles in either case, for it is short as well.
#
# SPDX-License-Identifier: Apache-2.0
proc recipe_of {part recipe module} {
    if {$part ne "logic"} { return $part }
    if {[regexp {(^|_)warppool_layout(__[0-9]+)?$} $module]} { return area_data }
    if {$recipe ne "area"} { return $recipe }
    if {[regexp {_(sel|lib_onehot)(__[0-9]+)?$} $module]} { return area_sel }
    if {[regexp {_ctl(__[0-9]+)?$} $module]} { return area_ctl }
    if {[regexp {(^|_)warppool_(wb|store|insn|maps)(__[0-9]+)?$} $module]} { return area_data }
    return area
}
