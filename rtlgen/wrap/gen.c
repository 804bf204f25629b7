// gen.c : the tops of the sides: their channels and files.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

static const rtl_channel sm_channels[] = {
    {"mrpb_in", "requests from the coalescer, as of the structure alone\n"},
    {"mrpb_req", "requests offered to L1D, which answers in the same cycle\n"},
    {"mrpb_byp", "the offered request leaves for the bypass path in this cycle\n"},
    {"mrpb_status", "from state only\n"},
    {"warppool_iss", "an instruction issues, as of the structure alone\n"},
    {"warppool_ag",
     "an instruction whose registers are to be read and whose addresses are to be made\n"},
    {"warppool_adr", "the addresses of one such instruction, in any order of warps\n"},
    {"warppool_req", "a merged load or a store, offered to L1D, which answers in the same cycle\n"},
    {"warppool_bypass", "requests of an instruction that bypasses the pipeline\n"},
    {"warppool_ret", "data from L1D\n"},
    {"warppool_wb", "one request's words for the register file\n"},
    {"warppool_status", "from state only\n"},
    {"pric_set", "where the line of the request offered to L1D is, in the same cycle; of no use "
                 "while none is offered\n"},
    {"streambypass_acc", "what L1D has served in this cycle. No handshake.\n"},
    {"streambypass_mode", "from state only\n"},
    {NULL, NULL},
};

static const rtl_channel slice_channels[] = {
    {"cart_in", "requests from the slice's access queue, as of the structure alone\n"},
    {"cart_req", "the request offered to L2, which accepts, rejects, or does not look\n"},
    {"cart_status", "from state only\n"},
    {"pric_set", "where the line of the request offered to L2 is, in the same cycle; of no use "
                 "while none is offered\n"},
    {"streambypass_acc", "what the slice has served in this cycle. No handshake.\n"},
    {"streambypass_mode", "from state only\n"},
    {NULL, NULL},
};

static const rtl_module sm_modules[] = {
    {"sm", "rtlgen/wrap/side.v.in", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
static const rtl_module slice_modules[] = {
    {"slice", "rtlgen/wrap/side.v.in", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static bool stands(const config *c, side_kind kind)
{
    side s;
    side_of(c, kind, &s);
    return s.n != 0;
}

static bool sm_enabled(const config *c) { return stands(c, SIDE_SM); }
static bool slice_enabled(const config *c) { return stands(c, SIDE_SLICE); }

static const rtl_block side_sm = {
    "sm",        "structures",      sm_enabled,      sm_modules,
    sm_channels, side_make_sm_plan, side_set_values, "rtlgen/wrap/side.md.in"};
static const rtl_block side_slice = {
    "slice",        "structures",         slice_enabled,   slice_modules,
    slice_channels, side_make_slice_plan, side_set_values, "rtlgen/wrap/side.md.in"};
const rtl_block *const rtl_sides[] = {&side_sm, &side_slice, NULL};
