// check.c : the rules between keys. Each names the key, its value and what is allowed, at the place where the key was given.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/index_fn.h"
#include "config/ports/cart.h"
#include "config/ports/crossbar.h"
#include "config/ports/mrpb.h"
#include "config/ports/side.h"
#include "config/source.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct checker {
    const config *c;
    const cfg_trace *t;
    err *e;
} checker;

static const cfg_assign *latest(const cfg_source *s, const cfg_row *r)
{
    for (unsigned i = s->n; i-- > 0;) {
        if (s->list[i].row == r) return &s->list[i];
    }
    return NULL;
}

// A broken rule about the keys of the list, NULL-terminated: placed at the one that the last source gives, which the user is
// most likely to have changed.
static void broken(const checker *k, const char *const *keys, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void broken(const checker *k, const char *const *keys, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *message = wl_format_v(fmt, ap);
    va_end(ap);
    const cfg_assign *a = NULL;
    const cfg_source *s = NULL;
    for (unsigned i = k->t ? k->t->n : 0; !a && i-- > 0;) {
        s = k->t->sources[i];
        for (unsigned n = 0; !a && keys[n]; n++) a = latest(s, cfg_find(keys[n], NULL));
    }
    if (a) source_error(s, a->line, a->col, k->e, "%s", message);
    else err_add(k->e, ST_INPUT, "%s", message);
    free(message);
}
#define KEYS(...) (const char *const[]){__VA_ARGS__, NULL}

static void check_row(const checker *k, const cfg_section *s, const cfg_row *r)
{
    if (r->kind == CFG_STRING) return;
    uint32_t v = cfg_get(k->c, r);
    if (v >= r->min && v <= r->max && !((r->flags & POW2) && (v & (v - 1)))) return;
    char *path = cfg_path(s, r), *shown = cfg_number_text(r, v), *allowed = cfg_allowed(r);
    broken(k, KEYS(path), "%s = %s: must be %s", path, shown, allowed);
    free(path);
    free(shown);
    free(allowed);
}

static void check_rows(const checker *k)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < s[i].n; j++) check_row(k, &s[i], &s[i].rows[j]);
    }
}

enum { NAME_MAX_BYTES = 64 };

// The name begins the name of every emitted module, and is a name of its own in scripts: Verilog-2005, 3.7.
static void check_name(const checker *k)
{
    const char *name = k->c->name;
    size_t n = strlen(name);
    bool word = n && (isalpha((unsigned char)*name) || *name == '_');
    for (size_t i = 0; i < n; i++) word = word && (isalnum((unsigned char)name[i]) || name[i] == '_');
    char *shown = source_shown(name);
    if (!word) broken(k, KEYS("name"), "name = %s: must be a Verilog identifier: letters, digits and _, no digit first", shown);
    else if (n > NAME_MAX_BYTES) broken(k, KEYS("name"), "name = %s: must have at most %d characters, has %zu", shown, NAME_MAX_BYTES, n);
    else if (is_verilog_keyword(name)) broken(k, KEYS("name"), "name = %s: is a keyword of Verilog", shown);
    free(shown);
}

// Placed at the key to blame, if that was given, else at another that the function is made of.
static void check_index(const checker *k, const index_fn *f, bool primitive)
{
    const index_keys *n = f->keys;
    const char *key;
    char *wrong = index_fn_wrong(f, primitive, &key);
    if (wrong) broken(k, KEYS(key, n->kind, n->bits, n->line_bit, n->low, n->high), "%s", wrong);
    free(wrong);
}

static void check_l1d(const checker *k)
{
    const index_fn f = index_fn_of_l1d(k->c);
    check_index(k, &f, false);
}

static void check_l1d_shape(const checker *k)
{
    const struct cfg_l1d *l = &k->c->l1d;
    const uint64_t most = (uint64_t)1 << 24, lines = (uint64_t)l->sets * l->ways;
    if (lines > most) {
        broken(k, KEYS("l1d.ways", "l1d.sets"), "l1d.ways = %u: with l1d.sets = %u that is %llu lines, must be at most %llu", l->ways, l->sets,
               (unsigned long long)lines, (unsigned long long)most);
    }
    if (l->banks > l->sets) broken(k, KEYS("l1d.banks", "l1d.sets"), "l1d.banks = %u: must be at most l1d.sets = %u", l->banks, l->sets);
    if (l->banks > 1 && k->c->mrpb.enable) {
        broken(k, KEYS("l1d.banks", "structures.mrpb.enable"), "l1d.banks = %u: must be 1 with structures.mrpb, which offers one request a cycle", l->banks);
    }
}

