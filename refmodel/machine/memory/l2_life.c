// l2_life.c: makes and frees an L2 slice, checks its law, and shows what is inside it. See l2.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/l2_state.h"

#include <inttypes.h>
#include <stdlib.h>

static void make_bank(l2 *l, const struct cfg_l2 *k, bool classes)
{
    const size_t lines = (size_t)k->sets * k->ways;
    tags_init(&l->tags, k->sets, k->ways);
    mshr_init(&l->mshrs, k->mshrs, k->merges);
    l->have = wl_calloc(lines, sizeof *l->have);
    l->dirty = wl_calloc(lines, sizeof *l->dirty);
    l->awaited = wl_calloc(lines, sizeof *l->awaited);
    l->mshr_at = wl_calloc(lines << (l->line_shift - l->sector_shift), sizeof *l->mshr_at);
    l->sector_of_mshr = wl_calloc(k->mshrs, sizeof *l->sector_of_mshr);
    for (uint32_t i = 0; i < k->mshrs; i++) l->sector_of_mshr[i] = TAGS_NO_LINE;
    if (!classes) return;
    l->last = wl_calloc(lines, sizeof *l->last);
    l->asked_by = wl_calloc(k->mshrs, sizeof *l->asked_by);
}

static uint32_t ring_mask(uint32_t least)
{
    uint32_t n = 1;
    while (n < least) n *= 2;
    return n - 1;
}

static void make_queues(l2 *l, const config *c)
{
    // Nothing is taken in while the access queue is full, so no more are ever inside than the delay
    // and what waits at its end.
    l->rop_mask = ring_mask(l->rop_latency + 2 + (l->sectored ? l->rop_latency + BACKLOG : 1));
    l->rop = wl_calloc_lines(l->rop_mask + 1, sizeof *l->rop);
    l->access_mask = ring_mask(l->access_size);
    l->access = wl_calloc_lines(l->access_mask + 1, sizeof *l->access);
    l->missq_places = l->missq_size + WRITE_MISS_REQUESTS - 1;
    l->missq = wl_calloc(l->missq_places, sizeof *l->missq);
    if (!l->sectored) return;
    // As many as can have a sector in the bank or behind it.
    l->n_split = l->access_size + l->mshrs.n * l->mshrs.merges + l->missq_size +
                 c->l2.l2_to_dram_queue + c->dram.queue + c->dram.return_queue;
    l->n_split = l->n_split < UINT16_MAX ? l->n_split : UINT16_MAX;
    l->split_request = wl_calloc(l->n_split, sizeof *l->split_request);
    l->free_splits = wl_calloc(l->n_split, sizeof *l->free_splits);
    while (l->n_free_splits < l->n_split) {
        l->free_splits[l->n_free_splits] = (uint16_t)l->n_free_splits;
        l->n_free_splits++;
    }
}

l2 *l2_new(const config *c, const addrmap *m, uint32_t slice, l2_chans ch)
{
    const struct cfg_l2 *k = &c->l2;
    l2 *l = wl_calloc(1, sizeof *l);
    *l = (l2){.ch = ch,
              .map = m,
              .slice = slice,
              .line_bytes = c->l1d.line_bytes,
              .port_bytes = k->port_bytes,
              .rop_latency = k->rop_latency,
              .intake_room = k->intake_room,
              .access_size = k->icnt_to_l2_queue,
              .missq_size = k->miss_queue,
              .on_fill = k->allocate == ALLOCATE_FILL,
              .through = k->write == WRITE_THROUGH,
              .miss_through = k->write == WRITE_MISS_THROUGH,
              .racb = k->bypass == L2_BYPASS_RACB};
    l->line_shift = (uint32_t)__builtin_ctz(l->line_bytes);
    l->sector_shift = k->sector_bytes ? (uint32_t)__builtin_ctz(k->sector_bytes) : l->line_shift;
    l->sectored = l->sector_shift != l->line_shift;
    CHECK(l->line_bytes >> l->sector_shift <= MAX_SECTORS, "L2 lines of %u sectors",
          l->line_bytes >> l->sector_shift);
    make_bank(l, k, c->stats.locality);
    const index_fn f = index_fn_of_l2(c);
    pric_init(&l->index, &f);
    make_queues(l, c);
    l->access_levels = occupancy_of(l->access_size);
    l->mshr_levels = occupancy_of(k->mshrs);
    return l;
}

void l2_free(l2 *l)
{
    if (!l) return;
    tags_free(&l->tags);
    mshr_free(&l->mshrs);
    free(l->have);
    free(l->dirty);
    free(l->awaited);
    free(l->mshr_at);
    free(l->sector_of_mshr);
    free(l->last);
    free(l->asked_by);
    free(l->access_levels.level);
    free(l->mshr_levels.level);
    free(l->rop);
    free(l->access);
    free(l->split_request);
    free(l->free_splits);
    free(l->missq);
    free(l);
}

int l2_check(const l2 *l, err *e)
{
    const uint64_t found =
        l->s.read_hits + l->s.read_pending + l->s.write_hits + l->s.write_pending;
    const uint64_t classed =
        l->s.locality_core + l->s.locality_inter_core + l->s.locality_inter_kernel;
    const int st = cart_seam_check(l->cart, l->slice, e);
    if (!l->last || found == classed) return st;
    return err_add(
        e, ST_CHECK,
        "law broken: an access that finds its line has one kind of locality: L2 slice %u: %" PRIu64
        " and %" PRIu64,
        l->slice, found, classed);
}

bool l2_idle(const l2 *l)
{
    return l->rop_head == l->rop_tail && !l->n_access && !l->missq_count && mshr_idle(&l->mshrs) &&
           (!l->cart || cart_seam_idle(l->cart));
}

void l2_dump(const l2 *l, FILE *f)
{
#define L2_WAIT_TEXT(name, counter, text) text,
    static const char *const for_what[] = {L2_WAITS(L2_WAIT_TEXT)};
#undef L2_WAIT_TEXT
    if (l2_idle(l)) return;
    streambypass_seam_dump(l->monitor, f);
    fprintf(f,
            "  L2 slice %u: %u requests in the ROP delay, %u of %u in the access queue, %u of %u "
            "in the miss queue, %u of %u MSHRs in use\n",
            l->slice, l->rop_tail - l->rop_head, l->n_access, l->access_size, l->missq_count,
            l->missq_size, l->mshrs.n - l->mshrs.n_unused, l->mshrs.n);
    cart_seam_dump(l->cart, f);
    if (!l->n_access || l->cart) return;
    const mreq *r = &access_at(l, 0)->r;
    fprintf(f, "    the head, 0x%" PRIx64 " of SM %u warp %u, waits for %s\n", r->addr, r->sm,
            r->warp, for_what[l->waits]);
}

void l2_view(const l2 *l, const mreq_view *v)
{
    for (uint32_t i = l->rop_head; i != l->rop_tail; i++)
        mreq_show(v, &rop_at(l, i)->r, PLACE_IN_TRANSIT, "ROP delay of L2 slice", l->slice);
    for (uint32_t i = 0; i < l->n_access; i++)
        mreq_show(v, &access_at(l, i)->r, PLACE_IN_TRANSIT, "access queue of L2 slice", l->slice);
    cart_seam_view(l->cart, v, l->slice);
    mshr_view(&l->mshrs, v, PLACE_L2_MSHRS, "MSHR of L2 slice", l->slice);
    for (uint32_t k = 0; k < l->missq_count; k++)
        mreq_show(v, &l->missq[(l->missq_head + k) % l->missq_places], PLACE_DRAM,
                  "miss queue of L2 slice", l->slice);
}
