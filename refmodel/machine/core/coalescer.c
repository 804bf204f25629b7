// coalescer.c : see coalescer.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/coalescer.h"

#include "base/simd_clones.h"

#include <stdbool.h>

enum { QUARTER_BYTES = 32, SEGMENT_BYTES = 128, MASK_BITS = 32, WORD_BYTES = 4 };

typedef struct shape {
    unsigned line_bytes, segment_bytes;
    unsigned part_shift; // log2 of the bytes of a bit of the mask
    unsigned lane_bytes;
    bool atomic;
} shape;

static shape shape_of(unsigned line_bytes, unsigned largest, const winst *i)
{
    unsigned bytes = i->lane_bytes == 1   ? QUARTER_BYTES
                     : i->lane_bytes == 2 ? 2 * QUARTER_BYTES
                                          : SEGMENT_BYTES;
    const unsigned most = largest < line_bytes ? largest : line_bytes;
    return (shape){.line_bytes = line_bytes,
                   .segment_bytes = bytes < most ? bytes : most,
                   .part_shift = line_bytes > 4 * MASK_BITS ? 3 : 2,
                   .lane_bytes = i->lane_bytes,
                   .atomic = i->kind == W_ATOMIC};
}

// Mask bits of bytes first..last, which lie in one line.
static inline uint32_t parts_of(const shape *s, uint64_t first, uint64_t last)
{
    unsigned from = (unsigned)(first & (s->line_bytes - 1)) >> s->part_shift;
    unsigned to = (unsigned)(last & (s->line_bytes - 1)) >> s->part_shift;
    return (uint32_t)((((uint64_t)2 << to) - 1) & ~(((uint64_t)1 << from) - 1));
}

typedef struct touch {
    unsigned lane;
    bool odd;       // not an aligned word
    uint64_t first; // byte
    uint32_t parts; // of the segment
} touch;

static unsigned word_of(const shape *s, uint64_t addr)
{
    return (unsigned)(addr & (s->line_bytes - 1)) / WORD_BYTES;
}

// A new entry at k, before which all addresses are at most `base`.
static void insert(const shape *s, segment *out, unsigned n, unsigned k, uint64_t base,
                   const touch *t)
{
    const uint8_t lane = (uint8_t)t->lane, word = (uint8_t)word_of(s, t->first);
    for (unsigned j = n; j > k; j--) out[j] = out[j - 1];
    out[k] = (segment){.addr = base,
                       .mask = t->parts,
                       .lanes = (uint32_t)1 << lane,
                       .bytes = (uint16_t)s->segment_bytes,
                       .first = lane,
                       .last = lane,
                       .word = word,
                       .last_word = word,
                       .run = true,
                       .same = true,
                       .odd = t->odd};
}

// One more lane in the segment; lanes come in ascending order.
static void join(const shape *s, segment *g, const touch *t)
{
    const uint8_t lane = (uint8_t)t->lane, word = (uint8_t)word_of(s, t->first);
    g->run = g->run && lane == g->last + 1 && word == g->last_word + 1;
    g->same = g->same && word == g->word;
    g->odd = g->odd || t->odd;
    g->last = lane;
    g->last_word = word;
    g->mask |= t->parts;
    g->lanes |= (uint32_t)1 << lane;
}

// Adds what a lane touches of the segment at `base` to the sorted list; returns its new length.
static unsigned add(const shape *s, segment *out, unsigned n, uint64_t base, const touch *t)
{
    unsigned k = n;
    while (k > 0 && out[k - 1].addr > base) k--;
    for (unsigned j = k; j > 0 && out[j - 1].addr == base;
         j--) { // an atomic may have several entries for it
        if (s->atomic && out[j - 1].mask & t->parts) continue;
        join(s, &out[j - 1], t);
        return n;
    }
    insert(s, out, n, k, base, t);
    return n + 1;
}

// One lane: bytes first..last, which may lie in two segments.
static unsigned add_lane(const shape *s, segment *out, unsigned n, unsigned lane, uint64_t first,
                         uint64_t last)
{
    for (;;) {
        uint64_t base = first & ~(uint64_t)(s->segment_bytes - 1),
                 end = base + s->segment_bytes - 1;
        const touch t = {lane, s->lane_bytes != WORD_BYTES || first & (WORD_BYTES - 1), first,
                         parts_of(s, first, last < end ? last : end)};
        n = add(s, out, n, base, &t);
        if (last <= end) return n;
        first = end + 1;
    }
}

