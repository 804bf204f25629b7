// parse_decl.c : declarations of PTX: registers, variables with initialisers, parameters. See
// parser.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/devmem.h"
#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REGS = 1 << 20, MOST_ELEMS = 8, MOST_PARAM_BYTES = 32768, MOST_ALIGN = 1 << 16 };
static const uint64_t MOST_BYTES = 1ull << 30; // of a variable

// *supported: false if PTX has the type and this machine has not; 64 bits stand for it.
static bool type_here(parser *p, ptx_type *type, bool *supported)
{
    char buf[16] = "";
    if (p->t.kind == TOK_DOT && p->t.len < sizeof buf) memcpy(buf, p->t.text, p->t.len);
    *supported = !type_is_absent(buf);
    *type = *supported ? type_named(buf) : T_b64;
    return *type != T_none ? parse_next(p) : parse_unexpected(p, "a type such as .u32");
}

// Vector width (.v2, .v4) before the type, in declarations.
static bool vector_here(parser *p, uint32_t *n)
{
    *n = parse_is_dot(p, "v2") ? 2 : parse_is_dot(p, "v4") ? 4 : 1;
    return *n == 1 || parse_next(p);
}

// .align N
static bool align_here(parser *p, uint32_t *align)
{
    const place at = parse_place(p);
    if (parse_is_dot(p, "align") && (!parse_next(p) || !parse_count(p, MOST_ALIGN, align)))
        return false;
    return !(*align & (*align - 1)) ||
           parse_error(p, at, ".align %u: must be a power of two", *align);
}

static bool declare_register(parser *p, ptx_type type, uint32_t vector)
{
    const place at = parse_place(p);
    char *name = NULL;
    if (!parse_nested_name(p, "a register's name", &name)) return false;
    uint32_t count = 0;
    bool range = parse_accept(p, '<');
    if (range && (!parse_count(p, MOST_REGS, &count) || !parse_expect(p, '>'))) return false;
    const symbol *old = NULL;
    char *key = wl_format("%s%s", name, range ? "<" : "");
    symbol *s = symtab_add(p->names, key, range ? SYM_RANGE : SYM_REG, at, &old);
    free(key);
    if (!s)
        return parse_error(p, at, "'%s' is declared twice (first on line %u)", name, old->at.line);
    s->type = type;
    s->vector = vector > 1 ? vector : 0;
    s->count = count;
    return true;
}

static bool register_type(parser *p, ptx_type *type, uint32_t *vector)
{
    const place at = parse_place(p);
    uint32_t align = 0; // of a register it says nothing
    bool supported = true;
    if (!align_here(p, &align) || !vector_here(p, vector) || !type_here(p, type, &supported))
        return false;
    if (*vector > 1 && *type == T_pred) return parse_error(p, at, "a vector of predicates");
    if (!p->f)
        return (*vector == 1 && supported) ||
               parse_error(p, at, "registers of this type are not supported at module scope");
    p->f->refused |= !supported;
    return supported || parse_refuse(p, at,
                                     "registers of this type are not supported: must be .pred, or "
                                     ".b, .u, .s or .f of 8 to 64 bits, or .f16x2");
}

bool parse_registers(parser *p)
{
    ptx_type type;
    uint32_t vector = 1;
    if (!register_type(p, &type, &vector)) return false;
    do {
        if (!declare_register(p, type, vector)) return false;
    } while (parse_accept(p, ','));
    return parse_expect(p, ';');
}

static bool too_large(parser *p, place at)
{
    return parse_error(p, at, "the array is larger than %llu bytes",
                       (unsigned long long)MOST_BYTES);
}

// Element positions filled by an initialiser.
typedef struct filling {
    variable *v;
    uint64_t at, room; // bytes filled; bytes of init
    bool open;         // x[]: grows
} filling;

static bool fits(parser *p, const filling *f, place at, uint64_t end)
{
    if (!f->open && end > f->v->bytes)
        return parse_error(p, at, "more initial values than '%s' has room for", f->v->name);
    return end <= MOST_BYTES || too_large(p, at);
}

static bool put(parser *p, filling *f, place at, uint64_t bits, uint32_t bytes)
{
    if (!fits(p, f, at, f->at + bytes)) return false;
    if (f->at + bytes > f->room) {
        uint64_t room = f->room ? 2 * f->room : 64;
        while (f->at + bytes > room) room *= 2;
        uint8_t *bigger = pool_alloc(&p->m->mem, room);
        if (f->room) memcpy(bigger, f->v->init, f->room);
        f->v->init = bigger;
        f->room = room;
    }
    memcpy(f->v->init + f->at, &bits, bytes);
    f->at += bytes;
    return true;
}

