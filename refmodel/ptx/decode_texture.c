// decode_texture.c: decodes texture and surface instructions, whose handles are values (unified
// mode), as compilers have written them since CUDA 5, or lie in texture references. See decoder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/move.h"

#include <string.h>

// A fetch is timed as a read of the word in which the footprint's first texel begins, by the
// texture cache or, without one, as a load from global memory; the rest of the footprint comes with
// it. Accesses of surfaces are loads, stores and atomics of global memory, as the texture cache is
// not written.
enum { FETCH_BYTES = 4, SPARE = OP_BASE + 1, MOST_COORDINATES = 4 };

static const struct geometry {
    const char *word;
    texture_shape shape;
    uint8_t coordinates; // a vector of four may have one more, or two, that nobody looks at
} geometries[] = {{"1d", {1, false, false}, 1}, {"2d", {2, false, false}, 2},
                  {"3d", {3, false, false}, 3}, {"a1d", {1, true, false}, 2},
                  {"a2d", {2, true, false}, 3}, {"cube", {2, false, true}, 3},
                  {"acube", {2, true, true}, 4}};

static const struct geometry *geometry_named(const char *word)
{
    for (unsigned i = 0; i < sizeof geometries / sizeof geometries[0]; i++) {
        if (!strcmp(geometries[i].word, word)) return &geometries[i];
    }
    return NULL;
}

static void set_access(decoder *d, winst_kind kind, texture_mode mode, uint32_t lane_bytes)
{
    xinst *in = d->in;
    in->exec = EX_TEXTURE;
    in->mode = (uint8_t)mode;
    in->w.kind = (uint8_t)kind;
    in->w.unit = UNIT_MEM;
    in->w.space = SPACE_GLOBAL;
    in->w.lane_bytes = (uint8_t)lane_bytes;
}

// A 64-bit register with the handle, or the name of a texture reference that holds it.
static bool handle_here(decoder *d, const operand *o)
{
    if (o->kind != OPND_MEM) return dec_error_at(d, o->at, "%s needs a [handle]", d->s->op);
    operand handle = *o;
    handle.n_elems = 0;
    if (o->var && o->var->texture && !o->offset) return dec_handle(d, &handle, OP_BASE);
    if (o->var || o->reg < 0 || o->offset) return dec_unsupported(d);
    return dec_address(d, &handle, OP_BASE) && (d->in->wide_address || dec_unsupported(d));
}

// [handle, {coordinates}]; the first of a layered one is the layer, an unsigned number.
static bool place_here(decoder *d, const operand *o, const struct geometry *g, texture_site *site,
                       ptx_type type)
{
    if (!handle_here(d, o)) return false;
    if (o->n_elems > 1) return dec_unsupported(d); // a sampler of its own
    if (!o->n_elems) return dec_error_at(d, o->at, "%s needs coordinates", d->s->op);
    const operand *list = o->elems->kind == OPND_VEC ? o->elems->elems : o->elems;
    const uint32_t n = o->elems->kind == OPND_VEC ? o->elems->n_elems : 1;
    if (n == 3) return dec_error_at(d, o->elems->at, "vectors have 1, 2 or 4 elements, not 3");
    if (n < g->coordinates || n > MOST_COORDINATES)
        return dec_error_at(d, o->elems->at, "%u coordinates, where .%s has %u", n, g->word,
                            g->coordinates);
    for (uint32_t i = 0; i < n; i++) {
        const bool layer = i == 0 && g->shape.layered;
        if (!dec_src(d, &list[i], layer ? T_u32 : type, false, SPARE)) return false;
        site->coordinates[i] = d->in->op[SPARE];
        d->in->op[SPARE] = TAG_SCRATCH;
    }
    site->n_coordinates = n;
    site->shape = g->shape;
    d->in->texture = site;
    return true;
}

static bool results_here(decoder *d, const operand *o, ptx_type type)
{
    if (o->second) return dec_unsupported(d); // whether the texel is resident
    if (o->kind != OPND_VEC || o->n_elems != 4)
        return dec_error_at(d, o->at, "%s.v4 has four results", d->s->op);
    for (uint32_t i = 0; i < 4; i++) {
        if (!dec_dst(d, &o->elems[i], type, false, i)) return false;
    }
    return true;
}

