// columns.h : reference of columns.cuh and of the products of columns, shared by corr and covar.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_COLUMNS_H
#define WL_WORKLOADS_COLUMNS_H

#include <stddef.h>

#define FLOAT_N 3214212.01f // PolyBench's divisor

// mean[j] = sum of column j of the n x m matrix / FLOAT_N
void columns_mean(size_t n, size_t m, const float *data, float *mean);
// Sum over i of data[i][j1] data[i][j2]
float columns_product(size_t n, size_t m, const float *data, size_t j1, size_t j2);

#endif
