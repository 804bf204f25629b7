// synthetic_run.c : see synthetic_run.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/synthetic_read.h"
#include "machine/run/gpu.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KERNELS = 1024, MOST_THREADS = 1024, MOST_CTAS = INT32_MAX };

// N, or {per_sm: N}
static int read_grid(synthetic_file *f, yaml_node_t *node, const char *path, synthetic_kernel *k)
{
    static const tree_key keys[] = {{"per_sm", true}};
    yaml_node_t *v[1] = {node};
    const bool per_sm = node->type == YAML_MAPPING_NODE;
    const uint32_t times = per_sm ? f->c->gpu.sms : 1;
    uint64_t n = 0;
    char *where = wl_format("%s.grid", path);
    int st = per_sm ? tree_keys(&f->tree, node, where, keys, 1, v) : ST_OK;
    if (st == ST_OK && per_sm)
        st = synthetic_number(f, v[0], where, "per_sm", 1, MOST_CTAS / times, &n);
    else if (st == ST_OK) st = tree_number(&f->tree, node, where, 1, MOST_CTAS, &n);
    free(where);
    k->ctas = (uint32_t)n * times;
    return st;
}

enum { K_NAME, K_GRID, K_BLOCK, K_REGS, K_SHARED, K_PROGRAM, K_KEYS };

static int read_sizes(synthetic_file *f, yaml_node_t **v, const char *path, synthetic_kernel *k)
{
    uint64_t block = 0, regs = 0, shared = 0;
    int st = read_grid(f, v[K_GRID], path, k);
    if (synthetic_number(f, v[K_BLOCK], path, "block", 1, MOST_THREADS, &block) != ST_OK)
        st = ST_INPUT;
    if (synthetic_number(f, v[K_REGS], path, "regs", 0, f->c->sm.registers, &regs) != ST_OK)
        st = ST_INPUT;
    if (synthetic_number(f, v[K_SHARED], path, "shared", 0, f->c->sm.shared_bytes, &shared) !=
        ST_OK)
        st = ST_INPUT;
    k->threads = (uint32_t)block;
    k->regs = (uint32_t)regs;
    k->shared_bytes = (uint32_t)shared;
    return st;
}

// It stands in a line of the traces that are written.
static int read_name(synthetic_file *f, yaml_node_t *node, const char *path, synthetic_kernel *k)
{
    char *where = wl_format("%s.name", path);
    const char *name = node ? tree_text(&f->tree, node, where) : "synthetic";
    int st = name ? ST_OK : ST_INPUT;
    for (const char *p = name; st == ST_OK && *p; p++) {
        if (iscntrl((unsigned char)*p))
            st = tree_error(&f->tree, node,
                            "%s: must have no line breaks and other control characters", where);
    }
    if (st == ST_OK) k->name = wl_strdup(name);
    free(where);
    return st;
}

// What the machine cannot give, or hold, is found before anything runs.
static int try_kernel(const synthetic_file *f, const yaml_node_t *node, const char *path,
                      const synthetic_kernel *k)
{
    front_end kernel;
    unsigned slots;
    err why = {0};
    int st = synthetic_begin(&kernel, k, f->c, &why);
    if (st != ST_OK) return tree_because(&f->tree, node, path, &why);
    if (f->c->gpu.timing) st = gpu_fit(f->c, &kernel, &slots, &why);
    synthetic_end(&kernel);
    return st == ST_OK ? ST_OK : tree_because(&f->tree, node, path, &why);
}

static int read_kernel(synthetic_file *f, yaml_node_t *node, const char *path, synthetic_kernel *k)
{
    static const tree_key keys[K_KEYS] = {{"name", false}, {"grid", true},    {"block", true},
                                          {"regs", false}, {"shared", false}, {"program", true}};
    yaml_node_t *v[K_KEYS];
    if (tree_keys(&f->tree, node, path, keys, K_KEYS, v) != ST_OK) return ST_INPUT;
    if (read_name(f, v[K_NAME], path, k) != ST_OK) return ST_INPUT;
    k->seed = f->seed;
    if (read_sizes(f, v, path, k) != ST_OK) return ST_INPUT;
    char *where = wl_format("%s.program", path);
    const int st = program_read(f, v[K_PROGRAM], where, k);
    free(where);
    return st == ST_OK ? try_kernel(f, node, path, k) : st;
}

static int read_kernels(synthetic_file *f, yaml_node_t *list)
{
    unsigned n;
    if (tree_is_list(&f->tree, list, "kernels", 1, MOST_KERNELS, &n) != ST_OK) return ST_INPUT;
    f->kernels = wl_calloc(n, sizeof *f->kernels);
    f->n = n;
    int st = ST_OK;
    for (unsigned i = 0; i < n; i++) {
        char *where = wl_format("kernels[%u]", i);
        if (read_kernel(f, tree_item(&f->tree, list, i), where, &f->kernels[i]) != ST_OK)
            st = ST_INPUT;
        free(where);
    }
    return st;
}

static int read_top(synthetic_file *f)
{
    static const tree_key keys[] = {{"seed", false}, {"kernels", true}};
    yaml_node_t *v[2];
    f->seed = 1;
    if (tree_keys(&f->tree, tree_root(&f->tree), f->tree.what, keys, 2, v) != ST_OK)
        return ST_INPUT;
    if (v[0] && tree_number(&f->tree, v[0], "seed", 0, UINT64_MAX, &f->seed) != ST_OK)
        return ST_INPUT;
    return read_kernels(f, v[1]);
}

synthetic_file *synthetic_load(const char *path, const config *c, err *e)
{
    synthetic_file *f = wl_calloc(1, sizeof *f);
    f->c = c;
    int st = tree_load(&f->tree, path, "a file of synthetic kernels", e);
    if (st == ST_OK) st = read_top(f);
    if (st == ST_OK) return f;
    synthetic_free(f);
    return NULL;
}

void synthetic_free(synthetic_file *f)
{
    if (!f) return;
    for (unsigned i = 0; i < f->n; i++) {
        free(f->kernels[i].name);
        free(f->kernels[i].steps);
    }
    free(f->kernels);
    tree_free(&f->tree);
    free(f);
}

void synthetic_reseed(synthetic_file *f, uint64_t seed)
{
    for (unsigned i = 0; i < f->n; i++) f->kernels[i].seed = seed;
}

int synthetic_run(const synthetic_file *f, gpu *g, err *e)
{
    int st = ST_OK;
    for (unsigned i = 0; st == ST_OK && !gpu_cut(g) && i < f->n; i++) {
        front_end k;
        st = synthetic_begin(&k, &f->kernels[i], f->c, e);
        if (st != ST_OK) break;
        st = gpu_run(g, &k, e);
        synthetic_end(&k);
    }
    return st;
}
