// lockstep_pair.c: evaluates, compares and clocks one RTL instance, keeps the last cycles in a
// ring, and prints them when a mismatch is found. See lockstep_pair.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/lockstep_pair.h"

#include <stdlib.h>
#include <string.h>

int lockstep_pair_init(lockstep_pair *l, const wl_plugin *api, const port *ports, unsigned n_ports,
                       err *e)
{
    *l = (lockstep_pair){.api = api};
    int status = compare_init(&l->cmp, ports, n_ports, e);
    if (status != ST_OK) return status;
    l->out = wl_calloc(api->out_words, sizeof *l->out);
    l->wrong = wl_calloc(api->out_words, sizeof *l->wrong);
    l->wrong_x = wl_calloc(api->out_words, sizeof *l->wrong_x);
    l->history = wl_calloc((size_t)LOCKSTEP_PAIR_HISTORY * (l->cmp.in_words + l->cmp.out_words),
                           sizeof *l->history);
    l->rtl = api->open(api);
    if (l->rtl) return ST_OK;
    lockstep_pair_free(l);
    return err_add(e, ST_TOOL, "%s: the plug-in could not make an instance", api->top);
}

void lockstep_pair_free(lockstep_pair *l)
{
    if (l->rtl) l->api->close(l->rtl);
    compare_free(&l->cmp);
    free(l->out);
    free(l->wrong);
    free(l->wrong_x);
    free(l->history);
    *l = (lockstep_pair){0};
}

const uint64_t *lockstep_pair_eval(lockstep_pair *l, const uint64_t *in)
{
    l->api->eval(l->rtl, in, l->out);
    return l->out;
}

static uint64_t *record(const lockstep_pair *l, uint64_t cycle)
{
    return l->history + (cycle % LOCKSTEP_PAIR_HISTORY) * (l->cmp.in_words + l->cmp.out_words);
}

// Every unknown bit is the opposite of what the model has.
static void take_unknown(lockstep_pair *l, const uint64_t *model)
{
    l->unknown = l->api->unknown(l->rtl);
    for (unsigned w = 0; w < l->cmp.out_words; w++)
        l->out[w] = (l->out[w] & ~l->unknown[w]) | (~model[w] & l->unknown[w]);
}

bool lockstep_pair_compare(lockstep_pair *l, const uint64_t *in, const uint64_t *model)
{
    if (l->bad) return false;
    uint64_t *r = record(l, l->cycle++);
    memcpy(r, in, l->cmp.in_words * sizeof *in);
    memcpy(r + l->cmp.in_words, model, l->cmp.out_words * sizeof *model);
    if (l->api->unknown) take_unknown(l, model);
    l->bad = compare_cycle(&l->cmp, in, model, l->out);
    if (l->bad) memcpy(l->wrong, l->out, l->cmp.out_words * sizeof *l->out);
    if (l->bad && l->unknown) memcpy(l->wrong_x, l->unknown, l->cmp.out_words * sizeof *l->unknown);
    return !l->bad;
}

// Hex digit d of a port, from the lowest; 'x' when one of its bits is unknown.
static char digit(const port *p, const uint64_t *words, const uint64_t *unknown, unsigned d)
{
    const unsigned w = d / 16, shift = 4 * (d % 16);
    const uint64_t mask = compare_mask(p, w);
    if (unknown && ((unknown[p->word + w] & mask) >> shift & 15)) return 'x';
    return "0123456789abcdef"[(words[p->word + w] & mask) >> shift & 15];
}

// Hex value of a port from its words; `unknown` (NULL: none) are their bits that are neither 0
// nor 1.
static json_t *hex(const port *p, const uint64_t *words, const uint64_t *unknown)
{
    unsigned n = (p->width + 3) / 4, at = 2;
    char *text = wl_calloc(n + 3, 1);
    text[0] = '0';
    text[1] = 'x';
    while (n > 1 && digit(p, words, unknown, n - 1) == '0') n--;
    while (n-- > 0) text[at++] = digit(p, words, unknown, n);
    json_t *j = json_string(text);
    free(text);
    return j;
}

static bool defined(const lockstep_pair *l, const port *p, const uint64_t *r)
{
    if (!p->qualifier) return true;
    for (unsigned i = 0; i < l->cmp.n_ports; i++) {
        const port *q = &l->cmp.ports[i];
        if (strcmp(q->name, p->qualifier) == 0)
            return r[(q->dir == PORT_IN ? 0 : l->cmp.in_words) + q->word] & 1;
    }
    return true;
}

// The ports of one direction in one recorded cycle.
static json_t *values(const lockstep_pair *l, port_dir dir, const uint64_t *r)
{
    json_t *o = json_object();
    for (unsigned i = 0; i < l->cmp.n_ports; i++) {
        const port *p = &l->cmp.ports[i];
        if (p->dir != dir || p->width == 0 || !defined(l, p, r)) continue;
        json_object_set_new(o, p->name, hex(p, r + (dir == PORT_IN ? 0 : l->cmp.in_words), NULL));
    }
    return o;
}

static json_t *history(const lockstep_pair *l)
{
    json_t *list = json_array();
    uint64_t n = l->cycle < LOCKSTEP_PAIR_HISTORY ? l->cycle : LOCKSTEP_PAIR_HISTORY;
    for (uint64_t c = l->cycle - n; c < l->cycle; c++) {
        const uint64_t *r = record(l, c);
        json_array_append_new(list,
                              json_pack("{s:I, s:o, s:o}", "cycle", (json_int_t)c, "in",
                                        values(l, PORT_IN, r), "out", values(l, PORT_OUT, r)));
    }
    return list;
}

json_t *lockstep_pair_mismatch(const lockstep_pair *l)
{
    if (!l->bad) return json_null();
    uint64_t cycle = l->cycle - 1;
    const uint64_t *model = record(l, cycle) + l->cmp.in_words;
    return json_pack("{s:I, s:s, s:o, s:o, s:o}", "cycle", (json_int_t)cycle, "port", l->bad->name,
                     "model", hex(l->bad, model, NULL), "rtl", hex(l->bad, l->wrong, l->wrong_x),
                     "history", history(l));
}

static void print_values(json_t *values, FILE *f)
{
    const char *name;
    json_t *v;
    json_object_foreach(values, name, v) {
        const char *text = json_string_value(v);
        if (strcmp(text, "0x0") != 0) fprintf(f, " %s=%s", name, text);
    }
}

// One line a cycle; ports that are 0 are left out.
void lockstep_pair_print_mismatch(const json_t *mismatch, FILE *f)
{
    if (!json_is_object(mismatch)) return;
    const char *place = json_string_value(json_object_get(mismatch, "place")); // in a machine
    if (place) fprintf(f, "%s, ", place);
    fprintf(f, "cycle %lld: %s: model %s, RTL %s; the last cycles, as the model has them:\n",
            (long long)json_integer_value(json_object_get(mismatch, "cycle")),
            json_string_value(json_object_get(mismatch, "port")),
            json_string_value(json_object_get(mismatch, "model")),
            json_string_value(json_object_get(mismatch, "rtl")));
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(mismatch, "history"), i, row) {
        fprintf(f, "  %10lld  in:", (long long)json_integer_value(json_object_get(row, "cycle")));
        print_values(json_object_get(row, "in"), f);
        fprintf(f, "  out:");
        print_values(json_object_get(row, "out"), f);
        fputc('\n', f);
    }
}
