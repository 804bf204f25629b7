// tables_structures.h : the keys of the generated structures and of what is emitted and
// synthesized. Part of tables.h, which says what a row means.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_TABLES_STRUCTURES_H
#define WL_CONFIG_TABLES_STRUCTURES_H

#define CFG_MRPB(U, D, B, E, S) \
    B(enable, 0, HW, \
      "put an MRPB between coalescer and L1D; giving a structures.mrpb mapping turns it on", \
      "MRPB 3") \
    E(signature, signature_kind, SIG_WARP, HW, "what selects a request's queue", "MRPB 3.2") \
    U(queues, 48, 1, 1024, "queues", HW, \
      "queues: at least one a signature value, or a power of two (low bits select)", "MRPB 3.2") \
    U(depth, 8, 1, 64, "entries per queue", HW, "entries per queue", "MRPB 5.3") \
    E(drain, drain_kind, DRAIN_FIXED, HW, "which queue is drained", "MRPB 3.3") \
    B(greedy, 0, HW, "stay with a queue until it is empty", "MRPB 3.3") \
    U(drain_n, 0, 0, 64, "requests", HW, \
      "stay with a queue until so many are drained or it is empty, then take another if one has " \
      "something; 0: off", \
      "MRPB 3.3") \
    B(flush, 1, HW, \
      "full queues drain first for a read; a write empties its queue and is not stored", \
      "MRPB 3.3") \
    U(latency, 5, 1, 18, "core cycles", HW, \
      "accepted in cycle t, offered to L1 in t + latency at the earliest", "MRPB 5.3") \
    E(bypass, bypass_kind, BYPASS_ASSOC, HW, "which stalled reads bypass L1D", "MRPB 3.4") \
    B(single_slot, 0, HW, \
      "no queues: requests pass in order, a stalled read may bypass; the keys of queues, " \
      "signature, drain and latency have no meaning", \
      "MRPB 5.4") \
    U(address_bits, 32, 16, 57, "bits", HW, \
      "byte-address width of the memory system; a line address is narrower by " \
      "log2(l1d.line_bytes)", \
      "") \
    U(meta_bits, 9, 0, 64, "bits", HW, \
      "opaque request metadata carried through; the LSU needs 4 + the bits of a load's number " \
      "(sm.loads_per_warp)", \
      "MRPB 3.3") \
    U(data_bits, 0, 0, 1024, "bits", HW, \
      "data that goes with a write; without flush it is stored in its queue. 0: data travels " \
      "beside the buffer", \
      "MRPB 3.3") \
    U(pc_bits, 16, 1, 32, "bits", HW, \
      "width of the program counter that the SM gives with a request, for signature pc", \
      "MRPB 3.2")

#define CFG_PRIC(U, D, B, E, S) \
    B(enable, 0, HW, \
      "emit the index function as a module; giving a structures.pric mapping turns it on", \
      "DWT-PRIC 4.3") \
    E(kind, index_kind, INDEX_PRIC, HW, "which function", "DWT-PRIC 4.3") \
    U(index_bits, 5, 1, 16, "bits", HW, "m: bits of the index, for 2^m sets", "DWT-PRIC 4.3") \
    U(polynomial, 0, 0, 131071, "", HW, \
      "P, bit i the coefficient of x^i (37 = x^5 + x^2 + 1); 0: the lowest irreducible of degree " \
      "m with constant term 1", \
      "DWT-PRIC 4.3") \
    B(primitive, 0, HW, "P must be primitive; polynomial 0 then takes the lowest primitive one", \
      "Rau, ISCA 1991") \
    U(line_bit, 7, 0, 16, "bit", HW, "lowest bit of a line address: log2 of the line's bytes", \
      "DWT-PRIC Table 1") \
    U(low_bit, 7, 0, 40, "bit", HW, \
      "lowest bit of the hashed slice of the address; not below line_bit", "DWT-PRIC Fig 7") \
    U(high_bit, 26, 0, 63, "bit", HW, \
      "highest bit of the hashed slice; strides of 2^(high_bit + 1) and above collide", \
      "DWT-PRIC Fig 7") \
    U(address_bits, 32, 8, 64, "bits", HW, "width of a byte address", "DWT-PRIC 4.3")

