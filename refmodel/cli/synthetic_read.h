// synthetic_read.h : inside files of synthetic kernels: what one holds.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SYNTHETIC_READ_H
#define WL_CLI_SYNTHETIC_READ_H

#include "cli/synthetic_run.h"
#include "cli/yaml_tree.h"
#include "synthetic/synthetic.h"

struct synthetic_file {
    yaml_tree tree;
    const config *c;
    uint64_t seed;
    synthetic_kernel *kernels;
    unsigned n;
};

// The `program:` of a kernel, whose other keys have been read.
int program_read(synthetic_file *f, yaml_node_t *node, const char *path, synthetic_kernel *k);

// A number of node at path.key; `value` stays when node is NULL.
int synthetic_number(synthetic_file *f, yaml_node_t *node, const char *path, const char *key, uint64_t min, uint64_t max, uint64_t *value);

#endif
