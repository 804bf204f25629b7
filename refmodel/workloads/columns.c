// columns.c : see columns.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/columns.h"

#include <math.h>

void columns_mean(size_t n, size_t m, const float *data, float *mean)
{
    for (size_t j = 0; j < m; j++) {
        mean[j] = 0;
        for (size_t i = 0; i < n; i++) mean[j] += data[i * m + j];
        mean[j] /= FLOAT_N;
    }
}

float columns_product(size_t n, size_t m, const float *data, size_t j1, size_t j2)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++) sum = fmaf(data[i * m + j1], data[i * m + j2], sum);
    return sum;
}
