// tables.h : THE configuration. One row a key: the struct fields, the YAML parser, range checks,
// `config explain`, the RTL banner and the reference page all come from these tables; nothing about
// a key is written anywhere else.
//
// Rows:
//   U(field, default, min, max, "unit", flags, "doc", "source")         unsigned integer
//   D(field, "key", default, min, max, "unit", flags, "doc", "source")  decimal with up to three
//                                 places; field, default, min and max in thousandths of the unit
//   B(field, default, flags, "doc", "source")                           true or false
//   E(field, enum_type, DEFAULT, flags, "doc", "source")                one word of the enum's list
//   S(field, "default", flags, "doc", "source")                         string shorter than CFG_STR
//
// The key is the field's name (D: "key") inside its section's path (see CFG_SECTIONS). flags: HW =
// shapes the emitted hardware, so it is part of the hardware digest; HW_DWTCS, HW_WARPPOOL,
// HW_CART, HW_CROSSBAR, HW_PRIC = that of structures.dwtcs, structures.warppool, structures.cart,
// structures.crossbar, structures.pric only (several: of any of them); HW_ON = HW, where it is
// true; POW2 = must be a power of two. The source is the paper and section, or the public
// reference; "" = our own. Rules between keys are in check.c.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_TABLES_H
#define WL_CONFIG_TABLES_H

#include "config/tables_structures.h"
#include "config/tables_words.h"

#define HW 1u
#define POW2 2u
#define HW_DWTCS 4u
#define HW_WARPPOOL 8u
#define HW_CART 16u
#define HW_CROSSBAR 32u
#define HW_PRIC 64u
#define HW_ON 128u

// Sections: X(struct member, "path", TABLE, "doc")
#define CFG_SECTIONS(X) \
    X(gpu, "gpu", CFG_GPU, "the whole machine and its clocks") \
    X(sm, "sm", CFG_SM, "one streaming multiprocessor") \
    X(latency, "latency", CFG_LATENCY, \
      "execution latencies and initiation intervals, core cycles") \
    X(ccws, "ccws", CFG_CCWS, "cache-conscious wavefront scheduling, when sm.gate = ccws") \
    X(l1i, "l1i", CFG_L1I, "instruction cache, one an SM") \
    X(l1c, "l1c", CFG_L1C, "cache of constants and kernel parameters, one an SM") \
    X(l1d, "l1d", CFG_L1D, "first-level data cache, one an SM") \
    X(l2, "l2", CFG_L2, "second-level cache slices") \
    X(dram, "dram", CFG_DRAM, "GDDR5 channels and controllers") \
    X(icnt, "icnt", CFG_ICNT, "request and reply crossbars") \
    X(limits, "limits", CFG_LIMITS, "limit studies: parts of the machine made ideal") \
    X(stats, "stats", CFG_STATS, "statistics that cost time") \
    X(mrpb, "structures.mrpb", CFG_MRPB, \
      "memory request prioritization buffer between coalescer and L1D") \
    X(pric, "structures.pric", CFG_PRIC, \
      "set index function as a module of its own (PRIC and those it is compared with)") \
    X(streambypass, "structures.streambypass", CFG_STREAMBYPASS, \
      "streaming bypass: one monitor beside each L1D and each L2 slice") \
    X(warppool, "structures.warppool", CFG_WARPPOOL, \
      "inter-warp coalescing in front of L1D, one an SM") \
    X(dwtcs, "structures.dwtcs", CFG_DWTCS, \
      "dynamic warp throttling by core sampling, one for all SMs") \
    X(cart, "structures.cart", CFG_CART, \
      "cache access reordering tree before the tags of each L2 slice") \
    X(crossbar, "structures.crossbar", CFG_CROSSBAR, \
      "request and reply crossbar as hardware; the keys of icnt say how they are built") \
    X(rtl, "rtl", CFG_RTL, "options of the emitted Verilog") \
    X(synth, "synth", CFG_SYNTH, "synthesis target")

