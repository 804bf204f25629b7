// kernel_log.c : see kernel_log.h. The differences between kernels, and the CSV; the text is in
// log_text.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/kernel_log.h"

#include "base/outfile.h"
#include "base/printable.h"
#include "machine/run/kernel_diff.h"
#include "machine/run/log_text.h"
#include "machine/run/ratios.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct kernel_log {
    const config *c;
    outfile log, csv;
    FILE *log_to, *csv_to; // NULL: no such file
    unsigned kernels;
    uint64_t kernel_cycles;
    json_t *last; // the counters after the last kernel
    struct timespec start;
};

static bool open_file(outfile *o, const char *path, FILE **to, err *e)
{
    const bool to_stdout = path && strcmp(path, "-") == 0;
    if (path && !to_stdout && outfile_open(o, path, e) != ST_OK) return false;
    *to = to_stdout ? stdout : o->f;
    return true;
}

static bool open_files(kernel_log *l, const char *log, const char *csv, err *e)
{
    if (!open_file(&l->log, log, &l->log_to, e)) return false;
    if (open_file(&l->csv, csv, &l->csv_to, e)) return true;
    if (l->log.f) outfile_abandon(&l->log);
    return false;
}

kernel_log *kernel_log_open(const config *c, const char *log, const char *csv, err *e)
{
    kernel_log *l = wl_calloc(1, sizeof *l);
    l->c = c;
    clock_gettime(CLOCK_MONOTONIC, &l->start);
    if (open_files(l, log, csv, e)) return l;
    free(l);
    return NULL;
}

// ---- CSV

static void put_names(FILE *f, const json_t *group, const char *path)
{
    const char *name;
    json_t *v;
    json_object_foreach((json_t *)group, name, v) {
        char *full = wl_format("%s%s%s", path, *path ? "." : "", name);
        if (json_is_object(v)) put_names(f, v, full);
        else fprintf(f, ",%s", full);
        free(full);
    }
}

static void put_values(FILE *f, const json_t *group)
{
    const char *name;
    json_t *v;
    json_object_foreach((json_t *)group, name, v) {
        if (json_is_object(v)) put_values(f, v);
        else if (json_is_integer(v)) fprintf(f, ",%" JSON_INTEGER_FORMAT, json_integer_value(v));
        else fprintf(f, ",%.9g", json_real_value(v));
    }
}

// Names of a trace's kernels may hold commas and quotes.
static void put_name(FILE *f, const char *given)
{
    char *plain = printable_text(given);
    const char *name = plain;
    const bool quoted = name[strcspn(name, ",\"")];
    if (quoted) putc('"', f);
    for (; *name; name++) fputs(*name == '"' ? "\"\"" : (char[]){*name, '\0'}, f);
    if (quoted) putc('"', f);
    free(plain);
}

static void put_row(const kernel_log *l, const char *number, const char *name, uint64_t cycles,
                    const json_t *counters)
{
    FILE *f = l->csv_to;
    fprintf(f, "%s,", number);
    put_name(f, name);
    fprintf(f, ",%" PRIu64, cycles);
    put_values(f, counters);
    putc('\n', f);
}

static void csv_kernel(const kernel_log *l, const char *name, uint64_t cycles,
                       const json_t *of_kernel)
{
    if (l->kernels == 1) {
        fputs("kernel,name,kernel_cycles", l->csv_to);
        put_names(l->csv_to, of_kernel, "");
        putc('\n', l->csv_to);
    }
    char *number = wl_format("%u", l->kernels);
    put_row(l, number, name, cycles, of_kernel);
    free(number);
}

// ---- kernels

void kernel_log_kernel(void *self, const gpu *g)
{
    struct kernel_log *l = self;
    json_t *now = gpu_stats_json(g), *kernels = json_object_get(now, "kernels"),
           *of_kernel = kernel_difference(now, l->last);
    const json_t *k = json_array_get(kernels, json_array_size(kernels) - 1);
    const char *name = json_string_value(json_object_get(k, "name"));
    const uint64_t cycles = (uint64_t)json_integer_value(json_object_get(k, "cycles"));
    ratios_add(of_kernel);
    l->kernels++;
    l->kernel_cycles += cycles;
    if (l->log_to)
        log_text_kernel(
            l->log_to, l->c,
            &(log_kernel){name, l->kernels, cycles, l->kernel_cycles, of_kernel, now, l->start});
    if (l->csv_to) csv_kernel(l, name, cycles, of_kernel);
    json_decref(of_kernel);
    json_decref(l->last);
    l->last = now;
}

static void end(const kernel_log *l)
{
    if (l->log_to) log_text_end(l->log_to);
    if (!l->csv_to || !l->last) return;
    json_t *all = kernel_difference(l->last, NULL);
    ratios_add(all);
    put_row(l, "total", "", l->kernel_cycles, all);
    json_decref(all);
}

int kernel_log_close(kernel_log *l, bool keep, err *e)
{
    int st = ST_OK;
    if (keep) end(l);
    outfile *const files[] = {&l->log, &l->csv};
    for (int i = 0; i < 2; i++) {
        if (!files[i]->f) continue;
        if (keep) st = outfile_commit(files[i], e) == ST_OK ? st : e->status;
        else outfile_abandon(files[i]);
    }
    json_decref(l->last);
    free(l);
    return st;
}
