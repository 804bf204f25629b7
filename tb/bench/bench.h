// bench.h : a block's RTL alone against its golden model: traffic, every output compared in every cycle (lockstep/lane.h), and the
// laws of its ports checked on the RTL without the model. Ends at the first difference or broken law.
//
// MRPB: random traffic (traffic.h), laws (laws.h), and a drain phase that must leave both sides empty.
// pric_index: see bench_pric.c. streambypass: see bench_streambypass.c; floors of 1. dwtcs: see bench_dwtcs.c; floors of 1. cart: see bench_cart.c.
// warppool: see bench_warppool.c; floors of 1.
// crossbar_request, crossbar_reply: see bench_crossbar.c. sm, slice (the tops of sides): see bench_side.c; "events" are theirs, and "parts" has what the
// benches of their structures say.
//
// A run must also have gone everywhere: each event of the model has a floor of 1 in BENCH_CYCLES_A_FLOOR cycles, at least 1, unless the
// configuration cannot show it, by the rule that bench_BLOCK_excluded names.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_BENCH_H
#define WL_TB_BENCH_BENCH_H

#include "blocks/model_bug.h"
#include "config/config.h"
#include "config/ports/crossbar.h"
#include "tb/abi/plugin.h"

#include <jansson.h>
#include <string.h>

enum { BENCH_CYCLES_A_FLOOR = 5000, BENCH_CYCLES = 1000000, BENCH_CYCLES_MOST = 50000000 };

typedef struct bench_job {
    const char *block; // stem of its top module: "mrpb", "pric_index"
    const config *c;
    const wl_plugin *plugin;
    const model_bug *model_bug; // of the golden model; NULL: none
    const char *model_bug_of; // the block; of a side one of its structures
    bool (*resets)(void *ctx); // asked at the beginning of each cycle: is there a reset now? NULL: the bench draws them
    void *resets_ctx;
    uint64_t seed, cycles;
    bool brief; // no more cycles than that, though not everything has been seen
    // Begins with the name (of hold_name characters) of an identity of which the traffic keeps one
    // bit at 0, to see that the bench notices it (bits_apart.h); NULL: none.
    const char *hold;
    unsigned hold_name, hold_bit;
    bool weak; // what the bench is worth without its hard traffic: MRPB without back-pressure; DWT-CS with kernels that all thrash, run
               // long, and whose SMs are all alike; streaming bypass with periods of hits or of misses alone and no resets; crossbars
               // whose consumers give places back at once, one a cycle; CART whose L2 accepts every offer; WarpPool without back-pressure and stores
    void (*progress)(void *ctx, uint64_t cycle, double share); // may be NULL
    void *progress_ctx;
} bench_job;

// *result: {"mismatches" (0 or 1), "cycles_compared", "compares", "masked", "resets", "seed", "events": {...}, "excluded": {event:
// rule}, "first_mismatch": as lane_mismatch says, or null, "broken_law": text or null}. ST_CHECK: a mismatch, a broken law, or
// an event below its floor; *result is there then too.
const char *bench_block(unsigned i); // number i (from 0) of the blocks that have a bench; NULL behind the last
// Cycles after which a run of this block has seen everything, at least BENCH_CYCLES. A top of several structures needs the most of them.
// The command's default is this, but at most BENCH_CYCLES_MOST: a run that is too short for its configuration names the length.
uint64_t bench_cycles(const config *c, const char *block);
uint64_t bench_dwtcs_cycles(const config *c); // what these two blocks need, which may be less than BENCH_CYCLES
uint64_t bench_warppool_cycles(const config *c);
int bench_run(const bench_job *j, json_t **result, err *e);
int bench_mrpb(const bench_job *j, json_t **result, err *e);
int bench_pric(const bench_job *j, json_t **result, err *e);
int bench_streambypass(const bench_job *j, json_t **result, err *e);
int bench_dwtcs(const bench_job *j, json_t **result, err *e);
int bench_warppool(const bench_job *j, json_t **result, err *e);
int bench_cart(const bench_job *j, json_t **result, err *e);
int bench_crossbar(const bench_job *j, json_t **result, err *e);
int bench_side(const bench_job *j, json_t **result, err *e);

// Is there a reset in this cycle? due: the bench has drawn one.
static inline bool bench_resets(const bench_job *j, bool due) { return j->resets ? j->resets(j->resets_ctx) : due; }

static inline bool bench_holds(const bench_job *j, const char *identity)
{
    return j->hold && strlen(identity) == j->hold_name && strncmp(j->hold, identity, j->hold_name) == 0;
}

// Bits of an identity that the traffic keeps at 0.
static inline uint64_t bench_held(const bench_job *j, const char *identity)
{
    return bench_holds(j, identity) ? (uint64_t)1 << j->hold_bit : 0;
}

bool bench_side_has(const config *c, const char *stem, const char *block); // is the stem of a side with that structure on it?

// The rule by which an event cannot occur in a configuration, NULL when it can; `event` is an index into the block's events.
const char *bench_mrpb_excluded(const config *c, unsigned event);  // MRPB_EVENTS
const char *bench_dwtcs_excluded(const config *c, unsigned event); // DWTCS_EVENTS
const char *bench_streambypass_excluded(const config *c, unsigned event); // STREAMBYPASS_EVENTS
const char *bench_cart_excluded(const config *c, unsigned event); // CART_EVENTS
const char *bench_warppool_excluded(const config *c, unsigned event); // WARPPOOL_EVENTS
const char *bench_crossbar_excluded(const config *c, crossbar_way way, unsigned event); // CROSSBAR_EVENTS

#endif
