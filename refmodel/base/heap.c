// heap.c : see heap.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/heap.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    PAGE = 4 << 10,
    LARGE_PAGE = 2 << 20,
    ROOM = 32 << 20
}; // ROOM: what the heap grows by; a block of that size has a mapping of its own

// Called before anything is allocated. The heap begins in the last small page before a large one:
// what lies there when the system is asked keeps a page small.
void heap_in_large_pages(void)
{
    mallopt(M_MMAP_THRESHOLD, ROOM);
    mallopt(M_TRIM_THRESHOLD, 2 * ROOM);
    mallopt(M_TOP_PAD, ROOM);
    const uintptr_t begin = (uintptr_t)sbrk(0),
                    large = (begin + PAGE + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1);
    if (sbrk((intptr_t)(large - PAGE - begin)) == (void *)-1) return;
    void *volatile block = malloc(1); // volatile: not to be left out
    free(block);
    const uintptr_t end = (uintptr_t)sbrk(0);
    if (end > large)
        madvise((void *)large, end - large,
                MADV_HUGEPAGE); // a wish: without it the pages are small
}
