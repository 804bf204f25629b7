// crossbar_data_state.h: the flits in a crossbar. Inside machine/structures/crossbar*.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_DATA_STATE_H
#define WL_MACHINE_CROSSBAR_DATA_STATE_H

#include "machine/structures/crossbar_data.h"

// The flits of one virtual channel of an input: those that are there, and how many are still to
// come.
typedef struct channel {
    uint8_t *flits; // ring of `depth` flits
    unsigned head, count, due;
    bool fresh; // one of them came in this cycle
} channel;

// The way to an output: a flit a stage.
typedef struct way_stage {
    uint8_t *flit;
    bool some;
} way_stage;

struct crossbar_data {
    unsigned inputs, outputs, vcs, depth, bytes, stages;
    channel *channels; // [input * vcs + channel]
    way_stage *way;    // [output * stages + stage]; stage 0 is being filled
    crossbar_data_seen seen;
};

static inline channel *channel_at(const crossbar_data *d, unsigned i, unsigned v)
{
    return &d->channels[i * d->vcs + v];
}
static inline way_stage *stage_at(const crossbar_data *d, unsigned o, unsigned k)
{
    return &d->way[o * d->stages + k];
}

#endif
