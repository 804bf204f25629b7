// gen.c : which files WarpPool has, and its channels.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "config/ports/warppool.h"

_Static_assert(WARPPOOL_CONSECUTIVE == 0 && WARPPOOL_RANGE == 3 && WARPPOOL_TABLE == 4,
               "bit 2 of a kind says that it has an entry");

static const rtl_channel channels[] = {
    {"iss", "an instruction issues. Beat when iss_valid_i && iss_ready_o, which depends on state, "
            "iss_kind_i and iss_warp_i.\n"},
    {"ag", "its registers are read, its addresses made. Beat when ag_valid_o && ag_ready_i; from "
           "state only.\n"},
    {"adr", "the addresses, in any order of warps. Beat when adr_valid_i && adr_ready_o; ready "
            "from state only.\n"},
    {"req", "requests offered to L1D, which answers in the same cycle. Beat when req_valid_o && "
            "req_ready_i; valid and payload from\n"
            "state only, held until the request leaves.\n"},
    {"bypass", "fire and forget.\n"},
    {"ret", "lines from L1D. Beat when ret_valid_i && ret_ready_o; ready from state only.\n"},
    {"wb", "words for the register file. Beat when wb_valid_o && wb_ready_i; from state only.\n"},
    {"status", "from state only.\n"},
    {NULL, NULL},
};

static bool is_queued(const rtl_plan *p) { return p->c->warppool.queues > 1; }
static bool is_by_age(const rtl_plan *p) { return p->warppool.by_age; }
static bool is_by_warp(const rtl_plan *p) { return p->warppool.by_warp; }
static bool lays_out(const rtl_plan *p) { return p->c->warppool.narrow; }
static bool lays_out_data(const rtl_plan *p) { return lays_out(p) && p->c->warppool.data; }
static bool lays_a_store(const rtl_plan *p) { return !lays_out(p) || p->c->warppool.data; }
static bool switches(const rtl_plan *p) { return is_by_age(p) && is_by_warp(p); }

static const rtl_module modules[] = {
    {"lib_first", "rtlgen/lib/lib_first.v.in", NULL, NULL},
    {"lib_encode", "rtlgen/lib/lib_encode.v.in", NULL, NULL},
    {"lib_select", "rtlgen/lib/lib_select.v.in", NULL, NULL},
    {"lib_buffer", "rtlgen/lib/lib_buffer.v.in", NULL, NULL},
    {"lib_hold_ram", "rtlgen/lib/lib_hold_ram.v.in", NULL, NULL},
    {"lib_words_ram", "rtlgen/lib/lib_words_ram.v.in", NULL, NULL},
    {"lib_fifo", "rtlgen/lib/lib_fifo.v.in", NULL, NULL},
    {"lib_sram", "rtlgen/lib/lib_sram.v.in", NULL, plan_has_sram},
    {"lib_ram", "rtlgen/lib/lib_ram.v.in", NULL, NULL},
    {"warppool_insn", "rtlgen/warppool/warppool_insn.v.in", NULL, NULL},
    {"warppool_order", "rtlgen/warppool/warppool_order.v.in", NULL, NULL},
    {"warppool_map", "rtlgen/warppool/warppool_map.v.in", NULL, NULL},
    {"warppool_hash", "rtlgen/warppool/warppool_hash.v.in", NULL, is_queued},
    {"warppool_lowest", "rtlgen/warppool/warppool_lowest.v.in", NULL, lays_out},
    {"warppool_coalescer", "rtlgen/warppool/warppool_coalescer.v.in", NULL, NULL},
    {"warppool_maps", "rtlgen/warppool/warppool_maps.v.in", NULL, NULL},
    {"warppool_row", "rtlgen/warppool/warppool_row.v.in", NULL, NULL},
    {"warppool_ram", "rtlgen/warppool/warppool_ram.v.in", NULL, NULL},
    {"warppool_match", "rtlgen/warppool/warppool_match.v.in", NULL, lays_out},
    {"warppool_queues", "rtlgen/warppool/warppool_queues.v.in", NULL, NULL},
    {"warppool_age", "rtlgen/warppool/warppool_age.v.in", NULL, is_by_age},
    {"warppool_choice", "rtlgen/warppool/warppool_choice.v.in", NULL, is_by_warp},
    {"warppool_select", "rtlgen/warppool/warppool_select.v.in", NULL, NULL},
    {"warppool_quantum", "rtlgen/warppool/warppool_quantum.v.in", NULL, switches},
    {"warppool_store", "rtlgen/warppool/warppool_store.v.in", NULL, lays_a_store},
    {"warppool_byte_ram", "rtlgen/warppool/warppool_byte_ram.v.in", NULL, lays_out_data},
    {"warppool_layout", "rtlgen/warppool/warppool_layout.v.in", NULL, lays_out},
    {"warppool_mshr", "rtlgen/warppool/warppool_mshr.v.in", NULL, NULL},
    {"warppool_beats", "rtlgen/warppool/warppool_beats.v.in", NULL, lays_out},
    {"warppool_unmap", "rtlgen/warppool/warppool_unmap.v.in", NULL, NULL},
    {"warppool_wb", "rtlgen/warppool/warppool_wb.v.in", NULL, NULL},
    {"warppool", "rtlgen/warppool/warppool.v.in", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->warppool.enable; }

const rtl_block rtl_warppool = {
    .stem = "warppool",
    .key = "structures.warppool",
    .enabled = enabled,
    .modules = modules,
    .channels = channels,
    .plan = warppool_make_plan,
    .values = warppool_set_values,
    .page = "rtlgen/warppool/warppool.md.in",
};
