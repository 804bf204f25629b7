// test_ptx_samples.c : kernels as clang 14 and nvcc 13 compile them, run warp by warp, against C.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/sample.h"

#include <math.h>
#include <stdio.h>

static void check_reduce(const char *path)
{
    static float in[N], out[4], want[4];
    sample s;
    open_sample(&s, path);
    for (int i = 0; i < N; i++) in[i] = (float)(noise((uint32_t)i) % 1000) / 7;
    for (int c = 0; c < 4; c++) { // the same tree as the kernel's
        float part[128];
        for (int t = 0; t < 128; t++)
            part[t] = in[c * 256 + t] + (c * 256 + t + 128 < N ? in[c * 256 + t + 128] : 0);
        for (int step = 64; step; step /= 2) {
            for (int t = 0; t < step; t++) part[t] += part[t + step];
        }
        want[c] = part[0];
    }
    buffer(&s, in, sizeof in), buffer(&s, out, sizeof out), number(&s, N);
    launch(&s, "reduce", 4, 1, 128, 1);
    CU_ASSERT(!memcmp(out, want, sizeof want));
    close_sample(&s);
}

static void check_histogram(const char *path)
{
    static unsigned char in[N];
    static int bins[64], want[64];
    sample s;
    open_sample(&s, path);
    memset(bins, 0, sizeof bins), memset(want, 0, sizeof want);
    for (int i = 0; i < N; i++) in[i] = (unsigned char)noise((uint32_t)i), want[in[i] & 63]++;
    buffer(&s, in, sizeof in), buffer(&s, bins, sizeof bins), number(&s, N);
    launch(&s, "histogram", 4, 1, 96, 1);
    CU_ASSERT(!memcmp(bins, want, sizeof want));
    close_sample(&s);
}

static void check_transpose(const char *path)
{
    enum { SIDE = 37 };
    static double in[SIDE * SIDE], out[SIDE * SIDE];
    sample s;
    unsigned wrong = 0;
    open_sample(&s, path);
    for (int i = 0; i < SIDE * SIDE; i++) in[i] = i * 1.25;
    buffer(&s, in, sizeof in), buffer(&s, out, sizeof out), number(&s, SIDE);
    launch(&s, "transpose", 3, 3, 16, 16);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) wrong += out[x * SIDE + y] != in[y * SIDE + x];
    }
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static void check_stencil(const char *path)
{
    static float in[N], out[N];
    sample s;
    unsigned wrong = 0;
    open_sample(&s, path);
    for (int i = 0; i < N; i++) in[i] = (float)noise((uint32_t)i);
    buffer(&s, in, sizeof in), buffer(&s, out, sizeof out), number(&s, N);
    s.shared = (96 + 2) * sizeof(float);
    launch(&s, "stencil", 11, 1, 96, 1);
    for (int i = 0; i < N; i++)
        wrong +=
            out[i] != fmaf(0.25f, (i ? in[i - 1] : 0) + (i + 1 < N ? in[i + 1] : 0), 0.5f * in[i]);
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static int collatz(unsigned x)
{
    int k = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        if (++k == 200) break;
    }
    return k;
}

static int choose(int v)
{
    int r = 0;
    switch (v & 15) {
    case 0: return v * 3;
    case 1: return v / 7;
    case 2: return v % 5 - 9 + __builtin_popcount((unsigned)v);
    case 3: return __builtin_popcount((unsigned)v);
    case 4: return (int)((unsigned)v << 3);
    case 5: return __builtin_clz((unsigned)v | 1);
    case 6: return -v;
    case 7: return v ^ 0x55;
    case 8: return v >= 0 ? v : -v;
    case 9: return v >> 2;
    default: r = -1;
    }
    return r;
}

static int nested(int i, int in)
{
    int sum = 0;
    for (int a = 0; a < (in & 7); a++) {
        if (a == (i & 3)) continue;
        for (int b = 0; b < 5; b++) {
            if ((a + b + i) % 6 == 5) return sum;
            if (b == (in >> 3 & 3)) break;
            sum += a * 10 + b;
        }
        sum += 1000;
    }
    if (sum & 1) sum = sum & 2 ? sum * 3 : sum - 7;
    return sum;
}

