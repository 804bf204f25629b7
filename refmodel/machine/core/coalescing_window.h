// coalescing_window.h: counts the L1D requests that a coalescing window would remove (WarpPool,
// MICRO 2015, section 2.3, Figure 5), with stats.window.
//
// A window of size N holds the last N line requests that it let pass, from any warp. A read of a
// line in the window is merged. Any other read passes and replaces the oldest entry. Windows of
// several sizes observe the same reads side by side, in the order in which L1D accepts them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_COALESCING_WINDOW_H
#define WL_MACHINE_COALESCING_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

enum {
    COALESCING_WINDOW_SIZES = 5,
    COALESCING_WINDOW_LEAST = 8,
    COALESCING_WINDOW_MOST = COALESCING_WINDOW_LEAST << (COALESCING_WINDOW_SIZES - 1)
};

typedef struct coalescing_window {
    uint64_t line[COALESCING_WINDOW_SIZES][COALESCING_WINDOW_MOST];
    uint16_t count[COALESCING_WINDOW_SIZES],
        next[COALESCING_WINDOW_SIZES]; // lines held; position of the next one
} coalescing_window;

// Returns whether window k, of COALESCING_WINDOW_LEAST << k lines, merges the read; otherwise the
// read passes.
static inline bool coalescing_window_merges(coalescing_window *w, unsigned k, uint64_t line)
{
    const unsigned size = (unsigned)COALESCING_WINDOW_LEAST << k;
    for (unsigned i = 0; i < w->count[k]; i++) {
        if (w->line[k][i] == line) return true;
    }
    w->line[k][w->next[k]] = line;
    w->next[k] = (uint16_t)(w->next[k] + 1u < size ? w->next[k] + 1u : 0);
    if (w->count[k] < size) w->count[k]++;
    return false;
}

#endif
