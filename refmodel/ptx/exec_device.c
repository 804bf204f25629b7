// exec_device.c: executes calls of device functions that CUDA has itself: vprintf, __assertfail,
// malloc and free. See exec.h. A call takes the time of one instruction: what the functions would
// do on a GPU is not modelled. Their arguments are read at the call.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"
#include "ptx/services.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct caller {
    xwarp *w;
    const xinst *in;
    uint32_t lane;
    bool quiet; // what cannot be read is no fault
} caller;

typedef struct writer {
    char *at;
    size_t bytes, room;
} writer;

static void put(writer *o, const char *from, size_t bytes)
{
    if (o->bytes + bytes > o->room) {
        o->room = 2 * (o->bytes + bytes);
        o->at = wl_realloc(o->at, o->room);
    }
    memcpy(o->at + o->bytes, from, bytes);
    o->bytes += bytes;
}

static bool unreadable(const caller *c, uint64_t addr, uint32_t bytes)
{
    if (c->quiet) return false;
    xfault *f = &c->w->cta->launch->faults[c->w->cta->sm];
    const bool first = f->kind == FAULT_none;
    exec_fault(c->w, c->in, FAULT_OUTSIDE, c->lane, addr, SPACE_GLOBAL);
    if (first) f->bytes = bytes;
    return false;
}

static const unsigned char *inside(const unsigned char *host, uint64_t room, uint64_t at,
                                   uint32_t bytes)
{
    return at < room && bytes <= room - at ? host + at : NULL;
}

// Reads at a generic address, as the thread sees memory. False: it cannot; a fault was recorded.
static bool get(const caller *c, uint64_t addr, void *to, uint32_t bytes)
{
    const xwarp *w = c->w;
    const xlaunch *l = w->cta->launch;
    const uint64_t local = l->kernel->local_bytes;
    const bool device = addr < SHARED_WINDOW || addr >= STATIC_BASE;
    const unsigned char *from =
        device ? devmem_at(l->mem, addr, bytes)
        : addr < LOCAL_WINDOW
            ? inside(w->cta->shared, l->shared_bytes, addr - SHARED_WINDOW, bytes)
            : inside(w->local + c->lane * local, local, addr - LOCAL_WINDOW, bytes);
    if (!from) return unreadable(c, addr, bytes);
    memcpy(to, from, bytes);
    if (device && w->cta->store_buffer) store_buffer_read(w->cta->store_buffer, addr, bytes, to);
    return true;
}

// A string, of at most `most` characters, NUL-terminated behind them.
static bool get_string(const caller *c, uint64_t addr, size_t most, writer *o)
{
    for (size_t n = 0; n < most; n++) {
        char byte = 0;
        if (!get(c, addr + n, &byte, 1)) return false;
        if (!byte) break;
        put(o, &byte, 1);
    }
    put(o, "", 1);
    return true;
}

static uint64_t argument(const caller *c, unsigned i)
{
    const spot *s = &c->in->call->in[i];
    uint64_t value = 0;
    memcpy(&value, (const unsigned char *)op_at(c->w, s->at) + (size_t)c->lane * s->stride,
           s->bytes < sizeof value ? s->bytes : sizeof value);
    return value;
}

static void result(const caller *c, uint64_t value)
{
    const spot *s = &c->in->call->out[0];
    if (!c->in->call->n_out || !s->bytes) return;
    memcpy((unsigned char *)op_at(c->w, s->at) + (size_t)c->lane * s->stride, &value, s->bytes);
}

// ---- printf

// The variables of a call: each at the next multiple of its size.
typedef struct variables {
    const caller *c;
    uint64_t at;
    unsigned taken;
} variables;

static bool next_variable(variables *v, uint32_t bytes, uint64_t *value)
{
    v->at = (v->at + bytes - 1) / bytes * bytes;
    *value = 0;
    if (!get(v->c, v->at, value, bytes)) return false;
    v->at += bytes;
    v->taken++;
    return true;
}

