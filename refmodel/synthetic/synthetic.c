// synthetic.c : see synthetic.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synthetic/synthetic.h"

#include "base/rng.h"
#include "machine/common/addrmap.h"
#include "machine/core/l1d_sets.h"

#include <stdlib.h>

enum { ADDRESS = 0, FIRST_RESULT = 1, WORD_BYTES = 4 }; // registers; ADDRESS is never written

// An instruction: a step's, or the index load of a gather before it.
typedef struct op {
    winst load, store; // store: what it is when writes are mixed in
    const synthetic_step *s;
    const uint64_t *lines; // one_set, one_channel
    uint32_t number;       // in the kernel, for random draws
    uint32_t to;           // of a loop's end: the op it goes back to
    bool is_index;
} op;

typedef struct kernel {
    const synthetic_kernel *k;
    op *ops;
    unsigned n_ops, warps_per_cta, ctas_per_sm, line_bytes, banks;
    uint64_t all_threads; // of the grid
    struct swarp *warps;  // [(sm * ctas_per_sm + slot) * warps_per_cta + warp]
    uint32_t *counts;     // [warp][op]: executions before
    uint32_t *placed;     // [sm * ctas_per_sm + slot]: CTA
    uint64_t **sets;      // [step]: lines, owned
} kernel;

typedef struct swarp {
    const kernel *of;
    uint32_t *counts;
    uint64_t thread; // of lane 0, in the grid
    uint64_t number; // in the grid
    uint32_t lanes;  // that the block has
    unsigned at;     // op
    unsigned rounds[SYNTHETIC_LOOPS];
} swarp;

// ---- addresses

static uint64_t draw(const kernel *k, const op *o, uint64_t who, uint32_t i, uint64_t below)
{
    const uint64_t high = o->number >> 8 | (uint64_t)(i >> 24)
                                               << 8; // what has no place in the first seed
    rng r = {k->k->seed ^ (uint64_t)o->number << 56 ^ who << 24 ^ (i & 0xffffff)};
    rng_u64(&r); // the first number of near seeds is near
    if (high) {
        r.state = rng_u64(&r) ^ high;
        rng_u64(&r);
    }
    return rng_below(&r, below);
}

static uint64_t transposed(const synthetic_step *s, uint64_t m)
{
    m %= (uint64_t)s->side * s->side;
    return (m % s->side * s->side + m / s->side) * s->bytes;
}

static uint64_t address(const swarp *w, const op *o, uint32_t i, unsigned lane)
{
    const kernel *k = w->of;
    const synthetic_step *s = o->s;
    const uint64_t t = w->thread + lane;
    if (o->is_index) return s->index_base + (i * k->all_threads + t) * WORD_BYTES % s->region;
    switch (s->pattern) {
    case PATTERN_sequential: return s->base + (i * k->all_threads + t) * s->bytes % s->region;
    case PATTERN_stride: return s->base + (t * s->stride + i * s->step) % s->region;
    case PATTERN_random:
    case PATTERN_gather: return s->base + draw(k, o, t, i, s->region / s->bytes) * s->bytes;
    case PATTERN_broadcast:
    case PATTERN_pointer_chase: return s->base + i * s->step % s->region;
    case PATTERN_transpose: return s->base + transposed(s, t + i * k->all_threads);
    case PATTERN_one_set:
    case PATTERN_one_channel:
        return o->lines[(w->number + i) % s->lines] + lane * s->bytes % k->line_bytes;
    default: return s->base + (uint64_t)lane * k->banks * WORD_BYTES;
    }
}

// ---- a warp

static bool stores_now(const swarp *w, const op *o, uint32_t i)
{
    const synthetic_step *s = o->s;
    return s->write_percent && !o->is_index &&
           draw(w->of, o, ~w->number, i, 100) < s->write_percent;
}

static const winst *next_of(swarp *w)
{
    const kernel *k = w->of;
    const op *o = &k->ops[w->at];
    for (; w->at < k->n_ops && o->s->kind == STEP_LOOP; o = &k->ops[w->at]) {
        const synthetic_step *s = o->s;
        if (++w->rounds[s->depth] < s->rounds) {
            w->at = o->to;
        } else {
            w->rounds[s->depth] = 0;
            w->at++;
        }
    }
    if (w->at == k->n_ops) return NULL;
    return stores_now(w, o, w->counts[w->at]) ? &o->store : &o->load;
}

static const winst *issue(void *warp, wexec *x)
{
    swarp *w = warp;
    const op *o = &w->of->ops[w->at];
    const uint32_t i = w->counts[w->at]++;
    const bool memory = o->load.lane_bytes != 0;
    x->active = memory ? w->lanes & o->s->active : w->lanes;
    x->space = o->load.space;
    x->barrier = 0;
    x->barrier_warps = 0;
    x->barrier_pass = false;
    for (uint32_t left = memory ? x->active : 0; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        x->addr[lane] = address(w, o, i, lane);
    }
    w->at++;
    return next_of(w);
}

