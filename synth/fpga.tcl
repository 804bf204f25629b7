# fpga.tcl : Yosys: maps the RTL to the primitives of an FPGA. Writes fpga.json (the netlist, for
# nextpnr) and fpga_stat.json (cells by type). Expects fpga_params.tcl's variables.
#
# SPDX-License-Identifier: Apache-2.0
yosys -import

read_verilog -I$rtl_dir {*}$sources
hierarchy -check -top $top
switch $target {
    ice40 { synth_ice40 -top $top }
    ecp5 { synth_ecp5 -top $top }
    xc7 { synth_xilinx -family xc7 -flatten -top $top }
}
write_json fpga.json
tee -q -o fpga_stat.json stat -json
