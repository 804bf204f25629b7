// lud.h : host program of the LU decomposition, shared by lud and lud_u.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_LUD_LUD_H
#define WL_WORKLOADS_LUD_LUD_H

#include "workloads/host.h"

// A matrix of n[0] x n[0], a multiple of 16.
void lud_program(host *h, const unsigned *n);

#endif
