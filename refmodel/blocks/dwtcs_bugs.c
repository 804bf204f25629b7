// dwtcs_bugs.c: see dwtcs_bugs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/dwtcs_bugs.h"

#include "blocks/dwtcs_state.h"

#include <limits.h>
#include <string.h>

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

// What the counts were when this cycle began
static void keep_counts(const bug_view *v)
{
    const dwtcs *was = v->was;
    dwtcs *d = v->model;
    for (unsigned i = 0; i < d->sms; i++) {
        d->meters[i].insns = was->meters[i].insns;
        d->meters[i].misses = was->meters[i].misses;
    }
}

static void restore_warps(const bug_view *v)
{
    ((dwtcs *)v->model)->warps = ((const dwtcs *)v->was)->warps;
}

// ---- bugs of the periods

static void have_long_periods(config *c) { c->dwtcs.period++; }

// The cycle of a period that goes on when a kernel begins; `memory` has it.
static void keep_tick(const bug_view *v)
{
    const dwtcs *was = v->was;
    dwtcs *d = v->model;
    unsigned *tick = v->memory;
    *tick = dwtcs_votes_now(was) ? 0 : (*tick + 1) % d->c.period;
    if (begins(v) && *tick) d->decides_at = d->c.period - *tick;
}

static void test_at_begin(const bug_view *v)
{
    const dwtcs *was = v->was;
    const bool counts = was->phase == DWTCS_WATCH || was->phase == DWTCS_SAMPLE;
    if (!begins(v) || !counts || dwtcs_votes_now(was) || was->cycle + 1 != was->decides_at) return;
    ((dwtcs *)v->model)->decides_at = 0;
    keep_counts(v);
}

// ---- bugs of the threshold

static void count_one_more(bug_view *v)
{
    dwtcs *d = v->model;
    for (unsigned i = 0; tests(v) && i < d->sms; i++) {
        dwtcs_meter *m = &d->meters[i];
        if (m->misses && DWTCS_PER * m->misses == d->c.threshold * m->insns) m->misses++;
    }
}

