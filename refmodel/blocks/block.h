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

// ---- a golden model of the usual form
//
// Its state is a B, and B_reset, B_valid, B_ready, B_commit, B_skip, B_get_events, B_dump and
// B_free take the structs of its ports. BLOCK_MODEL(B) defines B_block, which takes arrays of
// words; BLOCK_MODEL_OF_STATE(B) does so for a model without B_ready, whose outputs all come from
// state, so that B_commit takes its inputs only. What else a block_model has stands before:
// dev_make, dev_used and dev_exercised.

#define BLOCK_MODEL(B) \
    static void dev_ready(void *self, const uint64_t *in, uint64_t *out) \
    { \
        B##_ready(self, (const B##_in *)(const void *)in, (B##_out *)(void *)out); \
    } \
    static void dev_commit(void *self, const uint64_t *in, const uint64_t *out) \
    { \
        B##_commit(self, (const B##_in *)(const void *)in, (const B##_out *)(const void *)out); \
    } \
    BLOCK_MODEL_REST(B)

#define BLOCK_MODEL_OF_STATE(B) \
    static void dev_ready(void *self, const uint64_t *in, uint64_t *out) \
    { \
        (void)self, (void)in, (void)out; \
    } \
    static void dev_commit(void *self, const uint64_t *in, const uint64_t *out) \
    { \
        (void)out; \
        B##_commit(self, (const B##_in *)(const void *)in); \
    } \
    BLOCK_MODEL_REST(B)

#define BLOCK_MODEL_REST(B) \
    static void dev_reset(void *self) { B##_reset(self); } \
    static void dev_valid(void *self, uint64_t *out) { B##_valid(self, (B##_out *)(void *)out); } \
    static void dev_skip(void *self, uint64_t cycles) { B##_skip(self, cycles); } \
    static const uint64_t *dev_events(void *self) \
    { \
        return (const uint64_t *)(const void *)B##_get_events(self); \
    } \
    static void dev_dump(void *self, FILE *f) { B##_dump(self, f); } \
    static void dev_free(void *self) { B##_free(self); } \
    const block_model B##_block = {.stem = #B, \
                                   .events = &B##_event_table, \
                                   .state_bytes = sizeof(B), \
                                   .in_bytes = sizeof(B##_in), \
                                   .out_bytes = sizeof(B##_out), \
                                   .make = dev_make, \
                                   .used = dev_used, \
                                   .exercised = dev_exercised, \
                                   .dev = {.reset = dev_reset, \
                                           .valid = dev_valid, \
                                           .ready = dev_ready, \
                                           .commit = dev_commit, \
                                           .skip = dev_skip, \
                                           .events = dev_events, \
                                           .dump = dev_dump, \
                                           .free = dev_free}}

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
