// lsu_heads.c : how the instruction that is first in the load/store unit sends its requests to the
// head registers, or reads lines of the constant cache or passes of shared memory. See lsu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

static inline approach *queue_at(const lsu *l, unsigned bank, uint32_t i)
{
    const uint32_t at = l->queue_first[bank] + i;
    return &l->queue[bank * l->places + (at < l->places ? at : at - l->places)];
}

static inline uint32_t places_of(const lsu *l, unsigned bank)
{
    return l->places - l->queue_count[bank];
}

// Banks that take no request now.
static uint32_t closed_banks(const lsu *l)
{
    if (!l->places) return l->heads;
    uint32_t closed = 0;
    for (uint32_t set = l->queued; set; set &= set - 1) {
        const unsigned bank = (unsigned)__builtin_ctz(set);
        if (!places_of(l, bank)) closed |= (uint32_t)1 << bank;
    }
    return closed;
}

static mreq *take_head(lsu *l, unsigned bank, uint32_t pc)
{
    l->head_pc = pc;
    l->heads |= (uint32_t)1 << bank;
    return &l->head[bank];
}

// The place of the next request to the bank: the end of its queue, or its head register.
static mreq *approach_bank(lsu *l, unsigned bank, uint32_t pc, uint64_t now)
{
    if (!l->places) return take_head(l, bank, pc);
    approach *a = queue_at(l, bank, l->queue_count[bank]++);
    a->pc = pc;
    a->turn = l->turn;
    a->at = now + l->places;
    l->queued |= (uint32_t)1 << bank;
    return &a->r;
}

// The instruction whose turn it is: it has the head registers, or, when all are empty, was before
// the others.
static uint32_t turn_now(const lsu *l)
{
    const approach *first = NULL;
    if (l->heads) return l->head_insn;
    for (uint32_t set = l->queued; set; set &= set - 1) {
        const approach *a = queue_at(l, (unsigned)__builtin_ctz(set), 0);
        if (!first || a->at < first->at) first = a;
    }
    return first ? first->turn : 0;
}

// What has come to the end of its queue goes into the head register that is free.
void lsu_advance(lsu *l, uint64_t now)
{
    const uint32_t turn = turn_now(l);
    for (uint32_t set = l->queued & ~l->heads; set; set &= set - 1) {
        const unsigned bank = (unsigned)__builtin_ctz(set);
        const approach *a = queue_at(l, bank, 0);
        if (a->at > now || a->turn != turn) continue;
        *take_head(l, bank, a->pc) = a->r;
        l->head_insn = turn;
        l->head_stuck = false; // this one has not been refused yet
        if (++l->queue_first[bank] == l->places) l->queue_first[bank] = 0;
        if (!--l->queue_count[bank]) l->queued &= ~((uint32_t)1 << bank);
    }
}

// The first cycle in which a queue goes on by itself.
uint64_t lsu_next_advance(const lsu *l, uint64_t now)
{
    const uint32_t turn = turn_now(l);
    uint64_t t = UINT64_MAX;
    for (uint32_t set = l->queued & ~l->heads; set; set &= set - 1) {
        const approach *a = queue_at(l, (unsigned)__builtin_ctz(set), 0);
        if (a->turn == turn && a->at < t) t = a->at;
    }
    return t > now ? t : now + 1;
}

// The only bank, without a way to its head: what the requests of an instruction have in common is
// there from its first one.
static inline void next_head(lsu *l, entry *en, lsu_out *out)
{
    if (l->heads) return;
    mreq *r = &l->head[0];
    const segment *s = &en->segments[--en->left];
    if (!en->begun) *r = en->common;
    lsu_set_request(r, s);
    l->head_pc = en->i->pc;
    l->heads = 1;
    en->begun = out->progress = true;
}