#define CFG_GPU(U, D, B, E, S) \
    U(sms, 15, 1, 128, "SMs", HW_DWTCS | HW_CROSSBAR, "streaming multiprocessors", "GTX480") \
    U(core_mhz, 700, 1, 10000, "MHz", 0, "clock of the SMs", "GTX480") \
    U(icnt_mhz, 700, 1, 10000, "MHz", 0, "clock of the crossbars", "GTX480") \
    U(l2_mhz, 700, 1, 10000, "MHz", 0, "clock of the L2 slices", "GTX480") \
    U(dram_mhz, 924, 1, 10000, "MHz", 0, "command clock of the DRAM", "GTX480") \
    U(kernel_launch_cycles, 0, 0, 100000, "core cycles", 0, "from launch to the first CTA placed", \
      "GPGPU-Sim option") \
    U(cycle_limit, 0, 0, 4000000000, "core cycles", 0, \
      "of a kernel: one that has not ended by then ends the run with status 1; 0: none", \
      "GPGPU-Sim gpgpu_max_cycle (of all kernels together)") \
    U(stuck_cycles, 100000, 1000, 1000000000, "cycles", 0, \
      "of the slowest clock, without any progress, before the machine is reported as stuck; at " \
      "least twice the latencies on the way to DRAM and back", \
      "")

#define CFG_SM(U, D, B, E, S) \
    U(warps, 48, 1, 64, "warps", HW, "resident warps an SM", "MRPB Table 1") \
    U(ctas, 8, 1, 32, "CTAs", HW, "resident thread blocks an SM", "MRPB Table 1") \
    U(registers, 32768, 1024, 1048576, "32-bit registers", 0, \
      "register file an SM; limits resident CTAs", "GTX480") \
    U(shared_bytes, 49152, 0, 262144, "bytes", 0, "shared memory an SM", "GTX480") \
    U(shared_banks, 32, 1, 64, "banks", 0, "banks of shared memory, 4 bytes wide", "GTX480") \
    U(shared_latency, 3, 1, 1000, "core cycles", 0, "shared-memory access without conflict", \
      "GTX480") \
    E(shared_broadcast, broadcast_kind, BROADCAST_ANY, 0, \
      "words of shared memory that go to several lanes at once; atomics have no broadcast", \
      "GTX480; GPGPU-Sim's default: one (warp_inst_t::generate_mem_accesses)") \
    U(schedulers, 2, 1, 4, "schedulers", HW_DWTCS, \
      "warp schedulers; warp w belongs to scheduler w mod schedulers", "MRPB Table 1") \
    E(scheduler, sched_kind, SCHED_GTO, 0, "warp scheduling policy", "MRPB 5.7") \
    U(active_warps, 6, 1, 64, "warps", 0, "of a scheduler, in the active set of two_level", \
      "GPGPU-Sim two_level_active:6:0:1") \
    E(gate, gate_kind, GATE_NONE, 0, \
      "which warps the scheduler may issue from; on top of any scheduler", \
      "Rogers et al., MICRO 2012") \
    U(swl_warps, 0, 0, 64, "warps", 0, "of a scheduler, may issue when sm.gate = swl; 0: all", \
      "Rogers et al., MICRO 2012; MRPB 5.7") \
    U(sp_units, 2, 1, 8, "units", 0, "SP pipelines, each a warp wide", "GTX480") \
    U(sfu_units, 1, 1, 8, "units", 0, "SFU pipelines, each a warp wide", "GTX480") \
    U(register_banks, 16, 0, 64, "banks", POW2, \
      "banks of the register file, one read a cycle each; register r of warp w is in bank (r + " \
      "w) mod banks; 0: no conflicts", \
      "GTX480, gpgpu_num_reg_banks") \
    E(operand_reads, operand_kind, OPERANDS_SERIAL, 0, \
      "how an instruction reads its register operands", \
      "GPGPU-Sim 3.x; 4.x: parallel (opndcoll_rfu_t::arbiter_t::allocate_reads)") \
    U(sp_collectors, 6, 1, 8, "collectors", 0, \
      "operand collectors of the SP pipelines, each with an instruction until its operands are " \
      "read; with operand_reads = parallel", \
      "GTX480, gpgpu_operand_collector_num_units_sp") \
    U(sfu_collectors, 8, 1, 8, "collectors", 0, "the same, of the SFU pipelines", \
      "GTX480, gpgpu_operand_collector_num_units_sfu") \
    U(result_buses, 2, 0, 64, "buses", 0, \
      "results of SP and SFU pipelines that can be written in a cycle; 0: no limit", \
      "GTX480, EX_WB of gpgpu_pipeline_widths") \
    U(issue_latency, 4, 1, 64, "core cycles", 0, \
      "from issue to the first execution stage (operand read)", "GPGPU-Sim operand collector") \
    U(writeback_latency, 2, 1, 64, "core cycles", 0, \
      "from the last execution stage until dependents may issue", "GPGPU-Sim") \
    U(mem_pipeline, 5, 1, 1024, "instructions", 0, \
      "memory instructions between issue and L1D: issue register, 2 collector units, operand and " \
      "dispatch registers", \
      "GTX480; Bandwidth Table III (memory pipeline width)") \
    B(fetch_pair, 1, 0, \
      "a fetch brings two instructions at the end of a line too, the second without its line; " \
      "false: the one that is left of it", \
      "GPGPU-Sim (shader_core_ctx::decode)") \
    B(code_packed, 1, 0, \
      "the kernels of a PTX file lie one behind the other, so a kernel begins within a line " \
      "mostly and shares that line, in the caches too, with the one before it; " \
      "false: each begins with a line of its own", \
      "GPGPU-Sim (function_info::ptx_assemble)") \
    U(loads_per_warp, 32, 1, 32, "loads", HW, \
      "outstanding load instructions a warp; the request header names the load by this number", \
      "")

