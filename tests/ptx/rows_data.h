// rows_data.h : rows of moves, memory accesses, atomics, exchange between lanes, control flow and
// barriers.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_ROWS_DATA_H
#define WL_TESTS_PTX_ROWS_DATA_H

#include "tests/ptx/rows_bf16.h"
#include "tests/ptx/rows_float.h"
#include "tests/ptx/rows_int.h"

__attribute__((format(printf, 3, 4))) static inline op_row *op_line(const char *name, char kind,
                                                                    const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return op_add(name, kind, text);
}

static inline void rows_moves(void)
{
    TEXT("mov.b64", "lrr", "mov.b64 %l0, {%r1, %r2};", u32, u32, u32, (u64)b << 32 | a);
    TEXT("mov.b32", "rhh", "mov.b32 %r0, {%h1, %h2};", u16, u16, u16, (u64)b << 16 | a);
    TEXT("mov.b64", "lhhh", "mov.b64 %l0, {%h1, %h2, %h3, %h1};", u16, u16, u16,
         (u64)a << 48 | (u64)c << 32 | (u64)b << 16 | a);
    TEXT("mov.b64", "rl", "mov.b64 {%r4, %r0}, %l1;", u64, u32, u32, a >> 32);
    TEXT("mov.b64", "hl", "mov.b64 {_, _, %h0, _}, %l1;", u64, u32, u32, a >> 32);
    TEXT("mov.b32", "hr", "mov.b32 {%h0, %h4}, %r1;", u32, u32, u32, a);
    TEXT("mov.u32", "r", "mov.u32 %r0, %tid.x;", u32, u32, u32, i % 128);
    TEXT("mov.u32", "r", "mov.u32 %r0, %ctaid.x;", u32, u32, u32, i / 128);
    TEXT("mov.u32", "r", "mov.u32 %r0, %clusterid.x;", u32, u32, u32, i / 128);
    TEXT("mov.u32", "r", "mov.u32 %r0, %cluster_ctaid.x;", u32, u32, u32, 0);
    TEXT("mov.u32", "r", "mov.u32 %r0, %cluster_ctarank;", u32, u32, u32, 0);
    TEXT("mov.u32", "p",
         "mov.u32 %r4, %cluster_nctaid.y; mov.u32 %r5, %cluster_nctarank; mov.u32 %r6, "
         "%nclusterid.x; mov.u32 %r7, %nctaid.x; setp.eq.u32 %p4, %r6, %r7; "
         "setp.eq.and.u32 %p4, %r4, 1, %p4; setp.eq.and.u32 %p0, %r5, 1, %p4;",
         u32, u32, u32, true);
    TEXT("mov.u32", "r", "mov.u32 %r0, %lanemask_lt;", u32, u32, u32, (1u << i % 32) - 1);
    TEXT("mov.u32", "p", "mov.u32 %r4, %clock; mov.u32 %r5, %clock; setp.gt.u32 %p0, %r5, %r4;",
         u32, u32, u32, true);
    static const char *const spaces[] = {"global", "const", "shared", "local", "param"};
    for (unsigned k = 0; k < 5; k++) {
        char name[OP_NAME];
        for (unsigned wide = 0; wide < 2; wide++) {
            const char kind = wide ? 'l' : 'r', sig[] = {kind, kind, '\0'};
            const unsigned bits = wide ? 64 : 32;
            snprintf(name, sizeof name, "cvta.%s.u%u", spaces[k], bits);
            op_cover(name);
            snprintf(name, sizeof name, "cvta.to.%s.u%u", spaces[k], bits);
            OP_WANT(op_line(name, kind, "cvta.%s.u%u %%%c4, %%%c1; %s %%%c0, %%%c4;", spaces[k],
                            bits, kind, kind, name, kind, kind),
                    sig, u64, u64, u64, a);
        }
        OP_WANT(op_line("isspacep", 'p',
                        "mov.u64 %%l4, %s; cvta.%s.u64 %%l4, %%l4; isspacep.global %%p0, %%l4;",
                        k == 0   ? "variable"
                        : k == 1 ? "constants"
                        : k == 2 ? "room"
                        : k == 3 ? "stack"
                                 : "IN",
                        spaces[k]),
                "p", u32, u32, u32, k < 2 || k == 4);
        OP_WANT(op_line("isspacep", 'p',
                        "mov.u64 %%l4, %s; cvta.%s.u64 %%l4, %%l4; isspacep.shared %%p0, %%l4;",
                        k == 0   ? "variable"
                        : k == 1 ? "constants"
                        : k == 2 ? "room"
                        : k == 3 ? "stack"
                                 : "IN",
                        spaces[k]),
                "p", u32, u32, u32, k == 2);
        OP_WANT(op_line("isspacep", 'p',
                        "mov.u64 %%l4, %s; cvta.%s.u64 %%l4, %%l4; isspacep.local %%p0, %%l4;",
                        k == 0   ? "variable"
                        : k == 1 ? "constants"
                        : k == 2 ? "room"
                        : k == 3 ? "stack"
                                 : "IN",
                        spaces[k]),
                "p", u32, u32, u32, k == 3);
    }
}

