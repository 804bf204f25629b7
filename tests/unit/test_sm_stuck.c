// test_sm_stuck.c : an SM whose replies are lost: its report leads from the warp to the line that
// did not come.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

#include "machine/core/sm.h"

enum { CYCLES = 500, REQUESTS = 8 };

// An SM alone. What it asks for is taken, and loads are never answered.
typedef struct lossy {
    config c;
    chan request, reply;
    sm *s;
    script script;
    front_end f;
    mreq taken[REQUESTS];
    unsigned n_taken;
    char *report;
} lossy;

static void serve(lossy *x, bool answers_read_only)
{
    const mreq *r = chan_front(&x->request);
    if (!r) return;
    if (x->n_taken < REQUESTS) x->taken[x->n_taken++] = *r;
    if (answers_read_only && r->flags & (MREQ_CODE | MREQ_CONST)) {
        mreq back = *r;
        back.flags |= MREQ_REPLY;
        chan_push(&x->reply, &back);
    }
    chan_pop(&x->request);
}

static void begin(lossy *x, const step *prog, unsigned n, unsigned warps)
{
    err e = {0};
    *x = (lossy){.c = one_sm()};
    x->c.l1i.perfect = x->c.l1c.perfect = false;
    chan_init(&x->request, 8, sizeof(mreq));
    chan_init(&x->reply, 8, sizeof(mreq));
    x->s = sm_new(&x->c, NULL, 0, &x->request, &x->reply, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x->s);
    x->script = script_make(prog, n, (script_size){.warps = warps});
    x->script.g = gpu_new(&x->c, NULL, &e); // the script logs its cycle
    x->f = script_front(&x->script);
    sm_begin(x->s, &x->f, 1, CODE_WINDOW);
    sm_place(x->s, 0, 0);
}

// Cycles from..to; instructions and constants are answered if so wished.
static void cycles(lossy *x, uint64_t from, uint64_t to, bool answers_read_only)
{
    for (uint64_t t = from; t <= to; t++) {
        sm_eval(x->s, t);
        sm_commit(x->s, t);
        serve(x, answers_read_only);
        chan_commit(&x->request);
        chan_commit(&x->reply);
    }
}

static void report(lossy *x)
{
    size_t bytes;
    FILE *f = open_memstream(&x->report, &bytes);
    sm_dump(x->s, f);
    fclose(f);
}

static void end(lossy *x)
{
    free(x->report);
    sm_free(x->s);
    gpu_free((gpu *)(uintptr_t)x->script.g);
    free(x->script.log);
    free(x->script.states);
    chan_free(&x->request);
    chan_free(&x->reply);
}

static void says(const lossy *x, const char *words)
{
    if (!strstr(x->report, words)) printf("# not said: %s\n%s", words, x->report);
    CU_ASSERT_PTR_NOT_NULL(strstr(x->report, words));
}

TEST(a_lost_load_is_followed_from_its_warp_to_its_line)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000), LOAD(2, 9, .base = 0xC0000080),
                                ALU(3, 2)};
    lossy x;
    begin(&x, STEPS(prog), 2);
    cycles(&x, 1, CYCLES, true);
    report(&x);
    says(&x, "warp 1 (CTA slot 0) at line 3: waits for registers of a load; 2 loads, 0 stores on "
             "their way");
    says(&x, "load 33 (line 2, issued in cycle"); // 32 numbers a warp
    says(&x, "): 1 requests not back");
    says(&x,
         "line 0xc0000080 of set 1 was asked of L2, has not come back, for loads 1 33"); // Fermi
                                                                                         // hash:
                                                                                         // bits 13
                                                                                         // to 19
                                                                                         // are 0
    end(&x);
}