#define CFG_LATENCY(U, D, B, E, S) \
    U(int_add, 4, 1, 1000, "core cycles", 0, "integer add, subtract", "ptx_opcode_latency_int") \
    U(int_max, 13, 1, 1000, "core cycles", 0, "integer max, min", "ptx_opcode_latency_int") \
    U(int_mul, 4, 1, 1000, "core cycles", 0, "integer multiply", "ptx_opcode_latency_int") \
    U(int_mad, 5, 1, 1000, "core cycles", 0, "integer multiply-add", "ptx_opcode_latency_int") \
    U(int_div, 145, 1, 1000, "core cycles", 0, "integer divide, remainder", \
      "ptx_opcode_latency_int") \
    U(fp_add, 4, 1, 1000, "core cycles", 0, "float add, subtract", "ptx_opcode_latency_fp") \
    U(fp_max, 13, 1, 1000, "core cycles", 0, "float max, min", "ptx_opcode_latency_fp") \
    U(fp_mul, 4, 1, 1000, "core cycles", 0, "float multiply", "ptx_opcode_latency_fp") \
    U(fp_mad, 5, 1, 1000, "core cycles", 0, "float multiply-add, fused", "ptx_opcode_latency_fp") \
    U(fp_div, 39, 1, 1000, "core cycles", 0, "float divide", "ptx_opcode_latency_fp") \
    U(dp_add, 8, 1, 1000, "core cycles", 0, "double add, subtract", "ptx_opcode_latency_dp") \
    U(dp_max, 19, 1, 1000, "core cycles", 0, "double max, min", "ptx_opcode_latency_dp") \
    U(dp_mul, 8, 1, 1000, "core cycles", 0, "double multiply; also special functions", \
      "ptx_opcode_latency_dp") \
    U(dp_mad, 8, 1, 1000, "core cycles", 0, "double multiply-add, fused", "ptx_opcode_latency_dp") \
    U(dp_div, 330, 1, 1000, "core cycles", 0, "double divide", "ptx_opcode_latency_dp") \
    U(int_add_init, 1, 1, 1000, "core cycles", 0, "initiation interval of int_add", \
      "ptx_opcode_initiation_int") \
    U(int_max_init, 2, 1, 1000, "core cycles", 0, "initiation interval of int_max", \
      "ptx_opcode_initiation_int") \
    U(int_mul_init, 2, 1, 1000, "core cycles", 0, "initiation interval of int_mul", \
      "ptx_opcode_initiation_int") \
    U(int_mad_init, 1, 1, 1000, "core cycles", 0, "initiation interval of int_mad", \
      "ptx_opcode_initiation_int") \
    U(int_div_init, 8, 1, 1000, "core cycles", 0, "initiation interval of int_div", \
      "ptx_opcode_initiation_int") \
    U(fp_add_init, 1, 1, 1000, "core cycles", 0, "initiation interval of fp_add", \
      "ptx_opcode_initiation_fp") \
    U(fp_max_init, 2, 1, 1000, "core cycles", 0, "initiation interval of fp_max", \
      "ptx_opcode_initiation_fp") \
    U(fp_mul_init, 1, 1, 1000, "core cycles", 0, "initiation interval of fp_mul", \
      "ptx_opcode_initiation_fp") \
    U(fp_mad_init, 1, 1, 1000, "core cycles", 0, "initiation interval of fp_mad", \
      "ptx_opcode_initiation_fp") \
    U(fp_div_init, 4, 1, 1000, "core cycles", 0, "initiation interval of fp_div", \
      "ptx_opcode_initiation_fp") \
    U(dp_add_init, 8, 1, 1000, "core cycles", 0, "initiation interval of dp_add", \
      "ptx_opcode_initiation_dp") \
    U(dp_max_init, 16, 1, 1000, "core cycles", 0, "initiation interval of dp_max", \
      "ptx_opcode_initiation_dp") \
    U(dp_mul_init, 8, 1, 1000, "core cycles", 0, "initiation interval of dp_mul", \
      "ptx_opcode_initiation_dp") \
    U(dp_mad_init, 8, 1, 1000, "core cycles", 0, "initiation interval of dp_mad", \
      "ptx_opcode_initiation_dp") \
    U(dp_div_init, 130, 1, 1000, "core cycles", 0, "initiation interval of dp_div", \
      "ptx_opcode_initiation_dp")

