// sm_issue.c: issues a warp's instruction in each scheduler: hazards, choice, execution, barriers,
// fetch. See sm.h for the rules.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/sm_state.h"

// ---- where a warp's next instruction stands

// Goes through L1D?
static bool is_data(const sm *s, const winst *i)
{
    return (i->space == SPACE_GLOBAL || i->space == SPACE_LOCAL) &&
           !(i->texture && s->c->l1t.enable);
}
static bool is_global_load(const winst *i) { return i->kind == W_LOAD || i->kind == W_ATOMIC; }

// Before it may issue, all that its warp has issued must have reached L1D.
static bool must_be_sent(const sm *s, const winst *i)
{
    return i->kind == W_BARRIER || i->kind == W_FENCE || i->kind == W_ATOMIC ||
           (i->bypasses_l1d && s->c->warppool.enable && s->c->l1d.cg_bypass);
}

static inline void refresh_hazard(sm *s, unsigned w)
{
    const sb_hazard h = scoreboard_check(&s->sb, w);
    s->by_alu = (s->by_alu & ~warp_bit(w)) | (uint64_t)(h == SB_ALU) << w;
    s->by_load = (s->by_load & ~warp_bit(w)) | (uint64_t)(h == SB_LOAD) << w;
}

void sm_refresh(sm *s, unsigned w)
{
    const winst *i = s->warps[w].next;
    const uint64_t bit = warp_bit(w), others = ~bit;
    s->on[UNIT_SP] &= others;
    s->on[UNIT_SFU] &= others;
    s->on[UNIT_MEM] &= others;
    s->on[UNIT_TENSOR] &= others;
    s->loads &= others;
    s->stores &= others;
    s->held &= others;
    s->no_load &= others;
    scoreboard_next(&s->sb, w, i);
    refresh_hazard(s, w);
    if (i->kind != W_BARRIER && i->kind != W_FENCE) s->on[i->unit] |= bit;
    if (i->kind == W_ALU) return; // the usual one
    if (i->kind == W_LOAD && is_data(s, i)) s->loads |= bit;
    if (i->kind == W_STORE && is_data(s, i)) s->stores |= bit;
    if (must_be_sent(s, i) && lsu_unsent(s->ls, w)) s->held |= bit;
    if (is_global_load(i) && !lsu_has_load(s->ls, w, i)) s->no_load |= bit;
}

// ---- barriers, fences, exit

static bool opens(const sm *s, const cta_state *c, const barrier_state *b)
{
    return b->needed ? b->arrivals >= b->needed : !(c->warps & s->live & ~b->arrived);
}

// Opens those of the CTA's barriers for which the last warp has come, or for which the last warp
// that had not has exited.
static void open_barriers(sm *s, cta_state *c)
{
    for (uint32_t begun = c->begun; begun; begun &= begun - 1) {
        unsigned k = (unsigned)__builtin_ctz(begun);
        if (!opens(s, c, &c->barriers[k])) continue;
        s->waiting &= ~c->barriers[k].waiting;
        c->barriers[k] = (barrier_state){0};
        c->begun &= ~(1u << k);
    }
}

static void arrive(sm *s, unsigned w)
{
    CHECK(s->x.barrier < SM_BARRIERS, "SM %u warp %u: barrier %u of %d", s->id, w, s->x.barrier,
          SM_BARRIERS);
    cta_state *c = &s->ctas[s->cta_of[w]];
    barrier_state *b = &c->barriers[s->x.barrier];
    s->stats.barriers++;
    if (!s->crossed) s->crossed = lsu_unsent_count(s->ls, w);
    c->begun |= 1u << s->x.barrier;
    b->arrived |= warp_bit(w);
    b->arrivals++;
    b->needed = s->x.barrier_warps;
    if (s->x.barrier_pass) return;
    b->waiting |= warp_bit(w);
    s->waiting |= warp_bit(w);
}

static bool all_performed(const sm *s, unsigned w)
{
    return !lsu_loads(s->ls, w) && !lsu_stores(s->ls, w) && !lsu_holds(s->ls, w);
}

static void fence(sm *s, unsigned w)
{
    s->stats.fences++;
    if (all_performed(s, w)) return;
    s->fencing |= warp_bit(w);
    s->waiting |= warp_bit(w);
}

static void try_retire(sm *s, unsigned w, uint64_t now)
{
    if (s->warps[w].busy_until > now || !all_performed(s, w)) return;
    cta_state *c = &s->ctas[s->cta_of[w]];
    s->exiting &= ~warp_bit(w);
    sm_count_residence(s, now);
    if (!--s->resident) lsu_drain(s->ls);
    if (--c->left) return;
    c->finished = true;
    s->activity.finished++;
}

