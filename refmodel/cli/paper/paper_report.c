// paper_report.c : see paper_report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/paper_report.h"

#include "base/outfile.h"
#include "base/printable.h"
#include "cli/paper/builds.h"
#include "cli/paper/cost.h"
#include "cli/paper/figures.h"
#include "cli/paper/machines.h"
#include "cli/paper/published.h"
#include "cli/paper/verdicts.h"
#include "reports/report.h"

#include <string.h>

static int execute(const cli_args *a, runset *l, json_t *result, err *e)
{
    pool_counts counts = {0};
    unsigned processes;
    if (cli_jobs(a, &processes, e) != ST_OK) return e->status;
    cli_progress *progress = cli_progress_start(a, l->p->name, "runs");
    const int st = runset_execute(l, processes, cli_progress_at, progress, &counts, e);
    cli_progress_end(progress);
    json_object_set_new(result, "simulated", json_integer(counts.ran));
    json_object_set_new(result, "kept", json_integer(counts.kept));
    json_object_set_new(result, "spared", json_integer(counts.spared));
    json_object_set_new(result, "left_out",
                        json_string(l->only_kept ? "not stored, or told by a run that is there"
                                                 : "a run that is there tells the same"));
    return st;
}

// The runs of earlier pages. A file of which nothing serves is a mistake.
static int take_published(const cli_args *a, runset *l, json_t *sources, err *e)
{
    const char *const *files;
    const unsigned n = cli_values(a, "runs", &files);
    for (unsigned i = 0; i < n && e->status == ST_OK; i++) {
        json_t *source;
        if (published_take(l, files[i], &source, e) == ST_OK &&
            !json_integer_value(json_object_get(source, "taken"))) {
            const json_t *no = json_array_get(json_object_get(source, "refused"), 0);
            const char *machine = json_string_value(json_object_get(no, "machine")),
                       *why = json_string_value(json_object_get(no, "why"));
            err_add(e, ST_INPUT, "--runs %s: no run of it can be taken: %s%s%s", files[i],
                    no ? machine : "there is none that this page asks for and no earlier file has",
                    no ? ": " : "", no ? why : "");
        }
        json_array_append_new(sources, source);
    }
    return e->status;
}

static int add_costs(const cli_args *a, const runset *l, const char *dir, json_t *o, err *e)
{
    cost_how how = {
        .liberty = cli_value(a, "liberty"), .dir = dir, .stored_only = cli_flag(a, "stored-only")};
    how.n_files = cli_values(a, "runs", &how.files);
    return cost_add(l->p, &how, o, e);
}

static int make(const cli_args *a, runset *l, const char *dir, json_t *result, err *e)
{
    json_t *sources = json_array();
    json_object_set_new(result, "sources", sources);
    int st = take_published(a, l, sources, e);
    if (st == ST_OK) st = outfile_mkdirs(dir, e);
    if (st == ST_OK) st = execute(a, l, result, e);
    if (st != ST_OK) return st;
    json_t *o = figures_json(l);
    json_object_set(o, "sources", sources);
    json_t *inferred = machines_inferred(l->p, e);
    if (inferred) json_object_set_new(o, "inferred", inferred);
    else st = e->status;
    if (st == ST_OK && runset_has_cost(l)) st = add_costs(a, l, dir, o, e);
    verdicts_count(o);
    if (st == ST_OK) st = builds_add(l, o, e);
    if (st == ST_OK) st = report_paper(o, dir, e);
    json_object_del(o, "runs");
    json_object_del(o, "machine_keys");
    json_object_del(o, "machine_columns");
    json_object_update(result, o);
    json_object_set_new(result, "directory", printable_json(dir));
    json_decref(o);
    return st;
}

static int report_one(const cli_args *a, const paper *p, const char *dir, json_t *result, err *e)
{
    const char *size = cli_value(a, "size");
    runset l = {0};
    uint64_t limit = p->insn_limit;
    if (cli_number(a, "insn-limit", limit, 0, UINT32_MAX, &limit, e) != ST_OK) return e->status;
    const uint32_t insn_limit = (uint32_t)limit;
    int st = runset_make(&l, p, size ? size : workload_size_word(SIZE_SMALL),
                         cli_value(a, "programs"), cli_value(a, "figures"), &insn_limit, e);
    l.only_kept = cli_flag(a, "stored-only");
    if (st == ST_OK) st = make(a, &l, dir, result, e);
    runset_free(&l);
    return st;
}

