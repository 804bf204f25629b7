// test_launch.c : launch files: what is read, and what buffers hold at first.
//
// links: cli workloads cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/resources.h"
#include "cli/launch_read.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STEP \
    "launches: [{kernel: mvt_kernel1, grid: [2,3,4], block: [32,8,1], shared: 16, regs: 20, " \
    "args: [{s32: -2}, A, A, A]}]\n"

static const char *raw_bytes = "\1\2\3\4", *ptx_end = "";

// A launch file of the given buffers and launches over mvt's PTX, read with the default
// configuration.
static launch *load(const char *body, err *e)
{
    static config c;
    char *dir = wl_format("/tmp/test_launch.%ld", (long)getpid());
    CU_ASSERT_EQUAL_FATAL(outfile_mkdirs(dir, e), ST_OK);
    char *ptx = resource_path("refmodel/workloads/mvt/mvt.ptx"),
         *path = wl_format("%s/l.yaml", dir), *raw = wl_format("%s/raw", dir),
         *copy = wl_format("%s/mvt.ptx", dir), *source = NULL;
    char *text = wl_format("ptx: mvt.ptx\n%s", body);
    size_t bytes;
    CU_ASSERT_EQUAL_FATAL(infile_read(ptx, 1 << 20, &source, &bytes, e), ST_OK);
    char *program = wl_format("%s%s", source, ptx_end);
    CU_ASSERT_EQUAL_FATAL(outfile_put(copy, program, strlen(program), e), ST_OK);
    config_defaults(&c);
    CU_ASSERT_EQUAL_FATAL(outfile_put(path, text, strlen(text), e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(outfile_put(raw, raw_bytes, 4, e), ST_OK);
    launch *l = launch_load(path, &c, true, e);
    unlink(path);
    unlink(raw);
    unlink(copy);
    rmdir(dir);
    free(copy);
    free(source);
    free(program);
    free(text);
    free(raw);
    free(path);
    free(ptx);
    free(dir);
    return l;
}

// The first bytes of a buffer A that is declared like this.
static void contents(const char *declaration, void *to)
{
    err e = {0};
    char *body = wl_format("buffers: {A: %s}\n" STEP, declaration);
    launch *l = load(body, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
    init_fill(&l->buffers[0].init, l->buffers[0].type, l->buffers[0].count, to);
    launch_free(l);
    err_free(&e);
    free(body);
}

static digest digest_with(const char *buffers)
{
    err e = {0};
    char *body = wl_format("buffers: {%s, A: {type: f64, count: 3}}\n" STEP, buffers);
    launch *l = load(body, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
    const digest d = launch_digest(l);
    launch_free(l);
    err_free(&e);
    free(body);
    return d;
}

TEST(launch_digest_follows_every_file)
{
    static const char buffers[] = "B: {type: u8, count: 4, init: {file: raw}}";
    const digest first = digest_with(buffers);
    CU_ASSERT_STRING_EQUAL(digest_with(buffers).hex, first.hex);
    CU_ASSERT_STRING_NOT_EQUAL(digest_with("C: {type: u8, count: 4, init: {file: raw}}").hex,
                               first.hex);
    raw_bytes = "\1\2\3\5";
    CU_ASSERT_STRING_NOT_EQUAL(digest_with(buffers).hex, first.hex);
    raw_bytes = "\1\2\3\4";
    ptx_end = "\n";
    CU_ASSERT_STRING_NOT_EQUAL(digest_with(buffers).hex, first.hex);
    ptx_end = "";
}

TEST(launch_reads_shape_and_arguments)
{
    err e = {0};
    launch *l = load("buffers: {B: {type: u8, count: 1}, A: {type: f64, count: 3}}\n" STEP, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
    const launch_step *s = &l->steps[0];
    CU_ASSERT_EQUAL(l->n_steps, 1);
    CU_ASSERT_EQUAL(s->shape.grid[0], 2);
    CU_ASSERT_EQUAL(s->shape.grid[2], 4);
    CU_ASSERT_EQUAL(s->shape.block[1], 8);
    CU_ASSERT_EQUAL(s->shape.dynamic_shared, 16);
    CU_ASSERT_EQUAL(s->shape.regs_per_thread, 20);
    CU_ASSERT_EQUAL(s->args[0].n_addresses, 0);
    CU_ASSERT_EQUAL(memcmp(s->args[0].value, "\xfe\xff\xff\xff", 4), 0); // -2, little-endian
    CU_ASSERT_EQUAL(s->args[1].n_addresses, 1);
    CU_ASSERT_STRING_EQUAL(l->buffers[s->args[1].addresses[0].buffer].name, "A");
    launch_free(l);
    err_free(&e);
}

TEST(launch_heap_base_is_0xC0000000_unless_given)
{
    err e = {0};
    launch *l = load("buffers: {A: {type: u8, count: 1}}\n" STEP, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
    CU_ASSERT_EQUAL(launch_heap_base(l), 0xC0000000u);
    launch_free(l);
    l = load("buffers: {A: {type: u8, count: 1}}\nheap_base: 0x80001000\n" STEP, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
    CU_ASSERT_EQUAL(launch_heap_base(l), 0x80001000);
    launch_free(l);
    err_free(&e);
}

TEST(launch_buffer_is_zero_unless_said)
{
    uint32_t v[3] = {1, 1, 1};
    contents("{type: u32, count: 3}", v);
    CU_ASSERT_TRUE(!v[0] && !v[1] && !v[2]);
}

TEST(launch_iota_counts_in_the_buffers_type)
{
    uint16_t u[3];
    double d[3];
    contents("{type: u16, count: 3, init: iota}", u);
    contents("{type: f64, count: 3, init: iota}", d);
    for (unsigned i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(u[i], i);
        CU_ASSERT_EQUAL(d[i], i);
    }
}

TEST(launch_linear_is_start_plus_i_steps)
{
    int8_t s[3];
    float f[3];
    contents("{type: s8, count: 3, init: {linear: {start: -128, step: 100}}}", s);
    contents("{type: f32, count: 3, init: {linear: {start: 1.5, step: -0.25}}}", f);
    CU_ASSERT_TRUE(s[0] == -128 && s[1] == -28 && s[2] == 72);
    CU_ASSERT_TRUE(f[0] == 1.5f && f[1] == 1.25f && f[2] == 1.0f);
}

TEST(launch_linear_reaches_the_ends_of_64_bits)
{
    uint64_t u[2];
    contents("{type: u64, count: 2, init: {linear: {start: 0, step: 18446744073709551615}}}", u);
    CU_ASSERT_EQUAL(u[1], UINT64_MAX);
}

TEST(launch_random_follows_its_seed)
{
    float a[64], b[64], c[64];
    contents("{type: f32, count: 64, init: {random: 1}}", a);
    contents("{type: f32, count: 64, init: {random: 1}}", b);
    contents("{type: f32, count: 64, init: {random: 2}}", c);
    CU_ASSERT_EQUAL(memcmp(a, b, sizeof a), 0);
    CU_ASSERT_NOT_EQUAL(memcmp(a, c, sizeof a), 0);
    for (unsigned i = 0; i < 64; i++) CU_ASSERT_TRUE(a[i] >= 0 && a[i] < 1);
}

TEST(launch_random_whole_numbers_use_all_bits)
{
    uint8_t u[256];
    unsigned ones = 0;
    contents("{type: u8, count: 256, init: {random: 1}}", u);
    for (unsigned i = 0; i < 256; i++) ones |= u[i];
    CU_ASSERT_EQUAL(ones, 0xff);
}

TEST(launch_file_is_taken_from_its_own_folder)
{
    uint8_t u[4] = {0};
    contents("{type: u8, count: 4, init: {file: raw}}", u);
    CU_ASSERT_EQUAL(memcmp(u, "\1\2\3\4", 4), 0);
}

// The launch file of `body`: is it taken?
static bool taken(const char *body)
{
    err e = {0};
    launch *l = load(body, &e);
    CU_ASSERT_EQUAL(e.status, l ? ST_OK : ST_INPUT);
    launch_free(l);
    err_free(&e);
    return l;
}

TEST(launch_buffers_end_with_the_address_space)
{
    // 0xFF00000000 + 4 GiB = 2^40
    CU_ASSERT(taken("heap_base: 0xFF00000000\nbuffers: {A: {type: u8, count: 4294967296}}\n" STEP));
    CU_ASSERT(!taken("heap_base: 0xFF00000000\nbuffers: {B: {type: u8, count: 1}, A: {type: u8, "
                     "count: 4294967296}}\n" STEP));
}

TEST(launch_buffers_have_at_most_8_gib_in_all)
{
    CU_ASSERT(taken("buffers: {B: {type: u8, count: 4294967296}, A: {type: u8, count: "
                    "4294967296}}\n" STEP));
    CU_ASSERT(!taken("buffers: {B: {type: u8, count: 4294967296}, A: {type: u8, count: "
                     "4294967297}}\n" STEP));
}

UNIT_MAIN("launch", T(launch_digest_follows_every_file), T(launch_reads_shape_and_arguments),
          T(launch_heap_base_is_0xC0000000_unless_given), T(launch_buffer_is_zero_unless_said),
          T(launch_iota_counts_in_the_buffers_type), T(launch_linear_is_start_plus_i_steps),
          T(launch_linear_reaches_the_ends_of_64_bits), T(launch_random_follows_its_seed),
          T(launch_random_whole_numbers_use_all_bits), T(launch_file_is_taken_from_its_own_folder),
          T(launch_buffers_end_with_the_address_space), T(launch_buffers_have_at_most_8_gib_in_all))
