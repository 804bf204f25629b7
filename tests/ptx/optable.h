// optable.h : tables of single instructions: each row is an instruction, the kinds of its
// registers, and what C makes of the same operands. Many rows are one kernel, run by OP_LANES
// threads, each with operands of its own: all pairs of the edge values of a register's kind, then
// random ones. Every row is also an entry of what has been covered.
//
// Kinds: h r l integers of 16, 32, 64 bits; f d floats of 32, 64; e one half, x two; p predicate
// (bit 0 of the same r). Registers: %K1..%K3 operands, %K0 the result, for each kind K; %K4..%K7
// free. %in: this thread's operands in memory (%l1 and %l2 are 16 aligned bytes at OP_LOOK); %own
// and, in shared memory, %room: 32 bytes of its own; %lane. 128 threads a CTA.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_OPTABLE_H
#define WL_TESTS_PTX_OPTABLE_H

#include "tests/ptx/bits.h"
#include "tests/ptx/driver.h"
#include "tests/unit/unit.h"

#include <fenv.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef float f32;
typedef double f64;
typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16;
typedef int16_t s16;
typedef uint32_t u32;
typedef int32_t s32;
typedef uint64_t u64;
typedef int64_t s64;

static const u64 OP_ANY = 0xa5a5a5a500000000; // of an approximation: nothing is promised
enum {
    OP_LANES = 1024,
    OP_ROWS = 64,
    OP_KINDS = 7,
    OP_EDGES = 28,
    OP_COVERED = 8192,
    OP_NAME = 64,
    OP_STRIDE = 176,
    OP_LOOK = 48
};
static const char op_kinds[OP_KINDS + 1] = "hrlfdex";

typedef struct op_row {
    char name[OP_NAME], text[512], kind;
    double relative, absolute; // bounds of an approximation; both 0: to the bit
    u64 want[OP_LANES];
} op_row;

static struct {
    op_row rows[OP_ROWS];
    unsigned n, wrong;
    char covered[OP_COVERED][OP_NAME];
    unsigned n_covered;
} op_table;

static const u64 op_edges[OP_KINDS][OP_EDGES] = {
    {0,      1,      2,      3,      7,      8,      15,     16,    17,  31,
     32,     33,     63,     64,     100,    127,    128,    255,   256, 0x7ffe,
     0x7fff, 0x8000, 0x8001, 0xff00, 0xff80, 0xfffe, 0xffff, 0x5555},
    {0,        1,        2,          3,          15,         16,         31,
     32,       33,       63,         64,         65,         127,        128,
     255,      256,      0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffff,
     0x800000, 0xffffff, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff},
    {0,
     1,
     2,
     31,
     32,
     63,
     64,
     65,
     127,
     128,
     255,
     256,
     0xffff,
     0x7fffffff,
     0x80000000,
     0xffffffff,
     0x100000000,
     0x100000001,
     0x0020000000000001,
     0x7fffffffffffffff,
     0x8000000000000000,
     0x8000000000000001,
     0xffffffff00000000,
     0xffffffff7fffffff,
     0xffffffff80000000,
     0xfffffffffffffffe,
     0xffffffffffffffff,
     0x5555aaaa5555aaaa},
    {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x80000001, 0x007fffff,
     0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
     0x7fc00000, 0x7f800001, 0xffc12345, 0x3fc00000, 0x40490fdb, 0xc0200000, 0x3dcccccd,
     0x4b7fffff, 0x4f000000, 0xcf000000, 0x5f800000, 0x3effffff, 0x7e800001, 0x3f000000},
    {0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff8000000000000,
     0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff,
     0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
     0x7ff8000000000123, 0xfff4000000000001, 0x400921fb54442d18, 0x3fb999999999999a,
     0x41dfffffffc00000, 0xc1e0000000000000, 0x41efffffffe00000, 0x43e0000000000000,
     0x3fe0000000000000, 0xbfe0000000000000, 0x4008000000000000, 0x36a0000000000000,
     0x47efffffe0000000, 0x40effe0000000000, 0x3e70000000000001, 0xc3f0000000000000},
    {0x0000, 0x8000, 0x3c00, 0xbc00, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400,
     0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0xfe12, 0x3e00, 0x4248, 0xc100,
     0x2e66, 0x6400, 0x63ff, 0x3bff, 0x3800, 0xb800, 0x1000, 0x5bff},
    {0x00000000, 0x80008000, 0x3c00bc00, 0x0001ffff, 0x80010400, 0x03ff7bff, 0x7c003c00,
     0xfc007c00, 0x7e00fe12, 0x3e004248, 0xc1002e66, 0x64003bff, 0x3800b800, 0x10005bff,
     0x7bff7bff, 0xfbff7bff, 0x00013c00, 0x83ff8400, 0x3c003c00, 0x7c017c01, 0x42003555,
     0x35554200, 0x63ff6400, 0x3bff3bff, 0x04000400, 0x00ff00ff, 0xb8003c00, 0x5bff1000}};