// %[flags][width][.precision][size]type
enum { MOST_WIDTH = 1 << 16, NOT_SAID = INT_MIN, SPEC_BYTES = 64 };
typedef struct conversion {
    char flags[8];
    int width, precision; // or NOT_SAID
    unsigned shorts, longs;
    char type; // 0: not one that there is
} conversion;

// A number, or `*`: the next variable.
static bool get_width(const char **f, variables *v, int *width)
{
    uint64_t value = 0;
    if (**f != '*') {
        for (*width = 0; **f >= '0' && **f <= '9'; ++*f)
            *width = *width > MOST_WIDTH ? *width : *width * 10 + (**f - '0');
    } else {
        ++*f;
        if (!next_variable(v, 4, &value)) return false;
        *width = (int)(int32_t)(uint32_t)value;
    }
    if (*width > MOST_WIDTH) *width = MOST_WIDTH;
    if (*width < -MOST_WIDTH) *width = -MOST_WIDTH;
    return true;
}

static bool get_sizes(const char **f, variables *v, conversion *k)
{
    unsigned n = 0;
    while (**f && strchr("-+ #0", **f)) {
        if (n < sizeof k->flags - 2 && !strchr(k->flags, **f)) k->flags[n++] = **f;
        ++*f;
    }
    if ((**f == '*' || (**f >= '0' && **f <= '9')) && !get_width(f, v, &k->width)) return false;
    if (k->width != NOT_SAID && k->width < 0) {
        if (!strchr(k->flags, '-')) k->flags[n] = '-';
        k->width = -k->width;
    }
    if (**f == '.') {
        ++*f;
        if (!get_width(f, v, &k->precision)) return false;
        if (k->precision < 0) k->precision = NOT_SAID;
    }
    return true;
}

// Behind the '%' at *f, which becomes the place behind the conversion. False: a fault.
static bool get_conversion(const char **f, variables *v, conversion *k)
{
    *k = (conversion){.width = NOT_SAID, .precision = NOT_SAID};
    if (!get_sizes(f, v, k)) return false;
    for (; **f && strchr("hlLqjzt", **f); ++*f) {
        if (**f == 'h') k->shorts++;
        else if (**f != 'L') k->longs++;
    }
    if (**f && strchr("diouxXcsfFeEgGaAp", **f)) k->type = *(*f)++;
    return true;
}

static void put_as(writer *o, const conversion *k, const char *size, uint64_t value)
{
    char spec[SPEC_BYTES];
    char width[16] = "", precision[16] = "", *made = NULL;
    double real;
    if (k->width >= 0) snprintf(width, sizeof width, "%d", k->width);
    if (k->precision >= 0) snprintf(precision, sizeof precision, ".%d", k->precision);
    snprintf(spec, sizeof spec, "%%%s%s%s%s%c", k->flags, width, precision, size, k->type);
    memcpy(&real, &value, sizeof real);
    if (strchr("fFeEgGaA", k->type)) made = wl_format(spec, real);
    else if (strchr("sp", k->type)) made = wl_format(spec, (void *)(uintptr_t)value);
    else if (k->type == 'c') made = wl_format(spec, (int)value);
    else made = wl_format(spec, (unsigned long long)value);
    put(o, made, strlen(made));
    if (k->type == 'c' && !(char)value) put(o, "", 1);
    free(made);
}

static uint64_t whole(const conversion *k, uint64_t value)
{
    const unsigned unused = k->longs ? 0 : k->shorts > 1 ? 56 : k->shorts ? 48 : 32;
    return k->type == 'd' || k->type == 'i' ? (uint64_t)((int64_t)(value << unused) >> unused)
                                            : value << unused >> unused;
}

static bool put_string(writer *o, const conversion *k, const variables *v, uint64_t address)
{
    writer s = {0};
    const size_t most = k->precision >= 0 ? (size_t)k->precision : SIZE_MAX;
    const bool good = get_string(v->c, address, most, &s);
    if (good) put_as(o, k, "", (uintptr_t)s.at);
    free(s.at);
    return good;
}