typedef struct mem_type {
    const char *name;
    unsigned bytes;
    bool is_signed;
    const char *kinds; // registers that it goes to and comes from
} mem_type;
static const mem_type mem_types[] = {
    {"u8", 1, false, "hrl"},  {"s8", 1, true, "hrl"},  {"b8", 1, false, "hrl"},
    {"u16", 2, false, "hrl"}, {"s16", 2, true, "hrl"}, {"b16", 2, false, "hrl"},
    {"u32", 4, false, "rl"},  {"s32", 4, true, "rl"},  {"b32", 4, false, "rlf"},
    {"f32", 4, false, "f"},   {"u64", 8, false, "l"},  {"s64", 8, true, "l"},
    {"b64", 8, false, "ld"},  {"f64", 8, false, "d"}};
enum { MEM_TYPES = sizeof mem_types / sizeof mem_types[0] };

// Where accesses of a space go: this thread's place, as an address.
static const struct mem_space {
    const char *word, *address;
} mem_spaces[] = {{".global", "%own"}, {".shared", "%place"}, {".local", "%place"}, {"", "%place"}};
static const char *const mem_before[] = {
    "", "mov.u64 %place, room; cvt.u64.u32 %l7, %room; add.u64 %place, %place, %l7;",
    "mov.u64 %place, stack;", "mov.u64 %place, stack; cvta.local.u64 %place, %place;"};

static inline u64 seen(u64 low, u64 high, unsigned at, const mem_type *t)
{
    const u64 v = op_cut((at < 8 ? low : high) >> 8 * (at & 7), t->bytes);
    return t->is_signed && v >> (8 * t->bytes - 1) ? v | ~op_cut(UINT64_MAX, t->bytes) : v;
}

static inline void registers(char *text, size_t room, char kind, unsigned n,
                             unsigned result) // {%K4, %K0, ...}; or %K1, %K2, ... of a store
{
    size_t used = (size_t)snprintf(text, room, n > 1 ? "{" : "");
    for (unsigned k = 0; k < n; k++) {
        const unsigned number = result > 4 ? 1 + k % 3 : k == result ? 0 : 4 + k;
        used += (size_t)snprintf(text + used, room - used, "%s%%%c%u", k ? ", " : "", kind, number);
    }
    snprintf(text + used, room - used, n > 1 ? "}" : "");
}

static inline void load_rows(const mem_type *t, char kind, unsigned space)
{
    for (unsigned n = 1; n <= 4 && n * t->bytes <= 16; n *= 2) {
        for (unsigned e = 0; e < n; e++) {
            char list[64], vec[4] = "", name[OP_NAME];
            if (n > 1) snprintf(vec, sizeof vec, ".v%u", n);
            registers(list, sizeof list, kind, n, e);
            snprintf(name, sizeof name, "ld%s%s.%s", mem_spaces[space].word, vec, t->name);
            OP_WANT(op_line(name, kind,
                            "%s ld.global.v2.u64 {%%l4, %%l5}, [%%in+%d]; st%s.v2.u64 [%s], {%%l4, "
                            "%%l5}; %s %s, [%s];",
                            mem_before[space], OP_LOOK, mem_spaces[space].word,
                            mem_spaces[space].address, name, list, mem_spaces[space].address),
                    "lll", u64, u64, u64, seen(a, b, e * t->bytes, t));
        }
    }
}

static inline u64 stored(char kind, const mem_type *t, unsigned n, unsigned i, unsigned word)
{
    u64 v = 0;
    for (unsigned k = 0; k < n; k++) {
        if (k * t->bytes / 8 == word)
            v |= op_cut(op_value(kind, k % 3, i), t->bytes) << 8 * (k * t->bytes % 8);
    }
    return v;
}

