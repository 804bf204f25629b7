// test_addrmap.c : address map.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/common/addrmap.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static addrmap map_of(const config *c)
{
    addrmap m;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(addrmap_init(&m, c, &e), ST_OK);
    return m;
}

static uint64_t bit(uint64_t a, unsigned i) { return a >> i & 1; }

// GTX480: chip = (A>>8) mod 6; rest = ((A>>8)/6)<<8 | A[7:0]; bank = rest{15,14,13,8}, row =
// rest[27:16], column = rest{12:9,7:0}; slice = chip x 2 + rest[8].
TEST(addrmap_gtx480_formula)
{
    config c;
    config_defaults(&c);
    const addrmap m = map_of(&c);
    for (uint64_t i = 0; i < 20000; i++) {
        const uint64_t a = 0xc0000000u + i * 4129, rest = (a >> 8) / 6 << 8 | (a & 255);
        const addrmap_place p = addrmap_decode(&m, a);
        CU_ASSERT_EQUAL(p.channel, (a >> 8) % 6);
        CU_ASSERT_EQUAL(p.bank, bit(rest, 15) << 3 | bit(rest, 14) << 2 | bit(rest, 13) << 1 |
                                    bit(rest, 8));
        CU_ASSERT_EQUAL(p.row, rest >> 16 & 0xfff);
        CU_ASSERT_EQUAL(p.column, (rest >> 9 & 15) << 8 | (rest & 255));
        CU_ASSERT_EQUAL(p.slice, p.channel * 2 + bit(rest, 8));
        CU_ASSERT_EQUAL(addrmap_slice(&m, a), p.slice);
        CU_ASSERT_EQUAL(addrmap_local(&m, a),
                        rest >> 9 << 8 | (rest & 255)); // without the slice bit
    }
}

TEST(addrmap_spreads_lines_evenly_over_six_channels)
{
    config c;
    config_defaults(&c);
    const addrmap m = map_of(&c);
    unsigned of[12] = {0};
    for (uint64_t i = 0; i < 12 * 2 * 100; i++) of[addrmap_slice(&m, 0xc0000000u + i * 128)]++;
    for (int s = 0; s < 12; s++) CU_ASSERT_EQUAL(of[s], 200);
}

// Place and address go together: no two lines share slice, and index and tag made of the local
// address.
TEST(addrmap_slice_and_local_name_a_line)
{
    config c;
    config_defaults(&c);
    const addrmap m = map_of(&c);
    enum { LINES = 4096 };
    static unsigned char seen[12][LINES];
    memset(seen, 0, sizeof seen);
    for (uint64_t i = 0; i < LINES; i++) {
        unsigned char *at = &seen[addrmap_slice(&m, i * 128)][addrmap_local(&m, i * 128) >> 7];
        CU_ASSERT_EQUAL(*at, 0);
        *at = 1;
    }
}

TEST(addrmap_with_channel_bits)
{
    config c;
    config_defaults(&c);
    c.dram.channels = 8;
    c.l2.slices_per_channel = 1;
    strcpy(c.dram.address_map,
           "00000000.00000000.00000000.00000000.0RRRRRRR.RRRRRDDD.BBBBCCCC.CCSSSSSS");
    const addrmap m = map_of(&c);
    const addrmap_place p = addrmap_decode(&m, (uint64_t)0xabc << 19 | 5u << 16 | 9u << 12 | 0x234);
    CU_ASSERT_EQUAL(p.row, 0xabc);
    CU_ASSERT_EQUAL(p.channel, 5);
    CU_ASSERT_EQUAL(p.slice, 5);
    CU_ASSERT_EQUAL(p.bank, 9);
    CU_ASSERT_EQUAL(p.column, 0x234);
    CU_ASSERT_EQUAL(addrmap_local(&m, (uint64_t)5 << 16), 0);
}

TEST(addrmap_that_splits_a_line_is_refused)
{
    config c;
    config_defaults(&c);
    strcpy(c.dram.address_map,
           "dramid@6;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS");
    addrmap m;
    err e = {0};
    CU_ASSERT_EQUAL(addrmap_init(&m, &c, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "bit 6"));
    err_free(&e);
}

TEST(addrmap_whose_slice_bit_lies_in_a_line_is_refused)
{
    config c;
    config_defaults(&c);
    strcpy(c.dram.address_map,
           "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCC.CBSSSSSS");
    addrmap m;
    err e = {0};
    CU_ASSERT_EQUAL(addrmap_init(&m, &c, &e), ST_INPUT);
    err_free(&e);
}

UNIT_MAIN("addrmap", T(addrmap_gtx480_formula), T(addrmap_spreads_lines_evenly_over_six_channels),
          T(addrmap_slice_and_local_name_a_line), T(addrmap_with_channel_bits),
          T(addrmap_that_splits_a_line_is_refused),
          T(addrmap_whose_slice_bit_lies_in_a_line_is_refused))
