// block.h : what every golden model looks like to whoever steps it: the machine, lockstep, a bench.
//
// Ports cross as arrays of 64-bit words in the order of the block's port table
// (config/ports/BLOCK.h), whose structs are such arrays: mrpb_in is one.
//
// A cycle: valid (outputs that come from state only), ready (all outputs; `out` holds the valid
// phase), commit (the clock edge; `out` holds both phases). valid and ready change nothing.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_BLOCK_H
#define WL_BLOCKS_BLOCK_H

#include "base/stats.h"
#include "config/config.h"

#include <stdbool.h>
#include <stdio.h>

// What stands behind a seam of the machine: the model alone, the RTL alone, or both in lockstep.
typedef struct block_dev {
    void *self;
    void (*reset)(void *self); // as rst_ni low at a clock edge; events are kept. NULL: nobody
                               // resets this device
    void (*valid)(void *self, uint64_t *out);
    void (*ready)(void *self, const uint64_t *in, uint64_t *out);
    void (*commit)(void *self, const uint64_t *in, const uint64_t *out);
    void (*skip)(void *self, uint64_t cycles); // the same as idle cycles; only when the block says
                                               // idle. NULL: every cycle must be stepped
    const uint64_t *(*events)(void *self);     // what it has counted
    void (*dump)(void *self, FILE *f);
    void (*free)(void *self);
} block_dev;

// A kind of golden model.
typedef struct block_model {
    const char *stem;                        // of its RTL's top: "mrpb"
    const stat_table *events;                // what it counts
    size_t state_bytes, in_bytes, out_bytes; // of its state, without what pointers in it lead to,
                                             // and of the structs of its ports
    void *(*make)(const config *c, err *e);  // NULL and an error when it cannot be
    bool (*used)(const uint64_t *in); // do these inputs ask for anything? (the first such cycle is
                                      // where a wave begins)
    // ST_CHECK and what is missing, when these events say that a run has not used the block at all.
    int (*exercised)(const uint64_t *events, err *e);
    block_dev dev; // its functions; self is what make returns
} block_model;

// The golden model as a device.
static inline int block_dev_model(const block_model *b, const config *c, block_dev *dev, err *e)
{
    *dev = b->dev;
    dev->self = b->make(c, e);
    return dev->self ? ST_OK : ST_INPUT;
}

// Makes the device of one instance (an SM's, a slice's, ...); the machine calls it once an
// instance. ctx is the factory's own.
typedef int (*block_factory)(void *ctx, const block_model *b, const config *c, unsigned instance,
                             block_dev *dev, err *e);

#endif
