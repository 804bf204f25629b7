// trace_text.c : see trace_text.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_text.h"

#include "base/file_claims.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

typedef enum packing { PLAIN, XZ, GZIP } packing;
enum { GZIP_ONLY = 16 }; // zlib.h, inflateInit2: added to the window's bits
enum { IN_BYTES = 65536, ROOM = 4 * TEXT_LINE_MOST };

struct text {
    char *path;
    int fd;
    packing packing;
    bool file_ended, ended;
    int failed; // the status
    lzma_stream xz;
    z_stream gzip;
    bool between;    // members of a .gz file: at an end, where the file may end too
    uint8_t *in;     // packed bytes, when packed
    char *buffer;    // [ROOM + 1]
    size_t from, to; // text that is not given yet
    unsigned line;
    uint64_t unpacked, most; // bytes that have come, and may come
    const char *limited;     // what `most` is the limit of
};

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static int fail_as(text *t, int status, err *e, const char *what)
{
    t->failed = status;
    return err_add_at(e, status, &(err_pos){.file = t->path, .line = t->line}, "%s", what);
}

static int fail(text *t, err *e, const char *what) { return fail_as(t, ST_INPUT, e, what); }
static int no_memory(text *t, err *e) { return fail_as(t, ST_TOOL, e, "no memory to unpack"); }

