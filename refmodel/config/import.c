// import.c : see import.h: the file into options, and each option by its row of import_options.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/import_options.h"
#include "config/import_own.h"

#include "base/nearest.h"
#include "base/outfile.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 20, MOST_NUMBERS = 16 };

typedef enum import_kind { NUMBERS, WORDS, TEXT, FIXED, IGNORED, OWN } import_kind;

typedef struct import_option {
    const char *name;
    import_kind kind;
    const char *keys;  // NUMBERS, WORDS, TEXT; FIXED: the values that are right
    const char *words; // WORDS: "their=our ..."; FIXED: what the machine does; IGNORED: why
    import_own *own;
} import_option;

#define NUMBERS_ROW(option, k) {.name = #option, .kind = NUMBERS, .keys = (k)},
#define WORDS_ROW(option, k, w) {.name = #option, .kind = WORDS, .keys = (k), .words = (w)},
#define TEXT_ROW(option, k) {.name = #option, .kind = TEXT, .keys = (k)},
#define FIXED_ROW(option, right, does) {.name = #option, .kind = FIXED, .keys = (right), .words = (does)},
#define IGNORED_ROW(option, why) {.name = #option, .kind = IGNORED, .words = (why)},
#define OWN_ROW(option, function) {.name = #option, .kind = OWN, .own = import_own_##function},
static const import_option options[] = {IMPORT_OPTIONS(NUMBERS_ROW, WORDS_ROW, TEXT_ROW, FIXED_ROW, IGNORED_ROW, OWN_ROW)};
enum { N_OPTIONS = sizeof options / sizeof options[0] };

// ---- errors and notes

int import_wrong(importer *im, const import_item *o, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *message = wl_format_v(fmt, ap);
    va_end(ap);
    source_error(&im->file, o->line, o->col, im->e, "-%s: %s", o->name, message);
    free(message);
    return ST_INPUT;
}

void import_note_add(importer *im, const import_item *o, const char *why)
{
    import_result *r = im->r;
    r->notes = wl_realloc(r->notes, (r->n_notes + 1) * sizeof *r->notes);
    r->notes[r->n_notes++] = (import_note){o->line, wl_strdup(o->name), wl_strdup(o->value), why};
}

void import_free(import_result *r)
{
    for (unsigned i = 0; i < r->n_notes; i++) {
        free(r->notes[i].option);
        free(r->notes[i].value);
    }
    free(r->notes);
    *r = (import_result){0};
}

// ---- keys

int import_number(importer *im, const import_item *o, const char *key, uint32_t value)
{
    const cfg_row *row = cfg_find(key, NULL);
    CHECK(row, "import: there is no key %s", key);
    if (row->kind == CFG_BOOL && value <= 1) {
        cfg_set(&im->r->c, row, value);
        return ST_OK;
    }
    if (value < row->min || value > row->max || ((row->flags & POW2) && (value & (value - 1)))) {
        char *allowed = cfg_allowed(row);
        import_wrong(im, o, "%s = %u: must be %s", key, value, allowed);
        free(allowed);
        return ST_INPUT;
    }
    cfg_set(&im->r->c, row, value);
    return ST_OK;
}

int import_word(importer *im, const import_item *o, const char *key, const char *word)
{
    const cfg_row *row = cfg_find(key, NULL);
    CHECK(row, "import: there is no key %s", key);
    if (row->kind == CFG_BOOL) return import_number(im, o, key, strcmp(word, "true") == 0);
    if (row->kind == CFG_UINT) return import_number(im, o, key, (uint32_t)strtoul(word, NULL, 10));
    for (uint32_t i = 0; i < row->n_words; i++) {
        if (strcmp(row->words[i].word, word) != 0) continue;
        cfg_set(&im->r->c, row, i);
        return ST_OK;
    }
    CHECK(false, "import: %s has no word %s", key, word);
}

bool import_parse(const char *text, uint32_t *value, const char **end)
{
    uint64_t v = 0;
    const char *p = text;
    for (; isdigit((unsigned char)*p); p++) {
        v = v * 10 + (uint64_t)(*p - '0');
        if (v > UINT32_MAX) return false;
    }
    if (p == text) return false;
    if (*p == '.') p += 1 + strspn(p + 1, "0");
    *value = (uint32_t)v;
    *end = p;
    return true;
}

// ---- kinds of options

// The next of the words separated by single blanks; false at the end.
static bool next_word(const char **list, char *word, size_t room)
{
    const size_t n = strcspn(*list, " ");
    if (!n) return false;
    CHECK(n < room, "import: %s: a longer word than expected", *list);
    memcpy(word, *list, n);
    word[n] = '\0';
    *list += n + ((*list)[n] == ' ');
    return true;
}

