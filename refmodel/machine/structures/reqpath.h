// reqpath.h : the seam "request path": what lies between the coalescer's oldest request (the head) and L1D.
//
//   plain   the head is offered to L1D in the same cycle and stays until L1D accepts it; with l1d.bypass = racb a refused read
//           leaves on L1D's bypass. With banks there is a head for each
//   MRPB    the head is offered to the block's `in` channel; what the block offers on `req` is offered to L1D in the same
//           cycle; a stalled read may leave on the bypass (HPCA 2014; blocks/mrpb.h, or the device that a factory makes).
//           Atomics go round the block, when nothing of their warp is in it and it offers nothing
//
// What MRPB carries of a request: write, line address, warp, and in meta, from bit 0: the segment (4 bits), then the load's
// sequence number in its warp. The segment is its number in the binary tree of halves of the line: 1 the line, 2 and 3 its
// halves, 4..7 its quarters, 8..15 its eighths. Word masks and birth times travel beside the block. With structures.mrpb.data_bits
// words that stand for a write's data go through the block and are checked behind it.
//
// Bypass and order: reads that bypass overtake L1D's miss queue. So a read is bypassed only while no store or atomic of its
// warp waits in L1D and no write-back in that queue (byp_ready_i), and same-line order per thread holds at L2.
//
// Checked here: a warp's requests leave in the order in which they came, whatever stands behind the seam, and each once; with banks
// those of each bank. With signature line this holds for the requests of each queue, and so of each line, instead; with signature
// pc for the reads of each queue, and a write or atomic leaves behind all earlier and before all later requests. So in every mode two
// accesses of a thread to one line keep their order when one of them writes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_REQPATH_H
#define WL_MACHINE_REQPATH_H

#include "blocks/mrpb.h"
#include "machine/common/devices.h"
#include "machine/common/l1d_port.h"
#include "machine/common/mreq_view.h"

typedef enum reqpath_event {
    REQPATH_NONE,     // nothing was offered to L1D
    REQPATH_ACCEPTED, // by L1D; `answer` says how
    REQPATH_BYPASSED, // sent round L1D
    REQPATH_FAILED,   // reservation failure, `answer`: offered again in the next cycle
    REQPATH_HELD      // not a hit, and only hits go in this cycle
} reqpath_event;

typedef struct reqpath_out {
    bool taken; // the head has entered the path (plain: has been accepted by L1D)
    reqpath_event event;
    l1d_answer answer;
    const mreq *r; // the request offered to L1D: the head, or the block's until the next cycle; valid unless REQPATH_NONE
} reqpath_out;

typedef struct reqpath reqpath;

// What the path needs of its SM; everything is the SM's and outlives the path.
typedef struct reqpath_sm {
    unsigned sm;
    l1d *l1;
    const uint8_t *cta_of;      // [warp slot] CTA slot
    const uint8_t *warp_in_cta; // [warp slot]
    const uint16_t *stores_in_l1; // [warp slot] stores and atomics in L1D's miss queue or MSHRs
    const uint32_t *head_pc;      // of the instruction whose request is the head (signature pc)
} reqpath_sm;

reqpath *reqpath_new(const config *c, const devices *d, const reqpath_sm *sm, err *e); // NULL on error
void reqpath_free(reqpath *p);

// One core cycle: head is NULL when no request waits. The L1D answer is applied (l1d_offer, l1d_bypass, l1d_count_fail).
void reqpath_cycle(reqpath *p, const mreq *head, reqpath_out *out);

// Plain path, one bank of a banked L1D: the same for its head. hits_only: another bank's request that is no hit went in this cycle.
void reqpath_offer(reqpath *p, const mreq *head, bool hits_only, reqpath_out *out);
// Has the request been served in L1D itself, without its MSHRs and miss queue?
static inline bool reqpath_is_hit(const mreq *r, l1d_answer a) { return a == L1D_STORED || (a == L1D_HIT && r->kind == MREQ_READ); }

bool reqpath_idle(const reqpath *p);                     // holds nothing
bool reqpath_must_step(const reqpath *p);                // reqpath_cycle is wanted every cycle, head or not
void reqpath_skip(reqpath *p, uint64_t cycles);          // the same as `cycles` cycles without a head; only when idle and not must_step
bool reqpath_pending(const reqpath *p, unsigned warp);   // the block's pending_o, before or after this cycle: requests that a
                                                         // barrier, fence or atomic of the warp must wait for. With signatures pc and
                                                         // line any request: the queue does not tell the warp
bool reqpath_shares(const reqpath *p);                   // may a warp's `pending` go when another warp's request leaves?
uint64_t reqpath_inside(const reqpath *p, unsigned warp); // requests of the warp that went in and have not come out, counted here
const mrpb_events *reqpath_events(const reqpath *p);     // NULL: plain

// The law of order and of "each once": adds ST_CHECK, naming SM, warp and both counts, when a warp's requests came out
// otherwise than they went in. Holds at any time.
int reqpath_check(const reqpath *p, err *e);
void reqpath_view(const reqpath *p, const mreq_view *v); // what is in the block
void reqpath_dump(const reqpath *p, FILE *f);

#endif
