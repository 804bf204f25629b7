// test_coalescer.c : segments of one warp instruction, and shared-memory conflicts. links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/coalescer.h"
#include "machine/shmem.h"
#include "unit.h"

enum { BASE = 0x10000 };

typedef struct made {
    unsigned n;
    segment s[COALESCE_MAX];
} made;

static wexec lanes(uint32_t active, uint64_t base, uint64_t stride)
{
    wexec x = {.active = active};
    for (unsigned l = 0; l < WARP_LANES; l++) x.addr[l] = base + l * stride;
    return x;
}

static made load(unsigned lane_bytes, uint32_t active, uint64_t base, uint64_t stride)
{
    made m;
    wexec x = lanes(active, base, stride);
    m.n = coalesce(128, &(winst){.kind = W_LOAD, .lane_bytes = (uint8_t)lane_bytes}, &x, m.s);
    return m;
}

static void is(const segment *s, uint64_t addr, unsigned bytes, uint32_t mask)
{
    CU_ASSERT_EQUAL(s->addr, addr);
    CU_ASSERT_EQUAL(s->bytes, bytes);
    CU_ASSERT_EQUAL(s->mask, mask);
}

TEST(aligned_words_make_one_request)
{
    made m = load(4, ~0u, BASE, 4);
    CU_ASSERT_EQUAL(m.n, 1);
    is(&m.s[0], BASE, 128, ~0u);
}

TEST(misaligned_words_make_two_the_second_shrunk)
{
    made m = load(4, ~0u, BASE + 4, 4);
    CU_ASSERT_EQUAL(m.n, 2);
    is(&m.s[0], BASE, 128, ~1u);
    is(&m.s[1], BASE + 128, 32, 1);
}

TEST(a_stride_of_a_line_makes_a_request_a_lane_in_ascending_order)
{
    made m = load(4, ~0u, BASE, 128);
    CU_ASSERT_EQUAL(m.n, 32);
    for (unsigned k = 0; k < m.n; k++) is(&m.s[k], BASE + 128 * k, 32, 1);
}

TEST(descending_lanes_come_out_in_ascending_order)
{
    made m = load(4, ~0u, BASE + 31 * 128, (uint64_t)-128);
    CU_ASSERT_EQUAL(m.n, 32);
    for (unsigned k = 0; k < m.n; k++) CU_ASSERT_EQUAL(m.s[k].addr, BASE + 128 * k);
}

TEST(broadcast_makes_one_request_of_32_bytes)
{
    made m = load(4, ~0u, BASE + 100, 0);
    CU_ASSERT_EQUAL(m.n, 1);
    is(&m.s[0], BASE + 96, 32, 1u << 25);
}

TEST(half_a_segment_shrinks_to_64_bytes)
{
    made m = load(4, 0x0000ffff, BASE + 64, 4);
    CU_ASSERT_EQUAL(m.n, 1);
    is(&m.s[0], BASE + 64, 64, 0xffff0000);
}

TEST(first_and_last_quarter_do_not_shrink)
{
    made m = load(4, 0x80000001, BASE, 4);
    CU_ASSERT_EQUAL(m.n, 1);
    is(&m.s[0], BASE, 128, 0x80000001);
}

TEST(two_middle_quarters_do_not_shrink)
{
    made m = load(4, 0x00018000, BASE, 4);
    CU_ASSERT_EQUAL(m.s[0].bytes, 128);
}

TEST(bytes_use_segments_of_32)
{
    made m = load(1, ~0u, BASE + 16, 1);
    CU_ASSERT_EQUAL(m.n, 2);
    is(&m.s[0], BASE, 32, 0xf0);
    is(&m.s[1], BASE + 32, 32, 0xf00);
}

TEST(halfwords_use_segments_of_64)
{
    made m = load(2, ~0u, BASE + 64, 4);
    CU_ASSERT_EQUAL(m.n, 2);
    is(&m.s[0], BASE + 64, 64, 0xffff0000);
    is(&m.s[1], BASE + 128, 64, 0x0000ffff);
}

TEST(doubles_make_two_requests)
{
    made m = load(8, ~0u, BASE, 8);
    CU_ASSERT_EQUAL(m.n, 2);
    is(&m.s[1], BASE + 128, 128, ~0u);
}

TEST(vectors_of_four_words_make_four_requests)
{
    CU_ASSERT_EQUAL(load(16, ~0u, BASE, 16).n, 4);
}

TEST(no_active_lane_makes_no_request)
{
    CU_ASSERT_EQUAL(load(4, 0, BASE, 4).n, 0);
}

TEST(only_active_lanes_count)
{
    made m = load(4, 1u << 31, BASE, 128);
    CU_ASSERT_EQUAL(m.n, 1);
    is(&m.s[0], BASE + 31 * 128, 32, 1);
}

