// wrapped.c: see wrapped.h. A wrapped top as a device: the golden model of its block, and the
// host's rules around it (wrapped_HOST.c).
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/wrapped.h"

#include "blocks/wrapped_state.h"

#include <stdlib.h>
#include <string.h>

STAT_TABLE(wrapped_event_table, "wrapped", WRAPPED_EVENTS);

static const wrapped_host *const hosts[] = {
    &wrapped_mrpb_vortex, &wrapped_cart_vortex, &wrapped_warppool_vortex, &wrapped_pric_vortex,
    &wrapped_mrpb_axi4,   &wrapped_cart_axi4,   &wrapped_mrpb_hpdcache};

static const wrapped_host *host_of(const adapter *a)
{
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        if (strcmp(hosts[i]->stem, a->kind->stem) == 0) return hosts[i];
    }
    CHECK(false, "%s has no model", a->kind->stem);
    return NULL;
}

// ---- which events can occur

// Is there room in an instruction queue for all of its warps? With one queue, one of them is always
// elsewhere.
static bool has_room(const config *c)
{
    const unsigned queues = c->warppool.insn_queues, warps = (c->sm.warps + queues - 1) / queues;
    return c->warppool.insn_depth + (queues == 1) >= warps;
}

// In place of Vortex' coalescer.
static const char *need_of_lanes(const char *event, const config *c)
{
    if (strcmp(event, "wait_id") == 0 || strcmp(event, "several") == 0)
        return "requests have no ID";
    if (strcmp(event, "stored") == 0 || strcmp(event, "direct") == 0)
        return "responses pass through";
    if (c->sm.warps == 1 && (strcmp(event, "wait_behind") == 0 || strcmp(event, "wait_line") == 0 ||
                             strcmp(event, "wait_ordered") == 0))
        return "one request is inside at a time";
    if (strcmp(event, "wait_block") == 0 && has_room(c))
        return "an instruction queue has room for all that are inside";
    if (strcmp(event, "wait_number") == 0 && c->l1d.mshrs >= c->warppool.lanes * c->sm.warps)
        return "an MSHR for each request is inside";
    return NULL;
}

static const char *need_of(const char *event, const config *c, const adapter *a)
{
    const bool is_pric = strcmp(a->kind->block, "pric_index") == 0,
               axi4 = strcmp(a->kind->host, "axi4") == 0,
               hpdcache = strcmp(a->kind->host, "hpdcache") == 0,
               is_cart = strcmp(a->kind->block, "cart") == 0;
    if (is_pric) return "the adapter is combinational: it holds no request";
    if (strcmp(a->kind->block, "warppool") == 0) return need_of_lanes(event, c);
    if (strcmp(event, "wait_line") == 0 || strcmp(event, "wait_number") == 0)
        return "the block keeps the order of a line, and the host's tags pass through";
    if (strcmp(event, "writes") == 0 && axi4) return "writes do not enter the block";
    if (strcmp(event, "wait_id") == 0 && !axi4) return "requests have no ID";
    if (strcmp(event, "wait_id") == 0 && !is_cart && !a->sig_is_user)
        return "the signature is not of aruser: reads of an ID have the same one";
    if (strcmp(event, "several") == 0 && (!axi4 || is_cart)) return "one read of an ID is inside";
    if (strcmp(event, "wait_slot") == 0 && a->data_slots)
        return cart_capacity(c) >= a->data_slots ? NULL : "a slot for each write is inside";
    if (strcmp(event, "wait_slot") == 0 || strcmp(event, "stored") == 0 ||
        strcmp(event, "direct") == 0 || strcmp(event, "refused") == 0)
        return hpdcache ? NULL : "responses pass through";
    if (strcmp(event, "wait_block") == 0 && is_cart && axi4 && cart_capacity(c) > 1u << a->id_w)
        return "a place for a read of each ID is inside";
    return NULL;
}

const char *wrapped_excluded(const config *c, const adapter *a, unsigned event)
{
    return need_of(wrapped_event_table.rows[event].name, c, a);
}

// ---- the device

static void reset(void *self)
{
    wrapped *w = self;
    const wrapped_host *h = host_of(&w->a);
    if (w->block.self) w->block.reset(w->block.self);
    if (w->host) memset(w->host, 0, h->words * sizeof *w->host);
    if (h->reset) h->reset(w);
    w->behind = false;
}

static void valid(void *self, uint64_t *out)
{
    wrapped *w = self;
    if (w->block.self) wrapped_block_valid(w);
    host_of(&w->a)->valid(w, out);
}

static void ready(void *self, const uint64_t *in, uint64_t *out)
{
    wrapped *w = self;
    host_of(&w->a)->ready(w, in, out);
}

static void commit(void *self, const uint64_t *in, const uint64_t *out)
{
    wrapped *w = self;
    host_of(&w->a)->commit(w, in, out);
    if (w->block.self) wrapped_block_commit(w);
}

static const uint64_t *events(void *self) { return (const uint64_t *)&((wrapped *)self)->events; }

static void dump(void *self, FILE *f)
{
    wrapped *w = self;
    fprintf(f, "%s: behind one that keeps its place: %d\n", w->a.kind->stem, w->behind);
    if (w->block.self) w->block.dump(w->block.self, f);
}

static void release(void *self)
{
    wrapped *w = self;
    if (w->block.self) w->block.free(w->block.self);
    free(w->host);
    free(w);
}

static int make_block(wrapped *w, err *e)
{
    const char *stem = w->a.kind->block;
    if (strcmp(stem, "mrpb") == 0) return block_dev_model(&mrpb_block, &w->inside, &w->block, e);
    if (strcmp(stem, "cart") == 0) return block_dev_model(&cart_block, &w->inside, &w->block, e);
    if (strcmp(stem, "warppool") == 0)
        return block_dev_model(&warppool_block, &w->inside, &w->block, e);
    const index_fn f = index_fn_of_pric(&w->inside);
    pric_init(&w->index, &f);
    return ST_OK;
}

int wrapped_make(const adapter *a, const config *c, block_dev *dev, err *e)
{
    const wrapped_host *h = host_of(a);
    wrapped *w = wl_calloc(1, sizeof *w);
    *dev = (block_dev){.self = w,
                       .reset = reset,
                       .valid = valid,
                       .ready = ready,
                       .commit = commit,
                       .events = events,
                       .dump = dump,
                       .free = release};
    w->a = *a;
    w->inside = *c;
    if (h->configure) h->configure(a, &w->inside);
    if (h->words) w->host = wl_calloc(h->words, sizeof *w->host);
    if (h->reset) h->reset(w);
    const int status = make_block(w, e);
    if (status == ST_OK) return ST_OK;
    release(w);
    *dev = (block_dev){0};
    return status;
}
