// warppool_quanta.c: gives each quantum of WarpPool's bench a planned miss rate, and steers the
// environment's hits and misses towards it. See warppool_quanta.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_quanta.h"

enum { WHOLE = 100000 }; // a miss rate of 100 %

static uint64_t divisor(uint64_t a, uint64_t b) { return b ? divisor(b, a % b) : a; }

bool warppool_quanta_can_tie(const config *c)
{
    enum { CYCLES_A_LOAD = 16 }; // in the plan's part of the quantum
    return (uint64_t)WHOLE / divisor(WHOLE, c->warppool.miss_rate) * CYCLES_A_LOAD <=
           c->warppool.quantum;
}

void warppool_quanta_init(warppool_quanta *q, const config *c)
{
    const uint32_t rate = c->warppool.miss_rate;
    const int64_t common = (int64_t)divisor(WHOLE, rate);
    *q = (warppool_quanta){
        .quantum = c->warppool.quantum, .up = (WHOLE - rate) / common, .down = rate / common};
}

void warppool_quanta_reset(warppool_quanta *q)
{
    q->at = q->loads = 0;
    q->score = 0;
}

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
    p->store = p->round = p->flood = 0;
    p->latency = 1;
}

static void steer_to(const warppool_quanta *q, int64_t target, w_profile *p)
{
    p->hit = q->score - q->down >= target ? 100 : 0;
    if (q->at < q->quantum - q->quantum / 4) return;
    hurry(p);
    if (q->score == target && q->loads) p->l1 = 0;
}

void warppool_quanta_steer(const warppool_quanta *q, world *w)
{
    const quantum_plan plan = (quantum_plan)(q->number % QUANTUM_PLANS);
    if (q->quantum < 2 || plan == QUANTUM_ANY) return;
    if (plan == QUANTUM_MISSES) {
        w->p.hit = 0;
    } else if (plan == QUANTUM_HITS) {
        w->p.hit = 100;
        hurry(&w->p);
    } else {
        steer_to(q, target_of(q, plan), &w->p);
    }
}

void warppool_quanta_see(warppool_quanta *q, const warppool_in *in, const warppool_out *out)
{
    if (out->req_load_o[0] && in->req_ready_i[0]) {
        q->loads++;
        q->score += in->req_miss_i[0] ? q->up : -q->down;
    }
    if (++q->at < q->quantum) return;
    q->ties += q->loads && !q->score;
    q->number++;
    q->at = q->loads = 0;
    q->score = 0;
}
