// dram.c : see dram.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/dram_state.h"

#include <inttypes.h>
#include <stdlib.h>

STAT_TABLE(dram_stat_table, "dram", DRAM_STATS);

static void delay_init(delay_ring *q, uint32_t least)
{
    uint32_t n = 1;
    while (n < least) n *= 2;
    *q = (delay_ring){.slots = wl_calloc(n, sizeof *q->slots), .mask = n - 1};
}

static void init_banks(dram *d)
{
    const uint32_t entries = d->k.queue + d->k.write_queue;
    d->pool = wl_calloc(entries, sizeof *d->pool);
    d->banks = wl_calloc(d->k.banks, sizeof *d->banks);
    d->groups = wl_calloc(d->k.bank_groups, sizeof *d->groups);
    for (uint32_t i = 0; i < entries; i++)
        d->pool[i].next = (uint16_t)(i + 1 < entries ? i + 1 : NO_ENTRY);
    for (uint32_t b = 0; b < d->k.banks; b++)
        d->banks[b].waiting[CLASS_ALL].first = d->banks[b].waiting[CLASS_WRITE].first = NO_ENTRY;
}

static void derive_timing(dram *d)
{
    const struct cfg_dram *k = &d->k;
    d->atom_bytes = k->chips * k->chip_bytes * k->burst;
    d->burst_cycles = k->burst / k->data_ratio;
    d->ccd = k->ccd > d->burst_cycles ? k->ccd : d->burst_cycles;
    d->rcdw = k->rcdw ? k->rcdw : k->rcd > k->wl + 1 ? k->rcd - (k->wl + 1) : 1;
    d->rtw = k->cl + d->burst_cycles + 2 > k->wl ? k->cl + d->burst_cycles + 2 - k->wl : 0;
    d->wtr = k->wl + d->burst_cycles + k->cdlr;
    d->wtp = k->wl + d->burst_cycles + k->wr;
    d->group_shift =
        k->group_bits == GROUP_LOW ? 0 : (uint32_t)__builtin_ctz(k->banks / k->bank_groups);
    d->group_mask = k->bank_groups - 1; // both are powers of two
    d->next_refresh = k->refi ? k->refi : UINT64_MAX;
}

dram *dram_new(const config *c, const addrmap *m, uint32_t channel, chan *const *down,
               chan *const *up)
{
    dram *d = wl_calloc(1, sizeof *d);
    *d = (dram){.map = m,
                .k = c->dram,
                .channel = channel,
                .slices = c->l2.slices_per_channel,
                .down = down,
                .up = up,
                .credits = c->dram.queue + c->dram.write_queue + c->dram.return_queue,
                .levels = occupancy_of(c->dram.queue)};
    derive_timing(d);
    d->last_slice = d->slices - 1;
    delay_init(&d->delay, d->credits);
    delay_init(&d->returns, d->k.return_queue);
    chan_init(&d->entry, DRAM_ENTRY, sizeof(mreq));
    init_banks(d);
    if (!c->limits.infinite_dram) return d;
    d->ideal = wl_calloc(d->slices, sizeof *d->ideal);
    for (uint32_t i = 0; i < d->slices; i++)
        delay_init(&d->ideal[i], d->k.fixed_latency + c->l2.dram_to_l2_queue + 1);
    return d;
}

void dram_free(dram *d)
{
    if (!d) return;
    for (uint32_t i = 0; d->ideal && i < d->slices; i++) free(d->ideal[i].slots);
    free(d->ideal);
    free(d->levels.level);
    free(d->delay.slots);
    free(d->returns.slots);
    chan_free(&d->entry);
    free(d->pool);
    free(d->banks);
    free(d->groups);
    free(d);
}

// ---- DRAM clock: queue and banks

static inline void account(dram_stats *s, const dram *d, uint64_t now)
{
    const uint64_t ticks = now - d->counted,
                   data = d->bus_until > d->counted ? sooner(d->bus_until, now) - d->counted : 0;
    s->cycles += ticks;
    s->pending_cycles += d->queued[CLASS_ALL] || d->queued[CLASS_WRITE] || d->active ? ticks : data;
    s->queue_sum += ticks * (d->queued[CLASS_ALL] + d->queued[CLASS_WRITE]);
    s->bank_sum += ticks * d->n_active;
    s->bank_cycles += d->active ? ticks : 0;
    occupancy_count(&s->queue_empty, &d->levels, d->queued[CLASS_ALL], ticks);
}

