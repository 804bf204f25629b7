// gen.c : which files a crossbar has, and its channels.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

static const rtl_channel channels[] = {
    {"in",
     "packets at the inputs, fields side by side, input 0 in the lowest bits. Beat of input i:\n"
     "in_valid_i[i] && in_ready_o[i]; the payload holds from valid until the beat. in_ready_o[i] "
     "depends on state and on\n"
     "in_dest_i and in_flits_i of the input.\n"},
    {"out", "packets at the outputs, a pulse each, from state only, and places that their "
            "consumers give back\n"},
    {"status", "from state only\n"},
    {"data", "the packets' flits. A packet's come on the lane of its input's virtual channel, one "
             "a cycle, the first in the cycle\n"
             "of the packet's beat or behind those of the packet before it there. No handshake: "
             "the beat has made room.\n"
             "out_flit_pulse_o and out_flit_o are from state only; a packet's flits come in order, "
             "the last with out_pulse_o.\n"},
    {NULL, NULL},
};

static bool has_data(const rtl_plan *p) { return p->crossbar.data; }
static bool has_words(const rtl_plan *p) { return has_data(p) && !plan_has_sram(p); }
static bool has_hold(const rtl_plan *p) { return p->crossbar.hold; }
static bool has_flits(const rtl_plan *p) { return has_data(p) && !has_hold(p); }
static bool has_sram(const rtl_plan *p) { return has_data(p) && plan_has_sram(p); }

// The parts of both networks.
// clang-format off
#define PARTS \
    {"lib_first", "rtlgen/lib/lib_first.v.in", NULL, NULL}, \
    {"lib_fifo", "rtlgen/lib/lib_fifo.v.in", NULL, NULL}, \
    {"lib_select", "rtlgen/lib/lib_select.v.in", NULL, NULL}, \
    {"crossbar_turn", "rtlgen/crossbar/crossbar_turn.v.in", NULL, NULL}, \
    {"crossbar_input", "rtlgen/crossbar/crossbar_input.v.in", NULL, NULL}, \
    {"crossbar_output", "rtlgen/crossbar/crossbar_output.v.in", NULL, NULL}, \
    {"lib_sram", "rtlgen/lib/lib_sram.v.in", NULL, has_sram}, \
    {"lib_ram", "rtlgen/lib/lib_ram.v.in", NULL, has_sram}, \
    {"crossbar_ram", "rtlgen/crossbar/crossbar_ram.v.in", NULL, has_words}, \
    {"crossbar_flits", "rtlgen/crossbar/crossbar_flits.v.in", NULL, has_flits}, \
    {"crossbar_hold", "rtlgen/crossbar/crossbar_hold.v.in", NULL, has_hold}, \
    {"crossbar_way", "rtlgen/crossbar/crossbar_way.v.in", NULL, has_data},
// clang-format on

static const rtl_module request_modules[] = {
    PARTS{"crossbar_request", "rtlgen/crossbar/crossbar.v.in", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static const rtl_module reply_modules[] = {
    PARTS{"crossbar_reply", "rtlgen/crossbar/crossbar.v.in", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->crossbar.enable; }

const rtl_block rtl_crossbar_request = {"crossbar_request",
                                        "structures.crossbar",
                                        enabled,
                                        request_modules,
                                        channels,
                                        crossbar_make_request_plan,
                                        crossbar_set_values,
                                        "rtlgen/crossbar/crossbar.md.in"};
const rtl_block rtl_crossbar_reply = {"crossbar_reply",
                                      "structures.crossbar",
                                      enabled,
                                      reply_modules,
                                      channels,
                                      crossbar_make_reply_plan,
                                      crossbar_set_values,
                                      "rtlgen/crossbar/crossbar.md.in"};
