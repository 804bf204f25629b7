// model_plugin.h : a block's golden model behind tb/abi/plugin.h, in the place of the RTL.
//
// A bench whose two sides are the same model never finds a mismatch, so what is left to fail is the
// traffic: an event or a bit of an identity that it never showed. No tool has to compile anything,
// so a test can try many configurations.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_MODEL_PLUGIN_H
#define WL_TESTS_MODEL_PLUGIN_H

#include "blocks/block.h"
#include "tb/abi/plugin.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

// What the next instance is.
static struct model_plan {
    const block_model *block;
    const config *c;
    uint64_t in_words, out_words;
} model_plan;

typedef struct model_rtl {
    struct model_plan plan;
    void *model;
    uint64_t *in, *out;
} model_rtl;

static void *model_open(const wl_plugin *of)
{
    (void)of;
    err e = {0};
    model_rtl *r = calloc(1, sizeof *r);
    r->plan = model_plan;
    r->in = calloc(r->plan.in_words, sizeof *r->in);
    r->out = calloc(r->plan.out_words, sizeof *r->out);
    r->model = r->plan.block->make(r->plan.c, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r->model);
    return r;
}

static void model_close(void *self)
{
    model_rtl *r = self;
    r->plan.block->dev.free(r->model);
    free(r->in);
    free(r->out);
    free(r);
}

static void model_reset(void *self)
{
    model_rtl *r = self;
    r->plan.block->dev.reset(r->model);
}

static void model_eval(void *self, const uint64_t *in, uint64_t *out)
{
    model_rtl *r = self;
    memcpy(r->in, in, r->plan.in_words * sizeof *in);
    r->plan.block->dev.valid(r->model, r->out);
    r->plan.block->dev.ready(r->model, r->in, r->out);
    memcpy(out, r->out, r->plan.out_words * sizeof *out);
}

static void model_clock(void *self)
{
    model_rtl *r = self;
    r->plan.block->dev.commit(r->model, r->in, r->out);
}

// The plug-in of a block whose ports have so many words.
static wl_plugin model_plugin(const block_model *block, const config *c, uint64_t in_words,
                              uint64_t out_words)
{
    model_plan = (struct model_plan){block, c, in_words, out_words};
    return (wl_plugin){.abi = WL_PLUGIN_ABI,
                       .in_words = (unsigned)in_words,
                       .out_words = (unsigned)out_words,
                       .top = "model",
                       .hw_digest = "",
                       .open = model_open,
                       .close = model_close,
                       .reset = model_reset,
                       .eval = model_eval,
                       .clock = model_clock};
}

#endif
