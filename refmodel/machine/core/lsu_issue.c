// lsu_issue.c: takes an instruction into the load/store unit: coalesces its addresses and reserves
// its place in the pipeline. See lsu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

#include "machine/core/shared_memory.h"

bool lsu_room(const lsu *l)
{
    return l->count < l->c->sm.mem_pipeline && (!l->pool || warppool_seam_room(l->pool));
}

bool lsu_has_load(const lsu *l, unsigned warp, const winst *i)
{
    const unsigned parts = l->pool && i->kind == W_LOAD ? warppool_seam_most_parts(i) : 1;
    return parts == 1 ? l->free_loads[warp] != 0
                      : (unsigned)__builtin_popcount(l->free_loads[warp]) >= parts;
}

uint64_t lsu_refuses(const lsu *l, uint64_t loads, uint64_t stores)
{
    return l->pool ? (loads & ~warppool_seam_loads_ok(l->pool)) |
                         (stores & ~warppool_seam_stores_ok(l->pool))
                   : 0;
}

static uint16_t take_number(lsu *l, unsigned warp)
{
    const unsigned sequence = (unsigned)__builtin_ctz(l->free_loads[warp]);
    l->free_loads[warp] &= ~((uint32_t)1 << sequence);
    return (uint16_t)(warp * l->c->sm.loads_per_warp + sequence);
}

static uint16_t new_load(lsu *l, const entry *en, uint64_t now)
{
    const uint16_t number = take_number(l, en->warp);
    const bool read_only = en->space >= SPACE_CONST;
    l->loads[number] = (load_entry){.i = en->i,
                                    .issued = now,
                                    .outstanding = en->left,
                                    .read_only = read_only,
                                    .part_of = MREQ_NO_LOAD};
    l->n_loads[en->warp]++;
    l->busy_loads++;
    return number;
}

static void count_issue(lsu *l, const entry *en, uint32_t active)
{
    sm_stats *s = l->w.stats;
    const unsigned lanes = lanes_of(active);
    if (en->i->kind == W_STORE) s->store_lanes += lanes;
    else s->load_lanes += lanes;
    if (en->i->kind == W_LOAD) s->loads++, s->load_requests += en->left;
    else if (en->i->kind == W_STORE) s->stores++, s->store_requests += en->left;
    else s->atomics++, s->atomic_requests += en->left;
}

static void count_mappings(lsu *l, const entry *en)
{
    sm_stats *s = l->w.stats;
    uint64_t *const kinds[] = {[MAP_CONSECUTIVE] = &s->map_consecutive,
                               [MAP_BROADCAST] = &s->map_broadcast,
                               [MAP_SINGLE] = &s->map_single,
                               [MAP_RANGE] = &s->map_range,
                               [MAP_OTHER] = &s->map_other};
    for (unsigned k = 0; k < en->left; k++) ++*kinds[en->segments[k].map];
}

static bool bypasses_l1d(const lsu *l, const winst *i, unsigned space)
{
    return i->bypasses_l1d && space == SPACE_GLOBAL && l->c->l1d.cg_bypass;
}

// Bytes of the largest request that the instruction may make.
static unsigned largest_of(const lsu *l, const entry *en)
{
    const struct cfg_l1d *k = &l->c->l1d;
    return k->l2_only_bytes && (en->i->kind == W_ATOMIC || bypasses_l1d(l, en->i, en->space))
               ? k->l2_only_bytes
               : k->line_bytes;
}

static void issue_requests(lsu *l, entry *en, const wexec *x, uint64_t now)
{
    en->left = (uint8_t)coalesce(l->c->l1d.line_bytes, largest_of(l, en), en->i, x, en->segments);
    if (!en->left) return;
    count_issue(l, en, x->active);
    if (en->i->kind == W_LOAD) count_mappings(l, en);
    l->unsent[en->warp] = (uint16_t)(l->unsent[en->warp] + en->left);
    if (en->i->kind == W_STORE) {
        l->n_stores[en->warp] += en->left;
        l->busy_stores += en->left;
    } else {
        en->load = new_load(l, en, now);
    }
}

static void issue_shared(lsu *l, entry *en, const wexec *x)
{
    en->left = (uint8_t)shared_memory_passes(&l->c->sm, en->i, x);
    l->w.stats->shared_accesses++;
    l->w.stats->shared_lanes += lanes_of(x->active);
    l->w.stats->shared_conflict_cycles += en->left - 1u;
}

// Every line that an active lane touches, once.
static void issue_constant(lsu *l, entry *en, const wexec *x, uint64_t now)
{
    l->w.stats->const_accesses++;
    en->left = (uint8_t)coalesce_lines(l->c->l1c.line_bytes, en->i, x, en->segments);
    l->w.stats->const_lines += en->left;
    if (en->left) en->load = new_load(l, en, now);
}

// Does the load read textures through the texture cache?
static bool is_textured(const lsu *l, const winst *i) { return i->texture && l->w.l1t; }

