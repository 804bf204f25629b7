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
    X(tensor, "sm.tensor", CFG_TENSOR, \
      "tensor pipelines of an SM: latency and initiation interval of a product of matrices " \
      "(mma) by its shape") \
    X(latency, "latency", CFG_LATENCY, \
      "execution latencies and initiation intervals, core cycles") \
    X(ccws, "ccws", CFG_CCWS, "cache-conscious wavefront scheduling, when sm.gate = ccws") \
    X(l1i, "l1i", CFG_L1I, "instruction cache, one per SM") \
    X(l1c, "l1c", CFG_L1C, "cache of constants and kernel parameters, one per SM") \
    X(l1t, "l1t", CFG_L1T, "texture cache, one per SM") \
    X(l1d, "l1d", CFG_L1D, "first-level data cache, one per SM") \
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
      "inter-warp coalescing in front of L1D, one per SM") \
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
    U(kernel_launch_cycles, 0, 0, 100000, "core cycles", 0, \
      "time from the launch of a kernel until its first CTA is placed", "GPGPU-Sim option") \
    U(cycle_limit, 0, 0, 4000000000, "core cycles", 0, \
      "of a kernel: one that has not ended by then ends the run with status 1; 0: none. With " \
      "gpu.timing = false no cycle passes, so that only gpu.insn_limit ends such a run", \
      "GPGPU-Sim gpgpu_max_cycle (of all kernels together)") \
    U(insn_limit, 0, 0, 4000000000, "thread instructions", 0, \
      "the run ends with exactly so many issued, of all kernels together: of the last " \
      "instruction " \
      "only as many lanes take part as are left, every warp exits, and what is on its way is " \
      "completed as at the end of a kernel; results are not checked then, and no dumps of a " \
      "launch file are written; 0: none", \
      "DWT-PRIC 2.3 (SYRK and GESUMMV end at 100 million)") \
    B(timing, 1, 0, \
      "false: kernels are executed without time and caches, which counts their instructions only", \
      "") \
    U(stuck_cycles, 100000, 1000, 1000000000, "cycles", 0, \
      "cycles of the slowest clock without any progress after which the machine is reported as " \
      "stuck; at least twice the latencies on the way to DRAM and back", \
      "")

