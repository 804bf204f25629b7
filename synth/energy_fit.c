// energy_fit.c: see energy_fit.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/energy_fit.h"

#include "base/err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct normal {
    unsigned n;       // of the columns that are alone
    unsigned *column; // [n]
    double *length;   // [n] of the columns
    double *a, *b;    // [n * n], [n]: normal equations of columns of length 1
} normal;

static double at(const energy_fit *f, unsigned row, unsigned column)
{
    return f->value[row * f->columns + column];
}

static double product(const energy_fit *f, unsigned i, unsigned k)
{
    double sum = 0;
    for (unsigned r = 0; r < f->rows; r++) sum += at(f, r, i) * at(f, r, k);
    return sum;
}

static void swap_rows(double *a, unsigned w, unsigned one, unsigned other)
{
    for (unsigned c = 0; c < w && one != other; c++) {
        const double kept = a[one * w + c];
        a[one * w + c] = a[other * w + c];
        a[other * w + c] = kept;
    }
}

// Gauss and Jordan with pivots, on k rows of k unknowns and a right side; false: singular.
static bool eliminate(double *a, unsigned k)
{
    const unsigned w = k + 1;
    for (unsigned p = 0; p < k; p++) {
        unsigned best = p;
        for (unsigned r = p + 1; r < k; r++)
            if (fabs(a[r * w + p]) > fabs(a[best * w + p])) best = r;
        if (fabs(a[best * w + p]) < 1e-12) return false;
        swap_rows(a, w, p, best);
        for (unsigned r = 0; r < k; r++) {
            const double factor = r == p ? 0 : a[r * w + p] / a[p * w + p];
            for (unsigned c = p; c < w && factor != 0; c++) a[r * w + c] -= factor * a[p * w + c];
        }
    }
    return true;
}

// Solves for the chosen unknowns, the others being 0; false: singular.
static bool solve_chosen(const normal *m, const bool *chosen, double *x)
{
    unsigned index[m->n + 1], k = 0;
    for (unsigned i = 0; i < m->n; i++)
        if (chosen[i]) index[k++] = i;
    double a[(k + 1) * (k + 1)];
    const unsigned w = k + 1;
    for (unsigned r = 0; r < k; r++) {
        for (unsigned c = 0; c < k; c++) a[r * w + c] = m->a[index[r] * m->n + index[c]];
        a[r * w + k] = m->b[index[r]];
    }
    if (!eliminate(a, k)) return false;
    for (unsigned i = 0; i < m->n; i++) x[i] = 0;
    for (unsigned p = 0; p < k; p++) x[index[p]] = a[p * w + k] / a[p * w + p];
    return true;
}

// The unknown outside of the chosen ones that would lower the error most; n: none.
static unsigned steepest(const normal *m, const bool *chosen, const double *x)
{
    unsigned best = m->n;
    double most = 1e-10;
    for (unsigned i = 0; i < m->n; i++) {
        double slope = m->b[i];
        for (unsigned k = 0; k < m->n; k++) slope -= m->a[i * m->n + k] * x[k];
        if (!chosen[i] && slope > most) {
            most = slope;
            best = i;
        }
    }
    return best;
}

// From x towards z until the first unknown becomes 0; those that are 0 are no longer chosen.
static void step_to_bound(const normal *m, bool *chosen, double *x, const double *z)
{
    double share = 1;
    for (unsigned i = 0; i < m->n; i++)
        if (chosen[i] && z[i] <= 0) share = fmin(share, x[i] / (x[i] - z[i]));
    for (unsigned i = 0; i < m->n; i++) {
        if (!chosen[i]) continue;
        x[i] += share * (z[i] - x[i]);
        if (x[i] <= 1e-12) {
            x[i] = 0;
            chosen[i] = false;
        }
    }
}

static bool all_positive(const normal *m, const bool *chosen, const double *z)
{
    for (unsigned i = 0; i < m->n; i++)
        if (chosen[i] && z[i] <= 0) return false;
    return true;
}

static void solve(const normal *m, double *x)
{
    bool chosen[m->n + 1];
    double z[m->n + 1];
    memset(chosen, 0, sizeof chosen);
    for (unsigned i = 0; i < m->n; i++) x[i] = 0;
    for (unsigned turn = 0; turn < 3 * m->n; turn++) {
        const unsigned next = steepest(m, chosen, x);
        if (next == m->n) return;
        chosen[next] = true;
        bool solved = solve_chosen(m, chosen, z);
        for (; solved && !all_positive(m, chosen, z); solved = solve_chosen(m, chosen, z))
            step_to_bound(m, chosen, x, z);
        if (!solved) return; // what is left explains nothing more
        memcpy(x, z, m->n * sizeof *x);
    }
}

// ---- which columns are separable

