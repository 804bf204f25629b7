// runner.c : see runner.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/runner.h"

#include "base/outfile.h"
#include "base/share.h"
#include "cli/kernel_diff.h"
#include "cli/sim_run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FILE_BYTES = 256 << 20, MOST_LOG_BYTES = 64 << 10, POLL_MS = 20 };

typedef struct task {
    const run_job *job;
    char *path, *log;
    pid_t pid; // 0: not begun
    bool done;
} task;

typedef struct runner {
    const run_batch *b;
    task *tasks;
    unsigned next, running, done;
    run_counts counts;
    char *dir;
    err *e;
} runner;

// ---- what a result is called

static int digest_file(const char *path, digest *d, err *e)
{
    char *data = NULL;
    size_t bytes;
    const int st = infile_read(path, MOST_FILE_BYTES, &data, &bytes, e);
    if (st == ST_OK) *d = digest_of(data, bytes);
    free(data);
    return st;
}

static char *ptx_path(const char *workload)
{
    char *relative = wl_format("refmodel/workloads/%s/%s.ptx", workload, workload), *path = share_path(relative);
    free(relative);
    return path;
}

static int name_task(runner *r, task *t)
{
    digest ptx;
    char *file = ptx_path(t->job->workload);
    const int st = digest_file(file, &ptx, r->e);
    free(file);
    if (st != ST_OK) return st;
    char *all = wl_format("%s\n%s\n%s\n%s\n", config_digest(t->job->c).hex, t->job->workload, ptx.hex, t->job->size);
    const digest d = digest_of(all, strlen(all));
    t->path = wl_format("%s/%s.json", r->dir, d.hex);
    t->log = wl_format("%s/%s.log", r->dir, d.hex);
    free(all);
    return ST_OK;
}

// ---- results

// Hands a result over, behind which no log is needed (a killed report may have left it); false: there is none, or none that can be read.
static bool take(runner *r, task *t)
{
    json_t *result = access(t->path, R_OK) == 0 ? json_load_file(t->path, 0, NULL) : NULL;
    if (!result) return false;
    r->b->take(r->b->ctx, t->job, result);
    json_decref(result);
    remove(t->log);
    t->done = true;
    r->done++;
    return true;
}

// ---- the child

static int simulate(const task *t)
{
    err e = {0};
    json_t *result = NULL;
    kernel_sums sums = {.by_name = json_object()};
    const gpu_hooks hooks = {.kernel_ended = kernel_sums_add, .kernel_ended_ctx = &sums};
    const sim_job j = {.c = t->job->c, .workload = t->job->workload, .size = t->job->size, .hooks = &hooks};
    int st = sim_run(&j, &result, &e);
    if (st == ST_OK) json_object_set(result, "by_kernel", sums.by_name);
    json_decref(sums.by_name);
    json_decref(sums.last);
    char *text = st == ST_OK ? json_dumps(result, JSON_COMPACT) : NULL;
    if (text) st = outfile_put(t->path, text, strlen(text), &e);
    err_print(&e);
    free(text);
    json_decref(result);
    err_free(&e);
    return st;
}

