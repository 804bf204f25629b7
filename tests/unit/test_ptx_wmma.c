// test_ptx_wmma.c: wmma against C. Matrices lie in memory as the program sees them and the product
// is summed by its definition, so that nothing here but the last test knows which lane holds what.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"
#include "tests/ptx/sample.h"

#include <math.h>

enum { AREA = 8192, A_AT = 0, B_AT = AREA, C_AT = 2 * AREA, D_AT = 3 * AREA, BYTES = 4 * AREA };

typedef struct type {
    const char *name;
    int bits;
    char kind; // 'h' f16, 'b' bf16, 't' tf32, 'f' f32, 'd' f64, 's' signed, 'u' unsigned, 'x' bits
    char reg;  // letter of its registers
} type;

static const type f16 = {"f16", 16, 'h', 'r'}, bf16 = {"bf16", 16, 'b', 'r'},
                  tf32 = {"tf32", 32, 't', 'r'}, f32 = {"f32", 32, 'f', 'f'},
                  f64 = {"f64", 64, 'd', 'd'}, s8 = {"s8", 8, 's', 'r'}, u8 = {"u8", 8, 'u', 'r'},
                  s4 = {"s4", 4, 's', 'r'}, u4 = {"u4", 4, 'u', 'r'}, b1 = {"b1", 1, 'x', 'r'},
                  s32 = {"s32", 32, 's', 'r'};

// Registers of A, B, C and D as the PTX ISA lists them.
typedef struct form {
    const char *shape, *op; // m16n16k16; of b1 how bits meet
    int m, n, k;
    const type *factor, *from, *to; // A and B, C, D
    int a, b, c, d;
} form;

static const form forms[] = {{"m16n16k16", "", 16, 16, 16, &f16, &f32, &f32, 8, 8, 8, 8},
                             {"m32n8k16", "", 32, 8, 16, &f16, &f32, &f32, 8, 8, 8, 8},
                             {"m8n32k16", "", 8, 32, 16, &f16, &f32, &f32, 8, 8, 8, 8},
                             {"m16n16k16", "", 16, 16, 16, &f16, &f16, &f16, 8, 8, 4, 4},
                             {"m32n8k16", "", 32, 8, 16, &f16, &f16, &f16, 8, 8, 4, 4},
                             {"m8n32k16", "", 8, 32, 16, &f16, &f16, &f16, 8, 8, 4, 4},
                             {"m16n16k16", "", 16, 16, 16, &f16, &f16, &f32, 8, 8, 4, 8},
                             {"m8n32k16", "", 8, 32, 16, &f16, &f32, &f16, 8, 8, 8, 4},
                             {"m16n16k16", "", 16, 16, 16, &bf16, &f32, &f32, 4, 4, 8, 8},
                             {"m32n8k16", "", 32, 8, 16, &bf16, &f32, &f32, 8, 2, 8, 8},
                             {"m8n32k16", "", 8, 32, 16, &bf16, &f32, &f32, 2, 8, 8, 8},
                             {"m16n16k8", "", 16, 16, 8, &tf32, &f32, &f32, 4, 4, 8, 8},
                             {"m8n8k4", "", 8, 8, 4, &f64, &f64, &f64, 1, 1, 2, 2},
                             {"m16n16k16", "", 16, 16, 16, &s8, &s32, &s32, 2, 2, 8, 8},
                             {"m32n8k16", "", 32, 8, 16, &s8, &s32, &s32, 4, 1, 8, 8},
                             {"m8n32k16", "", 8, 32, 16, &s8, &s32, &s32, 1, 4, 8, 8},
                             {"m16n16k16", "", 16, 16, 16, &u8, &s32, &s32, 2, 2, 8, 8},
                             {"m32n8k16", "", 32, 8, 16, &u8, &s32, &s32, 4, 1, 8, 8},
                             {"m8n32k16", "", 8, 32, 16, &u8, &s32, &s32, 1, 4, 8, 8},
                             {"m8n8k32", "", 8, 8, 32, &s4, &s32, &s32, 1, 1, 2, 2},
                             {"m8n8k32", "", 8, 8, 32, &u4, &s32, &s32, 1, 1, 2, 2},
                             {"m8n8k128", ".xor", 8, 8, 128, &b1, &s32, &s32, 1, 1, 2, 2},
                             {"m8n8k128", ".and", 8, 8, 128, &b1, &s32, &s32, 1, 1, 2, 2}};

