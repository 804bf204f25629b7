// gpu.c: advances the machine in time: clocks, steps, skipping of idle time, and a kernel from its
// launch to its end. See gpu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/gpu_state.h"
#include "machine/run/threads.h"

#include <stdlib.h>
#include <string.h>

// ---- life

static dwtcs_seam *make_throttle(const gpu *g, err *e)
{
    dwtcs_seam_sm *counters = wl_calloc(g->n_sms, sizeof *counters);
    for (unsigned i = 0; i < g->n_sms; i++)
        counters[i] = (dwtcs_seam_sm){sm_get_stats(g->sms[i]), sm_l1d_stats(g->sms[i])};
    dwtcs_seam *t = dwtcs_seam_new(&g->c, &g->hooks.devices, counters, e);
    free(counters);
    return t;
}

static bool make_sms(gpu *g, err *e)
{
    g->n_sms = g->c.gpu.sms;
    g->sms = wl_calloc(g->n_sms, sizeof *g->sms);
    g->order = wl_calloc(g->n_sms, sizeof *g->order);
    g->probes = wl_calloc(g->n_sms, sizeof *g->probes);
    g->wakes = wl_calloc(g->n_sms, sizeof *g->wakes);
    g->timer = UINT64_MAX;
    g->sm_words = bits_words(g->n_sms);
    for (unsigned i = 0; i < g->n_sms; i++) {
        g->sms[i] = sm_new(&g->c, &g->hooks.devices, i, memsys_request(g->mem, i),
                           memsys_reply(g->mem, i), e);
        if (!g->sms[i]) return false;
        g->probes[i] = (sm_probe){g->sms[i], sm_get_activity(g->sms[i]), sm_signals(g->sms[i])};
        gpu_note(g, i);
    }
    if (g->c.dwtcs.enable) g->dwtcs = make_throttle(g, e);
    return !g->c.dwtcs.enable || g->dwtcs;
}

// gpu.stuck_cycles of the slowest clock, in core cycles: a request moves no faster than the clock
// of where it is.
static uint64_t stuck_cycles(const config *c)
{
    const struct cfg_gpu *k = &c->gpu;
    uint32_t slowest = k->core_mhz;
    const uint32_t others[] = {k->icnt_mhz, k->l2_mhz, k->dram_mhz};
    for (unsigned i = 0; i < 3; i++) slowest = others[i] < slowest ? others[i] : slowest;
    return (uint64_t)k->stuck_cycles * k->core_mhz / slowest;
}

// So much slower than another clock that it pays to look whether the memory system rests until the
// next core edge.
static bool slow_core(const config *c)
{
    enum { TIMES = 4 };
    const uint32_t others[] = {c->gpu.icnt_mhz, c->gpu.l2_mhz, c->gpu.dram_mhz};
    bool slow = false;
    for (unsigned i = 0; i < 3; i++) slow |= others[i] >= TIMES * c->gpu.core_mhz;
    return slow;
}

static thread_work no_share(void *ctx)
{
    (void)ctx;
    return WORK_NONE;
}

gpu *gpu_new(const config *c, const gpu_hooks *h, err *e)
{
    gpu *g = wl_calloc(1, sizeof *g);
    g->c = *c;
    if (h) g->hooks = *h;
    g->shuffle = (rng){g->hooks.shuffle_seed};
    g->stuck_cycles = stuck_cycles(c);
    g->slow_core = slow_core(c);
    clocks_init(&g->clk, (const uint32_t[CLOCK_COUNT]){[CLOCK_CORE] = c->gpu.core_mhz,
                                                       [CLOCK_ICNT] = c->gpu.icnt_mhz,
                                                       [CLOCK_L2] = c->gpu.l2_mhz,
                                                       [CLOCK_DRAM] = c->gpu.dram_mhz});
    g->last_sm = c->gpu.sms - 1;
    g->insns_at = UINT64_MAX;
    g->untimed.limit = c->gpu.insn_limit ? c->gpu.insn_limit : UINT64_MAX;
    g->mem = memsys_new(&g->c, e);
    if (g->mem) memsys_shuffle(g->mem, g->hooks.shuffle_seed);
    const bool plain = !g->hooks.shuffle_seed && !g->hooks.no_skip;
    if (g->mem && g->hooks.threads > 1 && plain) {
        if (!c->dwtcs.enable && !g->hooks.devices.make) g->sm_split = sm_split_new(g);
        g->back_thread = back_thread_new(g->mem, &g->c, g->sm_split ? sm_split_idle_work : no_share,
                                         g->sm_split);
    }
    if (g->mem && make_sms(g, e) &&
        memsys_attach_devices(g->mem, &g->c, &g->hooks.devices, e) == ST_OK)
        return g;
    gpu_free(g);
    return NULL;
}

