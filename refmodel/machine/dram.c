// dram.c : see dram.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/dram.h"

#include <inttypes.h>
#include <stdlib.h>

STAT_TABLE(dram_stat_table, "dram", DRAM_STATS);

typedef struct delayed {
    mreq r;
    uint64_t ready;
    uint32_t slice; // within the channel
} delayed;

typedef struct delay_ring {
    delayed *slots; // mask + 1
    uint32_t mask, head, tail;
} delay_ring;

// A request in the scheduler queue or at a bank.
typedef struct dreq {
    mreq r;
    uint64_t row;
    uint32_t bank, slice, bursts; // slice within the channel; column commands still to come
    uint16_t next;                // in the list it waits in
    bool write;
} dreq;

enum { NO_ENTRY = 0xffff };

// Classes of waiting requests: with a write queue writes wait apart from reads, else all are of the first.
enum { CLASS_ALL, CLASS_WRITE, CLASSES };

typedef struct list {
    uint16_t first, last; // oldest first
} list;

enum { WINDOW = 4 }; // activations that tFAW spans

typedef struct bank {
    dreq cur;             // when active
    uint64_t open_row;    // when open
    uint64_t act_ok, pre_ok; // first ticks in which ACT and PRE may come, as far as this bank decides
    uint64_t act_at;      // of the last ACT: writes and reads wait for different times after it
    list waiting[CLASSES];
    bool open;
} bank;

typedef struct group {
    uint64_t col_ok, pre_ok;
} group;

struct dram {
    const addrmap *map;
    struct cfg_dram k;
    uint32_t channel, slices, atom_bytes, burst_cycles, rcdw, rtw, wtr, wtp, group_shift, group_mask; // a bank's group: bank >> shift & mask
    chan *const *down, *const *up;
    // L2 clock
    delay_ring delay;
    uint32_t last_slice;
    uint64_t issued; // requests taken from the slices
    uint32_t credits;
    chan entry;
    // DRAM clock
    dreq *pool; // [queue + write_queue]
    uint16_t free_entry;
    uint32_t queued[CLASSES];
    bool write_mode; // the write queue is being served
    bank *banks;
    group *groups;
    uint64_t waiting[CLASSES], active; // banks with requests in their lists, with one of their own
    uint32_t n_active;
    uint32_t prio;            // bank looked at first
    uint64_t col_ok, read_ok, write_ok, act_ok; // first ticks for any column command, a read, a write, an ACT
    uint64_t activated[WINDOW];                 // ticks of the last ACTs, plus tFAW; the oldest at window_at
    uint32_t window_at;
    uint64_t command_at;                        // no command can be issued before
    uint64_t next_refresh;                      // first tick of the next one
    delay_ring returns;
    uint64_t bus_until;               // data are under way before this tick
    uint64_t finished, finished_seen; // requests done, and as the front sees it
    occupancy levels;
    uint64_t counted;
    dram_stats s;
    delay_ring *ideal; // [slice] limits.infinite_dram: reads under way; else NULL
};

static void delay_init(delay_ring *q, uint32_t least)
{
    uint32_t n = 1;
    while (n < least) n *= 2;
    *q = (delay_ring){.slots = wl_calloc(n, sizeof *q->slots), .mask = n - 1};
}
static inline uint32_t delay_count(const delay_ring *q) { return q->tail - q->head; }
static inline delayed *delay_front(const delay_ring *q) { return &q->slots[q->head & q->mask]; }
static inline void delay_push(delay_ring *q, const mreq *r, uint64_t ready, uint32_t slice)
{
    q->slots[q->tail++ & q->mask] = (delayed){*r, ready, slice};
}

static void init_banks(dram *d)
{
    const uint32_t entries = d->k.queue + d->k.write_queue;
    d->pool = wl_calloc(entries, sizeof *d->pool);
    d->banks = wl_calloc(d->k.banks, sizeof *d->banks);
    d->groups = wl_calloc(d->k.bank_groups, sizeof *d->groups);
    for (uint32_t i = 0; i < entries; i++) d->pool[i].next = (uint16_t)(i + 1 < entries ? i + 1 : NO_ENTRY);
    for (uint32_t b = 0; b < d->k.banks; b++) d->banks[b].waiting[CLASS_ALL].first = d->banks[b].waiting[CLASS_WRITE].first = NO_ENTRY;
}

