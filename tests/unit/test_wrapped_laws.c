// test_wrapped_laws.c : each law of a wrapped top's ports holds on what keeps it and fails on what
// breaks it.
//
// links: bench lockstep rtlgen machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/wrapped_laws.h"
#include "unit.h"

#include <string.h>

// Three requests come in; those of `order` leave.
static const char *law_of(const wrapped_request in[3], const wrapped_request *const *order,
                          unsigned n)
{
    wrapped_laws l;
    wrapped_laws_init(&l);
    for (unsigned i = 0; i < 3; i++) wrapped_laws_enter(&l, &in[i]);
    bool hold = true;
    for (unsigned i = 0; i < n && hold; i++) hold = wrapped_laws_leave(&l, order[i]);
    if (hold) hold = wrapped_laws_end(&l);
    const char *law = l.broken;
    CU_ASSERT_EQUAL(hold, law == NULL);
    wrapped_laws_free(&l);
    return law ? law : "";
}

static void make(wrapped_request r[3])
{
    memset(r, 0, 3 * sizeof *r);
    for (unsigned i = 0; i < 3; i++)
        r[i] = (wrapped_request){.words = {i}, .signature = i, .id = WRAPPED_NONE};
}

TEST(requests_of_other_signatures_may_change_places)
{
    wrapped_request r[3];
    make(r);
    CU_ASSERT_STRING_EQUAL(law_of(r, (const wrapped_request *[]){&r[2], &r[0], &r[1]}, 3), "");
}

TEST(a_changed_bit_is_seen)
{
    wrapped_request r[3], changed;
    make(r);
    changed = r[0];
    changed.words[WRAPPED_REQUEST_WORDS - 1] ^= UINT64_C(1) << 63;
    CU_ASSERT_PTR_NOT_NULL(
        strstr(law_of(r, (const wrapped_request *[]){&changed}, 1), "did not come in so"));
}

TEST(a_request_that_leaves_twice_is_seen)
{
    wrapped_request r[3];
    make(r);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(law_of(r, (const wrapped_request *[]){&r[0], &r[0]}, 2), "did not come in so"));
}

TEST(a_signature_or_an_id_keeps_its_order)
{
    wrapped_request r[3];
    make(r);
    r[2].signature = 0;
    CU_ASSERT_PTR_NOT_NULL(
        strstr(law_of(r, (const wrapped_request *[]){&r[2]}, 1), "of its signature or ID"));
    make(r);
    r[1].id = r[2].id = 5;
    CU_ASSERT_PTR_NOT_NULL(
        strstr(law_of(r, (const wrapped_request *[]){&r[2]}, 1), "of its signature or ID"));
}

TEST(a_request_that_keeps_its_place_is_alone)
{
    wrapped_request r[3];
    make(r);
    r[1].ordered = true;
    CU_ASSERT_PTR_NOT_NULL(
        strstr(law_of(r, (const wrapped_request *[]){&r[1]}, 1), "keeps its place overtook"));
    CU_ASSERT_PTR_NOT_NULL(strstr(law_of(r, (const wrapped_request *[]){&r[0], &r[2]}, 2),
                                  "overtook one that keeps its place"));
}

TEST(a_request_that_stays_inside_is_seen)
{
    wrapped_request r[3];
    make(r);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(law_of(r, (const wrapped_request *[]){&r[0], &r[1]}, 2), "left inside"));
}

UNIT_MAIN("wrapped_laws", T(requests_of_other_signatures_may_change_places),
          T(a_changed_bit_is_seen), T(a_request_that_leaves_twice_is_seen),
          T(a_signature_or_an_id_keeps_its_order), T(a_request_that_keeps_its_place_is_alone),
          T(a_request_that_stays_inside_is_seen))
