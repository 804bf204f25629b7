// coalescer.h : turns the lanes' addresses of one warp instruction into memory requests (the rules of CUDA compute
// capability 1.3 and 2.x as GPGPU-Sim applies them).
//
// Lanes that fall in one segment make one request. A segment is 128 B for data of 4 bytes and more, 64 B for 2-byte and 32 B
// for 1-byte data (never more than the line, nor than `largest`); a request shrinks to the half, then the quarter (32 B at least) of the segment
// when only that is touched. Local memory is touched word by word: of several words a lane each counts by itself. In an atomic each request holds a word once: lanes on one word make as many requests.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_COALESCER_H
#define WL_MACHINE_COALESCER_H

#include "machine/common/front.h"

enum { COALESCE_MAX = 4 * WARP_LANES }; // a lane touches four words of local memory at most, elsewhere, misaligned, two segments

// How the lanes of a request lie on the words of its segment (WarpPool section 3.6, Figure 8). Only aligned 4-byte accesses have a
// mapping; all else is MAP_OTHER.
typedef enum mapping {
    MAP_CONSECUTIVE, // all lanes, lane i on word i
    MAP_BROADCAST,   // all lanes on one word
    MAP_SINGLE,      // one lane
    MAP_RANGE,       // lanes f, f+1, .. on words w, w+1, .. up to lane 31 or the last word, whichever comes first
    MAP_OTHER
} mapping;

typedef struct segment {
    uint64_t addr;  // first byte
    uint32_t mask;  // mreq.mask: parts of the line that lanes touch
    uint32_t lanes; // that touch it
    uint16_t bytes; // 32, 64 or 128
    uint8_t map;    // mapping
    uint8_t first, last, word, last_word; // lanes and words in the order in which they came
    bool run, same, odd; // so far each lane is one after the last, on the next word; all are on one word; some is no aligned word
} segment;

// Segments in ascending order of address; requests leave from the last one down. Returns how many: 0 with no active lane.
unsigned coalesce(unsigned line_bytes, unsigned largest, const winst *i, const wexec *x, segment out[COALESCE_MAX]);

#endif
