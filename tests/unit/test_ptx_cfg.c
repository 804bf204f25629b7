// test_ptx_cfg.c : basic blocks and immediate post-dominators, on known shapes and on random
// graphs; places of registers.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "ptx/cfg.h"
#include "ptx/kernel.h"
#include "ptx/ptx.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 40 };

// Instructions by how control leaves them.
static cfg_flow go(void) { return (cfg_flow){.next = true}; }
static cfg_flow leave(void) { return (cfg_flow){.leaves = true}; }
static cfg_flow jump(const uint32_t *to) { return (cfg_flow){.targets = to, .n_targets = 1}; }
static cfg_flow fork(const uint32_t *to)
{
    return (cfg_flow){.next = true, .targets = to, .n_targets = 1};
}

// The instruction at which the block of instruction `at` reconverges; UINT32_MAX: the exit.
static uint32_t join_of(const cfg *g, uint32_t at)
{
    uint32_t b = g->ipdom[g->block_of[at]];
    return b == g->n_blocks ? UINT32_MAX : g->blocks[b].first;
}

TEST(if_else_joins_after_both)
{
    const uint32_t other = 3, join = 4;
    const cfg_flow f[] = {fork(&other), go(), jump(&join), go(), leave()};
    cfg g;
    cfg_build(&g, f, 5);
    CU_ASSERT_EQUAL(g.n_blocks, 4);
    CU_ASSERT_EQUAL(join_of(&g, 0), 4);
    cfg_free(&g);
}

TEST(loop_joins_behind_its_exit)
{
    const uint32_t head = 1;
    const cfg_flow f[] = {go(), go(), fork(&head), go(), leave()};
    cfg g;
    cfg_build(&g, f, 5);
    CU_ASSERT_EQUAL(join_of(&g, 2), 3);
    cfg_free(&g);
}

TEST(return_on_one_side_joins_at_the_exit)
{
    const uint32_t other = 2;
    const cfg_flow f[] = {fork(&other), leave(), go(), leave()};
    cfg g;
    cfg_build(&g, f, 4);
    CU_ASSERT_EQUAL(join_of(&g, 0), UINT32_MAX);
    cfg_free(&g);
}

TEST(guarded_exit_ends_a_block)
{
    const cfg_flow f[] = {go(), {.next = true, .leaves = true}, go(), leave()};
    cfg g;
    cfg_build(&g, f, 4);
    CU_ASSERT_EQUAL(g.n_blocks, 2);
    CU_ASSERT_EQUAL(join_of(&g, 0), UINT32_MAX);
    cfg_free(&g);
}

TEST(endless_loop_has_no_join)
{
    const uint32_t head = 1, end = 3;
    const cfg_flow f[] = {fork(&end), go(), jump(&head), leave()};
    cfg g;
    cfg_build(&g, f, 4);
    CU_ASSERT_EQUAL(join_of(&g, 1), UINT32_MAX);
    cfg_free(&g);
}

TEST(unstructured_branch_into_a_loop) // 0 -> 1 or 2; 1 -> 2; 2 -> 1 or 4: both paths meet at 2
{
    const uint32_t two = 2, one = 1;
    const cfg_flow f[] = {fork(&two), go(), fork(&one), leave()};
    cfg g;
    cfg_build(&g, f, 4);
    CU_ASSERT_EQUAL(join_of(&g, 0), 2);
    CU_ASSERT_EQUAL(join_of(&g, 2), 3);
    cfg_free(&g);
}

TEST(table_branch_joins_where_all_cases_meet)
{
    const uint32_t cases[] = {1, 3, 5}, join = 6;
    const cfg_flow f[] = {
        {.targets = cases, .n_targets = 3}, go(), jump(&join), go(), jump(&join), go(), leave()};
    cfg g;
    cfg_build(&g, f, 7);
    CU_ASSERT_EQUAL(join_of(&g, 0), 6);
    cfg_free(&g);
}

