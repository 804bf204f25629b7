// decode.c : see decode.h. Operands, constants, and the assembly of a kernel from its statements.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/devmem.h"
#include "ptx/refusal.h"
#include "ptx/special.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ERRORS = 20, MOST_REGISTERS = UINT16_MAX - ABI_REGS };

bool dec_is_frame(const operand *o) { return o->kind == OPND_MEM && o->var && o->var->in_frame; }

static bool error_v(decoder *d, place at, const char *fmt, va_list ap)
{
    char *message = wl_format_v(fmt, ap);
    lex_error(d->lx, at.line, at.col, "%s", message);
    free(message);
    return false;
}

bool dec_error_at(decoder *d, place at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    error_v(d, at, fmt, ap);
    va_end(ap);
    return false;
}

bool dec_error(decoder *d, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    error_v(d, d->s->at, fmt, ap);
    va_end(ap);
    return false;
}

bool dec_refuse_at(decoder *d, place at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    refusal_add(d->f, at, fmt, ap);
    va_end(ap);
    return false;
}

bool dec_unsupported(decoder *d)
{
    return dec_refuse_at(d, d->s->at, "instruction is not supported: %.*s", (int)d->s->text_len,
                         d->s->text);
}

bool dec_mod(const decoder *d, const char *mod)
{
    for (uint32_t i = 0; i < d->s->n_mods; i++) {
        if (!strcmp(d->s->mods[i], mod)) return true;
    }
    return false;
}

bool dec_type_mod(decoder *d, uint32_t i, ptx_type *type)
{
    *type = i < d->s->n_mods ? type_named(d->s->mods[i]) : T_none;
    return *type != T_none || dec_unsupported(d);
}

bool dec_count(decoder *d, uint32_t least, uint32_t most)
{
    uint32_t n = d->s->n_operands;
    if (n >= least && n <= most) return true;
    if (least == most) {
        return dec_error(d, "%s takes %u operands, not %u: %.*s", d->s->op, least, n,
                         (int)d->s->text_len, d->s->text);
    }
    return dec_error(d, "%s takes %u to %u operands, not %u: %.*s", d->s->op, least, most, n,
                     (int)d->s->text_len, d->s->text);
}

operand *dec_operand(decoder *d, uint32_t i) { return &d->s->operands[i]; }
ptx_type dec_reg_type(const decoder *d, const operand *o)
{
    return o->kind == OPND_REG ? d->f->regs[o->reg].type : T_none;
}

rounding dec_rounding(const char *mod)
{
    static const char *const names[ROUND_COUNT] = {"",    "rn",  "rz",  "rm", "rp",
                                                   "rni", "rzi", "rmi", "rpi"};
    for (unsigned i = 1; i < ROUND_COUNT; i++) {
        if (!strcmp(names[i], mod)) return (rounding)i;
    }
    return ROUND_none;
}

static bool name_register(decoder *d, const operand *o, bool is_dst)
{
    winst *w = &d->in->w;
    int32_t *n = &d->u->number[o->reg];
    if (*n < 0) {
        if (d->k->n_regs == MOST_REGISTERS) {
            return dec_refuse_at(d, o->at, "more than %d registers in one kernel", MOST_REGISTERS);
        }
        *n = (int32_t)d->u->n_regs;
        d->u->types[d->u->n_regs++] = d->f->regs[o->reg].type;
        d->k->n_regs++;
    }
    unsigned from = is_dst ? 0 : w->n_dst, to = w->n_dst + (is_dst ? 0u : w->n_src);
    for (unsigned i = from; i < to; i++) {
        if (w->regs[i] == *n) return true;
    }
    if (w->n_dst + w->n_src == WINST_REGS) return dec_unsupported(d);
    if (is_dst) memmove(&w->regs[w->n_dst + 1], &w->regs[w->n_dst], w->n_src * sizeof w->regs[0]);
    w->regs[is_dst ? w->n_dst : to] = (uint16_t)*n;
    if (is_dst) w->n_dst++;
    else w->n_src++;
    return true;
}

