// coalescer.c : see coalescer.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/coalescer.h"

enum { QUARTER_BYTES = 32, SEGMENT_BYTES = 128, MASK_BITS = 32 };

typedef struct shape {
    unsigned line_bytes, segment_bytes;
    unsigned part_bytes; // of the line, a bit of the mask
    bool atomic;
} shape;

static shape shape_of(unsigned line_bytes, const winst *i)
{
    unsigned bytes = i->lane_bytes == 1 ? QUARTER_BYTES : i->lane_bytes == 2 ? 2 * QUARTER_BYTES : SEGMENT_BYTES;
    return (shape){.line_bytes = line_bytes,
                   .segment_bytes = bytes < line_bytes ? bytes : line_bytes,
                   .part_bytes = line_bytes > 4 * MASK_BITS ? line_bytes / MASK_BITS : 4,
                   .atomic = i->kind == W_ATOMIC};
}

// Mask bits of bytes first..last, which lie in one line.
static uint32_t parts_of(const shape *s, uint64_t first, uint64_t last)
{
    unsigned from = (unsigned)(first & (s->line_bytes - 1)) / s->part_bytes;
    unsigned to = (unsigned)(last & (s->line_bytes - 1)) / s->part_bytes;
    return (uint32_t)((((uint64_t)2 << to) - 1) & ~(((uint64_t)1 << from) - 1));
}

// Adds bytes first..last of one lane, all in the segment at `base`, to the sorted list.
static unsigned add(const shape *s, segment *out, unsigned n, uint64_t base, uint32_t parts)
{
    unsigned k = n;
    while (k > 0 && out[k - 1].addr > base) k--;
    // out[k-1] is now the last entry at or below base; an atomic's older entries for the same base lie before it
    for (unsigned j = k; j > 0 && out[j - 1].addr == base; j--) {
        if (s->atomic && out[j - 1].mask & parts) continue;
        out[j - 1].mask |= parts;
        return n;
    }
    for (unsigned j = n; j > k; j--) out[j] = out[j - 1];
    out[k] = (segment){.addr = base, .mask = parts, .bytes = (uint16_t)s->segment_bytes};
    return n + 1;
}

// While only one half of the request is touched, it becomes that half.
static void shrink(const shape *s, segment *g)
{
    while (g->bytes > QUARTER_BYTES) {
        uint64_t middle = g->addr + g->bytes / 2u;
        uint32_t low = parts_of(s, g->addr, middle - 1), high = parts_of(s, middle, g->addr + g->bytes - 1u);
        if (g->mask & low && g->mask & high) return;
        if (g->mask & high) g->addr = middle;
        g->bytes = (uint16_t)(g->bytes / 2u);
    }
}

unsigned coalesce(unsigned line_bytes, const winst *i, const wexec *x, segment out[COALESCE_MAX])
{
    shape s = shape_of(line_bytes, i);
    unsigned n = 0;
    for (uint32_t lanes = x->active; lanes; lanes &= lanes - 1) {
        uint64_t first = x->addr[__builtin_ctz(lanes)], last = first + i->lane_bytes - 1u;
        for (;;) {
            uint64_t base = first & ~(uint64_t)(s.segment_bytes - 1), end = base + s.segment_bytes - 1;
            n = add(&s, out, n, base, parts_of(&s, first, last < end ? last : end));
            if (last <= end) break;
            first = end + 1;
        }
    }
    for (unsigned k = 0; k < n; k++) shrink(&s, &out[k]);
    return n;
}
