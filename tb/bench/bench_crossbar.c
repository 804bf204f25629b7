// bench_crossbar.c : a crossbar alone against its golden model, of either network.
//
// Traffic moves through phases, each with profiles of its own: how often each input has a packet; where packets go: anywhere, to one output, or to
// outputs of one virtual channel; how long they are: the shortest, the longest, or any; how consumers give places back: at rates, in bursts of
// several, one of them never; an input that sends nothing; whether what no one may look at is zero or noise. With structures.crossbar.data flits made from a packet's seed come on
// the lanes (crossbar_lanes.h). Some phases have a reset in their middle. At the end all is
// given back, and nothing may be left. Laws: crossbar_laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "machine/crossbar.h"
#include "tb/bench/conclude.h"
#include "tb/bench/crossbar_laws.h"
#include "tb/lockstep/lane.h"

#include <string.h>

enum { SHORTEST_PHASE = 16, PHASE_DOUBLINGS = 7 };

typedef enum target { ANYWHERE, ONE_OUTPUT, ONE_CHANNEL, TARGETS } target;
typedef enum length { SHORTEST, LONGEST, ANY_LENGTH, LENGTHS } length;

typedef struct phase {
    uint64_t cycles, reset_at; // left; left when a reset comes, 0: none
    unsigned valid_percent, credit_percent, all_percent; // all: of the times that places are given back, all at once
    unsigned hot, stuck;       // output; output whose consumer gives nothing back, outputs: none
    unsigned silent;           // input that sends nothing, inputs: none
    target to;
    length flits;
    bool noise;
} phase;

typedef struct bench {
    const bench_job *job;
    const config *c;
    const block_model *block;
    crossbar_way way;
    void *model;
    port ports[CROSSBAR_N_PORTS];
    lane lane;
    crossbar_laws laws;
    rng random;
    phase phase;
    crossbar_in in;
    uint64_t waits; // inputs whose packet was refused
    unsigned dest[CROSSBAR_PORTS_MAX], flits[CROSSBAR_PORTS_MAX], meta[CROSSBAR_PORTS_MAX];
    uint64_t seed[CROSSBAR_PORTS_MAX]; // of the packet's flits
    unsigned standing[CROSSBAR_PORTS_MAX]; // packets at the consumers
    unsigned number;
    bool draining, failed;
    size_t in_bytes; // of b->in, up to the last port that there is
    uint64_t resets;
} bench;

// ---- traffic

static unsigned below(bench *b, unsigned n) { return (unsigned)rng_below(&b->random, n); }
static bool percent(bench *b, unsigned p) { return p >= 100 || (p && below(b, 100) < p); }

#define PICK(b, ...) pick(b, (const unsigned[]){__VA_ARGS__}, sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(bench *b, const unsigned *list, unsigned n) { return list[below(b, n)]; }

static void draw_phase(bench *b)
{
    phase *p = &b->phase;
    *p = (phase){.cycles = SHORTEST_PHASE + below(b, (unsigned)SHORTEST_PHASE << below(b, PHASE_DOUBLINGS))};
    p->reset_at = percent(b, 30) ? 1 + below(b, (unsigned)p->cycles - 1) : 0;
    p->valid_percent = PICK(b, 0, 2, 10, 50, 90, 100, 100);
    p->credit_percent = PICK(b, 0, 5, 25, 50, 90, 100, 100);
    p->all_percent = PICK(b, 0, 10, 100);
    p->hot = below(b, b->laws.outputs);
    p->stuck = percent(b, 25) ? below(b, b->laws.outputs) : b->laws.outputs;
    p->silent = percent(b, 25) ? below(b, b->laws.inputs) : b->laws.inputs;
    p->to = (target)below(b, TARGETS);
    p->flits = (length)below(b, LENGTHS);
    p->noise = percent(b, 50);
    if (b->job->weak) p->credit_percent = 100, p->all_percent = 0, p->stuck = b->laws.outputs;
}

