// test_ptx_mma_more.c: products of matrices that test_ptx_mma.c has not: m8n8k4 of f16, four at a
// time, in the layouts of the PTX ISA ("Matrix Fragments for mma.m8n8k4 with .f16 floating point
// type"), which are written down here element by element; e4m3 and e5m2; and how many products one
// of f64 is made of.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/lanes.h"
#include "tests/ptx/sample.h"

enum { A_AT = 0, B_AT = 2, C_AT = 4 }; // 32-bit words of a lane, of m8n8k4

// Whole numbers of an eighth, which f16 holds, and of which every sum is exact in f32.
static double eighth(uint32_t seed) { return ((int)(noise(seed * 7919u + 3) % 33) - 16) / 8.0; }

// The place of element i in a lane, as the ISA lists it.
static void a_place(bool row_major, int lane, int i, int *row, int *col)
{
    const int high = lane < 16 ? 0 : 4;
    *row = (row_major ? lane % 4 : i % 4) + high;
    *col = row_major ? i : lane % 4;
}
static void b_place(bool row_major, int lane, int i, int *row, int *col)
{
    const int high = lane < 16 ? 0 : 4;
    *row = row_major ? lane % 4 : i;
    *col = (row_major ? i : lane % 4) + high;
}
static void c_place(bool half, int lane, int i, int *row, int *col)
{
    const int high = lane < 16 ? 0 : 4;
    *row = (half ? lane % 4 : (lane & 1) + (i & 2)) + high;
    *col = half ? i : (i & 4) + (lane & 2) + (i & 1);
}
static int product_of(int lane) { return lane % 16 / 4; }

typedef struct quad {
    double a[4][8][4], b[4][4][8], c[4][8][8]; // of each product
    lane_words in, out;
} quad;

static void fill(quad *q, bool a_rows, bool b_rows, bool half_c)
{
    int row, col;
    for (uint32_t p = 0; p < 4; p++) {
        for (uint32_t i = 0; i < 32; i++) {
            q->a[p][i / 4][i % 4] = eighth(1000 * p + i);
            q->b[p][i / 8][i % 8] = eighth(1000 * p + 100 + i);
        }
        for (uint32_t i = 0; i < 64; i++) q->c[p][i / 8][i % 8] = 4 * eighth(1000 * p + 200 + i);
    }
    memset(q->in, 0, sizeof q->in);
    for (int lane = 0; lane < LANES; lane++) {
        const int p = product_of(lane);
        for (int i = 0; i < 4; i++) {
            a_place(a_rows, lane, i, &row, &col);
            q->in[lane][A_AT + i / 2] |= (uint32_t)half_code(q->a[p][row][col]) << 16 * (i % 2);
            b_place(b_rows, lane, i, &row, &col);
            q->in[lane][B_AT + i / 2] |= (uint32_t)half_code(q->b[p][row][col]) << 16 * (i % 2);
        }
        for (int i = 0; i < 8; i++) {
            c_place(half_c, lane, i, &row, &col);
            const double c = q->c[p][row][col];
            if (half_c) q->in[lane][C_AT + i / 2] |= (uint32_t)half_code(c) << 16 * (i % 2);
            else q->in[lane][C_AT + i] = bits32((float)c);
        }
    }
}

// How many elements of D are not the sum.
static unsigned wrong_sums(const quad *q, bool half_d)
{
    unsigned wrong = 0;
    for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0; i < 8; i++) {
            int row, col;
            const int p = product_of(lane);
            c_place(half_d, lane, i, &row, &col);
            double sum = q->c[p][row][col];
            for (int k = 0; k < 4; k++) sum += q->a[p][row][k] * q->b[p][k][col];
            const uint32_t *words = q->out[lane];
            const double got = half_d ? half_number(words[i / 2] >> 16 * (i % 2) & 0xffff)
                                      : (double)as_f32(words[i]);
            wrong += fabs(got - sum) > (half_d ? fabs(sum) / 2048 : 0);
        }
    }
    return wrong;
}