static inline unsigned op_bytes(char kind)
{
    return strchr("ld", kind) ? 8 : strchr("he", kind) ? 2 : 4;
}
static inline u64 op_cut(u64 v, unsigned bytes)
{
    return bytes < 8 ? v & ((1ull << 8 * bytes) - 1) : v;
}

static inline u64 op_kept(u64 v, char kind) { return v == OP_ANY ? v : op_cut(v, op_bytes(kind)); }

static inline u64 op_random(u64 x) // a mixer of 64 bits; constants of splitmix64
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// Operand 0, 1 or 2 of a kind in a lane.
static inline u64 op_value(char kind, unsigned k, unsigned i)
{
    if (kind == 'p') return op_value('r', k, i) & 1;
    const unsigned row = (unsigned)(strchr(op_kinds, kind) - op_kinds);
    const unsigned at[3] = {i / OP_EDGES, i % OP_EDGES, (i * 7 + 3) % OP_EDGES};
    if (i < OP_EDGES * OP_EDGES) return op_edges[row][at[k]];
    return op_cut(op_random(((u64)row * 3 + k) * OP_LANES + i), op_bytes(kind));
}
// Operand k of a signature "result, operands"; 0 if there is none.
static inline u64 op_in(const char *sig, unsigned k, unsigned i)
{
    return strlen(sig) > 1 + k ? op_value(sig[1 + k], k, i) : 0;
}

#define as_u8(v) ((u8)(v))
#define as_s8(v) ((s8)(v))
#define as_u16(v) ((u16)(v))
#define as_s16(v) ((s16)(v))
#define as_u32(v) ((u32)(v))
#define as_s32(v) ((s32)(v))
#define as_u64(v) ((u64)(v))
#define as_s64(v) ((s64)(v))

static char op_text[OP_ROWS * 640 + 8192];
static size_t op_used;
__attribute__((format(printf, 1, 2))) static inline void op_say(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    op_used += (size_t)vsnprintf(op_text + op_used, sizeof op_text - op_used, fmt, ap);
    va_end(ap);
    CU_ASSERT_FATAL(op_used < sizeof op_text);
}

static inline void op_head(void)
{
    op_used = 0;
    op_say(".version 8.0\n.target sm_90\n.address_size 64\n"
           ".global .align 16 .b8 variable[64];\n.const .align 16 .b32 constants[4] = {0x80ff7f01, "
           "0x12345678, 0xdeadbeef, 0x8000ffff};\n"
           ".func (.param .b32 out) twice(.param .b32 in) {\n.reg .b32 %%a; ld.param.b32 %%a, "
           "[in]; add.u32 %%a, %%a, %%a;\n"
           "st.param.b32 [out], %%a; ret;\n}\n"
           ".entry k(.param .u64 IN, .param .u64 OUT, .param .u64 OWN) {\n.shared .align 16 .b8 "
           "room[4096]; .local .align 16 .b8 stack[32];\n"
           ".reg .pred %%p<8>; .reg .b16 %%h<8>; .reg .b32 %%r<8>; .reg .b64 %%l<8>; .reg .f32 "
           "%%f<8>; .reg .f64 %%d<8>;\n"
           ".reg .b16 %%e<8>; .reg .b32 %%x<8>; .reg .b64 %%in, %%out, %%own, %%place; .reg .b32 "
           "%%t, %%u, %%room, %%lane;\n"
           "mov.u32 %%t, %%ctaid.x; mov.u32 %%u, %%ntid.x; mov.u32 %%room, %%tid.x; mad.lo.u32 "
           "%%t, %%t, %%u, %%room;\n"
           "mov.u32 %%lane, %%laneid; shl.b32 %%room, %%room, 5;\n"
           "ld.param.u64 %%in, [IN]; ld.param.u64 %%out, [OUT]; ld.param.u64 %%own, [OWN];\n"
           "mad.wide.u32 %%out, %%t, 8, %%out; mad.wide.u32 %%in, %%t, %d, %%in; mad.wide.u32 "
           "%%own, %%t, 32, %%own;\n",
           OP_STRIDE);
    for (unsigned kind = 0; kind < OP_KINDS; kind++) {
        for (unsigned k = 0; k < 3; k++) {
            op_say("ld.global.b%u %%%c%u, [%%in+%u];\n", 8 * op_bytes(op_kinds[kind]),
                   op_kinds[kind], k + 1, (kind * 3 + k) * 8);
        }
    }
    for (unsigned k = 1; k <= 3; k++)
        op_say("and.b32 %%u, %%r%u, 1; setp.eq.u32 %%p%u, %%u, 1;\n", k, k);
}

