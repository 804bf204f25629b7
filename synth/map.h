// map.h : maps design.il to the cell library: logic and storage, each by a Yosys of its own, or each module by a Yosys of its own; two at a
// time; and puts the netlists together. What an earlier run in the same directory has mapped of the same design is kept, so that a run that was
// stopped goes on.
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
    bool apart;           // each module by itself: for large blocks; ABC's results differ by some percent either way
    void (*step)(void *ctx, const char *what); // as in synth_job
    void *step_ctx;
} map_job;

// In WORK/map SET.il (before the cells), SET.v, SET.json (cells by module and type) and SET.key, where a set is a part or, apart, a module, of
// those in logic.modules and storage.modules; then PART.v and PART.json ({"modules": {MODULE: ..}}) of either part that has modules.
int map_modules(const map_job *j, err *e);

extern const char *const map_scripts[]; // what it runs, below the source tree; NULL ends it

#endif
