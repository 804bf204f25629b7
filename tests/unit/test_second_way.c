// test_second_way.c : what model and RTL share, computed again.
//
// links: machine blocks config base
//
// The lockstep comparison cannot see a mistake in what both of its sides share: the address map
// with its bank hash, CART's view of it, the slice, the index functions of the caches, the segments
// of the coalescer, the flits of a packet. These tests work them out again from the definitions
// (the GTX480's published map, GPGPU-Sim's mapping strings, Zhang et al., Nugteren et al., Rau) and
// in another manner: an address is written down as a row of binary digits and read as a person
// would with a pencil; a remainder is a long division, digit by digit. Nothing here calls a
// function of the tree to find out what is expected.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "blocks/cart.h"
#include "blocks/pric.h"
#include "config/ports/crossbar.h"
#include "machine/common/addrmap.h"
#include "machine/core/coalescer.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

// ---- numbers as rows of digits, the most significant first

enum { DIGITS = 80 };

static void append(char *digits, char digit)
{
    const size_t n = strlen(digits);
    digits[n] = digit;
    digits[n + 1] = 0;
}

static uint64_t value_of(const char *digits)
{
    uint64_t v = 0;
    for (; *digits; digits++) v = 2 * v + (uint64_t)(*digits - '0');
    return v;
}

static uint64_t power_of_two(unsigned n) { return n ? 2 * power_of_two(n - 1) : 1; }

// 1 -> 0, 2 -> 1, 16 -> 4
static unsigned digits_of(uint64_t n) { return n > 1 ? 1 + digits_of(n / 2) : 0; }

// ---- the address map

// A mapping string as the papers and GPGPU-Sim print it: `letters` without the prefix.
typedef struct sheet {
    const char *prefix, *letters; // "dramid@8;" or ""
    unsigned channels, slices, banks;
    bool hash;
} sheet;

typedef struct worked {
    uint64_t channel, slice, bank, row, column, local;
    char bank_digits[DIGITS]; // without those that choose the slice, hashed
} worked;

// Bank digits that choose no slice, XORed with the row's digits above which they stand when both
// end at the right.
static void hash_by_hand(char *bank, const char *row)
{
    const size_t nb = strlen(bank), nr = strlen(row);
    for (size_t i = 1; i <= nb && i <= nr; i++)
        bank[nb - i] = bank[nb - i] == row[nr - i] ? '0' : '1';
}

static uint64_t rest_by_hand(const sheet *s, uint64_t a, uint64_t *channel)
{
    if (!*s->prefix) return a;
    const uint64_t block = power_of_two((unsigned)atoi(s->prefix + strlen("dramid@")));
    *channel = a / block % s->channels;
    return a / block / s->channels * block + a % block;
}

static worked work_out(const sheet *s, uint64_t a)
{
    worked w = {0};
    char row[DIGITS] = "", bank[DIGITS] = "", column[DIGITS] = "", local[DIGITS] = "",
         channel[DIGITS] = "", which[DIGITS] = "";
    const unsigned slice_digits = digits_of(s->slices);
    const uint64_t rest = rest_by_hand(s, a, &w.channel);
    unsigned banks_to_come = digits_of(s->banks), place = 64;
    for (const char *p = s->letters; *p; p++) {
        if (*p == '.') continue;
        const char digit = rest / power_of_two(--place) % 2 ? '1' : '0';
        const bool slice = *p == 'B' && banks_to_come-- <= slice_digits;
        if (*p == 'R') append(row, digit);
        if (*p == 'B') append(slice ? which : bank, digit);
        if (*p == 'C' || *p == 'S') append(column, digit);
        if (*p == 'D') append(channel, digit);
        if (*p != 'D' && !slice) append(local, digit);
    }
    if (!*s->prefix) w.channel = value_of(channel);
    w.slice = w.channel * s->slices + value_of(which);
    w.row = value_of(row);
    w.column = value_of(column);
    w.local = value_of(local);
    if (s->hash) hash_by_hand(bank, row);
    w.bank = value_of(bank) * s->slices + value_of(which);
    strcpy(w.bank_digits, bank);
    return w;
}

#define FERMI_MAP "00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS"
#define WIDE_MAP "00000000.00000000.00000000.00000000.0000RRRR.RRRRRRBB.BBBCCCCB.CCSSSSSS"
#define BITS_MAP "00000000.00000000.00000000.00000000.0RRRRRRR.RRRRRDDD.BBBBCCCC.CCSSSSSS"
#define APART_MAP "00000000.00000000.00000000.00000000.00RRRRRR.RBRRRDDB.RBRCCCBC.CCSSSSSS"

