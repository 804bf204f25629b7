// hotspot.h : host side of the heat simulation, shared by hotspot and hotspot_u.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_HOTSPOT_HOTSPOT_H
#define WL_WORKLOADS_HOTSPOT_HOTSPOT_H

#include "workloads/host.h"

enum { HOTSPOT_TILE = 16 }; // blocks of 16 x 16 threads

// n[0] x n[0] cells, n[1] steps, `a_launch` of them in a launch (n[1] is a multiple); a block
// writes cells of `written` x `written`.
void hotspot_run(host *h, const unsigned *n, unsigned a_launch, unsigned written);

#endif
