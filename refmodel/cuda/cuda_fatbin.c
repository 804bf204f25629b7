// cuda_fatbin.c : see cuda_fatbin.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_fatbin.h"

#include "ptx/ptx.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

typedef struct entry {
    size_t at; // of its header, in the fat binary
    unsigned kind, major, minor, arch;
    uint64_t header, padded, packed, plain, flags;
    const unsigned char *payload;
} entry;

static uint64_t number(const unsigned char *p, unsigned bytes)
{
    uint64_t n = 0;
    while (bytes--) n = n << 8 | p[bytes];
    return n;
}

// A text may be shorter than a magic number.
static bool starts_with(const char *image, const char *magic) { return !strncmp(image, magic, 4); }

bool fatbin_points(const void *image) { return starts_with(image, "\xb1\x43\x62\x46"); }

bool fatbin_is(const void *image)
{
    return fatbin_points(image) || starts_with(image, "\x50\xed\x55\xba");
}

const unsigned char *fatbin_locate(const void *image, size_t *bytes)
{
    const unsigned char *at = image;
    if (fatbin_points(at)) memcpy(&at, at + 8, sizeof at);
    if (!at || number(at, 4) != FATBIN_MAGIC) return NULL;
    const uint64_t header = number(at + 6, 2), entries = number(at + 8, 8);
    if (header < FATBIN_HEADER_BYTES || entries > PTX_MOST_BYTES) return NULL;
    *bytes = header + entries;
    return at;
}

static fatbin_status malformed(err *e, size_t at, const char *what)
{
    err_add(e, ST_INPUT, "fat binary, byte %zu: %s", at, what);
    return FATBIN_MALFORMED;
}

// False: the entry does not lie inside the fat binary.
static bool read_entry(const unsigned char *image, size_t end, size_t at, entry *t)
{
    const unsigned char *p = image + at;
    if (end - at < FATBIN_ENTRY_BYTES) return false;
    *t = (entry){.at = at,
                 .kind = (unsigned)number(p, 2),
                 .header = number(p + 4, 4),
                 .padded = number(p + 8, 8),
                 .packed = number(p + 16, 4),
                 .minor = (unsigned)number(p + 24, 2),
                 .major = (unsigned)number(p + 26, 2),
                 .arch = (unsigned)number(p + 28, 4),
                 .flags = number(p + 40, 8),
                 .plain = number(p + 56, 8)};
    if (t->header < FATBIN_ENTRY_BYTES || t->header > end - at || t->padded > end - at - t->header)
        return false;
    t->payload = p + t->header;
    return true;
}

static bool unpacked(const entry *t, char *to)
{
    const char *from = (const char *)t->payload;
    if (t->flags & FATBIN_LZ4)
        return LZ4_decompress_safe(from, to, (int)t->packed, (int)t->plain) == (int)t->plain;
    return ZSTD_decompress(to, t->plain, from, t->packed) == t->plain;
}

static fatbin_status take_packed(const entry *t, char **text, err *e)
{
    if (t->packed > t->padded)
        return malformed(e, t->at + 16, "the compressed payload is longer than the entry");
    if (t->plain > PTX_MOST_BYTES)
        return malformed(e, t->at + 56, "the decompressed payload is larger than any PTX file");
    *text = wl_calloc(t->plain + 1, 1);
    if (unpacked(t, *text)) return FATBIN_OK;
    free(*text);
    *text = NULL;
    return malformed(e, t->at + t->header, "the compressed payload is damaged");
}

static fatbin_status take(const entry *t, char **text, err *e)
{
    if (t->flags & (FATBIN_LZ4 | FATBIN_ZSTD)) return take_packed(t, text, e);
    *text = wl_calloc(t->padded + 1, 1);
    memcpy(*text, t->payload, t->padded);
    return FATBIN_OK;
}

// What there is instead.
typedef struct others {
    unsigned machine, newest_machine; // entries of machine code; the highest architecture
    unsigned newer, major, minor;     // entries of PTX that is too new; the version of the last
} others;

static fatbin_status no_ptx(const others *o, err *e)
{
    if (o->newer) {
        err_add(e, ST_INPUT,
                "the fat binary's PTX is of version %u.%u, and none is of %d.%d or older: compile "
                "with a CUDA that writes such PTX",
                o->major, o->minor, PTX_NEWEST / 10, PTX_NEWEST % 10);
    } else if (o->machine) {
        err_add(e, ST_INPUT,
                "the fat binary has machine code (sm_%u) only, and PTX is what is simulated: "
                "compile with -arch=compute_%u, or add -gencode arch=compute_%u,code=compute_%u",
                o->newest_machine, o->newest_machine, o->newest_machine, o->newest_machine);
    } else err_add(e, ST_INPUT, "the fat binary has no code");
    return FATBIN_NO_PTX;
}

// best->payload NULL: nothing yet
static void consider(const entry *t, entry *best, others *o)
{
    if (t->kind == FATBIN_ELF) {
        o->machine++;
        if (t->arch > o->newest_machine) o->newest_machine = t->arch;
    }
    if (t->kind != FATBIN_PTX) return;
    if (t->major * 10 + t->minor > PTX_NEWEST) o->newer++, o->major = t->major, o->minor = t->minor;
    else if (!best->payload || t->arch > best->arch) *best = *t;
}

fatbin_status fatbin_ptx(const unsigned char *image, size_t bytes, char **text, err *e)
{
    entry t, best = {0};
    others o = {0};
    *text = NULL;
    if (bytes < FATBIN_HEADER_BYTES || number(image, 4) != FATBIN_MAGIC)
        return malformed(e, 0, "no header of one");
    const uint64_t header = number(image + 6, 2), entries = number(image + 8, 8);
    if (header < FATBIN_HEADER_BYTES || header > bytes || entries > bytes - header)
        return malformed(e, 6, "the entries end behind the end");
    const size_t end = header + entries;
    for (size_t at = header; at < end; at += t.header + t.padded) {
        if (!read_entry(image, end, at, &t))
            return malformed(e, at, "the entry ends behind the end");
        consider(&t, &best, &o);
    }
    return best.payload ? take(&best, text, e) : no_ptx(&o, e);
}
