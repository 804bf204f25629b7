// link.c: combines the functions of a kernel: their instructions are concatenated, their registers
// placed side by side. It computes control flow, liveness, the call graph and what follows from it:
// recursion, places of local variables, the register estimate.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/cfg.h"
#include "ptx/decoder.h"
#include "ptx/liveness.h"
#include "ptx/module.h"

#include <stdlib.h>
#include <string.h>

enum { REG_ALIGN = 64, REG_GRAIN = 4, LANES_32 = 4 * WARP_LANES, FRAME_ALIGN = 16 };
enum {
    MOST_WARP_BYTES = 16 << 20,
    MOST_UNITS = 4096
}; // of registers and parameters, all functions' together; functions of a kernel

// What linking knows of a function.
typedef struct part {
    liveness_result live;
    uint32_t first_reg, total; // pressure with all that it calls
    uint64_t local_at;         // of its .local variables, unless they are on a stack
} part;

typedef struct linker {
    decoder *d;
    ptx_kernel *k;
    part *parts;
    bool *calls, *reaches; // [caller * n + callee]; over any number of calls
    uint32_t n;
} linker;

static uint32_t up(uint32_t x, uint32_t to) { return (x + to - 1) / to * to; }

static cfg_flow flow_of(const xinst *in)
{
    bool guarded = in->guard != PRED_TRUE;
    switch (in->exec) {
    case EX_BRANCH: return (cfg_flow){.next = guarded, .targets = &in->target, .n_targets = 1};
    case EX_TABLE:
        return (cfg_flow){.next = guarded, .targets = in->targets, .n_targets = in->n_targets};
    case EX_EXIT:
    case EX_RETURN:
    case EX_TRAP: return (cfg_flow){.next = guarded, .leaves = true};
    case EX_DEVICE:
        if (in->mode == DEVICE_ASSERT) return (cfg_flow){.next = guarded, .leaves = true};
        return (cfg_flow){.next = true};
    default: return (cfg_flow){.next = true};
    }
}

// A body whose end can be reached (a label there, no ret) gets the return that falling off the end
// means.
static void end_with_return(decoder *d, unit *u)
{
    bool needed = u->n_code == 0 || flow_of(&u->code[u->n_code - 1]).next;
    for (uint32_t i = 0; i < u->n_code; i++) {
        needed |= u->code[i].exec == EX_BRANCH && u->code[i].target == u->n_code;
        for (uint32_t t = 0; u->code[i].exec == EX_TABLE && t < u->code[i].n_targets; t++)
            needed |= u->code[i].targets[t] == u->n_code;
    }
    if (!needed) return;
    xinst *in = &u->code[u->n_code];
    *in = (xinst){.w = {.pc = u->n_code, .line = u->f->at.line, .kind = W_ALU, .unit = UNIT_SP},
                  .exec = u->f->entry ? EX_EXIT : EX_RETURN,
                  .guard = PRED_TRUE,
                  .reconverge = NO_PC,
                  .target = NO_PC};
    for (unsigned i = 0; i < MOST_OPS; i++) in->op[i] = TAG_SCRATCH;
    d->u = u, d->f = u->f, d->in = in;
    if (in->exec == EX_RETURN) dec_return_sources(d);
    d->f = d->units[0]->f;
    u->n_code++;
}

static void reconvergence(unit *u, const cfg *g)
{
    for (uint32_t i = 0; i < u->n_code; i++) {
        if (u->code[i].exec != EX_BRANCH && u->code[i].exec != EX_TABLE) continue;
        uint32_t at = g->ipdom[g->block_of[i]];
        u->code[i].reconverge = at == g->n_blocks ? NO_PC : g->blocks[at].first;
    }
}

// Addresses of .local variables that are known when the function is called only lie among its
// registers, from `at` on.
static uint64_t local_addresses(linker *l, uint32_t n, uint64_t at)
{
    ptx_kernel *k = l->k;
    callee *c = &k->callees[n];
    for (size_t i = 0; i < k->n_consts && k->stacked && n; i++) {
        const_entry *e = &k->consts[i];
        if (e->kind != CONST_ADDRESS || e->var->space != SPACE_LOCAL ||
            e->var->function != l->d->units[n]->f->index)
            continue;
        if (!c->locals) c->locals = pool_alloc(&k->mem, k->n_consts * sizeof *c->locals);
        c->locals[c->n_locals++] = (local_address){
            .at = (uint32_t)at, .bytes = e->bytes, .offset = e->var->offset + e->bits};
        e->local = (uint32_t)at;
        at += (uint64_t)e->bytes * WARP_LANES;
    }
    c->area_bytes = (uint32_t)(at - c->area);
    return at;
}

