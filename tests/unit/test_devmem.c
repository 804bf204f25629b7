// test_devmem.c : functional device memory: addresses, bounds, release, module variables.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/devmem.h"
#include "tests/unit/unit.h"

#include <string.h>

static devmem *fresh(err *e)
{
    devmem *d = devmem_new(0xC0000000, e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    return d;
}

TEST(addresses_start_at_the_base_and_follow_in_order)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t a, b, c;
    devmem_alloc(d, 1, &a, &e), devmem_alloc(d, 256, &b, &e), devmem_alloc(d, 257, &c, &e);
    CU_ASSERT_EQUAL(a, 0xC0000000);
    CU_ASSERT_EQUAL(b, 0xC0000100);
    CU_ASSERT_EQUAL(c, 0xC0000200);
    CU_ASSERT_EQUAL(devmem_end(d), 0xC0000400);
    devmem_free(d);
}

TEST(memory_is_zero_and_keeps_what_is_written)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t a;
    devmem_alloc(d, 64, &a, &e);
    unsigned char *p = devmem_at(d, a, 64), zeros[64] = {0};
    CU_ASSERT(!memcmp(p, zeros, 64));
    p[63] = 7;
    CU_ASSERT_EQUAL(*(unsigned char *)devmem_at(d, a + 63, 1), 7);
    devmem_free(d);
}

TEST(ranges_must_lie_inside_one_allocation)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t a, b;
    devmem_alloc(d, 256, &a, &e), devmem_alloc(d, 100, &b, &e);
    CU_ASSERT_PTR_NOT_NULL(devmem_at(d, a, 256));
    CU_ASSERT_PTR_NULL(devmem_at(d, a, 257));
    CU_ASSERT_PTR_NULL(devmem_at(d, a + 255, 2));
    CU_ASSERT_PTR_NOT_NULL(devmem_at(d, b + 96, 4));
    CU_ASSERT_PTR_NULL(devmem_at(d, b + 97, 4));
    CU_ASSERT_PTR_NULL(devmem_at(d, b + 100, 1));
    CU_ASSERT_PTR_NULL(devmem_at(d, a - 1, 1));
    CU_ASSERT_PTR_NULL(devmem_at(d, 0, 1));
    CU_ASSERT_PTR_NULL(devmem_at(d, UINT64_MAX, 2));
    CU_ASSERT_PTR_NULL(devmem_at(d, a, UINT64_MAX));
    devmem_free(d);
}

TEST(released_memory_is_gone_and_its_address_not_reused)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t a, b, c;
    devmem_alloc(d, 256, &a, &e), devmem_alloc(d, 256, &b, &e);
    CU_ASSERT_EQUAL(devmem_release(d, a, &e), ST_OK);
    CU_ASSERT_PTR_NULL(devmem_at(d, a, 1));
    CU_ASSERT_PTR_NOT_NULL(devmem_at(d, b, 256));
    devmem_alloc(d, 256, &c, &e);
    CU_ASSERT_EQUAL(c, b + 256);
    devmem_free(d);
}

TEST(released_addresses_are_given_out_again_when_there_are_no_others)
{
    err e = {0};
    devmem *d = devmem_new(HEAP_END - 1280, &e); // room for five
    uint64_t at[5], a;
    for (unsigned i = 0; i < 5; i++) CU_ASSERT_EQUAL(devmem_alloc(d, 256, &at[i], &e), ST_OK);
    CU_ASSERT_EQUAL(devmem_room(d), 0);
    CU_ASSERT(devmem_release(d, at[0], &e) == ST_OK && devmem_release(d, at[2], &e) == ST_OK &&
              devmem_release(d, at[3], &e) == ST_OK);
    CU_ASSERT_EQUAL(devmem_room(d), 768);
    CU_ASSERT_EQUAL(devmem_alloc(d, 513, &a, &e), ST_TOOL); // not in one piece
    memset(devmem_at(d, at[1], 256), 7, 256);
    CU_ASSERT(devmem_alloc(d, 300, &a, &e) == ST_OK && a == at[2]);
    CU_ASSERT_EQUAL(*(char *)devmem_at(d, at[2] + 256, 44), 0);
    CU_ASSERT(devmem_alloc(d, 1, &a, &e) == ST_OK && a == at[0]);
    CU_ASSERT_EQUAL(devmem_alloc(d, 1, &a, &e), ST_TOOL);
    CU_ASSERT(*(char *)devmem_at(d, at[1] + 255, 1) == 7 && devmem_at(d, at[4], 256) &&
              !devmem_at(d, at[3] + 44, 1));
    CU_ASSERT(devmem_release(d, at[4], &e) == ST_OK && devmem_alloc(d, 200, &a, &e) == ST_OK &&
              a == at[4]);
    err_free(&e);
    devmem_free(d);
}

TEST(release_of_what_is_no_allocation_is_refused)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t a;
    devmem_alloc(d, 256, &a, &e);
    CU_ASSERT_EQUAL(devmem_release(d, a + 1, &e), ST_INPUT);
    CU_ASSERT_EQUAL(devmem_release(d, a, &e), ST_OK);
    CU_ASSERT_EQUAL(devmem_release(d, a, &e), ST_INPUT);
    CU_ASSERT_EQUAL(e.count, 2);
    err_free(&e);
    devmem_free(d);
}

