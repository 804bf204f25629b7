// workload.h : the built-in workloads. Each lies in workloads/NAME/: NAME.cu (source), NAME.ptx (compiled by Debian's clang,
// checked in; `make ptx` regenerates it), NAME.c (host program over the CUDA driver API, and the C reference).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_WORKLOAD_H
#define WL_WORKLOADS_WORKLOAD_H

#include "base/err.h"

// Sizes: X(CONSTANT, "word", "meaning")
#define WORKLOAD_SIZE_LIST(X) \
    X(SIZE_SMALL, "small", "under a second in model mode") \
    X(SIZE_MEDIUM, "medium", "seconds in model mode; atax and bicg have 14 CTAs, one for each SM of MRPB's machine") \
    X(SIZE_PAPER, "paper", "the papers' problem, or one that loads the caches as theirs does")

#define WORKLOAD_SIZE_CONSTANT(constant, word, meaning) constant,
typedef enum workload_size { WORKLOAD_SIZE_LIST(WORKLOAD_SIZE_CONSTANT) SIZE_COUNT } workload_size;
#undef WORKLOAD_SIZE_CONSTANT

enum { WORKLOAD_DIMS = 2 };

struct host; // host.h

typedef struct workload {
    const char *name, *suite, *what;
    const char *class_mrpb;         // MRPB 2.4: CI (cache-insensitive), IW, XW (intra-, cross-warp contention), or "-" (not in it)
    const char *kernels;            // names, in launch order
    const char *dims[SIZE_COUNT];   // problem dimensions of each size, for `warploom workloads`
    unsigned n[SIZE_COUNT][WORKLOAD_DIMS]; // the same as numbers
    // The host program: fills buffers, launches, computes the reference, checks. Failures stay in h.
    void (*program)(struct host *h, const unsigned *n);
} workload;

// NULL-terminated, sorted by suite and name.
extern const workload *const workloads[];
const workload *workload_find(const char *name, err *e); // NULL and ST_INPUT with the nearest name

const char *workload_size_word(workload_size size);
int workload_size_find(const char *word, workload_size *size, err *e); // ST_INPUT with what is allowed

// Runs the host program on the device attached to this thread (cuda/cuda_device.h). The results must equal the C reference's to
// the bit: ST_CHECK with the first differing element and both values. Other failures: the device's messages, or the driver call.
int workload_run(const workload *w, workload_size size, err *e);

#endif
