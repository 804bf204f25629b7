// prove.c: groups the surviving mutants by scope, has Yosys make their miters, and asks ABC about
// each. See prove.h. The files of a proof are:
//
//     DIR/part.il      a module of the design alone, flattened, or cells of the design alone
//     DIR/proved.il    it, or the whole, with all mutants that are asked about
//     DIR/miter.aig    the miter; DIR/one.aig: of one of them
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/prove.h"

#include "base/outfile.h"
#include "base/resources.h"
#include "tb/mutate/aiger.h"
#include "tb/mutate/lemmas.h"
#include "tb/mutate/miter.h"
#include "tb/mutate/scope.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_LOG = 1 << 24 };

typedef enum place { CELL, ALONE, INSIDE, WHOLE } place;

// The proofs of a list of mutants
typedef struct proof {
    const prove_job *j;
    const mutant_list *all;
    const rtlil *design;
    scope_list scopes;
    bool *done; // [all->n] a verdict is there
    bool plain; // a miter of the whole does not fit with the invariants
    bool large; // nor without
} proof;

// Mutants that are proven in one miter
typedef struct group {
    place place;
    const scope *in;   // of ALONE and INSIDE
    mutant_list l;     // as cells of `part`, or of the whole
    unsigned *numbers; // in the list of all
    char **names;      // of their cells in the part
    rtlil part;
    bool known; // invariants of the design are proved
} group;

static bool has_part(const group *g) { return g->place != WHOLE; }
static bool is_apart(const group *g) { return g->place <= ALONE; } // without the design around it

// ---- the miter

// What Yosys may need for a miter. It ends by itself when memory is refused.
static const char miter_bytes[] = "--as=4294967296", miter_seconds[] = "--cpu=1200:1210";

static char *in_dir(const proof *p, const char *name)
{
    return wl_format("%s/%s", p->j->dir, name);
}

static int put_file(const proof *p, const char *name, const char *text, err *e)
{
    char *path = in_dir(p, name);
    const int status = outfile_put(path, text, strlen(text), e);
    free(path);
    return status;
}

static bool ended_by(const err *e, int signal)
{
    char *how = wl_format("killed by signal %d ", signal);
    const bool is = e->count && strstr(e->text, how);
    free(how);
    return is;
}

// *fits: within the limits above; NULL: it must be
static int yosys(const proof *p, const char *name, bool *fits, err *e)
{
    char *script = resource_path(name), *log = in_dir(p, "prove_yosys.log");
    const char *const argv[] = {"prlimit", miter_bytes, miter_seconds, "yosys",
                                "-q",      "-c",        script,        NULL};
    err own = {0};
    int status = tool_run(argv, p->j->dir, log, &own);
    if (fits) *fits = !ended_by(&own, SIGABRT) && !ended_by(&own, SIGXCPU);
    if (fits && !*fits) status = ST_OK;
    if (status != ST_OK) err_pass(e, "miter", &own);
    err_free(&own);
    free(log);
    free(script);
    return status;
}

static miter miter_of(const proof *p, const group *g)
{
    const prove_job *j = p->j;
    return (miter){.c = j->c,
                   .block = j->block,
                   .adapter = j->adapter,
                   .clocked = j->clocked,
                   .design = p->design,
                   .part = has_part(g) ? &g->part : NULL,
                   .plain = p->plain,
                   .place = g->place == INSIDE ? g->in->path : NULL};
}

static int write_params(const proof *p, const group *g, err *e)
{
    const miter m = miter_of(p, g);
    const char *top = p->j->top, *part = "wl_part";
    char *cell = resource_path("tb/mutate/mutant.v"), *script = miter_invariants(&m);
    char *text =
        wl_format("set top {%s}\nset cell {%s}\nset script {%s}\nset gold {%s}\nset gold_top "
                  "{%s}\nset gate_top {%s}\n",
                  top, cell, script ? script : "", is_apart(g) ? "part.il" : "design.il",
                  is_apart(g) ? part : top, has_part(g) ? part : top);
    const int status = put_file(p, "prove_params.tcl", text, e);
    free(text);
    free(script);
    free(cell);
    return status;
}

static int write_module(const proof *p, const group *g, err *e)
{
    char *text = wl_format("set module {%s}\n", g->in->module);
    int status = put_file(p, "part_params.tcl", text, e);
    if (status == ST_OK) status = yosys(p, "tb/mutate/part.tcl", NULL, e);
    free(text);
    return status;
}