void gpu_free(gpu *g)
{
    if (!g) return;
    back_thread_free(g->back_thread);
    sm_split_free(g->sm_split);
    dwtcs_seam_free(g->dwtcs);
    for (unsigned i = 0; i < g->n_sms; i++) sm_free(g->sms[i]);
    for (unsigned i = 0; i < g->n_kernels; i++) free(g->kernels[i].name);
    memsys_free(g->mem);
    clocks_free(&g->clk);
    free(g->kernels);
    free(g->programs);
    free(g->sms);
    free(g->probes);
    free(g->wakes);
    free(g->order);
    free(g);
}

uint64_t gpu_cycle(const gpu *g) { return g->cycle; }
bool gpu_cut(const gpu *g) { return g->cut; }

// ---- a step

static void shuffle(gpu *g, unsigned *list, unsigned n)
{
    if (!g->hooks.shuffle_seed) return;
    for (unsigned i = n; i > 1; i--) {
        unsigned k = (unsigned)rng_below(&g->shuffle, i), held = list[i - 1];
        list[i - 1] = list[k];
        list[k] = held;
    }
}

bool gpu_empty(const gpu *g, unsigned i)
{
    return g->probes[i].activity->wake == UINT64_MAX && sm_idle(g->sms[i]);
}

void gpu_note(gpu *g, unsigned i)
{
    const sm_probe *l = &g->probes[i];
    const uint64_t wake = l->activity->wake;
    const bool soon = wake <= g->cycle + 1;
    bits_assign(&g->soon, i, soon);
    bits_assign(&g->missing, i, l->signals->miss_waits);
    g->wakes[i] = wake;
    g->timer = choose(!soon & (wake < g->timer), wake, g->timer);
}

// SMs that sleep and whose time has come join `soon`.
static void wake_up(gpu *g)
{
    g->timer = UINT64_MAX;
    for (unsigned i = 0; i < g->n_sms; i++) {
        const uint64_t wake = g->wakes[i];
        bits_put(&g->soon, i, wake <= g->cycle);
        g->timer = choose((wake > g->cycle) & (wake < g->timer), wake, g->timer);
    }
}

// SMs that must be evaluated in the cycle after the last one, unless one wakes by itself
// (g->timer); false: none.
static bool due_next(const gpu *g, bits *due)
{
    const bits *replied = memsys_replied(g->mem), *freed = memsys_freed(g->mem);
    for (unsigned k = 0; k < g->sm_words; k++)
        due->w[k] = g->soon.w[k] | replied->w[k] | (g->missing.w[k] & freed->w[k]);
    return bits_any(due, g->sm_words);
}

// SMs that are due in this cycle; false: none.
static bool visit(gpu *g, bits *due)
{
    if (g->timer <= g->cycle) wake_up(g);
    bool any = due_next(g, due);
    bits_clear_all(memsys_freed(g->mem), g->sm_words);
    if (!g->hooks.no_skip) return any;
    for (unsigned i = 0; i < g->n_sms; i++) bits_set(due, i);
    return true;
}

static void throttle_sms(gpu *g)
{
    if (!dwtcs_seam_cycle(g->dwtcs, g->cycle)) return;
    for (unsigned i = 0; i < g->n_sms; i++) {
        sm_limit(g->sms[i], dwtcs_seam_limit(g->dwtcs, i), g->cycle);
        gpu_note(g, i);
    }
}

static inline void collect(gpu *g, const sm_probe *l, unsigned finished)
{
    const sm_activity *n = l->activity;
    g->ctas_done += finished;
    if (finished && g->next_cta < g->n_ctas) g->place = true;
    g->active_at = choose(n->active_at > g->active_at, n->active_at, g->active_at);
    g->faulted |= n->fault;
}

// What 64 SMs have become: bit for bit as in the sets.
typedef struct ran {
    uint64_t soon, missing, moved;
} ran;

void gpu_collect(gpu *g, unsigned i, unsigned finished) { collect(g, &g->probes[i], finished); }

// After SM i's cycle.
static inline void note_ran(gpu *g, unsigned i, uint64_t cycle, ran *r)
{
    const sm_probe *l = &g->probes[i];
    const uint64_t wake = l->activity->wake, at = i & 63;
    const bool soon = wake <= cycle + 1;
    collect(g, l, l->activity->finished ? sm_take_finished(l->s) : 0);
    g->wakes[i] = wake;
    g->timer = choose(!soon & (wake < g->timer), wake, g->timer);
    r->soon |= (uint64_t)soon << at;
    r->missing |= (uint64_t)l->signals->miss_waits << at;
    r->moved |= (uint64_t)l->signals->moved << at;
}

