// fdtd2d.c : host program and reference of fdtd2d (PolyBench): 2D finite-difference time domain,
// dimensions n x steps.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

typedef struct fields { // rows: ex n + 1, ey and hz n elements
    size_t n;
    float *fict, *ex, *ey, *hz;
} fields;

static void electric(const fields *f, size_t t)
{
    const size_t n = f->n;
    for (size_t j = 0; j < n; j++) f->ey[j] = f->fict[t];
    for (size_t i = 1; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            f->ey[i * n + j] =
                fmaf(f->hz[i * n + j] - f->hz[(i - 1) * n + j], -0.5f, f->ey[i * n + j]);
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 1; j < n; j++)
            f->ex[i * (n + 1) + j] =
                fmaf(f->hz[i * n + j] - f->hz[i * n + j - 1], -0.5f, f->ex[i * (n + 1) + j]);
    }
}

static void magnetic(const fields *f)
{
    const size_t n = f->n;
    for (size_t i = 0; i < n; i++) {
        const float *ex = f->ex + i * (n + 1), *ey = f->ey + i * n;
        for (size_t j = 0; j < n; j++)
            f->hz[i * n + j] = fmaf(ex[j + 1] - ex[j] + ey[n + j] - ey[j], -0.7f, f->hz[i * n + j]);
    }
}

// PolyBench's start: ramps in every field.
static void fill(const fields *f, size_t steps)
{
    const size_t n = f->n;
    const float by = (float)n;
    for (size_t t = 0; t < steps; t++) f->fict[t] = (float)t;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            f->ex[i * (n + 1) + j] = ((float)i * (float)(j + 1) + 1.0f) / by;
            f->ey[i * n + j] = (((float)i - 1.0f) * (float)(j + 2) + 2.0f) / by;
            f->hz[i * n + j] = (((float)i - 9.0f) * (float)(j + 4) + 3.0f) / by;
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0], steps = dims[1];
    const size_t side = n, wide = side + 1;
    array *fict = host_array(h, "fict", steps), *ex = host_array(h, "ex", side * wide);
    array *ey = host_array(h, "ey", wide * side), *hz = host_array(h, "hz", side * side);
    const fields f = {n, fict->at, ex->at, ey->at, hz->at};
    fill(&f, steps);
    host_send(h);
    for (unsigned t = 0; t < steps; t++) {
        host_launch(h, "fdtd_kernel1", shape_plane(n, n),
                    (void *[]){&n, &fict->device, &ey->device, &hz->device, &t});
        host_launch(h, "fdtd_kernel2", shape_plane(n, n), (void *[]){&n, &ex->device, &hz->device});
        host_launch(h, "fdtd_kernel3", shape_plane(n, n),
                    (void *[]){&n, &ex->device, &ey->device, &hz->device});
        if (!host_ended(h)) return;
        electric(&f, t);
        magnetic(&f);
    }
    host_check(h, ex);
    host_check(h, ey);
    host_check(h, hz);
}

const workload workload_fdtd2d = {
    .name = "fdtd2d",
    .suite = "polybench",
    .what = "2D finite-difference time domain",
    .class_in = {[PAPER_MRPB] = "CI"},
    .kernels = "fdtd_kernel1 fdtd_kernel2 fdtd_kernel3",
    SIZES2_MRPB(128, 4, 256, 20, 2048, 500, 2048, 7),
    .program = program,
};
