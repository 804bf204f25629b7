// bench.c: finds the bench of a block by the block's name, and runs it with its default length. The
// list of benches is that of the blocks (config/ports/blocks.h). See bench.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "config/ports/side.h"

#include <string.h>

static const struct {
    const char *block;
    int (*run)(const bench_job *j, json_t **result, err *e);
    uint64_t (*cycles)(
        const config *c); // that a run needs to see everything; NULL: the usual number will do
} benches[] = {
// clang-format off
#define ROW(name, stem, PORTS, bench, cycles) {stem, bench, cycles},
    // clang-format on
    BLOCKS(ROW)};

const char *bench_block(unsigned i)
{
    return i < sizeof benches / sizeof benches[0] ? benches[i].block : NULL;
}

static uint64_t block_cycles(const config *c, const char *block)
{
    for (size_t i = 0; i < sizeof benches / sizeof benches[0]; i++) {
        if (strcmp(benches[i].block, block) == 0 && benches[i].cycles) return benches[i].cycles(c);
    }
    return 0;
}

uint64_t bench_cycles(const config *c, const char *block)
{
    uint64_t most = BENCH_CYCLES;
    for (unsigned i = 0; bench_block(i); i++) {
        const bool part =
            strcmp(bench_block(i), block) == 0 || bench_side_has(c, block, bench_block(i));
        const uint64_t own = part ? block_cycles(c, bench_block(i)) : 0;
        if (own > most) most = own;
    }
    return most;
}

void bench_usual_length(bench_job *j)
{
    const uint64_t needs = bench_cycles(j->c, j->block), most = BENCH_CYCLES_TIMES * needs;
    j->cycles = needs < BENCH_CYCLES_MOST ? needs : BENCH_CYCLES_MOST;
    if (j->hold) return; // what it leaves out would be missing for ever
    j->most = most < BENCH_CYCLES_MOST ? most : BENCH_CYCLES_MOST;
}

int bench_run(const bench_job *j, json_t **result, err *e)
{
    side_kind kind;
    if (j->adapter) return bench_wrapped(j, result, e);
    if (side_find(j->block, &kind)) return bench_side(j, result, e);
    for (size_t i = 0; i < sizeof benches / sizeof benches[0]; i++) {
        if (strcmp(benches[i].block, j->block) == 0) return benches[i].run(j, result, e);
    }
    return err_add(e, ST_INPUT, "block %s has no bench", j->block);
}
