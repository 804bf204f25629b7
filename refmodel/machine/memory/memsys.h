// memsys.h: the memory system behind the SMs: request and reply crossbars (crossbar.h), and behind
// them the memory partitions (partitions.h: L2 slices and DRAM channels), connected by channels
// (base/chan.h).
//
// A request travels from the request channel of its SM through the request crossbar to its L2
// slice, if necessary to a DRAM channel and back, and as a reply through the reply crossbar to the
// SM's reply channel. Components share state only through channels, and memsys_commit commits those
// that were touched. A component without work in a tick is not visited: each says when it must be
// evaluated next.
//
// The memory system has two halves, which may run in two threads and at different simulated times,
// within bounds. The front half contains everything an SM can touch: the request channels, the
// request crossbar, the intake of the L2 slices, and the reply channels. The back half contains the
// L2 slices behind their intake, the DRAM channels and the reply crossbar. The halves exchange only
//   - accepted requests, which leave the ROP delay memsys_slack L2 ticks later;
//   - whether a slice's access queue was full (bit_history.h);
//   - replies, with the step in which they arrive;
//   - the number of replies that each SM has popped.
//
// Limit studies: with limits.infinite_bandwidth, ideal_memory.h replaces all of this; with
// limits.infinite_dram, DRAM is ideal (dram.h).
//
// Clocks: the owner (gpu.c) decides which clocks tick in a time step. A step calls memsys_eval for
// every ticking clock, in any order, and then memsys_commit once.
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
    X(requests, "requests", "requests that SMs sent into the memory system") \
    X(replies, "replies", "replies that SMs took from the memory system") \
    X(sector_replies, "replies", \
      "replies to sectors of a request of which further sectors were to come, part of replies") \
    X(hit_replies, "replies", "reads and atomics answered by L2 without DRAM") \
    X(hit_latency, "crossbar cycles", \
      "hit_replies: from entering the request network until the SM sees the reply, summed") \
    X(dram_replies, "replies", "reads and atomics that L2 answered after DRAM") \
    X(dram_latency, "crossbar cycles", \
      "dram_replies: from entering the request network until the SM sees the reply, summed") \
    X(write_replies, "replies", "acknowledgements of writes") \
    X(write_latency, "crossbar cycles", \
      "write_replies: from entering the request network until the SM sees the reply, summed") \
    X(left_inside, "0 or 1", "1 while a request or reply is inside the memory system")
typedef struct memory_stats {
    MEMORY_STATS(STAT_FIELD)
} memory_stats;
extern const stat_table memory_stat_table;

typedef struct memsys memsys;

memsys *memsys_new(const config *c, err *e);
void memsys_free(memsys *m);
// partitions_attach_devices, and devices for the crossbars
int memsys_attach_devices(memsys *m, const config *c, const devices *d, err *e);
void memsys_launch(memsys *m, uint32_t kernel); // partitions_launch
void memsys_settle(memsys *m);                  // partitions_settle
int memsys_check(const memsys *m, err *e);      // partitions_check

// The channels of an SM: requests into the network, of which the SM pushes at most one per core
// cycle, and replies out of it. Items are mreq. They are committed by memsys_commit, not by the
// SM's clock.
// capacity of a request channel: one request in flight in each of two cycles
enum { SM_REQUESTS = 2 };
chan *memsys_request(memsys *m, unsigned sm);
chan *memsys_reply(memsys *m, unsigned sm);
// SMs whose reply channel is not empty, as of the last commit
const bits *memsys_replied(const memsys *m);
// SMs whose request channel the crossbar has popped; the owner clears the set
bits *memsys_freed(memsys *m);
// Reports that SMs 64 * word + bit have pushed or popped. Must be called before the commit of their
// step.
void memsys_sms_moved(memsys *m, unsigned word, uint64_t sms);

// Evaluates both halves for a tick of CLOCK_ICNT, CLOCK_L2 or CLOCK_DRAM. Returns false if nothing
// was due, so that only the SMs' channels have to be committed. memsys_tick does the same for all
// clocks in `ticking` (bit d for clock d), without shuffling.
bool memsys_eval(memsys *m, clock_domain d, uint64_t core_cycle);
bool memsys_tick(memsys *m, unsigned ticking, uint64_t core_cycle);
void memsys_commit(memsys *m);

