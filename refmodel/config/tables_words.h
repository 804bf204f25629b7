// tables_words.h : the words that keys of the configuration take, one row a word. Part of tables.h.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_TABLES_WORDS_H
#define WL_CONFIG_TABLES_WORDS_H

// Enums: X(CONSTANT, "word", "doc")
#define CFG_SCHED(X) \
    X(SCHED_RR, "rr", "round robin: start after the warp that issued last") \
    X(SCHED_GTO, "gto", "greedy then oldest: stay with a warp until it stalls, then the oldest") \
    X(SCHED_TWO_LEVEL, "two_level", \
      "round robin over sm.active_warps warps; a warp that waits for a load or barrier makes " \
      "room for another")
#define CFG_GATE(X) \
    X(GATE_NONE, "none", "every warp may issue") \
    X(GATE_SWL, "swl", "static warp limiting: the sm.swl_warps oldest warps of a scheduler") \
    X(GATE_CCWS, "ccws", \
      "cache-conscious wavefront scheduling: warps that lost locality keep others from issuing " \
      "loads")
#define CFG_OPERANDS(X) \
    X(OPERANDS_SERIAL, "serial", \
      "one register per cycle; a register that is named twice is read once") \
    X(OPERANDS_PARALLEL, "parallel", \
      "one register of every bank per cycle, of one instruction or of several; a register " \
      "that is named twice is read twice")
#define CFG_BROADCAST(X) \
    X(BROADCAST_ANY, "any", \
      "one access broadcasts any number of words, each to any number of lanes") \
    X(BROADCAST_ONE, "one", \
      "an access broadcasts one word only: the first of the lowest bank that several lanes ask " \
      "for; every other lane is served by itself, and counts with the first word that it asks " \
      "for")
#define CFG_INDEX(X) \
    X(INDEX_LINEAR, "linear", "low line-address bits") \
    X(INDEX_FERMI, "fermi", \
      "Fermi hash: A[11:7] XOR {A19,A17,A15,A14,A13}; 64 sets: bit 12 on top") \
    X(INDEX_XOR, "xor", \
      "bitwise XOR of the low index bits of the line address and as many bits above them") \
    X(INDEX_PRIC, "pric", "polynomial modulus: A(x) mod P(x) over GF(2), A a slice of the address")
#define CFG_L1_WRITE(X) \
    X(L1_WRITE_EVICT, "evict", "a write goes to L2 and invalidates the line it hits") \
    X(L1_WRITE_THROUGH, "through", "a write goes to L2 and keeps the line it hits up to date") \
    X(L1_WRITE_BACK, "back", \
      "a write that hits stays in its line, which is written back when it is replaced")
#define CFG_RACB(X) \
    X(RACB_OFF, "none", "a stalled read waits") \
    X(RACB_ON, "racb", \
      "resource aware cache bypass: a read with any reservation failure bypasses L1D")
#define CFG_ARBITER(X) \
    X(ARB_RR, "rr", "round robin: the pointer of an output moves with every grant") \
    X(ARB_ISLIP, "islip", \
      "iSLIP, one iteration: the pointer of an output moves when its grant is accepted")
#define CFG_ALLOCATE(X) \
    X(ALLOCATE_MISS, "miss", "a line is reserved when its miss is accepted") \
    X(ALLOCATE_FILL, "fill", "a line is replaced when its fill arrives")
#define CFG_WRITE(X) \
    X(WRITE_BACK, "back", "written lines go to DRAM when they are replaced") \
    X(WRITE_THROUGH, "through", "every write also goes to DRAM at once") \
    X(WRITE_MISS_THROUGH, "miss_through", \
      "like back, but a write that misses also goes to DRAM at once and does not make its line " \
      "dirty")
#define CFG_L2_BYPASS(X) \
    X(L2_BYPASS_NONE, "none", "a stalled read waits") \
    X(L2_BYPASS_RACB, "racb", \
      "a read with any reservation failure bypasses L2 and is read from DRAM")
#define CFG_DRAM_SCHED(X) \
    X(DRAM_FRFCFS, "frfcfs", \
      "first ready, first come first served: row hits before older row misses") \
    X(DRAM_FCFS, "fcfs", "first come, first served")
#define CFG_BANK_HASH(X) \
    X(BANK_HASH_NONE, "none", "the bank is the B bits of dram.address_map") \
    X(BANK_HASH_XOR, "xor", "the B bits that choose no slice, XOR the lowest row bits, as many")
#define CFG_GROUP(X) \
    X(GROUP_HIGH, "high", "bank / (banks / groups): neighbouring banks share a group") \
    X(GROUP_LOW, "low", "bank mod groups: neighbouring banks are in different groups")