static bool put_address(parser *p, filling *f, place at, uint64_t mask)
{
    variable *v = f->v;
    char *name = NULL;
    if (!parse_nested_name(p, "a variable", &name)) return false;
    bool generic = !strcmp(name, "generic") && parse_accept(p, '(');
    if (generic && (!parse_nested_name(p, "a variable", &name) || !parse_expect(p, ')')))
        return false;
    const symbol *s = symtab_find(p->names, symtab_scope(p->names), name);
    if (s && s->kind == SYM_VAR && s->var->absent)
        v->absent = "is initialised with the address of a variable that is not here";
    if (s && s->kind == SYM_FUNCTION) {
        function *itself = function_itself(s->func);
        itself->address_taken = true;
        return put(p, f, at, masked_bits(FUNCTION_ADDRESS(itself->index), mask),
                   type_bytes(v->type));
    }
    if (!s || s->kind != SYM_VAR ||
        (s->var->space != SPACE_GLOBAL && s->var->space != SPACE_CONST)) {
        return parse_error(p, at, "'%s' is no variable whose address is known here", name);
    }
    int64_t addend = 0;
    if ((parse_is(p, '+') || parse_is(p, '-')) && !parse_const(p, &addend)) return false;
    if (v->n_relocs ==
        v->relocs_room) { // in the module's pool, so that nothing is left behind by an error
        v->relocs_room = v->relocs_room ? 2 * v->relocs_room : 8;
        var_reloc *bigger = pool_alloc(&p->m->mem, v->relocs_room * sizeof *bigger);
        if (v->n_relocs) memcpy(bigger, v->relocs, v->n_relocs * sizeof *bigger);
        v->relocs = bigger;
    }
    v->relocs[v->n_relocs++] = (var_reloc){
        .at = f->at, .to = s->var, .addend = addend, .mask = mask, .bytes = type_bytes(v->type)};
    return put(p, f, at, 0, type_bytes(v->type));
}

// 0xFF00(address or constant): one byte of it (PTX ISA, "mask() operator"); pointers that are not
// aligned are told so.
static bool put_masked(parser *p, filling *f, place at, uint64_t mask)
{
    int64_t value = 0;
    if (!mask || masked_bits(~0ull, mask) != 0xff || __builtin_ctzll(mask) % 8) {
        return parse_error(p, at, "mask 0x%llx: must be one byte, 0xFF, 0xFF00, ...",
                           (unsigned long long)mask);
    }
    if (!parse_expect(p, '(')) return false;
    if (p->t.kind == TOK_IDENT) return put_address(p, f, at, mask) && parse_expect(p, ')');
    if (!parse_const(p, &value) || !parse_expect(p, ')')) return false;
    return put(p, f, at, masked_bits((uint64_t)value, mask), type_bytes(f->v->type));
}

static bool put_number(parser *p, filling *f, place at)
{
    operand o = {0};
    if (!parse_number(p, &o)) return false;
    if (o.kind == OPND_INT && parse_is(p, '(')) return put_masked(p, f, at, o.bits);
    bool real = type_class(f->v->type) == 'f';
    uint32_t bytes = type_bytes(f->v->type);
    const bool untyped =
        type_class(f->v->type) == 'b' && bytes >= 4; // whatever it is: 0f is 32 bits, in 64 too
    if (o.kind == OPND_FLOAT && !real && !untyped) {
        return parse_error(p, at, "a %s cannot hold a floating-point value", type_name(f->v->type));
    }
    const bool as_it_is = o.kind == OPND_INT ? !real
                          : o.single         ? bytes == 4 || untyped
                                             : bytes == 8;
    if (as_it_is) return put(p, f, at, o.bits, bytes);
    double d = 0;
    float s;
    if (o.kind == OPND_INT) d = (double)(int64_t)o.bits;
    else if (o.single) memcpy(&s, &o.bits, sizeof s), d = (double)s;
    else memcpy(&d, &o.bits, sizeof d);
    uint64_t bits = 0;
    s = (float)d;
    if (bytes == 4) memcpy(&bits, &s, sizeof s);
    else memcpy(&bits, &d, sizeof d);
    return put(p, f, at, bits, bytes);
}

