// report.h: pages made from results. This layer sees only JSON: it computes ratios, writes CSV,
// lets gnuplot draw, and fills templates. Every figure on a page is in the results or follows from
// them by a division.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_REPORTS_REPORT_H
#define WL_REPORTS_REPORT_H

#include "base/template.h"

#include <jansson.h>

// Writes the page about MRPB. The results contain:
//   "version"            the program's
//   "config"             {name, source, digest, hw_digest, values: {"l1d.sets": 32, ...}, text
//                        (YAML)}
//   "workload", "size"
//   "without", "with"    sim_run's results
//   "lockstep"           lockstep_result
//   "synth"              synth_run's result
//   "rtl"                {files: [...], digest, top}
//   "labels"             {l1d: [{name, unit, meaning}], mrpb: [...]}: what the counters of both
//                        groups mean
//   "tools"              {yosys, opensta, verilator, gnuplot}: versions
//   "commands"           [{figure, command}]: what reproduces which figure
// Writes DIR/index.html, DIR/data/*.csv and DIR/pictures/*.svg. *pages (new reference) lists the
// pages' paths relative to DIR. The same results give the same bytes.
int report_mrpb(const json_t *results, const char *dir, json_t **pages, err *e);

// Writes the page that compares the machine with GPGPU-Sim, from the results of cli/calibration.h:
// DIR/index.html, DIR/data/calibration.csv and DIR/data/micro.csv.
int report_calibration(const json_t *results, const char *dir, err *e);

// Writes the page that compares a paper's results with ours. The results contain:
//   "paper", "title", "citation", "about", "size" (as requested), "sizes" (in which the programs
//                ran, in words), "version"
//   "figures"    [{id, title, source, note, unit, mean, stacked, ratio, columns: [label], rows:
//                [{program, groups, cells}], means: [{group, programs, cells}]}], each cell {value
//                or null, text}
//   "stated"     [{what, source, figure, paper, ours or null, paper_text, ours_text, difference,
//                over, cause, and unless they are of hardware: ideal, exceeded, without}],
//                "agreeing" and "compared", "agreeing_by_one" (cli/paper/verdicts.h)
//   "claims"     [{text, source, figure, verdict, detail, fails, cause}], "judged", "holding",
//                "holding_by_one"
//   "programs"   [{label, workload, groups, other_class, problems, share, stated}], "absent"
//   [{what,
//                why}]; "other_classes" (may be missing): the programs that our runs put into
//                another class, in words
//   "machines"   [{name, base, what, config, inferred (the number of rows)}], "inferred" [{preset,
//                key, value, why}]
//   "chips"      (may be missing) [{id (of its files), name, machine_mhz, and
//     "builds"   [{build, parts, speedup, without, largest (the program that it is without),
//                area_mm2, clock_mhz, at_clock, per_mm2, front}], by area, numbers or "" and each
//                number's _text,
//     "parts"    [{part, instances, command, area_um2, clock_mhz}], likewise, and
//     "advice"   [{of, text}]: a class of programs, and what to build for it}]
//   "runs"       [{machine, workload, size, kernel, input, build, and a number or "" for each name
//                of "metrics"}], "metrics" [name]
//   "machine_keys" [{machine, and text for each key}], "machine_columns": their header
//   "sources"    files that runs were taken from [{file, taken, made_by, here, lacks, refused:
//                [{machine, runs, why}], costs (the file beside it that costs were taken from, if
//                any were)}]
// A cause that several rows of a table share stands below it, once, as a note.
// Writes DIR/index.html, DIR/data/*.csv (one per figure, stated.csv, claims.csv, runs.csv,
// machines.csv, of each of the chips ID.csv and ID-parts.csv) and DIR/pictures/*.svg.
int report_paper(const json_t *results, const char *dir, err *e);

// The page of a sweep: what sweep/designs.h makes, and "version". Writes DIR/index.html,
// DIR/data/scatter.csv (a row a design; "front": yes, no or not comparable), DIR/data/parallel.csv
// (what the parallel coordinates are drawn from) and DIR/pictures/*.svg.
int report_sweep(const json_t *results, const char *dir, err *e);

// The page of `warploom synth --sweep`. The results contain:
//   "axes"       [key]: what is swept
//   "top", "config", "library", "version", "tools" {yosys, opensta}
//   "rows"       [{values: [text, one a key], and of synth_run's result area_um2, logic_um2,
//                storage_um2, macro_um2, cells, flops, cells_without_area, target, hierarchy;
//                period_ns, fmax_mhz, wire_fmax_mhz, from, to, each null without a path;
//                not_comparable: why its area and clock are not comparable, or null}]
// A row that is not comparable beats none and is not drawn.
// Writes DIR/index.html, DIR/data/sweep.csv (a row a synthesis), DIR/data/modules.csv (a row a
// module of it), DIR/data/scatter.csv (what is drawn) and DIR/pictures/*.svg.
int report_synth_sweep(const json_t *results, const char *dir, err *e);

// What a value of rtl.storage keeps words in, in words: "flip-flops", "latches", "one-port SRAM",
// "two-port SRAM"; NULL: there is no such value.
const char *report_storage_place(const char *storage);

// Makes DIR/data and DIR/pictures.
int report_make_dirs(const char *dir, err *e);

// Returns the values for the page's template: the results, and values derived from them ("compare",
// "kernels", "l1d", "outcomes", "failures", "events", "modules", "storage": {key (rtl.storage),
// place, sram, registers: what "flops" counts}). New reference; NULL and ST_TOOL
// if a result lacks a field.
json_t *report_derive(const json_t *results, err *e);

// Writes rows (objects) as CSV. `columns` is the header: their names separated by commas. Text is
// quoted if necessary.
int report_csv(const char *path, const json_t *rows, const char *columns, err *e);

// Runs reports/plots/NAME.gp on data/NAME.csv in `dir`, stores pictures/NAME.svg, and returns it as
// an element for a page: without a fixed size or its own colours for text and axes, and with
// `title` as its text alternative. malloc'd.
int report_plot(const char *dir, const char *name, const char *title, char **svg, err *e);
// The same with a script that draws several pictures: reports/plots/SCRIPT.gp, which gets `args`
// (NULL-terminated) as ARG3 and following.
int report_plot_by(const char *dir, const char *script, const char *name, const char *const *args,
                   const char *title, char **svg, err *e);

extern const template_file reports_templates[]; // reports/pages/*.in, made by the build

// Returns reports/pages/PAGE.in filled with values, malloc'd.
int report_page(const char *page, const json_t *values, char **text, err *e);

#endif
