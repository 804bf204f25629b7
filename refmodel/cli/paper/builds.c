// builds.c : see builds.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/builds.h"

#include "base/outfile.h"
#include "base/resources.h"
#include "cli/paper/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUILDS = 32, MOST_BYTES = 1 << 16 };

// ---- synthesis results

enum { PART_BYTES = sizeof((silicon_row *)0)->part };

static bool read_block(const char *line, silicon_row *r)
{
    return sscanf(line, "%31[^,],%lf,%lf,%223[^\n]", r->part, &r->area_um2, &r->clock_mhz,
                  r->command) == 4;
}

static bool read_power(const char *line, silicon_row *r)
{
    return sscanf(line, "%31[^,],%lf,%lf,%223[^\n]", r->part, &r->power_mw, &r->clock_mhz,
                  r->command) == 4;
}

// network,flit_bytes,storage,area_um2, three parts of it, clock_mhz,clock_with_wire_mhz,command
static bool read_network(const char *line, silicon_row *r)
{
    char network[12], storage[12];
    unsigned bytes;
    const bool whole =
        sscanf(line, "%11[^,],%4u,%11[^,],%lf,%*f,%*f,%*f,%lf,%*f,%223[^\n]", network, &bytes,
               storage, &r->area_um2, &r->clock_mhz, r->command) == 6;
    if (whole) snprintf(r->part, PART_BYTES, "%s_%u_%s", network, bytes, storage);
    return whole;
}

// The kinds of files, by how their header begins; the last one is the rest.
static const struct kind {
    const char *begins, *must;
    bool (*read)(const char *line, silicon_row *r);
} kinds[] = {{"network,", "as synth/crossbar.sh writes it", read_network},
             {"part,power_mw,", "part,power_mw,clock_mhz,command", read_power},
             {"", "part,area_um2,clock_mhz,command", read_block}};

int silicon_read(const char *path, silicon_row rows[SILICON_ROWS], unsigned *n, err *e)
{
    char *text = NULL;
    size_t bytes;
    int st = infile_read(path, MOST_BYTES, &text, &bytes, e);
    const char *p = st == ST_OK ? strchr(text, '\n') : NULL;
    const struct kind *k = kinds;
    while (p && strncmp(text, k->begins, strlen(k->begins)) != 0) k++;
    for (*n = 0; p && p[1] && st == ST_OK; p = strchr(p + 1, '\n')) {
        silicon_row *r = &rows[*n];
        *r = (silicon_row){.area_um2 = (double)NAN, .power_mw = (double)NAN};
        if (*n < SILICON_ROWS && k->read(p + 1, r)) (*n)++;
        else st = err_add(e, ST_INPUT, "%s: line %u: must be %s", path, *n + 2, k->must);
    }
    free(text);
    return st;
}

static const silicon_row *silicon_find(const silicon_row *rows, unsigned n, const char *part)
{
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(rows[i].part, part) == 0) return &rows[i];
    }
    return NULL;
}

static bool has_word(const char *words, const char *word)
{
    const size_t bytes = strlen(word);
    while (*words) {
        const size_t n = strcspn(words, " ");
        if (n == bytes && memcmp(words, word, n) == 0) return true;
        words += n + (words[n] == ' ');
    }
    return false;
}

unsigned build_instances(const build_chip *chip, const paper_part *part)
{
    unsigned n = part->places & PART_CHIP ? 1 : 0;
    if (part->places & PART_SM) n += chip->sms;
    if (part->places & PART_SLICE) n += chip->slices;
    return n;
}

build_cost build_cost_of(const build_chip *chip, const paper_build *b, const silicon_row *rows,
                         unsigned n)
{
    build_cost all = {0, INFINITY};
    for (const paper_part *part = chip->is->parts; part->name; part++) {
        if (!has_word(b->parts, part->name)) continue;
        const silicon_row *r = silicon_find(rows, n, part->row);
        if (!r) return (build_cost){(double)NAN, (double)NAN};
        all.area_mm2 += 1e-6 * build_instances(chip, part) * r->area_um2;
        if (r->clock_mhz < all.clock_mhz) all.clock_mhz = r->clock_mhz;
    }
    return all;
}

