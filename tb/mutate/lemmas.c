// lemmas.c: writes the lemmas of a proof as Verilog. MRPB and DWT-CS have some: the bounds of their
// registers, and which registers of both designs are equal when. For other blocks there are none.
// See lemmas.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/lemmas.h"

#include "base/err.h"
#include "config/ports/dwtcs.h"

#include <stdlib.h>
#include <string.h>

// A register; while `live`, an expression over the design's registers, design and mutant hold the
// same; under the weaker lemmas only in the cycles of that time in which it is `used`.
typedef struct held {
    const char *name, *live, *used;
} held;

// Of its bits [lsb, lsb + bits), or of all (bits = 0).
static void put_equal(const held *r, unsigned lsb, unsigned bits, FILE *f)
{
    char *slice = bits ? wl_format("[%u:%u]", lsb + bits - 1, lsb) : wl_strdup("");
    fprintf(f, "    (!(%s) || (weaker && !(%s)) || \\u_gold.%s %s == \\u_gate.%s %s) &&\n", r->live,
            r->used, r->name, slice, r->name, slice);
    free(slice);
}

// ---- DWT-CS

static const held dwtcs_one[] = {{"u_ctl.phase_q", "1", "1"},
                                 {"u_ctl.period_start_q", "counts", "1"},
                                 {"u_winners.valid_q", "1", "1"},
                                 {"u_winners.next_place_q", "1", "1"},
                                 {"u_ctl.kernel_q", "phase != 0", "first"},
                                 {"u_ctl.tick_q", "counts", "0"},
                                 {"u_ctl.periods_left_q", "samples", "first && left == 1"},
                                 {"u_ctl.base_warps_q", "samples", "1"},
                                 {"u_ctl.limit_q", "phase == 3", "1"},
                                 {"u_ctl.voting_q", "1", "1"},
                                 {"u_ctl.round_end_q", "1", "1"},
                                 {"u_vote.turn_q", "samples", "votes"},
                                 {"u_vote.wins_q", "judged", "1"},
                                 {"u_vote.best_sm_q", "judged && wins", "1"},
                                 {"u_vote.best_insns_q", "judged || further", "votes"}};

static const held dwtcs_meter[] = {{"insns_q", "samples", "votes"},
                                   {"score_q", "watches", "first"},
                                   {"run_q", "watches", "first"},
                                   {"period_start_q", "watches", "1"},
                                   {"count_restart_q", "counts", "1"}};

static void put_dwtcs_names(const config *c, FILE *f)
{
    const struct cfg_dwtcs *k = &c->dwtcs;
    fprintf(f,
            "  wire [1:0] phase = \\u_gold.u_ctl.phase_q ;\n  wire watches = phase == 1, samples = "
            "phase == 2, counts = watches || samples;\n"
            "  wire first = \\u_gold.u_ctl.period_start_q ;\n  wire further = samples && "
            "\\u_gold.u_ctl.base_warps_q != 0;\n"
            "  wire [15:0] tick = \\u_gold.u_ctl.tick_q , left = \\u_gold.u_ctl.periods_left_q , "
            "base = "
            "\\u_gold.u_ctl.base_warps_q ;\n"
            "  wire votes = samples && (\\u_gold.u_ctl.voting_q || (first && left == 1));\n"
            "  wire judged = samples && (\\u_gold.u_ctl.voting_q || "
            "\\u_gold.u_ctl.round_end_q );\n"
            "  wire wins = \\u_gold.u_vote.wins_q ;\n"
            "  wire [15:0] turn = \\u_gold.u_vote.turn_q , best = \\u_gold.u_vote.best_insns_q ;\n"
            "  wire [15:0] of_round = (%u - left) * %u + (tick == 0 ? %u : tick);\n",
            k->periods_sampled, k->period, k->period);
}

