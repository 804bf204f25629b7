// scoreboard.h : which registers of which warp wait to be written (GPGPU-Sim's scoreboard; in-order issue, so no WAR).
//
// An instruction may issue when none of the registers it reads (RAW) or writes (WAW) is pending. Registers pending on a
// load are told apart: a scheduler cycle lost to them is a data-MEM stall, to others a data-ALU stall (spec 20).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SCOREBOARD_H
#define WL_MACHINE_SCOREBOARD_H

#include "machine/front.h"

typedef struct scoreboard {
    uint64_t *pending, *load; // bit r % 64 of word [warp * words + r / 64]: register r waits; waits for a load
    unsigned warps, words;
} scoreboard;

typedef enum sb_hazard { SB_FREE, SB_ALU, SB_LOAD } sb_hazard; // SB_LOAD wins when both block

// Before each kernel: room for n_regs registers a warp, nothing pending. The first call is on a zeroed struct.
void scoreboard_reset(scoreboard *s, unsigned warps, unsigned n_regs);
void scoreboard_free(scoreboard *s);

bool scoreboard_idle(const scoreboard *s, unsigned warp); // nothing pending

static inline bool scoreboard_bit(const uint64_t *words, unsigned reg) { return words[reg / 64] >> (reg % 64) & 1; }

static inline sb_hazard scoreboard_check(const scoreboard *s, unsigned warp, const winst *i)
{
    const uint64_t *pending = s->pending + (size_t)warp * s->words, *load = s->load + (size_t)warp * s->words;
    sb_hazard worst = SB_FREE;
    for (unsigned k = 0, n = (unsigned)i->n_dst + i->n_src; k < n; k++) {
        if (!scoreboard_bit(pending, i->regs[k])) continue;
        if (scoreboard_bit(load, i->regs[k])) return SB_LOAD;
        worst = SB_ALU;
    }
    return worst;
}

static inline void scoreboard_reserve(scoreboard *s, unsigned warp, const winst *i, bool by_load)
{
    for (unsigned k = 0; k < i->n_dst; k++) {
        size_t word = (size_t)warp * s->words + i->regs[k] / 64;
        uint64_t bit = (uint64_t)1 << (i->regs[k] % 64);
        s->pending[word] |= bit;
        if (by_load) s->load[word] |= bit;
    }
}

static inline void scoreboard_release(scoreboard *s, unsigned warp, const winst *i)
{
    for (unsigned k = 0; k < i->n_dst; k++) {
        size_t word = (size_t)warp * s->words + i->regs[k] / 64;
        uint64_t bit = (uint64_t)1 << (i->regs[k] % 64);
        s->pending[word] &= ~bit;
        s->load[word] &= ~bit;
    }
}

#endif
