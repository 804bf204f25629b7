// wrapped_laws.h: the laws of a wrapped top's ports, checked on the RTL without the model, with a
// list of the requests that are held.
//
//   unchanged  A request leaves once and as it came in.
//   order      Requests of one signature leave as they came, and so do reads of one AXI4 ID. In
//              front of CART in Vortex the address is the signature: reads and writes of a line.
//   alone      A request that keeps its place (wrapped.h) leaves after all earlier ones and before
//              all later ones.
//   empty      At the end nothing is left inside (wrapped_laws_end).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WRAPPED_LAWS_H
#define WL_TB_BENCH_WRAPPED_LAWS_H

#include "config/ports/adapter.h"

enum { WRAPPED_REQUEST_WORDS = 48, WRAPPED_HELD = 4096, WRAPPED_NONE = -1 };

// A request at a port. Of one that brings no data for the block, these are 0.
typedef struct wrapped_request {
    uint64_t words[WRAPPED_REQUEST_WORDS];
    int64_t signature, id; // WRAPPED_NONE: it does not matter
    bool ordered;
} wrapped_request;

typedef struct wrapped_laws {
    wrapped_request *held; // [WRAPPED_HELD], the oldest first
    unsigned n;
    const char *broken; // the broken law; NULL while all hold
} wrapped_laws;

void wrapped_laws_init(wrapped_laws *l);
void wrapped_laws_free(wrapped_laws *l);
void wrapped_laws_reset(wrapped_laws *l);
// False if a law is broken.
bool wrapped_laws_leave(wrapped_laws *l, const wrapped_request *r);
void wrapped_laws_enter(wrapped_laws *l, const wrapped_request *r);
bool wrapped_laws_end(wrapped_laws *l);

#endif