static void derive_timing(dram *d)
{
    const struct cfg_dram *k = &d->k;
    d->atom_bytes = k->chips * k->chip_bytes * k->burst;
    d->burst_cycles = k->burst / k->data_ratio;
    d->rcdw = k->rcdw ? k->rcdw : k->rcd > k->wl + 1 ? k->rcd - (k->wl + 1) : 1;
    d->rtw = k->cl + d->burst_cycles + 2 > k->wl ? k->cl + d->burst_cycles + 2 - k->wl : 0;
    d->wtr = k->wl + d->burst_cycles + k->cdlr;
    d->wtp = k->wl + d->burst_cycles + k->wr;
    d->group_shift = k->group_bits == GROUP_LOW ? 0 : (uint32_t)__builtin_ctz(k->banks / k->bank_groups);
    d->group_mask = k->bank_groups - 1; // both are powers of two
    d->next_refresh = k->refi ? k->refi : UINT64_MAX;
}

dram *dram_new(const config *c, const addrmap *m, uint32_t channel, chan *const *down, chan *const *up)
{
    dram *d = wl_calloc(1, sizeof *d);
    *d = (dram){.map = m, .k = c->dram, .channel = channel, .slices = c->l2.slices_per_channel, .down = down, .up = up,
                .credits = c->dram.queue + c->dram.write_queue + c->dram.return_queue, .levels = occupancy_of(c->dram.queue)};
    derive_timing(d);
    d->last_slice = d->slices - 1;
    delay_init(&d->delay, d->credits);
    delay_init(&d->returns, d->k.return_queue);
    chan_init(&d->entry, DRAM_ENTRY, sizeof(mreq));
    init_banks(d);
    if (!c->limits.infinite_dram) return d;
    d->ideal = wl_calloc(d->slices, sizeof *d->ideal);
    for (uint32_t i = 0; i < d->slices; i++) delay_init(&d->ideal[i], d->k.fixed_latency + c->l2.dram_to_l2_queue + 1);
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

static inline uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }
static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

// ---- L2 clock

static inline bool has_credit(const dram *d) { return d->issued - d->finished_seen < d->credits; }

static void take_from_slices(dram *d, uint64_t now, uint64_t *popped)
{
    if (!has_credit(d)) return;
    for (uint32_t i = 0, s = d->last_slice; i < d->slices; i++) {
        s = s + 1 == d->slices ? 0 : s + 1;
        const mreq *r = chan_front(d->down[s]);
        if (!r) continue;
        delay_push(&d->delay, r, now + d->k.fixed_latency, s);
        chan_pop(d->down[s]);
        *popped |= (uint64_t)1 << s;
        d->last_slice = s;
        d->issued++;
        return;
    }
}

static uint64_t front_next(const dram *d, uint64_t now)
{
    uint64_t t = UINT64_MAX;
    if (delay_count(&d->delay) && chan_can_push(&d->entry)) t = later(now + 1, delay_front(&d->delay)->ready);
    for (uint32_t s = 0; s < d->slices && has_credit(d); s++) {
        if (chan_count(d->down[s])) t = now + 1;
    }
    return t;
}

// Infinite DRAM: what a slice sends is taken at once, and read whole after the fixed latency.
static uint64_t eval_ideal(dram *d, uint64_t now, uint64_t *touched)
{
    uint64_t t = UINT64_MAX;
    for (uint32_t s = 0; s < d->slices; s++) {
        delay_ring *q = &d->ideal[s];
        if (delay_count(q) && delay_front(q)->ready <= now && chan_can_push(d->up[s])) {
            delay_front(q)->r.flags |= MREQ_REPLY;
            mreq_push(d->up[s], &delay_front(q)->r);
            q->head++;
            *touched |= (uint64_t)1 << s;
            d->finished++;
            d->s.reads++;
        }
        for (const mreq *r; (r = chan_front(d->down[s])) != NULL && delay_count(q) <= q->mask; *touched |= (uint64_t)1 << s) {
            if (r->kind == MREQ_READ) delay_push(q, r, now + d->k.fixed_latency, s);
            d->finished += r->kind != MREQ_READ;
            d->s.writes += r->kind != MREQ_READ;
            d->s.ideal++;
            d->issued++;
            chan_pop(d->down[s]);
        }
        if (chan_count(d->down[s])) t = now + 1;
        if (delay_count(q)) t = sooner(t, later(now + 1, delay_front(q)->ready));
    }
    return t;
}