static uint64_t frame_up(uint64_t bytes)
{
    return (bytes + FRAME_ALIGN - 1) / FRAME_ALIGN * FRAME_ALIGN;
}

// The others are fixed: behind those of every function that may call this one.
static void fixed_addresses(linker *l)
{
    for (size_t i = 0; i < l->k->n_consts; i++) {
        const_entry *e = &l->k->consts[i];
        if (e->kind != CONST_ADDRESS || e->var->space != SPACE_LOCAL || e->local) continue;
        if (e->var->function == NO_FUNCTION) {
            e->bits += frame_up(l->d->units[0]->f->local_bytes);
            continue;
        }
        uint32_t n = 0;
        while (l->d->units[n]->f->index != e->var->function) n++;
        e->bits += l->parts[n].local_at;
    }
}

// Variables of module scope lie behind the kernel's own, if it or a function that it calls uses
// one.
static uint64_t module_locals(const linker *l)
{
    bool used = false;
    for (size_t i = 0; i < l->k->n_consts; i++) {
        const const_entry *e = &l->k->consts[i];
        used |= e->kind == CONST_ADDRESS && e->var->space == SPACE_LOCAL &&
                e->var->function == NO_FUNCTION;
    }
    return used ? frame_up(l->k->module->local_bytes) : 0;
}

// Control flow, liveness and slots of one function, its area starting at `at` of the warp's
// registers. Returns its end.
static uint64_t analyse(linker *l, uint32_t n, uint32_t at)
{
    unit *u = l->d->units[n];
    callee *c = &l->k->callees[n];
    cfg g;
    cfg_flow *flow = wl_calloc(u->n_code, sizeof *flow);
    for (uint32_t i = 0; i < u->n_code; i++) flow[i] = flow_of(&u->code[i]);
    cfg_build(&g, flow, u->n_code);
    reconvergence(u, &g);
    liveness_analyse(&l->parts[n].live, u->code, &g, u->types, u->n_regs, at);
    cfg_free(&g);
    free(flow);
    *c = (callee){.name = pool_copy(&l->k->mem, u->f->name, strlen(u->f->name)),
                  .n_code = u->n_code,
                  .area = at,
                  .frame = at + l->parts[n].live.bytes,
                  .frame_bytes = up(u->f->frame_bytes, FRAME_ALIGN),
                  .recursive = l->reaches[n * l->n + n],
                  .local_bytes = frame_up(u->f->local_bytes) + (n ? 0 : module_locals(l))};
    return (local_addresses(l, n, c->frame + (uint64_t)c->frame_bytes * WARP_LANES) + REG_ALIGN -
            1) /
           REG_ALIGN * REG_ALIGN;
}

static void edges(linker *l)
{
    const uint32_t n = l->n;
    for (uint32_t a = 0; a < n; a++) {
        const unit *u = l->d->units[a];
        for (uint32_t i = 0; i < u->n_code; i++) {
            if (u->code[i].exec != EX_CALL) continue;
            const call_site *s = u->code[i].call;
            for (uint32_t b = 1; b < n; b++) {
                const function *f = l->d->units[b]->f;
                l->calls[a * n + b] |= s->callee < 0 ? f->address_taken && dec_same_signature(s, f)
                                                     : s->callee == (int32_t)b;
            }
        }
    }
    memcpy(l->reaches, l->calls, (size_t)n * n * sizeof *l->reaches);
    for (uint32_t via = 1; via < n; via++) {
        for (uint32_t a = 0; a < n; a++) {
            if (!l->reaches[a * n + via]) continue;
            for (uint32_t b = 1; b < n; b++) l->reaches[a * n + b] |= l->reaches[via * n + b];
        }
    }
    for (uint32_t a = 1; a < n; a++) l->k->stacked |= l->reaches[a * n + a];
}