static const sheet sheets[] = {
    {"dramid@8;", FERMI_MAP, 6, 2, 16, false},
    {"dramid@8;", FERMI_MAP, 6, 2, 16, true},
    {"dramid@8;", FERMI_MAP, 8, 1, 16, false},
    {"dramid@8;", FERMI_MAP, 8, 1, 16, true},
    {"dramid@8;", FERMI_MAP, 7, 4, 16, true},
    {"dramid@8;", FERMI_MAP, 1, 8, 16, true},
    {"dramid@8;", WIDE_MAP, 12, 2, 64, false},
    {"dramid@8;", WIDE_MAP, 3, 2, 64, true},
    {"dramid@9;", WIDE_MAP, 11, 1, 64, true},
    {"", BITS_MAP, 8, 1, 16, false},
    {"", BITS_MAP, 8, 4, 16, true},
    {"", APART_MAP, 4, 1, 16, true},
    {"", APART_MAP, 4, 2, 16, true},
};
enum { SHEETS = sizeof sheets / sizeof sheets[0] };

static config config_of(const sheet *s)
{
    config c;
    config_defaults(&c);
    strcpy(c.name, "t");
    strcat(strcpy(c.dram.address_map, s->prefix), s->letters);
    c.dram.channels = s->channels;
    c.dram.banks = s->banks;
    c.dram.bank_hash = s->hash ? BANK_HASH_XOR : BANK_HASH_NONE;
    c.l2.slices_per_channel = s->slices;
    return c;
}

// The definition itself is checked on addresses that were worked out on paper. 0xc0123480: times
// 1/256 it is 0xc01234 = 12587572 = 6 x 2097928 + 4; 2097928 = 0x200308; with the two digits below,
// rest = 0x20030880: its bits are 29, 17, 16, 11 and 7.
TEST(two_addresses_on_paper)
{
    const worked w = work_out(&sheets[0], 0xc0123480u);
    CU_ASSERT_EQUAL(w.channel, 4);
    CU_ASSERT_EQUAL(w.slice, 8);
    CU_ASSERT_EQUAL(w.bank, 0);
    CU_ASSERT_EQUAL(w.row, 0x003);
    CU_ASSERT_EQUAL(w.column, 4 * 256 + 0x80);
    CU_ASSERT_EQUAL(w.local, 0x10018480);
    // Eight channels: 0xbeef5a00 / 256 = 0xbeef5a, channel 2, quotient 0x17ddeb, rest 0x17ddeb00:
    // row 0x7dd, bank {7, 1}: 15, hashed with the row's 0xd: 2
    CU_ASSERT_EQUAL(work_out(&sheets[2], 0xbeef5a00u).channel, 2);
    CU_ASSERT_EQUAL(work_out(&sheets[2], 0xbeef5a00u).row, 0x7dd);
    CU_ASSERT_EQUAL(work_out(&sheets[2], 0xbeef5a00u).bank, 15);
    CU_ASSERT_EQUAL(work_out(&sheets[3], 0xbeef5a00u).bank, 2);
}

// Random addresses, and those that are a single bit beside them, which show each bit by itself.
static uint64_t address(rng *r, unsigned i, unsigned bits)
{
    return (i % 2 ? rng_u64(r) : power_of_two(i / 2 % bits)) % power_of_two(bits);
}

TEST(every_map_is_the_one_worked_out_by_hand)
{
    rng r = {1};
    for (unsigned k = 0; k < SHEETS; k++) {
        const config c = config_of(&sheets[k]);
        addrmap m;
        err e = {0};
        CU_ASSERT_EQUAL_FATAL(addrmap_init(&m, &c, &e), ST_OK);
        for (unsigned i = 0; i < 2000; i++) {
            const uint64_t a = address(&r, i, 40);
            const worked w = work_out(&sheets[k], a);
            const addrmap_place p = addrmap_decode(&m, a);
            CU_ASSERT_TRUE(p.channel == w.channel && p.slice == w.slice && p.column == w.column &&
                           p.row == w.row);
            CU_ASSERT_EQUAL(p.bank, w.bank);
            CU_ASSERT_EQUAL(addrmap_slice(&m, a), w.slice);
            CU_ASSERT_EQUAL(addrmap_local(&m, a), w.local);
        }
    }
}

