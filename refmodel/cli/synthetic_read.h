// synthetic_read.h: inside files of synthetic kernels: their contents.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SYNTHETIC_READ_H
#define WL_CLI_SYNTHETIC_READ_H

#include "cli/synthetic_run.h"
#include "config/yaml_tree.h"
#include "synthetic/synthetic.h"

struct synthetic_file {
    yaml_tree tree;
    const config *c;
    uint64_t seed;
    synthetic_kernel *kernels;
    unsigned n;
};

// Reads the `program:` of a kernel whose other keys have been read.
int program_read(synthetic_file *f, yaml_node_t *node, const char *path, synthetic_kernel *k);

// Reads the number of a node at path.key. *value is unchanged if node is NULL.
int synthetic_number(synthetic_file *f, yaml_node_t *node, const char *path, const char *key,
                     uint64_t min, uint64_t max, uint64_t *value);

#endif
