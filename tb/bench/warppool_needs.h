// warppool_needs.h: what a configuration of WarpPool must have for an event to occur, by how much
// it can hold. The bench does not ask for an event that cannot.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_NEEDS_H
#define WL_TB_BENCH_WARPPOOL_NEEDS_H

#include "config/config.h"

#include <stdbool.h>

// The rule by which an event, by its name, cannot occur; NULL: it can.
const char *warppool_needs_excluded(const config *c, const char *event);

bool warppool_has_quanta(const config *c);   // the selection may change by the miss rate
bool warppool_goes_by_warp(const config *c); // some tags are chosen by their warp

#endif
