// tables_structures.h : the keys of the generated structures and of what is emitted and
// synthesized. Part of tables.h, which says what a row means.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_TABLES_STRUCTURES_H
#define WL_CONFIG_TABLES_STRUCTURES_H

#define CFG_MRPB(U, D, B, E, S) \
    B(enable, 0, HW, \
      "put an MRPB between coalescer and L1D; a structures.mrpb mapping without this key enables " \
      "it", \
      "MRPB 3") \
    E(signature, signature_kind, SIG_WARP, HW, "what selects the queue of a request", "MRPB 3.2") \
    U(queues, 48, 1, 1024, "queues", HW, \
      "number of queues: at least one for each value of the signature, or a power of two (then " \
      "its low bits select)", \
      "MRPB 3.2") \
    U(depth, 8, 1, 64, "entries per queue", HW, "entries per queue", "MRPB 5.3") \
    E(drain, drain_kind, DRAIN_FIXED, HW, "which queue is drained next", "MRPB 3.3") \
    B(greedy, 0, HW, "stay with a queue until it is empty", "MRPB 3.3") \
    U(drain_n, 0, 0, 64, "requests", HW, \
      "stay with a queue until this many requests are drained or it is empty, then take another " \
      "one that holds any; 0: off", \
      "MRPB 3.3") \
    B(flush, 1, HW, \
      "a full queue drains first if a read waits for it, and a write waits until its queue has " \
      "drained and is not stored", \
      "MRPB 3.3") \
    U(latency, 5, 1, 18, "core cycles", HW, \
      "minimum time from a request's acceptance to its offer to L1D", "MRPB 5.3") \
    B(pipelined, 0, HW_ON, \
      "three more requests wait in registers at the input, for a higher clock of the control: " \
      "whether a request is accepted no longer depends on what it is, and writes and flushes " \
      "begin 3 cycles later; " \
      "with drain fixed, without greedy and drain_n, with flush, a signature other than pc, " \
      "depth " \
      "2 or more and latency 5", \
      "") \
    E(bypass, bypass_kind, BYPASS_ASSOC, HW, "which stalled reads bypass L1D", "MRPB 3.4") \
    B(single_slot, 0, HW, \
      "no queues: requests pass in order, and a stalled read may bypass L1D; the keys of queues, " \
      "signature, drain and latency have no effect", \
      "MRPB 5.4") \
    U(address_bits, 32, 16, 57, "bits", HW, \
      "byte-address width of the memory system; a line address is narrower by " \
      "log2(l1d.line_bytes)", \
      "") \
    U(meta_bits, 9, 0, 64, "bits", HW, \
      "width of the opaque metadata of a request; in the machine at least 4 + the bits of a " \
      "load's number (sm.loads_per_warp)", \
      "MRPB 3.3") \
    U(data_bits, 0, 0, 1024, "bits", HW, \
      "width of the data that goes with a write (stored in its queue, unless flush is true); 0: " \
      "data travels beside the buffer", \
      "MRPB 3.3") \
    U(pc_bits, 16, 1, 32, "bits", HW, \
      "width of the program counter that the SM gives with a request, for signature pc", \
      "MRPB 3.2")

#define CFG_PRIC(U, D, B, E, S) \
    B(enable, 0, HW, \
      "emit the index function as a module; a structures.pric mapping without this key enables " \
      "it", \
      "DWT-PRIC 4.3") \
    E(kind, index_kind, INDEX_PRIC, HW, "which index function", "DWT-PRIC 4.3") \
    U(index_bits, 5, 1, 16, "bits", HW, "m: width of the index, for 2^m sets", "DWT-PRIC 4.3") \
    U(polynomial, 0, 0, 131071, "", HW, \
      "polynomial P: bit i is the coefficient of x^i (37 = x^5 + x^2 + 1); 0: the lowest " \
      "irreducible polynomial of degree m with constant term 1", \
      "DWT-PRIC 4.3") \
    B(primitive, 0, HW, \
      "P must be primitive; with polynomial 0, the lowest primitive polynomial is taken", \
      "Rau, ISCA 1991") \
    U(line_bit, 7, 0, 16, "bit", HW, "lowest bit of a line address: log2 of the line's bytes", \
      "DWT-PRIC Table 1") \
    U(low_bit, 7, 0, 40, "bit", HW, \
      "lowest bit of the hashed slice of the address; not below line_bit", "DWT-PRIC Fig 7") \
    U(high_bit, 26, 0, 63, "bit", HW, \
      "highest bit of the hashed slice; strides of 2^(high_bit + 1) bytes and above collide", \
      "DWT-PRIC Fig 7") \
    U(address_bits, 32, 8, 64, "bits", HW, "width of a byte address", "DWT-PRIC 4.3")

