// bench_crossbar.c: a crossbar of either network alone against its golden model.
//
// Traffic moves through phases. A phase draws
//   packets    how often each input has one; some inputs may send nothing
//   outputs    any, mostly one, or those of one virtual channel
//   lengths    the shortest, mostly the longest, or any
//   headers    numbers that count, or that differ in one bit, each in its turn, from a base of all
//              zeros, all ones, or any value
//   consumers  give places back at a rate, one or several at a time; one may give back nothing, and
//              in some phases all inputs send to that one until its places are full
//   noise      whether what nobody may look at is zero or noise
// and some phases have a reset in their middle. With structures.crossbar.data, flits made from a
// packet's seed come on the lanes (crossbar_lanes.h). At the end everything is given back, and
// nothing may be left. Laws: crossbar_laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "machine/structures/crossbar_block.h"
#include "tb/bench/conclude.h"
#include "tb/bench/crossbar_laws.h"
#include "tb/bench/reset_moments.h"
#include "tb/lockstep/lockstep_pair.h"

#include <string.h>

enum { SHORTEST_PHASE = 16, PHASE_DOUBLINGS = 7 };

typedef enum target { ANYWHERE, ONE_OUTPUT, ONE_CHANNEL, TARGETS } target;
typedef enum length { SHORTEST, LONGEST, ANY_LENGTH, LENGTHS } length;

// Identities of the packets inside, in this order: what chooses a path, and the header.
enum { ID_INPUT, ID_OUTPUT, ID_CHANNEL, ID_PACKET, IDS };

typedef struct phase {
    uint64_t cycles, reset_at; // left; left when a reset comes, 0: none
    unsigned valid_percent, credit_percent,
        all_percent;     // all: of the times that places are given back, all at once
    unsigned hot, stuck; // output; output whose consumer gives nothing back, outputs: none
    uint64_t silent;     // inputs that send nothing
    target to;
    length flits;
    bool noise;
    bool near; // numbers of packets differ from `base` in one bit at most
    uint64_t base;
} phase;

typedef struct bench {
    const bench_job *job;
    const config *c;
    block_dev model;
    crossbar_direction way;
    port ports[CROSSBAR_N_PORTS];
    lockstep_pair pair;
    crossbar_laws laws;
    rng random;
    phase phase;
    crossbar_in in;
    uint64_t waits; // inputs whose packet was refused
    unsigned dest[CROSSBAR_PORTS_MAX], flits[CROSSBAR_PORTS_MAX], meta[CROSSBAR_PORTS_MAX];
    uint64_t seed[CROSSBAR_PORTS_MAX];     // of the packet's flits
    unsigned standing[CROSSBAR_PORTS_MAX]; // packets at the consumers
    unsigned number, number_turn;          // of the next packet; bit of it whose turn it is
    identity_coverage ids[IDS];
    unsigned n_ids;
    int id[IDS]; // which of `ids`; -1: there is one value
    bool draining, failed;
    uint64_t ran;    // cycles of traffic
    size_t in_bytes; // of b->in, up to the last port that there is
    uint64_t resets;
    reset_moments moments;
} bench;

// ---- identities: those of the packets inside

static const char *id_name(const bench *b, unsigned id)
{
    const bool request = b->way == CROSSBAR_REQUEST;
    if (id == ID_INPUT) return request ? "sm" : "slice";
    if (id == ID_OUTPUT) return request ? "slice" : "sm";
    return id == ID_CHANNEL ? "channel" : "packet";
}

// Numbers 0 .. n - 1.
static void add_id(bench *b, unsigned id, uint64_t n)
{
    b->id[id] = -1;
    if (n < 2) return;
    identity_coverage *a = &b->ids[b->n_ids];
    b->id[id] = (int)b->n_ids++;
    identity_coverage_init(a, id_name(b, id), cfg_index_bits(n),
                           crossbar_capacity(b->c, b->way) + 64);
    a->last = n - 1;
}

// A channel's packet has arrived before the next one can come in, so no two of one are inside.
static bool holds_one_a_channel(const bench *b)
{
    return crossbar_packets(b->c, b->way) == 1 && b->c->icnt.latency <= 2;
}

