// warppool_quanta.c: gives each quantum of WarpPool's bench a planned miss rate, and steers the
// environment's hits and misses towards it; plans resets at the ends of quanta. See
// warppool_quanta.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_quanta.h"

#include "tb/bench/warppool_needs.h"

#include <string.h>

enum { WHOLE = 100000 }; // a miss rate of 100 %
enum { RETURNED = 3 };   // from req to iss: the line comes, its words, and the warp's next load
enum { FIRST, LAST };    // rows of both crosses, and of warppool_quanta.edge
enum { BY_MISS, BY_HIT };
enum { BY_AGE, BY_WARP };

static const char *const rows[] = {"first cycle", "last cycle"};
static const char *const edges[] = {"a miss", "a hit"};
static const char *const policies[] = {"oldest first", "lowest warp first"};

static uint64_t divisor(uint64_t a, uint64_t b) { return b ? divisor(b, a % b) : a; }

uint64_t warppool_quanta_tie_loads(const config *c)
{
    return (uint64_t)WHOLE / divisor(WHOLE, c->warppool.miss_rate);
}

// Cycles from an instruction to its request at L1D (blocks/warppool.h): it is on ag 2 cycles after
// it has come, its addresses a cycle later, and its request 6 cycles after these, with narrow 7.
static unsigned soonest(const config *c) { return 2 + 1 + (c->warppool.narrow ? 7 : 6); }

// Lines that all coalescers make in so many cycles at most: of loads of n lines each. An
// instruction is popped only for a coalescer whose A is empty, and its addresses come two cycles
// later, so that each coalescer makes n lines in n + 3 cycles, with narrow in n + 4. One more is
// popped when every A is empty, of which the coalescers make, all in all, one load more in twice
// the time. Before that all of them may be full. (A search over all states of one to four
// coalescers, with loads of up to four lines each, finds the same figures.)
static uint64_t most_lines(const config *c, uint64_t cycles)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t n = k->lanes, all = k->coalescers, narrow = k->narrow ? 1 : 0;
    if (cycles < n) return all * n;
    const uint64_t in_turn = all * n * (cycles - n) / (n + 3 + narrow),
                   ahead = (all + 1) * n * (cycles - n) / (2 * n + all + 1 + 2 * narrow);
    return all * n + (in_turn > ahead ? in_turn : ahead);
}

// Accepted requests of as many as there can be, each of which comes again only when it has been
// written back: at the earliest so many cycles later (RETURNED, and on its way again).
static uint64_t returning(const config *c)
{
    const uint64_t all = (uint64_t)c->sm.warps * c->sm.loads_per_warp * c->warppool.lanes,
                   again = RETURNED + soonest(c);
    return all * (1 + (c->warppool.quantum - 1) / again);
}

// Loads of so many tags: two in the outbound buffer as the quantum begins, and what leaves a tag
// before its last cycle. A tag that leaves in t takes a request in t + 1 at the earliest, which S
// takes in t + 2, so that it leaves again in t + 3, with narrow in t + 4.
static uint64_t through_tags(const config *c)
{
    const uint64_t tags = (uint64_t)c->warppool.queues * c->warppool.tags,
                   again = c->warppool.narrow ? 4 : 3;
    return WARPPOOL_OUTBOUND + tags * ((c->warppool.quantum - 1 + again - 1) / again);
}

// Misses of a quantum at most. An MSHR whose n-th and last row is taken in t gets its line in
// t + 1, which n beats in t + 2 and later write back, and has its next row in t + n + 2: it takes n
// rows in 2n + 1 cycles, but those that end the quantum in n.
static uint64_t most_misses(const config *c)
{
    const uint64_t n = least_of(c->l1d.merges, c->warppool.quantum),
                   before = c->warppool.quantum - n, turn = 2 * n + 1, rest = before % turn,
                   more = rest ? (rest - 1) / 2 : 0;
    return c->l1d.mshrs * (n + before / turn * n + more);
}

// What is between the coalescers and L1D when the quantum begins, and the lines made until five
// cycles before its end: a line is in B, R, its tag, named by S and in the outbound buffer first.
uint64_t warppool_quanta_most_loads(const config *c)
{
    enum { TO_L1D = 5, B_AND_R = 1 + WARPPOOL_OUTBOUND };
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t held = WARPPOOL_OUTBOUND + (uint64_t)k->queues * k->tags +
                          (uint64_t)B_AND_R * k->coalescers,
                   cycles = k->quantum > TO_L1D ? k->quantum - TO_L1D : 0;
    return least_of(least_of(least_of(k->quantum, through_tags(c)), returning(c)),
                    held + most_lines(c, cycles));
}

