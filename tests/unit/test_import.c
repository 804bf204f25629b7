// test_import.c : config import as a library: notes, names, and that no text at all makes it crash
// or hang.
//
// links: config base
// (What options mean, and what is refused, message by message, is in tests/sim/import.sh.)
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "config/import.h"
#include "config/import_options.h"
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
    static const char text[] =
        "# one\n-gpgpu_runtime_stat 500\n\n-keep  1\n-gpgpu_n_cores_per_cluster 1\n";
    import_result r;
    err e;
    CU_ASSERT_EQUAL(import_bytes(text, strlen(text), &r, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(r.n_notes, 2);
    CU_ASSERT(r.notes[0].line == 2 && r.notes[1].line == 4);
    CU_ASSERT_STRING_EQUAL(r.notes[0].option, "gpgpu_runtime_stat");
    CU_ASSERT_STRING_EQUAL(r.notes[0].value, "500");
    CU_ASSERT_STRING_EQUAL(r.notes[0].why,
                           "what GPGPU-Sim checks, counts, prints or draws; no effect on timing");
    CU_ASSERT_STRING_EQUAL(r.notes[1].why,
                           "how GPGPU-Sim gets at a program's PTX; sim --launch names the file");
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

// Every option that has a default, with it.
// clang-format off
#define WITH_DEFAULT(option, d, ...) {#option, (d)},
#define FORM_WITH_DEFAULT(option, form, d, ...) {#option, (d)},
// clang-format on
#define WITHOUT(...)
static const struct {
    const char *option, *value;
} defaults[] = {IMPORT_OPTIONS(WITH_DEFAULT, WITH_DEFAULT, WITH_DEFAULT, FORM_WITH_DEFAULT, WITHOUT,
                               FORM_WITH_DEFAULT, WITHOUT)};
enum { N_DEFAULTS = sizeof defaults / sizeof defaults[0] };

static bool is_kept(const import_result *r, const char *option)
{
    for (unsigned i = 0; i < r->n_kept; i++) {
        if (strcmp(r->kept[i].option, option) == 0) return true;
    }
    return false;
}

// A default that is written down is the same as one that is left out; one that cannot be
// represented is then an error. The network's options count with network_mode 2 only.
#define MODE "-network_mode 2\n"
TEST(a_default_written_down_changes_nothing)
{
    import_result none, r;
    err e;
    unsigned refused = 0;
    CU_ASSERT_EQUAL_FATAL(import_bytes(MODE, strlen(MODE), &none, &e), ST_OK);
    for (unsigned i = 0; i < N_DEFAULTS; i++) {
        char text[128];
        if (!defaults[i].value || strcmp(defaults[i].option, "network_mode") == 0) continue;
        snprintf(text, sizeof text, MODE "-%s %s", defaults[i].option, defaults[i].value);
        const int st = import_bytes(text, strlen(text), &r, &e);
        const bool kept = is_kept(&none, defaults[i].option);
        refused += kept;
        if (st != (kept ? ST_INPUT : ST_OK) || (!kept && memcmp(&r.c, &none.c, sizeof r.c) != 0)) {
            fprintf(stderr, "%s\n", text);
            CU_FAIL("not as when it is left out");
        }
        import_free(&r);
        err_free(&e);
    }
    CU_ASSERT(refused > 0 && refused < N_DEFAULTS / 2);
    import_free(&none);
}

static const char base_text[] =
    "-gpgpu_n_clusters 15\n-gpgpu_clock_domains 700.0:700.0:700.0:924.0 # "
    "MHz\n-gpgpu_shader_core_pipeline 1536:32\n"
    "-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8\n-gpgpu_cache:dl2 "
    "64:128:8,L:B:m:W:L,A:32:4,4:0,32\n-gpgpu_scheduler warp_limiting:2:3\n"
    "-gpgpu_dram_timing_opt \"nbk=16:CCD=2:RRD=6:\n  RCD=12\"\n-gpgpu_mem_addr_mapping "
    "dramid@8;0000RRRR\n-inter_config_file none.icnt\n";

// A text with a few bytes changed, cut out or doubled; whatever comes of it, it comes back with a
// status.
TEST(no_text_makes_it_crash)
{
    rng g = {2014};
    char text[2 * sizeof base_text];
    for (int round = 0; round < 1500; round++) {
        size_t n = sizeof base_text - 1;
        memcpy(text, base_text, n);
        for (uint64_t k = rng_below(&g, 6) + 1; k; k--) {
            const size_t at = (size_t)rng_below(&g, n),
                         some = (size_t)rng_below(&g, n - at < 20 ? n - at : 20);
            static const char odd[] = "\"\\:,=-# \n\t;0Z\xff";
            if (k % 3 == 0) text[at] = odd[rng_below(&g, sizeof odd - 1)];
            else if (k % 3 == 1) memmove(text + at, text + at + some, n - at - some), n -= some;
            else if (n + some < sizeof text)
                memmove(text + at + some, text + at, n - at), n += some;
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

UNIT_MAIN("import", T(notes_name_line_option_value_and_reason),
          T(name_is_the_files_as_an_identifier), T(several_mistakes_are_an_error_each),
          T(a_default_written_down_changes_nothing), T(no_text_makes_it_crash))