TEST(a_segment_is_never_more_than_the_line)
{
    made m;
    wexec x = lanes(~0u, BASE, 4);
    m.n = coalesce(64, &(winst){.kind = W_LOAD, .lane_bytes = 4}, &x, m.s);
    CU_ASSERT_EQUAL(m.n, 2);
    is(&m.s[1], BASE + 64, 64, 0xffff);
}

TEST(a_mask_bit_of_a_256_byte_line_is_8_bytes)
{
    made m;
    wexec x = lanes(~0u, BASE + 128, 4);
    m.n = coalesce(256, &(winst){.kind = W_LOAD, .lane_bytes = 4}, &x, m.s);
    CU_ASSERT_EQUAL(m.n, 1);
    is(&m.s[0], BASE + 128, 128, 0xffff0000);
}

static made atomic(uint32_t active, uint64_t base, uint64_t stride)
{
    made m;
    wexec x = lanes(active, base, stride);
    m.n = coalesce(128, &(winst){.kind = W_ATOMIC, .lane_bytes = 4}, &x, m.s);
    return m;
}

TEST(an_atomic_on_distinct_words_makes_one_request)
{
    CU_ASSERT_EQUAL(atomic(~0u, BASE, 4).n, 1);
}

TEST(an_atomic_makes_as_many_requests_as_lanes_on_one_word)
{
    CU_ASSERT_EQUAL(atomic(~0u, BASE, 0).n, 32);
    wexec x = lanes(0xf, BASE, 4);
    x.addr[3] = x.addr[1];
    made m;
    m.n = coalesce(128, &(winst){.kind = W_ATOMIC, .lane_bytes = 4}, &x, m.s);
    CU_ASSERT_EQUAL(m.n, 2);
    CU_ASSERT_EQUAL(m.s[0].mask | m.s[1].mask, 7);
    CU_ASSERT_EQUAL(m.s[0].mask & m.s[1].mask, 2);
}

// ---- shared memory

static unsigned passes(unsigned lane_bytes, uint32_t active, uint64_t base, uint64_t stride)
{
    wexec x = lanes(active, base, stride);
    return shmem_passes(32, &(winst){.kind = W_LOAD, .space = SPACE_SHARED, .lane_bytes = (uint8_t)lane_bytes}, &x);
}

TEST(conflict_degree_is_the_common_divisor_of_stride_and_banks)
{
    static const unsigned degree[] = {[1] = 1, [2] = 2, [3] = 1, [4] = 4, [6] = 2, [8] = 8, [16] = 16, [31] = 1, [32] = 32, [33] = 1};
    for (unsigned words = 1; words <= 33; words++) {
        if (words < sizeof degree / sizeof *degree && degree[words]) CU_ASSERT_EQUAL(passes(4, ~0u, 0, 4 * words), degree[words]);
    }
}

TEST(lanes_on_one_word_do_not_conflict)
{
    CU_ASSERT_EQUAL(passes(4, ~0u, 400, 0), 1);
    CU_ASSERT_EQUAL(passes(1, ~0u, 0, 1), 1);
}

TEST(doubles_in_shared_memory_take_two_passes)
{
    CU_ASSERT_EQUAL(passes(8, ~0u, 0, 8), 2);
    CU_ASSERT_EQUAL(passes(8, 0xffff, 0, 8), 1);
}

TEST(inactive_lanes_do_not_conflict)
{
    CU_ASSERT_EQUAL(passes(4, 0x3, 0, 128), 2);
    CU_ASSERT_EQUAL(passes(4, 0, 0, 128), 1);
}

UNIT_MAIN("coalescer", T(aligned_words_make_one_request), T(misaligned_words_make_two_the_second_shrunk),
          T(a_stride_of_a_line_makes_a_request_a_lane_in_ascending_order), T(descending_lanes_come_out_in_ascending_order),
          T(broadcast_makes_one_request_of_32_bytes), T(half_a_segment_shrinks_to_64_bytes), T(first_and_last_quarter_do_not_shrink),
          T(two_middle_quarters_do_not_shrink), T(bytes_use_segments_of_32), T(halfwords_use_segments_of_64), T(doubles_make_two_requests),
          T(vectors_of_four_words_make_four_requests), T(no_active_lane_makes_no_request), T(only_active_lanes_count),
          T(a_segment_is_never_more_than_the_line), T(a_mask_bit_of_a_256_byte_line_is_8_bytes),
          T(an_atomic_on_distinct_words_makes_one_request), T(an_atomic_makes_as_many_requests_as_lanes_on_one_word),
          T(conflict_degree_is_the_common_divisor_of_stride_and_banks), T(lanes_on_one_word_do_not_conflict),
          T(doubles_in_shared_memory_take_two_passes), T(inactive_lanes_do_not_conflict))
