// keep.h : figures of a run kept in its directory, so that the same run need not be made again: WORK/figures.json, a file that appears whole.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_KEEP_H
#define WL_SYNTH_KEEP_H

#include "base/digest.h"
#include "synth/flow.h"

// What the figures of a run follow from: the sources as they are, constraints, cell library, scripts and recipes, versions of the tools,
// this very program, and what else is in the job.
int keep_key(const flow_job *j, const json_t *tools, digest *key, err *e);

json_t *keep_load(const flow_job *j, const digest *key); // NULL: none are there, or those of another run
int keep_save(const flow_job *j, const digest *key, const json_t *figures, err *e);

#endif