// 0, or as much as L2 or the network moves of a line at a time.
static void check_part_of_line(const checker *k, const char *key, uint32_t bytes)
{
    const uint32_t line = k->c->l1d.line_bytes;
    if (!bytes || (bytes >= 32 && bytes <= line && !(bytes & (bytes - 1)))) return;
    broken(k, KEYS(key, "l1d.line_bytes"), "%s = %u: must be 0 or a power of two from 32 to l1d.line_bytes = %u", key, bytes, line);
}

static void check_l1d_policy(const checker *k)
{
    check_part_of_line(k, "l1d.around_bytes", k->c->l1d.around_bytes);
    const struct cfg_l1d *l = &k->c->l1d;
    if (l->bypass == RACB_ON && k->c->mrpb.enable) {
        broken(k, KEYS("l1d.bypass", "structures.mrpb.enable"), "l1d.bypass = racb: must be none with structures.mrpb, which has a bypass of its own");
    }
    if (l->write_allocate && l->global_write != L1_WRITE_BACK && l->local_write != L1_WRITE_BACK) {
        broken(k, KEYS("l1d.write_allocate", "l1d.global_write", "l1d.local_write"),
               "l1d.write_allocate = true: must be false unless l1d.global_write or l1d.local_write is back");
    }
    const uint32_t latency = k->c->limits.l1_miss_latency;
    if (latency >= k->c->gpu.stuck_cycles) {
        broken(k, KEYS("limits.l1_miss_latency", "gpu.stuck_cycles"), "limits.l1_miss_latency = %u: must be less than gpu.stuck_cycles = %u", latency,
               k->c->gpu.stuck_cycles);
    }
}

static void check_gate(const checker *k)
{
    const struct cfg_ccws *w = &k->c->ccws;
    if (k->c->sm.swl_warps && k->c->sm.gate != GATE_SWL) {
        broken(k, KEYS("sm.swl_warps", "sm.gate"), "sm.swl_warps = %u: must be 0 unless sm.gate = swl", k->c->sm.swl_warps);
    }
    if (w->victim_ways > w->victim_tags) {
        broken(k, KEYS("ccws.victim_ways", "ccws.victim_tags"), "ccws.victim_ways = %u: must be at most ccws.victim_tags = %u", w->victim_ways, w->victim_tags);
    }
}

static void check_read_only(const checker *k)
{
    const uint32_t most = k->c->l1d.line_bytes;
    if (k->c->l1i.line_bytes > most) {
        broken(k, KEYS("l1i.line_bytes", "l1d.line_bytes"), "l1i.line_bytes = %u: must be at most l1d.line_bytes = %u", k->c->l1i.line_bytes, most);
    }
    if (k->c->l1c.line_bytes > most) {
        broken(k, KEYS("l1c.line_bytes", "l1d.line_bytes"), "l1c.line_bytes = %u: must be at most l1d.line_bytes = %u", k->c->l1c.line_bytes, most);
    }
}

static void check_l2(const checker *k)
{
    const index_fn f = index_fn_of_l2(k->c);
    check_index(k, &f, false);
    if (k->c->l2.intake_room > k->c->l2.icnt_to_l2_queue) {
        broken(k, KEYS("l2.intake_room", "l2.icnt_to_l2_queue"), "l2.intake_room = %u: must be at most l2.icnt_to_l2_queue = %u", k->c->l2.intake_room,
               k->c->l2.icnt_to_l2_queue);
    }
    check_part_of_line(k, "l2.sector_bytes", k->c->l2.sector_bytes);
}

