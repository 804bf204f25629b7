// trace_cta.c : see trace_cta.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_cta.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t WINDOW =
    1 << 24; // bytes of the windows of shared and of local memory among generic addresses
enum { WORD_BYTES = 4, BARRIERS = 16, LINE_WORDS = WARP_LANES + 2 };

#define WRONG(r, at, ...) \
    trace_error((r)->t, (r)->line, (at) ? (unsigned)((at) - (r)->line) + 1 : 0, (r)->e, __VA_ARGS__)

// ---- addresses

typedef struct access {
    const trace_inst *i;
    uint32_t mask; // of the line: it has an address for each of these lanes
    uint32_t kept; // those of them that have not executed EXIT: only their addresses are looked at
    uint8_t space;
    uint64_t minus; // taken from every address: the window's base
    int64_t wraps;  // how often the address has passed 2^64, upwards
} access;

static bool in_window(uint64_t a, uint64_t base) { return a >= base && a - base < WINDOW; }

// Which space an address is of, and what to take from it. Without bases, low addresses are of
// shared memory.
static void resolve(const cta_reader *r, access *a, uint64_t first)
{
    const trace_head *h = r->h;
    a->space = a->i->op.space;
    if (a->i->op.flags & OP_GENERIC) {
        if (in_window(first, h->shared_base)) a->space = SPACE_SHARED;
        else if (h->local_base && in_window(first, h->local_base)) a->space = SPACE_LOCAL;
    }
    if (a->space == SPACE_SHARED && in_window(first, h->shared_base)) a->minus = h->shared_base;
    if (a->space == SPACE_LOCAL && in_window(first, h->local_base)) a->minus = h->local_base;
}

// In device addresses the words of a lane lie apart.
static unsigned alignment(const cta_reader *r, const access *a)
{
    const unsigned bytes = a->i->op.lane_bytes;
    return bytes > WORD_BYTES && a->space == SPACE_LOCAL && !r->local_threads ? WORD_BYTES : bytes;
}

// The highest address of the device that an access at `addr` of its space comes to, or with it that
// of other threads.
static uint64_t highest(const cta_reader *r, const access *a, uint64_t addr)
{
    const uint64_t word = (a->i->op.lane_bytes - 1u) / WORD_BYTES,
                   end = addr + word * r->local_step;
    if (a->space != SPACE_LOCAL) return addr;
    if (r->local_threads) return (addr / WORD_BYTES + word + 1) * r->local_threads * WORD_BYTES;
    return end < addr ? UINT64_MAX : end;
}

static int check_address(const cta_reader *r, const access *a, const char *at, uint64_t addr)
{
    const uint64_t within = addr - a->minus;
    const unsigned long long shown = addr;
    if (!a->i->op.lane_bytes) return ST_OK;
    if (addr % alignment(r, a))
        return WRONG(r, at, "address 0x%llx: must be a multiple of %u", shown, alignment(r, a));
    if (a->space == SPACE_SHARED && within >= WINDOW)
        return WRONG(r, at, "address 0x%llx is not in shared memory", shown);
    if (a->space == SPACE_LOCAL && r->local_threads && within >= WINDOW)
        return WRONG(r, at, "address 0x%llx is not in local memory", shown);
    if (r->address_bits >= 64 || !(highest(r, a, within) >> r->address_bits)) return ST_OK;
    if (a->space == SPACE_LOCAL) {
        return WRONG(r, at, "local memory up to 0x%llx of all threads ends beyond %u bits (%s)",
                     shown, r->address_bits, r->address_key);
    }
    return WRONG(r, at, "address 0x%llx: must have at most %u bits (%s)", shown, r->address_bits,
                 r->address_key);
}

static void push(cta_reader *r, uint64_t word) { r->cta->words[r->cta->n++] = word; }

static unsigned tokens(const char *p)
{
    unsigned n = 0;
    for (; *p; n++) {
        p += strcspn(p, " ");
        skip_blanks(&p);
    }
    return n;
}

// What is left of the line does not fit the mask.
static int wrong_count(const cta_reader *r, const access *a, const char *from,
                       unsigned given_before)
{
    const unsigned n = tokens(from) - (r->h->version >= 5 && tokens(from) ? 1 : 0);
    return WRONG(r, from, "mask %08x has %d lanes, but there are addresses for %u", a->mask,
                 __builtin_popcount(a->mask), n + given_before);
}

