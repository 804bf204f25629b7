// csv.c : rows of results as CSV (RFC 4180); see report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

static void put_text(FILE *f, const char *s)
{
    if (!strpbrk(s, ",\"\r\n")) {
        fputs(s, f);
        return;
    }
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"') fputc('"', f);
        fputc(*s, f);
    }
    fputc('"', f);
}

static int put_field(FILE *f, const char *path, const json_t *row, const char *column, err *e)
{
    const json_t *v = json_object_get(row, column);
    if (json_is_string(v)) put_text(f, json_string_value(v));
    else if (json_is_integer(v)) fprintf(f, "%lld", (long long)json_integer_value(v));
    else if (json_is_real(v)) fprintf(f, "%.10g", json_real_value(v));
    else return err_add(e, ST_TOOL, "%s: a row has no value for the column %s", path, column);
    return ST_OK;
}

static int put_row(FILE *f, const char *path, const json_t *row, const char *columns, err *e)
{
    char *copy = wl_strdup(columns), *rest = copy;
    int st = ST_OK;
    for (const char *column = strsep(&rest, ","); column && st == ST_OK;
         column = strsep(&rest, ",")) {
        if (column != copy) fputc(',', f);
        st = put_field(f, path, row, column, e);
    }
    fputc('\n', f);
    free(copy);
    return st;
}

int report_csv(const char *path, const json_t *rows, const char *columns, err *e)
{
    outfile o;
    size_t i;
    json_t *row;
    int st = outfile_open(&o, path, e);
    if (st) return st;
    fprintf(o.f, "%s\n", columns);
    json_array_foreach(rows, i, row) {
        if (st == ST_OK) st = put_row(o.f, path, row, columns, e);
    }
    if (st == ST_OK) return outfile_commit(&o, e);
    outfile_abandon(&o);
    return st;
}
