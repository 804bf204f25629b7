// keep.h: stores the figures of a run in its directory, so that the same run need not be repeated:
// WORK/figures.json, which appears as a whole.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_KEEP_H
#define WL_SYNTH_KEEP_H

#include "base/digest.h"
#include "synth/flow.h"

// Computes the digest of everything that determines the figures of a run: the contents of the
// sources, constraints, cell library, scripts and recipes, versions of the tools, this program
// itself, and the rest of the job.
int keep_key(const flow_job *j, const json_t *tools, digest *key, err *e);

// Computes the digest of what makes the figures of any design beside its library and this program:
// versions of the tools, scripts and recipes.
int keep_flow(digest *d, err *e);

// NULL: there are none, or they belong to another run
json_t *keep_load(const flow_job *j, const digest *key);
int keep_save(const flow_job *j, const digest *key, const json_t *figures, err *e);

#endif
