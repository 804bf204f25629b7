// test_gpu.c : the machine as a whole: dispatch, residency, laws, stuck reports, skipping, order of
// evaluation.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/mrpb.h"
#include "test_sm_front.h"
#include "unit.h"

static const step memory_prog[] = {
    PARAM(1),
    LOAD(2, 1, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 512, .cta_stride = 8192,
         .round_stride = 4),
    LOAD(3, 1, .base = 0xC0100000, .lane_stride = 4, .round_stride = 128),
    {INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_fp_mad, .n_dst = 1, .n_src = 3,
          .regs = {4, 2, 3, 4}),
     .lanes = EVERY_LANE},
    STORE(1, 4, .base = 0xC0200000, .lane_stride = 4, .warp_stride = 128, .cta_stride = 4096),
    SHARED(5, 4, .lane_stride = 8),
    ALU_LAT(6, 5, LAT_fp_div, UNIT_SFU),
    BARRIER(),
    LOOP(1, 12),
    FENCE(),
    ATOM(7, 1, .base = 0xC0300000, .lane_stride = 4)};

static config machine_of(unsigned sms)
{
    config c;
    config_defaults(&c);
    c.gpu.sms = sms;
    return c;
}

static void with_mrpb(config *c)
{
    c->mrpb.enable = true;
    c->l1d.index = INDEX_LINEAR;
}

static run run_memory(const config *c, const gpu_hooks *h, script *s)
{
    *s = script_of(memory_prog, .ctas = 12, .warps = 6, .regs = 20, .shared = 4096);
    return run_script(c, h, s);
}

// ---- skipping and order change nothing

static void same_statistics(const config *c, const gpu_hooks *h)
{
    script a, b;
    run p = run_memory(c, NULL, &a), q = run_memory(c, h, &b);
    CU_ASSERT_EQUAL(p.status, ST_OK);
    CU_ASSERT_EQUAL(q.status, ST_OK);
    CU_ASSERT(json_equal(p.stats, q.stats));
    run_end(&p, &a);
    run_end(&q, &b);
}

TEST(skipping_idle_time_changes_no_statistic)
{
    config c = machine_of(3);
    same_statistics(&c, &(gpu_hooks){.no_skip = true});
}

TEST(skipping_idle_time_changes_no_statistic_with_mrpb)
{
    config c = machine_of(3);
    with_mrpb(&c);
    same_statistics(&c, &(gpu_hooks){.no_skip = true});
}

TEST(skipping_idle_time_changes_no_statistic_with_uneven_clocks)
{
    config c = machine_of(2);
    c.gpu.icnt_mhz = 1400;
    c.gpu.l2_mhz = 650;
    c.gpu.kernel_launch_cycles = 5000;
    same_statistics(&c, &(gpu_hooks){.no_skip = true});
}

TEST(skipping_idle_time_changes_no_statistic_with_a_slow_core)
{
    static const uint32_t core[] = {1, 7, 200};
    for (unsigned k = 0; k < 3; k++) {
        config c = machine_of(2);
        c.gpu.core_mhz = core[k];
        c.gpu.icnt_mhz = 1400;
        same_statistics(&c, &(gpu_hooks){.no_skip = true});
    }
}

TEST(order_of_evaluation_changes_no_statistic)
{
    config c = machine_of(5);
    for (unsigned seed = 1; seed <= 3; seed++)
        same_statistics(&c, &(gpu_hooks){.shuffle_seed = seed});
    with_mrpb(&c);
    same_statistics(&c, &(gpu_hooks){.shuffle_seed = 7});
}

// ---- dispatch

TEST(ctas_go_round_the_sms_one_each_a_cycle)
{
    static const step prog[] = {ALU(1, 2)};
    config c = machine_of(4);
    script s = script_of(prog, .ctas = 11);
    run r = run_script(&c, NULL, &s);
    for (unsigned k = 0; k < s.n_log; k++) {
        const issue_record *l = &s.log[k];
        if (l->step != UINT32_MAX) continue;
        CU_ASSERT_EQUAL(l->sm, l->cta % 4);
        CU_ASSERT_EQUAL(l->slot, l->cta / 4);
        CU_ASSERT_EQUAL(l->cycle, 1 + l->cta / 4);
    }
    run_end(&r, &s);
}