bool warppool_quanta_may_tie(const config *c)
{
    const uint64_t misses = c->warppool.miss_rate / divisor(WHOLE, c->warppool.miss_rate);
    return warppool_quanta_tie_loads(c) <= warppool_quanta_most_loads(c) &&
           misses <= most_misses(c);
}

// The fewest loads of which a hit decides: of one miss and hits.
static uint64_t hit_loads(const warppool_quanta *q)
{
    return q->down ? 1 + (uint64_t)((q->up + q->down - 1) / q->down) : UINT64_MAX;
}

static void exclude(warppool_quanta *q, const config *c)
{
    const unsigned from_reset = soonest(c) + 1;
    const bool switches = q->up > 0 && warppool_has_quanta(c),
               alone = c->sm.warps * c->sm.loads_per_warp * c->warppool.lanes == 1,
               by_hit = hit_loads(q) <= warppool_quanta_most_loads(c) &&
                        !(alone && q->quantum <= from_reset);
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < 2; i++) {
            if (!switches || (i == BY_HIT && !by_hit))
                cross_coverage_exclude(&q->crosses[CROSS_EDGE], row, i);
            if (!switches || q->quantum < from_reset)
                cross_coverage_exclude(&q->crosses[CROSS_RESET], row, i);
        }
    }
}

// Of the two rows, with two columns.
static cross_coverage cross_of(const char *name, const char *meaning, const char *const *columns)
{
    return (cross_coverage){.name = name,
                            .meaning = meaning,
                            .rows = rows,
                            .n_named = 2,
                            .n_rows = 2,
                            .n_columns = 2,
                            .columns = columns};
}

// The miss rate takes a load in most cycles of a quantum, and the coalescers can make as many: each
// waits three cycles for the next load.
static bool is_dense(const config *c)
{
    enum { SHORT = 16, PAUSE = 3 };
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t loads = warppool_quanta_tie_loads(c);
    return k->quantum > SHORT && 2 * loads > k->quantum && loads <= warppool_quanta_most_loads(c) &&
           k->coalescers * k->lanes >= k->lanes + PAUSE;
}

void warppool_quanta_init(warppool_quanta *q, const bench_job *j)
{
    const uint32_t rate = j->c->warppool.miss_rate;
    const uint64_t quantum = j->c->warppool.quantum;
    const int64_t common = (int64_t)divisor(WHOLE, rate);
    *q = (warppool_quanta){.quantum = quantum,
                           .up = (WHOLE - rate) / common,
                           .down = rate / common,
                           .aim = -1,
                           .awaited = -1};
    q->queues = j->c->warppool.queues;
    q->dense = is_dense(j->c);
    q->few = j->c->sm.warps * j->c->sm.loads_per_warp < 8;
    q->aims = !j->weak && !j->resets && QUANTA_ENOUGH * quantum <= j->cycles;
    q->asked = q->aims && j->cycles >= BENCH_CYCLES;
    q->crosses[CROSS_EDGE] =
        cross_of("quantum_edge",
                 "the load of a quantum's first or last cycle decides about the policy", edges);
    q->crosses[CROSS_RESET] = cross_of(
        "quantum_reset",
        "a reset in this cycle of a quantum, and the next quantum ends with a switch", policies);
    for (unsigned i = 0; i < QUANTUM_CROSSES; i++) cross_coverage_init(&q->crosses[i]);
    exclude(q, j->c);
}

void warppool_quanta_free(warppool_quanta *q)
{
    for (unsigned i = 0; i < QUANTUM_CROSSES; i++) cross_coverage_free(&q->crosses[i]);
}

void warppool_quanta_reset(warppool_quanta *q)
{
    q->awaited = q->hit ? q->aim : -1;
    q->aim = -1;
    q->hit = q->switches = false;
    q->at = q->loads = q->whole = 0;
    q->score = 0;
}

// Nothing waits in the first cycle behind a reset, so most other quanta are for what their first
// cycle has not met.
static bool misses_first(const warppool_quanta *q)
{
    const cross_coverage *x = &q->crosses[CROSS_EDGE];
    return q->asked &&
           (!cross_coverage_met(x, FIRST, BY_HIT) || !cross_coverage_met(x, FIRST, BY_MISS));
}
static bool is_for_first(const warppool_quanta *q)
{
    return q->whole && q->number % 4 && misses_first(q);
}

