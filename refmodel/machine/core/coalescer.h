// coalescer.h: turns the lane addresses of one warp instruction into memory requests (the rules of
// CUDA compute capabilities 1.3 and 2.x as GPGPU-Sim applies them).
//
// Lanes that access the same segment share a request. A segment is 128 bytes for accesses of 4
// bytes and more, 64 bytes for 2-byte and 32 bytes for 1-byte accesses, but never larger than the
// line or `largest`. A request shrinks to the half or quarter of its segment, at least 32 bytes, if
// it touches nothing else. Local memory is accessed word by word: each word of a wide access counts
// separately. In an atomic, a request holds each word once, so that n lanes on one word need n
// requests.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_COALESCER_H
#define WL_MACHINE_COALESCER_H

#include "machine/common/front_end.h"

// A lane touches at most four words of local memory; elsewhere a misaligned access touches two
// segments.
enum { COALESCE_MAX = 4 * WARP_LANES };

// The mapping of a request's lanes to the words of its segment (WarpPool section 3.6, Figure 8).
// Anything but aligned 4-byte accesses is MAP_OTHER.
typedef enum mapping {
    MAP_CONSECUTIVE, // all lanes, lane i on word i
    MAP_BROADCAST,   // all lanes on one word
    MAP_SINGLE,      // one lane
    // lanes f, f+1, .. on words w, w+1, .. up to lane 31 or the last word, whichever comes first
    MAP_RANGE,
    MAP_OTHER
} mapping;

typedef struct segment {
    uint64_t addr;  // first byte
    uint32_t mask;  // the touched parts of the line, as in mreq.mask
    uint32_t lanes; // mask of the lanes that touch it
    uint16_t bytes; // 32, 64 or 128
    uint8_t map;    // mapping
    // first and last lane, first and last word, in order of arrival
    uint8_t first, last, word, last_word;
    // so far: consecutive lanes on consecutive words; all on one word; an access that is no aligned
    // word
    bool run, same, odd;
} segment;

// Fills `out` in ascending order of address; requests leave from the last one down. Returns the
// number of segments, 0 without an active lane.
unsigned coalesce(unsigned line_bytes, unsigned largest, const winst *i, const wexec *x,
                  segment out[COALESCE_MAX]);

// For read-only caches: fills `out` with the addresses of the lines that the active lanes of a load
// touch, each once, in ascending order. The load makes one access per line. Returns their number.
unsigned coalesce_lines(unsigned line_bytes, const winst *i, const wexec *x,
                        segment out[COALESCE_MAX]);

#endif
