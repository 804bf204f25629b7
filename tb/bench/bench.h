// bench.h: runs a block's RTL alone against its golden model: random traffic, every output compared
// in every cycle (lockstep/lockstep_pair.h), and the laws of its ports checked on the RTL without
// the model. A run ends at the first difference or broken law.
//
// The traffic and laws of each block are described in bench_BLOCK.c; those of MRPB are in
// mrpb_traffic.h and laws.h, followed by a drain phase that must leave model and RTL empty. For the
// tops of sides (sm, slice), see bench_side.c: "events" are theirs, and "parts" has the results of
// the benches of their structures. For wrapped tops, see bench_wrapped.c.
//
// A run must also have exercised everything: each event of the model has a floor, 1 per
// BENCH_CYCLES_A_FLOOR cycles of bench_job.cycles and at least 1 (exactly 1 for streambypass, dwtcs
// and warppool), unless the configuration cannot show it, by the rule that bench_BLOCK_excluded
// names.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_BENCH_H
#define WL_TB_BENCH_BENCH_H

#include "blocks/model_bug.h"
#include "config/config.h"
#include "config/ports/adapter.h"
#include "config/ports/blocks.h"
#include "tb/abi/plugin.h"

#include <jansson.h>
#include <string.h>

enum {
    BENCH_CYCLES_A_FLOOR = 5000,
    BENCH_CYCLES = 1000000,
    BENCH_CYCLES_TIMES = 8,
    BENCH_CYCLES_MOST = 50000000
};

typedef struct bench_job {
    const char *block;      // stem of its top module: "mrpb", "pric_index"
    const adapter *adapter; // its wrapped top, of which `plugin` is made; NULL: the block alone
    const config *c;
    const wl_plugin *plugin;
    const model_bug *model_bug; // the bug of the golden model to perturb it with; NULL: none
    const char *model_bug_of;   // the block; for a side, one of its structures
    // called at the beginning of each cycle: is there a reset? NULL: the bench draws resets
    bool (*resets)(void *ctx);
    void *resets_ctx;
    uint64_t seed, cycles;
    // While something that the run must see is missing, it goes on up to so many cycles; not above
    // `cycles`: it ends there. What is asked for depends on `cycles` alone (bench_usual_length).
    uint64_t most;
    bool brief; // never run more than `cycles`, even if events are missing
    // The first hold_name characters name an identity. The traffic keeps its bit hold_bit at 0,
    // which the bench must notice (identity_coverage.h). So they may name a cross, whose bin
    // hold_bit the traffic leaves out (cross_coverage.h). NULL: none.
    const char *hold;
    unsigned hold_name, hold_bit;
    // Use weak traffic, to measure what the hard traffic contributes: MRPB without back-pressure;
    // DWT-CS with long kernels that all thrash and SMs that are all alike; streaming bypass with
    // periods of only hits or only misses and no resets; crossbars whose consumers return places at
    // once, one per cycle; CART whose L2 accepts every offer; WarpPool without back-pressure and
    // stores.
    bool weak;
    void (*progress)(void *ctx, uint64_t cycle, double share); // may be NULL
    void *progress_ctx;
} bench_job;

// Block i (from 0) of those that have a bench; NULL after the last.
const char *bench_block(unsigned i);
// The number of cycles that a run of this block needs for what it plans, at least BENCH_CYCLES; for
// a top, the maximum over its structures.
uint64_t bench_cycles(const config *c, const char *block);
uint64_t bench_cart_cycles(const config *c); // for these blocks; may be less than BENCH_CYCLES
uint64_t bench_dwtcs_cycles(const config *c);
uint64_t bench_streambypass_cycles(const config *c);
uint64_t bench_warppool_cycles(const config *c);
// Sets `cycles` and `most` to what a run has when nobody asks for a length: bench_cycles, and while
// something is missing BENCH_CYCLES_TIMES as many, neither above BENCH_CYCLES_MOST.
void bench_usual_length(bench_job *j);
// *result: {"mismatches" (0 or 1), "cycles_compared", "extended_by" (cycles that the traffic went
// on beyond `cycles`), "compares", "masked", "resets", "seed", "events": {...}, "excluded": {event:
// rule}, "first_mismatch": as lockstep_pair_mismatch says, or null, "broken_law": text or null}.
// ST_CHECK: a mismatch, a broken law, or an event below its floor; *result is there then too.
int bench_run(const bench_job *j, json_t **result, err *e);
#define BENCH_RUN(name, stem, PORTS, bench, cycles) \
    int bench(const bench_job *j, json_t **result, err *e);
BLOCKS(BENCH_RUN)
#undef BENCH_RUN
int bench_side(const bench_job *j, json_t **result, err *e);
int bench_wrapped(const bench_job *j, json_t **result, err *e);

// True if there is a reset in this cycle. due: the bench has drawn one.
static inline bool bench_resets(const bench_job *j, bool due)
{
    return j->resets ? j->resets(j->resets_ctx) : due;
}

static inline bool bench_holds(const bench_job *j, const char *identity)
{
    return j->hold && strlen(identity) == j->hold_name &&
           strncmp(j->hold, identity, j->hold_name) == 0;
}

// The bits of an identity that the traffic keeps at 0.
static inline uint64_t bench_held(const bench_job *j, const char *identity)
{
    return bench_holds(j, identity) ? (uint64_t)1 << j->hold_bit : 0;
}

// is `stem` a side with that structure?
bool bench_side_has(const config *c, const char *stem, const char *block);

// The rule by which an event cannot occur in a configuration; NULL if it can. `event` is an index
// into the block's events.
const char *bench_mrpb_excluded(const config *c, unsigned event);         // MRPB_EVENTS
const char *bench_dwtcs_excluded(const config *c, unsigned event);        // DWTCS_EVENTS
const char *bench_streambypass_excluded(const config *c, unsigned event); // STREAMBYPASS_EVENTS
const char *bench_cart_excluded(const config *c, unsigned event);         // CART_EVENTS
const char *bench_warppool_excluded(const config *c, unsigned event);     // WARPPOOL_EVENTS
// CROSSBAR_EVENTS
const char *bench_crossbar_excluded(const config *c, crossbar_direction way, unsigned event);

#endif
