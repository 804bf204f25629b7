// outfile.h: output files that appear as a whole or not at all.
//
// Content goes to a temporary file beside the target. outfile_commit flushes it, checks every error
// (a full disk shows at fflush or fclose), and renames it, so that a program that is killed leaves
// the old file or the new one. What a machine that stops has not yet put onto its disk may be lost,
// but for a file that is durable. The temporary file is removed however the program ends
// (cleanup.h). An output that would replace an input or another open output, or that goes where
// stdout goes, is refused (file_claims.h). So is "-", which would be taken for stdout: whoever can
// write there does it before.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_OUTFILE_H
#define WL_BASE_OUTFILE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct outfile {
    FILE *f;    // write here
    char *path; // final name
    char *tmp;  // NULL for devices and pipes (/dev/stdout, /dev/full), which are written in place
    int ticket; // registers tmp (cleanup.h)
    unsigned claim; // registers path (file_claims.h)
    bool durable;   // set it after opening: the content is on the disk before the name is there
} outfile;

int outfile_open(outfile *o, const char *path, err *e);
// closes and renames; on error the target is unchanged and the temporary file removed
int outfile_commit(outfile *o, err *e);
// outfile_commit without the rename: for a set of files, close each, then commit each
int outfile_close(outfile *o, err *e);
void outfile_abandon(outfile *o); // closes and removes; allowed after a failed open
int outfile_put(const char *path, const void *data, size_t bytes, err *e); // open, write, commit
// The same for a file that is durable: hours of work that a sweep goes on from.
int outfile_put_durable(const char *path, const void *data, size_t bytes, err *e);
// The status for an errno: ST_INPUT if the path is wrong, ST_TOOL if the machine has failed.
int outfile_status(int why);
int outfile_mkdirs(const char *dir, err *e); // mkdir -p

// True for the name of a file beside a target that a run has left which was killed.
bool outfile_is_leftover(const char *name);

// Locks a directory while a set of files is written to it: other runs that lock it wait until
// outfile_unlock, so that their sets do not mix. `dir` need not exist; its parents are made, and
// nothing is left in it.
int outfile_lock(const char *dir, int *lock, err *e);
// The same for an existing directory of working files. The lock is a file in it, DIR/lock.
int outfile_lock_work(const char *dir, int *lock, err *e);
void outfile_unlock(int lock);

// Reads a whole regular file of at most max_bytes; the result is NUL-terminated and malloc'd.
// ST_INPUT for a directory, an unreadable or an oversized file.
int infile_read(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e);
// The same for a file that `tool` should have made. If it cannot be read, the tool has failed
// without an error (ST_TOOL).
int infile_read_made(const char *tool, const char *path, size_t max_bytes, char **data,
                     size_t *bytes, err *e);
// The same for an input that the user named: no output of this run may go there (file_claims.h).
int infile_read_named(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e);

#endif
