// cost.c : see cost.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/cost.h"

#include "cli/paper/verdicts.h"

#include "base/resources.h"
#include "blocks/warppool.h"
#include "cli/paper/added_storage.h"
#include "synth/synth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_int_t integer(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

// Of SRAMs, and flip-flops of the modules that store.
static double storage_bits(const json_t *synth)
{
    size_t i;
    json_t *row;
    json_int_t bits = 0;
    json_array_foreach(json_object_get(synth, "hierarchy"), i, row) {
        const json_t *sram = json_object_get(row, "sram");
        if (sram)
            bits += integer(sram, "words") * integer(sram, "width") * integer(row, "instances");
        else if (strcmp(json_string_value(json_object_get(row, "part")), "storage") == 0)
            bits += integer(row, "flops");
    }
    return bits ? (double)bits : (double)NAN;
}

double cost_value(const paper_cost *c, const json_t *synth)
{
    if (strcmp(c->key, "storage_bits") == 0) return c->scale * storage_bits(synth);
    const json_t *v = json_object_get(synth, c->key);
    return json_is_number(v) ? c->scale * json_number_value(v) : (double)NAN;
}

// What follows the prefix in the key, or NULL.
static const char *after(const char *key, const char *prefix)
{
    const size_t n = strlen(prefix);
    return strncmp(key, prefix, n) == 0 ? key + n : NULL;
}

double cost_computed(const paper_cost *c, const config *of)
{
    warppool_storage_row rows[WARPPOOL_STORAGE_ROWS];
    uint64_t bits = 0;
    const char *component = after(c->key, "warppool_bits:"),
               *parts = after(c->key, "bandwidth_bytes:");
    if (parts) return c->scale * added_storage(of, parts);
    if (!component) return (double)NAN;
    warppool_storage(of, rows);
    for (unsigned i = 0; i < WARPPOOL_STORAGE_ROWS; i++) {
        if (!*component || strcmp(rows[i].component, component) == 0)
            bits += (uint64_t)rows[i].entry_bits * rows[i].entries;
    }
    return bits ? c->scale * (double)bits : (double)NAN;
}

// The sum of the parts' areas, "a+b-c": it ends at the end of the text or at a slash.
static double area_sum(const char *text, const silicon_row *rows, unsigned n)
{
    double sum = 0, sign = 1;
    while (*text && *text != '/') {
        const size_t bytes = strcspn(text, "+-/");
        unsigned i = 0;
        while (i < n && !(strlen(rows[i].part) == bytes && memcmp(rows[i].part, text, bytes) == 0))
            i++;
        if (i == n) return (double)NAN;
        sum += sign * rows[i].area_um2;
        sign = text[bytes] == '-' ? -1 : 1;
        text += bytes + (text[bytes] == '+' || text[bytes] == '-');
    }
    return sum;
}

double cost_measured(const paper_cost *c, const silicon_row *rows, unsigned n)
{
    const char *areas = after(c->key, "silicon_um2:"), *ratio = after(c->key, "silicon_ratio:"),
               *clock = after(c->key, "silicon_mhz:");
    if (areas) return c->scale * area_sum(areas, rows, n);
    if (ratio)
        return c->scale * area_sum(ratio, rows, n) / area_sum(strchr(ratio, '/') + 1, rows, n);
    for (unsigned i = 0; i < n && clock; i++) {
        if (strcmp(rows[i].part, clock) == 0) return c->scale * rows[i].clock_mhz;
    }
    return (double)NAN;
}

// What the statements' figures are read from.
typedef struct sources {
    config c;
    silicon_row silicon[SILICON_ROWS];
    unsigned n_silicon;
    json_t *synth; // NULL: none asks for it
} sources;

static double ours_of(const paper_cost *c, const sources *s, const char **from)
{
    const double computed = cost_computed(c, &s->c),
                 measured = cost_measured(c, s->silicon, s->n_silicon);
    *from = !isnan(computed)   ? "by the configuration"
            : !isnan(measured) ? "FreePDK45 cells"
                               : json_string_value(json_object_get(s->synth, "library"));
    return !isnan(computed) ? computed : !isnan(measured) ? measured : cost_value(c, s->synth);
}

static json_t *row_of(const paper_cost *c, const sources *s)
{
    const char *from;
    const double ours = ours_of(c, s, &from);
    char here[32] = "not measured", there[32], difference[32] = "";
    if (!isnan(ours)) paper_number(here, ours, 4);
    if (!isnan(ours))
        snprintf(difference, sizeof difference, "%+.0f %%",
                 round(100 * (ours / c->value - 1)) + 0.0);
    snprintf(there, sizeof there, "%g", c->value);
    return json_pack("{s:s, s:s, s:s, s:s, s:f, s:o, s:s, s:s, s:s, s:s, s:s, s:o}", "what",
                     c->what, "size", "", "source", c->source, "figure", "cost", "paper", c->value,
                     "ours", isnan(ours) ? json_null() : json_real(ours), "ours_text", here,
                     "paper_text", there, "difference", difference, "over", from ? from : "",
                     "cause", c->cause, "agrees",
                     isnan(ours) ? json_null() : json_boolean(verdicts_agree(ours, c->value)));
}

static bool is_synthesized(const paper *p, const sources *s)
{
    const paper_cost *r = p->costs;
    while (r->what &&
           !(isnan(cost_computed(r, &s->c)) && isnan(cost_measured(r, s->silicon, s->n_silicon))))
        r++;
    return r->what != NULL;
}

static int read_silicon(const paper *p, sources *s, err *e)
{
    if (!p->silicon) return ST_OK;
    char *path = resource_path(p->silicon);
    const int st = silicon_read(path, s->silicon, &s->n_silicon, e);
    free(path);
    return st;
}

int cost_add(const paper *p, const char *liberty, const char *dir, json_t *o, err *e)
{
    sources s = {.n_silicon = 0};
    if (!p->costs) return ST_OK;
    char *set = liberty ? wl_format("synth.liberty=%s", liberty) : NULL,
         *work = wl_format("%s/synth", dir);
    const char *sets[2];
    unsigned n = 0;
    if (p->cost_set) sets[n++] = p->cost_set;
    if (set) sets[n++] = set;
    int st = config_load(&s.c, p->cost_preset, sets, n, e);
    if (st == ST_OK) st = read_silicon(p, &s, e);
    if (st == ST_OK && is_synthesized(p, &s))
        st = synth_run(&(synth_job){.c = &s.c, .work_dir = work}, &s.synth, e);
    for (const paper_cost *r = p->costs; st == ST_OK && r->what; r++)
        json_array_append_new(json_object_get(o, "stated"), row_of(r, &s));
    json_decref(s.synth);
    free(set);
    free(work);
    return st;
}
