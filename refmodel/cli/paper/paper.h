// paper.h : a published paper's tables and pictures as rows: which programs run on which machines,
// what is measured, and what the paper says about it. `warploom report --paper NAME` runs what the
// rows ask for and sets ours beside theirs; a further paper is a further file of rows (mrpb.c),
// entered in paper.c.
//
// Everything is named by words. A machine is "BASE/VARIANT" ("S/mrpb": base S of the paper, variant
// mrpb). A set of programs is a word of their `groups`, a program's own name, or several of these,
// separated by blanks. NULL or an empty name ends a list.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_PAPER_H
#define WL_CLI_PAPER_PAPER_H

#include "base/err.h"
#include "workloads/workload.h"

#include <stdbool.h>
#include <stdint.h>

enum { PAPER_SETS = 16, PAPER_SERIES = 10, PAPER_MEANS = 8, PAPER_BOUNDED = 4 };

typedef struct paper_base {
    const char *name, *label, *preset;
} paper_base;

typedef struct paper_variant {
    const char *name, *what;
    const char *sets[PAPER_SETS]; // over the base's preset
    const char *preset;           // instead of the base's, or NULL
    // A limit of warps that is searched: each program runs with every one of the settings of the
    // key, which rise and end with 0, and the fastest counts.
    const char *search;
    const unsigned *settings;
    const char *of; // of what only ablations use: the programs that it runs; NULL: the figure's
} paper_variant;

// A program, or WORKLOAD/KERNEL: one of its kernels alone, all launches of it; and its size. At
// `--size small` and `medium` each runs in that size; at `--size paper` in the one named here.
typedef struct paper_program {
    const char *workload, *label, *groups;
    workload_size at_paper;
    const char *stated; // the paper's input, "" where its text has lost it
} paper_program;

typedef struct paper_word {
    const char *name, *text; // a group and what it is called; a program that is not there, and why
} paper_word;

// What is read from a run: sums of counters (base/formula.h), scale x over / under; or, if `over`
// is NULL, the total of the energy model (machine/run/energy_model.h) on the run's machine.
typedef struct paper_metric {
    const char *name, *unit, *over, *under;
    double scale;
} paper_metric;

typedef struct paper_series {
    const char *label;               // without commas
    const char *machine, *reference; // a ratio's denominator is the reference's value
    const char *metric;              // NULL: the figure's
    // appended to the workload's name for `machine`: the same program written otherwise ("_u");
    // NULL: the same
    const char *twin;
    const char *kernel; // of `machine`, instead of the program's; NULL: the same
    bool found;         // instead of a metric: the value of the searched key that was best
} paper_series;

// percent: 100 x (value / reference - 1)
typedef enum paper_shape { SHAPE_VALUE, SHAPE_RATIO, SHAPE_PERCENT } paper_shape;
typedef enum paper_mean { MEAN_NONE, MEAN_GEOMETRIC, MEAN_HARMONIC, MEAN_ARITHMETIC } paper_mean;

// One of the paper's figures or tables. Means of ratios and percents are taken over the ratios.
typedef struct paper_figure {
    const char *id; // of its CSV and picture
    const char *title, *source, *note, *metric, *programs;
    paper_shape shape;
    paper_mean mean;
    bool stacked; // the series are parts of a whole
    // Where it asks for too many runs: sets of programs and the size that they run in here at
    // `--size paper`, the first set that a program is in (at_paper for one in none). NULL: at_paper
    // for all.
    const paper_word *sizes;
    paper_series series[PAPER_SERIES];
    const char *means[PAPER_MEANS]; // sets of programs
} paper_figure;

#define FIGURE_CUT "cut" // the figure that compares cut with whole runs: pairs of series

// A figure that the paper states, and where. `of` is a set of programs: its mean, or the greatest
// of its values, or the one value. Where the paper says no more than what ours must stay below, the
// words of `what` end with "(less than)", see paper_is_ceiling.
typedef struct paper_stated {
    const char *what, *source, *figure, *series, *of;
    double value;
    bool greatest;
    // of the difference, where no run can tell; "": the change that explains most of it (bounds.h)
    const char *cause;
} paper_stated;

// One change of the machine that may explain why a stated figure differs or a sentence does not
// hold: the same series of the figure on another pair of machines, or for a value on another
// machine alone (reference NULL). It is measured for the programs of the figure, or for those of
// the machine's variant (`of`). A sentence is judged again where rows of the same words change all
// series that it compares; a row that names the machines of the series itself says that the change
// does not concern it. machine NULL: no run, but `reference` is a set of programs that the
// paper says hardly change, and our figure is given again with these at no change.
typedef struct paper_ablation {
    const char *figure, *series;
    const char *what; // "DRAM first come, first served"
    const char *machine, *reference;
} paper_ablation;

