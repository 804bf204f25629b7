// icarus.c: the program's end of a simulation in Icarus: starts one vvp process per instance,
// exchanges each cycle's inputs and outputs with it through shared memory, and notices when it ends
// or stops answering. A rising clock edge is sent together with the inputs that follow it, so that
// a cycle takes one exchange. See icarus.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/icarus/icarus.h"

#include "base/resources.h"
#include "tb/abi/icarus_link.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A simulation has two minutes of its own processor time for an answer; one that gets none, ten
// minutes.
enum { LOOK_NS = 100000000, LOOKS = 6000, ANSWER_SECONDS = 120, LOG_BYTES = 1 << 16 };

typedef struct simulator {
    wl_plugin api; // first: the plug-in's functions find the rest by it
    icarus_design design;
    port ports[PORTS_MAX];
    char *top, *vvp, *module_dir, *hw_digest;
    pthread_mutex_t lock; // of x
    icarus_x x;           // of closed instances
    struct instance *open;
} simulator;

typedef struct instance {
    simulator *of;
    icarus_link *link;
    int memory, log; // files without a name
    pid_t pid;       // 0: it is gone
    bool edge;       // a rising edge is due
    struct instance *next;
} instance;

static simulator *whole(const wl_plugin *p)
{
    union {
        const wl_plugin *api;
        simulator *whole;
    } s = {p}; // what icarus_open made
    return s.whole;
}

// ---- the end of a simulation

static void say_log(const instance *s)
{
    char text[LOG_BYTES];
    ssize_t n = pread(s->log, text, sizeof text, 0);
    if (n > 0) fprintf(stderr, "%.*s", (int)n, text);
}

static void gone(instance *s, const char *how)
{
    fprintf(stderr, "%s: the simulation in Icarus %s\n", s->of->design.top, how);
    say_log(s);
    s->pid = 0;
}

static bool has_ended(instance *s)
{
    int status;
    char how[64];
    if (waitpid(s->pid, &status, WNOHANG) != s->pid) return false;
    if (WIFSIGNALED(status)) snprintf(how, sizeof how, "was killed by signal %d", WTERMSIG(status));
    else snprintf(how, sizeof how, "ended with status %d", WEXITSTATUS(status));
    gone(s, how);
    return true;
}

static void end_it(instance *s)
{
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    gone(s, "gave no answer");
}

// ---- an exchange

static bool answers_now(const instance *s)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    while (sem_timedwait(&s->link->answered, &until) != 0) {
        if (errno != EINTR) return false;
    }
    return true;
}

static time_t seconds_run(const instance *s)
{
    clockid_t clock;
    struct timespec run = {0};
    if (clock_getcpuclockid(s->pid, &clock) == 0) clock_gettime(clock, &run);
    return run.tv_sec;
}

static void wait_for_answer(instance *s)
{
    if (answers_now(s)) return;
    const time_t from = seconds_run(s);
    for (unsigned i = 0; i < LOOKS && seconds_run(s) - from < ANSWER_SECONDS; i++) {
        if (answers_now(s) || has_ended(s)) return;
    }
    end_it(s);
}

static void ask(instance *s, icarus_command command)
{
    if (!s->pid) return;
    s->link->command = command;
    sem_post(&s->link->asked);
    wait_for_answer(s);
}

static void exchange(instance *s)
{
    ask(s, s->edge ? ICARUS_CLOCK_EVAL : ICARUS_EVAL);
    s->edge = false;
    if (s->pid) return;
    memset(s->link->out, 0, sizeof s->link->out);
    memset(s->link->unknown, 0xff, sizeof s->link->unknown);
}

static void sim_eval(void *self, const uint64_t *in, uint64_t *out)
{
    instance *s = self;
    memcpy(s->link->in, in, s->of->api.in_words * sizeof *in);
    exchange(s);
    memcpy(out, s->link->out, s->of->api.out_words * sizeof *out);
}

static const uint64_t *sim_unknown(void *self) { return ((instance *)self)->link->unknown; }

static void sim_clock(void *self)
{
    instance *s = self;
    if (s->edge) exchange(s);
    s->edge = true;
}

static void sim_reset(void *self)
{
    instance *s = self;
    if (s->edge) exchange(s);
    ask(s, ICARUS_RESET);
}

// Waves are written by the other simulator.
static int sim_wave_open(void *self, const char *path)
{
    (void)self;
    (void)path;
    return 1;
}

static void sim_wave_close(void *self) { (void)self; }

// ---- an instance

static int qualifier_of(const icarus_design *d, const port *p)
{
    for (unsigned i = 0; p->qualifier && i < d->n_ports; i++) {
        if (strcmp(d->ports[i].name, p->qualifier) == 0) return (int)i;
    }
    return ICARUS_ALWAYS;
}

static void describe(const icarus_design *d, icarus_link *l)
{
    l->abi = ICARUS_LINK_ABI;
    l->noise = d->noise;
    l->n_ports = d->n_ports;
    for (unsigned i = 0; i < d->n_ports; i++) {
        const port *p = &d->ports[i];
        icarus_port *row = &l->ports[i];
        CHECK(strlen(p->name) < ICARUS_NAME && p->word + p->words <= ICARUS_WORDS,
              "port %s does not fit", p->name);
        memcpy(row->name, p->name, strlen(p->name));
        row->out = p->dir == PORT_OUT;
        row->width = p->width;
        row->word = p->word;
        row->qualifier = qualifier_of(d, p);
    }
}

