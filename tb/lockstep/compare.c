// compare.c: compares a cycle's outputs of model and RTL. The port table is flattened once into
// words grouped by qualifier, so that a cycle is a short loop without strings, and ports that are
// not defined in it cost nothing. See compare.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/compare.h"

#include <stdlib.h>
#include <string.h>

static unsigned words_used(const port *p) { return (p->width + 63) / 64; }

uint64_t compare_mask(const port *p, unsigned w)
{
    if (p->width >= 64 * (w + 1)) return ~(uint64_t)0;
    return p->width <= 64 * w ? 0 : ((uint64_t)1 << (p->width - 64 * w)) - 1;
}

static const port *find(const compare *k, const char *name)
{
    for (unsigned i = 0; i < k->n_ports; i++) {
        if (strcmp(k->ports[i].name, name) == 0) return &k->ports[i];
    }
    return NULL;
}

// Index of a port's qualifier, entered when it is new; COMPARE_QUALIFIERS and an error when it
// cannot be one.
static unsigned qualifier_of(compare *k, const port *p, err *e)
{
    if (!p->qualifier) return 0;
    for (unsigned i = 1; i < k->n_qualifiers; i++) {
        if (strcmp(k->qualifier[i].name, p->qualifier) == 0) return i;
    }
    const port *q = find(k, p->qualifier);
    if (!q || q->width != 1 || k->n_qualifiers == COMPARE_QUALIFIERS) {
        err_add(e, ST_INPUT,
                "port %s: qualifier %s: must be one of at most %d 1-bit ports of the table",
                p->name, p->qualifier, COMPARE_QUALIFIERS - 1);
        return COMPARE_QUALIFIERS;
    }
    k->qualifier[k->n_qualifiers] =
        (compare_qualifier){.name = q->name, .dir = q->dir, .word = q->word};
    return k->n_qualifiers++;
}

static void add_words(compare *k, unsigned index, compare_qualifier *q)
{
    const port *p = &k->ports[index];
    q->ports++;
    for (unsigned w = 0; w < words_used(p); w++) {
        k->words[k->n_words++] =
            (compare_word){.mask = compare_mask(p, w), .word = p->word + w, .port = index};
    }
}

static bool compared(const port *p) { return p->dir == PORT_OUT && p->width > 0; }

// The words of one qualifier's ports, in table order.
static void add_group(compare *k, unsigned group, const unsigned *group_of)
{
    compare_qualifier *q = &k->qualifier[group];
    q->from = k->n_words;
    for (unsigned i = 0; i < k->n_ports; i++) {
        if (compared(&k->ports[i]) && group_of[i] == group) add_words(k, i, q);
    }
    q->to = k->n_words;
}

static int add_groups(compare *k, err *e)
{
    unsigned *group_of = wl_calloc(k->n_ports, sizeof *group_of);
    int status = ST_OK;
    for (unsigned i = 0; i < k->n_ports && status == ST_OK; i++) {
        if (compared(&k->ports[i])) group_of[i] = qualifier_of(k, &k->ports[i], e);
        if (group_of[i] == COMPARE_QUALIFIERS) status = ST_INPUT;
    }
    for (unsigned group = 0; group < k->n_qualifiers && status == ST_OK; group++)
        add_group(k, group, group_of);
    free(group_of);
    return status;
}

int compare_init(compare *k, const port *ports, unsigned n_ports, err *e)
{
    *k = (compare){.ports = ports, .n_ports = n_ports, .n_qualifiers = 1};
    unsigned n = 0;
    for (unsigned i = 0; i < n_ports; i++) n += ports[i].words;
    k->words = wl_calloc(n, sizeof *k->words);
    for (unsigned i = 0; i < n_ports; i++) {
        const port *p = &ports[i];
        unsigned *end = p->dir == PORT_IN ? &k->in_words : &k->out_words;
        if (p->width > 0) *end = p->word + words_used(p);
    }
    int status = add_groups(k, e);
    if (status != ST_OK) compare_free(k);
    return status;
}

void compare_free(compare *k)
{
    free(k->words);
    *k = (compare){0};
}

static bool is_on(const compare_qualifier *q, const uint64_t *in, const uint64_t *model)
{
    return !q->name || ((q->dir == PORT_IN ? in : model)[q->word] & 1);
}

static const port *first_difference(const compare *k, const uint64_t *in, const uint64_t *model,
                                    const uint64_t *rtl)
{
    unsigned first = k->n_ports;
    for (unsigned i = 0; i < k->n_qualifiers; i++) {
        const compare_qualifier *q = &k->qualifier[i];
        for (unsigned n = q->from; n < q->to && is_on(q, in, model); n++) {
            const compare_word *w = &k->words[n];
            if (((model[w->word] ^ rtl[w->word]) & w->mask) && w->port < first) first = w->port;
        }
    }
    return &k->ports[first];
}

const port *compare_cycle(compare *k, const uint64_t *in, const uint64_t *model,
                          const uint64_t *rtl)
{
    uint64_t differ = 0;
    for (unsigned i = 0; i < k->n_qualifiers; i++) {
        const compare_qualifier *q = &k->qualifier[i];
        if (!is_on(q, in, model)) {
            k->masked += q->ports;
            continue;
        }
        k->compares += q->ports;
        for (const compare_word *w = k->words + q->from; w < k->words + q->to; w++) {
            differ |= (model[w->word] ^ rtl[w->word]) & w->mask;
        }
    }
    return differ ? first_difference(k, in, model, rtl) : NULL;
}
