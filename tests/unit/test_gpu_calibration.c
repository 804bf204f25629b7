// test_gpu_calibration.c : kernels and probes against what GPGPU-Sim 4.2.0 measures for the same
// PTX.
//
// links: ptx machine blocks config base
//
// Machine: gtx480 with the network of that run (40-byte flits). Access counts must be equal, cycles
// within 10 %, misses within 5 %. gemm.ptx, bicg.ptx: nvcc's PTX of the calibration kernels, 20 and
// 24 registers a thread as measured there.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/ptx.h"
#include "test_sm_front.h"
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>

static config calibrated(void)
{
    config c;
    err e = {0};
    CHECK(config_load(&c, "gtx480-4x", NULL, 0, &e) == ST_OK, "%s", e.text);
    return c;
}

// ---- kernels

typedef struct bench {
    config c;
    err e;
    gpu *g;
    devmem *mem;
    ptx_module *module;
} bench;

static bool open_bench(bench *b, const char *path)
{
    *b = (bench){.c = calibrated()};
    b->g = gpu_new(&b->c, NULL, &b->e);
    b->mem = devmem_new(0xC0000000, &b->e);
    b->module = ptx_load_file(path, &b->e);
    if (!b->g || !b->mem || !b->module) err_print(&b->e);
    return b->g && b->mem && b->module;
}

static void close_bench(bench *b)
{
    ptx_free(b->module);
    devmem_free(b->mem);
    gpu_free(b->g);
    err_free(&b->e);
}

static uint64_t floats(bench *b, unsigned rows, unsigned cols,
                       float (*value)(unsigned i, unsigned j))
{
    uint64_t addr = 0, bytes = (uint64_t)rows * cols * sizeof(float);
    if (devmem_alloc(b->mem, bytes, &addr, &b->e) != ST_OK || !value) return addr;
    float *f = devmem_at(b->mem, addr, bytes);
    for (unsigned i = 0; i < rows; i++) {
        for (unsigned j = 0; j < cols; j++) f[i * cols + j] = value(i, j);
    }
    return addr;
}

static void launch(bench *b, const char *kernel, ptx_launch l, const void *const *args)
{
    const ptx_kernel *k = ptx_find(b->module, kernel, &b->e);
    unsigned char params[256] = {0};
    const ptx_param *p;
    for (unsigned n = k ? ptx_params(k, &p) : 0, i = 0; i < n; i++)
        memcpy(params + p[i].offset, args[i], p[i].bytes);
    l.params = params;
    front_end f;
    int st =
        k ? ptx_launch_begin(&f, k, b->mem, &l, b->c.gpu.sms, b->c.sm.ctas, b->c.sm.warps, &b->e)
          : ST_INPUT;
    if (st == ST_OK) {
        st = gpu_run(b->g, &f, &b->e);
        ptx_launch_end(&f);
    }
    if (st != ST_OK) err_print(&b->e);
    CU_ASSERT_EQUAL(st, ST_OK);
}

typedef struct counts {
    uint64_t cycles, accesses, misses, pending, l2_accesses;
} counts;

static uint64_t sum_of(const json_t *stats, const char *group, const char *a, const char *b)
{
    const json_t *o = json_object_get(stats, group);
    return (uint64_t)(json_integer_value(json_object_get(o, a)) +
                      json_integer_value(json_object_get(o, b)));
}

static counts counted(const gpu *g)
{
    json_t *o = gpu_stats_json(g), *kernels = json_object_get(o, "kernels");
    const json_t *last = json_array_get(kernels, json_array_size(kernels) - 1);
    counts n = {.cycles = (uint64_t)json_integer_value(json_object_get(last, "cycles")),
                .accesses = sum_of(o, "l1d", "read_accesses", "write_accesses"),
                .misses = sum_of(o, "l1d", "read_misses", "write_misses"),
                .pending = sum_of(o, "l1d", "read_pending", "write_pending"),
                .l2_accesses = sum_of(o, "l2", "read_accesses", "write_accesses")};
    json_decref(o);
    return n;
}

static void within(const char *what, uint64_t ours, uint64_t reference, double percent)
{
    double off = 100.0 * ((double)ours - (double)reference) / (double)reference;
    printf("# %s: %" PRIu64 ", GPGPU-Sim %" PRIu64 " (%+.1f %%)\n", what, ours, reference, off);
    CU_ASSERT(off <= percent && off >= -percent);
}

static float product_over_128(unsigned i, unsigned j) { return (float)(i * j) / 128; }
static float product_over_512(unsigned i, unsigned j) { return (float)(i * j) / 512; }
static float times_pi(unsigned i, unsigned j) { return (float)j * 3.14159274f + 0 * (float)i; }

