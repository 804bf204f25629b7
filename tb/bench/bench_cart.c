// bench_cart.c: CART, and the designs that it is compared with, alone against their golden models.
//
// Traffic: cart_traffic.h. Laws: cart_laws.h. At the end everything is accepted, and nothing may
// be left.
//
// How long: of 83 mistakes edited into the Verilog of the preset's size (16 x 4 x 2 x 2), run with
// three seeds, half are caught within 2,100 cycles and 99 % within 310,000; the slowest, in one
// chain of one branch, needs up to 590,000 of the default's 1,000,000. tests/long/edited.sh repeats
// a part of them, and `warploom mutate` tells the length at which 99 % of its kills are made.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "blocks/cart.h"
#include "tb/bench/cart_laws.h"
#include "tb/bench/cart_traffic.h"
#include "tb/bench/conclude.h"
#include "tb/bench/reset_moments.h"
#include "tb/lockstep/lockstep_pair.h"

#include <string.h>

// Identities that the block compares, or that choose where a request goes, in this order.
enum { ID_BANK, ID_ROW, ID_COLUMN, ID_LINE, IDS };

// What resets come together with (reset_moments.h): events; what happens to a queue.
enum { RESETS_EVENT, RESETS_QUEUE, RESETS };
enum { QUEUE_GOES_ON, QUEUE_ENDS, QUEUE_PLACED, QUEUE_CHAINED, QUEUE_COLUMNS };
static const char *const queue_columns[] = {"a departure, and it goes on",
                                            "the departure of its last request", "a placing",
                                            "a placing behind another queue"};

typedef struct bench {
    const bench_job *job;
    port ports[CART_N_PORTS];
    block_dev model;
    lockstep_pair pair;
    cart_laws laws;
    cart_pairs pairs;
    cart_traffic traffic;
    const cart *golden;
    reset_moments resets_of[RESETS];
    unsigned n_resets; // of these
    identity_coverage ids[IDS];
    unsigned n_ids;
    int id[IDS]; // which of `ids`; -1: the design has none
    uint64_t resets;
    bool failed;
    uint64_t ran;                     // cycles of traffic
    cross_coverage asked[RESETS + 1]; // to conclude from
} bench;

// ---- identities: those of the requests held

static void add_id(bench *b, unsigned id, const char *name, unsigned bits)
{
    const unsigned capacity = b->traffic.capacity;
    b->id[id] = -1;
    if (!bits) return;
    b->id[id] = (int)b->n_ids;
    identity_coverage_init(&b->ids[b->n_ids++], name, bits, capacity + 1);
}

// A design with branches chooses by the bank. The tree compares rows within a branch, with the bank
// bits above the branch's below the row's, and columns within a row. The non-blocking buffer
// compares lines. Of the others' lines only the ends are asked for.
static void init_ids(bench *b)
{
    const cart_map *m = &b->traffic.map;
    const cart_design design = b->job->c->cart.design;
    const bool tree = design == CART_TREE, buffer = design == CART_NONBLOCKING;
    add_id(b, ID_BANK, "bank", buffer ? 0 : m->branch_bits);
    add_id(b, ID_ROW, "row", tree ? m->rows + m->banks - m->branch_bits : 0);
    add_id(b, ID_COLUMN, "column", tree ? m->columns : 0);
    add_id(b, ID_LINE, "line", m->line_bits);
    if (!buffer || b->traffic.capacity == 1) b->ids[b->id[ID_LINE]].possible = 0;
}

// The values of a line's identities, each below what it is compared within.
static void ids_of(const bench *b, uint64_t line, uint64_t *value)
{
    const cart_map *m = &b->traffic.map;
    const cart_spot s = cart_traffic_spot(&b->traffic, line);
    const uint64_t branch = s.bank & (((uint64_t)1 << m->branch_bits) - 1);
    const unsigned above = m->banks - m->branch_bits;
    value[ID_BANK] = branch;
    value[ID_ROW] = branch << (m->rows + above) | s.row << above | s.bank >> m->branch_bits;
    value[ID_COLUMN] = value[ID_ROW] << m->columns | s.column;
    value[ID_LINE] = line;
}

