// host.h : what the host programs of the workloads share: arrays on both sides, launches,
// comparison. All of it goes through the CUDA driver API (cuda/cuda.h).
//
// The host's copy of an array holds the input, then the reference: a program fills it, sends it to
// the device, launches, computes the same on the host's copy if the launches have ended
// (host_ended), and host_check compares the device's copy with it. After a failure every call does
// nothing, so that a program reads as a straight line.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_HOST_H
#define WL_WORKLOADS_HOST_H

#include "cuda/cuda.h"
#include "workloads/workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PI 3.14159265358979f

// Element types of arrays: X(CONSTANT, type, member of `array` that sees the host's copy as that
// type)
// clang-format off
#define HOST_ELEMENTS(X) \
    X(ELEMENT_F32, float, at) X(ELEMENT_F64, double, f64) X(ELEMENT_S32, int32_t, s32) \
    X(ELEMENT_U32, uint32_t, u32) \
    X(ELEMENT_U16, uint16_t, u16) X(ELEMENT_U8, uint8_t, u8)
// clang-format on

#define HOST_CONSTANT(constant, type, member) constant,
typedef enum element { HOST_ELEMENTS(HOST_CONSTANT) ELEMENT_COUNT } element_type;
#undef HOST_CONSTANT

#define HOST_MEMBER(constant, type, member) type *member;
typedef struct array {
    const char *name;
    element_type of;
    size_t count;
    union { // the host's copy, zero at first
        void *host;
        HOST_ELEMENTS(HOST_MEMBER)
    };
    CUdeviceptr device;
} array;
#undef HOST_MEMBER

enum { HOST_ARRAYS = 32, HOST_TEXTURES = 4 };

typedef struct host {
    const workload *w;
    err *e;
    int status; // of the first failure
    CUcontext context;
    CUmodule module;
    array arrays[HOST_ARRAYS];
    unsigned n_arrays;
    CUtexObject textures[HOST_TEXTURES];
    unsigned n_textures;
} host;

typedef struct shape {
    unsigned grid[3], block[3];
    unsigned shared_bytes; // dynamic shared memory of a block
} shape;

// Makes a context and loads the workload's PTX.
void host_open(host *h, const workload *w, err *e);
int host_close(host *h); // frees all; the status

// Device memory is given out in the order of these calls. Owned by h.
array *host_array(host *h, const char *name, size_t count); // of float
array *host_array_of(host *h, element_type of, const char *name, size_t count);
void host_send(host *h);                  // all arrays, host to device
void host_write(host *h, const array *a); // one array, host to device
// One array, device to host, where it replaces the host's copy: for programs that go on by what a
// kernel found. After a failure the copy stays as it is: a loop must end then by itself (write the
// flag's "done" before each launch that may set it).
void host_read(host *h, array *a);
void host_copy(host *h, array *to, const array *from); // on the device and on the host
// A texture over an array of float, in linear memory: a fetch names an element. Freed with h.
CUtexObject host_texture(host *h, const array *a);
// Fills the module's variable of that name (.const or .global) from its start; it has at least
// `bytes`.
void host_variable(host *h, const char *name, const void *values, size_t bytes);

// PolyBench's blocks: 256 threads in a line, 32 x 8 in a plane; grids that cover n, or cols x rows.
shape shape_line(unsigned n);
shape shape_plane(unsigned cols, unsigned rows);
shape shape_blocks(unsigned n, unsigned block); // a line of n in blocks of `block` threads

// params[i] points at the value of the kernel's parameter i.
void host_launch(host *h, const char *kernel, shape s, void **params);

// True if every launch so far has run to its end. A program asks before it computes a reference: at
// the larger sizes that takes long, and after a launch that has not ended there is nothing to
// compare.
bool host_ended(const host *h);

// Compares the device's copy with the host's, bit by bit (any NaN equals any NaN). Does nothing
// once a launch has not run to its end.
void host_check(host *h, const array *a);
// The same within a stated bound, for results of approximate functions and of sums without a fixed
// order: |device - host| at most absolute + relative x |host|. Any NaN equals any NaN, and
// infinities equal themselves.
void host_check_within(host *h, const array *a, double relative, double absolute);

// Initial values that several programs share: a[i][j] = i (j + shift) / by, and the product C = A B
// as matmul.cuh sums it.
void host_fill(array *a, unsigned rows, unsigned cols, unsigned shift, unsigned by);
void host_matmul(unsigned n, const array *a, const array *b, array *c);

// Dimensions of the sizes, written once for `dims` and `n`. MRPB is as `paper` but where its paper
// is known, or taken, to use another input: see docs/explanation/workloads.md.
#define SIZES1(small, medium, paper) SIZES1_MRPB(small, medium, paper, paper)
#define SIZES1_MRPB(small, medium, paper, mrpb) \
    .dims = {#small, #medium, #paper, #mrpb}, .n = {{small}, {medium}, {paper}, {mrpb}}
#define SIZES2(s1, s2, m1, m2, p1, p2) SIZES2_MRPB(s1, s2, m1, m2, p1, p2, p1, p2)
#define SIZES2_MRPB(s1, s2, m1, m2, p1, p2, r1, r2) \
    .dims = {#s1 " x " #s2, #m1 " x " #m2, #p1 " x " #p2, #r1 " x " #r2}, \
    .n = {{s1, s2}, {m1, m2}, {p1, p2}, {r1, r2}}
#define SIZES3(s1, s2, s3, m1, m2, m3, p1, p2, p3) \
    .dims = {#s1 " x " #s2 " x " #s3, #m1 " x " #m2 " x " #m3, #p1 " x " #p2 " x " #p3, \
             #p1 " x " #p2 " x " #p3}, \
    .n = {{s1, s2, s3}, {m1, m2, m3}, {p1, p2, p3}, {p1, p2, p3}}

#endif