typedef struct residency {
    unsigned warps, regs, shared, expected;
} residency;

TEST(residency_is_limited_by_warps_ctas_registers_and_shared_memory)
{
    static const step prog[] = {LOAD(1, 2, .base = 0xC0000000), ALU(3, 1)};
    static const residency cases[] = {
        {.warps = 1, .expected = 8},                  // CTA slots
        {.warps = 8, .expected = 6},                  // 48 warps / 8
        {.warps = 8, .regs = 24, .expected = 5},      // 32768 / (256 x 24)
        {.warps = 8, .regs = 21, .expected = 5},      // registers are allotted in fours: 24
        {.warps = 8, .regs = 20, .expected = 6},      // 32768 / (256 x 20)
        {.warps = 2, .shared = 12289, .expected = 3}, // 49152 / 12289
    };
    for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
        config c = machine_of(1);
        script s = script_of(prog, .ctas = 20, .warps = cases[k].warps, .regs = cases[k].regs,
                             .shared = cases[k].shared);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(s.most_resident, cases[k].expected);
        CU_ASSERT_EQUAL(count_of(&r, "sm", "ctas"), 20);
        run_end(&r, &s);
    }
}

TEST(a_block_that_cannot_fit_is_refused_with_what_there_is)
{
    static const step prog[] = {ALU(1, 2)};
    config c = machine_of(1);
    script s = script_of(prog, .ctas = 1, .shared = 50000);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(
        r.e.text ? strstr(r.e.text, "needs 50000 bytes of shared memory, an SM has 49152") : NULL);
    run_end(&r, &s);
}

TEST(launch_latency_delays_the_first_cta)
{
    static const step prog[] = {ALU(1, 2)};
    config c = machine_of(1);
    c.gpu.kernel_launch_cycles = 3000;
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(s.log[0].cycle, 3000);
    run_end(&r, &s);
}

TEST(l1d_is_flushed_between_kernels)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 4), ALU(2, 1)};
    config c = machine_of(1);
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    run_again(&r, &s, "script");
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_misses"), 2);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(r.stats, "kernels")), 2);
    run_end(&r, &s);
}

TEST(l2_keeps_its_lines_between_kernels)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 128), ALU(2, 1)};
    config c = machine_of(1);
    c.l1i.perfect = c.l1c.perfect = true;
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    run_again(&r, &s, "script");
    CU_ASSERT_EQUAL(count_of(&r, "l2", "read_misses"), 32);
    CU_ASSERT_EQUAL(count_of(&r, "l2", "read_hits"), 32);
    run_end(&r, &s);
}

// ---- errors

TEST(a_fault_of_the_front_end_ends_the_run)
{
    static const step prog[] = {ALU(1, 2), FAULT()};
    config c = machine_of(2);
    script s = script_of(prog, .ctas = 4);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_INPUT);
    CU_ASSERT_STRING_EQUAL(r.e.text, "error: the script faulted\n");
    run_end(&r, &s);
}

TEST(the_stop_hook_ends_the_run)
{
    static const volatile bool stop = true;
    config c = machine_of(1);
    script s;
    run r = run_memory(&c, &(gpu_hooks){.stop = &stop}, &s);
    CU_ASSERT_EQUAL(r.status, ST_CHECK);
    run_end(&r, &s);
}

// An MRPB round the golden model, faulty in one way or SOUND; a sound one wants to be stepped in
// every cycle.
typedef struct faulty {
    block_dev model;
    enum { SOUND, SHUT, WRONG_LINE, FORGETS_PENDING } way;
} faulty;

