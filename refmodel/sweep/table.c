// table.c: see table.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/table.h"

#include "base/cleanup.h"
#include "base/outfile.h"
#include "sweep/flat.h"
#include "sweep/state.h"
#include "sweep/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_COLUMNS = 2000 }; // SQLite's own limit

static const char *const fixed[] = {"index",  "hash",          "state",   "kind",
                                    "config", "config_digest", "program", "size",
                                    "seed",   "message",       "log"};
static const char *const fixed_types[] = {"INTEGER PRIMARY KEY",
                                          "TEXT UNIQUE NOT NULL",
                                          "TEXT NOT NULL",
                                          "TEXT",
                                          "TEXT",
                                          "TEXT",
                                          "TEXT",
                                          "TEXT",
                                          "INTEGER",
                                          "TEXT",
                                          "TEXT"};
enum { FIXED = sizeof fixed / sizeof fixed[0] };
static const char *const state_words[] = {
    [STORE_NONE] = "missing", [STORE_DONE] = "done", [STORE_FAILED] = "failed"};

typedef struct table {
    const sweep_manifest *m;
    const char *version;
    char *store, *folder, *path; // of results; where the database is made; its final name
    json_t *columns;             // of statistics: name -> number, in their order
    sqlite3 *db;
    sqlite3_stmt *insert;
    outfile csv;
    err *e;
} table;

// ---- columns

static bool is_taken(const table *t, const char *name)
{
    for (unsigned i = 0; i < FIXED; i++) {
        if (strcasecmp(fixed[i], name) == 0) return true;
    }
    for (unsigned i = 0; i < t->m->n_keys; i++) {
        if (strcasecmp(t->m->keys[i], name) == 0) return true;
    }
    return false;
}

static json_t *numbers_of(const table *t, const sweep_planned *p)
{
    json_t *result = store_get(t->store, p->hash), *flat = result ? flat_numbers(result) : NULL;
    json_decref(result);
    return flat;
}

static int find_columns(table *t)
{
    for (unsigned i = 0; i < t->m->n; i++) {
        const char *name;
        json_t *value, *flat = numbers_of(t, &t->m->points[i]);
        json_object_foreach(flat, name, value) {
            if (json_object_get(t->columns, name) || is_taken(t, name)) continue;
            json_object_set_new(t->columns, name,
                                json_integer((json_int_t)json_object_size(t->columns)));
        }
        json_decref(flat);
    }
    const size_t n = FIXED + t->m->n_keys + json_object_size(t->columns);
    return n <= MOST_COLUMNS ? ST_OK
                             : err_add(t->e, ST_TOOL, "%s: %zu columns, and SQLite takes %d",
                                       t->path, n, MOST_COLUMNS);
}

// ---- SQLite

static int sqlite_failed(const table *t, const char *what)
{
    return err_add(t->e, ST_TOOL, "cannot %s %s: %s; no result is lost, collect again", what,
                   t->path, sqlite3_errmsg(t->db));
}

static int not_replaced(const table *t)
{
    if (sqlite3_errcode(t->db) != SQLITE_NOTADB) return sqlite_failed(t, "replace");
    return err_add(t->e, ST_TOOL,
                   "%s: is no database; move it away and collect again: no result is lost",
                   t->path);
}

static int execute(const table *t, const char *sql)
{
    return sqlite3_exec(t->db, sql, NULL, NULL, NULL) == SQLITE_OK ? ST_OK
                                                                   : sqlite_failed(t, "write");
}

static void put_name(FILE *f, const char *name)
{
    fputs(", \"", f);
    for (; *name; name++) fprintf(f, *name == '"' ? "\"%c" : "%c", *name);
    fputc('"', f);
}

static char *create_text(const table *t)
{
    char *text = NULL;
    const char *name;
    json_t *number;
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    fputs("CREATE TABLE sweep(key TEXT PRIMARY KEY, value TEXT); CREATE TABLE run(", f);
    for (unsigned i = 0; i < FIXED; i++)
        fprintf(f, "%s\"%s\" %s", i ? ", " : "", fixed[i], fixed_types[i]);
    for (unsigned i = 0; i < t->m->n_keys; i++) put_name(f, t->m->keys[i]);
    json_object_foreach(t->columns, name, number) put_name(f, name);
    fputs(")", f);
    wl_memstream_end(f);
    return text;
}

static char *insert_text(const table *t)
{
    char *text = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    fputs("INSERT INTO run VALUES(?", f);
    for (size_t i = 1; i < FIXED + t->m->n_keys + json_object_size(t->columns); i++) fputs(",?", f);
    fputs(")", f);
    wl_memstream_end(f);
    return text;
}