// Then two outputs are told apart at an input only when they are of different channels, and with
// one channel two headers only when they are of different inputs, whose number they carry twice.
static void narrow_ids(bench *b)
{
    const unsigned vcs = crossbar_vcs(b->c, b->way), own = 2 * b->laws.input_w;
    const int to = b->id[ID_OUTPUT];
    identity_coverage *packet = &b->ids[b->id[ID_PACKET]], *output = &b->ids[to < 0 ? 0 : to];
    if (b->laws.inputs == 1) packet->possible &= ~(uint64_t)3; // the two bits are the same
    if (!holds_one_a_channel(b)) return;
    if (vcs == 1) packet->possible &= ((uint64_t)1 << own) - 1;
    for (unsigned i = 0; to >= 0 && i < output->bits; i++) {
        if ((1u << i) % vcs == 0) output->possible &= ~((uint64_t)1 << i);
    }
}

// A packet's header: a number, and in the lowest bits the input's number, exclusive or with that
// one, so that every bit changes.
static uint64_t header_of(const bench *b, uint64_t number, unsigned input)
{
    const unsigned own = b->laws.input_w;
    return number << own | ((input ^ number) & (((uint64_t)1 << own) - 1));
}

// Of fewer bits than the inputs have, a number cannot make ones of all that an input's has.
static uint64_t last_header(const bench *b)
{
    const uint64_t number = ((uint64_t)1 << (b->c->crossbar.meta_bits - b->laws.input_w)) - 1;
    uint64_t last = 0;
    for (unsigned i = 0; i < b->laws.inputs; i++) {
        const uint64_t header = header_of(b, number, i);
        if (header > last) last = header;
    }
    return last;
}

static void init_ids(bench *b)
{
    const unsigned w = b->c->crossbar.meta_bits;
    add_id(b, ID_INPUT, b->laws.inputs);
    add_id(b, ID_OUTPUT, b->laws.outputs);
    add_id(b, ID_CHANNEL, crossbar_vcs(b->c, b->way));
    add_id(b, ID_PACKET, (uint64_t)1 << w);
    b->ids[b->id[ID_PACKET]].last = last_header(b);
    b->ids[b->id[ID_PACKET]].ends = b->laws.inputs > 1 || w > b->laws.input_w;
    narrow_ids(b);
}

// Inputs are told apart at an output; outputs and channels at an input.
static void note_ids(bench *b, unsigned i, unsigned o, unsigned meta,
                     void (*note)(identity_coverage *id, uint64_t value))
{
    const uint64_t input = i, output = o, vc = o % b->c->icnt.vcs;
    const uint64_t value[IDS] = {output << b->laws.input_w | i, input << b->laws.dest_w | o, 0,
                                 meta};
    for (unsigned k = 0; k < IDS; k++) {
        if (b->id[k] < 0) continue;
        identity_coverage *a = &b->ids[b->id[k]];
        note(a, k == ID_CHANNEL ? input << a->bits | vc : value[k]);
    }
}

// ---- traffic

static unsigned below(bench *b, unsigned n) { return (unsigned)rng_below(&b->random, n); }
static bool percent(bench *b, unsigned p) { return p >= 100 || (p && below(b, 100) < p); }

