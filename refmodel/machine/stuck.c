// stuck.c : see stuck.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/stuck.h"

#include "machine/gpu_state.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_CHAINS = 16 };

// ---- one chain

typedef struct follower {
    FILE *f;
    uint64_t line;
    uint32_t line_bytes;
    unsigned found, number;
    const char *place; // the last one printed: many requests for a line in one place are one link
} follower;

static void follow(void *ctx, const mreq *r, const char *place, unsigned number)
{
    follower *w = ctx;
    if (r->addr / w->line_bytes != w->line || r->kind == MREQ_WRITEBACK) return;
    if (w->found++ && w->number == number && strcmp(w->place, place) == 0) return;
    fprintf(w->f, " -> %s %u", place, number);
    w->place = place;
    w->number = number;
}

void stuck_follow(const memsys *m, const stuck_line *l, uint32_t line_bytes, FILE *f)
{
    follower w = {.f = f, .line = l->addr / line_bytes, .line_bytes = line_bytes};
    fprintf(f, "  SM %u, warp %u, load %u -> line 0x%" PRIx64, l->sm, l->warp, l->load, l->addr);
    memsys_view(m, &(mreq_view){follow, &w});
    fprintf(f, "%s\n", w.found ? "" : " -> nowhere in the memory system: its reply is lost");
}

// ---- all

typedef struct awaited {
    stuck_line lines[MOST_CHAINS];
    bool unsent[MOST_CHAINS]; // still in L1D's miss queue
    uint64_t born[MOST_CHAINS];
    unsigned n, sm;
    uint32_t line_bytes;
} awaited;

// Keeps the oldest.
static void add(awaited *a, const mreq *r)
{
    unsigned at = a->n;
    while (at && a->born[at - 1] > r->born) at--;
    if (at == MOST_CHAINS) return;
    if (a->n < MOST_CHAINS) a->n++;
    memmove(&a->lines[at + 1], &a->lines[at], (a->n - 1 - at) * sizeof *a->lines);
    memmove(&a->born[at + 1], &a->born[at], (a->n - 1 - at) * sizeof *a->born);
    memmove(&a->unsent[at + 1], &a->unsent[at], (a->n - 1 - at) * sizeof *a->unsent);
    a->lines[at] = (stuck_line){r->addr / a->line_bytes * a->line_bytes, a->sm, r->warp, r->load};
    a->born[at] = r->born;
    a->unsent[at] = false;
}

static void see(void *ctx, const mreq *r, const char *place, unsigned number)
{
    awaited *a = ctx;
    (void)number;
    if (strcmp(place, "miss queue of L1D") != 0) {
        add(a, r);
        return;
    }
    for (unsigned i = 0; i < a->n; i++) a->unsent[i] |= a->lines[i].sm == a->sm && a->lines[i].addr == r->addr / a->line_bytes * a->line_bytes;
}

void stuck_chains(const gpu *g, FILE *f)
{
    awaited a = {.line_bytes = g->c.l1d.line_bytes};
    for (unsigned i = 0; i < g->n_sms; i++) {
        a.sm = i;
        sm_view(g->sms[i], &(mreq_view){see, &a});
    }
    if (a.n) fprintf(f, "The oldest lines that L1Ds wait for:\n");
    for (unsigned i = 0; i < a.n; i++) {
        const stuck_line *l = &a.lines[i];
        if (a.unsent[i]) fprintf(f, "  SM %u, warp %u, load %u -> line 0x%" PRIx64 " -> miss queue of L1D %u\n", l->sm, l->warp, l->load, l->addr, l->sm);
        else stuck_follow(g->mem, l, a.line_bytes, f);
    }
}