// The number by which a bank is chosen is the one in the register's name, as in GPGPU-Sim
// (ptx_recognizer::add_identifier).
static uint32_t bank_number(const decoder *d, const operand *o)
{
    const char *name = d->f->regs[o->reg].name, *digits = name + strcspn(name, "0123456789");
    return *digits ? (uint32_t)strtoul(digits, NULL, 10) : (uint32_t)d->u->number[o->reg];
}

static bool check_register(decoder *d, const operand *o, ptx_type type, bool wide)
{
    ptx_type have = d->f->regs[o->reg].type;
    if (wide ? type_fits_wide(have, type) : type_fits(have, type)) return true;
    return dec_error_at(d, o->at, "register '%s' is .%s; %s needs .%s here",
                        d->f->regs[o->reg].name, type_name(have), d->s->op, type_name(type));
}

bool dec_dst(decoder *d, const operand *o, ptx_type type, bool wide, uint32_t slot)
{
    d->in->op[slot] = TAG_SCRATCH;
    if (o->kind == OPND_SINK) return true;
    if (o->kind != OPND_REG || o->negated)
        return dec_error_at(d, o->at, "the destination must be a register");
    if (!check_register(d, o, type, wide) || !name_register(d, o, true)) return false;
    winst_write(&d->in->w, bank_number(d, o));
    d->in->op[slot] = (uint32_t)d->u->number[o->reg] << 2 | TAG_REG;
    return true;
}

static uint32_t constant(decoder *d, const_entry e)
{
    ptx_kernel *k = d->k;
    for (size_t i = 0; i < k->n_consts; i++) {
        const const_entry *x = &k->consts[i];
        if (x->kind == e.kind && x->bits == e.bits && x->var == e.var && x->special == e.special &&
            x->bytes == e.bytes) {
            return (uint32_t)i << 2 | TAG_CONST;
        }
    }
    e.offset = d->const_heap;
    d->const_heap += e.bytes * WARP_LANES;
    k->consts = grow(k->consts, k->n_consts, &k->consts_room, sizeof *k->consts);
    k->consts[k->n_consts] = e;
    return (uint32_t)k->n_consts++ << 2 | TAG_CONST;
}

static uint32_t constant_of(decoder *d, uint64_t bits, uint32_t bytes)
{
    return constant(d,
                    (const_entry){.kind = CONST_VALUE, .bits = bits, .bytes = bytes > 4 ? 8 : 4});
}

static bool literal(decoder *d, const operand *o, ptx_type type, uint32_t slot)
{
    uint64_t bits = o->bits;
    uint32_t bytes = type_bytes(type);
    if (type == T_pred && o->kind == OPND_INT) { // false, true: 0 and anything else, all lanes
        d->in->op[slot] = constant_of(d, bits ? UINT32_MAX : 0, 4);
        return true;
    }
    if (type == T_pred) return dec_error_at(d, o->at, "a predicate is needed here");
    if (o->kind == OPND_INT && type_class(type) == 'f') {
        return dec_error_at(d, o->at, "an integer where .%s is needed", type_name(type));
    }
    const bool untyped = type_class(type) == 'b',
               own_size = bytes == (o->single ? 4 : 8); // 0f is .b32, all others are .b64
    if (o->kind == OPND_FLOAT && (strchr("us", type_class(type)) || (untyped && !own_size))) {
        return dec_error_at(d, o->at, "a floating-point value where .%s is needed",
                            type_name(type));
    }
    if (o->kind == OPND_FLOAT && o->single != (bytes == 4)) {
        float single;
        double wide;
        memcpy(&single, &o->bits, sizeof single);
        memcpy(&wide, &o->bits, sizeof wide);
        if (o->single) wide = (double)single;
        else single = (float)wide;
        bits = 0;
        memcpy(&bits, bytes == 4 ? (void *)&single : (void *)&wide, bytes == 4 ? 4 : 8);
    }
    if (bytes < 8) bits &= (1ull << (8 * bytes)) - 1;
    d->in->op[slot] = constant_of(d, bits, bytes);
    return true;
}

