// test_ptx_mma.c: products of matrices, ldmatrix, stmatrix and cp.async as single instructions
// against C: where each lane's elements lie is written down here as the PTX ISA lists it, element
// by element, and products are summed by the definition.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/lanes.h"
#include "tests/ptx/sample.h"

enum { A_AT = 0, B_AT = 16, C_AT = 24 }; // 32-bit words of a lane

// Elements of A and B are whole numbers of an eighth, so that f16 and bf16 hold them and every
// order of summing gives the same.
typedef struct shape {
    const char *name, *types; // .dtype.atype.btype.ctype
    int m, k, bits;           // of an element of A and B
    char kind; // 'h' f16, 'b' bf16, 't' tf32, 'd' f64, 's' signed, 'u' unsigned, 'x' xor, '&' and
    bool half; // C and D are f16
} shape;

static const shape shapes[] = {{"m16n8k8", "f32.f16.f16.f32", 16, 8, 16, 'h', false},
                               {"m16n8k16", "f32.f16.f16.f32", 16, 16, 16, 'h', false},
                               {"m16n8k8", "f16.f16.f16.f16", 16, 8, 16, 'h', true},
                               {"m16n8k16", "f16.f16.f16.f16", 16, 16, 16, 'h', true},
                               {"m16n8k8", "f32.bf16.bf16.f32", 16, 8, 16, 'b', false},
                               {"m16n8k16", "f32.bf16.bf16.f32", 16, 16, 16, 'b', false},
                               {"m16n8k4", "f32.tf32.tf32.f32", 16, 4, 32, 't', false},
                               {"m16n8k8", "f32.tf32.tf32.f32", 16, 8, 32, 't', false},
                               {"m8n8k4", "f64.f64.f64.f64", 8, 4, 64, 'd', false},
                               {"m16n8k4", "f64.f64.f64.f64", 16, 4, 64, 'd', false},
                               {"m16n8k8", "f64.f64.f64.f64", 16, 8, 64, 'd', false},
                               {"m16n8k16", "f64.f64.f64.f64", 16, 16, 64, 'd', false},
                               {"m8n8k16", "s32.s8.s8.s32", 8, 16, 8, 's', false},
                               {"m16n8k16", "s32.s8.s8.s32", 16, 16, 8, 's', false},
                               {"m16n8k32", "s32.s8.s8.s32", 16, 32, 8, 's', false},
                               {"m16n8k32", "s32.u8.u8.s32", 16, 32, 8, 'u', false},
                               {"m8n8k32", "s32.s4.s4.s32", 8, 32, 4, 's', false},
                               {"m16n8k32", "s32.s4.s4.s32", 16, 32, 4, 's', false},
                               {"m16n8k64", "s32.u4.u4.s32", 16, 64, 4, 'u', false},
                               {"m8n8k128", "s32.b1.b1.s32", 8, 128, 1, 'x', false},
                               {"m16n8k128", "s32.b1.b1.s32", 16, 128, 1, '&', false},
                               {"m16n8k256", "s32.b1.b1.s32", 16, 256, 1, 'x', false}};

// Element i of A in a lane (PTX ISA, "Matrix Fragments for mma.m16n8k16" and its siblings): the
// elements of a register are side by side; a0 and the third register are in row groupID, the second
// and fourth in groupID + 8; the third and fourth begin half of k later.
static void a_place(const shape *s, int lane, int i, int *row, int *col)
{
    const int group = lane >> 2, in_group = lane & 3, per = s->bits == 64 ? 1 : 32 / s->bits;
    const bool second = s->m == 16 && (i / per) % 2 == 1;
    const int later = s->m == 16 ? i / (2 * per) : i / per;
    *row = second ? group + 8 : group;
    *col = in_group * per + i % per + later * 4 * per;
}
static void b_place(const shape *s, int lane, int i, int *row, int *col)
{
    const int per = s->bits == 64 ? 1 : 32 / s->bits;
    *row = (lane & 3) * per + i % per + i / per * 4 * per;
    *col = lane >> 2;
}
static void c_place(int lane, int i, int *row, int *col)
{
    *row = i < 2 ? lane >> 2 : (lane >> 2) + 8;
    *col = (lane & 3) * 2 + (i & 1);
}

static uint64_t code_of(const shape *s, double x)
{
    switch (s->kind) {
    case 'h': return half_code(x);
    case 'b': return bits32((float)x) >> 16;
    case 't': return bits32((float)x) | 0x1abc; // the low bits play no role
    case 'd': return bits64(x);
    default: return (uint64_t)(int64_t)x & ((1ull << s->bits) - 1);
    }
}

