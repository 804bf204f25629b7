// trace_code.c : see trace_code.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPCODE_MOST = 64, WORD_BYTES = 4, MOST_WIDTH = 32 };

typedef struct decoding {
    const code_place *p;
    trace_inst *i;
    const char *at;
    err *e;
} decoding;

static int wrong(const decoding *d, const char *at, const char *what)
{
    return trace_error(d->p->t, d->p->line, (unsigned)(at - d->p->line) + 1, d->e, "%s", what);
}

// "2 R4 R255"; RZ is none.
static int registers(decoding *d, uint8_t *count)
{
    winst *w = &d->i->w;
    int64_t n;
    const char *at = d->at;
    if (!read_signed(&d->at, &n) || n < 0 || n > WINST_REGS)
        return wrong(d, at, "must be a number of registers, 0..14");
    for (int64_t k = 0; k < n; k++) {
        int64_t r;
        at = d->at;
        if (*d->at++ != 'R' || !read_signed(&d->at, &r) || r < 0 || r >= d->p->h->registers)
            return wrong(d, at, "must be a register, R0..R255");
        if (r == TRACE_RZ) continue;
        if (w->n_dst + w->n_src == WINST_REGS)
            return wrong(d, at, "an instruction has at most 14 registers");
        w->regs[w->n_dst + w->n_src] = (uint16_t)(r < TRACE_RZ ? r : r - 1); // no gap
        ++*count;
    }
    return ST_OK;
}

// A load of several words into one register of 32 bits writes those after it too.
static void widen(const trace_head *h, trace_inst *i)
{
    winst *w = &i->w;
    if (h->named || (i->op.kind != W_LOAD && i->op.kind != W_ATOMIC) || w->n_dst != 1) return;
    for (unsigned k = 1; k < i->op.lane_bytes / WORD_BYTES && w->regs[0] + k < TRACE_RZ; k++)
        w->regs[w->n_dst++] = (uint16_t)(w->regs[0] + k);
}

static int opcode(decoding *d)
{
    char name[OPCODE_MOST];
    const char *at = d->at;
    size_t n = strcspn(at, " ");
    snprintf(name, sizeof name, "%.*s", (int)(n < OPCODE_MOST ? n : OPCODE_MOST - 1), at);
    d->at += n;
    skip_blanks(&d->at);
    if (trace_op_find(name, d->p->h->sm, &d->i->op)) return ST_OK;
    d->i->foreign = true;
    d->i->op = (trace_op){.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_add};
    if (n && n < OPCODE_MOST && d->p->unknown_as_add) return ST_OK;
    return trace_error(
        d->p->t, d->p->line, (unsigned)(at - d->p->line) + 1, d->e,
        "opcode %s of sm_%u %s (--unknown-opcodes add takes such for integer additions)",
        n ? name : "\"\"", d->p->h->sm,
        trace_op_is_bulk(name) ? "copies in bulk what the trace does not tell" : "is not known");
}

// The place in program order. Before Volta, every fourth word of 8 bytes (Kepler: every eighth) is
// no instruction but tells how to schedule those after it.
static uint32_t index_of(uint32_t sm, uint32_t pc)
{
    if (sm >= 70) return pc / 16;
    if (sm < 30) return pc / 8;
    const uint32_t group = sm < 50 ? 64 : 32, slot = pc % group / 8;
    return pc / group * (group / 8 - 1) + (slot ? slot - 1 : 0);
}

static void fill(winst *w, const trace_op *op)
{
    w->kind = op->kind;
    w->unit = op->unit;
    w->latency = op->latency;
    w->space = op->space;
    w->lane_bytes = op->lane_bytes;
    w->bypasses_l1d = (op->flags & OP_BYPASS_L1D) != 0;
    w->texture = (op->flags & OP_TEXTURE) != 0;
    winst_use_registers(w);
}

static int decode(decoding *d, uint32_t pc)
{
    trace_inst *i = d->i;
    const char *begin = d->at;
    int64_t width = 0;
    if (registers(d, &i->w.n_dst) != ST_OK || opcode(d) != ST_OK) return ST_INPUT;
    widen(d->p->h, i);
    if (registers(d, &i->w.n_src) != ST_OK) return ST_INPUT;
    const char *at = d->at;
    if (!read_signed(&d->at, &width) || width < 0 || width > MOST_WIDTH || (width & (width - 1)))
        return wrong(d, at, "must be mem_width, 0 or the bytes of a lane: 1, 2, 4, 8, 16 or 32");
    i->addressed = width > 0 && !i->foreign;
    const bool needs = i->op.lane_bytes && i->op.space != SPACE_CONST;
    if (needs && !i->addressed)
        return wrong(d, at, "a memory instruction must have mem_width and addresses");
    if (i->op.lane_bytes && !i->addressed)
        i->op = (trace_op){.kind = W_ALU, .unit = UNIT_SP}; // LDC
    i->bytes = (uint32_t)strcspn(at, " ") + (uint32_t)(at - begin);
    i->text = wl_format("%.*s", (int)i->bytes, begin);
    i->pc = pc;
    fill(&i->w, &i->op);
    i->w.pc = index_of(d->p->h->sm, pc);
    i->w.line = d->p->source_line;
    return ST_OK;
}

static void put(trace_code *c, trace_inst *i)
{
    if (!c->by_pc) c->by_pc = wl_calloc((size_t)1 << TRACE_PC_BITS, sizeof *c->by_pc);
    if (c->n == c->room) {
        c->room = c->room ? 2 * c->room : 256;
        c->insts = wl_realloc(c->insts, c->room * sizeof *c->insts);
    }
    uint32_t *first = &c->by_pc[code_slot(i->pc)];
    i->index = c->n;
    i->next = *first;
    *first = c->n + 1;
    c->insts[c->n++] = i;
}

const trace_inst *code_add(trace_code *c, const code_place *p, uint32_t pc, const char *at, err *e)
{
    trace_inst *i = wl_calloc(1, sizeof *i);
    decoding d = {.p = p, .i = i, .at = at, .e = e};
    int st = pc % (p->h->sm >= 70 ? 16 : 8)
                 ? wrong(&d, p->line, "the PC must be a multiple of the instruction size")
                 : ST_OK;
    if (st == ST_OK && c->n >> TRACE_INDEX_BITS)
        st = wrong(&d, p->line, "the kernel has more than 134217728 static instructions");
    if (st == ST_OK) st = decode(&d, pc);
    if (st == ST_OK) {
        put(c, i);
        return i;
    }
    free(i->text);
    free(i);
    return NULL;
}

void code_free(trace_code *c)
{
    for (uint32_t k = 0; k < c->n; k++) {
        free(c->insts[k]->text);
        free(c->insts[k]);
    }
    free(c->insts);
    free(c->by_pc);
    *c = (trace_code){0};
}