// stride[level]: bytes of one element of the array at that nesting; a short inner list leaves zeros
// behind it.
static bool fill(parser *p, filling *f, const uint64_t *stride, unsigned level, unsigned levels)
{
    const place at = parse_place(p);
    if (!parse_accept(p, '{')) {
        const bool number = p->t.kind != TOK_IDENT || parse_warp_size_here(p);
        return number ? put_number(p, f, at) : put_address(p, f, at, ~0ull);
    }
    if (level >= levels)
        return parse_error(p, at, "initial values are nested deeper than the array");
    if (parse_accept(p, '}')) return true;
    do {
        const place here = parse_place(p);
        const uint64_t end = f->at + stride[level];
        const bool list = parse_is(p, '{');
        if (!fill(p, f, stride, level + 1, levels)) return false;
        if (!list || f->at >= end) continue;
        if (!fits(p, f, here, end)) return false;
        f->at = end;
    } while (parse_accept(p, ','));
    return parse_expect(p, '}');
}

typedef struct array_shape {
    uint64_t dims[MOST_ELEMS], stride[MOST_ELEMS + 1],
        bytes;       // bytes of one element at each nesting
    unsigned n;      // dimensions
    unsigned levels; // these, and one for the elements of a vector
    bool open;       // first dimension left empty
} array_shape;

static bool dimensions(parser *p, uint32_t element, uint32_t vector, array_shape *a)
{
    *a = (array_shape){0};
    while (parse_is(p, '[')) {
        const place at = parse_place(p);
        int64_t n = 0;
        if (a->n == MOST_ELEMS) return parse_error(p, at, "at most %d dimensions", MOST_ELEMS);
        if (!parse_next(p)) return false;
        if (a->n == 0 && parse_is(p, ']')) a->open = true;
        else if (!parse_const(p, &n)) return false;
        if (n < 0 || (uint64_t)n > MOST_BYTES)
            return parse_error(p, at, "an array of %lld elements: must be 0..%llu", (long long)n,
                               (unsigned long long)MOST_BYTES);
        a->dims[a->n++] = (uint64_t)n;
        if (!parse_expect(p, ']')) return false;
    }
    a->levels = a->n + (vector > 1);
    a->stride[a->n] = element;
    a->bytes = element * vector;
    for (unsigned i = a->n; i-- > 0;) {
        a->stride[i] = a->bytes;
        a->bytes *= a->dims[i];
        if (a->bytes > MOST_BYTES) return too_large(p, parse_place(p));
    }
    return true;
}

// [.attribute(.managed)] : the host has such a variable at the same address.
static bool attribute_here(parser *p, variable *v)
{
    if (!parse_is_dot(p, "attribute")) return true;
    if (!parse_next(p) || !parse_expect(p, '(')) return false;
    v->managed = true;
    return (parse_is_dot(p, "managed") ? parse_next(p) : parse_unexpected(p, "'.managed'")) &&
           parse_expect(p, ')');
}

// [.attribute(...)] [.align N] [.v2|.v4] .type: of one variable, or of several
static bool variable_type(parser *p, variable *v)
{
    uint32_t align = 0, vector = 1;
    bool supported = true;
    if (!attribute_here(p, v)) return false;
    const place at = parse_place(p);
    if (!align_here(p, &align) || !vector_here(p, &vector) || !type_here(p, &v->type, &supported))
        return false;
    if (v->type == T_pred) return parse_error(p, at, "a variable cannot be a predicate");
    v->element = type_bytes(v->type) * vector;
    v->align = align > v->element ? align : v->element;
    if (!supported) v->absent = "has a type that is not supported";
    while (parse_is_dot(p, "ptr") || parse_is_dot(p, "global") || parse_is_dot(p, "const") ||
           parse_is_dot(p, "shared") || parse_is_dot(p, "local") || parse_is_dot(p, "align")) {
        uint32_t unused = 0; // attributes of what a pointer parameter points to
        bool number = parse_is_dot(p, "align");
        if (!parse_next(p) || (number && !parse_count(p, UINT32_MAX, &unused))) return false;
    }
    return true;
}