static void note_ids(bench *b, uint64_t line, void (*note)(identity_coverage *id, uint64_t value))
{
    uint64_t value[IDS];
    bool complete = true;
    for (unsigned i = 0; i < b->n_ids; i++) complete = complete && b->ids[i].complete;
    if (complete) return;
    ids_of(b, line, value);
    for (unsigned i = 0; i < IDS; i++) {
        if (b->id[i] >= 0) note(&b->ids[b->id[i]], value[i]);
    }
}

// ---- resets

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return bench_cart_excluded(b->job->c, event);
}

// Are there phases in which this queue comes to wait for another one? The first column of a row
// waits for others too, but seldom.
static bool links_are_drawn(const bench *b, unsigned queue)
{
    const struct cfg_cart *k = &b->job->c->cart;
    const unsigned row = queue / k->columns % k->rows, rows = b->traffic.map.rows;
    return k->design == CART_TREE && queue % k->columns && (rows >= 32 || row < 1u << rows);
}

// Of queues not with more than those of the paper's size.
static void init_resets(bench *b)
{
    enum { QUEUE_REPEATS = 4, MOST_QUEUES = 128 };
    const config *c = b->job->c;
    const unsigned queues = cart_queues(b->golden);
    reset_moments_of_events(&b->resets_of[RESETS_EVENT], b->job, &cart_event_table, left_out, b,
                            RESET_REPEATS, RESET_EVERY);
    b->n_resets = 1;
    if (!queues || queues > MOST_QUEUES) return;
    b->n_resets = RESETS;
    reset_moments *x = &b->resets_of[RESETS_QUEUE];
    const cross_coverage cross = {.name = "reset_queue",
                                  .meaning = "a reset comes in a cycle with this at a queue",
                                  .numbered = "queue",
                                  .n_rows = queues,
                                  .n_columns = QUEUE_COLUMNS,
                                  .columns = queue_columns};
    reset_moments_init(x, b->job, cross, QUEUE_REPEATS, RESET_EVERY);
    for (unsigned q = 0; q < queues; q++) {
        if (c->cart.entries == 1) cross_coverage_exclude(&x->cross, q, QUEUE_GOES_ON);
        if (!links_are_drawn(b, q)) cross_coverage_exclude(&x->cross, q, QUEUE_CHAINED);
        for (unsigned i = 0; i < QUEUE_COLUMNS && !cart_pairs_can_place(c, q); i++)
            cross_coverage_exclude(&x->cross, q, i);
    }
}

static void see_moments(bench *b)
{
    reset_moments *x = &b->resets_of[RESETS_QUEUE];
    reset_moments_add_events(&b->resets_of[RESETS_EVENT], b->model.events(b->model.self));
    if (b->n_resets < RESETS) return;
    const cart_moves m = cart_moved(b->golden);
    if (m.left >= 0) reset_moments_add(x, (unsigned)m.left, m.goes_on ? QUEUE_GOES_ON : QUEUE_ENDS);
    if (m.placed >= 0)
        reset_moments_add(x, (unsigned)m.placed, m.chained ? QUEUE_CHAINED : QUEUE_PLACED);
}

// Is this cycle's edge to be a reset?
static bool resets_now(bench *b)
{
    bool wants = false;
    see_moments(b);
    for (unsigned i = 0; i < b->n_resets; i++)
        wants = reset_moments_wants(&b->resets_of[i]) || wants;
    const bool now = wants && !cart_traffic_steers(&b->traffic);
    for (unsigned i = 0; i < b->n_resets; i++) reset_moments_end(&b->resets_of[i], now);
    return now;
}

// ---- a cycle

static void reset(bench *b)
{
    b->resets++;
    for (unsigned i = 0; i < b->n_ids; i++) identity_coverage_clear(&b->ids[i]);
    lockstep_pair_reset(&b->pair);
    b->model.reset(b->model.self);
    cart_laws_reset(&b->laws);
    cart_pairs_reset(&b->pairs);
}

