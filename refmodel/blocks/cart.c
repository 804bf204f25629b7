// cart.c : see cart.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cart.h"

#include "blocks/cart_buffer.h"
#include "blocks/cart_bugs.h"
#include "blocks/cart_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

STAT_TABLE(cart_event_table, "cart", CART_EVENTS);

enum { MAX_QUEUES = 1024, MAX_BRANCHES = 64, NONE = -1 };

typedef struct leaf {
    uint64_t column;
    unsigned waits; // bit i: for queue i of its group, which is older and has its column
    unsigned head, count;
} leaf;

typedef struct entry {
    uint64_t line, meta;
} entry;

struct cart {
    cart_map map;
    unsigned branches, rows, columns, entries, ring, queues, latency, bug;
    bool tags; // design tree
    cart_drain drain;
    leaf leaves[MAX_QUEUES];
    uint64_t row_of[MAX_QUEUES]; // [group] the row that it has or had last
    entry *slots;                // [queue][ring]
    unsigned held[MAX_BRANCHES], inside; // requests: of a branch, of all
    uint64_t busy;                // branches that held something before c
    int last_queue[MAX_BRANCHES]; // or NONE
    int last_group[MAX_BRANCHES]; // or NONE
    struct { uint64_t row; bool known; } left[MAX_BRANCHES]; // of the request that left last, for the events
    bool incoming;
    entry in;
    cart_place in_place;
    bool offers;
    unsigned queue, turn; // on offer; branch of the last offer (longest, rr, greedy: its queue is `queue`)
    cart_buffer *buffer;  // design nonblocking: all of it
    cart_events events;
};

#define BUG(x, id) ((x)->bug == (id))

// ---- addresses

static cart_place map_place(const cart_map *m, uint64_t line)
{
    unsigned bank = 0, at_bank = 0, at_row = 0, at_column = 0;
    cart_place p = {0};
    for (unsigned i = 0; i < m->line_bits; i++) {
        const uint64_t bit = line >> i & 1;
        if (m->use[i] == 'B') bank |= (unsigned)bit << at_bank++;
        if (m->use[i] == 'C') p.column |= bit << at_column++;
        if (m->use[i] == 'R') p.row |= bit << at_row++;
    }
    p.bank = bank ^ (unsigned)(p.row & (((uint64_t)1 << m->hashed) - 1));
    p.branch = p.bank & ((1u << m->branch_bits) - 1);
    p.row = p.row << (m->banks - m->branch_bits) | p.bank >> m->branch_bits;
    return p;
}

static cart_place place_of(const cart *x, uint64_t line)
{
    cart_map m = x->map;
    if (BUG(x, CART_BUG_HASH_MISSING)) m.hashed = 0;
    cart_place p = map_place(&m, line);
    if (BUG(x, CART_BUG_BRANCH_REVERSED)) {
        unsigned reversed = 0;
        for (unsigned i = 0; i < m.branch_bits; i++) reversed |= (p.branch >> i & 1) << (m.branch_bits - 1 - i);
        p.branch = reversed;
    }
    if (BUG(x, CART_BUG_COLUMN_SHORT) && m.columns) p.column &= ~((uint64_t)1 << (m.columns - 1));
    if (BUG(x, CART_BUG_ROW_SHORT)) p.row &= ~(uint64_t)1;
    return p;
}

// ---- set-up

static void set_sizes(cart *x, const config *c)
{
    const struct cfg_cart *k = &c->cart;
    x->tags = k->design == CART_TREE;
    x->drain = k->drain;
    x->latency = k->latency;
    x->branches = cart_branches(c);
    x->rows = x->tags ? k->rows : 1;
    x->columns = x->tags ? k->columns : 1;
    x->entries = k->entries - BUG(x, CART_BUG_FIFO_FULL_EARLY);
    x->ring = k->entries + BUG(x, CART_BUG_FULL_LATE);
    x->queues = x->branches * x->rows * x->columns;
    if (BUG(x, CART_BUG_FULL_LATE)) x->entries = x->ring;
    x->slots = wl_calloc((size_t)x->queues * x->ring, sizeof *x->slots);
}