static int wrapped(const cta_reader *r, const char *at)
{
    return WRONG(r, at, "the addresses wrap: must stay below 2^64");
}

static void step(access *a, uint64_t *addr, int64_t by)
{
    const uint64_t next = *addr + (uint64_t)by;
    if (by >= 0 && next < *addr) a->wraps++;
    if (by < 0 && next > *addr) a->wraps--;
    *addr = next;
}

// The address of a lane, given by its bit; lanes come in order.
static int take(cta_reader *r, access *a, uint32_t lane, const char *at, uint64_t addr)
{
    if (!(a->kept & lane)) return ST_OK;
    if (a->wraps) return wrapped(r, at);
    if (!(a->kept & (lane - 1))) resolve(r, a, addr);
    if (check_address(r, a, at, addr) != ST_OK) return ST_INPUT;
    push(r, addr - a->minus);
    return ST_OK;
}

static uint32_t lowest(uint32_t lanes) { return lanes & (~lanes + 1); }

static int listed(cta_reader *r, access *a, const char **p)
{
    const char *from = *p;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        const char *at = *p;
        uint64_t addr;
        if (!*at) return wrong_count(r, a, from, 0);
        if (!read_hex(p, &addr)) return WRONG(r, at, "must be a hexadecimal address");
        if (take(r, a, lowest(left), at, addr) != ST_OK) return ST_INPUT;
    }
    if (tokens(*p) > (r->h->version >= 5)) return wrong_count(r, a, from, 0);
    return ST_OK;
}

static int base_of(cta_reader *r, access *a, const char **p, uint64_t *base)
{
    const char *at = *p;
    if (!read_hex(p, base)) return WRONG(r, at, "must be a hexadecimal base address");
    if (!a->mask && *base)
        return WRONG(r, at, "mask 00000000 has no lanes, but there is an address");
    return ST_OK;
}

// Base and stride of lanes side by side, all of which are kept: two words.
static int run_of_lanes(cta_reader *r, access *a, const char *at, uint64_t base, int64_t stride)
{
    uint64_t last = base;
    for (unsigned k = 1; k < lanes_of(a->mask); k++) step(a, &last, stride);
    if (a->wraps) return wrapped(r, at);
    resolve(r, a, base);
    if (check_address(r, a, at, base) != ST_OK) return ST_INPUT;
    if (last != base && check_address(r, a, at, base + (uint64_t)stride) != ST_OK) return ST_INPUT;
    if (check_address(r, a, at, last) != ST_OK) return ST_INPUT;
    push(r, base - a->minus);
    push(r, (uint64_t)stride);
    return ST_OK;
}

static int strided(cta_reader *r, access *a, const char **p)
{
    uint64_t base;
    int64_t stride;
    if (base_of(r, a, p, &base) != ST_OK) return ST_INPUT;
    const char *at = *p;
    if (!read_signed(p, &stride)) return WRONG(r, at, "must be a stride in bytes");
    if (!a->mask) return ST_OK;
    const uint32_t run = a->mask >> __builtin_ctz(a->mask);
    if (run & (run + 1))
        return WRONG(r, at, "mask %08x: lanes with a stride must lie side by side", a->mask);
    if (a->kept == a->mask) return run_of_lanes(r, a, at, base, stride);
    for (uint32_t left = a->mask; left; left &= left - 1, step(a, &base, stride)) {
        if (take(r, a, lowest(left), at, base) != ST_OK) return ST_INPUT;
    }
    return ST_OK;
}

static int deltas(cta_reader *r, access *a, const char **p)
{
    uint64_t addr;
    const char *first = *p;
    if (base_of(r, a, p, &addr) != ST_OK) return ST_INPUT;
    const char *from = *p;
    if (!a->mask) return ST_OK;
    if (take(r, a, lowest(a->mask), first, addr) != ST_OK) return ST_INPUT;
    for (uint32_t left = a->mask & (a->mask - 1); left; left &= left - 1) {
        const char *at = *p;
        int64_t delta;
        if (!*at) return wrong_count(r, a, from, 1);
        if (!read_signed(p, &delta)) return WRONG(r, at, "must be a difference of addresses");
        step(a, &addr, delta);
        if (take(r, a, lowest(left), at, addr) != ST_OK) return ST_INPUT;
    }
    if (tokens(*p) > (r->h->version >= 5)) return wrong_count(r, a, from, 1);
    return ST_OK;
}

