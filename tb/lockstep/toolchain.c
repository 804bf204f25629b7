// toolchain.c: asks the tools that compile a plug-in what they are, or knows it. See toolchain.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/toolchain.h"

#include "base/digest.h"
#include "base/outfile.h"
#include "base/resources.h"
#include "tb/lockstep/sealed.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_TEXT = 1 << 20 };

// ---- which programs they are

static void print_stamp(const char *path, FILE *f)
{
    struct stat s;
    char real[PATH_MAX];
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode) || !realpath(path, real)) return;
    fprintf(f, "%s %s %ju %ju %jd %jd.%09ld %jd.%09ld\n", path, real, (uintmax_t)s.st_dev,
            (uintmax_t)s.st_ino, (intmax_t)s.st_size, (intmax_t)s.st_mtim.tv_sec, s.st_mtim.tv_nsec,
            (intmax_t)s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
}

// Each program of this name in PATH, in its order.
static void print_stamps(const char *program, FILE *f)
{
    const char *dir = getenv("PATH");
    while (dir && *dir) {
        const size_t n = strcspn(dir, ":");
        char *path = wl_format("%.*s/%s", (int)n, dir, program);
        if (n) print_stamp(path, f);
        free(path);
        dir += n + (dir[n] == ':');
    }
}

static void print_setting(const char *name, FILE *f)
{
    const char *value = getenv(name);
    fprintf(f, "%s=%s\n", name, value ? value : "");
}

static char *kept_at(const char *cache)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    print_stamps("verilator", f);
    print_stamps("verilator_bin", f);
    print_stamps("clang++", f);
    print_setting("VERILATOR_ROOT", f);
    print_setting("VERILATOR_BIN", f);
    wl_memstream_end(f);
    char *path = wl_format("%s/toolchain-%.16s.txt", cache, digest_of(text, bytes).hex);
    free(text);
    return path;
}

// ---- what they say

// First line that the program prints, with its newline, malloc'd; NULL: an error.
static char *first_line(const char *const argv[], const char *work, err *e)
{
    char *log = wl_format("%s/toolchain.log", work), *text = NULL, *line = NULL;
    size_t bytes;
    if (tool_run(argv, work, log, e) == ST_OK &&
        infile_read(log, MAX_TEXT, &text, &bytes, e) == ST_OK)
        line = wl_format("%.*s\n", (int)strcspn(text, "\n"), text);
    free(text);
    free(log);
    return line;
}

// Three lines: Verilator's version, the compiler's, Verilator's root.
static char *ask(const char *work, err *e)
{
    char *verilator = first_line((const char *[]){"verilator", "--version", NULL}, work, e),
         *cxx =
             verilator ? first_line((const char *[]){"clang++", "--version", NULL}, work, e) : NULL,
         *root = cxx ? first_line((const char *[]){"verilator", "--getenv", "VERILATOR_ROOT", NULL},
                                  work, e)
                     : NULL,
         *text = root ? wl_format("%s%s%s", verilator, cxx, root) : NULL;
    free(root);
    free(cxx);
    free(verilator);
    return text;
}

static int keep(const char *path, const char *work, const char *text, err *e)
{
    char *made = wl_format("%s/toolchain.txt", work);
    int status = outfile_put(made, text, strlen(text), e);
    if (status == ST_OK) status = sealed_install("warploom", made, path, e);
    free(made);
    return status;
}

int toolchain_find(const char *cache, const char *work, toolchain *t, err *e)
{
    *t = (toolchain){0};
    char *path = kept_at(cache), *text = NULL;
    size_t bytes;
    const sealed_state found = sealed_check(path);
    if (found == SEALED_DAMAGED) sealed_discard(path);
    if (found == SEALED_GOOD) infile_read(path, MAX_TEXT, &text, &bytes, e);
    else if ((text = ask(work, e))) keep(path, work, text, e);
    if (e->status == ST_OK) {
        const char *root = strchr(strchr(text, '\n') + 1, '\n') + 1;
        t->versions = wl_format("%.*s", (int)(root - text), text);
        t->include = wl_format("%.*s/include", (int)strcspn(root, "\n"), root);
    }
    free(text);
    free(path);
    return e->status;
}

void toolchain_free(toolchain *t)
{
    free(t->versions);
    free(t->include);
}