static void faulty_valid(void *self, uint64_t *words)
{
    faulty *f = self;
    mrpb_out *out = (mrpb_out *)(void *)words;
    f->model.valid(f->model.self, words);
    if (f->way == WRONG_LINE) out->req_line_o[0] ^= 1;
    if (f->way == FORGETS_PENDING) memset(out->pending_o, 0, sizeof out->pending_o);
}

static void faulty_ready(void *self, const uint64_t *in, uint64_t *words)
{
    faulty *f = self;
    mrpb_out *out = (mrpb_out *)(void *)words;
    f->model.ready(f->model.self, in, words);
    if (f->way == SHUT) out->in_ready_o[0] = 0;
}

static void faulty_commit(void *self, const uint64_t *in, const uint64_t *out)
{
    faulty *f = self;
    mrpb_in shut = *(const mrpb_in *)(const void *)in;
    if (f->way == SHUT) shut.in_valid_i[0] = 0;
    f->model.commit(f->model.self, (const uint64_t *)&shut, out);
}

static void faulty_skip(void *self, uint64_t cycles)
{
    ((faulty *)self)->model.skip(((faulty *)self)->model.self, cycles);
}
static const uint64_t *faulty_events(void *self)
{
    return ((faulty *)self)->model.events(((faulty *)self)->model.self);
}
static void faulty_dump(void *self, FILE *f)
{
    ((faulty *)self)->model.dump(((faulty *)self)->model.self, f);
}

static void faulty_free(void *self)
{
    ((faulty *)self)->model.free(((faulty *)self)->model.self);
    free(self);
}

static int make_faulty(void *ctx, const block_model *b, const config *c, unsigned instance,
                       block_dev *dev, err *e)
{
    (void)instance;
    faulty *f = wl_calloc(1, sizeof *f);
    f->way = *(const int *)ctx;
    *dev = (block_dev){.self = f,
                       .valid = faulty_valid,
                       .ready = faulty_ready,
                       .commit = faulty_commit,
                       .skip = faulty_skip,
                       .events = faulty_events,
                       .dump = faulty_dump,
                       .free = faulty_free};
    if (f->way == SOUND) dev->skip = NULL;
    return block_dev_model(b, c, &f->model, e);
}

static const step store_barrier[] = {
    STORE(1, 2, .base = 0xC0000000, .lane_stride = 4, .warp_stride = 128), BARRIER(), ALU(3, 4)};

static void faulty_run(int way, const char *words, const char *more)
{
    config c = machine_of(2);
    with_mrpb(&c);
    c.gpu.stuck_cycles = 20000;
    script s;
    s = way == FORGETS_PENDING ? script_of(store_barrier, .ctas = 1, .warps = 4)
                               : script_of(memory_prog, .ctas = 12, .warps = 6);
    run r = run_script(&c, &(gpu_hooks){.devices = {make_faulty, &way}}, &s);
    CU_ASSERT_EQUAL(r.status, ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(r.e.text ? strstr(r.e.text, words) : NULL);
    CU_ASSERT_PTR_NOT_NULL(r.e.text ? strstr(r.e.text, more) : NULL);
    run_end(&r, &s);
}

TEST(a_block_that_cannot_skip_is_stepped_in_every_cycle)
{
    config c = machine_of(2);
    with_mrpb(&c);
    script a, b;
    int way = SOUND;
    run p = run_memory(&c, NULL, &a),
        q = run_memory(&c, &(gpu_hooks){.devices = {make_faulty, &way}}, &b);
    CU_ASSERT_EQUAL(count_of(&q, "mrpb", "cycles"), 2 * count_of(&q, NULL, "cycles"));
    CU_ASSERT(json_equal(p.stats, q.stats));
    run_end(&p, &a);
    run_end(&q, &b);
}

TEST(a_stuck_machine_says_who_waits_for_whom)
{
    faulty_run(SHUT, "stuck: kernel script: nothing has moved", "waits for the request path");
}

TEST(a_stuck_report_names_the_waiting_warp)
{
    faulty_run(SHUT, "SM 1 warp 0 (CTA slot 0)", "waits for registers of a load");
}

TEST(requests_that_come_out_otherwise_than_they_went_in_break_a_law)
{
    faulty_run(WRONG_LINE, "law broken: requests of a warp reach L1D once each, in order",
               "in another order");
}

// bar.sync is held until the warp's requests have left the block; a block that says too early that
// they have is found out.
TEST(a_request_left_behind_a_barrier_breaks_a_law)
{
    faulty_run(FORGETS_PENDING, "law broken: nothing crosses a barrier", "SM 0");
}

// ---- results

TEST(a_barrier_waits_until_the_block_has_let_the_store_go)
{
    config c = machine_of(1);
    with_mrpb(&c);
    script s = script_of(store_barrier, .ctas = 1, .warps = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    // Two operands: enters at issue_latency + 2, in the head register, offered to the block a cycle
    // later; a store goes past its empty queue into the outbound buffer and is offered to L1D in
    // the next cycle; gone, it is missed a cycle later.
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                    c.sm.issue_latency + 2 + 1 + 1 + 1);
    run_end(&r, &s);
}

TEST(kernel_cycles_end_with_the_last_cta_and_the_rest_is_drain)
{
    config c = machine_of(2);
    script s;
    run r = run_memory(&c, NULL, &s);
    const json_t *k = json_array_get(json_object_get(r.stats, "kernels"), 0);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(k, "name")), "script");
    uint64_t cycles = (uint64_t)json_integer_value(json_object_get(k, "cycles"));
    CU_ASSERT_EQUAL(cycles + count_of(&r, NULL, "drain_cycles"), count_of(&r, NULL, "cycles"));
    CU_ASSERT_EQUAL(count_of(&r, NULL, "cycles"), gpu_cycle(r.g));
    run_end(&r, &s);
}

