// miter.c: writes a miter as Verilog: the restrictions that a block's contract puts on its inputs,
// the two copies of the design, and the comparison of their outputs. See miter.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/miter.h"

#include "base/outfile.h"
#include "base/resources.h"
#include "config/ports/adapter.h"
#include "config/ports/crossbar.h"
#include "config/ports/dwtcs.h"
#include "config/ports/port.h"
#include "tb/mutate/lemmas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Bits of wl_select that mutant.v does not look at
enum { LEMMAS_TOO = 63, WEAKER = 62 };
const uint64_t miter_strong = (uint64_t)1 << LEMMAS_TOO, miter_weak = (uint64_t)3 << WEAKER;

static bool alone(const miter *m) { return m->part && !m->place; }

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
    for (unsigned i = 0; i < c->gpu.sms; i++)
        fprintf(f, "%ssm_insn_i[%u:%u] <= %u", i ? " && " : "", i * bits + bits - 1, i * bits,
                dwtcs_insn_max(c));
}

// Lengths that there are; a consumer gives back places of packets that it has.
static void allow_crossbar(const config *c, crossbar_direction way, FILE *f)
{
    const unsigned bits = crossbar_flits_bits(c, way), credit = crossbar_credit_bits(c);
    fprintf(f, "1'b1");
    for (unsigned i = 0; i < crossbar_inputs(c, way); i++) {
        const unsigned top = i * bits + bits - 1, low = i * bits;
        fprintf(f, " && (!in_valid_i[%u] || (in_flits_i[%u:%u] >= %u && in_flits_i[%u:%u] <= %u))",
                i, top, low, crossbar_flits_least(c, way), top, low, crossbar_flits_most(c, way));
    }
    for (unsigned o = 0; o < crossbar_outputs(c, way); o++)
        fprintf(f, " && out_credit_i[%u:%u] <= at_%u_q", o * credit + credit - 1, o * credit, o);
}
static void allow_request(const config *c, FILE *f) { allow_crossbar(c, CROSSBAR_REQUEST, f); }
static void allow_reply(const config *c, FILE *f) { allow_crossbar(c, CROSSBAR_REPLY, f); }

// Packets that stand at each output's consumer
static void stand_crossbar(const config *c, crossbar_direction way, FILE *f)
{
    const unsigned credit = crossbar_credit_bits(c);
    for (unsigned o = 0; o < crossbar_outputs(c, way); o++) {
        fprintf(f,
                "  reg [%u:0] at_%u_q;\n  initial at_%u_q = 0;\n"
                "  always @(posedge clk_i) at_%u_q <= !rst_ni ? 0 : at_%u_q + gold_out_pulse_o[%u] "
                "- out_credit_i[%u:%u];\n",
                credit - 1, o, o, o, o, o, o * credit + credit - 1, o * credit);
    }
}
static void stand_request(const config *c, FILE *f) { stand_crossbar(c, CROSSBAR_REQUEST, f); }
static void stand_reply(const config *c, FILE *f) { stand_crossbar(c, CROSSBAR_REPLY, f); }

// The cache responds to what it owes a response.
static void allow_hpdcache(const config *c, FILE *f)
{
    (void)c;
    fprintf(f, "!cache_rsp_valid_i || owed_q != 0");
}
static void stand_hpdcache(const config *c, FILE *f)
{
    (void)c;
    fprintf(f, "  reg [8:0] owed_q;\n  initial owed_q = 0;\n"
               "  always @(posedge clk_i) owed_q <= !rst_ni ? 0 : owed_q + "
               "(gold_cache_req_valid_o && cache_req_ready_i && gold_cache_req_need_rsp_o) - "
               "cache_rsp_valid_i;\n");
}

// What is allowed, and the state of the block's neighbours that it speaks of; NULL: of none. A
// block that is not here takes any inputs.
typedef struct contract {
    const char *block;
    void (*put)(const config *c, FILE *f), (*put_state)(const config *c, FILE *f);
} contract;
static const contract contracts[] = {{"mrpb", allow_mrpb, NULL},
                                     {"streambypass", allow_streambypass, NULL},
                                     {"cart", allow_cart, NULL},
                                     {"dwtcs", allow_dwtcs, NULL},
                                     {"crossbar_request", allow_request, stand_request},
                                     {"crossbar_reply", allow_reply, stand_reply},
                                     {"mrpb_hpdcache", allow_hpdcache, stand_hpdcache}};