// The halves separately. Each evaluates the clocks that tick, and commits once per step. The front
// half may do a step if the back half has done it and memsys_front_receive has been called since.
// The back half may do step n
//   - if the front half has done all steps before n and called memsys_front_publish, and
//     memsys_back_receive has been called since; or
//   - for the next memsys_back_ahead steps. In these, the back half does fewer than memsys_slack L2
//     ticks more than the front half had done at that memsys_front_publish, and no decision of the
//     reply crossbar depends on what SMs have popped since. They are allowed while some load or
//     store waits for a reply that has not been sent (memsys_back_step), so that no kernel ends
//     before them.
bool memsys_front_eval(memsys *m, clock_domain d, uint64_t core_cycle);
void memsys_front_commit(memsys *m);
void memsys_front_skip_dram(memsys *m); // skips a step in which only DRAM ticks
void memsys_front_receive(memsys *m);   // receives what the back half has done
void memsys_front_publish(memsys *m);   // publishes what the front half has done
// Between memsys_detach_sms and memsys_attach_sms, SMs may be ahead of the front half by up to
// MEMSYS_AHEAD core cycles, while the back half runs by itself. An SM uses its ends of its channels
// as usual, but the code that runs the SMs has additional duties:
//   request channel  It updates head_seen, which is the number of requests popped so far. It may
//                    follow the front half cycle by cycle (memsys_popped: the last step), or rely
//                    on crossbar_guaranteed_flits.
//   reply channel    It inserts the replies that memsys_sent_reply holds for the SM, in time.
//   front half       After the step of a core cycle and before the next one, it reports what the
//                    SMs pushed and popped in that cycle, at most one item each.
// At memsys_attach_sms, all SMs and the front half must have done the same cycles.
enum { MEMSYS_AHEAD = 128 };
void memsys_detach_sms(memsys *m);
void memsys_attach_sms(memsys *m);
void memsys_detached_commit(memsys *m); // replaces memsys_front_commit
void memsys_prefetch_sm(const memsys *m,
                        unsigned sm); // prefetches the state for the SM's next push
void memsys_detached_pushed(memsys *m, unsigned sm);
void memsys_detached_popped(memsys *m, unsigned sm);
void memsys_detached_commit_sms(memsys *m); // after these two: commits the requests
uint32_t memsys_guaranteed_flits(const memsys *m,
                                 unsigned sm); // crossbar_guaranteed_flits of the SM's input
uint32_t memsys_accepted_flits(const memsys *m,
                               unsigned sm); // crossbar_accepted_flits of the SM's input
uint32_t memsys_blocked_ticks(const memsys *m,
                              unsigned sm); // crossbar_blocked_ticks of the SM's input
// SMs whose request channel the crossbar popped in this step
const bits *memsys_popped(const memsys *m);
// Adds the SMs for which memsys_blocked_ticks may now return more than before: members of
// crossbar_full_inputs that were not in *full (its state at the last call), or that are not in the
// middle of a packet.
void memsys_add_blocked(const memsys *m, bits *sms, bits *full);
// A reply on its way to SM mreq.sm. It is as large as a cache line, since one thread writes it and
// another one reads it.
typedef struct memsys_sent_reply {
    _Alignas(64) mreq r;
    uint64_t instant; // step of the back half in which it arrived
    uint64_t cycle;   // first core cycle in which the SM sees it
} memsys_sent_reply;
// Replies have free-running numbers. memsys_replies_delivered: the first one that is not yet in its
// reply channel; memsys_replies_sent: the next one to be sent (callable from any thread).
uint32_t memsys_replies_delivered(const memsys *m);
uint32_t memsys_replies_sent(const memsys *m);
const memsys_sent_reply *memsys_sent_reply_at(const memsys *m, uint32_t number);

// One step of the back half for the clocks in `ticking`. SMs see its replies in core cycle `cycle`.
// Returns whether a load or store still waits for a reply after it.
bool memsys_back_step(memsys *m, unsigned ticking, uint64_t cycle);
void memsys_back_receive(memsys *m);
uint64_t memsys_back_ahead(const memsys *m);
uint64_t memsys_back_quiet_ticks(const memsys *m, clock_domain d);
unsigned memsys_slack(const config *c);

// The number of coming ticks of clock d that need no evaluation while no SM pushes or pops: they
// change nothing that memsys_skip does not account for. 0: the next tick must be evaluated;
// UINT64_MAX: no evaluation until a request arrives.
uint64_t memsys_quiet_ticks(const memsys *m, clock_domain d);
void memsys_skip(memsys *m, clock_domain d, uint64_t ticks);
// Skips a step in which only DRAM ticks, if DRAM has no work; false: it must be evaluated.
bool memsys_skip_dram_tick(memsys *m);

// For tests: evaluates every component in every tick, needed or not, in a random order, which must
// change nothing. 0: off.
void memsys_shuffle(memsys *m, unsigned seed);

bool memsys_idle(const memsys *m); // no request is inside (L2 may hold lines)
// {"icnt": {"request", "reply"}, "l2", "dram", "memory"}: sums over the instances. With infinite
// bandwidth, only "l2" and "memory".
json_t *memsys_stats_json(const memsys *m);
// {"l2": [one per slice], "dram": [one per channel]}
json_t *memsys_instances_json(const memsys *m);
void memsys_view(const memsys *m, const mreq_view *v); // enumerates all requests inside
void memsys_dump(const memsys *m, FILE *f);            // prints what each component waits for

#endif