// ---- CART's view, seen at its ports

typedef struct seen {
    cart *x;
    cart_in in;
    cart_out out;
} seen;

static void tick(seen *s)
{
    memset(&s->out, 0, sizeof s->out);
    cart_valid(s->x, &s->out);
    s->in.req_accept_i[0] = s->in.req_accept_i[0] && s->out.req_valid_o[0];
    cart_ready(s->x, &s->in, &s->out);
    cart_commit(s->x, &s->in, &s->out);
    memset(&s->in, 0, sizeof s->in);
}

// A request waits for three cycles at most, and is given two to be placed. Is the incoming register
// free then?
static bool put(seen *s, uint64_t line)
{
    bool in = false;
    for (unsigned i = 0; i < 3 && !in; i++) {
        s->in.in_valid_i[0] = 1;
        s->in.in_line_i[0] = line;
        tick(s);
        in = s->out.in_ready_o[0];
    }
    tick(s);
    tick(s);
    return in && s->out.in_ready_o[0];
}

static config cart_of(const sheet *s, cart_design design, unsigned rows, unsigned columns)
{
    config c = config_of(s);
    c.cart.enable = true;
    c.cart.design = design;
    c.cart.rows = rows;
    c.cart.columns = columns;
    return c;
}

static uint64_t branch_by_hand(const worked *w, unsigned branches)
{
    const size_t n = strlen(w->bank_digits), low = digits_of(branches);
    return value_of(w->bank_digits + (low < n ? n - low : 0));
}

// A line of each branch in an order of chance, behind one of the last branch that is on offer: they
// leave in the order of the branches.
static void rotate_once(const sheet *s, const config *c, rng *r)
{
    enum { MOST = 64 };
    const unsigned branches = s->banks / s->slices;
    uint64_t line[MOST], pilot = 0;
    bool has[MOST] = {false}, piloted = false;
    seen v = {.x = cart_new(c)};
    for (unsigned left = branches; left || !piloted;) {
        const worked w = work_out(s, rng_u64(r) % power_of_two(c->cart.address_bits) / 128 * 128);
        const uint64_t b = branch_by_hand(&w, branches);
        if (!piloted && b == branches - 1) piloted = put(&v, pilot = w.local / 128);
        else if (piloted && !has[b] && left--) has[b] = put(&v, line[b] = w.local / 128);
    }
    for (unsigned i = 0; i <= branches; i++) {
        v.in.req_accept_i[0] = 1;
        tick(&v);
        CU_ASSERT_TRUE(v.out.req_valid_o[0] && v.out.req_line_o[0] == (i ? line[i - 1] : pilot));
    }
    cart_free(v.x);
}

TEST(cart_drains_its_branches_in_the_order_of_the_banks_worked_out_by_hand)
{
    rng r = {2};
    for (unsigned k = 0; k < SHEETS; k++) {
        const config c = cart_of(&sheets[k], CART_BANK_FIFO, 4, 2);
        err e = {0};
        CU_ASSERT_EQUAL_FATAL(config_check(&c, &e), ST_OK);
        for (unsigned i = 0; i < 60; i++) rotate_once(&sheets[k], &c, &r);
    }
}

// One row group of two queues a branch, and a request that takes one of them: a second one finds a
// place if it is of another branch or of the same row. Addresses that differ in one bit, of each
// line bit.
static void try_pair(const sheet *s, const config *c, uint64_t a, uint64_t b)
{
    const worked one = work_out(s, a), other = work_out(s, b);
    const unsigned branches = s->banks / s->slices;
    if (one.slice != other.slice) return;
    const bool fits =
        branch_by_hand(&one, branches) != branch_by_hand(&other, branches) || one.row == other.row;
    seen v = {.x = cart_new(c)};
    CU_ASSERT_TRUE(put(&v, one.local / 128));
    CU_ASSERT_EQUAL(put(&v, other.local / 128), fits);
    cart_free(v.x);
}

TEST(cart_tells_rows_from_columns_as_worked_out_by_hand)
{
    rng r = {3};
    for (unsigned k = 0; k < SHEETS; k++) {
        config c = cart_of(&sheets[k], CART_TREE, 1, 2);
        c.cart.entries = 1;
        for (unsigned bit = 7; bit < c.cart.address_bits; bit++) {
            for (unsigned i = 0; i < 8; i++) {
                const uint64_t a = rng_u64(&r) % power_of_two(c.cart.address_bits),
                               p = power_of_two(bit);
                const uint64_t b = a / p % 2 ? a - p : a + p;
                const worked one = work_out(&sheets[k], a), other = work_out(&sheets[k], b);
                const bool beyond = one.row == other.row && one.column == other.column &&
                                    one.bank == other.bank; // no letter names the bit
                if (!beyond) try_pair(&sheets[k], &c, a, b);
            }
        }
    }
}