static int bubble(int i, const int *in)
{
    int v[8];
    for (int k = 0; k < 8; k++) v[k] = in[(i * 8 + k * 5) % N];
    for (int k = 0; k < 8; k++) v[(k + i) & 7] ^= k;
    for (int a = 0; a < 7; a++) {
        for (int b = 0; b < 7 - a; b++) {
            if (v[b] > v[b + 1]) {
                int t = v[b];
                v[b] = v[b + 1];
                v[b + 1] = t;
            }
        }
    }
    return v[i & 7] * 4 + v[0] - v[7];
}

static void check_control(const char *path)
{
    static int in[N], out[N];
    static const char *const kernels[] = {"collatz", "choose", "nested", "bubble"};
    sample s;
    open_sample(&s, path);
    for (unsigned k = 0; k < 4; k++) {
        unsigned wrong = 0;
        for (int i = 0; i < N; i++)
            in[i] = (int)(noise((uint32_t)i) % 100000) + 1 - (k == 1 ? 50000 : 0);
        buffer(&s, in, sizeof in), buffer(&s, out, sizeof out), number(&s, N);
        launch(&s, kernels[k], 11, 1, 96, 1);
        for (int i = 0; i < N; i++) {
            int want = k == 0   ? collatz((unsigned)in[i])
                       : k == 1 ? choose(in[i])
                       : k == 2 ? nested(i, in[i])
                                : bubble(i, in);
            if (out[i] != want && wrong++ == 0)
                printf("# %s[%d]: got %d, expected %d\n", kernels[k], i, out[i], want);
        }
        CU_ASSERT_EQUAL(wrong, 0);
    }
    close_sample(&s);
}