// While only one half of the request is touched, it becomes that half.
static void shrink(const shape *s, segment *g)
{
    const unsigned first = (unsigned)__builtin_ctz(g->mask) << s->part_shift,
                   last = (31u - (unsigned)__builtin_clz(g->mask)) << s->part_shift;
    for (unsigned half = g->bytes / 2u; half >= QUARTER_BYTES && !((first ^ last) & half);
         half /= 2) {
        g->addr += first & half;
        g->bytes = (uint16_t)half;
    }
}

// Mask bits of 32 aligned lanes that lie in one segment. `uneven` is 0 when lane l is l lanes after
// the first one.
static uint32_t whole_parts(const shape *s, const winst *i, const wexec *x, uint64_t spread,
                            uint64_t uneven)
{
    uint64_t first = x->addr[0];
    if (!spread) return parts_of(s, first, first + i->lane_bytes - 1u);
    if (!uneven) return parts_of(s, first, x->addr[WARP_LANES - 1] + i->lane_bytes - 1u);
    uint32_t lane = parts_of(s, 0, i->lane_bytes - 1u), parts = 0;
    for (unsigned l = 0; l < WARP_LANES; l++)
        parts |= lane << ((x->addr[l] & (s->line_bytes - 1)) >> s->part_shift);
    return parts;
}

typedef struct spread {
    uint64_t bits; // in which addresses differ
    uint64_t
        uneven; // 0 when each lane's address is that of the lane before it plus the bytes of a lane
} spread;

SIMD_CLONES static void spread_of(const uint64_t *addr, uint64_t lane_bytes, spread *out)
{
    const uint64_t first = addr[0];
    uint64_t bits = 0, uneven = 0, even = first;
    for (unsigned l = 0; l < WARP_LANES; l++) {
        bits |= addr[l] ^ first;
        uneven |= addr[l] ^ even;
        even += lane_bytes;
    }
    *out = (spread){bits, uneven};
}

// The usual case: all lanes active, aligned, in one segment. Returns whether it is.
static bool whole_warp(const shape *s, const winst *i, const wexec *x, segment *out)
{
    if (x->active != UINT32_MAX || s->atomic) return false;
    const uint64_t first = x->addr[0];
    spread d;
    spread_of(x->addr, i->lane_bytes, &d);
    if (d.bits & ~(uint64_t)(s->segment_bytes - 1) || (first | d.bits) & (i->lane_bytes - 1u))
        return false;
    *out = (segment){.addr = first & ~(uint64_t)(s->segment_bytes - 1),
                     .mask = whole_parts(s, i, x, d.bits, d.uneven),
                     .lanes = UINT32_MAX,
                     .bytes = (uint16_t)s->segment_bytes,
                     .last = WARP_LANES - 1,
                     .run = !d.uneven,
                     .same = !d.bits,
                     .odd = i->lane_bytes != WORD_BYTES};
    return true;
}

// Does each lane lie, aligned, in a segment of its own, behind that of the lane before it?
SIMD_CLONES static bool ascends(const uint64_t *addr, uint64_t base, uint64_t unaligned)
{
    uint64_t any = addr[0], behind = UINT64_MAX;
    for (unsigned l = 1; l < WARP_LANES; l++) {
        any |= addr[l];
        behind &= (addr[l - 1] & base) - (addr[l] & base);
    }
    return behind & ~any & (uint64_t)1 << 63 &&
           !(any & unaligned); // of addresses below 2^63 the top bit says which is less
}

static bool is_apart(const shape *s, const wexec *x)
{
    if (x->active != UINT32_MAX || s->atomic) return false;
    return ascends(x->addr, ~(uint64_t)(s->segment_bytes - 1), s->lane_bytes - 1u);
}