// To banks that are open, the highest address first, one each; not while a bank is closed by a
// request of another instruction.
static void next_heads(lsu *l, entry *en, uint64_t now, lsu_out *out)
{
    uint32_t closed = closed_banks(l);
    if (closed && (l->banks == 1 || !en->begun)) return;
    l->turn += !en->begun;
    for (unsigned k = en->left; k-- > 0;) {
        const segment *s = &en->segments[k];
        const unsigned bank = l1d_bank(l->w.l1, s->addr);
        if (closed >> bank & 1) continue;
        mreq *r = approach_bank(l, bank, en->i->pc, now);
        *r = en->common;
        lsu_set_request(r, s);
        closed |= (uint32_t)1 << bank;
        en->begun = out->progress = true;
        en->left--;
        for (unsigned j = k; j < en->left; j++) en->segments[j] = en->segments[j + 1];
        if (l->banks == 1) return;
    }
}

// May next_heads do something though no head has left?
bool lsu_may_approach(const lsu *l, const entry *en)
{
    const uint32_t closed = closed_banks(l);
    if (!closed) return true;
    if (!l->places || l->banks == 1 || !en->begun) return false;
    for (unsigned k = 0; k < en->left; k++) {
        if (!(closed >> l1d_bank(l->w.l1, en->segments[k].addr) & 1)) return true;
    }
    return false;
}

static void read_constant(lsu *l, entry *en, uint64_t now, lsu_out *out)
{
    const mreq r = {.addr = en->segments[en->left - 1].addr,
                    .born = en->common.born,
                    .load = en->load,
                    .kind = MREQ_READ,
                    .flags = MREQ_CONST,
                    .sm = (uint8_t)l->w.sm,
                    .warp = en->warp};
    readonly_cache_answer a = readonly_cache_access(l->w.l1c, &r);
    l->read_only |= a != READONLY_CACHE_HIT;
    if (a == READONLY_CACHE_FAIL) return;
    en->left--;
    out->progress = true;
    if (a == READONLY_CACHE_HIT) lsu_returned(l, en->load, now, out);
}

// Hit or miss, the line comes back by way of the write-back.
static void read_texture(lsu *l, entry *en, lsu_out *out)
{
    mreq r = en->common;
    r.addr = en->segments[en->left - 1].addr;
    r.flags = MREQ_TEXTURE;
    l->read_only = l->textured = true;
    if (texture_cache_access(l->w.l1t, &r) == TEXTURE_CACHE_FAIL) return;
    en->left--;
    out->progress = true;
}

// The next pass through shared memory, or line of a read-only cache.
static void proceed_apart(lsu *l, entry *en, uint64_t now, lsu_out *out)
{
    if (en->space == SPACE_SHARED) en->left--;
    else if (en->space == SPACE_TEXTURE) read_texture(l, en, out);
    else read_constant(l, en, now, out);
}

void lsu_enter(lsu *l, uint64_t now, lsu_out *out)
{
    entry *en = &l->ring[l->first];
    const unsigned before = en->left;
    const bool requests = en->space == SPACE_GLOBAL || en->space == SPACE_LOCAL,
               shared = en->space == SPACE_SHARED;
    if (en->left) {
        if (!requests) proceed_apart(l, en, now, out);
        else if (l->banks == 1 && !l->places) next_head(l, en, out);
        else next_heads(l, en, now, out);
    }
    if (en->left) {
        ++l->w.stats->mem_stalls;
        ++*lsu_stay_of(l, en, before != en->left);
        return;
    }
    const struct cfg_sm *t = &l->c->sm;
    if (shared && en->i->n_dst)
        lsu_ended(out, en->warp, en->i, now + t->shared_latency - 1 + t->writeback_latency);
    else if (en->load == MREQ_NO_LOAD && en->i->n_dst) lsu_ended(out, en->warp, en->i, now);
    if (++l->first == l->c->sm.mem_pipeline) l->first = 0;
    l->count--;
    l->entries[en->warp]--;
    out->touched |= (uint64_t)1 << en->warp;
    out->progress = true;
}
