// calibration.c : see calibration.h. The reference figures are those that GPGPU-Sim 4.2.0 printed
// for these files (full timing, copies not preloading L2); `cause` is the mechanism that makes the
// difference where it is known.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/calibration.h"

#include "base/formula.h"
#include "cli/calibration_micro.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define L1D_ACCESSES "l1d.read_accesses + l1d.write_accesses"
#define L1D_MISSES "l1d.read_misses + l1d.write_misses"
#define L1D_PENDING "l1d.read_pending + l1d.write_pending"
#define L1D_FAILS "l1d.fail_line + l1d.fail_mshr + l1d.fail_merge + l1d.fail_missq"
#define L2_ACCESSES "l2.read_accesses + l2.write_accesses"
#define L2_MISSES "l2.read_misses + l2.write_misses"

enum { NO_BOUND = -1 };

// One figure: formula of launch `kernel` (from 1), less that of launch `less` (0: none), a `per`th
// of it, less `offset`.
typedef struct figure {
    const char *what, *unit;
    unsigned kernel, less;
    const char *formula;
    unsigned per, offset;
    double reference;
    int bound; // percent
    const char *cause;
} figure;

#define KERNEL(k, prefix, cycles, accesses, misses, pending, fails, l2_accesses, l2_misses, \
               why_fails, why_l2) \
    {prefix "cycles", "core cycles", k, 0, "kernel_cycles", 1, 0, cycles, 10, ""}, \
        {prefix "L1D accesses", "requests", k, 0, L1D_ACCESSES, 1, 0, accesses, 0, ""}, \
        {prefix "L1D misses", "requests", k, 0, L1D_MISSES, 1, 0, misses, 5, ""}, \
        {prefix "L1D pending hits", "requests", k, 0, L1D_PENDING, 1, 0, pending, NO_BOUND, ""}, \
        {prefix "L1D reservation failures", \
         "cycles", \
         k, \
         0, \
         L1D_FAILS, \
         1, \
         0, \
         fails, \
         NO_BOUND, \
         why_fails}, \
        {prefix "L2 accesses", "requests", k, 0, L2_ACCESSES, 1, 0, l2_accesses, 5, ""}, \
    { \
        prefix "L2 misses", "requests", k, 0, L2_MISSES, 1, 0, l2_misses, NO_BOUND, why_l2 \
    }

static const char why_fails[] = "counted for every cycle in which the head of the L1D queue waits: "
                                "follows from when misses come back, to the cycle";
static const char why_l2[] = "each thread reads a row of A of its own: 171 lines at a time in 16 "
                             "sets of 8 ways of a slice; which of them stay "
                             "follows from the order in which the warps come: a cycle more or less "
                             "of a latency changes it by a tenth or two";
static const figure gemm[] = {
    KERNEL(1, "", 51695, 197632, 76257, 53449, 94894, 76874, 1543, why_fails, why_l2), {0}};
static const figure bicg[] = {
    KERNEL(1, "kernel 1: ", 148713, 24592, 16432, 198, 0, 16444, 8230, "", why_l2),
    KERNEL(2, "kernel 2: ", 476400, 278544, 186469, 912, 647447, 186483, 10432, why_fails, why_l2),
    {0}};
// clang-format off
#define ATAX(cycles, why) \
    {{"cycles", "core cycles", 1, 0, "kernel_cycles", 1, 0, cycles, 10, why}, {0}}
// clang-format on
static const char why_pric[] =
    "the polynomial is that of the run, the hashed slice of the address is not known";
static const figure atax_linear[] = ATAX(858613, ""), atax_fermi[] = ATAX(124491, ""),
                    atax_pric[] = ATAX(81696, why_pric);
static const char why_hit[] = "add, compare and branch of the probe's loop count when few loads "
                              "are in it (lsu.h); 64 loads a pass hide them here, "
                              "and longer loads hide them anywhere";
// 64 loads a pass; 21 cycles of mul.wide and add.s64 a load
static const figure chase[] = {
    {"L1D hit, beyond ALU", "core cycles", 2, 1, "kernel_cycles", 32 * 64, 21, 17, 10, why_hit},
    {"L2 hit, beyond ALU", "core cycles", 6, 5, "kernel_cycles", 32 * 64, 21, 142, 10, ""},
    {"DRAM, beyond ALU", "core cycles", 4, 3, "kernel_cycles", 32 * 64, 21, 257, 10, ""},
    {0}};

// A cycle more or less of DRAM's latency changes which warps meet in a cache, there as here: runs
// of loops that thrash are made with each of these, and the mean decides. The first is the
// machine's own.
static const char *const latencies[] = {"100", "98", "99", "101", "102", "103", "104"};
enum { LATENCIES = sizeof latencies / sizeof latencies[0] };

typedef struct run_row {
    const char *name, *file;
    const char *sets[CALIBRATION_SETS]; // over gtx480-4x, NULL-terminated
    const figure *figures;
    unsigned runs; // with so many of the latencies
} run_row;

// GTX480 as GPGPU-Sim 4.x ships it, as far as its keys are here: taken for the atax runs because of
// its queues of 64 and sectored L2, which are all that is known of them.
#define SHIPPED_4X \
    "l2.icnt_to_l2_queue=64", "l2.l2_to_dram_queue=64", "l2.dram_to_l2_queue=64", \
        "l2.l2_to_icnt_queue=64", "l2.sector_bytes=32", "l2.mshrs=256", "l1d.mshrs=64", \
        "l1d.latency=35", "dram.queue=64"
