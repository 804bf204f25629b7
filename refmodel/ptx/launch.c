// launch.c : a launch as a front (machine/common/front_end.h): checks, constants, CTAs in their
// slots, and the text of a fault.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"
#include "ptx/module.h"
#include "ptx/statics.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64, MOST_THREADS = 1024 };
static const uint64_t LOCAL_DEVICE =
    0xF0000000ull; // device addresses of local memory, unless the heap has grown beyond
static const uint64_t SHARED_MOST = LOCAL_WINDOW - SHARED_WINDOW,
                      LOCAL_MOST = STATIC_BASE - LOCAL_WINDOW;

static special_env environment(const xlaunch *l)
{
    special_env env = {.n_warps = l->warps_per_cta,
                       .n_sms = l->n_sms,
                       .dynamic_shared = l->shape.dynamic_shared,
                       .total_shared = l->shared_bytes,
                       .grid_workspace = l->shape.grid_workspace};
    memcpy(env.ntid, l->shape.block, sizeof env.ntid);
    memcpy(env.nctaid, l->shape.grid, sizeof env.nctaid);
    return env;
}

static uint64_t shared_offset(const ptx_kernel *k, const variable *v)
{
    size_t i = 0;
    while (k->shared[i].var != v) i++;
    return k->shared[i].offset;
}

static uint64_t address(const xlaunch *l, const const_entry *c, const uint64_t *addr)
{
    switch (c->var->space) {
    case SPACE_SHARED: return shared_offset(l->kernel, c->var) + c->bits;
    case SPACE_LOCAL:
    case SPACE_PARAM: return c->var->offset + c->bits;
    default: return addr[c->var->index] + c->bits;
    }
}

static uint64_t handle(const xlaunch *l, const const_entry *c, const uint64_t *addr)
{
    uint64_t held;
    memcpy(&held, devmem_at(l->mem, addr[c->var->index], sizeof held), sizeof held);
    return held;
}

static void fill_constants(xlaunch *l, const uint64_t *addr)
{
    const ptx_kernel *k = l->kernel;
    special_env env = environment(l);
    l->consts = wl_calloc_lines(1, k->const_bytes);
    for (size_t n = 0; n < k->n_consts; n++) {
        const const_entry *c = &k->consts[n];
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            env.lane = i;
            uint64_t v = c->kind == CONST_VALUE     ? c->bits
                         : c->kind == CONST_ADDRESS ? address(l, c, addr)
                         : c->kind == CONST_HANDLE  ? handle(l, c, addr)
                                                    : special_at(c->special)->value(&env);
            memcpy(l->consts + c->offset + i * c->bytes, &v, c->bytes);
        }
    }
}

// Memory of one CTA slot, made when it is first used and reused for every CTA that comes there.
static xcta *new_cta(xlaunch *l, uint32_t sm, uint32_t slot)
{
    const ptx_kernel *k = l->kernel;
    size_t local = (size_t)k->local_bytes * WARP_LANES;
    xcta *c = wl_calloc(1, sizeof *c);
    bool calls = k->n_callees > 1;
    size_t depth = SIMT_DEPTH + (calls ? MOST_CALLS : 0);
    *c = (xcta){.launch = l, .sm = sm, .slot = slot};
    c->warp_bytes = ((k->warp_bytes + CACHE_LINE - 1) / CACHE_LINE | 1) *
                    CACHE_LINE; // odd: the warps' first lines are of different sets of a cache
    c->stacks = wl_calloc(depth * l->warps_per_cta, sizeof *c->stacks);
    c->shared = wl_calloc(l->shared_bytes + 1u, 1);
    c->warps = wl_calloc_lines(l->warps_per_cta, c->warp_bytes);
    c->local = wl_calloc(local * l->warps_per_cta + 1, 1);
    uint64_t first = ((uint64_t)sm * l->ctas_per_sm + slot) * l->warps_per_cta;
    for (uint32_t i = 0; i < l->warps_per_cta; i++) {
        xwarp *w = warp_at(c, i);
        *w = (xwarp){.always = UINT32_MAX,
                     .base = {(unsigned char *)w, l->consts},
                     .code = k->code,
                     .cta = c,
                     .index = i,
                     .local = c->local + i * local,
                     .local_device = l->local_base + (first + i) * local,
                     .stack = c->stacks + i * depth};
        if (calls) w->calls = wl_calloc(1, sizeof *w->calls);
    }
    return c;
}