static inline void take_over(gpu *g, unsigned word, uint64_t due, const ran *r)
{
    g->soon.w[word] = (g->soon.w[word] & ~due) | r->soon;
    g->missing.w[word] = (g->missing.w[word] & ~due) | r->missing;
    if (r->moved) memsys_sms_moved(g->mem, word, r->moved);
}

// No SM sees another before the edge, so that each may do its whole cycle while it is in the
// processor's cache, SM by SM.
static void run_sms(gpu *g, const bits *due)
{
    const uint64_t cycle = g->cycle;
    for (unsigned k = 0; k < g->sm_words; k++) {
        ran r = {0};
        for (uint64_t left = due->w[k]; left; left &= left - 1) {
            const unsigned i = 64 * k + (unsigned)__builtin_ctzll(left);
            sm_cycle(g->probes[i].s, cycle);
            note_ran(g, i, cycle, &r);
        }
        take_over(g, k, due->w[k], &r);
    }
}

static void run_sms_shuffled(gpu *g, const bits *due)
{
    unsigned n = 0;
    BITS_FOR(i, due, g->sm_words) g->order[n++] = (unsigned)i;
    shuffle(g, g->order, n);
    for (unsigned k = 0; k < n; k++) sm_eval(g->sms[g->order[k]], g->cycle);
    for (unsigned k = 0; k < g->sm_words; k++) {
        ran r = {0};
        for (uint64_t left = due->w[k]; left; left &= left - 1) {
            const unsigned i = 64 * k + (unsigned)__builtin_ctzll(left);
            sm_commit(g->sms[i], g->cycle);
            note_ran(g, i, g->cycle, &r);
        }
        take_over(g, k, due->w[k], &r);
    }
}

void gpu_begin_cycle(gpu *g, uint64_t cycle)
{
    if (cycle <= g->publish_at) return;
    g->publish_at = (cycle + GPU_PUBLISH_CYCLES - 1) / GPU_PUBLISH_CYCLES * GPU_PUBLISH_CYCLES;
    g->f->publish(g->f->self);
}

// One core cycle of all SMs that are due. Returns whether any was.
static bool core_tick(gpu *g)
{
    bits due;
    g->cycle++;
    gpu_begin_cycle(g, g->cycle);
    const bool any = visit(g, &due);
    if (any && g->hooks.shuffle_seed) run_sms_shuffled(g, &due);
    else if (any) run_sms(g, &due);
    if (g->counting_down) gpu_limit_cycle(g);
    if (g->dwtcs) throttle_sms(g);
    if (g->f && g->place) gpu_dispatch(g);
    return any;
}

// One tick of the memory system's clocks that tick now. Returns whether something was due.
static bool memory_tick(gpu *g, unsigned ticking)
{
    enum { MEMORY_CLOCKS = CLOCK_COUNT - 1 };
    unsigned order[MEMORY_CLOCKS] = {CLOCK_ICNT, CLOCK_L2, CLOCK_DRAM};
    bool evaluated = false;
    if (!g->hooks.shuffle_seed) return memsys_tick(g->mem, ticking, g->cycle);
    shuffle(g, order, MEMORY_CLOCKS);
    for (unsigned k = 0; k < MEMORY_CLOCKS; k++) {
        if (ticking >> order[k] & 1)
            evaluated |= memsys_eval(g->mem, (clock_domain)order[k], g->cycle);
    }
    return evaluated;
}

// ---- idle time

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// Core cycles in which nothing at all can happen from now on.
static uint64_t idle_cycles(const gpu *g)
{
    uint64_t limit = g->active_at + g->stuck_cycles; // the machine must notice that it is stuck
    if (g->f && g->place) {
        uint64_t launch = g->launched_at + g->c.gpu.kernel_launch_cycles;
        limit = launch > g->cycle ? launch - 1 : g->cycle;
    }
    bits due;
    if (due_next(g, &due)) return 0;
    limit = least(limit, g->timer - 1);
    return limit > g->cycle ? limit - g->cycle : 0;
}

static bool all_idle(const gpu *g)
{
    for (unsigned i = 0; i < g->n_sms; i++) {
        if (!sm_idle(g->sms[i])) return false;
    }
    return memsys_idle(g->mem);
}

