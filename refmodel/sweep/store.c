// store.c: see store.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/store.h"

#include "base/outfile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RESULT ".json"
#define FAILURE ".failed.json"

static char *path_of(const char *dir, const char *hash, const char *end)
{
    return wl_format("%s/%.2s/%s%s", dir, hash, hash, end);
}

// A file that begins and ends as an object does. We write only whole ones; what was cut or emptied
// since is not there, so that its point runs again.
static bool there(const char *dir, const char *hash, const char *end)
{
    char *path = path_of(dir, hash, end), ends[2] = "";
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat s;
    free(path);
    if (fd < 0) return false;
    const bool read = fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 1 &&
                      pread(fd, &ends[0], 1, 0) == 1 && pread(fd, &ends[1], 1, s.st_size - 1) == 1;
    close(fd);
    return read && ends[0] == '{' && ends[1] == '}';
}

store_state store_look(const char *dir, const char *hash)
{
    if (there(dir, hash, RESULT)) return STORE_DONE;
    return there(dir, hash, FAILURE) ? STORE_FAILED : STORE_NONE;
}

static int put(const char *dir, const char *hash, const char *end, const json_t *value, err *e)
{
    char *folder = wl_format("%s/%.2s", dir, hash), *path = path_of(dir, hash, end),
         *text = json_dumps(value, JSON_COMPACT);
    int st = text ? ST_OK : err_add(e, ST_TOOL, "%s: the result is no text", path);
    if (st == ST_OK && access(folder, F_OK) != 0) st = outfile_mkdirs(folder, e);
    if (st == ST_OK) st = outfile_put_durable(path, text, strlen(text), e);
    free(text);
    free(path);
    free(folder);
    return st;
}

int store_put(const char *dir, const char *hash, const json_t *result, err *e)
{
    const int st = put(dir, hash, RESULT, result, e);
    return st == ST_OK ? store_forget_failure(dir, hash, e) : st;
}

int store_put_failure(const char *dir, const char *hash, const json_t *failure, err *e)
{
    return put(dir, hash, FAILURE, failure, e);
}

static json_t *get(const char *dir, const char *hash, const char *end)
{
    char *path = path_of(dir, hash, end);
    json_t *value = json_load_file(path, 0, NULL);
    free(path);
    return value;
}

json_t *store_get(const char *dir, const char *hash) { return get(dir, hash, RESULT); }
json_t *store_get_failure(const char *dir, const char *hash) { return get(dir, hash, FAILURE); }

int store_forget_failure(const char *dir, const char *hash, err *e)
{
    char *path = path_of(dir, hash, FAILURE);
    int st = ST_OK;
    if (unlink(path) != 0 && errno != ENOENT)
        st = err_add(e, outfile_status(errno), "cannot remove %s: %s", path, strerror(errno));
    free(path);
    return st;
}

static void tidy_folder(const char *folder)
{
    DIR *d = opendir(folder);
    for (const struct dirent *f; d && (f = readdir(d));) {
        if (!strstr(f->d_name, ".json.tmp.")) continue;
        char *path = wl_format("%s/%s", folder, f->d_name);
        unlink(path);
        free(path);
    }
    if (d) closedir(d);
}

void store_tidy(const char *dir)
{
    DIR *d = opendir(dir);
    for (const struct dirent *f; d && (f = readdir(d));) {
        if (strlen(f->d_name) != 2 || *f->d_name == '.') continue;
        char *folder = wl_format("%s/%s", dir, f->d_name);
        tidy_folder(folder);
        free(folder);
    }
    if (d) closedir(d);
}
