// rows.c : see rows.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#define WORD_ROW(constant, word, doc) {word, doc},
// clang-format on
#define WORD_TABLE(type, LIST) \
    static const cfg_word words_##type[] = {LIST(WORD_ROW)}; \
    _Static_assert(sizeof(type) == sizeof(unsigned), \
                   "enum fields are read and written as unsigned");
CFG_ENUMS(WORD_TABLE)

// Inside a section's function `section` is the type of the section's struct and `base` its offset,
// so that a row, which knows only its field's name, can tell where the field is.
#define AT(field) base + offsetof(section, field)
// clang-format off
#define U_ROW(field, d, lo, hi, u, fl, dc, sr) \
    {.key = #field, .c_field = #field, \
     .kind = CFG_UINT, .flags = (fl), .offset = AT(field), .def = (d), .min = (lo), \
     .max = (hi), .unit = (u), .doc = (dc), .src = (sr)}, 
#define D_ROW(field, k, d, lo, hi, u, fl, dc, sr) \
    {.key = (k), .c_field = #field, \
     .kind = CFG_DECIMAL, .flags = (fl), .offset = AT(field), .def = (d), .min = (lo), \
     .max = (hi), .unit = (u), .doc = (dc), .src = (sr)}, 
#define B_ROW(field, d, fl, dc, sr) \
    {.key = #field, .c_field = #field, \
     .kind = CFG_BOOL, .flags = (fl), .offset = AT(field), .def = (d), .max = 1, \
     .unit = "", .doc = (dc), .src = (sr)}, 
#define E_ROW(field, type, d, fl, dc, sr) \
    {.key = #field, .c_field = #field, \
     .kind = CFG_WORD, .flags = (fl), .offset = AT(field), .def = (d), \
     .max = sizeof words_##type / sizeof words_##type[0] - 1, .words = words_##type, \
     .n_words = sizeof words_##type / sizeof words_##type[0], .unit = "", .doc = (dc), \
     .src = (sr)}, 
#define S_ROW(field, d, fl, dc, sr) \
    {.key = #field, .c_field = #field, \
     .kind = CFG_STRING, .flags = (fl), .offset = AT(field), .text = (d), \
     .unit = "", .doc = (dc), .src = (sr)},
// clang-format on

#define SECTION_ROWS(member, path, TABLE, doc) \
    static const cfg_row *rows_##member(unsigned *n) \
    { \
        typedef struct cfg_##member section; \
        enum { base = offsetof(config, member) }; \
        static const cfg_row rows[] = {TABLE(U_ROW, D_ROW, B_ROW, E_ROW, S_ROW)}; \
        *n = sizeof rows / sizeof rows[0]; \
        return rows; \
    }
CFG_SECTIONS(SECTION_ROWS)

static const cfg_row top_rows[] = {
    {.key = "name",
     .c_field = "name",
     .kind = CFG_STRING,
     .flags = HW,
     .offset = offsetof(config, name),
     .text = "warploom",
     .unit = "",
     .doc = "prefix of every emitted module: a Verilog identifier, so that several configurations "
            "live in one design",
     .src = ""},
};

#define COUNT_SECTION(member, path, TABLE, doc) +1
enum { N_SECTIONS = 1 CFG_SECTIONS(COUNT_SECTION) };

const cfg_section *cfg_sections(unsigned *n)
{
    static cfg_section all[N_SECTIONS];
    if (!all[0].rows) {
        unsigned i = 0;
        all[i++] = (cfg_section){"", "the configuration as a whole", top_rows,
                                 sizeof top_rows / sizeof top_rows[0]};
#define FILL_SECTION(member, section_path, TABLE, section_doc) \
    all[i] = (cfg_section){.path = (section_path), .doc = (section_doc)}; \
    all[i].rows = rows_##member(&all[i].n); \
    i++;
        CFG_SECTIONS(FILL_SECTION)
    }
    *n = N_SECTIONS;
    return all;
}

const cfg_row *cfg_find(const char *path, const cfg_section **section)
{
    unsigned n;
    const cfg_section *all = cfg_sections(&n);
    const char *dot = strrchr(path, '.');
    size_t prefix = dot ? (size_t)(dot - path) : 0;
    const char *key = dot ? dot + 1 : path;
    for (unsigned i = 0; i < n; i++) {
        if (strlen(all[i].path) != prefix || strncmp(all[i].path, path, prefix) != 0) continue;
        for (unsigned k = 0; k < all[i].n; k++) {
            if (strcmp(all[i].rows[k].key, key) != 0) continue;
            if (section) *section = &all[i];
            return &all[i].rows[k];
        }
    }
    return NULL;
}

