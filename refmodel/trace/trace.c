// trace.c : see trace.h: the list of kernels, and a kernel as a launch.
//
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.h"

#include "trace/trace_cta.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 4, LIST_BYTES = 64 << 20 };
static const uint64_t MOST_CTA_BYTES = (uint64_t)16 << 30;

struct trace {
    trace_options o;
    char **paths;
    unsigned n;
    trace_ignored ignored;
};

// A warp that runs: where it is in its CTA's words.
typedef struct trace_warp {
    const struct launch *of;
    const uint64_t *at, *end;
    uint64_t first_thread; // number of lane 0 among all that can be resident
} trace_warp;

typedef struct launch {
    text *t;
    trace_head h;
    cta_reader r;
    unsigned ctas_per_sm, slots;
    trace_cta **ctas;  // [sm * ctas_per_sm + slot]: packed CTAs, whose room is used again
    trace_warp *warps; // [slot * warps_per_cta + warp]
    trace_cta *early;  // read, but not placed yet
    uint64_t n_read;
    winst fault;
} launch;

// ---- a warp

static inline const winst *at_word(const launch *l, uint64_t word)
{
    return &l->r.code.insts[word & ((1u << TRACE_INDEX_BITS) - 1)]->w;
}

static const uint64_t *fill_addresses(const uint64_t *p, unsigned form, wexec *x)
{
    uint32_t left = x->active;
    if (form == FORM_LIST) {
        for (; left; left &= left - 1) x->addr[__builtin_ctz(left)] = *p++;
        return p;
    }
    uint64_t addr = p[0];
    for (; left; left &= left - 1, addr += p[1]) x->addr[__builtin_ctz(left)] = addr;
    return p + 2;
}

// Offsets in the threads' local memories to device addresses: words of one offset lie side by side,
// thread by thread.
static void spread(const trace_warp *w, wexec *x)
{
    const uint64_t threads = w->of->r.local_threads;
    for (uint32_t left = x->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t a = x->addr[lane];
        x->addr[lane] =
            (a / WORD_BYTES * threads + w->first_thread + lane) * WORD_BYTES + a % WORD_BYTES;
    }
}

static void barrier(const launch *l, uint64_t first, uint64_t word, wexec *x)
{
    const trace_inst *i = l->r.code.insts[first & ((1u << TRACE_INDEX_BITS) - 1)];
    x->barrier = word & 0xff;
    x->barrier_warps = (uint16_t)(word >> 8);
    x->barrier_pass = i->op.flags & OP_ARRIVES;
}

static const winst *issue(void *warp, wexec *x)
{
    trace_warp *w = warp;
    const uint64_t *p = w->at, word = *p++;
    const unsigned form = word >> FORM_AT & 3;
    x->active = (uint32_t)(word >> 32);
    x->space = word >> SPACE_AT & 7;
    if (form == FORM_BARRIER) barrier(w->of, word, *p++, x);
    else if (form != FORM_NONE) p = fill_addresses(p, form, x);
    if (x->space == SPACE_LOCAL && w->of->r.local_threads) spread(w, x);
    w->at = p;
    return p < w->end ? at_word(w->of, *p) : NULL;
}

// ---- CTAs

static trace_cta *take_early(launch *l, uint32_t number)
{
    for (trace_cta **at = &l->early; *at; at = &(*at)->next) {
        trace_cta *c = *at;
        if (c->number != number) continue;
        *at = c->next;
        return c;
    }
    return NULL;
}

static void free_cta(trace_cta *c)
{
    if (!c) return;
    free(c->words);
    free(c->ends);
    free(c);
}

static int missing(launch *l, uint32_t number)
{
    const uint32_t *g = l->h.grid;
    return trace_error(l->t, NULL, 0, l->r.e,
                       "the trace has no thread block %u,%u,%u of the grid (%u,%u,%u)",
                       number % g[0], number / g[0] % g[1], number / g[0] / g[1], g[0], g[1], g[2]);
}

