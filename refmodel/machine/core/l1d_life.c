// l1d_life.c: makes, flushes and frees a first-level data cache. See l1d.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/l1d_state.h"

#include <stdlib.h>

static bool index_made(l1d *l, const config *c, err *e)
{
    const index_fn f = index_fn_of_l1d(c);
    const char *key;
    char *wrong = index_fn_wrong(&f, false, &key);
    l->looked_at = TAGS_NO_LINE;
    if (!wrong) pric_init(&l->index, &f);
    else err_add(e, ST_INPUT, "%s", wrong);
    free(wrong);
    return !wrong;
}

static void init_policies(l1d *l, const struct cfg_l1d *k)
{
    l->enabled = k->enable;
    l->on_fill = k->allocate == ALLOCATE_FILL;
    l->write_allocate = k->write_allocate;
    l->global_write = k->global_write;
    l->local_write = k->local_write;
    l->bank_mask = k->banks - 1;
    if (l->on_fill) linemap_init(&l->asked, k->mshrs);
}

l1d *l1d_new(const config *c, unsigned sm, err *e)
{
    const struct cfg_l1d *k = &c->l1d;
    l1d *l = wl_calloc_lines(1, sizeof *l);
    if (!index_made(l, c, e)) {
        free(l);
        return NULL;
    }
    tags_init(&l->tags, k->sets, k->ways);
    mshr_init(&l->mshrs, k->mshrs, k->merges);
    init_policies(l, k);
    l->line_bytes = (uint16_t)k->line_bytes;
    l->line_shift = (unsigned)__builtin_ctz(k->line_bytes);
    l->line_mask = k->line_bytes < 128 ? (1u << k->line_bytes / 4) - 1 : UINT32_MAX;
    l->sm = sm;
    l->missq_size = k->miss_queue;
    l->read_places = k->read_places;
    l->missq_places = k->miss_queue + 1 + (l->on_fill ? k->mshrs : 0);
    l->missq = wl_calloc(l->missq_places, sizeof *l->missq);
    l->local = wl_calloc((size_t)k->sets * k->ways, sizeof *l->local);
    l->waits = wl_calloc(k->mshrs, sizeof *l->waits);
    if (c->stats.window) l->window = wl_calloc(1, sizeof *l->window);
    if (!c->stats.locality) return l;
    l->last = wl_calloc((size_t)k->sets * k->ways, sizeof *l->last);
    l->asked_by = wl_calloc(k->mshrs, sizeof *l->asked_by);
    return l;
}

void l1d_free(l1d *l)
{
    if (!l) return;
    tags_free(&l->tags);
    mshr_free(&l->mshrs);
    eviction_history_clear(&l->evicted);
    if (l->on_fill) linemap_free(&l->asked);
    free(l->missq);
    free(l->local);
    free(l->waits);
    free(l->window);
    free(l->last);
    free(l->asked_by);
    free(l);
}

void l1d_place(l1d *l, unsigned cta) { l->block[cta] = ++l->blocks; }

void l1d_attach_gate(l1d *l, issue_gate *g) { l->gate = g; }
void l1d_attach_monitor(l1d *l, streambypass_seam *s) { l->monitor = s; }

bool l1d_idle(const l1d *l)
{
    return mshr_idle(&l->mshrs) && !l->missq_count && !l->bypass_full &&
           l->s.writebacks == l->s.writeback_acks;
}

void l1d_flush(l1d *l)
{
    CHECK(l1d_idle(l), "L1D of SM %u flushed with requests outstanding", l->sm);
    CHECK(!l->dirty_global, "L1D of SM %u flushed with %u dirty global lines", l->sm,
          l->dirty_global);
    l->s.dirty_dropped += l->dirty_local;
    l->dirty_local = 0;
    tags_clear(&l->tags);
    eviction_history_clear(&l->evicted);
    l->blocks = 0;
}