static const uint64_t *in_words(const cart_in *in) { return (const uint64_t *)(const void *)in; }
static uint64_t *out_words(cart_out *out) { return (uint64_t *)(void *)out; }

static void cycle(void *bench_of)
{
    bench *b = bench_of;
    cart_out out = {0};
    const cart_in *in = &b->traffic.in;
    if (cart_traffic_begin(&b->traffic)) reset(b);
    b->model.valid(b->model.self, out_words(&out));
    cart_traffic_drive(&b->traffic, &b->laws, &out);
    b->model.ready(b->model.self, in_words(in), out_words(&out));
    const cart_out *rtl =
        (const cart_out *)(const void *)lockstep_pair_eval(&b->pair, in_words(in));
    if (!cart_laws_cycle(&b->laws, in, rtl, b->traffic.in_branch)) b->failed = true;
    if (!lockstep_pair_compare(&b->pair, in_words(in), out_words(&out))) b->failed = true;
    const bool taken = in->in_valid_i[0] && out.in_ready_o[0];
    if (taken) note_ids(b, in->in_line_i[0], identity_coverage_add);
    const bool leaves = in->req_accept_i[0] && out.req_valid_o[0];
    if (leaves) note_ids(b, out.req_line_o[0], identity_coverage_remove);
    cart_traffic_end(&b->traffic, &out);
    b->model.commit(b->model.self, in_words(in), out_words(&out));
    cart_pairs_note(&b->pairs, taken, in->in_line_i[0]);
    if (!resets_now(b)) {
        lockstep_pair_clock(&b->pair);
        return;
    }
    reset(b);
    cart_traffic_reset(&b->traffic);
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
    const unsigned row_bits = m.rows + m.banks - m.branch_bits;
    if (named("stall_claim row_forgotten", name) && row_bits < 32 && 1u << row_bits <= k->rows) {
        return "a branch has a row group for every row";
    }
    if (named("placed_chain unchained", name) && k->columns == 1)
        return "structures.cart.columns is 1";
    if (named("placed_column", name) && (k->columns == 1 || !m.columns))
        return "a row group holds one line";
    const unsigned queues = k->rows * k->columns;
    const bool ties = named("ties", name) && k->drain == CART_ROTATE;
    if (ties && queues == 1) return "a branch has one queue";
    if (ties && queues == 2 && cart_branches(c) == 1) {
        return "of the two queues one is on offer, and goes on until it is empty";
    }
    return NULL;
}

static const char *design_excluded(const config *c, const char *name)
{
    const struct cfg_cart *k = &c->cart;
    const bool rotates = k->drain == CART_ROTATE;
    if (named("chose_last chose_row chose_longest", name) && !rotates)
        return "the drain policy knows no branches";
    if (named("chose_row chose_longest", name) &&
        cart_branches(c) * k->rows * k->columns * k->entries == 1)
        return "a request is chosen as it takes the one place";
    if (named("ties", name) &&
        (k->design == CART_BANK_FIFO || k->drain == CART_RR || k->drain == CART_GREEDY))
        return "lengths are not compared";
    const unsigned all = (k->design == CART_TREE ? k->rows * k->columns : 1) * cart_branches(c);
    const bool ties = named("ties", name) && !rotates;
    if (ties && all == 1) return "there is one queue";
    if (ties && all == 2 && k->entries == 1) return "of the two requests one is on offer";
    if (named("choice_changes", name) && cart_branches(c) == 1 &&
        (rotates || k->rows * k->columns == 1))
        return "there is one to choose from";
    if (named("placed_youngest refilled chose_last", name) && k->entries == 1)
        return "structures.cart.entries is 1";
    if (k->design == CART_TREE) return tree_excluded(c, name);
    return named("placed_chain placed_column placed_return row_forgotten stall_claim unchained",
                 name)
               ? "structures.cart.design is bank_fifo"
               : NULL;
}

