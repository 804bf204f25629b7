// calibration_micro.c : see calibration_micro.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/calibration_micro.h"

#include "base/formula.h"
#include "base/outfile.h"
#include "base/resources.h"
#include "cli/kernel_diff.h"
#include "cli/sim_run.h"

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
} figures[] = {FIGURES(FIGURE)};
#undef FIGURE
enum { N_FIGURES = sizeof figures / sizeof figures[0] };

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

// A row of gpgpusim.csv.
typedef struct reference {
    char file[32], kernel[32];
    unsigned launch;
    double of[N_FIGURES];
} reference;

static bool parse(const char *line, reference *r)
{
    static const char row[] = "%31[^,],%u,%31[^,],%lf,%*[^,],%lf,%*[^,],%*[^,],%*[^,],%lf,";
    return sscanf(line, row, r->file, &r->launch, r->kernel, &r->of[0], &r->of[1], &r->of[2]) == 6;
}

// ---- the runs

static int run_file(const char *file, json_t *kernels, err *e)
{
    config c;
    int st = config_load(&c, "gtx480-4x", NULL, 0, e);
    if (st != ST_OK) return st;
    kernel_list list = {.kernels = kernels};
    const gpu_hooks hooks = {.kernel_ended = kernel_list_add, .kernel_ended_ctx = &list};
    char *relative = wl_format(FOLDER "/%s.yaml", file), *path = resource_path(relative);
    const sim_job job = {.c = &c, .launch = path, .hooks = &hooks};
    json_t *result = NULL;
    st = sim_run(&job, &result, e);
    json_decref(result);
    json_decref(list.last);
    free(relative);
    free(path);
    return st;
}

static void put(json_t *o, const char *name, const char *suffix, double value)
{
    char *key = wl_format("%s%s", name, suffix);
    json_object_set_new(o, key, json_real(value));
    free(key);
}

static json_t *launch_json(const reference *r, const json_t *counters)
{
    json_t *o = json_pack("{s:s, s:i, s:s, s:s}", "file", r->file, "launch", (int)r->launch,
                          "kernel", r->kernel, "cause", cause_of(r->kernel));
    for (unsigned k = 0; k < N_FIGURES; k++) {
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

// The launches of the lines, which come file by file. *lines is cut up.
static int compare(char *lines, json_t *launches, err *e)
{
    char file[sizeof((reference *)0)->file] = "", *next = NULL;
    json_t *kernels = json_array();
    int st = ST_OK;
    strtok_r(lines, "\n", &next); // the names of the columns
    for (char *line; st == ST_OK && (line = strtok_r(NULL, "\n", &next));) {
        reference r;
        if (!parse(line, &r)) {
            st = err_add(e, ST_TOOL, FOLDER "/gpgpusim.csv: not a row of figures: %s", line);
        }
        if (st == ST_OK && strcmp(file, r.file) != 0) {
            json_array_clear(kernels);
            st = run_file(strcpy(file, r.file), kernels, e);
        }
        if (st != ST_OK) break;
        const json_t *counters = json_array_get(kernels, r.launch);
        if (counters) json_array_append_new(launches, launch_json(&r, counters));
        else st = err_add(e, ST_TOOL, FOLDER "/%s.yaml: has no launch %u", r.file, r.launch);
    }
    json_decref(kernels);
    return st;
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

int calibration_micro(json_t **result, err *e)
{
    char *path = resource_path(FOLDER "/gpgpusim.csv"), *text = NULL;
    size_t bytes;
    json_t *launches = json_array();
    int st = infile_read(path, MOST_BYTES, &text, &bytes, e);
    if (st == ST_OK) st = compare(text, launches, e);
    free(text);
    free(path);
    *result = st == ST_OK ? summed(launches) : NULL;
    if (st != ST_OK) json_decref(launches);
    return st;
}
