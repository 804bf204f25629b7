// side_view.c: wraps a side's plug-in so that only one structure's ports are visible: its inputs
// are copied to their place among the side's, and its outputs from there. See side_view.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/side_view.h"

#include <stdlib.h>
#include <string.h>

typedef struct view {
    wl_plugin api; // first: an instance is opened with its address
    const wl_plugin *of;
    const side_part *part;
} view;

typedef struct instance {
    const view *v;
    void *rtl;
    uint64_t *in, *out; // of the side
} instance;

static void close_instance(void *self)
{
    instance *x = self;
    if (x->rtl) x->v->of->close(x->rtl);
    free(x->in);
    free(x->out);
    free(x);
}

static void *open_instance(const wl_plugin *of)
{
    instance *x = wl_calloc(1, sizeof *x);
    x->v = (const view *)(const void *)of;
    x->in = wl_calloc(x->v->of->in_words, sizeof *x->in);
    x->out = wl_calloc(x->v->of->out_words, sizeof *x->out);
    x->rtl = x->v->of->open(x->v->of);
    if (x->rtl) return x;
    close_instance(x);
    return NULL;
}

static void reset(void *self)
{
    const instance *x = self;
    x->v->of->reset(x->rtl);
}

static void eval(void *self, const uint64_t *in, uint64_t *out)
{
    instance *x = self;
    const side_part *p = x->v->part;
    memcpy(x->in + p->in_at, in, p->in_words * sizeof *in);
    x->v->of->eval(x->rtl, x->in, x->out);
    memcpy(out, x->out + p->out_at, p->out_words * sizeof *out);
}

static void clock_edge(void *self)
{
    const instance *x = self;
    x->v->of->clock(x->rtl);
}

static int wave_open(void *self, const char *path)
{
    const instance *x = self;
    return x->v->of->wave_open(x->rtl, path);
}

static void wave_close(void *self)
{
    const instance *x = self;
    x->v->of->wave_close(x->rtl);
}

static const uint64_t *unknown(void *self)
{
    const instance *x = self;
    return x->v->of->unknown(x->rtl) + x->v->part->out_at;
}

const wl_plugin *side_view_new(const wl_plugin *of, const side_part *part)
{
    view *v = wl_calloc(1, sizeof *v);
    *v = (view){.of = of, .part = part};
    v->api = (wl_plugin){.abi = of->abi,
                         .in_words = part->in_words,
                         .out_words = part->out_words,
                         .top = of->top,
                         .hw_digest = of->hw_digest,
                         .open = open_instance,
                         .close = close_instance,
                         .reset = reset,
                         .eval = eval,
                         .clock = clock_edge,
                         .wave_open = wave_open,
                         .wave_close = wave_close,
                         .unknown = of->unknown ? unknown : NULL};
    return &v->api;
}

void side_view_free(const wl_plugin *v) { free((void *)(uintptr_t)v); }
