// scoreboard.c : see scoreboard.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/scoreboard.h"

#include <stdlib.h>
#include <string.h>

void scoreboard_reset(scoreboard *s, unsigned warps, unsigned n_regs)
{
    unsigned words = n_regs / 64 + 1;
    if (warps != s->warps || words != s->words) {
        scoreboard_free(s);
        s->pending = wl_calloc((size_t)warps * words, sizeof *s->pending);
        s->load = wl_calloc((size_t)warps * words, sizeof *s->load);
        s->warps = warps;
        s->words = words;
    }
    memset(s->pending, 0, (size_t)warps * words * sizeof *s->pending);
    memset(s->load, 0, (size_t)warps * words * sizeof *s->load);
}

void scoreboard_free(scoreboard *s)
{
    free(s->pending);
    free(s->load);
    *s = (scoreboard){0};
}

bool scoreboard_idle(const scoreboard *s, unsigned warp)
{
    for (unsigned k = 0; k < s->words; k++) {
        if (s->pending[(size_t)warp * s->words + k]) return false;
    }
    return true;
}
