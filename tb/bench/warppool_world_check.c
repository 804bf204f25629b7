// warppool_world_check.c: the checking half of WarpPool's environment: it checks each beat at the
// block's outputs against what the instructions require, and updates the environment's own state.
// See warppool_world.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_world.h"

#include <stdlib.h>
#include <string.h>

void world_wrong(world *w, const char *what)
{
    if (!w->errors++) w->first_error = what;
}

// ---- mappings, from their definitions (WarpPool 3.6)

typedef struct w_mapping {
    unsigned kind, payload;
} w_mapping;

// Does the mapping put exactly these lanes on their words?
static bool w_maps(const world *w, w_mapping m, const w_insn *i, uint64_t lanes)
{
    const unsigned n = w->c.warppool.lanes, words = w->c.l1d.line_bytes / 4,
                   bits = warppool_lane_bits(&w->c);
    const unsigned lane = m.payload & ((1u << bits) - 1), word = m.payload >> bits;
    for (unsigned l = 0; l < n; l++) {
        long at = -1; // the word of lane l
        if (m.kind == WARPPOOL_SINGLE) at = l == lane ? (long)word : -1;
        if (m.kind == WARPPOOL_BROADCAST) at = m.payload;
        if (m.kind == WARPPOOL_CONSECUTIVE) at = l;
        if (m.kind == WARPPOOL_RANGE && l >= lane && word + l - lane < words) at = word + l - lane;
        const bool served = lanes >> l & 1;
        if (served != (at >= 0)) return false;
        if (served && (long)((i->addr[l] & (w->c.l1d.line_bytes - 1)) / 4) != at) return false;
    }
    return true;
}

static w_mapping w_mapping_of(const world *w, const w_insn *i, uint64_t lanes)
{
    const unsigned first = (unsigned)__builtin_ctzll(lanes),
                   word = (unsigned)(i->addr[first] & (w->c.l1d.line_bytes - 1)) / 4;
    const unsigned pair = first | word << warppool_lane_bits(&w->c);
    const w_mapping try[] = {{WARPPOOL_SINGLE, pair},
                             {WARPPOOL_BROADCAST, word},
                             {WARPPOOL_CONSECUTIVE, 0},
                             {WARPPOOL_RANGE, pair}};
    for (unsigned k = 0; i->size == 2 && k < 4; k++) {
        if (w_maps(w, try[k], i, lanes)) return try[k];
    }
    return (w_mapping){WARPPOOL_TABLE, 0};
}

// ---- iss, ag, adr

static void w_issued(world *w)
{
    w_insn *i = w->next;
    w->next = NULL;
    w->issued++;
    w->of_warp[i->warp][w->n_of_warp[i->warp]++] = i;
    if (i->kind == WARPPOOL_LOAD) w->load[i->warp][i->seq] = i;
    if (i->kind != WARPPOOL_BYPASS) return;
    i->when = w->cycle + rng_below(&w->r, 20);
    w->bypassing[w->n_bypassing++] = i;
}

// The instruction on ag is one of its warp that has not come there: the oldest such one.
static void w_to_make(world *w)
{
    const unsigned warp = (unsigned)w->out.ag_warp_o[0];
    for (unsigned k = 0; k < w->n_of_warp[warp]; k++) {
        w_insn *i = w->of_warp[warp][k];
        if (i->kind == WARPPOOL_BYPASS || i->when) continue;
        const bool store = i->kind == WARPPOOL_STORE;
        const bool same = w->out.ag_store_o[0] == store &&
                          w->out.ag_insn_o[0] == world_header(w, i) &&
                          (store || w->out.ag_seq_o[0] == i->seq);
        if (!same) world_wrong(w, "ag: another instruction than issued");
        i->when = w->cycle + 1;
        w->made[w->n_made++] = i;
        return;
    }
    world_wrong(w, "ag: an instruction that did not issue");
}

static void w_addresses_taken(world *w)
{
    w->adr_valid = false;
    memmove(&w->made[0], &w->made[1], --w->n_made * sizeof w->made[0]);
}

// ---- req

// All that a warp has issued before i and that must not be passed has been accepted.
static void w_check_order(world *w, const w_insn *i)
{
    for (unsigned k = 0; k < w->n_of_warp[i->warp]; k++) {
        const w_insn *o = w->of_warp[i->warp][k];
        if (o == i) return;
        if (o->kind != WARPPOOL_LOAD || i->kind != WARPPOOL_LOAD)
            world_wrong(w, "a warp's access passed an older one, and one of them is no load");
    }
    world_wrong(w, "an access that did not issue or was accepted before");
}

static void w_leaves_warp(world *w, const w_insn *i)
{
    w_insn **all = w->of_warp[i->warp];
    unsigned k = 0;
    while (k < w->n_of_warp[i->warp] && all[k] != i) k++;
    if (k == w->n_of_warp[i->warp]) return;
    memmove(&all[k], &all[k + 1], (--w->n_of_warp[i->warp] - k) * sizeof all[0]);
}

