// stuck.h : the chain of who waits for whom in a machine that is stuck: from the SM and the load that waits, over the line that L1D
// has asked for, to the place where that line's request is, which is the one that does not move.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_STUCK_H
#define WL_MACHINE_STUCK_H

#include "machine/gpu.h"
#include "machine/memsys.h"

// A line that an SM's L1D waits for, and the first load (warp * loads_per_warp + number) that wants it.
typedef struct stuck_line {
    uint64_t addr;
    unsigned sm, warp, load;
} stuck_line;

// One chain: "SM 0, warp 1, load 33 -> line 0xc0000080 -> MSHR of L2 slice 1 -> a bank of DRAM channel 0". A line that is nowhere in
// the memory system has lost its reply. line_bytes: of L1D.
void stuck_follow(const memsys *m, const stuck_line *l, uint32_t line_bytes, FILE *f);

// The chains of the machine's oldest lines, at most 16.
void stuck_chains(const gpu *g, FILE *f);

#endif
