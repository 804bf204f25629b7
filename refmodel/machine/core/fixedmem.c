// fixedmem.c : see fixedmem.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/fixedmem.h"

#include "base/err.h"

#include <stdlib.h>

enum { SPARE = 64 }; // replies that wait for the bypass register

void fixedmem_init(fixedmem *f, uint32_t latency, uint32_t a_cycle)
{
    *f = (fixedmem){.latency = latency};
    if (!latency) return;
    f->size = latency * a_cycle + SPARE;
    f->r = wl_calloc(f->size, sizeof *f->r);
    f->at = wl_calloc(f->size, sizeof *f->at);
}

void fixedmem_free(fixedmem *f)
{
    free(f->r);
    free(f->at);
    *f = (fixedmem){0};
}

void fixedmem_push(fixedmem *f, const mreq *r, uint64_t now)
{
    uint32_t i = f->head + f->count++;
    if (i >= f->size) i -= f->size;
    f->r[i] = *r;
    f->at[i] = now + f->latency;
}

void fixedmem_pop(fixedmem *f)
{
    f->count--;
    if (++f->head == f->size) f->head = 0;
}
