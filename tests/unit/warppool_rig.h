// warppool_rig.h : a WarpPool for tests that say what happens in each cycle: 8 warps, lanes of 4
// words, lines of 32 bytes (8 words), two coalescers, queues of one tag unless a test says
// otherwise.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_WARPPOOL_RIG_H
#define WL_TESTS_WARPPOOL_RIG_H

#include "blocks/warppool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIG_LANES = 4, RIG_LINE = 32 };

typedef struct rig {
    config c;
    warppool *w;
    warppool_in in;   // of the coming cycle; cleared by rig_step
    warppool_out out; // valid phase of the coming cycle
    uint64_t cycle;
} rig;

static inline void rig_valid(rig *r) { warppool_valid(r->w, &r->out); }

static inline rig rig_of(void (*set)(config *c))
{
    rig r = {.cycle = 0};
    err e = {0};
    config_defaults(&r.c);
    r.c.l1d.index = INDEX_LINEAR;
    r.c.l1d.line_bytes = r.c.l1i.line_bytes = r.c.l1c.line_bytes = RIG_LINE;
    r.c.dram.burst = 4;
    strcpy(r.c.dram.address_map,
           "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS");
    r.c.l1d.mshrs = 4;
    r.c.sm.warps = 8;
    r.c.sm.loads_per_warp = 16;
    r.c.warppool.enable = true;
    r.c.warppool.lanes = RIG_LANES;
    r.c.warppool.insn_queues = 4;
    r.c.warppool.insn_depth = 2;
    r.c.warppool.insn_bits = 8;
    if (set) set(&r.c);
    r.w = warppool_new(&r.c, &e);
    err_print(&e);
    rig_valid(&r);
    return r;
}

static inline void rig_free(rig *r) { warppool_free(r->w); }

// Its dump, to be freed.
static inline char *rig_dumped(const rig *r)
{
    char *text = NULL;
    size_t bytes;
    FILE *f = open_memstream(&text, &bytes);
    warppool_block.dev.dump(r->w, f);
    (void)fclose(f);
    return text;
}

static inline void rig_step(rig *r)
{
    warppool_ready(r->w, &r->in, &r->out);
    warppool_commit(r->w, &r->in, &r->out);
    memset(&r->in, 0, sizeof r->in);
    r->cycle++;
    rig_valid(r);
}

static inline void rig_run(rig *r, unsigned cycles)
{
    while (cycles--) rig_step(r);
}

// Inputs of the coming cycle.
static inline bool rig_issues(rig *r, warppool_insn kind, unsigned warp, unsigned seq,
                              unsigned insn)
{
    r->in.iss_valid_i[0] = 1;
    r->in.iss_kind_i[0] = kind;
    r->in.iss_warp_i[0] = warp;
    r->in.iss_seq_i[0] = seq;
    r->in.iss_insn_i[0] = insn;
    warppool_ready(r->w, &r->in, &r->out);
    return r->out.iss_ready_o[0] != 0;
}

// Addresses of lanes that are not listed are 0 and off. size: log2 of the bytes.
static inline void rig_addresses(rig *r, warppool_insn kind, unsigned warp, unsigned seq,
                                 unsigned size, uint64_t mask, const uint64_t *addr)
{
    r->in.adr_valid_i[0] = 1;
    r->in.adr_store_i[0] = kind == WARPPOOL_STORE;
    r->in.adr_warp_i[0] = warp;
    r->in.adr_seq_i[0] = seq;
    r->in.adr_size_i[0] = size;
    r->in.adr_mask_i[0] = mask;
    for (unsigned l = 0; l < RIG_LANES; l++) {
        warppool_put_field(r->in.adr_addr_i, l, 32, mask >> l & 1 ? addr[l] : 0);
        if (kind == WARPPOOL_STORE)
            warppool_put_field(r->in.adr_data_i, l, 8 * r->c.warppool.lane_bytes,
                               (0x10u + l) * 0x01010101u & (size == 0 ? 0xff : 0xffffffff));
    }
}

// All lanes on the words of one line; a load or store of warp w, sequence 0, size 4.
static inline void rig_whole(rig *r, warppool_insn kind, unsigned warp, unsigned seq, uint64_t line)
{
    const uint64_t at = line * RIG_LINE, addr[RIG_LANES] = {at, at + 4, at + 8, at + 12};
    rig_addresses(r, kind, warp, seq, 2, 15, addr);
}

// One line a lane: line, line + 1, ...
static inline void rig_lines(rig *r, warppool_insn kind, unsigned warp, unsigned seq, uint64_t line)
{
    const uint64_t addr[RIG_LANES] = {line * RIG_LINE, (line + 1) * RIG_LINE, (line + 2) * RIG_LINE,
                                      (line + 3) * RIG_LINE};
    rig_addresses(r, kind, warp, seq, 2, 15, addr);
}

static inline void rig_l1(rig *r, int mshr) // accepts; -1: a hit
{
    r->in.req_ready_i[0] = 1;
    r->in.req_miss_i[0] = mshr >= 0;
    r->in.req_mshr_i[0] = mshr >= 0 ? (uint64_t)mshr : 0;
}

static inline void rig_fill(rig *r, unsigned mshr)
{
    r->in.ret_valid_i[0] = r->in.ret_fill_i[0] = 1;
    r->in.ret_mshr_i[0] = mshr;
    for (unsigned k = 0; k < RIG_LINE / 4; k++)
        warppool_put_field(r->in.ret_data_i, k, 32, 0x80808080u + k);
}

static inline uint64_t rig_meta(const rig *r, unsigned k)
{
    return warppool_field(r->out.req_meta_o, k, warppool_meta_bits(&r->c));
}
static inline unsigned rig_meta_warp(const rig *r, unsigned k)
{
    return (unsigned)(rig_meta(r, k) >> (warppool_payload_bits(&r->c) + WARPPOOL_KIND_BITS +
                                         warppool_seq_bits(&r->c)));
}
static inline unsigned rig_meta_kind(const rig *r, unsigned k)
{
    return (unsigned)(rig_meta(r, k) >> warppool_payload_bits(&r->c)) & 7;
}
static inline unsigned rig_meta_payload(const rig *r, unsigned k)
{
    return (unsigned)rig_meta(r, k) & ((1u << warppool_payload_bits(&r->c)) - 1);
}

// Issues and takes from ag an instruction, so that its addresses may follow. Four cycles at most.
static inline void rig_to_ag(rig *r, warppool_insn kind, unsigned warp, unsigned seq)
{
    rig_issues(r, kind, warp, seq, 0);
    rig_step(r);
    while (!r->out.ag_valid_o[0]) rig_step(r);
    r->in.ag_ready_i[0] = 1;
    rig_step(r);
}

#endif
