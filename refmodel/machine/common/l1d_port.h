// l1d_port.h: the interface that L1D offers to a request path (structures/request_path.h,
// structures/warppool_seam.h).
//
// A request path offers a request. L1D accepts it, or refuses it and names the cause; a read may
// instead leave on the bypass. Replies fill lines. core/l1d.h states the rules and implements this
// interface.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_PORT_H
#define WL_MACHINE_L1D_PORT_H

#include "machine/common/mreq.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct l1d l1d;

typedef enum l1d_answer {
    L1D_HIT, // read: served. write, atomic: the line is present and the request goes to L2
    // read: queued for L2. write, atomic: the line is absent and the request goes to L2
    L1D_MISS,
    L1D_STORED,  // write: performed in the line; nothing goes to L2
    L1D_PENDING, // waits in an MSHR for its line: merged, or a write that fetches its line
    // not a hit while only hits are allowed (l1d_offer, hits_only): retry next cycle
    L1D_HELD,
    L1D_FAIL_LINE, // the reservation failures, in the order of mrpb_stall
    L1D_FAIL_MSHR,
    L1D_FAIL_MERGE,
    L1D_FAIL_MISSQ
} l1d_answer;

// Says what would happen to the request now, and changes nothing.
l1d_answer l1d_probe(const l1d *l, const mreq *r);
// Offers the request. The answer is that of l1d_probe, and unless it is a failure it takes effect.
// hits_only: a request of another bank that was not a hit has been served in this cycle, so that a
// request that is not a hit gets L1D_HELD. cta is the requester's CTA slot (contention classes).
l1d_answer l1d_offer(l1d *l, const mreq *r, unsigned cta, bool hits_only);
// Counts a reservation failure that lasted `cycles` cycles.
void l1d_count_fail(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles);
// l1d_bypass_ready: may a read bypass the cache now? The bypass slot must be empty, and no
// write-back may be in the miss queue, since the read would overtake it. l1d_bypass puts the read
// into that one-entry slot and sets MREQ_BYPASS.
bool l1d_bypass_ready(const l1d *l);
void l1d_bypass(l1d *l, const mreq *r);

// Accepts the reply to a read that missed. Replies to bypassed reads do not come here. The line
// becomes valid or dirty, and the requests merged for it become ready in order of arrival.
void l1d_fill(l1d *l, const mreq *reply);

// The MSHR that waits for the request's line; -1: none.
int32_t l1d_awaiting_mshr(const l1d *l, const mreq *r);
// True if reads that miss go to L2 without an MSHR, because there is no cache or it is closed.
bool l1d_forwards_misses(const l1d *l);

#endif
