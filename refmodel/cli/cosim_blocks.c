// cosim_blocks.c : see cosim_blocks.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cosim_blocks.h"

#include "blocks/cart.h"
#include "blocks/dwtcs.h"
#include "blocks/mrpb.h"
#include "blocks/streambypass.h"
#include "blocks/warppool.h"
#include "machine/structures/crossbar_block.h"
#include "rtlgen/rtlgen.h"
#include "tb/bench/bench.h"

#include <string.h>

static unsigned one_an_sm(const config *c) { return c->gpu.sms; }
static unsigned one_in_all(const config *c)
{
    (void)c;
    return 1;
}
static unsigned one_a_cache(const config *c)
{
    return c->gpu.sms + c->dram.channels * c->l2.slices_per_channel;
}

static unsigned one_a_slice(const config *c) { return c->dram.channels * c->l2.slices_per_channel; }

static const char *request_excluded(const config *c, unsigned event)
{
    return bench_crossbar_excluded(c, CROSSBAR_REQUEST, event);
}
static const char *reply_excluded(const config *c, unsigned event)
{
    return bench_crossbar_excluded(c, CROSSBAR_REPLY, event);
}

static const struct {
    const block_model *model;
    unsigned (*instances)(const config *c);
    const char *(*excluded)(const config *c, unsigned event);
} kinds[COSIM_BLOCKS] = {
    {&mrpb_block, one_an_sm, bench_mrpb_excluded},
    {&warppool_block, one_an_sm, bench_warppool_excluded},
    {&streambypass_block, one_a_cache, bench_streambypass_excluded},
    {&dwtcs_block, one_in_all, bench_dwtcs_excluded},
    {&cart_block, one_a_slice, bench_cart_excluded},
    {&crossbar_request_block, one_in_all, request_excluded},
    {&crossbar_reply_block, one_in_all, reply_excluded},
};

const block_model *cosim_block_at(unsigned i) { return kinds[i].model; }

static int kind_of(const char *stem)
{
    for (int i = 0; i < COSIM_BLOCKS; i++) {
        if (strcmp(kinds[i].model->stem, stem) == 0) return i;
    }
    return -1;
}

static bool on_side(const side *s, const char *stem)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (strcmp(s->part[i].block, stem) == 0) return true;
    }
    return false;
}

// One more lockstep, which asks the one before for what is not its own.
static int add_lockstep(cosim_blocks *k, int kind, lockstep_job *j, err *e)
{
    j->next = cosim_blocks_head(k);
    lockstep *l = lockstep_new(j, e);
    if (!l) return e->status;
    CHECK(k->n < COSIM_LOCKSTEPS, "more than %d locksteps", COSIM_LOCKSTEPS);
    k->list[k->n++] = (cosim_entry){l, kind, j->block->stem};
    return ST_OK;
}

// A side's structures, each with the instances that are on this side: monitors of slices are
// numbered behind those of the SMs.
static int add_parts(cosim_blocks *k, const lockstep_job *whole, const side *s, err *e)
{
    int status = ST_OK;
    lockstep *w = cosim_blocks_head(k);
    for (unsigned i = s->n; i-- > 0 && status == ST_OK;) {
        if ((int)i == s->pric) continue;
        lockstep_job j = *whole;
        j.side = false;
        j.block = whole->parts[i];
        j.first = j.block == &streambypass_block && whole->slices ? k->c->gpu.sms : 0;
        j.whole = w;
        j.part = i;
        j.wave = j.sms = NULL; // those of the side
        j.plugin = NULL;
        status = add_lockstep(k, kind_of(s->part[i].block), &j, e);
    }
    return status;
}

static int add_side(cosim_blocks *k, const lockstep_job *job, side_kind kind, const char *only,
                    err *e)
{
    side s;
    side_of(k->c, kind, &s);
    if (!s.n || (only && strcmp(only, s.stem) != 0 && !on_side(&s, only))) return ST_OK;
    lockstep_job j = *job;
    j.block = lockstep_side(kind);
    j.side = true;
    j.slices = kind == SIDE_SLICE;
    j.instances = j.slices ? one_a_slice(k->c) : one_an_sm(k->c);
    if (j.slices && !only) j.sms = NULL;
    for (unsigned i = 0; i < s.n; i++)
        j.parts[i] = (int)i == s.pric ? NULL : kinds[kind_of(s.part[i].block)].model;
    const int status = add_lockstep(k, -1, &j, e);
    return status == ST_OK ? add_parts(k, &j, &s, e) : status;
}

// The instances of a structure that are on no side with others; false: none are left.
static bool left(const config *c, int kind, lockstep_job *j)
{
    side sm, slice;
    const char *stem = kinds[kind].model->stem;
    side_of(c, SIDE_SM, &sm);
    side_of(c, SIDE_SLICE, &slice);
    const bool in_sm = on_side(&sm, stem), in_slice = on_side(&slice, stem);
    j->first = 0;
    j->instances = kinds[kind].instances(c);
    if (!in_sm && !in_slice) return true;
    if (kinds[kind].model != &streambypass_block || (in_sm && in_slice)) return false;
    if (in_sm) j->first = c->gpu.sms;
    j->instances = in_sm ? one_a_slice(c) : c->gpu.sms;
    return in_sm ? c->streambypass.l2 : c->streambypass.l1;
}

static int add_kind(cosim_blocks *k, const lockstep_job *job, int kind, const char *only, err *e)
{
    lockstep_job j = *job;
    const char *stem = kinds[kind].model->stem;
    if (!rtlgen_enabled(k->c, stem) || (only && strcmp(only, stem) != 0) || !left(k->c, kind, &j))
        return ST_OK;
    j.block = kinds[kind].model;
    j.slices = j.block == &cart_block;
    if (j.block != &mrpb_block && !only) j.sms = NULL;
    return add_lockstep(k, kind, &j, e);
}

