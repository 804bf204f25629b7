// designs.h: the results of a sweep by design, for its page.
//
// A design is a combination of configuration and axes. Its gain is the geometric mean of a
// statistic of its simulations (or of its benches), its cost a number of its syntheses, or an axis.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_DESIGNS_H
#define WL_SWEEP_DESIGNS_H

#include "sweep/manifest.h"

typedef struct designs_want {
    const char *gain; // a statistic of which more is better; NULL: ipc
    const char *cost; // a statistic, or an axis, of which less is better; NULL: area_um2 when there
                      // are syntheses, else the first axis of numbers
} designs_want;

// *result: {"name", "version", "gain", "cost", "axes": [KEY], "configs": number, "points", "done",
// "failed", "incomplete", "without", "programs": [NAME] and "benches": [BLOCK], whose statistic the
// gain is, "designs": [{"design": number, "config", "values": [TEXT], "gain", "cost", "fmax_mhz" or
// null, "cells_without_area": number or null (without syntheses), "comparable": bool,
// "not_comparable": TEXT (why) or null, "front": bool}]}, by cost. A design whose syntheses have no
// cell is not comparable by any of their figures; where the cost is an area of cells, nor is one
// with cells that its library gives no area. It beats none, is not on the front, and comes last. A
// design whose points are not all done is left out and counted as "incomplete"; one of which not
// all simulations (or benches) have the gain, or one a negative one, is left out and counted as
// "without". A gain of 0 in any program is a mean of 0. No design with both figures, none that is
// comparable, a gain that no simulation and a cost that no synthesis has (with the nearest), are
// ST_INPUT.
int designs_describe(const sweep_manifest *m, const designs_want *want, json_t *result, err *e);

#endif