// ---- CTAs

static void cta_start(void *self, uint32_t cta, uint32_t sm, uint32_t slot)
{
    kernel *k = self;
    k->placed[(size_t)sm * k->ctas_per_sm + slot] = cta;
}

static void cta_done(void *self, uint32_t sm, uint32_t slot) { (void)self, (void)sm, (void)slot; }

static void *warp_of(void *self, uint32_t sm, uint32_t slot, uint32_t warp, const winst **first)
{
    kernel *k = self;
    const size_t at = (size_t)sm * k->ctas_per_sm + slot, n = at * k->warps_per_cta + warp;
    const uint64_t cta = k->placed[at];
    const uint32_t left = k->k->threads - warp * WARP_LANES;
    swarp *w = &k->warps[n];
    *w = (swarp){.of = k,
                 .counts = &k->counts[n * k->n_ops],
                 .thread = cta * k->k->threads + warp * WARP_LANES,
                 .number = cta * k->warps_per_cta + warp,
                 .lanes = left >= WARP_LANES ? UINT32_MAX : (1u << left) - 1};
    for (unsigned i = 0; i < k->n_ops; i++) w->counts[i] = 0;
    *first = next_of(w);
    return w;
}

static int fault(void *self, err *e)
{
    (void)self, (void)e;
    return ST_OK; // nothing can go wrong in a pattern
}

// ---- decoding

static winst alu(const synthetic_step *s, uint16_t own, uint16_t last)
{
    static const bool three[LAT_COUNT] = {
        [LAT_int_mad] = true, [LAT_fp_mad] = true, [LAT_dp_mad] = true};
    const bool sfu =
        s->latency == LAT_int_div || s->latency >= LAT_fp_div; // as PTX's instructions of the class
    const winst_unit unit = s->latency >= LAT_tensor_m8n8 ? UNIT_TENSOR : sfu ? UNIT_SFU : UNIT_SP;
    return (winst){.kind = W_ALU,
                   .unit = (uint8_t)unit,
                   .latency = (uint8_t)s->latency,
                   .n_dst = 1,
                   .n_src = three[s->latency] ? 3 : 2,
                   .regs = {own, s->independent ? ADDRESS : last}};
}

static winst memory(const synthetic_step *s, winst_kind kind, uint16_t own, uint16_t addr,
                    uint16_t value)
{
    winst w = {.kind = (uint8_t)kind,
               .unit = UNIT_MEM,
               .space = s->shared ? SPACE_SHARED : SPACE_GLOBAL,
               .lane_bytes = s->bytes,
               .n_dst = kind != W_STORE,
               .n_src = kind == W_LOAD ? 1 : 2};
    unsigned n = 0;
    if (w.n_dst) w.regs[n++] = own;
    w.regs[n++] = addr;
    w.regs[n] = value;
    return w;
}

// Step s as an instruction that writes `own`, reads its address from `addr` and a value from
// `last`.
static op op_of(const synthetic_step *s, uint16_t own, uint16_t addr, uint16_t last)
{
    op o = {.s = s, .store = memory(s, W_STORE, own, addr, last)};
    switch (s->kind) {
    case STEP_LOAD: o.load = memory(s, W_LOAD, own, addr, last); break;
    case STEP_STORE: o.load = o.store; break;
    case STEP_ATOMIC: o.load = memory(s, W_ATOMIC, own, addr, last); break;
    case STEP_ALU: o.load = alu(s, own, last); break;
    case STEP_BARRIER: o.load = (winst){.kind = W_BARRIER, .unit = UNIT_SP}; break;
    case STEP_FENCE: o.load = (winst){.kind = W_FENCE, .unit = UNIT_MEM}; break;
    case STEP_LOOP: break;
    }
    return o;
}

static op index_of_gather(const synthetic_step *s, uint16_t own)
{
    return (op){.s = s,
                .is_index = true,
                .load = {.kind = W_LOAD,
                         .unit = UNIT_MEM,
                         .lane_bytes = WORD_BYTES,
                         .n_dst = 1,
                         .n_src = 1,
                         .regs = {own, ADDRESS}}};
}

// pc: instructions before; ends of loops are none.
static void add(kernel *k, op o, uint32_t pc)
{
    o.number = k->n_ops;
    o.load.pc = o.store.pc = pc;
    winst_use_registers(&o.load);
    winst_use_registers(&o.store);
    k->ops[k->n_ops++] = o;
}

static bool is_access(const synthetic_step *s) { return s->kind <= STEP_ATOMIC; }

