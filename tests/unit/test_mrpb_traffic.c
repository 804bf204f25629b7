// test_mrpb_traffic.c : the MRPB's golden model under random traffic; its named bugs; what it
// refuses.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "mrpb_bug.h"
#include "mrpb_rig.h"

// A cycle of random traffic: the input holds until it is accepted, the answers are drawn anew.
static void random_cycle(rig *r, rng *g, unsigned busy, unsigned ready)
{
    bool waits = r->in.in_valid_i[0] && !r->out.in_ready_o[0];
    mrpb_in held = r->in;
    if (!waits) {
        r->sequence += r->in.in_valid_i[0];
        offer(r, (unsigned)rng_below(g, 48), rng_percent(g, 15));
        r->in.in_pc_i[0] =
            r->in.in_warp_i[0] &
            ((1u << r->c.mrpb.pc_bits) - 1); // an instruction is one warp's: its order is kept too
        r->in.in_cta_i[0] = r->in.in_warp_i[0] / 6;
        for (unsigned k = 0; 64 * k < r->c.mrpb.data_bits; k++) r->in.in_data_i[k] = r->sequence;
        r->in.in_valid_i[0] = (uint64_t)rng_percent(g, busy);
    } else {
        r->in = held;
    }
    r->in.req_ready_i[0] = (uint64_t)rng_percent(g, ready);
    r->in.req_stall_i[0] = rng_below(g, 4);
    r->in.byp_ready_i[0] = rng_below(g, 2);
    step(r);
}

static config random_config(rng *g)
{
    config c = small_config();
    c.mrpb.queues = (unsigned[]){1, 2, 4, 8, 48, 64, 100, 1024}[rng_below(g, 8)];
    c.mrpb.depth = (unsigned)(1 + rng_below(g, 5));
    c.mrpb.latency = (unsigned)(1 + rng_below(g, 18));
    c.mrpb.drain = (drain_kind)rng_below(g, 3);
    c.mrpb.greedy = rng_below(g, 2);
    c.mrpb.flush = rng_below(g, 2);
    c.mrpb.bypass = (bypass_kind)rng_below(g, 3);
    if (!c.mrpb.greedy) c.mrpb.drain_n = (unsigned)rng_below(g, 4);
    c.mrpb.single_slot = rng_below(g, 8) == 0;
    if (c.mrpb.flush && c.mrpb.queues != 48 && c.mrpb.queues != 100 && rng_below(g, 3) == 0)
        c.mrpb.signature = SIG_PC;
    return c;
}

// Every request leaves once, as it came in, and behind the earlier ones of its warp.
TEST(same_warp_stays_in_order_and_nothing_is_lost)
{
    rng g = {.state = 1};
    for (unsigned run = 0; run < 200; run++) {
        rig r = rig_of(random_config(&g));
        uint64_t last[48] = {0}, left = 0, in = 0;
        unsigned busy = (unsigned)rng_below(&g, 101), ready = (unsigned)(10 + rng_below(&g, 91)),
                 bad = 0;
        for (unsigned t = 0; t < 3000; t++) {
            random_cycle(&r, &g, t < 2000 ? busy : 0, t < 2000 ? ready : 100);
            in += r.in.in_valid_i[0] && r.out.in_ready_o[0];
            if (!r.out.req_valid_o[0] || !(r.in.req_ready_i[0] || r.out.byp_pulse_o[0])) continue;
            uint64_t warp = r.out.req_warp_o[0], number = r.out.req_meta_o[0] + 1;
            bad += number <= last[warp] || r.out.req_line_o[0] != 0x1000 + number - 1;
            last[warp] = number;
            left++;
        }
        CU_ASSERT_EQUAL(bad, 0);
        CU_ASSERT_EQUAL(left, in);
        CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
        mrpb_free(r.m);
    }
}

TEST(events_add_up)
{
    rng g = {.state = 2};
    for (unsigned run = 0; run < 100; run++) {
        rig r = rig_of(random_config(&g));
        for (unsigned t = 0; t < 2000; t++)
            random_cycle(&r, &g, t < 1000 ? 80 : 0, t < 1000 ? 60 : 100);
        const mrpb_events *v = mrpb_get_events(r.m);
        uint64_t in = v->accepted_reads + v->accepted_writes,
                 answers = v->stall_line + v->stall_mshr + v->stall_merge + v->stall_missq;
        CU_ASSERT_EQUAL(v->cycles, 2000);
        CU_ASSERT_EQUAL(in, v->sent + v->bypassed);
        CU_ASSERT_EQUAL(in, v->flush_full + v->flush_write + v->write_through + v->slot_through +
                                v->policy_drains);
        CU_ASSERT_EQUAL(answers, v->retries + v->bypassed);
        mrpb_free(r.m);
    }
}

