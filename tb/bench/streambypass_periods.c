// streambypass_periods.c: see streambypass_periods.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/streambypass_periods.h"

#include "blocks/streambypass.h"

#include <string.h>

enum { OPEN, CLOSED, MODES };
enum { EDGE_FIRST_HIT, EDGE_LAST_HIT, EDGE_FIRST_MISS, EDGE_LAST_MISS, EDGES };
enum { RESET_FIRST, RESET_SECOND, RESET_BETWEEN, RESET_LAST, RESET_MOMENTS };
enum { WITH_NOTHING, WITH_HITS, WITH_MISSES, WITHS, RESET_ROWS = RESET_MOMENTS * WITHS };

static const char *const modes[] = {"while the cache is open", "while the cache is closed"};
static const char *const edges[] = {"a hit in the first cycle", "a hit in the last cycle",
                                    "a miss in the first cycle", "a miss in the last cycle"};
static const char *const moments[] = {"the first cycle, in which the mode would change",
                                      "that cycle with hits",
                                      "that cycle with misses",
                                      "the second cycle",
                                      "the second cycle with hits",
                                      "the second cycle with misses",
                                      "between",
                                      "between with hits",
                                      "between with misses",
                                      "the last cycle",
                                      "the last cycle with hits",
                                      "the last cycle with misses"};

static uint64_t divisor(uint64_t a, uint64_t b) { return b ? divisor(b, a % b) : a; }
static uint64_t most_of(const struct cfg_streambypass *k)
{
    return (uint64_t)k->period * k->accesses;
}

static uint64_t step(const struct cfg_streambypass *k)
{
    return STREAMBYPASS_WHOLE / divisor(STREAMBYPASS_WHOLE, k->threshold);
} // so many accesses can be at the threshold

bool streambypass_periods_can_be_at(const struct cfg_streambypass *k)
{
    return step(k) <= most_of(k);
}

static int64_t score_of(const streambypass_periods *p, uint64_t accesses, uint64_t misses)
{
    return (int64_t)misses * p->up - (int64_t)(accesses - misses) * p->down;
}

static bool changes(int64_t score, unsigned mode) { return mode == OPEN ? score > 0 : score < 0; }

// ---- plans for a score

static int64_t at_least(int64_t a, int64_t b) { return a > b ? a : b; }

// The fewest hits and misses with a score from lo to hi, at least so many of each; false if a
// period has none.
static bool fewest(const streambypass_periods *p, int64_t lo, int64_t hi, int64_t hits,
                   int64_t misses, period *plan)
{
    const int64_t tries = at_least(p->up, 1);
    if (p->down) hits = at_least(hits, (misses * p->up - hi + p->down - 1) / p->down);
    for (int64_t h = hits; h < hits + tries && h <= (int64_t)p->most; h++) {
        int64_t m = misses;
        if (p->up) m = at_least(m, (lo + h * p->down + p->up - 1) / p->up);
        const int64_t score = m * p->up - h * p->down;
        if (score < lo || score > hi || h + m > (int64_t)p->most) continue;
        *plan = (period){.accesses = (uint64_t)(h + m), .misses = (uint64_t)m};
        return true;
    }
    return false;
}

// The same with any number of them: as many misses as `down` and hits as `up` leave a score as it
// is.
static bool plan_score(streambypass_periods *p, int64_t lo, int64_t hi, int64_t hits,
                       int64_t misses, period *plan)
{
    if (!fewest(p, lo, hi, hits, misses, plan)) return false;
    const uint64_t pair = (uint64_t)(p->up + p->down);
    const uint64_t n = rng_below(&p->random, (p->most - plan->accesses) / pair + 1);
    plan->accesses += n * pair;
    plan->misses += n * (uint64_t)p->down;
    return true;
}

// Changes the mode, by as little as it may be; false if nothing does.
static bool plan_change(streambypass_periods *p, unsigned mode, period *plan)
{
    return mode == OPEN ? plan_score(p, 1, at_least(p->up, 1), 0, 0, plan)
                        : plan_score(p, -at_least(p->down, 1), -1, 0, 0, plan);
}

