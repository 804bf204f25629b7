// launch_data.c : see launch_data.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/launch_data.h"

#include "base/outfile.h"
#include "base/rng.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide; // holds every sum of a 64-bit number and a product of two

// clang-format off
#define ELEM_ROW(name, bytes, kind) {#name, bytes, kind},
// clang-format on
const elem_type elem_types[ELEM_TYPE_COUNT] = {ELEM_TYPES(ELEM_ROW)};
#define ELEM_NAME(name, bytes, kind) #name,
const char *const elem_names[ELEM_TYPE_COUNT] = {ELEM_TYPES(ELEM_NAME)};

char *launch_path(const yaml_tree *t, const char *path)
{
    const char *slash = strrchr(t->source.name, '/');
    if (*path == '/' || !slash) return wl_strdup(path);
    return wl_format("%.*s/%s", (int)(slash - t->source.name), t->source.name, path);
}

static wide least(const elem_type *type)
{
    return type->kind == ELEM_SIGNED ? -((wide)1 << (8 * type->bytes - 1)) : 0;
}
static wide most(const elem_type *type)
{
    return ((wide)1 << (8 * type->bytes - (type->kind == ELEM_SIGNED))) - 1;
}
static bool holds(const elem_type *type, wide v) { return v >= least(type) && v <= most(type); }

static void store_whole(const elem_type *type, wide v, unsigned char *to)
{
    const uint64_t bits = (uint64_t)v;
    memcpy(to, &bits, type->bytes); // little-endian host: checked in elem_read
}

static bool float_holds(const elem_type *type, double v)
{
    return isfinite(v) && (type->bytes == 8 || isfinite((float)v));
}

static void store_float(const elem_type *type, double v, unsigned char *to)
{
    const float narrow = (float)v;
    if (type->bytes == 8) memcpy(to, &v, sizeof v);
    else memcpy(to, &narrow, sizeof narrow);
}

// A whole number with an optional minus.
static bool read_whole(const char *text, wide *v)
{
    uint64_t digits;
    const bool minus = *text == '-';
    if (!tree_digits(text + minus, &digits)) return false;
    *v = minus ? -(wide)digits : (wide)digits;
    return true;
}

static bool read_float(const char *text, double *v)
{
    char *end;
    if (!text[strcspn(text, "0123456789")] || strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    errno = 0;
    *v = strtod(text, &end);
    return !*end;
}

static int bad_number(yaml_tree *t, const yaml_node_t *node, const char *path, const char *text,
                      const elem_type *type)
{
    char *shown = source_printable(text);
    int status;
    if (type->kind == ELEM_FLOAT)
        status = tree_error(t, node, "%s = %s: must be a decimal number that %s can hold", path,
                            shown, type->name);
    else if (type->kind == ELEM_SIGNED)
        status =
            tree_error(t, node, "%s = %s: must be a whole number, %" PRId64 "..%" PRId64 " (%s)",
                       path, shown, (int64_t)least(type), (int64_t)most(type), type->name);
    else
        status = tree_error(t, node, "%s = %s: must be a whole number, 0..%" PRIu64 " (%s)", path,
                            shown, (uint64_t)most(type), type->name);
    free(shown);
    return status;
}

int elem_read(yaml_tree *t, yaml_node_t *node, const char *path, const elem_type *type,
              unsigned char out[ELEM_BYTES_MAX])
{
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                   "device memory is little-endian, and so must the host be");
    const char *text = tree_text(t, node, path);
    wide whole = 0;
    double real = 0;
    if (!text) return ST_INPUT;
    if (type->kind == ELEM_FLOAT) {
        if (!read_float(text, &real) || !float_holds(type, real))
            return bad_number(t, node, path, text, type);
        store_float(type, real, out);
    } else {
        if (!read_whole(text, &whole) || !holds(type, whole))
            return bad_number(t, node, path, text, type);
        store_whole(type, whole, out);
    }
    return ST_OK;
}

// Can the type hold the last element (the first one is checked where it is read)?
static int check_last(yaml_tree *t, const yaml_node_t *node, const char *path,
                      const elem_type *type, uint64_t count, const init *in)
{
    bool fits;
    if (type->kind == ELEM_FLOAT)
        fits = float_holds(type, in->f_start + in->f_step * (double)(count - 1));
    else fits = holds(type, in->start + in->step * (wide)(count - 1));
    if (fits) return ST_OK;
    return tree_error(t, node, "%s: element %" PRIu64 " is more than %s can hold", path, count - 1,
                      type->name);
}