// Registers that a call adds: those live across it, and the callee's; a recursive call saves its
// own on the stack.
static bool heavier(linker *l, uint32_t a)
{
    const unit *u = l->d->units[a];
    const uint32_t n = l->n, before = l->parts[a].total;
    for (uint32_t i = 0; i < u->n_code; i++) {
        if (u->code[i].exec != EX_CALL) continue;
        const call_site *s = u->code[i].call;
        for (uint32_t b = 1; b < n; b++) {
            if (s->callee >= 0 ? s->callee != (int32_t)b : !l->calls[a * n + b]) continue;
            uint32_t most = l->parts[a].live.across[i];
            most += l->reaches[b * n + a] ? l->parts[b].live.pressure : l->parts[b].total;
            if (most > l->parts[a].total) l->parts[a].total = most;
        }
    }
    return l->parts[a].total != before;
}

static bool deeper(linker *l, uint32_t a)
{
    bool changed = false;
    for (uint32_t b = 1; b < l->n; b++) {
        uint64_t at = l->parts[a].local_at + l->k->callees[a].local_bytes;
        if (!l->calls[a * l->n + b] || l->parts[b].local_at >= at) continue;
        l->parts[b].local_at = at;
        changed = true;
    }
    return changed;
}

static void call_graph(linker *l)
{
    ptx_kernel *k = l->k;
    uint64_t largest = 0;
    for (uint32_t a = 0; a < l->n; a++) l->parts[a].total = l->parts[a].live.pressure;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t a = l->n; a-- > 0;) changed |= heavier(l, a) | (!k->stacked && deeper(l, a));
    }
    for (uint32_t a = 0; a < l->n; a++) {
        uint64_t end = l->parts[a].local_at + k->callees[a].local_bytes;
        if (end > k->local_bytes) k->local_bytes = end;
        if (a && k->callees[a].local_bytes > largest) largest = k->callees[a].local_bytes;
    }
    if (k->stacked) k->local_bytes = k->callees[0].local_bytes + MOST_CALLS * largest;
    k->regs_per_thread = up(l->parts[0].total, REG_GRAIN);
}

static uint32_t final_operand(const linker *l, const liveness_result *live, uint32_t op)
{
    const ptx_kernel *k = l->k;
    switch (op & 3) {
    case TAG_REG: return live->slot[op >> 2];
    case TAG_CONST:
        return k->consts[op >> 2].local ? k->consts[op >> 2].local
                                        : k->consts[op >> 2].offset | OP_CONST;
    case TAG_SPECIAL: return k->specials[op >> 2].offset;
    default: return k->scratch;
    }
}

static void clear(ptx_kernel *k, uint32_t at, uint32_t bytes)
{
    k->cleared = grow(k->cleared, 2 * k->n_cleared + 1, &k->cleared_room, sizeof *k->cleared);
    k->cleared[2 * k->n_cleared] = at;
    k->cleared[2 * k->n_cleared++ + 1] = bytes;
}

static void registers_cleared(linker *l, uint32_t n)
{
    const liveness_result *live = &l->parts[n].live;
    const unit *u = l->d->units[n];
    const callee *c = &l->k->callees[n];
    if (live->pred_bytes) clear(l->k, c->area, live->pred_bytes);
    if (c->frame_bytes) clear(l->k, c->frame, c->frame_bytes * WARP_LANES);
    for (uint32_t r = 0; r < u->n_regs; r++) {
        if (!live->at_entry[r] || u->types[r] == T_pred) continue;
        clear(l->k, live->slot[r], type_bytes(u->types[r]) == 8 ? 2 * LANES_32 : LANES_32);
    }
}

// A value in the frame of a function, or one of its registers (or a constant).
static spot spot_of(const linker *l, uint32_t n, const spot *s)
{
    const callee *c = &l->k->callees[n];
    if (s->stride == 0) return (spot){c->frame + s->at, c->frame_bytes, s->bytes};
    return (spot){final_operand(l, &l->parts[n].live, s->at), s->stride, s->bytes};
}

// Formal parameters. A register that nobody reads has no place.
static spot *formal_spots(const linker *l, uint32_t n, const formals *list, bool in)
{
    const unit *u = l->d->units[n];
    const liveness_result *live = &l->parts[n].live;
    spot *s = pool_alloc(&l->k->mem, (list->n + 1) * sizeof *s);
    for (size_t i = 0; i < list->n; i++) {
        const formal *f = &list->list[i];
        if (f->var) {
            s[i] = (spot){l->k->callees[n].frame + (uint32_t)f->var->offset,
                          l->k->callees[n].frame_bytes, f->bytes};
            continue;
        }
        int32_t r = u->number[f->reg];
        if (r >= 0 && (!in || live->at_entry[r]))
            s[i] = (spot){live->slot[r], f->bytes == 8 ? 8 : 4, f->bytes};
    }
    return s;
}