// The numbers of a value, separated by : or , ; 0: it is something else.
static unsigned read_numbers(const char *text, uint32_t *v)
{
    for (unsigned n = 0; n < MOST_NUMBERS;) {
        if (!import_parse(text, &v[n++], &text)) return 0;
        if (!*text) return n;
        if (*text != ':' && *text != ',') return 0;
        text++;
    }
    return 0;
}

// One number may be for two keys (one flit size for both directions).
static int take_numbers(importer *im, const import_item *o, const import_option *row)
{
    const char *keys = row->keys;
    char key[64];
    uint32_t v[MOST_NUMBERS];
    const unsigned n = read_numbers(o->value, v);
    if (!n) return import_wrong(im, o, "%s: must be whole numbers, separated by : or ,", o->value);
    unsigned i = 0;
    for (; next_word(&keys, key, sizeof key); i++) {
        if (i >= n && !(i == 1 && !*keys)) return import_wrong(im, o, "%s: too few numbers for %s", o->value, row->keys);
        if (import_number(im, o, key, v[i < n ? i : n - 1]) != ST_OK) return ST_INPUT;
    }
    if (n > i) import_note_add(im, o, "more numbers than the machine has");
    return ST_OK;
}

static int take_word(importer *im, const import_item *o, const import_option *row)
{
    const char *list = row->words;
    char pair[64];
    const size_t n = strcspn(o->value, ":");
    while (next_word(&list, pair, sizeof pair)) {
        char *equals = strchr(pair, '=');
        *equals = '\0';
        if (strlen(pair) == n && strncmp(pair, o->value, n) == 0) return import_word(im, o, row->keys, equals + 1);
    }
    return import_wrong(im, o, "%s: has no counterpart in %s (theirs=ours: %s)", o->value, row->keys, row->words);
}

static int take_text(importer *im, const import_item *o, const import_option *row)
{
    const cfg_row *key = cfg_find(row->keys, NULL);
    CHECK(key, "import: there is no key %s", row->keys);
    if (strlen(o->value) >= CFG_STR) return import_wrong(im, o, "must have at most %d characters", CFG_STR - 1);
    strcpy((char *)&im->r->c + key->offset, o->value);
    return ST_OK;
}

static int take_fixed(importer *im, const import_item *o, const import_option *row)
{
    const char *list = row->keys;
    char word[64];
    while (next_word(&list, word, sizeof word)) {
        if (strcmp(word, o->value) == 0) return ST_OK;
    }
    return import_wrong(im, o, "%s: cannot be represented: the machine %s (%s)", o->value, row->words, row->keys);
}

static int unknown(importer *im, const import_item *o)
{
    import_note_add(im, o, "unknown option");
    return ST_OK;
}

static int take(importer *im, const import_item *o)
{
    const import_option *row = NULL;
    for (unsigned i = 0; i < N_OPTIONS && !row; i++) {
        if (strcmp(options[i].name, o->name) == 0) row = &options[i];
    }
    if (!row) return unknown(im, o);
    if (strcmp(o->name, "icnt_flit_size") == 0) im->flits_given = true;
    if (strcmp(o->name, "icnt_in_buffer_limit") == 0) im->buffer_given = true;
    switch (row->kind) {
    case NUMBERS: return take_numbers(im, o, row);
    case WORDS: return take_word(im, o, row);
    case TEXT: return take_text(im, o, row);
    case FIXED: return take_fixed(im, o, row);
    case OWN: return row->own(im, o);
    default: import_note_add(im, o, row->words); return ST_OK;
    }
}

// ---- the file

typedef struct scan {
    const char *p, *line_start;
    unsigned line;
} scan;

static void step(scan *s)
{
    if (*s->p++ != '\n') return;
    s->line++;
    s->line_start = s->p;
}

static bool joins(const scan *s) { return s->p[0] == '\\' && (s->p[1] == '\n' || (s->p[1] == '\r' && s->p[2] == '\n')); }

static void skip_blank(scan *s)
{
    while (*s->p) {
        if (*s->p == '#') while (*s->p && *s->p != '\n') step(s);
        else if (isspace((unsigned char)*s->p) || joins(s)) step(s);
        else return;
    }
}

static unsigned col(const scan *s) { return (unsigned)(s->p - s->line_start) + 1; }

