// xbar_plug.h: a block_dev in the place of a crossbar: the golden model of
// machine/structures/crossbar.h, its RTL, or both in lockstep, connected to the channels that
// xbar.h would serve. The results are the same, to the last statistic.
//
// Packets wait in slots here, and the device carries the numbers of their slots.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_XBAR_PLUG_H
#define WL_MACHINE_XBAR_PLUG_H

#include "machine/structures/crossbar.h"

typedef struct xbar_plug xbar_plug;

// k: as in xbar_new; what it points to must outlive the result. make, ctx: the factory of the
// device. Returns NULL, with an error, if the device cannot be made.
xbar_plug *xbar_plug_new(const xbar_cfg *k, const config *c, block_factory make, void *ctx, err *e);
void xbar_plug_free(xbar_plug *p); // may be NULL

// These correspond to the functions of xbar.h.
uint64_t xbar_plug_eval(xbar_plug *p, uint64_t now, bits *pushed, bits *popped);
bool xbar_plug_idle(const xbar_plug *p);
xbar_stats xbar_plug_stats(const xbar_plug *p, uint64_t now);
void xbar_plug_dump(const xbar_plug *p, FILE *f);
void xbar_plug_view(const xbar_plug *p, const mreq_view *v);

#endif
