// test_lockstep.c : comparison by port table, device for the machine, SM lists.
//
// links: bench lockstep rtlgen machine blocks config base
//
// A plug-in of the test's own stands for the RTL, and random traffic for the machine.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/mrpb.h"
#include "blocks/mrpb_bugs.h"
#include "fake_plugin.h"
#include "tb/bench/mrpb_traffic.h"
#include "tb/lockstep/compare.h"
#include "tb/lockstep/inject.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/lockstep_pair.h"
#include "tb/lockstep/offload.h"
#include "tb/lockstep/sms.h"
#include "unit.h"

enum { CYCLES = 3000, SEED = 11 };

static config cfg;
static bool sync; // compare in this thread
static port ports[MRPB_N_PORTS];

static void base_config(void)
{
    sync = true;
    config_defaults(&cfg);
    cfg.mrpb.enable = true;
    cfg.mrpb.queues = 48;
    mrpb_ports(&cfg, ports);
    fake_plan(&cfg);
}

static lockstep *open_lockstep(lockstep_mode mode, const char *inject)
{
    err e = {0};
    lockstep_job j = {.block = &mrpb_block,
                      .c = &cfg,
                      .mode = mode,
                      .inject = inject,
                      .sync = sync,
                      .plugin = &fake_plugin};
    lockstep *l = lockstep_new(&j, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
    return l;
}

static block_dev seat_of(lockstep *l, unsigned sm)
{
    err e = {0};
    block_dev d;
    CU_ASSERT_EQUAL_FATAL(lockstep_factory(l, &mrpb_block, &cfg, sm, &d, &e), ST_OK);
    return d;
}

// Drives a device as the machine does, without resets; returns a hash of all outputs that it gave.
static uint64_t drive(block_dev *d, uint64_t cycles)
{
    mrpb_traffic t;
    uint64_t hash = 0;
    mrpb_traffic_init(&t, &cfg, SEED);
    for (uint64_t i = 0; i < cycles; i++) {
        mrpb_out out;
        t.phase.reset_at = 0;
        mrpb_traffic_begin(&t);
        t.phase.reset_at = 0;
        memset(&out, 0, sizeof out);
        d->valid(d->self, (uint64_t *)&out);
        const mrpb_in *in = mrpb_traffic_drive(&t, &out);
        d->ready(d->self, (const uint64_t *)in, (uint64_t *)&out);
        d->commit(d->self, (const uint64_t *)in, (const uint64_t *)&out);
        mrpb_traffic_end(&t, out.in_ready_o[0]);
        for (unsigned w = 0; w < FAKE_OUT; w++)
            hash = (hash ^ ((const uint64_t *)&out)[w]) * 0x100000001b3u;
    }
    return hash;
}

static uint64_t number(const json_t *o, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(o, key));
}

// One run of one SM, its result.
static json_t *run(lockstep_mode mode, const char *inject)
{
    lockstep *l = open_lockstep(mode, inject);
    block_dev d = seat_of(l, 0);
    drive(&d, CYCLES);
    d.free(d.self);
    json_t *r = lockstep_result(l);
    lockstep_free(l);
    return r;
}

TEST(equal_models_never_differ)
{
    base_config();
    json_t *r = run(LOCKSTEP_BOTH, NULL);
    CU_ASSERT_EQUAL(number(r, "mismatches"), 0);
    CU_ASSERT_EQUAL(number(r, "cycles_compared"), CYCLES);
    CU_ASSERT(json_is_null(json_object_get(r, "first_mismatch")));
    json_decref(r);
}

TEST(each_output_port_is_compared_or_masked_in_each_cycle)
{
    unsigned outputs = 0;
    base_config();
    for (unsigned i = 0; i < MRPB_N_PORTS; i++)
        outputs += ports[i].dir == PORT_OUT && ports[i].width > 0;
    json_t *r = run(LOCKSTEP_BOTH, NULL);
    CU_ASSERT_EQUAL(number(r, "compares") + number(r, "masked"), (uint64_t)CYCLES * outputs);
    CU_ASSERT(number(r, "masked") > 0);
    json_decref(r);
}