// FCFS keeps one list for all banks: that of bank 0.
static inline uint32_t list_at(const dram *d, uint32_t b)
{
    return d->k.scheduler == DRAM_FCFS ? 0 : b;
}

static inline unsigned class_of(const dram *d, const mreq *r)
{
    return d->k.write_queue && r->kind == MREQ_WRITEBACK ? CLASS_WRITE : CLASS_ALL;
}
static inline bool takes_entry(const dram *d, const mreq *r)
{
    const unsigned c = class_of(d, r);
    return d->queued[c] < (c == CLASS_WRITE ? d->k.write_queue : d->k.queue);
}

static void take_entry(dram *d)
{
    const mreq *r = chan_front(&d->entry);
    if (!r || !takes_entry(d, r)) return;
    const uint16_t i = d->free_entry;
    d->free_entry = d->pool[i].next;
    const addrmap_place p = addrmap_decode(d->map, r->addr);
    d->pool[i] = (dreq){.r = *r,
                        .row = p.row,
                        .bank = p.bank,
                        .slice = p.slice % d->slices,
                        .next = NO_ENTRY,
                        .bursts = (r->bytes + d->atom_bytes - 1) / d->atom_bytes,
                        .write = r->kind == MREQ_WRITEBACK};
    const unsigned c = class_of(d, r);
    const uint32_t at = list_at(d, p.bank);
    list *l = &d->banks[at].waiting[c];
    if (l->first == NO_ENTRY) l->first = i;
    else d->pool[l->last].next = i;
    l->last = i;
    d->waiting[c] |= (uint64_t)1 << at;
    d->queued[c]++;
    chan_pop(&d->entry);
}

// The entry before the one to hand over in the bank's list (NO_ENTRY: it is the first): the oldest
// for the open row, else the oldest.
static uint16_t before_choice(const dram *d, const bank *b, const list *l)
{
    uint16_t before = NO_ENTRY;
    for (uint16_t i = l->first; b->open && i != NO_ENTRY; before = i, i = d->pool[i].next) {
        if (d->pool[i].row == b->open_row) return before;
    }
    return NO_ENTRY;
}

static void count_row(dram *d, const bank *b)
{
    if (!b->open) d->s.row_empty++;
    else if (b->open_row == b->cur.row) d->s.row_hits++;
    else d->s.row_conflicts++;
}

// Returns the bank.
static uint32_t hand_over(dram *d, unsigned c, uint32_t at, uint16_t before)
{
    list *l = &d->banks[at].waiting[c];
    const uint16_t i = before == NO_ENTRY ? l->first : d->pool[before].next;
    *(before == NO_ENTRY ? &l->first : &d->pool[before].next) = d->pool[i].next;
    if (l->last == i) l->last = before;
    if (l->first == NO_ENTRY) d->waiting[c] &= ~((uint64_t)1 << at);
    bank *b = &d->banks[d->pool[i].bank];
    b->cur = d->pool[i];
    d->active |= (uint64_t)1 << d->pool[i].bank;
    d->n_active++;
    d->pool[i].next = d->free_entry;
    d->free_entry = i;
    d->queued[c]--;
    count_row(d, b);
    return d->pool[i].bank;
}

static inline uint32_t after(const dram *d, uint32_t b) { return b + 1 == d->k.banks ? 0 : b + 1; }
static inline uint32_t first_round(uint64_t set, uint32_t from)
{
    const uint64_t upper = set & ~(uint64_t)0 << from;
    return (uint32_t)__builtin_ctzll(upper ? upper : set);
}

// The class that is served: writes from the high mark down to below the low mark, and when there is
// nothing to read.
static inline unsigned served(const dram *d)
{
    if (!d->k.write_queue) return CLASS_ALL;
    const uint32_t n = d->queued[CLASS_WRITE];
    return (d->write_mode ? n >= d->k.write_low : n >= d->k.write_high) ||
                   (n && !d->queued[CLASS_ALL])
               ? CLASS_WRITE
               : CLASS_ALL;
}

