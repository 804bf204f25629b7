// trace_rig.h : a trace in a folder of its own, for tests.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_TRACE_RIG_H
#define WL_TESTS_TRACE_RIG_H

#include "test_sm_front.h"
#include "trace/trace.h"
#include "unit.h"

#include <unistd.h>

typedef struct place {
    char dir[32], list[64], kernel[64], second[64];
    trace *t;
    front_end f;
    err e;
} place;

static inline void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    fputs(text, f);
    fclose(f);
}

static inline void make_place(place *p)
{
    *p = (place){.dir = "/tmp/warploom-trace-XXXXXX"};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(p->dir));
    snprintf(p->list, sizeof p->list, "%s/kernelslist.g", p->dir);
    snprintf(p->kernel, sizeof p->kernel, "%s/kernel-1.traceg", p->dir);
    snprintf(p->second, sizeof p->second, "%s/kernel-2.traceg", p->dir);
}

static const trace_options slots = {.n_sms = 2, .ctas_per_sm = 4};

static inline void open_trace(place *p, const char *text)
{
    make_place(p);
    put(p->list, "MemcpyHtoD,0x00007f0000000000,4096\nkernel-1.traceg\n");
    put(p->kernel, text);
    p->t = trace_open(p->list, &slots, &p->e);
    if (!p->t || trace_begin(&p->f, p->t, 0, &p->e) != ST_OK) fprintf(stderr, "%s", p->e.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p->f.issue);
}

static inline void close_trace(place *p)
{
    trace_end(&p->f);
    trace_close(p->t);
    err_free(&p->e);
    unlink(p->kernel);
    unlink(p->list);
    CU_ASSERT_EQUAL(rmdir(p->dir), 0);
}

#define HEAD(version, sm, more) \
    "-kernel name = k\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (32,1,1)\n-shmem = " \
    "0\n-nregs = 16\n-binary version = " sm "\n" \
    "-cuda stream id = 0\n-shmem base_addr = 0x7f4000000000\n-local mem base_addr = " \
    "0x7f4002000000\n-nvbit version = 1.5.5\n" \
    "-accelsim tracer version = " version "\n" more "\n#traces format = ...\n\n"
#define CTA(n, insts, lines) \
    "#BEGIN_TB\n\nthread block = " n ",0,0\n\nwarp = 0\ninsts = " insts "\n" lines "\n#END_TB\n\n"
// clang-format off
#define ONE(version, sm, more, line) \
    HEAD(version, sm, more) CTA("0", "1", line "\n") CTA("1", "1", line "\n")
// clang-format on

#endif