static inline void store_rows(const mem_type *t, char kind, unsigned space)
{
    for (unsigned n = 1; n <= 4 && n * t->bytes <= 16; n *= 2) {
        char list[64], vec[4] = "", name[OP_NAME];
        if (n > 1) snprintf(vec, sizeof vec, ".v%u", n);
        registers(list, sizeof list, kind, n, 9);
        snprintf(name, sizeof name, "st%s%s.%s", mem_spaces[space].word, vec, t->name);
        for (unsigned word = 0; word < 2; word++) {
            const char *at = mem_spaces[space].address, *s = mem_spaces[space].word;
            OP_WANT(op_line(name, 'l',
                            "%s mov.u64 %%l4, 0; st%s.v2.u64 [%s], {%%l4, %%l4}; %s [%s], %s; "
                            "ld%s.u64 %%l0, [%s+%u];",
                            mem_before[space], s, at, name, at, list, s, at, 8 * word),
                    "l", u64, u64, u64, stored(kind, t, n, i, word));
        }
    }
}

static inline void rows_memory(void)
{
    for (unsigned k = 0; k < MEM_TYPES; k++) {
        for (unsigned space = 0; space < 4; space++) {
            for (const char *kind = mem_types[k].kinds; *kind; kind++) {
                load_rows(&mem_types[k], *kind, space);
                store_rows(&mem_types[k], *kind, space);
            }
        }
    }
    TEXT("ld.const.u32", "r", "ld.const.u32 %r0, [constants+8];", u32, u32, u32, 0xdeadbeef);
    TEXT("ld.const.s8", "r", "ld.const.s8 %r0, [constants+2];", u32, u32, u32, -1);
    TEXT("ld.const.v4.b8", "h", "ld.const.v4.b8 {%h4, %h5, %h6, %h0}, [constants];", u32, u32, u32,
         0x80);
    TEXT("ld.param.u64", "p",
         "ld.param.u64 %l4, [IN]; ld.param.u32 %r4, [IN]; cvt.u32.u64 %r5, %l4; setp.eq.u32 %p0, "
         "%r4, %r5;",
         u32, u32, u32, true);
    TEXT("ldu.global.v2.u64", "ll", "ldu.global.v2.u64 {%l0, %l4}, [%in+48];", u64, u64, u64, a);
    TEXT("ld.volatile.global.u32", "rl", "ld.volatile.global.u32 %r0, [%in+48];", u64, u64, u64, a);
    TEXT("ld.relaxed.gpu.global.L1::no_allocate.u32", "rl",
         "ld.relaxed.gpu.global.L1::no_allocate.u32 %r0, [%in+48];", u64, u64, u64, a);
    TEXT("ld.global.nc.u32", "rl", "ld.global.nc.u32 %r0, [%in+48];", u64, u64, u64, a);
    TEXT("createpolicy.fractional.L2::evict_last.b64", "rl",
         "createpolicy.fractional.L2::evict_last.b64 %l4, 1.0; "
         "ld.global.L1::no_allocate.L2::cache_hint.u32 %r0, [%in+48], %l4;",
         u64, u64, u64, a);
    TEXT("createpolicy.range.L2::evict_last.L2::evict_first.b64", "rr",
         "createpolicy.range.L2::evict_last.L2::evict_first.b64 %l4, [%in], 64, 128; "
         "createpolicy.cvt.L2.b64 %l5, %l4; st.global.L2::cache_hint.u32 [%own], %r1, %l4; "
         "red.global.add.L2::cache_hint.u32 [%own], 3, %l5; "
         "atom.global.add.L2::cache_hint.u32 %r0, [%own], %r1, %l4;",
         u32, u32, u32, a + 3);
    TEXT("st.release.sys.global.u32", "rr",
         "st.release.sys.global.u32 [%own], %r1; ld.acquire.sys.global.u32 %r0, [%own];", u32, u32,
         u32, a);
    static const char *const silent[] = {"prefetch.global.L1 [%in];",
                                         "prefetch.global.L2 [%in];",
                                         "prefetch.L1 [%in];",
                                         "prefetchu.L1 [%in];",
                                         "discard.global.L2 [%own], 128;",
                                         "applypriority.global.L2::evict_normal [%own], 128;",
                                         "membar.cta;",
                                         "membar.gl;",
                                         "membar.sys;",
                                         "fence.sc.gpu;",
                                         "fence.acq_rel.cta;",
                                         "fence.proxy.async;",
                                         "griddepcontrol.wait;",
                                         "griddepcontrol.launch_dependents;",
                                         "nanosleep.u32 100;"};
    for (unsigned k = 0; k < sizeof silent / sizeof silent[0]; k++) {
        char name[OP_NAME];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(silent[k], " ;"), silent[k]);
        OP_WANT(op_line(name, 'r', "mov.u32 %%r0, %%r1; %s", silent[k]), "rr", u32, u32, u32, a);
    }
}