// A drain is over in the cycle in which nothing is left: none is skipped behind it.
static void skip_idle(gpu *g)
{
    if (g->ctas_done == g->n_ctas && all_idle(g)) return;
    uint64_t n = idle_cycles(g), passed[CLOCK_COUNT];
    for (unsigned d = 0; d < CLOCK_COUNT && n; d++) {
        if (d == CLOCK_CORE) continue;
        uint64_t within = clocks_core_edges_within(&g->clk, (clock_domain)d,
                                                   memsys_quiet_ticks(g->mem, (clock_domain)d));
        n = within < n ? within : n;
    }
    if (g->dwtcs && dwtcs_seam_may_skip(g->dwtcs) < n) n = dwtcs_seam_may_skip(g->dwtcs);
    if (!n) return;
    clocks_skip(&g->clk, n, passed);
    g->cycle += n;
    if (g->dwtcs) dwtcs_seam_skip(g->dwtcs, n);
    for (unsigned d = 0; d < CLOCK_COUNT; d++) {
        if (d != CLOCK_CORE && passed[d]) memsys_skip(g->mem, (clock_domain)d, passed[d]);
    }
}

// The memory system rests: on to the next core edge.
static void skip_to_core(gpu *g)
{
    static const clock_domain memory[] = {CLOCK_ICNT, CLOCK_L2, CLOCK_DRAM};
    uint64_t passed[CLOCK_COUNT];
    for (unsigned k = 0; k < 3; k++) {
        if (clocks_edges_before_core(&g->clk, memory[k]) > memsys_quiet_ticks(g->mem, memory[k]))
            return;
    }
    clocks_skip(&g->clk, 0, passed);
    for (unsigned k = 0; k < 3; k++) {
        if (passed[memory[k]]) memsys_skip(g->mem, memory[k], passed[memory[k]]);
    }
}

// The front half of the memory system's step; the other thread does the rest.
static void front_tick(gpu *g, unsigned ticking)
{
    if (ticking >> CLOCK_ICNT & 1) memsys_front_eval(g->mem, CLOCK_ICNT, g->cycle);
    if (ticking >> CLOCK_L2 & 1) memsys_front_eval(g->mem, CLOCK_L2, g->cycle);
    memsys_front_commit(g->mem);
}

void gpu_front_end(gpu *g, unsigned ticking, uint64_t cycle)
{
    if (ticking >> CLOCK_L2 & 1) memsys_front_eval(g->mem, CLOCK_L2, cycle);
    memsys_detached_commit(g->mem);
    g->front_ticking = 0;
}

// A step in which the front half has nothing to do.
static inline void front_pass(gpu *g)
{
    back_thread_pass(g->back_thread);
    memsys_front_skip_dram(g->mem);
}

// The clocks that tick next. Ticks of DRAM alone in which it rests, or is in the other thread, are
// passed over.
static inline unsigned next_instant(gpu *g)
{
    unsigned ticking = clocks_step(&g->clk);
    while (ticking == 1u << CLOCK_DRAM && !g->catching_up && !g->hooks.no_skip &&
           (g->apart || memsys_skip_dram_tick(g->mem))) {
        if (g->apart) front_pass(g);
        ticking = clocks_step(&g->clk);
    }
    return ticking;
}

unsigned gpu_front_next(gpu *g)
{
    if (!g->front_ticking) g->front_ticking = next_instant(g);
    return back_thread_ready(g->back_thread) ? g->front_ticking : 0;
}

void gpu_front_begin(gpu *g, unsigned ticking, uint64_t cycle)
{
    back_thread_step(g->back_thread);
    if (ticking >> CLOCK_ICNT & 1) memsys_front_eval(g->mem, CLOCK_ICNT, cycle);
}

// Advances the machine to the next instant at which something may happen.
int gpu_step(gpu *g, err *e)
{
    const unsigned ticking = next_instant(g);
    if (g->apart) back_thread_step(g->back_thread);
    bool visited = false, evaluated = false;
    if (ticking >> CLOCK_CORE & 1) {
        if (g->hooks.stop && *g->hooks.stop)
            return err_add(e, ST_CHECK, "stopped in core cycle %llu", (unsigned long long)g->cycle);
        visited = core_tick(g);
    }
    if (g->apart) front_tick(g, ticking);
    else evaluated = memory_tick(g, ticking);
    if ((evaluated | visited) && !g->apart) memsys_commit(g->mem);
    if (g->cycle > g->active_at + g->stuck_cycles) return gpu_stuck(g, e);
    if (g->apart || visited || g->hooks.no_skip) return ST_OK;
    if (ticking >> CLOCK_CORE & 1) skip_idle(g);
    if (g->slow_core && !evaluated) skip_to_core(g);
    return ST_OK;
}

