// outfile.h : files that appear whole or not at all. Content goes to a temporary file beside the target; commit flushes,
// checks every error (a full disk shows at fflush, fsync or fclose) and renames. The temporary file
// goes away however the program ends (cleanup.h). An output over an input, over another open
// output, or where stdout goes is refused (claims.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_OUTFILE_H
#define WL_BASE_OUTFILE_H

#include "base/err.h"

#include <stdio.h>

typedef struct outfile {
    FILE *f;    // write here
    char *path; // final name
    char *tmp;  // NULL for devices and pipes (/dev/stdout, /dev/full), which are written in place
    int ticket;     // of tmp, with cleanup.h
    unsigned claim; // of path, with claims.h
} outfile;

int outfile_open(outfile *o, const char *path, err *e);
int outfile_commit(outfile *o, err *e);  // closes; on error the temporary file is removed and the target is as it was
int outfile_close(outfile *o, err *e);   // all of commit but the rename: of files that belong together each is closed, then each committed
void outfile_abandon(outfile *o);        // closes and removes; safe after a failed open
int outfile_put(const char *path, const void *data, size_t bytes, err *e); // open, write, commit
// of an errno: ST_INPUT when it is the path that is wrong, ST_TOOL when the machine has failed
int outfile_status(int why);
int outfile_mkdirs(const char *dir, err *e);                               // mkdir -p

// For a set of files that belong together: other runs that lock the same directory wait until outfile_unlock, so that their
// sets do not mix. `dir` need not be there, its parents are made; nothing is left in it. `lock` is for outfile_unlock.
int outfile_lock(const char *dir, int *lock, err *e);
// The same for a directory of working files, which is there: the lock is a file in it, DIR/lock.
int outfile_lock_work(const char *dir, int *lock, err *e);
void outfile_unlock(int lock);

// Reads a regular file whole, NUL-terminated; max_bytes bounds it. Directories, unreadable and oversized files are ST_INPUT.
int infile_read(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e);
// The same for what `tool` should have made: when it cannot be read, the tool has failed without
// saying so (ST_TOOL).
int infile_read_made(const char *tool, const char *path, size_t max_bytes, char **data,
    size_t *bytes, err *e);
// The same for an input that the user named: no output of this run may go there (claims.h).
int infile_read_named(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e);

#endif