static unsigned char memory[BYTES];

static double half_number(uint64_t h)
{
    const int e = (int)(h >> 10 & 31);
    const double size =
        e ? ldexp((double)(1024 + (h & 1023)), e - 25) : ldexp((double)(h & 1023), -24);
    return h & 0x8000 ? -size : size;
}

static uint64_t half_code(double x) // of a normal number that an f16 holds, or of zero
{
    int e;
    const double m = frexp(fabs(x), &e);
    const uint32_t sign = x < 0 ? 0x8000u : 0;
    return m > 0 ? sign | (uint32_t)(e + 14) << 10 | ((uint32_t)(m * 2048) & 1023) : 0;
}

static uint64_t code_of(const type *t, double x)
{
    switch (t->kind) {
    case 'h': return half_code(x);
    case 'b': return bits32((float)x) >> 16;
    case 't': return bits32((float)x) | 0x1abc; // the low bits play no role
    case 'f': return bits32((float)x);
    case 'd': return bits64(x);
    default: return (uint64_t)(int64_t)x & ((1ull << t->bits) - 1);
    }
}

static uint64_t bits_in_memory(size_t area, size_t index, int bits)
{
    uint64_t v = 0;
    if (bits >= 8) memcpy(&v, memory + area + index * (size_t)bits / 8, (size_t)bits / 8);
    else v = memory[area + index * (size_t)bits / 8] >> index * (size_t)bits % 8;
    return bits == 64 ? v : v & ((1ull << bits) - 1);
}

static void to_memory(size_t area, size_t index, int bits, uint64_t code)
{
    unsigned char *at = memory + area + index * (size_t)bits / 8;
    if (bits >= 8) memcpy(at, &code, (size_t)bits / 8);
    else *at |= (unsigned char)(code << index * (size_t)bits % 8);
}

static double number_in_memory(size_t area, size_t index, const type *t)
{
    const uint64_t v = bits_in_memory(area, index, t->bits);
    if (t->kind == 'h') return half_number(v);
    if (t->kind == 'd') return as_f64(v);
    if (t->kind == 's') return (double)((int64_t)(v << (64 - t->bits)) >> (64 - t->bits));
    return t->kind == 'f' ? (double)as_f32((uint32_t)v) : (double)v;
}

// A matrix in memory: element (row, col) is at row * stride + col, or col * stride + row.
typedef struct layout {
    size_t area;
    int rows, columns, stride;
    bool by_rows;
} layout;

static layout layout_of(size_t area, int rows, int columns, bool by_rows, int more)
{
    return (layout){area, rows, columns, (by_rows ? columns : rows) + more, by_rows};
}
static size_t index_of(const layout *l, int row, int col)
{
    return (size_t)(l->by_rows ? row * l->stride + col : col * l->stride + row);
}

// Whole numbers, of real types eighths of them, which every type holds and which sum exactly.
static double number_of(const type *t, uint32_t seed)
{
    const uint32_t n = noise(seed * 2654435761u + 17);
    switch (t->kind) {
    case 's':
        return t->bits == 32 ? (int)(n % 2001) - 1000
                             : (int)(n % (1u << t->bits)) - (1 << (t->bits - 1));
    case 'u':
    case 'x': return n % (1u << t->bits);
    default: return ((int)(n % 33) - 16) / 8.0;
    }
}

