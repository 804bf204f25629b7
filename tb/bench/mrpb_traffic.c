// mrpb_traffic.c: draws the phases, requests and L1D answers of MRPB's bench. See mrpb_traffic.h
// for what a phase consists of.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/mrpb_traffic.h"

#include "tb/bench/bench.h"

#include <string.h>

enum { MIXED = -1, CAUSES = 4, SHORTEST_PHASE = 16, PHASE_DOUBLINGS = 7, MAX_REFUSED = 40 };

#define PICK(t, ...) \
    pick(t, (const unsigned[]){__VA_ARGS__}, \
         sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(mrpb_traffic *t, const unsigned *list, unsigned n)
{
    return list[rng_below(&t->random, n)];
}

static unsigned below(mrpb_traffic *t, unsigned n) { return (unsigned)rng_below(&t->random, n); }
static bool percent(mrpb_traffic *t, unsigned p)
{
    return p >= 100 || (p != 0 && rng_percent(&t->random, p));
}

static uint64_t low_bits(unsigned n) { return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

// One warp, a few of them, or all; neighbours, or so many apart.
static void draw_warps(mrpb_traffic *t, mrpb_traffic_phase *p)
{
    unsigned all = t->c->sm.warps;
    unsigned few = all < 4 ? all : 4;
    p->warps = PICK(t, 1, few, all, 1 + below(t, all));
    p->first_warp = below(t, all);
    p->apart = PICK(t, 1, 1 + below(t, all));
    t->member = p->warps;
}

static unsigned warp_of(const mrpb_traffic *t, unsigned member)
{
    return (t->phase.first_warp + member * t->phase.apart) % t->c->sm.warps;
}

static void draw_stuck_queue(mrpb_traffic *t)
{
    mrpb_traffic_phase *p = &t->phase;
    p->stuck_queue =
        mrpb_traffic_queue(t, warp_of(t, below(t, p->warps)), p->first_line & t->line_mask);
}

// Lines matter where they are the signature, or give it: one of them, a few, or all.
static void draw_lines(mrpb_traffic *t, mrpb_traffic_phase *p)
{
    signature_kind k = mrpb_signature(t->c);
    p->first_line = rng_u64(&t->random);
    if (k != SIG_LINE && k != SIG_PC) return;
    p->lines = PICK(t, 0, 0, 1, 4);
}

// Now and then the first or the last line, or one that differs in one bit from the phase's first.
static uint64_t pick_line(mrpb_traffic *t)
{
    const mrpb_traffic_phase *p = &t->phase;
    switch (below(t, 16)) {
    case 0:
        return below(t, 3) ? below(t, 2) ? 0 : t->line_mask
                           : low_bits(t->c->mrpb.pc_bits); // whose program counter is all ones
    case 1:
    case 2: return p->first_line ^ (uint64_t)1 << below(t, mrpb_line_bits(t->c));
    case 3: return p->first_line;
    default: return p->lines ? p->first_line + below(t, p->lines) : rng_u64(&t->random);
    }
}

static void draw_answers(mrpb_traffic *t, mrpb_traffic_phase *p)
{
    p->answer = (answer_kind)PICK(t, ANSWER_RATE, ANSWER_RATE, ANSWER_RATE, ANSWER_BURSTS,
                                  ANSWER_STUCK_QUEUE);
    p->back_pressure_percent = PICK(t, 0, 25, 50, 90, 100);
    p->longest_burst = PICK(t, 4, 12, 40);
    draw_stuck_queue(t);
    p->cause = (int)below(t, CAUSES + 2) < CAUSES ? (int)below(t, CAUSES) : MIXED;
    p->bypass_percent = PICK(t, 0, 50, 100);
}

static void draw_phase(mrpb_traffic *t)
{
    mrpb_traffic_phase *p = &t->phase;
    memset(p, 0, sizeof *p);
    p->cycles = SHORTEST_PHASE + below(t, (unsigned)SHORTEST_PHASE << below(t, PHASE_DOUBLINGS));
    p->reset_at = percent(t, 12) ? 1 + below(t, (unsigned)p->cycles - 1) : 0;
    p->valid_percent = PICK(t, 0, 10, 30, 50, 70, 90, 100, 100);
    p->write_percent = PICK(t, 0, 0, 0, 5, 20, 50, 100);
    p->same_warp_percent = PICK(t, 0, 50, 90, 99);
    p->noise = percent(t, 50);
    draw_warps(t, p);
    draw_lines(t, p);
    draw_answers(t, p);
}

// Thread blocks of warps_per_cta warps each; all sizes that the SM's slots allow.
static void draw_blocks(mrpb_traffic *t)
{
    unsigned warps = t->c->sm.warps, ctas = t->c->sm.ctas, least = (warps + ctas - 1) / ctas;
    t->warps_per_cta = least + below(t, warps - least + 1);
}

void mrpb_traffic_init(mrpb_traffic *t, const config *c, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    t->c = c;
    t->random.state = seed;
    t->line_mask = low_bits(mrpb_line_bits(c));
    t->meta_mask = low_bits(c->mrpb.meta_bits);
    draw_blocks(t);
    draw_phase(t);
}

// Some function of the line that is not one of its bits alone. Where the line has enough bits,
// lines that differ in one bit have program counters that do.
static uint64_t pc_of(const mrpb_traffic *t, uint64_t line)
{
    const unsigned bits = t->c->mrpb.pc_bits;
    uint64_t pc = 0;
    for (uint64_t rest = line; rest && mrpb_line_bits(t->c) >= bits; rest >>= bits)
        pc ^= rest & low_bits(bits);
    if (mrpb_line_bits(t->c) >= bits) return pc;
    return (line * 0x9e3779b97f4a7c15u) >> (64 - t->c->mrpb.pc_bits);
}

unsigned mrpb_traffic_queue(const mrpb_traffic *t, unsigned warp, uint64_t line)
{
    uint64_t signature = warp;
    switch (mrpb_signature(t->c)) {
    case SIG_WARP: break;
    case SIG_CTA: signature = warp / t->warps_per_cta; break;
    case SIG_CTA_WARP: signature = warp % t->warps_per_cta; break;
    case SIG_PC: signature = pc_of(t, line); break;
    case SIG_LINE: signature = line; break;
    }
    return (unsigned)(signature % mrpb_queues(t->c));
}

void mrpb_traffic_reset(mrpb_traffic *t)
{
    t->waits = false;
    draw_blocks(t);
    t->first_writes = percent(t, 50) ? 2 : 0;
    t->refused = t->first_writes ? 8 + below(t, MAX_REFUSED) : 0;
    draw_stuck_queue(t);
}

bool mrpb_traffic_begin(mrpb_traffic *t)
{
    mrpb_traffic_phase *p = &t->phase;
    if (t->draining) return false;
    if (p->cycles == 0) draw_phase(t);
    const bool due = p->cycles-- == p->reset_at, reset = t->job ? bench_resets(t->job, due) : due;
    if (reset) mrpb_traffic_reset(t);
    return reset;
}

static void fill_data(mrpb_traffic *t)
{
    unsigned bits = t->c->mrpb.data_bits, words = (bits + 63) / 64;
    for (unsigned k = 0; k < words; k++)
        t->in.in_data_i[k] = rng_u64(&t->random) & low_bits(bits - 64 * k);
}

static void fill_request(mrpb_traffic *t, uint64_t line, unsigned warp, bool valid, bool write)
{
    mrpb_in *in = &t->in;
    signature_kind k = mrpb_signature(t->c);
    in->in_valid_i[0] = valid;
    in->in_write_i[0] = write;
    line &= t->line_mask & ~t->held_line;
    warp &= (unsigned)~t->held_queue;
    in->in_line_i[0] = line;
    in->in_warp_i[0] = warp;
    in->in_cta_i[0] = k == SIG_CTA ? warp / t->warps_per_cta : 0;
    in->in_cta_warp_i[0] = k == SIG_CTA_WARP ? warp % t->warps_per_cta : 0;
    in->in_pc_i[0] = k == SIG_PC ? pc_of(t, line) : 0;
    in->in_meta_i[0] = rng_u64(&t->random) & t->meta_mask;
    fill_data(t);
}

static void drive_request(mrpb_traffic *t)
{
    const mrpb_traffic_phase *p = &t->phase;
    if (t->waits) return;
    if (!t->draining && percent(t, p->valid_percent)) {
        if (t->member >= p->warps || !percent(t, p->same_warp_percent))
            t->member = below(t, p->warps);
        fill_request(t, pick_line(t), warp_of(t, t->member), true,
                     t->first_writes || percent(t, p->write_percent));
        t->first_writes -= t->first_writes != 0;
    } else if (p->noise) {
        fill_request(t, rng_u64(&t->random), below(t, t->c->sm.warps), false, percent(t, 50));
    } else {
        memset(&t->in, 0, sizeof t->in);
    }
}

static bool accepts(mrpb_traffic *t, const mrpb_out *offered)
{
    mrpb_traffic_phase *p = &t->phase;
    if (t->weak) return true;
    if (t->refused) {
        t->refused--;
        return false;
    }
    switch (p->answer) {
    case ANSWER_STUCK_QUEUE:
        return mrpb_traffic_queue(t, (unsigned)offered->req_warp_o[0], offered->req_line_o[0]) !=
               p->stuck_queue;
    case ANSWER_BURSTS:
        if (p->burst_left-- == 0) {
            p->burst_left = below(t, p->longest_burst);
            p->burst_accepts = !p->burst_accepts;
        }
        return p->burst_accepts;
    case ANSWER_RATE: break;
    }
    return !percent(t, p->back_pressure_percent);
}

static void drive_answer(mrpb_traffic *t, const mrpb_out *offered)
{
    const mrpb_traffic_phase *p = &t->phase;
    bool ready, asked = offered->req_valid_o[0];
    if (t->draining) ready = true;
    else if (asked) ready = accepts(t, offered);
    else ready = p->noise && percent(t, 50);
    t->in.req_ready_i[0] = ready;
    t->in.req_stall_i[0] = 0;
    if (asked || p->noise)
        t->in.req_stall_i[0] = p->cause == MIXED ? below(t, CAUSES) : (unsigned)p->cause;
    t->in.byp_ready_i[0] = t->c->mrpb.bypass != BYPASS_NONE && percent(t, p->bypass_percent);
}

const mrpb_in *mrpb_traffic_drive(mrpb_traffic *t, const mrpb_out *offered)
{
    drive_request(t);
    drive_answer(t, offered);
    return &t->in;
}

void mrpb_traffic_end(mrpb_traffic *t, bool accepted)
{
    t->waits = t->in.in_valid_i[0] && !accepted;
}

void mrpb_traffic_weaken(mrpb_traffic *t) { t->weak = true; }

void mrpb_traffic_drain(mrpb_traffic *t) { t->draining = true; }
