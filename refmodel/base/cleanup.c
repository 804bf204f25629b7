// cleanup.c : see cleanup.h. All that a signal handler may come to here is async-signal-safe: no
// allocation, no stdio.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/cleanup.h"

#include "base/err.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATHS = 4096, CHILDREN = 64, DEEPEST = 32, TRIES = 20, PAUSE_NS = 10000000, BLOCK = 2048 };

typedef struct entry {
    _Atomic(char *) path; // NULL: free
    pid_t owner;
} entry;

static entry paths[PATHS];
static atomic_int children[CHILDREN]; // 0: free
static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGABRT};
enum { ENDING = sizeof ending / sizeof ending[0] };

// ---- removal

// The kernel's directory entry, since readdir allocates.
typedef struct kernel_dirent {
    uint64_t inode;
    int64_t offset;
    uint16_t bytes;
    uint8_t type;
    char name[];
} kernel_dirent;

static void remove_at(int dir, const char *name, unsigned depth);

// One pass over an open folder; false: it held nothing.
static bool empty_out(int dir, unsigned depth)
{
    _Alignas(kernel_dirent) char block[BLOCK];
    bool some = false;
    long n;
    lseek(dir, 0, SEEK_SET);
    while ((n = syscall(SYS_getdents64, dir, block, sizeof block)) > 0) {
        for (long at = 0; at < n;) {
            const kernel_dirent *d = (const kernel_dirent *)(const void *)(block + at);
            at += d->bytes;
            if (strcmp(d->name, ".") == 0 || strcmp(d->name, "..") == 0) continue;
            some = true;
            remove_at(dir, d->name, depth);
        }
    }
    return some;
}

// A process that is ending may still be making files: a few more passes find them.
static void remove_at(int dir, const char *name, unsigned depth)
{
    if (unlinkat(dir, name, 0) == 0 || errno == ENOENT || depth == 0) return;
    const int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return;
    for (unsigned i = 0; i < TRIES; i++) {
        const bool some = empty_out(fd, depth - 1);
        if (unlinkat(dir, name, AT_REMOVEDIR) == 0 || errno != ENOTEMPTY || !some) break;
        if (i) nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
    close(fd);
}

void cleanup_tree(const char *path) { remove_at(AT_FDCWD, path, DEEPEST); }

void cleanup_all(void)
{
    const pid_t me = getpid();
    for (unsigned i = 0; i < PATHS; i++) {
        const char *path = atomic_load(&paths[i].path);
        if (path && paths[i].owner == me) cleanup_tree(path);
    }
}

// ---- what there is to remove

static void at_exit(void) { atexit(cleanup_all); }

int cleanup_add(const char *path)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, at_exit);
    char *copy = wl_strdup(path);
    for (int i = 0; i < PATHS; i++) {
        char *none = NULL;
        if (atomic_load_explicit(&paths[i].path, memory_order_relaxed)) continue;
        paths[i].owner = getpid();
        if (atomic_compare_exchange_strong(&paths[i].path, &none, copy)) return i;
    }
    free(copy);
    return -1;
}

void cleanup_forget(int ticket)
{
    if (ticket >= 0) free(atomic_exchange(&paths[ticket].path, NULL));
}

static void replace_child(pid_t from, pid_t to)
{
    for (unsigned i = 0; i < CHILDREN; i++) {
        int is = from;
        if (atomic_compare_exchange_strong(&children[i], &is, to)) return;
    }
}

void cleanup_child_add(pid_t pid) { replace_child(0, pid); }
void cleanup_child_forget(pid_t pid) { replace_child(pid, 0); }

// ---- signals

static pid_t program; // that called cleanup_on_signals

static void end_children(void)
{
    for (unsigned i = 0; i < CHILDREN; i++) {
        const pid_t pid = atomic_load(&children[i]);
        if (pid > 0 && kill(pid, SIGTERM) == 0) waitpid(pid, NULL, 0);
    }
}

// The signal's own action is back when this runs (SA_RESETHAND), and ends the program when this
// returns.
static void end_by(int signal_number)
{
    const int saved = errno;
    if (getpid() == program) end_children();
    cleanup_all();
    errno = saved;
    raise(signal_number);
}

static void end_by_bus_error(int signal_number)
{
    static const char text[] = "error: memory that stands for a file is gone: the disk is full, "
                               "or the file was cut short while it was in use\n";
    (void)signal_number;
    if (getpid() == program) end_children();
    cleanup_all();
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(ST_TOOL); // nobody hears it
    _exit(ST_TOOL);
}

static void install(int signal_number, void (*handler)(int))
{
    struct sigaction now = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&now.sa_mask);
    if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(signal_number, &now, NULL);
}

void cleanup_on_signals(void)
{
    program = getpid();
    for (unsigned i = 0; i < ENDING; i++) install(ending[i], end_by);
    install(SIGBUS, end_by_bus_error);
}

void cleanup_no_signals(void)
{
    struct sigaction is;
    for (unsigned i = 0; i < ENDING; i++) {
        if (sigaction(ending[i], NULL, &is) == 0 && is.sa_handler == end_by)
            signal(ending[i], SIG_DFL);
    }
}
