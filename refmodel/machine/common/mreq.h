// mreq.h : a memory request or reply as it travels between components. Small, passed by value, never allocated.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_MREQ_H
#define WL_MACHINE_MREQ_H

#include "base/chan.h"

#include <stdint.h>

typedef enum mreq_kind {
    MREQ_READ,      // 0; reply carries `bytes`
    MREQ_WRITE,     // carries `bytes`; the reply is an acknowledgement without data
    MREQ_ATOMIC,    // carries `bytes` both ways; done at L2
    MREQ_WRITEBACK, // L2 to DRAM only; no reply
    MREQ_PART       // reply only: the answer to a sector of a request that has more of them (l2.h); carries `bytes`
} mreq_kind;

enum {
    MREQ_BYPASS = 1u, // read sent round L1D, or to be sent so (ld.cg): the reply goes to registers and fills nothing
    MREQ_REPLY = 2u,  // on its way back
    MREQ_CODE = 4u,   // read of the instruction cache (l1i)
    MREQ_CONST = 8u,  // read of the constant cache (l1c)
    MREQ_ROUND_L2 = 16u, // read sent round L2 (l2.bypass)
    MREQ_MISSED = 32u,   // reply of L2 that had to wait for DRAM
    MREQ_LOCAL = 64u,    // to local memory
    MREQ_PARTLY = 128u   // lanes are narrower than the parts of the mask: what it marks may be touched only in part
};

enum {
    MREQ_NOBODY = 0xffff, // no load waits: a store
    MREQ_BY_L1D = 0xfffe  // a dirty line that L1D replaces; its acknowledgement is for L1D
};

typedef struct mreq {
    uint64_t addr;  // first byte of the segment; L1 misses ask for their whole line
    uint64_t born;  // core cycle in which the instruction's request was made (for latency figures)
    uint32_t mask;  // 32-bit-word enable within the line, bit i = bytes 4i..4i+3 (lines up to 128 B; wider: bit i = line/32 bytes)
    uint16_t bytes; // of the segment: 32, 64, 128, ...
    uint16_t load;  // the load or atomic that waits: warp * loads_per_warp + sequence; or as above
    uint8_t kind;   // mreq_kind
    uint8_t flags;
    uint8_t sm, warp;
    union {
        uint32_t lanes;   // up to L1D: the lanes it serves
        uint32_t entered; // in the networks: crossbar tick in which it entered the request network (low 32 bits)
    };
} mreq;

// May L1D serve it? A read that goes round L1D may not be.
static inline bool mreq_is_read(const mreq *r) { return !(r->kind | (r->flags & MREQ_BYPASS)); }

// Does a load or store of a CTA wait for the reply? (Not: fetches of read-only caches, write-backs.)
static inline bool mreq_awaited(const mreq *r)
{
    return r->kind < MREQ_WRITEBACK && r->load != MREQ_BY_L1D && !(r->flags & (MREQ_CODE | MREQ_CONST));
}

// chan_push of a channel of mreq, without the general copy.
static inline void mreq_push(chan *c, const mreq *r) { *(mreq *)chan_slot(c, c->tail++) = *r; }

#endif
