// chans.c : see chans.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/common/chans.h"

#include <stdlib.h>

chan *chans_new(uint32_t n, uint32_t capacity)
{
    chan *c = wl_calloc(n, sizeof *c);
    for (uint32_t i = 0; i < n; i++) chan_init(&c[i], capacity, sizeof(mreq));
    return c;
}

void chans_free(chan *c, uint32_t n)
{
    for (uint32_t i = 0; c && i < n; i++) chan_free(&c[i]);
    free(c);
}

sm_chans *sm_chans_new(uint32_t n, uint32_t requests, uint32_t replies)
{
    sm_chans *c = wl_calloc_lines(n, sizeof *c);
    for (uint32_t i = 0; i < n; i++) {
        chan_init(&c[i].request, requests, sizeof(mreq));
        chan_init(&c[i].reply, replies, sizeof(mreq));
    }
    return c;
}

void sm_chans_free(sm_chans *c, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        chan_free(&c[i].request);
        chan_free(&c[i].reply);
    }
    free(c);
}

void chan_dump(FILE *f, const char *what, uint32_t i, const chan *c)
{
    if (!chan_empty(c))
        fprintf(f, "  %s %u: %u of %u places taken\n", what, i, c->tail - c->head, c->capacity);
}
