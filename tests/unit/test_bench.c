// test_bench.c : the standalone bench: traffic, laws, floors.
//
// links: bench lockstep rtlgen machine blocks config base
//
// A plug-in of the test's own stands for the RTL.
//
// SPDX-License-Identifier: Apache-2.0
#include "fake_plugin.h"
#include "mrpb_bug.h"
#include "tb/bench/bench.h"
#include "tb/bench/mrpb_laws.h"
#include "tb/bench/mrpb_traffic.h"
#include "unit.h"

enum { CYCLES = 60000, SEED = 5 };

static config cfg;
static port ports[MRPB_N_PORTS];

static void base_config(void)
{
    config_defaults(&cfg);
    cfg.mrpb.enable = true;
    mrpb_ports(&cfg, ports);
    fake_plan(&cfg);
}

static json_t *run_up_to(const model_bug *bug, uint64_t seed, uint64_t cycles, uint64_t most,
                         int want, const char *says)
{
    err e = {0};
    json_t *r = NULL;
    mrpb_ports(&cfg, ports);
    fake.c = &cfg;
    bench_job j = {.block = "mrpb",
                   .c = &cfg,
                   .plugin = &fake_plugin,
                   .model_bug = bug,
                   .seed = seed,
                   .cycles = cycles,
                   .most = most};
    int status = bench_run(&j, &r, &e);
    if (status != want) printf("# status %d: %s", status, e.text ? e.text : "no error\n");
    CU_ASSERT_EQUAL(status, want);
    CU_ASSERT(!says || (e.text && strstr(e.text, says)));
    err_free(&e);
    return r;
}

static json_t *run(const model_bug *bug, uint64_t seed, uint64_t cycles, int want)
{
    return run_up_to(bug, seed, cycles, 0, want, NULL);
}

static uint64_t number(const json_t *o, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(o, key));
}

// The law that a run broke: its name up to the colon, "" = none.
static const char *law(const json_t *r)
{
    static char name[64];
    const char *text = json_string_value(json_object_get(r, "broken_law"));
    snprintf(name, sizeof name, "%.*s", text ? (int)strcspn(text, ":") : 0, text ? text : "");
    return name;
}

TEST(equal_sides_pass_with_every_event_seen)
{
    base_config();
    json_t *r = run(NULL, SEED, CYCLES, ST_OK);
    CU_ASSERT_EQUAL(number(r, "mismatches"), 0);
    CU_ASSERT(number(r, "cycles_compared") >= CYCLES);
    CU_ASSERT(number(r, "resets") >= CYCLES / BENCH_CYCLES_A_FLOOR);
    CU_ASSERT_STRING_EQUAL(law(r), "");
    json_decref(r);
}

TEST(the_same_seed_gives_the_same_run_and_another_another)
{
    base_config();
    json_t *a = run(NULL, SEED, CYCLES, ST_OK), *b = run(NULL, SEED, CYCLES, ST_OK),
           *c = run(NULL, SEED + 1, CYCLES, ST_OK);
    CU_ASSERT(json_equal(a, b));
    CU_ASSERT_FALSE(json_equal(json_object_get(a, "events"), json_object_get(c, "events")));
    json_decref(a);
    json_decref(b);
    json_decref(c);
}

// A shape of the block.
typedef struct shape {
    unsigned queues, depth, latency;
    signature_kind signature;
    drain_kind drain;
    bool greedy, flush;
    bypass_kind bypass;
    unsigned drain_n, data_bits;
    bool single_slot;
} shape;

static const shape shapes[] = {
    {1, 1, 1, SIG_WARP, DRAIN_FIXED, false, true, BYPASS_NONE, 0, 0, false},
    {1, 1, 18, SIG_WARP, DRAIN_RR, true, false, BYPASS_ALL, 0, 0, false},
    {48, 8, 5, SIG_WARP, DRAIN_LONGEST, true, true, BYPASS_ALL, 0, 0, false},
    {48, 3, 2, SIG_WARP, DRAIN_RR, false, false, BYPASS_ASSOC, 0, 0, false},
    {8, 8, 5, SIG_CTA, DRAIN_FIXED, true, true, BYPASS_ASSOC, 0, 0, false},
    {32, 1, 3, SIG_CTA_WARP, DRAIN_LONGEST, false, true, BYPASS_NONE, 0, 0, false},
    {1024, 64, 18, SIG_WARP, DRAIN_RR, true, true, BYPASS_ALL, 0, 0, false},
    {2, 64, 1, SIG_WARP, DRAIN_LONGEST, false, false, BYPASS_NONE, 0, 0, false},
    {16, 8, 5, SIG_PC, DRAIN_FIXED, true, true, BYPASS_ASSOC, 0, 0, false},
    {64, 4, 2, SIG_LINE, DRAIN_RR, false, true, BYPASS_ALL, 0, 70, false},
    {32, 3, 1, SIG_LINE, DRAIN_LONGEST, false, false, BYPASS_NONE, 2, 1024, false},
    {48, 8, 5, SIG_WARP, DRAIN_FIXED, false, true, BYPASS_ASSOC, 4, 0, false},
    {48, 8, 5, SIG_WARP, DRAIN_FIXED, false, true, BYPASS_ASSOC, 0, 8, true},
};

