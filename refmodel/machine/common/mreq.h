// mreq.h: a memory request or reply as it travels between components. It is small, passed by value,
// and never allocated.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_MREQ_H
#define WL_MACHINE_MREQ_H

#include "base/chan.h"

#include <stdint.h>

typedef enum mreq_kind {
    MREQ_READ,      // 0; the reply carries `bytes` of data
    MREQ_WRITE,     // carries `bytes` of data; the reply is an acknowledgement without data
    MREQ_ATOMIC,    // carries `bytes` in both directions; performed at L2
    MREQ_WRITEBACK, // from L2 to DRAM only; has no reply
    // reply only: answers one sector of a request while others are outstanding (l2.h)
    MREQ_SECTOR
} mreq_kind;

enum {
    MREQ_BYPASS = 1u, // read that bypasses L1D: its reply goes to registers and fills no line
    MREQ_REPLY = 2u,  // a reply
    // which read-only cache it is a read of, a field of two bits (mreq_reader)
    MREQ_CODE = 4u,       // the instruction cache (l1i)
    MREQ_CONST = 8u,      // the constant cache (l1c)
    MREQ_TEXTURE = 12u,   // the texture cache (l1t)
    MREQ_BYPASS_L2 = 16u, // read that bypasses L2 (l2.bypass)
    MREQ_MISSED = 32u,    // reply: L2 had to wait for DRAM
    MREQ_LOCAL = 64u,     // accesses local memory
    // accesses are narrower than a bit of `mask`, so a marked part may be touched only partially
    MREQ_PARTIAL = 128u
};

enum {
    MREQ_NO_LOAD = 0xffff, // no load waits for the reply: a store
    MREQ_FROM_L1D = 0xfffe // a write-back of L1D, which receives the acknowledgement
};

typedef struct mreq {
    uint64_t addr; // first byte of the segment; an L1 miss requests its whole line
    uint64_t born; // core cycle in which the instruction made the request (for latency figures)
    // touched parts of the line: bit i is bytes 4i..4i+3, or for lines above 128 B one of 32 equal
    // parts
    uint32_t mask;
    uint16_t bytes; // size of the segment: 32, 64, 128, ...
    // load or atomic that waits: warp * loads_per_warp + sequence number, or a constant above
    uint16_t load;
    uint8_t kind; // mreq_kind
    uint8_t flags;
    uint8_t sm, warp;
    union {
        uint32_t lanes; // up to L1D: mask of the lanes that it serves
        // in the networks: crossbar tick of entry into the request network (low 32 bits)
        uint32_t entered;
    };
} mreq;

// MREQ_CODE, MREQ_CONST, MREQ_TEXTURE; 0: no read-only cache.
static inline unsigned mreq_reader(const mreq *r) { return r->flags & MREQ_TEXTURE; }

// True if L1D may serve the request, that is, for a read that does not bypass L1D.
static inline bool mreq_is_read(const mreq *r) { return !(r->kind | (r->flags & MREQ_BYPASS)); }

// True if a load or store of a CTA waits for the reply. Fetches of read-only caches and write-backs
// do not count.
static inline bool mreq_awaited(const mreq *r)
{
    return r->kind < MREQ_WRITEBACK && r->load != MREQ_FROM_L1D && !mreq_reader(r);
}

// chan_push for a channel of mreq, without the generic copy.
static inline void mreq_push(chan *c, const mreq *r) { *(mreq *)chan_slot(c, c->tail++) = *r; }

#endif