// A database that somebody has open stays as it is; one that nobody has leaves no log behind that
// the new one would be taken for.
static int release_old(table *t)
{
    struct stat s;
    if (stat(t->path, &s) != 0) return ST_OK;
    int st = ST_OK;
    sqlite3_stmt *mode = NULL;
    if (sqlite3_open_v2(t->path, &t->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        st = sqlite_failed(t, "open");
    else if (sqlite3_prepare_v2(t->db, "PRAGMA journal_mode=DELETE", -1, &mode, NULL) !=
                 SQLITE_OK ||
             sqlite3_step(mode) != SQLITE_ROW)
        st = not_replaced(t);
    sqlite3_finalize(mode);
    if (st == ST_OK &&
        sqlite3_exec(t->db, "BEGIN EXCLUSIVE; COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        st = not_replaced(t);
    sqlite3_close(t->db);
    t->db = NULL;
    return st;
}

static int open_new(table *t)
{
    char *path = wl_format("%s/results.db", t->folder), *create = create_text(t),
         *insert = insert_text(t);
    int st = sqlite3_open(path, &t->db) == SQLITE_OK ? ST_OK : sqlite_failed(t, "make");
    if (st == ST_OK)
        st = execute(
            t, "PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN");
    if (st == ST_OK) st = execute(t, create);
    if (st == ST_OK && sqlite3_prepare_v2(t->db, insert, -1, &t->insert, NULL) != SQLITE_OK)
        st = sqlite_failed(t, "write");
    free(insert);
    free(create);
    free(path);
    return st;
}

static int put_property(const table *t, const char *key, const char *value)
{
    sqlite3_stmt *s = NULL;
    int st = ST_OK;
    if (sqlite3_prepare_v2(t->db, "INSERT INTO sweep VALUES(?,?)", -1, &s, NULL) != SQLITE_OK)
        return sqlite_failed(t, "write");
    sqlite3_bind_text(s, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, value, -1, SQLITE_STATIC);
    if (sqlite3_step(s) != SQLITE_DONE) st = sqlite_failed(t, "write");
    sqlite3_finalize(s);
    return st;
}

static int put_properties(const table *t)
{
    char *points = wl_format("%u", t->m->n), *axes = wl_strdup("");
    for (unsigned i = t->m->n_keys - t->m->n_axes; i < t->m->n_keys; i++) {
        char *longer = wl_format("%s%s%s", axes, *axes ? " " : "", t->m->keys[i]);
        free(axes);
        axes = longer;
    }
    int st = put_property(t, "name", t->m->name);
    if (st == ST_OK) st = put_property(t, "version", t->version);
    if (st == ST_OK) st = put_property(t, "points", points);
    if (st == ST_OK) st = put_property(t, "axes", axes);
    free(points);
    free(axes);
    return st;
}

// ---- CSV

static void put_field(FILE *f, const char *text)
{
    if (!text[strcspn(text, ",\"\n")]) {
        fputs(text, f);
        return;
    }
    fputc('"', f);
    for (; *text; text++) fprintf(f, *text == '"' ? "\"%c" : "%c", *text);
    fputc('"', f);
}

static void put_heads(const table *t)
{
    const char *name;
    json_t *number;
    for (unsigned i = 0; i < FIXED; i++) fprintf(t->csv.f, "%s%s", i ? "," : "", fixed[i]);
    for (unsigned i = 0; i < t->m->n_keys; i++) {
        fputc(',', t->csv.f);
        put_field(t->csv.f, t->m->keys[i]);
    }
    json_object_foreach(t->columns, name, number) {
        fputc(',', t->csv.f);
        put_field(t->csv.f, name);
    }
    fputc('\n', t->csv.f);
}

// ---- rows

// Column `at`, from 0, in both.
static void put_text(const table *t, int at, const char *text)
{
    if (at) fputc(',', t->csv.f);
    put_field(t->csv.f, text);
    sqlite3_bind_text(t->insert, at + 1, text, -1, SQLITE_TRANSIENT);
}

static void put_integer(const table *t, int at, uint64_t n)
{
    fprintf(t->csv.f, "%s%" PRIu64, at ? "," : "", n);
    sqlite3_bind_int64(t->insert, at + 1, (sqlite3_int64)n);
}

static void put_number(const table *t, int at, const json_t *n)
{
    char text[32] = "";
    if (n) flat_text(n, text);
    fprintf(t->csv.f, ",%s", text);
    if (json_is_integer(n)) sqlite3_bind_int64(t->insert, at + 1, json_integer_value(n));
    else if (n) sqlite3_bind_double(t->insert, at + 1, json_real_value(n));
    else sqlite3_bind_null(t->insert, at + 1);
}

// A key's value is a number where it looks like one, so that it can be compared and drawn.
static void put_value(const table *t, int at, const char *text)
{
    char *end;
    const double n = strtod(text, &end);
    put_text(t, at, text);
    if (*text && !*end && text[strspn(text, "0123456789")] == '\0')
        sqlite3_bind_int64(t->insert, at + 1, (sqlite3_int64)n);
    else if (*text && !*end) sqlite3_bind_double(t->insert, at + 1, n);
}

static char *log_text(const json_t *failure)
{
    char *text = NULL;
    size_t bytes, i;
    json_t *line;
    FILE *f = wl_memstream(&text, &bytes);
    json_array_foreach(json_object_get(failure, "log"), i, line)
        fprintf(f, "%s%s", i ? "\n" : "", json_string_value(line));
    wl_memstream_end(f);
    return text;
}

static const char *shown_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void put_fixed(const table *t, unsigned index, store_state state, const json_t *failure)
{
    const sweep_planned *p = &t->m->points[index];
    const char *message = json_string_value(json_object_get(failure, "message"));
    char *log = log_text(failure);
    int at = 0;
    put_integer(t, at++, index);
    put_text(t, at++, p->hash);
    put_text(t, at++, state_words[state]);
    put_text(t, at++, sweep_kind_words[p->point.kind]);
    put_text(t, at++, shown_name(p->point.config));
    put_text(t, at++, p->digest);
    put_text(t, at++, shown_name(p->point.program));
    put_text(t, at++, p->point.size);
    put_integer(t, at++, p->point.seed);
    put_text(t, at++, message ? message : "");
    put_text(t, at, log);
    free(log);
}

static int put_row(const table *t, unsigned index)
{
    const sweep_planned *p = &t->m->points[index];
    const char *name;
    json_t *number, *flat = numbers_of(t, p),
                    *failure = flat ? NULL : store_get_failure(t->store, p->hash);
    int at = FIXED;
    if (!flat && store_look(t->store, p->hash) == STORE_DONE) {
        json_decref(failure);
        return err_add(t->e, ST_TOOL,
                       "%s/%.2s/%s.json is damaged; remove it and run the sweep again", t->store,
                       p->hash, p->hash);
    }
    put_fixed(t, index, flat ? STORE_DONE : failure ? STORE_FAILED : STORE_NONE, failure);
    for (unsigned i = 0; i < t->m->n_keys; i++) put_value(t, at++, p->values[i]);
    json_object_foreach(t->columns, name, number) put_number(t, at++, json_object_get(flat, name));
    fputc('\n', t->csv.f);
    json_decref(flat);
    json_decref(failure);
    const int done = sqlite3_step(t->insert);
    sqlite3_reset(t->insert);
    return done == SQLITE_DONE ? ST_OK : sqlite_failed(t, "write");
}

static int put_rows(table *t)
{
    int st = put_properties(t);
    put_heads(t);
    for (unsigned i = 0; st == ST_OK && i < t->m->n; i++) st = put_row(t, i);
    if (st == ST_OK) st = execute(t, "COMMIT; PRAGMA journal_mode=WAL");
    return st;
}

// ---- the files

static int close_new(table *t)
{
    sqlite3_finalize(t->insert);
    const bool closed = sqlite3_close(t->db) == SQLITE_OK;
    t->db = NULL;
    return closed ? ST_OK : err_add(t->e, ST_TOOL, "cannot close %s", t->path);
}

static int commit_db(const table *t)
{
    char *made = wl_format("%s/results.db", t->folder);
    const int fd = open(made, O_RDONLY | O_CLOEXEC);
    int st = ST_OK;
    if (fd < 0 || fsync(fd) != 0 || rename(made, t->path) != 0)
        st = err_add(t->e, outfile_status(errno), "cannot write %s: %s", t->path, strerror(errno));
    if (fd >= 0) close(fd);
    free(made);
    return st;
}

static int make(table *t)
{
    char *csv = wl_format("%s/results.csv", t->m->dir);
    int st = release_old(t);
    if (st == ST_OK) st = find_columns(t);
    if (st == ST_OK) st = outfile_open(&t->csv, csv, t->e);
    free(csv);
    if (st != ST_OK) return st;
    st = open_new(t);
    if (st == ST_OK) st = put_rows(t);
    const int closed = close_new(t);
    if (st == ST_OK) st = closed;
    if (st == ST_OK) st = outfile_close(&t->csv, t->e);
    if (st == ST_OK) st = commit_db(t);
    if (st == ST_OK) st = outfile_commit(&t->csv, t->e);
    outfile_abandon(&t->csv);
    return st;
}

static bool is_whole(const table *t)
{
    for (unsigned i = 0; i < t->m->n; i++) {
        if (store_look(t->store, t->m->points[i].hash) == STORE_NONE) return false;
    }
    return true;
}

int table_collect(const sweep_manifest *m, const char *version, err *e)
{
    table t = {.m = m, .version = version, .columns = json_object(), .e = e};
    t.store = sweep_store_dir(m);
    t.path = wl_format("%s/results.db", m->dir);
    t.folder = wl_format("%s/.collect.%ld", m->dir, (long)getpid());
    const int ticket = cleanup_add(t.folder);
    int st = outfile_mkdirs(t.folder, e);
    if (st == ST_OK) st = make(&t);
    cleanup_tree(t.folder);
    cleanup_forget(ticket);
    if (st == ST_OK && is_whole(&t)) store_tidy(t.store);
    json_decref(t.columns);
    free(t.store);
    free(t.path);
    free(t.folder);
    return st;
}
