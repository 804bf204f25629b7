// scoreboard.h: the registers of each warp that wait to be written (GPGPU-Sim's scoreboard; issue
// is in order, so that there are no write-after-read hazards).
//
// An instruction may issue if none of the registers that it reads (RAW) or writes (WAW) is pending.
// Registers that wait for a load are marked, because a scheduler cycle lost to them is a data-MEM
// stall, and one lost to other registers a data-ALU stall.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SCOREBOARD_H
#define WL_MACHINE_SCOREBOARD_H

#include "machine/common/front_end.h"

enum { SB_USUAL = 4 }; // most instructions have at most so many registers

// 64 registers of a warp, bit r % 64 for register r.
typedef struct sb_word {
    uint64_t pending, load; // waits to be written; waits for a load
    uint64_t next;          // read or written by the warp's next instruction
} sb_word;

typedef struct scoreboard {
    sb_word *of; // [warp * words + r / 64]
    unsigned warps, words;
} scoreboard;

typedef enum sb_hazard { SB_FREE, SB_ALU, SB_LOAD } sb_hazard; // SB_LOAD wins when both block

// Prepares for a kernel with n_regs registers per warp, none of them pending. The first call takes
// a zeroed struct.
void scoreboard_reset(scoreboard *s, unsigned warps, unsigned n_regs);
void scoreboard_free(scoreboard *s);

static inline sb_word *scoreboard_of(const scoreboard *s, unsigned warp)
{
    return &s->of[(size_t)warp * s->words];
}
static inline uint64_t scoreboard_bit(unsigned reg) { return (uint64_t)1 << (reg % 64); }

// Records the warp's next instruction.
static inline void scoreboard_next(scoreboard *s, unsigned warp, const winst *i)
{
    sb_word *of = scoreboard_of(s, warp);
    const unsigned n = (unsigned)i->n_dst + i->n_src;
    for (unsigned k = 0; k < s->words; k++) of[k].next = 0;
    // a fixed number of iterations: the host cannot predict how many registers there are
    for (unsigned k = 0; k < SB_USUAL; k++) {
        const unsigned reg = k < n ? i->regs[k] : 0;
        of[reg / 64].next |= (uint64_t)(k < n) << (reg % 64);
    }
    for (unsigned k = SB_USUAL; k < n; k++) of[i->regs[k] / 64].next |= scoreboard_bit(i->regs[k]);
}

// The hazard of the warp's next instruction.
static inline sb_hazard scoreboard_check(const scoreboard *s, unsigned warp)
{
    const sb_word *of = scoreboard_of(s, warp);
    uint64_t pending = 0, load = 0;
    for (unsigned k = 0; k < s->words; k++) {
        pending |= of[k].pending & of[k].next;
        load |= of[k].load & of[k].next;
    }
    return load ? SB_LOAD : pending ? SB_ALU : SB_FREE;
}

static inline void scoreboard_reserve(scoreboard *s, unsigned warp, const winst *i, bool by_load)
{
    sb_word *of = scoreboard_of(s, warp);
    for (unsigned k = 0; k < i->n_dst; k++) {
        const uint64_t bit = scoreboard_bit(i->regs[k]);
        of[i->regs[k] / 64].pending |= bit;
        of[i->regs[k] / 64].load |= by_load ? bit : 0;
    }
}

static inline void scoreboard_release(scoreboard *s, unsigned warp, const winst *i)
{
    sb_word *of = scoreboard_of(s, warp);
    for (unsigned k = 0; k < i->n_dst; k++) {
        const uint64_t bit = scoreboard_bit(i->regs[k]);
        of[i->regs[k] / 64].pending &= ~bit;
        of[i->regs[k] / 64].load &= ~bit;
    }
}

#endif
