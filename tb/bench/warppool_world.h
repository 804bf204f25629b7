// warppool_world.h: the environment of a WarpPool, for its bench and its tests: warps with random
// loads and stores, address generation, an L1D that randomly refuses, hits and misses, fills, and a
// register file.
//
// It obeys the contract of blocks/warppool.h. It derives each instruction's lines from its lanes
// alone (the plain coalescer), and checks the block at every beat, without a model:
//   order     No access passes an older one of its warp, unless both are loads. Each line of an
//             instruction goes to L1D once.
//   mapping   Kind and payload of a request are those that its lanes have by definition (WarpPool
//             3.6).
//   stores    Bytes and data of the line are those of the lanes.
//   words     Each lane gets the word of its line, once, from each line of the load.
//   rows      MSHRs are freed by their last beat, hits free no MSHR, and at most two lines wait.
//   status    pending_o covers everything that has not been accepted; idle_o says that nothing is
//             held.
//
// Call order in a cycle: world_inputs when the valid phase of the outputs is in `out`, world_check
// when all outputs are.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_WORLD_H
#define WL_TB_BENCH_WARPPOOL_WORLD_H

#include "base/rng.h"
#include "config/ports/warppool.h"

enum {
    WORLD_WARPS = 64,
    WORLD_LANES = 64,
    WORLD_SEQS = 32,
    WORLD_MSHRS = 1024,
    WORLD_HITS = 4,
    WORLD_LINE = 256,
    WORLD_MADE = 256,
    WORLD_INSNS = 64,
    W_SHAPES = 8,
    W_ONE_WORD = 2,
    W_APART = 6,
    W_STEP = 8
};

typedef struct w_line {
    uint64_t line, lanes;
    bool accepted, written;
    unsigned beats; // of its beats on wb those that have come
} w_line;

typedef struct w_insn {
    unsigned kind, warp, seq, size; // kind: warppool_insn
    uint64_t mask, addr[WORLD_LANES], data[WORLD_LANES];
    w_line line[WORLD_LANES];
    unsigned n, accepted, written; // lines
    uint64_t when;                 // its turn comes not before this cycle
    struct w_insn *older, **link;  // list of all that are alive; what points here
} w_insn;

typedef struct w_ret {
    bool fill;
    unsigned mshr, count;
    uint64_t line, meta[4], when;
    uint8_t data[WORLD_LINE];
} w_ret;

typedef struct w_mshr {
    bool busy, filled;
    uint64_t line, when;
    unsigned rows;
} w_mshr;

// One warp's loads on the same lines, each of one lane, from the first one on: see
// warppool_stack.h.
typedef struct w_stack {
    bool on;
    unsigned fillers; // loads of another warp that come before
    bool store;       // and then a third warp's store, of so many lines
    unsigned store_lines;
    // the load with this number is on the first lines, the others begin `from` lines further
    unsigned first, from;
    unsigned lines;              // of the first one
    unsigned brief, brief_lines; // those with a number below `brief` have so many
    bool last;                   // behind them another warp's stores come
} w_stack;

// Chances, in percent.
typedef struct w_profile {
    unsigned issue, ag, adr, l1, hit, wb, store, bypass, narrow, regular;
    // of instructions: with one lane, whose request needs no place in the thread map table
    unsigned single;
    // of instructions drawn that would have to wait at iss: so many are not offered
    unsigned able;
    unsigned lines; // distinct lines in use
    // 1..W_SHAPES: all instructions spread their lanes in this way (W_APART: on five lines side by
    // side), 0: in any
    unsigned shape;
    // percent of instructions that go on where the one before was, one line further: all queues
    // fill evenly
    unsigned march;
    unsigned apart_lines; // lines of an instruction with W_APART; 0: as many as others do with
    unsigned gap;         // lines that are left out between two instructions of march
    unsigned near; // percent of instructions whose lanes are on two lines that differ in one bit
    // percentage of lines: each of these is that of `where`, or differs from it in one bit, or in
    // one bit of its tag and the queue is the same
    unsigned twins;
    uint64_t twin_bits; // of these bits of the tag one, in the same queue; 0: of all
    // n: each instruction has a lane on every queue, and n of its warp go to the same tags
    // (WORLD_INSNS: all, with one lane each); 0: no such thing
    unsigned flood, flood_tags; // of each queue tags that one instruction goes to at most
    // n: of n lines in a ring, each instruction's are some side by side; 0: not so. Of a warp's,
    // the first fills the outbound buffer by the last lines; the others below `brief` fill the
    // tags; the next one uses all lanes; the next ones merge in the two lines from `second` on, and
    // those behind them begin there and use all lanes. brief 0: each as it comes
    unsigned window, brief, second;
    w_stack stack;
    unsigned warps;   // warps that issue; 0: all
    unsigned latency; // most cycles that a line takes
    // 0: lines all over; n: in n queues side by side, where the address is long enough
    unsigned deep;
    uint64_t where; // differs from phase to phase: which lines, and with them which queues
    bool noise;     // what no one may look at is anything
    bool bytes;     // all lanes are of one byte: every load request needs a place in the thread map
                    // table
    // n: so many warps issue nothing but stores, the percentage `store` of all instructions, and
    // the others nothing but loads; 0: no such thing. The first `senders` of them do now
    unsigned apart, senders;
} w_profile;

typedef struct world {
    config c;
    w_profile p;
    rng r;
    uint64_t cycle;
    // bits that are kept at 0: bench_job.hold
    uint64_t held_line, held_tag, held_queue, held_warp, held_offset;
    unsigned shift;   // log2 of the line's bytes
    unsigned marched; // where the last instruction of w_profile.march was
    unsigned issued;  // instructions since the reset
    // every instruction, the newest first: what a bug has mixed up elsewhere stays whole here
    w_insn *alive;
    // instructions of each warp in program order: all that are not accepted as a whole
    w_insn *of_warp[WORLD_WARPS][WORLD_INSNS];
    unsigned n_of_warp[WORLD_WARPS];
    w_insn *load[WORLD_WARPS][WORLD_SEQS]; // loads that have not returned
    w_insn *next;                          // offered on iss
    w_insn *made[WORLD_MADE];              // between ag and adr
    unsigned n_made;
    w_insn *bypassing[WORLD_WARPS];
    unsigned n_bypassing;
    w_mshr mshr[WORLD_MSHRS];
    w_ret hit[WORLD_HITS]; // accepted, to come back in order
    unsigned n_hits;
    w_ret ret, back[2]; // offered on ret; in the block's queue
    unsigned n_back;
    bool ret_valid, adr_valid;
    warppool_in in;
    warppool_out out;
    unsigned errors; // what was wrong
    const char *first_error;
    uint64_t stores_done, loads_done;
} world;

void world_init(world *w, const config *c, uint64_t seed, w_profile p);
void world_free(world *w);
// as rst_ni low at an edge: nothing is on its way any more; seed, profile and cycle go on
void world_reset(world *w);
void world_inputs(world *w);
void world_check(world *w);                   // and moves on to the next cycle
bool world_empty(const world *w);             // nothing is on its way
void world_wrong(world *w, const char *what); // a law does not hold
void world_drop(w_insn *i);                   // the instruction is over
// what an instruction carries from iss to ag
uint64_t world_header(const world *w, const w_insn *i);

#endif