#define CFG_STREAMBYPASS(U, D, B, E, S) \
    B(enable, 0, HW, \
      "close caches that stream; giving a structures.streambypass mapping turns it on", \
      "DWT-PRIC 4.1") \
    B(l1, 1, HW, "a monitor beside each L1D", "DWT-PRIC 4.1") \
    B(l2, 1, HW, "a monitor beside each L2 slice", "DWT-PRIC 4.1") \
    U(period, 10000, 1, 16777216, "cycles", HW, \
      "length of a period, in cycles of the cache's clock", "DWT-PRIC Table 4") \
    D(threshold, "threshold_percent", 90000, 0, 100000, "percent", HW, \
      "miss rate of a period above which the cache is closed, below which it is opened", \
      "DWT-PRIC Table 4") \
    U(accesses, 1, 1, 32, "accesses", HW, \
      "most accesses that are counted in a cycle; at least l1d.banks", "")

#define CFG_DWTCS(U, D, B, E, S) \
    B(enable, 0, HW, \
      "throttle warps by core sampling; giving a structures.dwtcs mapping turns it on", \
      "DWT-PRIC 4.2") \
    U(threshold, 10, 1, 1000, "misses per 1000 instructions", HW, \
      "MPKI that an SM must exceed in a period", "DWT-PRIC Table 4") \
    U(periods_over, 3, 1, 15, "periods", HW, \
      "N: so many running over the threshold, of one SM, start the sampling", \
      "DWT-PRIC 4.2 (60K cycles to decide)") \
    U(periods_sampled, 3, 1, 15, "periods", HW, "M: length of a round of sampling", \
      "DWT-PRIC 4.2 (60K cycles to decide)") \
    U(period, 10000, 1, 1048576, "core cycles", HW, \
      "a period, the same for all SMs; the first one begins with the kernel", "DWT-PRIC Table 4") \
    E(instructions, insn_unit, INSN_THREAD, HW, \
      "what is counted as an instruction, for the MPKI and for the vote", "DWT-PRIC 4.2") \
    U(winners, 8, 1, 64, "kernels", HW, \
      "kernels whose number of warps is kept; the one stored longest ago makes room", \
      "DWT-PRIC 4.2") \
    U(kernel_bits, 8, 1, 16, "bits", HW, \
      "width of a kernel's number; kernels whose numbers agree in these bits share what is kept", \
      "")

#define CFG_WARPPOOL(U, D, B, E, S) \
    B(enable, 0, HW, \
      "put a WarpPool between the warp schedulers and L1D; giving a structures.warppool mapping " \
      "turns it on", \
      "WarpPool 3") \
    U(insn_queues, 16, 1, 64, "queues", HW, \
      "instruction queues; warp w is in queue floor(w x insn_queues / sm.warps)", \
      "WarpPool 3.2, Table 1") \
    U(insn_depth, 8, 1, 64, "instructions per queue", HW, "instructions of a queue", \
      "WarpPool 3.9") \
    U(insn_bits, 25, 0, 64, "bits", HW, \
      "opaque header carried with an instruction until its addresses are made (registers, " \
      "opcode)", \
      "WarpPool Table 1 (37 bits)") \
    U(coalescers, 2, 1, 4, "coalescers", HW, "intra-warp coalescers", "WarpPool 3.3") \
    U(lanes, 32, 1, 64, "lanes", HW, "threads of a warp; the simulated machine has 32", \
      "WarpPool 2.1") \
    U(lane_bytes, 8, 4, 8, "bytes", HW | POW2, \
      "most bytes of a lane in one pass; a wider access is issued in several", \
      "WarpPool Table 1 (4)") \
    U(maps, 8, 1, 64, "entries", HW, "thread map table", "WarpPool 3.6") \
    U(queues, 32, 1, 64, "queues", HW | POW2, \
      "inter-warp coalescing queues, chosen by the Fermi hash of the line", "WarpPool 3.4") \
    U(tags, 2, 1, 8, "tags per queue", HW, "lines that a queue holds", "WarpPool 3.4") \
    U(merges, 4, 1, 8, "requests per tag", HW, "requests of a tag, the first one included", \
      "WarpPool 3.9") \
    E(select, select_kind, SELECT_SWITCH, HW, "which tag goes to L1D next", "WarpPool 3.5") \
    U(quantum, 100000, 1, 16777216, "cycles", HW, "of the miss rate, with select switch", \
      "WarpPool 3.5") \
    D(miss_rate, "miss_rate_percent", 99000, 0, 100000, "percent", HW, \
      "miss rate of a quantum above which the other selection takes over", "WarpPool 3.5") \
    U(store_age, 16, 0, 255, "grants", HW, \
      "to other requests, after which a waiting store goes before loads", \
      "WarpPool 3.8 (loads first); the limit is ours") \
    U(counter_bits, 9, 3, 16, "bits", HW, \
      "consistency counter of a warp; issue waits before it would wrap", "WarpPool 3.8") \
    U(address_bits, 32, 16, 57, "bits", HW, "byte-address width of the memory system", \
      "WarpPool Table 1 (25-bit tag)") \
    B(queue_latches, 0, HW_ON, \
      "with rtl.storage = sram_1r1w: the queues' lines and requests, several of which are read " \
      "in a cycle, are in latches; false: in flip-flops", \
      "") \
    B(data, 1, HW, \
      "the data of stores and of write-back passes through; false: control only, with the same " \
      "behaviour", \
      "WarpPool 3.7")