TEST(a_lost_instruction_line_is_named_with_the_warps_that_wait)
{
    static const step prog[] = {ALU(1, 2)};
    lossy x;
    begin(&x, STEPS(prog), 3);
    cycles(&x, 1, CYCLES, false);
    report(&x);
    CU_ASSERT_EQUAL(x.n_taken, 1);
    CU_ASSERT(x.taken[0].flags & MREQ_CODE);
    CU_ASSERT_EQUAL(x.taken[0].addr, CODE_WINDOW);
    says(&x, "warp 2 (CTA slot 0) at line 1: waits for its instructions, line 0x2000000, MSHR 0 of "
             "the instruction cache");
    says(&x, "SM 0 instruction cache, MSHR 0: line 0x2000000 was asked of L2, has not come back, "
             "for warps 0 1 2");
    end(&x);
}

TEST(a_lost_constant_is_named)
{
    static const step prog[] = {{INST(.kind = W_LOAD, .unit = UNIT_MEM, .space = SPACE_PARAM,
                                      .lane_bytes = 4, .n_dst = 1, .regs = {1}),
                                 .lanes = EVERY_LANE, .base = 0x1000040},
                                ALU(2, 1)};
    lossy x;
    begin(&x, STEPS(prog), 1);
    cycles(&x, 1, 10, true); // the instructions come, the constants do not
    CU_ASSERT_EQUAL(x.n_taken, 1);
    cycles(&x, 11, CYCLES, false);
    report(&x);
    says(&x, "load 0 (line 1, issued in cycle");
    says(&x, "): 1 lines of the constant cache not back");
    says(&x, "SM 0 constant cache, MSHR 0: line 0x1000040 was asked of L2, has not come back, for "
             "warps 0");
    end(&x);
}

TEST(a_lost_texture_is_named)
{
    static const step prog[] = {{INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1,
                                      .regs = {1}, .texture = true),
                                 .lanes = EVERY_LANE, .base = 0xC0000040},
                                ALU(2, 1)};
    lossy x;
    begin(&x, STEPS(prog), 1);
    cycles(&x, 1, 10, true); // the instructions come, the texture does not
    cycles(&x, 11, CYCLES, false);
    CU_ASSERT_EQUAL(x.n_taken, 2);
    CU_ASSERT_EQUAL(mreq_reader(&x.taken[1]), MREQ_TEXTURE);
    report(&x);
    says(&x, "load 0 (line 1, issued in cycle");
    says(&x, "): 1 lines of the texture cache not back");
    says(&x,
         "SM 0 texture cache, place 0 of the reorder buffer: line 0xc0000000 was asked of L2, has "
         "not come back");
    end(&x);
}

// The law of replies sees those of the read-only caches too.
TEST(a_line_for_a_read_only_cache_that_nobody_asked_for_breaks_a_law)
{
    static const step prog[] = {ALU(1, 2)};
    static const uint8_t marks[] = {MREQ_CODE, MREQ_CONST, MREQ_TEXTURE};
    for (unsigned k = 0; k < 3; k++) {
        lossy x;
        err e = {0};
        begin(&x, STEPS(prog), 1);
        CU_ASSERT_EQUAL(sm_check(x.s, false, &e), ST_OK);
        chan_push(&x.reply, &(mreq){.addr = 0x5000,
                                    .kind = MREQ_READ,
                                    .flags = (uint8_t)(marks[k] | MREQ_REPLY),
                                    .bytes = 128});
        chan_commit(&x.reply);
        cycles(&x, 1, 10, true);
        CU_ASSERT_EQUAL(sm_check(x.s, false, &e), ST_CHECK);
        CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "every reply is awaited"));
        err_free(&e);
        end(&x);
    }
}

UNIT_MAIN("sm_stuck", T(a_lost_load_is_followed_from_its_warp_to_its_line),
          T(a_lost_instruction_line_is_named_with_the_warps_that_wait), T(a_lost_constant_is_named),
          T(a_lost_texture_is_named),
          T(a_line_for_a_read_only_cache_that_nobody_asked_for_breaks_a_law))