cart *cart_new(const config *c, unsigned bug, err *e)
{
    const char *key, *needs = cart_bug_needs(c, bug);
    if (needs) {
        err_add(e, ST_INPUT, "injected bug %u: needs %s", bug, needs);
        return NULL;
    }
    cart *x = wl_calloc(1, sizeof *x);
    x->bug = bug;
    char *wrong = cart_map_read(c, &x->map, &key);
    CHECK(!wrong, "%s: %s: configuration not checked", key, wrong);
    if (c->cart.design == CART_NONBLOCKING) {
        x->buffer = wl_calloc(1, sizeof *x->buffer);
        cart_buffer_init(x->buffer, c, bug);
    } else {
        set_sizes(x, c);
        for (unsigned b = 0; b < x->branches; b++) x->last_queue[b] = x->last_group[b] = NONE;
    }
    cart_reset(x);
    return x;
}

void cart_free(cart *x)
{
    if (!x) return;
    free(x->slots);
    free(x->buffer);
    free(x);
}

void cart_reset(cart *x)
{
    if (x->buffer) cart_buffer_reset(x->buffer);
    memset(x->leaves, 0, sizeof x->leaves);
    memset(x->held, 0, sizeof x->held);
    memset(x->left, 0, sizeof x->left);
    x->inside = 0;
    for (unsigned b = 0; b < x->branches && !BUG(x, CART_BUG_RESET_HISTORY); b++) x->last_queue[b] = x->last_group[b] = NONE;
    x->incoming = x->incoming && BUG(x, CART_BUG_RESET_INCOMING);
    x->offers = false;
}

const cart_events *cart_get_events(const cart *x) { return &x->events; }

// ---- names of places

static unsigned group_of(const cart *x, unsigned q) { return q / x->columns; }
static unsigned branch_of(const cart *x, unsigned q) { return q / (x->rows * x->columns); }
static entry *slot(const cart *x, unsigned q, unsigned i) { return &x->slots[(size_t)q * x->ring + i]; }

// ---- a: departure

static unsigned after_head(const cart *x, const leaf *f)
{
    if (f->head + 1 < x->ring) return f->head + 1;
    return BUG(x, CART_BUG_HEAD_WRAP) && x->ring > 1 ? 1 : 0;
}

static void count_row(cart *x, unsigned b, uint64_t row)
{
    if (x->left[b].known) *(x->left[b].row == row ? &x->events.same_row : &x->events.other_row) += 1;
    x->left[b].row = row;
    x->left[b].known = true;
}

static void depart(cart *x)
{
    const unsigned q = x->queue, b = branch_of(x, q);
    leaf *f = &x->leaves[q];
    count_row(x, b, x->tags ? x->row_of[group_of(x, q)] : place_of(x, slot(x, q, f->head)->line).row);
    f->head = after_head(x, f);
    x->held[b]--;
    x->inside--;
    x->events.sent++;
    f->count--;
}

// After c, which sees who waits as it was, and keeps a queue going that it places a request in.
static void conclude_departure(cart *x)
{
    const unsigned q = x->queue, b = branch_of(x, q), g = group_of(x, q), first = g * x->columns;
    const bool emptied = !x->leaves[q].count;
    x->last_queue[b] = emptied && !BUG(x, CART_BUG_LAST_SURVIVES) ? NONE : (int)q;
    x->last_group[b] = (int)g;
    for (unsigned i = 0; emptied && i < x->columns; i++) {
        x->events.unchained += x->leaves[first + i].waits >> (q - first) & 1;
        x->leaves[first + i].waits &= ~(1u << (q - first));
    }
}

// ---- c: placing; counts as they were before a are count + (it is `departed`)

typedef struct view {
    const cart *x;
    int departed; // queue that lost a request in this cycle, or NONE
} view;

static unsigned before(const view *v, unsigned q) { return v->x->leaves[q].count + ((int)q == v->departed); }

static bool group_held(const view *v, unsigned g)
{
    for (unsigned i = 0; i < v->x->columns; i++) {
        if (before(v, g * v->x->columns + i)) return true;
    }
    return false;
}