// start and step of `linear`; the step of an unsigned type may be negative.
static int read_linear(yaml_tree *t, yaml_node_t *node, const char *path, const elem_type *type,
                       init *out)
{
    static const tree_key keys[] = {{"start", true}, {"step", true}};
    yaml_node_t *v[2];
    if (tree_keys(t, node, path, keys, 2, v) != ST_OK) return ST_INPUT;
    for (unsigned i = 0; i < 2; i++) {
        char *where = wl_format("%s.%s", path, keys[i].name);
        const char *text = tree_text(t, v[i], where);
        bool good = false;
        if (text && type->kind == ELEM_FLOAT)
            good = read_float(text, i ? &out->f_step : &out->f_start);
        else if (text)
            good = read_whole(text, i ? &out->step : &out->start) && (i || holds(type, out->start));
        if (text && !good) bad_number(t, v[i], where, text, type);
        free(where);
        if (!good) return ST_INPUT;
    }
    return ST_OK;
}

static int read_file(yaml_tree *t, yaml_node_t *node, const char *path, const elem_type *type,
                     uint64_t count, init *out)
{
    const char *name = tree_text(t, node, path);
    if (!name) return ST_INPUT;
    const size_t want = count * type->bytes;
    size_t got = 0;
    char *file = launch_path(t, name);
    err why = {0};
    int status = infile_read_named(file, want, &out->bytes, &got, &why);
    free(file);
    if (status != ST_OK) return tree_because(t, node, path, &why);
    if (got == want) return ST_OK;
    return tree_error(t, node, "%s = %s: has %zu bytes: must have %zu, %" PRIu64 " elements of %s",
                      path, name, got, want, count, type->name);
}

static int read_plain(yaml_tree *t, yaml_node_t *node, const char *path, init *out)
{
    static const char *const forms[] = {"zero", "iota", "{linear: {start: A, step: B}}",
                                        "{random: SEED}", "{file: PATH}"};
    const char *text = tree_text(t, node, path);
    if (!text) return ST_INPUT;
    const bool iota = strcmp(text, "iota") == 0;
    if (!iota && strcmp(text, "zero") != 0)
        return tree_unknown_word(t, node, path, text, forms, sizeof forms / sizeof forms[0]);
    *out = (init){.kind = INIT_LINEAR, .step = iota, .f_step = iota};
    return ST_OK;
}

static int read_mapping(yaml_tree *t, yaml_node_t *node, const char *path, const elem_type *type,
                        uint64_t count, init *out)
{
    static const tree_key keys[] = {{"linear", false}, {"random", false}, {"file", false}};
    yaml_node_t *v[3];
    if (tree_keys(t, node, path, keys, 3, v) != ST_OK) return ST_INPUT;
    if (!!v[0] + !!v[1] + !!v[2] != 1)
        return tree_error(t, node, "%s: must have exactly one of linear, random, file", path);
    const unsigned which = v[0] ? 0 : v[1] ? 1 : 2;
    char *where = wl_format("%s.%s", path, keys[which].name);
    int status;
    *out = (init){.kind = which == 0 ? INIT_LINEAR : which == 1 ? INIT_RANDOM : INIT_FILE};
    if (which == 0) status = read_linear(t, v[0], where, type, out);
    else if (which == 1) status = tree_number(t, v[1], where, 0, UINT64_MAX, &out->seed);
    else status = read_file(t, v[2], where, type, count, out);
    free(where);
    return status;
}

int init_read(yaml_tree *t, yaml_node_t *node, const char *path, const elem_type *type,
              uint64_t count, init *out)
{
    int status = node->type == YAML_MAPPING_NODE ? read_mapping(t, node, path, type, count, out)
                                                 : read_plain(t, node, path, out);
    if (status == ST_OK && out->kind == INIT_LINEAR)
        status = check_last(t, node, path, type, count, out);
    return status;
}

static void store_random(const elem_type *type, rng *r, unsigned char *to)
{
    const uint64_t bits = rng_u64(r);
    if (type->kind != ELEM_FLOAT) store_whole(type, (wide)(bits >> (64 - 8 * type->bytes)), to);
    else if (type->bytes == 4)
        store_float(type, (double)(bits >> 40) * 0x1p-24,
                    to); // as many bits as the significand has
    else store_float(type, (double)(bits >> 11) * 0x1p-53, to);
}

void init_fill(const init *in, const elem_type *type, uint64_t count, void *to)
{
    unsigned char *at = to;
    rng r = {in->seed};
    if (in->kind == INIT_FILE) {
        memcpy(to, in->bytes, count * type->bytes);
        return;
    }
    for (uint64_t i = 0; i < count; i++, at += type->bytes) {
        if (in->kind == INIT_RANDOM) store_random(type, &r, at);
        else if (type->kind == ELEM_FLOAT)
            store_float(type, in->f_start + in->f_step * (double)i, at);
        else store_whole(type, in->start + in->step * (wide)i, at);
    }
}

void init_free(init *in)
{
    free(in->bytes);
    in->bytes = NULL;
}