// What it says goes to its log; it does not outlive the batch.
static _Noreturn void child(const task *t, pid_t parent)
{
    const int log = open(t->log, O_WRONLY | O_CREAT | O_TRUNC, 0666), null = open("/dev/null", O_WRONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || log < 0 || null < 0) _exit(ST_TOOL);
    dup2(null, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    const int st = simulate(t);
    fflush(stderr);
    _exit(st);
}

static int begin(runner *r, task *t)
{
    fflush(stdout);
    fflush(stderr);
    const pid_t parent = getpid();
    t->pid = fork();
    if (t->pid == 0) child(t, parent);
    if (t->pid < 0) return err_add(r->e, ST_TOOL, "cannot start a process: %s", strerror(errno));
    r->running++;
    return ST_OK;
}

// ---- the parent

static int failed(const runner *r, const task *t, int status)
{
    char *said = NULL, *who = wl_format("%s %s on %s", t->job->workload, t->job->size, t->job->machine);
    size_t bytes;
    err none = {0};
    if (infile_read(t->log, MOST_LOG_BYTES, &said, &bytes, &none) != ST_OK) said = wl_strdup("");
    said[strcspn(said, "\n")] = '\0';
    const char *first = strncmp(said, "error: ", 7) == 0 ? said + 7 : said;
    const int st = WIFEXITED(status) && WEXITSTATUS(status) ? WEXITSTATUS(status) : ST_TOOL;
    if (WIFSIGNALED(status)) err_add(r->e, st, "%s: ended by signal %d: %s", who, WTERMSIG(status), first);
    else err_add(r->e, st, "%s: %s", who, *first ? first : "no result");
    err_free(&none);
    free(who);
    free(said);
    return st;
}

static int end(runner *r, task *t, int status)
{
    r->running--;
    t->pid = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != ST_OK) return failed(r, t, status);
    if (!take(r, t)) return err_add(r->e, ST_TOOL, "%s: cannot be read again", t->path);
    r->counts.simulated++;
    return ST_OK;
}

// Those that ended; ST_OK while none failed.
static int collect(runner *r)
{
    int st = ST_OK;
    for (unsigned i = 0; i < r->next; i++) {
        task *t = &r->tasks[i];
        int status;
        if (t->pid > 0 && waitpid(t->pid, &status, WNOHANG) == t->pid) {
            const int one = end(r, t, status);
            if (st == ST_OK) st = one;
        }
    }
    return st;
}

static void show(const runner *r)
{
    const unsigned todo = r->b->n - r->counts.kept;
    if (todo) cli_progress_at(r->b->progress, r->done, (double)(r->done - r->counts.kept) / todo);
}

static void stop(runner *r)
{
    for (unsigned i = 0; i < r->next; i++) {
        if (r->tasks[i].pid <= 0) continue;
        kill(r->tasks[i].pid, SIGKILL);
        waitpid(r->tasks[i].pid, NULL, 0);
        remove(r->tasks[i].log);
    }
}

static bool spare(runner *r, task *t)
{
    if (!r->b->needed || r->b->needed(r->b->ctx, t->job)) return false;
    t->done = true;
    r->done++;
    r->counts.spared++;
    return true;
}

static int work(runner *r)
{
    int st = ST_OK;
    while (st == ST_OK && r->done < r->b->n) {
        while (st == ST_OK && r->running < r->b->processes && r->next < r->b->n) {
            task *t = &r->tasks[r->next++];
            if (!t->done && !spare(r, t)) st = begin(r, t);
        }
        if (st == ST_OK) st = collect(r);
        show(r);
        if (r->running) nanosleep(&(struct timespec){.tv_nsec = POLL_MS * 1000000L}, NULL);
    }
    stop(r);
    return st;
}

static int make_dir(runner *r)
{
    digest program;
    const int st = digest_file("/proc/self/exe", &program, r->e);
    char *cache = share_cache_dir();
    r->dir = st == ST_OK ? wl_format("%s/runs/%.16s", cache, program.hex) : NULL;
    free(cache);
    return st == ST_OK ? outfile_mkdirs(r->dir, r->e) : st;
}

static int prepare(runner *r)
{
    int st = make_dir(r);
    r->tasks = wl_calloc(r->b->n, sizeof *r->tasks);
    for (unsigned i = 0; i < r->b->n && st == ST_OK; i++) {
        r->tasks[i].job = &r->b->jobs[i];
        st = name_task(r, &r->tasks[i]);
        if (st == ST_OK && take(r, &r->tasks[i])) r->counts.kept++;
    }
    return st;
}

int runner_run(const run_batch *b, run_counts *counts, err *e)
{
    runner r = {.b = b, .e = e};
    int st = prepare(&r);
    if (st == ST_OK) st = work(&r);
    for (unsigned i = 0; i < b->n; i++) {
        free(r.tasks[i].path);
        free(r.tasks[i].log);
    }
    free(r.tasks);
    free(r.dir);
    *counts = r.counts;
    return st;
}
