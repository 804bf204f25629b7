// state.h: how far a sweep is.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_STATE_H
#define WL_SWEEP_STATE_H

#include "sweep/manifest.h"

char *sweep_store_dir(const sweep_manifest *m); // results/ beside the manifest, malloc'd

// *result: {"name", "points", "done", "failed", "missing", "failures": [{"index", "point",
// "status", "signal", "message", "log"}]}.
void state_describe(const sweep_manifest *m, json_t *result);

#endif