static int open_file(text *t, err *e)
{
    struct stat st;
    t->fd = open(t->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (t->fd < 0 || fstat(t->fd, &st) != 0)
        return err_add(e, ST_INPUT, "cannot read %s: %s", t->path, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return err_add(e, ST_INPUT, "cannot read %s: it is a directory", t->path);
    if (!S_ISREG(st.st_mode))
        return err_add(e, ST_INPUT, "cannot read %s: it is not a regular file", t->path);
    if (st.st_size == 0) return err_add(e, ST_INPUT, "%s: the file is empty", t->path);
    return ST_OK;
}

static packing packing_of(const char *path)
{
    return ends_in(path, ".xz") ? XZ : ends_in(path, ".gz") ? GZIP : PLAIN;
}

static int open_packed(text *t, err *e)
{
    t->in = wl_calloc(IN_BYTES, 1);
    const bool good =
        t->packing == XZ ? lzma_stream_decoder(&t->xz, TEXT_XZ_MEMORY, LZMA_CONCATENATED) == LZMA_OK
                         : inflateInit2(&t->gzip, MAX_WBITS + GZIP_ONLY) == Z_OK;
    return good ? ST_OK : err_add(e, ST_TOOL, "%s: no memory to unpack", t->path);
}

text *text_open(const char *path, err *e)
{
    text *t = wl_calloc(1, sizeof *t);
    t->path = wl_strdup(path);
    t->fd = -1;
    text_limit(t, TEXT_MOST, "the file");
    t->packing = packing_of(path);
    t->xz = (lzma_stream)LZMA_STREAM_INIT;
    t->buffer = wl_calloc(ROOM + 1, 1);
    int st = file_claims_input(path, e);
    if (st == ST_OK) st = open_file(t, e);
    if (st == ST_OK && t->packing != PLAIN) st = open_packed(t, e);
    if (st == ST_OK) return t;
    text_close(t);
    return NULL;
}

void text_close(text *t)
{
    if (!t) return;
    if (t->fd >= 0) close(t->fd);
    lzma_end(&t->xz);
    inflateEnd(&t->gzip);
    free(t->in);
    free(t->buffer);
    free(t->path);
    free(t);
}

void text_limit(text *t, uint64_t bytes, const char *what)
{
    t->most = bytes;
    t->limited = what;
}

const char *text_path(const text *t) { return t->path; }
unsigned text_number(const text *t) { return t->line; }

// ---- bytes

static int read_file(text *t, void *to, size_t room, size_t *n, err *e)
{
    ssize_t got;
    do got = read(t->fd, to, room);
    while (got < 0 && errno == EINTR);
    if (got < 0) return fail(t, e, strerror(errno));
    t->file_ended = got == 0;
    *n = (size_t)got;
    return ST_OK;
}

static const char *xz_fault(lzma_ret r)
{
    switch (r) {
    case LZMA_FORMAT_ERROR: return "this is no .xz file";
    case LZMA_MEMLIMIT_ERROR: return "unpacking would take more than 256 MiB of memory";
    case LZMA_OPTIONS_ERROR: return "the .xz file needs a newer library to unpack";
    case LZMA_BUF_ERROR: return "the .xz file is cut off";
    default: return "the .xz file is damaged";
    }
}

static int unpack_xz(text *t, void *to, size_t room, size_t *n, err *e)
{
    t->xz.next_out = to;
    t->xz.avail_out = room;
    while (t->xz.avail_out == room && !t->ended) {
        if (!t->xz.avail_in && !t->file_ended) {
            t->xz.next_in = t->in;
            if (read_file(t, t->in, IN_BYTES, &t->xz.avail_in, e) != ST_OK) return ST_INPUT;
        }
        lzma_ret r = lzma_code(&t->xz, t->file_ended ? LZMA_FINISH : LZMA_RUN);
        t->ended = r == LZMA_STREAM_END;
        if (r == LZMA_MEM_ERROR) return no_memory(t, e);
        if (r != LZMA_OK && !t->ended) return fail(t, e, xz_fault(r));
    }
    *n = room - t->xz.avail_out;
    return ST_OK;
}

// One step of a member, with input there.
static int inflate_some(text *t, err *e)
{
    if (t->between) inflateReset(&t->gzip);
    t->between = false;
    const int r = inflate(&t->gzip, Z_NO_FLUSH);
    t->between = r == Z_STREAM_END;
    if (r == Z_OK || r == Z_STREAM_END || r == Z_BUF_ERROR) return ST_OK;
    if (r == Z_MEM_ERROR) return no_memory(t, e);
    return fail(t, e, t->gzip.total_out ? "the .gz file is damaged" : "this is no .gz file");
}

static int unpack_gzip(text *t, void *to, size_t room, size_t *n, err *e)
{
    size_t got = 0;
    t->gzip.next_out = to;
    t->gzip.avail_out = (uInt)room;
    while (t->gzip.avail_out == room && !t->ended) {
        if (!t->gzip.avail_in && !t->file_ended) {
            if (read_file(t, t->in, IN_BYTES, &got, e) != ST_OK) return ST_INPUT;
            t->gzip.next_in = t->in;
            t->gzip.avail_in = (uInt)got;
        }
        if (t->gzip.avail_in) {
            const int st = inflate_some(t, e);
            if (st != ST_OK) return st;
        } else {
            t->ended = true;
            if (!t->between) return fail(t, e, "the .gz file is cut off");
        }
    }
    *n = room - t->gzip.avail_out;
    return ST_OK;
}

static int unpack(text *t, void *to, size_t room, size_t *n, err *e)
{
    return t->packing == XZ ? unpack_xz(t, to, room, n, e) : unpack_gzip(t, to, room, n, e);
}

// Moves what is left to the front of the buffer and adds to it.
static int refill(text *t, err *e)
{
    size_t n;
    memmove(t->buffer, t->buffer + t->from, t->to - t->from);
    t->to -= t->from;
    t->from = 0;
    int st = t->packing != PLAIN ? unpack(t, t->buffer + t->to, ROOM - t->to, &n, e)
                                 : read_file(t, t->buffer + t->to, ROOM - t->to, &n, e);
    if (st != ST_OK) return st;
    t->to += n;
    t->unpacked += n;
    if (t->packing == PLAIN) t->ended = t->file_ended;
    return ST_OK;
}

// ---- lines

static int too_long(text *t, err *e)
{
    char *what = wl_format("%s has more than %" PRIu64 " bytes%s: this is no trace", t->limited,
                           t->most, t->packing == PLAIN ? "" : ", unpacked");
    const int st = fail(t, e, what);
    free(what);
    return st;
}

// A line with its end in the buffer: *end is where it ends, and is NUL then. NULL at the end of the
// file.
static int whole_line(text *t, char **begin, char **end, err *e)
{
    while (!(*end = memchr(t->buffer + t->from, '\n', t->to - t->from))) {
        if (t->to - t->from > TEXT_LINE_MOST) {
            t->line++;
            return fail(t, e, "a line of more than 65536 bytes: this is no trace");
        }
        if (!t->ended) {
            const int st = refill(t, e);
            if (st != ST_OK) return st;
            continue;
        }
        *end = t->from < t->to ? t->buffer + t->to++ : NULL; // the last line may lack its newline
        break;
    }
    *begin = t->buffer + t->from;
    if (!*end) return ST_OK;
    **end = 0;
    t->from = (size_t)(*end - t->buffer) + 1;
    return ST_OK;
}

int text_next(text *t, const char **line, size_t *length, err *e)
{
    char *begin = NULL, *end = NULL;
    unsigned empty = 0;
    *line = NULL;
    *length = 0;
    if (t->failed != ST_OK) return t->failed;
    do {
        const int st = t->unpacked > t->most ? too_long(t, e) : whole_line(t, &begin, &end, e);
        if (st != ST_OK) return st;
        if (!end) return ST_OK;
        t->line++;
        if (end > begin && end[-1] == '\r') *--end = 0;
        if (empty++ > TEXT_BLANK_MOST)
            return fail(t, e, "more than 1024 empty lines one after the other: this is no trace");
    } while (end == begin);
    *line = begin;
    *length = (size_t)(end - begin);
    return ST_OK;
}
