// streambypass.h: golden model of the streaming bypass (Khairy, Zahran, Wassal, "Efficient
// Utilization of GPGPU Cache Hierarchy", GPGPU-8 2015, section 4.1), cycle-exact at the ports of
// config/ports/streambypass.h. The simulator uses this model itself: one instance beside each L1D,
// in the core clock, and one beside each L2 slice, in the L2 clock.
//
// The block only decides whether its cache is closed; what a closed cache does is up to the cache
// (machine/core/l1d.h, machine/memory/l2.h). A cache keeps and counts its tags in either mode, so
// the measurement does not depend on the decision.
//
// Time is cut into periods of `period` cycles, the first of which begins with the first cycle after
// reset. One cycle t:
//   1. valid   bypass_o is the mode.
//   2. commit  The acc_i accesses of t, miss_i of them misses, count for the period that t belongs
//              to. In the first cycle of a period the period before is judged:
//                misses > threshold x accesses   the cache is closed from t + 1 on
//                misses < threshold x accesses   the cache is open from t + 1 on
//                equal, as without any access    the mode stays
// After reset the cache is open, and nothing has been counted.
//
// Call order in a cycle: streambypass_valid, streambypass_commit, each once. No allocation.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_STREAMBYPASS_H
#define WL_BLOCKS_STREAMBYPASS_H

#include "blocks/block.h"
#include "config/ports/streambypass.h"

#define STREAMBYPASS_EVENTS(X) \
    X(cycles, "cycles", "clock cycles of the monitor") \
    X(accesses, "accesses", "accesses that the monitor counted") \
    X(misses, "accesses", "counted accesses that did not find their tag") \
    X(crowded, "cycles", "cycles with several accesses") \
    X(closed_cycles, "cycles", "cycles in which the cache was closed") \
    X(periods, "periods", "periods after which the miss rate was judged") \
    X(closed, "periods", "periods after which the cache was closed") \
    X(opened, "periods", "periods after which the cache was opened") \
    X(stayed_closed, "periods", "periods above the threshold of a cache that was closed already") \
    X(stayed_open, "periods", "periods below the threshold of a cache that was open already") \
    X(at_threshold, "periods", \
      "periods with exactly the threshold's miss rate, after which the mode stayed") \
    X(quiet, "periods", "periods without an access, after which the mode stayed")

typedef struct streambypass_events {
    STREAMBYPASS_EVENTS(STAT_FIELD)
} streambypass_events;
extern const stat_table streambypass_event_table;

enum { STREAMBYPASS_WHOLE = 100000 }; // a threshold of 100 %, in thousandths of a percent

typedef struct streambypass {
    uint64_t period;
    uint32_t threshold; // thousandths of a percent
    uint64_t at;        // cycle of the period, 0 the first
    bool running;       // a period has been counted since reset
    bool closed;
    uint64_t accesses, misses; // of the period
    streambypass_events events;
} streambypass;

void streambypass_init(streambypass *s, const config *c);
void streambypass_reset(streambypass *s); // as rst_ni low at a clock edge; events are kept
void streambypass_valid(const streambypass *s, streambypass_out *out);
void streambypass_commit(streambypass *s, const streambypass_in *in);
void streambypass_skip(streambypass *s,
                       uint64_t cycles); // the same as `cycles` cycles without an access

// The model as the machine and lockstep step it. It may be skipped in any cycle without an access.
extern const block_model streambypass_block;

#endif