static inline unsigned choose_class(dram *d)
{
    const unsigned c = served(d);
    d->write_mode = c == CLASS_WRITE && d->queued[CLASS_WRITE] >= d->k.write_low;
    return c;
}

// Banks whose list may hand one over: FR-FCFS any without a request, FCFS the head's.
static uint64_t assignable(const dram *d, unsigned c)
{
    if (d->k.scheduler != DRAM_FCFS) return d->waiting[c] & ~d->active;
    const uint16_t head = d->banks[0].waiting[c].first;
    return head == NO_ENTRY ? 0 : (uint64_t)1 << d->pool[head].bank & ~d->active;
}

// ---- DRAM clock: commands

typedef enum command { CMD_COLUMN, CMD_ACT, CMD_PRE } command;

static inline uint32_t group_of(const dram *d, uint32_t b)
{
    return b >> d->group_shift & d->group_mask;
}

// What an active bank needs next, and the first tick in which it may come.
static inline command needs(const dram *d, uint32_t b, uint64_t *at)
{
    const bank *k = &d->banks[b];
    const group *g = &d->groups[group_of(d, b)];
    if (!k->open) {
        *at = later(later(d->act_ok, k->act_ok), d->activated[d->window_at]);
        return CMD_ACT;
    }
    if (k->open_row != k->cur.row) {
        *at = later(k->pre_ok, g->pre_ok);
        return CMD_PRE;
    }
    *at = later(later(d->col_ok, g->col_ok), later(k->act_at + (k->cur.write ? d->rcdw : d->k.rcd),
                                                   k->cur.write ? d->write_ok : d->read_ok));
    const bool no_place =
        !k->cur.write && k->cur.bursts == 1 && delay_count(&d->returns) == d->k.return_queue;
    if (no_place) *at = UINT64_MAX;
    return CMD_COLUMN;
}

static void assign(dram *d)
{
    const unsigned c = choose_class(d);
    const uint64_t can = assignable(d, c);
    if (!can) return;
    const uint32_t b = first_round(can, d->prio), at = list_at(d, b);
    const uint32_t given = hand_over(
        d, c, at,
        d->k.scheduler == DRAM_FCFS ? NO_ENTRY
                                    : before_choice(d, &d->banks[b], &d->banks[at].waiting[c]));
    uint64_t first;
    needs(d, given, &first);
    d->command_at = sooner(d->command_at, first);
    d->prio = after(d, d->prio);
    choose_class(d); // as ticks without a change would
}

static void finish(dram *d, bank *k, uint32_t b, uint64_t now)
{
    d->active &= ~((uint64_t)1 << b);
    d->n_active--;
    if (k->cur.write) {
        d->finished++;
        d->s.writes++;
    } else {
        delay_push(&d->returns, &k->cur.r, now + d->k.cl + d->burst_cycles, k->cur.slice);
    }
}

static void issue_column(dram *d, uint32_t b, uint64_t now)
{
    bank *k = &d->banks[b];
    group *g = &d->groups[group_of(d, b)];
    d->col_ok = now + d->ccd;
    g->col_ok = now + d->k.ccdl;
    if (k->cur.write) {
        d->read_ok = now + d->wtr;
        k->pre_ok = later(k->pre_ok, now + d->wtp);
    } else {
        d->write_ok = now + d->rtw;
        k->pre_ok = later(k->pre_ok, now + d->burst_cycles);
        g->pre_ok = now + d->k.rtpl;
    }
    d->bus_until = later(d->bus_until, now + (k->cur.write ? d->k.wl : d->k.cl) + d->burst_cycles);
    d->s.column_commands++;
    d->s.column_writes += k->cur.write;
    d->s.transfer_cycles += d->burst_cycles;
    if (--k->cur.bursts == 0) finish(d, k, b, now);
}

