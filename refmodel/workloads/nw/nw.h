// nw.h : host program of the Needleman-Wunsch alignment, shared by nw and nw_u.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_NW_NW_H
#define WL_WORKLOADS_NW_NW_H

#include "workloads/host.h"

// Two sequences of n[0] letters, a multiple of 16.
void nw_program(host *h, const unsigned *n);

#endif