#define CFG_CCWS(U, D, B, E, S) \
    U(throttle, 8, 1, 1024, "", 0, "K: how much a loss of locality weighs", "DWT-PRIC Table 4") \
    U(victim_tags, 16, 1, 64, "tags", POW2, "victim tags a warp", "DWT-PRIC Table 4") \
    U(victim_ways, 8, 1, 64, "ways", POW2, "associativity of a warp's victim tags", \
      "DWT-PRIC Table 4") \
    U(base_score, 100, 1, 1000, "points", 0, \
      "score of a warp without lost locality; the cutoff is this x live warps", \
      "DWT-PRIC Table 4")

// A read-only cache: LRU, linear index, allocates when the line comes (readonly_cache.h).
#define CFG_READ_ONLY(U, B, default_sets, default_ways, default_line, option) \
    B(perfect, 0, 0, "every access hits", "") \
    U(sets, default_sets, 1, 65536, "sets", POW2, "sets", option) \
    U(ways, default_ways, 1, 64, "ways", 0, "associativity", option) \
    U(line_bytes, default_line, 32, 128, "bytes", POW2, "line size; at most l1d.line_bytes", \
      option) \
    U(mshrs, 2, 1, 64, "MSHRs", 0, "outstanding missed lines", option) \
    U(merges, 32, 1, 64, "requests", 0, "requests one MSHR holds, the first one included", option) \
    U(miss_queue, 4, 1, 64, "requests", 0, "misses waiting for the crossbar", option)

#define CFG_L1I(U, D, B, E, S) CFG_READ_ONLY(U, B, 4, 4, 128, "GTX480, gpgpu_cache:il1")
#define CFG_L1C(U, D, B, E, S) \
    CFG_READ_ONLY(U, B, 64, 2, 64, "GTX480, gpgpu_const_cache:l1") \
    B(flush, 0, 0, \
      "emptied before each kernel; false: launches and copies change what they write in the " \
      "lines that are there", \
      "GPGPU-Sim flushes L1D only")

