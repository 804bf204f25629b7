// warppool_seam.h: the seam of WarpPool (blocks/warppool.h, or the device that a factory makes),
// between the warp schedulers and L1D, with structures.warppool enabled.
//
// Loads and stores to global and local memory go through it. Shared memory, constants and atomics
// go through the load/store unit's own pipeline; the block sees atomics, and each ld.cg while
// l1d.cg_bypass is set, as instructions of kind 2. What goes around L1D has no line there that
// warps could share, so it is not merged, and it keeps its place in the order of its warp. (The
// paper does not speak of cache operators.)
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
#ifndef WL_MACHINE_WARPPOOL_SEAM_H
#define WL_MACHINE_WARPPOOL_SEAM_H

#include "blocks/warppool.h"
#include "machine/common/devices.h"
#include "machine/common/front_end.h"
#include "machine/common/l1d_port.h"
#include "machine/common/mreq_view.h"
#include "machine/common/sm_stats.h"

enum { WARPPOOL_SEAM_PARTS = 4 }; // maximum number of parts of an instruction

// The outcome of a cycle.
typedef struct warppool_seam_out {
    bool accepted; // L1D accepted r, which stands for `count` requests
    l1d_answer answer;
    mreq r;
    unsigned count;
    bool refused;  // L1D refused r
    bool returned; // one request of load `number` has been written back
    uint16_t number;
    uint64_t touched; // warps all of whose requests have been accepted
    bool progress;    // something moved
    bool changed;     // the set of warps that may issue has changed
} warppool_seam_out;

typedef struct warppool_seam warppool_seam;

typedef struct warppool_seam_sm {
    unsigned sm;
    l1d *l1;
    const uint8_t *cta_of; // [warp slot]
    sm_stats *stats;       // for the kinds of mapping and merged requests
} warppool_seam_sm;

warppool_seam *warppool_seam_new(const config *c, const devices *d, const warppool_seam_sm *sm,
                                 err *e); // NULL on error
void warppool_seam_free(warppool_seam *p);

// The number of parts of an instruction, 1..WARPPOOL_SEAM_PARTS; their maximum before its space is
// known; the number of distinct lines that a part touches.
unsigned warppool_seam_parts(const warppool_seam *p, const winst *i, const wexec *x);
unsigned warppool_seam_most_parts(const winst *i);
unsigned warppool_seam_lines(const warppool_seam *p, const winst *i, const wexec *x, unsigned part);

// Issues a load or store with an active lane in cycle `now`. load: the load numbers of its parts.
void warppool_seam_issue(warppool_seam *p, unsigned warp, const winst *i, const wexec *x,
                         const uint16_t *load, uint64_t now, unsigned operand_cycles);
// Atomics and ld.cg do not pass through the block. warppool_seam_atomic: one issues, while nothing
// of its warp is pending. warppool_seam_atomic_done: L1D has accepted all its requests; before
// warppool_seam_cycle, once per cycle.
void warppool_seam_atomic(warppool_seam *p, unsigned warp);
void warppool_seam_atomic_done(warppool_seam *p, unsigned warp);

// The warps that may issue a load, a store in this cycle. warppool_seam_room: may any memory
// instruction issue?
uint64_t warppool_seam_loads_ok(const warppool_seam *p);
uint64_t warppool_seam_stores_ok(const warppool_seam *p);
bool warppool_seam_room(const warppool_seam *p);
bool warppool_seam_pending(const warppool_seam *p, unsigned warp);
// lines of the warp that L1D has not accepted, counted independently
uint64_t warppool_seam_inside(const warppool_seam *p, unsigned warp);

// Replies, in order of arrival, before warppool_seam_cycle. False: the block has no room; retry.
bool warppool_seam_fill(warppool_seam *p, const mreq *reply); // a fill, before l1d_fill
// warppool_seam_is_carried: is it the reply to a read of the block that L1D forwarded without an
// MSHR?
bool warppool_seam_is_carried(const warppool_seam *p, const mreq *reply);
bool warppool_seam_carried(warppool_seam *p, const mreq *reply); // takes such a reply
bool warppool_seam_written(const warppool_seam *p,
                           unsigned mshr); // has the last line of this MSHR been written back?

// One cycle. open: a request may be offered to L1D; file: the register file accepts words.
void warppool_seam_cycle(warppool_seam *p, uint64_t now, bool open, bool file,
                         warppool_seam_out *out);
bool warppool_seam_must_step(const warppool_seam *p);
void warppool_seam_skip(warppool_seam *p, uint64_t cycles);
bool warppool_seam_idle(const warppool_seam *p);

const warppool_events *warppool_seam_events(const warppool_seam *p);
int warppool_seam_check(const warppool_seam *p, err *e);
// lines of loads not written back, and of stores not accepted by L1D
void warppool_seam_view(const warppool_seam *p, const mreq_view *v);
void warppool_seam_dump(const warppool_seam *p, FILE *f);

#endif