// "1 0x7f00 4": the format and the addresses. *form: how they were pushed.
static int addresses(cta_reader *r, access *a, const char **p, unsigned *form)
{
    const char *at = *p;
    int64_t format = -1;
    read_signed(p, &format);
    *form = !a->kept ? FORM_NONE : format == 1 && a->kept == a->mask ? FORM_STRIDE : FORM_LIST;
    switch (format) {
    case 0: return listed(r, a, p);
    case 1: return strided(r, a, p);
    case 2: return deltas(r, a, p);
    default:
        return WRONG(
            r, at,
            "must be an address format: 0 (list), 1 (base and stride) or 2 (base and differences)");
    }
}

// ---- an instruction line

static uint32_t lanes_of_warp(const cta_reader *r)
{
    const uint32_t threads = r->threads - r->warp * WARP_LANES;
    return threads >= WARP_LANES ? UINT32_MAX : (1u << threads) - 1;
}

static int lanes(cta_reader *r, const char *at, uint64_t mask)
{
    const uint32_t all = lanes_of_warp(r);
    if (!(mask & ~(uint64_t)all)) return ST_OK;
    return WRONG(r, at, "mask %08llx: the block's %u threads leave warp %u lanes %08x",
                 (unsigned long long)mask, r->threads, r->warp, all);
}

// NVBit goes on to report instructions of lanes that have executed EXIT.
static void count_after_exit(cta_reader *r)
{
    trace_ignored *seen = r->ignored;
    if (!seen->insns_after_exit++)
        seen->first = wl_format("%s:%u", text_path(r->t), text_number(r->t));
}

// Version 2: "x y z warp" of the CTA in which the line stands.
static int place(cta_reader *r, const char **p)
{
    const uint32_t c = r->cta->number, *g = r->h->grid,
                   here[] = {c % g[0], c / g[0] % g[1], c / g[0] / g[1], r->warp};
    const char *at = *p;
    for (unsigned k = 0; k < 4; k++) {
        int64_t n;
        if (!read_signed(p, &n) || n != here[k]) {
            return WRONG(r, at, "must begin with thread block and warp, %u %u %u %u", here[0],
                         here[1], here[2], here[3]);
        }
    }
    return ST_OK;
}

typedef struct front_part {
    uint64_t pc, mask;
    int64_t line;
} front_part;

static int begin_of(cta_reader *r, const char **p, front_part *f)
{
    if (r->h->version < 3 && place(r, p) != ST_OK) return ST_INPUT;
    const char *at = *p;
    if (r->h->lineinfo && (!read_signed(p, &f->line) || f->line < 0 || f->line > UINT32_MAX)) {
        return WRONG(r, at, "must be a line number (-enable lineinfo = 1)");
    }
    at = *p;
    if (!read_hex(p, &f->pc) || f->pc > UINT32_MAX)
        return WRONG(r, at, "must be a PC, hexadecimal");
    at = *p;
    if (!read_hex(p, &f->mask) || f->mask > UINT32_MAX)
        return WRONG(r, at, "must be a mask of 32 lanes, hexadecimal");
    return lanes(r, at, f->mask);
}

static uint64_t barrier_word(const trace_inst *i, int64_t immediate)
{
    const uint64_t warps = i->op.barrier_warps ? i->op.barrier_warps
                           : immediate >= WARP_LANES && immediate <= 1024
                               ? (uint64_t)immediate / WARP_LANES
                               : 0;
    return (immediate >= 0 && immediate < BARRIERS ? (uint64_t)immediate : 0) | warps << 8;
}

// What follows the static part.
static int end_of(cta_reader *r, const trace_inst *i, const char **p, access *a, unsigned *form)
{
    const size_t n = r->cta->n;
    int64_t immediate = 0;
    if (i->foreign) return ST_OK;
    if (i->addressed && addresses(r, a, p, form) != ST_OK) return ST_INPUT;
    if (!i->op.lane_bytes) { // the addresses of a cache hint mean nothing
        r->cta->n = n;
        *form = FORM_NONE;
    }
    const char *at = *p;
    if (r->h->version >= 5 && !read_signed(p, &immediate))
        return WRONG(r, at, "must be the immediate, decimal (tracer version 5)");
    if (**p) return WRONG(r, *p, "the line goes on after its end");
    if (i->op.kind != W_BARRIER) return ST_OK;
    *form = FORM_BARRIER;
    push(r, barrier_word(i, immediate));
    return ST_OK;
}