// Whether a block reaches the exit without passing `without`.
static bool reaches(const cfg *g, uint32_t from, uint32_t without, bool *seen)
{
    if (from == g->n_blocks) return true;
    if (from == without || seen[from]) return false;
    seen[from] = true;
    for (uint32_t i = 0; i < g->blocks[from].n_succ; i++) {
        if (reaches(g, g->blocks[from].succ[i], without, seen)) return true;
    }
    return false;
}

static bool post_dominates(const cfg *g, uint32_t d, uint32_t v)
{
    bool seen[MOST] = {false};
    return d != v && !reaches(g, v, d, seen);
}

// By the definition: the strict post-dominator that all others post-dominate. The exit if there is
// none.
static uint32_t defined_ipdom(const cfg *g, uint32_t v)
{
    bool seen[MOST] = {false};
    if (!reaches(g, v, UINT32_MAX, seen)) return g->n_blocks;
    for (uint32_t d = 0; d < g->n_blocks; d++) {
        bool nearest = post_dominates(g, d, v);
        for (uint32_t o = 0; nearest && o < g->n_blocks; o++)
            nearest = o == d || !post_dominates(g, o, v) || post_dominates(g, o, d);
        if (nearest) return d;
    }
    return g->n_blocks;
}

TEST(random_graphs_agree_with_the_definition)
{
    rng r = {1};
    unsigned wrong = 0, inner = 0;
    for (unsigned round = 0; round < 400; round++) {
        uint32_t n = 2 + (uint32_t)rng_below(&r, 24), to[MOST][3];
        cfg_flow f[MOST];
        for (uint32_t i = 0; i < n; i++) {
            f[i] = (cfg_flow){.targets = to[i],
                              .n_targets = (uint32_t)rng_below(&r, 4) % 3,
                              .next = i + 1 < n && rng_below(&r, 4) != 0,
                              .leaves = rng_below(&r, 8) == 0};
            for (uint32_t t = 0; t < f[i].n_targets; t++) to[i][t] = (uint32_t)rng_below(&r, n);
            if (!f[i].n_targets && !f[i].next) f[i].leaves = true;
        }
        cfg g;
        cfg_build(&g, f, n);
        for (uint32_t v = 0; v < g.n_blocks; v++) {
            wrong += g.ipdom[v] != defined_ipdom(&g, v);
            inner += g.ipdom[v] != g.n_blocks;
        }
        cfg_free(&g);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(inner > 400); // the question was a real one
}

// Bytes of a warp's registers in a kernel that loads a word this many times, each time into another
// register, which nobody reads.
static uint32_t bytes_of_loads(unsigned loads)
{
    char text[2048];
    int n = snprintf(
        text, sizeof text,
        ".version 7.0\n.target sm_75\n.address_size 64\n"
        ".entry k(.param .u64 A) { .reg .b32 %%r<32>; .reg .b64 %%l<2>; ld.param.u64 %%l1, [A];\n");
    for (unsigned i = 0; i < loads; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "ld.global.u32 %%r%u, [%%l1];\n", i);
    n += snprintf(text + n, sizeof text - (size_t)n, "ret; }\n");
    err e = {0};
    ptx_module *m = ptx_load_text("t.ptx", text, (size_t)n, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    const uint32_t bytes = ptx_find(m, "k", &e)->warp_bytes;
    ptx_free(m);
    return bytes;
}

TEST(registers_that_nobody_reads_share_a_place)
{
    CU_ASSERT_EQUAL(bytes_of_loads(30), bytes_of_loads(1));
}

UNIT_MAIN("ptx_cfg", T(if_else_joins_after_both), T(loop_joins_behind_its_exit),
          T(return_on_one_side_joins_at_the_exit), T(guarded_exit_ends_a_block),
          T(endless_loop_has_no_join), T(unstructured_branch_into_a_loop),
          T(table_branch_joins_where_all_cases_meet), T(random_graphs_agree_with_the_definition),
          T(registers_that_nobody_reads_share_a_place))
