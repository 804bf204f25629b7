// mrpb_check.c : see mrpb_check.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/mrpb_check.h"

static uint64_t signature_values(const config *c)
{
    switch (c->mrpb.signature) {
    case SIG_CTA: return c->sm.ctas;
    case SIG_PC: return (uint64_t)1 << c->mrpb.pc_bits;
    case SIG_LINE: return (uint64_t)1 << mrpb_line_bits(c);
    case SIG_WARP:
    case SIG_CTA_WARP: break;
    }
    return c->sm.warps;
}

static int check_range(err *e, const char *key, unsigned value, unsigned min, unsigned max)
{
    if (value >= min && value <= max) return ST_OK;
    return err_add(e, ST_INPUT, "structures.mrpb.%s = %u: must be %u..%u", key, value, min, max);
}

static int check_queues(const config *c, err *e)
{
    unsigned q = c->mrpb.queues;
    uint64_t n = signature_values(c);
    if (check_range(e, "queues", q, 1, MRPB_MAX_QUEUES)) return ST_INPUT;
    if (check_range(e, "depth", c->mrpb.depth, 1, MRPB_MAX_DEPTH)) return ST_INPUT;
    if (check_range(e, "latency", c->mrpb.latency, 1, MRPB_MAX_LATENCY)) return ST_INPUT;
    if (q < n && (q & (q - 1))) {
        return err_add(e, ST_INPUT,
                       "structures.mrpb.queues = %u: must be at least %llu (one for each value of "
                       "the signature) "
                       "or a power of two",
                       q, (unsigned long long)n);
    }
    if (c->mrpb.signature == SIG_PC && !c->mrpb.flush)
        return err_add(e, ST_INPUT,
                       "structures.mrpb.flush = false: must be true with signature pc");
    return ST_OK;
}

// What the arrays and packed words of this model rely on; the configuration's own rules are
// config_check's.
int mrpb_check(const config *c, err *e)
{
    if (check_range(e, "meta_bits", c->mrpb.meta_bits, 0, 64)) return ST_INPUT;
    if (check_range(e, "data_bits", c->mrpb.data_bits, 0, 64 * MRPB_DATA_WORDS)) return ST_INPUT;
    if (mrpb_line_bits(c) > MRPB_MAX_LINE_BITS || mrpb_warp_bits(c) > MRPB_MAX_WARP_BITS) {
        return err_add(e, ST_INPUT,
                       "structures.mrpb: line address of %u bits and warp number of %u: must be at "
                       "most %d and %d",
                       mrpb_line_bits(c), mrpb_warp_bits(c), MRPB_MAX_LINE_BITS,
                       MRPB_MAX_WARP_BITS);
    }
    return c->mrpb.single_slot ? ST_OK : check_queues(c, e);
}