static void put_allowed(const miter *m, FILE *f)
{
    const contract *k = NULL;
    for (size_t i = 0; i < sizeof contracts / sizeof contracts[0]; i++) {
        if (strcmp(contracts[i].block, m->block) == 0) k = &contracts[i];
    }
    if (k && k->put_state && !alone(m)) k->put_state(m->c, f);
    fprintf(f, "  wire allowed = ");
    if (k && !alone(m)) k->put(m->c, f);
    else fprintf(f, "1'b1");
    fprintf(f, ";\n");
}

// ---- what is known of the block's state

char *miter_invariants(const miter *m)
{
    char *name = wl_format("tb/formal/%s_invariants.tcl", m->block), *path = resource_path(name);
    free(name);
    if (!alone(m) && !m->plain && access(path, R_OK) == 0) return path;
    free(path);
    return NULL;
}

// ---- pins: of the whole as the port table has them, of a part as they stand in its text

typedef struct pin {
    const char *name, *qualifier;
    unsigned width;
    bool out;
} pin;
typedef struct pins {
    pin *p;
    unsigned n;
} pins;

static pins pins_of_block(const miter *m)
{
    const port_table *t = m->adapter ? NULL : port_table_find(m->block);
    const unsigned n = t ? t->n : m->adapter->kind->n_ports;
    port ports[PORTS_MAX];
    pins made = {wl_calloc(PORTS_MAX + 2, sizeof *made.p), 0};
    if (t) t->fill(m->c, ports);
    else m->adapter->kind->fill(m->adapter, ports);
    if (m->clocked)
        made.p[made.n++] = (pin){"clk_i", NULL, 1, false},
        made.p[made.n++] = (pin){"rst_ni", NULL, 1, false};
    for (unsigned i = 0; i < n; i++) {
        if (ports[i].width)
            made.p[made.n++] =
                (pin){ports[i].name, ports[i].qualifier, ports[i].width, ports[i].dir == PORT_OUT};
    }
    return made;
}

static pins pins_of_part(const rtlil *part)
{
    pins made = {wl_calloc(part->n_wires + 1, sizeof *made.p), 0};
    for (unsigned i = 0; i < part->n_wires; i++) {
        const struct rtlil_wire *w = &part->wires[i];
        if (w->port) made.p[made.n++] = (pin){w->name + 1, NULL, w->width, w->port == 'o'};
    }
    return made;
}

// ---- the miter

// An instance whose outputs are SIDE_NAME and whose inputs are FROM followed by their names, FROM
// from a backslash on an escaped name.
static void put_side(const char *side, const char *from, const pins *of, FILE *f)
{
    const char *comma = "";
    fprintf(f, "  %s u_%s (", side, side);
    if (strcmp(side, "gate") == 0) fprintf(f, ".wl_select(wl_select)"), comma = ", ";
    for (unsigned i = 0; i < of->n; i++, comma = ", ") {
        const pin *p = &of->p[i];
        if (p->out) fprintf(f, "%s.%s(%s_%s)", comma, p->name, side, p->name);
        else fprintf(f, "%s.%s(%s%s )", comma, p->name, from, p->name);
    }
    fprintf(f, ");\n");
}

// Outputs of the design stay even where a part of it alone is compared: invariants speak of all its
// registers (prove.tcl).
static void put_outputs(const char *side, const pins *of, FILE *f)
{
    for (unsigned i = 0; i < of->n; i++) {
        if (of->p[i].out)
            fprintf(f, "  (* keep *) wire [%u:0] %s_%s;\n", of->p[i].width - 1, side,
                    of->p[i].name);
    }
}

