// warppool_seam.c : see warppool_seam.h. Issue, addresses, the cycle; warppool_seam_l1.c has what
// goes to L1D and comes back.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/warppool_seam_state.h"

#include <stdlib.h>
#include <string.h>

// ---- life

// A block of another design may have any lanes and any header; the one of this machine must fit it.
static int check_fit(const config *c, err *e)
{
    const unsigned slots = c->sm.warps * (c->sm.loads_per_warp + WARPPOOL_SEAM_PARTS),
                   bits = cfg_index_bits(slots);
    if (c->warppool.lanes != WARP_LANES) {
        return err_add(e, ST_INPUT, "structures.warppool.lanes = %u: the simulated machine has %d",
                       c->warppool.lanes, WARP_LANES);
    }
    if (c->warppool.insn_bits < bits) {
        return err_add(e, ST_INPUT,
                       "structures.warppool.insn_bits = %u: the simulated machine needs at least "
                       "%u, the number of a load or store",
                       c->warppool.insn_bits, bits);
    }
    if (c->warppool.address_bits < c->mrpb.address_bits) {
        return err_add(
            e, ST_INPUT,
            "structures.warppool.address_bits = %u: must be structures.mrpb.address_bits = %u at "
            "least to simulate, the width of a device address",
            c->warppool.address_bits, c->mrpb.address_bits);
    }
    if (c->sm.loads_per_warp >= WARPPOOL_SEAM_PARTS) return ST_OK;
    return err_add(e, ST_INPUT,
                   "sm.loads_per_warp = %u: must be at least %d with structures.warppool, which "
                   "makes up to so many parts of a load, each with a number",
                   c->sm.loads_per_warp, WARPPOOL_SEAM_PARTS);
}

static void next_cycle(warppool_seam *p)
{
    p->was_idle = p->next.idle_o[0];
    p->dev.valid(p->dev.self, (uint64_t *)&p->next);
}

static void make_lists(warppool_seam *p)
{
    const config *c = p->c;
    p->slot = wl_calloc((size_t)p->n_loads + WARPPOOL_SEAM_PARTS * c->sm.warps, sizeof *p->slot);
    p->made = wl_calloc(c->sm.mem_pipeline, sizeof *p->made);
    p->hits = wl_calloc(c->l1d.latency, sizeof *p->hits);
    p->rows = wl_calloc(c->l1d.mshrs, sizeof *p->rows);
    p->written = wl_calloc(c->l1d.mshrs, sizeof *p->written);
    for (unsigned k = 0; k < WARPPOOL_SEAM_CARRIED; k++) p->unused[k] = (uint16_t)k;
    p->n_unused = WARPPOOL_SEAM_CARRIED;
}

warppool_seam *warppool_seam_new(const config *c, const devices *d, const warppool_seam_sm *sm,
                                 err *e)
{
    if (check_fit(c, e) != ST_OK) return NULL;
    warppool_seam *p = wl_calloc(1, sizeof *p);
    p->c = c;
    p->sm = *sm;
    p->line_shift = cfg_index_bits(c->l1d.line_bytes);
    p->meta_bits = warppool_meta_bits(c);
    p->seq_bits = warppool_seq_bits(c);
    p->payload_bits = warppool_payload_bits(c);
    p->n_loads = c->sm.warps * c->sm.loads_per_warp;
    p->data = c->warppool.data;
    p->quantum = c->warppool.select == SELECT_SWITCH ? c->warppool.quantum : 0;
    p->issuing = p->round = -1;
    make_lists(p);
    int st = devices_make(d, &warppool_block, c, sm->sm, &p->dev, e);
    if (st != ST_OK) {
        p->dev = (block_dev){0};
        warppool_seam_free(p);
        return NULL;
    }
    next_cycle(p);
    next_cycle(p);
    return p;
}

void warppool_seam_free(warppool_seam *p)
{
    if (!p) return;
    if (p->dev.free) p->dev.free(p->dev.self);
    free(p->slot);
    free(p->made);
    free(p->hits);
    free(p->rows);
    free(p->written);
    free(p);
}

// ---- issue

static unsigned part_bytes(const warppool_seam *p, const winst *i, const wexec *x)
{
    const unsigned piece = winst_piece(i, x);
    return piece < p->c->warppool.lane_bytes ? piece : p->c->warppool.lane_bytes;
}