static void set_shape(const shape *s)
{
    base_config();
    struct cfg_mrpb *m = &cfg.mrpb;
    m->queues = s->queues;
    m->depth = s->depth;
    m->latency = s->latency;
    m->signature = s->signature;
    m->drain = s->drain;
    m->greedy = s->greedy;
    m->flush = s->flush;
    m->bypass = s->bypass;
    m->drain_n = s->drain_n;
    m->data_bits = s->data_bits;
    m->single_slot = s->single_slot;
}

TEST(every_shape_passes_with_every_event_that_it_can_show)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        set_shape(&shapes[i]);
        json_decref(run(NULL, SEED, CYCLES, ST_OK));
    }
}

TEST(an_excluded_event_never_occurs)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        set_shape(&shapes[i]);
        json_t *r = run(NULL, SEED, CYCLES, ST_OK), *rule;
        const char *name;
        json_object_foreach(json_object_get(r, "excluded"), name, rule) {
            CU_ASSERT_EQUAL(number(json_object_get(r, "events"), name), 0);
        }
        json_decref(r);
    }
}

TEST(too_short_a_run_names_the_events_that_it_missed)
{
    err e = {0};
    json_t *r = NULL;
    base_config();
    bench_job j = {.block = "mrpb", .c = &cfg, .plugin = &fake_plugin, .seed = SEED, .cycles = 10};
    CU_ASSERT_EQUAL(bench_run(&j, &r, &e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "`flush_write`"));
    CU_ASSERT_EQUAL(number(r, "mismatches"), 0);
    json_decref(r);
    err_free(&e);
}

TEST(a_run_goes_on_until_all_has_been_seen)
{
    enum { FIRST = 100 };
    base_config();
    json_t *r = run_up_to(NULL, SEED, FIRST, CYCLES, ST_OK, NULL);
    const uint64_t more = number(r, "extended_by");
    CU_ASSERT(more > 0 && more < CYCLES - FIRST);
    // it is the run of so many cycles, which a step fewer would not do
    json_t *same = run(NULL, SEED, FIRST + more, ST_OK);
    json_object_set_new(same, "extended_by", json_integer((json_int_t)more));
    CU_ASSERT(json_equal(r, same));
    json_decref(same);
    json_decref(r);
    r = run_up_to(NULL, SEED, FIRST + more - FIRST / 8 - 1, 0, ST_CHECK,
                  "for at most 8000000 cycles");
    CU_ASSERT_EQUAL(number(r, "extended_by"), 0);
    json_decref(r);
}

TEST(a_run_ends_at_its_bound_at_the_latest_and_says_so)
{
    base_config();
    json_t *r = run_up_to(NULL, SEED, 100, 250, ST_CHECK, "the run went on from 100 to 250 cycles");
    CU_ASSERT_EQUAL(number(r, "extended_by"), 150);
    json_decref(r);
}

TEST(a_run_that_has_seen_all_or_has_failed_does_not_go_on)
{
    base_config();
    json_t *seen = run_up_to(NULL, SEED, CYCLES, 8 * CYCLES, ST_OK, NULL),
           *fixed = run(NULL, SEED, CYCLES, ST_OK);
    CU_ASSERT_EQUAL(number(seen, "extended_by"), 0);
    CU_ASSERT(json_equal(seen, fixed));
    json_decref(seen);
    json_decref(fixed);
    fake_plan_flip(&cfg, ports, &ports[MRPB_N_PORTS - 1], 0, 20, true);
    json_t *failed = run_up_to(NULL, SEED, 100, CYCLES, ST_CHECK, "differs between model and RTL");
    CU_ASSERT_EQUAL(number(failed, "mismatches"), 1);
    CU_ASSERT_EQUAL(number(failed, "extended_by"), 0);
    json_decref(failed);
}

