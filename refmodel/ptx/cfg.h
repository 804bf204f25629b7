// cfg.h : control flow of a kernel: basic blocks and immediate post-dominators, after Cooper, Harvey and Kennedy, "A Simple,
// Fast Dominance Algorithm", on the reversed graph with one virtual exit.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_CFG_H
#define WL_PTX_CFG_H

#include <stdbool.h>
#include <stdint.h>

// How control leaves an instruction.
typedef struct cfg_flow {
    bool next;               // may go on to the next instruction
    bool leaves;             // may end the thread
    const uint32_t *targets; // may go to these instructions
    uint32_t n_targets;
} cfg_flow;

typedef struct cfg_block {
    uint32_t first, last;      // instructions, inclusive
    uint32_t *succ, n_succ;    // blocks; n_blocks is the virtual exit
} cfg_block;

typedef struct cfg {
    cfg_block *blocks;
    uint32_t n_blocks;
    uint32_t *block_of; // each instruction's block
    uint32_t *ipdom;    // each block's immediate post-dominator; n_blocks: the exit, also of blocks that never reach it
    uint32_t *edges;    // holds all succ
} cfg;

// flow[n]: n >= 1 instructions; every target is below n; the last instruction does not go on.
void cfg_build(cfg *g, const cfg_flow *flow, uint32_t n);
void cfg_free(cfg *g);

#endif
