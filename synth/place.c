// place.c : see place.h. All files are in WORK/layout, where the tools run; their logs are beside
// them. A stage's key comes last: with it, the stage's files are there, whole.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/place.h"

#include "base/digest.h"
#include "base/outfile.h"
#include "base/resources.h"
#include "synth/layout.h"
#include "synth/layout_svg.h"
#include "synth/liberty.h"
#include "synth/tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCRIPTS "/usr/lib/qflow/scripts"

enum { MOST_BYTES = 1 << 30 };

typedef struct place {
    const place_job *j;
    err *e;
    char *dir;                 // WORK/layout
    char *lef_path, *par_path; // the cells' layout; settings of graywolf for it
    lef l;
    def d;
} place;

static char *in_dir(const place *p, const char *name) { return wl_format("%s/%s", p->dir, name); }

static void step(const place *p, const char *what)
{
    if (p->j->step) p->j->step(p->j->step_ctx, what);
}

int place_check(const char *library, err *e)
{
    if (strcmp(library, "osu018") == 0) return ST_OK;
    return err_add(e, ST_INPUT,
                   "--place: synth.liberty = %s: must be osu018: only for its cells there is a "
                   "layout (LEF)",
                   library);
}

// ---- what is there

static int check_there(const place *p, const char *path, const char *what)
{
    if (access(path, R_OK) == 0) return ST_OK;
    return err_add(p->e, ST_TOOL, "%s: cannot be read: %s", path, what);
}

// The layout of the cells is beside their Liberty file.
static int find_layout_of_cells(place *p)
{
    static const char what[] = "`make deps` in the source tree fetches it (the cells' layout, of "
                               "Debian's qflow-tech-osu018)";
    char *found = NULL;
    int st = liberty_find(p->j->liberty, &found, p->e);
    if (st) return st;
    const int folder = (int)(strrchr(found, '/') - found);
    p->lef_path = wl_format("%.*s/osu018_stdcells.lef", folder, found);
    p->par_path = wl_format("%.*s/osu018.par", folder, found);
    free(found);
    st = check_there(p, p->lef_path, what);
    if (st == ST_OK) st = check_there(p, p->par_path, what);
    return st ? st : lef_read(p->lef_path, &p->l, p->e);
}

static int find_tools(const place *p, json_t *tools)
{
    static const char *const scripts[] = {"blif2cel", "decongest", "place2def", "addspacers",
                                          "arrangepins"};
    int st = ST_OK;
    for (unsigned i = 0; i < sizeof scripts / sizeof scripts[0] && st == ST_OK; i++) {
        char *path = wl_format(SCRIPTS "/%s.tcl", scripts[i]);
        st = check_there(p, path, "Debian's qflow is missing: `make deps full`");
        free(path);
    }
    return st ? st : tool_version("qrouter", "-h", p->dir, "qrouter", tools, p->e);
}

// ---- stages

static int add_file(const place *p, char **text, const char *path)
{
    char *data = NULL;
    size_t bytes = 0;
    int st = infile_read(path, MOST_BYTES, &data, &bytes, p->e);
    if (st == ST_OK) {
        char *longer = wl_format("%s%s\n", *text, digest_of(data, bytes).hex);
        free(*text);
        *text = longer;
    }
    free(data);
    return st;
}

// What a stage's files follow from: layout of the cells, settings, fill, and the file before it.
static int stage_key(const place *p, const char *from, digest *key)
{
    char *text = wl_format("fill %u\n", p->j->fill_percent), *path = in_dir(p, from);
    int st = add_file(p, &text, p->lef_path);
    if (st == ST_OK) st = add_file(p, &text, p->par_path);
    if (st == ST_OK) st = add_file(p, &text, path);
    *key = digest_of(text, strlen(text));
    free(text);
    free(path);
    return st;
}

