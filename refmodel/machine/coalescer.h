// coalescer.h : turns the lanes' addresses of one warp instruction into memory requests (spec 21; the rules of CUDA compute
// capability 1.3 and 2.x as GPGPU-Sim applies them).
//
// Lanes that fall in one segment make one request. A segment is 128 B for data of 4 bytes and more, 64 B for 2-byte and 32 B
// for 1-byte data (never more than the line); a request shrinks to the half, then the quarter (32 B at least) of the segment
// when only that is touched. In an atomic each request holds a word once: lanes on one word make as many requests.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_COALESCER_H
#define WL_MACHINE_COALESCER_H

#include "machine/front.h"

enum { COALESCE_MAX = 2 * WARP_LANES }; // a misaligned lane may touch two segments

typedef struct segment {
    uint64_t addr;  // first byte
    uint32_t mask;  // mreq.mask: parts of the line that lanes touch
    uint16_t bytes; // 32, 64 or 128
} segment;

// Segments in ascending order of address; requests leave from the last one down. Returns how many: 0 with no active lane.
unsigned coalesce(unsigned line_bytes, const winst *i, const wexec *x, segment out[COALESCE_MAX]);

#endif