// Levels of detail choose among mipmaps, and there is one level: they are read, and that is all.
static bool read_and_drop(decoder *d, const operand *o)
{
    const operand *list = o->kind == OPND_VEC ? o->elems : o;
    const uint32_t n = o->kind == OPND_VEC ? o->n_elems : 1;
    for (uint32_t i = 0; i < n; i++) {
        if (!dec_src(d, &list[i], T_f32, false, SPARE)) return false;
    }
    d->in->op[SPARE] = TAG_SCRATCH;
    return true;
}

typedef struct fetch_mods {
    const struct geometry *geometry;
    ptx_type result, coordinate;
    uint32_t levels; // operands that choose one
    uint8_t channel;
    bool v4;
} fetch_mods;

static bool read_fetch(decoder *d, fetch_mods *m)
{
    static const char channels[] = "rgba";
    *m = (fetch_mods){0};
    for (uint32_t i = 0; i < d->s->n_mods; i++) {
        const char *mod = d->s->mods[i];
        const struct geometry *g = geometry_named(mod);
        const ptx_type type = type_named(mod);
        const char *c = mod[1] ? NULL : strchr(channels, *mod);
        if (g && !m->geometry) m->geometry = g;
        else if (type != T_none && m->result == T_none) m->result = type;
        else if (type != T_none && m->coordinate == T_none) m->coordinate = type;
        else if (!strcmp(mod, "v4")) m->v4 = true;
        else if (!strcmp(mod, "level")) m->levels = 1;
        else if (!strcmp(mod, "grad")) m->levels = 2;
        else if (c && *c && !strcmp(d->s->op, "tld4")) m->channel = (uint8_t)(c - channels);
        else if (strcmp(mod, "base")) return dec_unsupported(d);
    }
    const bool types = (m->result == T_f32 || m->result == T_u32 || m->result == T_s32) &&
                       (m->coordinate == T_f32 || m->coordinate == T_s32);
    return (m->geometry && m->v4 && types) || dec_unsupported(d);
}

static bool fetch(decoder *d, texture_mode mode)
{
    fetch_mods m;
    texture_site *site = pool_alloc(&d->k->mem, sizeof *site);
    if (!read_fetch(d, &m) || !dec_count(d, 2 + m.levels, 2 + m.levels)) return false;
    set_access(d, W_LOAD, mode, FETCH_BYTES);
    d->in->w.texture = true;
    *site = (texture_site){.in_texels = m.coordinate == T_s32, .channel = m.channel};
    if (!results_here(d, dec_operand(d, 0), m.result) ||
        !place_here(d, dec_operand(d, 1), m.geometry, site, m.coordinate))
        return false;
    for (uint32_t i = 0; i < m.levels; i++) {
        if (!read_and_drop(d, dec_operand(d, 2 + i))) return false;
    }
    return true;
}

bool dec_tex(decoder *d) { return fetch(d, TEXTURE_SAMPLE); }
bool dec_tld4(decoder *d) { return fetch(d, TEXTURE_GATHER); }

// txq.width.b32 d, [handle];
bool dec_txq(decoder *d)
{
    static const char *const asked[] = {[QUERY_WIDTH] = "width",
                                        [QUERY_HEIGHT] = "height",
                                        [QUERY_DEPTH] = "depth",
                                        [QUERY_LAYERS] = "array_size",
                                        [QUERY_NORMALIZED] = "normalized_coords"};
    const statement *s = d->s;
    unsigned q = 0;
    const unsigned n = sizeof asked / sizeof asked[0];
    while (s->n_mods == 2 && q < n && strcmp(asked[q], s->mods[0]) != 0) q++;
    if (s->n_mods != 2 || q == n || strcmp(s->mods[1], "b32") != 0) return dec_unsupported(d);
    d->in->exec = EX_QUERY;
    d->in->mode = (uint8_t)q;
    d->in->w.kind = W_ALU;
    d->in->w.unit = UNIT_SP;
    return dec_count(d, 2, 2) && dec_dst(d, dec_operand(d, 0), T_b32, false, 0) &&
           handle_here(d, dec_operand(d, 1));
}

