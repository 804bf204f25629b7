// check_blocks.c: checks the rules between keys of the structures, for example that MRPB has a
// queue for each value of its signature. See check.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/check.h"
#include "config/ports/cart.h"
#include "config/ports/crossbar.h"
#include "config/ports/mrpb.h"
#include "config/ports/side.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// How many values the signature has, and the key that says so.
static uint64_t signature_values(const config *c, const char **key)
{
    const uint32_t most_in_block = 32; // MRPB Table 1: a block has at most 32 warps
    switch (c->mrpb.signature) {
    case SIG_CTA: *key = "sm.ctas"; return c->sm.ctas;
    case SIG_PC: *key = "structures.mrpb.pc_bits"; return (uint64_t)1 << c->mrpb.pc_bits;
    case SIG_LINE: *key = "structures.mrpb.address_bits"; return (uint64_t)1 << mrpb_line_bits(c);
    case SIG_CTA_WARP:
        *key = "sm.warps";
        return c->sm.warps > most_in_block ? most_in_block : c->sm.warps;
    case SIG_WARP: break;
    }
    *key = "sm.warps";
    return c->sm.warps;
}

static uint64_t value_of(const char *key, const config *c)
{
    const cfg_section *s;
    const cfg_row *r = cfg_find(key, &s);
    return r ? cfg_get(c, r) : 0;
}

static uint64_t most_of(const char *key)
{
    const cfg_section *s;
    const cfg_row *r = cfg_find(key, &s);
    return r ? r->max : 0;
}

static void check_mrpb_queues(const checker *k)
{
    const mrpb_cfg *m = &k->c->mrpb;
    const char *key, *signature = config_word_signature_kind(m->signature);
    const uint64_t values = signature_values(k->c, &key), most = most_of("structures.mrpb.queues");
    if (m->queues >= values || !(m->queues & (m->queues - 1))) return;
    if (values > most) {
        check_broken(k, KEYS("structures.mrpb.queues", "structures.mrpb.signature", key),
                     "structures.mrpb.queues = %u: must be a power of two: signature %s has "
                     "%" PRIu64 " values (%s = %" PRIu64 "), and there can be %" PRIu64 " queues",
                     m->queues, signature, values, key, value_of(key, k->c), most);
    } else {
        check_broken(k, KEYS("structures.mrpb.queues", "structures.mrpb.signature", key),
                     "structures.mrpb.queues = %u: must be at least %" PRIu64
                     ", one a value of signature %s (%s = %" PRIu64 "), or a power of two",
                     m->queues, values, signature, key, value_of(key, k->c));
    }
}

// A word of latches is a generate block of its own, and Verilator's loops end at some thousands
// (3,072 in 5.006).
enum { LATCH_WORDS = 2048 };

static void check_mrpb_latches(const checker *k)
{
    const unsigned words = k->c->mrpb.queues * k->c->mrpb.depth;
    if (k->c->rtl.storage != STORAGE_LATCH || words <= LATCH_WORDS) return;
    check_broken(k, KEYS("rtl.storage", "structures.mrpb.depth", "structures.mrpb.queues"),
                 "rtl.storage = latch: must be flop or an SRAM with structures.mrpb of %u entries, "
                 "more than %d",
                 words, LATCH_WORDS);
}

// The queues of a pipelined MRPB are looked up ahead of the request, for one order of drains; its
// three registers and the two cycles behind them are a latency of five.
static void check_mrpb_pipelined(const checker *k)
{
    const mrpb_cfg *m = &k->c->mrpb;
    const struct {
        bool broken;
        const char *key, *must;
    } rules[] = {
        {m->drain != DRAIN_FIXED, "drain", "drain = fixed, the one order it is made for"},
        {m->greedy, "greedy", "greedy = false, for it keeps no queue"},
        {m->drain_n != 0, "drain_n", "drain_n = 0, for it keeps no queue"},
        {!m->flush, "flush", "flush = true, for it stores no writes"},
        {m->signature == SIG_PC, "signature",
         "a signature other than pc, for a write waits for its own queue only"},
        {m->depth < 2, "depth", "depth = 2 or more"},
        {m->latency != MRPB_PIPELINED_LATENCY, "latency",
         "latency = 5, the length of the pipeline"},
    };
    for (size_t i = 0; m->pipelined && i < sizeof rules / sizeof rules[0]; i++) {
        if (!rules[i].broken) continue;
        char *key = wl_format("structures.mrpb.%s", rules[i].key);
        check_broken(k, KEYS("structures.mrpb.pipelined", key),
                     "structures.mrpb.pipelined = true: needs %s", rules[i].must);
        free(key);
    }
}