#define CFG_L1D(U, D, B, E, S) \
    B(enable, 1, 0, \
      "false: no cache; each access goes to L2 as a request of its segment, through the miss " \
      "queue", \
      "DWT-PRIC Fig 2") \
    U(sets, 32, 1, 65536, "sets", POW2 | HW_PRIC, "sets", "GTX480") \
    U(ways, 4, 1, 65536, "ways", 0, "associativity; with sets at most 16777216 lines", "GTX480") \
    U(banks, 1, 1, 32, "banks", POW2, \
      "banks, each with a hit a cycle: set modulo banks; one miss or write a cycle in all, one " \
      "warp instruction at a time", \
      "WarpPool 4.1 (8)") \
    U(line_bytes, 128, 32, 256, "bytes", HW | POW2, "line size of L1D and L2", "GTX480") \
    E(index, index_kind, INDEX_FERMI, HW_PRIC, "set index function", \
      "GTX480; Nugteren et al., HPCA 2014") \
    U(index_polynomial, 0, 0, 131071, "", HW_PRIC, \
      "index pric: P, bit i the coefficient of x^i; 0: the lowest irreducible of degree " \
      "log2(sets)", \
      "DWT-PRIC 4.3") \
    U(index_high_bit, 26, 7, 63, "bit", HW_PRIC, "index pric: highest address bit that is hashed", \
      "DWT-PRIC Fig 7") \
    U(mshrs, 32, 1, 1024, "MSHRs", HW_WARPPOOL, "outstanding missed lines", "GTX480") \
    U(merges, 8, 1, 1024, "requests", HW_WARPPOOL, \
      "requests one MSHR holds, the first one included", "GTX480") \
    U(miss_queue, 8, 1, 1024, "requests", 0, "requests waiting for the crossbar", "GTX480") \
    U(read_places, 1, 1, 2, "requests", 0, \
      "places in the miss queue without which a read that is no hit is refused; a write-back " \
      "needs one more than its miss in any case", \
      "GPGPU-Sim 4.x: 2") \
    U(latency, 1, 1, 1000, "core cycles", 0, \
      "from the load/store unit to the tags: a hit has its data then, a miss leaves then", \
      "GTX480; 4.x: 35") \
    E(allocate, allocate_kind, ALLOCATE_MISS, 0, "when a missing line gets its place", "GTX480") \
    E(global_write, l1_write_kind, L1_WRITE_EVICT, 0, "writes to global memory", \
      "GTX480; CART's machine: through") \
    E(local_write, l1_write_kind, L1_WRITE_BACK, 0, "writes to local memory", "GTX480") \
    B(write_allocate, 0, 0, \
      "a write that misses takes a line, fetched unless all of it is written; for writes of kind " \
      "back", \
      "GTX480 (no)") \
    U(around_bytes, 0, 0, 256, "bytes", 0, \
      "largest request of an atomic or an ld.cg, a power of two from 32 up to the line; 0: that " \
      "of other accesses", \
      "GPGPU-Sim 4.x: 32 (warp_inst_t::memory_coalescing_arch)") \
    B(around_cg, 1, 0, \
      "an ld.cg goes round the cache, which neither serves nor counts it; false: it is read as " \
      "an ld.ca. It goes round WarpPool too, by itself", \
      "GPGPU-Sim (ldst_unit::memory_cycle), CUDA's cache operators") \
    E(bypass, racb_kind, RACB_OFF, 0, "reads that find no resource", "CART VI (RACB)")

