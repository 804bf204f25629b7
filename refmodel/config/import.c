// import.c : see import.h: each option by its row of import_options.h, then what the file leaves
// out.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/import_options.h"
#include "config/import_state.h"

#include "base/nearest.h"
#include "base/outfile.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 20, MOST_NUMBERS = 16 };

typedef enum import_kind {
    KIND_NUMBERS,
    KIND_WORDS,
    KIND_FIXED,
    KIND_IGNORED,
    KIND_OWN,
    KIND_SAME
} import_kind;
typedef enum import_form { FLAG, COUNT, TEXT } import_form;

typedef struct import_option {
    const char *name;
    import_kind kind;
    import_form form;
    const char *fallback; // GPGPU-Sim's default; NULL: none is taken
    const char *keys;     // NUMBERS, WORDS; FIXED: the values that are right
    // WORDS: "their=our ..."; FIXED: what the machine does; IGNORED: why; SAME: the other name
    const char *words;
    import_custom *own;
} import_option;

// clang-format off
#define NUMBER_ROW(option, d, k) {#option, KIND_NUMBERS, COUNT, (d), (k), NULL, NULL},
#define NUMBERS_ROW(option, d, k) {#option, KIND_NUMBERS, TEXT, (d), (k), NULL, NULL},
#define WORDS_ROW(option, d, k, w) {#option, KIND_WORDS, TEXT, (d), (k), (w), NULL},
#define FIXED_ROW(option, f, d, right, does) {#option, KIND_FIXED, f, (d), (right), (does), NULL},
#define IGNORED_ROW(option, f, why) {#option, KIND_IGNORED, f, NULL, NULL, (why), NULL},
#define OWN_ROW(option, f, d, function) \
    {#option, KIND_OWN, f, (d), NULL, NULL, import_custom_##function},
#define SAME_ROW(option, other) {#option, KIND_SAME, TEXT, NULL, NULL, #other, NULL},
// clang-format on
static const import_option options[] = {
    IMPORT_OPTIONS(NUMBER_ROW, NUMBERS_ROW, WORDS_ROW, FIXED_ROW, IGNORED_ROW, OWN_ROW, SAME_ROW)};
enum { N_OPTIONS = sizeof options / sizeof options[0] };

// The row of an option by any of its names; NULL: GPGPU-Sim has none.
static const import_option *find_row(const char *name)
{
    for (unsigned i = 0; i < N_OPTIONS; i++) {
        if (strcmp(options[i].name, name) == 0) {
            return options[i].kind == KIND_SAME ? find_row(options[i].words) : &options[i];
        }
    }
    return NULL;
}

bool import_is_flag(const char *name)
{
    const import_option *row = find_row(name);
    return row && row->form == FLAG;
}

// The last item of a row counts, as in GPGPU-Sim; NULL: the file does not give it.
static const import_item *last_item(const importer *im, const import_option *row)
{
    for (unsigned i = im->n_items; i > 0; i--) {
        if (im->items[i - 1].row == row) return &im->items[i - 1];
    }
    return NULL;
}

static const import_option *row_of(const char *name)
{
    const import_option *row = find_row(name);
    CHECK(row, "import: there is no option %s", name);
    return row;
}

const char *import_value(const importer *im, const char *name)
{
    const import_item *o = last_item(im, row_of(name));
    return o ? o->value : NULL;
}

const char *import_default(const char *name) { return row_of(name)->fallback; }

// ---- errors and notes

int import_wrong(importer *im, const import_item *o, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *message = wl_format_v(fmt, ap);
    va_end(ap);
    if (im->left_out) {
        if (!im->refusal) im->refusal = message;
        else free(message);
        return ST_INPUT;
    }
    source_error(&im->file, o->line, o->col, im->e, "-%s: %s", o->name, message);
    free(message);
    return ST_INPUT;
}

// A default is not in the file: there is nothing to note.
void import_note_add(importer *im, const import_item *o, const char *fmt, ...)
{
    import_result *r = im->r;
    va_list ap;
    if (im->left_out) return;
    va_start(ap, fmt);
    r->notes = wl_realloc(r->notes, (r->n_notes + 1) * sizeof *r->notes);
    r->notes[r->n_notes++] =
        (import_note){o->line, wl_strdup(o->name), wl_strdup(o->value), wl_format_v(fmt, ap)};
    va_end(ap);
}

// A refusal begins with the value, which is told beside it.
void import_unused_default_add(importer *im, const char *option, const char *value, const char *why)
{
    import_result *r = im->r;
    const size_t n = strlen(value);
    if (strncmp(why, value, n) == 0 && strncmp(why + n, ": ", 2) == 0) why += n + 2;
    r->kept = wl_realloc(r->kept, (r->n_kept + 1) * sizeof *r->kept);
    r->kept[r->n_kept++] =
        (import_unused_default){wl_strdup(option), wl_strdup(value), wl_strdup(why)};
}

void import_free(import_result *r)
{
    for (unsigned i = 0; i < r->n_notes; i++) {
        free(r->notes[i].option);
        free(r->notes[i].value);
        free(r->notes[i].why);
    }
    for (unsigned i = 0; i < r->n_kept; i++) {
        free(r->kept[i].option);
        free(r->kept[i].value);
        free(r->kept[i].why);
    }
    free(r->notes);
    free(r->kept);
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

int import_truth(importer *im, const import_item *o, bool *on)
{
    *on = strcmp(o->value, "1") == 0;
    if (*on || strcmp(o->value, "0") == 0) return ST_OK;
    return import_wrong(im, o, "%s: must be 0 or 1", o->value);
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

static int no_numbers(importer *im, const import_item *o, const import_option *row)
{
    const char *const digits = "0123456789.:,";
    const bool fractions = o->value[strspn(o->value, digits)] == '\0' && strchr(o->value, '.');
    if (fractions) {
        return import_wrong(im, o,
                            "%s: cannot be represented: the machine has whole numbers here (%s)",
                            o->value, row->keys);
    }
    if (row->form == COUNT) return import_wrong(im, o, "%s: must be a whole number", o->value);
    return import_wrong(im, o, "%s: must be whole numbers, separated by : or ,", o->value);
}

static int take_numbers(importer *im, const import_item *o, const import_option *row)
{
    const char *keys = row->keys;
    char key[64];
    uint32_t v[MOST_NUMBERS];
    const unsigned n = read_numbers(o->value, v);
    if (!n) return no_numbers(im, o, row);
    unsigned i = 0;
    for (; next_word(&keys, key, sizeof key); i++) {
        if (i >= n) return import_wrong(im, o, "%s: too few numbers for %s", o->value, row->keys);
        if (import_number(im, o, key, v[i]) != ST_OK) return ST_INPUT;
    }
    if (n > i) import_note_add(im, o, "more numbers than the machine has keys for: %s", row->keys);
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
        if (strlen(pair) == n && strncmp(pair, o->value, n) == 0)
            return import_word(im, o, row->keys, equals + 1);
    }
    return import_wrong(im, o, "%s: has no counterpart in %s (theirs=ours: %s)", o->value,
                        row->keys, row->words);
}

static int take_fixed(importer *im, const import_item *o, const import_option *row)
{
    const char *list = row->keys;
    char word[64];
    while (next_word(&list, word, sizeof word)) {
        if (strcmp(word, o->value) == 0) return ST_OK;
    }
    return import_wrong(im, o, "%s: cannot be represented: the machine %s (%s)", o->value,
                        row->words, row->keys);
}

static int take_row(importer *im, const import_item *o, const import_option *row)
{
    switch (row->kind) {
    case KIND_NUMBERS: return take_numbers(im, o, row);
    case KIND_WORDS: return take_word(im, o, row);
    case KIND_FIXED: return take_fixed(im, o, row);
    case KIND_OWN: return row->own(im, o);
    default: import_note_add(im, o, "%s", row->words); return ST_OK;
    }
}

// ---- what the file gives

static int unknown(importer *im, const import_item *o)
{
    const char *names[N_OPTIONS];
    for (unsigned i = 0; i < N_OPTIONS; i++) names[i] = options[i].name;
    const char *near = nearest_of(o->name, names, N_OPTIONS);
    char *shown = source_printable(o->name);
    if (near) {
        source_error(&im->file, o->name_line, o->name_col, im->e,
                     "-%s: GPGPU-Sim has no such option; did you mean -%s?", shown, near);
    } else
        source_error(&im->file, o->name_line, o->name_col, im->e,
                     "-%s: GPGPU-Sim, 3.2 to 4.2, has no such option", shown);
    free(shown);
    return ST_INPUT;
}

// A whole number as GPGPU-Sim's parser reads it, in decimal; malloc'd; NULL: it is none.
static char *plain_count(const char *text)
{
    char *end;
    errno = 0;
    const long long v = strtoll(text, &end, 0);
    const bool octal = text[0] == '0' && isdigit((unsigned char)text[1]);
    if (end == text || *end || errno || isspace((unsigned char)*text)) return NULL;
    return octal || strchr(text, 'x') ? wl_format("%lld", v) : wl_strdup(text);
}

static int check_form(importer *im, import_item *o, const import_option *row)
{
    bool on;
    if (row->form == FLAG) return import_truth(im, o, &on);
    if (row->form == TEXT) return ST_OK;
    char *plain = plain_count(o->value);
    if (!plain) return import_wrong(im, o, "%s: must be a whole number", o->value);
    free(o->value);
    o->value = plain;
    return ST_OK;
}

static int take(importer *im, import_item *o)
{
    if (o->fault) return source_error(&im->file, o->line, o->col, im->e, "%s", o->fault);
    const import_option *row = o->row;
    if (!row) return unknown(im, o);
    const import_item *last = last_item(im, row);
    if (last != o) {
        import_note_add(im, o, "given again in line %u, which counts", last->name_line);
        return ST_OK;
    }
    return check_form(im, o, row) == ST_OK ? take_row(im, o, row) : ST_INPUT;
}

// ---- what it leaves out

// GPGPU-Sim's default; what the machine cannot represent leaves the configuration as it was.
static void take_default(importer *im, const import_option *row)
{
    const config before = im->r->c;
    const import_item o = {.name = (char *)row->name, .value = (char *)row->fallback};
    im->left_out = true;
    if (take_row(im, &o, row) != ST_OK) {
        im->r->c = before;
        import_unused_default_add(im, row->name, row->fallback, im->refusal);
    }
    free(im->refusal);
    im->refusal = NULL;
    im->left_out = false;
}

static void take_defaults(importer *im)
{
    for (unsigned i = 0; i < N_OPTIONS; i++) {
        if (options[i].fallback && !last_item(im, &options[i])) take_default(im, &options[i]);
    }
}

// What 4.x does that no option says.
static void version_4(importer *im)
{
    config *c = &im->r->c;
    c->l1d.read_places = 2;                  // data_cache::rd_miss_base
    c->l1d.l2_only_bytes = 32;               // warp_inst_t::memory_coalescing_arch
    c->sm.operand_reads = OPERANDS_PARALLEL; // opndcoll_rfu_t::arbiter_t::allocate_reads
    // It keeps room for the sectors of a whole line, whether the L2 has sectors or not.
    c->l2.intake_room = c->l2.icnt_to_l2_queue < 4 ? c->l2.icnt_to_l2_queue : 4;
    if (!import_given(im, "gpgpu_perf_sim_memcpy")) {
        import_unused_default_add(im, "gpgpu_perf_sim_memcpy", "1", IMPORT_COLD_COPIES);
    }
}

static int set_sms(importer *im)
{
    const import_item left_out = {.name = (char *)"gpgpu_n_clusters", .value = (char *)""};
    const import_item *clusters = im->clusters_item ? im->clusters_item
                                  : im->cores_item  ? im->cores_item
                                                    : &left_out;
    const cfg_row *row = cfg_find("gpu.sms", NULL);
    const uint64_t sms = (uint64_t)im->clusters * im->cores;
    if (sms <= row->max) return import_number(im, clusters, "gpu.sms", (uint32_t)sms);
    return import_wrong(im, clusters, "%u clusters of %u cores: gpu.sms must be at most %u",
                        im->clusters, im->cores, row->max);
}

// The texture cache's line is L1D's where it has the same size, and where the file does not say it
// and GPGPU-Sim's default is larger.
static void set_texture_line(importer *im)
{
    config *c = &im->r->c;
    const bool given = import_given(im, "gpgpu_tex_cache:l1");
    if (c->l1t.line_bytes == c->l1d.line_bytes || (!given && c->l1t.line_bytes > c->l1d.line_bytes))
        c->l1t.line_bytes = 0;
}

// L1D and L2 share one line size; without an L1D it is L2's.
static int set_line(importer *im)
{
    if (im->l1_line && im->l2_line && im->l1_line != im->l2_line) {
        return import_wrong(im, im->l2_item,
                            "%s: lines of %u bytes cannot be represented: the machine has one line "
                            "size, and L1D's is %u bytes",
                            im->l2_item->value, im->l2_line, im->l1_line);
    }
    if (!im->l1_line && im->l2_line) {
        return import_number(im, im->l2_item, "l1d.line_bytes", im->l2_line);
    }
    return ST_OK;
}

// What needs more than one option.
static int finish(importer *im)
{
    config *c = &im->r->c;
    int st = set_sms(im) | set_line(im) | import_finish_network(im);
    set_texture_line(im);
    if (!im->write_queue) c->dram.write_queue = 0;
    if (im->typed_caches) version_4(im);
    import_finish_dram(im);
    if (st == ST_OK) import_finish_cores(im);
    err own = {0};
    if (st == ST_OK && im->e->status == ST_OK && config_check(c, &own) != ST_OK) {
        st = err_pass(im->e, im->file.name, &own);
    }
    err_free(&own);
    return st;
}

// The file's name without folder and suffix, as an identifier.
static void name_after(config *c, const char *path)
{
    const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
    size_t n = strcspn(stem, ".");
    if (n > 60) n = 60;
    const bool odd_start = isdigit((unsigned char)*stem) || !n;
    snprintf(c->name, sizeof c->name, "%s%.*s", odd_start ? "gpu_" : "", (int)n, stem);
    for (char *p = c->name; *p; p++) {
        if (!isalnum((unsigned char)*p)) *p = '_';
    }
}

// All mistakes of the file, not the first alone.
static int import_text(importer *im)
{
    int st = ST_OK;
    name_after(&im->r->c, im->file.name);
    import_read_items(im);
    for (unsigned i = 0; i < im->n_items; i++) {
        if (!im->items[i].fault) im->items[i].row = find_row(im->items[i].name);
    }
    for (unsigned i = 0; i < im->n_items; i++) {
        if (take(im, &im->items[i]) != ST_OK) st = ST_INPUT;
    }
    if (st != ST_OK) return st;
    take_defaults(im);
    return finish(im);
}

int config_import(const char *path, import_result *r, err *e)
{
    *r = (import_result){0};
    importer im = {.r = r, .e = e, .file = {.name = wl_strdup(path)}};
    int st = config_load(&r->c, "gtx480", NULL, 0, e);
    im.preset = r->c;
    if (st == ST_OK) st = infile_read_named(path, FILE_MAX, &im.file.text, &im.file.bytes, e);
    if (st == ST_OK && strlen(im.file.text) != im.file.bytes)
        st = err_add(e, ST_INPUT, "%s: a NUL byte: not a gpgpusim.config", path);
    if (st == ST_OK) st = import_text(&im);
    import_items_free(&im);
    source_free(&im.file);
    return st;
}