// The pins of the part are those of its cells: number of the cell, name of the port.
static void put_pins(const rtlil_cell *c, unsigned number, unsigned *pins, FILE *f)
{
    for (unsigned k = 0; k < c->n_ports; k++) {
        const rtlil_port *port = &c->ports[k];
        fprintf(f, "  wire width %u %s %u \\c%u_%s\n", port->width,
                strcmp(port->name, "Y") == 0 ? "output" : "input", ++*pins, number, port->name);
    }
}

static void put_cell(const rtlil *design, const rtlil_cell *c, unsigned number, FILE *f)
{
    unsigned port = 0;
    for (unsigned i = c->line; i == c->line || strcmp(design->lines[i - 1], "  end") != 0; i++) {
        if (port < c->n_ports && c->ports[port].line == i) {
            const char *name = c->ports[port++].name;
            fprintf(f, "    connect \\%s \\c%u_%s\n", name, number, name);
        } else {
            fprintf(f, "%s\n", design->lines[i]);
        }
    }
}

static bool is_first_of_cell(const group *g, unsigned i)
{
    for (unsigned k = 0; k < i; k++) {
        if (strcmp(g->names[k], g->names[i]) == 0) return false;
    }
    return true;
}

// The cells alone, each with pins of its own. Yosys wants a wire before its uses.
static int write_cells(const proof *p, const group *g, err *e)
{
    char *path = in_dir(p, "part.il");
    unsigned pins = 0;
    outfile o;
    int status = outfile_open(&o, path, e);
    free(path);
    if (status != ST_OK) return status;
    fprintf(o.f, "module \\wl_part\n");
    for (unsigned i = 0; i < g->l.n; i++) {
        if (is_first_of_cell(g, i)) put_pins(g->l.m[i].cell, i, &pins, o.f);
    }
    for (unsigned i = 0; i < g->l.n; i++) {
        if (is_first_of_cell(g, i)) put_cell(p->design, g->l.m[i].cell, i, o.f);
    }
    fprintf(o.f, "end\n");
    return outfile_commit(&o, e);
}

// The group's place, and the mutants as cells of it.
static int read_part(const proof *p, group *g, err *e)
{
    char *path = in_dir(p, "part.il");
    int status = g->place == CELL ? write_cells(p, g, e) : write_module(p, g, e);
    if (status == ST_OK) status = rtlil_read(&g->part, path, e);
    for (unsigned i = 0; i < g->l.n && status == ST_OK; i++) {
        mutant *m = &g->l.m[i];
        const rtlil_cell *cell = rtlil_find(&g->part, g->names[i]);
        const rtlil_port *port = cell ? rtlil_find_port(cell, m->port->name) : NULL;
        if (!port || port->width != m->port->width)
            status = err_add(e, ST_TOOL, "%s: no such cell in %s", m->cell->name, path);
        m->cell = cell;
        m->port = port;
    }
    free(path);
    return status;
}

// ---- ABC

// What ends a proof is a number of frames and of conflicts, the same on any machine; and, for the
// few that need more than that, time of the processor, which does not pass faster when others are
// busy. &scorr joins what design and mutant have in common, which is nearly all, ten times faster
// than scorr does.
static const char abc_mutant[] = "read_aiger one.aig; strash; &get; &scorr; &put; scorr -X 8; dc2; "
                                 "scorr -F 4 -X 8; pdr -F 60 -C 10000; print_status";
static const char abc_known[] = "read_aiger one.aig; strash; scorr -c -m; fold; scorr -X 8; dc2; "
                                "pdr -F 40 -C 500; print_status";
static const char abc_part[] = "read_aiger one.aig; strash; &get; &scorr; &put; scorr -X 8; dc2; "
                               "scorr -F 2 -X 8; pdr -F 20 -C 2000; print_status";
static const char abc_lemmas[] =
    "read_aiger one.aig; strash; scorr; pdr -F 200 -C 10000; print_status";
static const char abc_differs[] =
    "read_aiger one.aig; strash; bmc3 -F 4 -C 2000; print_status"; // soon after the reset, if at
                                                                   // all
static const char abc_invariants[] =
    "read_aiger invariants.aig; strash; fold; orpos; pdr; print_status";
static const char alone_seconds[] = "--cpu=3:4",
                  inside_seconds[] = "--cpu=6:8"; // SIGXCPU, then SIGKILL
static const char differs_seconds[] = "--cpu=3:4", known_seconds[] = "--cpu=4:6",
                  lemmas_seconds[] = "--cpu=10:12", mutant_seconds[] = "--cpu=20:22";
static const char invariants_seconds[] = "--cpu=300:310";