// One line of an instruction is accepted.
static void w_accepted(world *w, w_insn *i, uint64_t line, int kind, unsigned payload)
{
    w_check_order(w, i);
    for (unsigned k = 0; k < i->n; k++) {
        w_line *l = &i->line[k];
        if (l->line != line || l->accepted) continue;
        const w_mapping m = w_mapping_of(w, i, l->lanes);
        if (kind >= 0 &&
            ((unsigned)kind != m.kind || (m.kind != WARPPOOL_TABLE && payload != m.payload)))
            world_wrong(w, "req: another mapping");
        l->accepted = true;
        if (++i->accepted == i->n) w_leaves_warp(w, i);
        return;
    }
    world_wrong(w, "req: a line that the instruction does not touch, or twice");
}

static void w_check_store(world *w)
{
    const unsigned warp = (unsigned)w->out.req_warp_o[0];
    w_insn *i = w->n_of_warp[warp] ? w->of_warp[warp][0] : NULL;
    if (!i || i->kind != WARPPOOL_STORE) {
        world_wrong(w, "req: a store that did not issue");
        return;
    }
    uint8_t data[WORLD_LINE] = {0};
    uint64_t mask[4] = {0};
    for (unsigned l = 0; l < w->c.warppool.lanes; l++) {
        if (!(i->mask >> l & 1) || i->addr[l] >> w->shift != w->out.req_line_o[0]) continue;
        for (unsigned b = 0; b < 1u << i->size; b++) {
            const unsigned at = (unsigned)(i->addr[l] & (w->c.l1d.line_bytes - 1)) + b;
            data[at] = (uint8_t)(i->data[l] >> (8 * b));
            mask[at / 64] |= (uint64_t)1 << (at % 64);
        }
    }
    if (memcmp(mask, w->out.req_mask_o, sizeof mask))
        world_wrong(w, "req: another mask of a store");
    if (w->c.warppool.data && memcmp(data, w->out.req_data_o, w->c.l1d.line_bytes))
        world_wrong(w, "req: other data of a store");
    w_accepted(w, i, w->out.req_line_o[0], -1, 0);
    if (i->accepted != i->n) return;
    w->stores_done++;
    world_drop(i);
}

static void w_check_load(world *w)
{
    const unsigned bits = warppool_meta_bits(&w->c), payload_bits = warppool_payload_bits(&w->c),
                   seq_bits = warppool_seq_bits(&w->c);
    for (unsigned k = 0; k < w->out.req_count_o[0]; k++) {
        const uint64_t meta = warppool_field(w->out.req_meta_o, k, bits),
                       head = meta >> payload_bits;
        const unsigned kind = (unsigned)head & 7,
                       seq = (unsigned)(head >> 3) & ((1u << seq_bits) - 1),
                       warp = (unsigned)(head >> (3 + seq_bits));
        w_insn *i = warp < WORLD_WARPS ? w->load[warp][seq] : NULL;
        if (!i) world_wrong(w, "req: a load that did not issue");
        else
            w_accepted(w, i, w->out.req_line_o[0], (int)kind,
                       (unsigned)(meta & (((uint64_t)1 << payload_bits) - 1)));
    }
}

static void w_l1_takes(world *w)
{
    if (w->out.req_store_o[0]) {
        w_check_store(w);
        return;
    }
    w_check_load(w);
    if (!w->in.req_miss_i[0]) {
        w_ret *h = &w->hit[w->n_hits++];
        *h = (w_ret){.count = (unsigned)w->out.req_count_o[0],
                     .line = w->out.req_line_o[0],
                     .when = w->cycle + 1 + rng_below(&w->r, 3)};
        memcpy(h->meta, w->out.req_meta_o, sizeof h->meta);
        return;
    }
    w_mshr *m = &w->mshr[w->in.req_mshr_i[0]];
    if (!m->busy)
        *m = (w_mshr){.busy = true,
                      .line = w->out.req_line_o[0],
                      .when = w->cycle + 1 + rng_below(&w->r, w->p.latency)};
    m->rows++;
}

// ---- ret, wb

static uint64_t w_word(const world *w, const w_insn *i, unsigned lane, unsigned half,
                       const uint8_t *data)
{
    const unsigned at = (unsigned)(i->addr[lane] & (w->c.l1d.line_bytes - 1)) + 4 * half,
                   bytes = i->size == 3 ? 4 : 1u << i->size;
    uint64_t word = 0;
    for (unsigned b = 0; b < bytes; b++) word |= (uint64_t)data[at + b] << (8 * b);
    return word;
}

static void w_check_words(world *w, const w_insn *i, uint64_t lanes)
{
    const unsigned fields = warppool_beat_lanes(&w->c);
    uint64_t words[32] = {0};
    for (unsigned lane = 0; lane < w->c.warppool.lanes; lane++) {
        const unsigned f = lane % fields;
        if (lanes >> lane & 1)
            words[f / 2] |= w_word(w, i, lane, (unsigned)w->out.wb_half_o[0], w->back[0].data)
                            << (f % 2 * 32);
    }
    if (w->c.warppool.data && memcmp(words, w->out.wb_data_o, sizeof words))
        world_wrong(w, "wb: other words");
}

