// side_view.h: a plug-in for one structure of a side. Each instance is the RTL of the whole side,
// of which only that structure's ports are visible; the inputs of the other structures are 0.
//
// So a structure's RTL can drive the machine at the times within a cycle at which the machine
// evaluates it, although its side is one module.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_SIDE_VIEW_H
#define WL_TB_LOCKSTEP_SIDE_VIEW_H

#include "config/ports/side.h"
#include "tb/abi/plugin.h"

// of: the side's plug-in. Both arguments must outlive the view.
const wl_plugin *side_view_new(const wl_plugin *of, const side_part *part);
void side_view_free(const wl_plugin *view); // may be NULL

#endif