// What the columns before it, as far as they are alone, leave of a column of length 1; by[i]: how
// much of it column m->column[i] explains.
static double left_of(const energy_fit *f, const normal *m, unsigned column, double length,
                      double *by)
{
    normal own = *m;
    bool chosen[m->n + 1];
    double b[m->n + 1], left = 1;
    for (unsigned i = 0; i < m->n; i++) {
        b[i] = product(f, column, m->column[i]) / length / m->length[i];
        chosen[i] = true;
    }
    own.b = b;
    if (!solve_chosen(&own, chosen, by)) return 0;
    for (unsigned i = 0; i < m->n; i++) left -= by[i] * b[i];
    return sqrt(fmax(left, 0));
}

static void keep_column(const energy_fit *f, normal *m, unsigned column, double length)
{
    const unsigned n = m->n, columns = f->columns;
    double *a = wl_calloc((size_t)columns * columns + 1, sizeof *a);
    m->column[n] = column;
    m->length[n] = length;
    m->n++;
    for (unsigned i = 0; i < m->n; i++)
        for (unsigned k = 0; k < m->n; k++)
            a[i * m->n + k] = product(f, m->column[i], m->column[k]) / m->length[i] / m->length[k];
    memcpy(m->a, a, (size_t)columns * columns * sizeof *a);
    free(a);
}

static fit_kind seen(const energy_fit *f, unsigned column)
{
    unsigned windows = 0;
    for (unsigned r = 0; r < f->rows; r++) windows += at(f, r, column) != 0;
    return windows == 0 ? FIT_ABSENT : windows < FIT_WINDOWS ? FIT_RARE : FIT_ALONE;
}

static void part_columns(energy_fit *f, normal *m)
{
    double by[f->columns + 1];
    for (unsigned c = 0; c < f->columns; c++) {
        const double length = sqrt(product(f, c, c));
        f->kind[c] = seen(f, c);
        if (f->kind[c] != FIT_ALONE) continue;
        if (m->n == 0 || left_of(f, m, c, length, by) >= FIT_SEPARABLE) {
            keep_column(f, m, c, length);
            continue;
        }
        f->kind[c] = FIT_WITHIN;
        for (unsigned i = 0; i < m->n; i++)
            f->within[c * f->columns + m->column[i]] = fabs(by[i]) >= FIT_SEPARABLE;
    }
}

// ---- the fit

static void set_right_side(const energy_fit *f, normal *m)
{
    for (unsigned i = 0; i < m->n; i++) {
        m->b[i] = 0;
        for (unsigned r = 0; r < f->rows; r++)
            m->b[i] += at(f, r, m->column[i]) / m->length[i] * f->energy_pj[r];
    }
}

static void find_residuals(energy_fit *f)
{
    double all = 0, cycles = 0, squares = 0, left = 0, left_of_mean = 0;
    for (unsigned r = 0; r < f->rows; r++) {
        all += f->energy_pj[r];
        cycles += at(f, r, 0);
        squares += f->energy_pj[r] * f->energy_pj[r];
    }
    for (unsigned r = 0; r < f->rows; r++) {
        double rest = f->energy_pj[r];
        const double of_mean = rest - all / cycles * at(f, r, 0);
        for (unsigned c = 0; c < f->columns; c++) rest -= f->pj[c] * at(f, r, c);
        left += rest * rest;
        left_of_mean += of_mean * of_mean;
    }
    f->residual = squares > 0 ? sqrt(left / squares) : 0;
    f->mean_only = squares > 0 ? sqrt(left_of_mean / squares) : 0;
}

bool energy_fit_solve(energy_fit *f)
{
    const unsigned n = f->columns;
    normal m = {.column = wl_calloc(n + 1, sizeof *m.column),
                .length = wl_calloc(n + 1, sizeof *m.length),
                .a = wl_calloc((size_t)n * n + 1, sizeof *m.a),
                .b = wl_calloc(n + 1, sizeof *m.b)};
    double x[n + 1];
    f->pj = wl_calloc(n + 1, sizeof *f->pj);
    f->kind = wl_calloc(n + 1, sizeof *f->kind);
    f->within = wl_calloc((size_t)n * n + 1, sizeof *f->within);
    part_columns(f, &m);
    const bool enough = m.n && f->rows > m.n;
    if (enough) {
        set_right_side(f, &m);
        solve(&m, x);
        for (unsigned i = 0; i < m.n; i++) f->pj[m.column[i]] = x[i] / m.length[i];
        find_residuals(f);
    }
    free(m.column);
    free(m.length);
    free(m.a);
    free(m.b);
    return enough;
}

void energy_fit_free(energy_fit *f)
{
    free(f->pj);
    free(f->kind);
    free(f->within);
    f->pj = NULL;
    f->kind = NULL;
    f->within = NULL;
}