static inline void op_body(void)
{
    op_head();
    for (unsigned i = 0; i < op_table.n; i++) {
        const op_row *r = &op_table.rows[i];
        op_say("%s\n", r->text);
        if (r->kind == 'p') op_say("selp.u32 %%r0, 1, 0, %%p0;\n");
        const char kind = r->kind == 'p' ? 'r' : r->kind;
        op_say("st.global.b%u [%%out+%u], %%%c0;\n", 8 * op_bytes(kind), i * OP_LANES * 8, kind);
    }
    op_say("ret;\n}\n");
}

static inline bool op_nan(char kind, u64 v)
{
    return kind == 'f' ? isnan(as_f32(v)) : kind == 'd' ? isnan(as_f64(v)) : false;
}

// Approximate results: NaN, infinity and zero as they should be; else within one of the bounds.
static inline bool op_close(const op_row *r, u64 got, u64 want)
{
    const f64 x = r->kind == 'f' ? (f64)as_f32(got) : as_f64(got),
              y = r->kind == 'f' ? (f64)as_f32(want) : as_f64(want);
    if (got == want) return true;
    if (isnan(x) || isinf(x) || isinf(y)) return false;
    return fabs(x - y) <= r->relative * fabs(y) || fabs(x - y) <= r->absolute;
}

// Of doubles any NaN will do: PTX leaves the payload open.
static inline bool op_right(const op_row *r, u64 got, u64 want)
{
    if (r->relative > 0 || r->absolute > 0) {
        if (want == OP_ANY) return true;
        return op_nan(r->kind, want) ? op_nan(r->kind, got) : op_close(r, got, want);
    }
    return got == want || (r->kind == 'd' && op_nan('d', want) && op_nan('d', got));
}

static inline void op_compare(const op_row *r, const u64 *got)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < OP_LANES; i++) {
        if (op_right(r, got[i], r->want[i]) || wrong++) continue;
        const u64 *in = r->want;
        printf("# %s (lane %u): got %#llx, expected %#llx", r->text, i, (unsigned long long)got[i],
               (unsigned long long)in[i]);
        for (unsigned k = 0; k < 3; k++) {
            for (const char *p = "hrlfdex"; *p; p++) {
                char reg[4] = {'%', *p, (char)('1' + k), 0};
                if (strstr(r->text, reg))
                    printf(" %s %#llx", reg, (unsigned long long)op_value(*p, k, i));
            }
        }
        puts("");
    }
    op_table.wrong += wrong != 0;
}

static inline void op_inputs(u64 *in)
{
    for (unsigned i = 0; i < OP_LANES; i++) {
        for (unsigned kind = 0; kind < OP_KINDS; kind++) {
            for (unsigned k = 0; k < 3; k++)
                in[i * (OP_STRIDE / 8) + kind * 3 + k] = op_value(op_kinds[kind], k, i);
        }
    }
}