static void decode(kernel *k)
{
    const synthetic_kernel *s = k->k;
    uint32_t *first = wl_calloc(s->n_steps + 1u, sizeof *first), pc = 0; // [step]: its first op
    uint16_t last = ADDRESS, own = FIRST_RESULT;
    k->ops = wl_calloc(2u * s->n_steps, sizeof *k->ops);
    for (unsigned i = 0; i < s->n_steps; i++) {
        const synthetic_step *t = &s->steps[i];
        const bool gathers = is_access(t) && t->pattern == PATTERN_gather,
                   chases = t->kind == STEP_LOAD && t->pattern == PATTERN_pointer_chase;
        uint16_t addr = ADDRESS;
        first[i] = k->n_ops;
        if (gathers) add(k, index_of_gather(t, addr = own++), pc++);
        op o = op_of(t, own, chases ? own : addr, last);
        o.lines = k->sets[i];
        if (t->kind == STEP_LOOP) o.to = first[t->to];
        add(k, o, pc);
        pc += t->kind != STEP_LOOP;
        if (o.load.n_dst) last = own++;
    }
    free(first);
}

// ---- lines of one set or channel

typedef struct aim {
    l1d_sets sets;
    addrmap map;
} aim;

static bool hits(const aim *a, const synthetic_step *s, uint64_t addr)
{
    return (s->pattern == PATTERN_one_set ? l1d_set_of(&a->sets, addr)
                                          : addrmap_decode(&a->map, addr).channel) == s->set;
}

static int find_lines(kernel *k, const aim *a, unsigned step, err *e)
{
    const synthetic_step *s = &k->k->steps[step];
    if (!is_access(s) || (s->pattern != PATTERN_one_set && s->pattern != PATTERN_one_channel))
        return ST_OK;
    k->sets[step] = wl_calloc(s->lines, sizeof *k->sets[step]);
    uint32_t n = 0;
    for (uint64_t at = s->base; n < s->lines && at + k->line_bytes <= s->base + s->region;
         at += k->line_bytes) {
        if (hits(a, s, at)) k->sets[step][n++] = at;
    }
    if (n == s->lines) return ST_OK;
    return err_add(e, ST_INPUT,
                   "kernel %s, step %u: the region of %llu bytes has %u lines of %s %u, not %u",
                   k->k->name, step, (unsigned long long)s->region, n,
                   s->pattern == PATTERN_one_set ? "set" : "channel", s->set, s->lines);
}

static int find_all_lines(kernel *k, const config *c, err *e)
{
    aim a;
    int st = addrmap_init(&a.map, c, e);
    if (st == ST_OK) l1d_sets_init(&a.sets, c);
    for (unsigned i = 0; st == ST_OK && i < k->k->n_steps; i++) st = find_lines(k, &a, i, e);
    return st;
}

// ---- life

static kernel *new_kernel(const synthetic_kernel *s, const config *c)
{
    kernel *k = wl_calloc(1, sizeof *k);
    k->k = s;
    k->warps_per_cta = (s->threads + WARP_LANES - 1) / WARP_LANES;
    k->ctas_per_sm = c->sm.ctas;
    k->line_bytes = c->l1d.line_bytes;
    k->banks = c->sm.shared_banks;
    k->all_threads = (uint64_t)s->ctas * s->threads;
    k->sets = wl_calloc(s->n_steps, sizeof *k->sets);
    const size_t slots = (size_t)c->gpu.sms * c->sm.ctas;
    k->warps = wl_calloc(slots * k->warps_per_cta, sizeof *k->warps);
    k->placed = wl_calloc(slots, sizeof *k->placed);
    return k;
}

int synthetic_begin(front_end *out, const synthetic_kernel *s, const config *c, err *e)
{
    kernel *k = new_kernel(s, c);
    *out = (front_end){.self = k,
                       .n_ctas = s->ctas,
                       .warps_per_cta = k->warps_per_cta,
                       .threads_per_cta = s->threads,
                       .regs_per_thread = s->regs,
                       .shared_bytes = s->shared_bytes,
                       .n_regs = 2 * s->n_steps + 2,
                       .name = s->name,
                       .cta_start = cta_start,
                       .cta_done = cta_done,
                       .warp = warp_of,
                       .issue = issue,
                       .fault = fault};
    if (find_all_lines(k, c, e) != ST_OK) {
        synthetic_end(out);
        return ST_INPUT;
    }
    decode(k);
    k->counts =
        wl_calloc((size_t)c->gpu.sms * c->sm.ctas * k->warps_per_cta * k->n_ops, sizeof *k->counts);
    return ST_OK;
}

void synthetic_end(front_end *f)
{
    kernel *k = f->self;
    if (!k) return;
    for (unsigned i = 0; i < k->k->n_steps; i++) free(k->sets[i]);
    free(k->sets);
    free(k->ops);
    free(k->warps);
    free(k->counts);
    free(k->placed);
    free(k);
    *f = (front_end){0};
}