static bool plan_edge(streambypass_periods *p, unsigned row, unsigned mode, period *plan)
{
    const bool hit = row == EDGE_FIRST_HIT || row == EDGE_LAST_HIT;
    const bool first = row == EDGE_FIRST_HIT || row == EDGE_FIRST_MISS;
    // Without this access, the sum falls on the other side of what changes the mode.
    const int64_t highest = hit ? (mode == OPEN ? 0 : -1) : (mode == OPEN ? p->up : p->up - 1);
    const int64_t lowest = highest - (hit ? p->down : p->up) + 1;
    if (!plan_score(p, lowest, highest, hit, !hit, plan)) return false;
    *(first ? &plan->first : &plan->last) = hit ? ACCESS_HIT : ACCESS_MISS;
    return true;
}

static bool plan_power(streambypass_periods *p, unsigned bit, unsigned mode, period *plan)
{
    const int64_t score = mode == OPEN ? (int64_t)1 << bit : -((int64_t)1 << bit);
    return plan_score(p, score, score, 0, 0, plan);
}

// The cycle in which a reset of this row comes; it may be the one behind the period's last.
static bool plan_reset(streambypass_periods *p, unsigned row, unsigned mode, period *plan)
{
    const uint64_t n = p->k->period;
    p->with = row % WITHS;
    switch (row / WITHS) {
    case RESET_FIRST: p->reset_at = n; return plan_change(p, mode, plan);
    case RESET_SECOND: p->reset_at = 1; return n >= 2 && plan_score(p, 0, 0, 0, 0, plan);
    case RESET_BETWEEN:
        if (n < 4) return false;
        p->reset_at = 2 + rng_below(&p->random, n - 3);
        break;
    default:
        if (n < 3) return false;
        p->reset_at = n - 1;
        break;
    }
    return plan_change(p, OPEN, plan) || plan_score(p, 0, 0, 0, 0, plan);
}

static bool plan_bin(streambypass_periods *p, period_cross x, unsigned row, unsigned mode,
                     period *plan)
{
    p->reset_at = UINT64_MAX;
    switch (x) {
    case CROSS_SCORE: return plan_power(p, row, mode, plan);
    case CROSS_EDGE: return plan_edge(p, row, mode, plan);
    default: return plan_reset(p, row, mode, plan);
    }
}

// ---- the list of kinds

typedef enum kind { NONE, HITS, MISSES, AT, ABOVE, BELOW, ONE, MIXED, KINDS } kind;

// Closes, stays closed (above, quiet, at the threshold), opens, stays open (below, quiet, at the
// threshold), closes again; the resets of KIND_RESETS come in the period with that number.
static const kind script[STREAMBYPASS_KINDS] = {MISSES, ABOVE,  NONE,  AT,    BELOW, HITS,
                                                NONE,   AT,     BELOW, ABOVE, MIXED, HITS,
                                                ONE,    MISSES, MIXED, MISSES};
enum { RESET_CLOSED = 10, RESET_OPEN = 12 };

static period plan_of(streambypass_periods *p, kind what)
{
    const struct cfg_streambypass *k = p->k;
    period plan = {.accesses = 1 + rng_below(&p->random, p->most)};
    if (rng_below(&p->random, 2)) plan.accesses = p->most;
    if (what == ONE) plan.accesses = 1;
    // One access above or below the threshold is another miss rate for each number of accesses.
    const bool any = what != AT && p->number >= STREAMBYPASS_KINDS && rng_below(&p->random, 2);
    if (!any && (what == AT || what == ABOVE || what == BELOW) && streambypass_periods_can_be_at(k))
        plan.accesses = step(k) * (1 + rng_below(&p->random, p->most / step(k)));
    const uint64_t share = plan.accesses * k->threshold, at = share / STREAMBYPASS_WHOLE;
    switch (what) {
    case NONE: plan.accesses = 0; break;
    case HITS: break;
    case MISSES: plan.misses = plan.accesses; break;
    case AT: plan.misses = at; break;
    case ABOVE: plan.misses = at < plan.accesses ? at + 1 : at; break;
    case BELOW:
        plan.misses = (share + STREAMBYPASS_WHOLE - 1) / STREAMBYPASS_WHOLE;
        plan.misses -= plan.misses != 0;
        break;
    default: plan.misses = rng_below(&p->random, plan.accesses + 1); break;
    }
    return plan;
}

