// pool.h : memory that is freed all at once: what the parser builds lives as long as its module or its function.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_POOL_H
#define WL_PTX_POOL_H

#include <stddef.h>

typedef struct pool_chunk pool_chunk;
typedef struct pool { // zero-initialise
    pool_chunk *head;
} pool;

void *pool_alloc(pool *p, size_t bytes); // zeroed, 16-byte aligned
char *pool_copy(pool *p, const char *text, size_t n); // terminated copy
void pool_free(pool *p);

// Room for one more element of a growing array that is owned by nobody else: returns the (moved) array.
void *grow(void *list, size_t n, size_t *room, size_t size);

#endif