static void fill(const layout *l, const type *t, double *values, uint32_t seed)
{
    for (int row = 0; row < l->rows; row++) {
        for (int col = 0; col < l->columns; col++) {
            const int at = row * l->columns + col;
            values[at] = number_of(t, seed + (uint32_t)at);
            to_memory(l->area, index_of(l, row, col), t->bits, code_of(t, values[at]));
        }
    }
}

static int list(char *to, size_t room, const type *t, int at, int n)
{
    int used = snprintf(to, room, "{");
    for (int i = 0; i < n; i++)
        used += snprintf(to + used, room - (size_t)used, "%s%%%c%d", i ? ", " : "", t->reg, at + i);
    snprintf(to + used, room - (size_t)used, "}");
    return 0;
}

static void run_body(const char *body)
{
    static char text[16384];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_90\n.address_size 64\n.entry k(.param .u64 M) {\n.reg .b32 "
             "%%r<64>; .reg .f32 %%f<64>; .reg .f64 %%d<64>; .reg .b64 m; .reg .u32 t; "
             ".reg .pred %%p<4>; .reg .b64 %%l<8>;\n.shared .align 32 .b8 room[%d];\n"
             "ld.param.u64 m, [M]; mov.u32 t, %%tid.x;\n%s\nret;\n}\n",
             AREA, body);
    err e = {0};
    uint64_t addr;
    ptx_module *m = op_load(text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    devmem *mem = devmem_new(0xC0000000, &e);
    devmem_alloc(mem, BYTES, &addr, &e);
    memcpy(devmem_at(mem, addr, BYTES), memory, BYTES);
    const ptx_launch l = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .params = &addr};
    driver d = {0};
    const ptx_kernel *kernel = ptx_find(m, "k", &e);
    int st = kernel ? ptx_launch_begin(&d.f, kernel, mem, &l, 1, DRIVER_SLOTS, 48, &e) : ST_INPUT;
    if (!st) st = driver_run(&d, &e);
    err_print(&e);
    CU_ASSERT_EQUAL_FATAL(st, ST_OK);
    memcpy(memory, devmem_at(mem, addr, BYTES), BYTES);
    ptx_launch_end(&d.f);
    devmem_free(mem);
    ptx_free(m);
    err_free(&e);
}

typedef struct problem {
    layout a, b, c, d;
    double va[32 * 128], vb[32 * 128], vc[32 * 32];
} problem;

static const char *way(const layout *l) { return l->by_rows ? "row" : "col"; }

// Bit 0 to 3 of `ways`: A, B, C, D by rows. more: how much longer a line is than it needs to be.
static void set_problem(const form *f, unsigned ways, int more, problem *p)
{
    memset(memory, 0, sizeof memory);
    p->a = layout_of(A_AT, f->m, f->k, ways & 1, more);
    p->b = layout_of(B_AT, f->k, f->n, ways >> 1 & 1, more);
    p->c = layout_of(C_AT, f->m, f->n, ways >> 2 & 1, more);
    p->d = layout_of(D_AT, f->m, f->n, ways >> 3 & 1, more);
    fill(&p->a, f->factor, p->va, 0), fill(&p->b, f->factor, p->vb, 90000);
    fill(&p->c, f->from, p->vc, 180000);
}

static void stride_text(char *to, size_t room, const layout *l, bool given)
{
    if (given) snprintf(to, room, ", %d", l->stride);
    else *to = 0;
}

