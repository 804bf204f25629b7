// test_trace_write.c : Accel-Sim traces written and read back, and their limit in memory.
//
// links: trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "trace/trace_write.h"
#include "trace_rig.h"

#include <sys/stat.h>

static const step program[] = {
    PARAM(1),
    LOAD(2, 1, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 512, .cta_stride = 8192,
         .round_stride = 4),
    LOAD(3, 1, .base = 0xC0100000, .lane_stride = 4, .round_stride = 128),
    {INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_fp_mad, .n_dst = 1, .n_src = 3,
          .regs = {4, 2, 3, 4}),
     .lanes = 0x0ff0},
    STORE(1, 4, .base = 0xC0200000, .lane_stride = 4, .warp_stride = 128, .cta_stride = 4096),
    {INST(.kind = W_STORE, .unit = UNIT_MEM, .space = SPACE_LOCAL, .lane_bytes = 8, .n_src = 2,
          .regs = {1, 4}),
     .lanes = EVERY_LANE, .base = 0xD0000000, .lane_stride = 4, .warp_stride = 1024},
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .space = SPACE_LOCAL, .lane_bytes = 16, .n_dst = 1,
          .n_src = 1, .regs = {8, 1}),
     .lanes = EVERY_LANE, .base = 0xD0000080, .lane_stride = 4, .warp_stride = 1024},
    SHARED(5, 4, .lane_stride = 8),
    ALU_LAT(6, 5, LAT_int_div, UNIT_SFU),
    BARRIER(),
    LOOP(1, 12),
    FENCE(),
    ATOM(7, 1, .base = 0xC0300000, .lane_stride = 4)};

static json_t *record(const config *c, const char *dir)
{
    err e = {0};
    script s = script_of(program, .ctas = 12, .warps = 6, .regs = 20, .shared = 4096);
    trace_recorder *r = recorder_new(dir, c->gpu.sms, c->sm.ctas, &e);
    run q = run_script(c, &(gpu_hooks){.record = recorder_front, .record_ctx = r}, &s);
    CU_ASSERT_EQUAL(q.status, ST_OK);
    CU_ASSERT_EQUAL(recorder_end(r, true, &e), ST_OK);
    json_t *stats = json_incref(q.stats);
    run_end(&q, &s);
    return stats;
}

