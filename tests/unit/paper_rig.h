// paper_rig.h: for the tests of the papers' pages: runs whose results the test states.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PAPER_RIG_H
#define WL_TESTS_PAPER_RIG_H

#include "cli/paper/runset.h"
#include "unit.h"

#include <math.h>
#include <string.h>

// Gives the run of a workload on a machine this IPC, and the cycles of 1000 instructions; nothing
// else of it was measured.
static inline void measured(runset *l, const char *machine, const char *name, double ipc)
{
    for (unsigned i = 0; i < l->n_runs; i++) {
        if (strcmp(l->runs[i].machine->name, machine) != 0 ||
            strcmp(l->runs[i].workload, name) != 0)
            continue;
        for (unsigned m = 0; paper_metrics[m].name; m++) l->runs[i].values[m] = (double)NAN;
        l->runs[i].values[paper_metric_find("ipc") - paper_metrics] = ipc;
        l->runs[i].values[paper_metric_find("cycles") - paper_metrics] = 1000 / ipc;
        return;
    }
    CU_FAIL("no such run");
}

#endif
