// test_fatbin.c : fat binaries: which PTX is taken, and that a container that lies is found out.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_fatbin.h"
#include "tests/unit/unit.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { MOST = 4096 };
typedef struct maker {
    unsigned char bytes[MOST];
    size_t n;
} maker;

static void number(maker *m, size_t at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) m->bytes[at + i] = (unsigned char)(value >> 8 * i);
}

static void finish(maker *m) { number(m, 8, m->n - FATBIN_HEADER_BYTES, 8); }

static maker header(void)
{
    maker m = {.n = FATBIN_HEADER_BYTES};
    number(&m, 0, FATBIN_MAGIC, 4), number(&m, 4, 1, 2), number(&m, 6, FATBIN_HEADER_BYTES, 2);
    return m;
}

// Returns where the entry begins. packed: how much of the payload is compressed data, 0: it is
// plain
static size_t entry(maker *m, unsigned kind, unsigned version, unsigned arch, uint64_t flags,
                    const void *payload, size_t bytes, size_t packed, size_t plain)
{
    const size_t at = m->n, padded = (bytes + 7) / 8 * 8;
    number(m, at, kind, 2), number(m, at + 2, 0x101, 2), number(m, at + 4, FATBIN_ENTRY_BYTES, 4);
    number(m, at + 8, padded, 8), number(m, at + 16, packed, 4),
        number(m, at + 24, version % 10, 2);
    number(m, at + 26, version / 10, 2), number(m, at + 28, arch, 4), number(m, at + 40, flags, 8);
    number(m, at + 56, plain, 8);
    memcpy(m->bytes + at + FATBIN_ENTRY_BYTES, payload, bytes);
    m->n = at + FATBIN_ENTRY_BYTES + padded;
    finish(m);
    return at;
}

static size_t plain(maker *m, unsigned version, unsigned arch, const char *text)
{
    return entry(m, FATBIN_PTX, version, arch, 0, text, strlen(text), 0, 0);
}

static const char text_of_80[] =
    ".version 8.0 // a text that repeats itself, itself, itself, itself, itself, itself, itself";

static size_t lz4(maker *m)
{
    char packed[256];
    const int n =
        LZ4_compress_default(text_of_80, packed, (int)strlen(text_of_80), (int)sizeof packed);
    return entry(m, FATBIN_PTX, 80, 80, FATBIN_LZ4, packed, (size_t)n, (size_t)n,
                 strlen(text_of_80));
}

static size_t zstd(maker *m)
{
    char packed[256];
    const size_t n = ZSTD_compress(packed, sizeof packed, text_of_80, strlen(text_of_80), 3);
    return entry(m, FATBIN_PTX, 80, 80, FATBIN_ZSTD, packed, n, n, strlen(text_of_80));
}

static void gives(const maker *m, const char *want)
{
    err e = {0};
    char *text = NULL;
    CU_ASSERT_EQUAL(fatbin_ptx(m->bytes, m->n, &text, &e), FATBIN_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, want);
    free(text);
    err_free(&e);
}

static void refused(const maker *m, size_t bytes, fatbin_status want, const char *why)
{
    err e = {0};
    char *text = NULL;
    CU_ASSERT_EQUAL(fatbin_ptx(m->bytes, bytes, &text, &e), want);
    CU_ASSERT_PTR_NULL(text);
    CU_ASSERT(e.text && strstr(e.text, why));
    if (!e.text || !strstr(e.text, why)) printf("# '%s', not '%s'\n", e.text ? e.text : "", why);
    err_free(&e);
}

TEST(fatbin_ptx_is_taken_plain_and_compressed)
{
    maker a = header(), b = header(), c = header();
    plain(&a, 78, 75, ".version 7.8");
    gives(&a, ".version 7.8");
    lz4(&b), gives(&b, text_of_80);
    zstd(&c), gives(&c, text_of_80);
}

TEST(fatbin_the_newest_architecture_of_a_version_that_is_decoded_is_taken)
{
    maker m = header();
    entry(&m, FATBIN_ELF, 0, 90, 0, "ELF", 3, 0, 0);
    plain(&m, 70, 52, "old");
    plain(&m, 90, 75, "newest");
    plain(&m, 90, 75, "the same once more");
    plain(&m, 91, 100, "too new");
    gives(&m, "newest");
}

TEST(fatbin_without_ptx_says_what_it_has)
{
    maker none = header(), machine = header(), newer = header();
    finish(&none);
    refused(&none, none.n, FATBIN_NO_PTX, "the fat binary has no code");
    entry(&machine, FATBIN_ELF, 0, 80, 0, "ELF", 3, 0, 0);
    entry(&machine, FATBIN_ELF, 0, 75, 0, "ELF", 3, 0, 0);
    refused(&machine, machine.n, FATBIN_NO_PTX,
            "machine code (sm_80) only, and PTX is what is simulated: compile with "
            "-arch=compute_80");
    plain(&newer, 91, 100, "too new");
    refused(&newer, newer.n, FATBIN_NO_PTX, "PTX is of version 9.1, and none is of 9.0 or older");
}

// A container that is cut at any byte.
TEST(fatbin_that_is_cut_is_malformed)
{
    maker m = header();
    plain(&m, 80, 75, ".version 8.0");
    zstd(&m);
    for (size_t n = 0; n < m.n; n++) refused(&m, n, FATBIN_MALFORMED, "fat binary, byte ");
}

TEST(fatbin_lengths_that_lie_are_found)
{
    static const struct {
        size_t at;
        unsigned bytes;
        uint64_t value;
        const char *why;
    } lies[] = {{6, 2, 15, "byte 6"},
                {6, 2, 65535, "byte 6"},
                {8, 8, UINT64_MAX, "byte 6"},
                {20, 4, 63, "byte 16: the entry ends"},
                {20, 4, UINT32_MAX, "byte 16: the entry ends"},
                {24, 8, UINT64_MAX, "byte 16: the entry ends"},
                {32, 4, 200, "byte 32: the compressed payload is longer"},
                {32, 4, 5, "byte 80: the compressed payload is damaged"},
                {72, 8, UINT64_MAX, "byte 72: the decompressed payload is larger"},
                {72, 8, 5, "byte 80: the compressed payload is damaged"},
                {72, 8, 4000, "byte 80: the compressed payload is damaged"},
                {81, 2, 0xffff, "byte 80: the compressed payload is damaged"}};
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        maker packed[2] = {header(), header()};
        lz4(&packed[0]), zstd(&packed[1]);
        for (unsigned k = 0; k < 2; k++) {
            number(&packed[k], lies[i].at, lies[i].value, lies[i].bytes);
            refused(&packed[k], packed[k].n, FATBIN_MALFORMED, lies[i].why);
        }
    }
}

UNIT_MAIN("fatbin", T(fatbin_ptx_is_taken_plain_and_compressed),
          T(fatbin_the_newest_architecture_of_a_version_that_is_decoded_is_taken),
          T(fatbin_without_ptx_says_what_it_has), T(fatbin_that_is_cut_is_malformed),
          T(fatbin_lengths_that_lie_are_found))
