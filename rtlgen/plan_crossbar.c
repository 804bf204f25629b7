// plan_crossbar.c : the two crossbars as blocks of the generator: their sizes, modules, channels, pages.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/crossbar.h"
#include "rtlgen/plan.h"

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

static crossbar_plan sizes(const config *c, crossbar_way way)
{
    crossbar_plan x = {.network = crossbar_name(way), .inputs = crossbar_inputs(c, way), .outputs = crossbar_outputs(c, way)};
    x.flit_bytes = crossbar_flit_bytes(c, way);
    x.least = crossbar_flits_least(c, way);
    x.most = crossbar_flits_most(c, way);
    x.vcs = crossbar_vcs(c, way);
    x.packets = crossbar_packets(c, way);
    x.dest_w = crossbar_dest_bits(c, way);
    while (!(x.vcs >> x.own_w & 1)) x.own_w++;
    x.flits_w = crossbar_flits_bits(c, way);
    x.count_w = larger(plan_bits_to_hold(larger(c->icnt.input_buffer, x.most)), x.flits_w);
    x.credit_w = crossbar_credit_bits(c);
    x.pipe = c->icnt.latency - 2;
    x.depth = crossbar_depth(c, way);
    x.data = c->crossbar.data;
    x.on_accept = c->icnt.arbiter == ARB_ISLIP && x.vcs > 1;
    return x;
}

static void plan_way(rtl_plan *p, crossbar_way way)
{
    p->crossbar = sizes(p->c, way);
    p->split = p->crossbar.data && plan_is_split(p);
    p->rams = "*u_flits/*u_words";
    p->n_ports = CROSSBAR_N_PORTS;
    p->clocked = true;
}

static void plan_request(rtl_plan *p)
{
    crossbar_request_ports(p->c, p->ports);
    plan_way(p, CROSSBAR_REQUEST);
}

static void plan_reply(rtl_plan *p)
{
    crossbar_reply_ports(p->c, p->ports);
    plan_way(p, CROSSBAR_REPLY);
}

static void holes(const rtl_plan *p, writer *w)
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
    writer_set(w, "PACKETS", "%u", x->packets);
    writer_set(w, "PTR_W", "%u", cfg_index_bits(x->packets));
    writer_set(w, "FILL_W", "%u", plan_bits_to_hold(x->packets));
    writer_set(w, "DEST_W", "%u", x->dest_w);
    writer_set(w, "OWN_W", "%u", x->own_w);
    writer_set(w, "FLITS_W", "%u", x->flits_w);
    writer_set(w, "COUNT_W", "%u", x->count_w);
    writer_set(w, "META_W", "%u", p->c->crossbar.meta_bits);
    writer_set(w, "PLACES", "%u", crossbar_places(p->c));
    writer_set(w, "CREDIT_W", "%u", x->credit_w);
    writer_set(w, "PIPE", "%u", x->pipe);
    writer_set(w, "FIRST", "%u", x->pipe + 1);
    writer_set(w, "I", "%s", x->inputs > 1 ? "[i]" : "");
    writer_set(w, "FLIT_W", "%u", 8 * x->flit_bytes);
    writer_set(w, "DEPTH", "%u", x->depth);
    writer_set(w, "FLIT_PTR_W", "%u", cfg_index_bits(x->depth));
    writer_flag(w, "DATA", x->data);
    writer_flag(w, "SPLIT", p->split);
    writer_flag(w, "MANY", x->vcs > 1);
    writer_flag(w, "ON_ACCEPT", x->on_accept);
}

static const rtl_channel channels[] = {
    {"in", "packets at the inputs, fields side by side, input 0 in the lowest bits. Beat of input i:\n"
           "in_valid_i[i] && in_ready_o[i]; the payload holds from valid until the beat. in_ready_o[i] depends on state and on\n"
           "in_dest_i and in_flits_i of the input.\n"},
    {"out", "packets at the outputs, a pulse each, from state only, and places that their consumers give back\n"},
    {"status", "from state only\n"},
    {"data", "the packets' flits. A packet's come on the lane of its input's virtual channel, one a cycle, the first in the cycle\n"
             "of the packet's beat or behind those of the packet before it there. No handshake: the beat has made room.\n"
             "out_flit_pulse_o and out_flit_o are from state only; a packet's flits come in order, the last with out_pulse_o.\n"},
    {NULL, NULL},
};

static bool has_data(const rtl_plan *p) { return p->crossbar.data; }
static bool has_words(const rtl_plan *p) { return has_data(p) && !plan_has_sram(p); }
static bool has_sram(const rtl_plan *p) { return has_data(p) && plan_has_sram(p); }