#define PICK(b, ...) \
    pick(b, (const unsigned[]){__VA_ARGS__}, \
         sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(bench *b, const unsigned *list, unsigned n) { return list[below(b, n)]; }

// None, one, the lowest ones, or any: so arbiters see many sets of requests for long.
static uint64_t draw_silent(bench *b)
{
    const unsigned n = below(b, b->laws.inputs);
    switch (PICK(b, 0, 0, 0, 0, 1, 2, 3)) {
    case 1: return (uint64_t)1 << n;
    case 2: return ((uint64_t)1 << n) - 1;
    case 3: return rng_u64(&b->random) & rng_u64(&b->random);
    default: return 0;
    }
}

// All send short packets to the consumer that gives nothing back, for as long as it takes to fill
// its places.
static void draw_filling(bench *b, phase *p)
{
    p->hot = p->stuck;
    p->to = ONE_OUTPUT;
    p->flits = SHORTEST;
    p->valid_percent = PICK(b, 90, 100);
    p->cycles += 2 * (uint64_t)crossbar_places(b->c) * crossbar_flits_least(b->c, b->way);
}

static void draw_phase(bench *b)
{
    phase *p = &b->phase;
    *p = (phase){.cycles = SHORTEST_PHASE +
                           below(b, (unsigned)SHORTEST_PHASE << below(b, PHASE_DOUBLINGS))};
    p->valid_percent = PICK(b, 0, 2, 10, 50, 90, 100, 100);
    p->credit_percent = PICK(b, 0, 5, 25, 50, 90, 100, 100);
    p->all_percent = PICK(b, 0, 10, 100);
    p->hot = below(b, b->laws.outputs);
    p->stuck = percent(b, 25) ? below(b, b->laws.outputs) : b->laws.outputs;
    p->silent = draw_silent(b);
    p->to = (target)below(b, TARGETS);
    p->flits = (length)below(b, LENGTHS);
    p->noise = percent(b, 50);
    p->near = percent(b, 50);
    p->base = PICK(b, 0, 1) ? rng_u64(&b->random) : PICK(b, 0, 1) ? ~(uint64_t)0 : 0;
    if (p->stuck < b->laws.outputs && percent(b, 50)) draw_filling(b, p);
    p->reset_at = percent(b, 30) ? 1 + below(b, (unsigned)p->cycles - 1) : 0;
    if (b->job->weak) p->credit_percent = 100, p->all_percent = 0, p->stuck = b->laws.outputs;
}

static unsigned draw_any_dest(bench *b)
{
    const unsigned outputs = b->laws.outputs, vcs = b->c->icnt.vcs;
    if (b->phase.to == ONE_OUTPUT) return percent(b, 90) ? b->phase.hot : below(b, outputs);
    if (b->phase.to == ANYWHERE) return below(b, outputs);
    const unsigned first = b->phase.hot % vcs; // outputs of that channel: first, first + vcs, ...
    return first + vcs * below(b, (outputs - first + vcs - 1) / vcs);
}

// An output whose number is held at 0 in a bit is one that there is, too.
static unsigned draw_dest(bench *b)
{
    const uint64_t held = bench_held(b->job, id_name(b, ID_OUTPUT));
    const uint64_t held_vc = bench_held(b->job, "channel");
    unsigned dest = draw_any_dest(b) & (unsigned)~held;
    while (dest % b->c->icnt.vcs & held_vc) dest = below(b, b->laws.outputs) & (unsigned)~held;
    return dest;
}

static unsigned draw_flits(bench *b)
{
    const unsigned least = crossbar_flits_least(b->c, b->way),
                   most = crossbar_flits_most(b->c, b->way);
    if (b->phase.flits == SHORTEST) return least;
    return b->phase.flits == LONGEST && percent(b, 90) ? most : least + below(b, most - least + 1);
}

// Counts, or differs from the phase's base in one bit, each in its turn, or in none.
static uint64_t draw_number(bench *b, unsigned width)
{
    const uint64_t all = ((uint64_t)1 << width) - 1;
    if (!width) return 0;
    if (!b->phase.near) return (width > 20 ? rng_u64(&b->random) : b->number++) & all;
    if (percent(b, 50)) return b->phase.base & all;
    b->number_turn = (b->number_turn + 1) % width;
    return (b->phase.base ^ (uint64_t)1 << b->number_turn) & all;
}

static void draw_packet(bench *b, unsigned i)
{
    const unsigned own = b->laws.input_w, w = b->c->crossbar.meta_bits;
    b->dest[i] = draw_dest(b);
    b->flits[i] = draw_flits(b);
    b->seed[i] = rng_u64(&b->random);
    const uint64_t number = draw_number(b, w - own) & ~(bench_held(b->job, "packet") >> own);
    b->meta[i] = (unsigned)header_of(b, number, i);
}

static void drive_input(bench *b, unsigned i)
{
    const uint64_t bit = (uint64_t)1 << i;
    const crossbar_laws *l = &b->laws;
    if (!(b->waits & bit)) {
        const bool silent = b->phase.silent & bit || i & bench_held(b->job, id_name(b, ID_INPUT));
        const bool comes = !b->draining && !silent && percent(b, b->phase.valid_percent);
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
    if (gives && b->standing[o])
        n = b->draining || percent(b, b->phase.all_percent) ? 1 + below(b, b->standing[o]) : 1;
    b->standing[o] -= n;
    port_put_field(b->in.out_credit_i, o, b->laws.credit_w, n);
}

static void drive(bench *b)
{
    memset(&b->in, 0, b->in_bytes);
    for (unsigned i = 0; i < b->laws.inputs; i++) drive_input(b, i);
    for (unsigned o = 0; o < b->laws.outputs; o++) drive_credit(b, o);
    b->in.in_valid_i[0] = b->waits;
    if (b->laws.lanes)
        crossbar_lanes_drive(b->laws.lanes, b->seed, b->phase.noise ? rng_u64(&b->random) : 0,
                             &b->in);
}

// ---- a cycle

static void reset(bench *b)
{
    b->resets++;
    b->waits = 0;
    for (unsigned k = 0; k < b->n_ids; k++) identity_coverage_clear(&b->ids[k]);
    memset(b->standing, 0, sizeof b->standing);
    lockstep_pair_reset(&b->pair);
    b->model.reset(b->model.self);
    crossbar_laws_reset(&b->laws);
}

static void begin(bench *b)
{
    phase *p = &b->phase;
    if (b->draining) return;
    if (p->cycles == 0) draw_phase(b);
    if (p->cycles-- == p->reset_at) reset(b);
}

// Packets that have come in, and those that have arrived, which tell their input (crossbar_laws.h).
static void note_packets(bench *b, const crossbar_out *out)
{
    const unsigned own = b->laws.input_w, mask = (1u << own) - 1;
    bool complete = true;
    for (unsigned k = 0; k < b->n_ids; k++) complete = complete && b->ids[k].complete;
    for (unsigned o = 0; o < b->laws.outputs && !complete; o++) {
        const unsigned meta = port_field(out->out_meta_o, o, b->laws.meta_w);
        if (!(out->out_pulse_o[0] >> o & 1)) continue;
        note_ids(b, (meta ^ meta >> own) & mask, o, meta, identity_coverage_remove);
    }
    for (unsigned i = 0; i < b->laws.inputs && !complete; i++) {
        if (!(b->waits & out->in_ready_o[0] & (uint64_t)1 << i)) continue;
        note_ids(b, i, b->dest[i], b->meta[i], identity_coverage_add);
    }
}

static void cycle(void *bench_of)
{
    bench *b = bench_of;
    crossbar_out out;
    const uint64_t *in = (const uint64_t *)(const void *)&b->in;
    uint64_t *model = (uint64_t *)(void *)&out;
    begin(b);
    drive(b);
    b->model.valid(b->model.self, model);
    b->model.ready(b->model.self, in, model);
    const crossbar_out *rtl = (const crossbar_out *)(const void *)lockstep_pair_eval(&b->pair, in);
    if (!crossbar_laws_cycle(&b->laws, &b->in, b->seed, rtl)) b->failed = true;
    if (!lockstep_pair_compare(&b->pair, in, model)) b->failed = true;
    note_packets(b, &out);
    for (unsigned o = 0; o < b->laws.outputs; o++)
        b->standing[o] += (unsigned)(out.out_pulse_o[0] >> o & 1);
    b->waits &= ~out.in_ready_o[0];
    b->model.commit(b->model.self, in, model);
    if (reset_moments_now(&b->moments, b->model.events(b->model.self), !b->draining)) reset(b);
    else lockstep_pair_clock(&b->pair);
}

// ---- result

static bool named(const char *name, const char *row) { return strcmp(name, row) == 0; }

const char *bench_crossbar_excluded(const config *c, crossbar_direction way, unsigned event)
{
    const char *name = crossbar_event_table.rows[event].name;
    const bool one_wish = c->icnt.vcs == 1 || crossbar_outputs(c, way) == 1;
    const bool of_two = named("contended", name) || named("declined", name);
    if (of_two && crossbar_inputs(c, way) == 1) return "there is one input";
    if (named("declined", name) && one_wish) return "an input has one wish";
    if (strncmp(name, "flits_", 6) == 0 && !c->crossbar.data)
        return "structures.crossbar.data is false";
    if (named("flits_behind", name) && crossbar_flits_most(c, way) < 2)
        return "a packet has one flit";
    if (named("flits_behind", name) && crossbar_flits_least(c, way) + 1 > c->icnt.input_buffer)
        return "a buffer has no room behind a packet";
    if (named("large", name) && crossbar_flits_most(c, way) <= c->icnt.input_buffer)
        return "no packet is larger than icnt.input_buffer";
    return NULL;
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return bench_crossbar_excluded(b->c, b->way, event);
}

// Many places, and long packets, take long: beyond the usual number the floor falls as they grow.
static uint64_t floor_of(const bench *b)
{
    enum { USUAL = 16 };
    const unsigned places = crossbar_places(b->c), flits = 4 * crossbar_flits_most(b->c, b->way);
    const unsigned size = places > flits ? places : flits;
    const uint64_t floor = bench_floor(b->job) * USUAL / (size > USUAL ? size : USUAL);
    return floor ? floor : 1;
}

static bench_end end_of(void *bench_of)
{
    bench *b = bench_of;
    return (bench_end){.job = b->job,
                       .pair = &b->pair,
                       .events = &crossbar_event_table,
                       .seen = b->model.events(b->model.self),
                       .excluded = left_out,
                       .bench = b,
                       .law = b->laws.broken,
                       .identities = b->ids,
                       .n_identities = b->n_ids,
                       .crosses = &b->moments.cross,
                       .n_crosses = b->moments.asked,
                       .ran = b->ran,
                       .resets = b->resets,
                       .floor = floor_of(b),
                       .failed = b->failed};
}

// Draining: each packet inside takes its output for its flits, and its consumer for a place.
static void run(bench *b)
{
    draw_phase(b);
    b->ran = bench_traffic_run(&(bench_traffic){
        .job = b->job, .bench = b, .cycle = cycle, .failed = &b->failed, .end = end_of});
    b->draining = true;
    const uint64_t enough =
        (b->laws.inside + b->laws.inputs + 1) * (crossbar_flits_most(b->c, b->way) + 1) +
        2 * b->c->icnt.latency;
    for (uint64_t i = 0; i < enough && !b->failed; i++) cycle(b);
    if (!b->failed && !crossbar_laws_end(&b->laws)) b->failed = true;
}

int bench_crossbar(const bench_job *j, json_t **result, err *e)
{
    const bool request = strcmp(j->block, "crossbar_request") == 0;
    bench b = {.job = j,
               .c = j->c,
               .random = {j->seed},
               .way = request ? CROSSBAR_REQUEST : CROSSBAR_REPLY};
    const block_model *block = request ? &crossbar_request_block : &crossbar_reply_block;
    port_table_find(j->block)->fill(j->c, b.ports);
    int status = model_bug_make(block, j->model_bug, j->c, &b.model, NULL, e);
    if (status != ST_OK) return status;
    status = lockstep_pair_init(&b.pair, j->plugin, b.ports, CROSSBAR_N_PORTS, e);
    if (status == ST_OK) {
        crossbar_laws_init(&b.laws, j->c, b.way);
        init_ids(&b);
        reset_moments_of_events(&b.moments, j, &crossbar_event_table, left_out, &b, RESET_REPEATS,
                                RESET_EVERY);
        b.in_bytes = b.pair.cmp.in_words * sizeof(uint64_t);
        run(&b);
        const bench_end end = end_of(&b);
        status = bench_conclude(&end, result, e);
        for (unsigned k = 0; k < b.n_ids; k++) identity_coverage_free(&b.ids[k]);
        crossbar_laws_free(&b.laws);
        reset_moments_free(&b.moments);
        lockstep_pair_free(&b.pair);
    }
    b.model.free(b.model.self);
    return status;
}
