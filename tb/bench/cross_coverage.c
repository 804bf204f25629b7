// cross_coverage.c: see cross_coverage.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/cross_coverage.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_SAID = 8 }; // of a cross, one by one

static unsigned bins_of(const cross_coverage *x) { return x->n_rows * x->n_columns; }

void cross_coverage_init(cross_coverage *x)
{
    x->missing = bins_of(x);
    x->met = wl_calloc(bins_of(x), sizeof *x->met);
    x->excluded = wl_calloc(bins_of(x), sizeof *x->excluded);
}

void cross_coverage_free(cross_coverage *x)
{
    free(x->met);
    free(x->excluded);
    *x = (cross_coverage){0};
}

static unsigned bin_of(const cross_coverage *x, unsigned row, unsigned column)
{
    CHECK(row < x->n_rows && column < x->n_columns, "cross %s has no bin %u, %u", x->name, row,
          column);
    return row * x->n_columns + column;
}

void cross_coverage_exclude(cross_coverage *x, unsigned row, unsigned column)
{
    bool *excluded = &x->excluded[bin_of(x, row, column)];
    x->missing -= !*excluded;
    *excluded = true;
}

void cross_coverage_meet(cross_coverage *x, unsigned row, unsigned column)
{
    const unsigned bin = bin_of(x, row, column);
    x->missing -= !x->met[bin] && !x->excluded[bin];
    x->met[bin]++;
}

static bool is_missing(const cross_coverage *x, unsigned bin)
{
    return !x->met[bin] && !x->excluded[bin];
}

bool cross_coverage_met(const cross_coverage *x, unsigned row, unsigned column)
{
    return !is_missing(x, bin_of(x, row, column));
}

int cross_coverage_missing(const cross_coverage *x, rng *random)
{
    if (!x->missing) return -1;
    unsigned bin = (unsigned)rng_below(random, bins_of(x));
    while (!is_missing(x, bin)) bin = (bin + 1) % bins_of(x);
    return (int)bin;
}

json_t *cross_coverage_json(const cross_coverage *list, unsigned n)
{
    json_t *all = json_object();
    for (unsigned i = 0; i < n; i++) {
        const cross_coverage *x = &list[i];
        unsigned bins = 0;
        for (unsigned b = 0; b < bins_of(x); b++) bins += !x->excluded[b];
        json_object_set_new(
            all, x->name,
            json_pack("{s:i, s:i}", "bins", (int)bins, "met", (int)(bins - x->missing)));
    }
    return all;
}

static int report(const cross_coverage *x, unsigned bin, err *e)
{
    const unsigned row = bin / x->n_columns;
    char number[16] = "";
    if (row >= x->n_named) snprintf(number, sizeof number, " %u", x->first + row - x->n_named);
    return err_add(e, ST_CHECK,
                   "the traffic never met `%s` in `%s%s` of `%s` (%s), so an error in that "
                   "coincidence would pass",
                   x->columns[bin % x->n_columns], row < x->n_named ? x->rows[row] : x->numbered,
                   number, x->name, x->meaning);
}

int cross_coverage_check(const cross_coverage *list, unsigned n, err *e)
{
    int status = ST_OK;
    for (unsigned i = 0; i < n; i++) {
        unsigned said = 0;
        for (unsigned b = 0; b < bins_of(&list[i]) && said < MOST_SAID; b++) {
            if (!is_missing(&list[i], b)) continue;
            status = report(&list[i], b, e);
            said++;
        }
        if (list[i].missing > said)
            err_add(e, ST_CHECK, "%u more coincidences of `%s` were never met",
                    list[i].missing - said, list[i].name);
    }
    return status;
}
