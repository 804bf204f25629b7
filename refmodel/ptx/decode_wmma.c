// decode_wmma.c: decodes what parse_matrix.c makes of wmma.load and wmma.store, and movmatrix. See
// decoder.h and wmma.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/move.h"
#include "ptx/wmma.h"

// The fragment, and the number of the tile, which is the last operand.
static bool tile(decoder *d, run_fn *run, winst_latency latency)
{
    int64_t number = 0;
    wmma_fragment *f = pool_alloc(&d->k->mem, sizeof *f);
    if (!wmma_access_of(d->s, f)) return dec_unsupported(d);
    if (!dec_imm(d, dec_operand(d, d->s->n_operands - 1), &number)) return false;
    d->in->exec = EX_RUN;
    d->in->run = run;
    d->in->fragment = f;
    d->in->swide = (uint8_t)number;
    d->in->w.latency = (uint8_t)latency;
    return true;
}

bool dec_wmma_at(decoder *d)
{
    return tile(d, run_wmma_at, LAT_int_mad) && dec_dst(d, dec_operand(d, 0), T_b64, false, 0) &&
           dec_address(d, dec_operand(d, 1), OP_BASE) &&
           dec_src(d, dec_operand(d, 2), T_u32, false, 2);
}

// wmma.spread {to}, {from}, tile: lanes exchange values, as they do in a shuffle, whose class it
// has.
static bool exchange(decoder *d, run_fn *run, ptx_type to, ptx_type from)
{
    const operand *dst = dec_operand(d, 0), *src = dec_operand(d, 1);
    uint32_t at = 0;
    if (!tile(d, run, LAT_int_max)) return false;
    d->in->n_targets = dst->n_elems + src->n_elems;
    d->in->targets = pool_alloc(&d->k->mem, d->in->n_targets * sizeof *d->in->targets);
    return dec_fragment(d, dst, to, dst->n_elems, true, &at) &&
           dec_fragment(d, src, from, src->n_elems, false, &at);
}

static ptx_type register_of(const decoder *d)
{
    wmma_fragment f = {0};
    return wmma_access_of(d->s, &f) ? dec_mma_register(f.type) : T_none;
}

bool dec_wmma_spread(decoder *d) { return exchange(d, run_wmma_spread, register_of(d), T_b32); }
bool dec_wmma_collect(decoder *d) { return exchange(d, run_wmma_collect, T_b32, register_of(d)); }

// movmatrix.sync.aligned.m8n8.trans.b16 to, from
bool dec_movmatrix(decoder *d)
{
    if (d->s->n_mods != 5 || !dec_mod(d, "sync") || !dec_mod(d, "aligned") || !dec_mod(d, "m8n8") ||
        !dec_mod(d, "trans") || !dec_mod(d, "b16"))
        return dec_unsupported(d);
    if (!dec_count(d, 2, 2)) return false;
    d->in->exec = EX_RUN;
    d->in->run = run_movmatrix;
    d->in->w.latency = LAT_int_max;
    return dec_dst(d, dec_operand(d, 0), T_b32, false, 0) &&
           dec_src(d, dec_operand(d, 1), T_b32, false, 1);
}
