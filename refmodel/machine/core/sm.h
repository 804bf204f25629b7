// sm.h: one streaming multiprocessor: warps, instruction buffers, schedulers, scoreboard, execution
// pipelines and CTA slots, modelled on GPGPU-Sim's Fermi core. Its load/store unit and its L1D are
// components of their own (lsu.h, l1d.h).
//
// What is modelled:
//   fetch    In each cycle, round robin selects one warp whose two-entry instruction buffer is
//            empty and fetches its next two instructions in program order. At the end of a line of
//            the instruction cache, only the instruction left in the line is fetched, unless
//            sm.fetch_pair is set. They are decoded in the next cycle and may issue one cycle
//            later. A warp that misses waits for its line; warps whose line has arrived use the
//            fetch stage first, one per cycle, in the order of their misses. A refused access is
//            retried when the warp is selected again. A miss leaves for the crossbar in the next
//            cycle. Fetch continues past branches: if the next instruction is not the sequential
//            one, the buffer is discarded when a scheduler next considers the warp, and refilled
//            (the refill bubble).
//   issue    Each scheduler issues at most one instruction per cycle (sched.h), of a warp that has
//            a decoded instruction without a hazard (scoreboard.h), does not wait, and whose
//            pipeline has room. The schedulers alternate in who chooses first. One memory
//            instruction per cycle may issue, and one per cycle and SP or SFU unit.
//   execute  An instruction issued in cycle t starts in t + issue_latency - 1 + n_src, since the
//            operand collector reads one register operand per cycle. It starts later if an
//            instruction that issued before reads the bank of an operand (sm.register_banks; writes
//            do not conflict), or if no unit of its kind or no result bus (sm.result_buses) is
//            free. It occupies the unit for its initiation interval and frees its registers in
//            start + latency + writeback_latency. A register that becomes free in cycle u lets a
//            dependent instruction issue in u. At most SP_DEPTH and SFU_DEPTH instructions are
//            between issue and start.
//   barrier  Each CTA has 16 numbered barriers. A warp that issued bar.sync waits until as many
//            warps have arrived as the instruction says, or all warps of the CTA that have not
//            exited if it says nothing; the waiting warps may issue in the next cycle. A warp that
//            issued bar.arrive arrives and continues. An arrival at a counted barrier counts even
//            after the warp has exited.
//   order    Barriers, fences and atomics are held back while the request path may still reorder
//            older requests of the warp (lsu_unsent). A fence then waits until all loads and stores
//            of the warp are complete. A warp slot is free when everything of its warp is complete,
//            a CTA slot when all its warps are. (GPGPU-Sim's fence waits for loads only and flushes
//            L1D; its warps wait for their atomics, used or not, because of its functional model.)
//
// Call order in a cycle: sm_eval, which reads and changes only the SM and its ends of the channels,
// in any order among SMs; then sm_commit in SM order, which lets the front end execute what was
// issued. Between the two, no SM observes another, so that results do not depend on the order of
// sm_eval. Cycles in which nothing can happen need not be evaluated: the next call accounts for
// them exactly.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SM_H
#define WL_MACHINE_SM_H

#include "blocks/streambypass.h"
#include "machine/core/lsu.h"

typedef struct sm sm;

// NULL on error
sm *sm_new(const config *c, const devices *d, unsigned id, chan *request, chan *reply, err *e);
void sm_free(sm *s);

// Device addresses of instructions. With sm.code_packed, each program (front.program) has a window
// in which its kernels lie back to back, so that two kernels can share a line in L1I and L2.
// Without it, or if the program is unknown, each kernel has a window of its own and begins at a
// line, or with sm.code_packed at its offset within a line.
#define CODE_WINDOW 0x02000000ull
enum { CODE_WINDOW_BYTES = 1 << 20, CODE_WINDOWS = 224 };

// Begins a kernel; nothing may be resident. Flushes L1D, and with l1c.flush the constant cache,
// with l1t.flush the texture cache, but not the instruction cache. At most `slots` CTAs of f may be
// resident at once. f must outlive the kernel. code: device address of the kernel's instruction 0.
void sm_begin(sm *s, const front_end *f, unsigned slots, uint64_t code);
// Places a CTA at the end of cycle `now`, after sm_commit of all SMs. Returns false if no slot is
// free.
bool sm_place(sm *s, uint32_t cta, uint64_t now);

// Sets, at the end of cycle `now`, the number of warps per scheduler that may issue from the next
// cycle on (structures.dwtcs).
void sm_limit(sm *s, unsigned warps, uint64_t now);

// gpu.insn_limit. sm_count_down: from now on each thread instruction that issues takes one of
// d->left, which all SMs share. When it is 0, none issues, and of the instruction that takes the
// last ones only the first lanes take part. NULL: no limit. sm_exit_all: at the end of cycle `now`,
// every warp exits as after its last instruction. Returns whether there was one.
typedef struct insn_countdown {
    uint64_t left;
    bool missed; // an instruction, or some lanes of one, did not issue for it
} insn_countdown;
void sm_count_down(sm *s, insn_countdown *d);
bool sm_exit_all(sm *s, uint64_t now);

// An SM is due in cycle `now` if wake <= now or lsu_has_input(sm_signals(s)); any other cycle may
// be skipped. Both structs stay at the same address. They change only in sm_eval, sm_commit,
// sm_place and sm_limit, apart from the channels that lsu_has_input inspects.
typedef struct sm_activity {
    uint64_t wake;
    uint64_t active_at; // the last cycle in which anything moved
    unsigned finished;  // CTAs that ended since sm_take_finished
    bool fault;         // the next instruction of a warp is a W_FAULT
} sm_activity;
const sm_activity *sm_get_activity(const sm *s);
const lsu_signals *sm_signals(const sm *s);
const mreq *sm_next_miss(const sm *s); // lsu_next_miss
void sm_eval(sm *s, uint64_t now);
void sm_commit(sm *s, uint64_t now);
void sm_cycle(sm *s, uint64_t now);   // sm_eval and sm_commit
void sm_account(sm *s, uint64_t now); // brings the statistics up to date, cycle `now` included

unsigned sm_take_finished(sm *s); // returns the CTAs that ended since the last call
bool sm_resident(const sm *s);    // is any warp resident?
bool sm_idle(const sm *s);        // nothing is resident or outstanding

const sm_stats *sm_get_stats(const sm *s);
const l1d_stats *sm_l1d_stats(const sm *s);
void sm_waiters(const sm *s, const mreq_waiters *w); // enumerates who waits for a reply
// enumerates requests on their way to the network
void sm_view(const sm *s, const mreq_view *v);
void sm_view_back(const sm *s, const mreq_view *v); // and replies on their way from it
const readonly_cache_stats *sm_l1i_stats(const sm *s);
const readonly_cache_stats *sm_l1c_stats(const sm *s);
const texture_cache_stats *sm_l1t_stats(const sm *s);           // all zero without l1t.enable
const mrpb_events *sm_mrpb_events(const sm *s);                 // NULL: none
const warppool_events *sm_warppool_events(const sm *s);         // NULL: none
const streambypass_events *sm_streambypass_events(const sm *s); // of L1D's monitor; NULL: none
// checks the conservation laws: ST_OK or ST_CHECK
int sm_check(const sm *s, bool at_end, err *e);
void sm_dump(const sm *s, FILE *f); // prints what each warp waits for

#endif