static void issue_row(dram *d, uint32_t b, command c, uint64_t now)
{
    bank *k = &d->banks[b];
    d->prio = after(d, b);
    if (c == CMD_PRE) {
        k->open = false;
        k->act_ok = later(k->act_ok, now + d->k.rp);
        d->s.precharges++;
        return;
    }
    k->open = true;
    k->open_row = k->cur.row;
    k->act_at = now;
    k->pre_ok = now + d->k.ras;
    k->act_ok = now + d->k.rc;
    d->act_ok = now + d->k.rrd;
    d->activated[d->window_at] = now + d->k.faw;
    d->window_at = (d->window_at + 1) % WINDOW;
    d->s.activations++;
}

static uint64_t first_command(const dram *d)
{
    uint64_t soonest = UINT64_MAX, at;
    for (uint64_t left = d->active; left; left &= left - 1) {
        needs(d, (uint32_t)__builtin_ctzll(left), &at);
        soonest = sooner(soonest, at);
    }
    return soonest;
}

// Issues for the first bank from prio on with a column command that may come now, else (with two
// buses: also) with a row command. Returns the first tick in which to look again.
static uint64_t issue(dram *d, uint64_t now)
{
    uint32_t row_bank = UINT32_MAX, column_bank = UINT32_MAX;
    command row_command = CMD_ACT;
    uint64_t left = d->active, at;
    while (left && (column_bank == UINT32_MAX || (d->k.dual_bus && row_bank == UINT32_MAX))) {
        const uint32_t b = first_round(left, d->prio);
        left &= ~((uint64_t)1 << b);
        const command c = needs(d, b, &at);
        if (at > now) continue;
        if (c == CMD_COLUMN) {
            column_bank = column_bank == UINT32_MAX ? b : column_bank;
        } else if (row_bank == UINT32_MAX) {
            row_bank = b;
            row_command = c;
        }
    }
    if (column_bank != UINT32_MAX) {
        issue_column(d, column_bank, now);
        if (row_bank != UINT32_MAX)
            needs(d, row_bank, &at); // a read may hold up a PRE of its group
        if (row_bank != UINT32_MAX && (!d->k.dual_bus || at > now)) row_bank = UINT32_MAX;
    }
    if (row_bank != UINT32_MAX) issue_row(d, row_bank, row_command, now);
    return later(now + 1, first_command(d));
}

// ---- DRAM clock: a tick

// All rows are closed; what a bank was about to do with its row it must begin again.
static void refresh(dram *d)
{
    for (uint32_t b = 0; b < d->k.banks; b++) {
        bank *k = &d->banks[b];
        if (k->open && d->active >> b & 1)
            *(k->open_row == k->cur.row ? &d->s.reopened : &d->s.refresh_closed) += 1;
        k->open = false;
    }
    d->act_ok = later(d->act_ok, d->next_refresh + d->k.rfc);
    d->next_refresh += d->k.refi;
    d->command_at = 0;
}

static inline bool return_fits(const dram *d)
{
    return chan_can_push(d->up[delay_front(&d->returns)->slice]);
}

static void return_one(dram *d, uint64_t now, uint64_t *pushed)
{
    if (!delay_count(&d->returns) || delay_front(&d->returns)->ready > now || !return_fits(d))
        return;
    delayed *f = delay_front(&d->returns);
    f->r.flags |= MREQ_REPLY;
    mreq_push(d->up[f->slice], &f->r);
    *pushed |= (uint64_t)1 << f->slice;
    if (delay_count(&d->returns) == d->k.return_queue)
        d->command_at = 0; // its place may be what a bank waits for
    d->returns.head++;
    d->finished++;
    d->s.reads++;
}

static uint64_t next_wake(const dram *d, uint64_t now)
{
    uint64_t t = d->active ? later(now + 1, sooner(d->command_at, d->next_refresh)) : UINT64_MAX;
    if (delay_count(&d->returns) && return_fits(d))
        t = sooner(t, later(now + 1, delay_front(&d->returns)->ready));
    if (assignable(d, served(d)) ||
        (chan_count(&d->entry) && takes_entry(d, chan_front(&d->entry))))
        t = now + 1;
    return t;
}