static void leave(sm *s, unsigned w, uint64_t now)
{
    uint64_t bit = warp_bit(w);
    s->buffered[w] = 0;
    s->live &= ~bit;
    s->decoded &= ~bit;
    s->exiting |= bit;
    open_barriers(s, &s->ctas[s->cta_of[w]]);
    if (s->warps[w].busy_until > now)
        writeback_calendar_add(&s->ends, now, s->warps[w].busy_until, w, NULL);
    else try_retire(s, w, now);
}

void sm_exit_warps(sm *s, uint64_t now)
{
    const uint64_t all = s->live;
    s->by_alu = s->by_load = s->held = s->no_load = s->stale = s->redirected = s->needs_fetch = 0;
    s->fetching = NO_WARP;
    for (uint64_t left = all; left; left &= left - 1)
        leave(s, (unsigned)__builtin_ctzll(left), now);
    s->waiting = s->fencing = 0;
}

// ---- things that come back

void sm_release(sm *s, unsigned w, const winst *i)
{
    if (i) scoreboard_release(&s->sb, w, i);
    if (s->live & (s->by_alu | s->by_load) & warp_bit(w)) refresh_hazard(s, w);
}

void sm_recheck(sm *s, uint64_t touched, uint64_t now)
{
    for (uint64_t set = touched & (s->held | s->no_load) & s->live; set; set &= set - 1)
        sm_refresh(s, (unsigned)__builtin_ctzll(set));
    for (uint64_t set = touched & s->fencing; set; set &= set - 1) {
        unsigned w = (unsigned)__builtin_ctzll(set);
        if (!all_performed(s, w)) continue;
        s->fencing &= ~warp_bit(w);
        s->waiting &= ~warp_bit(w);
    }
    for (uint64_t set = touched & s->exiting; set; set &= set - 1)
        try_retire(s, (unsigned)__builtin_ctzll(set), now);
}

// ---- eval: choice

typedef struct rooms {
    unsigned mem, sp, sfu, tensor; // instructions that may still issue in this cycle
    uint64_t refused;              // warps that WarpPool keeps from issuing
} rooms;

static uint64_t blocked_by_units(const sm *s, const rooms *r)
{
    const uint64_t mem = (uint64_t)(r->mem != 0) - 1, sp = (uint64_t)(r->sp != 0) - 1,
                   sfu = (uint64_t)(r->sfu != 0) - 1,
                   tensor = (uint64_t)(r->tensor != 0) - 1; // all ones: no room
    return s->no_load | r->refused | (s->on[UNIT_MEM] & mem) | (s->on[UNIT_SP] & sp) |
           (s->on[UNIT_SFU] & sfu) | (s->on[UNIT_TENSOR] & tensor);
}

static void take_room(const sm *s, rooms *r, unsigned w)
{
    r->mem -= (unsigned)(s->on[UNIT_MEM] >> w & 1);
    r->sp -= (unsigned)(s->on[UNIT_SP] >> w & 1);
    r->sfu -= (unsigned)(s->on[UNIT_SFU] >> w & 1);
    r->tensor -= (unsigned)(s->on[UNIT_TENSOR] >> w & 1);
}

// open: may issue as far as registers and the gate go; free: as far as registers go.
static uint64_t *stall_of(sm *s, uint64_t mine, uint64_t open, uint64_t free)
{
    if (open & (s->on[UNIT_MEM] | s->no_load)) return &s->stats.stall_str_mem;
    if (open) {
        s->pipeline_stalled = true;
        return &s->stats.stall_str_alu;
    }
    if (free) return &s->stats.stall_gate;
    uint64_t decoded = s->decoded & mine & ~s->waiting & ~s->held;
    if (decoded & s->by_load) return &s->stats.stall_data_mem;
    if (decoded & s->by_alu) return &s->stats.stall_data_alu;
    if ((s->waiting | (s->decoded & s->held)) & s->live & mine) return &s->stats.stall_sync;
    return s->live & mine ? &s->stats.stall_fetch : &s->stats.stall_idle;
}

static void throw_away(sm *s, uint64_t set)
{
    s->stale &= ~set;
    s->needs_fetch |= set;
    for (; set; set &= set - 1) {
        unsigned w = (unsigned)__builtin_ctzll(set);
        s->buffered[w] = 0;
        s->warps[w].fetch_pc = s->warps[w].next->pc;
        s->stats.refills++;
    }
}