const char *bench_cart_excluded(const config *c, unsigned event)
{
    const char *name = cart_event_table.rows[event].name;
    const struct cfg_cart *k = &c->cart;
    const bool of_tree = strncmp(name, "placed", 6) == 0 ||
                         named("row_forgotten stall_row stall_claim refilled "
                               "choice_stays chose_last chose_row chose_longest ties"
                               " unchained same_row other_row",
                               name);
    if (k->design != CART_NONBLOCKING && k->latency > 1 && named("chose_placed", name))
        return "structures.cart.latency is above 1";
    if (k->design != CART_NONBLOCKING)
        return named("skipped_cause waited_line", name)
                   ? "structures.cart.design is not nonblocking"
                   : design_excluded(c, name);
    if (of_tree) return "structures.cart.design is nonblocking";
    if (k->buffer == 1 && named("choice_changes waited_line", name))
        return "structures.cart.buffer is 1";
    return k->buffer < 3 && named("skipped_cause", name) ? "structures.cart.buffer is below 3"
                                                         : NULL;
}

// What is large takes longer to fill: beyond the usual size the floor falls as the size grows.
static uint64_t floor_of(const bench *b)
{
    enum { USUAL = 24 };
    const unsigned capacity = b->traffic.capacity;
    const uint64_t floor = bench_floor(b->job) * USUAL / (capacity > USUAL ? capacity : USUAL);
    return floor ? floor : 1;
}

static bench_end end_of(void *bench_of)
{
    bench *b = bench_of;
    unsigned n = 0;
    if (b->pairs.queues) b->asked[n++] = b->pairs.cross;
    for (unsigned i = 0; i < b->n_resets; i++) {
        if (reset_moments_asked(&b->resets_of[i])) b->asked[n++] = b->resets_of[i].cross;
    }
    return (bench_end){.job = b->job,
                       .pair = &b->pair,
                       .events = &cart_event_table,
                       .seen = b->model.events(b->model.self),
                       .excluded = left_out,
                       .bench = b,
                       .law = b->laws.broken,
                       .identities = b->ids,
                       .n_identities = b->n_ids,
                       .crosses = b->asked,
                       .n_crosses = n,
                       .ran = b->ran,
                       .resets = b->resets,
                       .floor = floor_of(b),
                       .failed = b->failed};
}

static void run(bench *b)
{
    b->ran = bench_traffic_run(&(bench_traffic){
        .job = b->job, .bench = b, .cycle = cycle, .failed = &b->failed, .end = end_of});
    b->traffic.draining = true;
    const unsigned enough = 2 * b->laws.capacity + 8;
    for (unsigned i = 0; i < enough && !b->failed; i++) cycle(b);
    if (!b->failed && !cart_laws_end(&b->laws)) b->failed = true;
}

int bench_cart(const bench_job *j, json_t **result, err *e)
{
    bench b = {.job = j};
    cart_ports(j->c, b.ports);
    void *golden;
    int status = model_bug_make(&cart_block, j->model_bug, j->c, &b.model, &golden, e);
    if (status != ST_OK) return status;
    status = lockstep_pair_init(&b.pair, j->plugin, b.ports, CART_N_PORTS, e);
    if (status == ST_OK) {
        cart_laws_init(&b.laws, j->c);
        cart_pairs_init(&b.pairs, j, golden);
        cart_traffic_init(&b.traffic, j, &b.pairs);
        init_ids(&b);
        b.golden = golden;
        init_resets(&b);
        run(&b);
        const bench_end end = end_of(&b);
        status = bench_conclude(&end, result, e);
        for (unsigned i = 0; i < b.n_ids; i++) identity_coverage_free(&b.ids[i]);
        cart_pairs_free(&b.pairs);
        for (unsigned i = 0; i < b.n_resets; i++) reset_moments_free(&b.resets_of[i]);
        cart_laws_free(&b.laws);
        lockstep_pair_free(&b.pair);
    }
    b.model.free(b.model.self);
    return status;
}
