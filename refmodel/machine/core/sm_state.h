// sm_state.h: the internal state of an SM, shared by sm.c (creation, CTAs, the cycle), sm_issue.c
// (warps and instructions) and sm_report.c (laws, dump).
//
// Sets of warps are 64-bit masks with bit w for warp slot w, so that a scheduling decision takes a
// few operations on masks.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SM_STATE_H
#define WL_MACHINE_SM_STATE_H

#include "machine/core/issue_gate.h"
#include "machine/core/pipeline.h"
#include "machine/core/readonly_cache.h"
#include "machine/core/reservation_table.h"
#include "machine/core/sched.h"
#include "machine/core/scoreboard.h"
#include "machine/core/sm.h"
#include "machine/core/writeback_calendar.h"
#include "machine/structures/streambypass_seam.h"

enum {
    UNITS = UNIT_TENSOR + 1,
    SM_SLOTS = 64,
    SM_SCHEDULERS = 4,
    SM_CTAS = 32,
    SM_BARRIERS = 16, // of a CTA
    IBUFFER = 2,      // instructions fetched at a time
    NO_WARP = -1
};

typedef struct warp_state {
    void *front;       // the front end's handle
    const winst *next; // NULL: exited
    uint32_t fetch_pc; // where the next fetch begins
    // from this cycle on, no register waits for an instruction other than a load
    uint64_t busy_until;
} warp_state;

typedef struct barrier_state {
    uint64_t arrived;  // warps, since it last opened
    uint64_t waiting;  // the arrived warps that wait
    unsigned arrivals; // counts more than `arrived` if a warp passes more than once
    unsigned needed;   // arrivals that open it; 0: all warps of the CTA that have not exited
} barrier_state;

typedef struct cta_state {
    uint64_t warps; // its warp slots
    uint32_t begun; // barriers at which a warp has arrived since they last opened
    barrier_state barriers[SM_BARRIERS];
    unsigned left; // warps that have not retired; 0: the slot is free
    bool finished; // retired in this cycle; reported at commit
} cta_state;

struct sm {
    // Fields used in every cycle come first.
    sm_activity activity;
    lsu *ls;
    issue_gate *gate; // NULL: none
    const config *c;
    // The last cycle in the statistics of the schedulers (quiescent cycles are added when they
    // end), and in those of the load/store unit.
    uint64_t accounted, memory_at;
    // nothing issued and nothing to fetch: the stall class stays until something returns
    bool quiescent;
    bool mem_full;         // the memory pipeline had no room
    bool pipeline_stalled; // a warp waits for an SP or SFU pipeline
    bool time_dependent;   // a warp waits for the gate, whose answer depends on time
    bool parallel_reads;   // sm.operand_reads is parallel
    // a gate or an active set restricts the choice among ready warps
    bool restricted;
    unsigned resident;          // warps placed and not retired
    int fetching, last_fetched; // warps, NO_WARP

    // State of the warps, a bit per warp slot
    uint64_t exiting; // exited, with outstanding work
    // next is a bar.sync, fence or atomic, and older requests may still be reordered
    uint64_t held;
    uint64_t no_load;          // next is a load, and all load numbers are in use
    uint64_t waiting, fencing; // waits at a barrier or fence; at a fence
    uint64_t live;             // placed, not exited
    // next instruction waits for a register of an ALU instruction, of a load
    uint64_t by_alu, by_load;
    uint64_t decoded; // next instruction is in the buffer
    uint64_t stale;   // the buffer holds other instructions than the next one
    // the buffer is empty, and another instruction than the next one is being fetched
    uint64_t redirected;
    uint64_t needs_fetch; // the buffer is empty, and nothing is being fetched
    // the buffer is empty, and the instruction cache waits for the warp's line
    uint64_t missing;
    uint64_t on[UNITS];            // [winst_unit] next instruction needs this unit
    uint64_t loads, stores;        // next is a load from, a store to global or local memory
    int picked[SM_SCHEDULERS];     // warp chosen in this cycle, or NO_WARP
    insn_countdown *countdown;     // NULL: none
    uint64_t *lost[SM_SCHEDULERS]; // stall counter of this cycle
    lsu_out out;
    _Alignas(64) writeback_calendar ends; // future write-backs
    readonly_cache l1i;
    _Alignas(64) sm_stats stats;

    unsigned id;
    const front_end *f;
    unsigned slots; // CTAs that may be resident
    uint64_t code;  // device address of the kernel's instruction 0
    l1d *l1;
    streambypass_seam *monitor; // streaming-bypass monitor of L1D; NULL: none
    readonly_cache l1c;
    texture_cache l1t; // all zero without l1t.enable, but for its statistics
    scoreboard sb;
    sched scheds[SM_SCHEDULERS];
    uint64_t of_scheduler[SM_SCHEDULERS]; // their warp slots
    issue_gate_answer closed;             // decision of the issue gate for this cycle
    pipeline sp, sfu, tensor;
    reservation_table reads,
        results; // register banks, result buses; used if the configuration limits them
    uint16_t latency[LAT_COUNT], initiation[LAT_COUNT];
    uint64_t counted; // the last cycle in scheduler_cycles, warp_cycles and active_cycles
    // requests that a warp had outstanding when it passed a barrier: must be 0
    uint64_t crossed;

    _Alignas(64) warp_state warps[SM_SLOTS];
    uint8_t buffered[SM_SLOTS]; // instructions in the buffer
    uint8_t cta_of[SM_SLOTS], warp_in_cta[SM_SLOTS];
    uint32_t age[SM_SLOTS], next_age;
    cta_state ctas[SM_CTAS];
    wexec x;
};

static inline uint64_t warp_bit(unsigned w) { return (uint64_t)1 << w; }
static inline void put_bit(uint64_t *set, uint64_t bit, bool on)
{
    *set = on ? *set | bit : *set & ~bit;
}

// sm.c
// counts the cycles up to `now`; called before the number of resident warps changes
void sm_count_residence(sm *s, uint64_t now);

// sm_issue.c
// recomputes the masks of a warp's next instruction
void sm_refresh(sm *s, unsigned w);
// frees the registers of i (NULL: none), then retires the warp if possible
void sm_release(sm *s, unsigned w, const winst *i);
// updates warps with a request that left or returned
void sm_recheck(sm *s, uint64_t touched, uint64_t now);
// eval: chooses the warps that issue, or the stall class
void sm_schedule(sm *s, uint64_t now);
void sm_execute(sm *s, uint64_t now);    // commit: executes the chosen instructions
void sm_exit_warps(sm *s, uint64_t now); // the live warps exit; nothing waits for them any more
// commit: decodes what was fetched and chooses the next fetch
void sm_fetch(sm *s);

#endif
