// devmem.c : see devmem.h. Two arenas (heap, module variables), each a table of allocations sorted
// by address; each allocation has its own host memory, so that a tool that checks host accesses
// sees overruns.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/devmem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGN = 256, PAGE = 4096 };

typedef struct block {
    uint64_t base, bytes;
    void *host;
    uint64_t owner; // arena of variables only
    uint32_t index;
    bool shared; // with the host, in whole pages at the same address
    bool lent;   // the host frees it
} block;

typedef struct arena {
    block *list;
    size_t n, room;
    uint64_t first, next, end; // next: above all that has been given out
} arena;

struct devmem {
    arena heap, statics;
    uint64_t most;
};

devmem *devmem_new(uint64_t heap_base, err *e)
{
    if (heap_base % ALIGN || heap_base < HEAP_LOWEST || heap_base >= HEAP_END) {
        err_add(e, ST_INPUT, "heap base %#llx: must be a multiple of %d from %#llx to %#llx",
                (unsigned long long)heap_base, ALIGN, (unsigned long long)HEAP_LOWEST,
                (unsigned long long)(HEAP_END - ALIGN));
        return NULL;
    }
    devmem *d = wl_calloc(1, sizeof *d);
    d->heap = (arena){.first = heap_base, .next = heap_base, .end = HEAP_END};
    d->statics = (arena){.first = STATIC_BASE, .next = STATIC_BASE, .end = HEAP_LOWEST};
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

static uint64_t span_of(uint64_t bytes) { return (bytes + ALIGN - 1) / ALIGN * ALIGN; }

uint64_t devmem_room(const devmem *d)
{
    uint64_t taken = 0;
    for (size_t i = 0; i < d->heap.n; i++) taken += span_of(d->heap.list[i].bytes);
    return d->heap.end - d->heap.first - taken;
}

bool devmem_gave(const devmem *d, uint64_t addr)
{
    return (addr >= d->heap.first && addr < d->heap.next) ||
           (addr >= d->statics.first && addr < d->statics.next);
}

static uint64_t pages_of(uint64_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

static void block_free(const block *b)
{
    if (b->shared) munmap(b->host, pages_of(b->bytes));
    else if (!b->lent) free(b->host);
}

static void arena_free(arena *a)
{
    for (size_t i = 0; i < a->n; i++) block_free(&a->list[i]);
    free(a->list);
}

void devmem_free(devmem *d)
{
    if (!d) return;
    arena_free(&d->heap);
    arena_free(&d->statics);
    free(d);
}

static uint64_t end_of(const block *b)
{
    return b->base + (b->shared ? pages_of(b->bytes) : span_of(b->bytes));
}

// Where an allocation can stand, the list's at-th: above all that there have been, or in the first
// gap that is wide enough.
static bool place(const arena *a, uint64_t span, size_t *at, uint64_t *base)
{
    *at = a->n;
    *base = a->next;
    if (span <= a->end - a->next) return true;
    *base = a->first;
    for (*at = 0; *at < a->n && a->list[*at].base - *base < span; ++*at)
        *base = end_of(&a->list[*at]);
    return *at < a->n || a->end - *base >= span;
}

static block *no_room(uint64_t bytes, const char *what, err *e)
{
    err_add(e, ST_TOOL, "out of device memory: %s of %llu bytes", what, (unsigned long long)bytes);
    return NULL;
}

static block *arena_insert(arena *a, size_t at, const block *made)
{
    if (a->n == a->room) {
        a->room = a->room ? 2 * a->room : 16;
        a->list = wl_realloc(a->list, a->room * sizeof *a->list);
    }
    memmove(&a->list[at + 1], &a->list[at], (a->n++ - at) * sizeof *a->list);
    a->list[at] = *made;
    if (end_of(made) > a->next) a->next = end_of(made);
    return &a->list[at];
}

static block *arena_add(arena *a, uint64_t bytes, const char *what, err *e)
{
    const uint64_t span = span_of(bytes);
    size_t at = 0;
    uint64_t base = 0;
    void *host = bytes && span >= bytes && place(a, span, &at, &base) ? calloc(1, span) : NULL;
    if (!host) return no_room(bytes, what, e);
    return arena_insert(a, at, &(block){.base = base, .bytes = bytes, .host = host});
}

static block *arena_add_shared(arena *a, uint64_t bytes, const char *what, err *e)
{
    const uint64_t span = pages_of(bytes);
    size_t at = 0;
    uint64_t base = 0;
    const bool fits =
        bytes && span >= bytes && span <= UINT64_MAX - PAGE && place(a, span + PAGE, &at, &base);
    base = pages_of(base);
    void *host =
        fits ? mmap((void *)(uintptr_t)base, span, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0)
             : MAP_FAILED;
    if (host == MAP_FAILED) return no_room(bytes, what, e);
    return arena_insert(a, at,
                        &(block){.base = base, .bytes = bytes, .host = host, .shared = true});
}

int devmem_alloc_shared(devmem *d, uint64_t bytes, uint64_t *addr, err *e)
{
    const block *b = arena_add_shared(&d->heap, bytes, "memory shared with the host", e);
    if (!b) return ST_TOOL;
    *addr = b->base;
    return ST_OK;
}

int devmem_lend(devmem *d, void *host, uint64_t bytes, uint64_t *addr, err *e)
{
    const uint64_t span = span_of(bytes);
    size_t at = 0;
    if (!bytes || span < bytes || !place(&d->heap, span, &at, addr)) {
        no_room(bytes, "memory of the host", e);
        return ST_TOOL;
    }
    arena_insert(&d->heap, at, &(block){.base = *addr, .bytes = bytes, .host = host, .lent = true});
    return ST_OK;
}

int devmem_alloc(devmem *d, uint64_t bytes, uint64_t *addr, err *e)
{
    const block *b = arena_add(&d->heap, bytes, "a buffer", e);
    if (!b) return ST_TOOL;
    *addr = b->base;
    return ST_OK;
}

int devmem_static(devmem *d, uint64_t owner, uint32_t index, uint64_t bytes, bool shared,
                  uint64_t *addr, bool *fresh, err *e)
{
    static const char what[] = "a module's variable";
    block *b = NULL;
    for (size_t i = 0; i < d->statics.n && !b; i++) {
        if (d->statics.list[i].owner == owner && d->statics.list[i].index == index)
            b = &d->statics.list[i];
    }
    *fresh = !b;
    if (!b) b = (shared ? arena_add_shared : arena_add)(&d->statics, bytes, what, e);
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
        if (d->statics.list[i].owner == owner) block_free(&d->statics.list[i]);
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

static const arena *arena_of(const devmem *d, uint64_t addr)
{
    return addr < HEAP_LOWEST ? &d->statics : &d->heap;
}

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
        return err_add(e, ST_INPUT, "release of %#llx: no allocation starts there",
                       (unsigned long long)addr);
    }
    block_free(&a->list[i]);
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