// Of the control: counters within their ranges, rounds that there are.
static void put_dwtcs_bounds(const config *c, FILE *f)
{
    const struct cfg_dwtcs *k = &c->dwtcs;
    const unsigned warps = dwtcs_warps(c);
    fprintf(f, "    (!counts || tick < %u) && (!first || (counts && tick == 0)) &&\n", k->period);
    fprintf(f, "    (!samples || (left >= 1 && left <= %u && (tick != 0 || first || judged) && (",
            k->periods_sampled);
    for (unsigned base = 0; base < warps; base += c->gpu.sms)
        fprintf(f, "%sbase == %u", base ? " || " : "", base);
    fprintf(f, "))) &&\n");
    fprintf(f, "    (!judged || (tick == 0 && !first && left == 1)) && (!samples || turn == 0 || "
               "\\u_gold.u_ctl.voting_q ) &&\n");
    fprintf(f, "    (!further || best <= %u) &&\n",
            k->period * k->periods_sampled * dwtcs_insn_max(c));
}

static void put_dwtcs_meter(const config *c, unsigned i, FILE *f)
{
    const struct cfg_dwtcs *k = &c->dwtcs;
    const unsigned most = dwtcs_insn_max(c);
    for (size_t r = 0; r < sizeof dwtcs_meter / sizeof dwtcs_meter[0]; r++) {
        char *name = wl_format("g_sm[%u].u_meter.%s", i, dwtcs_meter[r].name);
        put_equal(&(held){name, dwtcs_meter[r].live, dwtcs_meter[r].used}, 0, 0, f);
        free(name);
    }
    fprintf(f, "    (!samples || \\u_gold.g_sm[%u].u_meter.insns_q <= %u * of_round) &&\n", i,
            most);
    fprintf(f, "    (!watches || \\u_gold.g_sm[%u].u_meter.run_q <= %u) &&\n", i,
            k->periods_over - 1);
}

static void put_dwtcs_place(const config *c, unsigned k, FILE *f)
{
    const unsigned kernel_bits = c->dwtcs.kernel_bits, limit_bits = dwtcs_limit_bits(c);
    char *valid = wl_format("\\u_gold.u_winners.valid_q [%u]", k);
    put_equal(&(held){"u_winners.kernels_q", valid, "1"}, k * kernel_bits, kernel_bits, f);
    put_equal(&(held){"u_winners.warps_q", valid, "1"}, k * limit_bits, limit_bits, f);
    free(valid);
}

static void put_dwtcs(const config *c, const rtlil *design, FILE *f)
{
    (void)design;
    put_dwtcs_names(c, f);
    fprintf(f, "  wire lemmas =\n");
    for (size_t i = 0; i < sizeof dwtcs_one / sizeof dwtcs_one[0]; i++)
        put_equal(&dwtcs_one[i], 0, 0, f);
    put_dwtcs_bounds(c, f);
    for (unsigned i = 0; i < c->gpu.sms; i++) put_dwtcs_meter(c, i, f);
    for (unsigned k = 0; k < c->dwtcs.winners; k++) put_dwtcs_place(c, k, f);
    fprintf(f, "    1'b1;\n");
}

// ---- MRPB: its control

static bool has(const rtlil *design, const char *name)
{
    for (unsigned i = 0; i < design->n_wires; i++) {
        if (design->wires[i].name[0] == '\\' && strcmp(design->wires[i].name + 1, name) == 0)
            return true;
    }
    return false;
}

static bool is_register(const char *name)
{
    const size_t n = strlen(name);
    return name[0] == '\\' && n > 2 && strcmp(name + n - 2, "_q") == 0;
}

// Whether an entry is the only one matters where there is any; where a search begins, only with
// several to find.
static void put_mrpb_control(const rtlil *design, FILE *f)
{
    for (unsigned i = 0; i < design->n_wires; i++) {
        const char *name = design->wires[i].name + 1;
        const bool above = strstr(name, "above_");
        if (!is_register(design->wires[i].name) || strncmp(name, "u_ctl.", 6) != 0 ||
            strcmp(name, "u_ctl.single_q") == 0)
            continue;
        put_equal(&(held){name, "1", above ? "0" : "1"}, 0, 0, f);
    }
    fprintf(f, "    ((\\u_gold.u_ctl.single_q ^ \\u_gate.u_ctl.single_q ) & "
               "\\u_gold.u_ctl.eligible_q ) == 0 &&\n");
    fprintf(f, "    (\\u_gold.u_ctl.single_q & ~\\u_gold.u_ctl.eligible_q ) == 0 &&\n");
    if (!has(design, "u_ctl.pick_q")) return;
    fprintf(f, "    (\\u_gold.u_ctl.pick_q & (\\u_gold.u_ctl.pick_q - 1'b1)) == 0 && "
               "(\\u_gold.u_ctl.pick_q & ~\\u_gold.u_ctl.eligible_q ) == 0 &&\n"
               "    \\u_gold.u_ctl.pick_valid_q == (|\\u_gold.u_ctl.eligible_q ) &&\n");
}