uint64_t dram_eval(dram *d, uint64_t now, uint64_t *pushed)
{
    account(&d->s, d, now);
    d->counted = now;
    while (d->next_refresh <= now) refresh(d);
    return_one(d, now, pushed);
    take_entry(d);
    assign(d);
    if (d->command_at <= now) d->command_at = issue(d, now);
    return next_wake(d, now);
}

// ---- both

unsigned dram_commit(dram *d)
{
    const bool was_full = d->entry.tail - d->entry.head_seen == d->entry.capacity,
               was_out = !has_credit(d);
    unsigned stir = d->entry.tail_seen != d->entry.tail ? DRAM_STIR : 0;
    if ((was_full && d->entry.head_seen != d->entry.head) ||
        (was_out && d->finished_seen != d->finished))
        stir |= DRAM_STIR_FRONT;
    d->finished_seen = d->finished;
    chan_commit(&d->entry);
    return stir;
}

bool dram_idle(const dram *d) { return d->issued == d->finished; }

dram_stats dram_get_stats(const dram *d, uint64_t now)
{
    dram_stats s = d->s;
    account(&s, d, now);
    s.requests = d->issued;
    s.data_left = d->bus_until > now ? d->bus_until - now : 0;
    s.refreshes = d->k.refi && !d->ideal && now ? (now - 1) / d->k.refi : 0;
    return s;
}

static void dump_banks(const dram *d, FILE *f)
{
    static const char *const what[] = {"a column command", "ACT", "PRE"};
    for (uint64_t left = d->active; left; left &= left - 1) {
        const uint32_t b = (uint32_t)__builtin_ctzll(left);
        uint64_t at;
        const command c = needs(d, b, &at);
        fprintf(f,
                "    bank %u: %s of 0x%" PRIx64 " waits for %s, possible from tick %" PRIu64 "\n",
                b, d->banks[b].cur.write ? "write" : "read", d->banks[b].cur.r.addr, what[c], at);
    }
}

void dram_dump(const dram *d, FILE *f)
{
    if (dram_idle(d)) return;
    fprintf(f,
            "  DRAM channel %u: %u in the fixed delay, %u at its entry, %u of %u in the scheduler "
            "queue, %u of %u in the write queue, "
            "%u in the return queue; last tick %" PRIu64 "\n",
            d->channel, delay_count(&d->delay), d->entry.tail - d->entry.head, d->queued[CLASS_ALL],
            d->k.queue, d->queued[CLASS_WRITE], d->k.write_queue, delay_count(&d->returns),
            d->counted);
    dump_banks(d, f);
    if (!delay_count(&d->returns) || return_fits(d)) return;
    fprintf(
        f, "    its oldest read, 0x%" PRIx64 ", waits for room in the fill queue of L2 slice %u\n",
        delay_front(&d->returns)->r.addr, d->channel * d->slices + delay_front(&d->returns)->slice);
}

static void view_delay(const delay_ring *q, const char *place, unsigned channel, const mreq_view *v)
{
    for (uint32_t i = q->head; i != q->tail; i++)
        mreq_show(v, &q->slots[i & q->mask].r, PLACE_DRAM, place, channel);
}

void dram_view(const dram *d, const mreq_view *v)
{
    view_delay(&d->delay, "fixed delay of DRAM channel", d->channel, v);
    chan_view(v, &d->entry, PLACE_DRAM, "entry of DRAM channel", d->channel);
    for (uint32_t b = 0; b < d->k.banks; b++) {
        for (int c = 0; c < CLASSES; c++) {
            for (uint16_t i = d->banks[b].waiting[c].first; i != NO_ENTRY; i = d->pool[i].next) {
                mreq_show(v, &d->pool[i].r, PLACE_DRAM, "scheduler queue of DRAM channel",
                          d->channel);
            }
        }
        if (d->active >> b & 1)
            mreq_show(v, &d->banks[b].cur.r, PLACE_DRAM, "a bank of DRAM channel", d->channel);
    }
    view_delay(&d->returns, "return queue of DRAM channel", d->channel, v);
    for (uint32_t i = 0; d->ideal && i < d->slices; i++)
        view_delay(&d->ideal[i], "DRAM channel", d->channel, v);
}
