// synthetic_read.c : the program of a synthetic kernel, from YAML to a checked list of steps.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/synthetic_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PATTERN_NAME(name) #name,
static const char *const pattern_names[PATTERN_COUNT] = {SYNTHETIC_PATTERNS(PATTERN_NAME)};
#undef PATTERN_NAME
#define LATENCY_NAME(name) #name,
#define TENSOR_NAME(name) "tensor_" #name,
static const char *const latency_names[LAT_COUNT] = {"one", WINST_LATENCIES(LATENCY_NAME)
                                                                WINST_TENSOR(TENSOR_NAME)};
#undef LATENCY_NAME
#undef TENSOR_NAME
static const char *const space_names[] = {"global", "shared"}, *const no_yes[] = {"no", "yes"},
                         *const all[] = {"all"};

static const uint64_t HEAP = 0xC0000000u, INDICES = 0xD0000000u, ADDRESSES = (uint64_t)1 << 48;
enum {
    DEFAULT_REGION = 1 << 20,
    DEFAULT_SIDE = 512,
    MOST_ROUNDS = 1 << 30,
    ACCESS_MOST = 16,
    SET_LINES = 4,
    CHANNEL_LINES = 64
};

int synthetic_number(synthetic_file *f, yaml_node_t *node, const char *path, const char *key,
                     uint64_t min, uint64_t max, uint64_t *value)
{
    if (!node) return ST_OK;
    char *where = wl_format("%s.%s", path, key);
    const int st = tree_number(&f->tree, node, where, min, max, value);
    free(where);
    return st;
}

static int word_of(synthetic_file *f, yaml_node_t *node, const char *path, const char *key,
                   const char *const *list, unsigned n, unsigned *index)
{
    if (!node) return ST_OK;
    char *where = wl_format("%s.%s", path, key);
    const int st = tree_word(&f->tree, node, where, list, n, index);
    free(where);
    return st;
}

// A program under construction.
typedef struct program {
    synthetic_file *f;
    synthetic_kernel *k;
    unsigned depth;
} program;

static int add(program *p, const yaml_node_t *node, const char *path, const synthetic_step *s)
{
    if (p->k->n_steps == SYNTHETIC_STEPS)
        return tree_error(&p->f->tree, node, "%s: the program has more than %d steps", path,
                          SYNTHETIC_STEPS);
    p->k->steps[p->k->n_steps++] = *s;
    return ST_OK;
}

// ---- an access

enum {
    A_PATTERN,
    A_BYTES,
    A_BASE,
    A_REGION,
    A_LANES,
    A_SPACE,
    A_WRITES,
    A_STRIDE,
    A_STEP,
    A_SIDE,
    A_LINES,
    A_SET,
    A_CHANNEL,
    A_INDEX_BASE,
    A_KEYS
};
static const tree_key access_keys[A_KEYS] = {
    {"pattern", true},  {"bytes", false},     {"base", false},   {"region", false},
    {"lanes", false},   {"space", false},     {"writes", false}, {"stride", false},
    {"step", false},    {"side", false},      {"lines", false},  {"set", false},
    {"channel", false}, {"index_base", false}};

#define OF(pattern) (1u << PATTERN_##pattern)
// Which patterns a key is for; 0: all.
static const uint32_t key_patterns[A_KEYS] = {
    [A_REGION] = ~(OF(transpose) | OF(one_bank)),
    [A_STRIDE] = OF(stride) | OF(pointer_chase) | OF(broadcast),
    [A_STEP] = OF(stride) | OF(pointer_chase) | OF(broadcast),
    [A_SIDE] = OF(transpose),
    [A_LINES] = OF(one_set) | OF(one_channel),
    [A_SET] = OF(one_set),
    [A_CHANNEL] = OF(one_channel),
    [A_INDEX_BASE] = OF(gather),
    [A_SPACE] = ~(OF(gather) | OF(one_set) | OF(one_channel))};

