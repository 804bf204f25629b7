// dwtcs_bugs.c: see dwtcs_bugs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/dwtcs_bugs.h"

#include "blocks/dwtcs_state.h"

#include <limits.h>

// ---- what a cycle does

static bool begins(const bug_view *v)
{
    return ((const dwtcs_in *)v->in)->kernel_begin_pulse_i[0] != 0;
}
static bool ends(const bug_view *v)
{
    return begins(v) || ((const dwtcs_in *)v->in)->kernel_end_pulse_i[0];
}

// Does this cycle test the period before against the threshold, decide in a round, or at its end?
static bool tests(const bug_view *v)
{
    const dwtcs *d = v->model;
    return !ends(v) && dwtcs_is_decision(d) && d->phase == DWTCS_WATCH;
}

static bool samples(const bug_view *v)
{
    const dwtcs *d = v->model;
    return !ends(v) && dwtcs_is_decision(d) && d->phase == DWTCS_SAMPLE;
}

static bool votes(const bug_view *v) { return !ends(v) && dwtcs_is_vote(v->model); }

// ---- bugs of the threshold

static void count_one_more(bug_view *v)
{
    dwtcs *d = v->model;
    for (unsigned i = 0; tests(v) && i < d->sms; i++) {
        dwtcs_meter *m = &d->meters[i];
        if (m->misses && DWTCS_PER * m->misses == d->c.threshold * m->insns) m->misses++;
    }
}

// Nothing but a test and a kernel's begin clears a run.
static void keep_runs(const bug_view *v)
{
    const dwtcs *was = v->was;
    dwtcs *d = v->model;
    for (unsigned i = 0; !begins(v) && i < d->sms; i++) {
        if (!d->meters[i].run) d->meters[i].run = was->meters[i].run;
    }
}

static unsigned count_fired(const dwtcs *d)
{
    unsigned n = 0;
    for (unsigned i = 0; i < d->sms; i++) {
        const dwtcs_meter *m = &d->meters[i];
        n += DWTCS_PER * m->misses > d->c.threshold * m->insns && m->run + 1 >= d->c.periods_over;
    }
    return n;
}

static void wait_for_all(bug_view *v)
{
    dwtcs *d = v->model;
    if (tests(v) && count_fired(d) < d->sms) d->c.periods_over = UINT_MAX;
}

static void end_wait(const bug_view *v)
{
    ((dwtcs *)v->model)->c.periods_over = ((const dwtcs *)v->was)->c.periods_over;
}

static void begin_keeps_runs(const bug_view *v)
{
    dwtcs *d = v->model;
    for (unsigned i = 0; begins(v) && i < d->sms; i++)
        d->meters[i].run = ((const dwtcs *)v->was)->meters[i].run;
}

// ---- bugs of the vote

static void lower_all_but_last(bug_view *v)
{
    dwtcs *d = v->model;
    uint64_t most = 0;
    bool found = false;
    for (unsigned i = 0; i < d->sms; i++)
        most = d->meters[i].insns > most ? d->meters[i].insns : most;
    for (unsigned i = d->sms; votes(v) && most && i-- > 0;) {
        if (d->meters[i].insns != most) continue;
        d->meters[i].insns -= found;
        found = true;
    }
}

// Every SM has more instructions than the winner so far.
static void forget_winner(bug_view *v)
{
    dwtcs *d = v->model;
    d->best.insns = 0;
    for (unsigned i = 0; votes(v) && i < d->sms; i++) d->meters[i].insns++;
}

// The last SM is taken for one that tries all warps.
static void end_rounds(bug_view *v)
{
    dwtcs *d = v->model;
    const unsigned tried = (d->round + 1) * d->sms;
    if (votes(v) && tried < d->warps) d->warps = tried;
}

static void put_warps_back(const bug_view *v)
{
    ((dwtcs *)v->model)->warps = ((const dwtcs *)v->was)->warps;
}

// The vote decides in a cycle of its own, before the one that ends the kernel.
static void end_stores(bug_view *v)
{
    static const dwtcs_in nothing;
    if (ends(v) && dwtcs_is_vote(v->model)) dwtcs_commit(v->model, &nothing);
}

static void count_last_period(bug_view *v)
{
    dwtcs *d = v->model;
    for (unsigned i = 0; samples(v) && !votes(v) && i < d->sms; i++) d->meters[i].insns = 0;
}

// ---- bugs of the winners

static void replace_newest(const bug_view *v)
{
    const dwtcs *was = v->was;
    dwtcs *d = v->model;
    if (d->oldest == was->oldest) return;
    const unsigned newest = (was->oldest + d->n_winners - 1) % d->n_winners;
    d->winners[newest] = d->winners[was->oldest];
    d->winners[was->oldest] = was->winners[was->oldest];
}

static const model_bug rows[] = {
    {"model-dwtcs-at-threshold", "an MPKI that is at the threshold counts as over it",
     .settings = "", .before = count_one_more},
    {"model-dwtcs-not-running",
     "a period below the threshold does not end a run of periods over it", .settings = "",
     .after = keep_runs},
    {"model-dwtcs-all-sms", "sampling waits until every SM has exceeded the threshold",
     .settings = "", .before = wait_for_all, .after = end_wait},
    {"model-dwtcs-tie-to-more", "of two SMs with as many instructions the one with more warps wins",
     .settings = "", .before = lower_all_but_last},
    {"model-dwtcs-forgets-winner",
     "a further round does not keep the winner of the one before in the contest", .settings = "",
     .before = forget_winner},
    {"model-dwtcs-no-further-round", "the last SM's win ends the sampling though more warps remain",
     .settings = "", .before = end_rounds, .after = put_warps_back},
    {"model-dwtcs-end-stores",
     "a kernel that ends in the cycle in which the vote decides stores its winner", .settings = "",
     .before = end_stores},
    {"model-dwtcs-one-period", "the vote counts the last period of the round only", .settings = "",
     .before = count_last_period},
    {"model-dwtcs-keeps-full",
     "when all places are taken the newest winner is replaced, not the oldest", .settings = "",
     .after = replace_newest},
    {"model-dwtcs-begin-keeps-run",
     "a kernel that begins keeps the run of periods of the one before", .settings = "",
     .after = begin_keeps_runs},
};

const model_bugs dwtcs_bugs = {&dwtcs_block, rows, sizeof rows / sizeof rows[0]};
