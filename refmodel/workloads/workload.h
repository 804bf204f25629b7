// workload.h : the built-in workloads. Each lies in workloads/NAME/: NAME.cu (source), NAME.ptx
// (compiled by Debian's clang, checked in; `make ptx` regenerates it), NAME.c (host program over
// the CUDA driver API, and the C reference).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_WORKLOAD_H
#define WL_WORKLOADS_WORKLOAD_H

#include "base/err.h"

// Sizes: X(CONSTANT, "word", "meaning")
#define WORKLOAD_SIZE_LIST(X) \
    X(SIZE_SMALL, "small", "under a second in model mode") \
    X(SIZE_MEDIUM, "medium", \
      "seconds in model mode; atax and bicg have 14 CTAs, one for each SM of MRPB's machine") \
    X(SIZE_PAPER, "paper", \
      "the original's default input, or the paper's; docs/explanation/workloads.md") \
    X(SIZE_MRPB, "mrpb", \
      "as paper, but the inputs of MRPB's paper for 2mm, atax, bicg, gesummv, mvt, srad, srad_u, " \
      "syr2k and syrk")

#define WORKLOAD_SIZE_CONSTANT(constant, word, meaning) constant,
typedef enum workload_size { WORKLOAD_SIZE_LIST(WORKLOAD_SIZE_CONSTANT) SIZE_COUNT } workload_size;
#undef WORKLOAD_SIZE_CONSTANT

enum { WORKLOAD_DIMS = 3 };

// Papers that class their programs: X(CONSTANT, "key", "heading", "classes, and where the paper
// names them")
#define WORKLOAD_PAPER_LIST(X) \
    X(PAPER_MRPB, "mrpb", "MRPB", \
      "CI cache-insensitive, IW intra-warp, XW cross-warp contention (HPCA 2014, section 2.4)") \
    X(PAPER_DWT_PRIC, "dwt_pric", "DWT-PRIC", \
      "streaming in L1 and L2, streaming-l1 in L1 only, conflict, thrashing or both, friendly " \
      "(GPGPU-8 2015, Table 2 and section 3.2)") \
    X(PAPER_WARPPOOL, "warppool", "WarpPool", \
      "divergent, bandwidth-limited, cache-limited (MICRO 2015, sections 2.2, 2.3, as far as the " \
      "text names them)") \
    X(PAPER_CART, "cart", "CART", \
      "M memory-intensive, C compute-intensive (ICCD 2018, Table III)") \
    X(PAPER_BANDWIDTH, "bandwidth", "Bandwidth", \
      "memory: among the memory-intensive programs (ISPASS 2017, Table II)")

#define WORKLOAD_PAPER_CONSTANT(constant, key, heading, classes) constant,
typedef enum workload_paper {
    WORKLOAD_PAPER_LIST(WORKLOAD_PAPER_CONSTANT) PAPER_COUNT
} workload_paper;
#undef WORKLOAD_PAPER_CONSTANT

struct host; // host.h

typedef struct workload {
    const char *name, *suite, *what;
    const char *class_in[PAPER_COUNT]; // NULL: the paper does not class it
    const char *kernels;               // names, in launch order
    const char *dims[SIZE_COUNT];      // problem dimensions of each size, for `warploom workloads`
    unsigned n[SIZE_COUNT][WORKLOAD_DIMS]; // the same as numbers
    // The host program: fills buffers, launches, computes the reference, checks. Failures stay in
    // h.
    void (*program)(struct host *h, const unsigned *n);
} workload;

// NULL-terminated, sorted by suite and name.
extern const workload *const workloads[];
const workload *workload_find(const char *name, err *e); // NULL and ST_INPUT with the nearest name

const char *workload_class(const workload *w,
                           workload_paper paper); // "-" where the paper does not class it
const char *workload_size_word(workload_size size);
int workload_size_find(const char *word, workload_size *size,
                       err *e); // ST_INPUT with what is allowed

// Runs the host program on the device attached to this thread (cuda/cuda_device.h). The results
// must equal the C reference's to the bit, or lie within the bound that the program states:
// ST_CHECK with the first differing element and both values. Other failures: the device's messages,
// or the driver call.
int workload_run(const workload *w, workload_size size, err *e);

#endif
