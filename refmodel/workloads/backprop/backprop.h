// backprop.h : host program of back-propagation, shared by backprop and backprop_u.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_BACKPROP_BACKPROP_H
#define WL_WORKLOADS_BACKPROP_BACKPROP_H

#include "workloads/host.h"

// n[0] input units, a multiple of 16.
void backprop_program(host *h, const unsigned *n);

#endif
