// outfile.c : see outfile.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"

#include "base/cleanup.h"
#include "base/file_claims.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdint.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// A path that cannot be written is the user's to mend; a full disk or an I/O error is the
// machine's.
int outfile_status(int why)
{
    switch (why) {
    case EACCES:
    case EPERM:
    case EROFS:
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case ENAMETOOLONG:
    case ELOOP:
    case EEXIST: return ST_INPUT;
    default: return ST_TOOL;
    }
}

static int cannot(const char *what, const char *path, int why, err *e)
{
    return err_add(e, outfile_status(why), "cannot %s %s: %s", what, *path ? path : "''",
                   strerror(why));
}

// Symbolic links are followed, so that the link stays and its target is replaced.
static char *final_path(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : wl_strdup(path);
}

static int open_in_place(outfile *o, err *e)
{
    o->f = fopen(o->path, "we");
    return o->f ? ST_OK : cannot("write", o->path, errno, e);
}

// A new file beside the target, under a name that no other run has; -1 and errno when there can be
// none. It is registered before it is there: a signal may come in between.
static int make_beside(outfile *o)
{
    for (unsigned n = 0; n < 1000; n++) {
        o->tmp = wl_format("%s.tmp.%ld.%u", o->path, (long)getpid(), n);
        o->ticket = cleanup_add(o->tmp);
        const int fd = open(o->tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), why = errno;
        if (fd >= 0) return fd;
        cleanup_forget(o->ticket);
        o->ticket = -1;
        free(o->tmp);
        o->tmp = NULL;
        errno = why;
        if (why != EEXIST) break;
    }
    return -1;
}

