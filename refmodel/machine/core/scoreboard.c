// scoreboard.c : see scoreboard.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/scoreboard.h"

#include <stdlib.h>
#include <string.h>

void scoreboard_reset(scoreboard *s, unsigned warps, unsigned n_regs)
{
    unsigned words = n_regs / 64 + 1;
    if (warps != s->warps || words != s->words) {
        scoreboard_free(s);
        s->of = wl_calloc((size_t)warps * words, sizeof *s->of);
        s->warps = warps;
        s->words = words;
    }
    memset(s->of, 0, (size_t)warps * words * sizeof *s->of);
}

void scoreboard_free(scoreboard *s)
{
    free(s->of);
    *s = (scoreboard){0};
}
