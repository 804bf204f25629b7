// sm_state.h : the inside of an SM, shared by sm.c (life, CTAs, cycle), sm_issue.c (warps and instructions) and sm_report.c (laws,
// who waits for what).
// Sets of warps are 64-bit masks, bit w for warp slot w; a decision for a scheduler is a few operations on masks.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SM_STATE_H
#define WL_MACHINE_SM_STATE_H

#include "machine/core/booking.h"
#include "machine/core/gate.h"
#include "machine/core/pipeline.h"
#include "machine/core/rocache.h"
#include "machine/core/sched.h"
#include "machine/core/scoreboard.h"
#include "machine/core/sm.h"
#include "machine/core/wheel.h"
#include "machine/structures/stream.h"

enum {
    UNITS = UNIT_MEM + 1, SM_SLOTS = 64, SM_SCHEDULERS = 4, SM_CTAS = 32,
    SM_BARRIERS = 16, // of a CTA
    IBUFFER = 2,    // instructions fetched at a time
    NO_WARP = -1
};

typedef struct warp_state {
    void *front;         // the front end's handle
    const winst *next;   // NULL: exited
    uint32_t fetch_pc;   // where the next fetch begins
    uint64_t busy_until; // registers of instructions on their way are all free from this cycle on, loads apart
} warp_state;

typedef struct barrier_state {
    uint64_t arrived;  // warps, since it last opened
    uint64_t waiting;  // of them, those that wait
    unsigned arrivals; // a warp that passes may come again
    unsigned needed;   // arrivals that open it; 0: all warps of the CTA that have not exited
} barrier_state;

typedef struct cta_state {
    uint64_t warps;          // its warp slots
    uint32_t begun;          // barriers at which some warp has arrived since they last opened
    barrier_state barriers[SM_BARRIERS];
    unsigned left;           // warps not retired; 0: the slot is free
    bool finished;           // retired in this cycle, to be told at commit
} cta_state;

struct sm {
    // First what is looked at in every cycle.
    sm_news news;
    lsu *ls;
    gate *gate;                       // NULL: none
    const config *c;
    uint64_t accounted, memory_at;    // cycles that are in the statistics: of the schedulers (calm ones are added when they end), of the load/store unit
    bool calm;                        // nothing issued, nothing to fetch: the choice stays as it is until something comes back
    bool mem_full;                    // the memory pipeline had no room
    bool pipeline_stalled;            // some warp waits for an SP or SFU pipeline
    bool fading;                      // some warp waits for the gate, which opens by time
    bool together;                    // sm.operand_reads parallel
    bool choosy;                      // not every ready warp may be chosen: a gate, or an active set
    unsigned resident;                // warps placed and not retired
    int fetching, last_fetched;       // warps, NO_WARP

    // Where each warp stands
    uint64_t exiting;          // exited, something of it still on its way
    uint64_t held;             // next is bar.sync, fence or atomic, older requests may still be reordered
    uint64_t no_load;          // next is a load, all load numbers are in use
    uint64_t waiting, fencing; // at a barrier or fence; at a fence
    uint64_t live;             // placed, not exited
    uint64_t by_alu, by_load;  // next instruction waits for registers
    uint64_t decoded;          // next instruction in the buffer
    uint64_t stale;            // buffer holds instructions that are not next
    uint64_t redirected;       // buffer empty, and what is being fetched is not next
    uint64_t hungry;           // buffer empty, not being fetched
    uint64_t missing;          // buffer empty, its instructions are awaited by the instruction cache
    uint64_t on[UNITS];             // [winst_unit] that the next instruction needs
    uint64_t loads, stores;         // next is a load from, a store to global or local memory
    int picked[SM_SCHEDULERS];        // of this cycle, NO_WARP
    uint64_t *lost[SM_SCHEDULERS];    // stall counter of this cycle
    lsu_out out;
    _Alignas(64) wheel ends;          // registers that become free
    rocache l1i;
    _Alignas(64) sm_stats stats;

    unsigned id;
    const front *f;
    unsigned slots; // CTAs that may be resident
    uint64_t code;  // device address of the kernel's instruction 0
    l1d *l1;
    stream *stream; // its monitor; NULL: none
    rocache l1c;
    scoreboard sb;
    sched scheds[SM_SCHEDULERS];
    uint64_t of_scheduler[SM_SCHEDULERS]; // their warp slots
    gate_answer closed;                   // the gate's of this cycle
    pipeline sp, sfu;
    booking reads, results; // register banks, result buses; used when the configuration limits them
    uint16_t latency[LAT_COUNT], initiation[LAT_COUNT];
    uint64_t counted;       // cycles up to which scheduler_cycles, warp_cycles and active_cycles are
    uint64_t crossed;       // requests of a warp left behind when it passed a barrier: must be none

    _Alignas(64) warp_state warps[SM_SLOTS];
    uint8_t buffered[SM_SLOTS]; // instructions in the buffer
    uint8_t cta_of[SM_SLOTS], warp_in_cta[SM_SLOTS];
    uint32_t age[SM_SLOTS], next_age;
    cta_state ctas[SM_CTAS];
    wexec x;
};

static inline uint64_t warp_bit(unsigned w) { return (uint64_t)1 << w; }
static inline void put_bit(uint64_t *set, uint64_t bit, bool on) { *set = on ? *set | bit : *set & ~bit; }

// sm.c
void sm_count_residence(sm *s, uint64_t now); // the cycles up to `now`, in which as many warps are resident as now: before that changes

// sm_issue.c
void sm_refresh(sm *s, unsigned w);                    // the masks of a warp's next instruction
void sm_release(sm *s, unsigned w, const winst *i);    // its registers become free; NULL: look whether it may retire
void sm_recheck(sm *s, uint64_t touched, uint64_t now); // warps of which something left or returned
void sm_schedule(sm *s, uint64_t now);                 // eval: who issues, or which stall it is
void sm_execute(sm *s, uint64_t now);                  // commit: the chosen instructions
void sm_fetch(sm *s);                                  // commit: decode what was fetched, choose what to fetch

#endif
