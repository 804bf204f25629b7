// sm.c: makes an SM, places and frees its CTAs, and runs its cycle. See sm.h; warps and
// instructions are in sm_issue.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/sm_state.h"

#include "machine/common/bits.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

STAT_TABLE(sm_stat_table, "sm", SM_STATS);

// ---- life

static void set_latencies(sm *s)
{
    s->latency[LAT_ONE] = s->initiation[LAT_ONE] = 1;
#define SET(name) \
    s->latency[LAT_##name] = (uint16_t)s->c->latency.name; \
    s->initiation[LAT_##name] = (uint16_t)s->c->latency.name##_init;
    WINST_LATENCIES(SET)
#undef SET
#define SET_TENSOR(name) \
    s->latency[LAT_tensor_##name] = (uint16_t)s->c->tensor.name; \
    s->initiation[LAT_tensor_##name] = (uint16_t)s->c->tensor.name##_init;
    WINST_TENSOR(SET_TENSOR)
#undef SET_TENSOR
}

static bool make_memory(sm *s, const devices *d, chan *request, chan *reply, err *e)
{
    readonly_cache_init(&s->l1i, &READONLY_CACHE_CFG(&s->c->l1i));
    readonly_cache_init(&s->l1c, &READONLY_CACHE_CFG(&s->c->l1c));
    if (s->c->l1t.enable) {
        const texture_cache_cfg k = texture_cache_cfg_of(s->c);
        texture_cache_init(&s->l1t, &k);
    }
    s->l1 = l1d_new(s->c, s->id, e);
    if (!s->l1) return false;
    l1d_attach_gate(s->l1, s->gate);
    if (s->c->streambypass.enable && s->c->streambypass.l1 &&
        streambypass_seam_new(&s->monitor, s->c, d, s->id, e) != ST_OK)
        return false;
    l1d_attach_monitor(s->l1, s->monitor);
    lsu_wiring w = {.sm = s->id,
                    .l1 = s->l1,
                    .l1i = &s->l1i,
                    .l1c = &s->l1c,
                    .l1t = s->c->l1t.enable ? &s->l1t : NULL,
                    .request = request,
                    .reply = reply,
                    .cta_of = s->cta_of,
                    .warp_in_cta = s->warp_in_cta,
                    .stats = &s->stats};
    s->ls = lsu_new(s->c, d, &w, e);
    return s->ls != NULL;
}

sm *sm_new(const config *c, const devices *d, unsigned id, chan *request, chan *reply, err *e)
{
    sm *s = wl_calloc_lines(1, sizeof *s);
    s->c = c;
    s->id = id;
    set_latencies(s);
    s->sp =
        (pipeline){.units = c->sm.sp_units, .depth = SP_DEPTH, .n_collectors = c->sm.sp_collectors};
    s->sfu = (pipeline){
        .units = c->sm.sfu_units, .depth = SFU_DEPTH, .n_collectors = c->sm.sfu_collectors};
    s->tensor = (pipeline){
        .units = c->tensor.units, .depth = TENSOR_DEPTH, .n_collectors = c->sm.sp_collectors};
    if (c->sm.register_banks) reservation_table_init(&s->reads);
    if (c->sm.result_buses) reservation_table_init(&s->results);
    writeback_calendar_init(&s->ends);
    for (unsigned k = 0; k < c->sm.schedulers; k++) {
        sched_init(&s->scheds[k], c, k, s->age);
        s->of_scheduler[k] = s->scheds[k].warps;
        s->lost[k] = &s->stats.stall_idle;
        s->picked[k] = NO_WARP;
    }
    s->gate = issue_gate_new(c);
    s->parallel_reads = c->sm.operand_reads == OPERANDS_PARALLEL;
    s->restricted = s->gate || c->sm.scheduler == SCHED_TWO_LEVEL;
    s->fetching = NO_WARP;
    s->last_fetched = SM_SLOTS - 1;
    if (make_memory(s, d, request, reply, e)) return s;
    sm_free(s);
    return NULL;
}

void sm_free(sm *s)
{
    if (!s) return;
    lsu_free(s->ls);
    l1d_free(s->l1);
    streambypass_seam_free(s->monitor);
    readonly_cache_free(&s->l1i);
    readonly_cache_free(&s->l1c);
    texture_cache_free(&s->l1t);
    issue_gate_free(s->gate);
    scoreboard_free(&s->sb);
    reservation_table_free(&s->reads);
    reservation_table_free(&s->results);
    writeback_calendar_free(&s->ends);
    free(s);
}

// ---- CTAs

void sm_begin(sm *s, const front_end *f, unsigned slots, uint64_t code)
{
    CHECK(!s->resident, "SM %u: a kernel begins while %u warps are resident", s->id, s->resident);
    s->f = f;
    s->x.word_step = f->local_step;
    s->slots = slots;
    s->code = code;
    scoreboard_reset(&s->sb, s->c->sm.warps, f->n_regs);
    l1d_flush(s->l1);
    if (s->gate) issue_gate_begin(s->gate, s->stats.warp_insns);
    if (s->c->l1c.flush) readonly_cache_flush(&s->l1c);
    if (s->c->l1t.enable && s->c->l1t.flush) texture_cache_flush(&s->l1t);
}

static void place_warp(sm *s, unsigned slot, unsigned k)
{
    unsigned w = slot * s->f->warps_per_cta + k;
    uint64_t bit = warp_bit(w);
    warp_state *x = &s->warps[w];
    *x = (warp_state){0};
    x->front = s->f->warp(s->f->self, s->id, slot, k, &x->next);
    x->fetch_pc = x->next->pc;
    s->cta_of[w] = (uint8_t)slot;
    s->warp_in_cta[w] = (uint8_t)k;
    s->age[w] = s->next_age++;
    sched_place(&s->scheds[w % s->c->sm.schedulers], w, s->live);
    if (s->gate) {
        const uint64_t before = s->live & s->of_scheduler[w % s->c->sm.schedulers];
        s->stats.over_limit += (unsigned)__builtin_popcountll(before) >= issue_gate_width(s->gate);
        issue_gate_place(s->gate, w);
    }
    s->ctas[slot].warps |= bit;
    s->live |= bit;
    s->needs_fetch |= bit;
    s->redirected &= ~bit;
    if (x->next->kind == W_FAULT) s->activity.fault = true;
    sm_refresh(s, w);
}

bool sm_place(sm *s, uint32_t cta, uint64_t now)
{
    unsigned slot = 0;
    while (slot < s->slots && s->ctas[slot].left) slot++;
    if (slot == s->slots) return false;
    sm_account(s, now);
    s->ctas[slot] = (cta_state){.left = s->f->warps_per_cta};
    s->resident += s->f->warps_per_cta;
    s->f->cta_start(s->f->self, cta, s->id, slot);
    l1d_place(s->l1, slot);
    for (unsigned k = 0; k < s->f->warps_per_cta; k++) place_warp(s, slot, k);
    s->stats.ctas++;
    s->activity.active_at = now;
    s->quiescent = false;
    s->activity.wake = now + 1;
    return true;
}

void sm_limit(sm *s, unsigned warps, uint64_t now)
{
    issue_gate_limit(s->gate, warps);
    if (!s->resident) return;
    sm_account(s, now);
    s->quiescent = false;
    s->activity.wake = now + 1;
}

void sm_count_down(sm *s, insn_countdown *d) { s->countdown = d; }

static void finish_ctas(sm *s);

bool sm_exit_all(sm *s, uint64_t now)
{
    if (!s->live) return false;
    sm_account(s, now);
    sm_exit_warps(s, now);
    if (s->activity.finished) finish_ctas(s);
    s->activity.active_at = now;
    s->quiescent = false;
    s->activity.wake = now + 1;
    return true;
}

static void finish_ctas(sm *s)
{
    for (unsigned slot = 0; slot < s->slots; slot++) {
        if (!s->ctas[slot].finished) continue;
        s->ctas[slot].finished = false;
        s->f->cta_done(s->f->self, s->id, slot);
    }
}

unsigned sm_take_finished(sm *s)
{
    unsigned n = s->activity.finished;
    s->activity.finished = 0;
    return n;
}

// ---- the cycle: its halves are compiled into sm_cycle, which is the usual way to it

#define IN_CYCLE static inline __attribute__((always_inline))

// Cycles in which the schedulers chose as before, up to and including `now`.
static void account_schedulers(sm *s, uint64_t now)
{
    const uint64_t cycles = now - s->accounted;
    s->accounted = now;
    for (unsigned k = 0; k < s->c->sm.schedulers; k++) *s->lost[k] += cycles;
}

// Cycles in which the load/store unit was not evaluated, up to and including `now`.
static inline void account_memory(sm *s, uint64_t now)
{
    if (now > s->memory_at) lsu_skip(s->ls, now - s->memory_at);
    s->memory_at = now;
}

void sm_count_residence(sm *s, uint64_t now)
{
    if (now <= s->counted) return;
    const uint64_t cycles = now - s->counted;
    s->counted = now;
    s->stats.scheduler_cycles += cycles * s->c->sm.schedulers;
    s->stats.warp_cycles += cycles * s->resident;
    s->stats.active_cycles += s->resident ? cycles : 0;
}

void sm_account(sm *s, uint64_t now)
{
    sm_count_residence(s, now);
    if (now > s->accounted) account_schedulers(s, now);
    account_memory(s, now);
}

// The schedulers choose in this cycle; what they do is counted by sm_schedule.
static void begin_choice(sm *s, uint64_t now)
{
    if (now - 1 > s->accounted) account_schedulers(s, now - 1);
    s->accounted = now;
}

// Something has come that the schedulers must see; before anything of it is changed.
static inline void stir(sm *s, uint64_t now)
{
    if (s->quiescent) begin_choice(s, now);
    s->quiescent = false;
}

static void end_now(sm *s, uint64_t now)
{
    writeback_calendar_event e;
    s->activity.active_at = now;
    while (writeback_calendar_take(&s->ends, now, &e)) {
        sm_release(s, e.warp, e.i);
        if (s->exiting & warp_bit(e.warp)) sm_recheck(s, warp_bit(e.warp), now);
    }
}

// Warps for which it matters that something left or returned.
static uint64_t concerned(const sm *s) { return s->held | s->no_load | s->fencing | s->exiting; }

IN_CYCLE void step_memory(sm *s, uint64_t now)
{
    lsu_out *o = &s->out;
    lsu_cycle(s->ls, now, o);
    s->activity.active_at = choose(o->progress, now, s->activity.active_at);
    const bool concerns = (o->touched & concerned(s)) != 0, ends = o->n_done != 0,
               line = readonly_cache_has_ready(&s->l1i);
    if (concerns | ends | o->may_issue | line | (s->mem_full & o->room)) stir(s, now);
    for (unsigned k = 0; k < o->n_done; k++) {
        const lsu_done *d = &o->done[k];
        if (d->at > s->warps[d->warp].busy_until) s->warps[d->warp].busy_until = d->at;
        if (d->at > now) writeback_calendar_add(&s->ends, now, d->at, d->warp, d->i);
        else sm_release(s, d->warp, d->i);
    }
    if (concerns) sm_recheck(s, o->touched, now);
}

IN_CYCLE void eval(sm *s, uint64_t now)
{
    account_memory(s, now - 1);
    s->memory_at = now;
    if (!s->quiescent) begin_choice(s, now);
    if (writeback_calendar_has(&s->ends, now)) {
        stir(s, now);
        end_now(s, now);
    }
    if (s->gate) issue_gate_cycle(s->gate, now, s->stats.warp_insns);
    step_memory(s, now);
    if (!s->quiescent) sm_schedule(s, now);
}

static bool any_picked(const sm *s)
{
    bool any = false;
    for (unsigned k = 0; k < s->c->sm.schedulers; k++) any |= s->picked[k] != NO_WARP;
    return any;
}

// Issue and fetch. Returns whether the schedulers may choose otherwise in the next cycle though
// nothing comes back.
static bool commit_issue(sm *s, uint64_t now)
{
    bool changed = any_picked(s) || s->fetching != NO_WARP;
    uint64_t missing = s->missing;
    sm_execute(s, now);
    sm_fetch(s);
    changed |= missing != s->missing;
    if (changed) s->activity.active_at = now;
    return changed || s->pipeline_stalled || s->time_dependent || s->needs_fetch ||
           s->fetching != NO_WARP || readonly_cache_front(&s->l1i);
}

IN_CYCLE void commit(sm *s, uint64_t now)
{
    if (!s->quiescent) s->quiescent = !commit_issue(s, now);
    if (s->gate) s->stats.lost_locality = issue_gate_lost(s->gate);
    if (s->activity.finished) finish_ctas(s);
    if (!s->quiescent) {
        s->activity.wake = now + 1;
        return;
    }
    uint64_t memory = s->out.goes_on ? now + 1 : lsu_next(s->ls, now),
             end = writeback_calendar_next(&s->ends);
    s->activity.wake = memory < end ? memory : end;
}

void sm_eval(sm *s, uint64_t now) { eval(s, now); }
void sm_commit(sm *s, uint64_t now) { commit(s, now); }

// Nothing but a reply calls: it goes into its register, and the rest is added as for a cycle that
// is passed over.
void sm_cycle(sm *s, uint64_t now)
{
    if (s->activity.wake > now && lsu_has_only_reply(sm_signals(s))) {
        lsu_pop(s->ls);
        s->activity.wake = now + 1;
        return;
    }
    eval(s, now);
    commit(s, now);
}

const sm_activity *sm_get_activity(const sm *s) { return &s->activity; }
const lsu_signals *sm_signals(const sm *s) { return lsu_get_signals(s->ls); }
const mreq *sm_next_miss(const sm *s) { return lsu_next_miss(s->ls); }

// ---- questions

bool sm_resident(const sm *s) { return s->resident != 0; }
bool sm_idle(const sm *s) { return !s->resident && lsu_idle(s->ls); }
const sm_stats *sm_get_stats(const sm *s) { return &s->stats; }
const l1d_stats *sm_l1d_stats(const sm *s) { return l1d_get_stats(s->l1); }
const readonly_cache_stats *sm_l1i_stats(const sm *s) { return &s->l1i.s; }
const readonly_cache_stats *sm_l1c_stats(const sm *s) { return &s->l1c.s; }
const texture_cache_stats *sm_l1t_stats(const sm *s) { return &s->l1t.s; }
const streambypass_events *sm_streambypass_events(const sm *s)
{
    return streambypass_seam_events(s->monitor);
}
const mrpb_events *sm_mrpb_events(const sm *s) { return lsu_mrpb_events(s->ls); }
const warppool_events *sm_warppool_events(const sm *s) { return lsu_warppool_events(s->ls); }
