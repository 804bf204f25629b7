// hosts.c : the adapters that put a block behind the interface of someone else's design, by host,
// and which configurations fit.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdlib.h>

// ---- Vortex (github.com/vortexgpgpu/vortex): VX_mem_bus_if, and the line address of VX_cache_bank

static char *mrpb_does_not_fit(const rtl_plan *p)
{
    const mrpb_cfg *k = &p->c->mrpb;
    if (k->bypass != BYPASS_NONE)
        return wl_strdup("structures.mrpb.bypass: must be none; the host has no path around its L1 "
                         "at this interface");
    if (!k->single_slot && k->signature != SIG_WARP && k->signature != SIG_LINE)
        return wl_strdup("structures.mrpb.signature: must be warp or line; requests of the host "
                         "carry no thread block and no program counter");
    if (!k->meta_bits)
        return wl_strdup(
            "structures.mrpb.meta_bits = 0: must be at least 1; the host's tag travels "
            "as metadata");
    if (p->split)
        return wl_strdup("rtl.storage: must not be sram_1rw; the host has no clock of twice the "
                         "rate");
    return NULL;
}

static void set_mrpb_vortex(const rtl_plan *p, writer *w)
{
    writer_set(w, "ADDR_BITS", "%u", p->mrpb.line_w);
    writer_set(w, "WARP_BITS", "%u", p->mrpb.warp_w);
    writer_set(w, "DATA_BITS", "%u", p->mrpb.data_w);
    writer_flag(w, "BY_LINE_ADDRESS", !p->mrpb.single && p->c->mrpb.signature == SIG_LINE);
}

static char *pric_does_not_fit(const rtl_plan *p)
{
    if (p->pric.line_w > p->pric.fn.bits) return NULL;
    return wl_format("structures.pric.address_bits = %u: leaves no tag above the %u bits of the "
                     "index",
                     p->pric.fn.address_bits, p->pric.fn.bits);
}

static void set_pric_vortex(const rtl_plan *p, writer *w)
{
    char *unindex = rtlgen_top(p->c, "pric_unindex");
    writer_set(w, "UNINDEX", "%s", unindex);
    writer_set(w, "LINE_W", "%u", p->pric.line_w);
    free(unindex);
}

static void set_unindex(const rtl_plan *p, writer *w)
{
    writer_set(w, "LINE_W", "%u", p->pric.line_w);
    pric_set_unindex(p, w);
}

// ---- AXI4: CART between caches and a memory controller

static char *cart_does_not_fit(const rtl_plan *p)
{
    if (p->cart.nonblocking)
        return wl_strdup("structures.cart.design: must not be nonblocking; the memory rejects no "
                         "request at this interface");
    if (p->split)
        return wl_strdup("rtl.storage: must not be sram_1rw; the host has no clock of twice the "
                         "rate");
    return NULL;
}

static void set_cart_axi4(const rtl_plan *p, writer *w)
{
    const unsigned offset = cfg_index_bits(p->c->l1d.line_bytes), line = p->cart.map.line_bits;
    writer_set(w, "OFFSET", "%u", offset);
    writer_set(w, "LINE_BITS", "%u", line);
    writer_set(w, "ADDR_BITS", "%u", line + offset);
    writer_set(w, "FEWEST", "%s", p->cart.early ? "three" : "four");
}

static const rtl_module cart_axi4[] = {
    {"cart_axi4", "rtlgen/wrap/cart_axi4.v.in", set_cart_axi4, NULL},
    {NULL, NULL, NULL, NULL},
};
static const rtl_module mrpb_vortex[] = {
    {"mrpb_vortex", "rtlgen/wrap/mrpb_vortex.v.in", set_mrpb_vortex, NULL},
    {NULL, NULL, NULL, NULL},
};
static const rtl_module pric_vortex[] = {
    {"pric_unindex", "rtlgen/pric/pric_unindex.v.in", set_unindex, NULL},
    {"pric_vortex", "rtlgen/wrap/pric_vortex.v.in", set_pric_vortex, NULL},
    {NULL, NULL, NULL, NULL},
};

const rtl_wrap rtl_wraps[] = {
    {"vortex", "mrpb", mrpb_vortex, mrpb_does_not_fit},
    {"vortex", "pric_index", pric_vortex, pric_does_not_fit},
    {"axi4", "cart", cart_axi4, cart_does_not_fit},
    {NULL, NULL, NULL, NULL},
};