#define CFG_SM(U, D, B, E, S) \
    U(warps, 48, 1, 64, "warps", HW, "resident warps per SM", "MRPB Table 1") \
    U(ctas, 8, 1, 32, "CTAs", HW, "resident CTAs per SM", "MRPB Table 1") \
    U(registers, 32768, 1024, 1048576, "32-bit registers", 0, \
      "register file of an SM; limits the resident CTAs", "GTX480") \
    U(shared_bytes, 49152, 0, 262144, "bytes", 0, "shared memory per SM", "GTX480") \
    U(shared_banks, 32, 1, 64, "banks", 0, "banks of shared memory, 4 bytes wide", "GTX480") \
    U(shared_latency, 3, 1, 1000, "core cycles", 0, \
      "latency of a shared-memory access without bank conflicts", "GTX480") \
    E(shared_broadcast, broadcast_kind, BROADCAST_ANY, 0, \
      "how many words of shared memory one access can broadcast to several lanes; atomics have " \
      "no broadcast", \
      "GTX480; GPGPU-Sim's default: one (warp_inst_t::generate_mem_accesses)") \
    U(schedulers, 2, 1, 4, "schedulers", HW_DWTCS, \
      "warp schedulers per SM; warp w belongs to scheduler w mod schedulers", "MRPB Table 1") \
    E(scheduler, sched_kind, SCHED_GTO, 0, "warp scheduling policy", "MRPB 5.7") \
    U(active_warps, 6, 1, 64, "warps", 0, \
      "warps in the active set of a scheduler, for scheduler two_level", \
      "GPGPU-Sim two_level_active:6:0:1") \
    E(gate, gate_kind, GATE_NONE, 0, \
      "issue gate: which warps the scheduler may issue from; it works with any scheduler", \
      "Rogers et al., MICRO 2012") \
    U(swl_warps, 0, 0, 64, "warps", 0, \
      "warps of a scheduler that may issue, for sm.gate = swl; 0: all", \
      "Rogers et al., MICRO 2012; MRPB 5.7") \
    U(sp_units, 2, 1, 8, "units", 0, "SP pipelines, each as wide as a warp", "GTX480") \
    U(sfu_units, 1, 1, 8, "units", 0, "SFU pipelines, each as wide as a warp", "GTX480") \
    U(register_banks, 16, 0, 64, "banks", POW2, \
      "banks of the register file, each with one read per cycle; register r of warp w is in bank " \
      "(r + w) mod banks; 0: no conflicts", \
      "GTX480, gpgpu_num_reg_banks") \
    E(operand_reads, operand_kind, OPERANDS_SERIAL, 0, \
      "how an instruction reads its register operands", \
      "GPGPU-Sim 3.x; 4.x: parallel (opndcoll_rfu_t::arbiter_t::allocate_reads)") \
    U(sp_collectors, 6, 1, 8, "collectors", 0, \
      "operand collectors of the SP pipelines, for operand_reads = parallel; each holds an " \
      "instruction until its operands have been read", \
      "GTX480, gpgpu_operand_collector_num_units_sp") \
    U(sfu_collectors, 8, 1, 8, "collectors", 0, \
      "operand collectors of the SFU pipelines, for operand_reads = parallel", \
      "GTX480, gpgpu_operand_collector_num_units_sfu") \
    U(result_buses, 2, 0, 64, "buses", 0, \
      "results of the SP and SFU pipelines that can be written per cycle; 0: no limit", \
      "GTX480, EX_WB of gpgpu_pipeline_widths") \
    U(issue_latency, 4, 1, 64, "core cycles", 0, \
      "time from issue to the first execution stage (operand read)", \
      "GPGPU-Sim operand collector") \
    U(writeback_latency, 2, 1, 64, "core cycles", 0, \
      "time from the last execution stage until dependent instructions may issue", "GPGPU-Sim") \
    U(mem_pipeline, 5, 1, 1024, "instructions", 0, \
      "memory instructions that fit between issue and L1D: issue register, two collector units, " \
      "operand and dispatch registers", \
      "GTX480; Bandwidth Table III (memory pipeline width)") \
    B(fetch_pair, 1, 0, \
      "a fetch brings two instructions even at the end of a line, the second one without its " \
      "line being read; false: only the last instruction of the line", \
      "GPGPU-Sim (shader_core_ctx::decode)") \
    B(code_packed, 1, 0, \
      "the kernels of a PTX file lie back to back, so a kernel usually begins within a line that " \
      "it shares, also in the caches, with the one before it; false: each kernel begins on a new " \
      "line", \
      "GPGPU-Sim (function_info::ptx_assemble)") \
    U(loads_per_warp, 32, 1, 32, "loads", HW, \
      "outstanding load instructions per warp; requests carry the number of their load", "")

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

// A figure of an A100's order; no paper that we follow has tensor units.
#define CFG_TENSOR(U, D, B, E, S) \
    U(units, 2, 1, 8, "units", 0, "tensor pipelines; each takes the operands of a whole warp", "") \
    U(m8n8, 18, 1, 1000, "core cycles", 0, \
      "products of 8 x 8 results, but those of f64; m8n8k4 of f16 with C of f32 is two", "") \
    U(half, 18, 1, 1000, "core cycles", 0, \
      "products of 16 x 8 results from 16 bytes of a row: m16n8k8 of f16 and bf16, k4 of tf32, " \
      "k16 of 8 bits, k32 of 4, k128 of 1", \
      "") \
    U(full, 25, 1, 1000, "core cycles", 0, \
      "products of 16 x 8 results from 32 bytes of a row: m16n8k16 of f16 and bf16, k8 of tf32, " \
      "k32 of 8 bits, k64 of 4, k256 of 1", \
      "") \
    U(f64, 26, 1, 1000, "core cycles", 0, "products of f64, for each 8 x 8 x 4 of them", "") \
    U(m8n8_init, 4, 1, 1000, "core cycles", 0, "initiation interval of m8n8", "") \
    U(half_init, 4, 1, 1000, "core cycles", 0, "initiation interval of half", "") \
    U(full_init, 8, 1, 1000, "core cycles", 0, "initiation interval of full", "") \
    U(f64_init, 16, 1, 1000, "core cycles", 0, "initiation interval of f64", "")