uint64_t dram_front_eval(dram *d, uint64_t now, uint64_t *popped)
{
    if (d->ideal) return eval_ideal(d, now, popped);
    take_from_slices(d, now, popped);
    if (delay_count(&d->delay) && delay_front(&d->delay)->ready <= now && chan_can_push(&d->entry)) {
        mreq_push(&d->entry, &delay_front(&d->delay)->r);
        d->delay.head++;
    }
    return front_next(d, now);
}

// ---- DRAM clock: queue and banks

static inline void account(dram_stats *s, const dram *d, uint64_t now)
{
    const uint64_t ticks = now - d->counted, data = d->bus_until > d->counted ? sooner(d->bus_until, now) - d->counted : 0;
    s->cycles += ticks;
    s->pending_cycles += d->queued[CLASS_ALL] || d->queued[CLASS_WRITE] || d->active ? ticks : data;
    s->queue_sum += ticks * (d->queued[CLASS_ALL] + d->queued[CLASS_WRITE]);
    s->bank_sum += ticks * d->n_active;
    s->bank_cycles += d->active ? ticks : 0;
    occupancy_count(&s->queue_empty, &d->levels, d->queued[CLASS_ALL], ticks);
}

// FCFS keeps one list for all banks: that of bank 0.
static inline uint32_t list_at(const dram *d, uint32_t b) { return d->k.scheduler == DRAM_FCFS ? 0 : b; }

static inline unsigned class_of(const dram *d, const mreq *r) { return d->k.write_queue && r->kind == MREQ_WRITEBACK ? CLASS_WRITE : CLASS_ALL; }
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
    d->pool[i] = (dreq){.r = *r, .row = p.row, .bank = p.bank, .slice = p.slice % d->slices, .next = NO_ENTRY,
                        .bursts = (r->bytes + d->atom_bytes - 1) / d->atom_bytes, .write = r->kind == MREQ_WRITEBACK};
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

// The entry before the one to hand over in the bank's list (NO_ENTRY: it is the first): the oldest for the open row, else the oldest.
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

// The class that is served: writes from the high mark down to below the low mark, and when there is nothing to read.
static inline unsigned served(const dram *d)
{
    if (!d->k.write_queue) return CLASS_ALL;
    const uint32_t n = d->queued[CLASS_WRITE];
    return (d->write_mode ? n >= d->k.write_low : n >= d->k.write_high) || (n && !d->queued[CLASS_ALL]) ? CLASS_WRITE : CLASS_ALL;
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

static inline uint32_t group_of(const dram *d, uint32_t b) { return b >> d->group_shift & d->group_mask; }

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
    *at = later(later(d->col_ok, g->col_ok), later(k->act_at + (k->cur.write ? d->rcdw : d->k.rcd), k->cur.write ? d->write_ok : d->read_ok));
    const bool no_place = !k->cur.write && k->cur.bursts == 1 && delay_count(&d->returns) == d->k.return_queue;
    if (no_place) *at = UINT64_MAX;
    return CMD_COLUMN;
}

static void assign(dram *d)
{
    const unsigned c = choose_class(d);
    const uint64_t can = assignable(d, c);
    if (!can) return;
    const uint32_t b = first_round(can, d->prio), at = list_at(d, b);
    const uint32_t given = hand_over(d, c, at, d->k.scheduler == DRAM_FCFS ? NO_ENTRY : before_choice(d, &d->banks[b], &d->banks[at].waiting[c]));
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
    d->col_ok = now + d->k.ccd;
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

// Issues for the first bank from prio on with a column command that may come now, else (with two buses: also) with a row command.
// Returns the first tick in which to look again.
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
        if (row_bank != UINT32_MAX) needs(d, row_bank, &at); // a read may hold up a PRE of its group
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
        if (k->open && d->active >> b & 1) *(k->open_row == k->cur.row ? &d->s.reopened : &d->s.refresh_closed) += 1;
        k->open = false;
    }
    d->act_ok = later(d->act_ok, d->next_refresh + d->k.rfc);
    d->next_refresh += d->k.refi;
    d->command_at = 0;
}

