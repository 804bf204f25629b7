// decode_flow.c : control flow and barriers. See decoder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"

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
    if (table->kind != OPND_LABELS) return dec_error_at(d, table->at, "brx.idx needs the label of a .branchtargets list");
    uint32_t *targets = pool_alloc(&d->k->mem, table->n_elems * sizeof *targets);
    for (uint32_t i = 0; i < table->n_elems; i++) {
        if (table->elems[i].kind != OPND_LABEL) return dec_error_at(d, table->elems[i].at, "a branch target must be a label");
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

// bar.sync 0, barrier.sync, barrier.cta.sync: the whole CTA. Which of the barriers is named makes no difference then; a
// barrier of some of its threads, and one that computes, would.
bool dec_bar(decoder *d)
{
    const statement *s = d->s;
    if (!strcmp(s->op, "bar") && s->n_mods == 2 && dec_mod(d, "warp") && dec_mod(d, "sync")) { // lanes are in step
        return dec_count(d, 1, 1) && dec_nothing(d);
    }
    uint32_t known = 1u + dec_mod(d, "cta") + dec_mod(d, "aligned");
    if (!dec_mod(d, "sync") || s->n_mods != known) return dec_unsupported(d);
    if (s->n_operands == 2) {
        return dec_error(d, "barriers of a part of the CTA's threads are not supported: %.*s", (int)s->text_len, s->text);
    }
    if (!dec_count(d, 1, 1)) return false;
    d->in->exec = EX_NOTHING;
    d->in->w.kind = W_BARRIER;
    return dec_src(d, dec_operand(d, 0), T_u32, false, 0);
}

bool dec_fence(decoder *d)
{
    static const char *const words[] = {"cta", "gl", "sys", "gpu", "cluster", "sc", "acq_rel", "acquire", "release"};
    for (uint32_t i = 0; i < d->s->n_mods; i++) {
        bool known = false;
        for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++) known |= !strcmp(d->s->mods[i], words[k]);
        if (!known) return dec_unsupported(d);
    }
    d->in->exec = EX_NOTHING;
    d->in->w.kind = W_FENCE;
    d->in->w.unit = UNIT_MEM;
    return dec_count(d, 0, 0);
}
