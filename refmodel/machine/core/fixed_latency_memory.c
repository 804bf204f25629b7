// fixed_latency_memory.c : see fixed_latency_memory.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/fixed_latency_memory.h"

#include "base/err.h"

#include <stdlib.h>

enum { SPARE = 64 }; // replies that wait for the bypass register

void fixed_latency_memory_init(fixed_latency_memory *f, uint32_t latency, uint32_t a_cycle)
{
    *f = (fixed_latency_memory){.latency = latency};
    if (!latency) return;
    f->size = latency * a_cycle + SPARE;
    f->r = wl_calloc(f->size, sizeof *f->r);
    f->at = wl_calloc(f->size, sizeof *f->at);
}

void fixed_latency_memory_free(fixed_latency_memory *f)
{
    free(f->r);
    free(f->at);
    *f = (fixed_latency_memory){0};
}

void fixed_latency_memory_push(fixed_latency_memory *f, const mreq *r, uint64_t now)
{
    uint32_t i = f->head + f->count++;
    if (i >= f->size) i -= f->size;
    f->r[i] = *r;
    f->at[i] = now + f->latency;
}

void fixed_latency_memory_pop(fixed_latency_memory *f)
{
    f->count--;
    if (++f->head == f->size) f->head = 0;
}
