// test_import.c : config import as a library: notes, names, and that no text at all makes it crash or hang. links: config base
// (What options mean, and what is refused, message by message, is in tests/sim/import.sh.)
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "config/import.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[96];

static int import_bytes(const char *text, size_t bytes, import_result *r, err *e)
{
    snprintf(path, sizeof path, P_tmpdir "/3-import.%ld.config", (long)getpid());
    FILE *f = fopen(path, "w");
    if (!f || fwrite(text, 1, bytes, f) != bytes || fclose(f) != 0) abort();
    *e = (err){0};
    const int st = config_import(path, r, e);
    remove(path);
    return st;
}

TEST(notes_name_line_option_value_and_reason)
{
    static const char text[] = "# one\n-gpgpu_runtime_stat 500\n\n-keep  /tmp\n";
    import_result r;
    err e;
    CU_ASSERT_EQUAL(import_bytes(text, strlen(text), &r, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(r.n_notes, 2);
    CU_ASSERT(r.notes[0].line == 2 && r.notes[1].line == 4);
    CU_ASSERT_STRING_EQUAL(r.notes[0].option, "gpgpu_runtime_stat");
    CU_ASSERT_STRING_EQUAL(r.notes[0].value, "500");
    CU_ASSERT_STRING_EQUAL(r.notes[0].why, "no effect on timing");
    CU_ASSERT_STRING_EQUAL(r.notes[1].why, "host side");
    import_free(&r);
    err_free(&e);
}

TEST(name_is_the_files_as_an_identifier)
{
    import_result r;
    err e;
    CU_ASSERT_EQUAL(import_bytes("-gpgpu_n_mem 4", 14, &r, &e), ST_OK);
    CU_ASSERT_STRING_EQUAL(r.c.name, "gpu_3_import");
    CU_ASSERT_EQUAL(r.c.dram.channels, 4);
    import_free(&r);
    err_free(&e);
}

TEST(several_mistakes_are_an_error_each)
{
    static const char text[] = "-gpgpu_n_mem 0\n-gpgpu_shader_cta x\n-gpgpu_sub_core_model 1\n";
    import_result r;
    err e;
    CU_ASSERT_EQUAL(import_bytes(text, strlen(text), &r, &e), ST_INPUT);
    CU_ASSERT_EQUAL(e.count, 3);
    import_free(&r);
    err_free(&e);
}

static const char base_text[] =
    "-gpgpu_n_clusters 15\n-gpgpu_clock_domains 700.0:700.0:700.0:924.0 # MHz\n-gpgpu_shader_core_pipeline 1536:32\n"
    "-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8\n-gpgpu_cache:dl2 64:128:8,L:B:m:W:L,A:32:4,4:0,32\n-gpgpu_scheduler warp_limiting:2:3\n"
    "-gpgpu_dram_timing_opt \"nbk=16:CCD=2:RRD=6:\n  RCD=12\"\n-gpgpu_mem_addr_mapping dramid@8;0000RRRR\n-inter_config_file none.icnt\n";

// A text with a few bytes changed, cut out or doubled; whatever comes of it, it comes back with a status.
TEST(no_text_makes_it_crash)
{
    rng g = {2014};
    char text[2 * sizeof base_text];
    for (int round = 0; round < 1500; round++) {
        size_t n = sizeof base_text - 1;
        memcpy(text, base_text, n);
        for (uint64_t k = rng_below(&g, 6) + 1; k; k--) {
            const size_t at = (size_t)rng_below(&g, n), some = (size_t)rng_below(&g, n - at < 20 ? n - at : 20);
            static const char odd[] = "\"\\:,=-# \n\t;0Z\xff";
            if (k % 3 == 0) text[at] = odd[rng_below(&g, sizeof odd - 1)];
            else if (k % 3 == 1) memmove(text + at, text + at + some, n - at - some), n -= some;
            else if (n + some < sizeof text) memmove(text + at + some, text + at, n - at), n += some;
            if (!n) break;
        }
        import_result r;
        err e;
        const int st = import_bytes(text, n, &r, &e);
        CU_ASSERT((st == ST_OK && !e.count) || (st == ST_INPUT && e.count));
        import_free(&r);
        err_free(&e);
    }
}

UNIT_MAIN("import", T(notes_name_line_option_value_and_reason), T(name_is_the_files_as_an_identifier), T(several_mistakes_are_an_error_each),
          T(no_text_makes_it_crash))
