// cost.c : see cost.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/cost.h"

#include "blocks/warppool.h"
#include "synth/synth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_int_t integer(const json_t *o, const char *key) { return json_integer_value(json_object_get(o, key)); }

// Of SRAMs, and flip-flops of the modules that store.
static double storage_bits(const json_t *synth)
{
    size_t i;
    json_t *row;
    json_int_t bits = 0;
    json_array_foreach(json_object_get(synth, "hierarchy"), i, row) {
        const json_t *sram = json_object_get(row, "sram");
        if (sram) bits += integer(sram, "words") * integer(sram, "width") * integer(row, "instances");
        else if (strcmp(json_string_value(json_object_get(row, "part")), "storage") == 0) bits += integer(row, "flops");
    }
    return bits ? (double)bits : (double)NAN;
}

double cost_value(const paper_cost *c, const json_t *synth)
{
    if (strcmp(c->key, "storage_bits") == 0) return c->scale * storage_bits(synth);
    const json_t *v = json_object_get(synth, c->key);
    return json_is_number(v) ? c->scale * json_number_value(v) : (double)NAN;
}

#define BITS "warppool_bits:"

double cost_computed(const paper_cost *c, const config *of)
{
    wp_storage rows[WP_STORAGE_ROWS];
    uint64_t bits = 0;
    if (strncmp(c->key, BITS, strlen(BITS)) != 0) return (double)NAN;
    const char *component = c->key + strlen(BITS);
    warppool_storage(of, rows);
    for (unsigned i = 0; i < WP_STORAGE_ROWS; i++) {
        if (!*component || strcmp(rows[i].component, component) == 0) bits += (uint64_t)rows[i].entry_bits * rows[i].entries;
    }
    return bits ? c->scale * (double)bits : (double)NAN;
}

static json_t *row_of(const paper_cost *c, const config *of, const json_t *synth)
{
    const double computed = cost_computed(c, of), ours = isnan(computed) ? cost_value(c, synth) : computed;
    char here[32] = "not measured", there[32], difference[32] = "";
    if (!isnan(ours)) snprintf(here, sizeof here, "%.4g", ours);
    if (!isnan(ours)) snprintf(difference, sizeof difference, "%+.0f %%", 100 * (ours / c->value - 1));
    snprintf(there, sizeof there, "%g", c->value);
    return json_pack("{s:s, s:s, s:s, s:s, s:f, s:o, s:s, s:s, s:s, s:s, s:s}", "what", c->what, "size", "", "source", c->source, "figure", "cost", "paper", c->value, "ours",
                     isnan(ours) ? json_null() : json_real(ours), "ours_text", here, "paper_text", there, "difference", difference, "over",
                     isnan(computed) ? json_string_value(json_object_get(synth, "library")) : "by the configuration", "cause", c->cause);
}

static bool is_synthesized(const paper *p, const config *of)
{
    const paper_cost *r = p->costs;
    while (r->what && !isnan(cost_computed(r, of))) r++;
    return r->what != NULL;
}

int cost_add(const paper *p, const char *liberty, const char *dir, json_t *o, err *e)
{
    config c;
    if (!p->costs) return ST_OK;
    char *set = liberty ? wl_format("synth.liberty=%s", liberty) : NULL, *work = wl_format("%s/synth", dir);
    const char *sets[2];
    unsigned n = 0;
    if (p->cost_set) sets[n++] = p->cost_set;
    if (set) sets[n++] = set;
    json_t *synth = NULL;
    int st = config_load(&c, p->cost_preset, sets, n, e);
    if (st == ST_OK && is_synthesized(p, &c)) st = synth_run(&(synth_job){.c = &c, .work_dir = work}, &synth, e);
    for (const paper_cost *r = p->costs; st == ST_OK && r->what; r++) json_array_append_new(json_object_get(o, "stated"), row_of(r, &c, synth));
    json_decref(synth);
    free(set);
    free(work);
    return st;
}
