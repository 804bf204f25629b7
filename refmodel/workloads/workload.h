// workload.h : the built-in workloads. Each lies in workloads/NAME/: NAME.cu (source), NAME.ptx (compiled by Debian's clang,
// checked in; `make ptx` regenerates it), NAME.c (host program over the CUDA driver API, and the C reference).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_WORKLOAD_H
#define WL_WORKLOADS_WORKLOAD_H

#include "base/err.h"

#include <stdbool.h>

typedef enum workload_size { SIZE_SMALL, SIZE_PAPER, SIZE_COUNT } workload_size;

typedef struct workload {
    const char *name, *suite, *what;
    const char *class_mrpb;         // CI, IW, XW or "-" (MRPB Table 2)
    const char *dims[SIZE_COUNT];   // problem dimensions of each size, for `warploom workloads`
    const char *kernels;            // names, in launch order
    // The host program: loads its PTX, fills buffers, launches, copies back, compares with the reference computed in C. Wrong
    // results: ST_CHECK with the first differing element, both values and the tolerance.
    int (*run)(workload_size size, err *e);
} workload;

// NULL-name-terminated, sorted by suite and name.
extern const workload workloads[];
const workload *workload_find(const char *name, err *e); // NULL and ST_INPUT with the nearest name

#endif
