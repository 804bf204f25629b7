// sched.c : see sched.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/sched.h"

#include <string.h>

enum { SLOTS = SCHED_SLOTS };

void sched_init(sched *s, const config *c, unsigned index, const uint32_t *age)
{
    *s = (sched){.kind = c->sm.scheduler, .age = age};
    for (unsigned w = index; w < c->sm.warps; w += c->sm.schedulers) s->warps |= (uint64_t)1 << w;
    s->most = c->sm.active_warps;
    for (uint64_t set = s->warps; set; set &= set - 1)
        s->outside[s->n_outside++] = (uint8_t)__builtin_ctzll(set);
    s->last = s->kind == SCHED_GTO ? index : SLOTS - 1;
}

static uint64_t slots_after(unsigned w) { return w + 1 < SLOTS ? ~(uint64_t)0 << (w + 1) : 0; }

static int pick_rr(const sched *s, uint64_t ready)
{
    uint64_t later = ready & slots_after(s->last);
    return __builtin_ctzll(later ? later : ready);
}

void sched_place(sched *s, unsigned warp, uint64_t live)
{
    const uint64_t others = live & s->warps;
    s->by_slot = !others || (s->by_slot && !(others & slots_after(warp)));
}

static int pick_gto(const sched *s, uint64_t ready)
{
    if (ready >> s->last & 1) return (int)s->last;
    int best = __builtin_ctzll(ready);
    if (s->by_slot) return best;
    for (uint64_t rest = ready & (ready - 1); rest; rest &= rest - 1) {
        int w = __builtin_ctzll(rest);
        if (s->age[w] < s->age[best]) best = w;
    }
    return best;
}

// ---- two levels

static unsigned take_out(uint8_t *list, unsigned n, unsigned k)
{
    for (; k + 1 < n; k++) list[k] = list[k + 1];
    return n - 1;
}

void sched_renew(sched *s, uint64_t waits)
{
    for (unsigned k = 0; k < s->n_active;) {
        unsigned w = s->active[k];
        if (!(waits >> w & 1)) {
            k++;
            continue;
        }
        s->n_active = take_out(s->active, s->n_active, k);
        s->outside[s->n_outside++] = (uint8_t)w;
    }
    for (unsigned k = 0; k < s->n_outside && s->n_active < s->most;) {
        unsigned w = s->outside[k];
        if (waits >> w & 1) {
            k++;
            continue;
        }
        s->n_outside = take_out(s->outside, s->n_outside, k);
        s->active[s->n_active++] = (uint8_t)w;
    }
}

uint64_t sched_active_set(const sched *s)
{
    uint64_t set = 0;
    for (unsigned k = 0; k < s->n_active; k++) set |= (uint64_t)1 << s->active[k];
    return set;
}

static int pick_two_level(const sched *s, uint64_t ready)
{
    for (unsigned k = 0; k < s->n_active; k++) {
        if (ready >> s->active[k] & 1) return s->active[k];
    }
    return -1;
}

// The set goes on behind the one that issued: those before it, and it, to the end.
void sched_rotate(sched *s, unsigned warp)
{
    uint8_t old[SLOTS];
    unsigned n = s->n_active, at = 0;
    memcpy(old, s->active, n);
    while (at < n && old[at] != warp) at++;
    for (unsigned k = 0; k < n; k++) s->active[k] = old[(at + 1 + k) % n];
}

int sched_pick(const sched *s, uint64_t ready)
{
    if (!ready) return -1;
    if (s->kind == SCHED_TWO_LEVEL) return pick_two_level(s, ready);
    return s->kind == SCHED_RR ? pick_rr(s, ready) : pick_gto(s, ready);
}

// ---- what is looked at first

static unsigned turn_of(const sched *s, unsigned w)
{
    unsigned k = 0;
    while (k < s->n_active && s->active[k] != w) k++;
    return k;
}

static bool before(const sched *s, unsigned a, unsigned b)
{
    if (s->kind == SCHED_TWO_LEVEL) return turn_of(s, a) < turn_of(s, b);
    if (s->kind == SCHED_RR)
        return ((a - s->last - 1) & (SLOTS - 1)) < ((b - s->last - 1) & (SLOTS - 1));
    if (a == s->last || b == s->last) return a == s->last;
    return s->age[a] < s->age[b];
}

uint64_t sched_seen_before(const sched *s, uint64_t set, int picked)
{
    set &= sched_active(s);
    if (picked < 0) return set;
    uint64_t seen = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        unsigned w = (unsigned)__builtin_ctzll(rest);
        if (w != (unsigned)picked && before(s, w, (unsigned)picked)) seen |= (uint64_t)1 << w;
    }
    return seen;
}
