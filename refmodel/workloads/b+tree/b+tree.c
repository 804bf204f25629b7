// b+tree.c : host program and reference of b+tree (Rodinia): look-ups of random keys, half of them
// there; dimensions records x queries. Nodes are half full, as after many insertions.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdbool.h>

enum { ORDER = 256, FILL = ORDER / 2, NOT_THERE = -1 };

typedef struct knode { // as in b+tree.cu; unused keys are above every query
    int32_t location, child[ORDER + 1], key[ORDER + 1];
    bool is_leaf;
    int32_t keys;
} knode;

static int32_t key_of(size_t record) { return (int32_t)(2 * record); }

static size_t nodes_above(size_t below) { return (below + FILL - 1) / FILL; }

// Nodes of a tree: all levels down to the leaves.
static size_t count_nodes(size_t records)
{
    size_t n = nodes_above(records), total = n;
    for (; n > 1; total += n) n = nodes_above(n);
    return total;
}

// One node over what lies below it, `first` .. of `below` things, each covering `covers` records.
static void fill_node(knode *to, size_t at, size_t first, size_t below, size_t covers,
                      size_t records, size_t child_base)
{
    to->location = (int32_t)at;
    to->is_leaf = covers == 1;
    for (size_t i = 0; i <= ORDER; i++) to->key[i] = INT32_MAX;
    for (size_t i = 0; i < FILL && first + i < below; i++, to->keys++) {
        to->key[i] = key_of((first + i) * covers);
        to->child[i] = (int32_t)(child_base + first + i);
    }
    const size_t end = (first + FILL) * covers; // the bound of the last child
    if (end < records) to->key[to->keys] = key_of(end);
}

// Levels from the leaves, at the end of the array, up to the root at 0. Returns the number of
// levels above the leaves.
static int64_t build(knode *nodes, size_t total, size_t records)
{
    size_t below = records, covers = 1, child_base = 0, end = total;
    for (int64_t height = 0;; height++) {
        const size_t n = nodes_above(below), base = end - n;
        for (size_t i = 0; i < n; i++)
            fill_node(&nodes[base + i], base + i, i * FILL, below, covers, records, child_base);
        if (n == 1) return height;
        below = n;
        covers *= FILL;
        child_base = end = base;
    }
}

static void program(host *h, const unsigned *n)
{
    const size_t records = n[0], queries = n[1];
    int64_t n_nodes = (int64_t)count_nodes(records);
    rng r = {1};
    array *nodes = host_array_of(h, ELEMENT_U8, "nodes", (size_t)n_nodes * sizeof(knode));
    array *values = host_array_of(h, ELEMENT_S32, "values", records);
    array *current =
        host_array_of(h, ELEMENT_U32, "current", 2 * queries); // 64 bits each, as `next`
    array *next = host_array_of(h, ELEMENT_U32, "next", 2 * queries);
    array *query = host_array_of(h, ELEMENT_S32, "queries", queries),
          *record = host_array_of(h, ELEMENT_S32, "record", queries);
    int64_t height = build(nodes->host, (size_t)n_nodes, records);
    for (size_t i = 0; i < records; i++) values->s32[i] = (int32_t)rng_below(&r, INT32_MAX);
    for (size_t q = 0; q < queries; q++) {
        query->s32[q] = (int32_t)rng_below(&r, 2 * records);
        record->s32[q] = NOT_THERE;
    }
    host_send(h);
    host_launch(h, "find_k", (shape){.grid = {n[1], 1, 1}, .block = {ORDER, 1, 1}},
                (void *[]){&height, &nodes->device, &n_nodes, &values->device, &current->device,
                           &next->device, &query->device, &record->device});
    if (!host_ended(h)) return;
    for (size_t q = 0; q < queries; q++) {
        if (query->s32[q] % 2 == 0) record->s32[q] = values->s32[query->s32[q] / 2];
    }
    host_check(h, record);
}

const workload workload_bplustree = {
    .name = "b+tree",
    .suite = "rodinia",
    .what = "look-ups in a B+ tree, a block a query, records x queries",
    .class_in = {[PAPER_DWT_PRIC] = "friendly", [PAPER_CART] = "M"},
    .kernels = "find_k",
    SIZES2(65536, 2000, 262144, 6000, 1000000, 10000),
    .program = program,
};
