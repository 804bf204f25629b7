// sched.c : see sched.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/sched.h"

enum { SLOTS = 64 };

void sched_init(sched *s, const config *c, unsigned index, const uint32_t *age)
{
    *s = (sched){.kind = c->sm.scheduler, .age = age};
    for (unsigned w = index; w < c->sm.warps; w += c->sm.schedulers) s->warps |= (uint64_t)1 << w;
    s->last = s->kind == SCHED_GTO ? index : SLOTS - 1;
}

static uint64_t slots_after(unsigned w) { return w + 1 < SLOTS ? ~(uint64_t)0 << (w + 1) : 0; }

static int pick_rr(const sched *s, uint64_t ready)
{
    uint64_t later = ready & slots_after(s->last);
    return __builtin_ctzll(later ? later : ready);
}

static int pick_gto(const sched *s, uint64_t ready)
{
    if (ready >> s->last & 1) return (int)s->last;
    int best = __builtin_ctzll(ready);
    for (uint64_t rest = ready & (ready - 1); rest; rest &= rest - 1) {
        int w = __builtin_ctzll(rest);
        if (s->age[w] < s->age[best]) best = w;
    }
    return best;
}

int sched_pick(const sched *s, uint64_t ready)
{
    if (!ready) return -1;
    return s->kind == SCHED_RR ? pick_rr(s, ready) : pick_gto(s, ready);
}

static bool before(const sched *s, unsigned a, unsigned b)
{
    if (s->kind == SCHED_RR) return ((a - s->last - 1) & (SLOTS - 1)) < ((b - s->last - 1) & (SLOTS - 1));
    if (a == s->last || b == s->last) return a == s->last;
    return s->age[a] < s->age[b];
}

uint64_t sched_seen_before(const sched *s, uint64_t set, int picked)
{
    if (picked < 0) return set;
    uint64_t seen = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        unsigned w = (unsigned)__builtin_ctzll(rest);
        if (w != (unsigned)picked && before(s, w, (unsigned)picked)) seen |= (uint64_t)1 << w;
    }
    return seen;
}
