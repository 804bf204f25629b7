// warppool_world.h : what lies round a WarpPool, for tests: warps with random loads and stores, address generation, an L1D that refuses,
// hits and misses at random, fills, a register file. It knows each instruction's lines from its lanes alone (the plain coalescer) and checks,
// at every beat, what the block says: mapping kinds, order of a warp's accesses, masks and data of stores, every lane's word.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_WARPPOOL_WORLD_H
#define WL_TESTS_WARPPOOL_WORLD_H

#include "base/rng.h"
#include "blocks/warppool.h"
#include "blocks/warppool_bugs.h"

#include <stdlib.h>
#include <string.h>

enum { WORLD_WARPS = 64, WORLD_LANES = 64, WORLD_SEQS = 32, WORLD_MSHRS = 64, WORLD_HITS = 4, WORLD_LINE = 256 };

typedef struct w_line {
    uint64_t line, lanes;
    bool accepted, written;
} w_line;

typedef struct w_insn {
    unsigned kind, warp, seq, size; // kind: warppool_insn
    uint64_t mask, addr[WORLD_LANES], data[WORLD_LANES];
    w_line line[WORLD_LANES];
    unsigned n, accepted, written; // lines
    uint64_t when;                 // its turn comes not before this cycle
} w_insn;

typedef struct w_ret {
    bool fill;
    unsigned mshr, count;
    uint64_t line, meta[4], when;
    uint8_t data[WORLD_LINE];
} w_ret;

typedef struct w_mshr {
    bool busy, filled;
    uint64_t line, when;
    unsigned rows;
} w_mshr;

// Chances, in percent.
typedef struct w_profile {
    unsigned issue, ag, adr, l1, hit, wb, store, round, narrow, regular, lines; // lines: distinct lines in use
    unsigned latency;                                                           // most cycles that a line takes
} w_profile;

typedef struct world {
    config c;
    warppool *m;
    w_profile p;
    rng r;
    uint64_t cycle;
    unsigned shift; // log2 of the line's bytes
    // instructions of each warp in program order: all that are not accepted as a whole
    w_insn *of_warp[WORLD_WARPS][64];
    unsigned n_of_warp[WORLD_WARPS];
    w_insn *load[WORLD_WARPS][WORLD_SEQS]; // loads that have not returned
    w_insn *next;                          // offered on iss
    w_insn *made[256];                     // between ag and adr
    unsigned n_made;
    w_insn *round[WORLD_WARPS];
    unsigned n_round;
    w_mshr mshr[WORLD_MSHRS];
    w_ret hit[WORLD_HITS]; // accepted, to come back in order
    unsigned n_hits;
    w_ret ret, back[2];    // offered on ret; in the block's queue
    unsigned n_back;
    bool ret_valid, adr_valid;
    warppool_in in;
    warppool_out out;
    unsigned errors; // what was wrong
    const char *first_error;
    uint64_t stores_done, loads_done;
} world;

static inline void w_wrong(world *w, const char *what)
{
    if (!w->errors++) w->first_error = what;
}

static inline unsigned w_below(world *w, unsigned n) { return (unsigned)rng_below(&w->r, n); }
static inline bool w_chance(world *w, unsigned percent) { return w_below(w, 100) < percent; }

static inline void world_init(world *w, const config *c, unsigned bug, uint64_t seed, w_profile p)
{
    memset(w, 0, sizeof *w);
    err e = {0};
    w->c = *c;
    w->p = p;
    w->m = warppool_new(c, bug, &e);
    w->r.state = seed;
    w->shift = cfg_index_bits(c->l1d.line_bytes);
}

// ---- instructions

// Lanes on lines, without regard to how the block finds them.
static inline void w_find_lines(const world *w, w_insn *i)
{
    for (unsigned l = 0; l < w->c.warppool.lanes; l++) {
        if (!(i->mask >> l & 1)) continue;
        const uint64_t line = i->addr[l] >> w->shift;
        unsigned k = 0;
        while (k < i->n && i->line[k].line != line) k++;
        if (k == i->n) i->line[i->n++].line = line;
        i->line[k].lanes |= (uint64_t)1 << l;
    }
}

// The k-th line in use: neighbours differ in the highest bit or in bit 12, others share a queue.
static inline uint64_t w_line_at(world *w, unsigned k)
{
    const uint64_t lines = (uint64_t)1 << (w->c.warppool.address_bits - w->shift);
    return ((uint64_t)(k / 4) * (k & 4 ? 1 : 33) + (k & 2) * 2048 + (k & 1 ? lines / 2 : 0)) % lines;
}