static void check_mrpb(const checker *k)
{
    const mrpb_cfg *m = &k->c->mrpb;
    if (!m->enable || m->single_slot) return;
    check_mrpb_queues(k);
    check_mrpb_latches(k);
    check_mrpb_pipelined(k);
    if (m->signature == SIG_PC && !m->flush) {
        check_broken(k, KEYS("structures.mrpb.flush", "structures.mrpb.signature"),
                     "structures.mrpb.flush = false: must be true with signature pc, or a write "
                     "would pass reads of its own warp");
    }
    if (m->greedy && m->drain_n) {
        check_broken(k, KEYS("structures.mrpb.drain_n", "structures.mrpb.greedy"),
                     "structures.mrpb.drain_n = %u: must be 0 with greedy: true, which leaves its "
                     "queue only when that is empty",
                     m->drain_n);
    }
}

static void check_pric(const checker *k)
{
    if (!k->c->pric.enable) return;
    const index_fn f = index_fn_of_pric(k->c);
    check_index(k, &f, k->c->pric.primitive);
}

static void check_streambypass(const checker *k)
{
    const struct cfg_streambypass *s = &k->c->streambypass;
    if (!s->enable) return;
    if (!s->l1 && !s->l2) {
        check_broken(k, KEYS("structures.streambypass.l2", "structures.streambypass.l1"),
                     "structures.streambypass.l2 = false: must be true with "
                     "structures.streambypass.l1 = false, or there is no monitor");
    }
    if (s->l1 && !k->c->l1d.enable) {
        check_broken(k, KEYS("structures.streambypass.l1", "l1d.enable"),
                     "structures.streambypass.l1 = true: must be false with l1d.enable = false");
    }
    if (s->l1 && s->accesses < k->c->l1d.banks) {
        check_broken(k, KEYS("structures.streambypass.accesses", "l1d.banks"),
                     "structures.streambypass.accesses = %u: must be at least l1d.banks = %u",
                     s->accesses, k->c->l1d.banks);
    }
    if (s->l2 && k->c->limits.infinite_bandwidth) {
        check_broken(k, KEYS("structures.streambypass.l2", "limits.infinite_bandwidth"),
                     "structures.streambypass.l2 = true: must be false with "
                     "limits.infinite_bandwidth, whose L2 has no slices");
    }
}

static void check_dwtcs(const checker *k)
{
    if (!k->c->dwtcs.enable || k->c->sm.gate == GATE_NONE) return;
    check_broken(k, KEYS("sm.gate", "structures.dwtcs.enable"),
                 "sm.gate = %s: must be none with structures.dwtcs, which is a gate itself",
                 config_word_gate_kind(k->c->sm.gate));
}

// The rows of an MSHR are numbered in bits of their own.
static void check_warppool_latches(const checker *k)
{
    const unsigned words = k->c->l1d.mshrs << cfg_index_bits(k->c->l1d.merges);
    if (k->c->rtl.storage != STORAGE_LATCH || words <= LATCH_WORDS) return;
    check_broken(k, KEYS("rtl.storage", "l1d.mshrs", "l1d.merges", "structures.warppool.enable"),
                 "rtl.storage = latch: must be flop or an SRAM with structures.warppool, whose "
                 "MSHR metadata table has %u words (l1d.mshrs, l1d.merges), more than %d",
                 words, LATCH_WORDS);
}