// After the last CTA nothing may follow.
static int check_end(launch *l)
{
    const char *line;
    size_t n;
    if (l->n_read < l->r.n_ctas) return ST_OK;
    if (text_next(l->t, &line, &n, l->r.e) != ST_OK) return ST_INPUT;
    return line ? trace_error(l->t, line, 1, l->r.e,
                              "the trace goes on after the last thread block of the grid")
                : ST_OK;
}

// Reads on until the CTA has come; files are in order, and machines place in order.
static int read_until(launch *l, trace_cta **slot, uint32_t number)
{
    trace_cta *c = take_early(l, number);
    if (c) {
        if (*slot) l->r.held -= (*slot)->room * sizeof *c->words;
        free_cta(*slot);
        *slot = c;
        return ST_OK;
    }
    for (;;) {
        bool there;
        c = *slot ? *slot : wl_calloc(1, sizeof *c);
        *slot = c;
        if (cta_read(&l->r, c, &there) != ST_OK) return ST_INPUT;
        if (!there) return missing(l, number);
        l->n_read++;
        if (check_end(l) != ST_OK) return ST_INPUT;
        if (c->number == number) return ST_OK;
        c->next = l->early;
        l->early = c;
        *slot = NULL;
    }
}

static void cta_start(void *self, uint32_t cta, uint32_t sm, uint32_t slot)
{
    launch *l = self;
    const size_t at = (size_t)sm * l->ctas_per_sm + slot;
    trace_warp *w = &l->warps[at * l->r.warps];
    const bool sound = l->r.e->status == ST_OK && read_until(l, &l->ctas[at], cta) == ST_OK;
    const trace_cta *c = l->ctas[at];
    for (uint32_t k = 0; k < l->r.warps; k++, w++) {
        *w = (trace_warp){.of = l, .first_thread = (at * l->r.warps + k) * WARP_LANES};
        if (!sound) continue;
        w->at = c->words + (k ? c->ends[k - 1] : 0);
        w->end = c->words + c->ends[k];
    }
}

static void cta_done(void *self, uint32_t sm,
                     uint32_t slot) // its memory waits for the next CTA of the slot
{
    (void)self, (void)sm, (void)slot;
}

static void *warp_of(void *self, uint32_t sm, uint32_t slot, uint32_t warp, const winst **first)
{
    launch *l = self;
    trace_warp *w = &l->warps[((size_t)sm * l->ctas_per_sm + slot) * l->r.warps + warp];
    *first = w->at ? at_word(l, *w->at) : &l->fault;
    return w;
}

static int fault(void *self, err *e)
{
    const launch *l = self;
    (void)e; // the message is there: see trace_begin
    return l->r.e->status;
}

// ---- a kernel

static void set_up(launch *l, trace *t, err *e)
{
    const trace_head *h = &l->h;
    const trace_options *o = &t->o;
    l->ctas_per_sm = o->ctas_per_sm;
    l->slots = o->n_sms * o->ctas_per_sm;
    l->r.t = l->t;
    l->r.h = h;
    l->r.e = e;
    l->r.threads = h->block[0] * h->block[1] * h->block[2];
    l->r.warps = (l->r.threads + WARP_LANES - 1) / WARP_LANES;
    l->r.n_ctas = h->grid[0] * h->grid[1] * h->grid[2];
    l->r.local_threads = h->local_base ? (uint64_t)l->slots * l->r.warps * WARP_LANES : 0;
    l->r.local_step = h->local_base ? (uint32_t)l->r.local_threads * WORD_BYTES : h->local_step;
    l->r.address_bits = o->address_bits ? o->address_bits : 64;
    l->r.address_key = o->address_key;
    l->r.unknown_as_add = o->unknown_as_add;
    l->r.ignored = &t->ignored;
    l->r.most = o->most_bytes ? o->most_bytes : MOST_CTA_BYTES;
    l->r.seen = wl_calloc(l->r.n_ctas / 8u + 1u, 1);
    l->ctas = wl_calloc(l->slots, sizeof(trace_cta *));
    l->warps = wl_calloc((size_t)l->slots * l->r.warps, sizeof *l->warps);
    l->fault = (winst){.kind = W_FAULT};
}

