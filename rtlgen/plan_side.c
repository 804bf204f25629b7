// plan_side.c : the top of one side of a configuration (config/ports/side.h) as a block of the generator: which structures it holds, its
// channels, its page. Each structure is a block of its own, and its files are emitted for it; the side adds the one module around them.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/side.h"
#include "rtlgen/plan.h"

#include <stdlib.h>
#include <string.h>

static void plan(rtl_plan *p, side_kind kind)
{
    side_plan *x = &p->side;
    side_of(p->c, kind, &x->of);
    p->n_ports = port_table_find(x->of.stem)->n;
    for (unsigned i = 0; i < x->of.n; i++) {
        rtl_plan *part = wl_calloc(1, sizeof *part);
        plan_make(plan_block(x->of.part[i].block), p->c, p->source, p->folder, part);
        x->clocked[i] = part->clocked;
        x->split[i] = part->split;
        p->clocked = p->clocked || part->clocked;
        if (part->split) p->ram = i;
        if (part->split) p->rams = part->rams;
        if (part->late) p->late_in = i;
        if (part->late) p->late = part->late;
        p->split = p->split || part->split;
        free(part);
    }
}

static void plan_sm(rtl_plan *p)
{
    side_sm_ports(p->c, p->ports);
    plan(p, SIDE_SM);
}

static void plan_slice(rtl_plan *p)
{
    side_slice_ports(p->c, p->ports);
    plan(p, SIDE_SLICE);
}

static void holes(const rtl_plan *p, writer *w)
{
    writer_set(w, "WHERE", "%s", strcmp(p->block->stem, "sm") == 0 ? "an SM, around L1D" : "an L2 slice");
    writer_set(w, "PATH", "%s", p->side.of.path >= 0 ? p->side.of.part[p->side.of.path].block : "");
    writer_flag(w, "WIRED", p->side.of.pric >= 0);
}

static const rtl_channel sm_channels[] = {
    {"mrpb_in", "requests from the coalescer, as of the structure alone\n"},
    {"mrpb_req", "requests offered to L1D, which answers in the same cycle\n"},
    {"mrpb_byp", "the offered request leaves for the bypass path in this cycle\n"},
    {"mrpb_status", "from state only\n"},
    {"warppool_iss", "an instruction issues, as of the structure alone\n"},
    {"warppool_ag", "an instruction whose registers are to be read and whose addresses are to be made\n"},
    {"warppool_adr", "the addresses of one such instruction, in any order of warps\n"},
    {"warppool_req", "a merged load or a store, offered to L1D, which answers in the same cycle\n"},
    {"warppool_round", "requests of an instruction that goes round the pipeline\n"},
    {"warppool_ret", "data from L1D\n"},
    {"warppool_wb", "one request's words for the register file\n"},
    {"warppool_status", "from state only\n"},
    {"pric_set", "where the line of the request offered to L1D is, in the same cycle; of no use while none is offered\n"},
    {"streambypass_acc", "what L1D has served in this cycle. No handshake.\n"},
    {"streambypass_mode", "from state only\n"},
    {NULL, NULL},
};

static const rtl_channel slice_channels[] = {
    {"cart_in", "requests from the slice's access queue, as of the structure alone\n"},
    {"cart_req", "the request offered to L2, which accepts, rejects, or does not look\n"},
    {"cart_status", "from state only\n"},
    {"pric_set", "where the line of the request offered to L2 is, in the same cycle; of no use while none is offered\n"},
    {"streambypass_acc", "what the slice has served in this cycle. No handshake.\n"},
    {"streambypass_mode", "from state only\n"},
    {NULL, NULL},
};

static const rtl_module sm_modules[] = {{"sm", "gen_side.c", gen_side, NULL}, {NULL, NULL, NULL, NULL}};
static const rtl_module slice_modules[] = {{"slice", "gen_side.c", gen_side, NULL}, {NULL, NULL, NULL, NULL}};

static const char PAGE[] =
    "# @{TOP}: the structures of @{WHERE}\n"
    "\n"
    "What this configuration puts on one side of the crossbar, in one module and one clock. Each structure has its own page, with its\n"
    "behaviour in cycles and its options; a port here is the structure's port with its name before it. All widths are baked.\n"
    "\n"
    "| structure | module | page |\n"
    "|---|---|---|\n";

static const char WIRES[] =
    "\n"
    "@+{WIRED}Wired inside: `pric_index_o` and `pric_tag_o` are of the line that `@{PATH}_req_line_o` offers in the same cycle.\n"
    "@-{WIRED}No structure is wired to another here: what lies between them is the cache.\n"
    "\n"
    "Clock `clk_i`, synchronous reset `rst_ni` (active low, one cycle is enough), the same for all.\n"
    "\n";

static void page(const rtl_plan *p, writer *w)
{
    writer_put(w, PAGE);
    for (unsigned i = 0; i < p->side.of.n; i++) {
        writer_set(w, "BLOCK", "%s", p->side.of.part[i].block);
        writer_put(w, "| @{BLOCK} | `@{NAME}_@{BLOCK}` | [@{NAME}_@{BLOCK}.md](@{NAME}_@{BLOCK}.md) |\n");
    }
    writer_put(w, WIRES);
}

static bool stands(const config *c, side_kind kind)
{
    side s;
    side_of(c, kind, &s);
    return s.n != 0;
}

static bool sm_enabled(const config *c) { return stands(c, SIDE_SM); }
static bool slice_enabled(const config *c) { return stands(c, SIDE_SLICE); }

static const rtl_block side_sm = {"sm", "structures", sm_enabled, sm_modules, sm_channels, plan_sm, holes, page};
static const rtl_block side_slice = {"slice", "structures", slice_enabled, slice_modules, slice_channels, plan_slice, holes, page};
const rtl_block *const rtl_sides[] = {&side_sm, &side_slice, NULL};
