// wpool.h: the seam of WarpPool (blocks/warppool.h, or the device that a factory makes), between
// the warp schedulers and L1D, with structures.warppool enabled.
//
// Loads and stores to global and local memory go through it. Shared memory, constants and atomics
// go through the load/store unit's own pipeline; the block sees atomics, and each ld.cg while
// l1d.around_cg is set, as instructions of kind 2. What goes around L1D has no line there that warps
// could share, so it is not merged, and it keeps its place in the order of its warp. (The paper does
// not speak of cache operators.)
//
// Times, in addition to those of the block:
//   - An instruction that issues in cycle t is on iss in t + 1. The schedulers choose by load_ok_o
//     and store_ok_o, so that it is always accepted.
//   - The sm.mem_pipeline places of the baseline between issue and L1D (collector units, registers)
//     follow the instruction queues: at most so many instructions are between ag and adr, unless
//     the block keeps them in its queues anyway (warppool_insn.h).
//   - An instruction accepted in u has its addresses in max(t + issue_latency + n_src, u + 1 +
//     n_src) at the earliest, in order.
//   - A hit that L1D accepts in v returns on ret in v + l1d.latency at the earliest, a fill in the
//     cycle in which it arrives; one per cycle, fills first.
//   - A load wider than structures.warppool.lane_bytes issues in several parts, each with its own
//     load number. In local memory, where the words of a lane are not contiguous, a part is a word,
//     so that a load issues only if there are numbers for all its words. Further parts, also of
//     stores, go to iss when it is free, and other memory instructions wait for that cycle.
//   - The register file accepts a beat on wb unless the load/store unit itself writes back.
//
// L1D sees one read of the whole line for each merged load, attributed to the warp of its first
// request. A store is one write per line, of the smallest half, quarter, ... of it (at least 32
// bytes) that contains its bytes.
//
// Checked here: the loads and stores of a warp reach L1D in program order if one of them is a store
// or an atomic; each line of each instruction reaches it once; write-back serves each lane once.
// With structures.warppool.data, the words are checked too, against a memory whose contents are a
// function of the address.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_WPOOL_H
#define WL_MACHINE_WPOOL_H

#include "blocks/warppool.h"
#include "machine/common/devices.h"
#include "machine/common/front.h"
#include "machine/common/l1d_port.h"
#include "machine/common/mreq_view.h"
#include "machine/common/sm_stats.h"

enum { WPOOL_PARTS = 4 }; // maximum number of parts of an instruction

// The outcome of a cycle.
typedef struct wpool_out {
    bool accepted;      // L1D accepted r, which stands for `count` requests
    l1d_answer answer;
    mreq r;
    unsigned count;
    bool refused;       // L1D refused r
    bool returned;      // one request of load `number` has been written back
    uint16_t number;
    uint64_t touched;   // warps all of whose requests have been accepted
    bool progress;      // something moved
    bool changed;       // the set of warps that may issue has changed
} wpool_out;

typedef struct wpool wpool;

typedef struct wpool_sm {
    unsigned sm;
    l1d *l1;
    const uint8_t *cta_of; // [warp slot]
    sm_stats *stats;       // for the kinds of mapping and merged requests
} wpool_sm;

wpool *wpool_new(const config *c, const devices *d, const wpool_sm *sm, err *e); // NULL on error
void wpool_free(wpool *p);

// The number of parts of an instruction, 1..WPOOL_PARTS; their maximum before its space is known;
// the number of distinct lines that a part touches.
unsigned wpool_parts(const wpool *p, const winst *i, const wexec *x);
unsigned wpool_most_parts(const winst *i);
unsigned wpool_lines(const wpool *p, const winst *i, const wexec *x, unsigned part);

// Issues a load or store with an active lane in cycle `now`. load: the load numbers of its parts.
void wpool_issue(wpool *p, unsigned warp, const winst *i, const wexec *x, const uint16_t *load, uint64_t now, unsigned operand_cycles);
// Atomics and ld.cg do not pass through the block. wpool_round: one issues, while nothing of its warp is
// pending. wpool_round_done: L1D has accepted all its requests; before wpool_cycle, once per cycle.
void wpool_round(wpool *p, unsigned warp);
void wpool_round_done(wpool *p, unsigned warp);

// The warps that may issue a load, a store in this cycle. wpool_room: may any memory instruction
// issue?
uint64_t wpool_loads_ok(const wpool *p);
uint64_t wpool_stores_ok(const wpool *p);
bool wpool_room(const wpool *p);
bool wpool_pending(const wpool *p, unsigned warp);
// lines of the warp that L1D has not accepted, counted independently
uint64_t wpool_inside(const wpool *p, unsigned warp);

// Replies, in order of arrival, before wpool_cycle. False: the block has no room; retry.
bool wpool_fill(wpool *p, const mreq *reply);    // a fill, before l1d_fill
// wpool_is_carried: is it the reply to a read of the block that L1D forwarded without an MSHR?
bool wpool_is_carried(const wpool *p, const mreq *reply);
bool wpool_carried(wpool *p, const mreq *reply); // takes such a reply
bool wpool_written(const wpool *p, unsigned mshr); // has the last line of this MSHR been written back?

// One cycle. open: a request may be offered to L1D; file: the register file accepts words.
void wpool_cycle(wpool *p, uint64_t now, bool open, bool file, wpool_out *out);
bool wpool_must_step(const wpool *p);
void wpool_skip(wpool *p, uint64_t cycles);
bool wpool_idle(const wpool *p);

const wp_events *wpool_events(const wpool *p);
int wpool_check(const wpool *p, err *e);
// lines of loads not written back, and of stores not accepted by L1D
void wpool_view(const wpool *p, const mreq_view *v);
void wpool_dump(const wpool *p, FILE *f);

#endif
