// dwtcs_state.h: the state of DWT-CS's golden model. Inside blocks/dwtcs*.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_DWTCS_STATE_H
#define WL_BLOCKS_DWTCS_STATE_H

#include "blocks/dwtcs.h"

enum {
    DWTCS_MAX_SMS = 128,
    DWTCS_MAX_WINNERS = 64,
    DWTCS_PER = 1000
}; // MPKI: misses per 1000 instructions

typedef enum dwtcs_phase { DWTCS_OFF, DWTCS_WATCH, DWTCS_SAMPLE, DWTCS_THROTTLE } dwtcs_phase;

typedef struct dwtcs_meter {
    uint64_t insns, misses; // of this period; while sampling, insns of the round
    unsigned run;           // periods over the threshold, one after the other up to now
} dwtcs_meter;

typedef struct dwtcs_contestant {
    unsigned warps;
    uint64_t insns;
} dwtcs_contestant;

struct dwtcs {
    struct cfg_dwtcs c;
    unsigned sms, warps, insn_bits, limit_bits, insn_max;
    dwtcs_phase phase;
    unsigned kernel;
    uint64_t cycle, decides_at; // of the kernel, from 0; the first cycle of its next period,
                                // behind the vote if one lies before it
    unsigned round, periods_left;
    dwtcs_contestant best; // of the earlier rounds
    unsigned limit;        // while throttling
    dwtcs_meter meters[DWTCS_MAX_SMS];
    struct {
        unsigned kernel, warps;
    } winners[DWTCS_MAX_WINNERS]; // in the order stored, from `oldest` on
    unsigned n_winners, oldest;
    dwtcs_events events;
};

// Does this cycle decide on the period before it? Is it the last decision of a round, the vote's?
// A kernel that begins or ends in this cycle prevents either.
static inline bool dwtcs_is_decision(const dwtcs *d)
{
    return (d->phase == DWTCS_WATCH || d->phase == DWTCS_SAMPLE) && d->cycle == d->decides_at;
}
static inline bool dwtcs_is_vote(const dwtcs *d)
{
    return dwtcs_is_decision(d) && d->phase == DWTCS_SAMPLE && d->periods_left == 1;
}

// Is this cycle one of a vote, in which the SMs are compared one after the other?
static inline bool dwtcs_votes_now(const dwtcs *d)
{
    return d->phase == DWTCS_SAMPLE && d->periods_left == 1 && d->cycle < d->decides_at &&
           d->cycle + d->sms >= d->decides_at;
}

#endif
