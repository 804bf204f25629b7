// cosim_blocks.h : lockstep of every structure that a configuration has in the machine, one lockstep a structure and one a side that has
// several (config/ports/side.h), chained so that the machine sees one factory and one stop.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_COSIM_BLOCKS_H
#define WL_CLI_COSIM_BLOCKS_H

#include "tb/lockstep/lockstep.h"

enum { COSIM_BLOCKS = 7, COSIM_LOCKSTEPS = 2 * COSIM_BLOCKS };

const block_model *cosim_block_at(unsigned i); // below COSIM_BLOCKS: the golden model of each block that bench and cosim know

typedef struct cosim_entry {
    lockstep *of;
    int kind; // of structure; -1: a side
    const char *stem;
} cosim_entry;

typedef struct cosim_blocks {
    const config *c;
    cosim_entry list[COSIM_LOCKSTEPS]; // in the order made; the last is the head
    unsigned n;
} cosim_blocks;

// j: all but block, instances and what follows from the structure, and next. j->sms is about MRPB and the structures that share its side, of
// the others every instance is compared. only: the stem of the one structure or side that is wanted, with its side; NULL: all.
// ST_INPUT: no structure.
int cosim_blocks_new(cosim_blocks *k, const lockstep_job *j, const char *only, err *e);
void cosim_blocks_free(cosim_blocks *k);
lockstep *cosim_blocks_head(const cosim_blocks *k);

// The first structure that the configuration has in the machine; NULL: none.
const char *cosim_blocks_first(const config *c);

// What lockstep_result says, summed over the structures: "first_mismatch" with its "block"; "events", "unseen" and "first_request" are those of
// cosim_blocks_first; and "blocks": {stem: the same of each structure and side, with "unseen": events that this configuration can show
// and the run has not seen}. In mode lockstep the cycles and comparisons of what is on a side are the side's.
json_t *cosim_blocks_result(const cosim_blocks *k);
int cosim_blocks_floors(const cosim_blocks *k, err *e);

#endif
