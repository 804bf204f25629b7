// cli_adapter.h: `--block` and `--parameters` where --block may name a wrapped top (mrpb_axi4).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CLI_ADAPTER_H
#define WL_CLI_CLI_ADAPTER_H

#include "cli/cli.h"
#include "config/ports/adapter.h"

#define CLI_PARAMETERS_OPTION \
    { \
        "parameters", 0, "'NAME=VALUE ...'", \
            "with a wrapped top as --block: parameters of its Verilog other than by default", \
            false \
    }

// If *block names an adapter, sets *a to it with --parameters, and *block to the structure that it
// wraps, which must be enabled. Else a->kind becomes NULL, and --parameters is refused.
int cli_adapter(const cli_args *args, const config *c, const char **block, adapter *a, err *e);

#endif
