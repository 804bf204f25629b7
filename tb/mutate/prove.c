// prove.c : see prove.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/prove.h"

#include "base/outfile.h"
#include "base/share.h"
#include "config/ports/crossbar.h"
#include "config/ports/dwtcs.h"
#include "config/ports/port.h"
#include "tb/mutate/aiger.h"
#include "tb/mutate/lemmas.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_LOG = 1 << 24 };

// Bits of wl_select that mutant.v does not look at: a lemma that does not hold is bad too; the weaker lemmas.
enum { LEMMAS_TOO = 63, WEAKER = 62 };
static const uint64_t strong = (uint64_t)1 << LEMMAS_TOO, weak = (uint64_t)3 << WEAKER;

// ---- what the contract allows

static void allow_mrpb(const config *c, FILE *f) { fprintf(f, "in_warp_i < %u", c->sm.warps); }

static void allow_cart(const config *c, FILE *f)
{
    (void)c;
    fprintf(f, "!(req_accept_i[0] && req_reject_i[0])");
}

static void allow_streambypass(const config *c, FILE *f)
{
    fprintf(f, "acc_i <= %u && miss_i <= acc_i", c->streambypass.accesses);
}

static void allow_dwtcs(const config *c, FILE *f)
{
    const unsigned bits = dwtcs_insn_bits(c);
    for (unsigned i = 0; i < c->gpu.sms; i++) fprintf(f, "%ssm_insn_i[%u:%u] <= %u", i ? " && " : "", i * bits + bits - 1, i * bits, dwtcs_insn_max(c));
}

// Lengths that there are; a consumer gives back places of packets that it has.
static void allow_crossbar(const config *c, crossbar_way way, FILE *f)
{
    const unsigned bits = crossbar_flits_bits(c, way), credit = crossbar_credit_bits(c);
    fprintf(f, "1'b1");
    for (unsigned i = 0; i < crossbar_inputs(c, way); i++) {
        const unsigned top = i * bits + bits - 1, low = i * bits;
        fprintf(f, " && (!in_valid_i[%u] || (in_flits_i[%u:%u] >= %u && in_flits_i[%u:%u] <= %u))", i, top, low, crossbar_flits_least(c, way), top, low,
                crossbar_flits_most(c, way));
    }
    for (unsigned o = 0; o < crossbar_outputs(c, way); o++) fprintf(f, " && out_credit_i[%u:%u] <= at_%u_q", o * credit + credit - 1, o * credit, o);
}
static void allow_request(const config *c, FILE *f) { allow_crossbar(c, CROSSBAR_REQUEST, f); }
static void allow_reply(const config *c, FILE *f) { allow_crossbar(c, CROSSBAR_REPLY, f); }

// Packets that stand at each output's consumer
static void stand_crossbar(const config *c, crossbar_way way, FILE *f)
{
    const unsigned credit = crossbar_credit_bits(c);
    for (unsigned o = 0; o < crossbar_outputs(c, way); o++) {
        fprintf(f, "  reg [%u:0] at_%u_q;\n  initial at_%u_q = 0;\n"
                   "  always @(posedge clk_i) at_%u_q <= !rst_ni ? 0 : at_%u_q + gold_out_pulse_o[%u] - out_credit_i[%u:%u];\n",
                credit - 1, o, o, o, o, o, o * credit + credit - 1, o * credit);
    }
}
static void stand_request(const config *c, FILE *f) { stand_crossbar(c, CROSSBAR_REQUEST, f); }
static void stand_reply(const config *c, FILE *f) { stand_crossbar(c, CROSSBAR_REPLY, f); }

// What is allowed, and the state of the block's neighbours that it speaks of; NULL: of none. A block that is not here takes any inputs.
typedef struct contract {
    const char *block;
    void (*put)(const config *c, FILE *f), (*put_state)(const config *c, FILE *f);
} contract;
static const contract contracts[] = {{"mrpb", allow_mrpb, NULL},
                                     {"streambypass", allow_streambypass, NULL},
                                     {"cart", allow_cart, NULL},
                                     {"dwtcs", allow_dwtcs, NULL},
                                     {"crossbar_request", allow_request, stand_request},
                                     {"crossbar_reply", allow_reply, stand_reply}};

static void put_allowed(const prove_job *j, FILE *f)
{
    const contract *k = NULL;
    for (size_t i = 0; i < sizeof contracts / sizeof contracts[0]; i++) {
        if (strcmp(contracts[i].block, j->block) == 0) k = &contracts[i];
    }
    if (k && k->put_state) k->put_state(j->c, f);
    fprintf(f, "  wire allowed = ");
    if (k) k->put(j->c, f);
    else fprintf(f, "1'b1");
    fprintf(f, ";\n");
}

// ---- what is known of the block's state

