// xor_net.c : see xor_net.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/xor_net.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

void xor_net_init(xor_net *n, const uint64_t *rows, unsigned n_sums, unsigned n_inputs)
{
    memset(n, 0, sizeof *n);
    n->n_inputs = n->n_terms = n_inputs;
    n->n_sums = n_sums;
    for (unsigned s = 0; s < n_sums; s++) {
        for (unsigned i = 0; i < n_inputs; i++) n->in[s][i] = rows[s] >> i & 1;
    }
}

// ---- depth of a sum: its terms by depth, the two shallowest joined until one is left

typedef struct heap {
    unsigned count[XOR_TERMS]; // [depth]
} heap;

static unsigned flat_depth(heap *h)
{
    unsigned d = 0, left = 0;
    for (unsigned i = 0; i < XOR_TERMS; i++) left += h->count[i];
    while (left > 1) {
        if (h->count[d] == 1) { // joins one that is deeper
            h->count[d] = 0;
            h->count[d + 1] += 1;
        } else {
            const unsigned pairs = h->count[d] / 2;
            left -= pairs;
            h->count[d + 1] += pairs;
            h->count[d] %= 2;
            if (h->count[d]) continue;
        }
        d++;
    }
    while (left && !h->count[d]) d++;
    return d;
}

static unsigned sum_depth(const xor_net *n, unsigned s)
{
    heap h = {{0}};
    for (unsigned t = 0; t < n->n_terms; t++) h.count[n->terms[t].depth] += n->in[s][t];
    return flat_depth(&h);
}

unsigned xor_net_depth(const xor_net *n)
{
    unsigned most = 0;
    for (unsigned s = 0; s < n->n_sums; s++) {
        const unsigned d = sum_depth(n, s);
        most = d > most ? d : most;
    }
    return most;
}

static unsigned weight(const xor_net *n, unsigned s)
{
    unsigned w = 0;
    for (unsigned t = 0; t < n->n_terms; t++) w += n->in[s][t];
    return w;
}

unsigned xor_net_fan_in(const xor_net *n)
{
    unsigned most = 0;
    for (unsigned s = 0; s < n->n_sums; s++) {
        const unsigned w = weight(n, s);
        most = w > most ? w : most;
    }
    return most;
}

unsigned xor_net_gates(const xor_net *n)
{
    unsigned gates = n->n_terms - n->n_inputs;
    for (unsigned s = 0; s < n->n_sums; s++) {
        const unsigned w = weight(n, s);
        gates += w ? w - 1 : 0;
    }
    return gates;
}

// ---- sharing

typedef struct pair {
    unsigned a, b, uses, depth;
} pair;

static unsigned pair_uses(const xor_net *n, unsigned a, unsigned b)
{
    unsigned uses = 0;
    for (unsigned s = 0; s < n->n_sums; s++) uses += n->in[s][a] && n->in[s][b];
    return uses;
}

static unsigned pair_depth(const xor_net *n, unsigned a, unsigned b)
{
    const unsigned da = n->terms[a].depth, db = n->terms[b].depth;
    return (da > db ? da : db) + 1;
}

static void join(xor_net *n, unsigned a, unsigned b)
{
    const unsigned t = n->n_terms++;
    n->terms[t] = (xor_term){a, b, pair_depth(n, a, b)};
    for (unsigned s = 0; s < n->n_sums; s++) {
        n->in[s][t] = n->in[s][a] && n->in[s][b];
        if (n->in[s][t]) n->in[s][a] = n->in[s][b] = false;
    }
}

static void unjoin(xor_net *n)
{
    const unsigned t = --n->n_terms;
    for (unsigned s = 0; s < n->n_sums; s++) {
        if (!n->in[s][t]) continue;
        n->in[s][t] = false;
        n->in[s][n->terms[t].a] = n->in[s][n->terms[t].b] = true;
    }
}

static bool better(const pair *p, const pair *best)
{
    return p->uses > best->uses || (p->uses == best->uses && p->depth < best->depth);
}

static bool fits(xor_net *n, const pair *p, unsigned limit)
{
    join(n, p->a, p->b);
    const bool good = xor_net_depth(n) <= limit;
    unjoin(n);
    return good;
}

// The best pair within the limit of depth; uses = 0: none.
static pair best_pair(xor_net *n, unsigned limit)
{
    pair best = {0};
    for (unsigned a = 0; a < n->n_terms; a++) {
        for (unsigned b = a + 1; b < n->n_terms; b++) {
            const pair p = {a, b, pair_uses(n, a, b), pair_depth(n, a, b)};
            if (p.uses >= 2 && better(&p, &best) && fits(n, &p, limit)) best = p;
        }
    }
    return best;
}

void xor_net_share(xor_net *n)
{
    const unsigned limit = xor_net_depth(n);
    for (pair p = best_pair(n, limit); p.uses && n->n_terms < XOR_TERMS - 1;
         p = best_pair(n, limit))
        join(n, p.a, p.b);
}

// ---- text

typedef struct branch {
    char *text;
    unsigned depth;
    bool leaf;
} branch;

static unsigned shallowest(const branch *b, unsigned n)
{
    unsigned at = 0;
    for (unsigned i = 1; i < n; i++) {
        if (b[i].depth < b[at].depth) at = i;
    }
    return at;
}

static branch taken(branch *b, unsigned *n, unsigned at)
{
    const branch x = b[at];
    for (unsigned i = at + 1; i < *n; i++) b[i - 1] = b[i];
    --*n;
    return x;
}

static branch joined(branch a, branch b)
{
    char *text = wl_format("%s%s%s ^ %s%s%s", a.leaf ? "" : "(", a.text, a.leaf ? "" : ")",
                           b.leaf ? "" : "(", b.text, b.leaf ? "" : ")");
    free(a.text);
    free(b.text);
    return (branch){text, (a.depth > b.depth ? a.depth : b.depth) + 1, false};
}

char *xor_net_text(const xor_net *n, unsigned s, const char *(*name)(void *ctx, unsigned term),
                   void *ctx)
{
    branch b[XOR_TERMS];
    unsigned left = 0;
    for (unsigned t = 0; t < n->n_terms; t++) {
        if (n->in[s][t]) b[left++] = (branch){wl_strdup(name(ctx, t)), n->terms[t].depth, true};
    }
    if (!left) return wl_strdup("1'b0");
    while (left > 1) {
        const branch first = taken(b, &left, shallowest(b, left)),
                     second = taken(b, &left, shallowest(b, left));
        b[left++] = joined(first, second);
    }
    return b[0].text;
}
