// test_ptx_programs.c : calls, recursion, tables, barriers, halves as clang 14 and nvcc 13 compile
// them, against C.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// An int kernel of N threads and its expected results, one by one.
typedef int expected_fn(int i, const int *in);

static void check_ints(sample *s, const char *kernel, int *in, expected_fn *want)
{
    static int out[N];
    unsigned wrong = 0;
    if (in) buffer(s, in, N * sizeof *in);
    buffer(s, out, sizeof out), number(s, N);
    launch(s, kernel, 11, 1, 96, 1);
    for (int i = 0; i < N; i++) {
        if (out[i] != want(i, in) && wrong++ == 0)
            printf("# %s[%d]: got %d, expected %d\n", kernel, i, out[i], want(i, in));
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
static int recursion(int i, const int *in)
{
    (void)in;
    return fibonacci(i % 11) * 1000 + ackermann(i % 3, i % 5);
}
static int parity(int i, const int *in)
{
    (void)in;
    return i % 50 % 2 == 0;
}
static int objects(int i, const int *in)
{
    (void)in;
    return i & 2 ? i % 7 * (i % 7) + i : i % 5 * i;
}

static int dispatch(int i, const int *in)
{
    unsigned v = (unsigned)in[i];
    for (int k = 0; k < 4; k++) {
        unsigned b = (unsigned)(i + k);
        int op = (in[i] >> k) % 3;
        v = op == 0 ? v + b : op == 1 ? v - b : v * b;
    }
    return (int)v;
}

static int by_value(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
static int sort12(int i, const int *in)
{
    int v[12];
    for (int k = 0; k < 12; k++) v[k] = in[(i * 12 + k * 7) % N];
    qsort(v, 12, sizeof v[0], by_value);
    return v[i % 12];
}

static void check_calls(const char *path)
{
    static float out[N];
    static int in[N];
    sample s;
    unsigned wrong = 0;
    open_sample(&s, path);
    for (int i = 0; i < N; i++) in[i] = (int)(noise((uint32_t)i) % 30000);
    buffer(&s, out, sizeof out), number(&s, N);
    launch(&s, "structs", 11, 1, 96, 1);
    for (int i = 0; i < N; i++) { // both compilers contract x * y + n
        float x = (float)i * 0.5f;
        wrong += out[i] != fmaf(x, x + 1, (float)i) + (float)(signed char)i + x * (float)(i % 3);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    check_ints(&s, "recursion", NULL, recursion);
    check_ints(&s, "parity", NULL, parity);
    check_ints(&s, "dispatch", in, dispatch);
    check_ints(&s, "objects", NULL, objects);
    check_ints(&s, "sort12", in, sort12);
    close_sample(&s);
}

static void check_counting(const char *path)
{
    enum { M = 512, BLOCK = 256 };
    static int in[M], census[M], scan[M];
    int odd = 0, all = 1, any = 0, sum = 0;
    unsigned wrong = 0;
    sample s;
    open_sample(&s, path);
    for (int i = 0; i < M; i++) in[i] = (int)(noise((uint32_t)i) % 5000) - (i == 300);
    buffer(&s, in, sizeof in), buffer(&s, census, sizeof census);
    launch(&s, "census", M / BLOCK, 1, BLOCK, 1);
    buffer(&s, in, sizeof in), buffer(&s, scan, sizeof scan);
    launch(&s, "scan", M / BLOCK, 1, BLOCK, 1);
    for (int i = 0; i < M; i++) {
        if (i % BLOCK == 0) {
            odd = any = sum = 0, all = 1;
            for (int k = i; k < i + BLOCK; k++)
                odd += in[k] & 1, all &= in[k] >= 0, any |= in[k] > 4990;
        }
        sum += in[i];
        wrong += census[i] != odd * 4 + all * 2 + any || scan[i] != sum;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static void check_matmul(const char *path)
{
    enum { SIDE = 24 };
    static double a[SIDE * SIDE], b[SIDE * SIDE], c[SIDE * SIDE];
    unsigned wrong = 0;
    sample s;
    open_sample(&s, path);
    for (int i = 0; i < SIDE * SIDE; i++)
        a[i] = 1.0 / (i + 1), b[i] = (double)(noise((uint32_t)i) % 1000) / 13;
    buffer(&s, a, sizeof a), buffer(&s, b, sizeof b), buffer(&s, c, sizeof c), number(&s, SIDE);
    launch(&s, "matmul", SIDE / 8, SIDE / 8, 8, 8);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            double sum = 0;
            for (int k = 0; k < SIDE; k++) sum = fma(a[y * SIDE + k], b[k * SIDE + x], sum);
            wrong += c[y * SIDE + x] != sum;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static void check_extremes(const char *path)
{
    static int in[N];
    int least = 0, want = 1 << 30;
    int64_t total = 5, sum = 5;
    sample s;
    open_sample(&s, path);
    for (int i = 0; i < N; i++)
        in[i] = (int)(noise((uint32_t)i) % 100000) - 50000, sum += (int64_t)in[i] * (1 << 20),
        want = in[i] < want ? in[i] : want;
    buffer(&s, in, sizeof in), buffer(&s, &least, sizeof least), buffer(&s, &total, sizeof total),
        number(&s, N);
    launch(&s, "extremes", 1, 1, 96, 1);
    CU_ASSERT_EQUAL(least, want);
    CU_ASSERT_EQUAL(total, sum);
    close_sample(&s);
}

static void check_halves(const char *path) // multiples of 1/8 below 16: every product and sum is
                                           // exact before it is rounded
{
    static float in[N], out[N];
    unsigned wrong = 0;
    sample s;
    open_sample(&s, path);
    for (int i = 0; i < N; i++) in[i] = (float)(noise((uint32_t)i) % 128) / 8;
    buffer(&s, in, sizeof in), buffer(&s, out, sizeof out), number(&s, N);
    launch(&s, "halves", (N + 63) / 64, 1, 64, 1);
    for (int i = 0; i < N; i++) {
        int other = i / 64 * 64 + 63 - i % 64, e;
        float exact = in[i] * (other < N ? in[other] : 0) + 0.5f, rounded = 0;
        frexpf(exact, &e);
        float unit = ldexpf(1, e - 11); // of a half of that size
        rounded = nearbyintf(exact / unit) * unit;
        wrong += out[i] != rounded + in[i / 64 * 64 + i % 64 / 2];
    }
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static int automaton(int i, const int *in)
{
    static const int steps[4][4] = {{1, 2, 3, 0}, {2, 3, 0, 1}, {3, 3, 1, 2}, {0, 1, 0, 3}};
    int state = 0, value = 1;
    for (int k = 0; k < 12; k++) {
        state = steps[state][in[i] >> 2 * k & 3];
        switch ((state * 4 + k) % 10) {
        case 0: value = (int)((unsigned)value + 3); break;
        case 1: value = (int)((unsigned)value * 3); break;
        case 2: value ^= 0x55; break;
        case 3: value = (int)((unsigned)value - (unsigned)k); break;
        case 4: value = (int)((unsigned)value << 1 | ((unsigned)value >> 31)); break;
        case 5:
            if (value & 1) continue;
            value /= 2;
            break;
        case 6: value = ~value; break;
        case 7: value = value % 1000 + 8; break;
        case 8: value = (int)((unsigned)value + 8); break;
        default: value = (int)((unsigned)value * 7 + 1);
        }
    }
    return value;
}

typedef struct packed {
    unsigned a : 5, b : 11, c : 16;
} packed;

static int fields(int i, const int *in)
{
    packed p[6];
    for (int k = 0; k < 6; k++) {
        unsigned v = (unsigned)in[(i + k) % N] * 2654435761u;
        p[(k + i) % 6] = (packed){v & 31u, v >> 7 & 2047u, (uint16_t)(v >> 16)};
    }
    packed q = p[i % 6];
    q.b = (q.b + q.a) & 2047u;
    p[(i + 1) % 6] = q;
    return (int)(p[(i + 1) % 6].b * 7u + p[(i + 2) % 6].c + p[(i + 3) % 6].a);
}

static void check_data(const char *path)
{
    static const short pairs[4][2] = {{1, -2}, {3, 4}, {-5, 600}, {7, 8}};
    static const float weights[4][3] = {
        {0.5f, 1.5f, 2.5f}, {-1, 0, 1}, {8, 16, 32}, {0.25f, 0.125f, 4}};
    static int in[N];
    static float out[N];
    unsigned wrong = 0;
    sample s;
    open_sample(&s, path);
    for (int i = 0; i < N; i++) in[i] = (int)(noise((uint32_t)i) >> 2);
    buffer(&s, in, sizeof in), buffer(&s, out, sizeof out), number(&s, N);
    launch(&s, "tables", 11, 1, 96, 1);
    for (int i = 0; i < N; i++)
        wrong += out[i] !=
                 (float)(pairs[in[i] & 3][0] * pairs[in[i] & 3][1]) + weights[in[i] & 3][in[i] % 3];
    CU_ASSERT_EQUAL(wrong, 0);
    check_ints(&s, "automaton", in, automaton);
    check_ints(&s, "fields", in, fields);
    close_sample(&s);
}

#define BOTH(NAME, CHECK_FN, FILE) \
    TEST(NAME##_clang) { CHECK_FN(SAMPLES FILE ".clang.ptx"); } \
    TEST(NAME##_nvcc) { CHECK_FN(SAMPLES FILE ".nvcc.ptx"); }
BOTH(functions_recursion_tables_and_objects, check_calls, "calls")
BOTH(counting_barriers_and_scans, check_counting, "blocks")
BOTH(tiles_of_doubles, check_matmul, "blocks")
BOTH(shared_minimum_and_long_sums, check_extremes, "blocks")
BOTH(half_precision, check_halves, "blocks")
BOTH(constant_tables_switches_and_bit_fields, check_data, "data")
TEST(unoptimised_calls_clang) { check_calls(SAMPLES "calls.clang0.ptx"); }
TEST(unoptimised_data_clang) { check_data(SAMPLES "data.clang0.ptx"); }

#define PAIR(NAME) T(NAME##_clang), T(NAME##_nvcc)
UNIT_MAIN("ptx_programs", PAIR(functions_recursion_tables_and_objects),
          PAIR(counting_barriers_and_scans), PAIR(tiles_of_doubles),
          PAIR(shared_minimum_and_long_sums), PAIR(half_precision),
          PAIR(constant_tables_switches_and_bit_fields), T(unoptimised_calls_clang),
          T(unoptimised_data_clang))
