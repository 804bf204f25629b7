// trace_write.c : see trace_write.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_write.h"

#include "base/outfile.h"
#include "trace/trace_head.h"
#include "trace/trace_ops.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 256 + WARP_LANES * 24, PC_BYTES = 16, SM_VERSION = 70 };

typedef struct written { // text of a warp
    char *text;
    size_t n, room;
    uint64_t insts;
    void *inner;     // the recorded front's handle
    const winst *at; // what it executes next
    const front_end *front;
} written;

typedef struct written_cta {
    uint32_t number;
    written *warps;
    struct written_cta *next;
} written_cta;

struct trace_recorder {
    char *dir;
    unsigned n_sms, ctas_per_sm, kernels;
    outfile *files; // [kernels], under temporary names; the last one is being written
    outfile list;
    front_end wrapped;
    front_end inner; // a copy: the kernel's may be gone when its last CTAs are written
    bool running;
    written_cta **slots;  // [sm * ctas_per_sm + slot]
    written_cta *waiting; // ended, until those before them have
    uint32_t next_cta;    // to be written
    err e;
};

// ---- a line

static void put(written *w, const char *s)
{
    while (*s) w->text[w->n++] = *s++;
}

// In the base, with `digits` digits at least, then a blank.
static void put_number(written *w, uint64_t v, unsigned base, unsigned digits)
{
    char reversed[20];
    unsigned n = 0;
    for (; v || n < digits; v /= base) reversed[n++] = "0123456789abcdef"[v % base];
    while (n) w->text[w->n++] = reversed[--n];
    w->text[w->n++] = ' ';
}

static void put_count(written *w, uint64_t v) { put_number(w, v, 10, 1); }

