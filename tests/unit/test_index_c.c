// test_index_c.c : the set index function as C (`rtl --index-c`): what the compiler makes of the
// emitted header equals the golden model, and polynomial long division done here, for every kind
// and number of sets; and its inverse gives the address back.
//
// links: rtlgen blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/gf2.h"
#include "base/rng.h"
#include "blocks/pric.h"
#include "rtlgen/rtlgen.h"
#include "unit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/test_index_c_XXXXXX";

typedef struct compiled {
    void *object;
    unsigned (*index)(uint64_t address);
    uint64_t (*unindex)(uint64_t address, unsigned index);
} compiled;

static int shell(const char *format, const char *dir)
{
    char *command = wl_format(format, dir);
    const int status = system(command);
    free(command);
    return status;
}

// The header as a shared object; `name` is the folder's.
static compiled compile(const config *c, const char *name)
{
    err e = {0};
    compiled x = {0};
    char *dir = wl_format("%s/%s", root, name);
    rtlgen_options o = {.source = "gtx480", .index_c = true};
    CU_ASSERT_EQUAL_FATAL(rtlgen_emit(c, dir, &o, NULL, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(
        shell("cd %s && printf 'unsigned index_of(uint64_t a);uint64_t line_of(uint64_t a, "
              "unsigned i);unsigned index_of(uint64_t a){return f_index(a);}"
              "uint64_t line_of(uint64_t a, unsigned i){return f_unindex(a, i);}' >use.c && "
              "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -include f_index.h "
              "-o index.so use.c",
              dir),
        0);
    char *path = wl_format("%s/index.so", dir);
    x.object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x.object);
    *(void **)&x.index = dlsym(x.object, "index_of");
    *(void **)&x.unindex = dlsym(x.object, "line_of");
    free(path);
    free(dir);
    return x;
}

// A[high:low] mod P by Horner's rule from the highest bit: neither the model's way (shifting the
// divisor) nor the generator's (powers of x).
static uint64_t divided(const index_fn *f, uint64_t address)
{
    uint64_t r = 0;
    for (unsigned k = f->high + 1; k-- > f->low;) {
        r = r << 1 | (address >> k & 1);
        if (r >> f->bits) r ^= f->polynomial;
    }
    return r;
}

static uint64_t edge_or_drawn(rng *r, unsigned i)
{
    if (i < 64) return (uint64_t)1 << i;
    if (i < 128) return ~((uint64_t)1 << (i - 64));
    return i == 128 ? 0 : i == 129 ? ~(uint64_t)0 : rng_u64(r);
}

static void compare(const config *c, const char *name)
{
    enum { ADDRESSES = 2000 };
    const index_fn f = index_fn_of_pric(c);
    const compiled x = compile(c, name);
    unsigned wrong = 0;
    rng r = {f.bits};
    pric model;
    pric_init(&model, &f);
    for (unsigned i = 0; i < ADDRESSES; i++) {
        uint64_t address = edge_or_drawn(&r, i);
        if (f.address_bits < 64) address &= ((uint64_t)1 << f.address_bits) - 1;
        const unsigned index = x.index(address);
        const uint64_t other = address ^ (rng_u64(&r) & ((1u << f.bits) - 1)) << f.low;
        wrong += index != pric_index(&model, address >> f.line_bit);
        wrong += f.kind == INDEX_PRIC && index != divided(&f, address);
        wrong += x.unindex(other, index) != address; // `other` has wrong bits in their place
    }
    CU_ASSERT_EQUAL(wrong, 0);
    if (wrong) printf("# %s: %u differ\n", name, wrong);
    dlclose(x.object);
}

static config function(index_kind kind, unsigned bits)
{
    config c;
    config_defaults(&c);
    strcpy(c.name, "f");
    c.pric.enable = true;
    c.pric.kind = kind;
    c.pric.index_bits = bits;
    return c;
}

TEST(scratch_directory_is_made) { CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(root)); }

TEST(every_number_of_sets_equals_the_model_and_long_division)
{
    for (unsigned bits = 1; bits <= GF2_DEGREE; bits++) {
        config c = function(INDEX_PRIC, bits);
        char *name = wl_format("pric_%u", bits);
        compare(&c, name);
        free(name);
    }
}

TEST(other_kinds_equal_the_model)
{
    config fermi = function(INDEX_FERMI, 6), bitwise = function(INDEX_XOR, 5),
           linear = function(INDEX_LINEAR, 5);
    compare(&fermi, "fermi");
    compare(&bitwise, "xor");
    compare(&linear, "linear");
}

TEST(slice_above_the_line_and_full_width)
{
    config above = function(INDEX_PRIC, 5), wide = function(INDEX_PRIC, 7);
    above.pric.low_bit = 10;
    wide.pric.high_bit = 63;
    wide.pric.address_bits = 64;
    compare(&above, "above");
    compare(&wide, "wide");
}

TEST(header_is_also_cplusplus)
{
    CU_ASSERT_EQUAL(shell("cd %s/pric_5 && g++ -std=c++98 -Wall -Wextra -Werror -fsyntax-only "
                          "-include stdint.h -x c++ f_index.h",
                          root),
                    0);
}

TEST(nothing_is_left_behind) { CU_ASSERT_EQUAL(shell("rm -rf %s", root), 0); }

UNIT_MAIN("index_c", T(scratch_directory_is_made),
          T(every_number_of_sets_equals_the_model_and_long_division),
          T(other_kinds_equal_the_model), T(slice_above_the_line_and_full_width),
          T(header_is_also_cplusplus), T(nothing_is_left_behind))
