// test_coalescer.c : segments of one warp instruction, and shared-memory conflicts.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/coalescer.h"
#include "machine/core/shared_memory.h"
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
    m.n = coalesce(128, 128, &(winst){.kind = W_LOAD, .lane_bytes = (uint8_t)lane_bytes}, &x, m.s);
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

TEST(vectors_of_four_words_make_four_requests) { CU_ASSERT_EQUAL(load(16, ~0u, BASE, 16).n, 4); }

// The lanes' first words lie `stride` bytes apart, each further word of a lane 128 bytes behind the
// one before.
static made local(unsigned line_bytes, unsigned lane_bytes, uint32_t active, uint64_t stride)
{
    made m;
    wexec x = lanes(active, BASE, stride);
    x.space = SPACE_LOCAL;
    x.word_step = 128;
    m.n = coalesce(line_bytes, line_bytes,
                   &(winst){.kind = W_LOAD, .lane_bytes = (uint8_t)lane_bytes}, &x, m.s);
    return m;
}

TEST(words_of_local_memory_make_a_request_each)
{
    for (unsigned words = 1; words <= 4; words *= 2) {
        made m = local(128, 4 * words, ~0u, 4);
        CU_ASSERT_EQUAL(m.n, words);
        for (unsigned k = 0; k < m.n; k++) {
            is(&m.s[k], BASE + 128 * k, 128, ~0u);
            CU_ASSERT_EQUAL(m.s[k].map, MAP_CONSECUTIVE);
        }
        m = local(128, 4 * words, 1u << 9, 4);
        CU_ASSERT_EQUAL(m.n, words);
        for (unsigned k = 0; k < m.n; k++) is(&m.s[k], BASE + 128 * k + 32, 32, 1u << 9);
    }
    made m = local(256, 8, ~0u, 4); // a mask bit is 8 bytes
    CU_ASSERT_EQUAL(m.n, 2);
    is(&m.s[0], BASE, 128, 0x0000ffff);
    is(&m.s[1], BASE + 128, 128, 0xffff0000);
}

// Lane l at word 4l of its memory: every word of every lane in a line of its own. At word l: words
// of up to four lanes in a line.
TEST(lanes_at_other_places_of_local_memory_are_joined_line_by_line)
{
    made m = local(128, 16, ~0u, 4 * 128 + 4);
    CU_ASSERT_EQUAL(m.n, COALESCE_MAX);
    for (unsigned k = 0; k < m.n; k++) CU_ASSERT_EQUAL(m.s[k].mask, 1u << k / 4);
    m = local(128, 16, ~0u, 128 + 4);
    CU_ASSERT_EQUAL(m.n, 32 + 3);
    for (unsigned k = 3; k < 32; k++) CU_ASSERT_EQUAL(m.s[k].mask, 0xfu << (k - 3));
}

TEST(no_active_lane_makes_no_request) { CU_ASSERT_EQUAL(load(4, 0, BASE, 4).n, 0); }

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
    m.n = coalesce(64, 64, &(winst){.kind = W_LOAD, .lane_bytes = 4}, &x, m.s);
    CU_ASSERT_EQUAL(m.n, 2);
    is(&m.s[1], BASE + 64, 64, 0xffff);
}

TEST(a_mask_bit_of_a_256_byte_line_is_8_bytes)
{
    made m;
    wexec x = lanes(~0u, BASE + 128, 4);
    m.n = coalesce(256, 256, &(winst){.kind = W_LOAD, .lane_bytes = 4}, &x, m.s);
    CU_ASSERT_EQUAL(m.n, 1);
    is(&m.s[0], BASE + 128, 128, 0xffff0000);
}

static made atomic(uint32_t active, uint64_t base, uint64_t stride)
{
    made m;
    wexec x = lanes(active, base, stride);
    m.n = coalesce(128, 128, &(winst){.kind = W_ATOMIC, .lane_bytes = 4}, &x, m.s);
    return m;
}

TEST(an_atomic_on_distinct_words_makes_one_request) { CU_ASSERT_EQUAL(atomic(~0u, BASE, 4).n, 1); }

// l1d.l2_only_bytes: no request is larger, and none is smaller for it.
TEST(requests_are_no_larger_than_the_largest)
{
    for (unsigned largest = 32; largest <= 128; largest *= 2) {
        wexec x = lanes(~0u, BASE, 4);
        made m;
        m.n = coalesce(128, largest, &(winst){.kind = W_ATOMIC, .lane_bytes = 4}, &x, m.s);
        CU_ASSERT_EQUAL(m.n, 128 / largest);
        for (unsigned k = 0; k < m.n; k++)
            CU_ASSERT(m.s[k].addr == BASE + k * largest && m.s[k].bytes == largest);
    }
}

