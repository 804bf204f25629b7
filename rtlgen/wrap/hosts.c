// hosts.c : the adapters that put a block behind the interface of someone else's design, by host,
// and which configurations fit.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdlib.h>

// ---- Vortex (github.com/vortexgpgpu/vortex): VX_mem_bus_if, and the line address of VX_cache_bank

static void set_module(const rtl_plan *p, const char *hole, const char *stem, writer *w)
{
    char *name = rtlgen_top(p->c, stem);
    writer_set(w, hole, "%s", name);
    free(name);
}

// The name of an adapter's top, and its parameters' defaults: DEFAULT_ADDR_W, ...
static void set_adapter(const rtl_plan *p, const char *stem, writer *w)
{
    const adapter a = adapter_of(adapter_find(stem), p->c);
    set_module(p, "ADAPTER", stem, w);
    for (unsigned i = 0; i < ADAPTER_N_PARAMETERS; i++) {
        char *name = wl_format("DEFAULT_%s", adapter_parameter_name(i));
        if (adapter_has(&a, i)) writer_set(w, name, "%u", adapter_value(&a, i));
        free(name);
    }
}

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
    const unsigned queues = p->mrpb.queues;
    const bool by_line = !p->mrpb.single && p->c->mrpb.signature == SIG_LINE;
    set_adapter(p, "mrpb_vortex", w);
    writer_flag(w, "BY_LINE_ADDRESS", by_line);
    writer_flag(w, "WARP_NUMBERS_QUEUE", !by_line && (queues & (queues - 1)) != 0);
}

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

// A request's cycles: CART's latency, the one in which it is placed, and `more`.
static void set_fewest(const rtl_plan *p, unsigned more, writer *w)
{
    static const char *const numbers[] = {"two", "three", "four", "five"};
    writer_set(w, "FEWEST", "%s", numbers[(p->cart.early ? 0 : p->cart.ahead ? 2 : 1) + more]);
}

static void set_cart_vortex(const rtl_plan *p, writer *w)
{
    set_adapter(p, "cart_vortex", w);
    writer_set(w, "LINE_BITS", "%u", p->cart.map.line_bits);
    set_fewest(p, 0, w);
}

static bool is_pow2(unsigned n) { return (n & (n - 1)) == 0; }

static char *warppool_does_not_fit(const rtl_plan *p)
{
    const struct cfg_warppool *k = &p->c->warppool;
    if (k->lanes < 2 || !is_pow2(k->lanes))
        return wl_format("structures.warppool.lanes = %u: must be a power of two from 2 up, as the "
                         "host's lanes",
                         k->lanes);
    if (4 * k->lanes > p->c->l1d.line_bytes)
        return wl_format("l1d.line_bytes = %u: must be at least %u, a word of 4 bytes for each of "
                         "structures.warppool.lanes",
                         p->c->l1d.line_bytes, 4 * k->lanes);
    if (!k->data)
        return wl_strdup("structures.warppool.data: must be true; the host's requests bring data");
    if (k->narrow)
        return wl_strdup(
            "structures.warppool.narrow: must be false; the host takes an answer's lanes "
            "at once");
    if (p->split)
        return wl_strdup("rtl.storage: must not be sram_1rw; the host has no clock of twice the "
                         "rate");
    return NULL;
}

static void set_warppool_vortex(const rtl_plan *p, writer *w)
{
    const adapter a = adapter_of(adapter_find("warppool_vortex"), p->c);
    set_adapter(p, "warppool_vortex", w);
    writer_set(w, "WORD_ADDR_W", "%u", a.word_addr_w);
    writer_set(w, "OUT_SIZE", "%u", 4 * a.lanes);
    writer_flag(w, "PADDED", 4 * a.lanes < p->c->l1d.line_bytes);
    writer_set(w, "INSN_BITS", "%u", p->c->warppool.insn_bits);
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
    set_adapter(p, "pric_vortex", w);
    set_module(p, "UNINDEX", "pric_unindex", w);
    writer_set(w, "LINE_W", "%u", p->pric.line_w);
}

static void set_unindex(const rtl_plan *p, writer *w)
{
    set_module(p, "UNINDEX", "pric_unindex", w);
    writer_set(w, "LINE_W", "%u", p->pric.line_w);
    pric_set_unindex(p, w);
}

// ---- AXI4: CART between caches and a memory controller, MRPB behind a manager

enum { OUTBOUND = 2 }; // entries of MRPB's outbound buffer

