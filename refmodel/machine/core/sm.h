// sm.h : one streaming multiprocessor: warps, instruction buffers, schedulers, scoreboard, execution pipelines, CTA slots;
// its load/store unit and L1D are components of their own (lsu.h, l1d.h). Modelled on GPGPU-Sim's Fermi core.
//
// What is modelled
//   fetch     one warp a cycle, round robin over warps whose 2-entry instruction buffer is empty, brings the next two
//             instructions in program order; without sm.fetch_pair at the end of a line of the instruction cache the one that
//             is left of it. Decoded in the next cycle, they may issue the cycle after. A warp that misses waits until its line
//             is there; those whose line has come take the fetch stage first, one a cycle, in order of asking; a refused access
//             is tried again when the warp's turn comes. A miss leaves for the crossbar in the next cycle. Fetch runs on past
//             branches: when the next instruction turns out not to be the one that follows, what was fetched is thrown away
//             when a scheduler next looks at the warp, and fetched again (the refill bubble).
//   issue     each scheduler issues at most one instruction a cycle (sched.h) of a warp that has one decoded, no hazard
//             (scoreboard.h), does not wait, and whose pipeline has room; schedulers take turns in who chooses first. One
//             memory instruction a cycle, one a cycle for each SP and SFU unit.
//   execute   issued in cycle t, an instruction starts in t + issue_latency - 1 + n_src (one register operand a cycle through
//             the operand collector; later when the bank of an operand is being read for an instruction that issued before:
//             sm.register_banks; writes are not counted against banks) or when a unit of its kind is free and a result bus will
//             be (sm.result_buses), holds the unit for its initiation interval, and frees
//             its registers in start + latency + writeback_latency. Registers free in cycle u let dependents issue in u.
//             SP_DEPTH and SFU_DEPTH instructions may be between issue and start.
//   barrier   16 a CTA, by number. A warp that issued bar.sync waits there until as many warps have arrived as it says, or, when
//             it does not say, all warps of its CTA that have not exited; those that wait may issue in the next cycle. A warp
//             that issued bar.arrive has arrived and goes on. Arrivals at a counted barrier count though the warp exits.
//   order     barriers, fences, atomics are held back while the request path may still reorder older requests of the warp
//             (lsu_unsent); a fence then waits until all loads and stores of the warp are done; a warp's slot is free when
//             everything of it is done, a CTA's slot when all its warps' are. (GPGPU-Sim's fence waits for loads alone and empties
//             L1D; its warps wait for their atomics, used or not, for the sake of its functional model.)
//
// A cycle: sm_eval (reads and changes only the SM and its ends of the channels), in any order among SMs; then sm_commit,
// which lets the front end execute what was issued, in SM order. Between them no SM sees another: results do not depend on
// the order of sm_eval. Cycles in which nothing can happen need not be evaluated: the next call accounts for them exactly.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SM_H
#define WL_MACHINE_SM_H

#include "blocks/streambypass.h"
#include "machine/core/lsu.h"

typedef struct sm sm;

sm *sm_new(const config *c, const devices *d, unsigned id, chan *request, chan *reply, err *e); // NULL on error
void sm_free(sm *s);

// Device addresses of instructions. With sm.code_packed each program (front.program) has a window, in which its kernels lie one behind the other:
// two kernels that share a line find it in L1I and L2 when the other has fetched it. Else, or when nothing is known of its program, each kernel
// has a window of its own, where it begins with a line, with sm.code_packed at its place within a line.
#define CODE_WINDOW 0x02000000ull
enum { CODE_WINDOW_BYTES = 1 << 20, CODE_WINDOWS = 224 };

// Before a kernel: nothing may be resident. L1D is flushed, the constant cache with l1c.flush, the instruction cache not. `slots` CTAs of
// f may be resident; f outlives the kernel. code: device address of its instruction 0.
void sm_begin(sm *s, const front *f, unsigned slots, uint64_t code);
// At the end of cycle `now`, after sm_commit of all SMs: places a CTA; false when there is no free slot.
bool sm_place(sm *s, uint32_t cta, uint64_t now);

// At the end of cycle `now`: so many warps of a scheduler may issue from the next one on (structures.dwtcs).
void sm_limit(sm *s, unsigned warps, uint64_t now);

// An SM is due in cycle `now` when news.wake <= now or lsu_called(sm_bell); only otherwise may its cycle be left out.
// News and bell stay where they are; they change in sm_eval, sm_commit, sm_place and sm_limit alone (the channels that the bell looks at apart).
typedef struct sm_news {
    uint64_t wake;
    uint64_t active_at; // last cycle in which anything moved
    unsigned finished;  // CTAs that ended since sm_take_finished
    bool fault;         // a W_FAULT instruction came up
} sm_news;
const sm_news *sm_get_news(const sm *s);
const lsu_bell *sm_bell(const sm *s);
const mreq *sm_next_miss(const sm *s); // lsu_next_miss
void sm_eval(sm *s, uint64_t now);
void sm_commit(sm *s, uint64_t now);
void sm_cycle(sm *s, uint64_t now);       // both, one after the other
void sm_account(sm *s, uint64_t now);     // brings the statistics up to and including cycle `now`

unsigned sm_take_finished(sm *s);         // CTAs that ended since the last call
bool sm_resident(const sm *s);            // any warp
bool sm_idle(const sm *s);                // nothing resident, nothing on its way

const sm_stats *sm_get_stats(const sm *s);
const l1d_stats *sm_l1d_stats(const sm *s);
void sm_waiters(const sm *s, const mreq_waiters *w);   // whoever waits for something that a request brings
void sm_view(const sm *s, const mreq_view *v);         // requests on their way to the network
void sm_view_back(const sm *s, const mreq_view *v);    // and back from it
const rocache_stats *sm_l1i_stats(const sm *s);
const rocache_stats *sm_l1c_stats(const sm *s);
const mrpb_events *sm_mrpb_events(const sm *s);        // NULL: none
const wp_events *sm_warppool_events(const sm *s);      // NULL: none
const streambypass_events *sm_stream_events(const sm *s); // of L1D's monitor; NULL: none
int sm_check(const sm *s, bool at_end, err *e);        // conservation laws: ST_OK or ST_CHECK
void sm_dump(const sm *s, FILE *f);                    // who waits for what

#endif