static void next_kind(streambypass_periods *p)
{
    const bool scripted = p->number < STREAMBYPASS_KINDS;
    const bool reset = scripted ? p->number == RESET_CLOSED || p->number == RESET_OPEN
                                : rng_below(&p->random, 16) == 0;
    const kind what = scripted ? script[p->number] : (kind)rng_below(&p->random, KINDS);
    p->now = plan_of(p, what);
    if (reset && p->resets) p->reset_at = 1 + rng_below(&p->random, p->k->period);
}

// ---- what the crosses miss

// A plan for a bin that is missing in this mode, or one that changes the mode if bins are missing
// in the other one alone; false if none is missing.
static bool next_bin(streambypass_periods *p, unsigned mode)
{
    bool other = false;
    for (unsigned x = 0; x < PERIOD_CROSSES; x++) {
        const cross_coverage *cross = &p->crosses[x];
        for (unsigned row = 0; row < cross->n_rows && cross->missing; row++) {
            other |= !cross_coverage_met(cross, row, !mode);
            if (!cross_coverage_met(cross, row, mode) &&
                plan_bin(p, (period_cross)x, row, mode, &p->now))
                return true;
        }
    }
    p->reset_at = UINT64_MAX;
    if (other && !plan_change(p, mode, &p->now)) p->reset_at = 1; // nothing opens it but a reset
    return other;
}

void streambypass_periods_next(streambypass_periods *p, bool closed)
{
    p->reset_at = UINT64_MAX;
    p->with = (unsigned)rng_below(&p->random, WITHS);
    if (p->weak) {
        p->now = plan_of(p, p->number % 2 ? HITS : MISSES);
    } else if (p->number < STREAMBYPASS_KINDS) {
        next_kind(p);
    } else if (p->shows && fewest(p, 1, at_least(p->up, 1), 0, 1, &p->now)) {
        p->now.last = ACCESS_MISS;
    } else if (!next_bin(p, closed)) {
        next_kind(p);
    }
    p->now.accesses_left = p->now.accesses;
    p->now.misses_left = p->now.misses;
    p->shows = false;
    p->number++;
    memset(p->hits_of, 0, sizeof p->hits_of);
    memset(p->misses_of, 0, sizeof p->misses_of);
}

// ---- a cycle

static unsigned take(period *p, bool miss)
{
    p->accesses_left--;
    p->misses_left -= miss;
    return miss;
}

streambypass_in streambypass_periods_draw(streambypass_periods *p, uint64_t at)
{
    streambypass_in in = {{0}, {0}};
    period *now = &p->now;
    const bool is_last = at + 1 == p->k->period;
    const access_kind due = is_last ? now->last : at == 0 ? now->first : ACCESS_ANY;
    // one of the plan's accesses waits for the last cycle
    const bool waits = now->last != ACCESS_ANY && !is_last;
    const bool waits_miss = waits && now->last == ACCESS_MISS;
    uint64_t places = (p->k->period - at) * p->k->accesses - waits;
    for (unsigned i = 0; i < p->k->accesses; i++, places--) {
        const uint64_t accesses = now->accesses_left - waits,
                       misses = now->misses_left - waits_miss;
        bool miss = due == ACCESS_MISS;
        if (i > 0 || due == ACCESS_ANY) {
            if (!places || rng_below(&p->random, places) >= accesses) continue;
            miss = rng_below(&p->random, accesses) < misses;
        }
        in.acc_i[0]++;
        in.miss_i[0] += take(now, miss);
    }
    for (unsigned end = 0; end < 2; end++) {
        if (end ? !is_last : at != 0) continue;
        p->misses_of[end] = (unsigned)in.miss_i[0];
        p->hits_of[end] = (unsigned)(in.acc_i[0] - in.miss_i[0]);
    }
    return in;
}

// ---- what was met

