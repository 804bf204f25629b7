// node.c : see node.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/node.h"

#include "base/err.h"

#include <fnmatch.h>
#include <stdlib.h>

// Patterns as of a shell.
static const struct {
    const char *name;
    unsigned nm;
} known[] = {
    {"osu018*", 180},
    {"osu035*", 350},
    {"osu050*", 500},
    {"gscl45nm*", 45},
    {"NangateOpenCellLibrary*", 45},
    {"NanGate_15nm*", 15},
    {"sky130_*", 130},
    {"gf180mcu*", 180},
    {"sg13g2_*", 130},
    {"asap7*", 7},
};

unsigned node_of_library(const char *name)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (fnmatch(known[i].name, name, 0) == 0) return known[i].nm;
    }
    return 0;
}

char *node_known(void)
{
    char *list = wl_strdup("");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char *longer = wl_format("%s%s%s %u nm", list, i ? ", " : "", known[i].name, known[i].nm);
        free(list);
        list = longer;
    }
    return list;
}