// Room for another line. Thread blocks of endless warps, and such as stand in an order in which
// many must wait, end at the limit.
static int reserve(cta_reader *r)
{
    trace_cta *c = r->cta;
    const size_t room = 2 * c->room + 1024;
    if (c->n + LINE_WORDS <= c->room) return ST_OK;
    const uint64_t held = r->held + (room - c->room) * sizeof *c->words;
    if (held > r->most) {
        return WRONG(r, r->line,
                     "the thread blocks that are read but not ended take more than "
                     "%llu bytes: at most so many are allowed",
                     (unsigned long long)r->most);
    }
    r->held = held;
    c->room = room;
    c->words = wl_realloc(c->words, room * sizeof *c->words);
    return ST_OK;
}

// The static part of a line at p. NULL after an error.
static const trace_inst *static_part(cta_reader *r, uint32_t pc, uint32_t source_line,
                                     const char *p)
{
    const trace_inst *i = code_find(&r->code, pc, p);
    if (i) return i;
    const code_place at = {.h = r->h,
                           .t = r->t,
                           .line = r->line,
                           .unknown_as_add = r->unknown_as_add,
                           .source_line = source_line};
    return code_add(&r->code, &at, pc, p, r->e);
}

static int instruction(cta_reader *r)
{
    const char *p = r->line;
    front_part f = {0};
    if (begin_of(r, &p, &f) != ST_OK) return ST_INPUT;
    const trace_inst *i = static_part(r, (uint32_t)f.pc, (uint32_t)f.line, p);
    if (!i) return ST_INPUT;
    p += i->bytes;
    skip_blanks(&p);
    if (reserve(r) != ST_OK) return ST_INPUT;
    const size_t at = r->cta->n;
    access a = {
        .i = i, .mask = (uint32_t)f.mask, .kept = (uint32_t)f.mask & r->live, .space = i->op.space};
    unsigned form = FORM_NONE;
    push(r, 0);
    if (end_of(r, i, &p, &a, &form) != ST_OK) return ST_INPUT;
    r->cta->words[at] = i->index | (uint64_t)form << FORM_AT | (uint64_t)a.space << SPACE_AT |
                        (uint64_t)a.kept << 32;
    if (a.kept != a.mask || !r->live) count_after_exit(r);
    if ((a.mask && !a.kept) || !r->live)
        r->cta->n = at; // it has no lane left that could execute it
    if (i->op.flags & OP_EXIT) r->live &= ~a.kept;
    return ST_OK;
}

// A warp of which the tracer saw no instruction: the machine sees an EXIT of no lane.
static int empty_warp(cta_reader *r)
{
    const trace_inst *i = static_part(r, 0, 0, "0 EXIT 0 0");
    if (!i) return ST_INPUT;
    if (reserve(r) != ST_OK) return ST_INPUT;
    push(r, i->index);
    r->ignored->empty_warps++;
    return ST_OK;
}

// ---- the lines around

static int next_line(cta_reader *r)
{
    size_t n;
    if (text_next(r->t, &r->line, &n, r->e) != ST_OK) return ST_INPUT;
    if (r->line && strlen(r->line) != n) return WRONG(r, r->line, "the line has a NUL byte");
    return ST_OK;
}

static bool starts(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

// "insts = 12": the number after `word`, which the line must begin with.
static int number_after(cta_reader *r, const char *word, uint64_t most, uint64_t *n)
{
    const char *p = r->line;
    int64_t v;
    if (!p) return WRONG(r, p, "the trace ends where \"%s\" must follow", word);
    if (!starts(p, word)) return WRONG(r, p, "must be \"%sN\"", word);
    p += strlen(word);
    const char *at = p;
    if (!read_signed(&p, &v) || *p || v < 0 || (uint64_t)v > most) {
        return WRONG(r, at, "%s%.20s: must be 0..%llu", word, at, (unsigned long long)most);
    }
    *n = (uint64_t)v;
    return ST_OK;
}

static int instructions(cta_reader *r, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++) {
        if (next_line(r) != ST_OK) return ST_INPUT;
        if (!r->line || *r->line == '#' || *r->line == 'w') {
            return WRONG(r, r->line, "warp %u has %llu instructions, but \"insts = %llu\"", r->warp,
                         (unsigned long long)k, (unsigned long long)n);
        }
        if (instruction(r) != ST_OK) return ST_INPUT;
    }
    return ST_OK;
}

