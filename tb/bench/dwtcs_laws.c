// dwtcs_laws.c: checks the laws of DWT-CS's ports in each cycle: it counts the instructions of each
// SM itself and knows from them which number of warps must win. Each law is one function. See
// dwtcs_laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/dwtcs_laws.h"

#include <stdarg.h>
#include <string.h>

typedef unsigned long long ull;

static bool broken(dwtcs_laws *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool broken(dwtcs_laws *l, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(l->broken, sizeof l->broken, fmt, ap);
    va_end(ap);
    return false;
}

void dwtcs_laws_init(dwtcs_laws *l, const config *c)
{
    memset(l, 0, sizeof *l);
    l->c = c;
    l->warps = dwtcs_warps(c);
    l->limit_bits = dwtcs_limit_bits(c);
    l->insn_bits = dwtcs_insn_bits(c);
    dwtcs_laws_reset(l);
}

void dwtcs_laws_reset(dwtcs_laws *l)
{
    l->runs = l->was_sampling = l->was_throttled = false;
    l->n_kept = 0;
    l->stores = 0;
    for (unsigned i = 0; i < l->c->gpu.sms; i++) l->limits[i] = l->warps;
}

static int find(const dwtcs_laws *l)
{
    for (unsigned i = 0; i < l->n_kept; i++) {
        if (l->kept[i].kernel == l->kernel) return (int)i;
    }
    return -1;
}

static void keep(dwtcs_laws *l, unsigned warps)
{
    if (l->n_kept == l->c->dwtcs.winners)
        memmove(&l->kept[0], &l->kept[1], --l->n_kept * sizeof l->kept[0]);
    l->kept[l->n_kept].kernel = l->kernel;
    l->kept[l->n_kept++].warps = warps;
    l->stores++;
}

// ---- single cycles

static bool status_law(dwtcs_laws *l, const dwtcs_out *o)
{
    if (o->idle_o[0] == l->runs)
        return broken(l, "kernel: idle_o = %llu while %s runs", (ull)o->idle_o[0],
                      l->runs ? "one" : "none");
    if (o->idle_o[0] + o->sampling_o[0] + o->throttled_o[0] > 1)
        return broken(l, "kernel: more than one of idle_o, sampling_o, throttled_o");
    return true;
}

// What SM i must have; from the first SM's limit in those cases in which that is free.
static unsigned must_be(const dwtcs_laws *l, const dwtcs_out *o, unsigned first, unsigned i)
{
    if (o->throttled_o[0]) return first;
    if (!o->sampling_o[0]) return l->warps;
    return first + i < l->warps ? first + i : l->warps;
}

static bool limits_law(dwtcs_laws *l, const dwtcs_out *o, const unsigned *limits)
{
    const unsigned first = limits[0];
    if (first < 1 || first > l->warps)
        return broken(l, "tries: SM 1 has %u warps of %u", first, l->warps);
    if (o->sampling_o[0] && (first - 1) % l->c->gpu.sms)
        return broken(l, "tries: SM 1 tries %u warps, which no round begins with", first);
    for (unsigned i = 0; i < l->c->gpu.sms; i++) {
        const unsigned must = must_be(l, o, first, i);
        if (limits[i] != must) {
            return broken(l, "%s: SM %u has %u warps: must be %u",
                          o->sampling_o[0]    ? "tries"
                          : o->throttled_o[0] ? "hold"
                                              : "free",
                          i + 1, limits[i], must);
        }
    }
    return true;
}

// ---- changes

// The number that won has most instructions, and none below it as many.
static bool most_law(dwtcs_laws *l, unsigned won)
{
    if (!l->most_of[won]) return broken(l, "most: %u warps won, which nobody has tried", won);
    for (unsigned n = 1; n <= l->warps; n++) {
        if (l->most_of[n] > l->most_of[won] || (n < won && l->most_of[n] == l->most_of[won])) {
            return broken(l, "most: %u warps won with %llu instructions, but %u had %llu", won,
                          (ull)l->most_of[won] - 1, n, (ull)l->most_of[n] - 1);
        }
    }
    return true;
}

// What the last SM had in the cycle before, in which it was sampled.
static unsigned last_tried(const dwtcs_laws *l)
{
    const unsigned n = l->limits[0] + l->c->gpu.sms - 1;
    return n < l->warps ? n : l->warps;
}

static bool throttle_law(dwtcs_laws *l, unsigned warps)
{
    const int known = find(l);
    if (!l->was_sampling) {
        if (known < 0)
            return broken(l, "keeps: kernel %u is throttled without having been sampled",
                          l->kernel);
        return l->kept[known].warps == warps
                   ? true
                   : broken(l, "keeps: kernel %u gets %u warps: must be %u", l->kernel, warps,
                            l->kept[known].warps);
    }
    if (!most_law(l, warps)) return false;
    if (warps == last_tried(l) && warps < l->warps)
        return broken(l, "further: the last SM won with %u warps, and more remain", warps);
    keep(l, warps);
    return true;
}

static bool sample_law(dwtcs_laws *l, unsigned first)
{
    const unsigned must = l->was_sampling ? l->limits[0] + l->c->gpu.sms : 1;
    if (!l->was_sampling && find(l) >= 0)
        return broken(l, "keeps: kernel %u is sampled again", l->kernel);
    if (l->was_sampling && !most_law(l, last_tried(l))) return false;
    return first == must
               ? true
               : broken(l, "tries: a round begins with %u warps: must be %u", first, must);
}

// The cycle of the kernel in which the round's vote begins.
static uint64_t vote_from(const dwtcs_laws *l)
{
    return l->round_from + (uint64_t)l->c->dwtcs.periods_sampled * l->c->dwtcs.period;
}

static bool change_law(dwtcs_laws *l, const dwtcs_out *o, const unsigned *limits)
{
    const struct cfg_dwtcs *k = &l->c->dwtcs;
    const bool same = o->sampling_o[0] == l->was_sampling &&
                      o->throttled_o[0] == l->was_throttled && limits[0] == l->limits[0];
    const uint64_t decided = l->cycle - 1; // in this cycle of the kernel
    const bool round_ends = l->was_sampling && decided == vote_from(l) + l->c->gpu.sms;
    if (same)
        return round_ends ? broken(l, "round: it goes on after its %u periods and its vote",
                                   k->periods_sampled)
                          : true;
    if (l->was_throttled)
        return broken(l, "hold: the number of warps changes in cycle %llu of the kernel",
                      (ull)l->cycle);
    if (!l->was_sampling &&
        (decided % k->period || decided < (uint64_t)k->periods_over * k->period)) {
        return broken(l, "decision: it shows in cycle %llu of the kernel", (ull)l->cycle);
    }
    if (l->was_sampling && !round_ends)
        return broken(l, "round: it ends after %llu cycles", (ull)(decided - l->round_from));
    if (o->sampling_o[0]) {
        l->round_from = decided;
        return sample_law(l, limits[0]);
    }
    return o->throttled_o[0] ? throttle_law(l, limits[0])
                             : broken(l, "decision: sampling ends without one");
}

// ---- what is known from one cycle to the next

// The instructions of each SM since the round, or outside of rounds the period, began. Those of the
// cycles of a vote are nobody's.
static void add_up(dwtcs_laws *l, const dwtcs_in *in, const dwtcs_out *o, const unsigned *limits)
{
    const bool sampled = o->sampling_o[0], first = l->cycle % l->c->dwtcs.period == 0 && !sampled;
    const bool vote = sampled && l->cycle >= vote_from(l),
               round_over = sampled && l->cycle == vote_from(l) + l->c->gpu.sms;
    if (vote && !round_over) return;
    if (first) memset(l->most_of, 0, sizeof l->most_of);
    for (unsigned i = 0; i < l->c->gpu.sms; i++) {
        uint64_t *most = &l->most_of[limits[i]];
        if (round_over && l->sums[i] + 1 > *most) *most = l->sums[i] + 1;
        if (round_over || first) l->sums[i] = 0;
        l->sums[i] += port_field(in->sm_insn_i, i, l->insn_bits);
    }
}

static void remember(dwtcs_laws *l, const dwtcs_in *in, const dwtcs_out *o, const unsigned *limits)
{
    const bool begin = in->kernel_begin_pulse_i[0], ends = begin || in->kernel_end_pulse_i[0];
    l->was_sampling = o->sampling_o[0] && !ends;
    l->was_throttled = o->throttled_o[0] && !ends;
    l->cycle++;
    for (unsigned i = 0; i < l->c->gpu.sms; i++) l->limits[i] = ends ? l->warps : limits[i];
    if (!ends) return;
    l->runs = begin;
    l->cycle = 0;
    if (begin) l->kernel = (unsigned)in->kernel_id_i[0];
}

bool dwtcs_laws_cycle(dwtcs_laws *l, const dwtcs_in *in, const dwtcs_out *out)
{
    unsigned limits[DWTCS_LAW_SMS];
    for (unsigned i = 0; i < l->c->gpu.sms; i++)
        limits[i] = port_field(out->sm_limit_o, i, l->limit_bits);
    if (!status_law(l, out) || !limits_law(l, out, limits)) return false;
    if (l->runs && l->cycle && !change_law(l, out, limits)) return false;
    if (l->runs && !l->cycle && (out->sampling_o[0] || out->throttled_o[0]))
        return broken(l, "decision: it shows in a kernel's first cycle");
    if (l->runs) add_up(l, in, out, limits);
    remember(l, in, out, limits);
    return true;
}
