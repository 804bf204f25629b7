// devmem.c : see devmem.h. Two arenas (heap, module variables), each a table of allocations sorted by address, since both
// only ever grow upwards; each allocation has its own host memory, so that a tool that checks host accesses sees overruns.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/devmem.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 256 };

typedef struct block {
    uint64_t base, bytes;
    void *host;
    uint64_t owner; // arena of variables only
    uint32_t index;
} block;

typedef struct arena {
    block *list;
    size_t n, room;
    uint64_t next, end;
} arena;

struct devmem {
    arena heap, statics;
    uint64_t heap_first;
    uint64_t most;
};

devmem *devmem_new(uint64_t heap_base, err *e)
{
    if (heap_base % ALIGN || heap_base < HEAP_LOWEST || heap_base >= HEAP_END) {
        err_add(e, ST_INPUT, "heap base %#llx: must be a multiple of %d from %#llx to %#llx", (unsigned long long)heap_base,
                ALIGN,
                (unsigned long long)HEAP_LOWEST, (unsigned long long)(HEAP_END - ALIGN));
        return NULL;
    }
    devmem *d = wl_calloc(1, sizeof *d);
    d->heap = (arena){.next = heap_base, .end = HEAP_END};
    d->heap_first = heap_base;
    d->statics = (arena){.next = STATIC_BASE, .end = HEAP_LOWEST};
    d->most = UINT64_MAX;
    return d;
}

void devmem_limit(devmem *d, unsigned address_bits)
{
    if (!address_bits) return;
    d->most = UINT64_MAX >> (64 - address_bits);
    if (d->heap.end <= d->most) return;
    d->heap.end = d->most < d->heap.next ? d->heap.next : d->most + 1;
}

uint64_t devmem_most(const devmem *d) { return d->most; }
uint64_t devmem_room(const devmem *d) { return d->heap.end - d->heap.next; }

bool devmem_gave(const devmem *d, uint64_t addr)
{
    return (addr >= d->heap_first && addr < d->heap.next) || (addr >= STATIC_BASE && addr < d->statics.next);
}

static void arena_free(arena *a)
{
    for (size_t i = 0; i < a->n; i++) free(a->list[i].host);
    free(a->list);
}

void devmem_free(devmem *d)
{
    if (!d) return;
    arena_free(&d->heap);
    arena_free(&d->statics);
    free(d);
}

static block *arena_add(arena *a, uint64_t bytes, const char *what, err *e)
{
    uint64_t span = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    void *host = bytes && span >= bytes && span <= a->end - a->next ? calloc(1, span) : NULL;
    if (!host) {
        err_add(e, ST_TOOL, "out of device memory: %s of %llu bytes", what, (unsigned long long)bytes);
        return NULL;
    }
    if (a->n == a->room) {
        a->room = a->room ? 2 * a->room : 16;
        a->list = wl_realloc(a->list, a->room * sizeof *a->list);
    }
    a->list[a->n] = (block){.base = a->next, .bytes = bytes, .host = host};
    a->next += span;
    return &a->list[a->n++];
}

int devmem_alloc(devmem *d, uint64_t bytes, uint64_t *addr, err *e)
{
    const block *b = arena_add(&d->heap, bytes, "a buffer", e);
    if (!b) return ST_TOOL;
    *addr = b->base;
    return ST_OK;
}

int devmem_static(devmem *d, uint64_t owner, uint32_t index, uint64_t bytes, uint64_t *addr, bool *fresh, err *e)
{
    block *b = NULL;
    for (size_t i = 0; i < d->statics.n && !b; i++) {
        if (d->statics.list[i].owner == owner && d->statics.list[i].index == index) b = &d->statics.list[i];
    }
    *fresh = !b;
    if (!b) b = arena_add(&d->statics, bytes, "a module's variable", e);
    if (!b) return ST_TOOL;
    b->owner = owner;
    b->index = index;
    *addr = b->base;
    return ST_OK;
}

void devmem_drop(devmem *d, uint64_t owner)
{
    size_t kept = 0;
    for (size_t i = 0; i < d->statics.n; i++) {
        if (d->statics.list[i].owner == owner) free(d->statics.list[i].host);
        else d->statics.list[kept++] = d->statics.list[i];
    }
    d->statics.n = kept;
}

// Index of the last allocation that starts at or below addr; n if there is none.
static size_t arena_below(const arena *a, uint64_t addr)
{
    size_t lo = 0, hi = a->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (a->list[mid].base <= addr) lo = mid + 1;
        else hi = mid;
    }
    return lo ? lo - 1 : a->n;
}

static const arena *arena_of(const devmem *d, uint64_t addr) { return addr < HEAP_LOWEST ? &d->statics : &d->heap; }

static const block *block_at(const devmem *d, uint64_t addr)
{
    const arena *a = arena_of(d, addr);
    size_t i = arena_below(a, addr);
    return i < a->n && addr - a->list[i].base < a->list[i].bytes ? &a->list[i] : NULL;
}

int devmem_release(devmem *d, uint64_t addr, err *e)
{
    arena *a = &d->heap;
    size_t i = arena_below(a, addr);
    if (i == a->n || a->list[i].base != addr) {
        return err_add(e, ST_INPUT, "release of %#llx: no allocation starts there", (unsigned long long)addr);
    }
    free(a->list[i].host);
    memmove(&a->list[i], &a->list[i + 1], (a->n - i - 1) * sizeof *a->list);
    a->n--;
    return ST_OK;
}

void *devmem_at(devmem *d, uint64_t addr, uint64_t bytes)
{
    const block *b = block_at(d, addr);
    return b && bytes <= b->bytes - (addr - b->base) ? (char *)b->host + (addr - b->base) : NULL;
}

bool devmem_range(const devmem *d, uint64_t addr, uint64_t *base, uint64_t *bytes, void **host)
{
    const block *b = block_at(d, addr);
    if (!b) return false;
    *base = b->base;
    *bytes = b->bytes;
    *host = b->host;
    return true;
}

static uint64_t gap(const block *b, uint64_t addr)
{
    if (addr < b->base) return b->base - addr;
    return addr - b->base < b->bytes ? 0 : addr - b->base - b->bytes + 1;
}

bool devmem_nearest(const devmem *d, uint64_t addr, uint64_t *base, uint64_t *bytes)
{
    const block *best = NULL;
    for (int which = 0; which < 2; which++) {
        const arena *a = which ? &d->statics : &d->heap;
        for (size_t i = 0; i < a->n; i++) {
            if (!best || gap(&a->list[i], addr) < gap(best, addr)) best = &a->list[i];
        }
    }
    if (!best) return false;
    *base = best->base;
    *bytes = best->bytes;
    return true;
}

uint64_t devmem_end(const devmem *d) { return d->heap.next; }
