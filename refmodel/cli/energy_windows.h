// energy_windows.h: the windows of `warploom energy`: in each, the energy of the netlist's activity
// and the events of the golden model, over all workloads; and the energies of events that follow
// (synth/energy_fit.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_ENERGY_WINDOWS_H
#define WL_CLI_ENERGY_WINDOWS_H

#include "cli/cosim_blocks.h"
#include "cli/energy_plugin.h"
#include "synth/flow.h"

#include <jansson.h>

typedef struct energy_windows energy_windows;

// Windows of so many cycles. `net` must outlive it.
energy_windows *energy_windows_new(unsigned cycles, const flow_net *net);
void energy_windows_free(energy_windows *w);

// A workload begins: windows are taken from the plug-in's activity until energy_windows_end. What
// does not fill a window at its end is left out.
void energy_windows_begin(energy_windows *w, const wl_plugin *plugin, const cosim_blocks *blocks);
void energy_windows_end(energy_windows *w, const wl_plugin *plugin);

// {"window": cycles of one, "windows": how many, "solved", "residual", "mean_only", "base_pj": the
// activity of a cycle without events, "events": [{"block", "event", "count", "rare", "pj" or null,
// "within": ["block.event", ...]}]}. Events that never occurred are
// left out, and so is `cycles`, which is the base.
json_t *energy_windows_fit(const energy_windows *w);

#endif