// Every paper in a folder of its own. One that fails does not keep the others from being made.
static int report_all(const cli_args *a, const char *dir, json_t *result, err *e)
{
    json_t *pages = json_array();
    int st = ST_OK;
    if (cli_value(a, "programs") || cli_value(a, "figures") || cli_flag(a, "runs"))
        return err_add(e, ST_INPUT,
                       "report: --programs, --figures and --runs: not with --paper all");
    for (const paper *const *p = papers; *p; p++) {
        err own = {0};
        json_t *page = json_object();
        char *folder = wl_format(*p == &paper_together ? "%s/%s" : "%s/paper-%s", dir, (*p)->name);
        if (report_one(a, *p, folder, page, &own) != ST_OK) st = err_pass(e, (*p)->name, &own);
        else json_array_append(pages, page);
        json_decref(page);
        err_free(&own);
        free(folder);
    }
    json_object_set_new(result, "pages", pages);
    return st;
}

int paper_report(const cli_args *a, json_t *result, err *e)
{
    const char *name = cli_value(a, "paper"), *dir = cli_value(a, "output");
    const bool all = strcmp(name, "all") == 0;
    const paper *p = all ? NULL : paper_find(name, e);
    if (!dir) err_add(e, ST_INPUT, "report: -o DIR is missing: where to write the page");
    if (cli_value(a, "liberty") && cli_flag(a, "stored-only"))
        err_add(e, ST_INPUT,
                "report: --liberty: not with --stored-only, which synthesizes nothing");
    if (e->status != ST_OK) return e->status;
    return all ? report_all(a, dir, result, e) : report_one(a, p, dir, result, e);
}

static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static void print_builds(const json_t *chip)
{
    size_t i;
    json_t *row;
    printf("  %-24s%10s%14s%12s%12s  %s\n", text(chip, "name"), "IPC", "area, mm2", "MHz",
           "% per mm2", "beaten by none");
    json_array_foreach(json_object_get(chip, "builds"), i, row) {
        printf("  %-24s%10s%14s%12s%12s  %s\n", text(row, "build"), text(row, "speedup_text"),
               text(row, "area_mm2_text"), text(row, "clock_mhz_text"), text(row, "per_mm2_text"),
               text(row, "front"));
    }
}

static void print_source(const json_t *source)
{
    size_t i;
    json_t *row;
    printf("%d runs taken from %s, simulated by %s\n",
           (int)json_integer_value(json_object_get(source, "taken")), text(source, "file"),
           text(source, "made_by"));
    if (*text(source, "lacks")) printf("  it has no %s\n", text(source, "lacks"));
    json_array_foreach(json_object_get(source, "refused"), i, row) {
        printf("  not taken: %d of %s: %s\n", (int)json_integer_value(json_object_get(row, "runs")),
               text(row, "machine"), text(row, "why"));
    }
}

static int taken_of_files(const json_t *sources)
{
    size_t i;
    json_t *source;
    int taken = 0;
    json_array_foreach(sources, i, source)
        taken += (int)json_integer_value(json_object_get(source, "taken"));
    return taken;
}

static int count(const json_t *r, const char *key)
{
    return (int)json_integer_value(json_object_get(r, key));
}

static void print_counts(const json_t *r)
{
    if (json_array_size(json_object_get(r, "claims")))
        printf(
            "%d of %d sentences that could be checked hold, %d of them not without their largest "
            "program; ",
            count(r, "holding"), count(r, "judged"), count(r, "holding_by_one"));
    printf("%d runs, %d from before, %d of files", count(r, "simulated"), count(r, "kept"),
           taken_of_files(json_object_get(r, "sources")));
    if (count(r, "spared")) printf(", %d left out: %s", count(r, "spared"), text(r, "left_out"));
    putchar('\n');
}

static void print_page(const json_t *r)
{
    size_t i;
    json_t *row;
    printf("%s, size %s\n", text(r, "title"), text(r, "size"));
    json_array_foreach(json_object_get(r, "sources"), i, row) print_source(row);
    json_array_foreach(json_object_get(r, "chips"), i, row) print_builds(row);
    if (json_array_size(json_object_get(r, "stated")))
        printf("  %-58s%12s%12s  %s\n", "", "paper", "ours", "difference");
    json_array_foreach(json_object_get(r, "stated"), i, row) {
        printf("  %-58s%12s%12s  %s\n", text(row, "what"), text(row, "paper_text"),
               text(row, "ours_text"), text(row, "difference"));
    }
    json_array_foreach(json_object_get(r, "claims"), i, row)
        printf("  %-14s %s: %s (%s)\n", text(row, "verdict"), text(row, "source"),
               text(row, "text"), text(row, "detail"));
    if (json_integer_value(json_object_get(r, "compared")))
        printf("%d of %d stated figures are within 15 %% of the paper's, %d of them not without "
               "their largest program; as ratios %d\n",
               count(r, "agreeing"), count(r, "compared"), count(r, "agreeing_by_one"),
               count(r, "agreeing_as_ratio"));
    print_counts(r);
    printf("page: %s/index.html\n", text(r, "directory"));
}

void paper_report_print(const json_t *r)
{
    size_t i;
    json_t *page;
    if (!json_object_get(r, "pages")) print_page(r);
    json_array_foreach(json_object_get(r, "pages"), i, page) print_page(page);
}