// ---- index functions of the caches, from the keys of a configuration

// The remainder of a long division of digits by digits, as on paper: where the dividend has a 1,
// the divisor is subtracted below it.
static uint64_t divide_on_paper(const char *dividend, const char *divisor)
{
    char left[2 * DIGITS];
    strcpy(left, dividend);
    const size_t n = strlen(left), m = strlen(divisor);
    for (size_t i = 0; i + m <= n; i++) {
        for (size_t k = 0; left[i] == '1' && k < m; k++) {
            if (k && divisor[k] == '1') left[i + k] = left[i + k] == '1' ? '0' : '1';
        }
        left[i] = '0';
    }
    return value_of(n >= m - 1 ? left + n - (m - 1) : left);
}

// Lines of 128 bytes: the digits of address bits `high` down to 7.
static const char *slice_digits(uint64_t a, unsigned high, char digits[DIGITS])
{
    *digits = 0;
    for (unsigned i = high + 1; i-- > 7;) append(digits, a / power_of_two(i) % 2 ? '1' : '0');
    return digits;
}

// The lowest irreducible polynomials of degrees 4 to 8 as tables print them (Peterson and Weldon;
// 100011011 is that of AES).
static const struct {
    unsigned sets;
    const char *polynomial;
} by_sets[] = {
    {16, "10011"}, {32, "100101"}, {64, "1000011"}, {128, "10000011"}, {256, "100011011"}};

TEST(cache_indices_are_remainders_on_paper)
{
    rng r = {4};
    for (unsigned k = 0; k < sizeof by_sets / sizeof by_sets[0]; k++) {
        config c;
        config_defaults(&c);
        c.l1d.index = c.l2.index = INDEX_PRIC;
        c.l1d.sets = c.l2.sets = by_sets[k].sets;
        c.l1d.index_high_bit = 26;
        c.l2.index_high_bit = 31;
        const index_fn f1 = index_fn_of_l1d(&c), f2 = index_fn_of_l2(&c);
        pric l1, l2;
        pric_init(&l1, &f1);
        pric_init(&l2, &f2);
        for (unsigned i = 0; i < 1000; i++) {
            char digits[DIGITS];
            const uint64_t a = address(&r, i, 40);
            CU_ASSERT_EQUAL(pric_index(&l1, a / 128),
                            divide_on_paper(slice_digits(a, 26, digits), by_sets[k].polynomial));
            CU_ASSERT_EQUAL(pric_index(&l2, a / 128),
                            divide_on_paper(slice_digits(a, 31, digits), by_sets[k].polynomial));
        }
    }
}

// GPGPU-Sim's Fermi hash: index bits 0 to 4 are address bits 7 to 11, each XORed with the one that
// stands below it here.
TEST(the_fermi_hash_of_the_l1d_is_the_published_one)
{
    static const unsigned below[5] = {13, 14, 15, 17, 19};
    config c;
    config_defaults(&c);
    c.l1d.index = INDEX_FERMI;
    c.l1d.sets = 32;
    const index_fn f = index_fn_of_l1d(&c);
    pric p;
    pric_init(&p, &f);
    rng r = {5};
    for (unsigned i = 0; i < 1000; i++) {
        const uint64_t a = address(&r, i, 40);
        uint64_t index = 0;
        for (unsigned k = 5; k-- > 0;)
            index = 2 * index + (a / power_of_two(7 + k) + a / power_of_two(below[k])) % 2;
        CU_ASSERT_EQUAL(pric_index(&p, a / 128), index);
    }
}

TEST(the_linear_index_is_the_line_modulo_the_sets)
{
    config c;
    config_defaults(&c);
    c.l2.index = INDEX_LINEAR;
    for (c.l2.sets = 1; c.l2.sets <= 1024; c.l2.sets *= 2) {
        const index_fn f = index_fn_of_l2(&c);
        pric p;
        pric_init(&p, &f);
        rng r = {6};
        for (unsigned i = 0; i < 200; i++) {
            const uint64_t a = address(&r, i, 40);
            CU_ASSERT_EQUAL(pric_index(&p, a / 128), a / 128 % c.l2.sets);
        }
    }
}