// An entry of the thread map table is reserved for each coalescer, and what each makes in a cycle
// has room in a counter twice.
static void check_warppool_narrow(const checker *k)
{
    const struct cfg_warppool *w = &k->c->warppool;
    const unsigned counter_bits = w->coalescers > 2 ? 4 : 3;
    if (!w->narrow) return;
    if (w->maps < w->coalescers) {
        check_broken(k,
                     KEYS("structures.warppool.maps", "structures.warppool.coalescers",
                          "structures.warppool.narrow"),
                     "structures.warppool.maps = %u: must be at least "
                     "structures.warppool.coalescers = %u with structures.warppool.narrow, which "
                     "reserves an entry for each coalescer",
                     w->maps, w->coalescers);
    }
    if (w->counter_bits < counter_bits) {
        check_broken(k,
                     KEYS("structures.warppool.counter_bits", "structures.warppool.coalescers",
                          "structures.warppool.narrow"),
                     "structures.warppool.counter_bits = %u: must be at least %u with "
                     "structures.warppool.narrow and structures.warppool.coalescers = %u, whose "
                     "lines of two cycles it must hold",
                     w->counter_bits, counter_bits, w->coalescers);
    }
}
static void check_warppool(const checker *k)
{
    const struct cfg_warppool *w = &k->c->warppool;
    const uint64_t most = 65536, metas = (uint64_t)k->c->l1d.mshrs * k->c->l1d.merges * w->merges;
    if (!w->enable) return;
    if (metas > most) {
        check_broken(k, KEYS("structures.warppool.merges", "l1d.mshrs", "l1d.merges"),
                     "structures.warppool.merges = %u: with l1d.mshrs = %u and l1d.merges = %u "
                     "that is %llu entries of the MSHR metadata table, must be at most %llu",
                     w->merges, k->c->l1d.mshrs, k->c->l1d.merges, (unsigned long long)metas,
                     (unsigned long long)most);
    } else {
        check_warppool_latches(k);
    }
    if (k->c->mrpb.enable) {
        check_broken(k,
                     KEYS("structures.warppool.enable", "structures.mrpb.enable",
                          "structures.warppool.queues", "structures.mrpb.queues"),
                     "structures.warppool.enable = true: must be false with structures.mrpb, which "
                     "has its place");
    }
    if (k->c->l1d.bypass == RACB_ON) {
        check_broken(k, KEYS("l1d.bypass", "structures.warppool.enable"),
                     "l1d.bypass = racb: must be none with structures.warppool, whose loads wait "
                     "in an MSHR each");
    }
    if (k->c->l1d.banks > 1) {
        check_broken(
            k, KEYS("l1d.banks", "structures.warppool.enable"),
            "l1d.banks = %u: must be 1 with structures.warppool, which offers one request a cycle",
            k->c->l1d.banks);
    }
    check_warppool_narrow(k);
    if (w->queue_latches && k->c->rtl.storage != STORAGE_SRAM_1R1W) {
        check_broken(
            k, KEYS("structures.warppool.queue_latches", "rtl.storage"),
            "structures.warppool.queue_latches = true: must be false with rtl.storage = %s, %s",
            config_word_storage_kind(k->c->rtl.storage),
            k->c->rtl.storage == STORAGE_SRAM_1RW
                ? "whose second clock leaves no half cycle to them"
                : "which says it for them too");
    }
}

static void check_cart_map(const checker *k)
{
    const char *key;
    cart_map m;
    char *unfit = check_address_map(k->c), *wrong = unfit ? NULL : cart_map_read(k->c, &m, &key);
    if (wrong && strcmp(key, "dram.address_map") == 0) {
        check_broken(k, KEYS(key, "structures.cart.enable", "l1d.line_bytes"),
                     "dram.address_map: %s", wrong);
    } else if (wrong) {
        check_broken(k, KEYS(key, "dram.address_map"), "structures.cart.address_bits = %u: %s",
                     k->c->cart.address_bits, wrong);
    }
    free(unfit);
    free(wrong);
}