#define CFG_L2(U, D, B, E, S) \
    U(slices_per_channel, 2, 1, 8, "slices", POW2 | HW_CART | HW_CROSSBAR, \
      "L2 slices a DRAM channel; the low bank bits choose one", "GTX480") \
    U(sets, 64, 1, 65536, "sets", POW2 | HW_PRIC, "sets a slice", "GTX480") \
    U(ways, 8, 1, 1024, "ways", 0, "associativity", "GTX480") \
    E(index, index_kind, INDEX_LINEAR, HW_PRIC, \
      "set index function, over the slice's own address: the address without the bits that " \
      "choose the slice", \
      "DWT-PRIC 4.3") \
    U(index_polynomial, 0, 0, 131071, "", HW_PRIC, \
      "index pric: P, bit i the coefficient of x^i; 0: the lowest irreducible of degree " \
      "log2(sets)", \
      "DWT-PRIC 4.3") \
    U(index_high_bit, 26, 7, 63, "bit", HW_PRIC, \
      "index pric: highest bit of the slice's own address that is hashed", "DWT-PRIC Fig 7") \
    U(mshrs, 32, 1, 1024, "MSHRs", 0, "outstanding missed lines a slice", "GTX480") \
    U(merges, 4, 1, 1024, "requests", 0, "requests one MSHR holds, the first one included", \
      "GTX480") \
    U(miss_queue, 4, 1, 1024, "requests", 0, \
      "misses and write-backs waiting for the DRAM queue; a full l2.l2_to_dram_queue stops the " \
      "bank first, so it seldom fills", \
      "GTX480") \
    U(sector_bytes, 0, 0, 256, "bytes", 0, \
      "requests go through the slice in sectors of this size, a power of two from 32 up to the " \
      "line; 0: whole", \
      "GPGPU-Sim 4.x: 32") \
    E(allocate, allocate_kind, ALLOCATE_MISS, 0, "when a line is taken for a miss", "GTX480") \
    E(write, write_kind, WRITE_MISS_THROUGH, 0, "when writes go to DRAM", \
      "GTX480 (gpgpu_cache:dl2 L:B:m:W:L)") \
    E(bypass, l2_bypass_kind, L2_BYPASS_NONE, 0, "which reads go round L2", "CART 5.1 (RACB)") \
    U(port_bytes, 32, 1, 256, "bytes a cycle", 0, \
      "data port: a transfer of n bytes holds it ceil(n / port) cycles", "GTX480") \
    U(rop_latency, 120, 0, 10000, "L2 cycles", 0, "fixed latency before the access queue", \
      "GTX480") \
    U(icnt_to_l2_queue, 8, 1, 1024, "requests", 0, "access queue", "GTX480") \
    U(intake_room, 1, 1, 1024, "requests", 0, \
      "free places in the access queue without which nothing is taken in", \
      "GPGPU-Sim 3.2; 4.x: 4") \
    U(l2_to_dram_queue, 8, 1, 1024, "requests", 0, "queue towards DRAM", "GTX480") \
    U(dram_to_l2_queue, 8, 1, 1024, "requests", 0, "queue of returning fills", "GTX480") \
    U(l2_to_icnt_queue, 8, 1, 1024, "requests", 0, "queue of replies", "GTX480")

#define CFG_DRAM(U, D, B, E, S) \
    U(channels, 6, 1, 64, "channels", HW_CART | HW_CROSSBAR, "memory controllers", "GTX480") \
    S(address_map, \
      "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS", HW_CART, \
      "where channel, row, bank and column are in an address (GPGPU-Sim syntax)", "GTX480") \
    E(bank_hash, bank_hash_kind, BANK_HASH_NONE, HW_CART, "how a row changes its bank", \
      "Zhang et al., MICRO 2000") \
    E(scheduler, dram_sched_kind, DRAM_FRFCFS, 0, "request scheduling", "GTX480") \
    U(queue, 16, 1, 1024, "requests", 0, "scheduler queue a channel", "GTX480") \
    U(return_queue, 116, 1, 4096, "requests", 0, "served requests waiting for L2", "GTX480") \
    U(fixed_latency, 100, 0, 10000, "L2 cycles", 0, \
      "between the L2-to-DRAM queue and the controller", "GTX480") \
    U(chips, 2, 1, 16, "chips", 0, "chips side by side a channel", "GTX480") \
    U(chip_bytes, 4, 1, 64, "bytes", 0, "bus width of a chip", "GTX480") \
    U(burst, 8, 1, 64, "beats", 0, "burst length", "GTX480") \
    U(data_ratio, 4, 1, 16, "beats", 0, "data beats a command cycle", "GDDR5") \
    U(banks, 16, 1, 64, "banks", POW2 | HW_CART, "banks (nbk)", "GTX480") \
    U(bank_groups, 4, 1, 16, "groups", 0, "bank groups (nbkgrp)", "GTX480") \
    E(group_bits, group_kind, GROUP_HIGH, 0, "which bits of the bank are its group", \
      "GTX480; GPGPU-Sim dram_bnkgrp_indexing_policy") \
    U(ccd, 2, 1, 1000, "DRAM cycles", 0, \
      "column command to column command, at least burst / data_ratio", "GTX480") \
    U(ccdl, 3, 1, 1000, "DRAM cycles", 0, "the same within a bank group", "GTX480") \
    U(rrd, 6, 1, 1000, "DRAM cycles", 0, "activate to activate, other bank", "GTX480") \
    U(rcd, 12, 1, 1000, "DRAM cycles", 0, "activate to column command", "GTX480") \
    U(ras, 28, 1, 1000, "DRAM cycles", 0, "activate to precharge", "GTX480") \
    U(rp, 12, 1, 1000, "DRAM cycles", 0, "precharge to activate", "GTX480") \
    U(rc, 40, 1, 1000, "DRAM cycles", 0, "activate to activate, same bank", "GTX480") \
    U(cl, 12, 1, 1000, "DRAM cycles", 0, "read command to data", "GTX480") \
    U(wl, 4, 1, 1000, "DRAM cycles", 0, "write command to data", "GTX480") \
    U(cdlr, 5, 1, 1000, "DRAM cycles", 0, "last write data to read command", "GTX480") \
    U(wr, 12, 1, 1000, "DRAM cycles", 0, "last write data to precharge", "GTX480") \
    U(rtpl, 2, 0, 1000, "DRAM cycles", 0, "read to precharge, within a bank group", "GTX480") \
    U(rcdw, 0, 0, 1000, "DRAM cycles", 0, "activate to write command; 0: rcd - (wl + 1)", \
      "GPGPU-Sim tRCDWR") \
    U(faw, 0, 0, 10000, "DRAM cycles", 0, \
      "four-activate window: from one activate to the fifth; 0: none", "GDDR5; not in GPGPU-Sim") \
    U(refi, 0, 0, 10000000, "DRAM cycles", 0, "refresh interval; 0: no refresh", \
      "GDDR5; not in GPGPU-Sim") \
    U(rfc, 0, 0, 100000, "DRAM cycles", 0, "from a refresh to the next activate", \
      "GDDR5; not in GPGPU-Sim") \
    B(dual_bus, 0, 0, "a row command may be issued beside a column command", \
      "GPGPU-Sim dual_bus_interface") \
    U(write_queue, 0, 0, 1024, "requests", 0, \
      "queue of its own for write-backs; 0: they share the scheduler queue", \
      "GPGPU-Sim seperate_write_queue_enable") \
    U(write_high, 28, 1, 1024, "requests", 0, \
      "writes waiting from which on they are served (with write_queue)", \
      "GPGPU-Sim write_queue_size") \
    U(write_low, 16, 1, 1024, "requests", 0, "writes waiting below which reads are served again", \
      "GPGPU-Sim write_queue_size")