// ---- segments of the coalescer

// Byte by byte: a request's size is the smallest aligned piece of its segment, 32 bytes at least,
// that holds all bytes touched in it.
static unsigned size_of(const unsigned char *touched, uint64_t base, unsigned whole, uint64_t *addr)
{
    for (unsigned size = 32; size <= whole; size *= 2) {
        for (unsigned at = 0; at < whole; at += size) {
            bool outside = false;
            for (unsigned i = 0; i < whole; i++)
                outside = outside || (touched[base + i] && (i < at || i >= at + size));
            if (!outside) {
                *addr = base + at;
                return size;
            }
        }
    }
    return 0;
}

static void coalesce_once(rng *r, unsigned lane_bytes)
{
    enum { BYTES = 1024 };
    unsigned char touched[BYTES] = {0};
    wexec x = {.active = (uint32_t)(rng_u64(r) & rng_u64(r))};
    const unsigned largest = rng_below(r, 2) ? 128 : 32;
    const unsigned of_lane = lane_bytes == 1 ? 32 : lane_bytes == 2 ? 64 : 128;
    const unsigned whole = of_lane < largest ? of_lane : largest;
    const unsigned spread = 1 + (unsigned)rng_below(r, BYTES / lane_bytes);
    for (unsigned l = 0; l < WARP_LANES; l++) {
        x.addr[l] = rng_below(r, spread) * lane_bytes;
        for (unsigned i = 0; i < lane_bytes && x.active / power_of_two(l) % 2; i++)
            touched[x.addr[l] + i] = 1;
    }
    segment got[COALESCE_MAX];
    const unsigned n = coalesce(
        128, largest, &(winst){.kind = W_LOAD, .lane_bytes = (uint8_t)lane_bytes}, &x, got);
    unsigned k = 0;
    for (uint64_t base = 0; base < BYTES; base += whole) {
        uint64_t addr;
        if (!memchr(touched + base, 1, whole)) continue;
        const unsigned bytes = size_of(touched, base, whole, &addr);
        CU_ASSERT_TRUE(k < n && got[k].bytes == bytes && got[k].addr == addr);
        k++;
    }
    CU_ASSERT_EQUAL(k, n);
}

TEST(segments_are_those_found_byte_by_byte)
{
    rng r = {7};
    for (unsigned i = 0; i < 4000; i++) coalesce_once(&r, (unsigned)power_of_two(i % 4));
}

// ---- flits of a packet

// The bandwidth paper's networks: a header of 8 bytes and a line of 128 are 136 bytes. 32 + 32, 16
// + 48, 16 + 68, 32 + 52.
TEST(packets_of_the_papers_networks_have_the_flits_that_their_bytes_need)
{
    static const struct {
        unsigned request, reply, request_most, reply_most;
    } row[] = {{32, 32, 5, 5}, {16, 48, 9, 3},  {16, 68, 9, 2},
               {32, 52, 5, 3}, {8, 136, 17, 1}, {7, 137, 20, 1}};
    for (unsigned k = 0; k < sizeof row / sizeof row[0]; k++) {
        config c;
        config_defaults(&c);
        c.icnt.request_flit_bytes = row[k].request;
        c.icnt.reply_flit_bytes = row[k].reply;
        CU_ASSERT_EQUAL(crossbar_flits_most(&c, CROSSBAR_REQUEST), row[k].request_most);
        CU_ASSERT_EQUAL(crossbar_flits_most(&c, CROSSBAR_REPLY), row[k].reply_most);
        CU_ASSERT_EQUAL(crossbar_flits_least(&c, CROSSBAR_REQUEST), row[k].request < 8 ? 2 : 1);
    }
}

UNIT_MAIN("second_way", T(two_addresses_on_paper), T(every_map_is_the_one_worked_out_by_hand),
          T(cart_drains_its_branches_in_the_order_of_the_banks_worked_out_by_hand),
          T(cart_tells_rows_from_columns_as_worked_out_by_hand),
          T(cache_indices_are_remainders_on_paper),
          T(the_fermi_hash_of_the_l1d_is_the_published_one),
          T(the_linear_index_is_the_line_modulo_the_sets), T(segments_are_those_found_byte_by_byte),
          T(packets_of_the_papers_networks_have_the_flits_that_their_bytes_need))