// What an atomic leaves in memory. The ISA: single precision is flushed in global memory, and not
// in shared memory.
static inline u64 left(const char *op, const char *type, bool shared, u64 a, u64 b, u64 c)
{
    const bool is_signed = *type == 's', wide = strstr(type, "64");
    const i128 x = is_signed ? (wide ? (s64)a : (s32)a) : (i128)a,
               y = is_signed ? (wide ? (s64)b : (s32)b) : (i128)b;
    if (!strcmp(op, "add")) {
        if (!strcmp(type, "f32"))
            return real32(F_ADD, FE_TONEAREST, !shared, false, as_f32(a), as_f32(b), 0);
        if (!strcmp(type, "f64"))
            return bits64(step64(F_ADD, FE_TONEAREST, as_f64(a), as_f64(b), 0));
        if (!strcmp(type, "f16")) return half_result("add", false, false, a, b, 0);
        if (!strcmp(type, "f16x2")) return pair_result("add", false, false, a, b, 0);
        if (!strcmp(type, "bf16")) return bf16_result("add", a & 0xffff, b & 0xffff, 0);
        if (!strcmp(type, "bf16x2"))
            return bf16_result("add", a & 0xffff, b & 0xffff, 0) |
                   bf16_result("add", a >> 16 & 0xffff, b >> 16 & 0xffff, 0) << 16;
        return a + b;
    }
    if (!strcmp(op, "inc")) return a >= b ? 0 : a + 1;
    if (!strcmp(op, "dec")) return a == 0 || a > b ? b : a - 1;
    if (!strcmp(op, "min")) return x < y ? a : b;
    if (!strcmp(op, "max")) return x > y ? a : b;
    if (!strcmp(op, "and")) return a & b;
    if (!strcmp(op, "or")) return a | b;
    if (!strcmp(op, "xor")) return a ^ b;
    if (!strcmp(op, "exch")) return b;
    return a == b ? c : a;
}

static const struct atom_op {
    const char *op, *types;
} atom_ops[] = {{"add", "u32 s32 u64 s64 f32 f64 f16 f16x2 bf16 bf16x2"},
                {"inc", "u32"},
                {"dec", "u32"},
                {"min", "u32 s32 u64 s64"},
                {"max", "u32 s32 u64 s64"},
                {"and", "b32 b64"},
                {"or", "b32 b64"},
                {"xor", "b32 b64"},
                {"exch", "b16 b32 b64"},
                {"cas", "b16 b32 b64"}};

static inline char kind_of(const char *type)
{
    if (*type == 'f')
        return !strcmp(type, "f32")   ? 'f'
               : !strcmp(type, "f64") ? 'd'
               : !strcmp(type, "f16") ? 'e'
                                      : 'x';
    return strstr(type, "64") ? 'l' : strstr(type, "32") || strstr(type, "x2") ? 'r' : 'h';
}

static inline void atom_rows(const char *op, const char *type, unsigned space)
{
    const char k = kind_of(type), sig[] = {k, k, k, k, '\0'}, *at = mem_spaces[space].address,
               *s = mem_spaces[space].word;
    const char *noftz = strstr(type, "f16") ? ".noftz" : "";
    char name[OP_NAME], third[16] = "", setup[160];
    if (!strcmp(op, "cas")) snprintf(third, sizeof third, ", %%%c3", k);
    snprintf(setup, sizeof setup, "%s st%s.b%u [%s], %%%c1;", mem_before[space], s, 8 * op_bytes(k),
             at, k);
    snprintf(name, sizeof name, "atom%s.%s%s.%s", s, op, noftz, type);
    OP_WANT(op_line(name, k, "%s %s %%%c0, [%s], %%%c2%s;", setup, name, k, at, k, third), sig, u64,
            u64, u64, a);
    OP_WANT(op_line(name, k, "%s %s %%%c4, [%s], %%%c2%s; ld%s.b%u %%%c0, [%s];", setup, name, k,
                    at, k, third, s, 8 * op_bytes(k), k, at),
            sig, u64, u64, u64, left(op, type, space == 1, a, b, c));
    if (*third || !strcmp(op, "exch")) return;
    snprintf(name, sizeof name, "red%s.%s%s.%s", s, op, noftz, type);
    OP_WANT(op_line(name, k, "%s %s [%s], %%%c2; ld%s.b%u %%%c0, [%s];", setup, name, at, k, s,
                    8 * op_bytes(k), k, at),
            sig, u64, u64, u64, left(op, type, space == 1, a, b, c));
}

