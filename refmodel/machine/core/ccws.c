// ccws.c : see ccws.h. A score above the base is kept as the cycle in which it reaches the base: it
// falls without being touched.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/ccws.h"

#include "machine/common/tags.h"

#include <stdlib.h>

enum { SLOTS = 64 };

struct ccws {
    struct cfg_ccws k;
    tags victims;                      // set = warp * (victim_tags / victim_ways) + low line bits
    uint64_t *line;                    // [L1D slot] line that it holds, TAGS_NO_LINE: none
    uint8_t *owner;                    // [L1D slot] warp whose miss brought it
    uint32_t slots;                    // of L1D
    uint64_t base_at[SLOTS];           // cycle in which the warp's score is the base score again
    uint64_t now, insns, insns_before; // insns: of this kernel; insns_before: of earlier ones
    uint64_t losses, losses_before;
    uint64_t live; // of the last question: the cutoff counts them
};

ccws *ccws_new(const config *c)
{
    ccws *s = wl_calloc(1, sizeof *s);
    s->k = c->ccws;
    s->slots = c->l1d.sets * c->l1d.ways;
    tags_init(&s->victims, SLOTS * (s->k.victim_tags / s->k.victim_ways), s->k.victim_ways);
    s->line = wl_calloc(s->slots, sizeof *s->line);
    s->owner = wl_calloc(s->slots, sizeof *s->owner);
    ccws_begin(s, 0);
    return s;
}

void ccws_free(ccws *s)
{
    if (!s) return;
    tags_free(&s->victims);
    free(s->line);
    free(s->owner);
    free(s);
}

void ccws_begin(ccws *s, uint64_t warp_insns)
{
    tags_clear(&s->victims);
    for (uint32_t i = 0; i < s->slots; i++) s->line[i] = TAGS_NO_LINE;
    for (unsigned w = 0; w < SLOTS; w++) s->base_at[w] = 0;
    s->losses_before += s->losses;
    s->insns_before = warp_insns;
    s->losses = s->insns = s->live = 0;
}

static uint32_t sets_of_warp(const ccws *s) { return s->k.victim_tags / s->k.victim_ways; }
static uint32_t set_of(const ccws *s, unsigned warp, uint64_t line)
{
    return warp * sets_of_warp(s) + (uint32_t)(line & (sets_of_warp(s) - 1));
}

void ccws_place(ccws *s, unsigned warp)
{
    uint32_t first = warp * s->k.victim_tags;
    for (uint32_t i = first; i < first + s->k.victim_tags; i++)
        tags_invalidate(&s->victims, (int32_t)i);
    s->base_at[warp] = 0;
}

void ccws_cycle(ccws *s, uint64_t now, uint64_t warp_insns)
{
    s->now = now;
    s->insns = warp_insns - s->insns_before;
}

static uint64_t cutoff(const ccws *s)
{
    return (uint64_t)__builtin_popcountll(s->live) * s->k.base_score;
}

uint64_t ccws_score(const ccws *s, unsigned warp)
{
    return s->k.base_score + (s->base_at[warp] > s->now ? s->base_at[warp] - s->now : 0);
}

static void note_victim(ccws *s, unsigned warp, uint64_t line)
{
    uint32_t set = set_of(s, warp, line);
    int32_t slot = tags_victim(&s->victims, set);
    s->victims.at[slot].line = line;
    s->victims.at[slot].state = LINE_VALID;
    tags_touch(&s->victims, slot);
}

static void raise_score(ccws *s, unsigned warp)
{
    uint64_t most = cutoff(s), score = s->losses * s->k.throttle * most / (s->insns ? s->insns : 1);
    if (score > most) score = most;
    if (score > ccws_score(s, warp)) s->base_at[warp] = s->now + score - s->k.base_score;
}

void ccws_miss(ccws *s, unsigned warp, uint64_t line, uint32_t slot)
{
    int32_t lost = tags_find(&s->victims, set_of(s, warp, line), line);
    if (s->line[slot] != TAGS_NO_LINE) note_victim(s, s->owner[slot], s->line[slot]);
    s->line[slot] = line;
    s->owner[slot] = (uint8_t)warp;
    if (lost == TAGS_NONE) return;
    if (s->victims.at[lost].line == line) tags_invalidate(&s->victims, lost);
    s->losses++;
    raise_score(s, warp);
}

void ccws_drop(ccws *s, uint32_t slot) { s->line[slot] = TAGS_NO_LINE; }

// Does warp a stand before warp b in the stack?
static bool above(const ccws *s, unsigned a, unsigned b, const uint32_t *age)
{
    uint64_t x = ccws_score(s, a), y = ccws_score(s, b);
    return x != y ? x > y : age[a] < age[b];
}

static unsigned top_of(const ccws *s, uint64_t set, const uint32_t *age)
{
    unsigned best = (unsigned)__builtin_ctzll(set);
    for (uint64_t rest = set & (set - 1); rest; rest &= rest - 1) {
        unsigned w = (unsigned)__builtin_ctzll(rest);
        if (above(s, w, best, age)) best = w;
    }
    return best;
}

static bool all_at_base(const ccws *s)
{
    for (uint64_t rest = s->live; rest; rest &= rest - 1) {
        if (s->base_at[__builtin_ctzll(rest)] > s->now) return false;
    }
    return true;
}

uint64_t ccws_ask(ccws *s, uint64_t live, const uint32_t *age)
{
    s->live = live;
    if (all_at_base(s)) return 0;
    uint64_t left = live, room = cutoff(s);
    while (left) {
        unsigned w = top_of(s, left, age);
        uint64_t score = ccws_score(s, w);
        if (score > room && left != live) return left;
        left &= ~((uint64_t)1 << w);
        room -= score < room ? score : room;
    }
    return 0;
}

uint64_t ccws_lost(const ccws *s) { return s->losses_before + s->losses; }
