// partitions.h : the memory partitions: L2 slices (l2.h) and DRAM channels (dram.h), everything behind the crossbars.
//
// Joined to the crossbars by two channels a slice and by nothing else: `in`, pushed by the request crossbar, and `out`, pushed
// by the slice. All other state is the partitions' own, so they may run on another thread, or in other time steps, than SMs and
// crossbars, as far as these channels allow: a request taken in in L2 tick n has no effect on `out` before tick n + l2.rop_latency
// (partitions_slack), only on the room of `in`.
//
// The intake of the slices (partitions_take, partitions_take_commit) goes with the crossbars: it may run behind the rest, in
// another thread, by fewer than partitions_slack ticks. The rest hears of what came in, as of partitions_tell, by partitions_arrivals; the
// intake hears by partitions_hear up to which tick slices are known to be open.
//
// Components that have nothing to do in a tick are not visited: each says when it must be evaluated next. A step is
// partitions_eval for the clocks that tick, in any order, then partitions_commit.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_PARTITIONS_H
#define WL_MACHINE_PARTITIONS_H

#include "machine/common/addrmap.h"
#include "machine/common/bits.h"
#include "machine/common/clock_domain.h"
#include "machine/common/devices.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"

#include <jansson.h>
#include <stdio.h>

typedef struct partitions partitions;

// in_capacity: places of an `in` channel. The map must outlive them.
partitions *partitions_new(const config *c, const addrmap *map, uint32_t in_capacity);
void partitions_free(partitions *p);
// Monitors of the streaming bypass beside the slices and CARTs in them, where the configuration has them; d may be NULL. ST_OK or the factory's error.
int partitions_watch(partitions *p, const config *c, const devices *d, err *e);
void partitions_launch(partitions *p, uint32_t kernel); // what comes from now on is of this launch (locality.h); nothing is inside
void partitions_settle(partitions *p); // statistics are those of all ticks so far

uint32_t partitions_slices(const partitions *p);
chan *partitions_in(partitions *p, uint32_t slice);  // arrays: slice + 1 follows
chan *partitions_out(partitions *p, uint32_t slice);
uint32_t partitions_slack(const config *c); // L2 ticks, see above

bool partitions_eval(partitions *p, clock_domain d); // CLOCK_L2 or CLOCK_DRAM; false: nothing was due

// The intake: one L2 tick, after partitions_eval of that tick; then, in the same step, the edge of the channels `in`. pushed:
// slices whose `in` the crossbar pushed. quiet: 0 = there is something to take in.
bool partitions_take(partitions *p); // was anything taken in?
bool partitions_take_here(partitions *p); // the same when the rest is in this thread, which hears of it at once
void partitions_hear(partitions *p); // what the rest has done
void partitions_tell(partitions *p); // what the intake has done
void partitions_take_commit(partitions *p, const bits *pushed);
uint64_t partitions_take_quiet(const partitions *p);
void partitions_take_skip(partitions *p, uint64_t ticks);
// What was taken in until partitions_tell becomes known to the slices; returns how many requests of SMs' loads and stores these are in all.
uint64_t partitions_arrivals(partitions *p);
uint64_t partitions_ahead(const partitions *p); // so many L2 ticks more have been done than by the intake at that partitions_tell

// The edge of all other channels that were touched. joined: slices whose `out` the crossbar popped; replied:
// becomes those whose `out` was pushed.
void partitions_commit(partitions *p, const bits *joined, bits *replied);

uint64_t partitions_quiet_ticks(const partitions *p, clock_domain d); // as memsys_quiet_ticks
bool partitions_pass_dram(partitions *p); // passes over a tick of DRAM in which it rests; false: it does not
void partitions_skip(partitions *p, clock_domain d, uint64_t ticks);
void partitions_shuffle(partitions *p, unsigned seed); // as memsys_shuffle

bool partitions_idle(const partitions *p);
int partitions_check(const partitions *p, err *e); // l2_check
void partitions_add_json(const partitions *p, json_t *o);       // "l2", "dram": sums over instances
void partitions_add_instances(const partitions *p, json_t *o);  // "l2": [a slice], "dram": [a channel]
void partitions_dump(const partitions *p, FILE *f);
void partitions_view(const partitions *p, const mreq_view *v);

#endif
