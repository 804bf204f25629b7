// view.h : one structure of a side as a plug-in of its own: an instance is the whole side's RTL, of which only that structure's ports are
// seen; the inputs of the others are 0. So a structure's RTL can drive the machine at the moments of the cycle at which the
// machine asks it, though its side is one module.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_VIEW_H
#define WL_TB_LOCKSTEP_VIEW_H

#include "config/ports/side.h"
#include "tb/abi/plugin.h"

// `of` is the side's plug-in; both must outlive the view.
const wl_plugin *view_new(const wl_plugin *of, const side_part *part);
void view_free(const wl_plugin *view); // NULL: nothing

#endif