// Queues are numbered, and chosen from, in one cycle.
static void check_cart_size(const checker *k)
{
    const struct cfg_cart *x = &k->c->cart;
    const unsigned banks = k->c->dram.banks / k->c->l2.slices_per_channel,
                   branches = cart_branches(k->c), most = 1024;
    if ((x->branches & (x->branches - 1)) || x->branches > banks) {
        check_broken(k, KEYS("structures.cart.branches", "dram.banks", "l2.slices_per_channel"),
                     "structures.cart.branches = %u: must be 0 or a power of two up to %u, the "
                     "banks that a slice can address",
                     x->branches, banks);
    } else if (x->design == CART_TREE && branches * x->rows * x->columns > most) {
        check_broken(
            k, KEYS("structures.cart.rows", "structures.cart.columns", "structures.cart.branches"),
            "structures.cart.rows = %u: with %u branches and structures.cart.columns = %u that is "
            "%u leaf queues, must be at most %u",
            x->rows, branches, x->columns, branches * x->rows * x->columns, most);
    }
    if (x->meta_bits < cfg_index_bits(cart_capacity(k->c))) {
        check_broken(
            k,
            KEYS("structures.cart.meta_bits", "structures.cart.entries", "structures.cart.rows",
                 "structures.cart.columns", "structures.cart.buffer"),
            "structures.cart.meta_bits = %u: must be at least %u, a number for each of %u requests",
            x->meta_bits, cfg_index_bits(cart_capacity(k->c)), cart_capacity(k->c));
    }
}

static void check_cart_latches(const checker *k)
{
    const unsigned words = cart_capacity(k->c) - 1;
    if (k->c->rtl.storage != STORAGE_LATCH || words <= LATCH_WORDS) return;
    check_broken(k,
                 KEYS("rtl.storage", "structures.cart.entries", "structures.cart.rows",
                      "structures.cart.columns", "structures.cart.branches"),
                 "rtl.storage = latch: must be flop or an SRAM with structures.cart of %u "
                 "requests, more than %d",
                 words, LATCH_WORDS);
}

static void check_cart(const checker *k)
{
    const struct cfg_cart *x = &k->c->cart;
    if (!x->enable) return;
    if (x->design != CART_TREE && x->drain != CART_ROTATE) {
        check_broken(k, KEYS("structures.cart.drain", "structures.cart.design"),
                     "structures.cart.drain = %s: must be rotate with structures.cart.design = %s",
                     config_word_cart_drain(x->drain), config_word_cart_design(x->design));
    }
    if (k->c->limits.infinite_bandwidth) {
        check_broken(k, KEYS("limits.infinite_bandwidth", "structures.cart.enable"),
                     "limits.infinite_bandwidth = true: must be false with structures.cart, since "
                     "its L2 has no slices");
    }
    if (k->c->rtl.storage != STORAGE_FLOP && x->design == CART_NONBLOCKING) {
        check_broken(k, KEYS("rtl.storage", "structures.cart.design"),
                     "rtl.storage = %s: must be flop with structures.cart.design = nonblocking, "
                     "which compares all that it holds",
                     config_word_storage_kind(k->c->rtl.storage));
    }
    check_cart_map(k);
    check_cart_size(k);
    check_cart_latches(k);
}

// Its flits side by side have a port's bits.
static bool check_crossbar_data(const checker *k, crossbar_direction way)
{
    const uint64_t lanes = crossbar_lanes_bits(k->c, way), away = crossbar_away_bits(k->c, way),
                   bits = lanes > away ? lanes : away;
    const char *key = way == CROSSBAR_REQUEST ? "icnt.request_flit_bytes" : "icnt.reply_flit_bytes";
    if (bits <= 64 * CROSSBAR_DATA_WORDS) return true;
    check_broken(k, KEYS(key, "icnt.vcs", "structures.crossbar.data"),
                 "%s = %u: with structures.crossbar.data the flits of the %s crossbar have %llu "
                 "bits side by side, must be at most %d",
                 key, crossbar_flit_bytes(k->c, way), crossbar_name(way), (unsigned long long)bits,
                 64 * CROSSBAR_DATA_WORDS);
    return false;
}