// The script that has invariants for the block, malloc'd; NULL: there is none.
static char *invariants_script(const prove_job *j)
{
    char *name = wl_format("tb/formal/%s_invariants.tcl", j->block), *path = share_path(name);
    free(name);
    if (access(path, R_OK) == 0) return path;
    free(path);
    return NULL;
}

// ---- the miter

static void put_side(const prove_job *j, const char *side, const port *ports, unsigned n, FILE *f)
{
    const bool gate = strcmp(side, "gate") == 0;
    const char *comma = gate ? ", " : "";
    fprintf(f, "  %s u_%s (%s", side, side, gate ? ".wl_select(wl_select)" : "");
    if (j->clocked) fprintf(f, "%s.clk_i(clk_i), .rst_ni(rst_ni)", comma), comma = ", ";
    for (unsigned i = 0; i < n; i++) {
        const port *p = &ports[i];
        if (!p->width) continue;
        if (p->dir == PORT_IN) fprintf(f, "%s.%s(%s)", comma, p->name, p->name);
        else fprintf(f, "%s.%s(%s_%s)", comma, p->name, side, p->name);
        comma = ", ";
    }
    fprintf(f, ");\n");
}

static void put_difference(const port *p, const port *ports, unsigned n, FILE *f)
{
    const char *side = "";
    for (unsigned i = 0; p->qualifier && i < n; i++) {
        if (strcmp(ports[i].name, p->qualifier) == 0 && ports[i].dir == PORT_OUT) side = "gold_";
    }
    if (p->qualifier) fprintf(f, "    (%s%s && gold_%s != gate_%s) ||\n", side, p->qualifier, p->name, p->name);
    else fprintf(f, "    (gold_%s != gate_%s) ||\n", p->name, p->name);
}

static void put_miter(const prove_job *j, const rtlil *design, FILE *f)
{
    const port_table *t = port_table_find(j->block);
    port ports[PORTS_MAX];
    t->fill(j->c, ports);
    fprintf(f, "module wl_miter (input clk_i, input rst_ni, input [63:0] wl_select");
    for (unsigned i = 0; i < t->n; i++) {
        if (ports[i].dir == PORT_IN && ports[i].width) fprintf(f, ", input [%u:0] %s", ports[i].width - 1, ports[i].name);
    }
    fprintf(f, ", output bad);\n");
    for (unsigned i = 0; i < t->n; i++) {
        const port *p = &ports[i];
        if (p->dir == PORT_OUT && p->width) fprintf(f, "  wire [%u:0] gold_%s, gate_%s;\n", p->width - 1, p->name, p->name);
    }
    put_side(j, "gold", ports, t->n, f);
    put_side(j, "gate", ports, t->n, f);
    fprintf(f, "  wire differ =\n");
    for (unsigned i = 0; i < t->n; i++) {
        if (ports[i].dir == PORT_OUT && ports[i].width) put_difference(&ports[i], ports, t->n, f);
    }
    fprintf(f, "    1'b0;\n");
    put_allowed(j, f);
    fprintf(f, "  wire weaker = wl_select[%u];\n", WEAKER);
    lemmas_put(j->c, j->block, design, f);
    // A reset came first, and every cycle's inputs were allowed; a cycle of reset is not compared. Lemmas are about states alone.
    fprintf(f, "  reg started_q, broken_q;\n  initial {started_q, broken_q} = 2'b00;\n  always @(posedge clk_i) begin\n"
               "    started_q <= 1'b1;\n    broken_q <= broken_q || !allowed || (!started_q && rst_ni);\n  end\n"
               "  wire differs = started_q && rst_ni && !broken_q && allowed && differ;\n"
               "  wire lost = started_q && !broken_q && !lemmas;\n  assign bad = differs || (wl_select[%u] && lost);\n",
            LEMMAS_TOO);
    char *known = invariants_script(j);
    if (known) fprintf(f, "  always @* assume (allowed);\n  wl_invariants u_inv ();\n");
    free(known);
    fprintf(f, "endmodule\n");
}

static int write_miter(const prove_job *j, const rtlil *design, err *e)
{
    char *path = wl_format("%s/miter.v", j->dir);
    outfile o;
    int status = outfile_open(&o, path, e);
    if (status == ST_OK) {
        put_miter(j, design, o.f);
        status = outfile_commit(&o, e);
    }
    free(path);
    return status;
}

static int write_params(const prove_job *j, err *e)
{
    char *path = wl_format("%s/prove_params.tcl", j->dir), *cell = share_path("tb/mutate/mutant.v"), *known = invariants_script(j);
    char *text = wl_format("set top {%s}\nset cell {%s}\nset script {%s}\n", j->top, cell, known ? known : "");
    const int status = outfile_put(path, text, strlen(text), e);
    free(text);
    free(known);
    free(cell);
    free(path);
    return status;
}

static int make_aig(const prove_job *j, err *e)
{
    char *script = share_path("tb/mutate/prove.tcl"), *log = wl_format("%s/prove_yosys.log", j->dir);
    const char *const argv[] = {"yosys", "-q", "-c", script, NULL};
    const int status = share_run(argv, j->dir, log, e);
    free(log);
    free(script);
    return status;
}