static inline bool return_fits(const dram *d) { return chan_can_push(d->up[delay_front(&d->returns)->slice]); }

static void return_one(dram *d, uint64_t now, uint64_t *pushed)
{
    if (!delay_count(&d->returns) || delay_front(&d->returns)->ready > now || !return_fits(d)) return;
    delayed *f = delay_front(&d->returns);
    f->r.flags |= MREQ_REPLY;
    mreq_push(d->up[f->slice], &f->r);
    *pushed |= (uint64_t)1 << f->slice;
    if (delay_count(&d->returns) == d->k.return_queue) d->command_at = 0; // its place may be what a bank waits for
    d->returns.head++;
    d->finished++;
    d->s.reads++;
}

static uint64_t next_wake(const dram *d, uint64_t now)
{
    uint64_t t = d->active ? later(now + 1, sooner(d->command_at, d->next_refresh)) : UINT64_MAX;
    if (delay_count(&d->returns) && return_fits(d)) t = sooner(t, later(now + 1, delay_front(&d->returns)->ready));
    if (assignable(d, served(d)) || (chan_count(&d->entry) && takes_entry(d, chan_front(&d->entry)))) t = now + 1;
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
    const bool was_full = d->entry.tail - d->entry.head_seen == d->entry.capacity, was_out = !has_credit(d);
    unsigned stir = d->entry.tail_seen != d->entry.tail ? DRAM_STIR : 0;
    if ((was_full && d->entry.head_seen != d->entry.head) || (was_out && d->finished_seen != d->finished)) stir |= DRAM_STIR_FRONT;
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
        fprintf(f, "    bank %u: %s of 0x%" PRIx64 " waits for %s, possible from tick %" PRIu64 "\n", b, d->banks[b].cur.write ? "write" : "read",
                d->banks[b].cur.r.addr, what[c], at);
    }
}

void dram_dump(const dram *d, FILE *f)
{
    if (dram_idle(d)) return;
    fprintf(f, "  DRAM channel %u: %u in the fixed delay, %u at its entry, %u of %u in the scheduler queue, %u of %u in the write queue, "
            "%u in the return queue; last tick %" PRIu64 "\n",
            d->channel, delay_count(&d->delay), d->entry.tail - d->entry.head, d->queued[CLASS_ALL], d->k.queue,
            d->queued[CLASS_WRITE], d->k.write_queue, delay_count(&d->returns), d->counted);
    dump_banks(d, f);
    if (!delay_count(&d->returns) || return_fits(d)) return;
    fprintf(f, "    its oldest read, 0x%" PRIx64 ", waits for room in the fill queue of L2 slice %u\n", delay_front(&d->returns)->r.addr,
            d->channel * d->slices + delay_front(&d->returns)->slice);
}

static void view_delay(const delay_ring *q, const char *place, unsigned channel, const mreq_view *v)
{
    for (uint32_t i = q->head; i != q->tail; i++) mreq_show(v, &q->slots[i & q->mask].r, place, channel);
}

void dram_view(const dram *d, const mreq_view *v)
{
    view_delay(&d->delay, "fixed delay of DRAM channel", d->channel, v);
    chan_view(v, &d->entry, "entry of DRAM channel", d->channel);
    for (uint32_t b = 0; b < d->k.banks; b++) {
        for (int c = 0; c < CLASSES; c++) {
            for (uint16_t i = d->banks[b].waiting[c].first; i != NO_ENTRY; i = d->pool[i].next) {
                mreq_show(v, &d->pool[i].r, "scheduler queue of DRAM channel", d->channel);
            }
        }
        if (d->active >> b & 1) mreq_show(v, &d->banks[b].cur.r, "a bank of DRAM channel", d->channel);
    }
    view_delay(&d->returns, "return queue of DRAM channel", d->channel, v);
    for (uint32_t i = 0; d->ideal && i < d->slices; i++) view_delay(&d->ideal[i], "DRAM channel", d->channel, v);
}