int trace_begin(front_end *out, trace *t, unsigned k, err *e)
{
    launch *l = wl_calloc(1, sizeof *l);
    *out = (front_end){.self = l};
    l->t = text_open(t->paths[k], e);
    if (!l->t || head_read(&l->h, l->t, e) != ST_OK) {
        trace_end(out);
        return e->status;
    }
    set_up(l, t, e);
    *out = (front_end){.self = l,
                       .n_ctas = l->r.n_ctas,
                       .warps_per_cta = l->r.warps,
                       .threads_per_cta = l->r.threads,
                       .regs_per_thread = l->h.regs,
                       .shared_bytes = l->h.shared_bytes,
                       .n_regs = l->h.registers - 1,
                       .code_at = l->h.code_at,
                       .program = l->h.program,
                       .local_step = l->r.local_step,
                       .name = l->h.name,
                       .cta_start = cta_start,
                       .cta_done = cta_done,
                       .warp = warp_of,
                       .issue = issue,
                       .fault = fault}; // n_regs: RZ is none
    return ST_OK;
}

void trace_end(front_end *f)
{
    launch *l = f->self;
    if (!l) return;
    for (unsigned i = 0; l->ctas && i < l->slots; i++) free_cta(l->ctas[i]);
    while (l->early) {
        trace_cta *c = l->early;
        l->early = c->next;
        free_cta(c);
    }
    code_free(&l->r.code);
    free(l->r.seen);
    free(l->ctas);
    free(l->warps);
    head_free(&l->h);
    text_close(l->t);
    free(l);
    *f = (front_end){0};
}

// ---- the list

static char *beside(const char *list, const char *name)
{
    const char *slash = strrchr(list, '/');
    return slash ? wl_format("%.*s/%s", (int)(slash - list), list, name) : wl_strdup(name);
}

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n > m && strcmp(s + n - m, end) == 0;
}

static bool is_kernel_file(const char *name)
{
    return ends_in(name, ".traceg") || ends_in(name, ".traceg.xz") || ends_in(name, ".traceg.gz");
}

// Before anything runs: is every kernel's file there, with a header that can be read?
static int check_kernel(trace *t, const char *path, err *e)
{
    trace_head h = {0};
    text *k = text_open(path, e);
    int st = k ? head_read(&h, k, e) : ST_INPUT;
    head_free(&h);
    text_close(k);
    if (st != ST_OK) return st;
    t->paths = wl_realloc(t->paths, (t->n + 1) * sizeof *t->paths);
    t->paths[t->n++] = wl_strdup(path);
    return ST_OK;
}

// The folder of the list, without symbolic links, dots or a slash at its end; malloc'd.
static char *folder_of(const text *list)
{
    char *given = beside(text_path(list), "."), *real = realpath(given, NULL);
    free(given);
    if (real && real[0] == '/' && !real[1]) real[0] = 0;
    return real;
}

// Does the path, symbolic links followed, lie in the list's folder or below it? A file that is not
// there is said by its opening.
static int check_inside(const text *list, const char *line, const char *path, err *e)
{
    char *folder = folder_of(list), *real = realpath(path, NULL);
    const size_t n = folder ? strlen(folder) : 0;
    const bool inside = !real || !folder || (strncmp(real, folder, n) == 0 && real[n] == '/');
    free(folder);
    free(real);
    if (inside) return ST_OK;
    return trace_error(
        list, line, 1, e,
        "%.200s leads out of the folder of the list: must lie in that folder or below it", line);
}

