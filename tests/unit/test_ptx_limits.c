// test_ptx_limits.c : what the list of limits says does not run is refused, and what it does not
// say runs.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/limits.h"
#include "ptx/ptx.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

static const char registers[] =
    ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .b64 %l<8>; "
    ".reg .f64 %d<8>;\n";

// Whether all kernels of a module with the example are there and can run.
static bool runs(const char *example)
{
    char text[2048];
    err e = {0};
    const bool outside = example[0] == '.';
    snprintf(text, sizeof text,
             ".version 8.7\n.target sm_90\n.address_size 64\n%s\n.entry k()\n{\n%s%s\nret;\n}\n",
             outside ? example : "", registers, outside ? "" : example);
    ptx_module *m = ptx_load_text("t.ptx", text, strlen(text), &e);
    const bool whole = m && ptx_find(m, "k", &e) &&
                       (!strstr(example, ".entry e") || ptx_find(m, "e", &e)) && e.count == 0;
    err_free(&e);
    if (m) ptx_free(m);
    return whole;
}

TEST(each_example_of_a_limit_is_refused)
{
    unsigned n = 0;
    for (const ptx_limit *l = ptx_limits; l->what; l++) {
        if (!l->example) continue;
        n++;
        const bool refused = !runs(l->example);
        if (!refused) printf("# runs, but stands among the limits: %s\n", l->example);
        CU_ASSERT(refused);
    }
    CU_ASSERT(n > 20);
}

// The frame of the examples is right: neighbours of theirs run in it.
TEST(what_is_no_limit_runs_in_the_same_frame)
{
    static const char *const neighbours[] = {
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, "
        "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};",
        "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r0, %r1}, [%r2];",
        "cp.async.commit_group;",
        "mbarrier.init.shared.b64 [%l0], %r0;",
        "cvt.rn.relu.bf16x2.f32 %r0, %f0, %f1;",
        "atom.global.add.f32 %f0, [%l0], %f1;",
        "vadd2.s32.s32.s32 %r0, %r1, %r2, %r3;",
        "max.f32 %f0, %f1, %f2, %f3;",
        "isspacep.shared %p0, %l0;",
        "mov.u32 %r0, %envreg1;",
        "mov.u32 %r0, %cluster_ctarank;",
        ".global .b64 wide;",
        ".func some { ret; } .entry e() { call some; ret; }"};
    for (unsigned i = 0; i < sizeof neighbours / sizeof neighbours[0]; i++) {
        const bool there = runs(neighbours[i]);
        if (!there) printf("# does not run: %s\n", neighbours[i]);
        CU_ASSERT(there);
    }
}

UNIT_MAIN("ptx_limits", T(each_example_of_a_limit_is_refused),
          T(what_is_no_limit_runs_in_the_same_frame))
