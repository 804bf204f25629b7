// check_machine.c: checks the rules between keys of the machine: caches, issue gates, DRAM, and
// gpu.stuck_cycles. See check.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
        check_broken(k, KEYS("l1d.ways", "l1d.sets"),
                     "l1d.ways = %u: with l1d.sets = %u that is %llu lines, must be at most %llu",
                     l->ways, l->sets, (unsigned long long)lines, (unsigned long long)most);
    }
    if (l->banks > l->sets)
        check_broken(k, KEYS("l1d.banks", "l1d.sets"),
                     "l1d.banks = %u: must be at most l1d.sets = %u", l->banks, l->sets);
    if (l->banks > 1 && k->c->mrpb.enable) {
        check_broken(
            k, KEYS("l1d.banks", "structures.mrpb.enable"),
            "l1d.banks = %u: must be 1 with structures.mrpb, which offers one request a cycle",
            l->banks);
    }
}

// 0, or as much as L2 or the network moves of a line at a time.
static void check_part_of_line(const checker *k, const char *key, uint32_t bytes)
{
    const uint32_t line = k->c->l1d.line_bytes;
    if (!bytes || (bytes >= 32 && bytes <= line && !(bytes & (bytes - 1)))) return;
    check_broken(k, KEYS(key, "l1d.line_bytes"),
                 "%s = %u: must be 0 or a power of two from 32 to l1d.line_bytes = %u", key, bytes,
                 line);
}

static void check_l1d_policy(const checker *k)
{
    check_part_of_line(k, "l1d.l2_only_bytes", k->c->l1d.l2_only_bytes);
    const struct cfg_l1d *l = &k->c->l1d;
    if (l->bypass == RACB_ON && k->c->mrpb.enable) {
        check_broken(
            k, KEYS("l1d.bypass", "structures.mrpb.enable"),
            "l1d.bypass = racb: must be none with structures.mrpb, which has a bypass of its own");
    }
    if (l->write_allocate && l->global_write != L1_WRITE_BACK && l->local_write != L1_WRITE_BACK) {
        check_broken(k, KEYS("l1d.write_allocate", "l1d.global_write", "l1d.local_write"),
                     "l1d.write_allocate = true: must be false unless l1d.global_write or "
                     "l1d.local_write is back");
    }
    const uint32_t latency = k->c->limits.l1_miss_latency;
    if (latency >= k->c->gpu.stuck_cycles) {
        check_broken(k, KEYS("limits.l1_miss_latency", "gpu.stuck_cycles"),
                     "limits.l1_miss_latency = %u: must be less than gpu.stuck_cycles = %u",
                     latency, k->c->gpu.stuck_cycles);
    }
}

static void check_gate(const checker *k)
{
    const struct cfg_ccws *w = &k->c->ccws;
    if (k->c->sm.swl_warps && k->c->sm.gate != GATE_SWL) {
        check_broken(k, KEYS("sm.swl_warps", "sm.gate"),
                     "sm.swl_warps = %u: must be 0 unless sm.gate = swl", k->c->sm.swl_warps);
    }
    if (w->victim_ways > w->victim_tags) {
        check_broken(k, KEYS("ccws.victim_ways", "ccws.victim_tags"),
                     "ccws.victim_ways = %u: must be at most ccws.victim_tags = %u", w->victim_ways,
                     w->victim_tags);
    }
}

static void check_read_only(const checker *k)
{
    enum { MIN_LINE = 32 };
    const uint32_t most = k->c->l1d.line_bytes;
    if (k->c->l1i.line_bytes > most) {
        check_broken(k, KEYS("l1i.line_bytes", "l1d.line_bytes"),
                     "l1i.line_bytes = %u: must be at most l1d.line_bytes = %u",
                     k->c->l1i.line_bytes, most);
    }
    if (k->c->l1c.line_bytes > most) {
        check_broken(k, KEYS("l1c.line_bytes", "l1d.line_bytes"),
                     "l1c.line_bytes = %u: must be at most l1d.line_bytes = %u",
                     k->c->l1c.line_bytes, most);
    }
    const uint32_t textures = k->c->l1t.line_bytes;
    if (textures > most || (textures && textures < MIN_LINE)) {
        check_broken(
            k, KEYS("l1t.line_bytes", "l1d.line_bytes"),
            "l1t.line_bytes = %u: must be 0, or at least %d and at most l1d.line_bytes = %u",
            textures, MIN_LINE, most);
    }
}

static void check_l2(const checker *k)
{
    const index_fn f = index_fn_of_l2(k->c);
    check_index(k, &f, false);
    if (k->c->l2.intake_room > k->c->l2.icnt_to_l2_queue) {
        check_broken(k, KEYS("l2.intake_room", "l2.icnt_to_l2_queue"),
                     "l2.intake_room = %u: must be at most l2.icnt_to_l2_queue = %u",
                     k->c->l2.intake_room, k->c->l2.icnt_to_l2_queue);
    }
    check_part_of_line(k, "l2.sector_bytes", k->c->l2.sector_bytes);
}

