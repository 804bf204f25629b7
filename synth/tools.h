// tools.h: the versions of the programs that made a result.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_TOOLS_H
#define WL_SYNTH_TOOLS_H

#include "base/err.h"

#include <jansson.h>

// Sets tools[key] to the version that `program flag` prints: its first word that begins with a
// digit ("Yosys 0.23 (git ...)" -> "0.23"). work_dir is used for its output. ST_TOOL if the program
// is missing.
int tool_version(const char *program, const char *flag, const char *work_dir, const char *key,
                 json_t *tools, err *e);

#endif