TEST(the_usual_length_follows_from_the_configuration)
{
    config c;
    config_defaults(&c);
    bench_job j = {.block = "mrpb", .c = &c};
    bench_usual_length(&j);
    CU_ASSERT(j.cycles == 1000000 && j.most == 8000000);
    c.streambypass.enable = true;
    c.streambypass.period = 1000000; // all kinds of periods take more than a run may
    j.block = "streambypass";
    bench_usual_length(&j);
    CU_ASSERT(j.cycles == 50000000 && j.most == 50000000);
    j = (bench_job){.block = "mrpb", .c = &c, .hold = "line:3", .hold_name = 4, .hold_bit = 3};
    bench_usual_length(&j);
    CU_ASSERT(j.cycles == 1000000 && j.most <= j.cycles);
}

TEST(every_model_bug_is_caught)
{
    for (unsigned i = 0; i < mrpb_bugs.n; i++) {
        const model_bug *bug = &mrpb_bugs.rows[i];
        cfg = config_of_bug(bug);
        fake_plan(&cfg);
        json_t *r = run(bug, SEED, CYCLES, ST_CHECK);
        CU_ASSERT_EQUAL(number(r, "mismatches"), 1);
        CU_ASSERT_STRING_EQUAL(law(r), ""); // the side that is right keeps the laws
        json_decref(r);
    }
}

// With the same bug on both sides the comparison is blind; the laws are not.
static void law_catches(const char *id, const char *name)
{
    const model_bug *bug = mrpb_bug(id);
    cfg = config_of_bug(bug);
    fake_plan(&cfg);
    fake.bug = bug;
    json_t *r = run(bug, SEED, CYCLES, ST_CHECK);
    CU_ASSERT_EQUAL(number(r, "mismatches"), 0);
    CU_ASSERT_STRING_EQUAL(law(r), name);
    json_decref(r);
}

TEST(capacity_law_catches_one_entry_too_many) { law_catches("model-full-one-late", "capacity"); }
TEST(wait_law_catches_a_full_queue_without_priority)
{
    law_catches("model-flush-ignores-full", "bounded wait");
}
TEST(order_law_catches_a_write_taken_before_its_queue_is_empty)
{
    law_catches("model-write-passes-read", "order");
}
TEST(latency_law_catches_a_cycle_too_early) { law_catches("model-latency-short", "latency"); }
TEST(bypass_law_catches_a_bypassed_write) { law_catches("model-bypass-writes", "bypass"); }
TEST(bypass_law_catches_a_wrong_cause) { law_catches("model-bypass-wrong-cause", "bypass"); }
TEST(status_law_catches_a_pending_bit_too_few) { law_catches("model-pending-short", "status"); }
TEST(status_law_catches_an_idle_that_holds_young_entries)
{
    law_catches("model-idle-early", "status");
}
TEST(order_law_catches_another_requests_metadata) { law_catches("model-meta-late", "order"); }
TEST(order_law_catches_a_write_stored_as_read) { law_catches("model-stored-as-read", "order"); }
TEST(order_law_catches_another_writes_data) { law_catches("model-data-stale", "order"); }
TEST(capacity_law_catches_a_write_that_does_not_wait_for_all)
{
    law_catches("model-pc-write-early", "capacity");
}
TEST(capacity_law_catches_a_slot_that_leaves_a_place_empty)
{
    law_catches("model-slot-alternates", "capacity");
}

TEST(a_bypassed_read_that_stays_breaks_a_law)
{
    base_config();
    fake.bug = mrpb_bug("model-bypass-keeps");
    json_t *r = run(fake.bug, SEED, CYCLES, ST_CHECK);
    CU_ASSERT_STRING_NOT_EQUAL(law(r), "");
    json_decref(r);
}

TEST(a_flipped_bit_of_any_output_is_caught)
{
    for (unsigned i = 0; i < MRPB_N_PORTS; i++) {
        base_config();
        if (ports[i].dir != PORT_OUT) continue;
        cfg.mrpb.data_bits = 70;
        mrpb_ports(&cfg, ports);
        fake_plan_flip(&cfg, ports, &ports[i], ports[i].width - 1, 1000, true);
        json_t *r = run(NULL, SEED, CYCLES, ST_CHECK);
        CU_ASSERT_EQUAL(number(r, "mismatches"), 1);
        CU_ASSERT_EQUAL(number(json_object_get(r, "first_mismatch"), "cycle"), fake_flipped_at);
        json_decref(r);
    }
}