static int check_keys(const program *p, yaml_node_t *const *v, const char *path,
                      synthetic_pattern pattern)
{
    int st = ST_OK;
    for (unsigned i = 0; i < A_KEYS; i++) {
        if (!v[i] || !key_patterns[i] || key_patterns[i] >> pattern & 1) continue;
        st = tree_error(&p->f->tree, v[i], "%s.%s: pattern %s has no such key", path,
                        access_keys[i].name, pattern_names[pattern]);
    }
    return st;
}

static void access_defaults(const program *p, synthetic_step *s)
{
    const config *c = p->f->c;
    const uint64_t line = c->l1d.line_bytes;
    const bool set = s->pattern == PATTERN_one_set;
    s->lines = set ? SET_LINES : CHANNEL_LINES;
    s->base = s->shared ? 0 : HEAP;
    s->index_base = INDICES;
    s->region = s->shared ? p->k->shared_bytes : DEFAULT_REGION;
    s->stride = line;
    s->step = s->pattern == PATTERN_stride ? s->bytes : line;
    s->side = DEFAULT_SIDE;
    s->active = UINT32_MAX;
}

// The bytes that lanes can touch from base on.
static uint64_t extent(const program *p, const synthetic_step *s)
{
    if (s->pattern == PATTERN_transpose) return (uint64_t)s->side * s->side * s->bytes;
    if (s->pattern == PATTERN_one_bank)
        return ((uint64_t)(WARP_LANES - 1) * p->f->c->sm.shared_banks + 1) * 4;
    return s->region;
}

static int check_place(const program *p, const yaml_node_t *node, const char *path,
                       const synthetic_step *s)
{
    const config *c = p->f->c;
    const uint64_t end = s->shared             ? p->k->shared_bytes
                         : cfg_address_bits(c) ? (uint64_t)1 << cfg_address_bits(c)
                                               : ADDRESSES,
                   size = extent(p, s);
    const uint64_t parts[] = {s->base, s->region, s->stride, s->step};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!(parts[i] % s->bytes)) continue;
        return tree_error(&p->f->tree, node,
                          "%s: base, region, stride and step must be multiples of bytes = %u", path,
                          s->bytes);
    }
    if (s->region < s->bytes && s->pattern != PATTERN_one_bank && s->pattern != PATTERN_transpose) {
        return tree_error(&p->f->tree, node,
                          "%s: the region has %" PRIu64 " bytes, a lane takes %u", path, s->region,
                          s->bytes);
    }
    if (s->base > end || size > end - s->base) {
        const bool limited = !s->shared && cfg_address_bits(c);
        return tree_error(&p->f->tree, node,
                          "%s: %" PRIu64 " bytes at 0x%" PRIx64 " end beyond the %s%s%s", path,
                          size, s->base,
                          s->shared ? "kernel's shared memory"
                          : limited ? "machine's addresses ("
                                    : "2^48 bytes of addresses",
                          limited ? cfg_address_key(c) : "", limited ? ")" : "");
    }
    if (s->pattern == PATTERN_gather && (s->index_base % 4 || s->region % 4 ||
                                         s->index_base > end || s->region > end - s->index_base)) {
        return tree_error(
            &p->f->tree, node,
            "%s: index_base and region must be multiples of 4 within the machine's addresses",
            path);
    }
    return ST_OK;
}

#define NUMBER(key, min, max, to) \
    do { \
        uint64_t n_ = (to); \
        if (synthetic_number(p->f, v[key], path, access_keys[key].name, min, max, &n_) != ST_OK) \
            st = ST_INPUT; \
        (to) = (__typeof__(to))n_; \
    } while (0)