static void fill_specials(const xlaunch *l, const xcta *c, xwarp *w)
{
    special_env env = environment(l);
    memcpy(env.ctaid, c->id, sizeof env.ctaid);
    env.sm = c->sm;
    env.warp = c->slot * l->warps_per_cta + w->index;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        uint32_t t = w->index * WARP_LANES + i;
        env.lane = i;
        env.tid[0] = t % env.ntid[0];
        env.tid[1] = t / env.ntid[0] % env.ntid[1];
        env.tid[2] = t / env.ntid[0] / env.ntid[1];
        for (size_t s = 0; s < l->kernel->n_specials; s++) {
            uint32_t v = special_at(l->kernel->specials[s].special)->value(&env);
            memcpy(w->base[0] + l->kernel->specials[s].offset + i * sizeof v, &v, sizeof v);
        }
    }
}

static void start_warp(const xlaunch *l, const xcta *c, xwarp *w)
{
    const ptx_kernel *k = l->kernel;
    uint32_t threads = l->threads_per_cta - w->index * WARP_LANES;
    w->carry = 0;
    for (size_t i = 0; i < k->n_cleared; i++)
        memset(w->base[0] + k->cleared[2 * i], 0, k->cleared[2 * i + 1]);
    fill_specials(l, c, w);
    w->active = threads >= WARP_LANES ? UINT32_MAX : (1u << threads) - 1;
    w->pc = 0;
    w->reconverge = NO_PC;
    w->pending = 0;
    w->depth = 0;
    if (w->calls) w->calls->n = 0, w->calls->used = 0;
}

static void cta_start(void *self, uint32_t cta, uint32_t sm, uint32_t slot)
{
    xlaunch *l = self;
    xcta **at = &l->slots[sm * l->ctas_per_sm + slot];
    if (!*at) *at = new_cta(l, sm, slot);
    xcta *c = *at;
    c->cta = cta;
    c->id[0] = cta % l->shape.grid[0];
    c->id[1] = cta / l->shape.grid[0] % l->shape.grid[1];
    c->id[2] = cta / l->shape.grid[0] / l->shape.grid[1];
    memset(c->shared, 0, l->shared_bytes);
    memset(c->barriers, 0, sizeof c->barriers);
    c->alive = l->warps_per_cta;
    c->store_buffer = l->store_buffer ? &l->store_buffer[sm] : NULL;
    memset(c->local, 0, (size_t)l->kernel->local_bytes * WARP_LANES * l->warps_per_cta);
    for (uint32_t i = 0; i < l->warps_per_cta; i++) start_warp(l, c, warp_at(c, i));
}

static void cta_done(void *self, uint32_t sm,
                     uint32_t slot) // its memory waits for the next CTA of the slot
{
    (void)self, (void)sm, (void)slot;
}

static void *warp_of(void *self, uint32_t sm, uint32_t slot, uint32_t warp, const winst **first)
{
    xlaunch *l = self;
    xwarp *w = warp_at(l->slots[sm * l->ctas_per_sm + slot], warp);
    *first = &w->code[0].w;
    return w;
}

// ---- stores that other SMs see later

// Atomics are performed at once, and with them all else: others' stores must come before or after
// them.
static bool has_atomics(const ptx_kernel *k)
{
    bool any = false;
    for (uint32_t i = 0; i < k->n_code; i++)
        any |= k->code[i].w.kind == W_ATOMIC && k->code[i].w.space != SPACE_SHARED;
    return any;
}

static void publish(void *self)
{
    xlaunch *l = self;
    for (uint32_t i = 0; i < l->n_sms; i++) {
        if (l->store_buffer[i].n) store_buffer_publish(&l->store_buffer[i]);
    }
}

static void free_kept(xlaunch *l)
{
    for (uint32_t i = 0; l->store_buffer && i < l->n_sms; i++)
        store_buffer_free(&l->store_buffer[i]);
    free(l->store_buffer);
    l->store_buffer = NULL;
}