static void name_abi(const linker *l, xinst *in)
{
    winst *w = &in->w;
    const bool stores = in->flag;
    for (unsigned i = 0; i < in->mode; i++) {
        if (stores)
            memmove(&w->regs[1], &w->regs[0], (size_t)(w->n_dst + w->n_src) * sizeof w->regs[0]);
        w->regs[stores ? 0 : w->n_dst + w->n_src] =
            (uint16_t)(l->k->n_regs - ABI_REGS + in->math + i);
        if (stores) w->n_dst++;
        else w->n_src++;
    }
}

// The cache lines of the registers, as many as there is room for: first of those that are read, for
// which the processor waits.
static void name_lines(winst *w, const liveness_result *live, const ptx_type *types)
{
    const unsigned all = (unsigned)w->n_dst + w->n_src;
    unsigned n = 0;
    for (unsigned r = 0; r < all; r++) {
        const uint32_t reg = w->regs[(r + w->n_dst) % all],
                       at = live->slot[reg] / REG_ALIGN * REG_ALIGN;
        const uint32_t bytes = types[reg] == T_pred          ? REG_ALIGN
                               : type_bytes(types[reg]) == 8 ? 2 * LANES_32
                                                             : LANES_32;
        for (uint32_t k = 0; k < bytes && n < WINST_NEAR && at + k <= UINT16_MAX; k += REG_ALIGN)
            w->near[n++] = (uint16_t)(at + k);
    }
}

static void link_instruction(const linker *l, uint32_t n, xinst *in)
{
    const callee *c = &l->k->callees[n];
    const liveness_result *live = &l->parts[n].live;
    in->w.pc += c->first;
    if (in->target != NO_PC) in->target += c->first;
    if (in->reconverge != NO_PC) in->reconverge += c->first;
    for (uint32_t t = 0; t < in->n_targets; t++) {
        in->targets[t] = in->exec == EX_TABLE ? in->targets[t] + c->first
                                              : final_operand(l, live, in->targets[t]);
    }
    in->guard = in->guard == PRED_TRUE ? PRED_TRUE : live->slot[in->guard - 1] / 4;
    for (unsigned o = 0; o < MOST_OPS; o++) in->op[o] = final_operand(l, live, in->op[o]);
    name_lines(&in->w, live, l->d->units[n]->types);
    for (unsigned r = 0; r < (unsigned)in->w.n_dst + in->w.n_src; r++) {
        in->w.regs[r] = (uint16_t)(in->w.regs[r] + l->parts[n].first_reg);
    }
    for (uint32_t i = 0; in->exec == EX_TEXTURE && i < in->texture->n_coordinates; i++)
        in->texture->coordinates[i] = final_operand(l, live, in->texture->coordinates[i]);
    if (in->exec == EX_FRAME) {
        in->frame = c->frame;
        in->frame_bytes = c->frame_bytes;
        name_abi(l, in);
    }
    const bool calls = in->exec == EX_CALL || in->exec == EX_DEVICE;
    for (uint32_t i = 0; calls && i < in->call->n_in; i++)
        in->call->in[i] = spot_of(l, n, &in->call->in[i]);
    for (uint32_t i = 0; calls && i < in->call->n_out; i++)
        in->call->out[i] = spot_of(l, n, &in->call->out[i]);
}

static void join(linker *l)
{
    ptx_kernel *k = l->k;
    for (uint32_t n = 0; n < l->n; n++)
        k->callees[n].first = k->n_code, k->n_code += k->callees[n].n_code;
    k->code = wl_calloc(k->n_code, sizeof *k->code);
    for (uint32_t n = 0; n < l->n; n++) {
        const unit *u = l->d->units[n];
        callee *c = &k->callees[n];
        c->in = formal_spots(l, n, &u->f->in, true), c->n_in = (uint32_t)u->f->in.n;
        c->out = formal_spots(l, n, &u->f->out, false), c->n_out = (uint32_t)u->f->out.n;
        memcpy(k->code + c->first, u->code, u->n_code * sizeof *u->code);
        for (uint32_t i = 0; i < u->n_code; i++) link_instruction(l, n, &k->code[c->first + i]);
        registers_cleared(l, n);
    }
}

