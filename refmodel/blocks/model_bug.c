// model_bug.c: see model_bug.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/model_bug.h"

#include <stdlib.h>
#include <string.h>

// A model and the bug around it.
typedef struct faulty {
    const block_model *block;
    const model_bug *bug;
    block_dev model;
    config made_from, given;
    void *was;
    bug_view view;
    uint64_t *idle_in, *idle_out; // ports of a cycle that is skipped
} faulty;

const model_bug *model_bug_find(const model_bugs *of, const char *id)
{
    for (unsigned i = 0; i < of->n; i++) {
        if (strcmp(of->rows[i].id, id) == 0) return &of->rows[i];
    }
    return NULL;
}

static void keep_state(faulty *f) { memcpy(f->was, f->model.self, f->block->state_bytes); }

static void reset(void *self)
{
    faulty *f = self;
    keep_state(f);
    f->model.reset(f->model.self);
    if (f->bug->reset) f->bug->reset(&f->view);
}

static void valid(void *self, uint64_t *out)
{
    const faulty *f = self;
    f->model.valid(f->model.self, out);
    if (f->bug->valid) f->bug->valid(&f->view, out);
}

static void ready(void *self, const uint64_t *in, uint64_t *out)
{
    const faulty *f = self;
    f->model.ready(f->model.self, in, out);
    if (f->bug->ready) f->bug->ready(&f->view, in, out);
}

static void commit(void *self, const uint64_t *in, const uint64_t *out)
{
    faulty *f = self;
    bug_view *v = &f->view;
    v->in = in;
    v->out = out;
    keep_state(f);
    if (f->bug->before) f->bug->before(v);
    f->model.commit(f->model.self, v->in, v->out);
    if (f->bug->after) f->bug->after(v);
}

// Cycle by cycle: what a bug does in idle cycles no model can pass over.
static void skip(void *self, uint64_t cycles)
{
    faulty *f = self;
    while (cycles--) {
        valid(f, f->idle_out);
        ready(f, f->idle_in, f->idle_out);
        commit(f, f->idle_in, f->idle_out);
    }
}

static const uint64_t *events(void *self)
{
    return ((faulty *)self)->model.events(((faulty *)self)->model.self);
}
static void dump(void *self, FILE *f)
{
    ((faulty *)self)->model.dump(((faulty *)self)->model.self, f);
}

static void free_faulty(void *self)
{
    faulty *f = self;
    if (f->model.self) f->model.free(f->model.self);
    free(f->was);
    free(f->view.memory);
    free(f->idle_in);
    free(f->idle_out);
    free(f);
}

static faulty *make(const block_model *b, const model_bug *bug, const config *c, err *e)
{
    faulty *f = wl_calloc(1, sizeof *f);
    *f = (faulty){.block = b, .bug = bug, .model = b->dev, .made_from = *c, .given = *c};
    if (bug->configure) bug->configure(&f->made_from);
    f->was = wl_calloc(1, b->state_bytes);
    f->idle_in = wl_calloc(1, b->in_bytes);
    f->idle_out = wl_calloc(1, b->out_bytes);
    f->model.self = b->make(&f->made_from, e);
    f->view = (bug_view){.model = f->model.self,
                         .was = f->was,
                         .c = &f->given,
                         .memory = bug->memory ? wl_calloc(1, bug->memory) : NULL};
    return f;
}

int model_bug_make(const block_model *b, const model_bug *bug, const config *c, block_dev *dev,
                   void **state, err *e)
{
    const char *needs = bug && bug->needs ? bug->needs(c) : NULL;
    if (needs) return err_add(e, ST_INPUT, "injected bug %s: needs %s", bug->id, needs);
    if (!bug) {
        const int status = block_dev_model(b, c, dev, e);
        if (state) *state = dev->self;
        return status;
    }
    faulty *f = make(b, bug, c, e);
    if (state) *state = f->model.self;
    *dev = (block_dev){.self = f,
                       .reset = reset,
                       .valid = valid,
                       .ready = ready,
                       .commit = commit,
                       .skip = b->dev.skip ? skip : NULL,
                       .events = events,
                       .dump = dump,
                       .free = free_faulty};
    if (f->model.self && bug->made) bug->made(&f->view);
    if (f->model.self) return ST_OK;
    free_faulty(f);
    dev->self = NULL;
    return ST_INPUT;
}