static void keep(void *self, bool on)
{
    xlaunch *l = self;
    if (l->store_buffer) publish(l);
    free_kept(l);
    if (on) l->store_buffer = wl_calloc(l->n_sms, sizeof *l->store_buffer);
}

int ptx_block_allowed(const ptx_kernel *k, const uint32_t b[3], err *e)
{
    const uint32_t *max = k->maxntid, *req = k->reqntid;
    const uint64_t threads = (uint64_t)b[0] * b[1] * b[2];
    if (max[0] && threads > (uint64_t)max[0] * max[1] * max[2]) {
        return err_add(e, ST_INPUT, "kernel '%s': block %ux%ux%u: .maxntid allows %llu threads",
                       k->name, b[0], b[1], b[2], (unsigned long long)max[0] * max[1] * max[2]);
    }
    if (req[0] && memcmp(req, b, sizeof k->reqntid) != 0) {
        return err_add(e, ST_INPUT, "kernel '%s': block %ux%ux%u: .reqntid wants %ux%ux%u", k->name,
                       b[0], b[1], b[2], req[0], req[1], req[2]);
    }
    return ST_OK;
}

static int check_shape(const ptx_kernel *k, const ptx_launch *s, unsigned warps_per_sm, err *e)
{
    const uint32_t *g = s->grid, *b = s->block;
    uint64_t ctas = (uint64_t)g[0] * g[1], threads = (uint64_t)b[0] * b[1];
    if (!g[0] || !g[1] || !g[2] || ctas > UINT32_MAX || ctas * g[2] > UINT32_MAX) {
        return err_add(
            e, ST_INPUT,
            "kernel '%s': grid %ux%ux%u: each at least 1, and at most 2^32 - 1 CTAs together",
            k->name, g[0], g[1], g[2]);
    }
    if (!b[0] || !b[1] || !b[2] || threads > MOST_THREADS || threads * b[2] > MOST_THREADS) {
        return err_add(
            e, ST_INPUT,
            "kernel '%s': block %ux%ux%u: each at least 1, and at most %d threads together",
            k->name, b[0], b[1], b[2], MOST_THREADS);
    }
    threads *= b[2];
    if (threads > (uint64_t)warps_per_sm * WARP_LANES) {
        return err_add(e, ST_INPUT, "kernel '%s': block %ux%ux%u: an SM holds %u threads", k->name,
                       b[0], b[1], b[2], warps_per_sm * WARP_LANES);
    }
    return ptx_block_allowed(k, b, e);
}

static uint64_t local_base(uint64_t heap_end)
{
    return heap_end <= LOCAL_DEVICE ? LOCAL_DEVICE : (heap_end + UINT32_MAX) >> 32 << 32;
}

uint64_t ptx_local_end(const ptx_kernel *k, const uint32_t block[3], uint64_t heap_end,
                       unsigned slots)
{
    const uint64_t warps = ((uint64_t)block[0] * block[1] * block[2] + WARP_LANES - 1) / WARP_LANES;
    return k->local_bytes ? local_base(heap_end) + slots * warps * WARP_LANES * k->local_bytes : 0;
}

static int check_local(const ptx_kernel *k, const ptx_launch *s, const devmem *mem, unsigned slots,
                       err *e)
{
    const uint64_t end = ptx_local_end(k, s->block, devmem_end(mem), slots);
    if (!end || end - 1 <= devmem_most(mem)) return ST_OK;
    return err_add(
        e, ST_INPUT,
        "kernel '%s': local memory of %llu bytes per thread ends at 0x%llx: the machine's "
        "addresses end at 0x%llx",
        k->name, (unsigned long long)k->local_bytes, (unsigned long long)end - 1,
        (unsigned long long)devmem_most(mem));
}

