// tempdir.c : see tempdir.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/tempdir.h"

#include "base/cleanup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "warploom-"

extern char **environ;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *folder;
static pid_t owner;

// ---- what killed programs have left

static int is_ours(const struct dirent *d)
{
    return strncmp(d->d_name, PREFIX, strlen(PREFIX)) == 0;
}

// The lock of a folder of this user; -1: there is none, or its program lives.
static int free_lock(const char *dir)
{
    struct stat st;
    if (lstat(dir, &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid()) return -1;
    char *path = wl_format("%s/lock", dir);
    const int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    free(path);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    close(fd);
    return -1;
}

static void remove_stale(const char *base)
{
    struct dirent **names = NULL;
    const int n = scandir(base, &names, is_ours, alphasort);
    for (int i = 0; i < n; i++) {
        char *dir = wl_format("%s/%s", base, names[i]->d_name);
        const int lock = free_lock(dir);
        if (lock >= 0) {
            cleanup_tree(dir);
            close(lock);
        }
        free(dir);
        free(names[i]);
    }
    free(names);
}

// ---- our own

static int cannot(bool given, const char *base, int why, err *e)
{
    if (given)
        return err_add(e, ST_INPUT,
                       "TMPDIR = %s: cannot make a folder for temporary "
                       "files there: %s",
                       base, strerror(why));
    return err_add(e, ST_TOOL,
                   "cannot make a folder for temporary files in %s: %s; TMPDIR names "
                   "another place",
                   base, strerror(why));
}

// Locked for as long as this process or a child of it lives: the descriptor is never closed.
static int lock_new(const char *dir)
{
    char *path = wl_format("%s/lock", dir);
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool locked = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    free(path);
    return locked ? ST_OK : -1;
}

// It gets its name when it is locked, so that nobody takes it for a stale one.
static int make(const char *base, bool given, err *e)
{
    char *dir = wl_format("%s/.warploom.XXXXXX", base);
    if (!mkdtemp(dir)) {
        const int status = cannot(given, base, errno, e);
        free(dir);
        return status;
    }
    folder = wl_format("%s/" PREFIX "%ld-%s", base, (long)getpid(), strrchr(dir, '.') + 1);
    int status = ST_OK;
    if (lock_new(dir) != ST_OK || rename(dir, folder) != 0) {
        status = cannot(given, base, errno, e);
        cleanup_tree(dir);
        free(folder);
        folder = NULL;
    } else {
        cleanup_add(folder);
        owner = getpid();
    }
    free(dir);
    return status;
}

static int find_base(const char *given, char **base, err *e)
{
    *base = realpath(given ? given : "/tmp", NULL);
    if (!*base) return cannot(given, given ? given : "/tmp", errno, e);
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+,:=@-";
    if (!(*base)[strspn(*base, plain)]) return ST_OK;
    return err_add(e, ST_INPUT,
                   "TMPDIR = %s: must have only letters, digits and _./+,:=@- in "
                   "its path, since the tools' shells take others apart",
                   *base);
}

static int make_folder(err *e)
{
    const char *given = getenv("TMPDIR");
    char *base = NULL;
    if (given && !*given) given = NULL;
    int status = find_base(given, &base, e);
    if (status == ST_OK) {
        remove_stale(base);
        status = make(base, given != NULL, e);
    }
    free(base);
    return status;
}

const char *tempdir(err *e)
{
    pthread_mutex_lock(&mutex);
    if (owner != getpid()) { // a forked child leaves its parent's alone
        folder = NULL;
        make_folder(e);
    }
    const char *dir = folder;
    pthread_mutex_unlock(&mutex);
    return dir;
}

static bool names_a_place(const char *setting)
{
    static const char *const names[] = {"TMPDIR=", "TMP=", "TEMP=", "TEMPDIR="};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(setting, names[i], strlen(names[i])) == 0) return true;
    }
    return false;
}

char **tempdir_environment(const char *dir)
{
    size_t n = 0, at = 1;
    while (environ[n]) n++;
    char **all = wl_calloc(n + 2, sizeof *all);
    all[0] = wl_format("TMPDIR=%s", dir);
    for (size_t i = 0; i < n; i++) {
        if (!names_a_place(environ[i])) all[at++] = environ[i];
    }
    return all;
}

void tempdir_environment_free(char **environment)
{
    if (environment) free(environment[0]);
    free(environment);
}
