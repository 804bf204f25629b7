# prove.tcl : Yosys: a miter of a design and the mutants of it, or of a part of it, behind wl_select
# (miter.h), for ABC: miter.aig, and when there are invariants (`script`; `invariants` says whether
# this design has any) these alone: invariants.aig. Expects prove_params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import
source prove_params.tcl
file delete invariants.aig
set invariants 0
if {$script ne {}} { source $script }

read_rtlil proved.il
read_verilog $cell
hierarchy -check -top $gate_top
procs
flatten
opt_clean
yosys rename $gate_top gate
design -stash gate
read_rtlil $gold
yosys rename $gold_top gold
design -copy-from gate gate
read_verilog -formal miter.v
if {$script ne {}} { invariants_read }
hierarchy -check -top wl_miter
procs
flatten
opt_clean
memory_map
if {$invariants} { invariants_connect }
setattr -unset keep w:gold_* w:gate_*
opt -fast
techmap
opt -fast
dffunmap
setundef -zero -undriven -init
aigmap
opt_clean -purge
if {$invariants} {
    design -save all
    delete -output w:bad
    write_aiger invariants.aig
    design -load all
    chformal -assert2assume
}
write_aiger -symbols miter.aig