static void check_dram(const checker *k)
{
    const struct cfg_dram *d = &k->c->dram;
    const uint32_t bytes = d->chips * d->chip_bytes * d->burst, line = k->c->l1d.line_bytes;
    if (line % bytes) {
        check_broken(k, KEYS("dram.burst", "dram.chips", "dram.chip_bytes", "l1d.line_bytes"),
                     "dram.burst = %u: an access of %u beats x %u chips x %u bytes is %u bytes, "
                     "must divide l1d.line_bytes = %u",
                     d->burst, d->burst, d->chips, d->chip_bytes, bytes, line);
    }
    if (d->burst % d->data_ratio) {
        check_broken(k, KEYS("dram.burst", "dram.data_ratio"),
                     "dram.burst = %u: must be a multiple of dram.data_ratio = %u", d->burst,
                     d->data_ratio);
    }
    if (d->banks % d->bank_groups) {
        check_broken(k, KEYS("dram.bank_groups", "dram.banks"),
                     "dram.bank_groups = %u: must divide dram.banks = %u", d->bank_groups,
                     d->banks);
    }
    if (d->rc < d->ras + d->rp) {
        check_broken(k, KEYS("dram.rc", "dram.ras", "dram.rp"),
                     "dram.rc = %u: must be at least dram.ras + dram.rp = %u + %u", d->rc, d->ras,
                     d->rp);
    }
    if (d->ccdl < d->ccd)
        check_broken(k, KEYS("dram.ccdl", "dram.ccd"),
                     "dram.ccdl = %u: must be at least dram.ccd = %u", d->ccdl, d->ccd);
    if (d->write_queue && (d->write_low > d->write_high || d->write_high > d->write_queue)) {
        check_broken(
            k, KEYS("dram.write_queue", "dram.write_high", "dram.write_low"),
            "dram.write_high = %u: must be from dram.write_low = %u to dram.write_queue = %u",
            d->write_high, d->write_low, d->write_queue);
    }
    if (d->refi && d->rfc + d->rc >= d->refi) {
        check_broken(k, KEYS("dram.refi", "dram.rfc"),
                     "dram.refi = %u: must be more than dram.rfc + dram.rc = %u + %u", d->refi,
                     d->rfc, d->rc);
    }
    if (k->c->l2.slices_per_channel > d->banks) {
        check_broken(k, KEYS("l2.slices_per_channel", "dram.banks"),
                     "l2.slices_per_channel = %u: must be at most dram.banks = %u, whose low bits "
                     "choose the slice",
                     k->c->l2.slices_per_channel, d->banks);
    }
}

// ---- gpu.stuck_cycles: what is only slow must not be called stuck

// Cycles of a line's read through DRAM that nothing holds up: a row changes behind a write and a
// refresh. The clocks are counted as if all were the slowest.
static uint64_t way_to_dram(const config *c)
{
    const struct cfg_dram *d = &c->dram;
    const uint64_t packet = c->l1d.line_bytes + 8, line = c->l1d.line_bytes;
    const uint64_t network = 2 * (uint64_t)c->icnt.latency + packet / c->icnt.request_flit_bytes +
                             packet / c->icnt.reply_flit_bytes;
    const uint64_t bursts =
        (line / (d->chips * d->chip_bytes * d->burst)) * (d->ccdl + d->burst / d->data_ratio);
    const uint64_t bank =
        (uint64_t)d->rc + d->rcd + d->wl + d->wr + d->cl + d->faw + (d->refi ? d->rfc : 0) + bursts;
    return c->l1d.latency + network + c->l2.rop_latency + line / c->l2.port_bytes +
           d->fixed_latency + bank;
}

// Cycles from an instruction's issue to those that need its result, without memory.
static uint64_t way_through_units(const config *c)
{
    const cfg_section *s;
    uint64_t longest = c->sm.shared_latency;
    cfg_find("latency.int_add", &s);
    for (unsigned i = 0; i < s->n; i++)
        longest = cfg_get(c, &s->rows[i]) > longest ? cfg_get(c, &s->rows[i]) : longest;
    return c->sm.issue_latency + longest + c->sm.writeback_latency;
}

// Of what a user gives: a test that makes a stuck machine does so by hand.
static void check_stuck(const checker *k)
{
    if (!k->t) return;
    const uint64_t memory = way_to_dram(k->c), units = way_through_units(k->c),
                   longest = memory > units ? memory : units;
    if (k->c->gpu.stuck_cycles >= 2 * longest) return;
    check_broken(k,
                 KEYS("gpu.stuck_cycles", "dram.fixed_latency", "l2.rop_latency", "icnt.latency",
                      "l1d.latency", "dram.rfc", "dram.faw", "dram.rc"),
                 "gpu.stuck_cycles = %u: must be at least %" PRIu64
                 ", twice the sum of latencies %s, or what is slow would be called stuck",
                 k->c->gpu.stuck_cycles, 2 * longest,
                 memory > units
                     ? "on the way to DRAM and back (l1d, icnt, l2, dram)"
                     : "of an instruction (sm.issue_latency, latency, sm.writeback_latency)");
}

static void check_map(const checker *k)
{
    char *wrong = check_address_map(k->c);
    if (wrong)
        check_broken(k,
                     KEYS("dram.address_map", "dram.banks", "dram.channels", "dram.burst",
                          "dram.chips", "dram.chip_bytes"),
                     "dram.address_map: %s", wrong);
    free(wrong);
}

void check_machine(const checker *k)
{
    check_l1d(k);
    check_l1d_shape(k);
    check_l1d_policy(k);
    check_read_only(k);
    check_gate(k);
    check_l2(k);
    check_dram(k);
    check_stuck(k);
    check_map(k);
}
