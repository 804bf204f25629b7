// lockstep.c: implements the machine's block interface with RTL beside or instead of the golden
// models. In mode lockstep the model drives, so the RTL may lag behind: its cycles are handed to a
// second thread (offload.h). Where this is not possible, everything is done in the machine's own
// thread. See lockstep.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/lockstep.h"

#include "blocks/pric.h"
#include "config/ports/port.h"
#include "tb/lockstep/inject.h"
#include "tb/lockstep/join.h"
#include "tb/lockstep/lockstep_pair.h"
#include "tb/lockstep/offload.h"
#include "tb/lockstep/side_view.h"
#include "tb/lockstep/sms.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 640 }; // most words of a block's in or out ports

// The device of one instance: a model and a pair with its RTL. Of a whole: no model, but what its
// structures have told.
typedef struct seat {
    lockstep *owner;
    unsigned instance;
    block_dev model;
    lockstep_pair pair; // without api: none, the whole has the RTL
    struct seat *whole; // of the side that it is a part of, or NULL
    join join;
    uint64_t
        in[WORDS]; // mode rtl: of the RTL's last evaluation; of a whole: of the last cycle joined
    uint64_t out[WORDS];
    bool waves; // this seat's cycles are what the wave file shows
    bool wave_open;
    bool requested; // saw a request
    uint64_t cycle, first_request;
    struct seat *next; // in the order made
} seat;

// Cycles of a seat, one or more the same, on the way to the second thread.
typedef struct record {
    seat *s;
    uint64_t repeat;
    uint64_t words[]; // inputs, then the model's outputs
} record;

struct lockstep {
    lockstep_job job;
    const block_model *block;
    port ports[PORTS_MAX];
    unsigned n_ports, in_words, out_words;
    plugin_lib lib;
    const wl_plugin *api; // NULL: of a structure whose whole has the RTL
    side side;            // of a whole
    pric index;
    const wl_plugin *views[SIDE_PARTS];
    const model_bug *model_bug; // of the block's golden model; NULL: none
    bool *listed;               // [instance]
    unsigned n_instances;       // up to the last that is meant
    seat *seats, **last;
    offload *behind; // NULL: in the machine's thread
    seat *bad; // whose mismatch was the first, in the order of the machine; after it nothing is
               // compared
    atomic_bool found; // there is one
    volatile bool stop;
    volatile bool *halt; // &stop of the first lockstep of the chain: there is one for all
};

static void take(void *ctx, const void *taken);

// The second thread, where it may be and there is a core for it.
static void go_behind(lockstep *l)
{
    const lockstep_job *j = &l->job;
    if (j->whole || j->sync || j->wave || j->mode != LOCKSTEP_BOTH ||
        sysconf(_SC_NPROCESSORS_ONLN) < 2)
        return;
    l->behind =
        offload_new(sizeof(record) + (l->in_words + l->out_words) * sizeof(uint64_t), take, l);
}

static const wl_plugin *view_of(lockstep *whole, unsigned part)
{
    if (!whole->views[part])
        whole->views[part] = side_view_new(whole->api, &whole->side.part[part]);
    return whole->views[part];
}

static int load(lockstep *l, err *e)
{
    injection bug;
    int status = injection_find(l->job.inject, &bug, e);
    if (status != ST_OK) return status;
    l->model_bug = bug.model && strcmp(bug.block, l->block->stem) == 0 ? bug.model : NULL;
    l->api = l->job.plugin;
    if (l->job.whole && l->job.mode == LOCKSTEP_RTL) l->api = view_of(l->job.whole, l->job.part);
    if (l->api || l->job.whole) return ST_OK;
    plugin_want want = {.sim = l->job.wave ? SIM_VERILATOR : l->job.sim,
                        .block = l->block->stem,
                        .bug = bug.rtl,
                        .waves = l->job.wave != NULL,
                        .run = l->job.run,
                        .quiet = l->job.quiet};
    status = plugin_load(l->job.c, &want, &l->lib, e);
    l->api = l->lib.api;
    return status;
}

