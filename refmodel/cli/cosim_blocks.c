// cosim_blocks.c : see cosim_blocks.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cosim_blocks.h"

#include "blocks/cart.h"
#include "blocks/dwtcs.h"
#include "blocks/mrpb.h"
#include "blocks/streambypass.h"
#include "blocks/warppool.h"
#include "machine/crossbar.h"
#include "rtlgen/rtlgen.h"
#include "tb/bench/bench.h"

#include <string.h>

static unsigned one_an_sm(const config *c) { return c->gpu.sms; }
static unsigned one_in_all(const config *c)
{
    (void)c;
    return 1;
}
static unsigned one_a_cache(const config *c) { return c->gpu.sms + c->dram.channels * c->l2.slices_per_channel; }

static unsigned one_a_slice(const config *c) { return c->dram.channels * c->l2.slices_per_channel; }

static const char *request_excluded(const config *c, unsigned event) { return bench_crossbar_excluded(c, CROSSBAR_REQUEST, event); }
static const char *reply_excluded(const config *c, unsigned event) { return bench_crossbar_excluded(c, CROSSBAR_REPLY, event); }

static const struct {
    const block_model *model;
    unsigned (*instances)(const config *c);
    const char *(*excluded)(const config *c, unsigned event); // NULL: every event can be seen
} kinds[COSIM_BLOCKS] = {
    {&mrpb_block, one_an_sm, bench_excluded},
    {&warppool_block, one_an_sm, bench_warppool_excluded},
    {&streambypass_block, one_a_cache, bench_streambypass_excluded},
    {&dwtcs_block, one_in_all, bench_dwtcs_excluded},
    {&cart_block, one_a_slice, bench_cart_excluded},
    {&crossbar_request_block, one_in_all, request_excluded},
    {&crossbar_reply_block, one_in_all, reply_excluded},
};

static void set_kind(const config *c, unsigned i, lockstep_job *j)
{
    j->block = kinds[i].model;
    j->instances = kinds[i].instances(c);
}

void cosim_blocks_job(const config *c, const char *stem, lockstep_job *j)
{
    for (unsigned i = COSIM_BLOCKS; i-- > 0;) {
        const char *own = kinds[i].model->stem;
        if (stem ? strcmp(own, stem) == 0 : rtlgen_enabled(c, own)) set_kind(c, i, j);
    }
}

// The head is made last, since it asks the others.
int cosim_blocks_new(cosim_blocks *k, const lockstep_job *job, err *e)
{
    *k = (cosim_blocks){.c = job->c};
    lockstep *made = NULL;
    for (unsigned i = COSIM_BLOCKS; i-- > 0;) {
        if (!rtlgen_enabled(job->c, kinds[i].model->stem)) continue;
        lockstep_job j = *job;
        set_kind(job->c, i, &j);
        j.next = made;
        if (kinds[i].model != &mrpb_block) j.sms = NULL;
        made = k->of[i] = lockstep_new(&j, e);
        if (made) continue;
        cosim_blocks_free(k);
        return e->status;
    }
    return made ? ST_OK : err_add(e, ST_INPUT, "structures.mrpb: not enabled; configuration %s has no structure whose RTL could run in the machine", job->c->name);
}

void cosim_blocks_free(cosim_blocks *k)
{
    for (unsigned i = 0; i < COSIM_BLOCKS; i++) lockstep_free(k->of[i]);
    *k = (cosim_blocks){0};
}

lockstep *cosim_blocks_head(const cosim_blocks *k)
{
    unsigned i = 0;
    while (i + 1 < COSIM_BLOCKS && !k->of[i]) i++;
    return k->of[i];
}

static json_t *unseen(const config *c, unsigned i, const json_t *result)
{
    json_t *list = json_array(), *v;
    const char *event;
    unsigned n = 0;
    json_object_foreach(json_object_get(result, "events"), event, v) {
        const bool can = !kinds[i].excluded || !kinds[i].excluded(c, n);
        if (json_integer_value(v) == 0 && can) json_array_append_new(list, json_string(event));
        n++;
    }
    return list;
}

static void add(json_t *sum, const char *key, const json_t *part)
{
    const json_int_t both = json_integer_value(json_object_get(sum, key)) + json_integer_value(json_object_get(part, key));
    json_object_set_new(sum, key, json_integer(both));
}

static void add_result(json_t *sum, const char *stem, json_t *part)
{
    static const char *const sums[] = {"cycles_compared", "compares", "masked"};
    json_t *bad = json_object_get(part, "first_mismatch");
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) add(sum, sums[i], part);
    if (!json_is_object(bad) || json_integer_value(json_object_get(sum, "mismatches"))) return;
    json_object_set_new(sum, "mismatches", json_integer(1));
    bad = json_copy(bad);
    json_object_set_new(bad, "block", json_string(stem));
    json_object_set_new(sum, "first_mismatch", bad);
}

json_t *cosim_blocks_result(const cosim_blocks *k)
{
    json_t *sum = json_pack("{s:i, s:n}", "mismatches", 0, "first_mismatch"), *blocks = json_object();
    for (unsigned i = 0; i < COSIM_BLOCKS; i++) {
        if (!k->of[i]) continue;
        const char *stem = kinds[i].model->stem;
        json_t *one = lockstep_result(k->of[i]);
        json_object_set_new(one, "unseen", unseen(k->c, i, one));
        add_result(sum, stem, one);
        if (!json_object_size(blocks)) {
            json_object_set(sum, "events", json_object_get(one, "events"));
            json_object_set(sum, "first_request", json_object_get(one, "first_request"));
            json_object_set(sum, "unseen", json_object_get(one, "unseen"));
        }
        json_object_set_new(blocks, stem, one);
    }
    json_object_set_new(sum, "blocks", blocks);
    return sum;
}

int cosim_blocks_floors(const cosim_blocks *k, err *e)
{
    int st = ST_OK;
    for (unsigned i = 0; i < COSIM_BLOCKS; i++) {
        const int one = k->of[i] ? lockstep_floors(k->of[i], e) : ST_OK;
        st = st == ST_OK ? one : st;
    }
    return st;
}