// What the adapters of all blocks name; address bits at least.
static void set_axi4(const rtl_plan *p, const char *stem, unsigned least, writer *w)
{
    set_adapter(p, stem, w);
    writer_set(w, "OFFSET", "%u", cfg_index_bits(p->c->l1d.line_bytes));
    writer_set(w, "ADDR_LEAST", "%u", least);
    writer_flag(w, "BY_SIGNATURE", p->block == &rtl_mrpb);
}

static void set_cart_axi4(const rtl_plan *p, writer *w)
{
    const unsigned offset = cfg_index_bits(p->c->l1d.line_bytes), line = p->cart.map.line_bits;
    set_axi4(p, "cart_axi4", offset + line, w);
    writer_set(w, "LINE_BITS", "%u", line);
    set_fewest(p, 1, w);
}

static char *mrpb_does_not_fit_axi4(const rtl_plan *p)
{
    const mrpb_cfg *k = &p->c->mrpb;
    if (!k->single_slot && k->signature != SIG_WARP)
        return wl_strdup("structures.mrpb.signature: must be warp, for which bits of arid or "
                         "aruser stand");
    if (k->data_bits)
        return wl_format("structures.mrpb.data_bits = %u: must be 0; write data of AXI4 do not "
                         "enter the block",
                         k->data_bits);
    return mrpb_does_not_fit(p);
}

static void set_mrpb_axi4(const rtl_plan *p, writer *w)
{
    const unsigned offset = cfg_index_bits(p->c->l1d.line_bytes), queues = p->mrpb.queues;
    const unsigned stored = p->mrpb.single ? 0 : p->mrpb.entries;
    set_axi4(p, "mrpb_axi4", offset + 1, w);
    writer_set(w, "COUNT_BITS", "%u", plan_bits_to_hold(stored + OUTBOUND));
    writer_set(w, "FEWEST", "%u", p->mrpb.latency + 1);
    writer_flag(w, "QUEUES_ARE_POW2", (queues & (queues - 1)) == 0);
}

// ---- HPDcache (github.com/openhwgroup/cv-hpdcache): MRPB in front of a requester port

static char *mrpb_does_not_fit_hpdcache(const rtl_plan *p)
{
    if (!p->c->mrpb.data_bits)
        return wl_strdup("structures.mrpb.data_bits = 0: must be at least 1; stores and atomics "
                         "bring data");
    return mrpb_does_not_fit(p);
}

static void set_mrpb_hpdcache(const rtl_plan *p, writer *w)
{
    const unsigned queues = p->mrpb.queues;
    set_adapter(p, "mrpb_hpdcache", w);
    writer_flag(w, "BY_LINE_ADDRESS", !p->mrpb.single && p->c->mrpb.signature == SIG_LINE);
    writer_flag(w, "QUEUES_ARE_POW2", (queues & (queues - 1)) == 0);
}

static const rtl_module cart_axi4[] = {
    {"cart_axi4", "rtlgen/wrap/cart_axi4.v.in", set_cart_axi4, NULL},
    {NULL, NULL, NULL, NULL},
};
static const rtl_module cart_vortex[] = {
    {"cart_vortex", "rtlgen/wrap/cart_vortex.v.in", set_cart_vortex, NULL},
    {NULL, NULL, NULL, NULL},
};
static const rtl_module mrpb_axi4[] = {
    {"mrpb_axi4", "rtlgen/wrap/mrpb_axi4.v.in", set_mrpb_axi4, NULL},
    {NULL, NULL, NULL, NULL},
};
static const rtl_module mrpb_hpdcache[] = {
    {"mrpb_hpdcache", "rtlgen/wrap/mrpb_hpdcache.v.in", set_mrpb_hpdcache, NULL},
    {NULL, NULL, NULL, NULL},
};
static const rtl_module mrpb_vortex[] = {
    {"mrpb_vortex", "rtlgen/wrap/mrpb_vortex.v.in", set_mrpb_vortex, NULL},
    {NULL, NULL, NULL, NULL},
};
static const rtl_module warppool_vortex[] = {
    {"warppool_vortex", "rtlgen/wrap/warppool_vortex.v.in", set_warppool_vortex, NULL},
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
    {"vortex", "cart", cart_vortex, cart_does_not_fit},
    {"vortex", "warppool", warppool_vortex, warppool_does_not_fit},
    {"axi4", "mrpb", mrpb_axi4, mrpb_does_not_fit_axi4},
    {"axi4", "cart", cart_axi4, cart_does_not_fit},
    {"hpdcache", "mrpb", mrpb_hpdcache, mrpb_does_not_fit_hpdcache},
    {NULL, NULL, NULL, NULL},
};
