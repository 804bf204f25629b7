// stencil.h : what stencil and stencil_t share: the grid, the reference and the check.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_STENCIL_STENCIL_H
#define WL_WORKLOADS_STENCIL_STENCIL_H

#include "workloads/host.h"

// Two steps of nx x ny x nz cells, from one array to the other and back, each by one launch of the
// kernel.
void stencil_program(host *h, const unsigned *n, const char *kernel, shape s);

#endif