static int kernel_line(trace *t, const text *list, const char *line, err *e)
{
    if (ends_in(line, ".trace") || ends_in(line, ".trace.xz") || ends_in(line, ".trace.gz")) {
        return trace_error(
            list, line, 1, e,
            "%s is not grouped by thread block: run Accel-Sim's post-traces-processing first",
            line);
    }
    if (ends_in(line, ".tracez")) {
        return trace_error(list, line, 1, e,
                           "%.60s: the binary traces of Accel-Sim 2.0 are not read; "
                           "must end in .traceg, .traceg.xz or .traceg.gz",
                           line);
    }
    if (!is_kernel_file(line))
        return trace_error(list, line, 1, e, "%.60s: must end in .traceg, .traceg.xz or .traceg.gz",
                           line);
    if (*line == '/') {
        return trace_error(list, line, 1, e,
                           "%.200s is an absolute path: must be relative to the folder of the list",
                           line);
    }
    char *path = beside(text_path(list), line);
    int st = check_inside(list, line, path, e);
    if (st == ST_OK) st = check_kernel(t, path, e);
    free(path);
    return st;
}

// "MemcpyHtoD,0x00007f...,4096": copies do not warm the L2 (as in the reference machine), they are
// only read. Of the other directions Accel-Sim reads no more than their names.
static int copy_line(const text *list, const char *line, err *e)
{
    static const char head[] = "MemcpyHtoD,0x";
    uint64_t addr, bytes;
    char *end;
    if (strncmp(line, "MemcpyHtoD", 10) != 0) return ST_OK;
    if (strncmp(line, head, strlen(head)) == 0 &&
        trace_whole(line + strlen(head), &end, 16, &addr) && *end == ',' &&
        trace_whole(end + 1, &end, 10, &bytes) && !*end) {
        if (bytes <= UINT64_MAX - addr) return ST_OK;
        return trace_error(list, line, 1, e,
                           "%.80s: must end within the addresses, which have 64 bits", line);
    }
    return trace_error(list, line, 1, e,
                       "must be MemcpyHtoD,ADDRESS,BYTES, numbers of 64 bits at most");
}

// A line that is neither kernel nor copy (ncclCommInitAll ...) is none to Accel-Sim. The first ones
// are kept for the note.
static void skip_line(trace_ignored *seen, const text *list, const char *line)
{
    enum { SHOWN = 8 };
    char *before = seen->skipped;
    if (seen->skipped_lines++ >= SHOWN) return;
    seen->skipped = wl_format("%s%s%s:%u: %.60s", before ? before : "", before ? ", " : "",
                              text_path(list), text_number(list), line);
    free(before);
}

static int list_line(trace *t, const text *list, const char *line, err *e)
{
    if (*line == '#') return ST_OK;
    if (strncmp(line, "Memcpy", 6) == 0) return copy_line(list, line, e);
    if (strncmp(line, "kernel", 6) == 0 || strstr(line, ".trace"))
        return kernel_line(t, list, line, e);
    skip_line(&t->ignored, list, line);
    return ST_OK;
}

static int read_list(trace *t, text *list, err *e)
{
    const char *line;
    size_t n;
    int st;
    while ((st = text_next(list, &line, &n, e)) == ST_OK && line) {
        while (n && (line[n - 1] == ' ' || line[n - 1] == '\t')) n--;
        char *command = wl_format("%.*s", (int)n, line);
        st = n ? list_line(t, list, command, e) : ST_OK;
        free(command);
        if (st != ST_OK) return st;
    }
    if (st == ST_OK && !t->n) return trace_error(list, NULL, 0, e, "the list names no kernel");
    return st;
}

trace *trace_open(const char *kernelslist, const trace_options *o, err *e)
{
    text *list = text_open(kernelslist, e);
    if (!list) return NULL;
    text_limit(list, LIST_BYTES, "the list");
    trace *t = wl_calloc(1, sizeof *t);
    t->o = *o;
    int st = read_list(t, list, e);
    text_close(list);
    if (st == ST_OK) return t;
    trace_close(t);
    return NULL;
}

void trace_close(trace *t)
{
    if (!t) return;
    for (unsigned k = 0; k < t->n; k++) free(t->paths[k]);
    free(t->paths);
    free(t->ignored.first);
    free(t->ignored.skipped);
    free(t);
}

unsigned trace_kernels(const trace *t) { return t->n; }
const trace_ignored *trace_ignored_of(const trace *t) { return &t->ignored; }