static void w_line_written(world *w, w_insn *i, w_line *l)
{
    l->written = true;
    if (++i->written < i->n) return;
    w->loads_done++;
    w->load[i->warp][i->seq] = NULL;
    world_drop(i);
}

// The beat that a line's lanes get next: their lower and upper halves in turn, if they have any,
// each of them in so many beats.
static void w_check_beat(world *w, const w_insn *i, w_line *l)
{
    const unsigned fields = warppool_beat_lanes(&w->c), halves = i->size < 3 ? 1 : 2;
    const uint64_t lower = fields < 64 ? l->lanes & (((uint64_t)1 << fields) - 1) : l->lanes,
                   upper = l->lanes & ~lower, first = lower ? lower : upper;
    const unsigned parts = lower && upper ? 2 : 1, beat = l->beats++;
    const uint64_t lanes = beat < halves ? first : upper;
    const bool last = beat + 1 == parts * halves;
    if (lanes != w->out.wb_mask_o[0]) world_wrong(w, "wb: other lanes");
    if (beat % halves != w->out.wb_half_o[0]) world_wrong(w, "wb: the other half of the bytes");
    if (w->out.wb_last_o[0] != last) world_wrong(w, "wb: the last beat of a request");
    w_check_words(w, i, lanes);
}

static void w_check_wb(world *w)
{
    w_insn *i = w->load[w->out.wb_warp_o[0] % WORLD_WARPS][w->out.wb_seq_o[0] % WORLD_SEQS];
    if (!i || !w->n_back) {
        world_wrong(w, "wb: words for a load that does not wait, or before a line came");
        return;
    }
    for (unsigned k = 0; k < i->n; k++) {
        w_line *l = &i->line[k];
        if (l->line != w->back[0].line || !l->accepted || l->written) continue;
        w_check_beat(w, i, l);
        if (w->out.wb_last_o[0]) w_line_written(w, i, l);
        return;
    }
    world_wrong(w, "wb: a line that the load does not wait for");
}

// The line at the head of the block's queue has been given to all: it says so for an MSHR, for a
// hit we count.
static void w_line_given(world *w)
{
    w_ret *b = &w->back[0];
    if (!w->n_back) return;
    if (!b->fill && w->out.free_valid_o[0]) world_wrong(w, "wb: frees an MSHR with a hit");
    if (b->fill ? !w->out.free_valid_o[0] : !w->out.wb_last_o[0] || --b->count) return;
    if (b->fill) {
        if (w->out.free_mshr_o[0] != b->mshr) world_wrong(w, "wb: frees another MSHR");
        w->mshr[b->mshr] = (w_mshr){0};
    }
    w->back[0] = w->back[1];
    w->n_back--;
}

static void w_line_taken(world *w)
{
    w->ret_valid = false;
    if (w->n_back < 2) w->back[w->n_back++] = w->ret;
    else world_wrong(w, "ret: a third line");
}

// ---- a cycle

bool world_empty(const world *w)
{
    bool left = w->next || w->n_hits || w->ret_valid || w->n_back || w->n_bypassing || w->n_made;
    for (unsigned k = 0; k < w->c.sm.warps; k++) {
        left = left || w->n_of_warp[k];
        for (unsigned s = 0; s < WORLD_SEQS; s++) left = left || w->load[k][s];
    }
    return !left;
}

static void w_check_status(world *w)
{
    for (unsigned k = 0; k < w->c.sm.warps; k++) {
        if (w->n_of_warp[k] && !(w->out.pending_o[0] >> k & 1))
            world_wrong(w, "pending_o: something of the warp has not been accepted");
    }
    const bool offers = w->out.ag_valid_o[0] || w->out.req_valid_o[0] || w->out.wb_valid_o[0];
    if (w->out.idle_o[0] && (w->n_back || offers))
        world_wrong(w, "idle_o: something is offered, or a line is being written back");
    if (w->out.req_valid_o[0] != (w->out.req_load_o[0] || w->out.req_store_o[0]))
        world_wrong(w, "req: neither a load nor a store, or both");
}

void world_check(world *w)
{
    const warppool_in *in = &w->in;
    const warppool_out *o = &w->out;
    w_check_status(w);
    if (o->wb_valid_o[0] && in->wb_ready_i[0]) {
        w_check_wb(w);
        w_line_given(w);
    }
    if (in->ret_valid_i[0] && o->ret_ready_o[0]) w_line_taken(w);
    if (o->req_valid_o[0] && in->req_ready_i[0]) w_l1_takes(w);
    if (in->bypass_pulse_i[0]) {
        w_insn *i = w->bypassing[0];
        memmove(&w->bypassing[0], &w->bypassing[1], --w->n_bypassing * sizeof w->bypassing[0]);
        w_check_order(w, i);
        w_leaves_warp(w, i);
        world_drop(i);
    }
    if (in->adr_valid_i[0] && o->adr_ready_o[0]) w_addresses_taken(w);
    if (o->ag_valid_o[0] && in->ag_ready_i[0]) w_to_make(w);
    if (in->iss_valid_i[0] && o->iss_ready_o[0]) w_issued(w);
    w->cycle++;
}