// The youngest queue of the group that has the column: nobody waits for it. NONE: no queue has it.
static int youngest(const view *v, unsigned g, uint64_t column, unsigned *of)
{
    const cart *x = v->x;
    const unsigned first = g * x->columns;
    unsigned same = 0, waited_for = 0;
    for (unsigned i = 0; i < x->columns; i++) {
        if (!before(v, first + i) || x->leaves[first + i].column != column) continue;
        same |= 1u << i;
        waited_for |= x->leaves[first + i].waits;
    }
    *of = same;
    if (!same) return NONE;
    if (BUG(x, CART_BUG_OLDEST_TAKES)) {
        for (unsigned i = 0; i < x->columns; i++) {
            if ((same >> i & 1) && !x->leaves[first + i].waits) return (int)(first + i);
        }
    }
    return (int)(first + (unsigned)__builtin_ctz(same & ~waited_for));
}

static int empty_queue(const view *v, unsigned g)
{
    for (unsigned i = 0; i < v->x->columns; i++) {
        if (!before(v, g * v->x->columns + i)) return (int)(g * v->x->columns + i);
    }
    return NONE;
}

// In the group that has the row.
static int place_in_group(cart *x, const view *v, unsigned g, uint64_t column)
{
    unsigned same;
    const int young = youngest(v, g, column, &same);
    if (young != NONE && before(v, (unsigned)young) < x->entries) {
        x->events.placed_youngest++;
        x->events.refilled += !x->leaves[young].count;
        return young;
    }
    const int q = BUG(x, CART_BUG_NO_CHAIN) && young != NONE ? NONE : empty_queue(v, g);
    if (q == NONE) return NONE;
    leaf *f = &x->leaves[q];
    f->column = column;
    f->waits = young != NONE && x->leaves[young].count && !BUG(x, CART_BUG_CHAIN_DRAINS) ? 1u << ((unsigned)young - g * x->columns) : 0;
    *(same ? &x->events.placed_chain : &x->events.placed_column) += 1;
    return q;
}

// The group to claim for a row that none has, or NONE.
static int claim(cart *x, const view *v, unsigned b, uint64_t row)
{
    const int last = x->last_group[b];
    const bool last_free = last != NONE && !group_held(v, (unsigned)last), returns = last_free && x->row_of[last] == row;
    if (returns && !BUG(x, CART_BUG_RETURN_LOST)) {
        x->events.placed_return++;
        return last;
    }
    int g = NONE;
    for (unsigned i = x->rows; i-- > 0;) {
        const int k = (int)(b * x->rows + i);
        if (!group_held(v, (unsigned)k) && (k != last || BUG(x, CART_BUG_CLAIM_LAST))) g = k;
    }
    if (g == NONE && last_free) g = last;
    if (g == NONE) return NONE;
    if (g == last) {
        x->last_group[b] = NONE;
        x->events.row_forgotten++;
    }
    x->events.placed_claim++;
    return g;
}

// The group that has the row, or NONE.
static int group_with(const cart *x, const view *v, unsigned b, uint64_t row)
{
    for (unsigned i = 0; i < x->rows; i++) {
        const unsigned g = b * x->rows + i;
        if (group_held(v, g) && x->row_of[g] == row) return (int)g;
    }
    return NONE;
}

static int place_in_fifo(cart *x, const view *v, unsigned b)
{
    if (before(v, b) >= x->entries) {
        x->events.stall_row++;
        return NONE;
    }
    const bool first = !before(v, b);
    *(first ? &x->events.placed_claim : &x->events.placed_youngest) += 1;
    x->events.refilled += !first && !x->leaves[b].count;
    return (int)b;
}

static int place_in_tree(cart *x, const view *v, const cart_place *p)
{
    int g = group_with(x, v, p->branch, p->row);
    if (g != NONE) {
        const int q = place_in_group(x, v, (unsigned)g, p->column);
        if (q == NONE) x->events.stall_row++;
        if (q != NONE || !BUG(x, CART_BUG_SECOND_GROUP)) return q;
    }
    g = claim(x, v, p->branch, p->row);
    if (g == NONE) {
        x->events.stall_claim++;
        return NONE;
    }
    x->row_of[g] = p->row;
    leaf *f = &x->leaves[(unsigned)g * x->columns];
    f->column = p->column;
    f->waits = 0;
    return g * (int)x->columns;
}

