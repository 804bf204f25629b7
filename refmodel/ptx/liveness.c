// liveness.c : see liveness.h. Backward data flow over basic blocks, then linear-scan allocation
// over each register's span.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/liveness.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64, CACHE_LINE = 64 };

typedef struct sets {
    uint32_t words; // of one bit set
    uint64_t *in;   // live at the start of each block
} sets;

static void set_bit(uint64_t *s, uint32_t r) { s[r / WORD] |= 1ull << (r % WORD); }
static void clear_bit(uint64_t *s, uint32_t r) { s[r / WORD] &= ~(1ull << (r % WORD)); }
static bool has_bit(const uint64_t *s, uint32_t r) { return s[r / WORD] >> (r % WORD) & 1; }

static bool guarded(const xinst *in) { return in->guard != PRED_TRUE; }

// Liveness before one instruction from that after it. A guarded write leaves the other lanes'
// values, so it ends nothing.
static void step_back(uint64_t *live, const xinst *in)
{
    const winst *w = &in->w;
    for (unsigned i = 0; i < w->n_dst && !guarded(in); i++) clear_bit(live, w->regs[i]);
    for (unsigned i = 0; i < w->n_src; i++) set_bit(live, w->regs[w->n_dst + i]);
}

static void live_out(const sets *s, const cfg *g, uint32_t b, uint64_t *live)
{
    memset(live, 0, s->words * sizeof *live);
    for (uint32_t i = 0; i < g->blocks[b].n_succ; i++) {
        uint32_t to = g->blocks[b].succ[i];
        for (uint32_t k = 0; to < g->n_blocks && k < s->words; k++)
            live[k] |= s->in[(size_t)to * s->words + k];
    }
}

static void solve(sets *s, const xinst *code, const cfg *g)
{
    uint64_t *live = wl_calloc(s->words, sizeof *live);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = g->n_blocks; b-- > 0;) {
            live_out(s, g, b, live);
            for (uint32_t i = g->blocks[b].last + 1; i-- > g->blocks[b].first;)
                step_back(live, &code[i]);
            uint64_t *in = &s->in[(size_t)b * s->words];
            if (memcmp(in, live, s->words * sizeof *live) != 0) {
                memcpy(in, live, s->words * sizeof *live);
                changed = true;
            }
        }
    }
    free(live);
}

typedef struct span {
    uint32_t reg, from, to; // instructions, inclusive
} span;

static void touch(span *s, uint32_t at)
{
    if (at < s->from) s->from = at;
    if (at > s->to || s->to == UINT32_MAX) s->to = at;
}

static void touch_set(span *spans, const uint64_t *live, uint32_t words, uint32_t at)
{
    for (uint32_t k = 0; k < words; k++) {
        for (uint64_t m = live[k]; m; m &= m - 1)
            touch(&spans[k * WORD + (uint32_t)__builtin_ctzll(m)], at);
    }
}

// Registers of 32 bits that the live set needs.
static uint32_t weigh(const uint64_t *live, uint32_t words, const uint8_t *weights)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < words; k++) {
        for (uint64_t m = live[k]; m; m &= m - 1)
            n += weights[k * WORD + (uint32_t)__builtin_ctzll(m)];
    }
    return n;
}

// Hardware registers that each virtual one takes: none for predicates, and none for a 32-bit
// parameter that is only read in, since instructions take such an operand straight from the
// constant bank.
static uint8_t *weights_of(const xinst *code, uint32_t n, const ptx_type *types, uint32_t n_regs)
{
    uint8_t *weights = wl_calloc(n_regs, sizeof *weights),
            *writes = wl_calloc(n_regs, sizeof *writes);
    for (uint32_t r = 0; r < n_regs; r++) weights[r] = (uint8_t)((type_bytes(types[r]) + 3) / 4);
    for (uint32_t i = 0; i < n; i++) {
        const winst *w = &code[i].w;
        for (unsigned k = 0; k < w->n_dst; k++)
            writes[w->regs[k]] = (uint8_t)(writes[w->regs[k]] | 1 << (writes[w->regs[k]] != 0));
    }
    for (uint32_t i = 0; i < n; i++) {
        const winst *w = &code[i].w;
        bool reads_param =
            w->kind == W_LOAD && w->space == SPACE_PARAM && w->n_dst == 1 && w->n_src == 0;
        if (reads_param && writes[w->regs[0]] == 1 && weights[w->regs[0]] == 1)
            weights[w->regs[0]] = 0;
    }
    free(writes);
    return weights;
}