void streambypass_periods_end(streambypass_periods *p, bool closed)
{
    const int64_t score = score_of(p, p->now.accesses, p->now.misses);
    const bool change = changes(score, closed);
    const int64_t size = score < 0 ? -score : score;
    if (change && !(size & (size - 1)))
        cross_coverage_meet(&p->crosses[CROSS_SCORE], (unsigned)__builtin_ctzll((uint64_t)size),
                            closed);
    for (unsigned end = 0; end < 2; end++) {
        if (p->hits_of[end] && change != changes(score + p->down, closed))
            cross_coverage_meet(&p->crosses[CROSS_EDGE], EDGE_FIRST_HIT + end, closed);
        if (p->misses_of[end] && change != changes(score - p->up, closed))
            cross_coverage_meet(&p->crosses[CROSS_EDGE], EDGE_FIRST_MISS + end, closed);
    }
}

streambypass_in streambypass_periods_with(const streambypass_periods *p)
{
    const uint64_t n = p->with == WITH_NOTHING ? 0 : p->k->accesses;
    return (streambypass_in){.acc_i = {n}, .miss_i = {p->with == WITH_MISSES ? n : 0}};
}

void streambypass_periods_reset(streambypass_periods *p, uint64_t at, bool closed, bool changes)
{
    unsigned row = RESET_BETWEEN;
    if (at == 0 && !changes) return;
    if (at == 0) row = RESET_FIRST;
    else if (at == 1) row = RESET_SECOND;
    else if (at + 1 == p->k->period) row = RESET_LAST;
    row = row * WITHS + p->with;
    p->shows = !cross_coverage_met(&p->crosses[CROSS_RESET], row, closed);
    cross_coverage_meet(&p->crosses[CROSS_RESET], row, closed);
}

// ---- the crosses

static unsigned bits_of(const streambypass_periods *p)
{
    const uint64_t most = p->most * (uint64_t)at_least(p->up, p->down);
    return 64 - (unsigned)__builtin_clzll(most | 1);
}

void streambypass_periods_init(streambypass_periods *p, const config *c, uint64_t seed, bool weak,
                               bool resets)
{
    const struct cfg_streambypass *k = &c->streambypass;
    const uint64_t common = divisor(STREAMBYPASS_WHOLE, k->threshold);
    *p = (streambypass_periods){.k = k,
                                .most = most_of(k),
                                .up = (int64_t)((STREAMBYPASS_WHOLE - k->threshold) / common),
                                .down = (int64_t)(k->threshold / common),
                                .weak = weak,
                                .resets = resets && !weak,
                                .random = {seed}};
    const cross_coverage crosses[PERIOD_CROSSES] = {
        [CROSS_SCORE] = {"score", "by which a period changes the mode, in weights", NULL, 0,
                         "2 to the power of", 0, bits_of(p), MODES, modes, false, NULL, NULL, 0},
        [CROSS_EDGE] = {"edge", "whether the mode changes is decided by one access", edges, EDGES,
                        NULL, 0, EDGES, MODES, modes, false, NULL, NULL, 0},
        [CROSS_RESET] = {"reset", "a reset comes", moments, RESET_ROWS, NULL, 0, RESET_ROWS, MODES,
                         modes, false, NULL, NULL, 0}};
    memcpy(p->crosses, crosses, sizeof crosses);
    period ignored;
    const bool closes = plan_change(p, OPEN, &ignored);
    for (unsigned x = 0; x < PERIOD_CROSSES; x++) {
        cross_coverage *cross = &p->crosses[x];
        cross_coverage_init(cross);
        for (unsigned bin = 0; bin < cross->n_rows * MODES; bin++) {
            const unsigned row = bin / MODES, mode = bin % MODES;
            if ((mode == CLOSED && !closes) || (x == CROSS_RESET && !p->resets) ||
                !plan_bin(p, (period_cross)x, row, mode, &ignored))
                cross_coverage_exclude(cross, row, mode);
        }
    }
    p->random = (rng){seed};
}

void streambypass_periods_free(streambypass_periods *p)
{
    for (unsigned x = 0; x < PERIOD_CROSSES; x++) cross_coverage_free(&p->crosses[x]);
}

// A bin takes a period, and another one to change the mode before or to show what a reset has left.
uint64_t streambypass_periods_all(const config *c)
{
    streambypass_periods p;
    streambypass_periods_init(&p, c, 0, false, true);
    uint64_t n = STREAMBYPASS_KINDS + 1;
    for (unsigned x = 0; x < PERIOD_CROSSES; x++) n += 2 * (uint64_t)p.crosses[x].missing;
    streambypass_periods_free(&p);
    return n;
}
