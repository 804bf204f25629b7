// test_model_bug.c: when the hooks of a model's bug run, and what they see.
//
// links: blocks config base
//
// The model is the test's own: it adds up its input, and shows the sum.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/model_bug.h"
#include "blocks/streambypass_bugs.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

typedef struct adder {
    uint64_t sum, step, skipped;
} adder;

static void *make(const config *c, err *e)
{
    (void)e;
    adder *a = wl_calloc(1, sizeof *a);
    a->step = c->gpu.sms;
    return a;
}

static void reset(void *self) { ((adder *)self)->sum = 0; }
static void valid(void *self, uint64_t *out) { out[0] = ((adder *)self)->sum; }
static void ready(void *self, const uint64_t *in, uint64_t *out)
{
    out[1] = ((adder *)self)->sum + in[0];
}

static void commit(void *self, const uint64_t *in, const uint64_t *out)
{
    (void)out;
    ((adder *)self)->sum += ((adder *)self)->step * in[0];
}

static void skip(void *self, uint64_t cycles) { ((adder *)self)->skipped += cycles; }

static const block_model block = {
    .stem = "adder",
    .state_bytes = sizeof(adder),
    .in_bytes = sizeof(uint64_t),
    .out_bytes = 2 * sizeof(uint64_t),
    .make = make,
    .dev = {.reset = reset,
            .valid = valid,
            .ready = ready,
            .commit = commit,
            .skip = skip,
            .free = free},
};

typedef struct rig {
    config c;
    block_dev d;
    adder *a;
    uint64_t out[2];
} rig;

static rig rig_of(const model_bug *bug)
{
    rig r = {.a = NULL};
    err e = {0};
    void *state = NULL;
    config_defaults(&r.c);
    r.c.gpu.sms = 3;
    CU_ASSERT_EQUAL_FATAL(model_bug_make(&block, bug, &r.c, &r.d, &state, &e), ST_OK);
    r.a = state;
    return r;
}

static void cycle(rig *r, uint64_t in)
{
    r->d.valid(r->d.self, r->out);
    r->d.ready(r->d.self, &in, r->out);
    r->d.commit(r->d.self, &in, r->out);
}

static void rig_free(rig *r) { r->d.free(r->d.self); }

TEST(without_a_bug_the_device_is_the_model)
{
    rig r = rig_of(NULL);
    CU_ASSERT_PTR_EQUAL(r.d.self, r.a);
    CU_ASSERT(r.d.valid == valid && r.d.ready == ready && r.d.commit == commit &&
              r.d.skip == skip && r.d.reset == reset);
    rig_free(&r);
}

static void of_five(config *c) { c->gpu.sms = 5; }

TEST(configure_changes_the_models_configuration_alone)
{
    rig r = rig_of(&(model_bug){.configure = of_five});
    CU_ASSERT_EQUAL(r.a->step, 5);
    CU_ASSERT_EQUAL(r.c.gpu.sms, 3);
    rig_free(&r);
}

static void from_hundred(const bug_view *v) { ((adder *)v->model)->sum = 100; }
static void keep_sum(const bug_view *v) { ((adder *)v->model)->sum = ((const adder *)v->was)->sum; }

TEST(made_changes_the_state_once_and_reset_sees_what_it_was)
{
    rig r = rig_of(&(model_bug){.made = from_hundred, .reset = keep_sum});
    cycle(&r, 1);
    CU_ASSERT_EQUAL(r.a->sum, 103);
    r.d.reset(r.d.self);
    CU_ASSERT_EQUAL(r.a->sum, 103);
    rig_free(&r);
}

static void show_seven(const bug_view *v, void *out) { ((uint64_t *)out)[0] = 7 + v->c->gpu.sms; }

static void show_input(const bug_view *v, const void *in, void *out)
{
    CU_ASSERT_EQUAL(((uint64_t *)out)[0], 10); // what valid has made of it
    ((uint64_t *)out)[1] = ((const adder *)v->model)->sum * 1000 + *(const uint64_t *)in;
}

TEST(valid_and_ready_change_outputs_and_no_state)
{
    rig r = rig_of(&(model_bug){.valid = show_seven, .ready = show_input});
    cycle(&r, 2);
    cycle(&r, 4);
    CU_ASSERT_EQUAL(r.out[0], 7 + 3);
    CU_ASSERT_EQUAL(r.out[1], 6 * 1000 + 4);
    CU_ASSERT_EQUAL(r.a->sum, 3 * (2 + 4));
    rig_free(&r);
}

// Before the edge: one more at the input, which it keeps; after it: how far the sum went, which is
// checked.
static void one_more(bug_view *v)
{
    uint64_t *other = v->memory;
    *other = *(const uint64_t *)v->in + 1;
    ((adder *)v->model)->sum += 1000;
    v->in = other;
}

static void take_back(const bug_view *v)
{
    adder *a = v->model;
    CU_ASSERT_EQUAL(a->sum,
                    ((const adder *)v->was)->sum + 1000 + a->step * *(const uint64_t *)v->memory);
    a->sum -= 1000;
}

static const model_bug edge = {.memory = sizeof(uint64_t), .before = one_more, .after = take_back};

TEST(before_changes_state_and_ports_and_after_sees_the_state_before_both)
{
    rig r = rig_of(&edge);
    cycle(&r, 4);
    CU_ASSERT_EQUAL(r.a->sum, 3 * 5);
    rig_free(&r);
}

TEST(cycles_that_are_skipped_are_stepped)
{
    rig r = rig_of(&edge);
    r.d.skip(r.d.self, 4);
    CU_ASSERT_EQUAL(r.a->skipped, 0);
    CU_ASSERT_EQUAL(r.a->sum, 3 * 4);
    rig_free(&r);
}

static const char *needs_more(const config *c) { return c->gpu.sms < 4 ? "4 SMs" : NULL; }

TEST(a_bug_that_cannot_show_is_refused_by_its_id)
{
    err e = {0};
    config c;
    block_dev d;
    config_defaults(&c);
    c.gpu.sms = 3;
    CU_ASSERT_EQUAL(model_bug_make(&block, &(model_bug){.id = "model-adder", .needs = needs_more},
                                   &c, &d, NULL, &e),
                    ST_INPUT);
    CU_ASSERT(e.text && strstr(e.text, "injected bug model-adder: needs 4 SMs"));
    err_free(&e);
}

TEST(a_bug_is_found_by_its_id_in_its_block)
{
    CU_ASSERT_PTR_EQUAL(model_bug_find(&streambypass_bugs, streambypass_bugs.rows[2].id),
                        &streambypass_bugs.rows[2]);
    CU_ASSERT_PTR_NULL(model_bug_find(&streambypass_bugs, "model-dwtcs-all-sms"));
}

UNIT_MAIN("model_bug", T(without_a_bug_the_device_is_the_model),
          T(configure_changes_the_models_configuration_alone),
          T(made_changes_the_state_once_and_reset_sees_what_it_was),
          T(valid_and_ready_change_outputs_and_no_state),
          T(before_changes_state_and_ports_and_after_sees_the_state_before_both),
          T(cycles_that_are_skipped_are_stepped), T(a_bug_that_cannot_show_is_refused_by_its_id),
          T(a_bug_is_found_by_its_id_in_its_block))
