// slurm_queue.c: see slurm_queue.h; and what `sweep status` says of Slurm (slurm.h).
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/slurm_queue.h"

#include "base/outfile.h"
#include "base/printable.h"
#include "base/resources.h"
#include "sweep/slurm.h"
#include "sweep/state.h"
#include "sweep/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ANSWER = 256 << 20 };

char *slurm_dir(const sweep_manifest *m) { return wl_format("%s/slurm", m->dir); }

static char *jobs_path(const sweep_manifest *m) { return wl_format("%s/slurm/jobs", m->dir); }

// ---- the arrays

static int read_jobs(slurm_queue *q, const sweep_manifest *m, err *e)
{
    char *path = jobs_path(m), *text = NULL, *line;
    size_t bytes;
    int st = access(path, F_OK) == 0 ? infile_read(path, MOST_ANSWER, &text, &bytes, e) : ST_OK;
    char *rest = text;
    while (st == ST_OK && rest && (line = strsep(&rest, "\n"))) {
        uint64_t job;
        unsigned chunk;
        if (!*line) continue;
        if (sscanf(line, "%" SCNu64 " %u", &job, &chunk) != 2 || !chunk)
            st = err_add(e, ST_INPUT, "%s: '%s' is no job and chunk", path, line);
        q->jobs = wl_realloc(q->jobs, (q->n_jobs + 1) * sizeof *q->jobs);
        q->chunks = wl_realloc(q->chunks, (q->n_jobs + 1) * sizeof *q->chunks);
        q->jobs[q->n_jobs] = job;
        q->chunks[q->n_jobs++] = chunk;
    }
    free(text);
    free(path);
    return st;
}

int slurm_queue_note(const sweep_manifest *m, uint64_t job, unsigned chunk, err *e)
{
    char *path = jobs_path(m), *before = NULL;
    size_t bytes;
    int st = access(path, F_OK) == 0 ? infile_read(path, MOST_ANSWER, &before, &bytes, e) : ST_OK;
    char *now = wl_format("%s%" PRIu64 " %u\n", before ? before : "", job, chunk);
    if (st == ST_OK) st = outfile_put(path, now, strlen(now), e);
    free(now);
    free(before);
    free(path);
    return st;
}

// ---- what squeue prints

static bool is_live(const char *state)
{
    static const char *const live[] = {"PENDING",      "RUNNING",     "CONFIGURING", "COMPLETING",
                                       "REQUEUED",     "SUSPENDED",   "STAGE_OUT",   "RESIZING",
                                       "REQUEUE_HOLD", "SPECIAL_EXIT"};
    for (unsigned i = 0; i < sizeof live / sizeof live[0]; i++) {
        if (strcmp(live[i], state) == 0) return true;
    }
    return false;
}

// "JOB|TASK|STATE|REASON"; tasks of other people's arrays are passed over.
static void add_task(slurm_queue *q, char *line)
{
    char *job = strsep(&line, "|"), *task = line ? strsep(&line, "|") : NULL,
         *state = line ? strsep(&line, "|") : NULL;
    for (unsigned i = 0; line && i < q->n_jobs; i++) {
        if (strtoull(job, NULL, 10) != q->jobs[i]) continue;
        const unsigned number = (unsigned)strtoul(task, NULL, 10);
        q->tasks = wl_realloc(q->tasks, (q->n + 1) * sizeof *q->tasks);
        q->tasks[q->n++] = (slurm_task){.job = q->jobs[i],
                                        .task = number,
                                        .first = number * q->chunks[i],
                                        .n = q->chunks[i],
                                        .state = wl_strdup(state),
                                        .reason = wl_strdup(line),
                                        .live = is_live(state)};
        return;
    }
}

static int ask(slurm_queue *q, const sweep_manifest *m, err *e)
{
    static const char *const argv[] = {
        "squeue", "--me", "--noheader", "--array", "--states=all", "--format=%F|%K|%T|%r", NULL};
    char *log = wl_format("%s/slurm/squeue.log", m->dir), *text = NULL, *line;
    size_t bytes;
    int st = tool_run(argv, NULL, log, e);
    if (st == ST_OK) st = infile_read_made("squeue", log, MOST_ANSWER, &text, &bytes, e);
    char *rest = text;
    while (st == ST_OK && rest && (line = strsep(&rest, "\n"))) add_task(q, line);
    free(text);
    free(log);
    return st;
}