static inline void w_addresses(world *w, w_insn *i)
{
    const unsigned bytes = 1u << i->size, places = w->c.l1d.line_bytes / bytes, lanes = w->c.warppool.lanes;
    const unsigned how = w_below(w, 7), base = w_below(w, w->p.lines), at = w_below(w, places);
    for (unsigned l = 0; l < lanes; l++) {
        uint64_t line = base, place = l;
        if (how == 1) place = at;                                     // all on one word
        if (how == 2) place = at + l;                                 // runs on, perhaps into the next line
        if (how == 3) line = w_below(w, w->p.lines);                  // scattered
        if (how == 4) line = w_below(w, 2) + base, place = w_below(w, places);
        if (how == 5) line = base + l % 5, place = at;
        if (how == 6) place = places - 1 - l % places;                // backwards
        line = w_line_at(w, (unsigned)((line + place / places) % w->p.lines));
        i->addr[l] = line << w->shift | (place % places) * bytes;
        i->data[l] = rng_u64(&w->r) & (i->size == 3 ? ~(uint64_t)0 : ((uint64_t)1 << (8 * bytes)) - 1);
    }
    const uint64_t all = lanes == 64 ? ~(uint64_t)0 : ((uint64_t)1 << lanes) - 1;
    const unsigned part = w_below(w, 4);
    i->mask = w_chance(w, w->p.regular) ? all : rng_u64(&w->r) & all;
    if (part == 0) i->mask = all << w_below(w, lanes) & all;
    if (!i->mask) i->mask = (uint64_t)1 << w_below(w, lanes);
}

static inline w_insn *w_make(world *w, unsigned warp, unsigned seq)
{
    w_insn *i = calloc(1, sizeof *i);
    i->warp = warp;
    i->seq = seq;
    i->kind = w_chance(w, w->p.store) ? WARPPOOL_STORE : w_chance(w, w->p.round) ? WARPPOOL_ROUND : WARPPOOL_LOAD;
    i->size = w_chance(w, w->p.narrow) ? w_below(w, w->c.warppool.lane_bytes == 8 ? 4 : 3) : 2;
    w_addresses(w, i);
    if (i->kind == WARPPOOL_ROUND) i->n = 1;
    else w_find_lines(w, i);
    return i;
}

static inline int w_free_seq(const world *w, unsigned warp)
{
    for (unsigned s = 0; s < w->c.sm.loads_per_warp; s++) {
        if (!w->load[warp][s]) return (int)s;
    }
    return -1;
}

// ---- inputs of a cycle

static inline void w_offer_iss(world *w)
{
    if (!w->next && w_chance(w, w->p.issue)) {
        const unsigned warp = w_below(w, w->c.sm.warps);
        const int seq = w_free_seq(w, warp);
        if (seq >= 0 && w->n_of_warp[warp] < 60) w->next = w_make(w, warp, (unsigned)seq);
    }
    if (!w->next) return;
    w->in.iss_valid_i[0] = 1;
    w->in.iss_kind_i[0] = w->next->kind;
    w->in.iss_warp_i[0] = w->next->warp;
    w->in.iss_seq_i[0] = w->next->kind == WARPPOOL_LOAD ? w->next->seq : 0;
    w->in.iss_insn_i[0] = (w->next->addr[0] ^ w->next->mask) & (((uint64_t)1 << w->c.warppool.insn_bits) - 1);
}

static inline void w_offer_adr(world *w)
{
    w->adr_valid = w->adr_valid || (w->n_made && w_chance(w, w->p.adr));
    if (!w->adr_valid) return;
    const w_insn *i = w->made[0];
    const unsigned lanes = w->c.warppool.lanes;
    w->in.adr_valid_i[0] = 1;
    w->in.adr_store_i[0] = i->kind == WARPPOOL_STORE;
    w->in.adr_warp_i[0] = i->warp;
    w->in.adr_seq_i[0] = i->kind == WARPPOOL_LOAD ? i->seq : 0;
    w->in.adr_size_i[0] = i->size;
    w->in.adr_mask_i[0] = i->mask;
    for (unsigned l = 0; l < lanes; l++) warppool_put_field(w->in.adr_addr_i, l, w->c.warppool.address_bits, i->addr[l]);
    for (unsigned l = 0; w->c.warppool.data && i->kind == WARPPOOL_STORE && l < lanes; l++) {
        warppool_put_field(w->in.adr_data_i, l, 8 * w->c.warppool.lane_bytes, i->data[l]);
    }
}