// Spans of all registers, and the greatest pressure.
static uint32_t measure(const sets *s, span *spans, const xinst *code, const cfg *g,
                        const uint8_t *weights, uint32_t *across)
{
    uint64_t *live = wl_calloc(s->words, sizeof *live);
    uint32_t most = 0;
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        live_out(s, g, b, live);
        touch_set(spans, live, s->words, g->blocks[b].last);
        for (uint32_t i = g->blocks[b].last + 1; i-- > g->blocks[b].first;) {
            for (unsigned k = 0; k < code[i].w.n_dst; k++) {
                set_bit(live, code[i].w.regs[k]); // even a result that nobody reads needs a place
                touch(&spans[code[i].w.regs[k]], i);
            }
            uint32_t now = weigh(live, s->words, weights), made = 0;
            for (unsigned k = 0; k < code[i].w.n_dst; k++) made += weights[code[i].w.regs[k]];
            across[i] = now > made ? now - made : 0;
            step_back(live, &code[i]);
            uint32_t before = weigh(live, s->words, weights);
            for (unsigned k = 0; k < code[i].w.n_src; k++)
                touch(&spans[code[i].w.regs[code[i].w.n_dst + k]], i);
            if (now < before) now = before;
            if (now > most) most = now;
        }
        touch_set(spans, live, s->words, g->blocks[b].first);
    }
    free(live);
    return most;
}

static int by_start(const void *a, const void *b)
{
    const span *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return x->reg < y->reg ? -1 : 1;
}

typedef struct shelf { // the slots of one size: until when each is taken
    uint32_t *until;
    uint32_t n;
} shelf;

static uint32_t take_slot(shelf *f, const span *s)
{
    uint32_t i = 0;
    while (i < f->n && f->until[i] >= s->from) i++;
    if (i == f->n) f->n++;
    f->until[i] = s->to;
    return i;
}

static void allocate(liveness_result *r, span *spans, const ptx_type *types, uint32_t n_regs,
                     uint32_t first)
{
    shelf narrow = {.until = wl_calloc(n_regs, sizeof(uint32_t))},
          wide = {.until = wl_calloc(n_regs, sizeof(uint32_t))};
    uint32_t preds = 0;
    for (uint32_t i = 0; i < n_regs; i++) preds += types[i] == T_pred;
    r->pred_bytes = (4 * preds + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    preds = 0;
    qsort(spans, n_regs, sizeof *spans, by_start);
    for (uint32_t i = 0; i < n_regs; i++) {
        uint32_t reg = spans[i].reg;
        if (types[reg] == T_pred) continue;
        r->slot[reg] = take_slot(type_bytes(types[reg]) == 8 ? &wide : &narrow, &spans[i]);
    }
    for (uint32_t reg = 0; reg < n_regs; reg++) {
        uint32_t lanes = first + r->pred_bytes;
        if (types[reg] == T_pred) r->slot[reg] = first + 4 * preds++;
        else if (type_bytes(types[reg]) == 8) r->slot[reg] = lanes + r->slot[reg] * 8 * WARP_LANES;
        else r->slot[reg] = lanes + (wide.n * 8 + r->slot[reg] * 4) * WARP_LANES;
    }
    r->bytes = r->pred_bytes + (wide.n * 8 + narrow.n * 4) * WARP_LANES;
    free(narrow.until), free(wide.until);
}

void liveness_analyse(liveness_result *r, const xinst *code, const cfg *g, const ptx_type *types,
                      uint32_t n_regs, uint32_t first)
{
    sets s = {.words = (n_regs + WORD - 1) / WORD};
    span *spans = wl_calloc(n_regs, sizeof *spans);
    s.in = wl_calloc((size_t)g->n_blocks * s.words, sizeof *s.in);
    *r = (liveness_result){.slot = wl_calloc(n_regs, sizeof *r->slot),
                           .at_entry = wl_calloc(n_regs, sizeof *r->at_entry)};
    for (uint32_t i = 0; i < n_regs; i++)
        spans[i] = (span){.reg = i, .from = UINT32_MAX, .to = UINT32_MAX};
    solve(&s, code, g);
    uint8_t *weights = weights_of(code, g->blocks[g->n_blocks - 1].last + 1, types, n_regs);
    r->across = wl_calloc(g->blocks[g->n_blocks - 1].last + 1, sizeof *r->across);
    r->pressure = measure(&s, spans, code, g, weights, r->across);
    free(weights);
    for (uint32_t i = 0; i < n_regs; i++) {
        r->at_entry[i] = has_bit(s.in, i);
        if (r->at_entry[i]) touch(&spans[i], 0);
    }
    allocate(r, spans, types, n_regs, first);
    free(spans);
    free(s.in);
}

void liveness_free(liveness_result *r)
{
    free(r->slot);
    free(r->at_entry);
    free(r->across);
}
