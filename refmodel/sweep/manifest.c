// manifest.c: reads a manifest. See manifest.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/manifest.h"

#include "base/outfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 1 << 30, FIXED = 9 };
#define MAGIC "warploom-sweep 1 "

typedef struct reader {
    sweep_manifest *m;
    char *rest; // lines to come
    unsigned line, room;
    err *e;
} reader;

static int broken(const reader *r, const char *why)
{
    return err_add(r->e, ST_INPUT, "%s:%u: %s; make it again with warploom sweep plan", r->m->path,
                   r->line, why);
}

static char *next_line(reader *r)
{
    char *end = r->rest ? strchr(r->rest, '\n') : NULL;
    if (!end) return NULL; // a last line without its end is none
    char *line = r->rest;
    *end = '\0';
    r->rest = end + 1;
    r->line++;
    return line;
}

static const char *text_of(const char *field) { return strcmp(field, "-") == 0 ? "" : field; }

static bool number_of(const char *field, uint64_t *n)
{
    char *end;
    *n = strtoull(field, &end, 10);
    return *field >= '0' && *field <= '9' && !*end;
}

// ---- the head

static int read_version(reader *r, const sweep_runner *runner)
{
    const char *line = next_line(r);
    if (!line || strncmp(line, "warploom-sweep ", 15) != 0)
        return broken(r, "is no manifest of a sweep");
    if (strncmp(line, MAGIC, strlen(MAGIC)) != 0)
        return broken(r, "is of another format of manifests");
    line += strlen(MAGIC);
    if (strcmp(line, runner->version) == 0) return ST_OK;
    return err_add(r->e, ST_INPUT,
                   "%s: was planned by warploom %s, and this is %s: results could differ. Plan it "
                   "again with this program, or run that one",
                   r->m->path, line, runner->version);
}

static unsigned count_tabs(const char *line)
{
    unsigned n = 0;
    for (; *line; line++) n += *line == '\t';
    return n;
}

static int read_head(reader *r)
{
    sweep_manifest *m = r->m;
    char *name = next_line(r), *axes = name ? next_line(r) : NULL,
         *columns = axes ? next_line(r) : NULL, *key;
    if (!columns || strncmp(name, "name\t", 5) != 0 || strncmp(axes, "axes", 4) != 0 ||
        strncmp(columns, "index\t", 6) != 0)
        return broken(r, "has no head");
    m->name = name + 5;
    m->n_axes = count_tabs(axes);
    const unsigned n = count_tabs(columns) + 1;
    if (n < FIXED + m->n_axes) return broken(r, "has too few columns");
    m->n_keys = n - FIXED;
    m->keys = wl_calloc(m->n_keys + 1, sizeof *m->keys);
    for (unsigned i = 0; (key = strsep(&columns, "\t")); i++) {
        if (i >= FIXED) m->keys[i - FIXED] = key;
    }
    return ST_OK;
}

// ---- points

static bool find_kind(const char *word, sweep_kind *kind)
{
    for (unsigned i = 0; i < SWEEP_KIND_COUNT; i++) {
        *kind = (sweep_kind)i;
        if (strcmp(sweep_kind_words[i], word) == 0) return true;
    }
    return false;
}

static bool is_hash(const char *text)
{
    return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

// A file of the manifest lies beside it. The strings that are made here are freed by manifest_free.
static const char *resolve(const sweep_manifest *m, const char *text)
{
    return strchr(text, '/') ? wl_format("%s/%s", m->dir, text) : wl_strdup(text);
}

static int fill(reader *r, sweep_planned *p, char **f)
{
    uint64_t index;
    sweep_point *q = &p->point;
    if (!number_of(f[0], &index) || index != r->m->n - 1)
        return broken(r, "its points are not numbered from 0 on");
    if (!is_hash(f[1]) || !is_hash(f[4]) || !find_kind(f[2], &q->kind))
        return broken(r, "is no line of a point");
    if (!number_of(f[7], &q->seed) || !number_of(f[8], &q->cycles))
        return broken(r, "has no numbers as seed and cycles");
    p->hash = f[1];
    p->digest = f[4];
    q->config = resolve(r->m, f[3]);
    q->program = resolve(r->m, text_of(f[5]));
    q->size = text_of(f[6]);
    q->n_sets = r->m->n_keys;
    q->sets = wl_calloc(q->n_sets + 1, sizeof *q->sets);
    const char **values = wl_calloc(q->n_sets + 1, sizeof *values);
    for (unsigned i = 0; i < q->n_sets; i++) {
        values[i] = text_of(f[FIXED + i]);
        q->sets[i] = wl_format("%s=%s", r->m->keys[i], values[i]);
    }
    p->values = values;
    return ST_OK;
}

static int read_point(reader *r, char *line)
{
    sweep_manifest *m = r->m;
    const unsigned n = FIXED + m->n_keys;
    char **f = wl_calloc(n + 1, sizeof *f), *field;
    unsigned got = 0;
    while ((field = strsep(&line, "\t"))) {
        if (got < n) f[got] = field;
        got++;
    }
    if (m->n == r->room) {
        r->room = r->room ? 2 * r->room : 64;
        m->points = wl_realloc(m->points, r->room * sizeof *m->points);
    }
    m->points[m->n++] = (sweep_planned){0};
    const int st = got == n ? fill(r, &m->points[m->n - 1], f)
                            : broken(r, "has another number of fields than the head");
    free(f);
    return st;
}

static int read_points(reader *r)
{
    char *line;
    int st = ST_OK;
    uint64_t n;
    while (st == ST_OK && (line = next_line(r))) {
        if (strncmp(line, "end\t", 4) != 0) {
            st = read_point(r, line);
            continue;
        }
        if (!number_of(line + 4, &n) || n != r->m->n || *r->rest)
            return broken(r, "its end does not count its points");
        return n ? ST_OK : broken(r, "has no point");
    }
    return st != ST_OK ? st : broken(r, "ends before its last point");
}

// A directory stands for the manifest in it.
static void find(sweep_manifest *m, const char *path)
{
    struct stat s;
    const bool dir = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
    m->path = dir ? wl_format("%s/manifest", path) : wl_strdup(path);
    const char *slash = strrchr(m->path, '/');
    m->dir =
        slash ? strndup(m->path, (size_t)(slash - m->path) + (slash == m->path)) : wl_strdup(".");
}

int manifest_read(sweep_manifest *m, const char *path, const sweep_runner *runner, err *e)
{
    size_t bytes;
    *m = (sweep_manifest){0};
    find(m, path);
    int st = infile_read_named(m->path, MOST_BYTES, &m->text, &bytes, e);
    reader r = {.m = m, .rest = m->text, .e = e};
    if (st == ST_OK) st = read_version(&r, runner);
    if (st == ST_OK) st = read_head(&r);
    return st == ST_OK ? read_points(&r) : st;
}

static void free_point(sweep_planned *p)
{
    for (unsigned i = 0; i < p->point.n_sets; i++) free((char *)p->point.sets[i]);
    free(p->point.sets);
    free((char *)p->point.config);
    free((char *)p->point.program);
    free((void *)p->values);
}

void manifest_free(sweep_manifest *m)
{
    for (unsigned i = 0; i < m->n; i++) free_point(&m->points[i]);
    free(m->points);
    free(m->keys);
    free(m->text);
    free(m->path);
    free(m->dir);
    *m = (sweep_manifest){0};
}
