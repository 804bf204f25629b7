// sealed.c: writes, checks and discards files that have their SHA-256 beside them. See sealed.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/sealed.h"

#include "base/digest.h"
#include "base/outfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 30, MOST_LINE = 4096 };

// What stands beside `path` for the contents of `file`, malloc'd; NULL and an error when that
// cannot be read.
static char *line_for(const char *path, const char *tool, const char *file, err *e)
{
    char *data = NULL, *line = NULL;
    size_t bytes = 0;
    const char *slash = strrchr(path, '/');
    if (infile_read_made(tool, file, MOST_BYTES, &data, &bytes, e) == ST_OK) {
        line = wl_format("%s  %s\n", digest_of(data, bytes).hex, slash ? slash + 1 : path);
    }
    free(data);
    return line;
}

static char *beside(const char *path) { return wl_format("%s.sha256", path); }

sealed_state sealed_check(const char *path)
{
    if (access(path, F_OK) != 0) return SEALED_ABSENT;
    err ignored = {0};
    char *want = line_for(path, "", path, &ignored), *seal = beside(path), *line = NULL;
    size_t bytes;
    const bool read = want && infile_read(seal, MOST_LINE, &line, &bytes, &ignored) == ST_OK;
    const bool good = read && strcmp(line, want) == 0;
    err_free(&ignored);
    free(line);
    free(seal);
    free(want);
    return good ? SEALED_GOOD : SEALED_DAMAGED;
}

void sealed_discard(const char *path)
{
    fprintf(stderr,
            "warning: %s does not have the digest that it was made with, so it is made "
            "anew\n",
            path);
    unlink(path);
}

int sealed_cannot_rename(const char *made, const char *path, int why, err *e)
{
    const bool remove = why == EISDIR || why == ENOTDIR || why == EEXIST || why == ENOTEMPTY;
    return err_add(e, ST_TOOL, "cannot rename %s to %s: %s%s", made, path, strerror(why),
                   remove ? "; remove what stands there" : "");
}

int sealed_install(const char *tool, const char *made, const char *path, err *e)
{
    char *line = line_for(path, tool, made, e), *seal = beside(path);
    int status = line ? outfile_put(seal, line, strlen(line), e) : e->status;
    if (status == ST_OK && rename(made, path) != 0)
        status = sealed_cannot_rename(made, path, errno, e);
    free(seal);
    free(line);
    return status;
}