static void find_ports(lockstep *l)
{
    const port_table *t = port_table_find(l->block->stem);
    CHECK(t, "block %s has no port table", l->block->stem);
    t->fill(l->job.c, l->ports);
    l->n_ports = t->n;
    l->in_words = port_words(l->ports, t->n, PORT_IN);
    l->out_words = port_words(l->ports, t->n, PORT_OUT);
    CHECK(l->in_words <= WORDS && l->out_words <= WORDS, "block %s has more than %d words of ports",
          l->block->stem, WORDS);
}

static bool side_used(const uint64_t *in)
{
    (void)in; // its structures are asked
    return false;
}

static int side_exercised(const uint64_t *events, err *e)
{
    (void)events;
    (void)e; // its structures say it
    return ST_OK;
}

const block_model *lockstep_side(side_kind kind)
{
    static const stat_table none = {"side", NULL, 0};
    static const block_model sides[SIDES] = {
        [SIDE_SM] = {.stem = "sm", .events = &none, .used = side_used, .exercised = side_exercised},
        [SIDE_SLICE] = {.stem = "slice",
                        .events = &none,
                        .used = side_used,
                        .exercised = side_exercised},
    };
    return &sides[kind];
}

static void set_side(lockstep *l)
{
    side_kind kind = SIDE_SM;
    CHECK(side_find(l->block->stem, &kind), "%s is no side", l->block->stem);
    side_of(l->job.c, kind, &l->side);
    if (l->side.pric < 0) return;
    const index_fn f = index_fn_of_pric(l->job.c);
    pric_init(&l->index, &f);
}

lockstep *lockstep_new(const lockstep_job *j, err *e)
{
    lockstep *l = wl_calloc(1, sizeof *l);
    l->job = *j;
    l->block = j->block;
    l->last = &l->seats;
    l->halt = &l->stop;
    for (lockstep *n = j->next; n; n = n->job.next) n->halt = l->halt;
    l->n_instances = j->first + (j->instances ? j->instances : j->c->gpu.sms);
    l->listed = wl_calloc(l->n_instances, sizeof *l->listed);
    find_ports(l);
    if (j->side) set_side(l);
    if (sms_parse(j->sms, l->listed, l->n_instances, e) == ST_OK && load(l, e) == ST_OK) {
        go_behind(l);
        return l;
    }
    lockstep_free(l);
    return NULL;
}

static void seat_free(seat *s)
{
    if (s->wave_open) s->pair.api->wave_close(s->pair.rtl);
    lockstep_pair_free(&s->pair);
    join_free(&s->join);
    if (s->model.self) s->model.free(s->model.self);
    free(s);
}

void lockstep_free(lockstep *l)
{
    if (!l) return;
    offload_free(l->behind);
    for (seat *s = l->seats, *next; s; s = next) {
        next = s->next;
        seat_free(s);
    }
    for (unsigned i = 0; i < SIDE_PARTS; i++) side_view_free(l->views[i]);
    plugin_unload(&l->lib);
    free(l->listed);
    free(l);
}

const volatile bool *lockstep_stop(const lockstep *l) { return l->halt; }

// Waves begin and end between two clock edges.
static void wave_window(seat *s)
{
    const lockstep_job *j = &s->owner->job;
    if (s->cycle > j->wave_to) {
        if (s->wave_open) s->pair.api->wave_close(s->pair.rtl);
        s->wave_open = false;
        *s->owner->halt = true;
    } else if (s->cycle >= j->wave_from && !s->wave_open) {
        s->wave_open = s->pair.api->wave_open(s->pair.rtl, j->wave) == 0;
        CHECK(s->wave_open, "cycle %llu: the plug-in was built without waves",
              (unsigned long long)s->cycle);
    }
}

static bool used(const lockstep *l, const uint64_t *in)
{
    if (!l->job.side) return l->block->used(in);
    for (unsigned i = 0; i < l->side.n; i++) {
        if (l->job.parts[i] && l->job.parts[i]->used(in + l->side.part[i].in_at)) return true;
    }
    return false;
}

static void note_request(seat *s, const uint64_t *in)
{
    if (s->requested || !used(s->owner, in)) return;
    s->requested = true;
    s->first_request = s->cycle;
}