static bool is_kept(const place *p, const char *name, const digest *key)
{
    char *path = in_dir(p, name), *text = NULL;
    size_t bytes = 0;
    err ignored = {0};
    const bool same = infile_read(path, MOST_BYTES, &text, &bytes, &ignored) == ST_OK &&
                      strcmp(text, key->hex) == 0;
    err_free(&ignored);
    free(text);
    free(path);
    return same;
}

// A stage from the file `from` to the file `to`, unless STAGE.key says that it is there.
static int do_stage(place *p, const char *stage, const char *from, const char *to,
                    int (*make)(place *p))
{
    digest key;
    char *name = wl_format("%s.key", stage), *path = in_dir(p, name), *made = in_dir(p, to);
    int st = stage_key(p, from, &key);
    if (st == ST_OK && !(is_kept(p, name, &key) && access(made, R_OK) == 0)) {
        unlink(path);
        unlink(made);
        st = make(p);
        if (st == ST_OK) st = outfile_put(path, key.hex, strlen(key.hex), p->e);
    }
    free(name);
    free(path);
    free(made);
    return st;
}

// Runs a tool in the directory; LOG is its log.
static int tool(const place *p, const char *log_name, const char *const argv[])
{
    char *log = in_dir(p, log_name);
    const int st = tool_run(argv, p->dir, log, p->e);
    free(log);
    return st;
}

// The tools end with status 0 whatever happens: what they should have made is there or it is not.
static int take(const place *p, const char *tool_name, const char *made, const char *name)
{
    char *from = in_dir(p, made), *to = in_dir(p, name);
    int st = ST_OK;
    if (rename(from, to) != 0)
        st = err_add(p->e, ST_TOOL, "%s: made no %s; its log is in %s", tool_name, made, p->dir);
    free(from);
    free(to);
    return st;
}

static void remove_made(const place *p, const char *const *names)
{
    for (; *names; names++) {
        char *path = in_dir(p, *names);
        unlink(path);
        free(path);
    }
}

static int make_netlist(place *p)
{
    static const char text[] = "source params.tcl\nsource $script_dir/place.tcl\n";
    const char *const argv[] = {"yosys", "-q", "-c", "layout/netlist.tcl", NULL};
    char *script = in_dir(p, "netlist.tcl"), *log = in_dir(p, "netlist.log");
    step(p, "Yosys: the netlist in one module");
    int st = outfile_put(script, text, strlen(text), p->e);
    if (st == ST_OK) st = tool_run(argv, p->j->work_dir, log, p->e);
    free(script);
    free(log);
    return st;
}

static int copy_settings(const place *p)
{
    char *text = NULL, *path = in_dir(p, "layout.par");
    size_t bytes = 0;
    int st = infile_read(p->par_path, MOST_BYTES, &text, &bytes, p->e);
    if (st == ST_OK) st = outfile_put(path, text, bytes, p->e);
    free(text);
    free(path);
    return st;
}

// The routing layers and their tracks, for place2def.tcl.
static int list_tracks(const place *p)
{
    char *script = in_dir(p, "tracks.cfg"), *text = wl_format("read_lef %s\n", p->lef_path);
    const char *const argv[] = {"qrouter", "-nog", "-i", "layout.info", "-c", "tracks.cfg", NULL};
    int st = outfile_put(script, text, strlen(text), p->e);
    if (st == ST_OK) st = tool(p, "tracks.log", argv);
    free(script);
    free(text);
    return st;
}

// graywolf packs cells side by side: it knows no density. decongest.tcl writes cells into its list
// that are wider by the fillers before them, which place2def.tcl parts again.
static int widen_cells(const place *p)
{
    if (p->j->fill_percent == 100) return ST_OK;
    char density[16];
    snprintf(density, sizeof density, "%.2f", p->j->fill_percent / 100.0);
    const char *const argv[] = {
        "tclsh", SCRIPTS "/decongest.tcl", "layout", p->lef_path, "FILL", density, NULL};
    const int st = tool(p, "decongest.log", argv);
    return st ? st : take(p, "decongest.tcl", "layout.acel", "layout.cel");
}