// Loads and runs op_text; the words of a fault go to *e. out: OP_LANES results a row.
static inline bool op_launch(u64 *out, err *e)
{
    enum { IN = OP_LANES * OP_STRIDE, OWN = OP_LANES * 32 };
    const unsigned bytes = OP_ROWS * OP_LANES * 8;
    ptx_module *m = ptx_load_text("rows.ptx", op_text, op_used, e);
    if (!m) return false;
    devmem *mem = devmem_new(0xC0000000, e);
    u64 param[3];
    devmem_alloc(mem, IN, &param[0], e), devmem_alloc(mem, bytes, &param[1], e),
        devmem_alloc(mem, OWN, &param[2], e);
    op_inputs((u64 *)devmem_at(mem, param[0], IN));
    const ptx_launch l = {.grid = {OP_LANES / 128, 1, 1}, .block = {128, 1, 1}, .params = param};
    driver d = {0};
    const bool good =
        ptx_launch_begin(&d.f, ptx_find(m, "k", e), mem, &l, 1, DRIVER_SLOTS, 48, e) == ST_OK &&
        driver_run(&d, e) == ST_OK;
    memcpy(out, devmem_at(mem, param[1], bytes), bytes);
    ptx_launch_end(&d.f);
    devmem_free(mem);
    ptx_free(m);
    return good;
}

// Runs the rows that are waiting.
static inline void op_flush(void)
{
    static u64 out[OP_ROWS * OP_LANES];
    err e = {0};
    if (!op_table.n) return;
    op_body();
    const bool good = op_launch(out, &e);
    if (!good) err_print(&e);
    err_free(&e);
    CU_ASSERT(good);
    for (unsigned i = 0; good && i < op_table.n; i++)
        op_compare(&op_table.rows[i], out + i * OP_LANES);
    op_table.n = 0;
}

// The end of a test's rows.
static inline void op_done(void)
{
    op_flush();
    CU_ASSERT_EQUAL(op_table.wrong, 0);
    op_table.wrong = 0;
}

static inline void op_cover(const char *name)
{
    CU_ASSERT_FATAL(op_table.n_covered < OP_COVERED);
    snprintf(op_table.covered[op_table.n_covered++], OP_NAME, "%s", name);
}

// A row; its text is written by hand. name: the instruction that it is about.
static inline op_row *op_add(const char *name, char kind, const char *text)
{
    if (op_table.n == OP_ROWS) op_flush();
    op_row *r = &op_table.rows[op_table.n++];
    memset(r, 0, sizeof *r);
    r->kind = kind;
    snprintf(r->name, sizeof r->name, "%s", name);
    CU_ASSERT_FATAL((size_t)snprintf(r->text, sizeof r->text, "%s", text) < sizeof r->text);
    op_cover(name);
    return r;
}

// "name %r0, %r1, %r2;" from "name" and "rrr".
static inline op_row *op_plain(const char *name, const char *sig)
{
    char text[256];
    size_t n = (size_t)snprintf(text, sizeof text, "%s", name);
    for (unsigned k = 0; sig[k]; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s %%%c%u", k ? "," : "", sig[k], k);
    snprintf(text + n, sizeof text - n, ";");
    return op_add(name, sig[0], text);
}

// Fills in what a row should give: EXPR of a, b, c of the types TA, TB, TC, and i, the lane. Cut to
// the result's size.
#define OP_WANT(ROW, SIG, TA, TB, TC, EXPR) \
    do { \
        op_row *row_ = (ROW); \
        for (unsigned i = 0; i < OP_LANES; i++) { \
            const TA a = as_##TA(op_in(SIG, 0, i)); \
            const TB b = as_##TB(op_in(SIG, 1, i)); \
            const TC c = as_##TC(op_in(SIG, 2, i)); \
            (void)a, (void)b, (void)c; \
            const u64 value_ = (u64)(EXPR); \
            row_->want[i] = row_->kind == 'p' ? value_ != 0 : op_kept(value_, row_->kind); \
        } \
    } while (0)
#define ROW(NAME, SIG, TA, TB, TC, EXPR) OP_WANT(op_plain(NAME, SIG), SIG, TA, TB, TC, EXPR)
#define TEXT(NAME, SIG, BODY, TA, TB, TC, EXPR) \
    OP_WANT(op_add(NAME, (SIG)[0], BODY), SIG, TA, TB, TC, EXPR)

#endif
