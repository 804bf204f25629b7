// map.h: maps design.il to the cell library. Either logic and storage, or each module, is mapped by
// a Yosys process of its own, two at a time; then the netlists are combined. Results of an earlier
// run of the same design in the same directory are reused, so that a stopped run resumes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_MAP_H
#define WL_SYNTH_MAP_H

#include "base/err.h"

#include <stdbool.h>

typedef struct map_job {
    const char *work_dir; // absolute; has params.tcl, constr, abc.lib, latches.v, inverted.flops
                          // and what elab.tcl writes
    const char *liberty;  // plain text
    const char *recipe;   // of ABC, for logic: RECIPE.abc
    // map each module by itself, for large blocks; ABC's results differ by some percent in either
    // direction
    bool apart;
    void (*step)(void *ctx, const char *what); // as in synth_job
    void *step_ctx;
} map_job;

// Writes to WORK/map the files SET.il (before mapping), SET.v, SET.json (cells by module and type)
// and SET.key, where SET is logic or storage or, with `apart`, a module of logic.modules or
// storage.modules; then PART.v and PART.json ({"modules": {MODULE: ..}}) for logic and storage, if
// they have modules.
int map_modules(const map_job *j, err *e);

// the scripts that it runs, relative to the source tree; NULL-terminated
extern const char *const map_scripts[];

#endif