#define CFG_CART(U, D, B, E, S) \
    B(enable, 0, HW, \
      "put a CART before the tags of each L2 slice; giving a structures.cart mapping turns it on", \
      "CART IV") \
    E(design, cart_design, CART_TREE, HW, "CART, or what its paper compares it with", \
      "CART III, IV") \
    U(branches, 0, 0, 64, "branches", HW, \
      "power of two; bank modulo branches; 0: one a bank that the slice can address", \
      "CART Table I (16)") \
    U(rows, 4, 1, 16, "row groups", HW, "rows that a branch can hold at a time", "CART Table I") \
    U(columns, 2, 1, 16, "queues", HW, "leaf queues of a row group", "CART Table I") \
    U(entries, 2, 1, 64, "requests", HW, "of a leaf queue; design bank_fifo: of a branch's FIFO", \
      "CART Table I") \
    U(buffer, 8, 1, 64, "requests", HW, "design nonblocking: what the buffer holds", "CART III.B") \
    E(drain, cart_drain, CART_ROTATE, HW, "which leaf queue of the tree is drained", "CART IV.D") \
    U(latency, 2, 1, 2, "cycles", HW, \
      "from a request's placing to its earliest offer; design nonblocking: 1 whatever stands " \
      "here", \
      "CART IV.C (fill), IV.D (drain)") \
    U(address_bits, 32, 16, 57, "bits", HW, \
      "byte-address width of the memory system; a slice's line address lacks the bits of " \
      "channel, slice and line offset", \
      "") \
    U(meta_bits, 23, 1, 64, "bits", HW, \
      "opaque request metadata carried through; the machine needs the bits of a number for each " \
      "request that the block holds", \
      "")

#define CFG_CROSSBAR(U, D, B, E, S) \
    B(enable, 0, HW, \
      "emit the request and the reply crossbar; giving a structures.crossbar mapping turns it on", \
      "Bandwidth VII.B") \
    B(data, 0, HW, \
      "the flits of packets go through too, buffers and switch as wide as a flit; false: headers " \
      "only, data beside the block", \
      "Bandwidth VII.B") \
    U(meta_bits, 16, 1, 32, "bits", HW, \
      "opaque header carried with a packet; the machine needs the bits of a number for each " \
      "packet inside", \
      "")

#define CFG_RTL(U, D, B, E, S) \
    E(storage, storage_kind, STORAGE_FLOP, HW, \
      "what queue entries are kept in; the same in cycles", "MRPB 6") \
    E(goal, rtl_goal, GOAL_CLOCK, HW, \
      "what MRPB's control is emitted for, and what cells are chosen for in synthesis; the same " \
      "in cycles", \
      "")

#define CFG_SYNTH(U, D, B, E, S) \
    S(liberty, "osu018", 0, \
      "cell library: osu018, or the path of a Liberty file (.lib or .lib.gz)", "") \
    S(avoid, "AND2X* OR2X*", 0, \
      "cells that logic is not mapped to, patterns with spaces between: an AND of OSU018 or " \
      "FreePDK45 is slower than NAND and inverter", \
      "") \
    U(node_nm, 0, 0, 1000, "nm", 0, \
      "technology node of the library, by which the modelled SRAM beside its cells is scaled; 0: " \
      "as the table of known libraries says (synth/node.c)", \
      "") \
    D(clock_ps, "clock_ns", 5000, 10, 1000000, "ns", 0, "target clock period", "")

#endif