static const run_row runs[] = {
    {"gemm 128 x 128", "gemm.yaml", {NULL}, gemm, LATENCIES},
    {"bicg 512 x 512", "bicg.yaml", {NULL}, bicg, LATENCIES},
    {"atax 256 x 256, kernel 1, linear index",
     "atax.yaml",
     {SHIPPED_4X, "l1d.index=linear"},
     atax_linear,
     LATENCIES},
    {"atax 256 x 256, kernel 1, Fermi hash", "atax.yaml", {SHIPPED_4X}, atax_fermi, LATENCIES},
    {"atax 256 x 256, kernel 1, PRIC, x^5 + x^2 + 1",
     "atax.yaml",
     {SHIPPED_4X, "l1d.index=pric", "l1d.index_polynomial=37"},
     atax_pric,
     LATENCIES},
    {"dependent loads, 128 bytes apart", "chase.yaml", {NULL}, chase, 1},
};
enum { N_RUNS = sizeof runs / sizeof runs[0] };

// ---- a figure

static double formula_of(const json_t *kernels, unsigned kernel, const char *formula)
{
    uint64_t v;
    CHECK(formula_value(json_array_get(kernels, kernel - 1), formula, &v),
          "calibration: no counters for %s", formula);
    return (double)v;
}

static const char *verdict(double difference, int bound)
{
    if (bound < 0) return "";
    if (difference == 0) return "equal";
    return fabs(difference) <= bound ? "within" : "outside";
}

static double value_of(const figure *f, const json_t *kernels)
{
    double ours = formula_of(kernels, f->kernel, f->formula);
    if (f->less) ours -= formula_of(kernels, f->less, f->formula);
    return ours / f->per - f->offset;
}

// runs_of: an array of arrays of kernels, one for each run.
static json_t *row_json(const figure *f, const json_t *runs_of)
{
    double sum = 0, least = INFINITY, most = -INFINITY;
    size_t i;
    json_t *kernels;
    json_array_foreach((json_t *)runs_of, i, kernels) {
        const double value = value_of(f, kernels);
        sum += value;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    const double ours = sum / (double)json_array_size(runs_of);
    const double difference = f->reference > 0 ? 100 * (ours - f->reference) / f->reference : 0;
    json_t *o = json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:s, s:s}", "what", f->what, "unit",
                          f->unit, "ours", ours, "least", least, "most", most, "reference",
                          f->reference, "difference", difference, "verdict",
                          verdict(difference, f->bound), "cause", difference != 0 ? f->cause : "");
    json_object_set_new(o, "bound", f->bound < 0 ? json_null() : json_integer(f->bound));
    json_object_set_new(o, "decimals", json_integer(f->per > 1));
    return o;
}

// ---- runs

static char *settings_text(const run_row *r)
{
    char *text = wl_strdup("gtx480-4x");
    for (const char *const *s = r->sets; *s; s++) {
        char *longer = wl_format("%s, %s", text, *s);
        free(text);
        text = longer;
    }
    return text;
}

static json_t *run_json(const run_row *r, const json_t *runs_of, double seconds)
{
    char *settings = settings_text(r);
    json_t *rows = json_array();
    for (const figure *f = r->figures; f->what; f++)
        json_array_append_new(rows, row_json(f, runs_of));
    json_t *o =
        json_pack("{s:s, s:s, s:s, s:i, s:f, s:o}", "name", r->name, "settings", settings, "launch",
                  r->file, "latencies", (int)r->runs, "seconds", seconds, "rows", rows);
    free(settings);
    return o;
}

// The launches of run `k` of each row follow one another in `launches`.
static json_t *rows_of(const calibration_batch *b)
{
    json_t *list = json_array();
    unsigned at = 0;
    for (size_t i = 0; i < N_RUNS; i++) {
        json_t *runs_of = json_array();
        double seconds = 0;
        for (unsigned k = 0; k < runs[i].runs; k++, at++) {
            json_array_append(runs_of, calibration_launches(b, at));
            seconds += calibration_seconds(b, at);
        }
        json_array_append_new(list, run_json(&runs[i], runs_of, seconds));
        json_decref(runs_of);
    }
    return list;
}

// Each with its latencies.
static void add_runs(calibration_batch *b)
{
    for (size_t i = 0; i < N_RUNS; i++) {
        const run_row *r = &runs[i];
        for (unsigned k = 0; k < r->runs; k++) {
            char *own = wl_format("dram.fixed_latency=%s", latencies[k]);
            calibration_add(b, r->file, r->sets, own);
            free(own);
        }
    }
}

static void count(const json_t *list, json_int_t *bounded, json_int_t *kept)
{
    size_t i, k;
    json_t *r, *row;
    json_array_foreach(list, i, r) {
        json_array_foreach(json_object_get(r, "rows"), k, row) {
            const char *v = json_string_value(json_object_get(row, "verdict"));
            *bounded += *v != '\0';
            *kept += *v && strcmp(v, "outside") != 0;
        }
    }
}

int calibration_run(const calibration_how *how, json_t **result, err *e)
{
    calibration_batch b = {0};
    micro_rows m = {0};
    json_t *list = NULL, *micro = NULL;
    json_int_t bounded = 0, kept = 0;
    add_runs(&b);
    int st = micro_read(&m, &b, e);
    if (st == ST_OK) st = calibration_batch_run(&b, how, e);
    if (st == ST_OK) st = micro_compare(&m, &b, &micro, e);
    if (st == ST_OK) {
        list = rows_of(&b);
        count(list, &bounded, &kept);
        *result = json_pack("{s:s, s:o, s:o, s:I, s:I}", "machine", "gtx480-4x", "runs", list,
                            "micro", micro, "bounded", bounded, "kept", kept);
    }
    calibration_batch_free(&b);
    return st;
}