static unsigned draw_dest(bench *b)
{
    const unsigned outputs = b->laws.outputs, vcs = b->c->icnt.vcs;
    if (b->phase.to == ONE_OUTPUT) return percent(b, 90) ? b->phase.hot : below(b, outputs);
    if (b->phase.to == ANYWHERE) return below(b, outputs);
    const unsigned first = b->phase.hot % vcs; // outputs of that channel: first, first + vcs, ...
    return first + vcs * below(b, (outputs - first + vcs - 1) / vcs);
}

static unsigned draw_flits(bench *b)
{
    const unsigned least = crossbar_flits_least(b->c, b->way), most = crossbar_flits_most(b->c, b->way);
    if (b->phase.flits == SHORTEST) return least;
    return b->phase.flits == LONGEST && percent(b, 90) ? most : least + below(b, most - least + 1);
}

// Its header: a number that counts, and in the lowest bits the input's number, exclusive or with that one, so that every bit changes.
static void draw_packet(bench *b, unsigned i)
{
    const unsigned w = b->c->crossbar.meta_bits;
    b->dest[i] = draw_dest(b);
    b->flits[i] = draw_flits(b);
    b->seed[i] = rng_u64(&b->random);
    const uint64_t number = (w > 24 ? below(b, 1u << 31) : b->number++) & (((uint64_t)1 << w >> b->laws.input_w) - 1);
    const uint64_t low = (i ^ number) & (((uint64_t)1 << b->laws.input_w) - 1);
    b->meta[i] = (unsigned)((number << b->laws.input_w | low) & (((uint64_t)1 << w) - 1));
}

static void drive_input(bench *b, unsigned i)
{
    const uint64_t bit = (uint64_t)1 << i;
    const crossbar_laws *l = &b->laws;
    if (!(b->waits & bit)) {
        const bool comes = !b->draining && i != b->phase.silent && percent(b, b->phase.valid_percent);
        b->waits |= comes ? bit : 0;
        b->dest[i] = b->flits[i] = b->meta[i] = 0;
        if (comes) {
            draw_packet(b, i);
        } else if (b->phase.noise) {
            b->dest[i] = below(b, 1u << l->dest_w);
            b->flits[i] = below(b, 1u << l->flits_w);
            b->meta[i] = below(b, 1u << (l->meta_w < 31 ? l->meta_w : 31));
        }
    }
    port_put_field(b->in.in_dest_i, i, l->dest_w, b->dest[i]);
    port_put_field(b->in.in_flits_i, i, l->flits_w, b->flits[i]);
    port_put_field(b->in.in_meta_i, i, l->meta_w, b->meta[i]);
}

// Places that consumer o gives back; what arrives in this cycle stands there in the next.
static void drive_credit(bench *b, unsigned o)
{
    const bool gives = b->draining || (o != b->phase.stuck && percent(b, b->phase.credit_percent));
    unsigned n = 0;
    if (gives && b->standing[o]) n = b->draining || percent(b, b->phase.all_percent) ? 1 + below(b, b->standing[o]) : 1;
    b->standing[o] -= n;
    port_put_field(b->in.out_credit_i, o, b->laws.credit_w, n);
}

static void drive(bench *b)
{
    memset(&b->in, 0, b->in_bytes);
    for (unsigned i = 0; i < b->laws.inputs; i++) drive_input(b, i);
    for (unsigned o = 0; o < b->laws.outputs; o++) drive_credit(b, o);
    b->in.in_valid_i[0] = b->waits;
    if (b->laws.lanes) crossbar_lanes_drive(b->laws.lanes, b->seed, b->phase.noise ? rng_u64(&b->random) : 0, &b->in);
}

// ---- a cycle

static void reset(bench *b)
{
    b->resets++;
    b->waits = 0;
    memset(b->standing, 0, sizeof b->standing);
    lane_reset(&b->lane);
    b->block->reset(b->model);
    crossbar_laws_reset(&b->laws);
}

static void begin(bench *b)
{
    phase *p = &b->phase;
    if (b->draining) return;
    if (p->cycles == 0) draw_phase(b);
    if (p->cycles-- == p->reset_at) reset(b);
}