// A whole number in what the type holds, or of a real type an eighth of one.
static double number_of(const shape *s, uint32_t seed)
{
    const uint32_t n = noise(seed * 2654435761u + 17);
    switch (s->kind) {
    case 's': return (int)(n % (1u << s->bits)) - (1 << (s->bits - 1));
    case 'u':
    case 'x':
    case '&': return n % (1u << s->bits);
    default: return ((int)(n % 33) - 16) / 8.0;
    }
}

static double product(const shape *s, double x, double y)
{
    const int a = (int)x, b = (int)y;
    return s->kind == 'x' ? (double)(a ^ b) : s->kind == '&' ? (double)(a & b) : x * y;
}

static void put_bits(uint32_t *words, int at, int bits, uint64_t code) // element `at` of a fragment
{
    if (bits == 64) memcpy(words + 2 * at, &code, 8);
    else words[at * bits / 32] |= (uint32_t)(code << at * bits % 32);
}

typedef struct problem {
    double a[16][256], b[256][8], c[16][8];
    lane_words in, out;
} problem;

static int count_of(const shape *s, int rows) { return rows * s->k / LANES; }

static void fill_fragments(const shape *s, problem *p)
{
    int row, col;
    const bool wide = s->bits == 64, real = strchr("hbtd", s->kind);
    for (int r = 0; r < s->m; r++) {
        for (int k = 0; k < s->k; k++) p->a[r][k] = number_of(s, (uint32_t)(r * 256 + k));
        for (int n = 0; n < 8; n++) p->c[r][n] = (int)(noise((uint32_t)(r * 8 + n)) % 200) - 100;
    }
    for (int k = 0; k < s->k; k++) {
        for (int n = 0; n < 8; n++) p->b[k][n] = number_of(s, (uint32_t)(70000 + k * 8 + n));
    }
    memset(p->in, 0, sizeof p->in);
    for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0; i < count_of(s, s->m); i++) {
            a_place(s, lane, i, &row, &col);
            put_bits(&p->in[lane][A_AT], i, s->bits, code_of(s, p->a[row][col]));
        }
        for (int i = 0; i < count_of(s, 8); i++) {
            b_place(s, lane, i, &row, &col);
            put_bits(&p->in[lane][B_AT], i, s->bits, code_of(s, p->b[row][col]));
        }
        for (int i = 0; i < s->m / 4; i++) {
            c_place(lane, i, &row, &col);
            const double c = p->c[row][col];
            put_bits(&p->in[lane][C_AT], i,
                     s->half ? 16
                     : wide  ? 64
                             : 32,
                     s->half ? half_code(c)
                     : wide  ? bits64(c)
                     : real  ? bits32((float)c)
                             : (uint32_t)(int)c);
        }
    }
}

// {%xN, ...}: n registers from word `at` on
static int list(char *to, size_t room, int at, int n, bool wide)
{
    int used = snprintf(to, room, "{");
    for (int i = 0; i < n; i++)
        used += snprintf(to + used, room - (size_t)used, "%s%%%c%d", i ? ", " : "",
                         wide ? 'd' : 'r', wide ? at / 2 + i : at + i);
    return used + snprintf(to + used, room - (size_t)used, "}");
}

static void multiply(const shape *s, const char *more, problem *p)
{
    const bool wide = s->bits == 64;
    const int per = wide ? 1 : 32 / s->bits, to = s->half ? s->m / 8 : s->m / 4;
    char body[1024], text[4][160];
    list(text[0], sizeof text[0], 32, to, wide);
    list(text[1], sizeof text[1], A_AT, count_of(s, s->m) / per, wide);
    list(text[2], sizeof text[2], B_AT, count_of(s, 8) / per, wide);
    list(text[3], sizeof text[3], C_AT, to, wide);
    int n = snprintf(body, sizeof body, "mma.sync.aligned.%s.row.col%s.%s%s %s, %s, %s, %s;\n",
                     s->name, more, s->types,
                     s->kind == 'x'   ? ".xor.popc"
                     : s->kind == '&' ? ".and.popc"
                                      : "",
                     text[0], text[1], text[2], text[3]);
    for (int k = 0; k < to; k++)
        n += snprintf(body + n, sizeof body - (size_t)n,
                      wide ? "st.global.f64 [o+%d], %%d%d;\n" : "st.global.b32 [o+%d], %%r%d;\n",
                      (wide ? 8 : 4) * k, wide ? 16 + k : 32 + k);
    run_lanes(body, p->in, p->out);
}