#define CFG_CCWS(U, D, B, E, S) \
    U(throttle, 8, 1, 1024, "", 0, "K: the weight of a loss of locality in a warp's score", \
      "DWT-PRIC Table 4") \
    U(victim_tags, 16, 1, 64, "tags", POW2, "victim tags per warp", "DWT-PRIC Table 4") \
    U(victim_ways, 8, 1, 64, "ways", POW2, "associativity of a warp's victim tags", \
      "DWT-PRIC Table 4") \
    U(base_score, 100, 1, 1000, "points", 0, \
      "score of a warp that has lost no locality; the cutoff is this score x live warps", \
      "DWT-PRIC Table 4")

// A read-only cache: LRU, linear index, allocates when the line comes (readonly_cache.h).
#define CFG_READ_ONLY(U, B, default_sets, default_ways, default_line, option) \
    B(perfect, 0, 0, "every access hits", "") \
    U(sets, default_sets, 1, 65536, "sets", POW2, "number of sets", option) \
    U(ways, default_ways, 1, 64, "ways", 0, "associativity", option) \
    U(line_bytes, default_line, 32, 128, "bytes", POW2, "line size; at most l1d.line_bytes", \
      option) \
    U(mshrs, 2, 1, 64, "MSHRs", 0, "lines that can be outstanding misses at a time", option) \
    U(merges, 32, 1, 64, "requests", 0, "requests that one MSHR can hold, including the first", \
      option) \
    U(miss_queue, 4, 1, 64, "requests", 0, "misses that can wait for the request network", option)

#define CFG_L1I(U, D, B, E, S) CFG_READ_ONLY(U, B, 4, 4, 128, "GTX480, gpgpu_cache:il1")
#define CFG_L1C(U, D, B, E, S) \
    CFG_READ_ONLY(U, B, 64, 2, 64, "GTX480, gpgpu_const_cache:l1") \
    B(flush, 0, 0, \
      "the cache is emptied before each kernel; false: it keeps its lines, and launches and " \
      "copies update what they write", \
      "GPGPU-Sim flushes L1D only")

// LRU, linear index, takes a line when an access misses (texture_cache.h).
#define CFG_L1T(U, D, B, E, S) \
    B(enable, 1, 0, \
      "use a texture cache; false: reads of textures are loads from global memory, through L1D", \
      "GTX480") \
    U(sets, 4, 1, 4096, "sets", POW2, "number of sets", "GTX480, gpgpu_tex_cache:l1") \
    U(ways, 24, 1, 1024, "ways", 0, "associativity", "GTX480, gpgpu_tex_cache:l1") \
    U(line_bytes, 0, 0, 128, "bytes", POW2, \
      "line size, at least 32 and at most l1d.line_bytes; 0: l1d.line_bytes", \
      "GTX480, gpgpu_tex_cache:l1 (128, as l1d.line_bytes)") \
    U(fragment_fifo, 128, 1, 4096, "accesses", 0, \
      "accesses that can wait, in order, for their data", "GTX480, gpgpu_tex_cache:l1") \
    U(request_fifo, 4, 1, 64, "requests", 0, "misses that can wait for the request network", \
      "GTX480, gpgpu_tex_cache:l1") \
    U(reorder_buffer, 128, 1, 4096, "lines", 0, \
      "lines that can be outstanding misses, or have come and wait for their turn", \
      "GTX480, gpgpu_tex_cache:l1") \
    U(result_fifo, 2, 1, 64, "accesses", 0, \
      "accesses with their data that can wait for the write-back register", \
      "GTX480, gpgpu_tex_cache:l1") \
    B(flush, 0, 0, \
      "the cache is emptied before each kernel; false: it keeps its tags, and what a kernel has " \
      "written into a texture counts as there", \
      "GPGPU-Sim flushes L1D only")