static json_t *replay(const config *c, const gpu_hooks *h, const char *list)
{
    err e = {0};
    front_end f;
    const trace_options o = {.n_sms = c->gpu.sms, .ctas_per_sm = c->sm.ctas};
    trace *t = trace_open(list, &o, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    gpu *g = gpu_new(c, h, &e);
    CU_ASSERT_EQUAL_FATAL(trace_begin(&f, t, 0, &e), ST_OK);
    CU_ASSERT_EQUAL(gpu_run(g, &f, &e), ST_OK);
    json_t *stats = gpu_stats_json(g);
    trace_end(&f);
    trace_close(t);
    gpu_free(g);
    return stats;
}

TEST(a_trace_gives_the_statistics_of_what_it_was_written_from)
{
    static const gpu_hooks hooks[] = {{.threads = 1}, {.no_skip = true}, {.shuffle_seed = 5}};
    config c;
    place p;
    config_defaults(&c);
    c.gpu.sms = 3;
    make_place(&p);
    json_t *want = record(&c, p.dir);
    for (unsigned k = 0; k < 3; k++) {
        json_t *got = replay(&c, &hooks[k], p.list);
        CU_ASSERT(json_equal(want, got));
        json_decref(got);
    }
    json_decref(want);
    close_trace(&p);
}

TEST(a_trace_that_is_not_kept_leaves_nothing)
{
    err e = {0};
    place p;
    make_place(&p);
    config c = one_sm();
    script s = script_of(program, .ctas = 2, .warps = 1);
    trace_recorder *r = recorder_new(p.dir, c.gpu.sms, c.sm.ctas, &e);
    run q = run_script(&c, &(gpu_hooks){.record = recorder_front, .record_ctx = r}, &s);
    CU_ASSERT_EQUAL(recorder_end(r, false, &e), ST_OK);
    CU_ASSERT_EQUAL(rmdir(p.dir), 0);
    run_end(&q, &s);
}

// Two kernels, the first of which has ended.
static trace_recorder *record_two(const char *dir, unsigned ctas)
{
    err e = {0};
    config c = one_sm();
    trace_recorder *r = recorder_new(dir, c.gpu.sms, c.sm.ctas, &e);
    for (unsigned k = 0; k < 2; k++) {
        script s = script_of(program, .ctas = ctas, .warps = 1);
        run q = run_script(&c, &(gpu_hooks){.record = recorder_front, .record_ctx = r}, &s);
        run_end(&q, &s);
    }
    return r;
}

static bool has(const char *path, const char *text)
{
    err e = {0};
    char *data = NULL;
    size_t n;
    const bool found = infile_read(path, 1 << 20, &data, &n, &e) == ST_OK && strstr(data, text);
    free(data);
    err_free(&e);
    return found;
}

TEST(a_trace_that_was_there_stays_until_the_new_one_is_whole)
{
    err e = {0};
    place p;
    make_place(&p);
    CU_ASSERT_EQUAL(recorder_end(record_two(p.dir, 2), true, &e), ST_OK);
    trace_recorder *r = record_two(p.dir, 3);
    CU_ASSERT(has(p.kernel, "-grid dim = (2,1,1)")); // what a run that is killed leaves
    CU_ASSERT_EQUAL(recorder_end(r, false, &e), ST_OK);
    CU_ASSERT(has(p.kernel, "-grid dim = (2,1,1)") && has(p.list, "kernel-2.traceg"));
    CU_ASSERT_EQUAL(recorder_end(record_two(p.dir, 3), true, &e), ST_OK);
    CU_ASSERT(has(p.kernel, "-grid dim = (3,1,1)") && has(p.list, "kernel-2.traceg"));
    remove(p.second);
    close_trace(&p);
}

TEST(no_list_stands_over_old_and_new_kernels)
{
    err e = {0};
    place p;
    make_place(&p);
    CU_ASSERT_EQUAL(recorder_end(record_two(p.dir, 2), true, &e), ST_OK);
    trace_recorder *r = record_two(p.dir, 3);
    remove(p.second);
    CU_ASSERT_EQUAL(mkdir(p.second, 0755), 0); // where no file can be put
    CU_ASSERT_EQUAL(recorder_end(r, true, &e), ST_INPUT);
    CU_ASSERT(!has(p.list, "kernel"));
    err_free(&e);
    remove(p.second);
    close_trace(&p);
}

// A warp of so many instructions, in a machine that may hold so many bytes of them: does it run?
static bool has_room(unsigned insts, uint64_t most_bytes)
{
    place p;
    char *lines = wl_strdup("");
    for (unsigned i = 0; i < insts; i++) {
        char *longer = wl_format("%s0000 ffffffff 1 R1 MOV 0 0\n", lines);
        free(lines);
        lines = longer;
    }
    char *text = wl_format(HEAD("4", "70", "") "#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = "
                                               "0\ninsts = %u\n%s\n#END_TB\n\n" CTA(
                                                   "1", "1", "0000 ffffffff 1 R1 MOV 0 0\n"),
                           insts, lines);
    make_place(&p);
    put(p.list, "kernel-1.traceg\n");
    put(p.kernel, text);
    trace_options few = slots;
    few.most_bytes = most_bytes;
    p.t = trace_open(p.list, &few, &p.e);
    CU_ASSERT_EQUAL_FATAL(trace_begin(&p.f, p.t, 0, &p.e), ST_OK);
    p.f.cta_start(p.f.self, 0, 0, 0);
    const bool room = p.e.status == ST_OK;
    if (!room) CU_ASSERT_PTR_NOT_NULL(strstr(p.e.text, "kernel-1.traceg:"));
    if (!room)
        CU_ASSERT_PTR_NOT_NULL(
            strstr(p.e.text, "take more than 16384 bytes: at most so many are allowed"));
    close_trace(&p);
    free(text);
    free(lines);
    return room;
}

// 1024 words of 8 bytes are taken at a time, and twice as many and 1024 more when they do not do; a
// line may have 34.
TEST(thread_blocks_in_memory_have_a_limit)
{
    CU_ASSERT(has_room(900, 16384));
    CU_ASSERT(!has_room(1100, 16384));
    CU_ASSERT(has_room(1100, 0));
}

UNIT_MAIN("trace_write", T(a_trace_gives_the_statistics_of_what_it_was_written_from),
          T(a_trace_that_is_not_kept_leaves_nothing),
          T(a_trace_that_was_there_stays_until_the_new_one_is_whole),
          T(no_list_stands_over_old_and_new_kernels), T(thread_blocks_in_memory_have_a_limit))
