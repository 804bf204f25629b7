// l1d_bypass.c: lets reads that L1D refuses bypass it (l1d.bypass, or MRPB). See l1d.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/l1d_state.h"

bool l1d_bypass_ready(const l1d *l) { return !l->bypass_full && !l->writebacks_queued; }

// The law of order at L2: behind L1D all that goes to a line stays in order, but for what the
// bypass slot overtakes.
static void count_overtaken(l1d *l, const mreq *r)
{
    for (uint32_t k = 0, at = l->missq_head; k < l->missq_count;
         k++, at = at + 1 < l->missq_places ? at + 1 : 0) {
        const mreq *q = &l->missq[at];
        bool concerns = q->warp == r->warp || q->load == MREQ_FROM_L1D;
        l->overtaken += q->kind != MREQ_READ && concerns &&
                        q->addr >> l->line_shift == r->addr >> l->line_shift;
    }
}

void l1d_bypass(l1d *l, const mreq *r)
{
    count_overtaken(l, r);
    CHECK(!l->bypass_full && r->kind == MREQ_READ,
          "SM %u: bypass of a request of kind %u, slot full: %d", l->sm, r->kind, l->bypass_full);
    l->bypass = *r;
    l->bypass.flags |= MREQ_BYPASS;
    l->bypass_full = true;
    l->s.bypassed_reads++;
    l->s.local_bypassed_reads += (r->flags & MREQ_LOCAL) != 0;
}
