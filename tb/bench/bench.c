// bench.c : which bench a block has. See bench.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "config/ports/side.h"

#include <string.h>

static const struct {
    const char *block;
    int (*run)(const bench_job *j, json_t **result, err *e);
} benches[] = {
    {"mrpb", bench_mrpb},
    {"pric_index", bench_pric},
    {"streambypass", bench_streambypass},
    {"dwtcs", bench_dwtcs},
    {"cart", bench_cart},
    {"warppool", bench_warppool},
    {"crossbar_request", bench_crossbar},
    {"crossbar_reply", bench_crossbar},
};

const char *bench_block(unsigned i) { return i < sizeof benches / sizeof benches[0] ? benches[i].block : NULL; }

int bench_run(const bench_job *j, json_t **result, err *e)
{
    side_kind kind;
    if (side_find(j->block, &kind)) return bench_side(j, result, e);
    for (size_t i = 0; i < sizeof benches / sizeof benches[0]; i++) {
        if (strcmp(benches[i].block, j->block) == 0) return benches[i].run(j, result, e);
    }
    return err_add(e, ST_INPUT, "block %s has no bench", j->block);
}
