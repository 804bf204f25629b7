// fusesoc.h : the file by which FuseSoC calls a generator (its generator API, version 1.0).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_FUSESOC_H
#define WL_CLI_FUSESOC_H

#include "cli/cli.h"

typedef struct fusesoc_call {
    char *vlnv;    // what the core is to be called
    char *config;  // parameters.config: a preset, or a file relative to the calling core's folder
    cli_sets sets; // parameters.set: a list of KEY=VALUE
    char *wrap;    // parameters.wrap; NULL: none
} fusesoc_call;

// ST_INPUT, naming file, line and key, for what is missing, unknown or of another version. To be
// freed in any case.
int fusesoc_read(const char *path, fusesoc_call *call, err *e);
void fusesoc_free(fusesoc_call *call);

#endif
