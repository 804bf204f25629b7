// lockstep.c : see lockstep.h. In mode lockstep the model drives, so the RTL may come behind: its cycles are handed to a second
// thread (offload.h). Where it must not, all is done in the machine's own thread.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/lockstep.h"

#include "base/stats.h"
#include "tb/lockstep/inject.h"
#include "tb/lockstep/lane.h"
#include "tb/lockstep/offload.h"
#include "tb/lockstep/sms.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

STAT_TABLE(mrpb_lockstep_events, "events", MRPB_EVENTS);

// The device of one SM: a model and a lane of RTL.
typedef struct seat {
    lockstep *owner;
    unsigned sm;
    mrpb *model;
    lane lane;
    mrpb_in in;        // mode rtl: of the RTL's last evaluation
    bool waves;        // this seat's cycles are what the wave file shows
    bool wave_open;
    bool requested;    // saw a request
    uint64_t cycle, first_request;
    struct seat *next; // in the order made
} seat;

// Cycles of a seat, one or more the same, on the way to the second thread. Of `out` the words that are there.
typedef struct record {
    seat *s;
    uint64_t repeat;
    mrpb_in in;
    mrpb_out out;
} record;

struct lockstep {
    lockstep_job job;
    port ports[MRPB_N_PORTS];
    plugin_lib lib;
    const wl_plugin *api;
    unsigned model_bug;
    bool *listed; // [gpu.sms]
    seat *seats, **last;
    offload *behind;  // NULL: in the machine's thread
    seat *bad;        // whose mismatch was the first, in the order of the machine; after it nothing is compared
    atomic_bool found; // there is one
    volatile bool stop;
};

static void take(void *ctx, const void *taken);

// The second thread, where it may be and there is a core for it.
static void go_behind(lockstep *l)
{
    const lockstep_job *j = &l->job;
    if (j->sync || j->wave || j->mode != LOCKSTEP_BOTH || sysconf(_SC_NPROCESSORS_ONLN) < 2) return;
    l->behind = offload_new(sizeof(record), take, l);
}

static int load(lockstep *l, err *e)
{
    injection bug;
    int status = injection_find(l->job.inject, &bug, e);
    if (status != ST_OK) return status;
    l->model_bug = bug.model;
    l->api = l->job.plugin;
    if (l->api) return ST_OK;
    plugin_want want = {.block = "mrpb", .bug = bug.rtl, .waves = l->job.wave != NULL, .quiet = l->job.quiet};
    status = plugin_load(l->job.c, &want, &l->lib, e);
    l->api = l->lib.api;
    return status;
}

lockstep *lockstep_new(const lockstep_job *j, err *e)
{
    lockstep *l = wl_calloc(1, sizeof *l);
    l->job = *j;
    l->last = &l->seats;
    l->listed = wl_calloc(j->c->gpu.sms, sizeof *l->listed);
    mrpb_ports(j->c, l->ports);
    if (sms_parse(j->sms, l->listed, j->c->gpu.sms, e) == ST_OK && load(l, e) == ST_OK) {
        go_behind(l);
        return l;
    }
    lockstep_free(l);
    return NULL;
}

static void seat_free(seat *s)
{
    if (s->wave_open) s->lane.api->wave_close(s->lane.rtl);
    lane_free(&s->lane);
    mrpb_free(s->model);
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
    plugin_unload(&l->lib);
    free(l->listed);
    free(l);
}

const volatile bool *lockstep_stop(const lockstep *l) { return &l->stop; }

// Waves begin and end between two clock edges.
static void wave_window(seat *s)
{
    const lockstep_job *j = &s->owner->job;
    if (s->cycle > j->wave_to) {
        if (s->wave_open) s->lane.api->wave_close(s->lane.rtl);
        s->wave_open = false;
        s->owner->stop = true;
    } else if (s->cycle >= j->wave_from && !s->wave_open) {
        s->wave_open = s->lane.api->wave_open(s->lane.rtl, j->wave) == 0;
        CHECK(s->wave_open, "cycle %llu: the plug-in was built without waves", (unsigned long long)s->cycle);
    }
}