// Where the registers of C begin: in one way of writing it they are those of D.
static void multiply(const form *f, const problem *p, bool strides, int c_at, const char *between)
{
    char body[4096], a[128], b[128], c[128], d[128], sa[16], sb[16], sc[16], sd[16], types[40];
    const type *t = f->factor;
    list(a, sizeof a, t, 0, f->a), list(b, sizeof b, t, 8, f->b);
    list(c, sizeof c, f->from, c_at, f->c), list(d, sizeof d, f->to, 24, f->d);
    stride_text(sa, sizeof sa, &p->a, strides), stride_text(sb, sizeof sb, &p->b, strides);
    stride_text(sc, sizeof sc, &p->c, strides), stride_text(sd, sizeof sd, &p->d, strides);
    if (t == &f16) snprintf(types, sizeof types, "%s.%s", f->to->name, f->from->name);
    else snprintf(types, sizeof types, "%s.%s.%s.%s", f->to->name, t->name, t->name, f->from->name);
    snprintf(body, sizeof body,
             "wmma.load.a.sync.aligned.%s.%s.global.%s %s, [m+%d]%s;\n"
             "wmma.load.b.sync.aligned.%s.%s.%s %s, [m+%d]%s;\n"
             "wmma.load.c.sync.aligned.%s.%s.global.%s %s, [m+%d]%s;\n%s"
             "wmma.mma%s%s.sync.aligned.%s.%s.%s.%s %s, %s, %s, %s;\n"
             "wmma.store.d.sync.aligned.%s.%s.global.%s [m+%d], %s%s;\n",
             way(&p->a), f->shape, t->name, a, A_AT, sa, way(&p->b), f->shape, t->name, b, B_AT, sb,
             way(&p->c), f->shape, f->from->name, c, C_AT, sc, between, f->op,
             *f->op ? ".popc" : "", way(&p->a), way(&p->b), f->shape, types, d, a, b, c, way(&p->d),
             f->shape, f->to->name, D_AT, d, sd);
    run_body(body);
}

static double product(const form *f, double x, double y)
{
    const int a = (int)x, b = (int)y;
    return *f->op ? (double)(f->op[1] == 'x' ? a ^ b : a & b) : x * y;
}

static unsigned wrong_of(const form *f, const problem *p, double scale)
{
    unsigned wrong = 0;
    for (int i = 0; i < f->m; i++) {
        for (int j = 0; j < f->n; j++) {
            double sum = p->vc[i * f->n + j];
            for (int k = 0; k < f->k; k++)
                sum += scale * product(f, p->va[i * f->k + k], p->vb[k * f->n + j]);
            const double got = number_in_memory(D_AT, index_of(&p->d, i, j), f->to),
                         off = f->to == &f16 ? fabs(sum) / 2048 : 0; // all else is exact here
            if (fabs(got - sum) > off && wrong++ == 0)
                printf("# %s %s row %d column %d: got %g, expected %g\n", f->shape, f->factor->name,
                       i, j, got, sum);
        }
    }
    return wrong;
}

static bool is_way(const form *f, unsigned ways) // A by rows and B by columns where bits are few
{
    return f->factor->bits >= 8 || (ways & 3) == 1;
}

TEST(every_shape_multiplies_in_every_layout)
{
    static problem p;
    for (unsigned n = 0; n < sizeof forms / sizeof forms[0]; n++) {
        for (unsigned ways = 0; ways < 16; ways++) {
            const int more = ways % 3 ? 256 / (forms[n].factor->bits < 8 ? 1 : 8) : 0;
            if (!is_way(&forms[n], ways)) continue;
            set_problem(&forms[n], ways, more, &p);
            multiply(&forms[n], &p, more, forms[n].from == forms[n].to ? 24 : 16, "");
            CU_ASSERT_EQUAL(wrong_of(&forms[n], &p, 1), 0);
        }
    }
}

// Programs that treat all elements of a fragment alike need not know where they are. Eight of a
// fragment of f16 appear twice, and both have to be scaled to the same.
TEST(elements_may_be_scaled_in_registers)
{
    static problem p;
    for (unsigned n = 0; n < 3; n++) {
        char between[1024] = "mov.b32 %r60, 0x44004400;\n"; // 4
        for (int r = 0; r < 8; r++)
            snprintf(between + strlen(between), sizeof between - strlen(between),
                     "mul.f16x2 %%r%d, %%r%d, %%r60;\n", r, r);
        set_problem(&forms[n], 5, 8, &p);
        multiply(&forms[n], &p, true, 24, between);
        CU_ASSERT_EQUAL(wrong_of(&forms[n], &p, 4), 0);
    }
}

