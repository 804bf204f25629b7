// live.h : liveness of virtual registers, and from it slots: registers that are never live together share an array of lanes,
// which keeps the registers of hundreds of warps in the host's cache. The machine still sees virtual registers.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_LIVE_H
#define WL_PTX_LIVE_H

#include "ptx/cfg.h"
#include "ptx/kernel.h"

typedef struct live_result {
    uint32_t *slot;       // of each virtual register: byte offset; predicates too
    bool *at_entry;       // live when the function starts: may be read before it is written
    uint32_t pressure;    // most 32-bit registers live at once
    uint32_t *across;     // of each instruction: 32-bit registers live before and after it, its results left out
    uint32_t bytes;       // of all slots, predicates first
    uint32_t pred_bytes;  // of those, the predicates'
} live_result;

// Registers' numbers are those in code[i].w.regs; types[r] their types. Slots start at `first` (a multiple of 64).
void live_analyse(live_result *r, const xinst *code, const cfg *g, const ptx_type *types, uint32_t n_regs, uint32_t first);
void live_free(live_result *r);

#endif