// The RTL's outputs of this cycle against what the model says of it, then the clock edge.
static void compare_and_clock(seat *s, const uint64_t *in, const uint64_t *model)
{
    lockstep *l = s->owner;
    note_request(s, in);
    if (!l->bad && !lockstep_pair_compare(&s->pair, in, model)) {
        l->bad = s;
        atomic_store(&l->found, true);
    }
    lockstep_pair_clock(&s->pair);
    s->cycle++;
    if (l->job.cycles && s->requested && s->cycle - s->first_request >= l->job.cycles)
        *l->halt = true;
}

static void eval(seat *s, const uint64_t *in)
{
    if (s->waves) wave_window(s);
    lockstep_pair_eval(&s->pair, in);
}

static void step(seat *s, const uint64_t *in, const uint64_t *model, uint64_t repeat)
{
    const bool bounded = s->owner->job.cycles != 0;
    for (uint64_t i = 0; i < repeat && !s->owner->bad && !(bounded && *s->owner->halt); i++) {
        eval(s, in);
        compare_and_clock(s, in, model);
    }
}

static void take(void *ctx, const void *taken)
{
    const record *r = taken;
    (void)ctx;
    step(r->s, r->words, r->words + r->s->owner->in_words, r->repeat);
}

static void hand_over(seat *s, const uint64_t *in, const uint64_t *model, uint64_t repeat)
{
    const lockstep *l = s->owner;
    record *r = offload_slot(l->behind);
    r->s = s;
    r->repeat = repeat;
    memcpy(r->words, in, s->pair.cmp.in_words * sizeof *in);
    memcpy(r->words + l->in_words, model,
           s->pair.cmp.out_words * sizeof *model); // ports that are there
    offload_push(l->behind);
}

static void follow(seat *s, const uint64_t *in, const uint64_t *model, uint64_t repeat);

// What is wired inside: the index function looks up the line that is offered.
static void look_up(const lockstep *l, uint64_t *out)
{
    if (l->side.pric < 0) return;
    const side_part *p = &l->side.part[l->side.pric];
    const pric_in in = {{out[l->side.line_word]}};
    pric_out found;
    pric_eval(&l->index, &in, &found);
    memcpy(out + p->out_at, &found, sizeof found);
}

// A structure's cycles, told to its side.
static void tell(const seat *s, const uint64_t *in, const uint64_t *model, uint64_t repeat)
{
    seat *w = s->whole;
    join_push(&w->join, s->owner->job.part, in, model, repeat);
    for (uint64_t n; (n = join_pop(&w->join, w->in, w->out));) {
        look_up(w->owner, w->out);
        follow(w, w->in, w->out, n);
    }
}

// `repeat` cycles, all with these inputs and the model's outputs, which has driven, or would not
// have done otherwise.
static void follow(seat *s, const uint64_t *in, const uint64_t *model, uint64_t repeat)
{
    lockstep *l = s->owner;
    if (s->whole) tell(s, in, model, repeat);
    if (!l->api) {
        note_request(s, in);
        s->cycle += repeat;
        return;
    }
    if (l->behind) hand_over(s, in, model, repeat);
    else step(s, in, model, repeat);
    if (atomic_load_explicit(&l->found, memory_order_relaxed)) *l->halt = true;
}

static void both_valid(void *self, uint64_t *out)
{
    const seat *s = self;
    s->model.valid(s->model.self, out);
}

static void both_ready(void *self, const uint64_t *in, uint64_t *out)
{
    const seat *s = self;
    s->model.ready(s->model.self, in, out);
}

// The outputs of a cycle are functions of its state and inputs, so one evaluation with all inputs
// shows them all.
static void both_commit(void *self, const uint64_t *in, const uint64_t *out)
{
    seat *s = self;
    follow(s, in, out, 1);
    s->model.commit(s->model.self, in, out);
}

static void to_out(const seat *s, uint64_t *out)
{
    memcpy(out, s->pair.out, s->owner->out_words * sizeof *out);
}

// State has moved with the last edge; the inputs of this cycle are not known yet, and what is asked
// here does not depend on them.
static void rtl_valid(void *self, uint64_t *out)
{
    seat *s = self;
    eval(s, s->in);
    to_out(s, out);
}