unsigned warppool_seam_parts(const warppool_seam *p, const winst *i, const wexec *x)
{
    return i->lane_bytes / part_bytes(p, i, x);
}
unsigned warppool_seam_most_parts(const winst *i)
{
    return i->lane_bytes > WINST_WORD ? i->lane_bytes / WINST_WORD : 1;
}

// A lane's address in a part. The block takes aligned lanes only.
static uint64_t lane_addr(const warppool_seam *p, const winst *i, const wexec *x, unsigned part,
                          unsigned lane)
{
    const unsigned bytes = part_bytes(p, i, x),
                   step = winst_piece(i, x) < i->lane_bytes ? x->word_step : bytes;
    return (x->addr[lane] + part * step) & ~(uint64_t)(bytes - 1);
}

unsigned warppool_seam_lines(const warppool_seam *p, const winst *i, const wexec *x, unsigned part)
{
    uint64_t lines[WARP_LANES];
    unsigned n = 0;
    for (uint32_t set = x->active; set; set &= set - 1) {
        const uint64_t line =
            lane_addr(p, i, x, part, (unsigned)__builtin_ctz(set)) >> p->line_shift;
        unsigned k = n;
        while (k > 0 && lines[k - 1] != line) k--;
        if (!k) lines[n++] = line;
    }
    return n;
}

static void fill_slot(warppool_seam *p, warppool_seam_slot *s, unsigned warp, const winst *i,
                      const wexec *x, unsigned part)
{
    const warppool_seam_order *o = &p->order[warp];
    *s = (warppool_seam_slot){.i = i,
                              .mask = x->active,
                              .warp = (uint8_t)warp,
                              .space = x->space,
                              .size = (uint8_t)__builtin_ctz(part_bytes(p, i, x)),
                              .store = i->kind == W_STORE,
                              .unwritten = x->active,
                              .others = o->others_in,
                              .load_lines = o->lines_in};
    for (unsigned l = 0; l < WARP_LANES; l++)
        s->addr[l] = x->active >> l & 1 ? lane_addr(p, i, x, part, l) : 0;
    s->lines = warppool_seam_lines(p, i, x, part);
}

static void count_issue(warppool_seam *p, const warppool_seam_slot *s)
{
    warppool_seam_order *o = &p->order[s->warp];
    o->inside += s->lines;
    if (s->store) o->others_in++;
    else o->lines_in += s->lines;
}

// A warp has one store at a time on its way: its parts have slots of their own behind those of the
// loads.
void warppool_seam_issue(warppool_seam *p, unsigned warp, const winst *i, const wexec *x,
                         const uint16_t *load, uint64_t now, unsigned operand_cycles)
{
    const unsigned parts = warppool_seam_parts(p, i, x);
    for (unsigned k = 0; k < parts; k++) {
        const uint16_t number = load ? load[k] : (uint16_t)(p->n_loads + k * p->c->sm.warps + warp);
        warppool_seam_slot *s = &p->slot[number];
        fill_slot(p, s, warp, i, x, k);
        s->born = now;
        s->ready = now + p->c->sm.issue_latency + operand_cycles;
        count_issue(p, s);
        if (k) p->parts[warp][p->n_parts[warp]++] = number;
        else p->issuing = number;
    }
    if (parts > 1) p->part_warps |= (uint64_t)1 << warp;
}

void warppool_seam_atomic(warppool_seam *p, unsigned warp)
{
    p->round = (int)warp;
    p->order[warp].others_in++;
    p->order[warp].inside++;
}

void warppool_seam_atomic_done(warppool_seam *p, unsigned warp)
{
    p->in.bypass_pulse_i[0] = 1;
    p->in.bypass_warp_i[0] = warp;
    p->order[warp].others_out++;
    p->order[warp].inside--;
}

uint64_t warppool_seam_loads_ok(const warppool_seam *p)
{
    return p->next.load_ok_o[0] & ~p->part_warps;
}
uint64_t warppool_seam_stores_ok(const warppool_seam *p)
{
    return p->next.store_ok_o[0] & ~p->part_warps;
}

// Warps whose next part may go on iss now.
static uint64_t parts_ok(const warppool_seam *p)
{
    uint64_t ok = 0;
    for (uint64_t set = p->part_warps; set; set &= set - 1) {
        const unsigned w = (unsigned)__builtin_ctzll(set);
        ok |= (p->slot[p->parts[w][0]].store ? p->next.store_ok_o[0] : p->next.load_ok_o[0]) &
              (uint64_t)1 << w;
    }
    return ok;
}

