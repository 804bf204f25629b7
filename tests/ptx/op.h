// op.h : runs a few PTX instructions on many operand values, one thread a triple: for tests of
// single instructions.
//
// Registers: a, b, c as %l1..3 (64 bits), %r1..3, %h1..3, %f1..3, %d1..3 (their low bits); %p1 = a
// is odd, %p2 = b is odd; free: %r4..15, %l4..15, %h4..7, %f4..7, %d4..7, %p3..7. The result is
// %l0, %r0, %h0, %f0, %d0 or %p0, by its letter.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_OP_H
#define WL_TESTS_PTX_OP_H

#include "tests/ptx/bits.h"
#include "tests/ptx/driver.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

enum { OP_MOST = 2048, OP_BLOCK = 96, OP_TEXT = 8192 };

static inline const char *op_store(char kind)
{
    switch (kind) {
    case 'l': return "st.global.u64 [%l15], %l0;";
    case 'd': return "st.global.f64 [%l15], %d0;";
    case 'f': return "st.global.f32 [%l15], %f0;";
    case 'h': return "st.global.u16 [%l15], %h0;";
    case 'p': return "selp.u32 %r0, 1, 0, %p0; st.global.u32 [%l15], %r0;";
    default: return "st.global.u32 [%l15], %r0;";
    }
}

static inline char *op_text(char *text, const char *body, char kind)
{
    snprintf(
        text, OP_TEXT,
        ".version 7.0\n.target sm_75\n.address_size 64\n"
        ".entry k(.param .u64 A, .param .u64 B, .param .u64 C, .param .u64 D, .param .u32 N) {\n"
        ".reg .pred %%p<8>; .reg .b16 %%h<8>; .reg .b32 %%r<16>; .reg .f32 %%f<8>; .reg .b64 "
        "%%l<16>; .reg .f64 %%d<8>;\n"
        "mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%ntid.x; mov.u32 %%r3, %%tid.x; mad.lo.u32 %%r4, "
        "%%r1, %%r2, %%r3;\n"
        "ld.param.u32 %%r5, [N]; setp.ge.u32 %%p1, %%r4, %%r5; @%%p1 ret;\n"
        "ld.param.u64 %%l4, [A]; ld.param.u64 %%l5, [B]; ld.param.u64 %%l6, [C]; ld.param.u64 "
        "%%l15, [D];\n"
        "mul.wide.u32 %%l7, %%r4, 8; add.u64 %%l4, %%l4, %%l7; add.u64 %%l5, %%l5, %%l7; add.u64 "
        "%%l6, %%l6, %%l7; add.u64 %%l15, %%l15, %%l7;\n"
        "ld.global.u64 %%l1, [%%l4]; ld.global.u64 %%l2, [%%l5]; ld.global.u64 %%l3, [%%l6];\n"
        "cvt.u32.u64 %%r1, %%l1; cvt.u32.u64 %%r2, %%l2; cvt.u32.u64 %%r3, %%l3;\n"
        "cvt.u16.u64 %%h1, %%l1; cvt.u16.u64 %%h2, %%l2; cvt.u16.u64 %%h3, %%l3;\n"
        "mov.b32 %%f1, %%r1; mov.b32 %%f2, %%r2; mov.b32 %%f3, %%r3; mov.b64 %%d1, %%l1; mov.b64 "
        "%%d2, %%l2; mov.b64 %%d3, %%l3;\n"
        "and.b32 %%r4, %%r1, 1; setp.eq.u32 %%p1, %%r4, 1; and.b32 %%r4, %%r2, 1; setp.eq.u32 "
        "%%p2, %%r4, 1;\n"
        "%s\n%s\nret;\n}\n",
        body, op_store(kind));
    return text;
}

// Loads the text; on an error prints it. NULL then.
static inline ptx_module *op_load(const char *text)
{
    err e = {0};
    ptx_module *m = ptx_load_text("op.ptx", text, strlen(text), &e);
    if (!m) err_print(&e);
    err_free(&e);
    return m;
}

// n triples in (each array of n, or NULL for zeros), n results out. False if it did not load or
// run.
static inline bool op_run(const char *body, char kind, unsigned n, const uint64_t *a,
                          const uint64_t *b, const uint64_t *c, uint64_t *out)
{
    static char text[OP_TEXT];
    const uint64_t *in[3] = {a, b, c};
    uint64_t addr[4];
    err e = {0};
    ptx_module *m = op_load(op_text(text, body, kind));
    if (!m) return false;
    devmem *mem = devmem_new(0xC0000000, &e);
    for (unsigned i = 0; i < 4; i++) {
        devmem_alloc(mem, n * 8, &addr[i], &e);
        if (i < 3 && in[i]) memcpy(devmem_at(mem, addr[i], n * 8), in[i], n * 8);
    }
    struct {
        uint64_t array[4];
        uint32_t n;
    } params = {.n = n};
    memcpy(params.array, addr, sizeof addr);
    const ptx_launch l = {.grid = {(n + OP_BLOCK - 1) / OP_BLOCK, 1, 1},
                          .block = {OP_BLOCK, 1, 1},
                          .params = &params};
    driver d = {0};
    bool good =
        ptx_launch_begin(&d.f, ptx_find(m, "k", &e), mem, &l, 1, DRIVER_SLOTS, 48, &e) == ST_OK &&
        driver_run(&d, &e) == ST_OK;
    if (good) memcpy(out, devmem_at(mem, addr[3], n * 8), n * 8);
    else err_print(&e);
    ptx_launch_end(&d.f);
    devmem_free(mem);
    ptx_free(m);
    err_free(&e);
    return good;
}

// All pairs of edge values, c a third one; compared bit for bit with an expression of a, b and c.
// One report a test.
#define OP_PAIRS(BODY, KIND, EDGES, T, FROM, EXPECTED) \
    do { \
        enum { OP_N = sizeof(EDGES) / sizeof(EDGES)[0] }; \
        static uint64_t ia[OP_N * OP_N], ib[OP_N * OP_N], ic[OP_N * OP_N], got[OP_N * OP_N]; \
        unsigned wrong = 0; \
        for (unsigned i = 0; i < OP_N * OP_N; i++) { \
            ia[i] = (EDGES)[i / OP_N], ib[i] = (EDGES)[i % OP_N], \
            ic[i] = (EDGES)[(i * 7 + 3) % OP_N]; \
        } \
        CU_ASSERT_FATAL(op_run(BODY, KIND, OP_N *OP_N, ia, ib, ic, got)); \
        for (unsigned i = 0; i < OP_N * OP_N; i++) { \
            const T a = FROM(ia[i]), b = FROM(ib[i]), c = FROM(ic[i]); \
            (void)a, (void)b, (void)c; \
            const uint64_t want = (uint64_t)(EXPECTED); \
            if (got[i] != want && wrong++ == 0) { \
                printf("# %s: a %#llx b %#llx c %#llx: got %#llx, expected %#llx\n", BODY, \
                       (unsigned long long)ia[i], (unsigned long long)ib[i], \
                       (unsigned long long)ic[i], (unsigned long long)got[i], \
                       (unsigned long long)want); \
            } \
        } \
        CU_ASSERT_EQUAL(wrong, 0); \
    } while (0)

#endif