static int ask_abc(const proof *p, const char *commands, const char *limit, prove_verdict *verdict,
                   err *e)
{
    char *log = in_dir(p, "prove_abc.log"), *text = NULL;
    size_t bytes;
    err own = {0};
    const char *const argv[] = {"prlimit", limit, "yosys-abc", "-c", commands, NULL};
    int status = tool_run(argv, p->j->dir, log, &own);
    if (status == ST_OK) status = infile_read(log, MAX_LOG, &text, &bytes, &own);
    *verdict = PROVE_OPEN;
    if (text && strstr(text, "Status = 0")) *verdict = PROVE_DIFFERS;
    else if (text && strstr(text, "Status = 1")) *verdict = PROVE_EQUIVALENT;
    if (status != ST_OK && ended_by(&own, SIGXCPU)) status = ST_OK;
    if (status != ST_OK) err_pass(e, "proof", &own);
    err_free(&own);
    free(text);
    free(log);
    return status;
}

// Has the design the invariants, where it has any? *known: there are some, and they are proved.
// *plain: time was up, so nothing may be assumed.
static int prove_invariants(const proof *p, bool *known, bool *plain, err *e)
{
    char *path = in_dir(p, "invariants.aig");
    prove_verdict verdict = PROVE_EQUIVALENT;
    int status = ST_OK;
    const bool any = access(path, R_OK) == 0;
    if (any) status = ask_abc(p, abc_invariants, invariants_seconds, &verdict, e);
    free(path);
    *known = any && verdict == PROVE_EQUIVALENT;
    *plain = verdict == PROVE_OPEN;
    if (status == ST_OK && verdict == PROVE_DIFFERS)
        status = err_add(e, ST_CHECK, "the invariants of tb/formal/%s_invariants.tcl do not hold",
                         p->j->block);
    return status;
}

static int make_miter(const proof *p, const group *g, bool *fits, err *e)
{
    char *verilog = in_dir(p, "miter.v");
    const miter m = miter_of(p, g);
    int status = miter_write(&m, verilog, e);
    if (status == ST_OK) status = write_params(p, g, e);
    if (status == ST_OK) status = yosys(p, "tb/mutate/prove.tcl", fits, e);
    free(verilog);
    return status;
}

// *fits: what is asked can be asked
static int prepare(proof *p, group *g, bool *fits, err *e)
{
    char *path = in_dir(p, "proved.il");
    int status = ST_OK;
    *fits = is_apart(g) || !p->large;
    if (*fits && has_part(g)) status = read_part(p, g, e);
    if (status == ST_OK && *fits)
        status = mutants_write(&g->l, has_part(g) ? &g->part : p->design, path, e);
    bool undecided = false;
    if (status == ST_OK && *fits) status = make_miter(p, g, fits, e);
    if (status == ST_OK && *fits) status = prove_invariants(p, &g->known, &undecided, e);
    if (status == ST_OK && (!*fits || undecided) && !is_apart(g) && !p->plain) {
        p->plain = true;
        status = make_miter(p, g, fits, e);
    }
    p->large = p->large || (!is_apart(g) && !*fits);
    free(path);
    return status;
}

// ---- one mutant

// one.aig: the miter of this mutant alone
static int ask(const proof *p, const mutant *m, uint64_t lemmas, const char *commands,
               const char *limit, prove_verdict *verdict, err *e)
{
    char *all = in_dir(p, "miter.aig"), *one = in_dir(p, "one.aig");
    const int status = aiger_fix(all, "wl_select", mutant_select(m) | lemmas, one, e);
    free(one);
    free(all);
    return status == ST_OK ? ask_abc(p, commands, limit, verdict, e) : status;
}

static int prove_in_whole(const proof *p, const group *g, const mutant *m, prove_verdict *verdict,
                          err *e)
{
    const bool lemmas = lemmas_known(p->j->block);
    int status = ST_OK;
    *verdict = PROVE_OPEN;
    if (lemmas) status = ask(p, m, miter_strong, abc_lemmas, known_seconds, verdict, e);
    if (lemmas && status == ST_OK && *verdict != PROVE_EQUIVALENT)
        status = ask(p, m, miter_weak, abc_lemmas, lemmas_seconds, verdict, e);
    if (status != ST_OK || *verdict == PROVE_EQUIVALENT) return status;
    if (g->known) return ask(p, m, 0, abc_known, known_seconds, verdict, e);
    status = ask(p, m, 0, abc_differs, differs_seconds, verdict, e);
    if (status != ST_OK || *verdict == PROVE_DIFFERS) return status;
    return ask(p, m, 0, abc_mutant, mutant_seconds, verdict, e);
}

static int prove_one(const proof *p, const group *g, const mutant *m, prove_verdict *verdict,
                     err *e)
{
    if (g->place == WHOLE) return prove_in_whole(p, g, m, verdict, e);
    const int status = ask(p, m, 0, g->known ? abc_known : abc_part,
                           is_apart(g) ? alone_seconds : inside_seconds, verdict, e);
    if (*verdict == PROVE_DIFFERS) *verdict = PROVE_OPEN;
    return status;
}