// A word, or what stands between double quotes without its white space; malloc'd. NULL: the quote is not closed.
static char *word(scan *s)
{
    char *text = NULL;
    size_t bytes = 0;
    bool quoted = false;
    FILE *f = wl_memstream(&text, &bytes);
    for (; *s->p && (quoted || (!isspace((unsigned char)*s->p) && *s->p != '#')); step(s)) {
        if (*s->p == '"') quoted = !quoted;
        else if (joins(s)) while (isspace((unsigned char)s->p[1])) step(s);
        else if (!isspace((unsigned char)*s->p)) fputc(*s->p, f);
    }
    wl_memstream_end(f);
    if (!quoted) return text;
    free(text);
    return NULL;
}

static int bad_place(importer *im, unsigned line, unsigned column, const char *what)
{
    return source_error(&im->file, line, column, im->e, "%s", what);
}

static bool is_option(const char *p) { return *p == '-' && (isalpha((unsigned char)p[1]) || p[1] == '_'); }

// Reads and takes one option; false at the end of the file or where reading cannot go on.
static bool one_option(importer *im, scan *s, int *status)
{
    skip_blank(s);
    if (!*s->p) return false;
    const unsigned line = s->line, column = col(s);
    if (!is_option(s->p)) {
        *status = bad_place(im, line, column, "expected an option, -name value");
        return false;
    }
    import_item o = {.name = word(s)};
    if (o.name) memmove(o.name, o.name + 1, strlen(o.name));
    skip_blank(s);
    o.line = s->line;
    o.col = col(s);
    if (!o.name || !*s->p || is_option(s->p)) {
        *status = source_error(&im->file, line, column, im->e, "-%s: no value", o.name ? o.name : "");
    } else if (!(o.value = word(s))) {
        *status = bad_place(im, o.line, o.col, "the quote is not closed");
    } else if (take(im, &o) != ST_OK) {
        *status = ST_INPUT;
    }
    free(o.name);
    free(o.value);
    return true;
}

// The file's name without folder and suffix, as an identifier.
static void name_after(config *c, const char *path)
{
    const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
    size_t n = strcspn(stem, ".");
    if (n > 60) n = 60;
    snprintf(c->name, sizeof c->name, "%s%.*s", isdigit((unsigned char)*stem) || !n ? "gpu_" : "", (int)n, stem);
    for (char *p = c->name; *p; p++) {
        if (!isalnum((unsigned char)*p)) *p = '_';
    }
}

// What 4.x does that no option says.
static void version_4(const importer *im, config *c)
{
    if (!im->flits_given) c->icnt.request_flit_bytes = c->icnt.reply_flit_bytes = 40;
    // A packet waits in the source's queue (9 flits), then in the router (64 in the files that come with it).
    if (!im->buffer_given) c->icnt.input_buffer = 9 + (im->router_buffer ? im->router_buffer : 64);
    c->l1d.read_places = 2; // data_cache::rd_miss_base
    // It keeps room for the sectors of a whole line, whether the L2 has sectors or not.
    c->l2.intake_room = c->l2.icnt_to_l2_queue < 4 ? c->l2.icnt_to_l2_queue : 4;
}

// What needs more than one option.
static int finish(importer *im)
{
    const import_item clusters = {.name = (char *)"gpgpu_n_clusters", .value = (char *)""};
    config *c = &im->r->c;
    int st = ST_OK;
    if (im->clusters || im->cores) {
        const uint64_t sms = (uint64_t)(im->clusters ? im->clusters : 1) * (im->cores ? im->cores : 1);
        st = import_number(im, &clusters, "gpu.sms", sms > UINT32_MAX ? UINT32_MAX : (uint32_t)sms);
    }
    if (!im->write_queue) c->dram.write_queue = 0;
    else if (!c->dram.write_queue) c->dram.write_queue = 32; // GPGPU-Sim's size when it is not given
    if (im->typed_caches) version_4(im, c);
    err own = {0};
    if (st == ST_OK && im->e->status == ST_OK && config_check(c, &own) != ST_OK) st = err_pass(im->e, im->file.name, &own);
    err_free(&own);
    return st;
}

int config_import(const char *path, import_result *r, err *e)
{
    *r = (import_result){0};
    importer im = {.r = r, .e = e, .file = {.name = wl_strdup(path)}};
    int st = config_load(&r->c, "gtx480", NULL, 0, e);
    if (st == ST_OK) st = infile_read(path, FILE_MAX, &im.file.text, &im.file.bytes, e);
    if (st == ST_OK && strlen(im.file.text) != im.file.bytes) st = err_add(e, ST_INPUT, "%s: a NUL byte: not a gpgpusim.config", path);
    if (st == ST_OK) {
        scan s = {im.file.text, im.file.text, 1};
        name_after(&r->c, path);
        while (one_option(&im, &s, &st)) continue;
        const int end = finish(&im);
        st = st != ST_OK ? st : end;
    }
    source_free(&im.file);
    return st;
}