// Of one direction; the ports of both networks are the same.
static bool check_crossbar_size(const checker *k, crossbar_direction way)
{
    const uint64_t inside = crossbar_capacity(k->c, way), most = 1u << 14;
    if (inside > most) {
        check_broken(
            k, KEYS("icnt.input_buffer", "icnt.vcs", "icnt.latency", "structures.crossbar.enable"),
            "icnt.input_buffer = %u: with structures.crossbar the %s crossbar would hold %llu "
            "packets, must be at most %llu",
            k->c->icnt.input_buffer, crossbar_name(way), (unsigned long long)inside,
            (unsigned long long)most);
        return false;
    }
    if (k->c->crossbar.meta_bits >= cfg_index_bits(inside)) return check_crossbar_data(k, way);
    check_broken(
        k, KEYS("structures.crossbar.meta_bits", "icnt.input_buffer", "icnt.vcs", "icnt.latency"),
        "structures.crossbar.meta_bits = %u: must be at least %u, a number for each of %llu "
        "packets in the %s crossbar",
        k->c->crossbar.meta_bits, cfg_index_bits(inside), (unsigned long long)inside,
        crossbar_name(way));
    return false;
}

static void check_crossbar(const checker *k)
{
    const config *c = k->c;
    if (!c->crossbar.enable) return;
    if (c->gpu.sms > CROSSBAR_PORTS_MAX) {
        check_broken(k, KEYS("gpu.sms", "structures.crossbar.enable"),
                     "gpu.sms = %u: must be at most %d with structures.crossbar", c->gpu.sms,
                     CROSSBAR_PORTS_MAX);
    } else if (crossbar_slices(c) > CROSSBAR_PORTS_MAX) {
        check_broken(k,
                     KEYS("dram.channels", "l2.slices_per_channel", "structures.crossbar.enable"),
                     "dram.channels = %u: with l2.slices_per_channel = %u and structures.crossbar "
                     "there must be at most %d slices",
                     c->dram.channels, c->l2.slices_per_channel, CROSSBAR_PORTS_MAX);
    } else if (check_crossbar_size(k, CROSSBAR_REQUEST)) {
        check_crossbar_size(k, CROSSBAR_REPLY);
    }
    if (c->limits.infinite_bandwidth) {
        check_broken(k, KEYS("limits.infinite_bandwidth", "structures.crossbar.enable"),
                     "limits.infinite_bandwidth = true: must be false with structures.crossbar, "
                     "since it has no crossbar");
    }
}

// What L1D sends must get there.
static void check_behind_l1d(const checker *k)
{
    const uint32_t latency = k->c->limits.l1_miss_latency;
    const char *key = k->c->cart.enable ? "structures.cart.enable" : "structures.crossbar.enable";
    if (!latency || !(k->c->cart.enable || k->c->crossbar.enable)) return;
    check_broken(k, KEYS("limits.l1_miss_latency", key),
                 "limits.l1_miss_latency = %u: must be 0 with %.*s, to which no request would come",
                 latency, (int)(strlen(key) - strlen(".enable")), key);
}

// What stands before the index function must not have wider lines than it looks up
// (config/ports/side.h).
static void check_side(const checker *k, side_kind kind)
{
    side s;
    if (k->c->mrpb.enable && k->c->warppool.enable) return; // refused: check_warppool
    side_of(k->c, kind, &s);
    if (s.pric < 0) return;
    const config *c = k->c;
    const char *key = kind == SIDE_SLICE ? "structures.cart.address_bits"
                      : c->mrpb.enable   ? "structures.mrpb.address_bits"
                                         : "structures.warppool.address_bits";
    const unsigned bits = kind == SIDE_SLICE ? c->cart.address_bits
                          : c->mrpb.enable   ? c->mrpb.address_bits
                                             : c->warppool.address_bits;
    if (c->pric.address_bits >= bits) return;
    check_broken(
        k, KEYS("structures.pric.address_bits", key),
        "structures.pric.address_bits = %u: must be at least %s = %u, whose lines it looks up",
        c->pric.address_bits, key, bits);
}

void check_blocks(const checker *k)
{
    check_mrpb(k);
    check_pric(k);
    check_streambypass(k);
    check_dwtcs(k);
    check_warppool(k);
    check_cart(k);
    check_behind_l1d(k);
    check_side(k, SIDE_SM);
    check_side(k, SIDE_SLICE);
    check_crossbar(k);
}