static void cycle(bench *b)
{
    crossbar_out out;
    const uint64_t *in = (const uint64_t *)(const void *)&b->in;
    uint64_t *model = (uint64_t *)(void *)&out;
    begin(b);
    drive(b);
    b->block->dev.valid(b->model, model);
    b->block->dev.ready(b->model, in, model);
    const crossbar_out *rtl = (const crossbar_out *)(const void *)lane_eval(&b->lane, in);
    if (!crossbar_laws_cycle(&b->laws, &b->in, b->seed, rtl)) b->failed = true;
    if (!lane_compare(&b->lane, in, model)) b->failed = true;
    for (unsigned o = 0; o < b->laws.outputs; o++) b->standing[o] += (unsigned)(out.out_pulse_o[0] >> o & 1);
    b->waits &= ~out.in_ready_o[0];
    lane_clock(&b->lane);
    b->block->dev.commit(b->model, in, model);
}

// ---- result

static bool named(const char *name, const char *row) { return strcmp(name, row) == 0; }

const char *bench_crossbar_excluded(const config *c, crossbar_way way, unsigned event)
{
    const char *name = crossbar_event_table.rows[event].name;
    const bool one_wish = c->icnt.vcs == 1 || crossbar_outputs(c, way) == 1;
    if (named("contended", name) && crossbar_inputs(c, way) == 1) return "there is one input";
    if (named("declined", name) && one_wish) return "an input has one wish";
    if (strncmp(name, "flits_", 6) == 0 && !c->crossbar.data) return "structures.crossbar.data is false";
    if (named("flits_behind", name) && crossbar_flits_most(c, way) < 2) return "a packet has one flit";
    if (named("flits_behind", name) && crossbar_flits_least(c, way) + 1 > c->icnt.input_buffer) return "a buffer has no room behind a packet";
    if (named("large", name) && crossbar_flits_most(c, way) <= c->icnt.input_buffer) return "no packet is larger than icnt.input_buffer";
    return NULL;
}

// Draining: each packet inside takes its output for its flits, and its consumer for a place.
static void run(bench *b)
{
    enum { REPORT = 1 << 14 };
    const bench_job *j = b->job;
    draw_phase(b);
    for (uint64_t i = 0; i < j->cycles && !b->failed; i++) {
        cycle(b);
        if (j->progress && i % REPORT == 0) j->progress(j->progress_ctx, i, (double)i / (double)j->cycles);
    }
    b->draining = true;
    const uint64_t enough = (b->laws.inside + b->laws.inputs + 1) * (crossbar_flits_most(b->c, b->way) + 1) + 2 * b->c->icnt.latency;
    for (uint64_t i = 0; i < enough && !b->failed; i++) cycle(b);
    if (!b->failed && !crossbar_laws_end(&b->laws)) b->failed = true;
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return bench_crossbar_excluded(b->c, b->way, event);
}

static int conclude(const bench *b, json_t **result, err *e)
{
    return bench_conclude(&(bench_end){.job = b->job, .lane = &b->lane, .events = &crossbar_event_table, .seen = b->block->dev.events(b->model),
                                       .excluded = left_out, .bench = b, .law = b->laws.broken, .resets = b->resets,
                                       .floor = bench_floor(b->job), .failed = b->failed}, result, e);
}

int bench_crossbar(const bench_job *j, json_t **result, err *e)
{
    const bool request = strcmp(j->block, "crossbar_request") == 0;
    bench b = {.job = j, .c = j->c, .random = {j->seed}, .way = request ? CROSSBAR_REQUEST : CROSSBAR_REPLY,
               .block = request ? &crossbar_request_block : &crossbar_reply_block};
    port_table_find(j->block)->fill(j->c, b.ports);
    b.model = b.block->make(j->c, j->model_bug, e);
    if (!b.model) return ST_INPUT;
    int status = lane_init(&b.lane, j->plugin, b.ports, CROSSBAR_N_PORTS, e);
    if (status == ST_OK) {
        crossbar_laws_init(&b.laws, j->c, b.way);
        b.in_bytes = b.lane.cmp.in_words * sizeof(uint64_t);
        run(&b);
        status = conclude(&b, result, e);
        crossbar_laws_free(&b.laws);
        lane_free(&b.lane);
    }
    b.block->dev.free(b.model);
    return status;
}