TEST(an_atomic_makes_as_many_requests_as_lanes_on_one_word)
{
    CU_ASSERT_EQUAL(atomic(~0u, BASE, 0).n, 32);
    wexec x = lanes(0xf, BASE, 4);
    x.addr[3] = x.addr[1];
    made m;
    m.n = coalesce(128, 128, &(winst){.kind = W_ATOMIC, .lane_bytes = 4}, &x, m.s);
    CU_ASSERT_EQUAL(m.n, 2);
    CU_ASSERT_EQUAL(m.s[0].mask | m.s[1].mask, 7);
    CU_ASSERT_EQUAL(m.s[0].mask & m.s[1].mask, 2);
}

// ---- mappings of lanes to words (WarpPool 3.6)

static mapping map(unsigned lane_bytes, uint32_t active, uint64_t base, uint64_t stride)
{
    made m = load(lane_bytes, active, base, stride);
    CU_ASSERT_EQUAL(m.n, 1);
    return (mapping)m.s[0].map;
}

TEST(all_lanes_on_their_words_are_consecutive)
{
    CU_ASSERT_EQUAL(map(4, ~0u, BASE, 4), MAP_CONSECUTIVE);
}

TEST(all_lanes_on_one_word_are_a_broadcast)
{
    CU_ASSERT_EQUAL(map(4, ~0u, BASE + 60, 0), MAP_BROADCAST);
    CU_ASSERT_EQUAL(map(4, 0x7fffffff, BASE + 60, 0), MAP_OTHER); // not all
}

TEST(one_lane_is_single)
{
    CU_ASSERT_EQUAL(map(4, 1u << 9, BASE, 4), MAP_SINGLE);
    made m = load(4, ~0u, BASE, 128);
    for (unsigned k = 0; k < m.n; k++) CU_ASSERT_EQUAL(m.s[k].map, MAP_SINGLE);
}

TEST(consecutive_lanes_up_to_the_last_lane_or_word_are_a_range)
{
    CU_ASSERT_EQUAL(map(4, 0xffff0000, BASE - 64, 4), MAP_RANGE); // lanes 16..31 on words 0..15
    CU_ASSERT_EQUAL(map(4, 0x0000fff0, BASE + 64, 4), MAP_RANGE); // lanes 4..15 on words 20..31
    CU_ASSERT_EQUAL(map(4, 0x00000ff0, BASE, 4), MAP_OTHER);      // ends before lane 31 and word 31
    CU_ASSERT_EQUAL(map(4, 0xf0f00000, BASE, 4), MAP_OTHER);      // a hole
    made m = load(4, ~0u, BASE + 16, 4); // lanes 0..27 on words 4..31, lanes 28..31 on words 0..3
    CU_ASSERT_EQUAL(m.n, 2);
    CU_ASSERT_EQUAL(m.s[0].map, MAP_RANGE);
    CU_ASSERT_EQUAL(m.s[1].map, MAP_RANGE);
    CU_ASSERT_EQUAL(m.s[0].lanes, 0x0fffffff);
    CU_ASSERT_EQUAL(m.s[1].lanes, 0xf0000000);
}

TEST(other_orders_sizes_and_alignments_have_no_mapping)
{
    CU_ASSERT_EQUAL(map(4, 0xff, BASE, 8), MAP_OTHER);                 // a stride
    CU_ASSERT_EQUAL(map(4, ~0u, BASE + 124, (uint64_t)-4), MAP_OTHER); // descending
    CU_ASSERT_EQUAL(map(2, 0xff, BASE, 2), MAP_OTHER);
    CU_ASSERT_EQUAL(map(8, 1, BASE, 8), MAP_OTHER);
    CU_ASSERT_EQUAL(map(4, 1, BASE + 2, 4), MAP_OTHER);
}

// Every lane is in the lanes of one request.
TEST(lanes_of_a_load_are_shared_out_among_its_requests)
{
    uint32_t seen = 0;
    made m = load(4, 0xfffffff7, BASE, 40);
    for (unsigned k = 0; k < m.n; k++) {
        CU_ASSERT_EQUAL(seen & m.s[k].lanes, 0);
        seen |= m.s[k].lanes;
    }
    CU_ASSERT_EQUAL(seen, 0xfffffff7);
}

// ---- shared memory

static const struct cfg_sm any = {.shared_banks = 32, .shared_broadcast = BROADCAST_ANY};
static const struct cfg_sm one = {.shared_banks = 32, .shared_broadcast = BROADCAST_ONE};

static unsigned passes(unsigned lane_bytes, uint32_t active, uint64_t base, uint64_t stride)
{
    wexec x = lanes(active, base, stride);
    return shared_memory_passes(
        &any, &(winst){.kind = W_LOAD, .space = SPACE_SHARED, .lane_bytes = (uint8_t)lane_bytes},
        &x);
}