TEST(counts_of_a_known_kernel)
{
    config c = machine_of(3);
    script s;
    run r = run_memory(&c, NULL, &s);
    const uint64_t warps = 12 * 6, rounds = 13;
    CU_ASSERT_EQUAL(count_of(&r, "sm", "loads"), warps * rounds * 2);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "load_requests"), warps * rounds * (32 + 1));
    CU_ASSERT_EQUAL(count_of(&r, "sm", "store_requests"), warps * rounds);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "atomic_requests"), warps);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "barriers"), warps * rounds);
    CU_ASSERT_EQUAL(count_of(&r, NULL, "warp_insns"), warps * (1 + rounds * 8 + 2));
    CU_ASSERT_EQUAL(count_of(&r, NULL, "thread_insns"), 32 * warps * (1 + rounds * 8 + 2));
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_accesses"), warps * rounds * 33);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "write_accesses"), warps * rounds);
    run_end(&r, &s);
}

UNIT_MAIN("gpu", T(skipping_idle_time_changes_no_statistic),
          T(skipping_idle_time_changes_no_statistic_with_mrpb),
          T(skipping_idle_time_changes_no_statistic_with_uneven_clocks),
          T(skipping_idle_time_changes_no_statistic_with_a_slow_core),
          T(order_of_evaluation_changes_no_statistic), T(ctas_go_round_the_sms_one_each_a_cycle),
          T(residency_is_limited_by_warps_ctas_registers_and_shared_memory),
          T(a_block_that_cannot_fit_is_refused_with_what_there_is),
          T(launch_latency_delays_the_first_cta), T(l1d_is_flushed_between_kernels),
          T(l2_keeps_its_lines_between_kernels), T(a_fault_of_the_front_end_ends_the_run),
          T(the_stop_hook_ends_the_run), T(a_block_that_cannot_skip_is_stepped_in_every_cycle),
          T(a_stuck_machine_says_who_waits_for_whom), T(a_stuck_report_names_the_waiting_warp),
          T(requests_that_come_out_otherwise_than_they_went_in_break_a_law),
          T(a_request_left_behind_a_barrier_breaks_a_law),
          T(a_barrier_waits_until_the_block_has_let_the_store_go),
          T(kernel_cycles_end_with_the_last_cta_and_the_rest_is_drain), T(counts_of_a_known_kernel))