unsigned cosim_block_instances(const config *c, const char *stem)
{
    side_kind kind;
    side s;
    if (!side_find(stem, &kind)) {
        const int i = kind_of(stem);
        return i < 0 || !rtlgen_enabled(c, stem) ? 0 : kinds[i].instances(c);
    }
    side_of(c, kind, &s);
    return !s.n ? 0 : kind == SIDE_SLICE ? one_a_slice(c) : one_an_sm(c);
}

const char *cosim_blocks_first(const config *c)
{
    int i = 0;
    while (i < COSIM_BLOCKS && !rtlgen_enabled(c, kinds[i].model->stem)) i++;
    return i < COSIM_BLOCKS ? kinds[i].model->stem : NULL;
}

// The head is made last, since it asks the others.
int cosim_blocks_new(cosim_blocks *k, const lockstep_job *job, const char *only, err *e)
{
    int status = ST_OK;
    *k = (cosim_blocks){.c = job->c};
    for (int i = COSIM_BLOCKS; i-- > 0 && status == ST_OK;) status = add_kind(k, job, i, only, e);
    for (side_kind s = SIDES; s-- > SIDE_SM && status == ST_OK;)
        status = add_side(k, job, s, only, e);
    if (status == ST_OK && !k->n) {
        status = err_add(e, ST_INPUT,
                         "structures.mrpb: not enabled; configuration %s has no structure whose "
                         "RTL could run in the machine",
                         job->c->name);
    }
    if (status != ST_OK) cosim_blocks_free(k);
    return status;
}

void cosim_blocks_free(cosim_blocks *k)
{
    while (k->n) lockstep_free(k->list[--k->n].of);
    *k = (cosim_blocks){0};
}

lockstep *cosim_blocks_head(const cosim_blocks *k) { return k->n ? k->list[k->n - 1].of : NULL; }

// Events that the run has not seen and the configuration can show.
static json_t *unseen(const config *c, int kind, const json_t *result)
{
    json_t *list = json_array(), *v;
    const char *event;
    unsigned n = 0;
    json_object_foreach(json_object_get(result, "events"), event, v) {
        const bool can = !kinds[kind].excluded(c, n);
        if (json_integer_value(v) == 0 && can) json_array_append_new(list, json_string(event));
        n++;
    }
    return list;
}

static void add(json_t *sum, const char *key, const json_t *part)
{
    const json_int_t both = json_integer_value(json_object_get(sum, key)) +
                            json_integer_value(json_object_get(part, key));
    json_object_set_new(sum, key, json_integer(both));
}

static const char *const sums[] = {"cycles_compared", "compares", "masked"};
enum { SUMS = sizeof sums / sizeof sums[0] };

static void add_result(json_t *sum, const char *stem, const json_t *part)
{
    json_t *bad = json_object_get(part, "first_mismatch");
    for (size_t i = 0; i < SUMS; i++) add(sum, sums[i], part);
    if (!json_is_object(bad) || json_integer_value(json_object_get(sum, "mismatches"))) return;
    json_object_set_new(sum, "mismatches", json_integer(1));
    bad = json_copy(bad);
    json_object_set_new(bad, "block", json_string(stem));
    json_object_set_new(sum, "first_mismatch", bad);
}

// Monitors of both sides are one structure.
static void merge(json_t *into, const json_t *part)
{
    const char *event;
    json_t *v, *events = json_object_get(into, "events");
    for (size_t i = 0; i < SUMS; i++) add(into, sums[i], part);
    json_object_foreach(json_object_get(part, "events"), event, v)
        add(events, event, json_object_get(part, "events"));
}

static void set_first(json_t *sum, json_t *one)
{
    static const char *const keys[] = {"events", "first_request", "unseen"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        json_object_set(sum, keys[i], json_object_get(one, keys[i]));
}

static void set_unseen(const config *c, json_t *blocks)
{
    const char *stem;
    json_t *one;
    json_object_foreach(blocks, stem, one) {
        const int kind = kind_of(stem);
        json_object_set_new(one, "unseen", kind < 0 ? json_array() : unseen(c, kind, one));
    }
}

// Does each SM have one, of a structure or a side?
static bool in_each_sm(const cosim_entry *l)
{
    side_kind kind;
    if (l->kind >= 0) return kinds[l->kind].instances == one_an_sm;
    return side_find(l->stem, &kind) && kind != SIDE_SLICE;
}

json_t *cosim_blocks_result(const cosim_blocks *k)
{
    json_t *sum = json_pack("{s:i, s:n}", "mismatches", 0, "first_mismatch"),
           *blocks = json_object();
    bool sms_only = true;
    for (unsigned i = k->n; i-- > 0;) {
        const char *stem = k->list[i].stem;
        json_t *one = lockstep_result(k->list[i].of), *other = json_object_get(blocks, stem);
        add_result(sum, stem, one);
        sms_only = sms_only && in_each_sm(&k->list[i]);
        if (other) merge(other, one);
        else json_object_set(blocks, stem, one);
        json_decref(one);
    }
    json_object_set_new(sum, "cycles_of", json_string(sms_only ? "SM-cycles" : "cycles of RTL"));
    set_unseen(k->c, blocks);
    set_first(sum, json_object_get(blocks, cosim_blocks_first(k->c)));
    json_object_set_new(sum, "blocks", blocks);
    return sum;
}

int cosim_blocks_floors(const cosim_blocks *k, err *e)
{
    int st = ST_OK;
    for (unsigned i = k->n; i-- > 0;) {
        const int one = lockstep_floors(k->list[i].of, e);
        st = st == ST_OK ? one : st;
    }
    return st;
}
