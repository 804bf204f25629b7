// energy_fit.h: how much energy each event takes, from windows of cycles in which the energy and
// the events have been counted.
//
//   energy of a window = base x its cycles + sum over events of count x energy of the event
//
// solved for energies that are not negative by least squares (C. L. Lawson, R. J. Hanson: Solving
// Least Squares Problems, 1974, chapter 23). Columns are taken in their order. A column that others
// before it explain (what they leave of it is below FIT_SEPARABLE of its length) is not separable
// from them: it gets no energy, and what it takes is within theirs. So no energy is divided
// arbitrarily among events that always come together. An event that occurred in fewer than
// FIT_WINDOWS windows is too rare for its energy to be told from chance, and gets none.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_ENERGY_FIT_H
#define WL_SYNTH_ENERGY_FIT_H

#include <stdbool.h>

#define FIT_SEPARABLE 0.1

enum { FIT_WINDOWS = 8 };
typedef enum fit_kind {
    FIT_ALONE,
    FIT_WITHIN, // not separable from others
    FIT_RARE,
    FIT_ABSENT
} fit_kind;

typedef struct energy_fit {
    // what is given: `rows` windows; value[row * columns + column], column 0 being the cycles
    unsigned rows, columns;
    const double *value, *energy_pj;
    // what is found
    double *pj;       // [column]; 0 unless its kind is FIT_ALONE
    fit_kind *kind;   // [column]
    bool *within;     // [column * columns + other]: not separable from the other
    double residual;  // root of the sum of squares of what is not explained, over that of energies
    double mean_only; // the same if each window had the mean energy of a cycle
} energy_fit;

// Allocates what is found. false: fewer windows than separable columns, and nothing is found.
bool energy_fit_solve(energy_fit *f);
void energy_fit_free(energy_fit *f);

#endif
