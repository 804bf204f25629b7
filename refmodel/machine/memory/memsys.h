// memsys.h : everything behind the SMs: request and reply crossbars (xbar.h), and behind them the memory partitions
// (partitions.h: L2 slices, DRAM channels), joined by channels (base/chan.h).
//
// A request makes its way: request channel of its SM -> request crossbar -> L2 slice (-> DRAM channel -> L2 slice) -> reply
// crossbar -> reply channel. The only state shared between components is channels; memsys_commit makes the edge of those that
// were touched. Components that have nothing to do in a tick are not visited: each says when it must be evaluated next.
//
// Two halves, which may run in two threads and at different times, within bounds:
//   front   request channels, request crossbar, intake of the L2 slices, reply channels: whatever SMs touch
//   back    L2 slices behind their intake, DRAM, reply crossbar
// They share only: what the intake took in (it leaves the ROP delay memsys_slack L2 ticks later), whether a slice's access queue
// was full (history.h), replies with the step in which they arrive, and how many of those each SM has popped.
//
// Limit studies: limits.infinite_bandwidth puts ideal.h in the place of all that; limits.infinite_dram makes DRAM ideal (dram.h).
//
// Clocks: the owner (gpu.c) decides in which time step which clocks tick. A step: memsys_eval for every ticking clock in any
// order, then memsys_commit once.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_MEMSYS_H
#define WL_MACHINE_MEMSYS_H

#include "base/chan.h"
#include "base/stats.h"
#include "config/config.h"
#include "machine/common/bits.h"
#include "machine/common/clock_domain.h"
#include "machine/common/devices.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"

#define MEMORY_STATS(X) \
    X(requests, "requests", "pushed by SMs") \
    X(replies, "replies", "popped by SMs") \
    X(reply_parts, "replies", "of these, answers to sectors of requests that had more to come (l2.h)") \
    X(hit_replies, "replies", "reads and atomics answered by L2 without DRAM") \
    X(hit_latency, "crossbar cycles", "of these, from entering the request network until the SM sees them, summed") \
    X(dram_replies, "replies", "reads and atomics that L2 answered after DRAM") \
    X(dram_latency, "crossbar cycles", "of these, from entering the request network until the SM sees them, summed") \
    X(write_replies, "replies", "acknowledgements of writes") \
    X(write_latency, "crossbar cycles", "of these, from entering the request network until the SM sees them, summed") \
    X(left_inside, "0 or 1", "something is inside the memory system")
typedef struct memory_stats { MEMORY_STATS(STAT_FIELD) } memory_stats;
extern const stat_table memory_stat_table;

typedef struct memsys memsys;

memsys *memsys_new(const config *c, err *e);
void memsys_free(memsys *m);
int memsys_watch(memsys *m, const config *c, const devices *d, err *e); // partitions_watch; devices in place of the crossbars
void memsys_launch(memsys *m, uint32_t kernel);                           // partitions_launch
void memsys_settle(memsys *m);                                            // partitions_settle
int memsys_check(const memsys *m, err *e);                                // partitions_check

// Per SM: requests into the network (the SM pushes at most one a core cycle) and replies out of it (the SM pops).
// Items are mreq. The SM's clock commits nothing here: memsys_commit does.
enum { SM_REQUESTS = 2 }; // places of a request channel: one on its way in each of two cycles
chan *memsys_request(memsys *m, unsigned sm);
chan *memsys_reply(memsys *m, unsigned sm);
const bits *memsys_replied(const memsys *m); // SMs whose reply channel holds something, as of the last commit
bits *memsys_freed(memsys *m); // SMs whose request channel the crossbar has popped; for the owner to clear
void memsys_sms_moved(memsys *m, unsigned word, uint64_t sms); // SMs 64 * word + bit that have pushed or popped: to be said before the commit of their step

// CLOCK_ICNT, CLOCK_L2 or CLOCK_DRAM: both halves. false: nothing was due, so that there is nothing to commit but what SMs did.
bool memsys_eval(memsys *m, clock_domain d, uint64_t core_cycle);
bool memsys_tick(memsys *m, unsigned ticking, uint64_t core_cycle); // the same for all clocks that tick, bit d for clock d; not shuffled
void memsys_commit(memsys *m);

