// partitions.h: the memory partitions: L2 slices (l2.h) and DRAM channels (dram.h), which is
// everything behind the crossbars.
//
// They are connected to the crossbars only by two channels per slice: `in`, pushed by the request
// crossbar, and `out`, pushed by the slice. All other state is private, so that the partitions may
// run in another thread, or at another simulated time, than SMs and crossbars. The bound is that a
// request accepted in L2 tick n has no effect on `out` before tick n + l2.rop_latency
// (partitions_slack), only on the room in `in`.
//
// The intake of the slices (partitions_take, partitions_take_commit) belongs to the crossbars'
// side. It may run behind the rest, in another thread, by fewer than partitions_slack ticks.
// partitions_publish publishes what the intake accepted, and partitions_arrivals receives it on the
// other side; partitions_receive tells the intake up to which tick it is known whether slices
// accept requests.
//
// A component without work in a tick is not visited: each says when it must be evaluated next. A
// step calls partitions_eval for the clocks that tick, in any order, and then partitions_commit.
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

// in_capacity: capacity of an `in` channel. The map must outlive the partitions.
partitions *partitions_new(const config *c, const addrmap *map, uint32_t in_capacity);
void partitions_free(partitions *p);
// Adds the streaming-bypass monitors and CARTs of the slices that the configuration has. d may be
// NULL. Returns ST_OK, or the factory's status with an error.
int partitions_attach_devices(partitions *p, const config *c, const devices *d, err *e);
// a launch begins (locality.h); the partitions must be idle
void partitions_launch(partitions *p, uint32_t kernel);
void partitions_settle(partitions *p); // brings the statistics up to date with all ticks so far

uint32_t partitions_slices(const partitions *p);
// both are arrays: the channel of slice + 1 follows
chan *partitions_in(partitions *p, uint32_t slice);
chan *partitions_out(partitions *p, uint32_t slice);
uint32_t partitions_slack(const config *c); // L2 ticks, see above

// CLOCK_L2 or CLOCK_DRAM; false: nothing was due
bool partitions_eval(partitions *p, clock_domain d);

// The intake. partitions_take does one L2 tick of it, after partitions_eval of that tick;
// partitions_take_commit commits the channels `in` in the same step (pushed: slices whose `in` the
// crossbar has pushed). partitions_take_quiet returns 0 if there is a request to accept.
bool partitions_take(partitions *p);      // returns whether a request was accepted
bool partitions_take_here(partitions *p); // the same if everything runs in this thread
void partitions_receive(partitions *p);   // receives what the other side has done
void partitions_publish(partitions *p);   // publishes what the intake has done
void partitions_take_commit(partitions *p, const bits *pushed);
uint64_t partitions_take_quiet(const partitions *p);
void partitions_take_skip(partitions *p, uint64_t ticks);
// Makes the requests accepted until partitions_publish known to the slices. Returns how many
// requests of loads and stores have arrived in all.
uint64_t partitions_arrivals(partitions *p);
// The L2 ticks that the slices are ahead of the intake, as of that partitions_publish.
uint64_t partitions_ahead(const partitions *p);

// Commits all other channels that were touched. joined: slices whose `out` the crossbar has popped;
// *replied is set to the slices whose `out` was pushed.
void partitions_commit(partitions *p, const bits *joined, bits *replied);

uint64_t partitions_quiet_ticks(const partitions *p, clock_domain d); // as memsys_quiet_ticks
// skips a tick of DRAM without work; false: it must be evaluated
bool partitions_skip_dram_tick(partitions *p);
void partitions_skip(partitions *p, clock_domain d, uint64_t ticks);
void partitions_shuffle(partitions *p, unsigned seed); // as memsys_shuffle

bool partitions_idle(const partitions *p);
int partitions_check(const partitions *p, err *e);        // l2_check
void partitions_add_json(const partitions *p, json_t *o); // "l2", "dram": sums over instances
// "l2": [a slice], "dram": [a channel]
void partitions_add_instances(const partitions *p, json_t *o);
void partitions_dump(const partitions *p, FILE *f);
void partitions_view(const partitions *p, const mreq_view *v);

#endif
