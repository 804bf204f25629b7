// decode_call.c : calls of device functions and their returns. See decoder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"

#include <string.h>

// An argument or result: a .param variable of the frame, or a register; an argument may be a
// constant too. While decoding, stride 0 marks the frame, and `at` of others is a tagged operand.
static bool passed(decoder *d, const operand *o, bool result, uint32_t want, spot *s)
{
    if (o->kind == OPND_VAR && o->var->in_frame && !o->offset) {
        *s = (spot){(uint32_t)o->var->offset, 0, (uint32_t)o->var->bytes};
        return !want || want == s->bytes ||
               dec_error_at(d, o->at, "'%s' has %u bytes; the function takes %u here", o->var->name,
                            s->bytes, want);
    }
    ptx_type type = dec_reg_type(d, o);
    if (type == T_none)
        type = o->kind == OPND_FLOAT ? (want == 8 ? T_f64 : T_f32) : want == 8 ? T_b64 : T_b32;
    if (want > 8)
        return dec_error_at(d, o->at, "a .param variable of %u bytes is needed here", want);
    if (!(result ? dec_dst(d, o, type, false, 5) : dec_src(d, o, type, false, 5))) return false;
    uint32_t bytes = type_bytes(type);
    *s = (spot){d->in->op[5], bytes == 8 ? 8 : 4, want && want < bytes ? want : bytes};
    return true;
}

static bool passed_all(decoder *d, const operand *list, const formals *f, bool result, spot **spots,
                       uint32_t *n)
{
    *n = list->n_elems;
    *spots = pool_alloc(&d->k->mem, (*n + 1u) * sizeof **spots);
    if (f && f->n != *n) {
        return dec_error(d, "%u %s where the function has %zu", *n,
                         result ? "results" : "arguments", f->n);
    }
    for (uint32_t i = 0; i < *n; i++) {
        const bool takes = f && f->list[i].pred >= 0, has = list->elems[i].predicate;
        if (f && takes != has)
            return dec_error_at(d, list->elems[i].at,
                                has ? "a predicate cannot be passed: the function takes none here"
                                    : "a predicate is needed here");
        if (!passed(d, &list->elems[i], result, f ? f->list[i].bytes : 0, &(*spots)[i]))
            return false;
    }
    return true;
}

// The functions that CUDA has itself, under the names that compilers give them: clang's operators
// new and delete too, of which a class with a virtual destructor has delete in its table.
typedef struct device_row {
    const char *name;
    device_function function;
    uint32_t out, n_in, in[5]; // bytes
} device_row;

static const device_row *device_function_of(const char *name)
{
    static const device_row rows[] = {{"vprintf", DEVICE_PRINTF, 4, 2, {8, 8}},
                                      {"__assertfail", DEVICE_ASSERT, 0, 5, {8, 8, 4, 8, 8}},
                                      {"malloc", DEVICE_MALLOC, 8, 1, {8}},
                                      {"_Znwm", DEVICE_MALLOC, 8, 1, {8}},
                                      {"_Znam", DEVICE_MALLOC, 8, 1, {8}},
                                      {"free", DEVICE_FREE, 0, 1, {8}},
                                      {"_ZdlPv", DEVICE_FREE, 0, 1, {8}},
                                      {"_ZdaPv", DEVICE_FREE, 0, 1, {8}},
                                      {"_ZdlPvm", DEVICE_FREE, 0, 2, {8, 8}},
                                      {"_ZdaPvm", DEVICE_FREE, 0, 2, {8, 8}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!strcmp(name, rows[i].name)) return &rows[i];
    }
    return NULL;
}

static bool has_signature(const function *f, const device_row *r)
{
    bool same = f->in.n == r->n_in && f->out.n == (r->out != 0);
    for (uint32_t i = 0; same && i < r->n_in; i++) same = f->in.list[i].bytes == r->in[i];
    return same && (!r->out || f->out.list[0].bytes == r->out);
}