static bool address_of(decoder *d, const operand *o, ptx_type type, uint32_t slot)
{
    ptx_kernel *k = d->k;
    if (o->var->external && o->var->absent)
        return dec_refuse_at(d, o->at, "variable '%s' %s", o->var->name, o->var->absent);
    if (o->var->texture)
        return dec_refuse_at(d, o->at, "the address of texture '%s' is not supported",
                             o->var->name);
    if (type_bytes(type) < 4 || type_class(type) == 'f') {
        return dec_error_at(d, o->at, "an address does not fit .%s", type_name(type));
    }
    if (o->var->space == SPACE_SHARED) {
        bool known = false;
        for (size_t i = 0; i < k->n_shared; i++) known |= k->shared[i].var == o->var;
        if (!known) {
            k->shared = grow(k->shared, k->n_shared, &k->shared_room, sizeof *k->shared);
            k->shared[k->n_shared++] = (placed){.var = o->var};
        }
    }
    d->in->op[slot] = constant(d, (const_entry){.kind = CONST_ADDRESS,
                                                .bits = (uint64_t)o->offset,
                                                .var = o->var,
                                                .bytes = type_bytes(type) > 4 ? 8 : 4});
    return true;
}

bool dec_handle(decoder *d, const operand *o, uint32_t slot)
{
    if (o->var->external) return address_of(d, o, T_u64, slot); // which says why it is not there
    d->in->wide_address = true;
    d->in->op[slot] = constant(d, (const_entry){.kind = CONST_HANDLE, .var = o->var, .bytes = 8});
    return true;
}

static bool special_source(decoder *d, const operand *o, ptx_type type, uint32_t slot)
{
    ptx_kernel *k = d->k;
    uint32_t index = (uint32_t)special_find(o->name);
    const special *x = special_at(index);
    if (!x->value) return dec_refuse_at(d, o->at, "%s is not supported: %s", o->name, x->why_not);
    if (type_class(type) == 'f' || type == T_pred) {
        return dec_error_at(d, o->at, "%s where .%s is needed", o->name, type_name(type));
    }
    if (type_bytes(type) == 8 && x->by_warp) {
        return dec_error_at(d, o->at, "%s has 32 bits; .%s is needed", o->name, type_name(type));
    }
    if (!x->by_warp) {
        d->in->op[slot] = constant(d, (const_entry){.kind = CONST_SPECIAL,
                                                    .special = index,
                                                    .bytes = type_bytes(type) > 4 ? 8 : 4});
        return true;
    }
    uint32_t i = 0;
    while (i < k->n_specials && k->specials[i].special != index) i++;
    if (i == k->n_specials) {
        k->specials = grow(k->specials, k->n_specials, &k->specials_room, sizeof *k->specials);
        k->specials[k->n_specials++] = (special_use){.special = index};
    }
    d->in->op[slot] = i << 2 | TAG_SPECIAL;
    return true;
}

static bool function_address(decoder *d, const operand *o, ptx_type type, uint32_t slot)
{
    if (type_bytes(type) < 4 || type_class(type) == 'f') {
        return dec_error_at(d, o->at, "an address does not fit .%s", type_name(type));
    }
    d->in->op[slot] =
        constant_of(d, FUNCTION_ADDRESS(function_itself(o->func)->index), type_bytes(type));
    return true;
}

