// gunzip.c : see gunzip.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/gunzip.h"

#include "base/outfile.h"

#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

enum { GZIP_ONLY = 16, STEP = 1 << 20 }; // zlib.h, inflateInit2: added to the window's bits

typedef struct unpacking {
    z_stream z;
    char *out;
    size_t n, room, max;
} unpacking;

// Room for more, up to one byte beyond what is allowed.
static void make_room(unpacking *u)
{
    const size_t all = u->max + 1;
    if (u->n < u->room) return;
    u->room = u->room > all / 2 ? all : 2 * u->room + STEP;
    if (u->room > all) u->room = all;
    u->out = wl_realloc(u->out, u->room + 1);
}

// Why it cannot be unpacked; NULL: it could, *too_much says whether that is too much.
static const char *unpack(unpacking *u, bool *too_much)
{
    int r = Z_STREAM_END;
    *too_much = false;
    while (!*too_much && (u->z.avail_in || r != Z_STREAM_END)) {
        if (r == Z_STREAM_END) inflateReset(&u->z); // the next member
        make_room(u);
        const size_t step = u->room - u->n < STEP ? u->room - u->n : STEP;
        u->z.next_out = (Bytef *)u->out + u->n;
        u->z.avail_out = (uInt)step;
        r = inflate(&u->z, Z_NO_FLUSH);
        u->n += step - u->z.avail_out;
        *too_much = u->n > u->max;
        if (r == Z_BUF_ERROR || (r == Z_OK && !u->z.avail_in && u->z.avail_out))
            return "it is cut off";
        if (r != Z_OK && r != Z_STREAM_END) return "it is no .gz file, or damaged";
    }
    return NULL;
}

int gunzip_file(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e)
{
    char *packed = NULL;
    size_t n = 0;
    unpacking u = {.max = max_bytes};
    int status = infile_read(path, max_bytes, &packed, &n, e);
    if (status != ST_OK) return status;
    u.z.next_in = (Bytef *)packed;
    u.z.avail_in = (uInt)n;
    bool too_much = false;
    const char *why = n ? NULL : "it is empty";
    if (!why && inflateInit2(&u.z, MAX_WBITS + GZIP_ONLY) != Z_OK)
        status = err_add(e, ST_TOOL, "%s: no memory to unpack", path);
    else if (!why) why = unpack(&u, &too_much);
    inflateEnd(&u.z);
    free(packed);
    if (why) status = err_add(e, ST_INPUT, "%s: cannot be unpacked: %s", path, why);
    else if (too_much)
        status = err_add(e, ST_INPUT, "%s: unpacks to more than the %zu bytes that are allowed",
                         path, max_bytes);
    if (status == ST_OK) {
        u.out[u.n] = '\0';
        *data = u.out;
        *bytes = u.n;
    } else {
        free(u.out);
    }
    return status;
}