bool warppool_quanta_busy(const warppool_quanta *q)
{
    return q->aim >= 0 || q->awaited >= 0 || is_for_first(q);
}

// In an order in which the quantum that one bin awaits makes the policy of the next.
void warppool_quanta_aim(warppool_quanta *q)
{
    static const unsigned bins[][2] = {
        {LAST, BY_AGE}, {LAST, BY_WARP}, {FIRST, BY_WARP}, {FIRST, BY_AGE}};
    if (!q->aims || q->aim >= 0 || q->awaited >= 0) return;
    for (unsigned i = 0; i < sizeof bins / sizeof bins[0] && q->aim < 0; i++) {
        if (!cross_coverage_met(&q->crosses[CROSS_RESET], bins[i][0], bins[i][1]))
            q->aim = (int)(2 * bins[i][0] + bins[i][1]);
    }
}

// ---- steering

// Where a plan for a rate wants the score to be at the end.
static int64_t target_of(const warppool_quanta *q, quantum_plan plan)
{
    if (plan == QUANTUM_TIE) return 0;
    return plan == QUANTUM_ABOVE ? q->up : -q->up;
}

// No pause on the way to L1D and back, and no stores.
static void hurry(w_profile *p)
{
    p->issue = p->able = p->ag = p->adr = p->l1 = p->wb = p->single = 100;
    p->store = p->bypass = p->flood = 0;
    p->stack.on = false;
    p->latency = 1;
}

// Every lane on a line of its own, so that the tags never run out of requests.
static void crowd(const warppool_quanta *q, w_profile *p)
{
    p->regular = p->march = 100;
    p->single = p->warps = p->twins = p->near = 0;
    p->shape = W_APART;
    p->deep = q->queues;
    p->lines = 16 * q->queues;
}

// Of the edge that this quantum is to have: what it adds to the score; 0: none. A miss decides
// above the limit, a hit at it. Of few loads the rows take turns.
static int64_t edge_of(const warppool_quanta *q, quantum_plan plan, unsigned row)
{
    const cross_coverage *x = &q->crosses[CROSS_EDGE];
    const unsigned column = plan == QUANTUM_ABOVE ? BY_MISS : BY_HIT,
                   turn = q->number / QUANTUM_PLANS % 2;
    if (plan != QUANTUM_ABOVE && plan != QUANTUM_TIE) return 0;
    if (cross_coverage_met(x, row, column)) return 0;
    if (q->few && turn != row && !cross_coverage_met(x, !row, column)) return 0;
    return column == BY_MISS ? q->up : -q->down;
}

static void let_pass(w_profile *p, int64_t step)
{
    p->l1 = 100;
    p->hit = step < 0 ? 100 : 0;
}

static void steer_to(const warppool_quanta *q, quantum_plan plan, w_profile *p)
{
    const int64_t first = edge_of(q, plan, FIRST), last = edge_of(q, plan, LAST),
                  target = target_of(q, plan) - last;
    p->hit = q->score - q->down >= target ? 100 : 0;
    if (q->at == 0 && first) let_pass(p, first);
    const bool dense = q->dense && (!q->ties || q->crosses[CROSS_EDGE].missing);
    if (q->at < q->quantum - q->quantum / 4 && !dense) return;
    hurry(p);
    if (dense) crowd(q, p);
    if (q->score == target && q->loads) p->l1 = 0;
    if (q->at == q->quantum - 1 && last) let_pass(p, last);
}

// ---- of few loads

// A hit that decides needs as many loads as there are at once, or nearly: they wait until so many
// are before L1D as a quantum begins.
static bool is_gathered(const warppool_quanta *q)
{
    enum { TURNS = 64 }; // quanta of one way and of the other
    const cross_coverage *x = &q->crosses[CROSS_EDGE];
    return q->few && q->asked && q->aim < 0 && q->awaited < 0 && q->number / TURNS % 2 &&
           (!cross_coverage_met(x, FIRST, BY_HIT) || !cross_coverage_met(x, LAST, BY_HIT));
}

static uint64_t waiting_loads(const warppool *m)
{
    uint64_t n = m->queues.n;
    for (unsigned i = 0; i < m->select.n_out; i++) n += !m->select.out[i].store;
    return n;
}