bool dec_src(decoder *d, const operand *o, ptx_type type, bool wide, uint32_t slot)
{
    if (o->negated) return dec_error_at(d, o->at, "'!' cannot stand here");
    switch (o->kind) {
    case OPND_REG:
        if (!check_register(d, o, type, wide) || !name_register(d, o, false)) return false;
        winst_read(&d->in->w, bank_number(d, o));
        d->in->op[slot] = (uint32_t)d->u->number[o->reg] << 2 | TAG_REG;
        return true;
    case OPND_INT:
    case OPND_FLOAT: return literal(d, o, type, slot);
    case OPND_VAR: return address_of(d, o, type, slot);
    case OPND_SREG: return special_source(d, o, type, slot);
    case OPND_FUNC: return function_address(d, o, type, slot);
    default:
        return dec_error_at(d, o->at, "this operand of %s must be a register or a constant",
                            d->s->op);
    }
}

bool dec_pred_src(decoder *d, const operand *o, uint32_t slot, bool *negated)
{
    operand plain = *o;
    plain.negated = false;
    *negated = o->negated;
    return dec_src(d, &plain, T_pred, false, slot);
}

bool dec_imm(decoder *d, const operand *o, int64_t *value)
{
    if (o->kind != OPND_INT)
        return dec_error_at(d, o->at, "this operand of %s must be an integer constant", d->s->op);
    *value = (int64_t)o->bits;
    return true;
}

bool dec_address(decoder *d, const operand *o, uint32_t slot)
{
    if (o->kind != OPND_MEM)
        return dec_error_at(d, o->at, "this operand of %s must be an address in []", d->s->op);
    xinst *in = d->in;
    if (o->n_elems) return dec_error_at(d, o->elems->at, "%s takes no coordinates", d->s->op);
    in->wide_address = true;
    if (o->var) return address_of(d, o, T_u64, slot);
    in->imm = o->offset;
    if (o->reg < 0) {
        in->op[slot] = constant_of(d, 0, 8);
        return true;
    }
    const operand base = {.kind = OPND_REG, .at = o->at, .reg = o->reg};
    const ptx_type have = dec_reg_type(d, &base);
    in->wide_address = type_bytes(have) == 8;
    if (type_bytes(have) < 4 || type_class(have) == 'f') {
        return dec_error_at(d, o->at, "register '%s' is .%s; an address has 32 or 64 bits",
                            d->f->regs[o->reg].name, type_name(have));
    }
    return dec_src(d, &base, in->wide_address ? T_b64 : T_b32, false, slot);
}

// One statement. The guard is a source too.
static bool statement_decode(decoder *d, xinst *in, uint32_t pc)
{
    decode_fn *decode = dec_function(d->s->op);
    d->in = in;
    *in = (xinst){.w = {.pc = pc, .line = d->s->at.line},
                  .guard = PRED_TRUE,
                  .reconverge = NO_PC,
                  .target = NO_PC};
    for (unsigned i = 0; i < MOST_OPS; i++) in->op[i] = TAG_SCRATCH;
    if (!decode) return dec_unsupported(d);
    if (!decode(d)) return false;
    if (!d->s->guard) return true;
    if (!name_register(d, d->s->guard, false)) return false;
    in->guard = (uint32_t)d->u->number[d->s->guard->reg] + 1; // link.c gives it its place
    in->guard_flip = d->s->guard->negated ? UINT32_MAX : 0;
    return true;
}

// Decoding a function may find others that it calls.
static bool unit_decode(decoder *d, size_t i)
{
    unit *u = d->u = d->units[i];
    function *f = d->f = u->f;
    u->types = pool_alloc(&d->k->mem, (f->n_regs + 1) * sizeof *u->types);
    u->number = pool_alloc(&d->k->mem, (f->n_regs + 1) * sizeof *u->number);
    for (size_t r = 0; r < f->n_regs; r++) u->number[r] = -1;
    u->n_code = (uint32_t)f->n_code;
    u->code = pool_alloc(&d->k->mem, (f->n_code + 1) * sizeof *u->code);
    bool good = true;
    for (uint32_t pc = 0; pc < f->n_code; pc++) {
        d->s = &f->code[pc];
        good &= statement_decode(d, &u->code[pc], pc);
        if (d->lx->n_errors < MOST_ERRORS) continue;
        return dec_error(d, "too many errors: the rest of '%s' was not looked at", f->name);
    }
    return good && !f->refusals;
}