char *cfg_path(const cfg_section *s, const cfg_row *r)
{
    return wl_format("%s%s%s", s->path, *s->path ? "." : "", r->key);
}

static const void *field(const config *c, const cfg_row *r) { return (const char *)c + r->offset; }

uint32_t cfg_get(const config *c, const cfg_row *r)
{
    bool b;
    uint32_t v;
    if (r->kind == CFG_BOOL) {
        memcpy(&b, field(c, r), sizeof b);
        return b;
    }
    memcpy(&v, field(c, r), sizeof v);
    return v;
}

void cfg_set(config *c, const cfg_row *r, uint32_t value)
{
    bool b = value != 0;
    char *to = (char *)c + r->offset;
    if (r->kind == CFG_BOOL) memcpy(to, &b, sizeof b);
    else memcpy(to, &value, sizeof value);
}

const char *cfg_string(const config *c, const cfg_row *r) { return field(c, r); }

char *cfg_number_text(const cfg_row *r, uint32_t value)
{
    if (r->kind != CFG_DECIMAL) return wl_format("%" PRIu32, value);
    char *s = wl_format("%" PRIu32 ".%03" PRIu32, value / 1000, value % 1000);
    size_t n = strlen(s);
    while (s[n - 1] == '0') n--;
    if (s[n - 1] == '.') n--;
    s[n] = '\0';
    return s;
}

// Strings are always in double quotes; the reader lets no control character into one.
static char *quoted(const char *s)
{
    char *q = wl_calloc(2 * strlen(s) + 3, 1), *p = q;
    *p++ = '"';
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') *p++ = '\\';
        *p++ = *s;
    }
    *p = '"';
    return q;
}

char *cfg_text(const config *c, const cfg_row *r)
{
    if (r->kind == CFG_STRING) return quoted(cfg_string(c, r));
    uint32_t v = cfg_get(c, r);
    if (r->kind == CFG_BOOL) return wl_strdup(v ? "true" : "false");
    if (r->kind == CFG_WORD) return wl_strdup(r->words[v].word);
    return cfg_number_text(r, v);
}

static char *allowed_words(const cfg_row *r)
{
    char *s = wl_strdup(r->words[0].word);
    for (unsigned i = 1; i < r->n_words; i++) {
        char *longer = wl_format("%s%s%s", s, i + 1 < r->n_words ? ", " : " or ", r->words[i].word);
        free(s);
        s = longer;
    }
    return s;
}

char *cfg_allowed(const cfg_row *r)
{
    if (r->kind == CFG_BOOL) return wl_strdup("true or false");
    if (r->kind == CFG_WORD) return allowed_words(r);
    if (r->kind == CFG_STRING && r->offset == offsetof(config, name))
        return wl_format("a Verilog identifier of 1..%d characters, no keyword", CFG_NAME);
    if (r->kind == CFG_STRING)
        return wl_format("a string of 1..%d bytes without control characters", CFG_STR - 1);
    char *lo = cfg_number_text(r, r->min), *hi = cfg_number_text(r, r->max);
    char *s = wl_format("%s%s..%s%s%s%s", r->flags & POW2 ? "a power of two in " : "", lo, hi,
                        *r->unit ? " (" : "", r->unit, *r->unit ? ")" : "");
    free(lo);
    free(hi);
    return s;
}

bool cfg_shapes_hw(const config *c, const cfg_section *s, const cfg_row *r)
{
    const unsigned on = (c->dwtcs.enable ? HW_DWTCS : 0) | (c->warppool.enable ? HW_WARPPOOL : 0) |
                        (c->cart.enable ? HW_CART : 0) | (c->crossbar.enable ? HW_CROSSBAR : 0) |
                        (c->pric.enable ? HW_PRIC : 0);
    if (r->flags & (HW_DWTCS | HW_WARPPOOL | HW_CART | HW_CROSSBAR | HW_PRIC))
        return (r->flags & on) != 0;
    if (!(r->flags & (HW | HW_ON)) || ((r->flags & HW_ON) && !cfg_get(c, r))) return false;
    for (unsigned i = 0; i < s->n; i++) {
        if (strcmp(s->rows[i].key, "enable") == 0 && (s->rows[i].flags & HW))
            return cfg_get(c, &s->rows[i]);
    }
    return true;
}
