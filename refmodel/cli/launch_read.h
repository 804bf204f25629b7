// launch_read.h : inside launch files: what one holds, read and checked.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_LAUNCH_READ_H
#define WL_CLI_LAUNCH_READ_H

#include "cli/launch.h"
#include "cli/launch_data.h"
#include "ptx/ptx.h"

typedef struct launch_buffer {
    const char *name; // the tree's
    const elem_type *type;
    uint64_t count;
    init init;
} launch_buffer;

typedef struct launch_arg {
    bool is_buffer;
    unsigned buffer;                      // index, when is_buffer
    unsigned char value[ELEM_BYTES_MAX];  // else
} launch_arg;

typedef struct launch_step {
    const ptx_kernel *kernel;
    ptx_launch shape;  // params not set
    launch_arg *args;  // one a parameter
} launch_step;

typedef struct launch_dump {
    unsigned buffer;
    char *path;
} launch_dump;

struct launch {
    yaml_tree tree;
    const config *c;
    ptx_module *module;
    uint64_t heap_base;
    launch_buffer *buffers;
    unsigned n_buffers;
    launch_step *steps;
    unsigned n_steps;
    launch_dump *dumps;
    unsigned n_dumps;
};

#endif
