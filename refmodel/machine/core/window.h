// window.h : how many requests to L1D a coalescing window would take away (WarpPool, MICRO 2015, section 2.3, Figure 5), counted with
// stats.window.
//
// A window of N holds the last N line requests that it has let pass, of whatever warp. A read whose line is in it is merged; any
// other one passes and takes the place of the one that has been there longest. Windows of several sizes see the same reads, in the
// order in which L1D accepts them, side by side.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_WINDOW_H
#define WL_MACHINE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

enum { WINDOW_SIZES = 5, WINDOW_LEAST = 8, WINDOW_MOST = WINDOW_LEAST << (WINDOW_SIZES - 1) };

typedef struct window {
    uint64_t line[WINDOW_SIZES][WINDOW_MOST];
    uint16_t count[WINDOW_SIZES], next[WINDOW_SIZES]; // lines held; where the next one goes
} window;

// Window k, of WINDOW_LEAST << k lines: is the read merged? If not it passes.
static inline bool window_merges(window *w, unsigned k, uint64_t line)
{
    const unsigned size = (unsigned)WINDOW_LEAST << k;
    for (unsigned i = 0; i < w->count[k]; i++) {
        if (w->line[k][i] == line) return true;
    }
    w->line[k][w->next[k]] = line;
    w->next[k] = (uint16_t)(w->next[k] + 1u < size ? w->next[k] + 1u : 0);
    if (w->count[k] < size) w->count[k]++;
    return false;
}

#endif