bool outfile_is_leftover(const char *name)
{
    const char *end = NULL, *at = name;
    while ((at = strstr(at, ".tmp."))) end = at, at++;
    long pid = 0;
    unsigned n = 0;
    int read = 0;
    if (!end || sscanf(end, ".tmp.%ld.%u%n", &pid, &n, &read) != 2 || end[read]) return false;
    return pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

// The file keeps the mode of the one that it replaces.
static int open_beside(outfile *o, const struct stat *old, err *e)
{
    int fd = make_beside(o);
    if (fd < 0) return cannot("write", o->path, errno, e);
    if (!old || fchmod(fd, old->st_mode & 07777) == 0) o->f = fdopen(fd, "w");
    if (o->f) return ST_OK;
    int why = errno;
    close(fd);
    return cannot("write", o->path, why, e);
}

int outfile_open(outfile *o, const char *path, err *e)
{
    *o = (outfile){.path = final_path(path), .ticket = -1};
    struct stat st;
    bool there = stat(o->path, &st) == 0;
    int status = strcmp(path, "-")
                     ? file_claims_output(path, &o->claim, e)
                     : err_add(e, ST_INPUT,
                               "cannot write to -: must be a name; there is no stdout "
                               "here (./- is a file of that name)");
    if (status != ST_OK) {
        outfile_abandon(o);
        return status;
    }
    if (there && S_ISDIR(st.st_mode)) status = cannot("write", path, EISDIR, e);
    else if (there && S_ISREG(st.st_mode) && !(st.st_mode & 0222))
        status = err_add(e, ST_INPUT, "cannot write %s: the file is read-only", path);
    else if (there && !S_ISREG(st.st_mode)) status = open_in_place(o, e);
    else status = open_beside(o, there ? &st : NULL, e);
    if (status != ST_OK) outfile_abandon(o);
    return status;
}

// Everything out of the program, and on to the disk where that was asked for; devices and pipes
// cannot be synced, and need not be. Returns 0 or errno.
static int flush_all(const outfile *o)
{
    errno = 0;
    const bool lost = fflush(o->f) != 0 || ferror(o->f);
    // it was lost before: once more, to hear why
    if (lost && !errno && write(fileno(o->f), "\n", 1) == 1) errno = EIO;
    if (lost) return errno;
    if (o->durable && o->tmp && fsync(fileno(o->f)) != 0) return errno;
    return 0;
}

int outfile_close(outfile *o, err *e)
{
    int why = flush_all(o);
    if (fclose(o->f) != 0 && !why) why = errno;
    o->f = NULL;
    if (!why) return ST_OK;
    const int status = cannot("write", o->path, why, e);
    outfile_abandon(o);
    return status;
}

static void forget_tmp(outfile *o)
{
    if (o->tmp) cleanup_forget(o->ticket);
    free(o->tmp);
    o->tmp = NULL;
}

int outfile_commit(outfile *o, err *e)
{
    int status = o->f ? outfile_close(o, e) : ST_OK;
    if (status != ST_OK) return status;
    if (o->tmp && rename(o->tmp, o->path) != 0) {
        status = cannot("write", o->path, errno, e);
    } else {
        forget_tmp(o); // it is the target now: nothing to remove
    }
    outfile_abandon(o);
    return status;
}

void outfile_abandon(outfile *o)
{
    if (o->f) fclose(o->f);
    if (o->tmp) unlink(o->tmp);
    forget_tmp(o);
    file_claims_release(o->claim);
    free(o->path);
    *o = (outfile){0};
}

static int put(const char *path, const void *data, size_t bytes, bool durable, err *e)
{
    outfile o;
    int status = outfile_open(&o, path, e);
    if (status != ST_OK) return status;
    o.durable = durable;
    fwrite(data, 1, bytes, o.f); // an error stays in the stream and shows at commit
    return outfile_commit(&o, e);
}

int outfile_put(const char *path, const void *data, size_t bytes, err *e)
{
    return put(path, data, bytes, false, e);
}

int outfile_put_durable(const char *path, const void *data, size_t bytes, err *e)
{
    return put(path, data, bytes, true, e);
}

static int make_dir(const char *dir, err *e)
{
    struct stat st;
    if (mkdir(dir, 0777) == 0) return ST_OK;
    int why = errno;
    if (stat(dir, &st) != 0) return cannot("make directory", dir, why, e);
    return S_ISDIR(st.st_mode) ? ST_OK : cannot("make directory", dir, ENOTDIR, e);
}

int outfile_mkdirs(const char *dir, err *e)
{
    char *path = wl_strdup(dir);
    int status = *path ? ST_OK : cannot("make directory", "''", ENOENT, e);
    for (char *p = path + 1; status == ST_OK && *path && *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        status = make_dir(path, e);
        *p = '/';
    }
    if (status == ST_OK) status = make_dir(path, e);
    free(path);
    return status;
}

// For an open file to be ours alone; -1 when it cannot be, or was not opened.
static int wait_for(int *lock, const char *path, err *e)
{
    int status = *lock >= 0 ? ST_OK : cannot("open", path, errno, e);
    while (status == ST_OK && flock(*lock, LOCK_EX) != 0) {
        if (errno != EINTR) status = cannot("lock", path, errno, e);
    }
    if (status == ST_OK || *lock < 0) return status;
    close(*lock);
    *lock = -1;
    return status;
}

// The parent is what is locked: it outlives a directory that a failed run removes, and a lock file
// would lie among the outputs.
int outfile_lock(const char *dir, int *lock, err *e)
{
    char *path = final_path(dir);
    const char *parent = dirname(path);
    int status = outfile_mkdirs(parent, e);
    *lock = status == ST_OK ? open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (status == ST_OK) status = wait_for(lock, parent, e);
    free(path);
    return status;
}

int outfile_lock_work(const char *dir, int *lock, err *e)
{
    char *path = wl_format("%s/lock", dir);
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const int status = wait_for(lock, path, e);
    free(path);
    return status;
}

void outfile_unlock(int lock) { close(lock); }

static int check_readable(const char *path, const struct stat *st, size_t max_bytes, err *e)
{
    if (S_ISDIR(st->st_mode))
        return err_add(e, ST_INPUT, "cannot read %s: it is a directory", path);
    if (!S_ISREG(st->st_mode))
        return err_add(e, ST_INPUT, "cannot read %s: it is not a regular file", path);
    if ((uintmax_t)st->st_size > max_bytes) {
        return err_add(e, ST_INPUT, "cannot read %s: it has %ju bytes, at most %zu are allowed",
                       path, (uintmax_t)st->st_size, max_bytes);
    }
    return ST_OK;
}

static int read_all(FILE *f, const char *path, size_t size, char **data, size_t *bytes, err *e)
{
    char *text = wl_calloc(size + 1, 1);
    size_t n = fread(text, 1, size, f);
    if (ferror(f)) {
        free(text);
        return err_add(e, ST_TOOL, "cannot read %s: %s", path, strerror(errno));
    }
    text[n] = '\0';
    *data = text;
    *bytes = n;
    return ST_OK;
}

int infile_read(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC |
                            O_NONBLOCK); // a FIFO without a writer must not hang the open
    if (fd < 0) return cannot("read", path, errno, e);
    int status = fstat(fd, &st) == 0 ? check_readable(path, &st, max_bytes, e)
                                     : cannot("read", path, errno, e);
    FILE *f = status == ST_OK ? fdopen(fd, "r") : NULL;
    if (!f) {
        close(fd);
        return status != ST_OK ? status : cannot("read", path, errno, e);
    }
    status = read_all(f, path, (size_t)st.st_size, data, bytes, e);
    fclose(f);
    return status;
}

int infile_read_named(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e)
{
    const int status = file_claims_input(path, e);
    return status == ST_OK ? infile_read(path, max_bytes, data, bytes, e) : status;
}

int infile_read_made(const char *tool, const char *path, size_t max_bytes, char **data,
                     size_t *bytes, err *e)
{
    err why = {0};
    const int status = infile_read(path, max_bytes, data, bytes, &why);
    if (status != ST_OK) {
        why.text[strcspn(why.text, "\n")] = '\0';
        err_add(e, ST_TOOL, "%s: ended without a result: %s", tool, why.text + strlen("error: "));
    }
    err_free(&why);
    return status == ST_OK ? ST_OK : ST_TOOL;
}