static void place_shared(ptx_kernel *k)
{
    uint64_t align = 1;
    for (size_t i = 0; i < k->n_shared; i++) {
        const variable *v = k->shared[i].var;
        if (v->dynamic && v->align > align) align = v->align;
        if (v->dynamic) continue;
        k->shared[i].offset = (k->shared_bytes + v->align - 1) / v->align * v->align;
        k->shared_bytes = k->shared[i].offset + v->bytes;
    }
    k->dynamic_at = (k->shared_bytes + align - 1) / align * align;
    for (size_t i = 0; i < k->n_shared; i++) {
        if (k->shared[i].var->dynamic) k->shared[i].offset = k->dynamic_at;
    }
}

static void by_index(linker *l)
{
    ptx_kernel *k = l->k;
    k->n_functions = (uint32_t)l->d->n_functions;
    k->by_index = pool_alloc(&k->mem, (k->n_functions + 1) * sizeof *k->by_index);
    for (uint32_t i = 0; i < k->n_functions; i++) k->by_index[i] = -1;
    for (uint32_t n = 1; n < l->n; n++) {
        if (l->d->units[n]->f->address_taken) k->by_index[l->d->units[n]->f->index] = (int32_t)n;
    }
}

// Analyses every function, their areas behind each other from `at` on. False: together they are too
// large.
static bool analyse_all(linker *l, uint64_t at)
{
    uint32_t reg = 0;
    bool has_frames = false;
    for (uint32_t n = 0; n < l->n; n++) {
        const function *f = l->d->units[n]->f;
        l->parts[n].first_reg = reg;
        at = analyse(l, n, (uint32_t)at);
        if (at > MOST_WARP_BYTES) {
            return dec_refuse_at(l->d, f->at,
                                 "kernel '%s': with '%s' its functions' registers and parameters "
                                 "are more than %d bytes a warp",
                                 l->k->name, f->name, MOST_WARP_BYTES);
        }
        reg += l->d->units[n]->n_regs;
        has_frames |= l->k->callees[n].frame_bytes > 0;
    }
    l->k->n_regs = reg + (has_frames ? ABI_REGS : 0);
    l->k->warp_bytes = (uint32_t)at;
    return true;
}

static void free_linker(linker *l)
{
    for (uint32_t n = 0; n < l->n; n++) liveness_free(&l->parts[n].live);
    free(l->parts), free(l->calls), free(l->reaches);
}

// A warp's registers: the warp itself with two words of predicates, scratch (64-bit lanes), special
// registers, then each function's area: predicates, registers, frame, addresses of local variables.
bool link_kernel(decoder *d)
{
    ptx_kernel *k = d->k;
    d->f = d->units[0]->f; // refused, if it is too large, and no function that others call too
    if (d->n_units > MOST_UNITS) {
        return dec_refuse_at(d, d->units[MOST_UNITS]->f->at,
                             "kernel '%s' calls more than %d functions", k->name, MOST_UNITS - 1);
    }
    linker l = {.d = d, .k = k, .n = (uint32_t)d->n_units};
    l.parts = wl_calloc(l.n, sizeof *l.parts);
    l.calls = wl_calloc((size_t)l.n * l.n, sizeof *l.calls),
    l.reaches = wl_calloc((size_t)l.n * l.n, sizeof *l.reaches);
    k->callees = wl_calloc(l.n, sizeof *k->callees);
    k->n_callees = l.n;
    k->const_bytes = d->const_heap;
    k->scratch = WARP_HEAD;
    uint32_t at = k->scratch + 2 * LANES_32;
    for (size_t i = 0; i < k->n_specials; i++, at += LANES_32) k->specials[i].offset = at;
    for (uint32_t n = 0; n < l.n; n++) end_with_return(d, d->units[n]);
    edges(&l);
    const bool fits = analyse_all(&l, at);
    if (fits) {
        call_graph(&l);
        fixed_addresses(&l);
        join(&l);
        place_shared(k);
        by_index(&l);
    }
    free_linker(&l);
    return fits;
}
