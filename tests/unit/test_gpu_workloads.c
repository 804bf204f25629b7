// test_gpu_workloads.c : workloads with both threads from start to end: results and statistics are
// those of one.
//
// It runs alone, since its threads wait for each other by looking.
//
// links: workloads cuda ptx trace machine blocks config base
//
// `warploom sim -j 2` goes with two threads only where that is faster, so that most of a run may be
// done by one.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_device.h"
#include "unit.h"
#include "workloads/workload.h"

#include <jansson.h>

static json_t *run(const config *c, const char *name, unsigned threads)
{
    err e = {0};
    const workload *w = workload_find(name, &e);
    gpu *g = gpu_new(c, &(gpu_hooks){.threads = threads, .insist = true}, &e);
    CU_ASSERT_FATAL(w && g && cuda_attach(g, c, 0, &e) == ST_OK);
    CU_ASSERT_EQUAL(workload_run(w, SIZE_SMALL, &e), ST_OK);
    json_t *stats = gpu_stats_json(g);
    cuda_detach();
    gpu_free(g);
    err_free(&e);
    return stats;
}

static void same(const char *preset)
{
    static const char *const names[] = {"atax", "gemm", "syr2k", "bfs"};
    config c;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(&c, preset, NULL, 0, &e), ST_OK);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        json_t *one = run(&c, names[i], 1), *two = run(&c, names[i], 2);
        CU_ASSERT(json_equal(one, two));
        json_decref(one);
        json_decref(two);
    }
}

TEST(two_threads_run_workloads_as_one_does_on_gtx480) { same("gtx480"); }
TEST(two_threads_run_workloads_as_one_does_on_cart) { same("cart"); }
TEST(two_threads_run_workloads_as_one_does_on_dwt_pric) { same("dwt-pric"); }

UNIT_MAIN("gpu_workloads", T(two_threads_run_workloads_as_one_does_on_gtx480),
          T(two_threads_run_workloads_as_one_does_on_cart),
          T(two_threads_run_workloads_as_one_does_on_dwt_pric))
