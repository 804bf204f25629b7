// fake_plugin.h : a plug-in for unit tests: a second golden model behind tb/abi/plugin.h, with a
// bug, or with one bit of one output port wrong in one cycle. An instance takes over what `fake`
// says when it is opened.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_FAKE_PLUGIN_H
#define WL_TESTS_FAKE_PLUGIN_H

#include "blocks/model_bug.h"
#include "blocks/mrpb.h"
#include "tb/abi/plugin.h"

#include <stdlib.h>
#include <string.h>

enum {
    FAKE_IN = sizeof(mrpb_in) / sizeof(uint64_t),
    FAKE_OUT = sizeof(mrpb_out) / sizeof(uint64_t),
    FAKE_NEVER = -1
};

// What the next instance does.
static struct fake_plan {
    const config *c;
    const model_bug *bug; // NULL: none
    unsigned word;        // output word and bit to flip ...
    uint64_t bit;         // 0 = none
    uint64_t
        from; // ... in the first cycle from here on in which the qualifier has the value wanted
    int qualifier_in;  // word of the qualifier in the inputs, or FAKE_NEVER
    int qualifier_out; // in the outputs
    bool wanted;
} fake;

static uint64_t fake_flipped_at; // cycle in which the last flip happened; UINT64_MAX = not yet
static uint64_t fake_clocks;     // clock edges of all instances

typedef struct fake_rtl {
    struct fake_plan plan;
    block_dev m;
    mrpb_in in;
    mrpb_out out; // unflipped
    uint64_t cycle;
    bool flipped, evaluated; // the latter: since the last edge
} fake_rtl;

static void *fake_open(const wl_plugin *of)
{
    (void)of;
    err e = {0};
    fake_rtl *r = calloc(1, sizeof *r);
    r->plan = fake;
    if (model_bug_make(&mrpb_block, fake.bug, fake.c, &r->m, NULL, &e) == ST_OK) return r;
    err_free(&e);
    free(r);
    return NULL;
}

static void fake_close(void *self)
{
    fake_rtl *r = self;
    r->m.free(r->m.self);
    free(r);
}

// A cycle whose edge resets is one too.
static void fake_reset(void *self)
{
    fake_rtl *r = self;
    r->m.reset(r->m.self);
    r->cycle += r->evaluated;
    r->evaluated = false;
}

static bool fake_flips_now(const fake_rtl *r)
{
    const struct fake_plan *p = &r->plan;
    if (!p->bit || r->cycle < p->from || (r->flipped && fake_flipped_at != r->cycle)) return false;
    if (p->qualifier_in != FAKE_NEVER)
        return (((const uint64_t *)&r->in)[p->qualifier_in] & 1) == p->wanted;
    if (p->qualifier_out != FAKE_NEVER)
        return (((const uint64_t *)&r->out)[p->qualifier_out] & 1) == p->wanted;
    return true;
}

static void fake_eval(void *self, const uint64_t *in, uint64_t *out)
{
    fake_rtl *r = self;
    memcpy(&r->in, in, sizeof r->in);
    r->evaluated = true;
    memset(&r->out, 0, sizeof r->out);
    r->m.valid(r->m.self, (uint64_t *)&r->out);
    r->m.ready(r->m.self, (const uint64_t *)&r->in, (uint64_t *)&r->out);
    memcpy(out, &r->out, sizeof r->out);
    if (!fake_flips_now(r)) return;
    out[r->plan.word] ^= r->plan.bit;
    r->flipped = true;
    fake_flipped_at = r->cycle;
}

static void fake_clock(void *self)
{
    fake_rtl *r = self;
    r->m.commit(r->m.self, (const uint64_t *)&r->in, (const uint64_t *)&r->out);
    r->cycle++;
    r->evaluated = false;
    fake_clocks++;
}

static int fake_wave_open(void *self, const char *path)
{
    (void)self;
    (void)path;
    return 1;
}

static void fake_wave_close(void *self) { (void)self; }

static const wl_plugin fake_plugin = {.abi = WL_PLUGIN_ABI,
                                      .in_words = FAKE_IN,
                                      .out_words = FAKE_OUT,
                                      .top = "fake_mrpb",
                                      .hw_digest = "",
                                      .open = fake_open,
                                      .close = fake_close,
                                      .reset = fake_reset,
                                      .eval = fake_eval,
                                      .clock = fake_clock,
                                      .wave_open = fake_wave_open,
                                      .wave_close = fake_wave_close};

// A plan without any fault.
static void fake_plan(const config *c)
{
    fake = (struct fake_plan){.c = c, .qualifier_in = FAKE_NEVER, .qualifier_out = FAKE_NEVER};
    fake_flipped_at = UINT64_MAX;
    fake_clocks = 0;
}

// Plans to flip bit `bit` of an output port in the first cycle from `from` on in which its
// qualifier is `wanted`.
static inline void fake_plan_flip(const config *c, const port *ports, const port *p, unsigned bit,
                                  uint64_t from, bool wanted)
{
    fake_plan(c);
    fake.word = p->word + bit / 64;
    fake.bit = (uint64_t)1 << (bit % 64);
    fake.from = from;
    fake.wanted = wanted;
    for (unsigned i = 0; p->qualifier && i < MRPB_N_PORTS; i++) {
        if (strcmp(ports[i].name, p->qualifier) != 0) continue;
        *(ports[i].dir == PORT_IN ? &fake.qualifier_in : &fake.qualifier_out) = (int)ports[i].word;
    }
}

#endif
