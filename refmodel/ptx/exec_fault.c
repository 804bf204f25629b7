// exec_fault.c: describes a fault of a running program: kernel, line, CTA, thread and cause. See
// exec.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"
#include "ptx/lex.h"
#include "ptx/module.h"

#include <stdlib.h>
#include <string.h>

static const char *const space_names[] = {[SPACE_GLOBAL] = "global",
                                          [SPACE_LOCAL] = "local",
                                          [SPACE_SHARED] = "shared",
                                          [SPACE_CONST] = "constant",
                                          [SPACE_PARAM] = "parameter"};

// What lies at or near the address: a sentence.
static char *surroundings(const xlaunch *l)
{
    uint64_t base = 0, bytes = 0, addr = l->fault->addr;
    switch (l->fault->space) {
    case SPACE_SHARED: return wl_format("the CTA has %u bytes of shared memory", l->shared_bytes);
    case SPACE_LOCAL:
        return wl_format("the thread has %llu bytes of local memory",
                         (unsigned long long)l->kernel->local_bytes);
    case SPACE_PARAM:
        if (l->fault->in->exec == EX_FRAME)
            return wl_format("the function has %u bytes of them", l->fault->in->frame_bytes);
        if (l->fault->in->w.kind != W_LOAD)
            return wl_strdup("a kernel does not write its parameters");
        return wl_format("the kernel has %u bytes of parameters", l->kernel->param_bytes);
    default: break;
    }
    if (!devmem_nearest(l->mem, addr, &base, &bytes)) return wl_strdup("nothing is allocated");
    unsigned long long b = base, n = bytes;
    if (addr < base) {
        return wl_format("the nearest allocation, of %llu bytes at %#llx, starts %llu bytes above",
                         n, b, (unsigned long long)(base - addr));
    }
    if (addr - base >= bytes) {
        return wl_format("the nearest allocation, of %llu bytes at %#llx, ended %llu bytes below",
                         n, b, (unsigned long long)(addr - base - bytes));
    }
    return wl_format("it lies in an allocation of %llu bytes at %#llx, %llu bytes before its end",
                     n, b, (unsigned long long)(bytes - (addr - base)));
}

static char *what_happened(const xlaunch *l)
{
    static const char *const traps[] = {
        "executes trap",
        "executes brkpt", [DEVICE_FREE] = "frees memory, which malloc did not give",
        [DEVICE_ASSERT] = "fails an assertion",
        [DEVICE_STACK] = "allocates more than 1024 bytes with alloca"};
    const xinst *in = l->fault->in;
    const bool writes = in->exec == EX_FRAME ? in->flag : in->w.kind == W_STORE;
    const char *verb = in->w.kind == W_ATOMIC ? "updates" : writes ? "writes" : "reads";
    unsigned long long addr = l->fault->addr;
    if (l->fault->kind == FAULT_TRAP) return wl_strdup(traps[in->mode]);
    if (l->fault->kind == FAULT_BARRIER)
        return wl_format("names barrier %llu: must be one of 0..15, the same in all lanes", addr);
    if (l->fault->kind == FAULT_BARRIER_THREADS) {
        return wl_format("waits at a barrier for %llu threads: must be a multiple of %d, at most "
                         "the CTA's %u, the same in all lanes",
                         addr, WARP_LANES, l->warps_per_cta * WARP_LANES);
    }
    if (l->fault->kind == FAULT_TEXTURE)
        return wl_format("names texture or surface %#llx: there is none of that handle", addr);
    if (l->fault->kind == FAULT_SURFACE && in->mode == SURFACE_FORMAT)
        return wl_strdup("writes a sample outside of a surface");
    if (l->fault->kind == FAULT_SURFACE)
        return wl_format("%s %u bytes outside of a surface", verb, l->fault->bytes);
    if (l->fault->kind == FAULT_SAMPLE)
        return wl_format("reduces samples of a surface that are no integers of %u bits",
                         8 * l->fault->bytes);
    if (l->fault->kind == FAULT_DEPTH)
        return wl_format("calls deeper than %d functions", MOST_CALLS);
    if (l->fault->kind == FAULT_FUNCTION)
        return wl_format("calls %#llx, which is no function of that signature", addr);
    if (l->fault->kind == FAULT_TABLE)
        return wl_format("branches by index %llu of a table of %u", addr, l->fault->in->n_targets);
    char *bypasses_l1d = surroundings(l);
    char *s = wl_format("%s %u bytes of %s memory at %#llx, %s; %s", verb, l->fault->bytes,
                        space_names[l->fault->space], addr,
                        l->fault->kind == FAULT_MISALIGNED ? "which is not a multiple of that"
                                                           : "which is out of bounds",
                        bypasses_l1d);
    free(bypasses_l1d);
    return s;
}

// ", function 'f'": empty in the kernel's own body.
static char *function_of(const ptx_kernel *k, const xinst *in)
{
    uint32_t n = k->n_callees - 1;
    while (in->w.pc < k->callees[n].first) n--;
    return n ? wl_format(", function '%s'", k->callees[n].name) : wl_strdup("");
}

// Unless the machine says it, SMs that fault do so in the same cycle, in which they take turns.
static bool find_first(xlaunch *l)
{
    for (uint32_t sm = 0; sm < l->n_sms && !l->fault; sm++)
        l->fault = l->faults[sm].kind == FAULT_none ? NULL : &l->faults[sm];
    return l->fault != NULL;
}

void exec_first_fault(void *self, uint32_t sm)
{
    xlaunch *l = self;
    l->fault = &l->faults[sm];
}

int exec_fault_text(void *self, err *e)
{
    xlaunch *l = self;
    if (!find_first(l)) return ST_OK;
    const ptx_module *m = l->kernel->module;
    const uint32_t *b = l->shape.block, t = l->fault->thread, *c = l->fault->cta;
    char *src = lex_source_line(m->text, m->text + m->bytes, l->fault->in->w.line),
         *what = what_happened(l);
    size_t indent = src ? strspn(src, " \t") : 0;
    const err_pos pos = {.file = m->name,
                         .line = l->fault->in->w.line,
                         .col = src ? (unsigned)indent + 1 : 0,
                         .src = src};
    char *where = function_of(l->kernel, l->fault->in);
    int st = err_add_at(e, ST_INPUT, &pos, "kernel '%s'%s, CTA (%u,%u,%u), thread (%u,%u,%u) %s",
                        l->kernel->name, where, c[0], c[1], c[2], t % b[0], t / b[0] % b[1],
                        t / b[0] / b[1], what);
    free(where);
    free(src);
    free(what);
    return st;
}

ptx_fault ptx_launch_fault(const front_end *f)
{
    xlaunch *l = f->self;
    switch (find_first(l) ? l->fault->kind : FAULT_none) {
    case FAULT_TEXTURE:
    case FAULT_SURFACE:
    case FAULT_SAMPLE:
    case FAULT_OUTSIDE: return PTX_FAULT_ADDRESS;
    case FAULT_MISALIGNED: return PTX_FAULT_MISALIGNED;
    case FAULT_TRAP: return l->fault->in->mode == DEVICE_ASSERT ? PTX_FAULT_ASSERT : PTX_FAULT_TRAP;
    case FAULT_TABLE:
    case FAULT_FUNCTION: return PTX_FAULT_JUMP;
    case FAULT_DEPTH: return PTX_FAULT_STACK;
    case FAULT_BARRIER:
    case FAULT_BARRIER_THREADS: return PTX_FAULT_BARRIER;
    default: return PTX_FAULT_NONE;
    }
}