// The first tile's results are written before the second tile's factors are read.
TEST(results_may_take_the_registers_of_factors)
{
    static problem p;
    const form *f = &forms[4]; // m32n8k16 with f16 results
    set_problem(f, 5, 0, &p);
    char body[2048];
    snprintf(body, sizeof body,
             "wmma.load.a.sync.aligned.row.m32n8k16.f16 {%%r0, %%r1, %%r2, %%r3, %%r4, %%r5, %%r6, "
             "%%r7}, [m], 16; wmma.load.b.sync.aligned.col.m32n8k16.f16 {%%r8, %%r9, %%r10, %%r11, "
             "%%r12, %%r13, %%r14, %%r15}, [m+%d], 16; wmma.load.c.sync.aligned.row.m32n8k16.f16 "
             "{%%r16, %%r17, %%r18, %%r19}, [m+%d], 8;\nwmma.mma.sync.aligned.row.col.m32n8k16.f16"
             ".f16 {%%r8, %%r18, %%r4, %%r16}, {%%r0, %%r1, %%r2, %%r3, %%r4, %%r5, %%r6, %%r7}, "
             "{%%r8, %%r9, %%r10, %%r11, %%r12, %%r13, %%r14, %%r15}, {%%r16, %%r17, %%r18, "
             "%%r19};\nwmma.store.d.sync.aligned.col.m32n8k16.f16 [m+%d], {%%r8, %%r18, %%r4, "
             "%%r16}, 32;\n",
             B_AT, C_AT, D_AT);
    run_body(body);
    CU_ASSERT_EQUAL(wrong_of(f, &p, 1), 0);
}

// Through shared memory by its name, by a generic address, and with a stride in a register that the
// load overwrites.
TEST(fragments_move_through_every_space)
{
    static problem p;
    set_problem(&forms[0], 15, 0, &p);
    char body[2048];
    snprintf(body, sizeof body,
             "mov.u32 %%r40, 16; wmma.load.c.sync.aligned.row.m16n16k16.f32 {%%r32, %%r33, %%r34, "
             "%%r35, %%r36, %%r37, %%r38, %%r40}, [m+%d], %%r40;\n"
             "wmma.store.d.sync.aligned.col.m16n16k16.shared.f32 [room+64], {%%r32, %%r33, %%r34, "
             "%%r35, %%r36, %%r37, %%r38, %%r40}, 20;\nmov.u32 %%r41, room; "
             "wmma.load.c.sync.aligned.col.m16n16k16.shared.f32 {%%f0, %%f1, %%f2, %%f3, %%f4, "
             "%%f5, %%f6, %%f7}, [%%r41+64], 20;\nmov.u64 %%l0, room; cvta.shared.u64 %%l0, %%l0;"
             "wmma.store.d.sync.aligned.row.m16n16k16.f32 [%%l0], {%%f0, %%f1, %%f2, %%f3, %%f4, "
             "%%f5, %%f6, %%f7};\nwmma.load.c.sync.aligned.row.m16n16k16.f32 {%%f0, %%f1, %%f2, "
             "%%f3, %%f4, %%f5, %%f6, %%f7}, [%%l0];\nwmma.store.d.sync.aligned.row.m16n16k16"
             ".global.f32 [m+%d], {%%f0, %%f1, %%f2, %%f3, %%f4, %%f5, %%f6, %%f7}, 16;\n",
             C_AT, D_AT);
    run_body(body);
    CU_ASSERT_EQUAL(memcmp(memory + C_AT, memory + D_AT, 16 * 16 * 4), 0);
}

