// decode_flow.c: decodes branches, branch tables, barriers and fences. See decoder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/run.h"

#include <string.h>

bool dec_bra(decoder *d)
{
    if (d->s->n_mods > 1 || (d->s->n_mods && !dec_mod(d, "uni"))) return dec_unsupported(d);
    if (!dec_count(d, 1, 1)) return false;
    const operand *to = dec_operand(d, 0);
    if (to->kind != OPND_LABEL) return dec_error_at(d, to->at, "a branch goes to a label");
    d->in->exec = EX_BRANCH;
    d->in->target = (uint32_t)to->bits;
    return true;
}

bool dec_brx(decoder *d)
{
    xinst *in = d->in;
    if (!dec_mod(d, "idx") || d->s->n_mods != 1u + dec_mod(d, "uni")) return dec_unsupported(d);
    if (!dec_count(d, 2, 2)) return false;
    const operand *table = dec_operand(d, 1);
    if (table->kind != OPND_LABELS)
        return dec_error_at(d, table->at, "brx.idx needs the label of a .branchtargets list");
    uint32_t *targets = pool_alloc(&d->k->mem, table->n_elems * sizeof *targets);
    for (uint32_t i = 0; i < table->n_elems; i++) {
        if (table->elems[i].kind != OPND_LABEL)
            return dec_error_at(d, table->elems[i].at, "a branch target must be a label");
        targets[i] = (uint32_t)table->elems[i].bits;
    }
    in->exec = EX_TABLE;
    in->targets = targets;
    in->n_targets = table->n_elems;
    return dec_src(d, dec_operand(d, 0), T_u32, false, 0);
}

bool dec_exit(decoder *d)
{
    if (d->s->n_mods > 1 || (d->s->n_mods && !dec_mod(d, "uni"))) return dec_unsupported(d);
    d->in->exec = EX_EXIT;
    return dec_count(d, 0, 0);
}

bool dec_trap(decoder *d)
{
    d->in->exec = EX_TRAP;
    d->in->mode = !strcmp(d->s->op, "alloca.trap") ? DEVICE_STACK : !strcmp(d->s->op, "brkpt");
    return d->s->n_mods == 0 ? dec_count(d, 0, 0) : dec_unsupported(d);
}

bool dec_nothing(decoder *d)
{
    d->in->exec = EX_NOTHING;
    for (uint32_t i = 0; i < d->s->n_operands; i++) {
        if (!dec_src(d, dec_operand(d, i), T_u32, false, i)) return false;
    }
    return true;
}

// Counters of events are none of this machine's.
bool dec_pmevent(decoder *d)
{
    enum { EVENTS = 16 };
    const bool set = dec_mod(d, "mask");
    int64_t event;
    if (d->s->n_mods != set) return dec_unsupported(d);
    if (!dec_count(d, 1, 1) || !dec_imm(d, dec_operand(d, 0), &event)) return false;
    const int64_t most = set ? (1 << EVENTS) - 1 : EVENTS - 1;
    if (event < 0 || event > most)
        return dec_error(d, "pmevent %lld: must be 0 to %lld", (long long)event, (long long)most);
    d->in->exec = EX_NOTHING;
    return true;
}

// What a barrier does: sync, arrive, red.OP. -1: none of these.
static int barrier_mode(const decoder *d)
{
    if (dec_mod(d, "sync")) return BAR_SYNC;
    if (dec_mod(d, "arrive")) return BAR_ARRIVE;
    if (!dec_mod(d, "red")) return -1;
    return dec_mod(d, "popc")  ? BAR_POPC
           : dec_mod(d, "and") ? BAR_AND
           : dec_mod(d, "or")  ? BAR_OR
                               : -1;
}

// bar.sync a{, b}; bar.arrive a, b; bar.red.OP.TYPE d, a{, b}, {!}c; also
// barrier{.cta}...{.aligned}. A warp arrives as a whole, its lanes in step: of a divergent warp
// each path arrives by itself.
bool dec_bar(decoder *d)
{
    const statement *s = d->s;
    xinst *in = d->in;
    if (!strcmp(s->op, "bar") && s->n_mods == 2 && dec_mod(d, "warp") &&
        dec_mod(d, "sync")) { // lanes are in step
        return dec_count(d, 1, 1) && dec_nothing(d);
    }
    int mode = barrier_mode(d);
    const bool red = mode >= BAR_POPC;
    uint32_t known = 1u + dec_mod(d, "cta") + dec_mod(d, "aligned") + (red ? 2 : 0), first = red;
    if (mode < 0 || s->n_mods != known || (red && !dec_mod(d, mode == BAR_POPC ? "u32" : "pred")))
        return dec_unsupported(d);
    if (!dec_count(d, red ? 3 : mode == BAR_ARRIVE ? 2 : 1, red ? 4 : 2)) return false;
    in->exec = EX_BARRIER;
    in->w.kind = W_BARRIER;
    in->mode = (uint8_t)mode;
    in->flag = s->n_operands - 2 * first == 2;
    bool negated = false;
    if (red && !dec_dst(d, dec_operand(d, 0), mode == BAR_POPC ? T_u32 : T_pred, false, 0))
        return false;
    if (red && !dec_pred_src(d, dec_operand(d, s->n_operands - 1), 3, &negated)) return false;
    in->negate = negated;
    return dec_src(d, dec_operand(d, first), T_u32, false, 1) &&
           (!in->flag || dec_src(d, dec_operand(d, first + 1), T_u32, false, 2));
}

// Grids do not overlap: one that waits for the one before it has waited already.
bool dec_griddepcontrol(decoder *d)
{
    if (d->s->n_mods != 1 || (!dec_mod(d, "wait") && !dec_mod(d, "launch_dependents")))
        return dec_unsupported(d);
    d->in->exec = EX_NOTHING;
    return dec_count(d, 0, 0);
}

bool dec_fence(decoder *d)
{
    static const char *const words[] = {"cta",     "gl",      "sys",     "gpu",   "cluster", "sc",
                                        "acq_rel", "acquire", "release", "proxy", "async"};
    if (dec_mod(d, "proxy") != dec_mod(d, "async")) return dec_unsupported(d);
    for (uint32_t i = 0; i < d->s->n_mods; i++) {
        bool known = false;
        for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
            known |= !strcmp(d->s->mods[i], words[k]);
        if (!known) return dec_unsupported(d);
    }
    d->in->exec = EX_NOTHING;
    d->in->w.kind = W_FENCE;
    d->in->w.unit = UNIT_MEM;
    return dec_count(d, 0, 0);
}