// A hit of the quantum's edge makes the score 0 or less: the loads beside it leave it just above.
static void steer_gathered(warppool_quanta *q, const warppool *m, w_profile *p)
{
    const bool first = !cross_coverage_met(&q->crosses[CROSS_EDGE], FIRST, BY_HIT) &&
                       (q->number % 2 || cross_coverage_met(&q->crosses[CROSS_EDGE], LAST, BY_HIT));
    const int64_t least = first && q->loads ? -q->down : 0;
    if (q->at == 0) q->released = waiting_loads(m) >= hit_loads(q);
    hurry(p);
    crowd(q, p);
    if (!q->released) {
        p->l1 = 0;
        return;
    }
    if (q->at == (first ? 0 : q->quantum - 1)) let_pass(p, -1);
    else if (q->score <= least) let_pass(p, 1);
    else if (q->score > least + q->down) let_pass(p, -1);
    else p->l1 = 0;
}

static quantum_plan plan_of(const warppool_quanta *q, const warppool *m)
{
    if (q->awaited >= 0) return QUANTUM_MISSES;
    if (q->aim >= 0)
        return m->select.warp_first == (q->aim % 2 == BY_WARP) ? QUANTUM_HITS : QUANTUM_MISSES;
    if (is_for_first(q))
        return cross_coverage_met(&q->crosses[CROSS_EDGE], FIRST, BY_HIT) ? QUANTUM_ABOVE
                                                                          : QUANTUM_TIE;
    return (quantum_plan)(q->number % QUANTUM_PLANS);
}

void warppool_quanta_steer(warppool_quanta *q, const warppool *m, world *w)
{
    const quantum_plan plan = plan_of(q, m);
    if (is_gathered(q)) {
        steer_gathered(q, m, &w->p);
        return;
    }
    if (q->awaited >= 0 && !q->loads) hurry(&w->p); // one has to miss
    if (plan == QUANTUM_ANY || (q->quantum < 2 && !warppool_quanta_busy(q))) return;
    if (plan == QUANTUM_MISSES) {
        w->p.hit = 0;
    } else if (plan == QUANTUM_HITS) {
        w->p.hit = 100;
        if (q->aim < 0) hurry(&w->p);
    } else {
        steer_to(q, plan, &w->p);
    }
    // a load has to wait for the first cycle of the next one
    enum { BEFORE = 16 };
    if (q->aim >= 0 || !misses_first(q) || plan != QUANTUM_MISSES || q->at + BEFORE < q->quantum)
        return;
    hurry(&w->p);
    w->p.l1 = 0;
}

// ---- what happens

// The bin of CROSS_RESET that is met when its reset comes in this cycle is the planned one.
static bool is_planned(const warppool_quanta *q, const warppool *m)
{
    const bool first = q->at == 0 && q->whole, last = q->at == q->quantum - 1;
    return q->aim >= 0 && (q->aim / 2 == FIRST ? first : last) &&
           m->select.warp_first == (q->aim % 2 == BY_WARP);
}

// In the first cycle behind the awaited quantum, whose end a wrong count would have moved here.
static void end_waiting(warppool_quanta *q)
{
    const unsigned bin = (unsigned)q->awaited;
    if (q->awaited < 0 || q->at || q->whole != 1) return;
    q->awaited = -1;
    if (!q->switches) return;
    cross_coverage_meet(&q->crosses[CROSS_RESET], bin / 2, bin % 2);
    warppool_quanta_aim(q);
}

// A load of the edge without which the policy would do otherwise.
static void meet_edges(warppool_quanta *q)
{
    for (unsigned row = 0; row < 2; row++) {
        if (q->edge[row] && (q->score > 0) != (q->score - q->edge[row] > 0))
            cross_coverage_meet(&q->crosses[CROSS_EDGE], row, q->edge[row] < 0);
    }
}

static void end_quantum(warppool_quanta *q)
{
    enum { PATIENCE = 6 }; // quanta, until which a planned reset has come

    meet_edges(q);
    q->ties += q->loads && !q->score;
    q->switches = q->score > 0;
    q->number++;
    q->whole++;
    if (q->whole >= PATIENCE) q->aim = -1;
    q->at = q->loads = 0;
    q->score = 0;
}

bool warppool_quanta_see(warppool_quanta *q, const warppool *m, const warppool_in *in,
                         const warppool_out *out)
{
    int64_t step = 0;
    end_waiting(q);
    q->hit = is_planned(q, m);
    if (out->req_load_o[0] && in->req_ready_i[0]) {
        q->loads++;
        step = in->req_miss_i[0] ? q->up : -q->down;
        q->score += step;
    }
    if (q->at == 0) q->edge[FIRST] = step;
    q->edge[LAST] = step;
    if (++q->at == q->quantum) end_quantum(q);
    return q->hit;
}
