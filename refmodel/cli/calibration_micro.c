// calibration_micro.c : see calibration_micro.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/calibration_micro.h"

#include "base/formula.h"
#include "base/outfile.h"
#include "base/resources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "reports/calibration/micro"
enum { MOST_BYTES = 1 << 20, L2_BOUND = 2 }; // percent

// What is compared: X(name in the result, formula over the counters of a launch)
#define FIGURES(X) \
    X("cycles", "kernel_cycles") \
    X("l1d_accesses", "l1d.read_accesses + l1d.write_accesses") \
    X("l2_accesses", "l2.read_accesses + l2.write_accesses")
// clang-format off
#define FIGURE(name, formula) {name, formula},
// clang-format on
static const struct {
    const char *name, *formula;
} figures[MICRO_FIGURES] = {FIGURES(FIGURE)};
#undef FIGURE

// Kernels in which this machine differs on purpose.
static const char why_global[] = "there a warp waits for its atomics, used or not; "
                                 "here only what needs a result waits";
static const char why_shared[] = "there a warp waits for its atomics; here it does not, "
                                 "but lanes on one word are served one after the other";
static const struct {
    const char *kernel, *cause;
} causes[] = {{"atom_unit", why_global}, {"atom_same", why_global}, {"shm_atomic", why_shared}};

static const char *cause_of(const char *kernel)
{
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        if (strcmp(causes[i].kernel, kernel) == 0) return causes[i].cause;
    }
    return "";
}

// ---- the reference

static bool parse(const char *line, micro_row *r)
{
    static const char row[] = "%31[^,],%u,%31[^,],%lf,%*[^,],%lf,%*[^,],%*[^,],%*[^,],%lf,";
    return sscanf(line, row, r->file, &r->launch, r->kernel, &r->of[0], &r->of[1], &r->of[2]) == 6;
}

// The rows of one file follow one another, and share its run.
static int add_row(micro_rows *m, calibration_batch *b, const char *line, err *e)
{
    CHECK(m->n < MICRO_ROWS, "calibration: more than %d rows", MICRO_ROWS);
    micro_row *r = &m->rows[m->n], *before = m->n ? r - 1 : NULL;
    if (!parse(line, r))
        return err_add(e, ST_TOOL, FOLDER "/gpgpusim.csv: not a row of figures: %s", line);
    m->n++;
    if (before && strcmp(before->file, r->file) == 0) {
        r->run = before->run;
        return ST_OK;
    }
    char *file = wl_format("micro/%s.yaml", r->file);
    r->run = calibration_add(b, file, NULL, NULL);
    free(file);
    return ST_OK;
}

int micro_read(micro_rows *m, calibration_batch *b, err *e)
{
    char *path = resource_path(FOLDER "/gpgpusim.csv"), *text = NULL, *next, *line;
    size_t bytes;
    int st = infile_read(path, MOST_BYTES, &text, &bytes, e);
    if (st == ST_OK) strtok_r(text, "\n", &next); // the names of the columns
    while (st == ST_OK && (line = strtok_r(NULL, "\n", &next))) st = add_row(m, b, line, e);
    free(text);
    free(path);
    return st;
}

// ---- launches

static void put(json_t *o, const char *name, const char *suffix, double value)
{
    char *key = wl_format("%s%s", name, suffix);
    json_object_set_new(o, key, json_real(value));
    free(key);
}

static json_t *launch_json(const micro_row *r, const json_t *counters)
{
    json_t *o = json_pack("{s:s, s:i, s:s, s:s}", "file", r->file, "launch", (int)r->launch,
                          "kernel", r->kernel, "cause", cause_of(r->kernel));
    for (unsigned k = 0; k < MICRO_FIGURES; k++) {
        uint64_t ours;
        const bool known = formula_value(counters, figures[k].formula, &ours);
        CHECK(known, "calibration: no counters for %s", figures[k].formula);
        put(o, figures[k].name, "", (double)ours);
        put(o, figures[k].name, "_reference", r->of[k]);
        const double off = r->of[k] > 0 ? 100 * ((double)ours / r->of[k] - 1) : 0;
        put(o, figures[k].name, "_difference", off);
    }
    return o;
}

// ---- the whole

static double number(const json_t *launch, const char *key)
{
    return json_number_value(json_object_get(launch, key));
}

static json_t *summed(json_t *launches)
{
    size_t i;
    json_t *l;
    double sum = 0, most = 0;
    json_int_t apart = 0, unequal = 0, beyond = 0;
    json_array_foreach(launches, i, l) {
        const bool own = *json_string_value(json_object_get(l, "cause")) != '\0';
        const double off = own ? 0 : fabs(number(l, "cycles_difference"));
        apart += own;
        sum += off;
        most = off > most ? off : most;
        unequal += number(l, "l1d_accesses") != number(l, "l1d_accesses_reference");
        beyond += fabs(number(l, "l2_accesses_difference")) > L2_BOUND;
    }
    const json_int_t n = (json_int_t)json_array_size(launches);
    const double mean = n > apart ? sum / (double)(n - apart) : 0;
    return json_pack("{s:o, s:I, s:I, s:f, s:f, s:I, s:I}", "launches", launches, "n", n, "apart",
                     apart, "cycles_mean", mean, "cycles_most", most, "l1d_unequal", unequal,
                     "l2_beyond", beyond);
}

int micro_compare(const micro_rows *m, const calibration_batch *b, json_t **result, err *e)
{
    json_t *launches = json_array();
    int st = ST_OK;
    for (unsigned i = 0; i < m->n && st == ST_OK; i++) {
        const micro_row *r = &m->rows[i];
        const json_t *counters = json_array_get(calibration_launches(b, r->run), r->launch);
        if (counters) json_array_append_new(launches, launch_json(r, counters));
        else st = err_add(e, ST_TOOL, FOLDER "/%s.yaml: has no launch %u", r->file, r->launch);
    }
    if (st == ST_OK) *result = summed(launches);
    else json_decref(launches);
    return st;
}
