// compare.c : see compare.h. The table is flattened once, so that a cycle is one loop over words without strings or branches.
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

// Index of a port's qualifier, entered when it is new; COMPARE_QUALIFIERS and an error when it cannot be one.
static unsigned qualifier_of(compare *k, const port *p, err *e)
{
    if (!p->qualifier) return 0;
    for (unsigned i = 1; i < k->n_qualifiers; i++) {
        if (strcmp(k->qualifier[i].name, p->qualifier) == 0) return i;
    }
    const port *q = find(k, p->qualifier);
    if (!q || q->width != 1 || k->n_qualifiers == COMPARE_QUALIFIERS) {
        err_add(e, ST_INPUT, "port %s: qualifier %s: must be one of at most %d 1-bit ports of the table", p->name, p->qualifier,
                COMPARE_QUALIFIERS - 1);
        return COMPARE_QUALIFIERS;
    }
    k->qualifier[k->n_qualifiers] = (compare_qualifier){.name = q->name, .dir = q->dir, .word = q->word};
    return k->n_qualifiers++;
}

static int add_output(compare *k, const port *p, err *e)
{
    unsigned q = qualifier_of(k, p, e);
    if (q == COMPARE_QUALIFIERS) return ST_INPUT;
    k->qualifier[q].ports++;
    for (unsigned w = 0; w < words_used(p); w++) {
        k->words[k->n_words++] = (compare_word){.mask = compare_mask(p, w), .word = p->word + w, .qualifier = q};
    }
    return ST_OK;
}

int compare_init(compare *k, const port *ports, unsigned n_ports, err *e)
{
    *k = (compare){.ports = ports, .n_ports = n_ports, .n_qualifiers = 1};
    unsigned n = 0;
    for (unsigned i = 0; i < n_ports; i++) n += ports[i].words;
    k->words = wl_calloc(n, sizeof *k->words);
    int status = ST_OK;
    for (unsigned i = 0; i < n_ports && status == ST_OK; i++) {
        const port *p = &ports[i];
        if (p->width == 0) continue;
        unsigned *end = p->dir == PORT_IN ? &k->in_words : &k->out_words;
        *end = p->word + words_used(p);
        if (p->dir == PORT_OUT) status = add_output(k, p, e);
    }
    if (status != ST_OK) compare_free(k);
    return status;
}

void compare_free(compare *k)
{
    free(k->words);
    *k = (compare){0};
}

// All ones where a qualifier is on.
static void read_qualifiers(const compare *k, const uint64_t *in, const uint64_t *model, uint64_t on[COMPARE_QUALIFIERS])
{
    on[0] = ~(uint64_t)0;
    for (unsigned i = 1; i < k->n_qualifiers; i++) {
        const compare_qualifier *q = &k->qualifier[i];
        on[i] = 0 - ((q->dir == PORT_IN ? in : model)[q->word] & 1);
    }
}

static const port *port_of_word(const compare *k, unsigned word)
{
    for (unsigned i = 0; i < k->n_ports; i++) {
        const port *p = &k->ports[i];
        if (p->dir == PORT_OUT && word >= p->word && word < p->word + p->words) return p;
    }
    return NULL;
}

static const port *first_difference(const compare *k, const uint64_t *on, const uint64_t *model, const uint64_t *rtl)
{
    for (unsigned i = 0; i < k->n_words; i++) {
        const compare_word *w = &k->words[i];
        if ((model[w->word] ^ rtl[w->word]) & w->mask & on[w->qualifier]) return port_of_word(k, w->word);
    }
    return NULL;
}

const port *compare_cycle(compare *k, const uint64_t *in, const uint64_t *model, const uint64_t *rtl)
{
    uint64_t on[COMPARE_QUALIFIERS], differ = 0;
    read_qualifiers(k, in, model, on);
    for (unsigned i = 0; i < k->n_qualifiers; i++) {
        k->compares += on[i] & k->qualifier[i].ports;
        k->masked += ~on[i] & k->qualifier[i].ports;
    }
    for (unsigned i = 0; i < k->n_words; i++) {
        const compare_word *w = &k->words[i];
        differ |= (model[w->word] ^ rtl[w->word]) & w->mask & on[w->qualifier];
    }
    return differ ? first_difference(k, on, model, rtl) : NULL;
}
