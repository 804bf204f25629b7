// launch_read.h: inside launch files: their contents, read and checked.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_LAUNCH_READ_H
#define WL_CLI_LAUNCH_READ_H

#include "base/outfile.h"
#include "cli/launch.h"
#include "cli/launch_data.h"
#include "ptx/ptx.h"

typedef struct launch_buffer {
    const char *name; // the tree's
    const elem_type *type;
    uint64_t count;
    init init;
} launch_buffer;

// One argument: its bytes, and where in them addresses of buffers go, which are known only when the
// launch runs.
typedef struct launch_address {
    unsigned buffer; // index
    uint32_t at;     // byte offset; 8 bytes
} launch_address;

typedef struct launch_arg {
    unsigned char *value; // as many bytes as the parameter has
    launch_address *addresses;
    unsigned n_addresses;
} launch_arg;

typedef struct launch_step {
    const ptx_kernel *kernel;
    ptx_launch shape; // params not set
    launch_arg *args; // one a parameter
    unsigned n_args;
} launch_step;

typedef struct launch_dump {
    unsigned buffer;
    // opened when the launch file is read, so that a file that cannot be written is found before
    // anything runs
    outfile file;
} launch_dump;

struct launch {
    yaml_tree tree;
    const config *c;
    bool dump_anywhere;
    ptx_module *module;
    digest ptx;                   // of the PTX file
    const char *refused;          // the last kernel named that cannot run
    uint64_t heap_base, heap_end; // heap_end: above the last buffer
    launch_buffer *buffers;
    unsigned n_buffers;
    launch_step *steps;
    unsigned n_steps;
    launch_dump *dumps;
    unsigned n_dumps;
};

// Index of a buffer by name; -1 and an error when there is none.
int launch_find_buffer(launch *l, yaml_node_t *node, const char *path, const char *name);

// Reads the argument for a parameter: a buffer's name, {TYPE: NUMBER}, {struct: [MEMBER, ...]} or
// {bytes: [NUMBER, ...]}. The members of a struct are arguments themselves, laid out as in C: each
// at a multiple of its size, the whole a multiple of the largest.
int launch_arg_read(launch *l, yaml_node_t *node, const char *path, const ptx_param *p,
                    launch_arg *a);
void launch_arg_free(launch_arg *a);

#endif