// The queue that the incoming request is placed in, or NONE.
static int place(cart *x, int departed)
{
    const view v = {x, departed};
    if (!x->incoming) return NONE;
    const int q = x->tags ? place_in_tree(x, &v, &x->in_place) : place_in_fifo(x, &v, x->in_place.branch);
    if (q == NONE) return NONE;
    leaf *f = &x->leaves[q];
    *slot(x, (unsigned)q, (f->head + f->count) % x->ring) = x->in;
    f->count++;
    x->held[x->in_place.branch]++;
    x->inside++;
    return q;
}

// Would it be? Without changing anything: for in_ready_o.
static bool can_place(const cart *x)
{
    const view v = {x, NONE};
    const cart_place *p = &x->in_place;
    unsigned same;
    if (!x->tags) return before(&v, p->branch) < x->entries;
    const int g = group_with(x, &v, p->branch, p->row);
    if (g != NONE) {
        const int young = youngest(&v, (unsigned)g, p->column, &same);
        if (young != NONE && (before(&v, (unsigned)young) < x->entries || BUG(x, CART_BUG_NO_CHAIN))) return before(&v, (unsigned)young) < x->entries;
        if (empty_queue(&v, (unsigned)g) != NONE) return true;
        if (!BUG(x, CART_BUG_SECOND_GROUP)) return false;
    }
    for (unsigned i = 0; i < x->rows; i++) {
        if (!group_held(&v, p->branch * x->rows + i)) return true;
    }
    return false;
}

// ---- d: choice

typedef struct choice {
    cart *x;
    int unseen;    // queue of what was placed in this cycle if the choice does not see it, or NONE
    int uncounted; // likewise if it sees it and compares lengths without it
} choice;

static unsigned length(const choice *h, unsigned q)
{
    return h->x->leaves[q].count - (((int)q == h->unseen && !BUG(h->x, CART_BUG_PLACED_COUNTS)) || (int)q == h->uncounted);
}

static bool eligible(const choice *h, unsigned q) { return (length(h, q) || (int)q == h->uncounted) && !h->x->leaves[q].waits; }

// The longest eligible queue of n from `first` on, or NONE; how many are as long.
static int longest(const choice *h, unsigned first, unsigned n, unsigned *as_long)
{
    const unsigned cut = BUG(h->x, CART_BUG_LONGEST_BLIND);
    int best = NONE;
    *as_long = 0;
    for (unsigned q = first; q < first + n; q++) {
        if (!eligible(h, q)) continue;
        const unsigned l = length(h, q) >> cut, most = best == NONE ? 0 : length(h, (unsigned)best) >> cut;
        if (best != NONE && l < most) continue;
        *as_long = best == NONE || l > most ? 1 : *as_long + 1;
        if (best == NONE || l > most || BUG(h->x, CART_BUG_TIE_HIGH)) best = (int)q;
    }
    return best;
}

static unsigned choose_in_branch(const choice *h, unsigned b)
{
    cart *x = h->x;
    const unsigned n = x->rows * x->columns;
    const int last = x->last_queue[b], group = x->last_group[b];
    unsigned as_long;
    if (last != NONE && eligible(h, (unsigned)last) && !BUG(x, CART_BUG_LAST_IGNORED)) {
        x->events.chose_last++;
        return (unsigned)last;
    }
    int q = group == NONE || BUG(x, CART_BUG_ROW_IGNORED) ? NONE : longest(h, (unsigned)group * x->columns, x->columns, &as_long);
    if (q != NONE) {
        x->events.chose_row++;
    } else {
        q = longest(h, b * n, n, &as_long);
        CHECK(q != NONE || x->bug, "CART: branch %u holds something and no queue of it can be drained", b);
        if (q == NONE) return x->queue; // a bug can make queues wait in a ring
        x->events.chose_longest++;
    }
    x->events.ties += as_long > 1;
    return (unsigned)q;
}

