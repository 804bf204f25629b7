// host.h : what the host programs of the workloads share: arrays on both sides, launches, comparison. All of it goes through the
// CUDA driver API (cuda/cuda.h).
//
// The host's copy of an array holds the input, then the reference: a program fills it, sends it to the device, launches, computes
// the same on the host's copy, and host_check compares the device's copy with it. After a failure every call does nothing, so
// that a program reads as a straight line.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_HOST_H
#define WL_WORKLOADS_HOST_H

#include "cuda/cuda.h"
#include "workloads/workload.h"

#include <stddef.h>

#define PI 3.14159265358979f

typedef struct array {
    const char *name;
    size_t count;
    float *at;          // the host's copy, zero at first
    CUdeviceptr device;
} array;

enum { HOST_ARRAYS = 8 };

typedef struct host {
    const workload *w;
    err *e;
    int status; // of the first failure
    CUcontext context;
    CUmodule module;
    array arrays[HOST_ARRAYS];
    unsigned n_arrays;
} host;

typedef struct shape {
    unsigned grid[3], block[3];
} shape;

// Makes a context and loads the workload's PTX.
void host_open(host *h, const workload *w, err *e);
int host_close(host *h); // frees all; the status

// Device memory is given out in the order of these calls. Owned by h.
array *host_array(host *h, const char *name, size_t count);
void host_send(host *h); // all arrays, host to device

// PolyBench's blocks: 256 threads in a line, 32 x 8 in a plane; grids that cover n, or cols x rows.
shape shape_line(unsigned n);
shape shape_plane(unsigned cols, unsigned rows);

// params[i] points at the value of the kernel's parameter i.
void host_launch(host *h, const char *kernel, shape s, void **params);

// Compares the device's copy with the host's, bit by bit (any NaN equals any NaN).
void host_check(host *h, const array *a);

// Initial values that several programs share: a[i][j] = i (j + shift) / by, and the product C = A B as matmul.cuh sums it.
void host_fill(array *a, unsigned rows, unsigned cols, unsigned shift, unsigned by);
void host_matmul(unsigned n, const array *a, const array *b, array *c);

// Dimensions of the three sizes, written once for `dims` and `n`.
#define SIZES1(small, medium, paper) .dims = {#small, #medium, #paper}, .n = {{small}, {medium}, {paper}}
#define SIZES2(s1, s2, m1, m2, p1, p2) \
    .dims = {#s1 " x " #s2, #m1 " x " #m2, #p1 " x " #p2}, .n = {{s1, s2}, {m1, m2}, {p1, p2}}

#endif
