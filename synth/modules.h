// modules.h: does a design have the module that is to be synthesized? It is asked before anything
// is written, and before the first point of a sweep runs.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_MODULES_H
#define WL_SYNTH_MODULES_H

#include "config/config.h"

// ST_INPUT unless the configuration emits a module of this name, which has no prefix: "GIVENNAME:
// no such module in CONFIGURATION; there are ..." (with the nearest one, when there is one). given:
// what stands before the name where it was given, "--module " or "synth.modules = ". It emits the
// RTL into the folder of temporary files to find out, once while it is asked about one hardware
// after the other.
int synth_module_check(const config *c, const char *given, const char *module, err *e);

#endif