// For all bits of all outputs: a flip from cycle 100 on, in a cycle in which the qualifier is
// `wanted`.
static void flip_everything(lockstep_mode mode, bool wanted, bool caught)
{
    base_config();
    for (unsigned i = 0; i < MRPB_N_PORTS; i++) {
        for (unsigned b = 0;
             ports[i].dir == PORT_OUT && (wanted || ports[i].qualifier) && b < ports[i].width;
             b++) {
            fake_plan_flip(&cfg, ports, &ports[i], b, 100, wanted);
            json_t *r = run(mode, NULL), *first = json_object_get(r, "first_mismatch");
            CU_ASSERT_NOT_EQUAL(fake_flipped_at, UINT64_MAX);
            CU_ASSERT_EQUAL(number(r, "mismatches"), caught);
            if (caught) {
                CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(first, "port")),
                                       ports[i].name);
                CU_ASSERT_EQUAL(number(first, "cycle"), fake_flipped_at);
            }
            json_decref(r);
        }
    }
}

TEST(a_flip_of_any_defined_output_bit_is_caught_in_its_cycle)
{
    flip_everything(LOCKSTEP_BOTH, true, true);
}
TEST(a_flip_of_a_dont_care_output_bit_is_masked) { flip_everything(LOCKSTEP_BOTH, false, false); }

TEST(a_flip_in_a_masked_cycle_changes_no_count)
{
    base_config();
    json_t *clean = run(LOCKSTEP_BOTH, NULL);
    const port *line = NULL;
    for (unsigned i = 0; i < MRPB_N_PORTS; i++) {
        if (strcmp(ports[i].name, "req_line_o") == 0) line = &ports[i];
    }
    fake_plan_flip(&cfg, ports, line, 3, 100, false);
    json_t *flipped = run(LOCKSTEP_BOTH, NULL);
    CU_ASSERT_EQUAL(number(flipped, "masked"), number(clean, "masked"));
    CU_ASSERT(json_equal(flipped, clean));
    json_decref(flipped);
    json_decref(clean);
}

TEST(bits_above_a_width_are_no_part_of_the_port)
{
    const port p = {.name = "x_o", .dir = PORT_OUT, .width = 5, .word = 0, .words = 1};
    compare k;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(compare_init(&k, &p, 1, &e), ST_OK);
    CU_ASSERT_PTR_NULL(compare_cycle(&k, NULL, (const uint64_t[]){0x1f}, (const uint64_t[]){0x3f}));
    CU_ASSERT_PTR_EQUAL(compare_cycle(&k, NULL, (const uint64_t[]){0x1f}, (const uint64_t[]){0x0f}),
                        &p);
    CU_ASSERT_EQUAL(k.compares, 2);
    compare_free(&k);
}

TEST(width_masks_of_a_wide_port)
{
    const port p = {.width = 65, .words = 2};
    CU_ASSERT_EQUAL(compare_mask(&p, 0), ~(uint64_t)0);
    CU_ASSERT_EQUAL(compare_mask(&p, 1), 1);
    CU_ASSERT_EQUAL(compare_mask(&p, 2), 0);
}

TEST(a_qualifier_outside_the_table_is_refused)
{
    const port p = {.name = "x_o", .dir = PORT_OUT, .width = 5, .words = 1, .qualifier = "y_o"};
    compare k;
    err e = {0};
    CU_ASSERT_EQUAL(compare_init(&k, &p, 1, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "y_o"));
    err_free(&e);
}

TEST(the_machine_is_stopped_in_the_cycle_of_the_mismatch)
{
    base_config();
    fake_plan_flip(&cfg, ports, &ports[MRPB_N_PORTS - 1], 0, 500, true);
    lockstep *l = open_lockstep(LOCKSTEP_BOTH, NULL);
    block_dev d = seat_of(l, 0);
    drive(&d, 500);
    CU_ASSERT_FALSE(*lockstep_stop(l));
    drive(&d, 1);
    CU_ASSERT_TRUE(*lockstep_stop(l));
    lockstep_free(l);
}

TEST(a_mismatch_shows_both_values_and_the_last_cycles)
{
    base_config();
    fake_plan_flip(&cfg, ports, &ports[MRPB_N_PORTS - 1], 40, 500, true); // pending_o
    json_t *r = run(LOCKSTEP_BOTH, NULL), *first = json_object_get(r, "first_mismatch"),
           *h = json_object_get(first, "history");
    const char *model = json_string_value(json_object_get(first, "model")),
               *rtl = json_string_value(json_object_get(first, "rtl"));
    CU_ASSERT_EQUAL(strtoull(model, NULL, 16) ^ strtoull(rtl, NULL, 16), (uint64_t)1 << 40);
    CU_ASSERT_EQUAL(json_array_size(h), LOCKSTEP_PAIR_HISTORY);
    CU_ASSERT_EQUAL(number(json_array_get(h, 0), "cycle"), 500 - LOCKSTEP_PAIR_HISTORY + 1);
    CU_ASSERT_EQUAL(number(json_array_get(h, LOCKSTEP_PAIR_HISTORY - 1), "cycle"), 500);
    const json_t *last = json_object_get(json_array_get(h, LOCKSTEP_PAIR_HISTORY - 1), "out");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(last, "pending_o")), model);
    json_decref(r);
}

