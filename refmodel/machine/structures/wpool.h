// wpool.h : the seam WarpPool (blocks/warppool.h, or the device that a factory makes): what lies between the warp schedulers and L1D when
// structures.warppool is enabled. Loads and stores to global and local memory go through it; shared memory, constants and atomics go
// through the load/store unit's own pipeline. Atomics, and each ld.cg while l1d.around_cg is set, are instructions of kind 2 of the block: what
// goes round L1D has no line there that warps could share, so it is not merged, and it keeps its place in its warp's order. (The paper has no
// ld.cg: Kloosterman et al. do not speak of cache operators.)
//
// Times, besides those of the block: an instruction that issues in cycle t is on iss in t + 1 (the schedulers choose by load_ok_o, store_ok_o, so it
// is taken). The sm.mem_pipeline places of the baseline between issue and L1D (collector units, registers) lie
// behind the instruction queues: so many instructions are between ag and adr at most, where the block does not keep them in its queues
// anyway (warppool_insn.h). Taken in u an instruction has its addresses from
// max(t + issue_latency + n_src, u + 1 + n_src) on, in order. A hit that L1D accepts in v comes back on ret in v + l1d.latency at the earliest, a fill in the
// cycle in which it comes; one a cycle, fills first. A load wider than structures.warppool.lane_bytes issues in several parts, each with a number of
// its own; in local memory, where the words of a lane lie apart, a part is a word, so that a load issues when there are numbers for all its words.
// Further parts, of a store too, go to iss when it is free, and other memory instructions wait for that cycle.
// The register file takes a beat on wb unless the load/store unit writes back itself.
//
// L1D sees one read of the whole line for each merged load; it is of the warp of its first request. A store is one write for each line, of the
// smallest half, quarter, .. of it (32 bytes at least) that holds its bytes.
//
// Checked here: a warp's loads and stores reach L1D in program order where one of them is a store or atomic; each line of each instruction
// once; write-back serves each lane once; with structures.warppool.data the words too: what stands for memory is a function of the
// address.
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

enum { WPOOL_PARTS = 4 }; // most parts of an instruction

// What happened in a cycle.
typedef struct wpool_out {
    bool accepted;      // by L1D: r, for `count` requests
    l1d_answer answer;
    mreq r;
    unsigned count;
    bool refused;       // L1D refused r
    bool returned;      // one request of load `number` is written back
    uint16_t number;
    uint64_t touched;   // warps of which all has been accepted
    bool progress;
    bool changed;       // which warps may issue
} wpool_out;

typedef struct wpool wpool;

typedef struct wpool_sm {
    unsigned sm;
    l1d *l1;
    const uint8_t *cta_of; // [warp slot]
    sm_stats *stats;       // kinds of mapping, merged requests
} wpool_sm;

wpool *wpool_new(const config *c, const devices *d, const wpool_sm *sm, err *e); // NULL on error
void wpool_free(wpool *p);

// Parts of an instruction, 1..WPOOL_PARTS, and how many there may be before its space is known; distinct lines that part k touches.
unsigned wpool_parts(const wpool *p, const winst *i, const wexec *x);
unsigned wpool_most_parts(const winst *i);
unsigned wpool_lines(const wpool *p, const winst *i, const wexec *x, unsigned part);

// A load or store with an active lane issues in cycle `now`; load: the numbers of its parts.
void wpool_issue(wpool *p, unsigned warp, const winst *i, const wexec *x, const uint16_t *load, uint64_t now, unsigned operand_cycles);
void wpool_round(wpool *p, unsigned warp);      // an atomic or ld.cg issues; nothing of its warp is pending
void wpool_round_done(wpool *p, unsigned warp); // L1D has accepted all of it; before wpool_cycle, once a cycle

// Which warps may issue a load, a store in this cycle; room: any memory instruction may.
uint64_t wpool_loads_ok(const wpool *p);
uint64_t wpool_stores_ok(const wpool *p);
bool wpool_room(const wpool *p);
bool wpool_pending(const wpool *p, unsigned warp);
uint64_t wpool_inside(const wpool *p, unsigned warp); // lines of the warp that L1D has not accepted, counted here

// Replies, in the order of arrival, before wpool_cycle. False: the block has no room, try again.
bool wpool_fill(wpool *p, const mreq *reply);    // before l1d_fill
bool wpool_is_carried(const wpool *p, const mreq *reply); // to a read of the block that L1D sent on without an MSHR
bool wpool_carried(wpool *p, const mreq *reply); // of these
bool wpool_written(const wpool *p, unsigned mshr); // the line that came last for this MSHR has been written back

// One cycle. open: L1D can be offered a request; file: the register file takes words.
void wpool_cycle(wpool *p, uint64_t now, bool open, bool file, wpool_out *out);
bool wpool_must_step(const wpool *p);
void wpool_skip(wpool *p, uint64_t cycles);
bool wpool_idle(const wpool *p);

const wp_events *wpool_events(const wpool *p);
int wpool_check(const wpool *p, err *e);
void wpool_view(const wpool *p, const mreq_view *v); // lines of loads that are not written back, of stores that L1D has not accepted
void wpool_dump(const wpool *p, FILE *f);

#endif