static uint64_t shut_out(const sm *s) { return s->closed.blocked | (s->closed.no_load & s->loads); }

// Warps that have no place in the active set of two_level; those behind the gate neither, or they
// could hold all places for ever.
static uint64_t waits_long(const sm *s)
{
    return ~s->live | s->waiting | (s->decoded & s->by_load) | shut_out(s);
}

// Of the ready warps, those that the scheduler may choose from.
static uint64_t opened(const sm *s, sched *d, uint64_t free)
{
    if (d->kind == SCHED_TWO_LEVEL) sched_renew(d, waits_long(s));
    return free & sched_active(d) & ~shut_out(s);
}

static void ask_gate(sm *s)
{
    const issue_gate_view v = {.live = s->live,
                               .at_barrier = s->waiting & ~s->fencing,
                               .of_scheduler = s->of_scheduler,
                               .age = s->age};
    s->closed = issue_gate_ask(s->gate, &v);
    s->time_dependent = s->closed.time_dependent && (shut_out(s) & s->decoded);
}

// The front end looks at the warp, and at what its instruction uses, when the choice has been made.
static inline void fetch_ahead(const warp_state *w)
{
    const char *warp = w->front;
    const uint16_t *near = w->next->near;
    __builtin_prefetch(warp);
    for (unsigned k = 0; k < WINST_NEAR; k++) __builtin_prefetch(warp + near[k]);
}

static void schedule_one(sm *s, unsigned k, rooms *r)
{
    sched *d = &s->scheds[k];
    uint64_t mine = d->warps;
    uint64_t free = s->decoded & mine & ~(s->waiting | s->by_alu | s->by_load | s->held);
    uint64_t open = s->restricted ? opened(s, d, free) : free;
    int w = sched_pick(d, open & ~blocked_by_units(s, r));
    s->picked[k] = w;
    uint64_t stale = s->stale & mine & ~s->waiting;
    if (stale) throw_away(s, sched_seen_before(d, stale, w));
    if (w == NO_WARP) {
        s->lost[k] = stall_of(s, mine, open, free);
        ++*s->lost[k];
        return;
    }
    fetch_ahead(&s->warps[w]);
    take_room(s, r, (unsigned)w);
    sched_issued(d, (unsigned)w);
}

// Schedulers take turns: the first of this cycle. (A division takes longer than all else here.)
static unsigned first_turn(unsigned n, uint64_t now)
{
    return (unsigned)(n & (n - 1) ? now % n : now & (n - 1));
}
static unsigned next_turn(unsigned n, unsigned k) { return k + 1 < n ? k + 1 : 0; }

void sm_schedule(sm *s, uint64_t now)
{
    unsigned n = s->c->sm.schedulers, turn = first_turn(n, now);
    rooms r = {.mem = s->out.room,
               .refused = lsu_refuses(s->ls, s->loads, s->stores),
               .sp = pipeline_room(&s->sp, now),
               .sfu = pipeline_room(&s->sfu, now),
               .tensor = pipeline_room(&s->tensor, now)};
    s->pipeline_stalled = false;
    s->mem_full = !r.mem;
    if (s->gate) ask_gate(s);
    for (unsigned k = 0; k < n; k++, turn = next_turn(n, turn)) schedule_one(s, turn, &r);
}

// ---- commit: execution

// sm.operand_reads parallel: every bank serves one read a cycle, in the order of issue.
static uint64_t operands_together(sm *s, unsigned w, const winst *i, uint64_t now, uint64_t from)
{
    const unsigned banks = s->c->sm.register_banks;
    uint64_t last = from;
    if (!banks) return i->n_reads ? from + 1 : from;
    for (unsigned k = 0; k < i->n_reads; k++) {
        const uint64_t after =
            reservation_table_take(&s->reads, now, (i->reads[k] + w) & (banks - 1), from) + 1;
        last = after > last ? after : last;
    }
    return last;
}

// Cycle after the last operand of an instruction issued in cycle `now` has been read; serial: one
// register a cycle, of a free bank.
static inline uint64_t operands_at(sm *s, unsigned w, const winst *i, uint64_t now)
{
    uint64_t at = now + s->c->sm.issue_latency - 1;
    if (s->parallel_reads) return operands_together(s, w, i, now, at);
    unsigned banks = s->c->sm.register_banks;
    if (!banks) return at + i->n_src;
    for (unsigned k = i->n_dst; k < (unsigned)i->n_dst + i->n_src; k++)
        at = reservation_table_take(&s->reads, now, (i->regs[k] + w) & (banks - 1), at) + 1;
    return at;
}