TEST(conflict_degree_is_the_common_divisor_of_stride_and_banks)
{
    static const unsigned degree[] = {[1] = 1, [2] = 2,   [3] = 1,  [4] = 4,   [6] = 2,
                                      [8] = 8, [16] = 16, [31] = 1, [32] = 32, [33] = 1};
    for (unsigned words = 1; words <= 33; words++) {
        if (words < sizeof degree / sizeof *degree && degree[words])
            CU_ASSERT_EQUAL(passes(4, ~0u, 0, 4 * words), degree[words]);
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

TEST(vectors_of_four_words_in_shared_memory_take_four_passes)
{
    CU_ASSERT_EQUAL(passes(16, ~0u, 0, 16), 4);
    CU_ASSERT_EQUAL(passes(16, 0xff, 0, 16), 1);
    CU_ASSERT_EQUAL(passes(16, 0x8001, 0, 16), 2); // in two quarters
}

// A half-warp's lanes 128 bytes apart: 16 ways, twice.
TEST(half_warps_conflict_on_their_own)
{
    CU_ASSERT_EQUAL(passes(8, ~0u, 0, 128), 32);
    CU_ASSERT_EQUAL(passes(8, ~0u, 0, 0), 2); // broadcast: a pass for each half
    wexec x = lanes(0x10001, 0, 0); // lanes 0 and 16, other rows of one bank, in other halves
    x.addr[16] = 1280;
    CU_ASSERT_EQUAL(shared_memory_passes(
                        &any, &(winst){.kind = W_LOAD, .space = SPACE_SHARED, .lane_bytes = 8}, &x),
                    2);
}

TEST(shared_atomics_on_one_word_are_done_one_after_the_other)
{
    const winst atom = {.kind = W_ATOMIC, .space = SPACE_SHARED, .lane_bytes = 4};
    wexec x = lanes(~0u, 0, 0);
    CU_ASSERT_EQUAL(shared_memory_passes(&any, &atom, &x), 32);
    x = lanes(~0u, 0, 4);
    CU_ASSERT_EQUAL(shared_memory_passes(&any, &atom, &x), 1);
    x.addr[3] = x.addr[1]; // two lanes on word 1
    CU_ASSERT_EQUAL(shared_memory_passes(&any, &atom, &x), 2);
    CU_ASSERT_EQUAL(shared_memory_passes(&one, &atom, &x), 2);
}

// sm.shared_broadcast one. Lane k asks for word of[k]; as many passes as the busiest bank has
// lanes, of those on the broadcast word one.
static unsigned limited(const struct cfg_sm *c, uint32_t active, unsigned (*of)(unsigned))
{
    wexec x = lanes(active, 0, 0);
    for (unsigned k = 0; k < WARP_LANES; k++) x.addr[k] = 4 * of(k);
    return shared_memory_passes(c, &(winst){.kind = W_LOAD, .space = SPACE_SHARED, .lane_bytes = 4},
                                &x);
}

static unsigned all_one(unsigned k)
{
    (void)k;
    return 7;
}
static unsigned halves(unsigned k) { return k / 16 * 16; } // a word of bank 0, one of bank 16
static unsigned twice(unsigned k) { return k % 16; }       // 16 words, each by two lanes
static unsigned threes(unsigned k) { return k % 32 < 3 ? 0 : k; } // bank 0 serves three, one word
static unsigned columns(unsigned k) { return 32 * (k % 4); } // four words of bank 0, each by eight
static unsigned apart(unsigned k)
{
    return k == 31 ? 32 : k;
} // lanes 0 and 31: two words of bank 0
static unsigned high_low(unsigned k)
{
    return k < 8 ? 40 + k % 2 : 8 + k % 2;
} // in banks 8 and 9 two words each

// Twelve lanes on the word of one bank, twenty on that of the other.
static unsigned banks_2_9(unsigned k) { return k < 12 ? 2 : 9; }
static unsigned banks_9_2(unsigned k) { return k < 12 ? 9 : 2; }

TEST(one_broadcast_serves_one_word_of_the_warp)
{
    CU_ASSERT_EQUAL(limited(&one, ~0u, all_one), 1);
    CU_ASSERT_EQUAL(limited(&one, ~0u, halves), 16);
    CU_ASSERT_EQUAL(limited(&any, ~0u, halves), 1);
    CU_ASSERT_EQUAL(limited(&one, ~0u, twice), 2);
    CU_ASSERT_EQUAL(limited(&one, 0xffff, twice), 1);
    CU_ASSERT_EQUAL(limited(&one, ~0u, threes), 1);
    CU_ASSERT_EQUAL(limited(&one, ~0u, columns), 8 * 3 + 1);
    CU_ASSERT_EQUAL(limited(&any, ~0u, columns), 4);
    CU_ASSERT_EQUAL(limited(&one, ~0u, apart), 2);
    CU_ASSERT_EQUAL(limited(&one, ~0u, banks_2_9), 20); // bank 2 is served at once
    CU_ASSERT_EQUAL(limited(&one, ~0u, banks_9_2), 12);
    // Bank 8: word 8 by 12 lanes, which are served at once, word 40 by 4; bank 9 has 16 lanes.
    CU_ASSERT_EQUAL(limited(&one, ~0u, high_low), 12 + 4);
    CU_ASSERT_EQUAL(limited(&one, 0x55555555, high_low), 1 + 4);
}

// As GPGPU-Sim counts, a lane's first word stands for all that it asks for, and halves and quarters
// of a warp are not apart.
TEST(one_broadcast_looks_at_first_words_of_the_whole_warp)
{
    const winst wide = {.kind = W_LOAD, .space = SPACE_SHARED, .lane_bytes = 8};
    wexec x = lanes(~0u, 0, 8);
    CU_ASSERT_EQUAL(shared_memory_passes(&one, &wide, &x), 2); // even banks, two words each
    x = lanes(~0u, 0, 0);
    CU_ASSERT_EQUAL(shared_memory_passes(&one, &wide, &x), 1);
    x = lanes(~0u, 0,
              1); // bytes: the lowest word is broadcast, the others go to four lanes in turn
    CU_ASSERT_EQUAL(shared_memory_passes(
                        &one, &(winst){.kind = W_LOAD, .space = SPACE_SHARED, .lane_bytes = 1}, &x),
                    4);
}

TEST(inactive_lanes_do_not_conflict)
{
    CU_ASSERT_EQUAL(passes(4, 0x3, 0, 128), 2);
    CU_ASSERT_EQUAL(passes(4, 0, 0, 128), 1);
}

// A whole warp with a segment a lane is what its halves are, one after the other.
TEST(a_segment_a_lane_is_the_same_for_a_warp_and_for_its_halves)
{
    for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
        for (uint64_t stride = 128; stride <= 1024; stride += 48) {
            const made whole = load(bytes, ~0u, BASE + 16, stride),
                       low = load(bytes, 0xffff, BASE + 16, stride),
                       high = load(bytes, 0xffff0000, BASE + 16, stride);
            CU_ASSERT_EQUAL(whole.n, low.n + high.n);
            for (unsigned k = 0; k < whole.n; k++) {
                const segment *a = &whole.s[k], *b = k < low.n ? &low.s[k] : &high.s[k - low.n];
                is(a, b->addr, b->bytes, b->mask);
                CU_ASSERT_EQUAL(a->lanes, b->lanes);
                CU_ASSERT_EQUAL(a->map, b->map);
            }
        }
    }
}

UNIT_MAIN(
    "coalescer", T(aligned_words_make_one_request), T(misaligned_words_make_two_the_second_shrunk),
    T(a_stride_of_a_line_makes_a_request_a_lane_in_ascending_order),
    T(descending_lanes_come_out_in_ascending_order), T(broadcast_makes_one_request_of_32_bytes),
    T(half_a_segment_shrinks_to_64_bytes), T(first_and_last_quarter_do_not_shrink),
    T(two_middle_quarters_do_not_shrink), T(bytes_use_segments_of_32),
    T(halfwords_use_segments_of_64), T(doubles_make_two_requests),
    T(vectors_of_four_words_make_four_requests), T(words_of_local_memory_make_a_request_each),
    T(lanes_at_other_places_of_local_memory_are_joined_line_by_line),
    T(no_active_lane_makes_no_request), T(only_active_lanes_count),
    T(a_segment_is_never_more_than_the_line), T(a_mask_bit_of_a_256_byte_line_is_8_bytes),
    T(an_atomic_on_distinct_words_makes_one_request), T(requests_are_no_larger_than_the_largest),
    T(an_atomic_makes_as_many_requests_as_lanes_on_one_word),
    T(conflict_degree_is_the_common_divisor_of_stride_and_banks),
    T(lanes_on_one_word_do_not_conflict), T(all_lanes_on_their_words_are_consecutive),
    T(all_lanes_on_one_word_are_a_broadcast), T(one_lane_is_single),
    T(consecutive_lanes_up_to_the_last_lane_or_word_are_a_range),
    T(other_orders_sizes_and_alignments_have_no_mapping),
    T(lanes_of_a_load_are_shared_out_among_its_requests),
    T(vectors_of_four_words_in_shared_memory_take_four_passes), T(half_warps_conflict_on_their_own),
    T(shared_atomics_on_one_word_are_done_one_after_the_other),
    T(one_broadcast_serves_one_word_of_the_warp),
    T(one_broadcast_looks_at_first_words_of_the_whole_warp),
    T(doubles_in_shared_memory_take_two_passes), T(inactive_lanes_do_not_conflict),
    T(a_segment_a_lane_is_the_same_for_a_warp_and_for_its_halves))
