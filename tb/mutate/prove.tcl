# prove.tcl : Yosys: a miter of the design and one mutant of it, for ABC: miter.aig. Expects prove_params.tcl's variables. What is
# redundant ABC takes out, faster.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import
source prove_params.tcl

read_rtlil design.il
yosys {*}[split $mutant " "]
yosys rename $top gate
design -stash gate
read_rtlil design.il
yosys rename $top gold
design -copy-from gate gate
read_verilog miter.v
hierarchy -check -top wl_miter
procs
flatten
memory_map
techmap
dffunmap
setundef -zero -undriven -init
aigmap
opt_clean -purge
write_aiger miter.aig