TEST(the_first_mismatch_of_several_sms_is_the_machines_first)
{
    base_config();
    const uint64_t at[3] = {700, 600, 600};
    lockstep *l = open_lockstep(LOCKSTEP_BOTH, NULL);
    block_dev d[3];
    for (unsigned sm = 3; sm-- > 0;) { // made in another order than numbered
        fake_plan_flip(&cfg, ports, &ports[MRPB_N_PORTS - 1], 0, at[sm], true);
        d[sm] = seat_of(l, sm);
    }
    for (unsigned i = 0; i < 1000; i++) {
        for (unsigned sm = 0; sm < 3; sm++) d[sm].skip(d[sm].self, 1);
    }
    json_t *r = lockstep_result(l), *first = json_object_get(r, "first_mismatch");
    CU_ASSERT_EQUAL(number(first, "instance"), 1);
    CU_ASSERT_EQUAL(number(first, "cycle"), 600);
    json_decref(r);
    lockstep_free(l);
}

// What the machine gets from a device, and its events.
static uint64_t outputs_of(lockstep_mode mode, const char *inject, mrpb_events *events)
{
    lockstep *l = open_lockstep(mode, inject);
    block_dev d = seat_of(l, 0);
    uint64_t hash = drive(&d, CYCLES);
    memcpy(events, d.events(d.self), sizeof *events);
    lockstep_free(l);
    return hash;
}

static uint64_t outputs_of_model(mrpb_events *events)
{
    err e = {0};
    block_dev d;
    CU_ASSERT_EQUAL_FATAL(block_dev_model(&mrpb_block, &cfg, &d, &e), ST_OK);
    uint64_t hash = drive(&d, CYCLES);
    memcpy(events, d.events(d.self), sizeof *events);
    d.free(d.self);
    return hash;
}

TEST(model_rtl_and_lockstep_give_the_same_outputs_and_events)
{
    mrpb_events model, rtl, both;
    base_config();
    uint64_t hash = outputs_of_model(&model);
    CU_ASSERT_EQUAL(outputs_of(LOCKSTEP_RTL, NULL, &rtl), hash);
    CU_ASSERT_EQUAL(outputs_of(LOCKSTEP_BOTH, NULL, &both), hash);
    CU_ASSERT_EQUAL(memcmp(&model, &rtl, sizeof model), 0);
    CU_ASSERT_EQUAL(memcmp(&model, &both, sizeof model), 0);
}

TEST(in_mode_rtl_no_model_reaches_the_machine)
{
    mrpb_events good, wrong;
    base_config();
    uint64_t hash = outputs_of(LOCKSTEP_RTL, NULL, &good);
    CU_ASSERT_EQUAL(outputs_of(LOCKSTEP_RTL, "model-order-reversed", &wrong), hash);
    CU_ASSERT_NOT_EQUAL(outputs_of(LOCKSTEP_BOTH, "model-order-reversed", &wrong), hash);
}

TEST(in_mode_rtl_the_rtl_reaches_the_machine_and_is_compared)
{
    mrpb_events good, wrong;
    base_config();
    uint64_t hash = outputs_of(LOCKSTEP_RTL, NULL, &good);
    fake.bug = model_bug_find(&mrpb_bugs, "model-order-reversed");
    CU_ASSERT_NOT_EQUAL(outputs_of(LOCKSTEP_RTL, NULL, &wrong), hash);
    flip_everything(LOCKSTEP_RTL, true, true);
}

TEST(skipped_cycles_are_clocked_and_compared_one_by_one)
{
    base_config();
    lockstep *l = open_lockstep(LOCKSTEP_BOTH, NULL);
    block_dev d = seat_of(l, 0);
    d.skip(d.self, 1234);
    json_t *r = lockstep_result(l);
    CU_ASSERT_EQUAL(fake_clocks, 1234);
    CU_ASSERT_EQUAL(number(r, "cycles_compared"), 1234);
    CU_ASSERT_EQUAL(((const mrpb_events *)(const void *)d.events(d.self))->cycles, 1234);
    json_decref(r);
    lockstep_free(l);
}