static void put_signed(written *w, int64_t v)
{
    if (v < 0) put(w, "-");
    put_count(w, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

static void put_address(written *w, uint64_t v)
{
    put(w, "0x");
    put_number(w, v, 16, 1);
}

static void put_registers(written *w, const uint16_t *regs, unsigned n)
{
    put_count(w, n);
    for (unsigned k = 0; k < n; k++) {
        put(w, "R");
        put_count(w, regs[k] < TRACE_RZ ? regs[k] : regs[k] + 1u);
    }
}

// The stride of lanes side by side; false: they are not, or have none.
static bool stride_of(const wexec *x, int64_t *stride)
{
    if (!x->active) return false;
    const unsigned first = (unsigned)__builtin_ctz(x->active),
                   n = (unsigned)__builtin_popcount(x->active);
    const uint32_t run = x->active >> first;
    if (n < 2 || run & (run + 1)) return false;
    *stride = (int64_t)(x->addr[first + 1] - x->addr[first]);
    if (*stride > INT32_MAX || *stride < INT32_MIN) return false;
    for (unsigned k = 2; k < n; k++) {
        if ((int64_t)(x->addr[first + k] - x->addr[first + k - 1]) != *stride) return false;
    }
    return true;
}

static void put_addresses(written *w, const wexec *x)
{
    int64_t stride = 0;
    if (!x->active) {
        put(w, "1 0x0 0 ");
        return;
    }
    uint64_t last = x->addr[__builtin_ctz(x->active)];
    const bool strided = stride_of(x, &stride);
    put(w, strided ? "1 " : "2 ");
    put_address(w, last);
    if (strided) {
        put_signed(w, stride);
        return;
    }
    for (uint32_t left = x->active & (x->active - 1); left; left &= left - 1) {
        const uint64_t addr = x->addr[__builtin_ctz(left)];
        put_signed(w, (int64_t)(addr - last));
        last = addr;
    }
}

static void put_line(written *w, const winst *i, const wexec *x, bool last)
{
    if (w->room - w->n < LINE_BYTES) {
        w->room = 2 * w->room + 4 * LINE_BYTES;
        w->text = wl_realloc(w->text, w->room);
    }
    const bool memory = i->kind == W_LOAD || i->kind == W_STORE || i->kind == W_ATOMIC;
    char opcode[TRACE_OPCODE];
    trace_op_name(i, x, last, opcode);
    put_number(w, (uint64_t)i->pc * PC_BYTES, 16, 4);
    put_number(w, x->active, 16, 8);
    put_registers(w, i->regs, i->n_dst);
    put(w, opcode);
    put(w, " ");
    put_registers(w, i->regs + i->n_dst, i->n_src);
    put_count(w, memory ? i->lane_bytes : 0u);
    if (memory) put_addresses(w, x);
    put_count(w, i->kind == W_BARRIER ? x->barrier : 0u);
    put(w, "\n");
    w->insts++;
}

// ---- CTAs, in the order of their numbers

static void free_cta(written_cta *c, unsigned warps)
{
    for (unsigned k = 0; k < warps; k++) free(c->warps[k].text);
    free(c->warps);
    free(c);
}

static outfile *last_file(const trace_recorder *r) { return &r->files[r->kernels - 1]; }

static void write_cta(trace_recorder *r, written_cta *c)
{
    FILE *f = last_file(r)->f;
    if (f) fprintf(f, "\n#BEGIN_TB\n\nthread block = %u,0,0\n", c->number);
    for (unsigned k = 0; k < r->inner.warps_per_cta; k++) {
        const written *w = &c->warps[k];
        if (f) fprintf(f, "\nwarp = %u\ninsts = %" PRIu64 "\n", k, w->insts);
        if (f && w->n) fwrite(w->text, 1, w->n, f); // none: the text is NULL
    }
    if (f) fprintf(f, "\n#END_TB\n");
    free_cta(c, r->inner.warps_per_cta);
    r->next_cta++;
}

static void write_waiting(trace_recorder *r)
{
    while (r->waiting && r->waiting->number == r->next_cta) {
        written_cta *c = r->waiting;
        r->waiting = c->next;
        write_cta(r, c);
    }
}

static void ended(trace_recorder *r, written_cta **slot)
{
    written_cta *c = *slot, **at = &r->waiting;
    if (!c) return;
    *slot = NULL;
    while (*at && (*at)->number < c->number) at = &(*at)->next;
    c->next = *at;
    *at = c;
    write_waiting(r);
}

// ---- the front

static void cta_start(void *self, uint32_t cta, uint32_t sm, uint32_t slot)
{
    trace_recorder *r = self;
    written_cta **at = &r->slots[(size_t)sm * r->ctas_per_sm + slot];
    ended(r, at);
    *at = wl_calloc(1, sizeof **at);
    **at =
        (written_cta){.number = cta, .warps = wl_calloc(r->inner.warps_per_cta, sizeof(written))};
    r->inner.cta_start(r->inner.self, cta, sm, slot);
}

static void cta_done(void *self, uint32_t sm, uint32_t slot)
{
    const trace_recorder *r = self;
    r->inner.cta_done(r->inner.self, sm, slot);
}

static void *warp_of(void *self, uint32_t sm, uint32_t slot, uint32_t warp, const winst **first)
{
    trace_recorder *r = self;
    written *w = &r->slots[(size_t)sm * r->ctas_per_sm + slot]->warps[warp];
    w->front = &r->inner;
    w->inner = r->inner.warp(r->inner.self, sm, slot, warp, first);
    w->at = *first;
    return w;
}

static const winst *issue(void *warp, wexec *x)
{
    written *w = warp;
    const winst *i = w->at;
    w->at = w->front->issue(w->inner, x);
    put_line(w, i, x, !w->at);
    return w->at;
}

static void keep(void *self, bool on)
{
    const trace_recorder *r = self;
    r->inner.keep(r->inner.self, on);
}

static void publish(void *self)
{
    const trace_recorder *r = self;
    r->inner.publish(r->inner.self);
}

static int fault(void *self, err *e)
{
    const trace_recorder *r = self;
    return r->inner.fault(r->inner.self, e);
}

static void first_fault(void *self, uint32_t sm)
{
    const trace_recorder *r = self;
    r->inner.first_fault(r->inner.self, sm);
}

// ---- a kernel

static void put_head(const trace_recorder *r)
{
    const front_end *k = &r->inner;
    FILE *f = last_file(r)->f;
    fprintf(f,
            "-kernel name = %s\n-kernel id = %u\n-grid dim = (%u,1,1)\n-block dim = "
            "(%u,1,1)\n-shmem = %u\n-nregs = %u\n",
            k->name, r->kernels, k->n_ctas, k->threads_per_cta, k->shared_bytes,
            k->regs_per_thread);
    fprintf(f,
            "-binary version = %d\n-cuda stream id = 0\n-shmem base_addr = 0x0\n-local mem "
            "base_addr = 0x0\n",
            SM_VERSION);
    fprintf(f, "-accelsim tracer version = %d\n-enable lineinfo = 0\n", TRACE_NEWEST);
    fprintf(f, "-code at = %u\n-code of = 0x%" PRIx64 "\n", k->code_at, k->program);
    fprintf(f, "-local word step = %u\n", k->local_step ? k->local_step : WINST_WORD * WARP_LANES);
    fprintf(f, "-registers named = %u\n",
            k->n_regs < TRACE_REGISTERS ? TRACE_REGISTERS : k->n_regs + 1);
    fprintf(f, "\n#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] "
               "mem_width [adrrescompress?] [mem_addresses] immediate\n");
}

// Everything of the kernel has ended, or (whole = false) it is thrown away.
static void end_kernel(trace_recorder *r, bool whole)
{
    if (!r->running) return;
    for (unsigned k = 0; k < r->n_sms * r->ctas_per_sm; k++) ended(r, &r->slots[k]);
    while (r->waiting) {
        written_cta *c = r->waiting;
        r->waiting = c->next;
        free_cta(c, r->inner.warps_per_cta);
    }
    if (whole && r->e.status == ST_OK) outfile_close(last_file(r), &r->e);
    else outfile_abandon(last_file(r));
    r->running = false;
}

static void open_kernel(trace_recorder *r)
{
    r->files = wl_realloc(r->files, ++r->kernels * sizeof *r->files);
    *last_file(r) = (outfile){0};
    char *path = wl_format("%s/kernel-%u.traceg", r->dir, r->kernels);
    if (r->e.status == ST_OK && outfile_open(last_file(r), path, &r->e) == ST_OK) put_head(r);
    free(path);
    fprintf(r->list.f, "kernel-%u.traceg\n", r->kernels);
}

const front_end *recorder_front(void *recorder, const front_end *kernel)
{
    trace_recorder *r = recorder;
    end_kernel(r, true);
    r->inner = *kernel;
    r->running = true;
    r->next_cta = 0;
    open_kernel(r);
    r->wrapped = *kernel;
    r->wrapped.self = r;
    r->wrapped.cta_start = cta_start;
    r->wrapped.cta_done = cta_done;
    r->wrapped.warp = warp_of;
    r->wrapped.issue = issue;
    r->wrapped.keep = kernel->keep ? keep : NULL;
    r->wrapped.publish = kernel->publish ? publish : NULL;
    r->wrapped.first_fault = kernel->first_fault ? first_fault : NULL;
    r->wrapped.fault = fault;
    return &r->wrapped;
}

trace_recorder *recorder_new(const char *dir, unsigned n_sms, unsigned ctas_per_sm, err *e)
{
    outfile list;
    if (outfile_mkdirs(dir, e) != ST_OK) return NULL;
    char *path = wl_format("%s/kernelslist.g", dir);
    const int st = outfile_open(&list, path, e);
    free(path);
    if (st != ST_OK) return NULL;
    trace_recorder *r = wl_calloc(1, sizeof *r);
    *r = (trace_recorder){
        .dir = wl_strdup(dir), .n_sms = n_sms, .ctas_per_sm = ctas_per_sm, .list = list};
    r->slots = wl_calloc((size_t)n_sms * ctas_per_sm, sizeof(written_cta *));
    return r;
}

// The whole trace is there under temporary names. No list stands over kernels of which some are
// old.
static int commit_all(trace_recorder *r, err *e)
{
    int lock, st = outfile_lock(r->dir, &lock, e);
    if (st != ST_OK) return st;
    if (r->list.tmp && unlink(r->list.path) != 0 && errno != ENOENT)
        st = err_add(e, ST_TOOL, "cannot replace %s: %s", r->list.path, strerror(errno));
    for (unsigned k = 0; st == ST_OK && k < r->kernels; k++) st = outfile_commit(&r->files[k], e);
    if (st == ST_OK) st = outfile_commit(&r->list, e);
    outfile_unlock(lock);
    return st;
}

int recorder_end(trace_recorder *r, bool keep, err *e)
{
    end_kernel(r, keep);
    if (keep && r->e.status == ST_OK) outfile_close(&r->list, &r->e);
    int st = keep ? r->e.status : ST_OK;
    if (st != ST_OK) err_pass(e, "--write-trace", &r->e);
    else if (keep) st = commit_all(r, e);
    for (unsigned k = 0; k < r->kernels; k++) outfile_abandon(&r->files[k]);
    outfile_abandon(&r->list);
    err_free(&r->e);
    free(r->files);
    free(r->slots);
    free(r->dir);
    free(r);
    return st;
}