// A sentence about figures whose bars the text has lost, as something that can be checked.
typedef enum paper_test {
    TEST_ABOVE,  // mean of a over `of` >= bound x mean of b over `of` (b NULL: x 1)
    TEST_BELOW,  // mean of a over `of` <= bound x mean of b over `of`
    TEST_LITTLE, // mean of a over `of` <= bound in either direction: percents p and -p, ratios r
                 // and 1 / r are the same change
    TEST_BEST,   // no other series of the figure has a greater mean over `of`
    TEST_SUM,    // mean of a over `of` >= bound x the sum of the means of all other series
    TEST_EVERY,  // each program of `of`: a >= bound x b (b NULL: x 1)
    TEST_EVERY_BELOW, // each program of `of`: a <= bound x b
    TEST_WITHIN,      // greatest mean of any series over `of` <= bound x least
    TEST_MOST,        // each program of `of`: a >= bound x the sum of all series (parts of a whole)
    TEST_LEAST,       // each program of `of`: a <= bound x the sum of all series
    TEST_HALF,        // more than half of the programs of `of`: a <= bound in either direction
    TEST_CHEAPER, // b loses over `of` (its mean is below no change), and a >= bound x b: a sentence
                  // on what costs less needs a cost
    TEST_OTHER    // mean of a over `of` >= bound x mean of a over the programs named by b
} paper_test;

#define PAPER_OWN "not in the paper" // the source of a sentence that is ours

typedef struct paper_claim {
    const char *text, *source, *figure;
    paper_test test;
    const char *a, *b, *of;
    double bound;
    const char *cause; // shown where it does not hold; "": what was found (verdicts.c)
} paper_claim;

// A statement on the paper's hardware; `key` of a result of synth_run, or "storage_bits" of it,
// times scale is ours; or without synthesis "warppool_bits:COMPONENT", a component's storage by the
// configuration's sizes (blocks/warppool.h), of all with no component; or "bandwidth_bytes:PARTS",
// the storage added to a baseline (added_storage.h); or of the paper's file of synthesis results,
// for what takes minutes to map, "silicon_um2:SUM", "silicon_ratio:SUM/SUM" of areas or
// "silicon_mhz:PART", where a SUM is parts joined by + and -;
// or of its file of power, "power_mw:PART".
typedef struct paper_cost {
    const char *what, *source, *key;
    double scale, value;
    const char *cause;
} paper_cost;

// What to build: a choice of structures, whose speedup is the mean of a series; and what each part
// takes of a chip: the synthesis result of its name, once for each of the places where it stands.
typedef enum part_place { PART_SM = 1, PART_SLICE = 2, PART_CHIP = 4 } part_place; // or several

typedef struct paper_part {
    const char *name, *row, *what; // row: the part of the synthesis results
    unsigned places;               // of part_place
} paper_part;

typedef struct paper_build {
    const char *series, *parts; // parts separated by blanks
} paper_build;

// A machine on which the choices are compared: the speedups are the means of a figure, whose
// reference has the clock, the SMs and the slices.
typedef struct paper_chip {
    const char *id, *name, *figure; // id: of its tables and its picture
    const paper_part *parts;
} paper_chip;

// Groups that a value of each program divides: those below the bound, and the others.
typedef struct paper_classes {
    const char *figure, *series, *what, *below, *above;
    double bound;
} paper_classes;

typedef struct paper {
    const char *name, *title, *citation, *about;
    // whose hardware the costs are of, with an assignment over the preset or NULL
    const char *cost_preset, *cost_set;
    unsigned cost_node_nm;   // technology node of the costs that the paper states
    const paper_cost *costs; // NULL: none
    const paper_base *bases;
    const paper_variant *variants;
    const paper_program *programs;
    const paper_word *groups, *absent;
    const paper_figure *figures;
    const paper_stated *stated;
    const paper_claim *claims;
    const paper_build *builds; // NULL: none
    const char *build_set;     // of programs, over which the speedups are means
    const paper_chip *chips;   // that the builds are compared on; ends with a NULL id
    // files below the source tree: synthesis results (builds.h), power (cost.h); NULL: none
    const char *silicon, *power;
    // Thread instructions after which each run ends (gpu.insn_limit); 0: at the program's end.
    uint32_t insn_limit;
    // A figure whose series are ideal machines without the paper's structure, over one without it;
    // NULL: none. They stand for what the series of the labels `bounded` (ends with NULL) change,
    // and for no other place of the machine.
    const char *bounds, *bounded[PAPER_BOUNDED];
    // How our runs class the programs: by a figure of one series, `below` its bound or not. NULL:
    // the paper states no bound of its classes.
    const paper_classes *classes;
    const paper_ablation *ablations; // ends with a NULL figure; NULL: none
} paper;

// NULL-terminated. paper_find: NULL and ST_INPUT with the names there are.
extern const paper *const papers[];
const paper *paper_find(const char *name, err *e);

extern const paper_metric paper_metrics[]; // ends with a NULL name
const paper_metric *paper_metric_find(const char *name);

// Is the program in the set?
bool paper_in(const paper_program *p, const char *set);

// Do the words of a stated figure say that ours must only stay below it? They end with "(less
// than)".
bool paper_is_ceiling(const char *what);

extern const paper paper_mrpb, paper_pric, paper_bandwidth, paper_warppool, paper_cart,
    paper_together;

#endif
