// sweep_modules.h: does a design have the module that a sweep is to synthesize? A sweep that runs
// for hours says so before its first point runs.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SWEEP_MODULES_H
#define WL_CLI_SWEEP_MODULES_H

#include "config/config.h"

// ST_INPUT unless the configuration emits a module of this name, which has no prefix: "KEY = NAME:
// no such module in CONFIGURATION; there are ..." (with the nearest one, when there is one). It
// emits the RTL into the folder of temporary files to find out, once while it is asked about one
// hardware after the other.
int sweep_modules_check(const config *c, const char *key, const char *module, err *e);

#endif