static void rtl_ready(void *self, const uint64_t *in, uint64_t *out)
{
    seat *s = self;
    memcpy(s->in, in, s->owner->in_words * sizeof *in);
    lockstep_pair_eval(&s->pair, in);
    to_out(s, out);
}

static void rtl_commit(void *self, const uint64_t *in, const uint64_t *out)
{
    seat *s = self;
    uint64_t model[WORDS];
    (void)out; // the RTL's own
    if (memcmp(s->in, in, s->owner->in_words * sizeof *in) != 0) rtl_ready(s, in, model);
    memset(model, 0, s->owner->out_words * sizeof *model);
    s->model.valid(s->model.self, model);
    s->model.ready(s->model.self, in, model);
    compare_and_clock(s, in, model);
    if (s->whole) tell(s, in, model, 1);
    if (s->owner->bad) *s->owner->halt = true;
    s->model.commit(s->model.self, in, model);
}

// Cycles that the machine leaves out because nothing is held: the RTL and the comparison get every
// one of them.
static void skip(void *self, uint64_t cycles)
{
    seat *s = self;
    uint64_t out[WORDS];
    memset(s->in, 0, sizeof s->in);
    memset(out, 0, s->owner->out_words * sizeof *out);
    s->model.valid(s->model.self, out);
    s->model.ready(s->model.self, s->in, out);
    follow(s, s->in, out, cycles);
    if (!*s->owner->halt)
        s->model.skip(
            s->model.self,
            cycles); // else it may hold what a wrong RTL has made the machine take for gone
}

static const uint64_t *events(void *self)
{
    const seat *s = self;
    return s->model.events(s->model.self);
}

static void dump(void *self, FILE *f)
{
    const seat *s = self;
    s->model.dump(s->model.self, f);
}

// A seat is the lockstep's, whose result is asked after the machine's end; but what is behind
// belongs to the machine's time.
static void leave(void *self)
{
    lockstep *l = ((seat *)self)->owner;
    if (l->behind) offload_finish(l->behind);
}

static const block_dev devices[] = {
    [LOCKSTEP_BOTH] = {.valid = both_valid,
                       .ready = both_ready,
                       .commit = both_commit,
                       .skip = skip,
                       .events = events,
                       .dump = dump,
                       .free = leave},
    [LOCKSTEP_RTL] = {.valid = rtl_valid,
                      .ready = rtl_ready,
                      .commit = rtl_commit,
                      .skip = skip,
                      .events = events,
                      .dump = dump,
                      .free = leave},
};

static void append(lockstep *l, seat *s)
{
    s->waves = l->job.wave && !l->seats;
    *l->last = s;
    l->last = &s->next;
}

static int other_block(lockstep *l, const block_model *b, const config *c, unsigned instance,
                       block_dev *dev, err *e)
{
    if (l->job.next) return lockstep_factory(l->job.next, b, c, instance, dev, e);
    return block_dev_model(b, c, dev, e);
}

static seat *new_seat(lockstep *l, unsigned instance)
{
    seat *s = wl_calloc(1, sizeof *s);
    s->owner = l;
    s->instance = instance;
    return s;
}

// The side's seat of this number, made with the first of its structures.
static int whole_seat(lockstep *w, unsigned number, seat **found, err *e)
{
    for (*found = w->seats; *found; *found = (*found)->next) {
        if ((*found)->instance == number) return ST_OK;
    }
    seat *s = new_seat(w, number);
    const int status = lockstep_pair_init(&s->pair, w->api, w->ports, w->n_ports, e);
    if (status != ST_OK) {
        free(s);
        return status;
    }
    join_init(&s->join, &w->side);
    append(w, s);
    *found = s;
    return ST_OK;
}

static bool meant(const lockstep *l, const block_model *b, unsigned instance)
{
    const lockstep *w = l->job.whole;
    if (b != l->block || instance < l->job.first || instance >= l->n_instances ||
        !l->listed[instance])
        return false;
    return !w || w->listed[instance - l->job.first];
}

