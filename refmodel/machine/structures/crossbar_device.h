// crossbar_device.h: a block_dev in the place of a crossbar: the golden model of
// machine/structures/crossbar_block.h, its RTL, or both in lockstep, connected to the channels that
// crossbar.h would serve. The results are the same, to the last statistic.
//
// Packets wait in slots here, and the device carries the numbers of their slots.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_DEVICE_H
#define WL_MACHINE_CROSSBAR_DEVICE_H

#include "machine/structures/crossbar_block.h"

typedef struct crossbar_device crossbar_device;

// k: as in crossbar_new; what it points to must outlive the result. make, ctx: the factory of the
// device. Returns NULL, with an error, if the device cannot be made.
crossbar_device *crossbar_device_new(const crossbar_cfg *k, const config *c, block_factory make,
                                     void *ctx, err *e);
void crossbar_device_free(crossbar_device *p); // may be NULL

// These correspond to the functions of crossbar.h.
uint64_t crossbar_device_eval(crossbar_device *p, uint64_t now, bits *pushed, bits *popped);
bool crossbar_device_idle(const crossbar_device *p);
crossbar_stats crossbar_device_stats(const crossbar_device *p, uint64_t now);
void crossbar_device_dump(const crossbar_device *p, FILE *f);
void crossbar_device_view(const crossbar_device *p, const mreq_view *v);

#endif