// The halves by themselves: evals of the clocks that tick, then one commit a step. The front half does a step after the back half
// has done it and memsys_front_meet has been called since. The back half may do step n
//   when the front half has done all before n, then memsys_front_tell, and memsys_back_meet has been called since; or
//   while memsys_back_ahead.
// memsys_back_ahead: in so many steps the back half does fewer than memsys_slack L2 ticks more than the front half had done at that
// memsys_front_tell, and no decision of the reply crossbar hangs on what SMs have popped since. They may be done as long as some load or store
// waits for an answer that has not been sent (memsys_back_step): so no kernel ends before the step.
bool memsys_front_eval(memsys *m, clock_domain d, uint64_t core_cycle);
void memsys_front_commit(memsys *m);
void memsys_front_pass(memsys *m); // a step of DRAM alone
void memsys_front_meet(memsys *m);
void memsys_front_tell(memsys *m);
// The front half with SMs that are ahead of it, by up to MEMSYS_AHEAD core cycles, between memsys_part and memsys_join, while the back half runs
// by itself: an SM does with its end of its channels what it does in any case, but
//   request  the room is for its runner to know: head_seen is what has been popped, a cycle of the front half after the other (memsys_popped:
//            in the last step), or more where xbar_sure says that it will be
//   reply    its runner puts in what memsys_post has for it, in time
// and the front half is told of what the SMs have pushed and popped in a core cycle (at most one each) after that cycle's step and
// before the next one. memsys_join: all SMs and the front half have done the same cycles.
enum { MEMSYS_AHEAD = 128 };
void memsys_part(memsys *m);
void memsys_join(memsys *m);
void memsys_apart_commit(memsys *m);  // in place of memsys_front_commit
void memsys_fetch(const memsys *m, unsigned sm); // what it pushes next will be needed soon
void memsys_apart_pushed(memsys *m, unsigned sm);
void memsys_apart_popped(memsys *m, unsigned sm);
void memsys_apart_commit_sms(memsys *m); // after these two: the edge of the requests
uint32_t memsys_sure(const memsys *m, unsigned sm);  // xbar_sure of its input
uint32_t memsys_taken(const memsys *m, unsigned sm); // xbar_taken
uint32_t memsys_shut(const memsys *m, unsigned sm);  // xbar_shut
const bits *memsys_popped(const memsys *m);          // SMs whose request channels the crossbar has popped in this step
// Adds the SMs of which memsys_shut may tell more than it did: of xbar_full (full: as it was the last time), and just so or not in the middle of
// a packet.
void memsys_waiting(const memsys *m, bits *sms, bits *full);
// A reply that is on its way to mreq.sm and is seen there from a core cycle on. Of a cache line's size: one thread writes it, another reads it.
typedef struct memsys_post {
    _Alignas(64) mreq r;
    uint64_t instant; // step of the back half in which it arrived
    uint64_t cycle;   // of the SM that sees it first
} memsys_post;
uint32_t memsys_received(const memsys *m); // number of the first one that is not in its reply channel; numbers run freely
uint32_t memsys_posted(const memsys *m);   // number of the next one, in any thread
const memsys_post *memsys_post_of(const memsys *m, uint32_t number);

// The clocks that tick; replies of this step are seen by SMs in core cycle `cycle`. Does some load or store wait behind it?
bool memsys_back_step(memsys *m, unsigned ticking, uint64_t cycle);
void memsys_back_meet(memsys *m);
uint64_t memsys_back_ahead(const memsys *m);
uint64_t memsys_back_quiet_ticks(const memsys *m, clock_domain d);
unsigned memsys_slack(const config *c);

// How many further ticks of clock d change nothing (not even a statistic that memsys_skip could not add), when no SM pushes or
// pops: 0 = must be evaluated. UINT64_MAX = until something comes in.
uint64_t memsys_quiet_ticks(const memsys *m, clock_domain d);
void memsys_skip(memsys *m, clock_domain d, uint64_t ticks);
bool memsys_pass_dram(memsys *m); // a tick of DRAM alone, if it rests; false: it must be evaluated

// For tests: every component is evaluated in every tick, needed or not, in a random order; 0 = off. It must change nothing.
void memsys_shuffle(memsys *m, unsigned seed);

bool memsys_idle(const memsys *m); // nothing inside (L2 contents stay)
json_t *memsys_stats_json(const memsys *m);     // {"icnt": {"request", "reply"}, "l2", "dram", "memory"}: sums over instances; infinite
                                                // bandwidth: "l2" and "memory" only
json_t *memsys_instances_json(const memsys *m); // {"l2": [a slice], "dram": [a channel]}
void memsys_view(const memsys *m, const mreq_view *v); // every request inside, on its way from and to the SMs
void memsys_dump(const memsys *m, FILE *f);     // who waits for whom

#endif