#define CFG_ICNT(U, D, B, E, S) \
    U(request_flit_bytes, 32, 1, 1024, "bytes", HW_CROSSBAR, "flit width from the SMs to L2", \
      "GTX480; Bandwidth Table III") \
    U(reply_flit_bytes, 32, 1, 1024, "bytes", HW_CROSSBAR, "flit width from L2 to the SMs", \
      "GTX480; Bandwidth Table III") \
    U(input_buffer, 8, 1, 1024, "flits", HW_CROSSBAR, \
      "buffer of each virtual channel of an input port", "GTX480") \
    U(vcs, 1, 1, 32, "channels", HW_CROSSBAR, \
      "virtual channels an input; a packet takes channel (output mod vcs)", "GTX480") \
    U(latency, 5, 2, 1000, "crossbar cycles", HW_CROSSBAR, \
      "least time through the network (a channel at each end)", "GTX480") \
    E(arbiter, arbiter_kind, ARB_ISLIP, HW_CROSSBAR, \
      "allocation of outputs to inputs; they differ with icnt.vcs above 1 only", "GTX480")

#define CFG_LIMITS(U, D, B, E, S) \
    U(l1_miss_latency, 0, 0, 10000, "core cycles", 0, \
      "what L1D sends returns to it after this time, L2 and what is behind it left out; 0: off", \
      "Bandwidth Fig 3") \
    B(infinite_bandwidth, 0, 0, \
      "crossbars, L2 and DRAM hold no request up; unloaded latencies stay, and what L2 holds", \
      "Bandwidth Table II") \
    B(infinite_dram, 0, 0, "DRAM answers any number of requests, each after dram.fixed_latency", \
      "Bandwidth Table II")

#define CFG_STATS(U, D, B, E, S) \
    B(window, 0, 0, \
      "count the reads of L1D that coalescing windows of 8 to 128 line requests would merge", \
      "WarpPool Fig 5") \
    B(locality, 0, 0, \
      "class each access that finds its line: in L1D same thread, same warp, same block, same " \
      "core; in L2 same core, other core, other kernel", \
      "DWT-PRIC Fig 3")

#endif
