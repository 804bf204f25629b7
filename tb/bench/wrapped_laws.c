// wrapped_laws.c: see wrapped_laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/wrapped_laws.h"

#include <stdlib.h>
#include <string.h>

void wrapped_laws_init(wrapped_laws *l)
{
    *l = (wrapped_laws){.held = wl_calloc(WRAPPED_HELD, sizeof *l->held)};
}

void wrapped_laws_free(wrapped_laws *l) { free(l->held); }

void wrapped_laws_reset(wrapped_laws *l) { l->n = 0; }

static bool broken(wrapped_laws *l, const char *law)
{
    if (!l->broken) l->broken = law;
    return false;
}

// The oldest one that is the same; l->n: none is.
static unsigned find(const wrapped_laws *l, const wrapped_request *r)
{
    unsigned i = 0;
    while (i < l->n && memcmp(l->held[i].words, r->words, sizeof r->words) != 0) i++;
    return i;
}

static bool same(int64_t a, int64_t b) { return a != WRAPPED_NONE && a == b; }

bool wrapped_laws_leave(wrapped_laws *l, const wrapped_request *r)
{
    const unsigned at = find(l, r);
    if (at == l->n) return broken(l, "a request leaves that did not come in so");
    const wrapped_request *x = &l->held[at];
    if (x->ordered && at) return broken(l, "a request that keeps its place overtook another one");
    for (unsigned i = 0; i < at; i++) {
        const wrapped_request *before = &l->held[i];
        if (before->ordered) return broken(l, "a request overtook one that keeps its place");
        if (same(before->signature, x->signature) || same(before->id, x->id))
            return broken(l, "a request overtook one of its signature or ID");
    }
    memmove(&l->held[at], &l->held[at + 1], (l->n - at - 1) * sizeof *l->held);
    l->n--;
    return true;
}

void wrapped_laws_enter(wrapped_laws *l, const wrapped_request *r)
{
    CHECK(l->n < WRAPPED_HELD, "more requests than any block holds");
    l->held[l->n++] = *r;
}

bool wrapped_laws_end(wrapped_laws *l)
{
    return !l->n || broken(l, "a request is left inside at the end");
}
