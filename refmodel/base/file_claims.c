// file_claims.c : see file_claims.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/file_claims.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct claim {
    char *real; // file_claims_real_path
    bool there; // it exists as a regular file:
    dev_t device;
    ino_t inode;
    unsigned ticket; // of an output; 0: an input
} claim;

static claim *claims;
static size_t n_claims;
static unsigned last_ticket;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

char *file_claims_real_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (real) return real;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *folder =
        slash ? wl_format("%.*s", slash == path ? 1 : (int)(slash - path), path) : wl_strdup(".");
    char *above = realpath(folder, NULL);
    real = above ? wl_format("%s/%s", strcmp(above, "/") == 0 ? "" : above, name) : wl_strdup(path);
    free(above);
    free(folder);
    return real;
}

static claim claim_of(const char *path)
{
    struct stat st;
    claim c = {.real = file_claims_real_path(path)};
    c.there = stat(c.real, &st) == 0 && S_ISREG(st.st_mode);
    if (!c.there) return c;
    c.device = st.st_dev;
    c.inode = st.st_ino;
    return c;
}

// The file of an input may have been removed since, and its inode be another file's.
static bool stands(const claim *c)
{
    struct stat st;
    return c->ticket ||
           (stat(c->real, &st) == 0 && st.st_dev == c->device && st.st_ino == c->inode);
}

static bool same(const claim *a, const claim *b)
{
    if (a->there && b->there) return a->device == b->device && a->inode == b->inode;
    return strcmp(a->real, b->real) == 0;
}

// With the lock held.
static void put(claim c)
{
    claims = wl_realloc(claims, (n_claims + 1) * sizeof *claims);
    claims[n_claims++] = c;
}

static const claim *find(const claim *c)
{
    for (size_t i = 0; i < n_claims; i++) {
        if (same(&claims[i], c) && stands(&claims[i])) return &claims[i];
    }
    return NULL;
}

int file_claims_input(const char *path, err *e)
{
    claim c = claim_of(path);
    pthread_mutex_lock(&lock);
    const claim *before = c.there ? find(&c) : NULL;
    const bool written = before && before->ticket;
    if (c.there && !before) put(c);
    else free(c.real);
    pthread_mutex_unlock(&lock);
    return written ? err_add(e, ST_INPUT, "cannot read %s: an output of this run goes there", path)
                   : ST_OK;
}

static bool is_stream(const claim *c, int fd)
{
    struct stat st;
    return c->there && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_dev == c->device &&
           st.st_ino == c->inode;
}

static bool is_special(const char *real)
{
    struct stat st;
    return stat(real, &st) == 0 && !S_ISREG(st.st_mode);
}

int file_claims_output(const char *path, unsigned *ticket, err *e)
{
    claim c = claim_of(path);
    const char *why = NULL;
    *ticket = 0;
    pthread_mutex_lock(&lock);
    const claim *before = is_special(c.real) ? NULL : find(&c);
    if (before)
        why =
            before->ticket ? "another output of this run goes there" : "it is an input of this run";
    else if (is_stream(&c, STDOUT_FILENO)) why = "standard output goes there";
    else if (is_stream(&c, STDERR_FILENO)) why = "standard error goes there";
    if (!why) {
        *ticket = c.ticket = ++last_ticket;
        put(c);
    }
    pthread_mutex_unlock(&lock);
    if (!why) return ST_OK;
    free(c.real);
    return err_add(e, ST_INPUT, "cannot write %s: %s", path, why);
}

void file_claims_release(unsigned ticket)
{
    if (!ticket) return;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < n_claims; i++) {
        if (claims[i].ticket != ticket) continue;
        free(claims[i].real);
        claims[i] = claims[--n_claims];
        break;
    }
    pthread_mutex_unlock(&lock);
}
