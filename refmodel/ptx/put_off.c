// put_off.c : see put_off.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/put_off.h"

#include "ptx/exec.h"
#include "ptx/move.h"

#include <stdlib.h>
#include <string.h>

enum { LANE_MOST = 16, ATOMIC_SOURCES = 2, FIRST_ENTRIES = 16 };

struct put_off_entry {
    const xinst *in;
    xwarp *w;
    uintptr_t delta;
    uint32_t mask;
    uint64_t addr[WARP_LANES];
    union {
        unsigned char lane[WARP_LANES][LANE_MOST];                // a store: what each lane writes
        unsigned char source[ATOMIC_SOURCES][WARP_LANES * sizeof(uint64_t)]; // an atomic: op[1], op[2]
    } data;
};

void put_off_free(put_off *p)
{
    free(p->ring);
    *p = (put_off){0};
}

static void enlarge(put_off *p)
{
    const uint32_t n = p->tail - p->head, room = p->ring ? 2 * (p->mask + 1) : FIRST_ENTRIES;
    put_off_entry *ring = wl_calloc(room, sizeof *ring);
    for (uint32_t i = 0; i < n; i++) ring[i] = p->ring[(p->head + i) & p->mask];
    free(p->ring);
    *p = (put_off){.ring = ring, .mask = room - 1, .tail = n};
}

// Stores to a buffer instead: it gets what memory is to get.
static void keep_data(put_off_entry *e)
{
    const xinst *in = e->in;
    uint64_t at[WARP_LANES];
    for (unsigned i = 0; i < WARP_LANES; i++) at[i] = i * LANE_MOST;
    for (unsigned k = 0; k < in->elems; k++) {
        in->move(op_at(e->w, in->op[k]), at, (uintptr_t)e->data.lane + k * in->element_bytes, e->mask, in->keep);
    }
}

static size_t register_bytes(const xinst *in) { return WARP_LANES * (in->element_bytes == 8 ? sizeof(uint64_t) : sizeof(uint32_t)); }

// An operand of an atomic that later instructions may overwrite: not a constant, and not the old value's register, which they wait
// for. (Where there is no operand, what is kept does no harm.)
static bool is_source(const xinst *in, unsigned k)
{
    const uint32_t bytes = (uint32_t)register_bytes(in), old = in->op[0], op = in->op[k];
    return !(op & OP_CONST) && (op >= old + bytes || old >= op + bytes);
}

static void keep_sources(put_off_entry *e)
{
    for (unsigned k = 1; k <= ATOMIC_SOURCES; k++) {
        if (is_source(e->in, k)) memcpy(e->data.source[k - 1], op_at(e->w, e->in->op[k]), register_bytes(e->in));
    }
}

void put_off_add(put_off *p, const xinst *in, xwarp *w, const uint64_t *addr, uintptr_t delta, uint32_t mask)
{
    if (!p->ring || p->tail - p->head > p->mask) enlarge(p);
    put_off_entry *e = &p->ring[p->tail++ & p->mask];
    e->in = in;
    e->w = w;
    e->delta = delta;
    e->mask = mask;
    memcpy(e->addr, addr, sizeof e->addr);
    if (in->w.kind == W_STORE) keep_data(e);
    if (in->w.kind == W_ATOMIC) keep_sources(e);
}

#define STORE_LANES(bytes) \
    case bytes: \
        for (uint32_t m = e->mask; m; m &= m - 1) { \
            const unsigned i = (unsigned)__builtin_ctz(m); \
            memcpy((unsigned char *)(e->delta + e->addr[i]), e->data.lane[i], bytes); \
        } \
        break;

static void perform_store(const put_off_entry *e)
{
    switch (e->in->w.lane_bytes) {
    STORE_LANES(1)
    STORE_LANES(2)
    STORE_LANES(4)
    STORE_LANES(8)
    STORE_LANES(16)
    default: CHECK(false, "a store of %u bytes a lane", e->in->w.lane_bytes);
    }
}

static void exchange(void *a, void *b, size_t bytes)
{
    unsigned char held[WARP_LANES * sizeof(uint64_t)];
    memcpy(held, a, bytes);
    memcpy(a, b, bytes);
    memcpy(b, held, bytes);
}

static void exchange_sources(put_off_entry *e)
{
    const xinst *in = e->in;
    for (unsigned k = 1; k <= ATOMIC_SOURCES; k++) {
        if (is_source(in, k) && !(k == 2 && is_source(in, 1) && in->op[2] == in->op[1])) {
            exchange(op_at(e->w, in->op[k]), e->data.source[k - 1], register_bytes(in));
        }
    }
}

// With the operands that it was issued with, and afterwards those that the warp has now.
static void perform_atomic(put_off_entry *e)
{
    exchange_sources(e);
    e->in->atomic(e->in, e->w, e->addr, e->delta, e->mask);
    exchange_sources(e);
}

void put_off_perform(put_off *p)
{
    put_off_entry *e = &p->ring[p->head++ & p->mask];
    const xinst *in = e->in;
    if (in->w.kind == W_STORE) perform_store(e);
    else if (in->w.kind == W_ATOMIC) perform_atomic(e);
    else {
        for (unsigned k = 0; k < in->elems; k++) {
            in->move(op_at(e->w, in->op[k]), e->addr, e->delta + k * in->element_bytes, e->mask, in->keep);
        }
    }
}
