// slurm.c: has Slurm run a sweep. See slurm.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/slurm.h"

#include "base/outfile.h"
#include "base/resources.h"
#include "sweep/slurm_queue.h"
#include "sweep/state.h"
#include "sweep/store.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ANSWER = 1 << 20 };

// ---- which tasks

// Tasks with a point that has neither result nor failure and that no task of the queue will run.
// malloc'd; *n of them.
static unsigned *open_tasks(const slurm_job *j, const slurm_queue *q, unsigned *n)
{
    unsigned *tasks = wl_calloc(j->m->n + 1, sizeof *tasks);
    char *store = sweep_store_dir(j->m);
    *n = 0;
    for (unsigned i = 0; i < j->m->n; i++) {
        const unsigned task = i / j->chunk;
        if ((*n && tasks[*n - 1] == task) || slurm_queue_has(q, i)) continue;
        if (store_look(store, j->m->points[i].hash) == STORE_NONE) tasks[(*n)++] = task;
    }
    free(store);
    return tasks;
}

// "0-3,7%2", malloc'd.
static char *array_text(const unsigned *tasks, unsigned n, unsigned limit)
{
    char *text = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    for (unsigned i = 0; i < n;) {
        unsigned last = i;
        while (last + 1 < n && tasks[last + 1] == tasks[last] + 1) last++;
        fprintf(f, "%s%u", i ? "," : "", tasks[i]);
        if (last > i) fprintf(f, "-%u", tasks[last]);
        i = last + 1;
    }
    if (limit) fprintf(f, "%%%u", limit);
    wl_memstream_end(f);
    return text;
}

// ---- the script

static void put_quoted(FILE *f, const char *text)
{
    fputc('\'', f);
    for (; *text; text++) {
        if (*text == '\'') fputs("'\\''", f);
        else fputc(*text, f);
    }
    fputc('\'', f);
}

// A path in which Slurm would take a '%' for one of its own.
static void put_path(FILE *f, const char *path)
{
    for (; *path; path++) fprintf(f, *path == '%' ? "%%%c" : "%c", *path);
}

static void put_directive(FILE *f, const char *name, const char *value)
{
    if (value) fprintf(f, "#SBATCH --%s=\"%s\"\n", name, value);
}

static char *script_text(const slurm_job *j, const char *dir, const char *array)
{
    char *text = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    fputs("#!/bin/sh\n", f);
    put_directive(f, "job-name", j->m->name);
    put_directive(f, "array", array);
    put_directive(f, "partition", j->partition);
    put_directive(f, "nodes", j->nodes);
    put_directive(f, "time", j->time);
    fputs("#SBATCH --open-mode=append\n#SBATCH --output=\"", f);
    put_path(f, dir);
    fputs("/%A_%a.log\"\nunset TMPDIR\nexec ", f);
    put_quoted(f, j->program);
    fputs(" sweep run -m ", f);
    put_quoted(f, j->m->path);
    fprintf(f, " --task \"$SLURM_ARRAY_TASK_ID\" --chunk %u --quiet\n", j->chunk);
    wl_memstream_end(f);
    return text;
}

// A line break or a quote would end the directive early, and what follows would be ignored.
static int check_word(const char *option, const char *word, err *e)
{
    if (!word || !word[strcspn(word, "\"\n\\")]) return ST_OK;
    return err_add(e, ST_INPUT, "--%s %s: must have no quotes, backslashes and line breaks", option,
                   word);
}

static int check_words(const slurm_job *j, err *e)
{
    int st = check_word("partition", j->partition, e);
    if (st == ST_OK) st = check_word("nodes", j->nodes, e);
    if (st == ST_OK) st = check_word("time", j->time, e);
    return st != ST_OK ? st : check_word("manifest", j->m->path, e);
}

// ---- submission

// sbatch --parsable prints JOB or JOB;CLUSTER.
static int submit(const slurm_job *j, const char *dir, const char *script, uint64_t *job, err *e)
{
    const char *const argv[] = {"sbatch", "--parsable", script, NULL};
    char *log = wl_format("%s/sbatch.log", dir), *answer = NULL, *end;
    size_t bytes;
    int st = tool_run(argv, NULL, log, e);
    if (st != ST_OK) err_add(e, st, "nothing was submitted for %s; no result is lost", j->m->path);
    if (st == ST_OK) st = infile_read_made("sbatch", log, MOST_ANSWER, &answer, &bytes, e);
    if (st == ST_OK) {
        *job = strtoull(answer, &end, 10);
        if (!*job || (*end != '\n' && *end != ';'))
            st = err_add(e, ST_TOOL, "sbatch did not answer with a job's number: %s", answer);
    }
    free(answer);
    free(log);
    return st;
}

static int submit_and_note(const slurm_job *j, const char *dir, const char *script, json_t *result,
                           err *e)
{
    uint64_t job = 0;
    int st = submit(j, dir, script, &job, e);
    if (st == ST_OK) st = slurm_queue_note(j->m, job, j->chunk, e);
    if (st == ST_OK) json_object_set_new(result, "job", json_integer((json_int_t)job));
    return st;
}

static int make(const slurm_job *j, const unsigned *tasks, unsigned n, json_t *result, err *e)
{
    char *dir = slurm_dir(j->m), *array = array_text(tasks, n, j->limit),
         *script = script_text(j, dir, array), *path = wl_format("%s/job.sh", dir);
    json_object_set_new(result, "tasks", json_integer(n));
    json_object_set_new(result, "array", json_string(array));
    json_object_set_new(result, "script", json_string(script));
    json_object_set_new(result, "command", json_pack("s+", "sbatch --parsable ", path));
    int st = check_words(j, e);
    if (st == ST_OK && n && !j->dry_run) st = outfile_mkdirs(dir, e);
    if (st == ST_OK && n && !j->dry_run) st = outfile_put(path, script, strlen(script), e);
    if (st == ST_OK && n && !j->dry_run) st = submit_and_note(j, dir, path, result, e);
    free(path);
    free(script);
    free(array);
    free(dir);
    return st;
}

int slurm_submit(const slurm_job *j, json_t *result, err *e)
{
    slurm_queue q;
    unsigned n;
    int st = slurm_queue_read(&q, j->m, e);
    if (st == ST_OK) {
        unsigned *tasks = open_tasks(j, &q, &n);
        st = make(j, tasks, n, result, e);
        free(tasks);
    }
    slurm_queue_free(&q);
    return st;
}
