// store_buffer.c : see store_buffer.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/store_buffer.h"

#include "base/simd_clones.h"
#include "ptx/exec.h"

#include <stdlib.h>
#include <string.h>

// Where the lanes' data lie in buffered_store.data, and in what store_buffer_load gathers: [log2 of
// a lane's bytes]
#define L4(i, n) (i) * (n), ((i) + 1) * (n), ((i) + 2) * (n), ((i) + 3) * (n)
// clang-format off
#define L32(n) {L4(0, n), L4(4, n), L4(8, n), L4(12, n), L4(16, n), L4(20, n), L4(24, n), L4(28, n)}
// clang-format on
static const uint64_t lanes_at[][WARP_LANES] = {L32(1), L32(2), L32(4), L32(8), L32(16)};

static const uint64_t *lane_at(uint32_t bytes) { return lanes_at[__builtin_ctz(bytes)]; }

typedef struct span {
    uint64_t low, high; // high: the last first byte
    bool row;           // buffered_store.row
} span;

// A row, the usual one, is found without a look at each address for itself.
SIMD_CLONES static span span_of(const uint64_t *addr, uint32_t mask, const uint64_t *lanes)
{
    uint64_t least = UINT64_MAX, most = 0, bent = ~mask;
    for (unsigned i = 0; i < WARP_LANES; i++) bent |= addr[i] - addr[0] - lanes[i];
    if (!bent) return (span){addr[0], addr[WARP_LANES - 1], true};
    for (unsigned i = 0; i < WARP_LANES; i++) {
        const uint64_t idle = ((uint64_t)mask >> i & 1) - 1, low = addr[i] | idle,
                       high = addr[i] & ~idle;
        least = low < least ? low : least;
        most = high > most ? high : most;
    }
    return (span){least, most, false};
}

void store_buffer_free(store_buffer *k)
{
    free(k->list);
    *k = (store_buffer){0};
}

static buffered_store *add(store_buffer *k)
{
    enum { FIRST_ROOM = 64 };
    if (k->n == k->room) {
        k->room = k->room ? 2 * k->room : FIRST_ROOM;
        k->list = wl_realloc(k->list, k->room * sizeof *k->list);
    }
    return &k->list[k->n++];
}

void store_buffer_put(store_buffer *k, const xinst *in, xwarp *w, const uint64_t *addr,
                      uintptr_t delta, uint32_t mask)
{
    const uint64_t *lanes = lane_at(in->w.lane_bytes);
    const span at = span_of(addr, mask, lanes);
    buffered_store *s = add(k);
    s->low = at.low;
    s->high = at.high + in->w.lane_bytes;
    s->delta = delta;
    s->mask = mask;
    s->bytes = in->w.lane_bytes;
    s->row = at.row;
    if (!at.row) memcpy(s->addr, addr, sizeof s->addr);
    for (unsigned e = 0; e < in->elems; e++)
        in->move(op_at(w, in->op[e]), lanes, (uintptr_t)s->data + e * in->element_bytes, mask,
                 in->keep);
    k->low = k->n == 1 || s->low < k->low ? s->low : k->low;
    k->high = k->n == 1 || s->high > k->high ? s->high : k->high;
}

// What of the store lies in the `bytes` bytes from addr on.
static void lay_over(const buffered_store *s, uint64_t addr, uint32_t bytes, unsigned char *data)
{
    for (uint32_t m = s->mask; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctz(m);
        const uint64_t at = s->row ? s->low + (uint64_t)i * s->bytes : s->addr[i],
                       from = at > addr ? at : addr;
        const uint64_t end_a = at + s->bytes, end_b = addr + bytes,
                       end = end_a < end_b ? end_a : end_b;
        if (from < end)
            memcpy(data + (from - addr), s->data + (size_t)i * s->bytes + (from - at), end - from);
    }
}

static void load_over(const store_buffer *k, const xinst *in, xwarp *w, const uint64_t *addr,
                      uintptr_t delta, uint32_t mask, span at)
{
    _Alignas(uint64_t) unsigned char data[WARP_LANES * STORE_BUFFER_LANE_BYTES];
    const uint32_t bytes = in->w.lane_bytes;
    const uint64_t *lanes = lane_at(bytes);
    for (uint32_t m = mask; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctz(m);
        memcpy(data + lanes[i], (const void *)(delta + addr[i]), bytes);
    }
    for (const buffered_store *s = k->list; s < k->list + k->n; s++) {
        if (at.low >= s->high || at.high + bytes <= s->low) continue;
        for (uint32_t m = mask; m; m &= m - 1)
            lay_over(s, addr[__builtin_ctz(m)], bytes, data + lanes[__builtin_ctz(m)]);
    }
    for (unsigned e = 0; e < in->elems; e++)
        in->move(op_at(w, in->op[e]), lanes, (uintptr_t)data + e * in->element_bytes, mask,
                 in->keep);
}

static bool meets_any(const store_buffer *k, span at, uint32_t bytes)
{
    bool any = false;
    for (const buffered_store *s = k->list; s < k->list + k->n; s++)
        any |= at.low < s->high && at.high + bytes > s->low;
    return any;
}

void store_buffer_load(const store_buffer *k, const xinst *in, xwarp *w, const uint64_t *addr,
                       uintptr_t delta, uint32_t mask)
{
    const span at = span_of(addr, mask, lane_at(in->w.lane_bytes));
    if (meets_any(k, at, in->w.lane_bytes)) {
        load_over(k, in, w, addr, delta, mask, at);
        return;
    }
    for (unsigned e = 0; e < in->elems; e++)
        in->move(op_at(w, in->op[e]), addr, delta + e * in->element_bytes, mask, in->keep);
}

void store_buffer_read(const store_buffer *k, uint64_t addr, uint32_t bytes, void *data)
{
    for (const buffered_store *s = k->list; s < k->list + k->n; s++) {
        if (addr < s->high && addr + bytes > s->low) lay_over(s, addr, bytes, data);
    }
}

static void perform(const buffered_store *s)
{
    if (s->row) {
        memcpy((void *)(s->delta + s->low), s->data, s->high - s->low);
        return;
    }
    for (uint32_t m = s->mask; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctz(m);
        memcpy((void *)(s->delta + s->addr[i]), s->data + (size_t)i * s->bytes, s->bytes);
    }
}

void store_buffer_publish(store_buffer *k)
{
    for (const buffered_store *s = k->list; s < k->list + k->n; s++) perform(s);
    k->n = 0;
}