TEST(too_much_memory_is_a_tool_error)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t a;
    CU_ASSERT_EQUAL(devmem_alloc(d, UINT64_MAX, &a, &e), ST_TOOL);
    CU_ASSERT_EQUAL(devmem_alloc(d, 1ull << 41, &a, &e), ST_TOOL);
    CU_ASSERT_EQUAL(devmem_alloc(d, 0, &a, &e), ST_TOOL);
    CU_ASSERT_EQUAL(devmem_alloc(d, 16, &a, &e), ST_OK);
    err_free(&e);
    devmem_free(d);
}

TEST(heap_base_must_be_aligned_and_above_the_windows)
{
    err e = {0};
    CU_ASSERT_PTR_NULL(devmem_new(0, &e));
    CU_ASSERT_PTR_NULL(devmem_new(0xC0000001, &e));
    CU_ASSERT_PTR_NULL(devmem_new(HEAP_LOWEST - 256, &e));
    devmem *d = devmem_new(HEAP_LOWEST, &e);
    CU_ASSERT_PTR_NOT_NULL(d);
    CU_ASSERT_EQUAL(e.count, 3);
    devmem_free(d);
    err_free(&e);
}

TEST(heap_ends_at_the_last_address_of_the_machine)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t a;
    devmem_limit(d, 0);
    CU_ASSERT_EQUAL(devmem_most(d), UINT64_MAX);
    devmem_limit(d, 32);
    CU_ASSERT_EQUAL(devmem_most(d), UINT32_MAX);
    CU_ASSERT_EQUAL(devmem_alloc(d, (1u << 30) + 1, &a, &e), ST_TOOL);
    CU_ASSERT_EQUAL(devmem_alloc(d, 1u << 30, &a, &e), ST_OK);
    CU_ASSERT_EQUAL(devmem_alloc(d, 1, &a, &e), ST_TOOL);
    devmem_free(d);
    d = fresh(&e);
    devmem_limit(d, 30); // below the heap
    CU_ASSERT_EQUAL(devmem_alloc(d, 1, &a, &e), ST_TOOL);
    err_free(&e);
    devmem_free(d);
}

TEST(variables_keep_their_address_and_stay_off_the_heap)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t v, w, again, heap;
    bool made;
    devmem_static(d, 1, 0, 64, false, &v, &made, &e);
    CU_ASSERT(made);
    devmem_static(d, 2, 0, 64, false, &w, &made, &e);
    CU_ASSERT(made);
    devmem_static(d, 1, 0, 64, false, &again, &made, &e);
    CU_ASSERT(!made);
    CU_ASSERT_EQUAL(v, again);
    CU_ASSERT_NOT_EQUAL(v, w);
    CU_ASSERT_PTR_NOT_NULL(devmem_at(d, v, 64));
    devmem_alloc(d, 1, &heap, &e);
    CU_ASSERT_EQUAL(heap, 0xC0000000);
    devmem_drop(d, 1);
    CU_ASSERT(!devmem_at(d, v, 1) && devmem_at(d, w, 64));
    devmem_free(d);
}

TEST(a_shared_variable_is_where_the_host_has_it)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t before, v, again;
    bool made;
    devmem_static(d, 1, 0, 64, false, &before, &made, &e);
    CU_ASSERT_EQUAL(devmem_static(d, 1, 1, 5000, true, &v, &made, &e), ST_OK);
    CU_ASSERT(made && v % 4096 == 0 && v < HEAP_LOWEST);
    ((char *)(uintptr_t)v)[4999] = 7;
    CU_ASSERT_EQUAL(*(char *)devmem_at(d, v + 4999, 1), 7);
    CU_ASSERT_PTR_NULL(devmem_at(d, v + 5000, 1));
    devmem_static(d, 1, 1, 5000, true, &again, &made, &e);
    CU_ASSERT(!made && again == v);
    devmem_free(d);
}

TEST(nearest_allocation_is_found_on_both_sides)
{
    err e = {0};
    devmem *d = fresh(&e);
    uint64_t a, b, base, bytes;
    CU_ASSERT(!devmem_nearest(d, 5, &base, &bytes));
    devmem_alloc(d, 1000, &a, &e), devmem_alloc(d, 8, &b, &e);
    CU_ASSERT(devmem_nearest(d, a + 1001, &base, &bytes));
    CU_ASSERT_EQUAL(base, a);
    CU_ASSERT(devmem_nearest(d, b - 1, &base, &bytes));
    CU_ASSERT_EQUAL(base, b);
    CU_ASSERT(devmem_nearest(d, 0, &base, &bytes));
    CU_ASSERT_EQUAL(base, a);
    CU_ASSERT_EQUAL(bytes, 1000);
    devmem_free(d);
}

UNIT_MAIN("devmem", T(addresses_start_at_the_base_and_follow_in_order),
          T(memory_is_zero_and_keeps_what_is_written), T(ranges_must_lie_inside_one_allocation),
          T(released_memory_is_gone_and_its_address_not_reused),
          T(released_addresses_are_given_out_again_when_there_are_no_others),
          T(release_of_what_is_no_allocation_is_refused), T(too_much_memory_is_a_tool_error),
          T(heap_base_must_be_aligned_and_above_the_windows),
          T(heap_ends_at_the_last_address_of_the_machine),
          T(variables_keep_their_address_and_stay_off_the_heap),
          T(a_shared_variable_is_where_the_host_has_it),
          T(nearest_allocation_is_found_on_both_sides))