// The RTL's outputs of this cycle against what the model says of it, then the clock edge.
static void compare_and_clock(seat *s, const mrpb_in *in, const mrpb_out *model)
{
    lockstep *l = s->owner;
    if (!s->requested && in->in_valid_i[0]) {
        s->requested = true;
        s->first_request = s->cycle;
    }
    if (!l->bad && !lane_compare(&s->lane, (const uint64_t *)in, (const uint64_t *)model)) {
        l->bad = s;
        atomic_store(&l->found, true);
    }
    lane_clock(&s->lane);
    s->cycle++;
}

static void eval(seat *s, const mrpb_in *in)
{
    if (s->waves) wave_window(s);
    lane_eval(&s->lane, (const uint64_t *)in);
}

static void step(seat *s, const mrpb_in *in, const mrpb_out *model, uint64_t repeat)
{
    for (uint64_t i = 0; i < repeat && !s->owner->bad; i++) {
        eval(s, in);
        compare_and_clock(s, in, model);
    }
}

static void take(void *ctx, const void *taken)
{
    const record *r = taken;
    (void)ctx;
    step(r->s, &r->in, &r->out, r->repeat);
}

static void hand_over(seat *s, const mrpb_in *in, const mrpb_out *model, uint64_t repeat)
{
    record *r = offload_slot(s->owner->behind);
    r->s = s;
    r->repeat = repeat;
    r->in = *in;
    memcpy(&r->out, model, s->lane.cmp.out_words * sizeof(uint64_t));
    offload_push(s->owner->behind);
}

// Mode lockstep: `repeat` cycles, all with these inputs and the model's outputs.
static void follow(seat *s, const mrpb_in *in, const mrpb_out *model, uint64_t repeat)
{
    lockstep *l = s->owner;
    if (l->behind) hand_over(s, in, model, repeat);
    else step(s, in, model, repeat);
    if (atomic_load_explicit(&l->found, memory_order_relaxed)) l->stop = true;
}

static void both_valid(void *self, mrpb_out *out) { mrpb_valid(((seat *)self)->model, out); }
static void both_ready(void *self, const mrpb_in *in, mrpb_out *out) { mrpb_ready(((seat *)self)->model, in, out); }

// The outputs of a cycle are functions of its state and inputs, so one evaluation with all inputs shows them all.
static void both_commit(void *self, const mrpb_in *in, const mrpb_out *out)
{
    seat *s = self;
    follow(s, in, out, 1);
    mrpb_commit(s->model, in, out);
}

static void to_out(const seat *s, mrpb_out *out) { memcpy(out, s->lane.out, sizeof *out); }

// State has moved with the last edge; the inputs of this cycle are not known yet, and what is asked here does not depend on them.
static void rtl_valid(void *self, mrpb_out *out)
{
    seat *s = self;
    eval(s, &s->in);
    to_out(s, out);
}

static void rtl_ready(void *self, const mrpb_in *in, mrpb_out *out)
{
    seat *s = self;
    s->in = *in;
    lane_eval(&s->lane, (const uint64_t *)in);
    to_out(s, out);
}

static void rtl_commit(void *self, const mrpb_in *in, const mrpb_out *out)
{
    seat *s = self;
    mrpb_out model;
    (void)out; // the RTL's own
    if (memcmp(&s->in, in, sizeof *in) != 0) rtl_ready(s, in, &model);
    memset(&model, 0, sizeof model);
    mrpb_valid(s->model, &model);
    mrpb_ready(s->model, in, &model);
    compare_and_clock(s, in, &model);
    if (s->owner->bad) s->owner->stop = true;
    mrpb_commit(s->model, in, &model);
}

// Cycles that the machine leaves out because nothing is held: the RTL and the comparison get every one of them.
static void skip(void *self, uint64_t cycles)
{
    seat *s = self;
    mrpb_in in;
    mrpb_out out;
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    s->in = in;
    mrpb_valid(s->model, &out);
    mrpb_ready(s->model, &in, &out);
    follow(s, &in, &out, cycles);
    if (!s->owner->stop) mrpb_skip(s->model, cycles); // else it may hold what a wrong RTL has made the machine take for gone
}

