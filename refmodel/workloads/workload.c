// workload.c : see workload.h: the register of all workloads; each is defined in its own folder.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/workload.h"

#include "base/nearest.h"
#include "workloads/host.h"

#include <stdlib.h>
#include <string.h>

// By suite and name.
// clang-format off
#define WORKLOADS(X) \
    X(iix) X(mm) X(pvr) X(ss) \
    X(histo) X(lbm) X(sad) X(spmv) X(stencil) X(stencil_t) \
    X(2dconv) X(2mm) X(3dconv) X(3mm) X(atax) X(bicg) X(corr) X(covar) X(fdtd2d) X(gemm) \
    X(gesummv) X(mvt) X(syr2k) X(syrk) \
    X(bplustree) X(backprop) X(backprop_u) X(bfs) X(cfd) X(dwt2d) X(gaussian) X(hotspot) \
    X(hotspot_u) X(kmeans) X(kmeans_t) X(kmeans_tex) \
    X(lavaMD) X(leukocyte) X(lud) X(lud_u) X(nn) X(nw) X(nw_u) X(pathfinder) X(pathfinder_u) \
    X(srad) X(srad_u) X(srad_v1) X(streamcluster) \
    X(blackscholes) X(convSeparable) X(fastWalsh) X(mergesort) X(montecarlo) X(scalarprod) X(scan) \
    X(transpose) X(transpose_l) X(vectoradd) \
    X(spmv_csr)
// clang-format on

#define DECLARE(name) extern const workload workload_##name;
WORKLOADS(DECLARE)

#define ADDRESS(name) &workload_##name,
const workload *const workloads[] = {WORKLOADS(ADDRESS) NULL};

enum { COUNT = sizeof workloads / sizeof workloads[0] - 1 };

const workload *workload_find(const char *name, err *e)
{
    const char *names[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        if (strcmp(workloads[i]->name, name) == 0) return workloads[i];
        names[i] = workloads[i]->name;
    }
    const char *near = nearest_of(name, names, COUNT);
    if (near) err_add(e, ST_INPUT, "unknown workload '%s'; did you mean %s?", name, near);
    else err_add(e, ST_INPUT, "unknown workload '%s' (`warploom workloads` lists them)", name);
    return NULL;
}

const char *workload_class(const workload *w, workload_paper paper)
{
    return w->class_in[paper] ? w->class_in[paper] : "-";
}

#define SIZE_WORD(constant, word, meaning) word,
static const char *const size_words[SIZE_COUNT] = {WORKLOAD_SIZE_LIST(SIZE_WORD)};

const char *workload_size_word(workload_size size) { return size_words[size]; }

int workload_size_find(const char *word, workload_size *size, err *e)
{
    for (unsigned i = 0; i < SIZE_COUNT; i++) {
        if (strcmp(size_words[i], word) != 0) continue;
        *size = (workload_size)i;
        return ST_OK;
    }
    char *allowed = wl_strdup(size_words[0]);
    for (unsigned i = 1; i < SIZE_COUNT; i++) {
        char *longer = wl_format("%s, %s", allowed, size_words[i]);
        free(allowed);
        allowed = longer;
    }
    err_add(e, ST_INPUT, "unknown size '%s'; sizes: %s", word, allowed);
    free(allowed);
    return ST_INPUT;
}

int workload_run(const workload *w, workload_size size, err *e)
{
    host h;
    host_open(&h, w, e);
    w->program(&h, w->n[size]);
    return host_close(&h);
}
