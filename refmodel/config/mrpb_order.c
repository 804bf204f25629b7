// mrpb_order.c: the order of requests that MRPB preserves in a configuration (ports/mrpb.h). It
// follows from the signature: requests of one value share a FIFO. Warp, block and block_warp give
// all requests of a warp the same value.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/mrpb.h"

static const char *kept(const config *c)
{
    if (c->mrpb.single_slot) return "all requests stay in order";
    switch (c->mrpb.signature) {
    case SIG_WARP:
    case SIG_CTA_WARP: return "all requests of a warp stay in order";
    case SIG_CTA: return "all requests of a thread block, and so of a warp, stay in order";
    case SIG_PC:
        return "reads of an instruction stay in order, a write stays behind all earlier and before "
               "all later requests";
    case SIG_LINE: break;
    }
    return "requests to one line stay in order, those of a warp to other lines may not";
}

char *mrpb_guarantee(const config *c)
{
    const char *to = c->mrpb.bypass == BYPASS_NONE ? "up to L1D" : "up to L1D or the bypass path";
    if (c->mrpb.single_slot) return wl_format("single slot: %s, %s", kept(c), to);
    return wl_format("signature %s: %s, %s; others may pass each other",
                     config_word_signature_kind(c->mrpb.signature), kept(c), to);
}
