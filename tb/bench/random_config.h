// random_config.h : random configurations of a block, from the tables of keys alone: every key that shapes its hardware
// (cfg_shapes_hw) is drawn within its range, mostly small, and what config_check refuses is drawn again, and so is WarpPool's MSHR metadata in
// more than 8,192 words of latches, which no simulator elaborates in a minute. A key that a new row adds is drawn from then on.
//
// Configuration number i forces one key to its end: keys take turns (those of the block first), and each is the least, the most and
// an odd value (no power of two) in turn, so that some hundred configurations hold every degenerate size.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_RANDOM_CONFIG_H
#define WL_TB_BENCH_RANDOM_CONFIG_H

#include "config/config.h"

typedef enum forced_end { FORCED_LEAST, FORCED_MOST, FORCED_ODD, FORCED_ENDS } forced_end;

typedef struct random_config {
    config c;
    char *sets;        // "KEY=VALUE ..." of the keys that are not as in the base, malloc'd
    char *forced;      // path of the forced key, malloc'd; NULL: no legal configuration was found with it
    forced_end end;
    unsigned rejected; // draws that were drawn again
} random_config;

// `base` is legal with the structure `key` ("structures.mrpb") enabled. The same seed, number and base make the same configuration.
// ST_CHECK: no legal one was found.
int random_config_draw(const config *base, const char *key, uint64_t seed, uint64_t number, random_config *r, err *e);
void random_config_free(random_config *r);

#endif