// name[dims]
static bool variable_name(parser *p, variable *v, array_shape *a)
{
    char *name = NULL;
    v->at = parse_place(p);
    if (!parse_nested_name(p, "a variable's name", &name)) return false;
    if (!dimensions(p, type_bytes(v->type), v->element / type_bytes(v->type), a)) return false;
    v->name = pool_copy(&p->m->mem, name, strlen(name));
    v->bytes = a->bytes;
    return true;
}

static bool declarator(parser *p, variable *v, array_shape *a)
{
    return variable_type(p, v) && variable_name(p, v, a);
}

static bool enter(parser *p, variable *v)
{
    const symbol *old = NULL;
    if (!strcmp(v->name, "_")) return true; // a declaration need not name its parameters
    symbol *s = symtab_add(p->names, v->name, SYM_VAR, v->at, &old);
    if (!s)
        return parse_error(p, v->at, "'%s' is declared twice (first on line %u)", v->name,
                           old->at.line);
    s->var = v;
    return true;
}

static uint64_t align_up(uint64_t x, uint64_t to) { return (x + to - 1) / to * to; }

// Room in the function's frame for a .param variable of a device function's header or of a body.
static bool in_frame(parser *p, variable *v)
{
    function *f = p->f;
    uint64_t at = align_up(f->frame_bytes, v->align);
    if (at + v->bytes > MOST_PARAM_BYTES) {
        return parse_error(p, v->at, "more than %d bytes of parameters", MOST_PARAM_BYTES);
    }
    v->in_frame = true;
    v->offset = at;
    f->frame_bytes = (uint32_t)(at + v->bytes);
    return true;
}

// A declaration of a variable that is defined before or behind it: the object that is known stands
// for both.
static bool declared_before(parser *p, variable *v)
{
    symbol *s = p->f ? NULL : symtab_find(p->names, 0, v->name);
    variable *old = s && s->kind == SYM_VAR ? s->var : NULL;
    if (!old || (!old->external && !v->external) || old->space != v->space || old->type != v->type)
        return false;
    if (v->external || old->dynamic) return old->dynamic == v->dynamic;
    v->index = old->index;
    *old = *v;
    return true;
}

static bool keep(parser *p, variable *v)
{
    ptx_module *m = p->m;
    if (declared_before(p, v)) return true;
    v->function = p->f ? p->f->index : NO_FUNCTION;
    if (v->space == SPACE_LOCAL) {
        uint64_t *bytes = p->f ? &p->f->local_bytes : &m->local_bytes;
        v->offset = align_up(*bytes, v->align);
        *bytes = v->offset + v->bytes;
    }
    if (v->space == SPACE_PARAM && !in_frame(p, v)) return false;
    if (v->space == SPACE_GLOBAL || v->space == SPACE_CONST) v->index = m->n_statics++;
    m->vars = grow(m->vars, m->n_vars, &m->vars_room, sizeof(variable *));
    m->vars[m->n_vars++] = v;
    return enter(p, v);
}

// A reference to a texture, which is read as a handle of 64 bits. A sampler of its own (an initial
// value) and arrays are not supported.
static void texture_reference(const parser *p, variable *v)
{
    v->texture = true;
    v->absent = parse_is(p, '=')                ? "is a texture with a sampler of its own"
                : v->bytes != type_bytes(T_b64) ? "is an array of textures"
                                                : NULL;
}

static bool variable_one(parser *p, variable *v, const array_shape *a, bool external)
{
    v->external = external;
    if (external && v->space != SPACE_SHARED) v->absent = "is declared, but not defined here";
    if (v->absent && parse_is(p, '=')) return parse_skip(p) && keep(p, v);
    if (parse_accept(p, '=')) {
        if (v->space != SPACE_GLOBAL && v->space != SPACE_CONST) {
            return parse_error(p, v->at, "only .global and .const variables have initial values");
        }
        filling f = {.v = v, .open = a->open};
        if (!fill(p, &f, a->stride, 0, a->levels)) return false;
        if (a->open) v->bytes = f.at;
        if (f.room && f.room < v->bytes) { // the rest is zero
            uint8_t *whole = pool_alloc(&p->m->mem, v->bytes);
            memcpy(whole, v->init, f.room);
            v->init = whole;
        }
    } else if (v->bytes == 0 && !v->absent) {
        v->dynamic = external && v->space == SPACE_SHARED;
        if (!v->dynamic) return parse_error(p, v->at, "'%s' has no size", v->name);
    }
    return keep(p, v);
}