bool warppool_seam_room(const warppool_seam *p) { return !parts_ok(p); }

bool warppool_seam_pending(const warppool_seam *p, unsigned warp)
{
    return p->order[warp].inside || (p->next.pending_o[0] >> warp & 1);
}
uint64_t warppool_seam_inside(const warppool_seam *p, unsigned warp)
{
    return p->order[warp].inside;
}

// ---- the inputs of a cycle

static void take_part(warppool_seam *p)
{
    const uint64_t ok = parts_ok(p);
    if (p->issuing >= 0 || p->round >= 0 || !ok) return;
    const unsigned w = (unsigned)__builtin_ctzll(ok);
    p->issuing = p->parts[w][0];
    memmove(&p->parts[w][0], &p->parts[w][1], (WARPPOOL_SEAM_PARTS - 1) * sizeof p->parts[w][0]);
    if (!--p->n_parts[w]) p->part_warps &= ~((uint64_t)1 << w);
}

static void show_issue(warppool_seam *p)
{
    take_part(p);
    p->in.iss_valid_i[0] = p->issuing >= 0 || p->round >= 0;
    if (p->round >= 0) {
        p->in.iss_kind_i[0] = WARPPOOL_BYPASS;
        p->in.iss_warp_i[0] = (uint64_t)p->round;
    } else if (p->issuing >= 0) {
        const warppool_seam_slot *s = &p->slot[p->issuing];
        p->in.iss_kind_i[0] = s->store ? WARPPOOL_STORE : WARPPOOL_LOAD;
        p->in.iss_warp_i[0] = s->warp;
        p->in.iss_seq_i[0] = s->store ? 0 : (uint64_t)p->issuing % p->c->sm.loads_per_warp;
        p->in.iss_insn_i[0] = (uint64_t)p->issuing;
    }
}

static void put_addresses(warppool_seam *p, const warppool_seam_slot *s)
{
    const unsigned bits = p->c->warppool.address_bits;
    memset(p->in.adr_addr_i, 0, (WARP_LANES * bits + 63) / 64 * sizeof p->in.adr_addr_i[0]);
    for (unsigned l = 0; l < WARP_LANES; l++) {
        CHECK(!(s->addr[l] >> bits),
              "SM %u warp %u: address 0x%llx does not fit structures.warppool.address_bits",
              p->sm.sm, s->warp, (unsigned long long)s->addr[l]);
        warppool_put_field(p->in.adr_addr_i, l, bits, s->addr[l]);
    }
}

static void show_addresses(warppool_seam *p, uint64_t now)
{
    const unsigned number = p->n_made ? p->made[p->made_first] : 0;
    const warppool_seam_slot *s = &p->slot[number];
    if (p->adr_shown || !p->n_made || s->ready > now) return;
    p->in.adr_valid_i[0] = p->adr_shown = true;
    p->in.adr_store_i[0] = s->store;
    p->in.adr_warp_i[0] = s->warp;
    p->in.adr_seq_i[0] = s->store ? 0 : number % p->c->sm.loads_per_warp;
    p->in.adr_size_i[0] = s->size;
    p->in.adr_mask_i[0] = s->mask;
    put_addresses(p, s);
    if (s->store && p->data) warppool_seam_store_words(p, s, p->in.adr_data_i);
}

// ---- beats

static void address_generation(warppool_seam *p, uint64_t now, warppool_seam_out *out)
{
    if (p->in.adr_valid_i[0] && p->next.adr_ready_o[0]) {
        p->in.adr_valid_i[0] = p->in.adr_store_i[0] = p->adr_shown = false;
        if (++p->made_first == p->c->sm.mem_pipeline) p->made_first = 0;
        p->n_made--;
        out->progress = true;
    }
    if (!p->next.ag_valid_o[0] || !p->in.ag_ready_i[0]) return;
    const unsigned number =
        (unsigned)(p->next.ag_insn_o[0] % (p->n_loads + WARPPOOL_SEAM_PARTS * p->c->sm.warps));
    warppool_seam_slot *s = &p->slot[number];
    const uint64_t read = now + 1 + (s->i ? s->i->n_src : 0u);
    if (s->ready < read) s->ready = read;
    out->progress = true;
    const unsigned at = p->made_first + p->n_made++;
    p->made[at < p->c->sm.mem_pipeline ? at : at - p->c->sm.mem_pipeline] = (uint16_t)number;
}

