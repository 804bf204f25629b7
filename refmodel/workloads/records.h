// records.h : the host's side of records.cuh, shared by mm and ss.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_RECORDS_H
#define WL_WORKLOADS_RECORDS_H

#include "workloads/host.h"

typedef struct records { // as in records.cuh; device addresses
    CUdeviceptr record, keys, values;
} records;

typedef struct tasks {
    unsigned n;
    array *record, *keys, *values;
} tasks;

// n tasks, all with the same key of key_bytes bytes; their values are still 0.
tasks records_make(host *h, unsigned n, const void *key, size_t key_bytes);
// The task's rows a and b of a matrix of row_count rows of `terms` elements.
void records_rows(tasks *t, size_t task, unsigned a, unsigned b, unsigned row_count,
                  unsigned terms);
records records_on_device(const tasks *t);

// The sum over i of a[i] b[i], fused in rising order.
float records_product(size_t n, const float *a, const float *b);

#endif
