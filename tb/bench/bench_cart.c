// bench_cart.c : CART alone against its golden model, and the designs that it is compared with.
//
// Traffic moves through phases, each with profiles of its own: how often there is a request; how many are held at most; how many banks, rows
// and columns take part, from one to all; how likely the same line, or the same row, follows; or a few lines in any order; what L2 answers:
// accepts, rejects or looks at nothing in rates, bursts, or one bank, now this and now that, or one cause that is always rejected; whether
// what no one may look at is zero or noise. Some phases have a reset in their middle. At the end all is accepted, and nothing may be left.
// Laws: cart_laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "blocks/cart.h"
#include "tb/bench/cart_laws.h"
#include "tb/bench/conclude.h"
#include "tb/lockstep/lane.h"

#include <string.h>

enum { SHORTEST_PHASE = 16, PHASE_DOUBLINGS = 7, MAX_BURST = 24, CAUSES = 4, MIXED = CAUSES };

typedef struct range {
    uint64_t first, n, all, step;
} range;

typedef struct phase {
    uint64_t cycles, reset_at; // left; left when a reset comes, 0: none
    unsigned valid_percent, same_line_percent, same_row_percent;
    unsigned most; // no request comes while so many are held
    range bank, row, column;
    unsigned accept_percent, reject_percent; // the rest is held
    bool bursts, burst_accepts;
    unsigned burst_left, cause, stuck_percent; // stuck: of phases' offers to stuck_bank that are rejected
    unsigned stuck_bank;
    bool stuck_moves; // to another bank now and then
    bool noise;
} phase;

typedef struct bench {
    const bench_job *job;
    cart_map map;
    unsigned branches;
    port ports[CART_N_PORTS];
    cart *model;
    lane lane;
    cart_laws laws;
    rng random;
    phase phase;
    cart_in in;
    unsigned in_branch;
    bool waits, draining;
    uint64_t bank, row, column; // of the last request
    uint64_t resets;
    bool failed;
} bench;

// ---- traffic

