// covar.c : host program and reference of covar (PolyBench): covariance matrix of the columns.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include "workloads/columns.h"

static void reference(size_t n, size_t m, float *data, float *mean, float *symmat)
{
    columns_mean(n, m, data, mean);
    for (size_t at = 0; at < n * m; at++) data[at] -= mean[at % m];
    for (size_t j1 = 0; j1 < m; j1++) {
        for (size_t j2 = j1; j2 < m; j2++)
            symmat[j1 * m + j2] = symmat[j2 * m + j1] = columns_product(n, m, data, j1, j2);
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0], m = dims[0];
    float float_n = FLOAT_N;
    array *data = host_array(h, "data", (size_t)n * m), *mean = host_array(h, "mean", m);
    array *symmat = host_array(h, "symmat", (size_t)m * m);
    host_fill(data, n, m, 0, m);
    host_send(h);
    host_launch(h, "covar_mean", shape_line(m),
                (void *[]){&n, &m, &float_n, &data->device, &mean->device});
    host_launch(h, "covar_reduce", shape_plane(m, n),
                (void *[]){&n, &m, &data->device, &mean->device});
    host_launch(h, "covar_covar", shape_line(m),
                (void *[]){&n, &m, &data->device, &symmat->device});
    if (!host_ended(h)) return;
    reference(n, m, data->at, mean->at, symmat->at);
    host_check(h, data);
    host_check(h, symmat);
}

const workload workload_covar = {
    .name = "covar",
    .suite = "polybench",
    .what = "covariance matrix",
    .kernels = "covar_mean covar_reduce covar_covar",
    SIZES1(48, 128, 2048),
    .program = program,
};
