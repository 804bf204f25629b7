// dwtcs_seam.c : see dwtcs_seam.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/dwtcs_seam.h"

#include "base/printable.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SMS = 128 };

typedef struct moment {
    uint64_t cycle;
    char *kernel;
    bool sampling;
    unsigned warps;
} moment;

struct dwtcs_seam {
    const config *c;
    dwtcs_seam_sm sms[MAX_SMS];
    block_dev dev;
    unsigned insn_bits, limit_bits;
    uint64_t insns[MAX_SMS], misses[MAX_SMS]; // of each SM up to the last cycle
    dwtcs_in in;                              // a pulse that the next cycle has
    dwtcs_out out;                            // of the next cycle
    bool pulse;                               // there is one
    char *kernel;                             // runs; NULL: none
    uint64_t cycle; // of it, from 0; from a round's decision on, of the round
    moment *history;
    unsigned n_history;
};

static void ask(dwtcs_seam *t)
{
    memset(&t->out, 0, sizeof t->out);
    t->dev.valid(t->dev.self, (uint64_t *)&t->out);
}

dwtcs_seam *dwtcs_seam_new(const config *c, const devices *d, const dwtcs_seam_sm *sms, err *e)
{
    dwtcs_seam *t = wl_calloc(1, sizeof *t);
    t->c = c;
    memcpy(t->sms, sms, c->gpu.sms * sizeof *sms);
    t->insn_bits = dwtcs_insn_bits(c);
    t->limit_bits = dwtcs_limit_bits(c);
    const int st = devices_make(d, &dwtcs_block, c, 0, &t->dev, e);
    if (st != ST_OK) {
        free(t);
        return NULL;
    }
    ask(t);
    return t;
}

void dwtcs_seam_free(dwtcs_seam *t)
{
    if (!t) return;
    t->dev.free(t->dev.self);
    for (unsigned i = 0; i < t->n_history; i++) free(t->history[i].kernel);
    free(t->history);
    free(t->kernel);
    free(t);
}

// ---- kernels

void dwtcs_seam_begin(dwtcs_seam *t, unsigned number, const char *name)
{
    t->in.kernel_begin_pulse_i[0] = 1;
    t->in.kernel_id_i[0] = number & (((uint64_t)1 << t->c->dwtcs.kernel_bits) - 1);
    t->pulse = true;
    free(t->kernel);
    t->kernel = wl_strdup(name);
}

void dwtcs_seam_end(dwtcs_seam *t)
{
    t->in.kernel_end_pulse_i[0] = 1;
    t->pulse = true;
}

// ---- a cycle

// Did any SM do anything? What it did goes into the inputs.
static void collect(dwtcs_seam *t)
{
    const bool threads = t->c->dwtcs.instructions == INSN_THREAD;
    for (unsigned i = 0; i < t->c->gpu.sms; i++) {
        const sm_stats *s = t->sms[i].sm;
        const uint64_t insns = threads ? s->thread_insns : s->warp_insns,
                       misses = t->sms[i].l1d->read_misses;
        const uint64_t more = misses - t->misses[i];
        CHECK(more <= 1, "SM %u: %llu reads missed in a cycle: the port takes one", i,
              (unsigned long long)more);
        if (insns != t->insns[i])
            port_put_field(t->in.sm_insn_i, i, t->insn_bits, (unsigned)(insns - t->insns[i]));
        if (more) port_put_field(t->in.sm_miss_i, i, 1, 1);
        t->insns[i] = insns;
        t->misses[i] = misses;
    }
}

static void note(dwtcs_seam *t, uint64_t now)
{
    if (!t->out.sampling_o[0] && !t->out.throttled_o[0]) return;
    t->history = wl_realloc(t->history, (t->n_history + 1) * sizeof *t->history);
    t->history[t->n_history++] = (moment){.cycle = now,
                                          .kernel = wl_strdup(t->kernel ? t->kernel : ""),
                                          .sampling = t->out.sampling_o[0],
                                          .warps = dwtcs_seam_limit(t, 0)};
}

bool dwtcs_seam_cycle(dwtcs_seam *t, uint64_t now)
{
    const dwtcs_out before = t->out;
    collect(t);
    t->dev.ready(t->dev.self, (const uint64_t *)&t->in, (uint64_t *)&t->out);
    t->dev.commit(t->dev.self, (const uint64_t *)&t->in, (const uint64_t *)&t->out);
    t->cycle = t->pulse ? 0 : t->cycle + 1;
    t->pulse = false;
    memset(&t->in, 0, sizeof t->in);
    ask(t);
    if (memcmp(&before, &t->out, sizeof before) == 0) return false;
    if (t->out.sampling_o[0]) t->cycle = 1; // the decision fell in the first cycle of its round
    note(t, now + 1);
    return true;
}

uint64_t dwtcs_seam_may_skip(const dwtcs_seam *t)
{
    if (t->pulse || !t->dev.skip) return 0;
    if (t->out.idle_o[0] || t->out.throttled_o[0]) return UINT64_MAX;
    const uint64_t p = t->c->dwtcs.period, in_period = t->cycle % p; // of the next cycle
    const uint64_t vote_from = p * t->c->dwtcs.periods_sampled;
    if (t->out.sampling_o[0] && t->cycle >= vote_from) return vote_from + t->c->gpu.sms - t->cycle;
    return in_period ? p - in_period : t->cycle ? 0 : p;
}

void dwtcs_seam_skip(dwtcs_seam *t, uint64_t cycles)
{
    t->dev.skip(t->dev.self, cycles);
    t->cycle += cycles;
    ask(t);
}

unsigned dwtcs_seam_limit(const dwtcs_seam *t, unsigned i)
{
    return port_field(t->out.sm_limit_o, i, t->limit_bits);
}

// ---- questions

const dwtcs_events *dwtcs_seam_events(const dwtcs_seam *t)
{
    return (const dwtcs_events *)(const void *)t->dev.events(t->dev.self);
}

json_t *dwtcs_seam_history(const dwtcs_seam *t)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < t->n_history; i++) {
        const moment *m = &t->history[i];
        json_array_append_new(list, json_pack("{s:I, s:o, s:s, s:i}", "cycle", (json_int_t)m->cycle,
                                              "kernel", printable_json(m->kernel), "does",
                                              m->sampling ? "sample" : "throttle", "warps",
                                              (int)m->warps));
    }
    return list;
}

void dwtcs_seam_dump(const dwtcs_seam *t, FILE *f) { t->dev.dump(t->dev.self, f); }
