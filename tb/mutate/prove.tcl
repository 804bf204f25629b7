# prove.tcl : Yosys: a miter of the design and the mutants of it behind wl_select, for ABC: miter.aig. Expects prove_params.tcl's
# variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import
source prove_params.tcl

read_rtlil proved.il
read_verilog $cell
hierarchy -check -top $top
procs
flatten
opt_clean
yosys rename $top gate
design -stash gate
read_rtlil design.il
yosys rename $top gold
design -copy-from gate gate
read_verilog miter.v
hierarchy -check -top wl_miter
procs
flatten
opt_clean
memory_map
opt -fast
techmap
opt -fast
dffunmap
setundef -zero -undriven -init
aigmap
opt_clean -purge
write_aiger -symbols miter.aig
