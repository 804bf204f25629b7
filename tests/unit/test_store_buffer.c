// test_store_buffer.c : stores that an SM keeps to itself until they are published
// (ptx/store_buffer.h).
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/common/front_end.h"
#include "ptx/ptx.h"
#include "unit.h"

#include <string.h>

enum { SMS = 2, BYTES = 4096, LINE_WORDS = 32 };

// `write`: thread t of CTA c stores c + 1 at word t, its low byte + 64 at byte 1 of word 32 + t,
// and, two words wide, at 64 + 4 t. `read` does so too and loads all of that again: the sums go to
// word 512 + 64 c + t.
#define STORES \
    ".reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n" \
    "ld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nadd.s32 %r3, %r2, " \
    "1;\n" \
    "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r3;\n" \
    "add.s32 %r4, %r3, 64;\nst.global.u8 [%rd3+129], %r4;\n" \
    "mul.wide.u32 %rd4, %r1, 16;\nadd.s64 %rd5, %rd1, %rd4;\nst.global.v2.u32 [%rd5+256], {%r3, " \
    "%r4};\n"
static const char text[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry write(.param .u64 a)\n{\n" STORES "ret;\n}\n"
    ".visible .entry read(.param .u64 a)\n{\n" STORES
    "ld.global.u32 %r5, [%rd3];\nld.global.u32 %r6, [%rd3+128];\nld.global.u32 %r7, [%rd5+260];\n"
    "add.s32 %r8, %r5, %r6;\nadd.s32 %r8, %r8, %r7;\nmad.lo.s32 %r9, %r2, 64, %r1;\n"
    "mul.wide.u32 %rd6, %r9, 4;\nadd.s64 %rd7, %rd1, %rd6;\nst.global.u32 [%rd7+2048], "
    "%r8;\nret;\n}\n"
    ".visible .entry global_atomic(.param .u64 a)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\n"
    "ld.param.u64 %rd1, [a];\nred.global.add.u32 [%rd1], 1;\nret;\n}\n"
    ".visible .entry shared_atomic(.param .u64 a)\n{\n.shared .align 4 .b32 s;\n.reg .b32 %r<3>;\n"
    "mov.u32 %r1, s;\natom.shared.add.u32 %r2, [%r1], 1;\nret;\n}\n";

typedef struct rig {
    err e;
    devmem *mem;
    ptx_module *m;
    uint64_t a;
    front_end f;
    void *warp[SMS];
    const winst *next[SMS];
} rig;

static void start(rig *k, const char *kernel)
{
    *k = (rig){0};
    k->mem = devmem_new(0xC0000000, &k->e);
    k->m = ptx_load_text("kept.ptx", text, sizeof text - 1, &k->e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(k->m);
    CU_ASSERT_EQUAL_FATAL(devmem_alloc(k->mem, BYTES, &k->a, &k->e), ST_OK);
    const ptx_launch l = {.grid = {SMS, 1, 1}, .block = {LINE_WORDS, 1, 1}, .params = &k->a};
    CU_ASSERT_EQUAL_FATAL(
        ptx_launch_begin(&k->f, ptx_find(k->m, kernel, &k->e), k->mem, &l, SMS, 1, 48, &k->e),
        ST_OK);
}

static void place(rig *k)
{
    if (k->f.keep) k->f.keep(k->f.self, true);
    for (uint32_t i = 0; i < SMS; i++) {
        k->f.cta_start(k->f.self, i, i, 0);
        k->warp[i] = k->f.warp(k->f.self, i, 0, 0, &k->next[i]);
    }
}

static void run(rig *k, unsigned i)
{
    wexec x;
    while (k->next[i]) k->next[i] = k->f.issue(k->warp[i], &x);
}

static uint32_t word(const rig *k, uint32_t at)
{
    uint32_t v;
    memcpy(&v, (const char *)devmem_at(k->mem, k->a, BYTES) + 4 * (size_t)at, sizeof v);
    return v;
}

static void stop(rig *k)
{
    ptx_launch_end(&k->f);
    ptx_free(k->m);
    devmem_free(k->mem);
    err_free(&k->e);
}

TEST(others_do_not_see_a_store_before_it_is_published)
{
    rig k;
    start(&k, "write");
    place(&k);
    run(&k, 0);
    for (uint32_t t = 0; t < LINE_WORDS; t++) CU_ASSERT_EQUAL(word(&k, t), 0);
    k.f.publish(k.f.self);
    for (uint32_t t = 0; t < LINE_WORDS; t++) {
        CU_ASSERT_EQUAL(word(&k, t), 1);
        CU_ASSERT_EQUAL(word(&k, 32 + t), 65u << 8);
        CU_ASSERT_EQUAL(word(&k, 64 + 4 * t), 1);
        CU_ASSERT_EQUAL(word(&k, 65 + 4 * t), 65);
        CU_ASSERT_EQUAL(word(&k, 66 + 4 * t), 0);
    }
    stop(&k);
}

// What a thread of CTA c reads back: its word, its byte in a word of zeros, the second of its two
// words.
static uint32_t sum(uint32_t c) { return c + 1 + ((c + 65) << 8) + c + 65; }

TEST(an_sm_sees_its_own_stores_at_once_byte_by_byte)
{
    rig k;
    start(&k, "read");
    place(&k);
    for (unsigned i = 0; i < SMS; i++) run(&k, i);
    k.f.keep(k.f.self, false);
    for (uint32_t c = 0; c < SMS; c++) {
        for (uint32_t t = 0; t < LINE_WORDS; t++)
            CU_ASSERT_EQUAL(word(&k, 512 + 64 * c + t), sum(c));
    }
    stop(&k);
}

TEST(without_keeping_stores_are_performed_at_once)
{
    rig k;
    start(&k, "write");
    k.f.keep = NULL;
    place(&k);
    run(&k, 0);
    CU_ASSERT_EQUAL(word(&k, 3), 1);
    stop(&k);
}

TEST(stores_are_published_sm_by_sm_in_whatever_order_they_were_issued)
{
    rig k;
    start(&k, "write");
    place(&k);
    run(&k, 1);
    run(&k, 0);
    k.f.publish(k.f.self);
    for (uint32_t t = 0; t < LINE_WORDS; t++) CU_ASSERT_EQUAL(word(&k, t), SMS);
    stop(&k);
}

TEST(of_kernels_with_atomics_on_device_memory_nothing_is_kept)
{
    rig k;
    start(&k, "global_atomic");
    CU_ASSERT_PTR_NULL(k.f.keep);
    CU_ASSERT_PTR_NULL(k.f.publish);
    stop(&k);
    start(&k, "shared_atomic");
    CU_ASSERT_PTR_NOT_NULL(k.f.keep);
    CU_ASSERT_PTR_NOT_NULL(k.f.publish);
    stop(&k);
}

UNIT_MAIN("store_buffer", T(others_do_not_see_a_store_before_it_is_published),
          T(an_sm_sees_its_own_stores_at_once_byte_by_byte),
          T(without_keeping_stores_are_performed_at_once),
          T(stores_are_published_sm_by_sm_in_whatever_order_they_were_issued),
          T(of_kernels_with_atomics_on_device_memory_nothing_is_kept))
