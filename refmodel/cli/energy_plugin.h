// energy_plugin.h: a mapped netlist (synth/netlist.h) behind the plug-in interface
// (tb/abi/plugin.h), so that lockstep can drive it with a block's real traffic and compare it with
// the golden model while its activity is counted.
//
// A plug-in has one instance, and its activity outlives it: lockstep may close the instance before
// the counts are read.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_ENERGY_PLUGIN_H
#define WL_CLI_ENERGY_PLUGIN_H

#include "config/config.h"
#include "synth/activity.h"
#include "tb/abi/plugin.h"

// block: of the port table, a structure or a side. `net` must outlive the plug-in.
const wl_plugin *energy_plugin_new(const config *c, const char *block, const netlist *net);
void energy_plugin_free(const wl_plugin *api); // may be NULL
// Calls `at` after every so many cycles of the instance; NULL: no longer.
void energy_plugin_watch(const wl_plugin *api, unsigned cycles, void (*at)(void *ctx), void *ctx);
// What the instance has counted since its reset.
const activity *energy_plugin_activity(const wl_plugin *api);

#endif