// ---- a kernel

static void begin(gpu *g, const front_end *f, unsigned slots)
{
    g->f = f;
    g->launched_at = g->cycle;
    g->active_at = g->cycle + g->c.gpu.kernel_launch_cycles;
    g->next_cta = g->ctas_done = 0;
    g->n_ctas = f->n_ctas;
    g->look_at = g->cycle;
    g->hold = g->rounds = 0;
    g->probing = g->settling = false;
    g->place = true;
    g->publish_at = f->publish ? 0 : UINT64_MAX;
    if (f->keep) f->keep(f->self, true);
    for (unsigned i = 0; i < g->n_sms; i++) sm_begin(g->sms[i], f, slots, gpu_code_address(g));
    memsys_launch(g->mem, g->n_kernels);
    if (g->dwtcs) dwtcs_seam_begin(g->dwtcs, gpu_kernel_number(g), f->name);
    if (g->c.gpu.insn_limit) gpu_limit_begin(g);
}

static int within_limit(const gpu *g, err *e)
{
    uint64_t most = g->c.gpu.cycle_limit;
    if (!most || g->cycle - g->launched_at < most || g->ctas_done == g->n_ctas) return ST_OK;
    return err_add(
        e, ST_CHECK,
        "kernel %s: has not ended in %llu core cycles (gpu.cycle_limit); %u of %u CTAs have",
        g->f->name, (unsigned long long)most, g->ctas_done, g->f->n_ctas);
}

static void account_sms(gpu *g)
{
    for (unsigned i = 0; i < g->n_sms; i++) sm_account(g->sms[i], g->cycle);
}

static int run_ctas(gpu *g, err *e)
{
    int st = ST_OK;
    while (st == ST_OK && !g->faulted && g->ctas_done < g->n_ctas) {
        if (g->cycle >= g->insns_at) st = gpu_limit_look(g, e);
        if (st != ST_OK) break;
        st = g->thread_mode == THREADS_SM_SPLIT && sm_split_ready(g->sm_split)
                 ? sm_split_block(g->sm_split, e)
                 : gpu_step(g, e);
        if (st == ST_OK) st = within_limit(g, e);
        if (g->hooks.progress) gpu_progress(g);
        if (st == ST_OK && !g->counting_down) st = gpu_choose_thread_mode(g, e);
    }
    const int even = gpu_join_threads(g, e);
    st = st == ST_OK ? even : st;
    if (st != ST_OK && !g->faulted) account_sms(g); // there is no drain
    if (g->f->keep) g->f->keep(g->f->self, false);
    g->publish_at = UINT64_MAX;
    return g->faulted ? g->f->fault(g->f->self, e) : st;
}

// What the kernel left on its way: write-backs, acknowledgements of nothing.
static int drain(gpu *g, err *e)
{
    uint64_t from = g->active_at = g->cycle;
    int st = ST_OK;
    while (st == ST_OK && !all_idle(g)) st = gpu_step(g, e);
    account_sms(g);
    memsys_settle(g->mem);
    g->drain_cycles += g->cycle - from;
    return st;
}

static int run_untimed(gpu *g, const front_end *f, err *e)
{
    g->f = f;
    const int st = untimed_run(f, g->hooks.stop, &g->untimed, &g->cut, e);
    if (st == ST_OK) gpu_kernel_ended(g, 0);
    g->f = NULL;
    return st;
}

int gpu_run(gpu *g, const front_end *kernel, err *e)
{
    unsigned slots = 0;
    g->cut |= g->limit_reached || g->untimed.thread_insns == g->untimed.limit;
    if (g->cut) return ST_OK;
    // A kernel that no SM holds is not recorded.
    int st = g->c.gpu.timing ? gpu_fit(&g->c, kernel, &slots, e) : ST_OK;
    if (st != ST_OK) return st;
    if (g->hooks.record) kernel = g->hooks.record(g->hooks.record_ctx, kernel);
    if (!g->c.gpu.timing) return run_untimed(g, kernel, e);
    begin(g, kernel, slots);
    st = run_ctas(g, e);
    if (st == ST_OK) {
        gpu_kernel_ended(g, g->cycle - g->launched_at);
        if (g->dwtcs) dwtcs_seam_end(g->dwtcs);
        st = drain(g, e);
    }
    if (st == ST_OK) st = gpu_check(g, true, e);
    if (st == ST_OK && g->hooks.kernel_ended) g->hooks.kernel_ended(g->hooks.kernel_ended_ctx, g);
    g->f = NULL;
    return st;
}