#define CFG_L1D(U, D, B, E, S) \
    B(enable, 1, 0, \
      "use an L1D; false: each access goes through the miss queue to L2, as a request of its " \
      "segment", \
      "DWT-PRIC Fig 2") \
    U(sets, 32, 1, 65536, "sets", POW2 | HW_PRIC, "number of sets", "GTX480") \
    U(ways, 4, 1, 65536, "ways", 0, "associativity; sets x ways is at most 16777216 lines", \
      "GTX480") \
    U(banks, 1, 1, 32, "banks", POW2, \
      "banks, each of which serves one hit per cycle (bank = set mod banks); all banks together " \
      "serve one miss or write per cycle, of one warp instruction at a time", \
      "WarpPool 4.1 (8)") \
    U(line_bytes, 128, 32, 256, "bytes", HW | POW2, "line size of L1D and L2", "GTX480") \
    E(index, index_kind, INDEX_FERMI, HW_PRIC, "set index function", \
      "GTX480; Nugteren et al., HPCA 2014") \
    U(index_polynomial, 0, 0, 131071, "", HW_PRIC, \
      "polynomial P of index pric: bit i is the coefficient of x^i; 0: the lowest irreducible " \
      "polynomial of degree log2(sets)", \
      "DWT-PRIC 4.3") \
    U(index_high_bit, 26, 7, 63, "bit", HW_PRIC, "highest address bit that index pric hashes", \
      "DWT-PRIC Fig 7") \
    U(mshrs, 32, 1, 1024, "MSHRs", HW_WARPPOOL, "lines that can be outstanding misses at a time", \
      "GTX480") \
    U(merges, 8, 1, 1024, "requests", HW_WARPPOOL, \
      "requests that one MSHR can hold, including the first", "GTX480") \
    U(miss_queue, 8, 1, 1024, "requests", 0, "requests that can wait for the request network", \
      "GTX480") \
    U(read_places, 1, 1, 2, "requests", 0, \
      "free places in the miss queue that a read needs unless it hits; a miss that also writes a " \
      "line back needs two in any case", \
      "GPGPU-Sim 4.x: 2") \
    U(latency, 1, 1, 1000, "core cycles", 0, \
      "time from the load/store unit to the tags: a hit has its data after it, a miss leaves " \
      "after it", \
      "GTX480; 4.x: 35") \
    E(allocate, allocate_kind, ALLOCATE_MISS, 0, "when a missing line gets its place", "GTX480") \
    E(global_write, l1_write_kind, L1_WRITE_EVICT, 0, "what a write to global memory does", \
      "GTX480; CART's machine: through") \
    E(local_write, l1_write_kind, L1_WRITE_BACK, 0, "what a write to local memory does", "GTX480") \
    B(write_allocate, 0, 0, \
      "a write that misses allocates a line, and fetches it unless it writes all of it; for " \
      "writes of kind back", \
      "GTX480 (no)") \
    U(l2_only_bytes, 0, 0, 256, "bytes", 0, \
      "largest request of an access that only L2 serves (an atomic, or ld.cg with cg_bypass), a " \
      "power of two from 32 to the line size; 0: as for other accesses", \
      "GPGPU-Sim 4.x: 32 (warp_inst_t::memory_coalescing_arch)") \
    B(cg_bypass, 1, 0, \
      "loads ld.cg bypass L1D, which neither serves nor counts them, and WarpPool; false: they " \
      "are read like ld.ca", \
      "GPGPU-Sim (ldst_unit::memory_cycle), CUDA's cache operators") \
    E(bypass, racb_kind, RACB_OFF, 0, "which stalled reads bypass L1D", "CART VI (RACB)")