static void check_dram(const checker *k)
{
    const struct cfg_dram *d = &k->c->dram;
    const uint32_t bytes = d->chips * d->chip_bytes * d->burst, line = k->c->l1d.line_bytes;
    if (line % bytes) {
        broken(k, KEYS("dram.burst", "dram.chips", "dram.chip_bytes", "l1d.line_bytes"),
               "dram.burst = %u: an access of %u beats x %u chips x %u bytes is %u bytes, must divide l1d.line_bytes = %u",
               d->burst, d->burst, d->chips, d->chip_bytes, bytes, line);
    }
    if (d->burst % d->data_ratio) {
        broken(k, KEYS("dram.burst", "dram.data_ratio"), "dram.burst = %u: must be a multiple of dram.data_ratio = %u", d->burst, d->data_ratio);
    }
    if (d->banks % d->bank_groups) {
        broken(k, KEYS("dram.bank_groups", "dram.banks"), "dram.bank_groups = %u: must divide dram.banks = %u", d->bank_groups, d->banks);
    }
    if (d->rc < d->ras + d->rp) {
        broken(k, KEYS("dram.rc", "dram.ras", "dram.rp"), "dram.rc = %u: must be at least dram.ras + dram.rp = %u + %u", d->rc, d->ras, d->rp);
    }
    if (d->ccdl < d->ccd) broken(k, KEYS("dram.ccdl", "dram.ccd"), "dram.ccdl = %u: must be at least dram.ccd = %u", d->ccdl, d->ccd);
    if (d->write_queue && (d->write_low > d->write_high || d->write_high > d->write_queue)) {
        broken(k, KEYS("dram.write_queue", "dram.write_high", "dram.write_low"),
               "dram.write_high = %u: must be from dram.write_low = %u to dram.write_queue = %u", d->write_high, d->write_low, d->write_queue);
    }
    if (d->refi && d->rfc + d->rc >= d->refi) {
        broken(k, KEYS("dram.refi", "dram.rfc"), "dram.refi = %u: must be more than dram.rfc + dram.rc = %u + %u", d->refi, d->rfc, d->rc);
    }
    if (k->c->l2.slices_per_channel > d->banks) {
        broken(k, KEYS("l2.slices_per_channel", "dram.banks"), "l2.slices_per_channel = %u: must be at most dram.banks = %u, whose low bits choose the slice",
               k->c->l2.slices_per_channel, d->banks);
    }
}

// ---- gpu.stuck_cycles: what is only slow must not be called stuck

// Cycles of a line's read through DRAM that nothing holds up: a row changes behind a write and a refresh. The clocks are counted as if all were
// the slowest.
static uint64_t way_to_dram(const config *c)
{
    const struct cfg_dram *d = &c->dram;
    const uint64_t packet = c->l1d.line_bytes + 8, line = c->l1d.line_bytes;
    const uint64_t network = 2 * (uint64_t)c->icnt.latency + packet / c->icnt.request_flit_bytes + packet / c->icnt.reply_flit_bytes;
    const uint64_t bursts = (line / (d->chips * d->chip_bytes * d->burst)) * (d->ccdl + d->burst / d->data_ratio);
    const uint64_t bank = (uint64_t)d->rc + d->rcd + d->wl + d->wr + d->cl + d->faw + (d->refi ? d->rfc : 0) + bursts;
    return c->l1d.latency + network + c->l2.rop_latency + line / c->l2.port_bytes + d->fixed_latency + bank;
}

// Cycles from an instruction's issue to those that need its result, without memory.
static uint64_t way_through_units(const config *c)
{
    const cfg_section *s;
    uint64_t longest = c->sm.shared_latency;
    cfg_find("latency.int_add", &s);
    for (unsigned i = 0; i < s->n; i++) longest = cfg_get(c, &s->rows[i]) > longest ? cfg_get(c, &s->rows[i]) : longest;
    return c->sm.issue_latency + longest + c->sm.writeback_latency;
}

// Of what a user gives: a test that makes a stuck machine does so by hand.
static void check_stuck(const checker *k)
{
    if (!k->t) return;
    const uint64_t memory = way_to_dram(k->c), units = way_through_units(k->c), longest = memory > units ? memory : units;
    if (k->c->gpu.stuck_cycles >= 2 * longest) return;
    broken(k, KEYS("gpu.stuck_cycles", "dram.fixed_latency", "l2.rop_latency", "icnt.latency", "l1d.latency", "dram.rfc", "dram.faw", "dram.rc"),
           "gpu.stuck_cycles = %u: must be at least %" PRIu64 ", twice the sum of latencies %s, or what is slow would be called stuck", k->c->gpu.stuck_cycles,
           2 * longest, memory > units ? "on the way to DRAM and back (l1d, icnt, l2, dram)" : "of an instruction (sm.issue_latency, latency, sm.writeback_latency)");
}