static int place_cells(place *p)
{
    static const char *const old[] = {"layout.cel",     "layout.info", "layout.pin",
                                      "layout.pl1",     "layout.pl2",  "layout.obs",
                                      "layout.obsx",    "layout.def",  "layout_filled.def",
                                      "layout_mod.def", "layout.acel", NULL};
    const char *const cel[] = {"tclsh",  SCRIPTS "/blif2cel.tcl",
                               "--blif", "layout.blif",
                               "--lef",  p->lef_path,
                               "--cel",  "layout.cel",
                               NULL},
                      *const gray[] = {"graywolf", "-n", "layout", NULL},
                      *const placed[] = {"tclsh", SCRIPTS "/place2def.tcl", "layout", "FILL", NULL},
                      *const fill[] = {"tclsh",   SCRIPTS "/addspacers.tcl",
                                       "-stripe", "2.0",
                                       "50.0",    "PG",
                                       "layout",  p->lef_path,
                                       "FILL",    NULL},
                      *const pins[] = {"tclsh", SCRIPTS "/arrangepins.tcl", "layout", NULL};
    step(p, "graywolf: placing");
    remove_made(p, old);
    int st = copy_settings(p);
    if (st == ST_OK) st = list_tracks(p);
    if (st == ST_OK) st = tool(p, "blif2cel.log", cel);
    if (st == ST_OK) st = widen_cells(p);
    if (st == ST_OK) st = tool(p, "graywolf.log", gray);
    if (st == ST_OK) st = tool(p, "place2def.log", placed);
    if (st == ST_OK) st = tool(p, "addspacers.log", fill);
    if (st == ST_OK) st = take(p, "addspacers.tcl", "layout_filled.def", "layout.def");
    if (st == ST_OK) st = take(p, "addspacers.tcl", "layout.obsx", "layout.obs");
    if (st == ST_OK) st = tool(p, "arrangepins.log", pins);
    return st ? st : take(p, "arrangepins.tcl", "layout_mod.def", "placed.def");
}

// qrouter's script: what it reads, as qflow writes it, and how it routes. Wires keep off the areas
// in layout.obs.
static int write_router(const place *p)
{
    char *obs = NULL, *from = in_dir(p, "layout.obs"), *path = in_dir(p, "route.cfg");
    size_t bytes = 0;
    int st = infile_read_made("addspacers.tcl", from, MOST_BYTES, &obs, &bytes, p->e);
    char *text = wl_format("verbose 1\nread_lef %s\nvia stack 1\nvdd vdd\ngnd gnd\n%sread_def "
                           "placed.def\nsource ../scripts/route.tcl\n",
                           p->lef_path, st ? "" : obs);
    if (st == ST_OK) st = outfile_put(path, text, strlen(text), p->e);
    free(obs);
    free(from);
    free(path);
    free(text);
    return st;
}

// route.tcl's list of nets that could not be finished; it writes none otherwise.
static int check_failed(const place *p)
{
    char *path = in_dir(p, "failed.out"), *text = NULL, *rest = NULL, *names = wl_strdup("");
    size_t bytes = 0;
    unsigned n = 0;
    int st = access(path, R_OK) == 0 ? infile_read(path, MOST_BYTES, &text, &bytes, p->e) : ST_OK;
    for (char *w = text ? strtok_r(text, "\n", &rest) : NULL; w; w = strtok_r(NULL, "\n", &rest)) {
        char *longer = wl_format("%s%s%s", names, n ? ", " : "", w);
        if (n++ < 4) {
            free(names);
            names = longer;
        } else {
            free(longer);
        }
    }
    if (st == ST_OK && n)
        st = err_add(
            p->e, ST_CHECK,
            "qrouter: %u nets are not routed: %s%s; its log: %s/route.log; a lower --fill than "
            "%u leaves more room for wires",
            n, names, n > 4 ? ", ..." : "", p->dir, p->j->fill_percent);
    free(names);
    free(text);
    free(path);
    return st;
}

