// pathfinder.h : host side of pathfinder, shared by pathfinder and pathfinder_u.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_PATHFINDER_PATHFINDER_H
#define WL_WORKLOADS_PATHFINDER_PATHFINDER_H

#include "workloads/host.h"

// n[0] columns, n[1] rows, up to a_launch of them in a launch; a block of 256 threads writes
// `written` columns.
void pathfinder_run(host *h, const unsigned *n, int a_launch, unsigned written);

#endif