TEST(four_products_of_f16_at_a_time)
{
    static quad q;
    static const struct {
        bool d, c;
        int first; // register of D, which the last form shares with all others
        const char *types, *to, *from;
    } forms[] = {
        {false, false, 16, "f32.f16.f16.f32", "{%r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23}",
         "{%r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11}"},
        {true, false, 16, "f16.f16.f16.f32", "{%r16, %r17, %r18, %r19}",
         "{%r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11}"},
        {true, true, 16, "f16.f16.f16.f16", "{%r16, %r17, %r18, %r19}", "{%r4, %r5, %r6, %r7}"},
        {false, false, 0, "f32.f16.f16.f32", "{%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}",
         "{%r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11}"}};
    for (unsigned n = 0; n < 16; n++) {
        const bool a_rows = n & 1, b_rows = n & 2;
        const int r = forms[n / 4].first;
        char body[512];
        snprintf(body, sizeof body,
                 "mma.sync.aligned.m8n8k4.%s.%s.%s %s, {%%r0, %%r1}, {%%r2, %%r3}, %s;\n"
                 "st.global.v4.b32 [o], {%%r%d, %%r%d, %%r%d, %%r%d};\n"
                 "st.global.v4.b32 [o+16], {%%r%d, %%r%d, %%r%d, %%r%d};\n",
                 a_rows ? "row" : "col", b_rows ? "row" : "col", forms[n / 4].types,
                 forms[n / 4].to, forms[n / 4].from, r, r + 1, r + 2, r + 3, r + 4, r + 5, r + 6,
                 r + 7);
        fill(&q, a_rows, b_rows, forms[n / 4].c);
        run_lanes(body, q.in, q.out);
        const unsigned wrong = wrong_sums(&q, forms[n / 4].d);
        if (wrong) printf("# %s: %u wrong\n", body, wrong);
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

// ---- e4m3 and e5m2: a byte of `mantissa` bits behind a sign and an exponent

static uint32_t byte_code(double x, int mantissa)
{
    int e;
    if (!(x < 0 || x > 0)) return 0;
    const int bias = mantissa == 3 ? 7 : 15;
    const double m = frexp(fabs(x), &e); // 1/2 <= m < 1
    return (x < 0 ? 0x80u : 0u) | (uint32_t)((e - 1 + bias) << mantissa) |
           ((uint32_t)(m * (2 << mantissa)) & ((1u << mantissa) - 1));
}

// Quarters that both types hold; of the smallest code of each (2^-9 and 2^-16) a row of its own.
static double quarter(uint32_t seed) { return ((int)(noise(seed * 104729u + 5) % 17) - 8) / 4.0; }

typedef struct eight_bits {
    double a[16][32], b[32][8], c[16][8];
    lane_words in, out;
} eight_bits;

// As of s8 (m16n8k16, m16n8k32): four elements in a register; the rows below 8 first, then those
// of the second half of k.
static void fill_bytes(eight_bits *p, int k, int a_bits, int b_bits)
{
    memset(p->in, 0, sizeof p->in);
    for (uint32_t r = 0; r < 16; r++) {
        for (uint32_t i = 0; i < 32; i++) p->a[r][i] = quarter(32 * r + i);
        for (uint32_t n = 0; n < 8; n++) p->c[r][n] = 16 * quarter(900 + 8 * r + n);
    }
    for (uint32_t i = 0; i < 256; i++) p->b[i / 8][i % 8] = quarter(2000 + i);
    for (int lane = 0; lane < LANES; lane++) {
        const int group = lane >> 2, in_group = lane & 3;
        for (int i = 0; i < k / 2; i++) {
            const int row = i / 4 % 2 ? group + 8 : group, col = in_group * 4 + i % 4 + i / 8 * 16;
            p->in[lane][i / 4] |= byte_code(p->a[row][col], a_bits) << 8 * (i % 4);
        }
        for (int i = 0; i < k / 4; i++)
            p->in[lane][4 + i / 4] |=
                byte_code(p->b[in_group * 4 + i % 4 + i / 4 * 16][group], b_bits) << 8 * (i % 4);
        for (int i = 0; i < 4; i++)
            p->in[lane][6 + i] =
                bits32((float)p->c[i < 2 ? group : group + 8][in_group * 2 + i % 2]);
    }
}

TEST(bytes_of_floating_point_multiply)
{
    static eight_bits p;
    static const char *const names[] = {"e5m2", "e4m3"};
    for (unsigned n = 0; n < 8; n++) {
        const int k = n & 4 ? 32 : 16, a = 2 + (n & 1), b = 2 + (n >> 1 & 1);
        unsigned wrong = 0;
        char body[512];
        snprintf(body, sizeof body,
                 "mma.sync.aligned.m16n8k%d.row.col.f32.%s.%s.f32 {%%r16, %%r17, %%r18, %%r19}, "
                 "{%%r0, %%r1%s}, {%%r4%s}, {%%r6, %%r7, %%r8, %%r9};\n"
                 "st.global.v4.b32 [o], {%%r16, %%r17, %%r18, %%r19};\n",
                 k, names[a - 2], names[b - 2], k == 32 ? ", %r2, %r3" : "",
                 k == 32 ? ", %r5" : "");
        fill_bytes(&p, k, a, b);
        run_lanes(body, p.in, p.out);
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 4; i++) {
                const int row = (lane >> 2) + (i < 2 ? 0 : 8), col = (lane & 3) * 2 + i % 2;
                double sum = p.c[row][col];
                for (int m = 0; m < k; m++) sum += p.a[row][m] * p.b[m][col];
                wrong += fabs((double)as_f32(p.out[lane][i]) - sum) > 0;
            }
        }
        if (wrong) printf("# %s: %u wrong\n", body, wrong);
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

// One of e4m3's two NaNs makes one; 0x7f is none of e5m2's, 0x7c is its infinity.
TEST(bytes_that_are_no_numbers)
{
    static eight_bits p;
    static const struct {
        const char *type;
        uint32_t code, want;
    } cases[] = {{"e4m3", 0x7f, 0x7fffffff}, {"e4m3", 0x7e, 0x43e00000}, // 448
                 {"e4m3", 0x01, 0x3b000000},                             // 2^-9
                 {"e5m2", 0x7c, 0x7f800000}, {"e5m2", 0x7d, 0x7fffffff},
                 {"e5m2", 0x7b, 0x47600000},  // 57,344
                 {"e5m2", 0x81, 0xb7800000}}; // -2^-16
    for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        char body[512];
        snprintf(body, sizeof body,
                 "mma.sync.aligned.m16n8k16.row.col.f32.%s.e4m3.f32 {%%r16, %%r17, %%r18, %%r19}, "
                 "{%%r0, %%r1}, {%%r4}, {%%r6, %%r7, %%r8, %%r9};\n"
                 "st.global.v4.b32 [o], {%%r16, %%r17, %%r18, %%r19};\n",
                 cases[n].type);
        memset(p.in, 0, sizeof p.in);
        p.in[0][0] = cases[n].code, p.in[0][4] = 0x38; // a[0][0], and b[0][0] = 1
        run_lanes(body, p.in, p.out);
        CU_ASSERT_EQUAL(p.out[0][0], cases[n].want);
    }
}

// ---- f64

static void count_products(void *n, uint32_t warp, const winst *w, const wexec *x)
{
    (void)warp, (void)x;
    if (w->unit == UNIT_TENSOR && w->latency == LAT_tensor_f64) ++*(uint64_t *)n;
}

// A product of f64 takes the tensor pipeline once for each 8 x 8 x 4 of it (sm.tensor.f64).
TEST(products_of_f64_are_as_many_as_they_take)
{
    static const struct {
        const char *shape, *d, *a, *b;
        uint64_t products;
    } shapes[] = {{"m8n8k4", "%d0, %d1", "%d4", "%d8", 1},
                  {"m16n8k4", "%d0, %d1, %d2, %d3", "%d4, %d5", "%d8", 2},
                  {"m16n8k8", "%d0, %d1, %d2, %d3", "%d4, %d5, %d6, %d7", "%d8, %d9", 4},
                  {"m16n8k16", "%d0, %d1, %d2, %d3", "%d4, %d5, %d6, %d7, %d10, %d11, %d12, %d13",
                   "%d8, %d9, %d14, %d15", 8}};
    for (unsigned n = 0; n < sizeof shapes / sizeof shapes[0]; n++) {
        char text[1024];
        err e = {0};
        snprintf(text, sizeof text,
                 ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .f64 %%d<16>;\n"
                 "mma.sync.aligned.%s.row.col.f64.f64.f64.f64 {%s}, {%s}, {%s}, {%s};\nret;\n}\n",
                 shapes[n].shape, shapes[n].d, shapes[n].a, shapes[n].b, shapes[n].d);
        ptx_module *m = op_load(text);
        const ptx_launch l = {.grid = {1, 1, 1}, .block = {LANES, 1, 1}};
        uint64_t products = 0;
        driver d = {.watch = count_products, .watch_ctx = &products};
        devmem *mem = devmem_new(0xC0000000, &e);
        CU_ASSERT_EQUAL_FATAL(
            ptx_launch_begin(&d.f, ptx_find(m, "k", &e), mem, &l, 1, DRIVER_SLOTS, 48, &e), ST_OK);
        CU_ASSERT_EQUAL(driver_run(&d, &e), ST_OK);
        CU_ASSERT_EQUAL(products, shapes[n].products);
        ptx_launch_end(&d.f);
        devmem_free(mem);
        ptx_free(m);
    }
}

UNIT_MAIN("ptx_mma_more", T(four_products_of_f16_at_a_time), T(bytes_of_floating_point_multiply),
          T(bytes_that_are_no_numbers), T(products_of_f64_are_as_many_as_they_take))
