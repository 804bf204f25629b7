# part.tcl : Yosys: a module of the design alone, flattened: part.il, its name wl_part. Expects
# part_params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import
source part_params.tcl

read_rtlil modules.il
hierarchy -top $module
flatten
opt_clean
yosys rename $module wl_part
write_rtlil part.il
