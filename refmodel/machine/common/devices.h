// devices.h : where the machine's blocks come from.
//
// Wherever a generated structure may stand in the machine (MRPB or WarpPool before an L1D, CART before an L2 slice, a crossbar ...)
// stands a block_dev: its golden model, its RTL, or both in lockstep. The component that has a place for one asks devices_make for
// it, instance by instance, and does not know which of the three it gets.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_DEVICES_H
#define WL_MACHINE_DEVICES_H

#include "blocks/block.h"

typedef struct devices {
    block_factory make; // NULL: the golden models
    void *ctx;
} devices;

// The device of block b with this number: of its SM or its L2 slice, counted from 0; the streaming bypass monitors of L2 slices
// come behind those of the SMs. d may be NULL (the golden model). Returns ST_OK, or the factory's status with an error.
static inline int devices_make(const devices *d, const block_model *b, const config *c, unsigned instance, block_dev *dev, err *e)
{
    return d && d->make ? d->make(d->ctx, b, c, instance, dev, e) : block_dev_model(b, c, dev, e);
}

#endif