TEST(skip_equals_idle_cycles)
{
    rig skipped = rig_of(small_config()), stepped = rig_of(small_config());
    rig *both[] = {&skipped, &stepped};
    for (unsigned i = 0; i < 2; i++) {
        put(both[i], 9, false, true);
        take(both[i]);
        both[i]->in.req_ready_i[0] = 0;
    }
    mrpb_skip(skipped.m, 1000);
    for (unsigned t = 0; t < 1000; t++) step(&stepped);
    for (unsigned i = 0; i < 2; i++) {
        put(both[i], 4, false, true);
        CU_ASSERT_EQUAL(take(both[i]), 4);
    }
    CU_ASSERT_EQUAL(
        memcmp(mrpb_get_events(skipped.m), mrpb_get_events(stepped.m), sizeof(mrpb_events)), 0);
    mrpb_free(skipped.m);
    mrpb_free(stepped.m);
}

// Does random traffic show a difference between the buffer with a bug and the one without, on the
// same inputs?
static bool bug_shows(const model_bug *bug)
{
    config c = config_of_bug(bug);
    rig good = rig_of(c), bad = rig_with(c, bug);
    rng g = {.state = 3};
    bool shows = false;
    for (unsigned t = 0; t < 20000 && !shows; t++) {
        if (t % 500 == 499) { // what a reset forgets shows as well
            mrpb_reset(good.m);
            bad.d.reset(bad.d.self);
            good.in.in_valid_i[0] = 0;
        }
        random_cycle(&good, &g, t % 1000 < 500 ? 90 : 100,
                     t % 1000 < 500 ? 90 : 20); // queues run empty, queues run full
        bad.in = good.in;
        step(&bad);
        shows = memcmp(&good.out, &bad.out, sizeof good.out) != 0;
    }
    mrpb_free(good.m);
    bad.d.free(bad.d.self);
    return shows;
}

TEST(every_named_bug_shows_at_the_ports)
{
    CU_ASSERT_FALSE(bug_shows(NULL));
    CU_ASSERT(mrpb_bugs.n >= 25);
    for (unsigned i = 0; i < mrpb_bugs.n; i++) CU_ASSERT_TRUE(bug_shows(&mrpb_bugs.rows[i]));
}

static bool refused(config c, const char *id, const char *text)
{
    err e = {0};
    block_dev d;
    const int status = model_bug_make(&mrpb_block, id ? mrpb_bug(id) : NULL, &c, &d, NULL, &e);
    const bool named = status == ST_INPUT && e.status == ST_INPUT && e.text && strstr(e.text, text);
    if (status == ST_OK) d.free(d.self);
    err_free(&e);
    return named;
}

TEST(bug_without_a_chance_to_show_is_refused)
{
    config c = small_config();
    c.mrpb.flush = false;
    c.mrpb.bypass = BYPASS_NONE;
    c.mrpb.latency = 1;
    c.mrpb.drain = DRAIN_RR;
    CU_ASSERT_TRUE(refused(c, "model-flush-ignores-full", "flush"));
    CU_ASSERT_TRUE(refused(c, "model-write-passes-read", "flush"));
    CU_ASSERT_TRUE(refused(c, "model-bypass-writes", "bypass"));
    CU_ASSERT_TRUE(refused(c, "model-latency-short", "latency"));
    CU_ASSERT_TRUE(refused(c, "model-order-reversed", "fixed"));
}

TEST(illegal_sizes_are_refused)
{
    config c = small_config();
    c.mrpb.queues = 24; // 48 warps: neither one a warp nor a power of two
    CU_ASSERT_TRUE(refused(c, NULL, "queues = 24"));
    c = small_config();
    c.mrpb.depth = 65;
    CU_ASSERT_TRUE(refused(c, NULL, "depth = 65: must be 1..64"));
    c = small_config();
    c.mrpb.latency = 19;
    CU_ASSERT_TRUE(refused(c, NULL, "latency = 19: must be 1..18"));
}

UNIT_MAIN("mrpb_traffic", T(same_warp_stays_in_order_and_nothing_is_lost), T(events_add_up),
          T(skip_equals_idle_cycles), T(every_named_bug_shows_at_the_ports),
          T(bug_without_a_chance_to_show_is_refused), T(illegal_sizes_are_refused))