// The banks that the result goes to when the instruction ends serve no read then. (Cycles of reads
// are counted from 1 on: reservation_table_take.)
static void book_writes(sm *s, unsigned w, const winst *i, uint64_t now, uint64_t end)
{
    const unsigned banks = s->c->sm.register_banks;
    for (unsigned k = 0; banks && k < i->n_writes; k++) {
        reservation_table_put(&s->reads, end + 1,
                              reservation_table_taken(&s->reads, now, end + 1) |
                                  (uint64_t)1 << ((i->writes[k] + w) & (banks - 1)));
    }
}

// First cycle from `ready` on in which the pipeline has a unit and the result, `latency` later, a
// bus.
static uint64_t start_with_bus(sm *s, const pipeline *p, uint64_t now, uint64_t ready,
                               unsigned latency)
{
    uint64_t start = pipeline_start(p, ready);
    while (!reservation_table_take_any(&s->results, now, s->c->sm.result_buses, start + latency))
        start++;
    return start;
}

// The same for an instruction that needs this collector, from the cycle after its issue on.
static uint64_t collected_at(sm *s, const uint64_t *collector, unsigned w, const winst *i,
                             uint64_t now)
{
    const uint64_t at = *collector > now + 1 ? *collector : now + 1;
    return operands_together(s, w, i, now, at + s->c->sm.issue_latency - 2);
}

// The collector is free when its instruction has read all, and the one before it on the same unit
// has started.
static void free_collector(uint64_t *collector, uint64_t ready, uint64_t start, unsigned initiation)
{
    *collector = ready - 1 > start - initiation ? ready - 1 : start - initiation;
}

static void execute_alu(sm *s, unsigned w, const winst *i, uint64_t now)
{
    const struct cfg_sm *t = &s->c->sm;
    pipeline *p = i->unit == UNIT_SP ? &s->sp : i->unit == UNIT_SFU ? &s->sfu : &s->tensor;
    uint64_t *const collector = s->parallel_reads ? pipeline_collector(p) : NULL;
    const uint64_t read =
        collector ? collected_at(s, collector, w, i, now) : operands_at(s, w, i, now);
    const uint64_t ready =
        t->result_buses ? start_with_bus(s, p, now, read, s->latency[i->latency]) : read;
    const uint64_t start = pipeline_issue(p, ready, s->initiation[i->latency]);
    if (collector) free_collector(collector, read, start, s->initiation[i->latency]);
    uint64_t end = start + s->latency[i->latency] + t->writeback_latency;
    if (end > s->warps[w].busy_until) s->warps[w].busy_until = end;
    if (!i->n_dst) return;
    if (s->parallel_reads) book_writes(s, w, i, now, end);
    scoreboard_reserve(&s->sb, w, i, false);
    writeback_calendar_add(&s->ends, now, end, w, i);
}

static void execute_mem(sm *s, unsigned w, const winst *i, uint64_t now)
{
    scoreboard_reserve(&s->sb, w, i, true);
    const uint64_t read = operands_at(s, w, i, now) - (now + s->c->sm.issue_latency - 1);
    lsu_issue(s->ls, w, i, &s->x, now, (unsigned)read);
}

static void execute(sm *s, unsigned w, const winst *i, uint64_t now)
{
    switch ((winst_kind)i->kind) {
    case W_ALU: execute_alu(s, w, i, now); break;
    case W_LOAD:
    case W_STORE:
    case W_ATOMIC: execute_mem(s, w, i, now); break;
    case W_BARRIER:
        if (s->x.active) arrive(s, w);
        break;
    case W_FENCE: fence(s, w); break;
    case W_FAULT: s->activity.fault = true; break;
    }
}

// The warp's buffer after its first instruction has gone; `follows`: the next one is the next in
// program order.
static void advance(sm *s, unsigned w, bool follows)
{
    uint64_t bit = warp_bit(w);
    if (--s->buffered[w]) {
        put_bit(&s->stale, bit, !follows);
        put_bit(&s->decoded, bit, follows);
        return;
    }
    s->decoded &= ~bit;
    put_bit(&s->redirected, bit, !follows);
    s->needs_fetch |= bit;
}

// Time of what the front end has executed.
static inline void issued(sm *s, unsigned w, const winst *next, uint64_t now)
{
    const winst *i = s->warps[w].next;
    s->stats.warp_insns++;
    s->stats.thread_insns += lanes_of(s->x.active);
    s->warps[w].next = next;
    execute(s, w, i, now);
    if (!next) {
        leave(s, w, now);
        return;
    }
    if (next->kind == W_FAULT) s->activity.fault = true;
    advance(s, w, next->pc == i->pc + 1);
    sm_refresh(s, w);
    if (i->kind == W_BARRIER) open_barriers(s, &s->ctas[s->cta_of[w]]);
}