static inline void rows_atomics(void)
{
    for (unsigned k = 0; k < sizeof atom_ops / sizeof atom_ops[0]; k++) {
        char list[64], *rest = NULL;
        snprintf(list, sizeof list, "%s", atom_ops[k].types);
        for (char *type = strtok_r(list, " ", &rest); type; type = strtok_r(NULL, " ", &rest)) {
            for (unsigned space = 0; space < 2; space++) atom_rows(atom_ops[k].op, type, space);
        }
    }
    TEXT("atom.add.f32", "fff",
         "mov.u64 %place, room; cvt.u64.u32 %l7, %room; add.u64 %place, %place, %l7; "
         "cvta.shared.u64 %place, %place;"
         "st.f32 [%place], %f1; red.add.f32 [%place], %f2; ld.f32 %f0, [%place];",
         f32, f32, f32, n32(a + b));
    TEXT("atom.add.u32", "rrr",
         "st.u32 [%own], %r1; atom.add.u32 %r0, [%own], %r2; ld.u32 %r0, [%own];", u32, u32, u32,
         a + b);
}

// Lane j of the warp of thread i.
static inline u32 lane_value(unsigned i, unsigned j, unsigned k)
{
    return (u32)op_value('r', k, (i & ~31u) + j);
}
static inline u32 ballot(unsigned i) // of %p1
{
    u32 bits = 0;
    for (unsigned j = 0; j < 32; j++) bits |= (lane_value(i, j, 0) & 1) << j;
    return bits;
}
static inline u32 matching(unsigned i, bool wide)
{
    u32 bits = 0;
    for (unsigned j = 0; j < 32; j++) {
        const unsigned other = (i & ~31u) + j;
        bits |= (u32)(wide ? op_value('l', 0, other) == op_value('l', 0, i)
                           : op_value('r', 0, other) == op_value('r', 0, i))
                << j;
    }
    return bits;
}
static inline u32 folded(unsigned i, const char *op, bool is_signed)
{
    u32 r = lane_value(i, 0, 0);
    for (unsigned j = 1; j < 32; j++) {
        const u32 v = lane_value(i, j, 0);
        const bool less = is_signed ? (s32)v < (s32)r : v < r;
        if (!strcmp(op, "add")) r += v;
        else if (!strcmp(op, "and")) r &= v;
        else if (!strcmp(op, "or")) r |= v;
        else if (!strcmp(op, "xor")) r ^= v;
        else if (v != r && less == !strcmp(op, "min")) r = v;
    }
    return r;
}

// shfl's pseudocode in the ISA. valid: the source is in range.
static inline u32 shuffled(const char *mode, unsigned i, u32 b, u32 c, bool *valid)
{
    const int lane = (int)(i % 32), bval = (int)(b & 31), cval = (int)(c & 31),
              mask = (int)(c >> 8 & 31);
    const int most = (lane & mask) | (cval & ~mask), least = lane & mask;
    int j = !strcmp(mode, "up")     ? lane - bval
            : !strcmp(mode, "down") ? lane + bval
            : !strcmp(mode, "bfly") ? lane ^ bval
                                    : (least | (bval & ~mask));
    *valid = !strcmp(mode, "up") ? j >= most : j <= most;
    return lane_value(i, (unsigned)(*valid ? j : lane), 0);
}
static inline bool in_segment(const char *mode, unsigned i, u32 b, u32 c)
{
    bool valid;
    shuffled(mode, i, b, c, &valid);
    return valid;
}