static unsigned below(bench *b, unsigned n) { return (unsigned)rng_below(&b->random, n); }
static bool percent(bench *b, unsigned p) { return p >= 100 || (p && below(b, 100) < p); }
static uint64_t low_bits(unsigned n) { return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

#define PICK(b, ...) pick(b, (const unsigned[]){__VA_ARGS__}, sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(bench *b, const unsigned *list, unsigned n) { return list[below(b, n)]; }

// One, a few or all of 2^bits.
static range draw_range(bench *b, unsigned bits, unsigned few)
{
    const uint64_t all = (uint64_t)1 << bits;
    range r = {.n = PICK(b, 1, 2, few, 0, 0), .all = all, .step = 1};
    if (!r.n || r.n > all) r.n = all;
    r.first = rng_below(&b->random, all);
    return r;
}

static uint64_t in_range(bench *b, const range *r) { return (r->first + r->step * rng_below(&b->random, r->n)) % r->all; }

static void draw_answers(bench *b, phase *p)
{
    p->accept_percent = PICK(b, 0, 10, 25, 50, 75, 90, 100, 100);
    p->reject_percent = below(b, 101 - p->accept_percent);
    if (percent(b, 30)) p->reject_percent = 100 - p->accept_percent;
    p->bursts = percent(b, 25);
    p->cause = below(b, CAUSES + 2) < CAUSES ? below(b, CAUSES) : MIXED;
    p->stuck_bank = below(b, b->branches);
    p->stuck_percent = PICK(b, 0, 0, 0, 90, 100);
    p->stuck_moves = percent(b, 50);
    if (b->job->weak) p->accept_percent = 100, p->reject_percent = p->stuck_percent = 0, p->bursts = false;
}

// One value, or two that are a power of two apart.
static void draw_pair(bench *b, range *r, unsigned bits)
{
    r->n = 1 + below(b, 2) % r->all;
    r->step = bits ? (uint64_t)1 << below(b, bits) : 1;
}

// A few lines in any order, of all banks, so that their queues chain in all branches at once, or of one, so that a branch goes on alone.
static void draw_few_lines(bench *b, phase *p)
{
    p->valid_percent = PICK(b, 90, 100);
    p->same_line_percent = p->same_row_percent = 0;
    if (percent(b, 50)) p->bank.n = 1;
    draw_pair(b, &p->row, b->map.rows);
    draw_pair(b, &p->column, b->map.columns);
}

static void draw_phase(bench *b)
{
    phase *p = &b->phase;
    const struct cfg_cart *k = &b->job->c->cart;
    *p = (phase){.cycles = SHORTEST_PHASE + below(b, (unsigned)SHORTEST_PHASE << below(b, PHASE_DOUBLINGS))};
    p->reset_at = percent(b, 12) ? 1 + below(b, (unsigned)p->cycles - 1) : 0;
    p->valid_percent = PICK(b, 0, 10, 50, 90, 100, 100);
    p->most = PICK(b, 2, 3, 4, ~0u, ~0u, ~0u);
    p->same_line_percent = PICK(b, 0, 0, 50, 90);
    p->same_row_percent = PICK(b, 0, 0, 50, 90);
    p->bank = draw_range(b, b->map.banks, 4);
    p->row = draw_range(b, b->map.rows, k->rows + 1);
    p->column = draw_range(b, b->map.columns, k->columns + 1);
    p->noise = percent(b, 50);
    draw_answers(b, p);
    if (percent(b, 30)) draw_few_lines(b, p);
}

// Bits of bank, row and column into their places; the lowest row bits hash the bank.
static uint64_t line_at(const bench *b, uint64_t bank, uint64_t row, uint64_t column)
{
    uint64_t line = 0, left[3] = {bank ^ (row & low_bits(b->map.hashed)), row, column};
    for (unsigned i = 0; i < b->map.line_bits; i++) {
        uint64_t *from = &left[b->map.use[i] == 'B' ? 0 : b->map.use[i] == 'R' ? 1 : 2];
        line |= (*from & 1) << i;
        *from >>= 1;
    }
    return line;
}

static void draw_request(bench *b)
{
    const phase *p = &b->phase;
    const bool same_line = percent(b, p->same_line_percent), same_row = same_line || percent(b, p->same_row_percent);
    if (!same_row) {
        b->bank = in_range(b, &p->bank);
        b->row = in_range(b, &p->row);
    }
    if (!same_line) b->column = in_range(b, &p->column);
    b->in.in_line_i[0] = line_at(b, b->bank, b->row, b->column);
    b->in_branch = (unsigned)b->bank % b->branches;
}

static void drive_request(bench *b)
{
    const phase *p = &b->phase;
    if (b->waits) return;
    b->in.in_valid_i[0] = !b->draining && b->laws.n < p->most && percent(b, p->valid_percent);
    b->in.in_line_i[0] = p->noise ? rng_u64(&b->random) & low_bits(b->map.line_bits) : 0;
    b->in.in_meta_i[0] = p->noise || b->in.in_valid_i[0] ? rng_u64(&b->random) & low_bits(b->job->c->cart.meta_bits) : 0;
    if (b->in.in_valid_i[0]) draw_request(b);
}

// The branch of what is offered: that of the oldest request held to its line.
static bool stuck(bench *b, uint64_t line)
{
    const cart_laws *l = &b->laws;
    for (unsigned i = 0; i < l->n; i++) {
        if (l->held[i].line == line) return l->held[i].branch == b->phase.stuck_bank && percent(b, b->phase.stuck_percent);
    }
    return false;
}

static void drive_answer(bench *b, const cart_out *offered)
{
    phase *p = &b->phase;
    const bool asked = offered->req_valid_o[0];
    bool accept = percent(b, p->accept_percent);
    if (p->stuck_moves && percent(b, 6)) p->stuck_bank = below(b, b->branches);
    if (p->bursts && p->burst_left-- == 0) {
        p->burst_left = below(b, MAX_BURST);
        p->burst_accepts = !p->burst_accepts;
    }
    if (p->bursts) accept = p->burst_accepts;
    bool reject = !accept && below(b, 100 - p->accept_percent + 1) < p->reject_percent + 1 && p->reject_percent;
    if (asked && stuck(b, offered->req_line_o[0])) {
        accept = false;
        reject = true;
    }
    if (b->draining) accept = !(reject = false);
    b->in.req_accept_i[0] = accept && (asked || p->noise);
    b->in.req_reject_i[0] = reject && (asked || p->noise);
    b->in.req_stall_i[0] = 0;
    if (b->job->c->cart.design == CART_NONBLOCKING) b->in.req_stall_i[0] = p->cause == MIXED ? below(b, CAUSES) : p->cause;
}

// ---- a cycle

static void reset(bench *b)
{
    b->resets++;
    b->waits = false;
    lane_reset(&b->lane);
    cart_reset(b->model);
    cart_laws_reset(&b->laws);
}

static void begin(bench *b)
{
    phase *p = &b->phase;
    if (b->draining) return;
    if (p->cycles == 0) draw_phase(b);
    if (bench_resets(b->job, p->cycles-- == p->reset_at)) reset(b);
}

static const uint64_t *in_words(const cart_in *in) { return (const uint64_t *)(const void *)in; }
static const uint64_t *out_words(const cart_out *out) { return (const uint64_t *)(const void *)out; }

static void cycle(bench *b)
{
    cart_out out = {0};
    begin(b);
    cart_valid(b->model, &out);
    drive_request(b);
    drive_answer(b, &out);
    cart_ready(b->model, &b->in, &out);
    const cart_out *rtl = (const cart_out *)(const void *)lane_eval(&b->lane, in_words(&b->in));
    if (!cart_laws_cycle(&b->laws, &b->in, rtl, b->in_branch)) b->failed = true;
    if (!lane_compare(&b->lane, in_words(&b->in), out_words(&out))) b->failed = true;
    b->waits = b->in.in_valid_i[0] && !out.in_ready_o[0];
    lane_clock(&b->lane);
    cart_commit(b->model, &b->in, &out);
}

// ---- result

static bool named(const char *list, const char *name)
{
    const size_t n = strlen(name);
    for (const char *p = strstr(list, name); p; p = strstr(p + 1, name)) {
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n])) return true;
    }
    return false;
}