typedef struct surface_mods {
    const struct geometry *geometry;
    ptx_type type;
    const char *op, *cache; // op: of sured
    uint32_t elems, bounds; // bounds: how many are said
    surface_bound bound;
    bool bytes, formatted, vector; // .b, .p, .v2 or .v4
} surface_mods;

static bool is_one_of(const char *mod, const char *const *words, unsigned n)
{
    while (n && strcmp(words[n - 1], mod) != 0) n--;
    return n > 0;
}

static bool read_surface_mod(surface_mods *m, const char *mod)
{
    static const char *const
        ops[] = {"add", "min", "max", "and", "or"},
        *const caches[] = {"ca", "cg", "cs", "cv", "wb", "wt"},
        *const bounds[] = {[BOUND_TRAP] = "trap", [BOUND_CLAMP] = "clamp", [BOUND_ZERO] = "zero"};
    const struct geometry *g = geometry_named(mod);
    const ptx_type type = type_named(mod);
    if (g && !m->geometry) return m->geometry = g, true;
    if (type != T_none && m->type == T_none) return m->type = type, true;
    if (is_one_of(mod, ops, 5) && !m->op) return m->op = mod, true;
    if (is_one_of(mod, caches, 6) && !m->cache) return m->cache = mod, true;
    if (is_one_of(mod, bounds, 3)) {
        for (unsigned i = 0; i < 3; i++)
            if (!strcmp(bounds[i], mod)) m->bound = (surface_bound)i;
        return ++m->bounds == 1;
    }
    if (!strcmp(mod, "b") && !m->bytes) return m->bytes = true;
    if (!strcmp(mod, "p") && !m->formatted) return m->formatted = true;
    if ((strcmp(mod, "v2") != 0 && strcmp(mod, "v4") != 0) || m->vector) return false;
    m->elems = mod[1] == '2' ? 2 : 4;
    return m->vector = true;
}

// What no surface instruction does without, and how to address it: one of the two.
static bool read_surface(decoder *d, surface_mods *m)
{
    *m = (surface_mods){.elems = 1};
    for (uint32_t i = 0; i < d->s->n_mods; i++) {
        if (!read_surface_mod(m, d->s->mods[i])) return dec_unsupported(d);
    }
    const bool known = m->geometry && !m->geometry->shape.cube && m->type != T_none &&
                       m->bytes != m->formatted && m->bounds;
    return (known && m->elems * type_bytes(m->type) <= 16) || dec_unsupported(d);
}

// The values: registers of one width at least that of what is moved, all floats or all integers; a
// register of bits is either.
static bool surface_data(decoder *d, const operand *o, const surface_mods *m, bool load)
{
    const operand *list = o->kind == OPND_VEC ? o->elems : o;
    const uint32_t n = o->kind == OPND_VEC ? o->n_elems : 1;
    uint32_t bytes = type_bytes(m->type), floats = 0, integers = 0;
    ptx_type literal = m->type;
    if (n != m->elems)
        return dec_error_at(d, o->at, "%u registers where %u are moved", n, m->elems);
    for (uint32_t i = 0; i < n; i++) {
        const ptx_type t = dec_reg_type(d, &list[i]);
        if (t != T_none) bytes = type_bytes(t);
        floats += type_class(t) == 'f', integers += type_class(t) == 'u' || type_class(t) == 's';
    }
    if (floats && integers) return dec_unsupported(d);
    if (bytes == 8) literal = T_b64;
    for (uint32_t i = 0; i < n; i++) {
        const ptx_type t = dec_reg_type(d, &list[i]);
        if (t != T_none && type_bytes(t) != bytes)
            return dec_error_at(d, list[i].at, "a register of %u bytes beside one of %u",
                                type_bytes(t), bytes);
        if (!(load ? dec_dst(d, &list[i], m->type, true, i)
                   : dec_src(d, &list[i], t == T_none ? literal : m->type, true, i)))
            return false;
    }
    d->in->keep = load && bytes < 4 ? (1u << (8 * bytes)) - 1 : UINT32_MAX;
    d->in->move = load ? move_load(m->type, bytes == 8) : move_store(m->type, bytes == 8);
    return true;
}

