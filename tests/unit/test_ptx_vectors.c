// test_ptx_vectors.c: vector registers and their components, moves of vectors, loads and stores of
// eight elements or 32 bytes, and predicates and vectors as parameters of functions.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"

static const uint64_t edges[] = {
    0, 1, 2, 3, 0x7fff, 0x8000, 0xffff, 0x12345678, 0xdeadbeefcafe, 0x0123456789abcdef, UINT64_MAX};
#define SAME(x) (x)
#define EACH(BODY, KIND, EXPR) OP_PAIRS(BODY, KIND, edges, uint64_t, SAME, EXPR)
#define LOW32(x) ((x)&0xffffffff)
#define LOW16(x) ((x)&0xffff)

TEST(components_are_registers)
{
    EACH(".reg .v2 .u32 v; mov.u32 v.x, %r1; mov.u32 v.y, %r2; sub.u32 %r0, v.y, v.x;", 'r',
         LOW32(b - a));
    EACH(".reg .v4 .b16 q<2>; mov.b16 q1.x, %h1; mov.b16 q1.y, %h2; mov.b16 q1.b, %h3; "
         "mov.b16 q1.w, %h1; mov.b64 %l0, q1;",
         'l', LOW16(a) << 48 | LOW16(c) << 32 | LOW16(b) << 16 | LOW16(a));
    EACH(".reg .v2 .b16 s; mov.b32 s, %r1; cvt.u32.u16 %r0, s.g;", 'r', LOW32(a) >> 16);
    EACH(".reg .v4 .f32 f; mov.f32 f.r, %f1; mov.f32 f.a, f.x; mov.b32 %r0, f.w;", 'r', LOW32(a));
}

TEST(moves_of_vectors_happen_at_once)
{
    EACH("mov.u32 %r4, %r1; mov.u32 %r5, %r2; mov.v2.u32 {%r4, %r5}, {%r5, %r4}; mov.b64 %l0, "
         "{%r4, %r5};",
         'l', a << 32 | LOW32(b));
    EACH(".reg .v4 .u16 v; mov.v4.u16 v, {%h2, %h3, 7, %h1}; mov.v4.u16 {%h4, %h5, %h6, %h7}, v; "
         "mov.b64 %l0, {%h4, %h5, %h6, %h7};",
         'l', LOW16(a) << 48 | (uint64_t)7 << 32 | LOW16(c) << 16 | LOW16(b));
    EACH(".reg .u32 t<8>; mov.v8.u32 {t0, t1, t2, t3, t4, t5, t6, t7}, {%r1, %r2, %r3, 1, 2, 3, 4, "
         "5}; mov.v8.u32 {t1, t2, t3, t4, t5, t6, t7, t0}, {t0, t1, t2, t3, t4, t5, t6, t7}; "
         "mov.b64 %l0, {t1, t3};",
         'l', LOW32(c) << 32 | LOW32(a));
    EACH("setp.eq.u32 %p3, %r1, %r2; mov.u32 %r4, 5; mov.u32 %r5, 6; @%p3 mov.v2.u32 {%r4, %r5}, "
         "{%r5, %r4}; mov.u32 %r0, %r4;",
         'r', LOW32(a) == LOW32(b) ? 6 : 5);
}

// Eight 32-bit values on their way through memory; the third and seventh come back.
#define ROOM \
    ".shared .align 32 .b8 room[3072]; .reg .b32 at; mov.u32 at, %tid.x; shl.b32 at, at, " \
    "5; .reg .b32 base; mov.u32 base, room; add.u32 at, at, base; .reg .b32 w<8>; "
TEST(eight_elements_are_loaded_and_stored)
{
    EACH(ROOM
         "st.shared.v8.b32 [at], {%r1, %r2, %r3, 1, %r2, 2, %r1, 3}; ld.shared.v4.b32 {w0, w1, "
         "w2, w3}, [at+16]; ld.shared.b32 w4, [at+8]; mov.b64 %l0, {w2, w4};",
         'l', LOW32(c) << 32 | LOW32(a));
    EACH(ROOM "st.shared.v4.b32 [at], {%r1, %r2, %r3, 1}; st.shared.v4.b32 [at+16], {%r3, 2, %r1, "
              "4}; ld.shared.v8.u32 {w0, w1, w2, w3, w4, w5, w6, w7}, [at]; mov.b64 %l0, {w1, w6};",
         'l', LOW32(a) << 32 | LOW32(b));
    // four of 64 bits, of which the first is the address itself
    EACH(ROOM ".reg .b64 z<4>; cvt.u64.u32 z0, at; st.shared.v4.b64 [z0], {%l1, %l2, %l3, 9}; "
              "ld.shared.v4.b64 {z0, z1, z2, z3}, [z0]; sub.u64 %l0, z0, z2;",
         'l', a - c);
    EACH(ROOM "st.shared.v8.u8 [at], {%h1, %h2, %h3, %h1, %h2, %h3, %h1, %h2}; ld.shared.u8 %h0, "
              "[at+5];",
         'h', c & 0xff);
}