static bool put_variable(writer *o, const conversion *k, variables *v)
{
    const bool is_whole = strchr("diouxX", k->type) != NULL;
    const uint32_t bytes = k->type == 'c' || (is_whole && !k->longs) ? 4 : 8;
    uint64_t value;
    if (!next_variable(v, bytes, &value)) return false;
    if (k->type == 's') return put_string(o, k, v, value);
    put_as(o, k, is_whole ? "ll" : "", is_whole ? whole(k, value) : value);
    return true;
}

// A conversion that there is not is printed as it stands.
static bool format(writer *o, const char *f, variables *v)
{
    while (*f) {
        const char *start = f;
        conversion k;
        if (*f != '%') {
            f += strcspn(f, "%");
            put(o, start, (size_t)(f - start));
        } else if (f[1] == '%') {
            put(o, "%", 1);
            f += 2;
        } else {
            f++;
            if (!get_conversion(&f, v, &k)) return false;
            if (!k.type) put(o, start, (size_t)(f - start));
            else if (!put_variable(o, &k, v)) return false;
        }
    }
    return true;
}

static void say(const caller *c, uint64_t now, said_on on, const writer *o)
{
    const xcta *a = c->w->cta;
    if (o->bytes && a->launch->shape.services)
        services_say(a->launch->shape.services, a->sm, now, on, o->at, o->bytes);
}

static bool print(const caller *c, uint64_t now)
{
    writer f = {0}, o = {0};
    variables v = {.c = c, .at = argument(c, 1)};
    const uint64_t format_at = argument(c, 0);
    bool good = true;
    if (!format_at) result(c, UINT64_MAX); // -1, as CUDA has it
    else {
        good = get_string(c, format_at, SIZE_MAX, &f) && format(&o, f.at, &v);
        if (good) say(c, now, SAID_OUT, &o), result(c, v.taken);
    }
    free(f.at);
    free(o.at);
    return good;
}

// ---- assert

// A string among the arguments, malloc'd; "?" if there is none.
static char *words_of(const caller *c, unsigned i)
{
    writer o = {0};
    if (get_string(c, argument(c, i), SIZE_MAX, &o)) return o.at;
    free(o.at);
    return wl_strdup("?");
}

// As CUDA words it.
static void tell_assertion(const caller *c, uint64_t now)
{
    const xcta *a = c->w->cta;
    const uint32_t *b = a->launch->shape.block, *id = a->id, t = c->w->index * WARP_LANES + c->lane;
    char *what = words_of(c, 0), *file = words_of(c, 1), *where = words_of(c, 3);
    char *said =
        wl_format("%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
                  (unsigned)argument(c, 2), where, id[0], id[1], id[2], t % b[0], t / b[0] % b[1],
                  t / b[0] / b[1], what);
    say(c, now, SAID_ERR, &(writer){.at = said, .bytes = strlen(said)});
    free(what), free(file), free(where), free(said);
}

// ---- all of them

static bool perform(const caller *c, uint64_t now)
{
    const xcta *a = c->w->cta;
    ptx_services *s = a->launch->shape.services;
    switch (c->in->mode) {
    case DEVICE_PRINTF: return print(c, now);
    case DEVICE_ASSERT: tell_assertion(c, now); return true;
    case DEVICE_MALLOC: result(c, s ? services_malloc(s, a->sm, argument(c, 0)) : 0); return true;
    default: break;
    }
    const uint64_t block = argument(c, 0);
    if (s ? services_free(s, a->sm, block) : !block) return true;
    exec_fault(c->w, c->in, FAULT_TRAP, c->lane, 0, SPACE_GLOBAL);
    return false;
}

bool exec_device(xwarp *w, const xinst *in, uint32_t mask, uint64_t now)
{
    for (uint32_t m = mask; m; m &= m - 1) {
        const caller c = {w, in, (uint32_t)__builtin_ctz(m), in->mode == DEVICE_ASSERT};
        if (!perform(&c, now)) return false;
    }
    w->pc++;
    if (in->mode != DEVICE_ASSERT || !mask) return true;
    exec_fault(w, in, FAULT_TRAP, (uint32_t)__builtin_ctz(mask), 0, SPACE_GLOBAL);
    return false;
}