static double result_of(const shape *s, const problem *p, int lane, int i)
{
    const uint32_t *words = p->out[lane];
    uint64_t wide;
    if (s->half) return half_number(words[i / 2] >> 16 * (i & 1) & 0xffff);
    if (s->bits == 64) {
        memcpy(&wide, words + 2 * i, 8);
        return as_f64(wide);
    }
    return strchr("hbt", s->kind) ? (double)as_f32(words[i]) : (double)(int32_t)words[i];
}

TEST(every_shape_multiplies)
{
    static problem p;
    for (unsigned n = 0; n < sizeof shapes / sizeof shapes[0]; n++) {
        const shape *s = &shapes[n];
        unsigned wrong = 0;
        fill_fragments(s, &p);
        multiply(s, "", &p);
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < s->m / 4; i++) {
                int row, col;
                c_place(lane, i, &row, &col);
                double sum = p.c[row][col];
                for (int k = 0; k < s->k; k++) sum += product(s, p.a[row][k], p.b[k][col]);
                const double got = result_of(s, &p, lane, i);
                // an f16 rounds to 1 in 2,048; all else is exact here
                const double off = s->half ? fabs(sum) / 2048 : 0;
                if (fabs(got - sum) > off && wrong++ == 0)
                    printf("# %s.%s row %d column %d: got %g, expected %g\n", s->name, s->types,
                           row, col, got, sum);
            }
        }
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

// One rounding at the end: 2^24 + 1/2 + 1/2 + 1 is 2^24 + 2, which sums rounded to f32 on the way
// do not reach.
TEST(sums_are_rounded_once)
{
    static problem p;
    const shape *s = &shapes[1];
    memset(p.in, 0, sizeof p.in);
    p.in[0][A_AT] = 0x38003800; // a[0][0..1]: 1/2, 1/2
    p.in[0][A_AT + 2] = 0x3c00; // a[0][8]: 1
    p.in[0][B_AT] = 0x3c003c00, p.in[0][B_AT + 1] = 0x3c00;
    p.in[0][C_AT] = bits32(16777216);
    multiply(s, "", &p);
    CU_ASSERT_EQUAL(p.out[0][0], bits32(16777218));
}

TEST(integers_wrap_or_are_clamped)
{
    static problem p;
    static const shape s = {"m8n8k16", "s32.s8.s8.s32", 8, 16, 8, 's', false};
    for (int clamped = 0; clamped < 2; clamped++) {
        memset(p.in, 0, sizeof p.in);
        p.in[0][A_AT] = p.in[0][B_AT] = 100; // 10,000
        p.in[0][C_AT] = INT32_MAX - 5000;
        multiply(&s, clamped ? ".satfinite" : "", &p);
        CU_ASSERT_EQUAL(p.out[0][0], clamped ? INT32_MAX : (uint32_t)INT32_MAX + 5000);
    }
}

// 128 words of shared memory, word i having i in its lower half and i + 200 in its upper one; lane
// l loads from row addresses in a mixed order.
#define FILL \
    "mov.u32 %r40, room; mad.lo.u32 %r41, t, 16, %r40; mad.lo.u32 %r42, t, 262148, 13107200; " \
    "mov.u32 %r43, 0; L: st.shared.u32 [%r41], %r42; add.u32 %r41, %r41, 4; add.u32 %r42, " \
    "%r42, 65537; add.u32 %r43, %r43, 1; setp.lt.u32 %p1, %r43, 4; @%p1 bra L;\n" \
    "mul.lo.u32 %r41, t, 5; and.b32 %r41, %r41, 31; mad.lo.u32 %r41, %r41, 16, %r40;\n"
#define SAVE4 "st.global.v4.b32 [o], {%r0, %r1, %r2, %r3};"

static uint32_t row_of(int matrix, int row) { return (uint32_t)((matrix * 8 + row) * 5 % 32); }
static uint16_t short_of(uint32_t row, int col) // element of 16 bits of a row of shared memory
{
    const uint32_t word = row * 4 + (uint32_t)col / 2;
    return (uint16_t)(col & 1 ? word + 200 : word);
}