static unsigned run_text(const char *text, uint32_t *out, unsigned n)
{
    err e = {0};
    ptx_module *m = ptx_load_text("t.ptx", text, strlen(text), &e);
    devmem *mem = devmem_new(0xC0000000, &e);
    uint64_t at = 0;
    driver d = {0};
    unsigned status = ST_INPUT;
    devmem_alloc(mem, n * 4, &at, &e);
    const ptx_launch l = {.grid = {1, 1, 1}, .block = {n, 1, 1}, .params = &at};
    const ptx_kernel *k = m ? ptx_find(m, "k", &e) : NULL;
    if (k && ptx_launch_begin(&d.f, k, mem, &l, 1, DRIVER_SLOTS, 48, &e) == ST_OK) {
        status = (unsigned)driver_run(&d, &e);
        memcpy(out, devmem_at(mem, at, n * 4), n * 4);
        ptx_launch_end(&d.f);
    }
    err_print(&e);
    err_free(&e);
    ptx_free(m);
    devmem_free(mem);
    return status;
}

#define HEAD ".version 7.0\n.target sm_80\n.address_size 64\n"
#define STORE \
    ".reg .b64 o; .reg .u32 t; ld.param.u64 o, [O]; mov.u32 t, %tid.x; mad.wide.u32 o, t, 4, o;\n"

// The function returns a number and whether it is odd; both ways out of it pass the predicate.
TEST(predicates_are_passed_and_returned)
{
    uint32_t out[40];
    CU_ASSERT_EQUAL_FATAL(
        run_text(HEAD
                 ".func (.reg .u32 r, .reg .pred odd) f(.reg .u32 x, .reg .pred more) {\n"
                 ".reg .u32 low; and.b32 low, x, 1; setp.ne.u32 odd, low, 0; mov.u32 r, x;\n"
                 "@!more ret;\nadd.u32 r, x, 100; not.pred odd, odd;\n}\n"
                 ".entry k(.param .u64 O) {\n" STORE
                 ".reg .pred p, q, g; .reg .u32 v; setp.gt.u32 p, t, 20; setp.lt.u32 g, t, 35;\n"
                 "mov.u32 v, 7; setp.eq.u32 q, t, 36;\n@g call (v, q), f, (t, !p);\n"
                 "@q add.u32 v, v, 1000; st.global.u32 [o], v; ret;\n}\n",
                 out, 40),
        ST_OK);
    for (uint32_t t = 0; t < 40; t++) {
        const bool more = t <= 20, odd = (t & 1) != more;
        const uint32_t want = t >= 35 ? 7 + (t == 36) * 1000 : t + more * 100 + odd * 1000;
        if (out[t] != want) printf("# thread %u: got %u, expected %u\n", t, out[t], want);
        CU_ASSERT_EQUAL(out[t], want);
    }
}

TEST(vectors_are_passed_and_returned)
{
    uint32_t out[8];
    CU_ASSERT_EQUAL_FATAL(
        run_text(HEAD ".func (.reg .v2 .u32 r) f(.reg .v4 .u32 x, .reg .u32 y) {\n"
                      "sub.u32 r.x, x.w, x.y; mad.lo.u32 r.y, x.x, x.z, y; ret;\n}\n"
                      ".entry k(.param .u64 O) {\n" STORE
                      ".reg .v4 .u32 v; .reg .v2 .u32 s; mov.v4.u32 v, {t, 3, 10, 50};\n"
                      "call (s), f, (v, 2); add.u32 t, s.x, s.y; st.global.u32 [o], t; ret;\n}\n",
                 out, 8),
        ST_OK);
    for (uint32_t t = 0; t < 8; t++) CU_ASSERT_EQUAL(out[t], 47 + 10 * t + 2);
}

static void wrong(const char *body, const char *message)
{
    char text[512];
    err e = {0};
    snprintf(text, sizeof text, HEAD ".entry k() {\n%s\nret;\n}\n", body);
    ptx_module *m = ptx_load_text("t.ptx", text, strlen(text), &e);
    CU_ASSERT_PTR_NULL(m);
    CU_ASSERT(e.text && strstr(e.text, message));
    if (!e.text || !strstr(e.text, message)) printf("# %s: %s\n", body, e.text ? e.text : "loads");
    err_free(&e);
    ptx_free(m);
}

TEST(what_is_wrong_is_named)
{
    wrong(".reg .v2 .u32 v; mov.u32 v.z, 1;", "t.ptx:5:27: error: 'v' is .v2: it has no component");
    wrong(".reg .v2 .u32 v; .reg .u32 a; mov.v4.u32 v, {a, a, a, a};",
          "mov.v4 moves a vector of 4");
    wrong(".reg .v2 .pred v;", "a vector of predicates");
    wrong(".reg .v2 .u32 v; ld.global.u32 v.x, [v];", "no register or variable is called 'v'");
    wrong(".reg .b64 a; ld.global.v8.b64 {a, a, a, a, a, a, a, a}, [a];",
          "ld.v8.b64 moves 8 registers of at most 32 bytes together");
    wrong(".reg .b64 a; ld.global.v8.b32 a, [a];", "ld.v8.b32 moves 8 registers");
}

UNIT_MAIN("ptx_vectors", T(components_are_registers), T(moves_of_vectors_happen_at_once),
          T(eight_elements_are_loaded_and_stored), T(predicates_are_passed_and_returned),
          T(vectors_are_passed_and_returned), T(what_is_wrong_is_named))
