// spec.h: the description of a sweep, a YAML file, read strictly. SPEC_EXAMPLE has each key.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_SPEC_H
#define WL_SWEEP_SPEC_H

#include "config/yaml_tree.h"

// A description with every key and what it means. `warploom help sweep` shows it.
#define SPEC_EXAMPLE \
    "  name: mrpb-size        # letters, digits, '-', '_' and '.'\n" \
    "  config: mrpb-base-s    # a preset or a file beside this one, or a list (default: gtx480)\n" \
    "  set: {gpu.sms: 4}      # the same for all points\n" \
    "  axes:                  # configuration keys; all combinations, the first varies slowest\n" \
    "    structures.mrpb.queues: [8, 16, 32]\n" \
    "    structures.mrpb.depth: {from: 1, to: 16, times: 2}  # 1 2 4 8 16; step: N adds instead\n" \
    "    structures.mrpb.drain: [fixed, rr]\n" \
    "  filters:               # only combinations for which all of these hold: two sides with\n" \
    "                         # <, <=, >, >=, == or != between them, each a product of axes and\n" \
    "                         # numbers, or one word\n" \
    "    - structures.mrpb.queues * structures.mrpb.depth <= 256\n" \
    "  invalid: skip          # leaves out combinations that a rule refuses (default: error)\n" \
    "  sim:                   # of each combination a simulation of each workload in each size\n" \
    "    workloads: [atax, bicg]\n" \
    "    sizes: [small]       # (default: small)\n" \
    "    patterns: [streams.yaml]  # and of each file of synthetic kernels with each seed\n" \
    "  bench: {blocks: [mrpb], cycles: 100000}  # a bench of each block with each seed\n" \
    "  synth: {modules: [mrpb_sel]}  # a synthesis of each module; synth: {} is that of the " \
    "top;\n" \
    "                                # apart: true maps each submodule by itself (large blocks)\n" \
    "  seeds: {from: 1, to: 10}      # (default: 1)\n"

typedef struct sweep_list {
    char **text;
    yaml_node_t **at; // where each stands, for messages; NULL: it is a default
    unsigned n;
} sweep_list;

typedef struct sweep_axis {
    char *key;
    sweep_list values;
} sweep_axis;

typedef struct sweep_spec {
    yaml_tree tree;
    const char *path;
    char *name;
    sweep_list configs; // presets' names, or paths of files
    sweep_list sets;    // "KEY=VALUE"
    sweep_axis *axes;
    unsigned n_axes;
    sweep_list filters;
    bool skip_invalid;
    bool apart; // each module of a synthesis is mapped by itself
    sweep_list workloads, sizes, patterns, blocks, modules, seeds; // empty lists: no such points
    uint64_t bench_cycles;                                         // 0: as many as each bench needs
} sweep_spec;

// Every mistake is named with file, line, column and what is allowed. Free it in any case; e must
// live as long.
int spec_read(sweep_spec *s, const char *path, err *e);
void spec_free(sweep_spec *s);

// The place of "KEY=VALUE", of `set:` or of an axis; NULL: it has none.
const yaml_node_t *spec_place(const sweep_spec *s, const char *set);

// The place of an item of a list; NULL: it has none.
const yaml_node_t *spec_item_place(const sweep_list *l, const char *text);

// Designs (combinations of configuration and axes, before filters); points at most. Numbers beyond
// 2^64 are UINT64_MAX.
uint64_t spec_designs(const sweep_spec *s);
uint64_t spec_points(const sweep_spec *s);

// Do all filters hold for a combination, values[i] being that of axes[i]?
bool spec_keeps(const sweep_spec *s, const char *const *values);

#endif
