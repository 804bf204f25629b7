// liveness.h: liveness of virtual registers, and their assignment to slots: registers that are
// never live at the same time share an array of lanes, so that the registers of hundreds of warps
// fit into the host's cache. The machine still sees virtual registers.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_LIVENESS_H
#define WL_PTX_LIVENESS_H

#include "ptx/cfg.h"
#include "ptx/kernel.h"

typedef struct liveness_result {
    uint32_t *slot; // [virtual register, predicates included] byte offset of its slot
    // [virtual register] live at the start of the function: may be read before it is written
    bool *at_entry;
    uint32_t pressure; // maximum number of 32-bit registers live at the same time
    // [instruction] 32-bit registers live before and after it, without its results
    uint32_t *across;
    uint32_t bytes;      // size of all slots, predicates first
    uint32_t pred_bytes; // size of the predicates' slots
} liveness_result;

// Register numbers are those in code[i].w.regs, with types[r] their types. Slots start at `first`,
// a multiple of 64.
void liveness_analyse(liveness_result *r, const xinst *code, const cfg *g, const ptx_type *types,
                      uint32_t n_regs, uint32_t first);
void liveness_free(liveness_result *r);

#endif
