// ss.c : host program and reference of ss (MapReduce): similarity scores, dimensions documents x
// terms.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

static float product(size_t terms, const float *a, const float *b)
{
    float sum = 0;
    for (size_t k = 0; k < terms; k++) sum = fmaf(a[k], b[k], sum);
    return sum;
}

static void reference(size_t documents, size_t terms, const float *weight, float *norm,
                      float *similarity)
{
    for (size_t d = 0; d < documents; d++)
        norm[d] = sqrtf(product(terms, weight + d * terms, weight + d * terms));
    for (size_t a = 0; a < documents; a++) {
        for (size_t b = 0; b < documents; b++) {
            similarity[a * documents + b] =
                product(terms, weight + a * terms, weight + b * terms) / (norm[a] * norm[b]);
        }
    }
}

static void program(host *h, const unsigned *n)
{
    unsigned documents = n[0], terms = n[1];
    array *weight = host_array(h, "weight", (size_t)documents * terms),
          *norm = host_array(h, "norm", documents);
    array *similarity = host_array(h, "similarity", (size_t)documents * documents);
    rng r = {1};
    for (size_t i = 0; i < weight->count; i++)
        weight->at[i] = (float)(1 + rng_below(&r, 100)) / 10.0f;
    host_send(h);
    host_launch(h, "ss_norm", shape_line(documents),
                (void *[]){&documents, &terms, &weight->device, &norm->device});
    host_launch(
        h, "ss_map", shape_line(documents * documents),
        (void *[]){&documents, &terms, &weight->device, &norm->device, &similarity->device});
    reference(documents, terms, weight->at, norm->at, similarity->at);
    host_check(h, norm);
    host_check(h, similarity);
}

const workload workload_ss = {
    .name = "ss",
    .suite = "mapreduce",
    .what = "similarity score of pairs of documents, documents x terms",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "ss_norm ss_map",
    SIZES2(96, 64, 192, 128, 512, 128),
    .program = program,
};