// Columns of a matrix: 32 requests of a lane each, which need no search, mapped and shrunk. Returns
// how many there are, 0: they are not such.
static unsigned apart(const shape *s, const wexec *x, segment *out)
{
    if (!is_apart(s, x)) return 0;
    const uint32_t parts = parts_of(s, 0, s->lane_bytes - 1u);
    const uint16_t bytes =
        s->segment_bytes < QUARTER_BYTES ? (uint16_t)s->segment_bytes : QUARTER_BYTES;
    const uint8_t map = s->lane_bytes == WORD_BYTES ? MAP_SINGLE : MAP_OTHER;
    for (unsigned l = 0; l < WARP_LANES; l++) {
        const uint64_t a = x->addr[l];
        out[l] = (segment){.addr = a & ~(uint64_t)(bytes - 1),
                           .mask = parts << ((a & (s->line_bytes - 1)) >> s->part_shift),
                           .lanes = (uint32_t)1 << l,
                           .bytes = bytes,
                           .map = map};
    }
    return WARP_LANES;
}

static unsigned lane_by_lane(const shape *s, const winst *i, const wexec *x, segment *out)
{
    unsigned n = 0;
    for (uint32_t lanes = x->active; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        n = add_lane(s, out, n, lane, x->addr[lane], x->addr[lane] + i->lane_bytes - 1u);
    }
    return n;
}

// Words of a lane that lie apart.
static __attribute__((noinline)) unsigned word_by_word(shape *s, const winst *i, const wexec *x,
                                                       segment *out)
{
    unsigned n = 0;
    s->lane_bytes = WINST_WORD;
    for (uint32_t lanes = x->active; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        uint64_t first = x->addr[lane];
        for (unsigned k = 0; k < i->lane_bytes; k += WINST_WORD, first += x->word_step) {
            n = add_lane(s, out, n, lane, first, first + WINST_WORD - 1u);
        }
    }
    return n;
}

// In a segment of 32 words a run of all lanes can only start at word 0.
static mapping map_of(const shape *s, const segment *g)
{
    if (g->odd) return MAP_OTHER;
    if (!(g->lanes & (g->lanes - 1))) return MAP_SINGLE;
    if (g->lanes == UINT32_MAX && g->same) return MAP_BROADCAST;
    if (g->lanes == UINT32_MAX && g->run) return MAP_CONSECUTIVE;
    const bool to_the_end =
        g->last == WARP_LANES - 1 || g->last_word == s->line_bytes / WORD_BYTES - 1;
    return g->run && to_the_end ? MAP_RANGE : MAP_OTHER;
}

unsigned coalesce(unsigned line_bytes, unsigned largest, const winst *i, const wexec *x,
                  segment out[COALESCE_MAX])
{
    shape s = shape_of(line_bytes, largest, i);
    unsigned n =
        winst_piece(i, x) < i->lane_bytes ? word_by_word(&s, i, x, out) : whole_warp(&s, i, x, out);
    if (!n && (n = apart(&s, x, out))) return n;
    if (!n) n = lane_by_lane(&s, i, x, out);
    for (unsigned k = 0; k < n; k++) {
        out[k].map = (uint8_t)map_of(&s, &out[k]);
        shrink(&s, &out[k]);
    }
    return n;
}

// ---- whole lines

// Adds a line to the sorted list; returns its new length.
static unsigned add_line(segment *out, unsigned n, uint64_t addr)
{
    unsigned k = n;
    while (k > 0 && out[k - 1].addr > addr) k--;
    if (k > 0 && out[k - 1].addr == addr) return n;
    for (unsigned j = n; j > k; j--) out[j] = out[j - 1];
    out[k] = (segment){.addr = addr};
    return n + 1;
}

unsigned coalesce_lines(unsigned line_bytes, const winst *i, const wexec *x,
                        segment out[COALESCE_MAX])
{
    const unsigned shift = (unsigned)__builtin_ctz(line_bytes);
    unsigned n = 0;
    for (uint32_t lanes = x->active; lanes; lanes &= lanes - 1) {
        uint64_t first = x->addr[__builtin_ctz(lanes)],
                 last = (first + i->lane_bytes - 1u) >> shift;
        for (uint64_t line = first >> shift; line <= last; line++)
            n = add_line(out, n, line << shift);
    }
    return n;
}