// ---- choices

// A choice with its mean over a set of programs.
typedef struct choice {
    const paper_build *build;
    build_cost cost;
    double speedup, without; // the mean; without its largest program, NAN: there is none
    const char *largest;     // that program
    double share;            // of the machine's clock that the choice reaches, at most 1
} choice;

// The reference's machine; false: the figure did not run.
static bool chip_read(const runset *l, const paper_chip *is, build_chip *chip)
{
    const paper_figure *f = figure_find(l->p, is->figure);
    for (unsigned i = 0; runset_has_figure(l, f) && i < l->n_machines; i++) {
        const config *c = &l->machines[i]->c;
        if (strcmp(l->machines[i]->name, f->series[0].reference) != 0) continue;
        *chip = (build_chip){is, c->gpu.sms, c->dram.channels * c->l2.slices_per_channel,
                             c->gpu.core_mhz};
        return true;
    }
    return false;
}

double build_share(double clock_mhz, double machine_mhz)
{
    return clock_mhz < machine_mhz ? clock_mhz / machine_mhz : 1;
}

static unsigned choices_of(const runset *l, const build_chip *chip, const silicon_row *rows,
                           unsigned n, const char *set, choice list[MOST_BUILDS])
{
    const paper_figure *f = figure_find(l->p, chip->is->figure);
    unsigned count = 0;
    for (const paper_build *b = l->p->builds; b->series && count < MOST_BUILDS; b++, count++) {
        const paper_series *s = series_find(f, b->series);
        choice *c = &list[count];
        *c = (choice){.build = b, .cost = build_cost_of(chip, b, rows, n)};
        c->speedup = figure_mean(l, f, s, set, NULL);
        c->without = figure_mean_without(l, f, s, set, &c->largest);
        c->share = build_share(c->cost.clock_mhz, chip->mhz);
    }
    return count;
}

bool build_beaten(double area, double speedup, const double *areas, const double *speedups,
                  unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if ((areas[i] <= area && speedups[i] > speedup) ||
            (areas[i] < area && speedups[i] >= speedup))
            return true;
    }
    return area > 0 && speedup <= 1; // building nothing
}

const char *build_front(unsigned i, const double *areas, const double *speedups,
                        const double *at_clock, unsigned n)
{
    if (build_beaten(areas[i], speedups[i], areas, speedups, n)) return "no";
    return build_beaten(areas[i], at_clock[i], areas, at_clock, n) ? "no, at its clock" : "yes";
}

static void put_number(json_t *o, const char *key, double v, const char *format)
{
    char text[32] = "not measured", name[32];
    if (!isnan(v))
        snprintf(text, sizeof text,
                 strcmp(format, "%.0f") == 0    ? "%.0f"
                 : strcmp(format, "%+.2f") == 0 ? fabs(v) >= 100 ? "%+.0f" : "%+.2f"
                                                : "%.3f",
                 v);
    snprintf(name, sizeof name, "%s_text", key);
    json_object_set_new(o, key, isnan(v) ? json_string("") : json_real(v));
    json_object_set_new(o, name, json_string(text));
}

static json_t *build_row(const choice *c, const char *front)
{
    const build_cost cost = c->cost;
    json_t *o = json_pack("{s:s, s:s, s:s}", "build", c->build->series, "parts", c->build->parts,
                          "largest", c->largest ? c->largest : "");
    put_number(o, "speedup", c->speedup, "%.3f");
    put_number(o, "without", c->without, "%.3f");
    put_number(o, "area_mm2", cost.area_mm2, "%.3f");
    put_number(o, "clock_mhz", cost.clock_mhz, "%.0f");
    put_number(o, "at_clock", isnan(cost.clock_mhz) ? (double)NAN : c->speedup * c->share, "%.3f");
    put_number(o, "per_mm2", 100 * (c->speedup - 1) / cost.area_mm2, "%+.2f");
    json_object_set_new(o, "front", json_string(isnan(cost.area_mm2) ? "" : front));
    return o;
}

