// dwtcs_targets.c: see dwtcs_targets.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/dwtcs_targets.h"

static uint64_t below(dwtcs_targets *t, uint64_t n) { return rng_below(t->random, n); }

// A bit of the sums that an identity has not told apart yet; when there is none, any.
static uint64_t draw_sum_bit(dwtcs_targets *t, const identity_coverage *a)
{
    uint64_t bit = (uint64_t)1 << below(t, a->bits);
    while (a->possible & ~a->told && !(a->possible & ~a->told & bit))
        bit = bit << 1 > a->mask ? 1 : bit << 1;
    return bit;
}

// A sum with many bits set and `bit` clear that the bit does not take beyond the largest.
static uint64_t draw_sum_below(dwtcs_targets *t, uint64_t bit)
{
    const uint64_t most = t->m->most, all = t->insns->mask >> 1,
                   top = (rng_u64(t->random) | (below(t, 2) ? all : 0)) & t->insns->mask & ~bit;
    if ((top | bit) <= most) return top;
    return (top & all) + bit <= most ? top & all & ~bit
                                     : below(t, bit < most ? most - bit : 1) & ~bit;
}

// Each SM the same sum but for one bit, which the winner alone has, and the winner behind them all:
// an SM whose bit is not looked at would win, as of equals the lower one does. So it is with a
// later round's winner and that of the rounds before, half of the time SM 0, which meets the latter
// first.
static void draw_near(dwtcs_targets *t, uint64_t best)
{
    const bool rounds = t->kind == TARGET_NEAR_ROUNDS;
    const unsigned sms = t->m->sms, last = !rounds && sms > 1 ? sms - 2 : sms - 1,
                   winner = rounds && best && below(t, 2) ? 0 : last;
    if (!best) t->best_bit = draw_sum_bit(t, t->best);
    const uint64_t first = draw_sum_bit(t, t->insns);
    const uint64_t top =
        best ? best | t->best_bit
             : draw_sum_below(t, rounds ? t->best_bit : first) | (rounds ? 0 : first);
    for (unsigned i = 0; i < sms; i++) {
        const uint64_t bit = i ? (uint64_t)1 << below(t, t->insns->bits) : first;
        t->target[i] = i == winner ? top : top & bit && i < winner ? top ^ bit : top / 2;
    }
    if (top > t->m->most) t->target[winner] = t->m->most;
}

// Near each other; all as many as can be; the last one most; two alike; none; anything.
static void draw_any(dwtcs_targets *t, uint64_t best)
{
    const unsigned sms = t->m->sms, kind = t->weak ? 0 : (unsigned)below(t, 8);
    const uint64_t most = t->m->most;
    for (unsigned i = 0; i < sms; i++)
        t->target[i] = kind == 0 ? most : kind == 3 ? 0 : below(t, most);
    if (kind == 1) t->target[sms - 1] = most;
    if (kind == 2) t->target[below(t, sms)] = t->target[below(t, sms)] = most;
    if (kind > 4) draw_near(t, best);
}

// The winner's sum: above the best before it, with as much left as the rounds to come need.
static uint64_t draw_top(dwtcs_targets *t, unsigned round, uint64_t best, unsigned winner)
{
    const uint64_t low = round ? best + 1 : winner > 0, left = t->aim_round - round,
                   high = t->m->most - left > low ? t->m->most - left : low;
    if (!left && below(t, 8) == 0) return high;
    return low + below(t, (high - low) / (left + 1) + 1);
}

// What SM i has beside the best of those before it: more, up to a limit, as many, or fewer.
static uint64_t draw_step(dwtcs_targets *t, uint64_t best, uint64_t limit)
{
    const unsigned kind = (unsigned)below(t, 3);
    if (kind == 0 && best < limit)
        return best + 1 + below(t, below(t, 2) ? limit - best : (limit - best) / t->m->sms + 1);
    return kind == 1 || !best ? best : below(t, best);
}

// The winner is known, and each other SM beats, equals or misses the best before it.
static void draw_aim(dwtcs_targets *t, unsigned round, uint64_t best)
{
    const int last = (int)t->m->sms - 1, winner = round < t->aim_round ? last : t->aim_sm;
    const uint64_t top = winner < 0 ? best : draw_top(t, round, best, (unsigned)winner);
    uint64_t so_far = best;
    for (int i = 0; i <= last; i++) {
        const uint64_t limit = i < winner ? top - 1 : top;
        uint64_t n = i == winner ? top : draw_step(t, so_far, limit);
        if (n > limit) n = limit;
        t->target[i] = n;
        if (n > so_far) so_far = n;
    }
}

void dwtcs_targets_draw(dwtcs_targets *t, unsigned round, uint64_t best)
{
    const bool near = t->kind == TARGET_NEAR || t->kind == TARGET_NEAR_ROUNDS;
    if (t->kind == TARGET_AIM && !t->weak && round <= t->aim_round) draw_aim(t, round, best);
    else if (near && !t->weak && (!best || below(t, 4))) draw_near(t, best);
    else draw_any(t, best);
    for (unsigned i = 0; i < t->m->sms; i++) t->target[i] &= ~t->held;
}