#define CFG_SIGNATURE(X) \
    X(SIG_WARP, "warp", "warp slot of the SM: all requests of a warp stay in order") \
    X(SIG_CTA, "block", "thread-block (CTA) slot of the SM") \
    X(SIG_CTA_WARP, "block_warp", "warp number inside its thread block") \
    X(SIG_PC, "pc", \
      "low bits of the program counter, for reads; a write waits until all queues are empty, and " \
      "reads wait behind it") \
    X(SIG_LINE, "line", "low bits of the line address: requests to one line stay in order")
#define CFG_DRAIN(X) \
    X(DRAIN_FIXED, "fixed", "lowest-numbered non-empty queue") \
    X(DRAIN_RR, "rr", "round robin over non-empty queues") \
    X(DRAIN_LONGEST, "longest", "longest queue; ties go to the lowest number")
#define CFG_BYPASS(X) \
    X(BYPASS_NONE, "none", "a stalled read waits") \
    X(BYPASS_ASSOC, "associativity", \
      "a read stalled because all ways of its set are reserved bypasses the cache") \
    X(BYPASS_ALL, "all", "a read stalled for any cause bypasses the cache")
#define CFG_SELECT(X) \
    X(SELECT_SWITCH, "switch", \
      "oldest at first; changes to the other selection after a quantum with too many misses") \
    X(SELECT_OLDEST, "oldest", "the tag allocated first") \
    X(SELECT_WARP, "warp", \
      "the tag with the lowest warp; ties go to the lowest queue, then the lowest tag")
#define CFG_INSN_UNIT(X) \
    X(INSN_THREAD, "thread", "thread instructions: active lanes") \
    X(INSN_WARP, "warp", "warp instructions")
#define CFG_CART_DESIGN(X) \
    X(CART_TREE, "tree", "branches of row groups of leaf queues, each for one line") \
    X(CART_BANK_FIFO, "bank_fifo", "one FIFO per branch without tags, for comparison") \
    X(CART_NONBLOCKING, "nonblocking", \
      "one buffer, drained round robin over the requests that are not stalled, for comparison")
#define CFG_CART_DRAIN(X) \
    X(CART_ROTATE, "rotate", \
      "branches in rotation; in a branch the leaf queue drained last, else the longest of the " \
      "same row, else the longest") \
    X(CART_LONGEST, "longest", "the longest leaf queue of all; ties go to the lowest number") \
    X(CART_RR, "rr", "round robin over all leaf queues") \
    X(CART_GREEDY, "greedy", "one leaf queue until it is empty, then the next in cyclic order")
#define CFG_STORAGE(X) \
    X(STORAGE_FLOP, "flop", "flip-flops") \
    X(STORAGE_LATCH, "latch", "latches, open while the clock is low after a write") \
    X(STORAGE_SRAM_1R1W, "sram_1r1w", "an SRAM with a read port and a write port") \
    X(STORAGE_SRAM_1RW, "sram_1rw", \
      "an SRAM with one port, which writes in the first half of a cycle and reads in the second " \
      "(clk2x_i)")
#define CFG_GOAL(X) \
    X(GOAL_CLOCK, "clock", \
      "the shortest clock period: several outcomes are computed in parallel, and registers " \
      "replace decoders") \
    X(GOAL_AREA, "area", "the fewest gates, at about half the clock frequency")

// All enums: X(enum type, LIST)
#define CFG_ENUMS(X) \
    X(sched_kind, CFG_SCHED) \
    X(gate_kind, CFG_GATE) \
    X(operand_kind, CFG_OPERANDS) \
    X(broadcast_kind, CFG_BROADCAST) \
    X(index_kind, CFG_INDEX) \
    X(l1_write_kind, CFG_L1_WRITE) \
    X(racb_kind, CFG_RACB) \
    X(arbiter_kind, CFG_ARBITER) \
    X(allocate_kind, CFG_ALLOCATE) \
    X(write_kind, CFG_WRITE) \
    X(l2_bypass_kind, CFG_L2_BYPASS) \
    X(dram_sched_kind, CFG_DRAM_SCHED) \
    X(group_kind, CFG_GROUP) \
    X(signature_kind, CFG_SIGNATURE) \
    X(drain_kind, CFG_DRAIN) \
    X(bypass_kind, CFG_BYPASS) \
    X(select_kind, CFG_SELECT) \
    X(insn_unit, CFG_INSN_UNIT) \
    X(bank_hash_kind, CFG_BANK_HASH) \
    X(cart_design, CFG_CART_DESIGN) \
    X(cart_drain, CFG_CART_DRAIN) \
    X(storage_kind, CFG_STORAGE) \
    X(rtl_goal, CFG_GOAL)

#endif