#define CFG_L2(U, D, B, E, S) \
    U(slices_per_channel, 2, 1, 8, "slices", POW2 | HW_CART | HW_CROSSBAR, \
      "L2 slices per DRAM channel; the low bank bits choose one", "GTX480") \
    U(sets, 64, 1, 65536, "sets", POW2 | HW_PRIC, "sets per slice", "GTX480") \
    U(ways, 8, 1, 1024, "ways", 0, "associativity", "GTX480") \
    E(index, index_kind, INDEX_LINEAR, HW_PRIC, \
      "set index function, applied to the address without the bits that choose the slice", \
      "DWT-PRIC 4.3") \
    U(index_polynomial, 0, 0, 131071, "", HW_PRIC, \
      "polynomial P of index pric: bit i is the coefficient of x^i; 0: the lowest irreducible " \
      "polynomial of degree log2(sets)", \
      "DWT-PRIC 4.3") \
    U(index_high_bit, 26, 7, 63, "bit", HW_PRIC, \
      "highest bit that index pric hashes, of the address without the bits that choose the slice", \
      "DWT-PRIC Fig 7") \
    U(mshrs, 32, 1, 1024, "MSHRs", 0, "lines per slice that can be outstanding misses at a time", \
      "GTX480") \
    U(merges, 4, 1, 1024, "requests", 0, "requests that one MSHR can hold, including the first", \
      "GTX480") \
    U(miss_queue, 4, 1, 1024, "requests", 0, \
      "misses and write-backs that can wait for the DRAM queue; it seldom fills, because a full " \
      "l2.l2_to_dram_queue stops the slice first", \
      "GTX480") \
    U(sector_bytes, 0, 0, 256, "bytes", 0, \
      "size of the sectors in which requests pass through the slice, a power of two from 32 to " \
      "the line size; 0: requests stay whole", \
      "GPGPU-Sim 4.x: 32") \
    E(allocate, allocate_kind, ALLOCATE_MISS, 0, "when a missing line gets its place", "GTX480") \
    E(write, write_kind, WRITE_MISS_THROUGH, 0, "when writes go to DRAM", \
      "GTX480 (gpgpu_cache:dl2 L:B:m:W:L)") \
    E(bypass, l2_bypass_kind, L2_BYPASS_NONE, 0, "which stalled reads bypass L2", \
      "CART 5.1 (RACB)") \
    U(port_bytes, 32, 1, 256, "bytes per cycle", 0, \
      "width of the data port: a transfer of n bytes occupies it for ceil(n / port_bytes) cycles", \
      "GTX480") \
    U(rop_latency, 120, 0, 10000, "L2 cycles", 0, "fixed latency in front of the access queue", \
      "GTX480") \
    U(icnt_to_l2_queue, 8, 1, 1024, "requests", 0, "capacity of the access queue", "GTX480") \
    U(intake_room, 1, 1, 1024, "requests", 0, \
      "free places in the access queue that the intake needs to accept a request", \
      "GPGPU-Sim 3.2; 4.x: 4") \
    U(l2_to_dram_queue, 8, 1, 1024, "requests", 0, "capacity of the queue to DRAM", "GTX480") \
    U(dram_to_l2_queue, 8, 1, 1024, "requests", 0, "capacity of the queue of returning fills", \
      "GTX480") \
    U(l2_to_icnt_queue, 8, 1, 1024, "requests", 0, "capacity of the reply queue", "GTX480")

#define CFG_DRAM(U, D, B, E, S) \
    U(channels, 6, 1, 64, "channels", HW_CART | HW_CROSSBAR, \
      "DRAM channels, each with a memory controller", "GTX480") \
    S(address_map, \
      "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS", HW_CART, \
      "which address bits select channel, row, bank and column (GPGPU-Sim syntax)", "GTX480") \
    E(bank_hash, bank_hash_kind, BANK_HASH_NONE, HW_CART, \
      "how the row changes the bank of a request", "Zhang et al., MICRO 2000") \
    E(scheduler, dram_sched_kind, DRAM_FRFCFS, 0, "in which order requests are served", "GTX480") \
    U(queue, 16, 1, 1024, "requests", 0, "capacity of a channel's scheduler queue", "GTX480") \
    U(return_queue, 116, 1, 4096, "requests", 0, "served requests that can wait for L2", "GTX480") \
    U(fixed_latency, 100, 0, 10000, "L2 cycles", 0, \
      "latency between the queue from L2 to DRAM and the controller", "GTX480") \
    U(chips, 2, 1, 16, "chips", 0, "DRAM chips side by side on a channel", "GTX480") \
    U(chip_bytes, 4, 1, 64, "bytes", 0, "bus width of a chip", "GTX480") \
    U(burst, 8, 1, 64, "beats", 0, "burst length", "GTX480") \
    U(data_ratio, 4, 1, 16, "beats", 0, "data beats per cycle of the command clock", "GDDR5") \
    U(banks, 16, 1, 64, "banks", POW2 | HW_CART, "banks per chip (nbk)", "GTX480") \
    U(bank_groups, 4, 1, 16, "groups", 0, "bank groups per chip (nbkgrp)", "GTX480") \
    E(group_bits, group_kind, GROUP_HIGH, 0, "which bits of the bank number are its group", \
      "GTX480; GPGPU-Sim dram_bnkgrp_indexing_policy") \
    U(ccd, 2, 1, 1000, "DRAM cycles", 0, \
      "from a column command to the next one; at least burst / data_ratio", "GTX480") \
    U(ccdl, 3, 1, 1000, "DRAM cycles", 0, \
      "from a column command to the next one in the same bank group", "GTX480") \
    U(rrd, 6, 1, 1000, "DRAM cycles", 0, "from an activate to an activate of another bank", \
      "GTX480") \
    U(rcd, 12, 1, 1000, "DRAM cycles", 0, "from an activate to a column command", "GTX480") \
    U(ras, 28, 1, 1000, "DRAM cycles", 0, "from an activate to a precharge", "GTX480") \
    U(rp, 12, 1, 1000, "DRAM cycles", 0, "from a precharge to an activate", "GTX480") \
    U(rc, 40, 1, 1000, "DRAM cycles", 0, "from an activate to an activate of the same bank", \
      "GTX480") \
    U(cl, 12, 1, 1000, "DRAM cycles", 0, "from a read command to its data", "GTX480") \
    U(wl, 4, 1, 1000, "DRAM cycles", 0, "from a write command to its data", "GTX480") \
    U(cdlr, 5, 1, 1000, "DRAM cycles", 0, "from the last write data to a read command", "GTX480") \
    U(wr, 12, 1, 1000, "DRAM cycles", 0, "from the last write data to a precharge", "GTX480") \
    U(rtpl, 2, 0, 1000, "DRAM cycles", 0, "from a read to a precharge within a bank group", \
      "GTX480") \
    U(rcdw, 0, 0, 1000, "DRAM cycles", 0, \
      "from an activate to a write command; 0: rcd - (wl + 1)", "GPGPU-Sim tRCDWR") \
    U(faw, 0, 0, 10000, "DRAM cycles", 0, \
      "four-activate window: from one activate to the fifth; 0: no such limit", \
      "GDDR5; not in GPGPU-Sim") \
    U(refi, 0, 0, 10000000, "DRAM cycles", 0, "refresh interval; 0: no refresh", \
      "GDDR5; not in GPGPU-Sim") \
    U(rfc, 0, 0, 100000, "DRAM cycles", 0, "from a refresh to the next activate", \
      "GDDR5; not in GPGPU-Sim") \
    B(dual_bus, 0, 0, "a row command may be issued in the same cycle as a column command", \
      "GPGPU-Sim dual_bus_interface") \
    U(write_queue, 0, 0, 1024, "requests", 0, \
      "capacity of a separate queue for writes; 0: writes share the scheduler queue", \
      "GPGPU-Sim seperate_write_queue_enable") \
    U(write_high, 28, 1, 1024, "requests", 0, \
      "number of waiting writes from which on writes are served (with write_queue)", \
      "GPGPU-Sim write_queue_size") \
    U(write_low, 16, 1, 1024, "requests", 0, \
      "number of waiting writes below which reads are served again", "GPGPU-Sim write_queue_size")