uint32_t dec_unit(decoder *d, function *f)
{
    uint32_t i = 0;
    while (i < d->n_units && d->units[i]->f != f) i++;
    if (i < d->n_units) return i;
    d->units = grow(d->units, d->n_units, &d->units_room, sizeof *d->units);
    unit *u = pool_alloc(&d->k->mem, sizeof *u);
    u->f = f;
    d->units[d->n_units++] = u;
    return i;
}

// Units for the functions that calls through pointers may reach.
static void indirect_units(decoder *d)
{
    for (size_t k = 0; k < d->n_functions; k++) {
        function *f = d->functions[k];
        bool may = false;
        for (size_t i = 0; i < d->n_indirect; i++) may |= dec_same_signature(d->indirect[i], f);
        if (may && f->address_taken && f->body && !f->entry) dec_unit(d, f);
    }
}

// Every function that is called, those that are found on the way included. False: one of them
// cannot run.
static bool all_units(decoder *d)
{
    size_t looked = 0; // calls through pointers
    bool good = true;
    for (size_t i = 0; i < d->n_units; i++) {
        function *f = d->units[i]->f;
        if (!f->refused) f->refused = !unit_decode(d, i);
        good &= !f->refused;
        if (i + 1 < d->n_units || looked == d->n_indirect) continue;
        looked = d->n_indirect;
        indirect_units(d);
    }
    return good;
}

// A register of module scope would have to be passed from function to function: each has its own.
static bool module_registers(decoder *d)
{
    const unit *first = d->units[0];
    for (size_t i = 0; i < d->n_units; i++) {
        const function *f = d->units[i]->f;
        for (size_t r = 0; r < f->n_regs; r++) {
            if (!f->regs[r].of_module || d->n_units == 1) continue;
            d->f = first->f;
            return dec_refuse_at(
                d, f->at,
                "register '%s' of module scope in a kernel that calls functions is not supported",
                f->regs[r].name);
        }
    }
    return true;
}

void kernel_free(ptx_kernel *k)
{
    free(k->code);
    free(k->callees);
    free(k->consts);
    free(k->specials);
    free(k->shared);
    free(k->cleared);
    pool_free(&k->mem);
    free(k);
}

static void copy_params(ptx_kernel *k, const function *f)
{
    k->params = pool_alloc(&k->mem, (f->n_params + 1) * sizeof *k->params);
    k->n_params = (uint32_t)f->n_params;
    k->param_bytes = f->param_bytes;
    for (size_t i = 0; i < f->n_params; i++) {
        const variable *v = f->params[i];
        k->params[i] = (ptx_param){.name = v->name,
                                   .type = type_name(v->type),
                                   .offset = (uint32_t)v->offset,
                                   .bytes = (uint32_t)v->bytes,
                                   .align = v->align};
    }
}

ptx_kernel *decode_kernel(const ptx_module *m, function *const *functions, size_t n_functions,
                          function *f, lexer *lx)
{
    ptx_kernel *k = wl_calloc(1, sizeof *k);
    decoder d = {.m = m, .functions = functions, .n_functions = n_functions, .lx = lx, .k = k};
    k->module = m;
    k->name = pool_copy(&k->mem, f->name, strlen(f->name));
    k->code_at = f->code_at;
    memcpy(k->maxntid, f->maxntid, sizeof k->maxntid);
    memcpy(k->reqntid, f->reqntid, sizeof k->reqntid);
    copy_params(k, f);
    dec_unit(&d, f);
    const bool good = all_units(&d) && module_registers(&d) && link_kernel(&d);
    for (size_t i = 0; !good && i < d.n_units; i++)
        refusal_append(&k->refusals, d.units[i]->f->refusals, &k->mem);
    free(d.units);
    free(d.indirect);
    if (good || !lx->failed) return k;
    kernel_free(k);
    return NULL;
}
