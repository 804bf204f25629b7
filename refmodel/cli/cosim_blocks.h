// cosim_blocks.h : lockstep of every structure that a configuration has in the machine, one lockstep a structure, chained so that the
// machine sees one factory and one stop.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_COSIM_BLOCKS_H
#define WL_CLI_COSIM_BLOCKS_H

#include "tb/lockstep/lockstep.h"

enum { COSIM_BLOCKS = 7 };

typedef struct cosim_blocks {
    const config *c;
    lockstep *of[COSIM_BLOCKS]; // NULL: the configuration does not have it. The first that is there is the head
} cosim_blocks;

// j: all but block, instances and next; j->sms is about MRPB, of the others every instance is compared. ST_INPUT: no structure.
int cosim_blocks_new(cosim_blocks *k, const lockstep_job *j, err *e);
void cosim_blocks_free(cosim_blocks *k);
lockstep *cosim_blocks_head(const cosim_blocks *k);

// What lockstep_result says, summed over the structures: "first_mismatch" with its "block"; "events" and "first_request" are the
// head's; and "blocks": {stem: the same of each, with "unseen": events that this configuration can show and the run has not seen}.
json_t *cosim_blocks_result(const cosim_blocks *k);
int cosim_blocks_floors(const cosim_blocks *k, err *e);

// The structure by its stem, NULL: the first that the configuration has; for a lockstep of its own.
void cosim_blocks_job(const config *c, const char *stem, lockstep_job *j);

#endif