TEST(a_wrong_output_in_a_skipped_cycle_is_caught)
{
    base_config();
    fake_plan_flip(&cfg, ports, &ports[MRPB_N_PORTS - 1], 7, 1000, true);
    lockstep *l = open_lockstep(LOCKSTEP_BOTH, NULL);
    block_dev d = seat_of(l, 0);
    d.skip(d.self, 1234);
    CU_ASSERT_TRUE(*lockstep_stop(l));
    json_t *r = lockstep_result(l);
    CU_ASSERT_EQUAL(number(json_object_get(r, "first_mismatch"), "cycle"), 1000);
    json_decref(r);
    lockstep_free(l);
}

TEST(a_run_without_requests_falls_below_the_floors)
{
    err e = {0};
    base_config();
    lockstep *l = open_lockstep(LOCKSTEP_BOTH, NULL);
    block_dev d = seat_of(l, 0);
    d.skip(d.self, 100);
    CU_ASSERT_EQUAL(lockstep_floors(l, &e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "no request was accepted"));
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "no request was sent on"));
    err_free(&e);
    drive(&d, CYCLES);
    CU_ASSERT_EQUAL(lockstep_floors(l, &e), ST_OK);
    lockstep_free(l);
}

TEST(requests_that_l1d_never_takes_fall_below_a_floor)
{
    err e = {0};
    base_config();
    lockstep *l = open_lockstep(LOCKSTEP_BOTH, NULL);
    block_dev d = seat_of(l, 0);
    for (unsigned i = 0; i < 100; i++) {
        mrpb_in in = {.in_valid_i = {1}, .req_stall_i = {MRPB_STALL_MSHR}};
        mrpb_out out;
        memset(&out, 0, sizeof out);
        d.valid(d.self, (uint64_t *)&out);
        d.ready(d.self, (const uint64_t *)&in, (uint64_t *)&out);
        d.commit(d.self, (const uint64_t *)&in, (const uint64_t *)&out);
    }
    CU_ASSERT_EQUAL(lockstep_floors(l, &e), ST_CHECK);
    CU_ASSERT_EQUAL(e.count, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "no request was sent on"));
    err_free(&e);
    lockstep_free(l);
}

static void take_next(void *ctx, const void *taken)
{
    unsigned *next = ctx;
    if (*(const unsigned *)taken == *next) ++*next;
}

TEST(a_second_thread_takes_every_record_in_order)
{
    enum { RECORDS = 10 * OFFLOAD_BATCHES * OFFLOAD_RECORDS + 7 };
    unsigned next = 0;
    offload *o = offload_new(sizeof next, take_next, &next);
    CU_ASSERT_PTR_NOT_NULL_FATAL(o);
    for (unsigned i = 0; i < RECORDS; i++) {
        *(unsigned *)offload_slot(o) = i;
        offload_push(o);
    }
    offload_finish(o);
    CU_ASSERT_EQUAL(next, RECORDS);
    offload_free(o);
}

TEST(a_second_thread_gives_the_same_result)
{
    base_config();
    json_t *here = run(LOCKSTEP_BOTH, NULL);
    sync = false;
    json_t *there = run(LOCKSTEP_BOTH, NULL);
    CU_ASSERT(json_equal(here, there));
    json_decref(here);
    json_decref(there);
}

TEST(a_second_thread_finds_the_same_mismatch_and_stops_the_machine)
{
    base_config();
    fake_plan_flip(&cfg, ports, &ports[MRPB_N_PORTS - 1], 7, 1000, true);
    json_t *here = run(LOCKSTEP_BOTH, NULL);
    sync = false;
    lockstep *l = open_lockstep(LOCKSTEP_BOTH, NULL);
    block_dev d = seat_of(l, 0);
    for (unsigned i = 0; i < 100000 && !*lockstep_stop(l); i++) drive(&d, 1);
    CU_ASSERT_TRUE(*lockstep_stop(l));
    json_t *there = lockstep_result(l);
    CU_ASSERT_EQUAL(number(json_object_get(there, "first_mismatch"), "cycle"), 1000);
    CU_ASSERT_EQUAL(number(there, "cycles_compared"), number(here, "cycles_compared"));
    lockstep_free(l);
    json_decref(here);
    json_decref(there);
}

