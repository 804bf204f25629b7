// warppool_world.c: the driving half of WarpPool's environment: it draws instructions, addresses,
// L1D answers and fills, and drives the block's inputs with them. The checking half is
// warppool_world_check.c. See warppool_world.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_world.h"

#include "blocks/warppool_state.h"

#include <stdlib.h>
#include <string.h>

enum { HASHED_BITS = 13 }; // line bits above are not in the hash

static unsigned w_below(world *w, unsigned n) { return (unsigned)rng_below(&w->r, n); }
static bool w_chance(world *w, unsigned percent) { return w_below(w, 100) < percent; }
static uint64_t low_bits(unsigned n) { return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

void world_init(world *w, const config *c, uint64_t seed, w_profile p)
{
    memset(w, 0, sizeof *w);
    w->c = *c;
    w->p = p;
    w->r.state = seed;
    w->shift = cfg_index_bits(c->l1d.line_bytes);
}

void world_drop(w_insn *i)
{
    *i->link = i->older;
    if (i->older) i->older->link = i->link;
    free(i);
}

void world_free(world *w)
{
    while (w->alive) world_drop(w->alive);
}

void world_reset(world *w)
{
    const world kept = *w;
    world_free(w);
    memset(w, 0, sizeof *w);
    w->c = kept.c;
    w->p = kept.p;
    w->r = kept.r;
    w->cycle = kept.cycle;
    w->shift = kept.shift;
    w->held_line = kept.held_line;
    w->held_tag = kept.held_tag;
    w->held_queue = kept.held_queue;
    w->held_warp = kept.held_warp;
    w->held_offset = kept.held_offset;
    w->stores_done = kept.stores_done;
    w->loads_done = kept.loads_done;
}

// ---- instructions

// Lanes on lines, without regard to how the block finds them.
static void w_find_lines(const world *w, w_insn *i)
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

static unsigned w_line_bits(const world *w) { return w->c.warppool.address_bits - w->shift; }

// Queue of a line (WarpPool 3.4). It is linear, and its bits are those of the line's low end, mixed
// with higher ones.
static uint64_t w_queue_of(const world *w, uint64_t line)
{
    const uint64_t mixed = (line >> 6 & 7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4;
    return (line ^ mixed) & (w->c.warppool.queues - 1);
}

// Keeps the bits of bench_job.hold at 0.
static uint64_t w_held(const world *w, uint64_t line)
{
    const uint64_t queues = cfg_index_bits(w->c.warppool.queues);
    line &= ~(w->held_line | w->held_tag << queues);
    return line ^ (w_queue_of(w, line) & w->held_queue);
}

// The line `where`, or one of its queue that differs from it in one of these bits of its tag, each
// as often.
static uint64_t w_twin_of(world *w, uint64_t bits)
{
    unsigned at = w_below(w, 1 + (unsigned)__builtin_popcountll(bits));
    if (!at) return w->p.where;
    while (--at) bits &= bits - 1;
    const uint64_t bit = bits & -bits;
    return w->p.where ^ bit ^ w_queue_of(w, bit);
}

// The line `where`, or one that differs from it in one bit, or in one bit of its tag and stays in
// the queue.
static uint64_t w_twin(world *w)
{
    const uint64_t bits = w->p.twin_bits & low_bits(w_line_bits(w));
    if (bits) return w_twin_of(w, bits);
    if (w_below(w, 2)) return w->p.where;
    const uint64_t bit = (uint64_t)1 << w_below(w, w_line_bits(w));
    const bool stays = bit >= w->c.warppool.queues && w_below(w, 2);
    return w->p.where ^ bit ^ (stays ? w_queue_of(w, bit) : 0);
}

// The n-th line of a queue: by bits that do not mix into the queue's number where there are some.
static uint64_t w_nth_of_queue(const world *w, uint64_t queue, uint64_t n)
{
    enum { SPARE = 4 };
    if (w_line_bits(w) >= HASHED_BITS + SPARE) return queue ^ n << HASHED_BITS;
    const uint64_t tag = n << cfg_index_bits(w->c.warppool.queues);
    return tag | (queue ^ w_queue_of(w, tag));
}

// The k-th line in use: neighbours differ in the highest bit or in bit 12, others share a queue.
static uint64_t w_line_at(world *w, unsigned k)
{
    const uint64_t lines = (uint64_t)1 << w_line_bits(w);
    const uint64_t deep = w->p.deep ? w_nth_of_queue(w, k % w->p.deep, k / w->p.deep) : 0;
    const uint64_t wide =
        (uint64_t)(k / 4) * (k & 4 ? 1 : 33) + (k & 2) * 2048 + (k & 1 ? lines / 2 : 0);
    const uint64_t line =
        w_chance(w, w->p.twins) ? w_twin(w) : (w->p.deep ? deep : wide) ^ w->p.where;
    return w_held(w, line % lines);
}

// A warp's instructions fill one tag of every queue, of as many as it has lanes, then of the
// others, and then the next tag. Every other one comes from the last queue down, so that two
// coalescers do not get in each other's way.
static uint64_t w_flood_at(const world *w, const w_insn *i, unsigned lane)
{
    const uint64_t queues = w->c.warppool.queues, lanes = w->c.warppool.lanes,
                   turn = w->n_of_warp[i->warp] / w->p.flood,
                   sets = lanes < queues ? queues / lanes : 1, // that fill all queues
        at = (lane + turn % sets * lanes) % queues,
                   nth = turn / sets * w->p.flood_tags + lane / queues % w->p.flood_tags,
                   queue = (i->seq & 1 ? ~at : at) % queues;
    return w_held(w,
                  (w->p.where ^ w_nth_of_queue(w, queue, nth)) % ((uint64_t)1 << w_line_bits(w)));
}

// Lanes of an instruction of the window.
static uint64_t w_window_lanes(world *w, const w_insn *i)
{
    const unsigned tags = w->c.warppool.queues * w->c.warppool.tags;
    if (!w->p.brief) return low_bits(1 + w_below(w, w->p.window));
    if (!i->seq) return low_bits(WARPPOOL_OUTBOUND);
    if (i->seq < w->p.brief) return low_bits(tags);
    const unsigned behind = i->seq - w->p.brief;
    return low_bits(behind && behind + 1 < w->c.warppool.merges ? WARPPOOL_OUTBOUND : WORLD_LANES);
}

// From a line of the window on, up or down, each lane on the next one.
static uint64_t w_window_at(const world *w, const w_insn *i, unsigned any, bool any_down,
                            unsigned lane)
{
    const unsigned n = w->p.window, queues = w->c.warppool.queues, brief = w->p.brief,
                   follows = i->seq <= brief ? 0 : w->p.second,
                   from = !brief   ? any
                          : i->seq ? follows
                                   : n - WARPPOOL_OUTBOUND;
    const bool down = !brief && any_down;
    const unsigned at = (from + (down ? n - lane % n : lane)) % n;
    return w_held(w, (w->p.where ^ w_nth_of_queue(w, at % queues, at / queues)) %
                         ((uint64_t)1 << w_line_bits(w)));
}

// Warp 0's loads of w_profile.stack, or what comes before and behind them. Each of these begins on
// a line of its own, behind those of the loads.
static unsigned w_stack_warp(const world *w)
{
    const w_stack *s = &w->p.stack;
    const unsigned lead = s->fillers + s->store;
    if (w->issued < lead) return w->issued < s->fillers ? 1 : w->c.sm.warps - 1;
    return s->last && w->issued >= lead + w->c.sm.loads_per_warp ? 1 : 0;
}
static unsigned w_stack_kind(const world *w, unsigned warp)
{
    return warp && w->issued >= w->p.stack.fillers ? WARPPOOL_STORE : WARPPOOL_LOAD;
}
static uint64_t w_stack_at(const world *w, const w_insn *i, unsigned lane)
{
    enum { OTHERS = 8 };
    const unsigned queues = w->c.warppool.queues, lanes = w->c.warppool.lanes,
                   own = w->p.stack.last              ? i->seq * lanes
                         : i->seq == w->p.stack.first ? 0
                                                      : w->p.stack.from,
                   other = (w->c.sm.loads_per_warp + 1 + w->issued % OTHERS) * lanes,
                   at = lane + (i->warp ? other : own);
    return w_held(w, (w->p.where ^ w_nth_of_queue(w, at % queues, at / queues)) %
                         ((uint64_t)1 << w_line_bits(w)));
}
static uint64_t w_stack_lanes(const world *w, const w_insn *i)
{
    const w_stack *s = &w->p.stack;
    if (i->warp) return low_bits(i->kind == WARPPOOL_STORE ? s->store_lines : 1);
    if (i->seq == s->first) return low_bits(s->lines);
    return low_bits(i->seq < s->brief ? s->brief_lines : w->c.warppool.lanes);
}

// One lane on each line, whose request needs no place in the thread map table; or all lanes.
static unsigned w_lanes_of_flood(const world *w)
{
    return w->p.flood == WORLD_INSNS ? w->c.warppool.queues * w->p.flood_tags : WORLD_LANES;
}

// Lines of an instruction with W_APART: where each is to fill a tag, of all lanes.
static unsigned w_lines_apart(const world *w)
{
    if (w->p.apart_lines) return w->p.apart_lines;
    return w->p.march && !w->p.apart ? w->c.warppool.lanes : W_APART - 1;
}

// Where an instruction goes on: behind what the one before may have touched.
static unsigned w_march(world *w)
{
    return w->marched += w->p.gap + (w->p.shape == W_APART ? w_lines_apart(w) : 1);
}

static void w_addresses(world *w, w_insn *i)
{
    const unsigned bytes = 1u << i->size, places = w->c.l1d.line_bytes / bytes,
                   lanes = w->c.warppool.lanes;
    const unsigned how = w->p.shape ? w->p.shape - 1 : w_below(w, W_SHAPES),
                   at = w_below(w, places);
    const bool near = w_chance(w, w->p.near);
    const uint64_t near_bit = (uint64_t)1 << w_below(w, w_line_bits(w));
    const unsigned step = w_below(w, lanes), step_bit = 1u << w_below(w, cfg_index_bits(places)),
                   run = w_below(w, 2) ? 1 : 0;
    const unsigned base = w_chance(w, w->p.march) ? w_march(w) : w_below(w, w->p.lines),
                   odd = w_below(w, 8 * lanes);
    for (unsigned l = 0; l < lanes; l++) {
        uint64_t line = base, place = l;
        if (how + 1 == W_ONE_WORD) place = at;
        if (how == 2) place = at + l;                // runs on, perhaps into the next line
        if (how == 3) line = w_below(w, w->p.lines); // scattered
        if (how == 4) line = w_below(w, 2) + base, place = w_below(w, places);
        if (how + 1 == W_APART) line = base + l % w_lines_apart(w), place = at;
        if (how == 6) place = places - 1 - l % places; // backwards
        if (how + 1 == W_STEP)
            place =
                (run ? l : at) ^ (l >= step ? step_bit : 0); // and from one lane on, a bit differs
        if (l == odd) place++;                               // a mapping missed by one lane
        line = w->p.stack.on ? w_stack_at(w, i, l)
               : w->p.window ? w_window_at(w, i, base, odd & 1, l)
               : w->p.flood
                   ? w_flood_at(w, i, l)
                   : w_line_at(w, near ? base : (unsigned)((line + place / places) % w->p.lines));
        if (near)
            line = w_held(w, (l && w->p.twins ? i->addr[0] >> w->shift : line) ^
                                 (w_below(w, 2) ? near_bit : 0));
        i->addr[l] = line << w->shift | ((place % places) * bytes & ~w->held_offset);
        i->data[l] =
            rng_u64(&w->r) & (i->size == 3 ? ~(uint64_t)0 : ((uint64_t)1 << (8 * bytes)) - 1);
    }
    const uint64_t all = lanes == 64 ? ~(uint64_t)0 : ((uint64_t)1 << lanes) - 1;
    const unsigned part = w_below(w, 6);
    i->mask = w_chance(w, w->p.regular) ? all : rng_u64(&w->r) & all;
    if (part == 0) i->mask = all << w_below(w, lanes) & all;
    if (part == 1) i->mask = all >> w_below(w, lanes);
    if (part == 2) i->mask = all >> w_below(w, lanes) & all << w_below(w, lanes);
    if (w->p.flood) i->mask = all & low_bits(w_lanes_of_flood(w));
    if (w->p.window) i->mask = all & w_window_lanes(w, i);
    if (w->p.stack.on) i->mask = all & w_stack_lanes(w, i);
    // a lane on each line, which needs no place in the thread map table
    if (w->p.march && w->p.shape == W_APART) i->mask = all & low_bits(w_lines_apart(w));
    if (!i->mask || w_chance(w, w->p.single)) i->mask = (uint64_t)1 << w_below(w, lanes);
}

// Does the warp issue nothing but stores?
static bool w_stores(const world *w, unsigned warp)
{
    return (warp + w->p.where % w->c.sm.warps) % w->c.sm.warps < w->p.apart;
}

static unsigned w_kind(world *w, unsigned warp)
{
    if (w->p.stack.on) return w_stack_kind(w, warp);
    if (w->p.apart) return w_stores(w, warp) ? WARPPOOL_STORE : WARPPOOL_LOAD;
    if (w_chance(w, w->p.store)) return WARPPOOL_STORE;
    return w_chance(w, w->p.bypass) ? WARPPOOL_BYPASS : WARPPOOL_LOAD;
}

static w_insn *w_make(world *w, unsigned warp, unsigned seq)
{
    w_insn *i = wl_calloc(1, sizeof *i);
    i->older = w->alive;
    i->link = &w->alive;
    if (i->older) i->older->link = &i->older;
    w->alive = i;
    i->warp = warp;
    i->seq = seq;
    i->kind = w_kind(w, warp);
    i->size = w_chance(w, w->p.narrow) ? w_below(w, w->c.warppool.lane_bytes == 8 ? 4 : 3) : 2;
    if (w->p.bytes) i->size = 0;
    w_addresses(w, i);
    if (i->kind == WARPPOOL_BYPASS) i->n = 1;
    else w_find_lines(w, i);
    return i;
}

static int w_free_seq(const world *w, unsigned warp)
{
    for (unsigned s = 0; s < w->c.sm.loads_per_warp; s++) {
        if (!w->load[warp][s]) return (int)s;
    }
    return -1;
}

// ---- inputs of a cycle

uint64_t world_header(const world *w, const w_insn *i)
{
    return (i->addr[0] ^ i->mask) & low_bits(w->c.warppool.insn_bits);
}

// The scheduler looks at the warp's bits, mostly.
static void w_draw_next(world *w, unsigned warp, unsigned seq)
{
    const uint64_t able[] = {w->out.load_ok_o[0], w->out.store_ok_o[0], ~w->out.pending_o[0]};
    const unsigned marched = w->marched;
    w_insn *i = w_make(w, warp, seq);
    w->next = i;
    if (able[i->kind] >> warp & 1 || !w_chance(w, w->p.able)) return;
    world_drop(i);
    w->next = NULL;
    w->marched = marched;
}

// One of the warps that store, or one of those that load.
static unsigned w_draw_apart(world *w)
{
    const unsigned warps = w->c.sm.warps, stores = w->p.apart,
                   at = w_chance(w, w->p.store) ? w_below(w, w->p.senders)
                                                : stores + w_below(w, warps - stores);
    return (unsigned)((at + warps - w->p.where % warps) % warps);
}

// Of twins: one of two warps whose numbers differ in one bit; now and then only, if their loads do
// not keep the coalescers busy.
static unsigned w_draw_warp(world *w)
{
    const unsigned warps = w->p.warps && w->p.warps < w->c.sm.warps ? w->p.warps : w->c.sm.warps,
                   any = w_below(w, warps);
    if (w->p.stack.on) return w_stack_warp(w);
    if (w->p.apart) return w_draw_apart(w);
    const bool few = w->c.sm.loads_per_warp < 2 * w->c.warppool.coalescers;
    if (!w->p.twins || (few && w_chance(w, 80))) return any;
    const unsigned one = (unsigned)(w->p.where % warps),
                   other = one ^ 1u << w_below(w, cfg_index_bits(warps));
    return other < warps && w_below(w, 2) ? other : one;
}

static void w_offer_iss(world *w)
{
    if (!w->next && w_chance(w, w->p.issue)) {
        const unsigned warp = w_draw_warp(w) & (unsigned)~w->held_warp;
        const int seq = w_free_seq(w, warp);
        if (seq >= 0 && w->n_of_warp[warp] < WORLD_INSNS) w_draw_next(w, warp, (unsigned)seq);
    }
    if (!w->next) return;
    w->in.iss_valid_i[0] = 1;
    w->in.iss_kind_i[0] = w->next->kind;
    w->in.iss_warp_i[0] = w->next->warp;
    w->in.iss_seq_i[0] = w->next->kind == WARPPOOL_LOAD ? w->next->seq : 0;
    w->in.iss_insn_i[0] = world_header(w, w->next);
}

// Addresses come in any order: those of the first, or of another one.
static void w_pick_made(world *w)
{
    const unsigned k = !w->p.stack.on && w_chance(w, 25) ? w_below(w, w->n_made) : 0;
    w_insn *i = w->made[k];
    w->made[k] = w->made[0];
    w->made[0] = i;
    w->adr_valid = true;
}

static void w_offer_adr(world *w)
{
    if (!w->adr_valid && w->n_made && w_chance(w, w->p.adr)) w_pick_made(w);
    if (!w->adr_valid) return;
    const w_insn *i = w->made[0];
    const unsigned lanes = w->c.warppool.lanes;
    w->in.adr_valid_i[0] = 1;
    w->in.adr_store_i[0] = i->kind == WARPPOOL_STORE;
    w->in.adr_warp_i[0] = i->warp;
    w->in.adr_seq_i[0] = i->kind == WARPPOOL_LOAD ? i->seq : 0;
    w->in.adr_size_i[0] = i->size;
    w->in.adr_mask_i[0] = i->mask;
    memset(w->in.adr_addr_i, 0, sizeof w->in.adr_addr_i);
    if (i->kind == WARPPOOL_STORE) memset(w->in.adr_data_i, 0, sizeof w->in.adr_data_i);
    for (unsigned l = 0; l < lanes; l++)
        warppool_put_field(w->in.adr_addr_i, l, w->c.warppool.address_bits, i->addr[l]);
    for (unsigned l = 0; w->c.warppool.data && i->kind == WARPPOOL_STORE && l < lanes; l++) {
        warppool_put_field(w->in.adr_data_i, l, 8 * w->c.warppool.lane_bytes, i->data[l]);
    }
}

static w_mshr *w_mshr_of(world *w, uint64_t line)
{
    for (unsigned k = 0; k < w->c.l1d.mshrs; k++) {
        if (w->mshr[k].busy && !w->mshr[k].filled && w->mshr[k].line == line) return &w->mshr[k];
    }
    return NULL;
}

// Any free one: the first and the last have as much to do as the others.
static w_mshr *w_new_mshr(world *w)
{
    const unsigned first = w_below(w, w->c.l1d.mshrs);
    for (unsigned n = 0; n < w->c.l1d.mshrs; n++) {
        const unsigned k = (first + n) % w->c.l1d.mshrs;
        if (!w->mshr[k].busy) return &w->mshr[k];
    }
    return NULL;
}

static void w_answer_l1(world *w)
{
    w->in.req_ready_i[0] = w->p.noise && !w->out.req_valid_o[0] && w_chance(w, 50);
    if (!w->out.req_valid_o[0] || !w_chance(w, w->p.l1)) return;
    if (w->out.req_store_o[0]) {
        w->in.req_ready_i[0] = 1;
        return;
    }
    w_mshr *m = w_mshr_of(w, w->out.req_line_o[0]);
    if (!m && w_chance(w, w->p.hit)) {
        w->in.req_ready_i[0] = w->n_hits < WORLD_HITS;
        w->in.req_miss_i[0] = 0;
        return;
    }
    if (m && m->rows == w->c.l1d.merges) return;
    if (!m) m = w_new_mshr(w);
    if (!m) return;
    w->in.req_ready_i[0] = w->in.req_miss_i[0] = 1;
    w->in.req_mshr_i[0] = (uint64_t)(m - w->mshr);
}

static void w_line_data(world *w, w_ret *r)
{
    rng line = {r->line + w->cycle};
    for (unsigned b = 0; b < w->c.l1d.line_bytes; b++) r->data[b] = (uint8_t)rng_u64(&line);
}

// The next line for the block: of an MSHR whose time has come, or the oldest hit.
static void w_next_ret(world *w)
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

static void w_offer_ret(world *w)
{
    if (!w->ret_valid) w_next_ret(w);
    if (!w->ret_valid) return;
    w->in.ret_valid_i[0] = 1;
    w->in.ret_fill_i[0] = w->ret.fill;
    if (w->ret.fill) {
        w->in.ret_mshr_i[0] = w->ret.mshr;
    } else {
        w->in.ret_count_i[0] = w->ret.count;
        memcpy(w->in.ret_meta_i, w->ret.meta, sizeof w->ret.meta);
    }
    if (w->c.warppool.data) memcpy(w->in.ret_data_i, w->ret.data, w->c.l1d.line_bytes);
}

// Zeros, or in the payloads anything.
static void w_fill(world *w)
{
    port ports[WARPPOOL_N_PORTS];
    memset(&w->in, 0, sizeof w->in);
    if (!w->p.noise) return;
    warppool_ports(&w->c, ports);
    uint64_t *const in = (uint64_t *)(void *)&w->in;
    for (unsigned k = 0; k < WARPPOOL_N_PORTS; k++) {
        if (ports[k].dir != PORT_IN || !ports[k].qualifier || strstr(ports[k].name, "_ready_i"))
            continue;
        for (unsigned at = 0; at < ports[k].width; at += 64)
            in[ports[k].word + at / 64] = rng_u64(&w->r) & low_bits(ports[k].width - at);
    }
}

void world_inputs(world *w)
{
    w_fill(w);
    w_offer_iss(w);
    w->in.ag_ready_i[0] = w->n_made < WORLD_MADE - WORLD_WARPS && w_chance(w, w->p.ag);
    w_offer_adr(w);
    w_answer_l1(w);
    if (w->n_bypassing && w->bypassing[0]->when <= w->cycle) {
        w->in.bypass_pulse_i[0] = 1;
        w->in.bypass_warp_i[0] = w->bypassing[0]->warp;
    }
    w_offer_ret(w);
    w->in.wb_ready_i[0] = w_chance(w, w->p.wb);
}
