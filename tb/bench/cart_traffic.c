// cart_traffic.c: draws the phases, requests and L2 answers of CART's bench. See cart_traffic.h for
// the kinds of phases.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/cart_traffic.h"

#include <string.h>

enum { SHORTEST_PHASE = 16, PHASE_DOUBLINGS = 7, MAX_BURST = 24, CAUSES = 4, MIXED = CAUSES };
enum { PAIRS_CYCLES = 2048, PAIRS_PERCENT = 5 };
enum { QUIET = 6 }; // cycles without a request taken in, after which nothing more fits
// The requests of a spurt: 0, to another branch; 1, to one line; 2, to another row of its branch
static const char spurt_lines[] = "1211010";
enum {
    SPURT = sizeof spurt_lines - 1,
    SPURTS_CYCLES = 512,
    SPURTS_PERCENT = 8,
    LINKS_CYCLES = 160,
    LINKS_PERCENT = 7,
    RESETS_PERCENT = 4
};

static unsigned below(cart_traffic *t, unsigned n) { return (unsigned)rng_below(&t->random, n); }
static bool percent(cart_traffic *t, unsigned p) { return p >= 100 || (p && below(t, 100) < p); }
static uint64_t low_bits(unsigned n) { return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

#define PICK(t, ...) \
    pick(t, (const unsigned[]){__VA_ARGS__}, \
         sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(cart_traffic *t, const unsigned *of, unsigned n) { return of[below(t, n)]; }

// ---- lines

static uint64_t line_of(const cart_traffic *t, const cart_spot *s)
{
    uint64_t line = 0, left[3] = {s->bank ^ (s->row & low_bits(t->map.hashed)), s->row, s->column};
    for (unsigned i = 0; i < t->map.line_bits; i++) {
        const char use = t->map.use[i];
        uint64_t *from = &left[use == 'B' ? 0 : use == 'R' ? 1 : 2];
        line |= (*from & 1) << i;
        *from >>= 1;
    }
    return line;
}

cart_spot cart_traffic_spot(const cart_traffic *t, uint64_t line)
{
    cart_spot s = {0};
    unsigned banks = 0, rows = 0, columns = 0;
    for (unsigned i = 0; i < t->map.line_bits; i++) {
        const uint64_t bit = line >> i & 1;
        if (t->map.use[i] == 'B') s.bank |= bit << banks++;
        else if (t->map.use[i] == 'R') s.row |= bit << rows++;
        else s.column |= bit << columns++;
    }
    s.bank ^= s.row & low_bits(t->map.hashed);
    return s;
}

static uint64_t any_value(cart_traffic *t, unsigned n) { return rng_u64(&t->random) & low_bits(n); }

static unsigned at_most(unsigned n, unsigned most) { return n < most ? n : most; }

// One value, a few that follow each other, or all.
static void draw_any(cart_traffic *t, cart_list *l, unsigned bits, unsigned few)
{
    const uint64_t first = any_value(t, bits);
    l->n = at_most(PICK(t, 1, 2, few, 0, 0), CART_LIST);
    if (l->n > low_bits(bits)) l->n = 0;
    for (unsigned i = 0; i < l->n; i++) l->value[i] = (first + i) & low_bits(bits);
}

// All values, from any one on; they are few.
static void draw_every(cart_traffic *t, cart_list *l, unsigned bits)
{
    const uint64_t base = any_value(t, bits);
    l->n = 1u << bits;
    for (unsigned i = 0; i < l->n; i++) l->value[i] = base ^ i;
}

// n values: a base, and others that differ from it in one bit each; whose turn it is goes on. More
// than there are bits: the others are any.
static void draw_near(cart_traffic *t, cart_list *l, unsigned bits, unsigned n, unsigned *turn)
{
    const unsigned base = PICK(t, 0, 1, 2);
    if (n > bits + 1 && low_bits(bits) < CART_LIST) {
        draw_every(t, l, bits);
        return;
    }
    l->value[0] = base == 0 ? 0 : base == 1 ? low_bits(bits) : any_value(t, bits);
    l->n = bits ? at_most(n, CART_LIST) : 1;
    for (unsigned i = 1; i < l->n; i++) {
        l->value[i] = i > bits ? any_value(t, bits) : l->value[0] ^ (uint64_t)1 << *turn;
        if (i <= bits) *turn = (*turn + 1) % bits;
    }
}

// n branches that follow each other; which is the first goes on.
static void draw_branches(cart_traffic *t, cart_list *l, unsigned n)
{
    const unsigned banks = 1u << t->map.banks, above = below(t, banks / t->branches);
    l->n = at_most(n, t->branches);
    for (unsigned i = 0; i < l->n; i++) {
        l->value[i] = (t->branch_turn + i) % t->branches + t->branches * above;
    }
    t->branch_turn = (t->branch_turn + 1) % t->branches;
}

static void draw_general(cart_traffic *t, cart_phase *p)
{
    const struct cfg_cart *k = &t->job->c->cart;
    p->same_line_percent = PICK(t, 0, 0, 50, 90);
    p->same_row_percent = PICK(t, 0, 0, 50, 90);
    draw_any(t, &p->bank, t->map.banks, 4);
    draw_any(t, &p->row, t->map.rows, k->rows + 1);
    draw_any(t, &p->column, t->map.columns, k->columns + 1);
}

static void draw_rows_and_columns(cart_traffic *t, cart_phase *p)
{
    const struct cfg_cart *k = &t->job->c->cart;
    draw_near(t, &p->row, t->map.rows, PICK(t, 2, k->rows, k->rows + 1, k->rows + 1), &t->row_turn);
    draw_near(t, &p->column, t->map.columns, PICK(t, 1, 2, k->columns, k->columns + 1),
              &t->column_turn);
}

static void draw_near_lines(cart_traffic *t, cart_phase *p)
{
    p->valid_percent = PICK(t, 50, 90, 100, 100);
    p->same_line_percent = PICK(t, 0, 0, 50);
    p->sweep_percent = PICK(t, 0, 0, 80, 100);
    const unsigned banks = PICK(t, 0, 0, 0, 2, 3);
    if (banks) draw_near(t, &p->bank, t->map.banks, banks, &t->bank_turn);
    draw_rows_and_columns(t, p);
}

static void draw_focus(cart_traffic *t, cart_phase *p)
{
    p->valid_percent = PICK(t, 50, 90, 100, 100);
    p->same_line_percent = PICK(t, 0, 0, 50);
    p->sweep_percent = PICK(t, 0, 0, 50);
    p->stray_percent = PICK(t, 0, 5, 25);
    draw_branches(t, &p->bank, 1);
    draw_rows_and_columns(t, p);
}

static void draw_crowd(cart_traffic *t, cart_phase *p)
{
    p->valid_percent = PICK(t, 90, 100);
    const unsigned branches = PICK(t, 0, 0, 1, 1, 2, 3, 4);
    if (branches) draw_branches(t, &p->bank, branches);
    draw_near(t, &p->row, t->map.rows, PICK(t, 1, 2, t->job->c->cart.rows), &t->row_turn);
    draw_near(t, &p->column, t->map.columns, 1 + below(t, 2), &t->column_turn);
}

// As many lines as there are queues, and nothing but pairs (steer).
static void draw_pairs(cart_traffic *t, cart_phase *p)
{
    const struct cfg_cart *k = &t->job->c->cart;
    p->pairs = p->empties = true;
    p->cycles = PAIRS_CYCLES;
    p->sweep_percent = 100;
    p->level = t->pairs->queues + below(t, 2 * t->branches + 1);
    if (t->map.banks > t->map.branch_bits) draw_branches(t, &p->bank, CART_LIST);
    draw_near(t, &p->row, t->map.rows, k->rows, &t->row_turn);
    draw_near(t, &p->column, t->map.columns, k->columns, &t->column_turn);
}

// Two rows, of one branch or of two, and little else.
static void draw_spurts(cart_traffic *t, cart_phase *p)
{
    p->spurts = p->empties = true;
    p->cycles = SPURTS_CYCLES;
    p->accept_percent = PICK(t, 75, 90, 100, 100);
    draw_branches(t, &p->bank, 2);
    draw_near(t, &p->row, t->map.rows, 2, &t->row_turn);
    draw_near(t, &p->column, t->map.columns, PICK(t, 1, 1, 2), &t->column_turn);
}

// Rows of one branch at a time, and little else.
static void draw_links(cart_traffic *t, cart_phase *p)
{
    const struct cfg_cart *k = &t->job->c->cart;
    p->links = p->empties = true;
    p->cycles = LINKS_CYCLES;
    draw_branches(t, &p->bank, 1);
    if (k->rows <= CART_LIST) draw_near(t, &p->row, t->map.rows, k->rows, &t->row_turn);
    draw_near(t, &p->column, t->map.columns, k->columns, &t->column_turn);
}

static void draw_lines(cart_traffic *t, cart_phase *p)
{
    enum { GENERAL, NEAR, FOCUS, CROWD };
    switch (PICK(t, GENERAL, GENERAL, FOCUS, NEAR, NEAR, NEAR, FOCUS, FOCUS, CROWD, CROWD)) {
    case NEAR: draw_near_lines(t, p); break;
    case FOCUS: draw_focus(t, p); break;
    case CROWD: draw_crowd(t, p); break;
    default: draw_general(t, p); break;
    }
}

// ---- phases

static void draw_tide(cart_traffic *t, cart_phase *p)
{
    p->tide = percent(t, 45) ? (cart_tide)PICK(t, TIDE_HOLDS, TIDE_REJECTS) : NO_TIDE;
    if (p->tide == NO_TIDE) return;
    p->low = PICK(t, 0, 1, below(t, t->capacity), t->capacity);
    p->cycles += below(t, 2 * t->capacity);
    if (percent(t, 75)) p->accept_percent = 100;
}

static void draw_answers(cart_traffic *t, cart_phase *p)
{
    p->accept_percent = PICK(t, 0, 10, 25, 50, 75, 90, 100, 100);
    p->reject_percent = below(t, 101 - p->accept_percent);
    if (percent(t, 30)) p->reject_percent = 100 - p->accept_percent;
    p->bursts = percent(t, 25);
    p->cause = below(t, CAUSES + 2) < CAUSES ? below(t, CAUSES) : MIXED;
    p->stuck_bank = below(t, t->branches);
    p->stuck_percent = PICK(t, 0, 0, 0, 90, 100);
    p->stuck_moves = percent(t, 50);
    draw_tide(t, p);
    if (!t->job->weak) return;
    p->accept_percent = 100;
    p->reject_percent = p->stuck_percent = 0;
    p->bursts = false;
    p->tide = NO_TIDE;
}

static void draw_phase(cart_traffic *t)
{
    cart_phase *p = &t->phase;
    const unsigned longest = (unsigned)SHORTEST_PHASE << below(t, PHASE_DOUBLINGS);
    *p = (cart_phase){.cycles = SHORTEST_PHASE + below(t, longest)};
    p->valid_percent = PICK(t, 0, 10, 50, 90, 100, 100);
    p->most = PICK(t, 2, 3, 4, ~0u, ~0u, ~0u, ~0u, ~0u);
    p->noise = percent(t, 50);
    p->end_percent = PICK(t, 0, 0, 0, 5);
    if (!t->job->weak && t->pairs->cross.missing && percent(t, PAIRS_PERCENT)) {
        draw_pairs(t, p);
    } else if (!t->job->weak && t->job->c->cart.latency == 3 && percent(t, SPURTS_PERCENT)) {
        draw_spurts(t, p);
    } else if (!t->job->weak && t->job->c->cart.design == CART_TREE && percent(t, LINKS_PERCENT)) {
        draw_links(t, p);
    } else {
        draw_lines(t, p);
        draw_answers(t, p);
    }
    p->reset_at = percent(t, 15) ? 1 + below(t, (unsigned)p->cycles - 1) : 0;
    // What a reset leaves of one state among many shows when there are many resets.
    if (!t->job->weak && percent(t, RESETS_PERCENT)) {
        p->reset_every = 16 + below(t, 64);
        p->reset_at = p->cycles - 1;
    }
}

void cart_traffic_init(cart_traffic *t, const bench_job *j, const cart_pairs *pairs)
{
    const char *key;
    *t = (cart_traffic){
        .job = j, .pairs = pairs, .random = {j->seed}, .capacity = cart_capacity(j->c)};
    CHECK(!cart_map_read(j->c, &t->map, &key), "%s: configuration not checked", key);
    t->branches = j->c->cart.design == CART_NONBLOCKING ? 1 : cart_branches(j->c);
    draw_phase(t);
}

void cart_traffic_reset(cart_traffic *t)
{
    t->waits = false;
    t->phase.links_reset = true;
    t->phase.links_taken = 0;
    if (!t->job->weak && percent(t, 50)) t->phase.waits = below(t, 2 * at_most(t->capacity, 64));
}

bool cart_traffic_begin(cart_traffic *t)
{
    cart_phase *p = &t->phase;
    if (t->draining) return false;
    if (p->cycles == 0) draw_phase(t);
    const bool due = p->cycles-- == p->reset_at;
    if (due && p->reset_every)
        p->reset_at = p->cycles > p->reset_every ? p->cycles - p->reset_every : 0;
    if (!bench_resets(t->job, due)) return false;
    cart_traffic_reset(t);
    return true;
}

// ---- inputs

static uint64_t from_list(cart_traffic *t, const cart_list *l, unsigned bits)
{
    return l->n ? l->value[below(t, l->n)] : any_value(t, bits);
}

// The n-th of a field, over and over.
static uint64_t in_turn(const cart_list *l, unsigned bits, uint64_t n)
{
    return l->n ? l->value[n % l->n] : n & low_bits(bits);
}

// Bank after bank, then the next column of each, then the next row: all fill up alike.
static void draw_swept(cart_traffic *t)
{
    cart_phase *p = &t->phase;
    const uint64_t banks = p->bank.n ? p->bank.n : (uint64_t)1 << t->map.banks;
    const uint64_t columns = p->column.n ? p->column.n : 1, n = p->swept++;
    t->spot.bank = in_turn(&p->bank, t->map.banks, n);
    t->spot.column = in_turn(&p->column, t->map.columns, n / banks);
    t->spot.row = in_turn(&p->row, t->map.rows, n / banks / columns);
}

static void draw_spot(cart_traffic *t)
{
    const cart_phase *p = &t->phase;
    const bool same_line = percent(t, p->same_line_percent);
    const bool same_row = same_line || percent(t, p->same_row_percent);
    if (!same_row) {
        const bool strays = percent(t, p->stray_percent);
        t->spot.bank = strays ? any_value(t, t->map.banks) : from_list(t, &p->bank, t->map.banks);
        t->spot.row = from_list(t, &p->row, t->map.rows);
    }
    if (!same_line) t->spot.column = from_list(t, &p->column, t->map.columns);
}

// The first line of all, or the last.
static void draw_end(cart_traffic *t)
{
    const uint64_t ones = below(t, 2) ? ~(uint64_t)0 : 0;
    t->spot.bank = ones & low_bits(t->map.banks);
    t->spot.row = ones & low_bits(t->map.rows);
    t->spot.column = ones & low_bits(t->map.columns);
    t->spot.bank ^= t->spot.row & low_bits(t->map.hashed);
}

static void put_spot(cart_traffic *t)
{
    const bench_job *j = t->job;
    t->spot.bank &= ~bench_held(j, "bank");
    t->spot.row &= ~bench_held(j, "row");
    t->spot.column &= ~bench_held(j, "column");
    t->in.in_line_i[0] = line_of(t, &t->spot) & ~bench_held(j, "line");
    t->in_branch = (unsigned)cart_traffic_spot(t, t->in.in_line_i[0]).bank % t->branches;
}

static void draw_request(cart_traffic *t)
{
    if (percent(t, t->phase.end_percent)) draw_end(t);
    else if (percent(t, t->phase.sweep_percent)) draw_swept(t);
    else draw_spot(t);
    put_spot(t);
}

static void drive_request(cart_traffic *t, unsigned held)
{
    const cart_phase *p = &t->phase;
    if (t->waits) return;
    const bool valid = !t->draining && held < p->most && percent(t, p->valid_percent);
    const unsigned meta = t->job->c->cart.meta_bits;
    t->in.in_valid_i[0] = valid;
    t->in.in_line_i[0] = p->noise ? any_value(t, t->map.line_bits) : 0;
    t->in.in_meta_i[0] = p->noise || valid ? any_value(t, meta) : 0;
    if (valid) draw_request(t);
}

// Is the offer of the branch that is stuck? Its branch is that of the oldest request to its line.
static bool is_stuck(cart_traffic *t, const cart_laws *l, uint64_t line)
{
    const cart_phase *p = &t->phase;
    if (!p->stuck_percent) return false;
    for (unsigned i = 0; i < l->n; i++) {
        if (l->held[i].line != line) continue;
        return l->held[i].branch == p->stuck_bank && percent(t, p->stuck_percent);
    }
    return false;
}

static void turn_tide(cart_phase *p, unsigned held)
{
    if (p->ebbs ? held <= p->low : p->quiet >= QUIET) {
        p->ebbs = !p->ebbs;
        p->quiet = 0;
    }
}

typedef struct answer {
    bool accept, reject;
} answer;

static answer draw_answer(cart_traffic *t, unsigned held)
{
    cart_phase *p = &t->phase;
    answer a = {.accept = percent(t, p->accept_percent)};
    if (p->bursts && p->burst_left-- == 0) {
        p->burst_left = below(t, MAX_BURST);
        p->burst_accepts = !p->burst_accepts;
    }
    if (p->bursts) a.accept = p->burst_accepts;
    if (p->tide) turn_tide(p, held);
    const bool waits = p->waits || (p->tide && !p->ebbs);
    p->waits -= p->waits != 0;
    if (waits) return (answer){.reject = p->tide == TIDE_REJECTS};
    a.reject = !a.accept && p->reject_percent &&
               below(t, 100 - p->accept_percent + 1) < p->reject_percent + 1;
    return a;
}

static void drive_answer(cart_traffic *t, const cart_laws *l, const cart_out *offered)
{
    cart_phase *p = &t->phase;
    const bool asked = offered->req_valid_o[0];
    if (p->stuck_moves && percent(t, 6)) p->stuck_bank = below(t, t->branches);
    answer a = draw_answer(t, l->n);
    if (asked && is_stuck(t, l, offered->req_line_o[0])) a = (answer){.reject = true};
    if (t->draining) a = (answer){.accept = true};
    t->in.req_accept_i[0] = a.accept && (asked || p->noise);
    t->in.req_reject_i[0] = a.reject && (asked || p->noise);
    t->in.req_stall_i[0] = 0;
    if (t->job->c->cart.design != CART_NONBLOCKING) return;
    t->in.req_stall_i[0] = p->cause == MIXED ? below(t, CAUSES) : p->cause;
}

// When nothing is held, the lines in turn fill the queues alike, and some requests more make a
// queue of some branches the longest, which is drained first. From then on there is a request to a
// wanted line while the offer waits, and in the cycle in which it is placed the offer is accepted.
// An offer of which no pair is wanted is just accepted.
static void steer(cart_traffic *t, unsigned held)
{
    cart_phase *p = &t->phase;
    const unsigned until_placed = t->job->c->cart.latency == 3 ? 2 : 1;
    const bool aimed = p->aimed; // a request is under way to its queue
    p->empties = p->empties && held;
    p->fills = held < p->level && (p->fills ? !t->waits : !held);
    p->aimed -= p->aimed != 0;
    if (!t->waits) {
        const bool wanted = !p->empties && !p->fills && !aimed &&
                            cart_pairs_wanted(t->pairs, &t->random, &t->in.in_line_i[0]);
        if (wanted) p->aimed = until_placed;
        t->in.in_valid_i[0] = p->fills || wanted;
        if (p->fills && (held < t->pairs->queues ||
                         !cart_pairs_longer(t->pairs, &t->random, &t->in.in_line_i[0])))
            draw_request(t);
        t->in_branch = (unsigned)cart_traffic_spot(t, t->in.in_line_i[0]).bank % t->branches;
    }
    t->in.req_accept_i[0] = !p->fills && !p->aimed;
    t->in.req_reject_i[0] = 0;
}

// When nothing is held, a spurt of requests comes in, some of which go elsewhere. L2 takes the
// first offer, and from then on nothing before a number of them has come in.
static void spurt(cart_traffic *t, unsigned held)
{
    enum { ANY_PERCENT = 10 };
    cart_phase *p = &t->phase;
    if (p->empties && !held) {
        p->empties = false;
        p->spurt_taken = 0;
        p->spurt_holds = SPURT - below(t, 3);
        p->spurt_began = false;
    }
    if (!t->waits) {
        t->in.in_valid_i[0] = !p->empties;
        t->in.in_meta_i[0] = any_value(t, t->job->c->cart.meta_bits);
        const char to = percent(t, ANY_PERCENT) ? (char)('0' + below(t, 3))
                                                : spurt_lines[p->spurt_taken % SPURT];
        t->spot.bank = in_turn(&p->bank, t->map.banks, to == '0');
        t->spot.row = in_turn(&p->row, t->map.rows, to == '2');
        t->spot.column = from_list(t, &p->column, t->map.columns);
        put_spot(t);
    }
    const bool answers = t->waits || !p->spurt_began || p->spurt_taken >= p->spurt_holds;
    t->in.req_accept_i[0] = answers && percent(t, p->accept_percent);
    t->in.req_reject_i[0] = 0;
}

// The n-th request of a filling: behind a reset, to column c of each row up to c + 1, so that what
// is drained first is not the first column; else more to a line than its queue holds. False: there
// are no more.
static bool link_at(const cart_traffic *t, unsigned n, unsigned *row, unsigned *column)
{
    const struct cfg_cart *k = &t->job->c->cart;
    *column = 0;
    for (*row = 0; *row < k->rows; ++*row) {
        for (*column = 0; *column < (t->phase.links_reset ? k->columns : 1); ++*column) {
            const unsigned to =
                t->phase.links_reset ? at_most(*column + 1, k->entries) : k->entries + 1;
            if (n < to) return true;
            n -= to;
        }
    }
    return false;
}

// When nothing is held, rows of a branch are filled while L2 takes nothing, so that queues chain:
// the reset of one that falls together with that shows in the filling behind it.
static void fill_links(cart_traffic *t, unsigned held)
{
    cart_phase *p = &t->phase;
    unsigned row, column;
    if (p->empties && !held) {
        p->empties = p->links_reset = false;
        p->links_taken = 0;
    }
    const bool more = link_at(t, p->links_taken, &row, &column);
    if (!more && !t->waits && p->quiet >= QUIET) p->empties = true;
    if (!t->waits) {
        t->in.in_valid_i[0] = more && !p->empties;
        t->in.in_meta_i[0] = any_value(t, t->job->c->cart.meta_bits);
        t->spot.bank = in_turn(&p->bank, t->map.banks, 0);
        t->spot.row = in_turn(&p->row, t->map.rows, row);
        t->spot.column = in_turn(&p->column, t->map.columns, column);
        put_spot(t);
    }
    t->in.req_accept_i[0] = p->empties;
    t->in.req_reject_i[0] = 0;
}

void cart_traffic_drive(cart_traffic *t, const cart_laws *l, const cart_out *offered)
{
    if (t->phase.pairs && !t->draining) {
        steer(t, l->n);
    } else if (t->phase.spurts && !t->draining) {
        spurt(t, l->n);
    } else if (t->phase.links && !t->draining) {
        fill_links(t, l->n);
    } else {
        drive_request(t, l->n);
        drive_answer(t, l, offered);
    }
    if (!t->draining && cart_pairs_held(t->pairs, t->job)) t->in.req_accept_i[0] = 0;
}

void cart_traffic_end(cart_traffic *t, const cart_out *out)
{
    const bool taken = t->in.in_valid_i[0] && out->in_ready_o[0];
    t->waits = t->in.in_valid_i[0] && !taken;
    t->phase.quiet = taken ? 0 : t->phase.quiet + 1;
    if (t->phase.spurts && taken && ++t->phase.spurt_taken == SPURT) t->phase.empties = true;
    if (t->phase.links && taken) t->phase.links_taken++;
    if (t->in.req_accept_i[0] && out->req_valid_o[0]) t->phase.spurt_began = true;
}
