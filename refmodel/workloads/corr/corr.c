// corr.c : host program and reference of corr (PolyBench): correlation matrix of the columns.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include "workloads/columns.h"

#include <math.h>

#define EPS 0.005f

static void reference_std(size_t n, size_t m, const float *data, const float *mean, float *std)
{
    for (size_t j = 0; j < m; j++) {
        float sum = 0;
        for (size_t i = 0; i < n; i++) {
            const float d = data[i * m + j] - mean[j];
            sum = fmaf(d, d, sum);
        }
        const float deviation = sqrtf(sum / FLOAT_N);
        std[j] = deviation <= EPS ? 1.0f : deviation;
    }
}

static void reference(size_t n, size_t m, float *data, float *mean, float *std, float *symmat)
{
    columns_mean(n, m, data, mean);
    reference_std(n, m, data, mean, std);
    for (size_t at = 0; at < n * m; at++)
        data[at] = (data[at] - mean[at % m]) / (sqrtf(FLOAT_N) * std[at % m]);
    for (size_t j1 = 0; j1 < m; j1++) {
        symmat[j1 * m + j1] = 1;
        for (size_t j2 = j1 + 1; j2 < m; j2++)
            symmat[j1 * m + j2] = symmat[j2 * m + j1] = columns_product(n, m, data, j1, j2);
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0], m = dims[0];
    float float_n = FLOAT_N, eps = EPS;
    array *data = host_array(h, "data", (size_t)n * m), *mean = host_array(h, "mean", m),
          *std = host_array(h, "std", m);
    array *symmat = host_array(h, "symmat", (size_t)m * m);
    host_fill(data, n, m, 0, m);
    host_send(h);
    host_launch(h, "corr_mean", shape_line(m),
                (void *[]){&n, &m, &float_n, &data->device, &mean->device});
    host_launch(h, "corr_std", shape_line(m),
                (void *[]){&n, &m, &float_n, &eps, &data->device, &mean->device, &std->device});
    host_launch(h, "corr_reduce", shape_plane(m, n),
                (void *[]){&n, &m, &float_n, &data->device, &mean->device, &std->device});
    host_launch(h, "corr_corr", shape_line(m), (void *[]){&n, &m, &data->device, &symmat->device});
    if (!host_ended(h)) return;
    reference(n, m, data->at, mean->at, std->at, symmat->at);
    host_check(h, std);
    host_check(h, symmat);
}

const workload workload_corr = {
    .name = "corr",
    .suite = "polybench",
    .what = "correlation matrix",
    .kernels = "corr_mean corr_std corr_reduce corr_corr",
    SIZES1(48, 128, 2048),
    .program = program,
};