static const char *tree_excluded(const config *c, const char *name)
{
    const struct cfg_cart *k = &c->cart;
    cart_map m;
    const char *key;
    CHECK(!cart_map_read(c, &m, &key), "%s: configuration not checked", key);
    if (named("placed_chain unchained", name) && k->columns == 1) return "structures.cart.columns is 1";
    if (named("placed_column", name) && (k->columns == 1 || !m.columns)) return "a row group holds one line";
    if (named("ties", name) && k->rows * k->columns == 1 && k->drain == CART_ROTATE) return "a branch has one queue";
    return NULL;
}

static const char *design_excluded(const config *c, const char *name)
{
    const struct cfg_cart *k = &c->cart;
    const bool rotates = k->drain == CART_ROTATE;
    if (named("chose_last chose_row chose_longest", name) && !rotates) return "the drain policy knows no branches";
    if (named("chose_row chose_longest", name) && cart_branches(c) * k->rows * k->columns * k->entries == 1) return "a request is chosen as it takes the one place";
    if (named("ties", name) && (k->design == CART_BANK_FIFO || k->drain == CART_RR || k->drain == CART_GREEDY)) return "lengths are not compared";
    if (named("ties", name) && !rotates && k->rows * k->columns * cart_branches(c) == 1) return "there is one queue";
    if (named("turns", name) && cart_branches(c) == 1 && (rotates || k->rows * k->columns == 1)) return "there is one to choose from";
    const bool alone = rotates ? k->design == CART_BANK_FIFO || k->rows * k->columns == 1 : k->drain != CART_RR; // an empty queue has no successor
    if (named("stays", name) && k->entries == 1 && alone) return "a queue of one entry is not chosen twice in a row";
    if (named("placed_youngest refilled chose_last", name) && k->entries == 1) return "structures.cart.entries is 1";
    if (k->design == CART_TREE) return tree_excluded(c, name);
    return named("placed_chain placed_column placed_return row_forgotten stall_claim unchained", name) ? "structures.cart.design is bank_fifo" : NULL;
}

const char *bench_cart_excluded(const config *c, unsigned event)
{
    const char *name = cart_event_table.rows[event].name;
    const struct cfg_cart *k = &c->cart;
    const bool of_tree = strncmp(name, "placed", 6) == 0 || named("row_forgotten stall_row stall_claim refilled stays chose_last chose_row chose_longest ties"
                                                                  " unchained same_row other_row", name);
    if (k->design != CART_NONBLOCKING && k->latency > 1 && named("chose_placed", name)) return "structures.cart.latency is 2";
    if (k->design != CART_NONBLOCKING) return named("skipped_cause waited_line", name) ? "structures.cart.design is not nonblocking" : design_excluded(c, name);
    if (of_tree) return "structures.cart.design is nonblocking";
    if (k->buffer == 1 && named("turns waited_line", name)) return "structures.cart.buffer is 1";
    return k->buffer < 3 && named("skipped_cause", name) ? "structures.cart.buffer is below 3" : NULL;
}

static void run(bench *b)
{
    enum { REPORT = 1 << 14 };
    const bench_job *j = b->job;
    const char *key;
    CHECK(!cart_map_read(j->c, &b->map, &key), "%s: configuration not checked", key);
    b->branches = b->job->c->cart.design == CART_NONBLOCKING ? 1 : cart_branches(j->c);
    draw_phase(b);
    for (uint64_t i = 0; i < j->cycles && !b->failed; i++) {
        cycle(b);
        if (j->progress && i % REPORT == 0) j->progress(j->progress_ctx, i, (double)i / (double)j->cycles);
    }
    b->draining = true;
    const unsigned enough = 2 * b->laws.capacity + 8;
    for (unsigned i = 0; i < enough && !b->failed; i++) cycle(b);
    if (!b->failed && !cart_laws_end(&b->laws)) b->failed = true;
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return bench_cart_excluded(b->job->c, event);
}

static int conclude(const bench *b, json_t **result, err *e)
{
    return bench_conclude(&(bench_end){.job = b->job, .lane = &b->lane, .events = &cart_event_table, .seen = cart_get_events(b->model),
                                       .excluded = left_out, .bench = b, .law = b->laws.broken, .resets = b->resets,
                                       .floor = bench_floor(b->job), .failed = b->failed}, result, e);
}

int bench_cart(const bench_job *j, json_t **result, err *e)
{
    bench b = {.job = j, .random = {j->seed}};
    cart_ports(j->c, b.ports);
    b.model = cart_new(j->c, j->model_bug, e);
    if (!b.model) return ST_INPUT;
    int status = lane_init(&b.lane, j->plugin, b.ports, CART_N_PORTS, e);
    if (status == ST_OK) {
        cart_laws_init(&b.laws, j->c);
        run(&b);
        status = conclude(&b, result, e);
        cart_laws_free(&b.laws);
        lane_free(&b.lane);
    }
    cart_free(b.model);
    return status;
}