static unsigned branch_in_turn(const cart *x)
{
    const unsigned from = BUG(x, CART_BUG_ROTATE_STAYS) ? x->turn : x->turn + 1;
    const uint64_t above = from < 64 ? x->busy & ~(uint64_t)0 << from : 0;
    return (unsigned)__builtin_ctzll(above ? above : x->busy);
}

static void rotate(const choice *h, bool rejected)
{
    cart *x = h->x;
    if (rejected && (!(x->busy & ~((uint64_t)1 << x->turn)) || BUG(x, CART_BUG_REJECT_STAYS))) {
        x->events.repeats++;
        return;
    }
    const unsigned b = branch_in_turn(x);
    *(b == x->turn ? &x->events.stays : &x->events.turns) += 1;
    x->turn = b;
    x->queue = choose_in_branch(h, b);
}

// The first eligible queue after the last one offered, itself last; NONE: none.
static int queue_in_turn(const choice *h)
{
    const cart *x = h->x;
    const unsigned from = x->queue + !BUG(x, CART_BUG_RR_STAYS);
    for (unsigned i = 0; i < x->queues; i++) {
        const unsigned q = (from + i) % x->queues;
        if (eligible(h, q)) return (int)q;
    }
    return NONE;
}

static int by_policy(const choice *h)
{
    cart *x = h->x;
    unsigned as_long = 0;
    int q = NONE;
    if (x->drain == CART_LONGEST || BUG(x, CART_BUG_GREEDY_LEAVES)) q = longest(h, 0, x->queues, &as_long);
    else if (x->drain == CART_GREEDY && eligible(h, x->queue)) q = (int)x->queue;
    else q = queue_in_turn(h);
    x->events.ties += as_long > 1;
    return q;
}

static void choose_of_all(const choice *h, bool rejected)
{
    cart *x = h->x;
    if (rejected && x->drain != CART_RR) {
        x->events.repeats++;
        return;
    }
    int q = by_policy(h);
    CHECK(q != NONE || x->bug, "CART: something is held and no queue can be drained");
    if (q == NONE) q = (int)x->queue;
    x->events.repeats += rejected && q == (int)x->queue;
    *(q == (int)x->queue ? &x->events.stays : &x->events.turns) += 1;
    x->queue = (unsigned)q;
}

static void choose(cart *x, int placed, bool rejected)
{
    const choice h = {x, x->latency == 1 || BUG(x, CART_BUG_PLACED_SEEN) ? NONE : placed, BUG(x, CART_BUG_PLACED_UNCOUNTED) ? placed : NONE};
    x->busy = 0;
    for (unsigned b = 0; b < x->branches; b++) {
        const unsigned unseen = h.unseen != NONE && branch_of(x, (unsigned)h.unseen) == b;
        x->busy |= (uint64_t)(x->held[b] != unseen) << b;
    }
    x->offers = x->busy != 0;
    if (!x->offers) return;
    if (x->drain == CART_ROTATE) rotate(&h, rejected);
    else choose_of_all(&h, rejected);
    x->events.chose_placed += placed == (int)x->queue && x->leaves[placed].count == 1;
}

// ---- a cycle

static bool is_idle(const cart *x) { return !x->incoming && !x->inside; }

void cart_valid(const cart *x, cart_out *out)
{
    if (x->buffer) {
        cart_buffer_valid(x->buffer, out);
        return;
    }
    const entry *head = slot(x, x->queue, x->leaves[x->queue].head);
    out->req_valid_o[0] = x->offers;
    out->req_line_o[0] = head->line;
    out->req_meta_o[0] = head->meta;
    out->idle_o[0] = BUG(x, CART_BUG_IDLE_EARLY) ? !x->inside : is_idle(x);
}

void cart_ready(const cart *x, const cart_in *in, cart_out *out)
{
    (void)in; // from state only
    if (x->buffer) cart_buffer_ready(x->buffer, out);
    else out->in_ready_o[0] = !x->incoming || can_place(x);
}