int slurm_queue_read(slurm_queue *q, const sweep_manifest *m, err *e)
{
    *q = (slurm_queue){0};
    const int st = read_jobs(q, m, e);
    return st == ST_OK && q->n_jobs ? ask(q, m, e) : st;
}

void slurm_queue_free(slurm_queue *q)
{
    for (unsigned i = 0; i < q->n; i++) {
        free(q->tasks[i].state);
        free(q->tasks[i].reason);
    }
    free(q->tasks);
    free(q->jobs);
    free(q->chunks);
}

static const slurm_task *task_of(const slurm_queue *q, unsigned point, bool live)
{
    for (unsigned i = q->n; i-- > 0;) {
        const slurm_task *t = &q->tasks[i];
        if (point >= t->first && point - t->first < t->n && (t->live || !live)) return t;
    }
    return NULL;
}

bool slurm_queue_has(const slurm_queue *q, unsigned point)
{
    return task_of(q, point, true) != NULL;
}

// ---- for people

static json_t *lines_of(const char *text)
{
    json_t *lines = json_array();
    char *copy = wl_strdup(text), *rest = copy, *line;
    while ((line = strsep(&rest, "\n"))) {
        char *shown = printable_text(line);
        if (*shown) json_array_append_new(lines, json_string(shown));
        if (json_array_size(lines) > STORE_LOG_LINES) json_array_remove(lines, 0);
        free(shown);
    }
    free(copy);
    return lines;
}

// The last lines of the last log that a task with the point has written.
static json_t *last_log(const slurm_queue *q, const sweep_manifest *m, unsigned point)
{
    for (unsigned i = q->n_jobs; i-- > 0;) {
        char *path =
                 wl_format("%s/slurm/%" PRIu64 "_%u.log", m->dir, q->jobs[i], point / q->chunks[i]),
             *text = NULL;
        size_t bytes;
        err none = {0};
        json_t *lines =
            infile_read(path, MOST_ANSWER, &text, &bytes, &none) == ST_OK ? lines_of(text) : NULL;
        err_free(&none);
        free(text);
        free(path);
        if (lines) return lines;
    }
    return json_array();
}

static json_t *lost(const slurm_queue *q, const sweep_manifest *m)
{
    json_t *rows = json_array();
    char *store = sweep_store_dir(m);
    for (unsigned i = 0; i < m->n; i++) {
        if (slurm_queue_has(q, i) || store_look(store, m->points[i].hash) != STORE_NONE) continue;
        const slurm_task *t = task_of(q, i, false);
        json_array_append_new(rows, json_pack("{s:i, s:s?, s:s?, s:o}", "index", (int)i, "state",
                                              t ? t->state : NULL, "reason", t ? t->reason : NULL,
                                              "log", last_log(q, m, i)));
    }
    free(store);
    return rows;
}

// Each reason once for each array.
static void add_reason(json_t *rows, const slurm_task *t)
{
    size_t i;
    json_t *row;
    char *job = wl_format("%" PRIu64, t->job);
    json_array_foreach(rows, i, row) {
        if (strcmp(json_string_value(json_object_get(row, "job")), job) ||
            strcmp(json_string_value(json_object_get(row, "state")), t->state))
            continue;
        if (strcmp(json_string_value(json_object_get(row, "reason")), t->reason)) continue;
        json_object_set_new(row, "tasks",
                            json_integer(json_integer_value(json_object_get(row, "tasks")) + 1));
        free(job);
        return;
    }
    json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:i}", "job", job, "state", t->state,
                                          "reason", t->reason, "tasks", 1));
    free(job);
}

static json_t *describe(const slurm_queue *q, const sweep_manifest *m)
{
    unsigned pending = 0, running = 0;
    json_t *reasons = json_array();
    for (unsigned i = 0; i < q->n; i++) {
        const slurm_task *t = &q->tasks[i];
        const bool waits =
            t->live && strcmp(t->state, "RUNNING") != 0 && strcmp(t->state, "COMPLETING") != 0;
        pending += waits;
        running += t->live && !waits;
        if (waits) add_reason(reasons, t);
    }
    return json_pack("{s:i, s:i, s:o, s:o}", "pending", (int)pending, "running", (int)running,
                     "reasons", reasons, "lost", lost(q, m));
}

int slurm_describe(const sweep_manifest *m, json_t *result, err *e)
{
    slurm_queue q;
    const int st = slurm_queue_read(&q, m, e);
    if (st == ST_OK && q.n_jobs) json_object_set_new(result, "slurm", describe(&q, m));
    slurm_queue_free(&q);
    return st;
}
