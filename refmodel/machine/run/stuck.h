// stuck.h: the stuck report: for a machine that makes no progress, the chains of who waits for
// what.
//
// A chain starts at a load, the stores of a warp, a warp that fetches instructions, or a write-back
// of L1D. It continues over the line to the place of the request for it, which is the request that
// does not move.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_STUCK_H
#define WL_MACHINE_STUCK_H

#include "machine/common/mreq_view.h"
#include "machine/run/gpu.h"

// The requests in the machine and their places, in the order in which requests travel.
typedef struct stuck_locations stuck_locations;
stuck_locations *stuck_locations_new(void);
void stuck_locations_free(stuck_locations *s);
// fits mreq_view.see
void stuck_add_location(void *locations, const mreq *r, mreq_place kind, const char *place,
                        unsigned number);

// Prints one chain, such as "SM 0, warp 1, load 33 -> line 0xc0000080 -> MSHR of L1D 0 -> MSHR of
// L2 slice 1 -> a bank of DRAM channel 0". Of several requests, it follows the one that has
// travelled farthest. A request in an MSHR waits for the fetch of its line, whoever made that. If
// there is no request, its reply was lost.
void stuck_follow(const stuck_locations *s, const config *c, const mreq_waiter *w, FILE *f);

// Prints the oldest chains of the machine, at most 16 of each kind, and one per line of an SM.
void stuck_chains(const gpu *g, FILE *f);

#endif