int lockstep_factory(void *ctx, const block_model *b, const config *c, unsigned instance,
                     block_dev *dev, err *e)
{
    lockstep *l = ctx;
    if (!meant(l, b, instance)) return other_block(l, b, c, instance, dev, e);
    seat *s = new_seat(l, instance);
    int status = model_bug_make(l->block, l->model_bug, c, &s->model, NULL, e);
    if (status == ST_OK && l->api)
        status = lockstep_pair_init(&s->pair, l->api, l->ports, l->n_ports, e);
    if (status == ST_OK && l->job.whole)
        status = whole_seat(l->job.whole, instance - l->job.first, &s->whole, e);
    if (status != ST_OK) {
        seat_free(s);
        return status;
    }
    append(l, s);
    *dev = devices[l->job.mode];
    if (!b->dev.skip) dev->skip = NULL;
    dev->self = s;
    return ST_OK;
}

// "SM 3", "L2 slice 0" (of monitors they come after the SMs'), or the block's name where there is
// one for all SMs; malloc'd.
static char *place_of(const seat *s)
{
    const lockstep *l = s->owner;
    const unsigned sms = l->job.c->gpu.sms;
    if (l->job.instances == 1 && sms > 1) return wl_strdup(l->block->stem);
    if (l->job.slices) return wl_format("L2 slice %u", s->instance);
    return s->instance < sms ? wl_format("SM %u", s->instance)
                             : wl_format("L2 slice %u", s->instance - sms);
}

static json_t *mismatch(const seat *s)
{
    if (!s) return json_null();
    char *place = place_of(s);
    json_t *o = json_pack("{s:i, s:s}", "instance", (int)s->instance, "place", place),
           *seen = lockstep_pair_mismatch(&s->pair);
    free(place);
    json_object_update(o, seen);
    json_decref(seen);
    return o;
}

// Sums of the model's events over the listed instances, malloc'd.
static uint64_t *sum_events(const lockstep *l)
{
    uint64_t *sum = wl_calloc(l->block->events->n + 1, sizeof *sum);
    for (const seat *s = l->seats; s && s->model.self; s = s->next)
        stats_add(l->block->events, sum, s->model.events(s->model.self));
    return sum;
}

json_t *lockstep_result(const lockstep *l)
{
    if (l->behind) offload_finish(l->behind);
    uint64_t cycles = 0, compares = 0, masked = 0, waiting = 0, *sum = sum_events(l);
    for (const seat *s = l->seats; s; s = s->next) {
        cycles += s->pair.cycle;
        compares += s->pair.cmp.compares;
        masked += s->pair.cmp.masked;
        if (l->job.side) waiting += join_waiting(&s->join);
    }
    const seat *bad = l->bad, *first = l->seats;
    json_t *o = json_pack("{s:i, s:I, s:I, s:I, s:o, s:o, s:o}", "mismatches", bad != NULL,
                          "cycles_compared", (json_int_t)cycles, "compares", (json_int_t)compares,
                          "masked", (json_int_t)masked, "events", stats_json(l->block->events, sum),
                          "first_mismatch", mismatch(bad), "first_request",
                          first && first->requested ? json_integer((json_int_t)first->first_request)
                                                    : json_null());
    free(sum);
    if (l->job.side) json_object_set_new(o, "waiting", json_integer((json_int_t)waiting));
    if (l->job.whole) json_object_set_new(o, "side", json_string(l->job.whole->block->stem));
    if (l->lib.api) {
        json_t *sim = plugin_sim_json(&l->lib);
        json_object_update(o, sim);
        json_decref(sim);
    }
    return o;
}

// A side whose structures have not told the same cycles has not been compared in all of them.
static int joined(const lockstep *l, err *errors)
{
    for (const seat *s = l->job.side ? l->seats : NULL; s; s = s->next) {
        const uint64_t n = join_waiting(&s->join);
        if (n)
            return err_add(
                errors, ST_CHECK,
                "%s %u: %llu cycles were reported by some of its structures, but not by all",
                l->block->stem, s->instance, (unsigned long long)n);
    }
    return ST_OK;
}

int lockstep_floors(const lockstep *l, err *errors)
{
    uint64_t *sum = sum_events(l);
    int status = l->block->exercised(sum, errors);
    if (status == ST_OK) status = joined(l, errors);
    if (status == ST_OK && l->lib.api) status = plugin_sim_floor(&l->lib, l->block->stem, errors);
    free(sum);
    return status;
}