TEST(matrices_are_loaded)
{
    static problem p;
    static const char *const forms[] = {
        FILL "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%r41];" SAVE4,
        FILL "cvt.u64.u32 %l1, %r41; cvta.shared.u64 %l1, %l1; "
             "ldmatrix.sync.aligned.m8n8.x4.b16 {%r0, %r1, %r2, %r3}, [%l1];" SAVE4,
        FILL "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r0, %r1, %r2, %r3}, [%r41];" SAVE4,
        FILL "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0, %r1}, [%r41];" SAVE4,
        FILL "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r0}, [%r41];" SAVE4};
    static const int count[] = {4, 4, 4, 2, 1};
    for (unsigned f = 0; f < 5; f++) {
        const bool trans = strstr(forms[f], ".trans");
        unsigned wrong = 0;
        run_lanes(forms[f], p.in, p.out);
        for (int lane = 0; lane < LANES; lane++) {
            for (int m = 0; m < count[f]; m++) {
                const int i = lane >> 2, j = 2 * (lane & 3);
                const uint16_t low = trans ? short_of(row_of(m, j), i) : short_of(row_of(m, i), j),
                               high = trans ? short_of(row_of(m, j + 1), i)
                                            : short_of(row_of(m, i), j + 1);
                wrong += p.out[lane][m] != (low | (uint32_t)high << 16);
            }
        }
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

// What ldmatrix has loaded, stmatrix stores to where it was, transposed if only one of them says
// so.
TEST(matrices_are_stored)
{
    static problem p;
    run_lanes(FILL "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%r41]; add.u32 "
                   "%r41, %r41, 512; stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r41], {%r0, "
                   "%r1, %r2, %r3}; mad.lo.u32 %r42, t, 16, %r40; ld.shared.v4.b32 {%r0, %r1, %r2, "
                   "%r3}, [%r42+512];" SAVE4,
              p.in, p.out);
    unsigned wrong = 0;
    for (int m = 0; m < 4; m++) {
        for (int row = 0; row < 8; row++) {
            for (int col = 0; col < 8; col++) {
                const uint32_t word = p.out[row_of(m, row)][col / 2];
                wrong += (uint16_t)(word >> 16 * (col & 1)) != short_of(row_of(m, col), row);
            }
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

// Element (row, col) of an 8 x 8 matrix is half col % 2 of lane 4 * row + col / 2.
TEST(a_matrix_in_registers_is_transposed)
{
    static problem p;
    unsigned wrong = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) p.in[lane][0] = noise(lane + 5);
    run_lanes("movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r0; movmatrix.sync.aligned.m8n8.trans"
              ".b16 %r0, %r0; st.global.v2.b32 [o], {%r1, %r0};",
              p.in, p.out);
    for (int row = 0; row < 8; row++) {
        for (int col = 0; col < 8; col++) {
            const uint32_t from = p.in[4 * col + row / 2][0] >> 16 * (row % 2);
            for (int k = 0; k < 2; k++)
                wrong +=
                    (uint16_t)(p.out[4 * row + col / 2][k] >> 16 * (col % 2)) != (uint16_t)from;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

// Copies of each size, of which as many bytes are read as is said, the rest being zeros.
TEST(copies_fill_with_zeros)
{
    static problem p;
    static const struct {
        const char *how;
        uint32_t bytes;
    } forms[] = {{"ca", 4}, {"ca", 8}, {"ca", 16}, {"cg", 16}};
    for (unsigned f = 0; f < 4; f++) {
        char body[1024];
        snprintf(
            body, sizeof body,
            "mov.u32 %%r40, room; mad.lo.u32 %%r41, t, 16, %%r40; st.shared.v4.u32 [%%r41], {7, "
            "7, 7, 7}; rem.u32 %%r42, t, 18;\n"
            "cp.async.%s.shared.global [%%r41], [i+16], %u, %%r42; cp.async.commit_group; "
            "cp.async.wait_group 0; ld.shared.v4.b32 {%%r0, %%r1, %%r2, %%r3}, [%%r41]; %s",
            forms[f].how, forms[f].bytes, SAVE4);
        for (int lane = 0; lane < LANES; lane++) {
            for (int k = 0; k < WORDS; k++)
                p.in[lane][k] = noise((uint32_t)(lane * WORDS + k)) | 0x01010101;
        }
        run_lanes(body, p.in, p.out);
        unsigned wrong = 0;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            const unsigned char *got = (const unsigned char *)p.out[lane],
                                *from = (const unsigned char *)&p.in[lane][4];
            for (uint32_t k = 0; k < 16; k++) {
                const unsigned want = k >= forms[f].bytes ? (k % 4 ? 0 : 7)
                                      : k < lane % 18     ? from[k]
                                                          : 0;
                wrong += got[k] != want;
            }
        }
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

// A predicate that ignores the source leaves zeros.
TEST(copies_ignore_their_source)
{
    static problem p;
    for (unsigned negated = 0; negated < 2; negated++) {
        char body[1024];
        snprintf(body, sizeof body,
                 "mov.u32 %%r40, room; mad.lo.u32 %%r41, t, 16, %%r40; setp.gt.u32 %%p1, t, 9;\n"
                 "cp.async.cg.shared.global [%%r41], [i+16], 16, %s%%p1; cp.async.wait_all; "
                 "ld.shared.v4.b32 {%%r0, %%r1, %%r2, %%r3}, [%%r41]; %s",
                 negated ? "!" : "", SAVE4);
        for (int lane = 0; lane < LANES; lane++) {
            for (int k = 0; k < WORDS; k++)
                p.in[lane][k] = noise((uint32_t)(lane * WORDS + k)) | 0x01010101;
        }
        run_lanes(body, p.in, p.out);
        unsigned wrong = 0;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            const bool ignored = (lane > 9) != negated;
            for (uint32_t k = 0; k < 4; k++)
                wrong += p.out[lane][k] != (ignored ? 0 : p.in[lane][4 + k]);
        }
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

// A whole product of nvcc's making: cp.async, ldmatrix and mma together.
TEST(a_product_of_tiles)
{
    enum { M = 64, COLUMNS = 96, K = 80 };
    static uint16_t a[M][K], b[COLUMNS][K];
    static float c[M][COLUMNS];
    sample s;
    open_sample(&s, SAMPLES "tensor.nvcc.ptx");
    for (uint32_t k = 0; k < K; k++) {
        for (uint32_t i = 0; i < M; i++)
            a[i][k] = (uint16_t)half_code(number_of(&shapes[1], i * K + k));
        for (uint32_t j = 0; j < COLUMNS; j++)
            b[j][k] = (uint16_t)half_code(number_of(&shapes[1], 90000 + j * K + k));
    }
    buffer(&s, a, sizeof a), buffer(&s, b, sizeof b), buffer(&s, c, sizeof c);
    number(&s, COLUMNS), number(&s, K);
    launch(&s, "gemm", COLUMNS / 32, M / 32, 64, 1);
    unsigned wrong = 0;
    for (uint32_t i = 0; i < M; i++) {
        for (uint32_t j = 0; j < COLUMNS; j++) {
            double sum = 0;
            for (uint32_t k = 0; k < K; k++) sum += half_number(a[i][k]) * half_number(b[j][k]);
            wrong += fabs((double)c[i][j] - sum) > 0; // sums of 64ths: exact
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static void refused(const char *body, const char *message)
{
    char text[512];
    err e = {0};
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %%r<8>; .reg "
             ".b64 %%l<4>; .reg .pred %%p<2>;\n%s\nret;\n}\n",
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
    refused("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r0}, {%r0}, {%r0}, {%r0};",
            "t.ptx:6:51: error: 1 registers where 4 are needed");
    refused("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.f16.f32 {%r0}, {%r0}, {%r0}, {%r0};",
            "instruction is not supported");
    refused("mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f32 {%r0}, {%r0}, {%r0}, {%r0};",
            "instruction is not supported");
    refused("mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32 {%r0}, {%r0}, {%r0}, {%r0};",
            "instruction is not supported");
    refused("mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16 {%r0}, {%r0}, {%r0}, {%r0};",
            "instruction is not supported");
    refused("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16 {%r0}, {%r0}, {%r0}, {%r0};",
            "instruction is not supported");
    refused("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0}, [%l1];",
            "1 registers where 2 are moved");
    refused("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%l1];",
            "instruction is not supported");
    refused("cp.async.cg.shared.global [%l1], [%l2], 8;", "cp.async.cg copies 16 bytes, not 8");
    refused("cp.async.ca.shared.global.L2::cache_hint [%l1], [%l2], 16, %r1;",
            "a cache policy is a register of 64 bits");
    refused("cp.async.bulk.shared.global [%l1], [%l2], 16, [%l3];", "instruction is not supported");
}

UNIT_MAIN("ptx_mma", T(every_shape_multiplies), T(sums_are_rounded_once),
          T(integers_wrap_or_are_clamped), T(matrices_are_loaded), T(matrices_are_stored),
          T(a_matrix_in_registers_is_transposed), T(copies_fill_with_zeros),
          T(copies_ignore_their_source), T(a_product_of_tiles),
          T(what_is_wrong_or_missing_is_named))
