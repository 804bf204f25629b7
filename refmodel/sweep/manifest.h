// manifest.h: the points of a sweep as a text file, one line a point.
//
// Below the first line one tab is between two fields; here they stand in columns:
//
// clang-format off
//   warploom-sweep 1 VERSION+BUILD
//   name   NAME
//   axes   KEY     KEY   ...
//   index  hash    kind  config       digest  program  size   seed  cycles  KEY    ...
//   0      4f1c..  sim   mrpb-base-s  8d19..  atax     small  0     0       VALUE  ...
//   ...
//   end    NUMBER OF POINTS
// clang-format on
//
// The keys are those of `set:` and of the axes. Files that the points need (configurations,
// synthetic kernels) are copied to inputs/ beside the manifest, so that what is planned does not
// change afterwards. An empty field is a '-'.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_MANIFEST_H
#define WL_SWEEP_MANIFEST_H

#include "sweep/spec.h"
#include "sweep/sweep.h"

enum { SWEEP_MANY = 100000 }; // points that have to be asked for

typedef struct sweep_planned {
    sweep_point point;
    const char *hash, *digest; // of the configuration
    const char *const *values; // of the keys, in their order
} sweep_planned;

typedef struct sweep_manifest {
    char *path, *dir; // the file, and where it lies
    char *name;
    char **keys; // n_keys; the axes are the last n_axes of them
    unsigned n_keys, n_axes;
    sweep_planned *points;
    unsigned n;
    char *text; // what the strings point into
} sweep_manifest;

typedef struct sweep_counts {
    uint64_t points, filtered,
        invalid; // written; combinations that a filter, and that the rules have left out
} sweep_counts;

// Writes DIR/manifest and DIR/inputs. More than SWEEP_MANY points without `yes`, no point at all,
// and a point that cannot be run are ST_INPUT, and nothing is written.
int manifest_plan(const sweep_spec *s, const sweep_runner *r, const char *dir, bool yes,
                  sweep_counts *counts, err *e);

// Reads a manifest, or the one in a directory. One of another version or build of the program, and
// one that is not whole, are ST_INPUT. Free it in any case.
int manifest_read(sweep_manifest *m, const char *path, const sweep_runner *r, err *e);
void manifest_free(sweep_manifest *m);

#endif