static inline w_mshr *w_mshr_of(world *w, uint64_t line)
{
    for (unsigned k = 0; k < w->c.l1d.mshrs; k++) {
        if (w->mshr[k].busy && !w->mshr[k].filled && w->mshr[k].line == line) return &w->mshr[k];
    }
    return NULL;
}

static inline w_mshr *w_new_mshr(world *w)
{
    for (unsigned k = 0; k < w->c.l1d.mshrs; k++) {
        if (!w->mshr[k].busy) return &w->mshr[k];
    }
    return NULL;
}

static inline void w_answer_l1(world *w)
{
    if (!w->out.req_valid_o[0] || !w_chance(w, w->p.l1)) return;
    if (w->out.req_store_o[0]) {
        w->in.req_ready_i[0] = 1;
        return;
    }
    w_mshr *m = w_mshr_of(w, w->out.req_line_o[0]);
    if (!m && w_chance(w, w->p.hit)) {
        w->in.req_ready_i[0] = w->n_hits < WORLD_HITS;
        return;
    }
    if (m && m->rows == w->c.l1d.merges) return;
    if (!m) m = w_new_mshr(w);
    if (!m) return;
    w->in.req_ready_i[0] = w->in.req_miss_i[0] = 1;
    w->in.req_mshr_i[0] = (uint64_t)(m - w->mshr);
}

static inline void w_line_data(world *w, w_ret *r)
{
    rng line = {r->line + w->cycle};
    for (unsigned b = 0; b < w->c.l1d.line_bytes; b++) r->data[b] = (uint8_t)rng_u64(&line);
}

// The next line for the block: of an MSHR whose time has come, or the oldest hit.
static inline void w_next_ret(world *w)
{
    for (unsigned k = 0; !w->ret_valid && k < w->c.l1d.mshrs; k++) {
        w_mshr *m = &w->mshr[k];
        if (!m->busy || m->filled || m->when > w->cycle) continue;
        m->filled = w->ret_valid = true;
        w->ret = (w_ret){.fill = true, .mshr = k, .line = m->line};
    }
    if (!w->ret_valid && w->n_hits && w->hit[0].when <= w->cycle) {
        w->ret = w->hit[0];
        memmove(&w->hit[0], &w->hit[1], --w->n_hits * sizeof w->hit[0]);
        w->ret_valid = true;
    }
    if (w->ret_valid) w_line_data(w, &w->ret);
}

static inline void w_offer_ret(world *w)
{
    if (!w->ret_valid) w_next_ret(w);
    if (!w->ret_valid) return;
    w->in.ret_valid_i[0] = 1;
    w->in.ret_fill_i[0] = w->ret.fill;
    w->in.ret_mshr_i[0] = w->ret.mshr;
    w->in.ret_count_i[0] = w->ret.count;
    memcpy(w->in.ret_meta_i, w->ret.meta, sizeof w->ret.meta);
    if (w->c.warppool.data) memcpy(w->in.ret_data_i, w->ret.data, w->c.l1d.line_bytes);
}

static inline void w_inputs(world *w)
{
    memset(&w->in, 0, sizeof w->in);
    w_offer_iss(w);
    w->in.ag_ready_i[0] = w->n_made < 200 && w_chance(w, w->p.ag);
    w_offer_adr(w);
    w_answer_l1(w);
    if (w->n_round && w->round[0]->when <= w->cycle) {
        w->in.round_pulse_i[0] = 1;
        w->in.round_warp_i[0] = w->round[0]->warp;
    }
    w_offer_ret(w);
    w->in.wb_ready_i[0] = w_chance(w, w->p.wb);
}

#include "warppool_world_check.h"

// One cycle.
static inline void world_step(world *w)
{
    warppool_valid(w->m, &w->out);
    w_inputs(w);
    warppool_ready(w->m, &w->in, &w->out);
    w_check(w);
    warppool_commit(w->m, &w->in, &w->out);
    w->cycle++;
}

// No more instructions; until all is done. Returns whether that came.
static inline bool world_drain(world *w, unsigned cycles)
{
    w->p.issue = 0;
    for (unsigned k = 0; k < cycles; k++) {
        world_step(w);
        if (!w->next && w_nothing_left(w)) return true;
    }
    return false;
}

static inline void world_free(world *w)
{
    for (unsigned k = 0; k < w->c.sm.warps; k++) {
        for (unsigned n = 0; n < w->n_of_warp[k]; n++) {
            if (w->of_warp[k][n]->kind != WARPPOOL_LOAD) free(w->of_warp[k][n]);
        }
        for (unsigned s = 0; s < WORLD_SEQS; s++) free(w->load[k][s]);
    }
    free(w->next);
    warppool_free(w->m);
}

#endif