// One read of warp 0 is accepted in cycle 0; then nothing is offered for `idle` cycles. The last
// verdict.
static bool silent_for(mrpb_laws *l, unsigned idle)
{
    mrpb_in in;
    mrpb_out out;
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    in.in_valid_i[0] = 1;
    out.in_ready_o[0] = out.idle_o[0] = 1;
    bool good = mrpb_laws_cycle(l, &in, &out, 0, 0);
    in.in_valid_i[0] = 0;
    out.idle_o[0] = 0;
    out.pending_o[0] = 1;
    for (unsigned i = 0; i < idle && good; i++) good = mrpb_laws_cycle(l, &in, &out, 0, 0);
    return good;
}

TEST(work_law_breaks_exactly_at_the_latency)
{
    mrpb_laws l;
    base_config();
    mrpb_laws_init(&l, &cfg);
    CU_ASSERT_TRUE(silent_for(&l, cfg.mrpb.latency - 1));
    mrpb_laws_free(&l);
    mrpb_laws_init(&l, &cfg);
    CU_ASSERT_FALSE(silent_for(&l, cfg.mrpb.latency));
    CU_ASSERT_PTR_NOT_NULL(strstr(l.broken, "work"));
    mrpb_laws_free(&l);
}

TEST(a_request_left_inside_breaks_the_last_law)
{
    mrpb_laws l;
    base_config();
    mrpb_laws_init(&l, &cfg);
    CU_ASSERT_TRUE(mrpb_laws_end(&l));
    silent_for(&l, 1);
    CU_ASSERT_FALSE(mrpb_laws_end(&l));
    mrpb_laws_reset(&l);
    CU_ASSERT_TRUE(mrpb_laws_end(&l));
    mrpb_laws_free(&l);
}

// A read of warp 0 offered in cycle latency, not taken, and then `line` offered.
static bool reoffered_as(mrpb_laws *l, uint64_t line)
{
    mrpb_in in;
    mrpb_out out;
    silent_for(l, cfg.mrpb.latency - 1);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    out.req_valid_o[0] = out.pending_o[0] = 1;
    in.req_stall_i[0] = MRPB_STALL_MSHR;
    bool first = mrpb_laws_cycle(l, &in, &out, 0, 0);
    out.req_line_o[0] = line;
    return first && mrpb_laws_cycle(l, &in, &out, 0, 0);
}

TEST(hold_law_breaks_when_an_offer_changes)
{
    mrpb_laws l;
    base_config();
    mrpb_laws_init(&l, &cfg);
    CU_ASSERT_TRUE(reoffered_as(&l, 0));
    mrpb_laws_free(&l);
    mrpb_laws_init(&l, &cfg);
    CU_ASSERT_FALSE(reoffered_as(&l, 1));
    CU_ASSERT_PTR_NOT_NULL(strstr(l.broken, "hold"));
    mrpb_laws_free(&l);
}

// Two reads of warp 0, lines 0 and 1, are accepted; when the first is due, `line` is offered.
static bool offered_first(mrpb_laws *l, uint64_t line)
{
    mrpb_in in;
    mrpb_out out;
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    in.in_valid_i[0] = out.in_ready_o[0] = 1;
    for (unsigned i = 0; i < cfg.mrpb.latency; i++) {
        out.idle_o[0] = i == 0;
        out.pending_o[0] = i != 0;
        in.in_line_i[0] = i;
        if (i == 2) in.in_valid_i[0] = 0;
        if (!mrpb_laws_cycle(l, &in, &out, 0, 0)) return false;
    }
    out.req_valid_o[0] = in.req_ready_i[0] = 1;
    out.req_line_o[0] = line;
    return mrpb_laws_cycle(l, &in, &out, 0, 0);
}

TEST(order_law_breaks_when_the_second_of_a_queue_goes_first)
{
    mrpb_laws l;
    base_config();
    mrpb_laws_init(&l, &cfg);
    CU_ASSERT_TRUE(offered_first(&l, 0));
    mrpb_laws_free(&l);
    mrpb_laws_init(&l, &cfg);
    CU_ASSERT_FALSE(offered_first(&l, 1));
    CU_ASSERT_PTR_NOT_NULL(strstr(l.broken, "order"));
    mrpb_laws_free(&l);
}

