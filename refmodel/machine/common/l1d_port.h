// l1d_port.h : L1D as a request path sees it (structures/reqpath.h, structures/wpool.h): a request is offered and accepted or
// refused with its cause, or leaves by the bypass; replies fill lines. core/l1d.h has the rules and implements this.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_PORT_H
#define WL_MACHINE_L1D_PORT_H

#include "machine/common/mreq.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct l1d l1d;

typedef enum l1d_answer {
    L1D_HIT,        // read: the data are there. write, atomic: line present, sent on
    L1D_MISS,       // read: request in the miss queue. write, atomic: line not present, sent on
    L1D_STORED,     // write: done, nothing is sent on
    L1D_PENDING,    // waits in an MSHR for its line: read merged; write merged or fetching its line
    L1D_HELD,       // waits for a cycle: l1d_offer with hits_only
    L1D_FAIL_LINE,  // reservation failures, in mrpb_stall order
    L1D_FAIL_MSHR,
    L1D_FAIL_MERGE,
    L1D_FAIL_MISSQ
} l1d_answer;

// Pure: what would happen to this request now.
l1d_answer l1d_probe(const l1d *l, const mreq *r);
// Offers the request: what l1d_probe says, and does it unless that is a failure. hits_only: another bank's request that is no hit has
// gone in this cycle; what is no hit is HELD. cta is the requester's CTA slot (contention classes).
l1d_answer l1d_offer(l1d *l, const mreq *r, unsigned cta, bool hits_only);
// Counts a reservation failure of the request seen for `cycles` cycles.
void l1d_count_fail(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles);
// May a read go round the cache now (no write-back in the miss queue that it would overtake, room), and the bypass itself: into
// the miss queue's side door (its own one-entry slot), flags MREQ_BYPASS.
bool l1d_bypass_ready(const l1d *l);
void l1d_bypass(l1d *l, const mreq *r);

// The reply to a read that missed (not a bypassed one, which is the owner's) comes in: the line becomes valid or dirty, its merged
// requests become ready in order of arrival.
void l1d_fill(l1d *l, const mreq *reply);

int32_t l1d_awaits(const l1d *l, const mreq *r); // number of the MSHR that awaits the request's line; -1: none
bool l1d_sends_round(const l1d *l); // reads that miss go on to L2 without an MSHR: there is no cache, or it is closed

#endif