#define CFG_ICNT(U, D, B, E, S) \
    U(request_flit_bytes, 32, 1, 1024, "bytes", HW_CROSSBAR, \
      "flit size of the request network, from the SMs to L2", "GTX480; Bandwidth Table III") \
    U(reply_flit_bytes, 32, 1, 1024, "bytes", HW_CROSSBAR, \
      "flit size of the reply network, from L2 to the SMs", "GTX480; Bandwidth Table III") \
    U(input_buffer, 8, 1, 1024, "flits", HW_CROSSBAR, \
      "buffer of each virtual channel at an input", "GTX480") \
    U(vcs, 1, 1, 32, "channels", HW_CROSSBAR, \
      "virtual channels per input; a packet takes channel (output mod vcs)", "GTX480") \
    U(latency, 5, 2, 1000, "crossbar cycles", HW_CROSSBAR, \
      "minimum time through a network, with a channel at each end", "GTX480") \
    E(arbiter, arbiter_kind, ARB_ISLIP, HW_CROSSBAR, \
      "how outputs are allocated to inputs; the choices differ only with icnt.vcs above 1", \
      "GTX480")

#define CFG_LIMITS(U, D, B, E, S) \
    U(l1_miss_latency, 0, 0, 10000, "core cycles", 0, \
      "requests that L1D sends return after this time, without L2 and what is behind it; 0: off", \
      "Bandwidth Fig 3") \
    B(infinite_bandwidth, 0, 0, \
      "networks, L2 and DRAM delay no request for want of bandwidth or room; unloaded latencies " \
      "and the capacity of L2 stay", \
      "Bandwidth Table II") \
    B(infinite_dram, 0, 0, "DRAM answers any number of requests, each after dram.fixed_latency", \
      "Bandwidth Table II")

#define CFG_STATS(U, D, B, E, S) \
    B(window, 0, 0, \
      "count the reads of L1D that coalescing windows of 8 to 128 line requests would merge", \
      "WarpPool Fig 5") \
    B(locality, 0, 0, \
      "classify each access that finds its line by who referenced the line last: in L1D same " \
      "thread, same warp, same CTA or same core; in L2 same core, other core or other kernel", \
      "DWT-PRIC Fig 3")

#endif
