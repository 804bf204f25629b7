// sweep.h: what a sweep is made of: points, and who can run one.
//
// A sweep runs many points. A point is one simulation, one bench of RTL against its model, or one
// synthesis, of one configuration. The files of this layer divide the work as follows:
//
//   spec.h       reads the description of a sweep (YAML)
//   manifest.h   expands it to points, and writes and reads them as a text file, one line a point
//   store.h      keeps one file for each point that has run
//   pool.h       runs points in processes of their own, on this machine
//   slurm.h      has Slurm run them
//   state.h      says how far a sweep is
//   table.h      collects the results in SQLite and CSV
//   designs.h    joins the results of each design, for the page
//
// This layer does not know how a point is run. The command line hands down a sweep_runner, which
// calls the same functions as the commands sim, bench and synth.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_SWEEP_H
#define WL_SWEEP_SWEEP_H

#include "config/config.h"

#include <jansson.h>

// The kinds of point: X(word, meaning).
#define SWEEP_KINDS(X) \
    X(sim, "a simulation of a workload, or of a file of synthetic kernels") \
    X(launch, "a simulation of a launch file; commands have such points, descriptions do not") \
    X(bench, "random traffic for a block's RTL beside its golden model") \
    X(synth, "area and clock of a module")
#define SWEEP_KIND(word, meaning) SWEEP_##word,
typedef enum sweep_kind { SWEEP_KINDS(SWEEP_KIND) SWEEP_KIND_COUNT } sweep_kind;
#undef SWEEP_KIND
extern const char *const sweep_kind_words[SWEEP_KIND_COUNT];

#define SWEEP_APART "apart"

// One point. The strings belong to whoever made it.
typedef struct sweep_point {
    sweep_kind kind;
    const char *config; // a preset's name or the path of a YAML file
    const char **sets;  // "KEY=VALUE", n_sets of them
    unsigned n_sets;
    const char *program; // sim: a workload, or a file (a name with '/'); launch: a file; bench: a
                         // block; synth: a module. "": the first, or the top
    const char
        *size;     // of a workload; synth: SWEEP_APART if each module is mapped by itself; else ""
    uint64_t seed; // of a point that sweep_runner.seeded names; else 0
    uint64_t cycles; // of a bench; 0: as many as the bench needs
    const config
        *c; // the configuration when it is in memory; NULL: it is loaded from `config` and `sets`
} sweep_point;

// What the command line knows about points.
typedef struct sweep_runner {
    // "VERSION+BUILD": two programs with the same text give the same results.
    const char *version;
    // Checks that the point can be run, and hashes the files that its result follows from beside
    // the configuration (PTX of a workload, a file of kernels, a cell library).
    int (*inputs)(const sweep_point *p, const config *c, digest *d, err *e);
    // Does the point draw random numbers from its seed?
    bool (*seeded)(const sweep_point *p);
    // Runs it. *result is an object, which must not depend on the machine, the directory or the
    // time, except in its key "wall_seconds".
    int (*run)(const sweep_point *p, const config *c, json_t **result, err *e);
} sweep_runner;

// What a point's result is called: SHA-256 of kind, configuration digest, program, digest of its
// inputs, size, seed, cycles and the program's version.
digest sweep_hash(const sweep_point *p, const digest *of_config, const digest *inputs,
                  const char *version);

// Loads the point's configuration (or copies p->c).
int sweep_load(const sweep_point *p, config *c, err *e);

// "sim atax small seed 3 structures.mrpb.depth=4", for messages; malloc'd.
char *sweep_point_text(const sweep_point *p);

#endif