static void write_back(warppool_seam *p, warppool_seam_out *out)
{
    const warppool_out *o = &p->next;
    if (!o->wb_valid_o[0] || !p->in.wb_ready_i[0]) return;
    const unsigned number = (unsigned)(o->wb_warp_o[0] % p->c->sm.warps * p->c->sm.loads_per_warp +
                                       o->wb_seq_o[0] % p->c->sm.loads_per_warp);
    warppool_seam_slot *s = &p->slot[number];
    warppool_seam_check_words(p, s, o);
    out->progress = true;
    if (s->size <= 2 || o->wb_half_o[0]) s->unwritten &= ~(uint32_t)o->wb_mask_o[0];
    if (o->wb_last_o[0]) {
        out->returned = true;
        out->number = (uint16_t)number;
    }
    if (o->free_valid_o[0]) p->written[o->free_mshr_o[0] % p->c->l1d.mshrs] = true;
}

// Whatever stands in the payloads, nothing is offered.
static void clear_inputs(warppool_seam *p)
{
    p->in.iss_valid_i[0] = p->in.bypass_pulse_i[0] = p->in.ret_valid_i[0] = p->in.req_ready_i[0] =
        p->in.req_miss_i[0] = 0;
    p->issuing = p->round = -1;
}

void warppool_seam_cycle(warppool_seam *p, uint64_t now, bool open, bool file,
                         warppool_seam_out *out)
{
    const uint64_t pending = p->next.pending_o[0], loads = warppool_seam_loads_ok(p),
                   stores = warppool_seam_stores_ok(p);
    const bool room = warppool_seam_room(p);
    *out = (warppool_seam_out){0};
    show_issue(p);
    show_addresses(p, now);
    p->in.ag_ready_i[0] = p->n_made < p->c->sm.mem_pipeline;
    warppool_seam_return_hit(p, now);
    if (open && p->next.req_valid_o[0]) warppool_seam_offer(p, now, out);
    p->in.wb_ready_i[0] = file;
    p->dev.ready(p->dev.self, (const uint64_t *)&p->in, (uint64_t *)&p->next);
    p->bad_order += p->in.iss_valid_i[0] && !p->next.iss_ready_o[0]; // it was chosen because it may
    out->progress = out->progress || p->in.iss_valid_i[0] || p->in.ret_valid_i[0];
    write_back(p, out);
    p->dev.commit(p->dev.self, (const uint64_t *)&p->in, (const uint64_t *)&p->next);
    if (++p->at == p->quantum) p->at = 0;
    address_generation(p, now, out);
    clear_inputs(p);
    next_cycle(p);
    out->touched = pending & ~p->next.pending_o[0];
    out->changed = loads != warppool_seam_loads_ok(p) || stores != warppool_seam_stores_ok(p) ||
                   room != warppool_seam_room(p);
}

bool warppool_seam_must_step(const warppool_seam *p)
{
    const bool waits = p->issuing >= 0 || p->round >= 0 || p->part_warps || p->n_made ||
                       p->n_hits || p->in.ret_valid_i[0] || p->in.bypass_pulse_i[0];
    return waits || !(p->next.idle_o[0] && p->was_idle && p->dev.skip);
}

// A device is skipped while its outputs stay: the first cycle of a quantum may change the policy;
// no later one does, without an access.
void warppool_seam_skip(warppool_seam *p, uint64_t cycles)
{
    if (!cycles) return;
    const uint64_t judged = (p->at ? p->quantum - p->at : 0) + 1,
                   first = p->quantum && judged < cycles ? judged : cycles;
    p->dev.skip(p->dev.self, first);
    if (cycles > first) p->dev.skip(p->dev.self, cycles - first);
    if (p->quantum) p->at = (p->at + cycles) % p->quantum;
    p->dev.valid(p->dev.self, (uint64_t *)&p->next); // a quantum may have ended
}

bool warppool_seam_idle(const warppool_seam *p)
{
    return p->next.idle_o[0] && p->issuing < 0 && p->round < 0 && !p->part_warps && !p->n_made &&
           !p->n_hits;
}

const warppool_events *warppool_seam_events(const warppool_seam *p)
{
    return (const warppool_events *)(const void *)p->dev.events(p->dev.self);
}