static int route(place *p)
{
    static const char *const old[] = {"failed.out", "layout_route.def", NULL};
    const char *const argv[] = {"qrouter", "-nog", "-s", "route.cfg", NULL};
    step(p, "qrouter: routing");
    remove_made(p, old);
    int st = write_router(p);
    if (st == ST_OK) st = tool(p, "route.log", argv);
    if (st == ST_OK) st = check_failed(p);
    return st ? st : take(p, "qrouter", "layout_route.def", "routed.def");
}

// ---- what came of it

static int write_loads(const place *p)
{
    char *path = in_dir(p, "loads.txt");
    double *ff = layout_loads(&p->l, &p->d);
    outfile o;
    int st = outfile_open(&o, path, p->e);
    if (st == ST_OK) {
        for (unsigned i = 0; i < p->d.n_nets; i++)
            fprintf(o.f, "%s %.6f\n", p->d.nets[i].name, ff[i]);
        st = outfile_commit(&o, p->e);
    }
    free(path);
    free(ff);
    return st;
}

static int time_layout(const place *p, json_t **timing)
{
    static const char text[] = "source params.tcl\nset layout layout\nsource $script_dir/sta.tcl\n";
    const char *const argv[] = {"sta",   "-no_init",          "-no_splash",
                                "-exit", "layout/timing.tcl", NULL};
    char *script = in_dir(p, "timing.tcl"), *log = in_dir(p, "timing.log"),
         *made = in_dir(p, "timing.json");
    json_error_t why;
    step(p, "OpenSTA: timing with the routed wires");
    unlink(made);
    int st = outfile_put(script, text, strlen(text), p->e);
    if (st == ST_OK) st = tool_run(argv, p->j->work_dir, log, p->e);
    *timing = st == ST_OK ? json_load_file(made, 0, &why) : NULL;
    if (st == ST_OK && !*timing) st = err_add(p->e, ST_TOOL, "sta: no result; log: %s", log);
    free(script);
    free(log);
    free(made);
    return st;
}

static int check_layout(place *p)
{
    char *blif = in_dir(p, "layout.blif"), *path = in_dir(p, "routed.def");
    int st = def_read(path, &p->l, &p->d, p->e);
    if (st == ST_OK) st = layout_check(blif, &p->d, p->e);
    free(blif);
    free(path);
    return st;
}

static int draw(const place *p)
{
    char *path = in_dir(p, "layout.svg");
    const int st = layout_svg(&p->l, &p->d, path, p->e);
    free(path);
    return st;
}

static int report(const place *p, json_t **result)
{
    json_t *timing = NULL;
    int st = write_loads(p);
    if (st == ST_OK) st = draw(p);
    if (st == ST_OK) st = time_layout(p, &timing);
    if (st) return st;
    *result = layout_figures(&p->l, &p->d);
    json_object_set_new(*result, "timing", timing);
    return ST_OK;
}

int place_run(const place_job *j, json_t *tools, json_t **result, err *e)
{
    place p = {.j = j, .e = e, .dir = wl_format("%s/layout", j->work_dir)};
    int st = find_layout_of_cells(&p);
    if (st == ST_OK) st = outfile_mkdirs(p.dir, e);
    if (st == ST_OK) st = find_tools(&p, tools);
    if (st == ST_OK) st = make_netlist(&p);
    if (st == ST_OK) st = do_stage(&p, "placed", "layout.blif", "placed.def", place_cells);
    if (st == ST_OK) st = do_stage(&p, "routed", "placed.def", "routed.def", route);
    if (st == ST_OK) st = check_layout(&p);
    if (st == ST_OK) st = report(&p, result);
    lef_free(&p.l);
    def_free(&p.d);
    free(p.dir);
    free(p.lef_path);
    free(p.par_path);
    return st;
}