// Of the block an output counts where the port table says that it is defined, in the design.
static void put_difference(const pin *p, const char *from, const pins *of, FILE *f)
{
    const char *side = "";
    for (unsigned i = 0; p->qualifier && i < of->n; i++) {
        if (of->p[i].out && strcmp(of->p[i].name, p->qualifier) == 0) side = "gold_";
    }
    if (p->qualifier)
        fprintf(f, "    (%s%s && %s%s != gate_%s) ||\n", side, p->qualifier, from, p->name,
                p->name);
    else fprintf(f, "    (%s%s != gate_%s) ||\n", from, p->name, p->name);
}

static void put_differ(const char *from, const pins *of, FILE *f)
{
    fprintf(f, "  wire differ =\n");
    for (unsigned i = 0; i < of->n; i++) {
        if (of->p[i].out) put_difference(&of->p[i], from, of, f);
    }
    fprintf(f, "    1'b0;\n");
}

static void put_head(const pins *of, FILE *f)
{
    fprintf(f, "module wl_miter (input clk_i, input rst_ni, input [63:0] wl_select");
    for (unsigned i = 0; i < of->n; i++) {
        const pin *p = &of->p[i];
        if (!p->out && strcmp(p->name, "clk_i") != 0 && strcmp(p->name, "rst_ni") != 0)
            fprintf(f, ", input [%u:0] %s", p->width - 1, p->name);
    }
    fprintf(f, ", output bad);\n");
}

// The two sides: the design, and what is mutated of it.
static void put_sides(const miter *m, const pins *whole, const pins *part, FILE *f)
{
    const pins *gold = alone(m) ? part : whole, *gate = m->part ? part : whole;
    char *from = m->place ? wl_format("\\u_gold.%s", m->place) : wl_strdup("");
    put_head(gold, f);
    put_outputs("gold", gold, f);
    put_outputs("gate", gate, f);
    // Yosys joins a wire of this attribute with the one of that name below when it flattens.
    for (unsigned i = 0; m->place && i < part->n; i++)
        fprintf(f, "  (* hierconn *) wire [%u:0] %s%s ;\n", part->p[i].width - 1, from,
                part->p[i].name);
    put_side("gold", "", gold, f);
    put_side("gate", from, gate, f);
    put_differ(m->place ? from : "gold_", gate, f);
    free(from);
}

// A reset came first, and every cycle's inputs were allowed; of the whole a cycle of reset is not
// compared. Lemmas are about states alone.
static void put_bad(const miter *m, FILE *f)
{
    fprintf(f,
            "  reg started_q, broken_q;\n  initial {started_q, broken_q} = 2'b00;\n  always "
            "@(posedge clk_i) begin\n"
            "    started_q <= 1'b1;\n    broken_q <= broken_q || !allowed || (!started_q && "
            "rst_ni);\n  end\n"
            "  wire differs = !broken_q && allowed && differ && %s;\n"
            "  wire lost = started_q && !broken_q && !lemmas;\n  assign bad = differs || "
            "(wl_select[%u] && lost);\n",
            m->part ? "(started_q || !rst_ni)" : "started_q && rst_ni", LEMMAS_TOO);
}

static void put_miter(const miter *m, FILE *f)
{
    pins whole = pins_of_block(m), part = m->part ? pins_of_part(m->part) : (pins){0};
    put_sides(m, &whole, &part, f);
    put_allowed(m, f);
    fprintf(f, "  wire weaker = wl_select[%u];\n", WEAKER);
    if (m->part) fprintf(f, "  wire lemmas = 1'b1;\n");
    else lemmas_put(m->c, m->block, m->design, f);
    put_bad(m, f);
    char *known = miter_invariants(m);
    if (known) fprintf(f, "  always @* assume (allowed);\n  wl_invariants u_inv ();\n");
    fprintf(f, "endmodule\n");
    free(known);
    free(part.p);
    free(whole.p);
}

int miter_write(const miter *m, const char *path, err *e)
{
    outfile o;
    int status = outfile_open(&o, path, e);
    if (status == ST_OK) {
        put_miter(m, o.f);
        status = outfile_commit(&o, e);
    }
    return status;
}
