// request_path.h: the seam "request path", between the coalescer's oldest request (the head) and
// L1D.
//
//   plain   The head is offered to L1D in the same cycle and stays until L1D accepts it. With
//           l1d.bypass = racb, a refused read leaves on L1D's bypass. With banks, each bank has a
//           head.
//   MRPB    The head is offered to the block's `in` channel. The request that the block offers on
//           `req` is offered to L1D in the same cycle. A stalled read may leave on the bypass (HPCA
//           2014; blocks/mrpb.h, or the device that a factory makes). An atomic does not enter the
//           block: it goes to L1D when the block holds no request of its warp and offers nothing.
//
// MRPB carries of each request: write, line address, warp, and as metadata, from bit 0, the segment
// (4 bits) and the load's sequence number in its warp. The segment is numbered as in a binary tree:
// 1 is the line, 2 and 3 its halves, 4..7 its quarters, 8..15 its eighths. Word masks and birth
// times travel beside the block. With structures.mrpb.data_bits, words that represent the data of a
// write go through the block and are checked behind it.
//
// Bypass and order: a bypassed read overtakes L1D's miss queue. A read is therefore bypassed only
// while no store or atomic of its warp waits in L1D and no write-back is in that queue
// (byp_ready_i). This preserves the order of a thread's accesses to a line at L2.
//
// Checked here: each request leaves once, and the requests of a warp leave in the order in which
// they came, whatever stands behind the seam; with banks, those of each bank. With signature line,
// the check applies to the requests of each queue, and so to each line, instead. With signature pc,
// it applies to the reads of each queue, and a write or atomic must leave after all earlier and
// before all later requests. So in every mode, two accesses of a thread to one line keep their
// order if one of them writes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_REQUEST_PATH_H
#define WL_MACHINE_REQUEST_PATH_H

#include "blocks/mrpb.h"
#include "machine/common/devices.h"
#include "machine/common/l1d_port.h"
#include "machine/common/mreq_view.h"

typedef enum request_path_event {
    REQUEST_PATH_NONE,     // nothing was offered to L1D
    REQUEST_PATH_ACCEPTED, // by L1D; `answer` says how
    REQUEST_PATH_BYPASSED, // left on the bypass of L1D
    REQUEST_PATH_FAILED,   // reservation failure (`answer`); offered again in the next cycle
    REQUEST_PATH_HELD      // not a hit while only hits are allowed in this cycle
} request_path_event;

typedef struct request_path_out {
    bool taken; // the head has entered the path (plain: has been accepted by L1D)
    request_path_event event;
    l1d_answer answer;
    // the request offered to L1D, valid until the next cycle; undefined after REQUEST_PATH_NONE
    const mreq *r;
} request_path_out;

typedef struct request_path request_path;

// What the path uses of its SM. Everything is owned by the SM and must outlive the path.
typedef struct request_path_sm {
    unsigned sm;
    l1d *l1;
    const uint8_t *cta_of;        // [warp slot] CTA slot
    const uint8_t *warp_in_cta;   // [warp slot]
    const uint16_t *stores_in_l1; // [warp slot] stores and atomics in L1D's miss queue or MSHRs
    const uint32_t *head_pc;      // of the instruction whose request is the head (signature pc)
} request_path_sm;

// NULL on error
request_path *request_path_new(const config *c, const devices *d, const request_path_sm *sm,
                               err *e);
void request_path_free(request_path *p);

// One core cycle. head is NULL if no request waits. L1D's answer takes effect (l1d_offer,
// l1d_bypass, l1d_count_fail).
void request_path_cycle(request_path *p, const mreq *head, request_path_out *out);

// The same for the head of one bank of a banked L1D; plain path only. hits_only: a request of
// another bank that was not a hit has been served in this cycle.
void request_path_offer(request_path *p, const mreq *head, bool hits_only, request_path_out *out);
// True if L1D has served the request itself, without its MSHRs and its miss queue.
static inline bool request_path_is_hit(const mreq *r, l1d_answer a)
{
    return a == L1D_STORED || (a == L1D_HIT && r->kind == MREQ_READ);
}

bool request_path_idle(const request_path *p); // holds no request
// request_path_cycle must be called in every cycle, with or without a head
bool request_path_must_step(const request_path *p);
// accounts for cycles without a head; only if idle and not must_step
void request_path_skip(request_path *p, uint64_t cycles);
// The block's pending_o, in this or the next cycle: does the path hold requests that a barrier,
// fence or atomic of the warp must wait for? With signatures pc and line, any held request counts,
// since a queue does not identify the warp.
bool request_path_pending(const request_path *p, unsigned warp);
// can the departure of another warp's request clear request_path_pending?
bool request_path_shares(const request_path *p);
// requests of the warp inside the path, counted independently
uint64_t request_path_inside(const request_path *p, unsigned warp);
const mrpb_events *request_path_events(const request_path *p); // NULL: plain

// Checks that requests leave once and in order, at any time. Returns ST_CHECK, with an error that
// names SM, warp and both counts, if they did not.
int request_path_check(const request_path *p, err *e);
void request_path_view(const request_path *p,
                       const mreq_view *v); // enumerates the requests in the block
void request_path_dump(const request_path *p, FILE *f);

#endif