static json_t *part_rows(const build_chip *chip, const silicon_row *rows, unsigned n)
{
    json_t *list = json_array();
    for (const paper_part *part = chip->is->parts; part->name; part++) {
        const silicon_row *r = silicon_find(rows, n, part->row);
        json_t *o = json_pack("{s:s, s:i, s:s}", "part", part->what, "instances",
                              (int)build_instances(chip, part), "command", r ? r->command : "");
        put_number(o, "area_um2", r ? r->area_um2 : (double)NAN, "%.0f");
        put_number(o, "clock_mhz", r ? r->clock_mhz : (double)NAN, "%.0f");
        json_array_append_new(list, o);
    }
    return list;
}

// By area, those not measured at the end.
static size_t place_of(const json_t *list, double area)
{
    size_t i = 0;
    while (i < json_array_size(list) &&
           !(area < json_number_value(json_object_get(json_array_get(list, i), "area_mm2"))))
        i++;
    return isnan(area) ? json_array_size(list) : i;
}

static json_t *build_rows(const runset *l, const build_chip *chip, const silicon_row *rows,
                          unsigned n)
{
    choice list[MOST_BUILDS];
    double areas[MOST_BUILDS], speedups[MOST_BUILDS], at_clock[MOST_BUILDS];
    const unsigned count = choices_of(l, chip, rows, n, l->p->build_set, list);
    json_t *all = json_array();
    for (unsigned i = 0; i < count; i++) {
        speedups[i] = list[i].speedup;
        areas[i] = list[i].cost.area_mm2;
        at_clock[i] = list[i].speedup * list[i].share;
    }
    for (unsigned i = 0; i < count; i++) {
        if (isnan(speedups[i])) continue;
        json_t *row = build_row(&list[i], build_front(i, areas, speedups, at_clock, count));
        json_array_insert_new(all, place_of(all, areas[i]), row);
    }
    return all;
}

// ---- advice: what to build for a class of programs

// A choice whose mean IPC is not at least this many times that of the machine without any.
#define WORTH_BUILDING 1.01

// Of choices whose means are within this the smallest is advised: a cycle more or less of DRAM's
// latency moves a mean as much.
#define RUNS_DIFFER 1.03

int build_best(const double *speedups, const double *areas, unsigned n)
{
    int best = -1;
    for (unsigned i = 0; i < n; i++) {
        if (isnan(speedups[i]) || isnan(areas[i])) continue;
        const bool more = best < 0 || speedups[i] > speedups[best] ||
                          (!(speedups[i] < speedups[best]) && areas[i] < areas[best]);
        if (more) best = (int)i;
    }
    return best;
}

int build_cheapest(const double *speedups, const double *areas, unsigned n, double least)
{
    int cheapest = -1;
    for (unsigned i = 0; i < n; i++) {
        if (!(speedups[i] >= least) || isnan(areas[i])) continue;
        if (cheapest < 0 || areas[i] < areas[cheapest]) cheapest = (int)i;
    }
    return cheapest;
}

int build_advised(const double *sure, const double *areas, unsigned n)
{
    const int highest = build_best(sure, areas, n);
    return highest < 0 ? -1 : build_cheapest(sure, areas, n, sure[highest] / RUNS_DIFFER);
}

double build_sure(double speedup, double without, double share)
{
    return (without < speedup ? without : speedup) * share;
}

// "WarpPool, 1.51 times as fast (1.15 without streamcluster; at 545 of the machine's 700 MHz 1.18
// and 0.89 times) for 16.401 mm2", malloc'd.
static char *choice_text(const choice *c, double machine, const char *times)
{
    char but[64] = "", slower[96] = "";
    if (!isnan(c->without)) snprintf(but, sizeof but, "%.2f without %s", c->without, c->largest);
    if (c->share < 1 && *but)
        snprintf(slower, sizeof slower, "; at %.0f of the machine's %.0f MHz %.2f and %.2f times",
                 c->cost.clock_mhz, machine, c->speedup * c->share, c->without * c->share);
    else if (c->share < 1)
        snprintf(slower, sizeof slower, "at %.0f of the machine's %.0f MHz %.2f times",
                 c->cost.clock_mhz, machine, c->speedup * c->share);
    const bool more = *but || *slower;
    return wl_format("%s, %.2f times%s%s%s%s%s for %.3f mm2", c->build->series, c->speedup, times,
                     more ? " (" : "", but, slower, more ? ")" : "", c->cost.area_mm2);
}