#define CFG_STREAMBYPASS(U, D, B, E, S) \
    B(enable, 0, HW, \
      "close caches whose accesses stream; a structures.streambypass mapping without this key " \
      "enables it", \
      "DWT-PRIC 4.1") \
    B(l1, 1, HW, "put a monitor beside each L1D", "DWT-PRIC 4.1") \
    B(l2, 1, HW, "put a monitor beside each L2 slice", "DWT-PRIC 4.1") \
    U(period, 10000, 1, 16777216, "cycles", HW, \
      "length of a period, in cycles of the cache's clock", "DWT-PRIC Table 4") \
    D(threshold, "threshold_percent", 90000, 0, 100000, "percent", HW, \
      "miss rate of a period above which the cache is closed and below which it is opened", \
      "DWT-PRIC Table 4") \
    U(accesses, 1, 1, 32, "accesses", HW, \
      "maximum number of accesses counted in a cycle; at least l1d.banks", "")

#define CFG_DWTCS(U, D, B, E, S) \
    B(enable, 0, HW, \
      "throttle warps by core sampling; a structures.dwtcs mapping without this key enables it", \
      "DWT-PRIC 4.2") \
    U(threshold, 10, 1, 1000, "misses per 1000 instructions", HW, \
      "misses per 1000 instructions (MPKI) that an SM must exceed in a period", \
      "DWT-PRIC Table 4") \
    U(periods_over, 3, 1, 15, "periods", HW, \
      "N: sampling starts after this many consecutive periods in which an SM exceeds the " \
      "threshold", \
      "DWT-PRIC 4.2 (60K cycles to decide)") \
    U(periods_sampled, 3, 1, 15, "periods", HW, "M: periods in a round of sampling", \
      "DWT-PRIC 4.2 (60K cycles to decide)") \
    U(period, 10000, 1, 1048576, "core cycles", HW, \
      "length of a period, the same for all SMs; the first one begins with the kernel", \
      "DWT-PRIC Table 4") \
    E(instructions, insn_unit, INSN_THREAD, HW, \
      "what counts as an instruction, for the MPKI and for the vote", "DWT-PRIC 4.2") \
    U(winners, 8, 1, 64, "kernels", HW, \
      "kernels whose winning number of warps is stored; a new one replaces the one stored " \
      "longest ago", \
      "DWT-PRIC 4.2") \
    U(kernel_bits, 8, 1, 16, "bits", HW, \
      "width of a kernel's number; kernels whose numbers agree in these bits share a stored " \
      "winner", \
      "")

#define CFG_WARPPOOL(U, D, B, E, S) \
    B(enable, 0, HW, \
      "put a WarpPool between the warp schedulers and L1D; a structures.warppool mapping without " \
      "this key enables it", \
      "WarpPool 3") \
    U(insn_queues, 16, 1, 64, "queues", HW, \
      "instruction queues; warp w uses queue floor(w x insn_queues / sm.warps)", \
      "WarpPool 3.2, Table 1") \
    U(insn_depth, 8, 1, 64, "instructions per queue", HW, "capacity of an instruction queue", \
      "WarpPool 3.9") \
    U(insn_bits, 25, 0, 64, "bits", HW, \
      "width of the opaque header (registers, opcode) that an instruction carries until its " \
      "addresses are made", \
      "WarpPool Table 1 (37 bits)") \
    U(coalescers, 2, 1, 4, "coalescers", HW, "number of intra-warp coalescers", "WarpPool 3.3") \
    U(lanes, 32, 1, 64, "lanes", HW, "threads per warp; the simulated machine has 32", \
      "WarpPool 2.1") \
    U(lane_bytes, 8, 4, 8, "bytes", HW | POW2, \
      "maximum number of bytes per lane in one pass; a wider access is issued in several", \
      "WarpPool Table 1 (4)") \
    U(maps, 8, 1, 64, "entries", HW, "entries of the thread map table", "WarpPool 3.6") \
    U(queues, 32, 1, 64, "queues", HW | POW2, \
      "inter-warp coalescing queues, chosen by the Fermi hash of the line", "WarpPool 3.4") \
    U(tags, 2, 1, 8, "tags per queue", HW, "tags of a queue: lines that it can hold", \
      "WarpPool 3.4") \
    U(merges, 4, 1, 8, "requests per tag", HW, \
      "requests that one tag can hold, including the first", "WarpPool 3.9") \
    E(select, select_kind, SELECT_SWITCH, HW, "which tag is offered to L1D next", "WarpPool 3.5") \
    U(quantum, 100000, 1, 16777216, "cycles", HW, \
      "length of the quantum over which the miss rate is measured, with select switch", \
      "WarpPool 3.5") \
    D(miss_rate, "miss_rate_percent", 99000, 0, 100000, "percent", HW, \
      "miss rate of a quantum above which the selection changes", "WarpPool 3.5") \
    U(store_age, 16, 0, 255, "grants", HW, \
      "grants to other requests after which a waiting store goes before loads", \
      "WarpPool 3.8 (loads first); the limit is ours") \
    U(counter_bits, 9, 3, 16, "bits", HW, \
      "width of a warp's consistency counter; issue waits before it would wrap", "WarpPool 3.8") \
    U(address_bits, 32, 16, 57, "bits", HW, "byte-address width of the memory system", \
      "WarpPool Table 1 (25-bit tag)") \
    B(queue_latches, 0, HW_ON, \
      "with rtl.storage = sram_1r1w: hold what SRAM cannot hold, since it is read in the cycle " \
      "that asks for it, in latches: lines and requests of the queues, instructions, addresses, " \
      "data of stores and of write-back, thread maps; false: in flip-flops", \
      "") \
    B(narrow, 0, HW_ON, \
      "narrower data paths and shorter ones, for a smaller area and a faster clock: a store is " \
      "laid out on its line a quarter of the warp's lanes a cycle, before it is granted; " \
      "write-back gives the words of half of the warp's lanes a beat; an instruction reaches a " \
      "coalescer a cycle after the last line of the one before it, or the last store, has left; " \
      "an entry of the thread map table is reserved for each coalescer; a tag " \
      "enters the order of their ages a cycle after it is allocated, and does not leave in the " \
      "cycle after a request was merged into it", \
      "") \
    B(data, 1, HW, \
      "the data of stores and of write-back pass through the block; false: control only, with " \
      "the same behaviour", \
      "WarpPool 3.7")