TEST(status_law_breaks_when_pending_forgets_a_request)
{
    mrpb_laws l;
    mrpb_in in;
    mrpb_out out;
    base_config();
    mrpb_laws_init(&l, &cfg);
    silent_for(&l, 1);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    CU_ASSERT_FALSE(mrpb_laws_cycle(&l, &in, &out, 0, 0));
    CU_ASSERT_PTR_NOT_NULL(strstr(l.broken, "status"));
    mrpb_laws_free(&l);
}

TEST(a_waiting_request_holds_its_payload)
{
    mrpb_traffic t;
    base_config();
    mrpb_traffic_init(&t, &cfg, SEED);
    mrpb_out offered;
    mrpb_in last;
    bool waits = false;
    memset(&offered, 0, sizeof offered);
    for (unsigned i = 0; i < 20000; i++) {
        if (mrpb_traffic_begin(&t)) waits = false;
        mrpb_in in = *mrpb_traffic_drive(&t, &offered);
        if (waits) {
            last.req_ready_i[0] = in.req_ready_i[0];
            last.req_stall_i[0] = in.req_stall_i[0];
            last.byp_ready_i[0] = in.byp_ready_i[0];
            CU_ASSERT_EQUAL(memcmp(&in, &last, sizeof in), 0);
        }
        bool accepted = i % 3 == 0;
        waits = in.in_valid_i[0] && !accepted;
        last = in;
        mrpb_traffic_end(&t, accepted);
    }
}

TEST(requests_name_slots_that_the_machine_has)
{
    for (unsigned k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        mrpb_traffic t;
        set_shape(&shapes[k]);
        mrpb_traffic_init(&t, &cfg, SEED);
        mrpb_out offered;
        memset(&offered, 0, sizeof offered);
        for (unsigned i = 0; i < 20000; i++) {
            mrpb_traffic_begin(&t);
            const mrpb_in *in = mrpb_traffic_drive(&t, &offered);
            CU_ASSERT(in->in_warp_i[0] < cfg.sm.warps && in->in_cta_i[0] < cfg.sm.ctas &&
                      in->in_cta_warp_i[0] < cfg.sm.warps);
            CU_ASSERT_EQUAL(in->in_line_i[0] >> mrpb_line_bits(&cfg), 0);
            CU_ASSERT_EQUAL(in->in_meta_i[0] >> cfg.mrpb.meta_bits, 0);
            mrpb_traffic_end(&t, true);
        }
    }
}

UNIT_MAIN("bench", T(equal_sides_pass_with_every_event_seen),
          T(the_same_seed_gives_the_same_run_and_another_another),
          T(every_shape_passes_with_every_event_that_it_can_show),
          T(an_excluded_event_never_occurs), T(too_short_a_run_names_the_events_that_it_missed),
          T(a_run_goes_on_until_all_has_been_seen),
          T(a_run_ends_at_its_bound_at_the_latest_and_says_so),
          T(a_run_that_has_seen_all_or_has_failed_does_not_go_on),
          T(the_usual_length_follows_from_the_configuration), T(every_model_bug_is_caught),
          T(capacity_law_catches_one_entry_too_many),
          T(wait_law_catches_a_full_queue_without_priority),
          T(order_law_catches_a_write_taken_before_its_queue_is_empty),
          T(latency_law_catches_a_cycle_too_early), T(bypass_law_catches_a_bypassed_write),
          T(bypass_law_catches_a_wrong_cause), T(status_law_catches_a_pending_bit_too_few),
          T(status_law_catches_an_idle_that_holds_young_entries),
          T(order_law_catches_another_requests_metadata),
          T(order_law_catches_a_write_stored_as_read), T(order_law_catches_another_writes_data),
          T(capacity_law_catches_a_write_that_does_not_wait_for_all),
          T(capacity_law_catches_a_slot_that_leaves_a_place_empty),
          T(a_bypassed_read_that_stays_breaks_a_law), T(a_flipped_bit_of_any_output_is_caught),
          T(work_law_breaks_exactly_at_the_latency), T(a_request_left_inside_breaks_the_last_law),
          T(hold_law_breaks_when_an_offer_changes),
          T(order_law_breaks_when_the_second_of_a_queue_goes_first),
          T(status_law_breaks_when_pending_forgets_a_request),
          T(a_waiting_request_holds_its_payload), T(requests_name_slots_that_the_machine_has))
