// ss.c : host program and reference of ss (Mars): similarity scores of all pairs of documents,
// dimensions documents x terms.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/records.h"

#include <math.h>

static void list_pairs(tasks *t, array *pair, unsigned documents, unsigned terms)
{
    size_t task = 0;
    for (unsigned a = 0; a < documents; a++) {
        for (unsigned b = a + 1; b < documents; b++, task++) {
            records_rows(t, task, a, b, documents, terms);
            pair->s32[2 * task] = (int32_t)a;
            pair->s32[2 * task + 1] = (int32_t)b;
        }
    }
}

static float score(size_t terms, const float *a, const float *b)
{
    return records_product(terms, a, b) /
           (sqrtf(records_product(terms, a, a)) * sqrtf(records_product(terms, b, b)));
}

static void program(host *h, const unsigned *n)
{
    const unsigned documents = n[0], terms = n[1];
    array *weight = host_array(h, "weight", (size_t)documents * terms);
    tasks t =
        records_make(h, documents * (documents - 1) / 2, &weight->device, sizeof weight->device);
    array *scores = host_array(h, "score", t.n),
          *pair = host_array_of(h, ELEMENT_S32, "pair", 2 * (size_t)t.n);
    rng r = {1};
    for (size_t i = 0; i < weight->count; i++)
        weight->at[i] = (float)(1 + rng_below(&r, 100)) / 10.0f;
    host_send(h); // before the pairs are listed: the device has to find them by itself
    list_pairs(&t, pair, documents, terms);
    host_write(h, t.values);
    records in = records_on_device(&t);
    host_launch(h, "ss_map", shape_line(t.n),
                (void *[]){&t.n, &in, &scores->device, &pair->device});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < t.n; i++) {
        const int32_t *documents_of = pair->s32 + 2 * i;
        scores->at[i] = score(terms, weight->at + (size_t)documents_of[0] * terms,
                              weight->at + (size_t)documents_of[1] * terms);
    }
    host_check(h, scores);
    host_check(h, pair);
}

const workload workload_ss = {
    .name = "ss",
    .suite = "mapreduce",
    .what = "similarity score of pairs of documents, documents x terms",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "ss_map",
    SIZES2(96, 64, 192, 128, 512, 128),
    .program = program,
};
