// lanes.h : runs a body of PTX with one warp, each lane of which has read 32 words into registers
// and writes what the body stores; and what an f16 holds, written down again.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_LANES_H
#define WL_TESTS_PTX_LANES_H

#include "tests/ptx/op.h"

#include <math.h>

enum { LANES = 32, WORDS = 32 };
typedef uint32_t lane_words[LANES][WORDS];

static uint64_t half_code(double x) // of what an f16 holds
{
    int e;
    if (x < 0 || x > 0) {
        const double m = frexp(fabs(x), &e);
        return (x < 0 ? 0x8000u : 0u) | (uint32_t)(e + 14) << 10 | ((uint32_t)(m * 2048) & 1023);
    }
    return 0;
}
static double half_number(uint64_t h)
{
    const int e = (int)(h >> 10 & 31);
    const double size =
        e ? ldexp((double)(1024 + (h & 1023)), e - 25) : ldexp((double)(h & 1023), -24);
    return h & 0x8000 ? -size : size;
}

// The words of a lane are in %r0 to %r31, each two of them in %d0 to %d15; its output begins at o,
// its input at i, its number is in t. `room` is 2,048 bytes of shared memory.
static void run_lanes(const char *body, lane_words in, lane_words out)
{
    static char text[8192];
    int n =
        snprintf(text, sizeof text,
                 ".version 8.0\n.target sm_90\n.address_size 64\n.entry k(.param .u64 I, .param "
                 ".u64 O) {\n.reg .b32 %%r<48>; .reg .f64 %%d<24>; .reg .b64 i, o; .reg .u32 t; "
                 ".reg .pred %%p<4>; .reg .b64 %%l<8>; .reg .b16 %%h<4>;\n"
                 ".shared .align 16 .b8 room[2048];\n"
                 "ld.param.u64 i, [I]; ld.param.u64 o, [O]; mov.u32 t, %%tid.x; mad.wide.u32 i, "
                 "t, 128, i; mad.wide.u32 o, t, 128, o;\n");
    for (int k = 0; k < WORDS; k++)
        n +=
            snprintf(text + n, sizeof text - (size_t)n, "ld.global.b32 %%r%d, [i+%d];\n", k, 4 * k);
    for (int k = 0; k < WORDS / 2; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, "mov.b64 %%d%d, {%%r%d, %%r%d};\n", k,
                      2 * k, 2 * k + 1);
    n += snprintf(text + n, sizeof text - (size_t)n, "%s\nret;\n}\n", body);
    err e = {0};
    uint64_t addr[2];
    ptx_module *m = op_load(text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    devmem *mem = devmem_new(0xC0000000, &e);
    for (unsigned k = 0; k < 2; k++) devmem_alloc(mem, sizeof(lane_words), &addr[k], &e);
    memcpy(devmem_at(mem, addr[0], sizeof(lane_words)), in, sizeof(lane_words));
    const ptx_launch l = {.grid = {1, 1, 1}, .block = {LANES, 1, 1}, .params = addr};
    driver d = {0};
    const ptx_kernel *kernel = ptx_find(m, "k", &e);
    int st = kernel ? ptx_launch_begin(&d.f, kernel, mem, &l, 1, DRIVER_SLOTS, 48, &e) : ST_INPUT;
    if (!st) st = driver_run(&d, &e);
    err_print(&e);
    CU_ASSERT_EQUAL_FATAL(st, ST_OK);
    memcpy(out, devmem_at(mem, addr[1], sizeof(lane_words)), sizeof(lane_words));
    ptx_launch_end(&d.f);
    devmem_free(mem);
    ptx_free(m);
    err_free(&e);
}

#endif
