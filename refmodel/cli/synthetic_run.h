// synthetic_run.h: files of synthetic kernels (synthetic/synthetic.h) in YAML, read strictly and
// run.
//
//   seed: 1
//   kernels:
//     - name: streams
//       grid: 60                # CTAs, or {per_sm: 4}
//       block: 256              # threads
//       regs: 20                # per thread
//       shared: 0               # bytes per CTA
//       program:
//         - loop: 16
//           do:
//             - load: {pattern: stride, stride: 1024, bytes: 4, base: 0xC0000000,
//                      region: 16777216, writes: 25}
//             - alu: {class: fp_mad, count: 8}
//         - store: {pattern: sequential}
//         - barrier: all
//
// Steps are load, store, atomic, alu, barrier: all, fence: all, and loop with do. The keys of an
// access, with defaults: pattern (required), bytes (4), base (0xC0000000; shared: 0), region
// (1048576 bytes), lanes (32; the first so many take part), space (global or shared), writes
// (percentage of a load's executions that store instead); by pattern: stride (128, one line), step
// (stride; pattern stride: bytes), side (transpose: 512), lines, set or channel (one_set: 4, 0;
// one_channel: 64, 0), index_base (gather: 0xD0000000). alu: class (a latency class of the
// configuration, or one), count (1), independent (no).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SYNTHETIC_RUN_H
#define WL_CLI_SYNTHETIC_RUN_H

#include "config/config.h"
#include "machine/run/gpu.h"

typedef struct synthetic_file synthetic_file;

// Reads and checks a file for the machine of c. NULL after an error. e and c must outlive the
// result.
synthetic_file *synthetic_load(const char *path, const config *c, err *e);
void synthetic_free(synthetic_file *f);

// Its kernels draw from this seed, not from the one in the file.
void synthetic_reseed(synthetic_file *f, uint64_t seed);

// Runs all kernels, one after the other.
int synthetic_run(const synthetic_file *f, gpu *g, err *e);

#endif
