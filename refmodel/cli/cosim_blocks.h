// cosim_blocks.h: lockstep of all structures that a configuration has in the machine. There is one
// lockstep per structure, and one per side with several structures (config/ports/side.h). They are
// chained, so that the machine sees one factory and one stop flag.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_COSIM_BLOCKS_H
#define WL_CLI_COSIM_BLOCKS_H

#include "tb/lockstep/lockstep.h"

enum { COSIM_BLOCKS = 7, COSIM_LOCKSTEPS = 2 * COSIM_BLOCKS };

// below COSIM_BLOCKS: the golden model of each block that bench and cosim know
const block_model *cosim_block_at(unsigned i);

typedef struct cosim_entry {
    lockstep *of;
    int kind; // which structure; -1: a side
    const char *stem;
} cosim_entry;

typedef struct cosim_blocks {
    const config *c;
    // in order of creation; the last one is the head of the chain
    cosim_entry list[COSIM_LOCKSTEPS];
    unsigned n;
} cosim_blocks;

// j: the job without block, instances, next and everything that follows from the structure. j->sms
// selects instances of MRPB and of the structures on its side; of all other structures, every
// instance is compared. only: the stem of a single structure or side to run, together with its
// side; NULL: all. ST_INPUT if there is no structure.
int cosim_blocks_new(cosim_blocks *k, const lockstep_job *j, const char *only, err *e);
void cosim_blocks_free(cosim_blocks *k);
lockstep *cosim_blocks_head(const cosim_blocks *k);

// How many instances of a structure or side the configuration has in the machine; 0: none.
unsigned cosim_block_instances(const config *c, const char *stem);

// The first structure that the configuration has in the machine; NULL: none.
const char *cosim_blocks_first(const config *c);

// The fields of lockstep_result, summed over the structures. "first_mismatch" has its "block";
// "events", "unseen" and "first_request" are those of cosim_blocks_first. "blocks" has the same
// fields for each structure and side by its stem, and "unseen": the events that this configuration
// can show and that did not occur. In mode lockstep, the cycles and comparisons of the structures
// on a side are those of the side.
// "cycles_of" says what "cycles_compared" counts: "SM-cycles" if each SM has an instance of all
// that is compared, else "cycles of RTL".
json_t *cosim_blocks_result(const cosim_blocks *k);
int cosim_blocks_floors(const cosim_blocks *k, err *e);

#endif