#define PARTS \
    {"lib_first", "gen_lib.c", gen_lib_first, NULL}, {"lib_fifo", "gen_buffer.c", gen_lib_fifo, NULL}, \
    {"lib_select", "gen_buffer.c", gen_lib_select, NULL}, {"crossbar_turn", "gen_crossbar.c", gen_crossbar_turn, NULL}, \
    {"crossbar_input", "gen_crossbar.c", gen_crossbar_input, NULL}, {"crossbar_output", "gen_crossbar.c", gen_crossbar_output, NULL}, \
    {"lib_sram", "gen_ram.c", gen_lib_sram, has_sram}, {"lib_ram", "gen_ram.c", gen_lib_ram, has_sram}, \
    {"crossbar_ram", "gen_crossbar_data.c", gen_crossbar_ram, has_words}, {"crossbar_flits", "gen_crossbar_data.c", gen_crossbar_flits, has_data}, \
    {"crossbar_way", "gen_crossbar_data.c", gen_crossbar_way, has_data}
static const rtl_module request_modules[] = {PARTS, {"crossbar_request", "gen_crossbar_top.c", gen_crossbar, NULL}, {NULL, NULL, NULL, NULL}};
static const rtl_module reply_modules[] = {PARTS, {"crossbar_reply", "gen_crossbar_top.c", gen_crossbar, NULL}, {NULL, NULL, NULL, NULL}};

static const char PAGE[] =
    "# @{TOP}: crossbar of the @{NETWORK} network\n"
    "\n"
    "After Bandwidth (ISPASS 2017), sections III and VII.B: @{INPUTS} inputs, @{OUTPUTS} outputs, flits of @{FLIT_BYTES} bytes. The two\n"
    "networks may have different widths of flits. A packet has ceil((8 + data bytes) / @{FLIT_BYTES}) flits, @{LEAST} to @{MOST}.\n"
    "@+{DATA}Headers and flits go through the block.\n"
    "@-{DATA}Headers go through the block, each for all the cycles that its packet's flits take; the data path is not part of it\n"
    "@-{DATA}(`structures.crossbar.data`).\n"
    "\n"
    "## In cycles\n"
    "\n"
    "Clock `clk_i`, synchronous reset `rst_ni` (active low, one cycle is enough).\n"
    "\n"
    "- Each input has @{VCS} buffers of @{BUFFER} flits (virtual channels); a packet takes channel (output mod @{VCS}). It is accepted when the\n"
    "  channel is empty or has room for all its flits at the start of the cycle.\n"
    "- An input that is not sending asks for the outputs of its channels' heads, from the cycle on in which they come. An output that is free and\n"
    "  whose consumer has a place grants one of the inputs, in turn. @{ACCEPT}\n"
    "- @{POLICY}\n"
    "- A packet of f flits granted in cycle t holds input and output in t to t + f - 1, and its pulse is at the output in t + f + @{PIPE}: accepted\n"
    "  in cycle t, it is there at t + @{FIRST} + f - 1 at the earliest.\n"
    "- The consumer has @{PLACES} places. A place given back in a cycle counts in that cycle.\n"
    "- Packets of an input to an output keep their order: they share a channel, and an output serves one packet at a time.\n"
    "@+{DATA}- A packet's flits come on the lane of its input's channel, one a cycle: the first in the cycle in which the packet is accepted, or, if\n"
    "@+{DATA}  those of the packet before it on the lane are still coming, behind them. Nothing is asked: there is room, for @{DEPTH} flits a channel.\n"
    "@+{DATA}- The flit that an input sends in cycle t is at the output in t + @{FIRST}; a packet's last one together with its pulse.\n"
    "@+{DATA}- Flits wait in flip-flops, latches or SRAM (`rtl.storage`), the same in cycles.\n";

static void page(const rtl_plan *p, writer *w)
{
    const crossbar_plan *x = &p->crossbar;
    writer_set(w, "ACCEPT", "%s", x->vcs > 1 ? "An input accepts one of its grants, in turn." : "An input has one wish, so it takes it.");
    writer_set(w, "POLICY", "%s", x->on_accept ? "iSLIP, one iteration: the turn of an output moves when its grant is accepted."
                                               : "Round robin: the turn of an output moves with every grant.");
    writer_put(w, PAGE);
}

static bool enabled(const config *c) { return c->crossbar.enable; }

const rtl_block rtl_crossbar_request = {"crossbar_request", "structures.crossbar", enabled, request_modules, channels, plan_request, holes, page};
const rtl_block rtl_crossbar_reply = {"crossbar_reply", "structures.crossbar", enabled, reply_modules, channels, plan_reply, holes, page};