static void check_map(const checker *k)
{
    char *wrong = check_address_map(k->c);
    if (wrong) broken(k, KEYS("dram.address_map", "dram.banks", "dram.channels", "dram.burst", "dram.chips", "dram.chip_bytes"), "dram.address_map: %s", wrong);
    free(wrong);
}

// How many values the signature has, and the key that says so.
static uint64_t signature_values(const config *c, const char **key)
{
    const uint32_t most_in_block = 32; // MRPB Table 1: a block has at most 32 warps
    switch (c->mrpb.signature) {
    case SIG_CTA: *key = "sm.ctas"; return c->sm.ctas;
    case SIG_PC: *key = "structures.mrpb.pc_bits"; return (uint64_t)1 << c->mrpb.pc_bits;
    case SIG_LINE: *key = "structures.mrpb.address_bits"; return (uint64_t)1 << mrpb_line_bits(c);
    case SIG_CTA_WARP: *key = "sm.warps"; return c->sm.warps > most_in_block ? most_in_block : c->sm.warps;
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

static void check_mrpb_queues(const checker *k)
{
    const mrpb_cfg *m = &k->c->mrpb;
    const char *key;
    const uint64_t values = signature_values(k->c, &key);
    if (m->queues < values && (m->queues & (m->queues - 1))) {
        broken(k, KEYS("structures.mrpb.queues", "structures.mrpb.signature", key),
               "structures.mrpb.queues = %u: must be at least %" PRIu64 ", one a value of signature %s (%s = %" PRIu64 "), or a power of two", m->queues,
               values, config_word_signature_kind(m->signature), key, value_of(key, k->c));
    }
}

// A word of latches is a generate block of its own, and Verilator's loops end at some thousands (3,072 in 5.006).
enum { LATCH_WORDS = 2048 };

static void check_mrpb_latches(const checker *k)
{
    const unsigned words = k->c->mrpb.queues * k->c->mrpb.depth;
    if (k->c->rtl.storage != STORAGE_LATCH || words <= LATCH_WORDS) return;
    broken(k, KEYS("rtl.storage", "structures.mrpb.depth", "structures.mrpb.queues"),
           "rtl.storage = latch: must be flop or an SRAM with structures.mrpb of %u entries, more than %d", words, LATCH_WORDS);
}

static void check_mrpb(const checker *k)
{
    const mrpb_cfg *m = &k->c->mrpb;
    if (!m->enable || m->single_slot) return;
    check_mrpb_queues(k);
    check_mrpb_latches(k);
    if (m->signature == SIG_PC && !m->flush) {
        broken(k, KEYS("structures.mrpb.flush", "structures.mrpb.signature"),
               "structures.mrpb.flush = false: must be true with signature pc, or a write would pass reads of its own warp");
    }
    if (m->greedy && m->drain_n) {
        broken(k, KEYS("structures.mrpb.drain_n", "structures.mrpb.greedy"),
               "structures.mrpb.drain_n = %u: must be 0 with greedy: true, which leaves its queue only when that is empty", m->drain_n);
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
        broken(k, KEYS("structures.streambypass.l2", "structures.streambypass.l1"),
               "structures.streambypass.l2 = false: must be true with structures.streambypass.l1 = false, or there is no monitor");
    }
    if (s->l1 && !k->c->l1d.enable) {
        broken(k, KEYS("structures.streambypass.l1", "l1d.enable"), "structures.streambypass.l1 = true: must be false with l1d.enable = false");
    }
    if (s->l1 && s->accesses < k->c->l1d.banks) {
        broken(k, KEYS("structures.streambypass.accesses", "l1d.banks"), "structures.streambypass.accesses = %u: must be at least l1d.banks = %u", s->accesses,
               k->c->l1d.banks);
    }
    if (s->l2 && k->c->limits.infinite_bandwidth) {
        broken(k, KEYS("structures.streambypass.l2", "limits.infinite_bandwidth"),
               "structures.streambypass.l2 = true: must be false with limits.infinite_bandwidth, whose L2 has no slices");
    }
}

static void check_dwtcs(const checker *k)
{
    if (!k->c->dwtcs.enable || k->c->sm.gate == GATE_NONE) return;
    broken(k, KEYS("sm.gate", "structures.dwtcs.enable"), "sm.gate = %s: must be none with structures.dwtcs, which is a gate itself",
           config_word_gate_kind(k->c->sm.gate));
}

// The rows of an MSHR are numbered in bits of their own.
static void check_warppool_latches(const checker *k)
{
    const unsigned words = k->c->l1d.mshrs << cfg_index_bits(k->c->l1d.merges);
    if (k->c->rtl.storage != STORAGE_LATCH || words <= LATCH_WORDS) return;
    broken(k, KEYS("rtl.storage", "l1d.mshrs", "l1d.merges", "structures.warppool.enable"),
           "rtl.storage = latch: must be flop or an SRAM with structures.warppool, whose MSHR metadata table has %u words (l1d.mshrs, l1d.merges), more than %d",
           words, LATCH_WORDS);
}

static void check_warppool(const checker *k)
{
    const struct cfg_warppool *w = &k->c->warppool;
    const uint64_t most = 65536, metas = (uint64_t)k->c->l1d.mshrs * k->c->l1d.merges * w->merges;
    if (!w->enable) return;
    if (metas > most) {
        broken(k, KEYS("structures.warppool.merges", "l1d.mshrs", "l1d.merges"),
               "structures.warppool.merges = %u: with l1d.mshrs = %u and l1d.merges = %u that is %llu entries of the MSHR metadata table, must be at most %llu",
               w->merges, k->c->l1d.mshrs, k->c->l1d.merges, (unsigned long long)metas, (unsigned long long)most);
    } else {
        check_warppool_latches(k);
    }
    if (k->c->mrpb.enable) {
        broken(k, KEYS("structures.warppool.enable", "structures.mrpb.enable", "structures.warppool.queues", "structures.mrpb.queues"),
               "structures.warppool.enable = true: must be false with structures.mrpb, which has its place");
    }
    if (k->c->l1d.bypass == RACB_ON) {
        broken(k, KEYS("l1d.bypass", "structures.warppool.enable"), "l1d.bypass = racb: must be none with structures.warppool, whose loads wait in an MSHR each");
    }
    if (k->c->l1d.banks > 1) {
        broken(k, KEYS("l1d.banks", "structures.warppool.enable"), "l1d.banks = %u: must be 1 with structures.warppool, which offers one request a cycle",
               k->c->l1d.banks);
    }
    if (w->queue_latches && k->c->rtl.storage != STORAGE_SRAM_1R1W) {
        broken(k, KEYS("structures.warppool.queue_latches", "rtl.storage"), "structures.warppool.queue_latches = true: must be false with rtl.storage = %s, %s",
               config_word_storage_kind(k->c->rtl.storage),
               k->c->rtl.storage == STORAGE_SRAM_1RW ? "whose second clock leaves no half cycle to them" : "which says it for them too");
    }
}

static void check_cart_map(const checker *k)
{
    const char *key;
    cart_map m;
    char *unfit = check_address_map(k->c), *wrong = unfit ? NULL : cart_map_read(k->c, &m, &key);
    if (wrong && strcmp(key, "dram.address_map") == 0) {
        broken(k, KEYS(key, "structures.cart.enable", "l1d.line_bytes"), "dram.address_map: %s", wrong);
    } else if (wrong) {
        broken(k, KEYS(key, "dram.address_map"), "structures.cart.address_bits = %u: %s", k->c->cart.address_bits, wrong);
    }
    free(unfit);
    free(wrong);
}

// Queues are numbered, and chosen from, in one cycle.
static void check_cart_size(const checker *k)
{
    const struct cfg_cart *x = &k->c->cart;
    const unsigned banks = k->c->dram.banks / k->c->l2.slices_per_channel, branches = cart_branches(k->c), most = 1024;
    if ((x->branches & (x->branches - 1)) || x->branches > banks) {
        broken(k, KEYS("structures.cart.branches", "dram.banks", "l2.slices_per_channel"),
               "structures.cart.branches = %u: must be 0 or a power of two up to %u, the banks that a slice can address", x->branches, banks);
    } else if (x->design == CART_TREE && branches * x->rows * x->columns > most) {
        broken(k, KEYS("structures.cart.rows", "structures.cart.columns", "structures.cart.branches"),
               "structures.cart.rows = %u: with %u branches and structures.cart.columns = %u that is %u leaf queues, must be at most %u", x->rows, branches,
               x->columns, branches * x->rows * x->columns, most);
    }
    if (x->meta_bits < cfg_index_bits(cart_capacity(k->c))) {
        broken(k, KEYS("structures.cart.meta_bits", "structures.cart.entries", "structures.cart.rows", "structures.cart.columns", "structures.cart.buffer"),
               "structures.cart.meta_bits = %u: must be at least %u, a number for each of %u requests", x->meta_bits,
               cfg_index_bits(cart_capacity(k->c)), cart_capacity(k->c));
    }
}

static void check_cart_latches(const checker *k)
{
    const unsigned words = cart_capacity(k->c) - 1;
    if (k->c->rtl.storage != STORAGE_LATCH || words <= LATCH_WORDS) return;
    broken(k, KEYS("rtl.storage", "structures.cart.entries", "structures.cart.rows", "structures.cart.columns", "structures.cart.branches"),
           "rtl.storage = latch: must be flop or an SRAM with structures.cart of %u requests, more than %d", words, LATCH_WORDS);
}

static void check_cart(const checker *k)
{
    const struct cfg_cart *x = &k->c->cart;
    if (!x->enable) return;
    if (x->design != CART_TREE && x->drain != CART_ROTATE) {
        broken(k, KEYS("structures.cart.drain", "structures.cart.design"), "structures.cart.drain = %s: must be rotate with structures.cart.design = %s",
               config_word_cart_drain(x->drain), config_word_cart_design(x->design));
    }
    if (k->c->limits.infinite_bandwidth) {
        broken(k, KEYS("limits.infinite_bandwidth", "structures.cart.enable"),
               "limits.infinite_bandwidth = true: must be false with structures.cart, since its L2 has no slices");
    }
    if (k->c->rtl.storage != STORAGE_FLOP && x->design == CART_NONBLOCKING) {
        broken(k, KEYS("rtl.storage", "structures.cart.design"), "rtl.storage = %s: must be flop with structures.cart.design = nonblocking, which compares all that it holds",
               config_word_storage_kind(k->c->rtl.storage));
    }
    check_cart_map(k);
    check_cart_size(k);
    check_cart_latches(k);
}

// Its flits side by side have a port's bits.
static bool check_crossbar_data(const checker *k, crossbar_way way)
{
    const uint64_t lanes = crossbar_lanes_bits(k->c, way), away = crossbar_away_bits(k->c, way), bits = lanes > away ? lanes : away;
    const char *key = way == CROSSBAR_REQUEST ? "icnt.request_flit_bytes" : "icnt.reply_flit_bytes";
    if (bits <= 64 * CROSSBAR_DATA_WORDS) return true;
    broken(k, KEYS(key, "icnt.vcs", "structures.crossbar.data"), "%s = %u: with structures.crossbar.data the flits of the %s crossbar have %llu bits side by side, must be at most %d",
           key, crossbar_flit_bytes(k->c, way), crossbar_name(way), (unsigned long long)bits, 64 * CROSSBAR_DATA_WORDS);
    return false;
}

// Of one direction; the ports of both networks are the same.
static bool check_crossbar_size(const checker *k, crossbar_way way)
{
    const uint64_t inside = crossbar_capacity(k->c, way), most = 1u << 14;
    if (inside > most) {
        broken(k, KEYS("icnt.input_buffer", "icnt.vcs", "icnt.latency", "structures.crossbar.enable"),
               "icnt.input_buffer = %u: with structures.crossbar the %s crossbar would hold %llu packets, must be at most %llu", k->c->icnt.input_buffer,
               crossbar_name(way), (unsigned long long)inside, (unsigned long long)most);
        return false;
    }
    if (k->c->crossbar.meta_bits >= cfg_index_bits(inside)) return check_crossbar_data(k, way);
    broken(k, KEYS("structures.crossbar.meta_bits", "icnt.input_buffer", "icnt.vcs", "icnt.latency"),
           "structures.crossbar.meta_bits = %u: must be at least %u, a number for each of %llu packets in the %s crossbar", k->c->crossbar.meta_bits,
           cfg_index_bits(inside), (unsigned long long)inside, crossbar_name(way));
    return false;
}

static void check_crossbar(const checker *k)
{
    const config *c = k->c;
    if (!c->crossbar.enable) return;
    if (c->gpu.sms > CROSSBAR_PORTS_MAX) {
        broken(k, KEYS("gpu.sms", "structures.crossbar.enable"), "gpu.sms = %u: must be at most %d with structures.crossbar", c->gpu.sms, CROSSBAR_PORTS_MAX);
    } else if (crossbar_slices(c) > CROSSBAR_PORTS_MAX) {
        broken(k, KEYS("dram.channels", "l2.slices_per_channel", "structures.crossbar.enable"),
               "dram.channels = %u: with l2.slices_per_channel = %u and structures.crossbar there must be at most %d slices", c->dram.channels,
               c->l2.slices_per_channel, CROSSBAR_PORTS_MAX);
    } else if (check_crossbar_size(k, CROSSBAR_REQUEST)) {
        check_crossbar_size(k, CROSSBAR_REPLY);
    }
    if (c->limits.infinite_bandwidth) {
        broken(k, KEYS("limits.infinite_bandwidth", "structures.crossbar.enable"),
               "limits.infinite_bandwidth = true: must be false with structures.crossbar, since it has no crossbar");
    }
}

// What L1D sends must get there.
static void check_behind_l1d(const checker *k)
{
    const uint32_t latency = k->c->limits.l1_miss_latency;
    const char *key = k->c->cart.enable ? "structures.cart.enable" : "structures.crossbar.enable";
    if (!latency || !(k->c->cart.enable || k->c->crossbar.enable)) return;
    broken(k, KEYS("limits.l1_miss_latency", key), "limits.l1_miss_latency = %u: must be 0 with %.*s, to which no request would come", latency,
           (int)(strlen(key) - strlen(".enable")), key);
}

// What stands before the index function must not have wider lines than it looks up (config/ports/side.h).
static void check_side(const checker *k, side_kind kind)
{
    side s;
    if (k->c->mrpb.enable && k->c->warppool.enable) return; // refused: check_warppool
    side_of(k->c, kind, &s);
    if (s.pric < 0) return;
    const config *c = k->c;
    const char *key = kind == SIDE_SLICE ? "structures.cart.address_bits" : c->mrpb.enable ? "structures.mrpb.address_bits" : "structures.warppool.address_bits";
    const unsigned bits = kind == SIDE_SLICE ? c->cart.address_bits : c->mrpb.enable ? c->mrpb.address_bits : c->warppool.address_bits;
    if (c->pric.address_bits >= bits) return;
    broken(k, KEYS("structures.pric.address_bits", key), "structures.pric.address_bits = %u: must be at least %s = %u, whose lines it looks up",
           c->pric.address_bits, key, bits);
}

int check_rules(const config *c, const cfg_trace *t, err *e)
{
    const unsigned before = e->count;
    const checker k = {c, t, e};
    check_rows(&k);
    if (e->count > before) return ST_INPUT; // the rules below count on the ranges
    check_name(&k);
    check_l1d(&k);
    check_l1d_shape(&k);
    check_l1d_policy(&k);
    check_read_only(&k);
    check_gate(&k);
    check_l2(&k);
    check_dram(&k);
    check_stuck(&k);
    check_map(&k);
    check_mrpb(&k);
    check_pric(&k);
    check_streambypass(&k);
    check_dwtcs(&k);
    check_warppool(&k);
    check_cart(&k);
    check_behind_l1d(&k);
    check_side(&k, SIDE_SM);
    check_side(&k, SIDE_SLICE);
    check_crossbar(&k);
    return e->count > before ? ST_INPUT : ST_OK;
}

int config_check(const config *c, err *e) { return check_rules(c, NULL, e); }
