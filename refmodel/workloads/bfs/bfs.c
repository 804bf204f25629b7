// bfs.c : host program and reference of bfs (Rodinia): levels of a random undirected graph, 2 to 4
// edges drawn for each node.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdlib.h>

enum { LEAST_DRAWN = 2, MOST_DRAWN = 4, BLOCK = 512 };

typedef struct graph { // nodes: pairs of (first edge, number of edges)
    size_t n;
    int32_t *nodes, *edges;
} graph;

typedef void edge_fn(graph *g, size_t from, size_t to);

static void count_edge(graph *g, size_t from, size_t to)
{
    g->nodes[2 * from + 1]++;
    g->nodes[2 * to + 1]++;
}

static void add_edge(graph *g, size_t from, size_t to)
{
    g->edges[g->nodes[2 * from] + g->nodes[2 * from + 1]++] = (int32_t)to;
    g->edges[g->nodes[2 * to] + g->nodes[2 * to + 1]++] = (int32_t)from;
}

// Draws the same edges each time.
static void draw(graph *g, edge_fn *use)
{
    rng r = {1};
    for (size_t from = 0; from < g->n; from++) {
        const uint64_t drawn = LEAST_DRAWN + rng_below(&r, MOST_DRAWN - LEAST_DRAWN + 1);
        for (uint64_t i = 0; i < drawn; i++) use(g, from, (size_t)rng_below(&r, g->n));
    }
}

static size_t count_edges(graph *g)
{
    draw(g, count_edge);
    int32_t first = 0;
    for (size_t i = 0; i < g->n; i++) {
        g->nodes[2 * i] = first;
        first += g->nodes[2 * i + 1];
        g->nodes[2 * i + 1] = 0;
    }
    return (size_t)first;
}

// By a queue; -1: not reached.
static void reference(const graph *g, int32_t *cost)
{
    int32_t *queue = wl_calloc(g->n, sizeof *queue);
    size_t head = 0, tail = 1; // the source is node 0
    for (; head < tail; head++) {
        const int32_t at = queue[head], first = g->nodes[2 * at];
        for (int32_t e = first; e < first + g->nodes[2 * at + 1]; e++) {
            const int32_t to = g->edges[e];
            if (cost[to] >= 0) continue;
            cost[to] = cost[at] + 1;
            queue[tail++] = to;
        }
    }
    free(queue);
}

typedef struct marks {
    array *frontier, *reached, *visited, *more;
} marks;

static marks make_marks(host *h, size_t n)
{
    marks m = {host_array_of(h, ELEMENT_U8, "frontier", n),
               host_array_of(h, ELEMENT_U8, "reached", n),
               host_array_of(h, ELEMENT_U8, "visited", n), host_array_of(h, ELEMENT_U8, "more", 1)};
    m.frontier->u8[0] = m.visited->u8[0] = 1;
    return m;
}

// Level by level until a level finds nothing new.
static void search(host *h, unsigned n, array *nodes, array *edges, marks *m, array *cost)
{
    do {
        m->more->u8[0] = 0;
        host_write(h, m->more);
        host_launch(h, "bfs_visit", shape_blocks(n, BLOCK),
                    (void *[]){&nodes->device, &edges->device, &m->frontier->device,
                               &m->reached->device, &m->visited->device, &cost->device, &n});
        host_launch(h, "bfs_advance", shape_blocks(n, BLOCK),
                    (void *[]){&m->frontier->device, &m->reached->device, &m->visited->device,
                               &m->more->device, &n});
        host_read(h, m->more);
    } while (m->more->u8[0]);
}

static void program(host *h, const unsigned *dims)
{
    const unsigned n = dims[0];
    array *nodes = host_array_of(h, ELEMENT_S32, "nodes", 2 * (size_t)n);
    graph g = {n, nodes->s32, NULL};
    array *edges = host_array_of(h, ELEMENT_S32, "edges", count_edges(&g));
    g.edges = edges->s32;
    draw(&g, add_edge);
    marks m = make_marks(h, n);
    array *cost = host_array_of(h, ELEMENT_S32, "cost", n);
    for (size_t i = 1; i < n; i++) cost->s32[i] = -1;
    host_send(h);
    search(h, n, nodes, edges, &m, cost);
    if (!host_ended(h)) return;
    reference(&g, cost->s32);
    host_check(h, cost);
}

const workload workload_bfs = {
    .name = "bfs",
    .suite = "rodinia",
    .what = "breadth-first search, a thread a node, nodes",
    .class_in = {[PAPER_DWT_PRIC] = "thrashing", [PAPER_CART] = "M", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "bfs_visit bfs_advance",
    SIZES1(16384, 131072, 1048576),
    .program = program,
};