static int prove_group(proof *p, group *g, err *e)
{
    bool fits = true;
    int status = prepare(p, g, &fits, e);
    for (unsigned i = 0; i < g->l.n && status == ST_OK; i++) {
        prove_verdict verdict = PROVE_OPEN;
        const unsigned number = g->numbers[i];
        if (fits) status = prove_one(p, g, &g->l.m[i], &verdict, e);
        if (status != ST_OK || (g->place != WHOLE && verdict == PROVE_OPEN)) continue;
        p->done[number] = true;
        p->j->found(p->j->ctx, number, verdict);
    }
    return status;
}

// ---- groups of mutants

static group group_new(const proof *p, place where, const scope *in)
{
    const unsigned n = p->all->n + 1;
    return (group){.place = where,
                   .in = in,
                   .l.m = wl_calloc(n, sizeof *p->all->m),
                   .numbers = wl_calloc(n, sizeof(unsigned)),
                   .names = wl_calloc(n, sizeof(char *))};
}

static void group_add(const proof *p, group *g, unsigned i, const scope *in)
{
    const unsigned at = g->l.n++;
    g->l.m[at] = p->all->m[i];
    g->numbers[at] = i;
    g->names[at] = in ? scope_name(in, p->all->m[i].cell) : wl_strdup(p->all->m[i].cell->name);
}

static void group_free(group *g)
{
    for (unsigned i = 0; i < g->l.n; i++) free(g->names[i]);
    free(g->names);
    free(g->numbers);
    mutants_free(&g->l);
    rtlil_free(&g->part);
}

// Of an open mutant: the instance `above` its innermost.
static const scope *place_of(const proof *p, unsigned i, unsigned above)
{
    return p->done[i] ? NULL : scope_of(&p->scopes, p->all->m[i].cell, above);
}

static bool same_place(place where, const scope *a, const scope *b)
{
    return a == b || (where == ALONE && a && b && strcmp(a->module, b->module) == 0);
}

// Every open mutant at the instance `above` its innermost, those of one module or instance at once.
// *any: there was such an instance.
static int prove_places(proof *p, place where, unsigned above, bool *any, err *e)
{
    bool *asked = wl_calloc(p->all->n + 1, sizeof *asked);
    int status = ST_OK;
    *any = false;
    for (unsigned i = 0; i < p->all->n && status == ST_OK; i++) {
        const scope *in = asked[i] ? NULL : place_of(p, i, above);
        if (!in) continue;
        group g = group_new(p, where, in);
        for (unsigned k = i; k < p->all->n; k++) {
            const scope *other = asked[k] ? NULL : place_of(p, k, above);
            if (!same_place(where, in, other)) continue;
            asked[k] = true;
            group_add(p, &g, k, other);
        }
        *any = true;
        status = prove_group(p, &g, e);
        group_free(&g);
    }
    free(asked);
    return status;
}

// Every mutant of a cell without state, at the cell alone
static int prove_cells(proof *p, err *e)
{
    group g = group_new(p, CELL, NULL);
    for (unsigned i = 0; i < p->all->n; i++) {
        if (rtlil_find_port(p->all->m[i].cell, "Y")) group_add(p, &g, i, NULL);
    }
    const int status = g.l.n ? prove_group(p, &g, e) : ST_OK;
    group_free(&g);
    return status;
}

static int prove_whole(proof *p, err *e)
{
    group g = group_new(p, WHOLE, NULL);
    for (unsigned i = 0; i < p->all->n; i++) {
        if (!p->done[i]) group_add(p, &g, i, NULL);
    }
    const int status = g.l.n ? prove_group(p, &g, e) : ST_OK;
    group_free(&g);
    return status;
}

int prove_mutants(const prove_job *j, const mutant_list *l, const rtlil *design, err *e)
{
    proof p = {.j = j, .all = l, .design = design, .done = wl_calloc(l->n + 1, sizeof(bool))};
    char *path = in_dir(&p, "instances.txt");
    bool any = true;
    int status = scopes_read(&p.scopes, path, e);
    if (status == ST_OK) status = prove_cells(&p, e);
    for (unsigned above = 0; any && status == ST_OK; above++)
        status = prove_places(&p, ALONE, above, &any, e);
    any = true;
    for (unsigned above = 0; any && status == ST_OK; above++)
        status = prove_places(&p, INSIDE, above, &any, e);
    if (status == ST_OK) status = prove_whole(&p, e);
    scopes_free(&p.scopes);
    free(path);
    free(p.done);
    return status;
}