static inline void rows_shuffles(void)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    static const u32 segments[] = {0x1f, 0, 0x181f, 0x1c03, 0x100f};
    for (unsigned k = 0; k < 4 * 5 * 2; k++) {
        const char *mode = modes[k % 4];
        const u32 c_value = segments[k / 4 % 5], step = k / 20 ? 3 : 9;
        bool valid;
        char name[OP_NAME];
        snprintf(name, sizeof name, "shfl.sync.%s.b32", mode);
        OP_WANT(op_line(name, 'r', "%s %%r0, %%r1, %u, %u, -1;", name, step, c_value), "r", u32,
                u32, u32, shuffled(mode, i, step, c_value, &valid));
        OP_WANT(op_line(name, 'p', "%s %%r4|%%p0, %%r1, %u, %u, -1;", name, step, c_value), "p",
                u32, u32, u32, in_segment(mode, i, step, c_value));
        OP_WANT(op_line(name, 'r', "shfl.%s.b32 %%r0, %%r1, %%r2, %u;", mode, c_value), "r", u32,
                u32, u32, shuffled(mode, i, (u32)op_value('r', 1, i), c_value, &valid));
    }
}

static inline void rows_lanes(void)
{
    rows_shuffles();
    TEXT("vote.sync.ballot.b32", "r", "vote.sync.ballot.b32 %r0, %p1, -1;", u32, u32, u32,
         ballot(i));
    TEXT("vote.ballot.b32", "r", "vote.ballot.b32 %r0, !%p1;", u32, u32, u32, ~ballot(i));
    TEXT("vote.sync.all.pred", "p", "vote.sync.all.pred %p0, %p1, -1;", u32, u32, u32,
         ballot(i) == UINT32_MAX);
    TEXT("vote.sync.any.pred", "p", "vote.sync.any.pred %p0, %p1, -1;", u32, u32, u32,
         ballot(i) != 0);
    TEXT("vote.sync.uni.pred", "p", "vote.sync.uni.pred %p0, %p1, -1;", u32, u32, u32,
         ballot(i) == 0 || ballot(i) == UINT32_MAX);
    TEXT("vote.all.pred", "p", "setp.ge.u32 %p4, %lane, 0; vote.all.pred %p0, %p4;", u32, u32, u32,
         true);
    TEXT("vote.uni.pred", "p", "setp.gt.u32 %p4, %lane, 40; vote.uni.pred %p0, %p4;", u32, u32, u32,
         true);
    TEXT("vote.any.pred", "p", "setp.eq.u32 %p4, %lane, 31; vote.any.pred %p0, %p4;", u32, u32, u32,
         true);
    TEXT("activemask.b32", "r", "mov.u32 %r0, 5; @%p1 activemask.b32 %r0;", u32, u32, u32,
         ballot(i) >> i % 32 & 1 ? ballot(i) : 5);
    TEXT("match.any.sync.b32", "r", "match.any.sync.b32 %r0, %r1, -1;", u32, u32, u32,
         matching(i, false));
    TEXT("match.any.sync.b64", "r", "match.any.sync.b64 %r0, %l1, -1;", u32, u32, u32,
         matching(i, true));
    TEXT("match.all.sync.b32", "r", "match.all.sync.b32 %r0|%p4, %r1, -1;", u32, u32, u32,
         matching(i, false) == UINT32_MAX ? UINT32_MAX : 0);
    TEXT("match.all.sync.b64", "p",
         "shr.u64 %l4, %l1, 63; shr.u64 %l4, %l4, 1; match.all.sync.b64 %r4|%p0, %l4, -1;", u32,
         u32, u32, true);
    TEXT("elect.sync", "p", "elect.sync %r4|%p0, -1;", u32, u32, u32, i % 32 == 0);
    TEXT("elect.sync", "r", "elect.sync %r0|%p4, 0xfffffff8;", u32, u32, u32, 3);
    static const char *const ops[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                      "max.s32", "and.b32", "or.b32",  "xor.b32"};
    for (unsigned k = 0; k < 9; k++) {
        char name[OP_NAME], op[4];
        snprintf(name, sizeof name, "redux.sync.%s", ops[k]);
        snprintf(op, sizeof op, "%.*s", (int)strcspn(ops[k], "."), ops[k]);
        OP_WANT(op_line(name, 'r', "%s %%r0, %%r1, -1;", name), "r", u32, u32, u32,
                folded(i, op, strstr(ops[k], "s32") != NULL));
    }
}

static inline u32 cta_count(unsigned i) // threads of the CTA with %p1
{
    u32 n = 0;
    for (unsigned j = 0; j < 128; j += 32) n += ones_in(ballot((i & ~127u) + j));
    return n;
}