int ptx_launch_shape(front_end *out, const ptx_kernel *k, const ptx_launch *s,
                     unsigned warps_per_sm, err *e)
{
    int st = check_shape(k, s, warps_per_sm, e);
    if (st) return st;
    const uint64_t shared = s->dynamic_shared ? k->dynamic_at + s->dynamic_shared : k->shared_bytes;
    if (shared > SHARED_MOST) {
        return err_add(e, ST_INPUT,
                       "kernel '%s': %llu bytes of shared memory: at most %llu are allowed",
                       k->name, (unsigned long long)shared, (unsigned long long)SHARED_MOST);
    }
    if (k->local_bytes > LOCAL_MOST / WARP_LANES) {
        return err_add(
            e, ST_INPUT,
            "kernel '%s': %llu bytes of local memory per thread: at most %llu are allowed", k->name,
            (unsigned long long)k->local_bytes, (unsigned long long)(LOCAL_MOST / WARP_LANES));
    }
    const uint32_t threads = s->block[0] * s->block[1] * s->block[2];
    *out =
        (front_end){.n_ctas = s->grid[0] * s->grid[1] * s->grid[2],
                    .warps_per_cta = (threads + WARP_LANES - 1) / WARP_LANES,
                    .threads_per_cta = threads,
                    .regs_per_thread = s->regs_per_thread ? s->regs_per_thread : k->regs_per_thread,
                    .shared_bytes = (uint32_t)shared,
                    .name = k->name};
    return ST_OK;
}

// shape: what ptx_launch_shape says
static xlaunch *new_launch(const ptx_kernel *k, devmem *mem, const ptx_launch *s,
                           const front_end *shape, unsigned n_sms, unsigned ctas_per_sm)
{
    xlaunch *l = wl_calloc(1, sizeof *l);
    l->kernel = k;
    l->mem = mem;
    l->shape = *s;
    l->n_sms = n_sms;
    l->ctas_per_sm = ctas_per_sm;
    l->threads_per_cta = shape->threads_per_cta;
    l->warps_per_cta = shape->warps_per_cta;
    l->shared_bytes = shape->shared_bytes;
    l->local_base = local_base(devmem_end(mem));
    l->params = wl_calloc(k->param_bytes + 1u, 1);
    if (k->param_bytes) memcpy(l->params, s->params, k->param_bytes);
    l->shape.params = l->params;
    l->slots = wl_calloc((size_t)n_sms * ctas_per_sm, sizeof(xcta *));
    l->faults = wl_calloc(n_sms, sizeof *l->faults);
    return l;
}

int ptx_launch_begin(front_end *out, const ptx_kernel *k, devmem *mem, const ptx_launch *s,
                     unsigned n_sms, unsigned ctas_per_sm, unsigned warps_per_sm, err *e)
{
    *out = (front_end){0};
    int st = ptx_launch_shape(out, k, s, warps_per_sm, e);
    if (!st && k->param_bytes && !s->params)
        st = err_add(e, ST_INPUT, "kernel '%s' needs %u bytes of parameters, but none are given",
                     k->name, k->param_bytes);
    if (!st) st = check_local(k, s, mem, n_sms * ctas_per_sm, e);
    if (st) return st;
    xlaunch *l = new_launch(k, mem, s, out, n_sms, ctas_per_sm);
    uint64_t *addr = wl_calloc(k->module->n_statics, sizeof *addr);
    out->self = l, out->n_regs = k->n_regs, out->code_at = k->code_at,
    out->program = k->module->program, out->local_step = WINST_WORD * WARP_LANES;
    out->cta_start = cta_start, out->cta_done = cta_done, out->warp = warp_of,
    out->issue = exec_issue, out->fault = exec_fault_text;
    if (!has_atomics(k))
        out->keep = keep, out->publish = publish, out->first_fault = exec_first_fault;
    st = statics_place(k->module, mem, addr, e);
    if (!st) fill_constants(l, addr);
    free(addr);
    if (st) ptx_launch_end(out);
    return st;
}

static void free_cta(xcta *c)
{
    if (!c) return;
    for (uint32_t i = 0; i < c->launch->warps_per_cta; i++) {
        call_stack *calls = warp_at(c, i)->calls;
        if (calls) free(calls->saved);
        free(calls);
    }
    free(c->stacks);
    free(c->shared);
    free(c->local);
    free(c->warps);
    free(c);
}

void ptx_launch_end(front_end *f)
{
    xlaunch *l = f->self;
    if (!l) return;
    for (size_t i = 0; i < (size_t)l->n_sms * l->ctas_per_sm; i++) free_cta(l->slots[i]);
    free(l->slots);
    free_kept(l);
    free(l->faults);
    free(l->consts);
    free(l->params);
    free(l);
    *f = (front_end){0};
}