// The layout that wmma.h states, for one fragment of each role: that of mma.m16n8k16 as the PTX
// ISA lists it, tile by tile.
TEST(fragments_are_tiles_of_mma)
{
    static problem p;
    char body[2048] = "", text[2048], regs[128];
    set_problem(&forms[0], 15, 0, &p);
    list(regs, sizeof regs, &f16, 0, 8);
    snprintf(text, sizeof text, "wmma.load.a.sync.aligned.row.m16n16k16.f16 %s, [m];\n", regs);
    strcat(body, text);
    list(regs, sizeof regs, &f16, 8, 8);
    snprintf(text, sizeof text, "wmma.load.b.sync.aligned.row.m16n16k16.f16 %s, [m+%d];\n", regs,
             B_AT);
    strcat(body, text);
    list(regs, sizeof regs, &s32, 16, 8);
    snprintf(text, sizeof text,
             "wmma.load.c.sync.aligned.row.m16n16k16.f32 %s, [m+%d];\nmad.wide.u32 m, t, 128, "
             "m;\n",
             regs, C_AT);
    strcat(body, text);
    for (int r = 0; r < 24; r++)
        snprintf(body + strlen(body), sizeof body - strlen(body), "st.global.b32 [m+%d], %%r%d;\n",
                 D_AT + 4 * r, r);
    run_body(body);
    unsigned wrong = 0;
    for (int lane = 0; lane < 32; lane++) {
        const int group = lane >> 2, in_group = lane & 3;
        for (int r = 0; r < 24; r++) {
            const size_t word = (size_t)(lane * 32 + r);
            const int tile = r % 8 / 4, e = r % 4; // of C
            for (int half = 0; half < 2 && r < 16; half++) {
                const double got = number_in_memory(D_AT, 2 * word + (size_t)half, &f16);
                const int row = group + 8 * (r % 2), col = 2 * in_group + half + r % 4 / 2 * 8;
                const int k = 2 * in_group + half + 8 * (r % 2), n = group + r % 4 / 2 * 8;
                wrong += fabs(got - (r < 8 ? p.va[row * 16 + col] : p.vb[k * 16 + n])) > 0;
            }
            const int row = group + 8 * (e / 2), col = 8 * tile + 2 * in_group + e % 2;
            if (r >= 16)
                wrong += fabs(number_in_memory(D_AT, word, &f32) - p.vc[row * 16 + col]) > 0;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void refused(const char *body, const char *message)
{
    char text[1024];
    err e = {0};
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %%r<8>; .reg "
             ".b64 %%l<4>;\n%s\nret;\n}\n",
             body);
    ptx_module *m = ptx_load_text("t.ptx", text, strlen(text), &e);
    CU_ASSERT(!m || !ptx_find(m, "k", &e));
    CU_ASSERT(e.text && strstr(e.text, message));
    if (!e.text || !strstr(e.text, message)) printf("# %s: %s\n", body, e.text ? e.text : "taken");
    err_free(&e);
    ptx_free(m);
}

TEST(what_is_wrong_or_missing_is_named)
{
    refused("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r0, %r1}, [%l1], 16;",
            "t.ptx:6:44: error: 2 registers where 8 are needed");
    refused("wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 {%r0, %r1}, {%r2}, {%r3, %r4}, "
            "{%r0, %r1};",
            "2 registers where 1 are needed");
    refused("wmma.load.a.sync.aligned.col.m8n8k32.s4 {%r0}, [%l1], 32;",
            "instruction is not supported: wmma.load.a.sync.aligned.col.m8n8k32.s4");
    refused("wmma.load.a.sync.aligned.row.m16n16k8.f16 {%r0}, [%l1], 32;",
            "instruction is not supported: wmma.load.a");
    refused("wmma.load.a.sync.aligned.m16n16k16.f16 {%r0}, [%l1], 32;",
            "instruction is not supported: wmma.load.a");
    refused("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32.satfinite {%r0}, {%r0}, {%r0}, "
            "{%r0};",
            "instruction is not supported: wmma.mma");
}

UNIT_MAIN("ptx_wmma", T(every_shape_multiplies_in_every_layout),
          T(elements_may_be_scaled_in_registers), T(results_may_take_the_registers_of_factors),
          T(fragments_move_through_every_space), T(fragments_are_tiles_of_mma),
          T(what_is_wrong_or_missing_is_named))
