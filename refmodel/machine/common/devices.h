// devices.h: supplies the hardware blocks that the machine simulates.
//
// Every place that can hold a generated block (MRPB or WarpPool in front of an L1D, CART in front
// of an L2 slice, a crossbar, ...) holds a block_dev. A block_dev is the block's golden model, its
// RTL, or both in lockstep. The component with such a place calls devices_make once per instance
// and does not know which of the three it receives.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_DEVICES_H
#define WL_MACHINE_DEVICES_H

#include "blocks/block.h"

typedef struct devices {
    block_factory make; // NULL: every block is its golden model
    void *ctx;
} devices;

// Makes the device of block b for one instance. `instance` is the number of the SM or of the L2
// slice, from 0; the streaming-bypass monitors of L2 slices are numbered after those of all SMs. d
// may be NULL, which gives the golden model. Returns ST_OK, or the factory's status with an error.
static inline int devices_make(const devices *d, const block_model *b, const config *c,
                               unsigned instance, block_dev *dev, err *e)
{
    return d && d->make ? d->make(d->ctx, b, c, instance, dev, e) : block_dev_model(b, c, dev, e);
}

#endif