static int access_numbers(const program *p, yaml_node_t **v, const char *path, synthetic_step *s)
{
    const config *c = p->f->c;
    uint32_t lanes = WARP_LANES;
    int st = ST_OK;
    NUMBER(A_BASE, 0, ADDRESSES, s->base);
    NUMBER(A_STRIDE, 0, ADDRESSES, s->stride);
    if (s->pattern != PATTERN_stride) s->step = s->stride;
    NUMBER(A_STEP, 0, ADDRESSES, s->step);
    NUMBER(A_SIDE, 1, 32768, s->side);
    NUMBER(A_LINES, 1, SYNTHETIC_LINES, s->lines);
    NUMBER(A_SET, 0, c->l1d.sets - 1, s->set);
    NUMBER(A_CHANNEL, 0, c->dram.channels - 1, s->set);
    if (s->pattern == PATTERN_one_set)
        s->region = (uint64_t)4 * s->lines * c->l1d.sets * c->l1d.line_bytes;
    if (s->pattern == PATTERN_one_channel)
        s->region = (uint64_t)8 * s->lines * c->dram.channels * c->l1d.line_bytes;
    NUMBER(A_REGION, 1, ADDRESSES, s->region);
    NUMBER(A_INDEX_BASE, 0, ADDRESSES, s->index_base);
    NUMBER(A_WRITES, 0, 100, s->write_percent);
    NUMBER(A_LANES, 1, WARP_LANES, lanes);
    s->active = lanes == WARP_LANES ? UINT32_MAX : (1u << lanes) - 1;
    return st;
}

static int access_bytes(const program *p, yaml_node_t *node, const char *path, synthetic_step *s)
{
    uint64_t bytes = 4;
    if (synthetic_number(p->f, node, path, "bytes", 1, ACCESS_MOST, &bytes) != ST_OK)
        return ST_INPUT;
    if (bytes & (bytes - 1))
        return tree_error(&p->f->tree, node, "%s.bytes = %" PRIu64 ": must be 1, 2, 4, 8 or 16",
                          path, bytes);
    s->bytes = (uint8_t)bytes;
    return ST_OK;
}

static int read_access(program *p, yaml_node_t *node, const char *path, synthetic_kind kind)
{
    yaml_node_t *v[A_KEYS];
    unsigned pattern = 0, space = 0;
    synthetic_step s = {.kind = kind};
    if (tree_keys(&p->f->tree, node, path, access_keys, A_KEYS, v) != ST_OK) return ST_INPUT;
    if (word_of(p->f, v[A_PATTERN], path, "pattern", pattern_names, PATTERN_COUNT, &pattern) !=
        ST_OK)
        return ST_INPUT;
    if (word_of(p->f, v[A_SPACE], path, "space", space_names, 2, &space) != ST_OK) return ST_INPUT;
    if (check_keys(p, v, path, (synthetic_pattern)pattern) != ST_OK ||
        access_bytes(p, v[A_BYTES], path, &s) != ST_OK)
        return ST_INPUT;
    s.pattern = (synthetic_pattern)pattern;
    s.shared = space == 1 || pattern == PATTERN_one_bank;
    access_defaults(p, &s);
    if (access_numbers(p, v, path, &s) != ST_OK) return ST_INPUT;
    if (s.write_percent && kind != STEP_LOAD)
        return tree_error(&p->f->tree, v[A_WRITES], "%s.writes: only a load can mix writes in",
                          path);
    if (check_place(p, node, path, &s) != ST_OK) return ST_INPUT;
    return add(p, node, path, &s);
}

// ---- other steps

static int read_alu(program *p, yaml_node_t *node, const char *path)
{
    static const tree_key keys[] = {{"class", true}, {"count", false}, {"independent", false}};
    yaml_node_t *v[3];
    unsigned latency = 0, independent = 0;
    uint64_t count = 1;
    if (tree_keys(&p->f->tree, node, path, keys, 3, v) != ST_OK) return ST_INPUT;
    if (word_of(p->f, v[0], path, "class", latency_names, LAT_COUNT, &latency) != ST_OK)
        return ST_INPUT;
    if (synthetic_number(p->f, v[1], path, "count", 1, SYNTHETIC_STEPS, &count) != ST_OK)
        return ST_INPUT;
    if (word_of(p->f, v[2], path, "independent", no_yes, 2, &independent) != ST_OK) return ST_INPUT;
    const synthetic_step s = {
        .kind = STEP_ALU, .latency = (winst_latency)latency, .independent = independent};
    for (uint64_t i = 0; i < count; i++) {
        if (add(p, node, path, &s) != ST_OK) return ST_INPUT;
    }
    return ST_OK;
}

