// launch.h: launch files: a user's own PTX, buffers with initial data, launches and dumps, in YAML.
// Everything is checked when the file is read, also against the PTX, so that no error appears after
// an hour of simulation that could have been found before.
//
//   ptx: f.ptx                       # paths are relative to the launch file's folder
//   buffers: {A: {type: f32, count: 65536, init: {random: 1}}}
//   launches: [{kernel: k, grid: [8,1,1], block: [256,1,1], shared: 0, regs: 20,
//                args: [A, {s32: 256}, {f32: 1.5}]}]
//   dump: [{buffer: A, file: A.raw}]
//   heap_base: 0xC0000000
//
// Buffers lie in device memory in the file's order, aligned to 256 bytes, and have at most 8 GiB in
// total. Optional: init (default: zero), shared (bytes of dynamic shared memory, default 0), regs
// (registers per thread, default 0: estimated), args (default: none), dump, heap_base.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_LAUNCH_H
#define WL_CLI_LAUNCH_H

#include "base/digest.h"
#include "config/config.h"

#include <jansson.h>
#include <stdio.h>

typedef struct launch launch;

// Prints the keys of a launch file with their meanings, for --help, from the tables of the reader.
void launch_help(FILE *f);

// Reads and checks a launch file for the machine of c, whose addressable memory bounds the buffers.
// NULL after an error. e must outlive the result. A dump must not replace an input, and must not
// leave the launch file's folder unless dump_anywhere is true; symbolic links are followed.
launch *launch_load(const char *path, const config *c, bool dump_anywhere, err *e);
void launch_free(launch *l);

uint64_t launch_heap_base(const launch *l);
// Of the contents of all files that it was read from: itself, the PTX, the buffers' data.
digest launch_digest(const launch *l);

// Runs all launches on the device attached to this thread, writes the dumps, and adds the SHA-256
// of every buffer to `buffers` under its name. Each dump appears as a whole or not at all; if one
// cannot be written, as few as possible appear. ST_OK with cuda_cut: no dumps, and no buffers.
int launch_run(launch *l, json_t *buffers, err *e);
json_t *launch_dumps_json(const launch *l); // [{file, old}], old: the file exists

#endif