TEST(only_listed_sms_have_rtl)
{
    err e = {0};
    base_config();
    lockstep_job j = {
        .block = &mrpb_block, .c = &cfg, .sms = "1", .sync = true, .plugin = &fake_plugin};
    lockstep *l = lockstep_new(&j, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
    block_dev unlisted = seat_of(l, 0), listed = seat_of(l, 1);
    drive(&unlisted, 100);
    CU_ASSERT_EQUAL(fake_clocks, 0);
    drive(&listed, 100);
    CU_ASSERT_EQUAL(fake_clocks, 100);
    unlisted.free(unlisted.self);
    lockstep_free(l);
}

TEST(sm_lists_are_numbers_and_ranges)
{
    err e = {0};
    bool listed[8];
    CU_ASSERT_EQUAL(sms_parse("0,3-5", listed, 8, &e), ST_OK);
    for (unsigned i = 0; i < 8; i++) CU_ASSERT_EQUAL(listed[i], i == 0 || (i >= 3 && i <= 5));
    CU_ASSERT_EQUAL(sms_parse("all", listed, 8, &e), ST_OK);
    for (unsigned i = 0; i < 8; i++) CU_ASSERT_TRUE(listed[i]);
}

TEST(bad_sm_lists_are_refused)
{
    const char *const bad[] = {
        "", "8", "x", "1,", "5-3", "3-", "0 1", "-1", "99999999999999999999", "0-8"};
    bool listed[8];
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err e = {0};
        CU_ASSERT_EQUAL(sms_parse(bad[i], listed, 8, &e), ST_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "0..7"));
        err_free(&e);
    }
}

TEST(an_unknown_bug_gets_the_nearest_id)
{
    err e = {0};
    injection i;
    CU_ASSERT_EQUAL(injection_find("model-latency-shrot", &i, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "model-latency-short"));
    err_free(&e);
}

TEST(a_bug_is_in_the_rtl_or_in_the_model)
{
    err e = {0};
    injection i;
    json_t *list = injection_list(), *b;
    size_t n;
    json_array_foreach(list, n, b) {
        bool rtl = strcmp(json_string_value(json_object_get(b, "side")), "rtl") == 0;
        CU_ASSERT_EQUAL(injection_find(json_string_value(json_object_get(b, "id")), &i, &e), ST_OK);
        CU_ASSERT_EQUAL(i.rtl != NULL, rtl);
        CU_ASSERT_EQUAL(i.model != NULL, !rtl);
    }
    CU_ASSERT(n >= 10);
    json_decref(list);
}

TEST(lockstep_without_mrpb_is_refused)
{
    err e = {0};
    base_config();
    cfg.mrpb.enable = false;
    lockstep_job j = {.block = &mrpb_block, .c = &cfg};
    CU_ASSERT_PTR_NULL(lockstep_new(&j, &e));
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    err_free(&e);
}

UNIT_MAIN("lockstep", T(equal_models_never_differ),
          T(each_output_port_is_compared_or_masked_in_each_cycle),
          T(a_flip_of_any_defined_output_bit_is_caught_in_its_cycle),
          T(a_flip_of_a_dont_care_output_bit_is_masked),
          T(a_flip_in_a_masked_cycle_changes_no_count),
          T(bits_above_a_width_are_no_part_of_the_port), T(width_masks_of_a_wide_port),
          T(a_qualifier_outside_the_table_is_refused),
          T(the_machine_is_stopped_in_the_cycle_of_the_mismatch),
          T(a_mismatch_shows_both_values_and_the_last_cycles),
          T(the_first_mismatch_of_several_sms_is_the_machines_first),
          T(model_rtl_and_lockstep_give_the_same_outputs_and_events),
          T(in_mode_rtl_no_model_reaches_the_machine),
          T(in_mode_rtl_the_rtl_reaches_the_machine_and_is_compared),
          T(skipped_cycles_are_clocked_and_compared_one_by_one),
          T(a_wrong_output_in_a_skipped_cycle_is_caught),
          T(a_run_without_requests_falls_below_the_floors),
          T(requests_that_l1d_never_takes_fall_below_a_floor),
          T(a_second_thread_gives_the_same_result), T(a_second_thread_takes_every_record_in_order),
          T(a_second_thread_finds_the_same_mismatch_and_stops_the_machine),
          T(only_listed_sms_have_rtl), T(sm_lists_are_numbers_and_ranges),
          T(bad_sm_lists_are_refused), T(an_unknown_bug_gets_the_nearest_id),
          T(a_bug_is_in_the_rtl_or_in_the_model), T(lockstep_without_mrpb_is_refused))