static void tree_commit(cart *x, const cart_in *in, const cart_out *out)
{
    const bool accept = x->offers && in->req_accept_i[0], reject = x->offers && in->req_reject_i[0], looked = !x->offers || accept || reject;
    if (accept) depart(x);
    const int placed = place(x, accept ? (int)x->queue : NONE);
    if (placed != NONE) x->incoming = false;
    if (accept) conclude_departure(x);
    if (looked) choose(x, placed, reject);
    if (!in->in_valid_i[0] || !out->in_ready_o[0]) return;
    x->incoming = true;
    x->in = (entry){in->in_line_i[0], in->in_meta_i[0]};
    x->in_place = place_of(x, in->in_line_i[0]);
}

void cart_commit(cart *x, const cart_in *in, const cart_out *out)
{
    cart_events *v = &x->events;
    const uint64_t offers = out->req_valid_o[0];
    v->cycles++;
    v->busy_cycles += !out->idle_o[0];
    v->accepted += in->in_valid_i[0] && out->in_ready_o[0];
    v->in_stall += in->in_valid_i[0] && !out->in_ready_o[0];
    v->rejected += offers && in->req_reject_i[0];
    v->held += offers && !in->req_accept_i[0] && !in->req_reject_i[0];
    if (x->buffer) {
        v->sent += offers && in->req_accept_i[0];
        cart_buffer_commit(x->buffer, in, out, v);
    } else {
        tree_commit(x, in, out);
    }
}

void cart_skip(cart *x, uint64_t cycles) { x->events.cycles += cycles; }

void cart_dump(const cart *x, FILE *f)
{
    if (x->buffer) {
        cart_buffer_dump(x->buffer, f);
        return;
    }
    fprintf(f, "    CART: %s", x->incoming ? "a request in the incoming register" : "incoming register free");
    if (x->offers) fprintf(f, ", queue %u on offer", x->queue);
    fprintf(f, "\n");
    for (unsigned q = 0; q < x->queues; q++) {
        const leaf *k = &x->leaves[q];
        if (!k->count) continue;
        fprintf(f, "      branch %u queue %u: %u of %u, row 0x%" PRIx64 " column 0x%" PRIx64 "%s\n", branch_of(x, q), q, k->count, x->entries,
                x->row_of[group_of(x, q)], k->column, k->waits ? ", behind an older one" : "");
    }
}

// ---- as a device

static void *dev_make(const config *c, unsigned bug, err *e) { return cart_new(c, bug, e); }
static void dev_reset(void *self) { cart_reset(self); }
static bool dev_used(const uint64_t *in) { return ((const cart_in *)(const void *)in)->in_valid_i[0] != 0; }

static int dev_exercised(const uint64_t *events, err *e)
{
    const cart_events *v = (const cart_events *)(const void *)events;
    if (v->accepted && v->sent) return ST_OK;
    return err_add(e, ST_CHECK, "the run has not exercised CART: %" PRIu64 " requests taken in, %" PRIu64 " sent on: both must be at least 1", v->accepted,
                   v->sent);
}

static void dev_valid(void *self, uint64_t *out) { cart_valid(self, (cart_out *)(void *)out); }
static void dev_ready(void *self, const uint64_t *in, uint64_t *out) { cart_ready(self, (const cart_in *)(const void *)in, (cart_out *)(void *)out); }

static void dev_commit(void *self, const uint64_t *in, const uint64_t *out)
{
    cart_commit(self, (const cart_in *)(const void *)in, (const cart_out *)(const void *)out);
}

static void dev_skip(void *self, uint64_t cycles) { cart_skip(self, cycles); }
static const uint64_t *dev_events(void *self) { return (const uint64_t *)(const void *)cart_get_events(self); }
static void dev_dump(void *self, FILE *f) { cart_dump(self, f); }
static void dev_free(void *self) { cart_free(self); }

const block_model cart_block = {
    .stem = "cart", .events = &cart_event_table, .state_bytes = sizeof(cart), .in_bytes = sizeof(cart_in),
    .out_bytes = sizeof(cart_out), .make = dev_make, .used = dev_used, .exercised = dev_exercised,
    .dev = {.reset = dev_reset, .valid = dev_valid, .ready = dev_ready, .commit = dev_commit, .skip = dev_skip, .events = dev_events, .dump = dev_dump, .free = dev_free},
};