static void issue_texture(lsu *l, entry *en, const wexec *x, uint64_t now)
{
    texture_cache *t = l->w.l1t;
    en->left = (uint8_t)coalesce_lines(t->k.line_bytes, en->i, x, en->segments);
    if (!en->left) return;
    t->s.reads++;
    t->s.lines += en->left;
    en->load = new_load(l, en, now);
}

// ---- issue to WarpPool

static void count_pooled(lsu *l, const winst *i, unsigned lines, uint32_t active)
{
    const entry en = {.i = i, .left = (uint8_t)lines};
    count_issue(l, &en, active);
}

// The first part waits for its own lines and for the other parts.
static void pooled_load(lsu *l, unsigned warp, const winst *i, const wexec *x, uint64_t now,
                        uint16_t *numbers)
{
    const unsigned parts = warppool_seam_parts(l->pool, i, x);
    unsigned all = 0;
    for (unsigned k = 0; k < parts; k++) {
        const unsigned lines = warppool_seam_lines(l->pool, i, x, k);
        numbers[k] = take_number(l, warp);
        l->loads[numbers[k]] = (load_entry){.i = i,
                                            .issued = now,
                                            .outstanding = (uint16_t)(lines + (k ? 0 : parts - 1)),
                                            .part_of = k ? numbers[0] : MREQ_NO_LOAD};
        all += lines;
    }
    l->n_loads[warp]++;
    l->busy_loads++;
    count_pooled(l, i, all, x->active);
}

static void pooled_store(lsu *l, unsigned warp, const winst *i, const wexec *x)
{
    unsigned all = 0;
    for (unsigned k = 0; k < warppool_seam_parts(l->pool, i, x); k++)
        all += warppool_seam_lines(l->pool, i, x, k);
    l->n_stores[warp] += all;
    l->busy_stores += all;
    count_pooled(l, i, all, x->active);
}

static bool is_pooled(const lsu *l, const winst *i, const wexec *x)
{
    const bool space = x->space == SPACE_GLOBAL || x->space == SPACE_LOCAL;
    return l->pool && space && !is_textured(l, i) && i->kind != W_ATOMIC &&
           !bypasses_l1d(l, i, x->space) && x->active;
}

static void issue_pooled(lsu *l, unsigned warp, const winst *i, const wexec *x, uint64_t now,
                         unsigned operand_cycles)
{
    uint16_t numbers[WARPPOOL_SEAM_PARTS];
    if (i->kind == W_LOAD) pooled_load(l, warp, i, x, now, numbers);
    else pooled_store(l, warp, i, x);
    warppool_seam_issue(l->pool, warp, i, x, i->kind == W_LOAD ? numbers : NULL, now,
                        operand_cycles);
}

// What the requests of an instruction have in common.
static mreq common_of(const lsu *l, const entry *en, const wexec *x, uint64_t now)
{
    static const uint8_t kinds[] = {
        [W_LOAD] = MREQ_READ, [W_STORE] = MREQ_WRITE, [W_ATOMIC] = MREQ_ATOMIC};
    const unsigned part = l->c->l1d.line_bytes > 128 ? 8 : 4; // bytes of a bit of the mask
    const unsigned flags = (en->space == SPACE_LOCAL ? MREQ_LOCAL : 0u) |
                           (winst_piece(en->i, x) < part ? MREQ_PARTIAL : 0u) |
                           (bypasses_l1d(l, en->i, en->space) ? MREQ_BYPASS : 0u);
    return (mreq){.born = now,
                  .load = en->load,
                  .kind = kinds[en->i->kind],
                  .flags = (uint8_t)flags,
                  .sm = (uint8_t)l->w.sm,
                  .warp = en->warp};
}

void lsu_issue(lsu *l, unsigned warp, const winst *i, const wexec *x, uint64_t now,
               unsigned operand_cycles)
{
    if (is_pooled(l, i, x)) {
        issue_pooled(l, warp, i, x, now, operand_cycles);
        return;
    }
    unsigned at = l->first + l->count++;
    entry *en = &l->ring[at < l->c->sm.mem_pipeline ? at : at - l->c->sm.mem_pipeline];
    en->i = i;
    en->warp = (uint8_t)warp;
    en->space = is_textured(l, i) ? SPACE_TEXTURE : x->space;
    en->load = MREQ_NO_LOAD;
    en->left = 0;
    en->begun = false;
    en->enter = now + l->c->sm.issue_latency + operand_cycles;
    l->entries[warp]++;
    if (en->space == SPACE_SHARED) issue_shared(l, en, x);
    else if (en->space == SPACE_GLOBAL || en->space == SPACE_LOCAL) issue_requests(l, en, x, now);
    else if (en->space == SPACE_TEXTURE) issue_texture(l, en, x, now);
    else issue_constant(l, en, x, now);
    en->common = common_of(l, en, x, now);
    const bool round =
        i->kind == W_ATOMIC ? en->space != SPACE_SHARED : bypasses_l1d(l, i, en->space);
    if (!l->pool || !round || !en->left) return;
    l->round_left[warp] = en->left;
    warppool_seam_atomic(l->pool, warp);
}