static inline const winst *front_issue(sm *s, unsigned w, uint64_t now)
{
    s->x.now = now;
    return s->f->issue(s->warps[w].front, &s->x);
}

// Of the active lanes, the first that the countdown leaves.
static void count_lanes(sm *s)
{
    insn_countdown *d = s->countdown;
    while (lanes_of(s->x.active) > d->left) {
        s->x.active &= ~((uint32_t)1 << (31 - __builtin_clz(s->x.active)));
        d->missed = true;
    }
    d->left -= lanes_of(s->x.active);
}

// The same as sm_execute, close to gpu.insn_limit. A choice that must not issue any more was none.
static void execute_within_limit(sm *s, uint64_t now)
{
    unsigned n = s->c->sm.schedulers, turn = first_turn(n, now);
    for (unsigned k = 0; k < n; k++, turn = next_turn(n, turn)) {
        const int w = s->picked[turn];
        if (w == NO_WARP) continue;
        if (s->countdown->left == 0) {
            s->countdown->missed = true;
            s->stats.stall_idle++;
            continue;
        }
        const winst *next = front_issue(s, (unsigned)w, now);
        count_lanes(s);
        issued(s, (unsigned)w, next, now);
    }
}

void sm_execute(sm *s, uint64_t now)
{
    if (s->countdown) {
        execute_within_limit(s, now);
        return;
    }
    unsigned n = s->c->sm.schedulers, turn = first_turn(n, now);
    for (unsigned k = 0; k < n; k++, turn = next_turn(n, turn)) {
        int w = s->picked[turn];
        if (w != NO_WARP) issued(s, (unsigned)w, front_issue(s, (unsigned)w, now), now);
    }
}

// ---- commit: decode and fetch

// Instructions that come with one at `pc`.
static unsigned fetched_at(const sm *s, uint32_t pc)
{
    const uint32_t line = s->c->l1i.line_bytes / WINST_BYTES,
                   left = line - ((uint32_t)(s->code / WINST_BYTES + pc) & (line - 1));
    return s->c->sm.fetch_pair || left > IBUFFER ? IBUFFER : left;
}

static void decode(sm *s, unsigned w)
{
    uint64_t bit = warp_bit(w);
    unsigned n = fetched_at(s, s->warps[w].fetch_pc);
    s->buffered[w] = (uint8_t)n;
    s->warps[w].fetch_pc += n;
    if (s->redirected & bit) s->stale |= bit;
    else s->decoded |= bit;
    s->redirected &= ~bit;
}

static void take_line(sm *s)
{
    unsigned w = readonly_cache_front(&s->l1i)->warp;
    readonly_cache_pop(&s->l1i);
    s->missing &= ~warp_bit(w);
    if (s->live & warp_bit(w)) s->fetching = (int)w;
}

static void ask_line(sm *s, unsigned w, uint64_t addr)
{
    const mreq r = {.addr = addr,
                    .load = UINT16_MAX,
                    .kind = MREQ_READ,
                    .flags = MREQ_CODE,
                    .sm = (uint8_t)s->id,
                    .warp = (uint8_t)w};
    if (readonly_cache_access(&s->l1i, &r) == READONLY_CACHE_FAIL) return;
    lsu_code_missed(s->ls);
    s->needs_fetch &= ~warp_bit(w);
    s->missing |= warp_bit(w);
}

static void ask(sm *s, unsigned w)
{
    uint64_t addr = s->code + (uint64_t)s->warps[w].fetch_pc * WINST_BYTES;
    if (!readonly_cache_hit(&s->l1i, addr)) {
        ask_line(s, w, addr);
        return;
    }
    s->needs_fetch &= ~warp_bit(w);
    s->fetching = (int)w;
}

void sm_fetch(sm *s)
{
    if (s->fetching != NO_WARP) decode(s, (unsigned)s->fetching);
    s->fetching = NO_WARP;
    if (readonly_cache_front(&s->l1i)) {
        take_line(s);
        return;
    }
    if (!s->needs_fetch) return;
    uint64_t after =
        s->last_fetched + 1 < SM_SLOTS ? s->needs_fetch & ~(uint64_t)0 << (s->last_fetched + 1) : 0;
    s->last_fetched = __builtin_ctzll(after ? after : s->needs_fetch);
    ask(s, (unsigned)s->last_fetched);
}
