// plan.c : the index function as a block of the generator: which address bits enter which index
// bit.
//
// The matrix is made column by column, x^k from x^(k-1), and not by the division that the golden
// model does.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "config/ports/pric.h"

// What slice bit k puts into the index, bit i for index bit i.
static uint32_t pric_column(const index_fn *f, unsigned k)
{
    uint32_t power = 1;
    for (unsigned i = 0; i < k; i++) {
        power <<= 1;
        if (power >> f->bits & 1) power ^= f->polynomial;
    }
    return power;
}

static uint32_t fermi_column(const index_fn *f, unsigned k)
{
    static const int8_t also[] = {
        [6] = 0, [7] = 1, [8] = 2, [10] = 3, [12] = 4}; // A13, A14, A15, A17, A19
    if (k < f->bits) return (uint32_t)1 << k;
    const bool enters = (k >= 6 && k <= 8) || k == 10 || k == 12;
    return enters ? (uint32_t)1 << also[k] : 0;
}

static uint32_t column(const index_fn *f, unsigned k)
{
    switch (f->kind) {
    case INDEX_LINEAR: return k < f->bits ? (uint32_t)1 << k : 0;
    case INDEX_XOR: return k < 2 * f->bits ? (uint32_t)1 << k % f->bits : 0;
    case INDEX_FERMI: return fermi_column(f, k);
    case INDEX_PRIC: return pric_column(f, k);
    }
    return 0;
}

static void set_rows(const index_fn *f, uint64_t *rows)
{
    for (unsigned k = 0; k <= f->high - f->low; k++) {
        const uint32_t entered = column(f, k);
        for (unsigned i = 0; i < f->bits; i++)
            rows[i] |= (uint64_t)(entered >> i & 1) << (k + f->low - f->line_bit);
    }
}

static const rtl_range ranges[] = {
    {"line_i", "LINE_W"}, {"index_o", "INDEX_W"}, {"tag_o", "LINE_W-INDEX_W"}, {NULL, NULL}};

void pric_make_plan(rtl_plan *p)
{
    pric_plan *q = &p->pric;
    uint64_t rows[XOR_SUMS] = {0};
    q->fn = index_fn_of_pric(p->c);
    q->line_w = pric_line_bits(p->c);
    set_rows(&q->fn, rows);
    xor_net_init(&q->plain, rows, q->fn.bits, q->line_w);
    q->shared = q->plain;
    xor_net_share(&q->shared);
    pric_ports(p->c, p->ports);
    p->n_ports = PRIC_N_PORTS;
    p->clocked = false;
    plan_add_baked(p, "LINE_W", q->line_w, "", "line address, bits");
    plan_add_baked(p, "INDEX_W", q->fn.bits, "", "set index, bits");
    plan_name_widths(p, ranges);
}

void pric_set_values(const rtl_plan *p, writer *w)
{
    const pric_plan *q = &p->pric;
    writer_set(w, "LINE_BIT", "%u", q->fn.line_bit);
    writer_set(w, "INDEX_BITS", "%u", q->fn.bits);
    writer_set(w, "GATES", "%u", xor_net_gates(&q->shared));
    writer_set(w, "GATES_BEFORE", "%u", xor_net_gates(&q->plain));
    writer_set(w, "LEVELS", "%u", xor_net_depth(&q->shared));
    writer_set(w, "LEVELS_BEFORE", "%u", xor_net_depth(&q->plain));
    writer_set(w, "FAN_IN", "%u", xor_net_fan_in(&q->shared));
    writer_set(w, "FAN_IN_BEFORE", "%u", xor_net_fan_in(&q->plain));
}
