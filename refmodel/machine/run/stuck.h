// stuck.h : the chain of who waits for whom in a machine that is stuck: from an SM's load, its stores, a warp without instructions or a
// write-back of L1D, over the line, to the place where the request for it is, which is the one that does not move.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_STUCK_H
#define WL_MACHINE_STUCK_H

#include "machine/common/mreq_view.h"
#include "machine/run/gpu.h"

// The requests that are in the machine and the places where they are, in the order of their way.
typedef struct stuck_sights stuck_sights;
stuck_sights *stuck_sights_new(void);
void stuck_sights_free(stuck_sights *s);
void stuck_see(void *sights, const mreq *r, mreq_place kind, const char *place, unsigned number); // fits mreq_view.see

// One chain: "SM 0, warp 1, load 33 -> line 0xc0000080 -> MSHR of L1D 0 -> MSHR of L2 slice 1 -> a bank of DRAM channel 0". Of several requests
// the one that has got farthest. What is in an MSHR waits for the fetch of its line, whoever made it. What is nowhere has lost its reply.
void stuck_follow(const stuck_sights *s, const config *c, const mreq_waiter *w, FILE *f);

// The oldest chains of the machine, at most 16 of each kind, one for each line of an SM.
void stuck_chains(const gpu *g, FILE *f);

#endif
