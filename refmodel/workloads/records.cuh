// records.cuh : what a map task of Mars is given: its record says where its key and its value are. Shared by mm and ss.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_RECORDS_CUH
#define WL_WORKLOADS_RECORDS_CUH

#include "prelude.cuh"

struct records { // a record: key's offset and bytes, value's offset and bytes
    const words4 *record;
    const char *keys, *values;
};

// Pairs of rows, and how many elements they have.
struct rows {
    int a, b, row_count, terms;
};

static __device__ __attribute__((always_inline)) float scalar_product(floats4 a, floats4 b, float sum)
{
    return __builtin_fmaf(a.w, b.w, __builtin_fmaf(a.z, b.z, __builtin_fmaf(a.y, b.y, __builtin_fmaf(a.x, b.x, sum))));
}

#endif
