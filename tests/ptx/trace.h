// trace.h : runs a short kernel of one CTA and tells which lanes executed which line: for tests of
// control flow.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_TRACE_H
#define WL_TESTS_PTX_TRACE_H

#include "tests/ptx/op.h"

enum { MOST_PC = 64, THREADS = 32 };

// The kernel's parameter is an array of THREADS * 4 u32, addressed by %l1 = &array[tid]; %r1 = tid,
// %r8 = 0.
typedef struct trace {
    uint32_t masks[MOST_PC],
        count[MOST_PC];  // of the last execution of each line of the body; executions
    winst inst[MOST_PC]; // the last instruction of the line
    uint32_t base;       // line of the body's first line
    uint32_t out[THREADS * 4];
    uint64_t issued;
    uint32_t n_regs, regs_per_thread;
    int status;
    char message[512]; // of a fault
} trace;

static inline void trace_watch(void *ctx, uint32_t warp, const winst *w, const wexec *x)
{
    trace *t = ctx;
    uint32_t line = w->line - t->base;
    (void)warp;
    if (w->line < t->base || line >= MOST_PC) return;
    t->masks[line] = x->active;
    t->inst[line] = *w;
    t->count[line]++;
}

// `before`: functions and variables ahead of the kernel; its lines count from the body's first.
static inline void run_after(trace *t, const char *before, const char *body, uint32_t threads)
{
    static char text[2 * OP_TEXT];
    err e = {0};
    uint64_t addr;
    *t = (trace){.base = 6};
    for (const char *c = before; *c; c++) t->base += *c == '\n';
    snprintf(text, sizeof text,
             ".version 7.0\n.target sm_75\n.address_size 64\n%s"
             ".entry k(.param .u64 A) { .reg .pred %%p<9>; .reg .b32 %%r<9>; .reg .b64 %%l<9>;\n"
             "mov.u32 %%r1, %%tid.x; ld.param.u64 %%l1, [A]; mul.wide.u32 %%l2, %%r1, 4; add.u64 "
             "%%l1, %%l1, %%l2; mov.u32 %%r8, 0;\n%s}\n",
             before, body);
    ptx_module *m = op_load(text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    devmem *mem = devmem_new(0xC0000000, &e);
    devmem_alloc(mem, sizeof t->out, &addr, &e);
    const ptx_launch l = {.grid = {1, 1, 1}, .block = {threads, 1, 1}, .params = &addr};
    driver d = {.watch = trace_watch, .watch_ctx = t};
    const ptx_kernel *k = ptx_find(m, "k", &e);
    CU_ASSERT_EQUAL_FATAL(ptx_launch_begin(&d.f, k, mem, &l, 1, DRIVER_SLOTS, 48, &e), ST_OK);
    t->status = driver_run(&d, &e);
    memcpy(t->out, devmem_at(mem, addr, sizeof t->out), sizeof t->out);
    t->issued = d.issued;
    t->n_regs = d.f.n_regs;
    t->regs_per_thread = ptx_regs_per_thread(k);
    snprintf(t->message, sizeof t->message, "%s", e.text ? e.text : "");
    err_free(&e);
    ptx_launch_end(&d.f);
    devmem_free(mem);
    ptx_free(m);
}

static inline void run(trace *t, const char *body, uint32_t threads)
{
    run_after(t, "", body, threads);
    CU_ASSERT_EQUAL(t->status, ST_OK);
    if (t->status) printf("# %s", t->message);
}

#endif
