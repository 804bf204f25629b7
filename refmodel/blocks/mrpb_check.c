// mrpb_check.c : see mrpb_check.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/mrpb_check.h"

#include "blocks/mrpb_bugs.h"

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
    if (check_range(e, "depth", c->mrpb.depth, 1, 64)) return ST_INPUT;
    if (check_range(e, "latency", c->mrpb.latency, 1, MRPB_MAX_LATENCY)) return ST_INPUT;
    if (q < n && (q & (q - 1))) {
        return err_add(e, ST_INPUT, "structures.mrpb.queues = %u: must be at least %llu (one a signature value) or a power of two", q,
                       (unsigned long long)n);
    }
    if (c->mrpb.signature == SIG_PC && !c->mrpb.flush) return err_add(e, ST_INPUT, "structures.mrpb.flush = false: must be true with signature pc");
    return ST_OK;
}

// What the arrays and packed words of this model rely on; the configuration's own rules are config_check's.
static int check_config(const config *c, err *e)
{
    if (check_range(e, "meta_bits", c->mrpb.meta_bits, 0, 64)) return ST_INPUT;
    if (check_range(e, "data_bits", c->mrpb.data_bits, 0, 64 * MRPB_DATA_WORDS)) return ST_INPUT;
    if (mrpb_line_bits(c) > MRPB_MAX_LINE_BITS || mrpb_warp_bits(c) > MRPB_MAX_WARP_BITS) {
        return err_add(e, ST_INPUT, "structures.mrpb: line address of %u bits and warp number of %u: must be at most %d and %d",
                       mrpb_line_bits(c), mrpb_warp_bits(c), MRPB_MAX_LINE_BITS, MRPB_MAX_WARP_BITS);
    }
    return c->mrpb.single_slot ? ST_OK : check_queues(c, e);
}

// What a bug needs to show; NULL: it can. Of a single slot only the outbound buffer's bugs can.
static const char *bug_needs(const config *c, unsigned bug)
{
    const mrpb_cfg *k = &c->mrpb;
    bool sticky = k->greedy || k->drain_n || k->drain == DRAIN_RR;
    switch (bug) {
    case MRPB_BUG_NONE:
    case MRPB_BUG_ROOM_EARLY:
    case MRPB_BUG_PENDING_SHORT: return NULL;
    case MRPB_BUG_BYPASS_WRITES:
    case MRPB_BUG_BYPASS_KEEPS: return k->bypass != BYPASS_NONE ? NULL : "a bypass";
    case MRPB_BUG_BYPASS_WRONG_CAUSE: return k->bypass == BYPASS_ASSOC ? NULL : "bypass: associativity";
    case MRPB_BUG_SLOT_ALTERNATES: return k->single_slot ? NULL : "single_slot: true";
    default: break;
    }
    if (k->single_slot) return "queues";
    switch (bug) {
    case MRPB_BUG_FULL_ONE_LATE: return NULL;
    case MRPB_BUG_META_LATE: return k->meta_bits ? NULL : "metadata";
    case MRPB_BUG_FLUSH_IGNORES_FULL: return k->flush ? NULL : "flush: true";
    case MRPB_BUG_WRITE_PASSES_READ: return k->flush && k->signature != SIG_PC ? NULL : "flush: true and another signature than pc";
    case MRPB_BUG_ORDER_REVERSED: return k->drain == DRAIN_FIXED && k->queues > 1 ? NULL : "drain: fixed and 2 queues";
    case MRPB_BUG_LATENCY_SHORT: return k->latency > 1 ? NULL : "latency of 2 or more";
    case MRPB_BUG_IDLE_EARLY: return k->latency > 2 ? NULL : "latency of 3 or more";
    case MRPB_BUG_RR_STAYS:
    case MRPB_BUG_RESET_KEEPS_LAST: return k->drain == DRAIN_RR && !k->greedy && !k->drain_n && k->queues > 1 ? NULL : "drain: rr alone and 2 queues";
    case MRPB_BUG_LONGEST_TIE: return k->drain == DRAIN_LONGEST && k->queues > 1 ? NULL : "drain: longest and 2 queues";
    case MRPB_BUG_LONGEST_HELD: return k->drain == DRAIN_LONGEST && k->queues > 1 && k->latency > 2 ? NULL : "drain: longest, 2 queues, latency 3";
    case MRPB_BUG_FLUSH_MOVES_LAST: return sticky && k->flush && k->queues > 1 ? NULL : "flush, and greedy, drain_n or rr, and 2 queues";
    case MRPB_BUG_RUN_LONG: return k->drain_n && k->drain != DRAIN_RR && k->queues > 1 ? NULL : "drain_n, no round robin, and 2 queues";
    case MRPB_BUG_RUN_KEPT: return k->drain_n > 1 && k->queues > 1 ? NULL : "drain_n of 2 or more and 2 queues";
    case MRPB_BUG_SIGNATURE_WARP: return k->signature != SIG_WARP && k->queues > 1 ? NULL : "another signature than warp and 2 queues";
    case MRPB_BUG_LINE_SHIFTED: return k->signature == SIG_LINE && k->queues > 1 ? NULL : "signature line and 2 queues";
    case MRPB_BUG_PC_WRITE_EARLY: return k->signature == SIG_PC && k->queues > 1 ? NULL : "signature pc and 2 queues";
    case MRPB_BUG_STORED_AS_READ: return !k->flush ? NULL : "flush: false";
    case MRPB_BUG_DATA_STALE: return !k->flush && k->data_bits ? NULL : "flush: false and data_bits";
    default: return "a number of mrpb_bugs.h";
    }
}

int mrpb_check(const config *c, unsigned bug, err *e)
{
    if (check_config(c, e)) return ST_INPUT;
    const char *needs = bug_needs(c, bug);
    return needs ? err_add(e, ST_INPUT, "injected bug %u: needs %s", bug, needs) : ST_OK;
}