// A number of queue q from a bank of bit slices.
static void put_mrpb_number(const rtlil *design, const char *bank, unsigned q, FILE *f)
{
    fprintf(f, "  wire [15:0] %s_%u = 16'd0", bank, q);
    for (unsigned bit = 0;; bit++) {
        char *name = wl_format("u_ctl.u_%s.g_bit[%u].bit_q", bank, bit);
        const bool there = has(design, name);
        if (there) fprintf(f, " | {15'd0, \\u_gold.%s [%u]} << %u", name, q, bit);
        free(name);
        if (!there) break;
    }
    fprintf(f, ";\n");
}

// Entries from pointer to pointer, where none is on its way.
static void put_mrpb_entries(const config *c, const rtlil *design, unsigned q, FILE *f)
{
    put_mrpb_number(design, "head", q, f);
    put_mrpb_number(design, "tail", q, f);
    put_mrpb_number(design, "counts", q, f);
    fprintf(f, "  wire aged_%u = \\u_gold.u_ctl.eligible_q [%u];\n", q, q);
    fprintf(f,
            "  wire [15:0] entries_%u = !aged_%u ? 0 : tail_%u > head_%u ? tail_%u - head_%u : "
            "tail_%u + %u - head_%u;\n",
            q, q, q, q, q, q, q, c->mrpb.depth, q);
}

static void put_mrpb_bounds(const config *c, const rtlil *design, unsigned q, FILE *f)
{
    fprintf(f, "    head_%u < %u && tail_%u < %u && (aged_%u || head_%u == tail_%u) &&\n", q,
            c->mrpb.depth, q, c->mrpb.depth, q, q, q);
    fprintf(f, "    \\u_gold.u_ctl.single_q [%u] == (entries_%u == 1) &&\n", q, q);
    if (has(design, "u_ctl.full_q")) // the pipelined control has none
        fprintf(f, "    \\u_gold.u_ctl.full_q [%u] == (entries_%u == %u) &&\n", q, q,
                c->mrpb.depth);
    if (has(design, "u_ctl.u_counts.g_bit[0].bit_q"))
        fprintf(f, "    counts_%u == entries_%u &&\n", q, q);
}

static void put_mrpb(const config *c, const rtlil *design, FILE *f)
{
    const bool slots = has(design, "u_ctl.single_q"), young = has(design, "u_ctl.aging_q");
    for (unsigned q = 0; slots && !young && q < c->mrpb.queues; q++)
        put_mrpb_entries(c, design, q, f);
    fprintf(f, "  wire lemmas =\n");
    if (slots) put_mrpb_control(design, f);
    for (unsigned q = 0; slots && !young && q < c->mrpb.queues; q++)
        put_mrpb_bounds(c, design, q, f);
    fprintf(f, "    1'b1;\n");
}

// ---- all

static const struct {
    const char *block;
    void (*put)(const config *c, const rtlil *design, FILE *f);
} blocks[] = {{"dwtcs", put_dwtcs}, {"mrpb", put_mrpb}};

// Yosys joins a wire of this attribute with the one of that name below when it flattens.
static void put_registers(const rtlil *design, FILE *f)
{
    for (unsigned i = 0; i < design->n_wires; i++) {
        const char *name = design->wires[i].name;
        if (!is_register(name)) continue;
        fprintf(f, "  (* hierconn *) wire [%u:0] \\u_gold.%s , \\u_gate.%s ;\n",
                design->wires[i].width - 1, name + 1, name + 1);
    }
}

static int find(const char *block)
{
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        if (strcmp(blocks[i].block, block) == 0) return (int)i;
    }
    return -1;
}

bool lemmas_known(const char *block) { return find(block) >= 0; }

void lemmas_put(const config *c, const char *block, const rtlil *design, FILE *f)
{
    const int at = find(block);
    if (at >= 0) {
        put_registers(design, f);
        blocks[at].put(c, design, f);
    } else {
        fprintf(f, "  wire lemmas = 1'b1;\n");
    }
}