static bool share_memory(instance *s)
{
    s->memory = memfd_create("wl_icarus", MFD_CLOEXEC);
    s->log = memfd_create("wl_icarus_log", MFD_CLOEXEC);
    if (s->memory < 0 || s->log < 0 || ftruncate(s->memory, sizeof *s->link) != 0) return false;
    void *at = mmap(NULL, sizeof *s->link, PROT_READ | PROT_WRITE, MAP_SHARED, s->memory, 0);
    if (at == MAP_FAILED) return false;
    s->link = at;
    describe(&s->of->design, s->link);
    return sem_init(&s->link->asked, 1, 0) == 0 && sem_init(&s->link->answered, 1, 0) == 0;
}

static void start(instance *s)
{
    err e = {0};
    char *link = wl_format("+wl_link=/proc/%d/fd/%d", (int)getpid(), s->memory),
         *log = wl_format("/proc/self/fd/%d", s->log);
    const char *const argv[] = {"vvp",      "-n", "-M", s->of->module_dir, "-m", "warploom",
                                s->of->vvp, link, NULL};
    if (tool_start(argv, NULL, log, &s->pid, &e) == ST_OK) wait_for_answer(s);
    else err_print(&e);
    err_free(&e);
    free(log);
    free(link);
}

static void release(instance *s)
{
    if (s->link) munmap(s->link, sizeof *s->link);
    if (s->memory >= 0) close(s->memory);
    if (s->log >= 0) close(s->log);
    free(s);
}

static void sim_close(void *self)
{
    instance *s = self;
    simulator *of = s->of;
    if (s->pid) {
        s->link->command = ICARUS_QUIT;
        sem_post(&s->link->asked);
        waitpid(s->pid, NULL, 0);
    }
    pthread_mutex_lock(&of->lock);
    for (instance **p = &of->open; *p; p = &(*p)->next) {
        if (*p != s) continue;
        *p = s->next;
        break;
    }
    of->x.driven += s->link->driven;
    of->x.seen += s->link->seen;
    pthread_mutex_unlock(&of->lock);
    release(s);
}

static void *sim_open(const wl_plugin *of)
{
    instance *s = wl_calloc(1, sizeof *s);
    *s = (instance){.of = whole(of), .memory = -1, .log = -1};
    if (share_memory(s)) start(s);
    if (!s->pid) {
        release(s);
        return NULL;
    }
    pthread_mutex_lock(&s->of->lock);
    s->next = s->of->open;
    s->of->open = s;
    pthread_mutex_unlock(&s->of->lock);
    sim_reset(s);
    return s;
}

// ---- the plug-in

static int find_module(simulator *s, err *e)
{
    char *module = resource_library("warploom.vpi");
    if (access(module, R_OK) == 0) {
        *strrchr(module, '/') = '\0';
        s->module_dir = module;
        return ST_OK;
    }
    int status = err_add(e, ST_TOOL, "%s: cannot be read: %s; `make all` builds it", module,
                         strerror(errno));
    free(module);
    return status;
}

const wl_plugin *icarus_open(const icarus_design *d, const char *vvp, const char *hw_digest, err *e)
{
    simulator *s = wl_calloc(1, sizeof *s);
    if (find_module(s, e) != ST_OK) {
        free(s);
        return NULL;
    }
    CHECK(d->n_ports <= PORTS_MAX && d->n_ports <= ICARUS_PORTS, "%s has too many ports", d->top);
    memcpy(s->ports, d->ports, d->n_ports * sizeof *d->ports);
    s->design = *d;
    s->design.top = s->top = wl_strdup(d->top);
    s->design.ports = s->ports;
    s->vvp = wl_strdup(vvp);
    s->hw_digest = wl_strdup(hw_digest);
    pthread_mutex_init(&s->lock, NULL);
    s->api = (wl_plugin){.abi = WL_PLUGIN_ABI,
                         .in_words = port_words(s->ports, d->n_ports, PORT_IN),
                         .out_words = port_words(s->ports, d->n_ports, PORT_OUT),
                         .top = s->design.top,
                         .hw_digest = s->hw_digest,
                         .open = sim_open,
                         .close = sim_close,
                         .reset = sim_reset,
                         .eval = sim_eval,
                         .clock = sim_clock,
                         .wave_open = sim_wave_open,
                         .wave_close = sim_wave_close,
                         .unknown = sim_unknown};
    return &s->api;
}

void icarus_close(const wl_plugin *p)
{
    simulator *s = p ? whole(p) : NULL;
    if (!s) return;
    CHECK(!s->open, "an instance of %s is still open", s->design.top);
    pthread_mutex_destroy(&s->lock);
    free(s->module_dir);
    free(s->vvp);
    free(s->hw_digest);
    free(s->top);
    free(s);
}

icarus_x icarus_x_of(const wl_plugin *p)
{
    simulator *s = whole(p);
    pthread_mutex_lock(&s->lock);
    icarus_x x = s->x;
    for (const instance *i = s->open; i; i = i->next) {
        x.driven += i->link->driven;
        x.seen += i->link->seen;
    }
    pthread_mutex_unlock(&s->lock);
    return x;
}
