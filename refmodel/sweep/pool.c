// pool.c: see pool.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/pool.h"

#include "base/cleanup.h"
#include "base/printable.h"
#include "sweep/store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TAIL_BYTES = 64 << 10,
    NOT_STORED = 64
}; // NOT_STORED: a child's exit status: its result could not be written

// A place in which one process at a time runs. What it prints goes to a file in memory, which its
// successor empties.
typedef struct seat {
    pid_t pid; // 0: free
    int log;
    const pool_job *job;
} seat;

typedef struct runner {
    const pool *p;
    seat *seats;
    unsigned next, running, done;
    pool_counts counts;
    err *e;
} runner;

// ---- the child

static int check_digest(const pool_job *job, const config *c, err *e)
{
    if (!job->digest || strcmp(config_digest(c).hex, job->digest) == 0) return ST_OK;
    return err_add(e, ST_INPUT,
                   "configuration %s is not what it was when the sweep was planned; plan it again",
                   job->point->config);
}

static int run_point(const pool *p, const pool_job *job)
{
    err e = {0};
    json_t *result = NULL;
    config c;
    int st = sweep_load(job->point, &c, &e);
    if (st == ST_OK) st = check_digest(job, &c, &e);
    if (st == ST_OK) st = p->runner->run(job->point, &c, &result, &e);
    if (st == ST_OK && store_put(p->store, job->hash, result, &e) != ST_OK) st = NOT_STORED;
    err_print(&e);
    json_decref(result);
    err_free(&e);
    return st;
}

static _Noreturn void child(const pool *p, const seat *s, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM); // so that it removes its temporary files
    const int null = open("/dev/null", O_RDWR);
    if (getppid() != parent || null < 0) _exit(ST_TOOL);
    dup2(null, STDIN_FILENO);
    dup2(s->log, STDOUT_FILENO);
    dup2(s->log, STDERR_FILENO);
    const int st = run_point(p, s->job);
    exit(st); // its temporary folder goes
}

static int start(runner *r, seat *s, const pool_job *job)
{
    const pid_t parent = getpid();
    fflush(NULL);
    if (ftruncate(s->log, 0) != 0)
        return err_add(r->e, ST_TOOL, "cannot empty a log: %s", strerror(errno));
    lseek(s->log, 0, SEEK_SET);
    s->job = job;
    s->pid = fork();
    if (s->pid == 0) child(r->p, s, parent);
    if (s->pid < 0) {
        s->pid = 0;
        return err_add(r->e, ST_TOOL, "cannot start a process: %s", strerror(errno));
    }
    cleanup_child_add(s->pid);
    r->running++;
    return ST_OK;
}

// ---- what a failed child has left

// The last lines of a log, at most STORE_LOG_LINES.
static json_t *tail(int log)
{
    json_t *lines = json_array();
    const off_t bytes = lseek(log, 0, SEEK_END), from = bytes > TAIL_BYTES ? bytes - TAIL_BYTES : 0;
    char *text = wl_calloc(1, TAIL_BYTES + 1), *rest = text, *line;
    const ssize_t n = pread(log, text, TAIL_BYTES, from);
    if (n > 0 && text[n - 1] == '\n') text[n - 1] = '\0';
    while (n > 0 && (line = strsep(&rest, "\n"))) {
        char *shown = printable_text(line);
        json_array_append_new(lines, json_string(shown));
        if (json_array_size(lines) > STORE_LOG_LINES) json_array_remove(lines, 0);
        free(shown);
    }
    free(text);
    return lines;
}

// The error, or the last line when there is none.
static char *message_of(const json_t *lines)
{
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line) {
        const char *at = strstr(json_string_value(line), "error: ");
        if (at) return wl_strdup(at == json_string_value(line) ? at + 7 : json_string_value(line));
    }
    const char *last = json_string_value(json_array_get(lines, json_array_size(lines) - 1));
    return wl_strdup(last ? last : "");
}

// The error with the lines after it: a tool's last words, places, hints. malloc'd.
static char *whole_message(const json_t *failure)
{
    size_t i;
    json_t *line, *lines = json_object_get(failure, "log");
    bool on = false;
    char *text = wl_strdup(json_string_value(json_object_get(failure, "message")));
    json_array_foreach(lines, i, line) {
        char *longer = on ? wl_format("%s\n%s", text, json_string_value(line)) : NULL;
        on |= strstr(json_string_value(line), "error: ") != NULL;
        if (!longer) continue;
        free(text);
        text = longer;
    }
    return text;
}

static const char *signal_hint(int signal)
{
    return signal == SIGKILL
               ? " (somebody killed it; the kernel does so when memory is out, and its log says so)"
               : "";
}

static json_t *failure(const seat *s, int status)
{
    json_t *f = json_object(), *lines = tail(s->log);
    char *said = message_of(lines), *message = NULL;
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
              st = WIFEXITED(status) && WEXITSTATUS(status) ? WEXITSTATUS(status) : ST_TOOL;
    if (signal)
        message = wl_format("ended by signal %d, %s%s%s%s", signal, strsignal(signal),
                            signal_hint(signal), *said ? ": " : "", said);
    else message = wl_strdup(*said ? said : "it ended without a result");
    json_object_set_new(f, "status", json_integer(st));
    json_object_set_new(f, "signal", signal ? json_integer(signal) : json_null());
    json_object_set_new(f, "message", json_string(message));
    json_object_set_new(f, "log", lines);
    free(message);
    free(said);
    return f;
}

