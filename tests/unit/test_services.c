// test_services.c : what kernels print and how it is put in order; the heap of malloc and free.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/services.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { SMS = 3 };

static void say(ptx_services *s, unsigned sm, uint64_t cycle, const char *text)
{
    services_say(s, sm, cycle, SAID_OUT, text, strlen(text));
}

static void took(ptx_services *s, said_on on, const char *want)
{
    size_t bytes = 0;
    char *text = ptx_services_take(s, on, &bytes);
    CU_ASSERT_STRING_EQUAL(text ? text : "", want);
    CU_ASSERT_EQUAL(bytes, strlen(want));
    free(text);
}

TEST(services_output_is_in_order_of_cycle_then_sm)
{
    ptx_services *s = ptx_services_new(SMS);
    say(s, 2, 5, "e"), say(s, 2, 9, "g"), say(s, 0, 5, "c"), say(s, 0, 5, "d"), say(s, 1, 3, "a");
    say(s, 1, 4, "b"), say(s, 1, 8, "f");
    services_say(s, 0, 9, SAID_ERR, "apart", 5);
    took(s, SAID_OUT, ""); // the launch has not ended
    ptx_services_gather(s);
    say(s, 0, 1, "the next launch's");
    ptx_services_gather(s);
    took(s, SAID_OUT, "abcdefgthe next launch's");
    took(s, SAID_OUT, "");
    took(s, SAID_ERR, "apart");
    ptx_services_free(s);
}

static ptx_services *with_heap(devmem **mem, uint64_t bytes)
{
    err e = {0};
    ptx_services *s = ptx_services_new(SMS);
    *mem = devmem_new(0xC0000000, &e);
    CU_ASSERT(!ptx_services_has_heap(s));
    CU_ASSERT_EQUAL_FATAL(ptx_services_heap(s, *mem, bytes, &e), ST_OK);
    CU_ASSERT(ptx_services_has_heap(s));
    return s;
}

// Blocks of 16 bytes with heads of 16: 32 of them in 1024 bytes.
TEST(services_heap_has_its_limit_on_each_sm)
{
    devmem *mem;
    ptx_services *s = with_heap(&mem, 1024);
    uint64_t blocks[32];
    for (unsigned sm = 0; sm < SMS; sm++) {
        for (unsigned i = 0; i < 32; i++) {
            blocks[i] = services_malloc(s, sm, 16);
            CU_ASSERT(blocks[i] && blocks[i] % 16 == 0 && devmem_at(mem, blocks[i], 16));
            CU_ASSERT(!i || blocks[i] >= blocks[i - 1] + 32);
        }
        CU_ASSERT_EQUAL(services_malloc(s, sm, 1), 0);
        CU_ASSERT_EQUAL(services_malloc(s, sm, UINT64_MAX), 0);
    }
    CU_ASSERT(services_free(s, SMS - 1, blocks[7]));
    CU_ASSERT_EQUAL(services_malloc(s, SMS - 1, 3), blocks[7]);
    ptx_services_free(s);
    devmem_free(mem);
}

TEST(services_block_goes_over_to_the_sm_that_frees_it)
{
    devmem *mem;
    ptx_services *s = with_heap(&mem, 64);
    const uint64_t a = services_malloc(s, 0, 40);
    CU_ASSERT(a && services_free(s, 1, a));
    CU_ASSERT_EQUAL(services_malloc(s, 0, 40), 0);
    CU_ASSERT_EQUAL(services_malloc(s, 1, 40), a);
    ptx_services_free(s);
    devmem_free(mem);
}

TEST(services_what_malloc_did_not_give_is_not_freed)
{
    devmem *mem;
    ptx_services *s = with_heap(&mem, 4096);
    const uint64_t a = services_malloc(s, 0, 100);
    CU_ASSERT(services_free(s, 0, 0));
    CU_ASSERT(!services_free(s, 0, a + 8) && !services_free(s, 0, a + 16));
    CU_ASSERT(!services_free(s, 0, 8) && !services_free(s, 0, UINT64_MAX));
    CU_ASSERT(services_free(s, 0, a) && !services_free(s, 0, a));
    ptx_services_free(s);
    devmem_free(mem);
}

UNIT_MAIN("services", T(services_output_is_in_order_of_cycle_then_sm),
          T(services_heap_has_its_limit_on_each_sm),
          T(services_block_goes_over_to_the_sm_that_frees_it),
          T(services_what_malloc_did_not_give_is_not_freed))
