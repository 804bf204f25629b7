// cfg.h: the control-flow graph of a kernel: basic blocks and immediate post-dominators (Cooper,
// Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on the reversed graph with one virtual
// exit).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_CFG_H
#define WL_PTX_CFG_H

#include <stdbool.h>
#include <stdint.h>

// How control can leave an instruction.
typedef struct cfg_flow {
    bool next;               // may continue with the next instruction
    bool leaves;             // may end the thread
    const uint32_t *targets; // may jump to these instructions
    uint32_t n_targets;
} cfg_flow;

typedef struct cfg_block {
    uint32_t first, last;   // instructions, inclusive
    uint32_t *succ, n_succ; // blocks; n_blocks is the virtual exit
} cfg_block;

typedef struct cfg {
    cfg_block *blocks;
    uint32_t n_blocks;
    uint32_t *block_of; // [instruction] its block
    // [block] its immediate post-dominator; n_blocks: the exit, also for blocks that never reach it
    uint32_t *ipdom;
    uint32_t *edges; // memory of all succ
} cfg;

// flow[n] describes n >= 1 instructions. Every target is below n, and the last instruction must not
// continue with a next one.
void cfg_build(cfg *g, const cfg_flow *flow, uint32_t n);
void cfg_free(cfg *g);

#endif
