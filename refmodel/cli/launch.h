// launch.h : launch files: a user's own PTX, buffers with initial data, launches, dumps, in YAML. Everything in it is checked
// when it is read, against the PTX too: nothing is found out after an hour of simulation that could be known before.
//
//   ptx: f.ptx                       # paths are taken from the launch file's folder
//   buffers: {A: {type: f32, count: 65536, init: {random: 1}}}
//   launches: [{kernel: k, grid: [8,1,1], block: [256,1,1], shared: 0, regs: 20, args: [A, {s32: 256}, {f32: 1.5}]}]
//   dump: [{buffer: A, file: A.raw}]
//   heap_base: 0xC0000000
//
// Buffers lie in device memory in the file's order, 256-byte aligned, and have at most 8 GiB in
// all. Optional: init (zero), shared (0: bytes of dynamic shared memory), regs (registers a thread;
// 0: estimated), args (none), dump, heap_base.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_LAUNCH_H
#define WL_CLI_LAUNCH_H

#include "config/config.h"

#include <jansson.h>
#include <stdio.h>

typedef struct launch launch;

// The keys of a launch file and what each means, for --help: printed from the tables that the
// reader itself goes by.
void launch_help(FILE *f);

// Reads and checks; the memory that c's machine addresses bounds the buffers. NULL after an error. e must live as long.
// No dump may go over an input, nor, unless dump_anywhere, out of the launch file's folder;
// symbolic links are followed for that.
launch *launch_load(const char *path, const config *c, bool dump_anywhere, err *e);
void launch_free(launch *l);

uint64_t launch_heap_base(const launch *l);

// Runs all launches on the device attached to this thread, writes the dumps (all or, when one cannot be written, as few as
// possible, each whole), and puts the SHA-256 of every buffer into `buffers` under its name.
int launch_run(launch *l, json_t *buffers, err *e);

#endif