static inline void rows_flow(void)
{
    TEXT("bra", "rr", "mov.u32 %r0, 1; @%p1 bra ODD; mov.u32 %r0, 2; ODD:", u32, u32, u32,
         a & 1 ? 1 : 2);
    TEXT("bra.uni", "r", "mov.u32 %r0, 1; bra.uni OVER; mov.u32 %r0, 2; OVER:", u32, u32, u32, 1);
    TEXT("brx.idx", "rr",
         "and.b32 %r4, %r1, 3; mov.u32 %r0, 10; WAYS: .branchtargets W0, W1, W2, W3; brx.idx %r4, "
         "WAYS;\n"
         "W0: add.u32 %r0, %r0, 1; W1: add.u32 %r0, %r0, 2; W2: add.u32 %r0, %r0, 4; W3: add.u32 "
         "%r0, %r0, 8;",
         u32, u32, u32, 10 + (a & 3 ? 0 : 1) + ((a & 3) < 2 ? 2 : 0) + ((a & 3) < 3 ? 4 : 0) + 8);
    TEXT("call", "rr",
         "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %r1; call (y), twice, (x); "
         "ld.param.b32 %r0, [y]; }",
         u32, u32, u32, 2 * (u64)a);
    static const char *const syncs[] = {"bar.sync 0;", "barrier.sync 0;",
                                        "barrier.cta.sync.aligned 0;"};
    for (unsigned k = 0; k < 3; k++) {
        char name[OP_NAME];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(syncs[k], " "), syncs[k]);
        OP_WANT(op_line(name, 'r',
                        "mov.u32 %%r5, room; add.u32 %%r6, %%r5, %%room; xor.b32 %%r4, %%room, "
                        "2048; add.u32 %%r5, %%r5, %%r4;\n"
                        "bar.sync 0; st.shared.u32 [%%r6], %%r1; %s ld.shared.u32 %%r0, [%%r5]; "
                        "bar.sync 0;",
                        syncs[k]),
                "r", u32, u32, u32, op_value('r', 0, i ^ 64));
    }
    TEXT("bar.warp.sync", "rr", "mov.u32 %r0, %r1; bar.warp.sync -1;", u32, u32, u32, a);
    TEXT("bar.arrive", "r",
         "mov.u32 %r0, 3; setp.lt.u32 %p4, %room, 2048; @%p4 bar.arrive 1, 128; @!%p4 bar.sync 1, "
         "128;",
         u32, u32, u32, 3);
    TEXT("bar.red.popc.u32", "r", "bar.red.popc.u32 %r0, 2, %p1;", u32, u32, u32, cta_count(i));
    TEXT("bar.red.and.pred", "p", "bar.red.and.pred %p0, 3, !%p1;", u32, u32, u32,
         cta_count(i) == 0);
    TEXT("bar.red.or.pred", "p", "bar.red.or.pred %p0, 4, %p1;", u32, u32, u32, cta_count(i) != 0);
    TEXT("barrier.cta.red.popc.aligned.u32", "r", "barrier.cta.red.popc.aligned.u32 %r0, 5, !%p1;",
         u32, u32, u32, 128 - cta_count(i));
}

// Threads that leave: their result stays as it was, zero. Each in a kernel of its own.
static inline void rows_exits(void)
{
    op_flush();
    TEXT("exit", "rr", "@%p1 exit; mov.u32 %r0, 9;", u32, u32, u32, a & 1 ? 0 : 9);
    op_flush();
    TEXT("ret", "rr", "@!%p1 ret; mov.u32 %r0, 8;", u32, u32, u32, a & 1 ? 8 : 0);
    op_flush();
}

// An instruction that ends the launch: with these words, and only where a thread comes to it.
static inline void faults(const char *name, const char *words)
{
    static u64 out[OP_ROWS * OP_LANES];
    err e = {0};
    op_cover(name);
    op_head();
    op_say("@%%p1 %s;\nret;\n}\n", name);
    CU_ASSERT_FALSE(op_launch(out, &e));
    CU_ASSERT_PTR_NOT_NULL(e.text ? strstr(e.text, words) : NULL);
    err_free(&e);
    op_head();
    op_say("setp.gt.u32 %%p4, %%lane, 31; @%%p4 %s;\nret;\n}\n", name);
    CU_ASSERT(op_launch(out, &e));
    err_free(&e);
}

#endif
