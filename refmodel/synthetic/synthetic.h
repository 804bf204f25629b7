// synthetic.h: kernels made of access patterns, as launches (machine/common/front_end.h), for unit
// and load tests without PTX or traces.
//
// Every warp runs the same list of steps. Let T be the thread's number in the grid (lane 0 of warp
// w of CTA c: c * threads + 32 w), N the number of threads of the grid, i the number of times that
// the warp has executed the step before, B the bytes per lane, and R the bytes of the region, all
// of them integers. The address of a lane is the base plus
//
//   sequential     ((i N + T) B) mod R               contiguous per warp; the grid marches on
//   stride         (T stride + i step) mod R         threads `stride` apart advance by `step`
//                                                    (default: B)
//   random         B x below(R / B)                  drawn from seed, step, T and i; the same in
//                                                    every run
//   gather         as random                         waits for an index that is loaded first: two
//                                                    instructions; 4 B indices, sequential from
//                                                    `index_base`
//   broadcast      (i step) mod R                    one address for all lanes
//   pointer_chase  (i step) mod R                    as broadcast, but each load waits for the
//                                                    previous one
//   transpose      ((M mod side) side + M / side) B  M = (T + i N) mod side^2: a matrix by columns
//   one_set        L[(w + i) mod lines] +            L: the first `lines` lines from base on in set
//                  (lane B) mod line                 `set` of L1D; w numbers all warps of the grid
//   one_channel    as one_set                        with the lines of memory channel `set`
//   one_bank       lane x banks x 4                  shared memory: all lanes in bank 0, on
//                                                    different words
//
// A step that mixes in writes is a store with the given probability, drawn as above. Loops cost
// only the fetch of a jump. Results of loads go to registers of their own; an ALU step reads the
// last result unless it is independent.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTHETIC_SYNTHETIC_H
#define WL_SYNTHETIC_SYNTHETIC_H

#include "config/config.h"
#include "machine/common/front_end.h"

// clang-format off
#define SYNTHETIC_PATTERNS(X) \
    X(sequential) X(stride) X(random) X(gather) X(broadcast) X(pointer_chase) X(transpose) \
    X(one_set) X(one_channel) X(one_bank)
// clang-format on
#define SYNTHETIC_PATTERN(name) PATTERN_##name,
typedef enum synthetic_pattern {
    SYNTHETIC_PATTERNS(SYNTHETIC_PATTERN) PATTERN_COUNT
} synthetic_pattern;
#undef SYNTHETIC_PATTERN

typedef enum synthetic_kind {
    STEP_LOAD,
    STEP_STORE,
    STEP_ATOMIC,
    STEP_ALU,
    STEP_BARRIER,
    STEP_FENCE,
    STEP_LOOP
} synthetic_kind;

enum { SYNTHETIC_LOOPS = 8, SYNTHETIC_STEPS = 1024, SYNTHETIC_LINES = 65536 };

typedef struct synthetic_step {
    synthetic_kind kind;
    // STEP_LOAD, STEP_STORE, STEP_ATOMIC
    synthetic_pattern pattern;
    bool shared;   // shared memory: base counts from 0
    uint8_t bytes; // 1, 2, 4, 8, 16
    uint64_t base, region, index_base;
    uint64_t stride, step;
    uint32_t side, set, lines;
    uint32_t write_percent; // STEP_LOAD: percentage of executions that store instead
    uint32_t active;        // mask of lanes
    // STEP_ALU
    winst_latency latency;
    bool independent;
    // STEP_LOOP, at the end of a loop: goes back to step `to`; `rounds` iterations in total. Loops
    // may be nested.
    uint32_t to, rounds, depth;
} synthetic_step;

typedef struct synthetic_kernel {
    char *name;
    uint32_t ctas, threads, regs, shared_bytes;
    uint64_t seed;
    synthetic_step *steps;
    unsigned n_steps;
} synthetic_kernel;

// Begins a kernel, which has passed its reader (cli/synthetic_read.h), as a launch for the machine
// of c. ST_INPUT if the region does not contain enough lines of one set or channel.
int synthetic_begin(front_end *out, const synthetic_kernel *k, const config *c, err *e);
void synthetic_end(front_end *f);

#endif