static void check_warp(const char *path)
{
    enum { M = 256 };
    static int in[M], sums[M / 32], most[M], at[M], results[3];
    float total = 0;
    sample s;
    unsigned wrong = 0;
    int all = 0, locked = 0, top = 0;
    open_sample(&s, path);
    memset(results, 0, sizeof results);
    for (int i = 0; i < M; i++)
        in[i] = (int)(noise((uint32_t)i) % 5000), all += in[i], locked += in[i] & 3,
        top = in[i] > top ? in[i] : top;
    buffer(&s, in, sizeof in), buffer(&s, sums, sizeof sums);
    launch(&s, "warp_sum", 2, 1, 128, 1);
    buffer(&s, in, sizeof in), buffer(&s, most, sizeof most);
    launch(&s, "warp_max", 2, 1, 128, 1);
    buffer(&s, in, sizeof in), buffer(&s, at, sizeof at);
    launch(&s, "positions", 2, 1, 128, 1);
    buffer(&s, in, sizeof in), buffer(&s, results, sizeof results),
        buffer(&s, &total, sizeof total), number(&s, M);
    launch(&s, "global_atomics", 2, 1, 128, 1);
    for (int w = 0; w < M / 32; w++) {
        int sum = 0, max = 0, odd = 0;
        for (int i = w * 32; i < w * 32 + 32; i++) sum += in[i], max = in[i] > max ? in[i] : max;
        for (int i = w * 32; i < w * 32 + 32; odd += in[i++] & 1)
            wrong += at[i] != odd || most[i] != max;
        wrong += sums[w] != sum;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(results[0], top);
    CU_ASSERT_EQUAL(results[1], all);
    CU_ASSERT_EQUAL(results[2], locked);
    CU_ASSERT_EQUAL(total, 0.5f * M);
    close_sample(&s);
}

static void check_horner(const char *path)
{
    static const double k[5] = {1.0, -0.5, 0.25, -0.125, 3.0};
    static double x[N], y[N];
    sample s;
    unsigned wrong = 0;
    open_sample(&s, path);
    for (int i = 0; i < N; i++) x[i] = (i - 500) / 77.0;
    buffer(&s, x, sizeof x), buffer(&s, y, sizeof y), number(&s, N);
    launch(&s, "horner", 11, 1, 96, 1);
    for (int i = 0; i < N; i++) { // both compilers contract a product and a sum into one fma
        double v = 0;
        for (int c = 4; c >= 0; c--) v = fma(v, x[i], k[c]);
        wrong += y[i] != sqrt(fma(v, v, 1.0)) / fma(x[i], x[i], 1.0) - (double)(float)x[i];
    }
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static void check_convert(const char *path)
{
    static const int offsets[4] = {10, 20, 30, 40};
    static float x[N], back[N];
    static int i32[N];
    static unsigned u32[N];
    static long long i64[N];
    static short i16[N];
    sample s;
    unsigned wrong = 0;
    open_sample(&s, path);
    for (int i = 0; i < N; i++) x[i] = (float)((int)(noise((uint32_t)i) % 200000) - 100000) / 16;
    uint64_t extra[2];
    buffer(&s, x, sizeof x), buffer(&s, i32, sizeof i32), buffer(&s, u32, sizeof u32),
        buffer(&s, i64, sizeof i64);
    devmem_alloc(s.mem, sizeof i16, &extra[0], &s.e),
        devmem_alloc(s.mem, sizeof back, &extra[1], &s.e);
    put(&s, &extra[0], 8), put(&s, &extra[1], 8), number(&s, N);
    launch(&s, "convert", 11, 1, 96, 1);
    memcpy(i16, devmem_at(s.mem, extra[0], sizeof i16), sizeof i16);
    memcpy(back, devmem_at(s.mem, extra[1], sizeof back), sizeof back);
    for (int i = 0; i < N; i++) {
        long long want64 = (long long)(x[i] * 1000.0f) * offsets[i & 3];
        short want16 = (short)((int)x[i] & 0x7fff);
        float want =
            fmaf((float)want16, sqrtf(fabsf(x[i])), (float)want64) + (float)offsets[i & 1 ? 3 : 1];
        wrong += i32[i] != (int)x[i] || u32[i] != (unsigned)fabsf(x[i]) || i64[i] != want64 ||
                 i16[i] != want16 || back[i] != want;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static void check_mix64_and_vectors(const char *path)
{
    static uint64_t in[N], out[N];
    static float v[N], r[N];
    sample s;
    unsigned wrong = 0;
    open_sample(&s, path);
    for (unsigned i = 0; i < N; i++)
        in[i] = (uint64_t)noise(i) << 32 | noise(i + N), v[i] = (float)i;
    buffer(&s, in, sizeof in), buffer(&s, out, sizeof out), number(&s, N);
    launch(&s, "mix64", 11, 1, 96, 1);
    buffer(&s, v, sizeof v), buffer(&s, r, sizeof r), number(&s, N / 4);
    launch(&s, "vectors", 3, 1, 96, 1);
    for (unsigned i = 0; i < N; i++) {
        uint64_t x = in[i];
        x ^= x >> 33;
        x *= 0xff51afd7ed558ccdull;
        x ^= x >> 29;
        x = x / 1000003u + x % 977u;
        wrong += out[i] != (x << (i & 63) | x >> (63 - (i & 63)));
        wrong += r[i] != v[i / 4 * 4 + 3 - i % 4] * (float)(i % 4 + 1);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    close_sample(&s);
}

static double worse(double a, double got, double want)
{
    double e = fabs(got - want) / (fabs(want) > 1 ? fabs(want) : 1);
    return e > a || isnan(e) ? e : a;
}

TEST(math_library_single_precision_nvcc) // CUDA's functions are within a few ulp, __expf and
                                         // __fdividef within 2^-20 or so
{
    static float x[N], y[N][8];
    sample s;
    double e = 0;
    open_sample(&s, SAMPLES "math.nvcc.ptx");
    for (int i = 0; i < N; i++) x[i] = 0.01f + (float)i / 128;
    buffer(&s, x, sizeof x), buffer(&s, y, sizeof y), number(&s, N);
    launch(&s, "math32", 11, 1, 96, 1);
    for (int i = 0; i < N; i++) {
        double v = (double)x[i];
        const double want[8] = {sin(v),
                                cos((double)(x[i] * 1e4f)),
                                exp(v),
                                log(v),
                                pow(v, (double)1.7f),
                                atan2(v, 2),
                                tanh(v) + erf(v),
                                cbrt(v) + fmod(v, (double)0.37f) + exp(v) * v / 3};
        for (unsigned k = 0; k < 8; k++) e = worse(e, (double)y[i][k], want[k]);
    }
    CU_ASSERT(e < 2e-6);
    close_sample(&s);
}

TEST(math_library_double_precision_nvcc)
{
    static double x[N], y[N][5];
    sample s;
    double e = 0;
    open_sample(&s, SAMPLES "math.nvcc.ptx");
    for (int i = 0; i < N; i++) x[i] = 0.001 + i / 61.0;
    buffer(&s, x, sizeof x), buffer(&s, y, sizeof y), number(&s, N);
    launch(&s, "math64", 11, 1, 96, 1);
    for (int i = 0; i < N; i++) {
        double v = x[i];
        const double want[5] = {exp(v), log(v), sqrt(v) / (v + 1),
                                (double)(long long)(v * 1e9) + floor(v), 1 / sqrt(v) + cbrt(v)};
        for (unsigned k = 0; k < 5; k++) e = worse(e, y[i][k], want[k]);
    }
    CU_ASSERT(e < 1e-15);
    close_sample(&s);
}

#define BOTH(NAME, CHECK_FN, FILE) \
    TEST(NAME##_clang) { CHECK_FN(SAMPLES FILE ".clang.ptx"); } \
    TEST(NAME##_nvcc) { CHECK_FN(SAMPLES FILE ".nvcc.ptx"); }
BOTH(shared_tree_reduction, check_reduce, "shared")
BOTH(histogram_with_shared_atomics, check_histogram, "shared")
BOTH(tiled_transpose_of_doubles, check_transpose, "shared")
BOTH(stencil_with_dynamic_shared, check_stencil, "shared")
BOTH(switches_loops_and_local_arrays, check_control, "control")
BOTH(shuffles_votes_and_atomics, check_warp, "warp")
BOTH(doubles_and_constant_memory, check_horner, "numeric")
BOTH(conversions_and_module_variables, check_convert, "numeric")
BOTH(integers_of_64_bits_and_vectors, check_mix64_and_vectors, "numeric")

// Results must not depend on the order in which warps issue.
TEST(order_of_warps_changes_nothing)
{
    static float in[N], out[2][4];
    for (int i = 0; i < N; i++) in[i] = 1.0f / (float)(i + 1);
    for (unsigned k = 0; k < 2; k++) {
        sample s;
        open_sample(&s, SAMPLES "shared.clang.ptx");
        s.stride = k ? 3 : 1;
        buffer(&s, in, sizeof in), buffer(&s, out[k], sizeof out[k]), number(&s, N);
        launch(&s, "reduce", 4, 1, 128, 1);
        close_sample(&s);
    }
    CU_ASSERT(!memcmp(out[0], out[1], sizeof out[0]));
}

#define PAIR(NAME) T(NAME##_clang), T(NAME##_nvcc)
UNIT_MAIN("ptx_samples", PAIR(shared_tree_reduction), PAIR(histogram_with_shared_atomics),
          PAIR(tiled_transpose_of_doubles), PAIR(stencil_with_dynamic_shared),
          PAIR(switches_loops_and_local_arrays), PAIR(shuffles_votes_and_atomics),
          PAIR(doubles_and_constant_memory), PAIR(conversions_and_module_variables),
          PAIR(integers_of_64_bits_and_vectors), T(math_library_single_precision_nvcc),
          T(math_library_double_precision_nvcc), T(order_of_warps_changes_nothing))