bool parse_variables(parser *p, winst_space space, bool external)
{
    variable of_all = {.space = space};
    const bool texture = space == SPACE_GLOBAL && parse_is_dot(p, "texref");
    if (!variable_type(p, &of_all)) return false;
    do {
        variable *v = pool_alloc(&p->m->mem, sizeof *v);
        array_shape a;
        *v = of_all;
        if (!variable_name(p, v, &a)) return false;
        if (texture) texture_reference(p, v);
        if (!variable_one(p, v, &a, external)) return false;
    } while (parse_accept(p, ','));
    return parse_expect(p, ';');
}

// .tex .u32 name; of PTX 1: what .global .texref is today.
bool parse_textures(parser *p)
{
    variable of_all = {.space = SPACE_GLOBAL};
    if (!variable_type(p, &of_all)) return false;
    of_all.type = T_b64;
    of_all.element = of_all.align = type_bytes(T_b64);
    do {
        variable *v = pool_alloc(&p->m->mem, sizeof *v);
        array_shape a;
        *v = of_all;
        if (!variable_name(p, v, &a)) return false;
        texture_reference(p, v);
        if (!keep(p, v)) return false;
    } while (parse_accept(p, ','));
    return parse_expect(p, ';');
}

static formal *add_formal(formals *list)
{
    list->list = grow(list->list, list->n, &list->room, sizeof *list->list);
    list->list[list->n] = (formal){.reg = -1, .pred = -1};
    return &list->list[list->n++];
}

// A declaration or a prototype need not name its registers: each `_` is one of its own.
static bool formal_register(parser *p, ptx_type type, uint32_t vector, int32_t *reg)
{
    const place at = parse_place(p);
    char *name = pool_copy(&p->f->mem, p->t.text, p->t.len);
    symbol nobody = {.type = type, .vector = vector > 1 ? vector : 0, .reg = -1}, *s = &nobody;
    if (strcmp(name, "_") && !declare_register(p, type, vector)) return false;
    if (strcmp(name, "_")) s = symtab_register(p->names, name);
    else if (!parse_next(p)) return false;
    if (!s) return parse_error(p, at, "a parameter must be one register");
    *reg = parse_register_number(p, s, name);
    return true;
}

static bool register_formal(parser *p, formals *list)
{
    ptx_type type;
    int32_t reg = -1;
    uint32_t vector = 1;
    if (!parse_next(p) || !register_type(p, &type, &vector) ||
        !formal_register(p, type, vector, &reg))
        return false;
    const bool pred = type == T_pred;
    for (uint32_t i = 0; i < vector; i++) { // each component by itself, a predicate as a word
        formal *f = add_formal(list);
        f->reg = pred ? parse_hidden_register(p, T_u32, p->f->regs[reg].name) : reg + (int32_t)i;
        if (pred) f->pred = reg;
        f->bytes = pred ? type_bytes(T_u32) : type_bytes(type);
        list->bytes = (uint32_t)align_up(list->bytes, f->bytes) + f->bytes;
    }
    return true;
}

static bool kernel_param(parser *p, variable *v)
{
    function *f = p->f;
    if (v->bytes == 0) return parse_error(p, v->at, "parameter '%s' has no size", v->name);
    v->offset = align_up(f->param_bytes, v->align);
    if (v->offset + v->bytes > MOST_PARAM_BYTES) {
        return parse_error(p, v->at, "more than %d bytes of parameters", MOST_PARAM_BYTES);
    }
    f->param_bytes = (uint32_t)(v->offset + v->bytes);
    f->params = grow(f->params, f->n_params, &f->params_room, sizeof(variable *));
    f->params[f->n_params++] = v;
    return enter(p, v);
}

bool parse_param(parser *p, formals *list)
{
    if (parse_is_dot(p, "reg") && list) return register_formal(p, list);
    if (!parse_is_dot(p, "param")) return parse_unexpected(p, "'.param'");
    variable *v = pool_alloc(&p->m->mem, sizeof *v);
    array_shape a;
    v->space = SPACE_PARAM;
    v->function = p->f->index;
    if (!parse_next(p) || !declarator(p, v, &a)) return false;
    if (!list) return kernel_param(p, v);
    formal *f = add_formal(list);
    f->var = v;
    f->bytes = (uint32_t)v->bytes;
    v->passed_at = (uint32_t)align_up(list->bytes, v->align);
    list->bytes = v->passed_at + f->bytes;
    return in_frame(p, v) && enter(p, v);
}
