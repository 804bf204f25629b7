// identity_coverage.c: collects the values of an identity and the bits in which two of them
// differed. The values that the block holds are in an open-addressed hash table with linear
// probing. See identity_coverage.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/identity_coverage.h"

#include <stdlib.h>
#include <string.h>

void identity_coverage_init(identity_coverage *b, const char *name, unsigned bits,
                            uint64_t most_live)
{
    const uint64_t mask = bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
    CHECK(bits >= 1 && bits <= 64, "identity %s has %u bits", name, bits);
    *b = (identity_coverage){
        .name = name, .bits = bits, .mask = mask, .possible = mask, .last = mask};
    b->ends = b->holdable = true;
    if (!most_live) return;
    for (b->places = 2; b->places < 2 * most_live; b->places *= 2) continue;
    b->live = wl_calloc(b->places, sizeof *b->live);
}

void identity_coverage_free(identity_coverage *b)
{
    free(b->live);
    free(b->told_by);
    *b = (identity_coverage){0};
}

static uint64_t home_of(const identity_coverage *b, uint64_t value)
{
    const uint64_t mixed = (value ^ value >> 29) * 0x9e3779b97f4a7c15u;
    return (mixed ^ mixed >> 32) & (b->places - 1);
}

// The place of a value, or the free one where it would go.
static uint64_t place_of(const identity_coverage *b, uint64_t value)
{
    uint64_t i = home_of(b, value);
    while (b->live[i].count && b->live[i].value != value) i = (i + 1) & (b->places - 1);
    return i;
}

static bool holds(const identity_coverage *b, uint64_t value)
{
    return b->live[place_of(b, value)].count != 0;
}

static void update_complete(identity_coverage *b)
{
    const bool ends = !b->ends || (b->zeros && b->lasts);
    b->complete = ends && !(b->possible & ~b->told);
}

static void saw(identity_coverage *b, uint64_t value)
{
    b->zeros += !(value & b->mask);
    b->lasts += (value & b->mask) == b->last;
}

void identity_coverage_add(identity_coverage *b, uint64_t value)
{
    if (b->complete) return;
    for (uint64_t left = b->possible & ~b->told; left; left &= left - 1) {
        const uint64_t bit = left & -left;
        if (holds(b, value ^ bit)) b->told |= bit;
    }
    identity_coverage_value *v = &b->live[place_of(b, value)];
    v->value = value;
    v->count++;
    saw(b, value);
    update_complete(b);
}

// Frees a place and moves up the values behind it that would no longer be found.
static void free_place(identity_coverage *b, uint64_t hole)
{
    const uint64_t wrap = b->places - 1;
    for (uint64_t i = (hole + 1) & wrap; b->live[i].count; i = (i + 1) & wrap) {
        const uint64_t home = home_of(b, b->live[i].value);
        if (((i - home) & wrap) < ((i - hole) & wrap)) continue;
        b->live[hole] = b->live[i];
        hole = i;
    }
    b->live[hole].count = 0;
}

void identity_coverage_remove(identity_coverage *b, uint64_t value)
{
    if (b->complete) return;
    const uint64_t i = place_of(b, value);
    if (b->live[i].count && --b->live[i].count == 0) free_place(b, i);
}

void identity_coverage_clear(identity_coverage *b)
{
    if (b->live && !b->complete) memset(b->live, 0, b->places * sizeof *b->live);
}

void identity_coverage_comparators(identity_coverage *b, unsigned comparators)
{
    b->comparators = comparators;
    b->told_by = wl_calloc(comparators, sizeof *b->told_by);
}

static void update_told(identity_coverage *b)
{
    b->told = b->possible;
    for (unsigned i = 0; i < b->comparators; i++) b->told &= b->told_by[i];
}

void identity_coverage_pair_at(identity_coverage *b, unsigned comparator, uint64_t x, uint64_t y)
{
    if (b->complete) return;
    const uint64_t differ = x ^ y, before = b->told_by[comparator];
    if (!(differ & (differ - 1))) b->told_by[comparator] |= differ;
    saw(b, x);
    saw(b, y);
    if (b->told_by[comparator] != before) update_told(b);
    update_complete(b);
}

void identity_coverage_pair(identity_coverage *b, uint64_t x, uint64_t y)
{
    if (b->complete) return;
    const uint64_t differ = x ^ y;
    if (!(differ & (differ - 1))) b->told |= differ & b->possible;
    saw(b, x);
    saw(b, y);
    update_complete(b);
}

static json_int_t count_of(uint64_t bits) { return (json_int_t)__builtin_popcountll(bits); }

json_t *identity_coverage_json(const identity_coverage *list, unsigned n)
{
    json_t *all = json_object();
    for (unsigned i = 0; i < n; i++) {
        const identity_coverage *b = &list[i];
        json_t *one = json_pack("{s:I, s:I, s:I, s:I}", "bits", count_of(b->possible), "told_apart",
                                count_of(b->told), "zeros", (json_int_t)b->zeros, "lasts",
                                (json_int_t)b->lasts);
        json_object_set_new(all, b->name, one);
    }
    return all;
}

static int check_end(const identity_coverage *b, uint64_t seen, uint64_t value, err *e)
{
    if (seen) return ST_OK;
    return err_add(e, ST_CHECK,
                   "the traffic never had the value 0x%llx of `%s`, so an error "
                   "at that end would pass",
                   (unsigned long long)value, b->name);
}

static int check_one(const identity_coverage *b, err *e)
{
    int status = ST_OK;
    for (uint64_t left = b->possible & ~b->told; left; left &= left - 1) {
        status = err_add(e, ST_CHECK,
                         "the traffic never told bit %d of `%s` apart%s: no two values "
                         "that the block compares differed in that bit alone, so a "
                         "comparison without it would pass",
                         __builtin_ctzll(left), b->name,
                         b->comparators > 1 ? " in each comparator" : "");
    }
    if (!b->ends) return status;
    const int low = check_end(b, b->zeros, 0, e);
    const int high = check_end(b, b->lasts, b->last, e);
    return status != ST_OK ? status : low != ST_OK ? low : high;
}

int identity_coverage_check(const identity_coverage *list, unsigned n, err *e)
{
    int status = ST_OK;
    for (unsigned i = 0; i < n; i++) {
        const int one = check_one(&list[i], e);
        if (status == ST_OK) status = one;
    }
    return status;
}