static json_t *nothing_text(const choice *c, double machine)
{
    char *choice_is = choice_text(c, machine, " as fast");
    json_t *text = json_sprintf("build nothing: of no choice is left what pays; the one with the "
                                "highest mean is %s.",
                                choice_is);
    free(choice_is);
    return text;
}

// What a choice gains counts only as far as it stays without its largest program and at its own
// clock.
static json_t *advice_of(const choice *list, unsigned n, double machine)
{
    double sure[MOST_BUILDS], areas[MOST_BUILDS], speedups[MOST_BUILDS];
    for (unsigned i = 0; i < n; i++) {
        speedups[i] = list[i].speedup;
        areas[i] = list[i].cost.area_mm2;
        sure[i] = build_sure(list[i].speedup, list[i].without, list[i].share);
    }
    const int best = build_advised(sure, areas, n), most = build_best(speedups, areas, n);
    if (best < 0) return NULL;
    if (sure[best] < WORTH_BUILDING) return nothing_text(&list[most], machine);
    const int half = build_cheapest(sure, areas, n, 1 + (sure[best] - 1) / 2);
    char *one = choice_text(&list[best], machine, " as fast"),
         *other = choice_text(&list[half], machine, "");
    json_t *text = half == best
                       ? json_sprintf("build %s; no smaller choice keeps half of that gain.", one)
                       : json_sprintf("build %s; if area counts, %s.", one, other);
    free(one);
    free(other);
    return text;
}

static bool has_mean(const paper_figure *f, const char *set)
{
    unsigned i = 0;
    while (i < PAPER_MEANS && f->means[i] && strcmp(f->means[i], set) != 0) i++;
    return i < PAPER_MEANS && f->means[i];
}

// A sentence for each class of programs, as the figure of the builds' speedups groups them.
static json_t *advice_rows(const runset *l, const build_chip *chip, const silicon_row *rows,
                           unsigned n)
{
    const paper_figure *f = figure_find(l->p, chip->is->figure);
    choice choices[MOST_BUILDS];
    json_t *list = json_array();
    for (const paper_word *g = l->p->groups; g->name; g++) {
        if (strcmp(g->name, l->p->build_set) == 0 || !has_mean(f, g->name)) continue;
        const unsigned count = choices_of(l, chip, rows, n, g->name, choices);
        json_t *text = advice_of(choices, count, chip->mhz);
        if (text) json_array_append_new(list, json_pack("{s:s, s:o}", "of", g->text, "text", text));
    }
    return list;
}

// NULL: nothing of it ran.
static json_t *chip_json(const runset *l, const paper_chip *is, const silicon_row *rows, unsigned n)
{
    build_chip chip;
    if (!chip_read(l, is, &chip)) return NULL;
    json_t *builds = build_rows(l, &chip, rows, n);
    if (!json_array_size(builds)) {
        json_decref(builds);
        return NULL;
    }
    return json_pack("{s:s, s:s, s:i, s:o, s:o, s:o}", "id", is->id, "name", is->name,
                     "machine_mhz", (int)chip.mhz, "builds", builds, "parts",
                     part_rows(&chip, rows, n), "advice", advice_rows(l, &chip, rows, n));
}

int builds_add(const runset *l, json_t *o, err *e)
{
    silicon_row rows[SILICON_ROWS];
    unsigned n = 0;
    if (!l->p->builds) return ST_OK;
    char *path = resource_path(l->p->silicon);
    const int st = silicon_read(path, rows, &n, e);
    json_t *chips = json_array();
    for (const paper_chip *is = l->p->chips; is->id && st == ST_OK; is++) {
        json_t *chip = chip_json(l, is, rows, n);
        if (chip) json_array_append_new(chips, chip);
    }
    if (json_array_size(chips)) json_object_set(o, "chips", chips);
    json_decref(chips);
    free(path);
    return st;
}