// ---- the parent

static void show(const runner *r)
{
    const unsigned before = r->counts.kept, todo = r->p->n - before;
    if (r->p->progress && todo)
        r->p->progress(r->p->progress_ctx, r->done, (double)(r->done - before) / todo);
}

// Hands the result over; false: there is none, or none that can be read.
static bool take(runner *r, const pool_job *job)
{
    if (store_look(r->p->store, job->hash) != STORE_DONE) return false;
    json_t *result = r->p->take ? store_get(r->p->store, job->hash) : NULL;
    if (r->p->take && !result) return false;
    if (result) r->p->take(r->p->ctx, job, result);
    json_decref(result);
    return true;
}

// A disk that takes no more ends the pool: the points to come would fail alike.
static int failed(runner *r, const seat *s, int status)
{
    json_t *f = failure(s, status);
    const bool stored = !WIFEXITED(status) || WEXITSTATUS(status) != NOT_STORED;
    int st = ST_OK;
    if (r->p->stop || !stored) {
        char *text = sweep_point_text(s->job->point), *message = whole_message(f);
        st = stored ? (int)json_integer_value(json_object_get(f, "status")) : ST_TOOL;
        err_add(r->e, st, "%s: %s", text, message);
        free(message);
        free(text);
    } else {
        st = store_put_failure(r->p->store, s->job->hash, f, r->e);
        r->counts.failed++;
    }
    json_decref(f);
    return st;
}

static int end(runner *r, seat *s, int status)
{
    int st = ST_OK;
    cleanup_child_forget(s->pid);
    s->pid = 0;
    r->running--;
    r->done++;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != ST_OK || !take(r, s->job))
        st = failed(r, s, status);
    else r->counts.ran++;
    show(r);
    return st;
}

static int wait_one(runner *r)
{
    for (;;) {
        int status;
        const pid_t pid = waitpid(-1, &status, 0);
        if (pid < 0 && errno != EINTR)
            return err_add(r->e, ST_TOOL, "cannot wait for a process: %s", strerror(errno));
        for (unsigned i = 0; pid > 0 && i < r->p->processes; i++) {
            if (r->seats[i].pid == pid) return end(r, &r->seats[i], status);
        }
    }
}

static seat *free_seat(runner *r)
{
    seat *s = r->seats;
    while (s->pid) s++;
    return s;
}

// The next job that has to run; NULL: there is none.
static const pool_job *next_job(runner *r, const bool *kept)
{
    while (r->next < r->p->n) {
        const unsigned i = r->next++;
        const pool_job *job = &r->p->jobs[i];
        if (kept[i]) continue;
        if (!r->p->needed || r->p->needed(r->p->ctx, job)) return job;
        r->counts.spared++;
        r->done++;
    }
    return NULL;
}

static int work(runner *r, const bool *kept)
{
    int st = ST_OK;
    const pool_job *job = NULL;
    while (st == ST_OK && (r->running || r->next < r->p->n)) {
        while (st == ST_OK && r->running < r->p->processes && (job = next_job(r, kept)))
            st = start(r, free_seat(r), job);
        if (st == ST_OK && r->running) st = wait_one(r);
    }
    return st;
}

static void stop(runner *r)
{
    for (unsigned i = 0; i < r->p->processes; i++) {
        seat *s = &r->seats[i];
        if (s->pid) {
            kill(s->pid, SIGTERM); // it ends the tools that it has started
            waitpid(s->pid, NULL, 0);
            cleanup_child_forget(s->pid);
        }
        if (s->log >= 0) close(s->log);
    }
    free(r->seats);
}

static int open_seats(runner *r)
{
    int st = ST_OK;
    r->seats = wl_calloc(r->p->processes, sizeof *r->seats);
    for (unsigned i = 0; i < r->p->processes; i++) {
        r->seats[i].log = memfd_create("log", MFD_CLOEXEC);
        if (r->seats[i].log < 0)
            st = err_add(r->e, ST_TOOL, "cannot make a file in memory: %s", strerror(errno));
    }
    return st;
}

// What is there from before: results, and failures when they are kept.
static bool *look(runner *r)
{
    bool *kept = wl_calloc(r->p->n + 1, sizeof *kept);
    for (unsigned i = 0; i < r->p->n; i++) {
        kept[i] = take(r, &r->p->jobs[i]) ||
                  (!r->p->stop && store_look(r->p->store, r->p->jobs[i].hash) == STORE_FAILED);
        r->counts.kept += kept[i];
    }
    r->done = r->counts.kept;
    return kept;
}

int pool_run(const pool *p, pool_counts *counts, err *e)
{
    runner r = {.p = p, .e = e};
    bool *kept = look(&r);
    int st = open_seats(&r);
    if (st == ST_OK) st = work(&r, kept);
    stop(&r);
    free(kept);
    *counts = r.counts;
    return st;
}
