// plan.c : the two crossbars as blocks of the generator: their sizes.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "config/ports/crossbar.h"

static crossbar_plan sizes(const config *c, crossbar_direction way)
{
    crossbar_plan x = {.network = crossbar_name(way),
                       .inputs = crossbar_inputs(c, way),
                       .outputs = crossbar_outputs(c, way)};
    x.flit_bytes = crossbar_flit_bytes(c, way);
    x.least = crossbar_flits_least(c, way);
    x.most = crossbar_flits_most(c, way);
    x.vcs = crossbar_vcs(c, way);
    x.pipe = c->icnt.latency - 2;
    x.depth = crossbar_depth(c, way);
    x.data = c->crossbar.data;
    // In flip-flops the places that it needs take as much as the registers on the way that it
    // saves.
    x.hold = x.data && x.pipe >= 2 && c->rtl.storage != STORAGE_FLOP;
    x.on_accept = c->icnt.arbiter == ARB_ISLIP && x.vcs > 1;
    return x;
}

static const rtl_range ranges[] = {
    {"in_valid_i", "INPUTS"},
    {"in_ready_o", "INPUTS"},
    {"in_dest_i", "INPUTS*DEST_W"},
    {"in_flits_i", "INPUTS*FLITS_W"},
    {"in_meta_i", "INPUTS*META_W"},
    {"in_flit_i", "INPUTS*VCS*8*FLIT_BYTES"},
    {"out_credit_i", "OUTPUTS*CREDIT_W"},
    {"out_pulse_o", "OUTPUTS"},
    {"out_meta_o", "OUTPUTS*META_W"},
    {"out_flit_pulse_o", "OUTPUTS"},
    {"out_flit_o", "OUTPUTS*8*FLIT_BYTES"},
    {NULL, NULL},
};

static void add_widths(rtl_plan *p, crossbar_direction way)
{
    const crossbar_plan *x = &p->crossbar;
    plan_add_baked(p, "INPUTS", x->inputs, "", "inputs");
    plan_add_baked(p, "OUTPUTS", x->outputs, "", "outputs");
    plan_add_baked(p, "VCS", x->vcs, "", "virtual channels of an input");
    plan_add_baked(p, "FLIT_BYTES", x->data ? x->flit_bytes : 0, "", "bytes of a flit");
    plan_add_baked(p, "FLITS_MAX", x->most, "", "flits of the longest packet");
    plan_add_baked(p, "PLACES", crossbar_places(p->c), "",
                   "packets that an output's consumer holds");
    plan_add_baked(p, "META_W", p->c->crossbar.meta_bits, "", "header carried through, bits");
    plan_add_baked(p, "DEST_W", crossbar_dest_bits(p->c, way),
                   "(OUTPUTS > 1) ? $clog2(OUTPUTS) : 1", "number of an output, bits");
    plan_add_baked(p, "FLITS_W", crossbar_flits_bits(p->c, way), "$clog2(FLITS_MAX + 1)",
                   "length of a packet in flits, bits");
    plan_add_baked(p, "CREDIT_W", crossbar_credit_bits(p->c), "$clog2(PLACES + 1)",
                   "a number of places, bits");
}

static void plan_way(rtl_plan *p, crossbar_direction way)
{
    p->crossbar = sizes(p->c, way);
    p->split = p->crossbar.data && plan_is_split(p);
    p->rams = "*u_flits/*u_words";
    p->n_ports = CROSSBAR_N_PORTS;
    add_widths(p, way);
    plan_name_widths(p, ranges);
    p->clocked = true;
}

void crossbar_make_request_plan(rtl_plan *p)
{
    crossbar_request_ports(p->c, p->ports);
    plan_way(p, CROSSBAR_REQUEST);
}

void crossbar_make_reply_plan(rtl_plan *p)
{
    crossbar_reply_ports(p->c, p->ports);
    plan_way(p, CROSSBAR_REPLY);
}

void crossbar_set_values(const rtl_plan *p, writer *w)
{
    const crossbar_plan *x = &p->crossbar;
    const struct cfg_icnt *k = &p->c->icnt;
    writer_set(w, "NETWORK", "%s", x->network);
    writer_set(w, "INPUTS", "%u", x->inputs);
    writer_set(w, "OUTPUTS", "%u", x->outputs);
    writer_set(w, "FLIT_BYTES", "%u", x->flit_bytes);
    writer_set(w, "LEAST", "%u", x->least);
    writer_set(w, "MOST", "%u", x->most);
    writer_set(w, "VCS", "%u", x->vcs);
    writer_set(w, "BUFFER", "%u", k->input_buffer);
    writer_set(w, "META_W", "%u", p->c->crossbar.meta_bits);
    writer_set(w, "PLACES", "%u", crossbar_places(p->c));
    writer_set(w, "PIPE", "%u", x->pipe);
    writer_set(w, "FIRST", "%u", x->pipe + 1);
    writer_set(w, "I", "%s", x->inputs > 1 ? "[i]" : "");
    writer_set(w, "DEPTH", "%u", x->depth);
    const bool latch = p->c->rtl.storage == STORAGE_LATCH;
    writer_set(w, "WORDS", "%s", latch ? "latches" : "flip-flops");
    writer_flag(w, "LATCH", latch);
    writer_flag(w, "FIFO_LATCH", false);
    writer_flag(w, "SRAM", plan_has_sram(p));
    writer_set(w, "ACCEPT", "%s",
               x->vcs > 1 ? "An input accepts one of its grants, in turn."
                          : "An input has one wish, so it takes it.");
    writer_set(w, "POLICY", "%s",
               x->on_accept
                   ? "iSLIP, one iteration: the turn of an output moves when its grant is accepted."
                   : "Round robin: the turn of an output moves with every grant.");
    writer_flag(w, "DATA", x->data);
    writer_flag(w, "SPLIT", p->split);
    writer_flag(w, "MANY", x->vcs > 1);
    writer_flag(w, "HOLD", x->hold);
    writer_set(w, "WAIT", "%u", x->hold ? x->pipe - plan_has_sram(p) : 0); // an SRAM takes a cycle
    writer_set(w, "READ_Q", "%s", plan_has_sram(p) ? "_q" : "");
    writer_flag(w, "ON_ACCEPT", x->on_accept);
}