// What ends a proof is a number of frames and of conflicts, the same on any machine; and, for the few that need more than that, time
// of the processor, which does not pass faster when others are busy.
static const char abc_mutant[] = "read_aiger one.aig; strash; scorr -X 8; dc2; scorr -F 4 -X 8; pdr -F 60 -C 10000; print_status";
static const char abc_known[] = "read_aiger one.aig; strash; scorr -c -m; fold; scorr -X 8; dc2; pdr -F 40 -C 500; print_status";
static const char abc_lemmas[] = "read_aiger one.aig; strash; scorr; pdr -F 200 -C 10000; print_status";
static const char abc_invariants[] = "read_aiger invariants.aig; strash; fold; orpos; pdr; print_status";
static const char known_seconds[] = "--cpu=4:6", lemmas_seconds[] = "--cpu=10:12"; // SIGXCPU, then SIGKILL
static const char mutant_seconds[] = "--cpu=60:65", invariants_seconds[] = "--cpu=300:310";

static bool out_of_time(const err *e)
{
    char *how = wl_format("killed by signal %d ", SIGXCPU);
    const bool is = e->count && strstr(e->text, how);
    free(how);
    return is;
}

static int ask_abc(const prove_job *j, const char *commands, const char *limit, prove_verdict *verdict, err *e)
{
    char *log = wl_format("%s/prove_abc.log", j->dir), *text = NULL;
    size_t bytes;
    err own = {0};
    const char *const argv[] = {"prlimit", limit, "yosys-abc", "-c", commands, NULL};
    int status = share_run(argv, j->dir, log, &own);
    if (status == ST_OK) status = infile_read(log, MAX_LOG, &text, &bytes, &own);
    *verdict = PROVE_OPEN;
    if (text && strstr(text, "Status = 0")) *verdict = PROVE_DIFFERS;
    else if (text && strstr(text, "Status = 1")) *verdict = PROVE_EQUIVALENT;
    if (status != ST_OK && out_of_time(&own)) status = ST_OK;
    if (status != ST_OK) err_pass(e, "proof", &own);
    err_free(&own);
    free(text);
    free(log);
    return status;
}

// Has the design the invariants, where it has any? *known says whether there are any.
static int prove_invariants(const prove_job *j, bool *known, err *e)
{
    char *path = wl_format("%s/invariants.aig", j->dir);
    prove_verdict verdict = PROVE_EQUIVALENT;
    int status = ST_OK;
    *known = access(path, R_OK) == 0;
    if (*known) status = ask_abc(j, abc_invariants, invariants_seconds, &verdict, e);
    free(path);
    if (status == ST_OK && verdict != PROVE_EQUIVALENT) status = err_add(e, ST_CHECK, "the invariants of tb/formal/%s_invariants.tcl are not proved", j->block);
    return status;
}

int prove_prepare(prove_job *j, mutant_list *l, const rtlil *design, err *e)
{
    char *path = wl_format("%s/proved.il", j->dir);
    int status = mutants_write(l, design, path, e);
    if (status == ST_OK) status = write_miter(j, design, e);
    if (status == ST_OK) status = write_params(j, e);
    if (status == ST_OK) status = make_aig(j, e);
    if (status == ST_OK) status = prove_invariants(j, &j->known, e);
    free(path);
    return status;
}

// one.aig: the miter of this mutant alone
static int select_mutant(const prove_job *j, const mutant *m, uint64_t lemmas, err *e)
{
    char *all = wl_format("%s/miter.aig", j->dir), *one = wl_format("%s/one.aig", j->dir);
    const int status = aiger_fix(all, "wl_select", mutant_select(m) | lemmas, one, e);
    free(one);
    free(all);
    return status;
}

static int ask(const prove_job *j, const mutant *m, uint64_t lemmas, const char *commands, const char *limit, prove_verdict *verdict, err *e)
{
    const int status = select_mutant(j, m, lemmas, e);
    return status == ST_OK ? ask_abc(j, commands, limit, verdict, e) : status;
}

int prove_mutant(const prove_job *j, const mutant *m, prove_verdict *verdict, err *e)
{
    const bool lemmas = lemmas_known(j->block);
    int status = ST_OK;
    *verdict = PROVE_OPEN;
    if (lemmas) status = ask(j, m, strong, abc_lemmas, known_seconds, verdict, e);
    if (lemmas && status == ST_OK && *verdict != PROVE_EQUIVALENT) status = ask(j, m, weak, abc_lemmas, lemmas_seconds, verdict, e);
    if (status != ST_OK || *verdict == PROVE_EQUIVALENT) return status;
    if (j->known) return ask(j, m, 0, abc_known, known_seconds, verdict, e);
    return ask(j, m, 0, abc_mutant, mutant_seconds, verdict, e);
}