static bool surface(decoder *d, bool load)
{
    static const char *const loaded[] = {"ca", "cg", "cs", "cv"}, *const stored[] = {"wb", "cg",
                                                                                     "cs", "wt"};
    surface_mods m;
    texture_site *site = pool_alloc(&d->k->mem, sizeof *site);
    if (!read_surface(d, &m) || !dec_count(d, 2, 2)) return false;
    if (m.op || type_class(m.type) != 'b' || (m.formatted && (load || m.type != T_b32)) ||
        (m.cache && !is_one_of(m.cache, load ? loaded : stored, 4)))
        return dec_unsupported(d);
    set_access(d, load ? W_LOAD : W_STORE,
               load          ? SURFACE_LOAD
               : m.formatted ? SURFACE_FORMAT
                             : SURFACE_STORE,
               m.formatted ? FETCH_BYTES : m.elems * type_bytes(m.type));
    d->in->elems = (uint8_t)m.elems;
    d->in->element_bytes = (uint8_t)type_bytes(m.type);
    *site = (texture_site){.in_texels = true, .bound = m.bound};
    const operand *data = dec_operand(d, load ? 0 : 1), *at = dec_operand(d, load ? 1 : 0);
    return (load ? surface_data(d, data, &m, true) : true) &&
           place_here(d, at, m.geometry, site, T_s32) && (load || surface_data(d, data, &m, false));
}

// Has PTX that operation on that type here? Fewer than atomics have.
static bool reduces(const surface_mods *m)
{
    const bool bits = !strcmp(m->op, "and") || !strcmp(m->op, "or"), add = !strcmp(m->op, "add");
    switch (m->type) {
    case T_b32: return m->formatted || bits;
    case T_b64: return m->formatted && !bits && !add;
    case T_u32:
    case T_s32:
    case T_u64: return m->bytes && !bits;
    case T_s64: return m->bytes && !bits && !add;
    default: return false;
    }
}

// Of .p the surface's format says which integers they are: the atomic is that of unsigned ones, and
// the site has the other.
static void set_reduction(decoder *d, const surface_mods *m, texture_site *site)
{
    const bool wide = type_bytes(m->type) == 8,
               bits = !strcmp(m->op, "and") || !strcmp(m->op, "or");
    d->in->atomic = move_atomic(m->op, !m->formatted || bits ? m->type : wide ? T_u64 : T_u32);
    if (!m->formatted) return;
    site->atomic = bits ? d->in->atomic : move_atomic(m->op, wide ? T_s64 : T_s32);
}

// sured.b.add.2d.u32.clamp [handle, {x, y}], value: an atomic without a result on the surface's
// bytes; sured.p.add.2d.b32.clamp: on its samples.
bool dec_sured(decoder *d)
{
    surface_mods m;
    texture_site *site = pool_alloc(&d->k->mem, sizeof *site);
    if (!read_surface(d, &m) || !dec_count(d, 2, 2)) return false;
    if (!m.op || m.vector || m.cache || m.geometry->shape.layered || !reduces(&m))
        return dec_unsupported(d);
    set_access(d, W_ATOMIC, SURFACE_REDUCE, type_bytes(m.type));
    *site = (texture_site){.in_texels = true, .bound = m.bound};
    set_reduction(d, &m, site);
    const operand *value = dec_operand(d, 1);
    if (value->kind == OPND_VEC) return dec_error_at(d, value->at, "sured takes no vector");
    return place_here(d, dec_operand(d, 0), m.geometry, site, T_s32) &&
           dec_src(d, value, m.type, false, 1);
}

bool dec_suld(decoder *d) { return surface(d, true); }
bool dec_sust(decoder *d) { return surface(d, false); }