static void halve_insns(bug_view *v)
{
    dwtcs *d = v->model;
    for (unsigned i = 0; tests(v) && i < d->sms; i++) d->meters[i].insns /= 2;
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

static void begin_keeps_run_in_test(const bug_view *v)
{
    const dwtcs *was = v->was;
    dwtcs *d = v->model;
    if (!begins(v) || was->phase != DWTCS_WATCH || !dwtcs_is_decision(was)) return;
    for (unsigned i = 0; i < d->sms; i++) {
        const dwtcs_meter *m = &was->meters[i];
        if (m->run == 1 && DWTCS_PER * m->misses > d->c.threshold * m->insns) d->meters[i].run = 2;
    }
}

static void begin_keeps_runs_in_vote(const bug_view *v)
{
    if (dwtcs_votes_now(v->was)) begin_keeps_runs(v);
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

// The last SM, which has tried all warps, is taken for one that has not.
static void go_beyond_all(bug_view *v)
{
    dwtcs *d = v->model;
    if (votes(v) && (d->round + 1) * d->sms == d->warps) d->warps++;
}

static const char *needs_a_last_sm_with_all(const config *c)
{
    return dwtcs_warps(c) % c->gpu.sms ? "gpu.sms that divides the warps of a scheduler" : NULL;
}

static void lower_earlier_winner(bug_view *v)
{
    dwtcs *d = v->model;
    uint64_t most = 0;
    for (unsigned i = 0; i < d->sms; i++)
        most = d->meters[i].insns > most ? d->meters[i].insns : most;
    for (unsigned i = 0; votes(v) && d->round && most == d->best.insns && i < d->sms; i++)
        d->meters[i].insns++;
}

// SM 0 is compared with the earlier rounds' winner without a bit.
static void first_blind(bug_view *v)
{
    enum { BIT = 4 };
    dwtcs *d = v->model;
    uint64_t *first = &d->meters[0].insns;
    if (votes(v) && d->round && *first > d->best.insns && (*first | BIT) <= (d->best.insns | BIT))
        *first = d->best.insns;
}

static void add_up_rounds(const bug_view *v)
{
    const dwtcs *was = v->was;
    dwtcs *d = v->model;
    for (unsigned i = 0; d->phase == DWTCS_SAMPLE && d->round > was->round && i < d->sms; i++)
        d->meters[i].insns += was->meters[i].insns;
}

// The vote decides in a cycle of its own, before the one that ends the kernel.
static void decide_before(bug_view *v)
{
    static const dwtcs_in nothing;
    if (dwtcs_is_vote(v->model)) dwtcs_commit(v->model, &nothing);
}

static void end_stores(bug_view *v)
{
    if (ends(v)) decide_before(v);
}

static bool begins_only(const bug_view *v)
{
    return begins(v) && !((const dwtcs_in *)v->in)->kernel_end_pulse_i[0];
}

static void begin_stores(bug_view *v)
{
    if (begins_only(v)) decide_before(v);
}

static void count_last_period(bug_view *v)
{
    dwtcs *d = v->model;
    for (unsigned i = 0; samples(v) && !votes(v) && i < d->sms; i++) d->meters[i].insns = 0;
}

// ---- bugs of a vote that is broken off

typedef struct broken_vote {
    bool goes_on;
    dwtcs at; // in the cycle of the vote that has passed
} broken_vote;

// In the cycle behind its last one the vote decides about the kernel that runs by then.
static void go_on(bug_view *v)
{
    broken_vote *b = v->memory;
    dwtcs *d = v->model;
    if (!b->goes_on) return;
    b->goes_on = !ends(v) && ++b->at.cycle < b->at.decides_at;
    if (ends(v) || b->goes_on) return;
    d->phase = DWTCS_SAMPLE;
    d->cycle = b->at.cycle;
    d->decides_at = b->at.decides_at;
    d->round = b->at.round;
    d->periods_left = b->at.periods_left;
    d->best = b->at.best;
    memcpy(d->meters, b->at.meters, sizeof d->meters);
}

static void break_off(const bug_view *v, bool goes_on)
{
    const dwtcs *was = v->was;
    broken_vote *b = v->memory;
    if (goes_on && dwtcs_votes_now(was)) *b = (broken_vote){true, *was};
}

static bool is_last_of_vote(const bug_view *v)
{
    const dwtcs *was = v->was;
    return was->cycle + 1 == was->decides_at;
}

static void begin_breaks_not(const bug_view *v)
{
    break_off(v, begins_only(v) && !is_last_of_vote(v));
}

static void end_breaks_not(const bug_view *v)
{
    break_off(v, ends(v) && !begins(v) && !is_last_of_vote(v));
}

static void begin_decides(const bug_view *v) { break_off(v, begins_only(v) && is_last_of_vote(v)); }

// `memory` has how many SMs a vote passes over.
static void pass_over(bug_view *v)
{
    const unsigned *passed = v->memory;
    dwtcs *d = v->model;
    if (!dwtcs_votes_now(d) || d->cycle + d->sms != d->decides_at) return;
    d->decides_at -= *passed;
    for (unsigned i = 0; i < *passed; i++) d->meters[i].insns = 0;
}

// A vote begins with the first cycle that has it, and ends by itself behind the last SM.
static void keep_turn(const bug_view *v)
{
    const dwtcs *was = v->was;
    unsigned *turn = v->memory;
    if (dwtcs_votes_now(was)) *turn = (*turn + 1) % was->sms;
}

// ---- bugs of the winners

static void keep_winners(const bug_view *v)
{
    const dwtcs *was = v->was;
    dwtcs *d = v->model;
    d->n_winners = was->n_winners;
    d->oldest = was->oldest;
}

static void replace_newest(const bug_view *v)
{
    const dwtcs *was = v->was;
    dwtcs *d = v->model;
    if (d->oldest == was->oldest) return;
    const unsigned newest = (was->oldest + d->n_winners - 1) % d->n_winners;
    d->winners[newest] = d->winners[was->oldest];
    d->winners[was->oldest] = was->winners[was->oldest];
}

// ---- bugs of the limits

static void try_one_less(const bug_view *v, void *out)
{
    const dwtcs *d = v->model;
    for (unsigned i = 0; d->phase == DWTCS_SAMPLE && i < d->sms; i++) {
        const unsigned warps = d->round * d->sms + i;
        port_put_field(((dwtcs_out *)out)->sm_limit_o, i, d->limit_bits,
                       warps < d->warps ? warps : d->warps);
    }
}

// Each has its counterpart in the RTL (rtlgen/bugs.c), with the same words.
static const model_bug rows[] = {
    {"model-dwtcs-at-threshold", "an MPKI that is at the threshold counts as over it",
     .settings = "", .before = count_one_more},
    {"model-dwtcs-term-lost", "the test of a period takes half of the instructions", .settings = "",
     .before = halve_insns},
    {"model-dwtcs-not-running",
     "a period below the threshold does not end a run of periods over it", .settings = "",
     .after = keep_runs},
    {"model-dwtcs-all-sms", "sampling waits until every SM has exceeded the threshold",
     .settings = "", .before = wait_for_all, .after = end_wait},
    {"model-dwtcs-begin-keeps-run",
     "a kernel that begins keeps the run of periods of the one before", .settings = "",
     .after = begin_keeps_runs},
    {"model-dwtcs-test-keeps-run",
     "a kernel that begins in a test with one period over so far keeps the run of the one before",
     .settings = "", .after = begin_keeps_run_in_test},
    {"model-dwtcs-vote-keeps-runs",
     "a kernel that begins in a vote keeps the runs of periods of the one before", .settings = "",
     .after = begin_keeps_runs_in_vote},
    {"model-dwtcs-tie-to-more", "of two SMs with as many instructions the one with more warps wins",
     .settings = "", .before = lower_all_but_last},
    {"model-dwtcs-later-wins-tie", "of two rounds with as many instructions the later one wins",
     .settings = "", .before = lower_earlier_winner},
    {"model-dwtcs-forgets-winner",
     "a further round does not keep the winner of the one before in the contest", .settings = "",
     .before = forget_winner},
    {"model-dwtcs-first-blind",
     "in a further round SM 0 is compared with the earlier winner without bit 2", .settings = "",
     .before = first_blind},
    {"model-dwtcs-no-further-round", "the last SM's win ends the sampling though more warps remain",
     .settings = "", .before = end_rounds, .after = restore_warps},
    {"model-dwtcs-rounds-add-up", "a further round counts the instructions of the one before too",
     .settings = "", .after = add_up_rounds},
    {"model-dwtcs-one-period", "the vote counts the last period of the round only", .settings = "",
     .before = count_last_period},
    {"model-dwtcs-end-stores",
     "a kernel that ends in the cycle in which the vote decides stores its winner", .settings = "",
     .before = end_stores},
    {"model-dwtcs-begin-stores",
     "a kernel that another one cuts off in the cycle in which the vote decides stores its winner",
     .settings = "", .before = begin_stores},
    {"model-dwtcs-tries-too-far", "a further round follows when the last SM has won with all warps",
     .settings = "gpu.sms=6", .needs = needs_a_last_sm_with_all, .before = go_beyond_all,
     .after = restore_warps},
    {"model-dwtcs-begin-keeps-vote", "a vote goes on when another kernel begins", .settings = "",
     .memory = sizeof(broken_vote), .before = go_on, .after = begin_breaks_not},
    {"model-dwtcs-end-keeps-vote", "a vote goes on when its kernel ends", .settings = "",
     .memory = sizeof(broken_vote), .before = go_on, .after = end_breaks_not},
    {"model-dwtcs-begin-decides",
     "a kernel that begins in the last cycle of a vote is throttled by it", .settings = "",
     .memory = sizeof(broken_vote), .before = go_on, .after = begin_decides},
    {"model-dwtcs-begin-tests",
     "a kernel that begins in the last cycle of a period has a test in its first one",
     .settings = "", .after = test_at_begin},
    {"model-dwtcs-begin-keeps-tick", "a kernel begins in the middle of a period", .settings = "",
     .memory = sizeof(unsigned), .after = keep_tick},
    {"model-dwtcs-vote-resumes", "a vote begins with the SM with which one was broken off",
     .settings = "", .memory = sizeof(unsigned), .before = pass_over, .after = keep_turn},
    {"model-dwtcs-long-period", "a period has a cycle too many", .settings = "",
     .configure = have_long_periods},
    {"model-dwtcs-reset-keeps", "reset does not forget the winners", .settings = "",
     .reset = keep_winners},
    {"model-dwtcs-keeps-newest",
     "when all places are taken the newest winner is replaced, not the oldest", .settings = "",
     .after = replace_newest},
    {"model-dwtcs-tries-one-less", "SM i tries i - 1 warps", .settings = "", .valid = try_one_less},
};

const model_bugs dwtcs_bugs = {&dwtcs_block, rows, sizeof rows / sizeof rows[0]};
