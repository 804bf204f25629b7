// pool.c : see pool.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/pool.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16384, ALIGN = 16 };

struct pool_chunk {
    pool_chunk *next;
    size_t used, size;
    _Alignas(ALIGN) unsigned char bytes[];
};

void *pool_alloc(pool *p, size_t bytes)
{
    bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (!p->head || p->head->size - p->head->used < bytes) {
        size_t size = bytes > CHUNK ? bytes : CHUNK;
        pool_chunk *c = wl_calloc(1, sizeof *c + size);
        c->size = size;
        c->next = p->head;
        p->head = c;
    }
    void *at = p->head->bytes + p->head->used;
    p->head->used += bytes;
    return at;
}

char *pool_copy(pool *p, const char *text, size_t n)
{
    return memcpy(pool_alloc(p, n + 1), text, n);
}

void pool_free(pool *p)
{
    while (p->head) {
        pool_chunk *c = p->head;
        p->head = c->next;
        free(c);
    }
}

void *grow(void *list, size_t n, size_t *room, size_t size)
{
    if (n < *room) return list;
    *room = *room ? 2 * *room : 8;
    return wl_realloc(list, *room * size);
}
