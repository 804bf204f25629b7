// cfg.c : see cfg.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/cfg.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

static void mark_leaders(bool *leader, const cfg_flow *flow, uint32_t n)
{
    leader[0] = true;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t t = 0; t < flow[i].n_targets; t++) leader[flow[i].targets[t]] = true;
        if ((flow[i].n_targets || flow[i].leaves || !flow[i].next) && i + 1 < n)
            leader[i + 1] = true;
    }
}

static void make_blocks(cfg *g, const cfg_flow *flow, uint32_t n)
{
    bool *leader = wl_calloc(n, sizeof *leader);
    mark_leaders(leader, flow, n);
    for (uint32_t i = 0; i < n; i++) g->n_blocks += leader[i];
    g->blocks = wl_calloc(g->n_blocks, sizeof *g->blocks);
    g->block_of = wl_calloc(n, sizeof *g->block_of);
    for (uint32_t i = 0, b = 0; i < n; i++) {
        if (leader[i] && i) b++;
        if (leader[i]) g->blocks[b].first = i;
        g->blocks[b].last = i;
        g->block_of[i] = b;
    }
    free(leader);
}

static void add_edge(cfg_block *b, uint32_t to)
{
    for (uint32_t i = 0; i < b->n_succ; i++) {
        if (b->succ[i] == to) return;
    }
    b->succ[b->n_succ++] = to;
}

static void make_edges(cfg *g, const cfg_flow *flow)
{
    size_t most = 0;
    for (uint32_t b = 0; b < g->n_blocks; b++) most += flow[g->blocks[b].last].n_targets + 2;
    g->edges = wl_calloc(most, sizeof *g->edges);
    uint32_t *room = g->edges;
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        cfg_block *x = &g->blocks[b];
        const cfg_flow *f = &flow[x->last];
        x->succ = room;
        room += f->n_targets + 2;
        if (f->next) add_edge(x, g->block_of[x->last + 1]);
        for (uint32_t t = 0; t < f->n_targets; t++) add_edge(x, g->block_of[f->targets[t]]);
        if (f->leaves) add_edge(x, g->n_blocks);
    }
}

// Work space of the dominance computation. Nodes are blocks; node n_blocks is the exit.
typedef struct work {
    uint32_t *pred, *pred_at; // predecessors of node v: pred[pred_at[v] .. pred_at[v+1])
    uint32_t *
        order; // position of each node in a postorder walk of the reversed graph; NONE: not reached
    uint32_t *nodes, n; // nodes in that order
} work;

static void predecessors(const cfg *g, work *w)
{
    uint32_t n = g->n_blocks + 1;
    w->pred_at = wl_calloc(n + 1, sizeof *w->pred_at);
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        for (uint32_t i = 0; i < g->blocks[b].n_succ; i++) w->pred_at[g->blocks[b].succ[i] + 1]++;
    }
    for (uint32_t v = 0; v < n; v++) w->pred_at[v + 1] += w->pred_at[v];
    w->pred = wl_calloc(w->pred_at[n], sizeof *w->pred);
    uint32_t *fill = wl_calloc(n, sizeof *fill);
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        for (uint32_t i = 0; i < g->blocks[b].n_succ; i++) {
            uint32_t to = g->blocks[b].succ[i];
            w->pred[w->pred_at[to] + fill[to]++] = b;
        }
    }
    free(fill);
}

// Postorder of the reversed graph from the exit, without recursion.
static void walk(const cfg *g, work *w)
{
    uint32_t n = g->n_blocks + 1, depth = 0;
    uint32_t *stack = wl_calloc(n, sizeof *stack), *next = wl_calloc(n, sizeof *next);
    bool *seen = wl_calloc(n, sizeof *seen);
    w->order = wl_calloc(n, sizeof *w->order);
    w->nodes = wl_calloc(n, sizeof *w->nodes);
    for (uint32_t v = 0; v < n; v++) w->order[v] = NONE;
    stack[depth++] = g->n_blocks;
    seen[g->n_blocks] = true;
    while (depth) {
        uint32_t v = stack[depth - 1], at = w->pred_at[v] + next[v];
        if (at < w->pred_at[v + 1]) {
            next[v]++;
            uint32_t p = w->pred[at];
            if (!seen[p]) seen[p] = true, stack[depth++] = p;
        } else {
            depth--;
            w->order[v] = w->n;
            w->nodes[w->n++] = v;
        }
    }
    free(stack), free(next), free(seen);
}

static uint32_t intersect(const work *w, const uint32_t *ipdom, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (w->order[a] < w->order[b]) a = ipdom[a];
        while (w->order[b] < w->order[a]) b = ipdom[b];
    }
    return a;
}

static bool improve(const cfg *g, const work *w, uint32_t *ipdom, uint32_t v)
{
    uint32_t best = NONE;
    for (uint32_t i = 0; i < g->blocks[v].n_succ; i++) {
        uint32_t s = g->blocks[v].succ[i];
        if (ipdom[s] == NONE) continue;
        best = best == NONE ? s : intersect(w, ipdom, best, s);
    }
    bool changed = ipdom[v] != best;
    ipdom[v] = best;
    return changed;
}

static void post_dominators(cfg *g)
{
    work w = {0};
    uint32_t exit = g->n_blocks;
    predecessors(g, &w);
    walk(g, &w);
    uint32_t *ipdom = wl_calloc(exit + 1, sizeof *ipdom);
    for (uint32_t v = 0; v < exit; v++) ipdom[v] = NONE;
    ipdom[exit] = exit;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = w.n - 1; i-- > 0;)
            changed |= improve(g, &w, ipdom, w.nodes[i]); // from the exit outwards
    }
    for (uint32_t v = 0; v < exit; v++) {
        if (ipdom[v] == NONE) ipdom[v] = exit;
    }
    g->ipdom = ipdom;
    free(w.pred), free(w.pred_at), free(w.order), free(w.nodes);
}

void cfg_build(cfg *g, const cfg_flow *flow, uint32_t n)
{
    *g = (cfg){0};
    make_blocks(g, flow, n);
    make_edges(g, flow);
    post_dominators(g);
}

void cfg_free(cfg *g)
{
    free(g->blocks);
    free(g->block_of);
    free(g->ipdom);
    free(g->edges);
    *g = (cfg){0};
}