// "warp = 0", "insts = N" and the instructions.
static int warp(cta_reader *r)
{
    uint64_t number, n;
    if (number_after(r, "warp = ", r->warps - 1, &number) != ST_OK) return ST_INPUT;
    if (number != r->warp)
        return WRONG(r, r->line, "warp = %llu: must be warp %u", (unsigned long long)number,
                     r->warp);
    if (next_line(r) != ST_OK || number_after(r, "insts = ", INT32_MAX, &n) != ST_OK)
        return ST_INPUT;
    r->live = lanes_of_warp(r);
    return n ? instructions(r, n) : empty_warp(r);
}

// "x,y,z" within the grid
static bool read_id(const char *p, const uint32_t grid[3], uint32_t id[3])
{
    for (unsigned k = 0; k < 3; k++) {
        char *end;
        const unsigned long long n =
            isdigit((unsigned char)*p) ? strtoull(p, &end, 10) : ULLONG_MAX;
        if (n >= grid[k] || *end != (k < 2 ? ',' : 0)) return false;
        id[k] = (uint32_t)n;
        p = end + 1;
    }
    return true;
}

// "thread block = x,y,z", and the lines about clusters of version 5, which say nothing to a machine
// without clusters.
static int cta_number(cta_reader *r)
{
    static const char key[] = "thread block = ";
    const uint32_t *g = r->h->grid;
    uint32_t id[3];
    if (next_line(r) != ST_OK) return ST_INPUT;
    if (!r->line || !starts(r->line, key))
        return WRONG(r, r->line, "must be \"thread block = x,y,z\"");
    const char *at = r->line + sizeof key - 1;
    if (!read_id(at, g, id)) {
        return WRONG(r, at, "thread block = %.40s: must be x,y,z within the grid (%u,%u,%u)", at,
                     g[0], g[1], g[2]);
    }
    const uint32_t n = r->cta->number = (id[2] * g[1] + id[1]) * g[0] + id[0];
    if (r->seen[n / 8] >> n % 8 & 1) return WRONG(r, at, "thread block = %s: stands twice", at);
    r->seen[n / 8] |= (uint8_t)(1u << n % 8);
    do {
        if (next_line(r) != ST_OK) return ST_INPUT;
    } while (r->line && starts(r->line, "cluster "));
    return ST_OK;
}

static int body(cta_reader *r)
{
    if (cta_number(r) != ST_OK) return ST_INPUT;
    for (r->warp = 0; r->warp < r->warps; r->warp++) {
        if (r->warp && next_line(r) != ST_OK) return ST_INPUT;
        if (r->line && starts(r->line, "#END_TB"))
            return WRONG(r, r->line, "thread block %u has no warp %u", r->cta->number, r->warp);
        if (warp(r) != ST_OK) return ST_INPUT;
        r->cta->ends[r->warp] = r->cta->n;
    }
    if (next_line(r) != ST_OK) return ST_INPUT;
    // the last block may end with the file, as Accel-Sim has it: all of its warps are there
    return !r->line || strcmp(r->line, "#END_TB") == 0 ? ST_OK
                                                       : WRONG(r, r->line, "must be \"#END_TB\"");
}

int cta_read(cta_reader *r, trace_cta *c, bool *there)
{
    r->cta = c;
    c->n = 0;
    if (!c->ends) c->ends = wl_calloc(r->warps, sizeof *c->ends);
    if (next_line(r) != ST_OK) return ST_INPUT;
    *there = r->line != NULL;
    if (!*there) return ST_OK;
    if (strcmp(r->line, "#BEGIN_TB") != 0) return WRONG(r, r->line, "must be \"#BEGIN_TB\"");
    return body(r);
}