#define CFG_CART(U, D, B, E, S) \
    B(enable, 0, HW, \
      "put a CART before the tags of each L2 slice; a structures.cart mapping without this key " \
      "enables it", \
      "CART IV") \
    E(design, cart_design, CART_TREE, HW, \
      "CART, or one of the designs that its paper compares it with", "CART III, IV") \
    U(branches, 0, 0, 64, "branches", HW, \
      "number of branches, a power of two; a request takes branch (bank mod branches); 0: one " \
      "for each bank that the slice can address", \
      "CART Table I (16)") \
    U(rows, 4, 1, 16, "row groups", HW, \
      "row groups per branch: the rows that it can hold at a time", "CART Table I") \
    U(columns, 2, 1, 16, "queues", HW, "leaf queues per row group", "CART Table I") \
    U(entries, 2, 1, 64, "requests", HW, \
      "capacity of a leaf queue (design bank_fifo: of a branch's FIFO)", "CART Table I") \
    U(buffer, 8, 1, 64, "requests", HW, "capacity of the buffer (design nonblocking)", \
      "CART III.B") \
    E(drain, cart_drain, CART_ROTATE, HW, "which leaf queue is drained next", "CART IV.D") \
    U(latency, 2, 1, 3, "cycles", HW, \
      "minimum time from when a request's place is found to its offer; 3: it goes there a cycle " \
      "after its place is found; design nonblocking always has 1", \
      "CART IV.C (fill), IV.D (drain)") \
    U(address_bits, 32, 16, 57, "bits", HW, \
      "byte-address width of the memory system; a slice's line address has no bits for channel, " \
      "slice and line offset", \
      "") \
    U(meta_bits, 23, 1, 64, "bits", HW, \
      "width of the opaque metadata of a request; in the machine at least the bits that number " \
      "the requests in the block", \
      "")

#define CFG_CROSSBAR(U, D, B, E, S) \
    B(enable, 0, HW, \
      "emit the request and the reply crossbar; a structures.crossbar mapping without this key " \
      "enables it", \
      "Bandwidth VII.B") \
    B(data, 0, HW, \
      "the flits of packets pass through the block, whose buffers and switch are as wide as a " \
      "flit; false: only headers do, and data travels beside the block", \
      "Bandwidth VII.B") \
    U(meta_bits, 16, 1, 32, "bits", HW, \
      "width of the opaque header of a packet; in the machine at least the bits that number the " \
      "packets inside", \
      "")

#define CFG_RTL(U, D, B, E, S) \
    E(storage, storage_kind, STORAGE_FLOP, HW, \
      "what holds the entries of queues; the behaviour in cycles is the same", "MRPB 6") \
    E(goal, rtl_goal, GOAL_CLOCK, HW, \
      "what MRPB's control is emitted for, and what synthesis chooses cells for; the behaviour " \
      "in cycles is the same", \
      "")

#define CFG_SYNTH(U, D, B, E, S) \
    S(liberty, "osu018", 0, \
      "cell library: osu018, or the path of a Liberty file (.lib or .lib.gz)", "") \
    S(avoid, "AND2X* OR2X*", 0, \
      "cells that synthesis does not use, as patterns separated by spaces: an AND of OSU018 or " \
      "FreePDK45 is slower than a NAND and an inverter", \
      "") \
    U(node_nm, 0, 0, 1000, "nm", 0, \
      "technology node of the library, to which the SRAM model beside its cells is scaled; 0: as " \
      "the table of known libraries says (synth/node.c)", \
      "") \
    D(clock_ps, "clock_ns", 5000, 10, 1000000, "ns", 0, "target clock period", "")

#endif