TEST(gemm_128)
{
    bench b;
    CU_ASSERT_FATAL(open_bench(&b, "reports/calibration/gemm.ptx"));
    uint64_t a = floats(&b, 128, 128, product_over_128), m = floats(&b, 128, 128, product_over_128),
             c = floats(&b, 128, 128, product_over_128);
    launch(&b, "gemm", (ptx_launch){.grid = {4, 16, 1}, .block = {32, 8, 1}, .regs_per_thread = 24},
           (const void *[]){&(uint32_t){128}, &(uint32_t){128}, &(uint32_t){128}, &(float){32412},
                            &(float){2123}, &a, &m, &c});
    counts n = counted(b.g);
    CU_ASSERT_EQUAL(n.accesses, 197632);
    within("gemm cycles", n.cycles, 51695, 10);
    within("gemm misses", n.misses, 76257, 5);
    within("gemm pending hits", n.pending, 53449, 5);
    within("gemm L2 accesses", n.l2_accesses, 76874, 5);
    close_bench(&b);
}

// Of kernel 2 the counts are those since kernel 1.
TEST(bicg_512)
{
    bench b;
    CU_ASSERT_FATAL(open_bench(&b, "reports/calibration/bicg.ptx"));
    uint64_t a = floats(&b, 512, 512, product_over_512), r = floats(&b, 1, 512, times_pi),
             s = floats(&b, 1, 512, NULL);
    uint64_t p = floats(&b, 1, 512, times_pi), q = floats(&b, 1, 512, NULL);
    const ptx_launch l = {.grid = {2, 1, 1}, .block = {256, 1, 1}, .regs_per_thread = 20};
    launch(&b, "bicg_s", l, (const void *[]){&(uint32_t){512}, &(uint32_t){512}, &a, &r, &s});
    counts one = counted(b.g);
    CU_ASSERT_EQUAL(one.accesses, 24592);
    within("bicg 1 misses", one.misses, 16432, 0);
    within("bicg 1 cycles", one.cycles, 148713, 10);
    within("bicg 1 L2 accesses", one.l2_accesses, 16444, 5);
    launch(&b, "bicg_q", l, (const void *[]){&(uint32_t){512}, &(uint32_t){512}, &a, &p, &q});
    counts two = counted(b.g);
    CU_ASSERT_EQUAL(two.accesses - one.accesses, 278544);
    within("bicg 2 cycles", two.cycles, 476400, 10);
    within("bicg 2 misses", two.misses - one.misses, 186469, 5);
    within("bicg 2 L2 accesses", two.l2_accesses - one.l2_accesses, 186483, 5);
    close_bench(&b);
}

// ---- dependent loads: one lane, i = A[i], 128 bytes apart; each load with its mul.wide and
// add.s64 (21 cycles of ALU)

// clang-format off
#define WIDE \
    {INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_mul, .n_dst = 1, .n_src = 1, \
     .regs = {2, 1}), .lanes = 1}
#define ADD \
    {INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_add, .n_dst = 1, .n_src = 2, \
     .regs = {3, 2, 9}), .lanes = 1}
#define CHASE(k) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1, .n_src = 1, \
     .regs = {1, 3}), .lanes = 1, .base = 0xC0000000 + 128 * (k), .round_stride = 512}
// clang-format on

enum { ROUNDS = 200, FROM = 10, ALU_CYCLES = 21 };
static const step chase[] = {WIDE, ADD,      CHASE(0), WIDE, ADD,      CHASE(1),       WIDE,
                             ADD,  CHASE(2), WIDE,     ADD,  CHASE(3), LOOP(0, ROUNDS)};

static uint64_t cycles_a_load(const script *s)
{
    return (issued_at(s, 0, 2, ROUNDS) - issued_at(s, 0, 2, FROM)) / ((ROUNDS - FROM) * 4) -
           ALU_CYCLES;
}

TEST(dependent_alu_of_the_probe_takes_21_cycles)
{
    static const step prog[] = {WIDE, ADD, ALU(4, 3)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 2, 0) - issued_at(&s, 0, 0, 0), ALU_CYCLES);
    run_end(&r, &s);
}

TEST(dependent_loads_from_dram_and_from_l2)
{
    config c = calibrated();
    script s = script_of(chase, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    within("DRAM, cycles a load", cycles_a_load(&s), 257, 10);
    run_again(&r, &s, "script"); // L1D is flushed between kernels, L2 is not
    within("L2 hit, cycles a load", cycles_a_load(&s), 142, 10);
    run_end(&r, &s);
}

UNIT_MAIN("gpu_calibration", T(gemm_128), T(bicg_512),
          T(dependent_alu_of_the_probe_takes_21_cycles), T(dependent_loads_from_dram_and_from_l2))
