// random_config.h: draws random configurations of a block from the tables of keys. Every key that
// shapes its hardware (cfg_shapes_hw) is drawn from its range, mostly small. Configurations that
// config_check rejects are drawn again, and so is WarpPool's MSHR metadata in more than 8,192 words
// of latches, which no simulator elaborates within a minute. New keys are included without further
// work.
//
// Configuration number i forces one key to an extreme. Keys take turns, those of the block first,
// and each is its minimum, its maximum and an odd value (no power of two) in turn, so that some
// hundred configurations contain every degenerate size.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_RANDOM_CONFIG_H
#define WL_TB_BENCH_RANDOM_CONFIG_H

#include "config/config.h"

typedef enum forced_end { FORCED_LEAST, FORCED_MOST, FORCED_ODD, FORCED_ENDS } forced_end;

typedef struct random_config {
    config c;
    char *sets; // "KEY=VALUE ..." for the keys that differ from the base, malloc'd
    // path of the forced key, malloc'd; NULL: no legal configuration was found with it
    char *forced;
    forced_end end;
    unsigned rejected; // number of rejected draws
} random_config;

// `base` must be legal with the structure `key` ("structures.mrpb") enabled. The same seed, number
// and base give the same configuration. ST_CHECK if no legal one was found.
int random_config_draw(const config *base, const char *key, uint64_t seed, uint64_t number,
                       random_config *r, err *e);
void random_config_free(random_config *r);

#endif