static int read_all(program *p, yaml_node_t *node, const char *path, synthetic_kind kind)
{
    unsigned which;
    if (tree_word(&p->f->tree, node, path, all, 1, &which) != ST_OK) return ST_INPUT;
    return add(p, node, path, &(synthetic_step){.kind = kind});
}

static int read_steps(program *p, yaml_node_t *list, const char *path);

static int read_loop(program *p, yaml_node_t *rounds, yaml_node_t *body, const char *path)
{
    synthetic_step end = {.kind = STEP_LOOP, .to = p->k->n_steps, .depth = p->depth};
    uint64_t n = 1;
    if (!body) return tree_error(&p->f->tree, rounds, "%s: loop needs do: [steps]", path);
    if (p->depth == SYNTHETIC_LOOPS)
        return tree_error(&p->f->tree, rounds, "%s: loops nest at most %d deep", path,
                          SYNTHETIC_LOOPS);
    if (synthetic_number(p->f, rounds, path, "loop", 1, MOST_ROUNDS, &n) != ST_OK) return ST_INPUT;
    end.rounds = (uint32_t)n;
    char *inner = wl_format("%s.do", path);
    p->depth++;
    int st = read_steps(p, body, inner);
    p->depth--;
    free(inner);
    return st == ST_OK ? add(p, rounds, path, &end) : st;
}

enum { S_LOAD, S_STORE, S_ATOMIC, S_ALU, S_BARRIER, S_FENCE, S_LOOP, S_DO, S_KEYS };
static const tree_key step_keys[S_KEYS] = {{"load", false}, {"store", false},   {"atomic", false},
                                           {"alu", false},  {"barrier", false}, {"fence", false},
                                           {"loop", false}, {"do", false}};

static int read_kind(program *p, yaml_node_t **v, unsigned kind, const char *path)
{
    if (kind == S_LOOP) return read_loop(p, v[S_LOOP], v[S_DO], path);
    char *where = wl_format("%s.%s", path, step_keys[kind].name);
    int st;
    switch (kind) {
    case S_LOAD: st = read_access(p, v[kind], where, STEP_LOAD); break;
    case S_STORE: st = read_access(p, v[kind], where, STEP_STORE); break;
    case S_ATOMIC: st = read_access(p, v[kind], where, STEP_ATOMIC); break;
    case S_ALU: st = read_alu(p, v[kind], where); break;
    default: st = read_all(p, v[kind], where, kind == S_BARRIER ? STEP_BARRIER : STEP_FENCE); break;
    }
    free(where);
    return st;
}

static int read_step(program *p, yaml_node_t *node, const char *path)
{
    yaml_node_t *v[S_KEYS];
    unsigned given = 0, kind = 0;
    if (tree_keys(&p->f->tree, node, path, step_keys, S_KEYS, v) != ST_OK) return ST_INPUT;
    for (unsigned i = 0; i < S_DO; i++) {
        given += v[i] != NULL;
        if (v[i]) kind = i;
    }
    if (given != 1 || (v[S_DO] && kind != S_LOOP)) {
        return tree_error(
            &p->f->tree, node,
            "%s: must be one of load, store, atomic, alu, barrier, fence, or loop with do", path);
    }
    return read_kind(p, v, kind, path);
}

static int read_steps(program *p, yaml_node_t *list, const char *path)
{
    unsigned n;
    if (tree_is_list(&p->f->tree, list, path, 1, SYNTHETIC_STEPS, &n) != ST_OK) return ST_INPUT;
    int st = ST_OK;
    for (unsigned i = 0; i < n; i++) {
        char *where = wl_format("%s[%u]", path, i);
        if (read_step(p, tree_item(&p->f->tree, list, i), where) != ST_OK) st = ST_INPUT;
        free(where);
    }
    return st;
}

int program_read(synthetic_file *f, yaml_node_t *node, const char *path, synthetic_kernel *k)
{
    program p = {.f = f, .k = k};
    k->steps = wl_calloc(SYNTHETIC_STEPS, sizeof *k->steps);
    return read_steps(&p, node, path);
}
