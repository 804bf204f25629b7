// pool.h: memory that is freed all at once. The results of the parser live as long as their module
// or function.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_POOL_H
#define WL_PTX_POOL_H

#include <stddef.h>

typedef struct pool_chunk pool_chunk;
typedef struct pool { // zero-initialise
    pool_chunk *head;
} pool;

void *pool_alloc(pool *p, size_t bytes);              // zeroed, 16-byte aligned
char *pool_copy(pool *p, const char *text, size_t n); // terminated copy
void pool_free(pool *p);

// Makes room for one more element of a growing array, and returns the array, which may have moved.
void *grow(void *list, size_t n, size_t *room, size_t size);

#endif