static const mrpb_events *events(void *self) { return mrpb_get_events(((seat *)self)->model); }
static void dump(void *self, FILE *f) { mrpb_dump(((seat *)self)->model, f); }

// A seat is the lockstep's, whose result is asked after the machine's end; but what is behind belongs to the machine's time.
static void leave(void *self)
{
    lockstep *l = ((seat *)self)->owner;
    if (l->behind) offload_finish(l->behind);
}

static const mrpb_dev devices[] = {
    [LOCKSTEP_BOTH] = {.valid = both_valid, .ready = both_ready, .commit = both_commit, .skip = skip, .events = events,
                       .dump = dump, .free = leave},
    [LOCKSTEP_RTL] = {.valid = rtl_valid, .ready = rtl_ready, .commit = rtl_commit, .skip = skip, .events = events,
                      .dump = dump, .free = leave},
};

static void append(lockstep *l, seat *s)
{
    s->waves = l->job.wave && !l->seats;
    *l->last = s;
    l->last = &s->next;
}

int lockstep_factory(void *ctx, const config *c, unsigned sm, mrpb_dev *dev, err *e)
{
    lockstep *l = ctx;
    if (!l->listed[sm]) return mrpb_dev_model(c, sm, dev, e);
    seat *s = wl_calloc(1, sizeof *s);
    s->owner = l;
    s->sm = sm;
    s->model = mrpb_new(c, l->model_bug, e);
    if (!s->model || lane_init(&s->lane, l->api, l->ports, MRPB_N_PORTS, e) != ST_OK) {
        mrpb_free(s->model);
        free(s);
        return e->status;
    }
    append(l, s);
    *dev = devices[l->job.mode];
    dev->self = s;
    return ST_OK;
}

static json_t *mismatch(const seat *s)
{
    if (!s) return json_null();
    json_t *o = json_pack("{s:i}", "sm", (int)s->sm), *seen = lane_mismatch(&s->lane);
    json_object_update(o, seen);
    json_decref(seen);
    return o;
}

static void sum_events(const lockstep *l, mrpb_events *sum)
{
    *sum = (mrpb_events){0};
    for (const seat *s = l->seats; s; s = s->next) stats_add(&mrpb_lockstep_events, sum, mrpb_get_events(s->model));
}

json_t *lockstep_result(const lockstep *l)
{
    if (l->behind) offload_finish(l->behind);
    uint64_t cycles = 0, compares = 0, masked = 0;
    for (const seat *s = l->seats; s; s = s->next) {
        cycles += s->lane.cycle;
        compares += s->lane.cmp.compares;
        masked += s->lane.cmp.masked;
    }
    mrpb_events sum;
    sum_events(l, &sum);
    const seat *bad = l->bad, *first = l->seats;
    return json_pack("{s:i, s:I, s:I, s:I, s:o, s:o, s:o}", "mismatches", bad != NULL, "cycles_compared", (json_int_t)cycles,
                     "compares", (json_int_t)compares, "masked", (json_int_t)masked, "events",
                     stats_json(&mrpb_lockstep_events, &sum), "first_mismatch", mismatch(bad), "first_request",
                     first && first->requested ? json_integer((json_int_t)first->first_request) : json_null());
}

// What every run must have seen: X(what, sum of events that show it).
#define FLOORS(X) \
    X("accepted", e->accepted_reads + e->accepted_writes) \
    X("sent on", e->sent + e->bypassed)

int lockstep_floors(const lockstep *l, err *errors)
{
    mrpb_events sum, *e = &sum;
    sum_events(l, &sum);
    int status = ST_OK;
#define FLOOR(what, seen) \
    if ((seen) == 0) status = err_add(errors, ST_CHECK, "the run has not exercised MRPB: no request was %s in any listed SM", what);
    FLOORS(FLOOR)
#undef FLOOR
    return status;
}