static bool dec_device_call(decoder *d, const function *f, const device_row *r)
{
    call_site *s = pool_alloc(&d->k->mem, sizeof *s);
    if (!has_signature(f, r))
        return dec_refuse_at(d, dec_operand(d, 1)->at, "'%s' has another signature in CUDA",
                             f->name);
    if (!passed_all(d, dec_operand(d, 0), &f->out, true, &s->out, &s->n_out)) return false;
    if (!passed_all(d, dec_operand(d, 2), &f->in, false, &s->in, &s->n_in)) return false;
    s->callee = -1;
    d->in->op[5] = TAG_SCRATCH;
    d->in->exec = EX_DEVICE;
    d->in->mode = (uint8_t)r->function;
    d->in->call = s;
    d->k->uses_heap |= r->function == DEVICE_MALLOC || r->function == DEVICE_FREE;
    return true;
}

bool dec_call(decoder *d)
{
    if (d->s->n_mods > 1 || (d->s->n_mods && !dec_mod(d, "uni"))) return dec_unsupported(d);
    const operand *to = dec_operand(d, 1);
    function *f = to->kind == OPND_FUNC ? function_itself(to->func) : NULL;
    const device_row *own = f && !f->body ? device_function_of(f->name) : NULL;
    if (own) return dec_device_call(d, f, own);
    if (f && f->entry) return dec_error_at(d, to->at, "'%s' is a kernel", f->name);
    if (f && !f->body)
        return dec_refuse_at(d, to->at, "function '%s' is declared, but has no body", f->name);
    if (!f && to->kind != OPND_REG)
        return dec_error_at(d, to->at, "a call needs a function or a register");
    if (d->s->n_operands == 4 && dec_operand(d, 3)->kind != OPND_PROTO) {
        return dec_error_at(d, dec_operand(d, 3)->at,
                            "a call through a register needs the label of a .callprototype");
    }
    call_site *s = pool_alloc(&d->k->mem, sizeof *s);
    if (!passed_all(d, dec_operand(d, 0), f ? &f->out : NULL, true, &s->out, &s->n_out))
        return false;
    if (!passed_all(d, dec_operand(d, 2), f ? &f->in : NULL, false, &s->in, &s->n_in)) return false;
    d->in->op[5] = TAG_SCRATCH;
    d->in->exec = EX_CALL;
    d->in->call = s;
    s->callee = f ? (int32_t)dec_unit(d, f) : -1;
    if (f) return true;
    d->indirect = grow(d->indirect, d->n_indirect, &d->indirect_room, sizeof *d->indirect);
    d->indirect[d->n_indirect++] = s;
    return dec_src(d, to, T_b64, true, 0);
}

bool dec_same_signature(const call_site *s, const function *f)
{
    bool same = s->n_in == f->in.n && s->n_out == f->out.n;
    for (uint32_t i = 0; same && i < s->n_in; i++) same = s->in[i].bytes == f->in.list[i].bytes;
    for (uint32_t i = 0; same && i < s->n_out; i++) same = s->out[i].bytes == f->out.list[i].bytes;
    return same;
}

bool dec_return_sources(decoder *d)
{
    for (size_t i = 0; i < d->f->out.n; i++) {
        const formal *x = &d->f->out.list[i];
        if (x->var) continue;
        const operand o = {.kind = OPND_REG, .at = d->f->at, .reg = x->reg};
        if (!dec_src(d, &o, d->f->regs[x->reg].type, false, 5)) return false;
    }
    d->in->op[5] = TAG_SCRATCH;
    return true;
}

bool dec_ret(decoder *d)
{
    if (d->f->entry) return dec_exit(d);
    if (d->s->n_mods > 1 || (d->s->n_mods && !dec_mod(d, "uni")) || !dec_count(d, 0, 0))
        return dec_unsupported(d);
    d->in->exec = EX_RETURN;
    return dec_return_sources(d);
}
