// test_sm_residence.c : cycles in which warps are resident, counted when that changes, against a
// count cycle by cycle.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

#include "machine/core/sm.h"

enum { SLOTS = 6, CTAS = 9, PLACED_EVERY = 7, CYCLES = 400 };

static const step prog[] = {ALU(1, 2), ALU(2, 1), LOOP(0, 3)};

typedef struct counts {
    uint64_t warps, active, schedulers;
} counts;

// CTAs of one warp come one after the other as long as there is room; all have ended before the
// last cycle.
static void run_ctas(const config *c, sm *s, counts *seen)
{
    unsigned placed = 0, ended = 0;
    for (uint64_t t = 1; t <= CYCLES; t++) {
        const unsigned resident = placed - ended;
        seen->warps += resident;
        seen->active += resident != 0;
        seen->schedulers += c->sm.schedulers;
        sm_eval(s, t);
        sm_commit(s, t);
        ended += sm_take_finished(s);
        if (t % PLACED_EVERY == 0 && placed < CTAS) placed += sm_place(s, placed, t);
        if (t % 50 != 0) continue;
        sm_account(s, t);
        CU_ASSERT_EQUAL(sm_get_stats(s)->active_cycles, seen->active);
    }
    CU_ASSERT_EQUAL(placed, CTAS);
    CU_ASSERT_EQUAL(ended, CTAS);
}

TEST(warp_cycles_are_the_resident_warps_of_each_cycle)
{
    err e = {0};
    const config c = one_sm();
    counts seen = {0};
    chan request, reply;
    chan_init(&request, 8, sizeof(mreq));
    chan_init(&reply, 8, sizeof(mreq));
    sm *s = sm_new(&c, NULL, 0, &request, &reply, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(s);
    script x = script_of(prog, .ctas = CTAS, .warps = 1);
    gpu *g = gpu_new(&c, NULL, &e);
    x.g = g; // the script logs its cycle
    const front_end f = script_front(&x);
    sm_begin(s, &f, SLOTS, CODE_WINDOW);
    run_ctas(&c, s, &seen);
    const sm_stats *n = sm_get_stats(s);
    CU_ASSERT(seen.active > 0 && seen.active < CYCLES && seen.warps > seen.active);
    CU_ASSERT_EQUAL(n->warp_cycles, seen.warps);
    CU_ASSERT_EQUAL(n->active_cycles, seen.active);
    CU_ASSERT_EQUAL(n->scheduler_cycles, seen.schedulers);
    sm_free(s);
    gpu_free(g);
    free(x.log);
    free(x.states);
    chan_free(&request);
    chan_free(&reply);
    err_free(&e);
}

UNIT_MAIN("sm_residence", T(warp_cycles_are_the_resident_warps_of_each_cycle))
