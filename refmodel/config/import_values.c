// import_values.c : values of a gpgpusim.config with a syntax of their own: threads, schedulers,
// caches.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/import_state.h"

#include <stdlib.h>
#include <string.h>

// ---- the size of the machine

static int lone_number(importer *im, const import_item *o, uint32_t *value)
{
    const char *end;
    if (import_parse(o->value, value, &end) && !*end && *value) return ST_OK;
    return import_wrong(im, o, "%s: must be a whole number, 1..%u", o->value, UINT32_MAX);
}

int import_custom_clusters(importer *im, const import_item *o)
{
    if (!im->left_out) im->clusters_item = o;
    return lone_number(im, o, &im->clusters);
}
int import_custom_cores_per_cluster(importer *im, const import_item *o)
{
    if (!im->left_out) im->cores_item = o;
    return lone_number(im, o, &im->cores);
}

// A file that leaves the cores of a cluster out has three, and no line to point at.
static void note_clusters(importer *im)
{
    const import_item left_out = {.name = (char *)"gpgpu_n_cores_per_cluster",
                                  .value = (char *)import_default("gpgpu_n_cores_per_cluster")};
    if (im->cores < 2) return;
    import_note_add(im, im->cores_item ? im->cores_item : &left_out,
                    "as a cluster: its cores share one port of the network there; here each SM has "
                    "its own");
}

// Where a file gives a pipeline as many places as it has units, it is the machine's.
static void note_widths(importer *im)
{
    const uint32_t units[3] = {im->r->c.sm.sp_units, im->r->c.sm.sfu_units, 1};
    bool same = true;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 3; k++) same &= im->widths[i][k] == units[k];
    }
    if (!im->widths_item || same) return;
    import_note_add(im, im->widths_item,
                    "all but the last, the result buses: the machine issues and dispatches to as "
                    "many SP, SFU and memory pipelines as there are units");
}

void import_finish_cores(importer *im)
{
    note_clusters(im);
    note_widths(im);
}

// "1536:32": threads of an SM : threads of a warp
int import_custom_threads(importer *im, const import_item *o)
{
    uint32_t threads, warp;
    const char *p;
    if (!import_parse(o->value, &threads, &p) || *p != ':' || !import_parse(p + 1, &warp, &p) ||
        *p) {
        return import_wrong(im, o, "%s: must be threads:warp size, e.g. 1536:32", o->value);
    }
    if (warp != 32)
        return import_wrong(im, o, "%s: cannot be represented: the machine has warps of 32 threads",
                            o->value);
    if (threads % 32) return import_wrong(im, o, "%s: must be a multiple of 32 threads", o->value);
    return import_number(im, o, "sm.warps", threads / 32);
}

int import_custom_perfect(importer *im, const import_item *o)
{
    bool on;
    if (import_truth(im, o, &on) != ST_OK) return ST_INPUT;
    return import_number(im, o, "l1i.perfect", on) | import_number(im, o, "l1c.perfect", on);
}

// lrr, gto, two_level_active:ACTIVE:0:1, warp_limiting:PRIORITY:WARPS with priority 0 (lrr) or 2
// (gto)
int import_custom_scheduler(importer *im, const import_item *o)
{
    static const char two_level[] = "two_level_active:", limiting[] = "warp_limiting:";
    uint32_t a, b;
    const char *p = o->value;
    if (strcmp(o->value, "lrr") == 0) return import_word(im, o, "sm.scheduler", "rr");
    if (strcmp(o->value, "gto") == 0) return import_word(im, o, "sm.scheduler", "gto");
    if (strncmp(p, two_level, strlen(two_level)) == 0 &&
        import_parse(p + strlen(two_level), &a, &p) && *p == ':') {
        if (strcmp(p, ":0:1") != 0)
            return import_wrong(im, o,
                                "%s: cannot be represented: GPGPU-Sim itself knows priorities 0:1 "
                                "only, round robin in and among the levels",
                                o->value);
        return import_word(im, o, "sm.scheduler", "two_level") |
               import_number(im, o, "sm.active_warps", a);
    }
    if (strncmp(p, limiting, strlen(limiting)) == 0 && import_parse(p + strlen(limiting), &a, &p) &&
        (a == 0 || a == 2) && *p == ':' && import_parse(p + 1, &b, &p) && !*p) {
        return import_word(im, o, "sm.scheduler", a ? "gto" : "rr") |
               import_word(im, o, "sm.gate", "swl") | import_number(im, o, "sm.swl_warps", b);
    }
    return import_wrong(
        im, o,
        "%s: cannot be represented: lrr, gto, two_level_active:N:0:1 and warp_limiting:0|2:N can",
        o->value);
}

// A width a stage; EX_WB, the result buses, is the last of 7 or 9 (version 3) or 11 (version 4),
// and before two more of the tensor cores. The others (SP, DP of more than 7, INT of more than 9,
// SFU, memory, each into and out of the operand collectors) are not modelled: instructions issue to
// as many units as there are.
static void keep_widths(importer *im, const import_item *o, const uint32_t *width, unsigned n)
{
    const unsigned kinds = (n < 11 ? n - 1 : 10) / 2;
    if (im->left_out) return;
    im->widths_item = o;
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t *w = width + i * kinds;
        im->widths[i][0] = w[0];
        im->widths[i][1] = w[kinds - 2];
        im->widths[i][2] = w[kinds - 1];
    }
}

int import_custom_pipeline_widths(importer *im, const import_item *o)
{
    enum { WIDTHS = 14 };
    uint32_t width[WIDTHS];
    unsigned n = 0;
    const char *p = o->value;
    while (n < WIDTHS && import_parse(p, &width[n], &p)) {
        n++;
        if (*p++ != ',') break;
    }
    const bool whole = n && p[-1] == '\0';
    if (whole && (n == 7 || n == 9 || n == 11 || n == 13)) {
        keep_widths(im, o, width, n);
        return import_number(im, o, "sm.result_buses", width[n == 13 ? 10 : n - 1]);
    }
    return import_wrong(im, o, "%s: must be 7, 9, 11 or 13 widths", o->value);
}

// ---- caches

// "N:32:128:4,L:L:m:N:H,A:32:8,8:0,32": type, sets, line, ways; replacement, write, allocate,
// write-allocate, index; MSHR kind, MSHRs, merges; miss queue, FIFO; port. 3.2 has no type. Fields
// of a group by number. A texture cache has, from the MSHR kind on, "F:128:4,128:2": FIFOs of
// fragments and requests; reorder buffer, FIFO of results.
enum { GROUPS = 5, FIELDS = 6 };
typedef struct cache_text {
    char field[GROUPS][FIELDS][16];
    unsigned n[GROUPS], groups;
} cache_text;

static bool split_group(cache_text *t, unsigned g, const char *p, size_t bytes)
{
    unsigned *n = &t->n[g];
    for (const char *end = p + bytes;; p++) {
        const size_t m = strcspn(p, ":,");
        if (*n == FIELDS || !m || m >= sizeof t->field[0][0]) return false;
        memcpy(t->field[g][*n], p, m);
        t->field[g][(*n)++][m] = '\0';
        p += m;
        if (p >= end) return true;
    }
}

static bool split(cache_text *t, const char *p)
{
    *t = (cache_text){0};
    for (;; p++) {
        const size_t bytes = strcspn(p, ",");
        if (t->groups == GROUPS || !bytes || !split_group(t, t->groups++, p, bytes)) return false;
        p += bytes;
        if (!*p) return true;
    }
}

// Brings 3.2's text into 4.x's form; false: not a cache.
static bool read_cache(importer *im, const import_item *o, cache_text *t)
{
    if (!split(t, o->value)) return false;
    if (t->n[0] == 3) {
        for (unsigned i = 3; i > 0; i--)
            memcpy(t->field[0][i], t->field[0][i - 1], sizeof t->field[0][i]);
        strcpy(t->field[0][0], "N");
        t->n[0] = 4;
    } else {
        im->typed_caches = true;
    }
    if (t->n[1] == 4) strcpy(t->field[1][t->n[1]++], "L"); // no index function given: linear
    return t->groups >= 4 && t->n[0] == 4 && t->n[1] == 5 && t->n[2] == 3;
}

static int number_field(importer *im, const import_item *o, const char *section, const char *key,
                        const char *text)
{
    uint32_t v;
    const char *end;
    if (!import_parse(text, &v, &end) || *end)
        return import_wrong(im, o, "%s: %s: must be a whole number", o->value, text);
    char *path = wl_format("%s.%s", section, key);
    const int st = import_number(im, o, path, v);
    free(path);
    return st;
}

// One meaning "L=l1d.index:linear", or "L=" for what the machine does anyway; true when it is the
// letter's.
static bool take_meaning(importer *im, const import_item *o, const char *letter, const char *text,
                         size_t bytes, int *st)
{
    const char *equals = memchr(text, '=', bytes), *end = text + bytes;
    const char *key = equals + 1, *colon = memchr(key, ':', (size_t)(end - key));
    if (strlen(letter) != (size_t)(equals - text) || strncmp(text, letter, strlen(letter)) != 0)
        return false;
    if (!colon) return true;
    char *path = wl_format("%.*s", (int)(colon - key), key),
         *value = wl_format("%.*s", (int)(end - colon - 1), colon + 1);
    *st |= import_word(im, o, path, value);
    free(path);
    free(value);
    return true;
}

// What a letter of a cache may be: its meanings, with blanks between them, which may give a letter
// several keys; and what the machine does, for messages.
typedef struct letter_rule {
    const char *meanings, *does;
} letter_rule;

static int letter_field(importer *im, const import_item *o, const char *what, const char *letter,
                        letter_rule rule)
{
    int st = ST_OK;
    bool known = false;
    for (const char *p = rule.meanings; *p; p += strspn(p, " ")) {
        const size_t n = strcspn(p, " ");
        known |= take_meaning(im, o, letter, p, n, &st);
        p += n;
    }
    return known ? st
                 : import_wrong(im, o,
                                "%s: %s %s cannot be represented: the machine "
                                "%s",
                                o->value, what, letter, rule.does);
}

typedef struct cache_rules {
    const char *section;
    letter_rule type, write, allocate, write_allocate, index, mshr;
    const char *outstanding, *merged, *queue; // keys of the two groups of numbers
} cache_rules;

#define MSHRS \
    .mshr = {"A= S=", "has associative MSHRs (A or S)"}, .outstanding = "mshrs", \
    .merged = "merges", .queue = "miss_queue"

static int take_geometry(importer *im, const import_item *o, const cache_rules *c,
                         const cache_text *t)
{
    int st = number_field(im, o, c->section, "sets", t->field[0][1]) |
             number_field(im, o, c->section, "ways", t->field[0][3]);
    st |= number_field(im, o, c->section, c->outstanding, t->field[2][1]) |
          number_field(im, o, c->section, c->merged, t->field[2][2]);
    return st | number_field(im, o, c->section, c->queue, t->field[3][0]);
}

static int take_letters(importer *im, const import_item *o, const cache_rules *c,
                        const cache_text *t)
{
    static const letter_rule lru = {"L=", "replaces the least recently used line (L)"};
    int st = letter_field(im, o, "type", t->field[0][0], c->type);
    st |= letter_field(im, o, "replacement", t->field[1][0], lru);
    st |= letter_field(im, o, "write policy", t->field[1][1], c->write);
    st |= letter_field(im, o, "allocation", t->field[1][2], c->allocate);
    st |= letter_field(im, o, "write-allocate policy", t->field[1][3], c->write_allocate);
    st |= letter_field(im, o, "index function", t->field[1][4], c->index);
    return st | letter_field(im, o, "MSHR kind", t->field[2][0], c->mshr);
}

static int take_cache(importer *im, const import_item *o, const cache_rules *c, cache_text *t)
{
    if (!read_cache(im, o, t)) {
        if (t->n[0] == 6) {
            return import_wrong(im, o,
                                "%s: the form of GPGPU-Sim 3.1 and before; 3.2 writes policies "
                                "apart, e.g. 32:128:4,L:L:m:N,A:32:8,8",
                                o->value);
        }
        return import_wrong(im, o,
                            "%s: not a cache, e.g. N:32:128:4,L:L:m:N:H,A:32:8,8 or "
                            "32:128:4,L:L:m:N:H,A:32:8,8",
                            o->value);
    }
    if (t->groups == GROUPS && strcmp(c->section, "l2") != 0)
        import_note_add(im, o,
                        "its last group, the width of the port: the machine "
                        "gives it none");
    const int geometry = take_geometry(im, o, c, t);
    return geometry | take_letters(im, o, c, t);
}

// The line of L1D and L2, which is one key.
static int line_field(importer *im, const import_item *o, const cache_text *t, uint32_t *bytes)
{
    if (number_field(im, o, "l1d", "line_bytes", t->field[0][2]) != ST_OK) return ST_INPUT;
    *bytes = im->r->c.l1d.line_bytes;
    return ST_OK;
}

int import_custom_l1d(importer *im, const import_item *o)
{
    static const cache_rules rules = {
        .section = "l1d",
        .type = {"N=", "has an L1D of whole lines, without sectors (N)"},
        .write = {"L=l1d.global_write:evict L=l1d.local_write:back "
                  "E=l1d.global_write:evict E=l1d.local_write:evict "
                  "T=l1d.global_write:through T=l1d.local_write:through "
                  "B=l1d.global_write:back B=l1d.local_write:back",
                  "has an L1D that is written (L, E, T or B)"},
        .allocate = {"m=l1d.allocate:miss f=l1d.allocate:fill",
                     "takes a line of L1D on a miss or a fill (m or f), and has no streaming L1D"},
        .write_allocate = {"N=l1d.write_allocate:false F=l1d.write_allocate:true",
                           "takes no line for a write, or fetches it then (N or F)"},
        .index = {"L=l1d.index:linear H=l1d.index:fermi X=l1d.index:xor",
                  "has a linear index, the Fermi hash or a bitwise XOR (L, H or X)"},
        MSHRS};
    cache_text t;
    if (strcmp(o->value, "none") == 0) return import_word(im, o, "l1d.enable", "false");
    const int st = take_cache(im, o, &rules, &t);
    return st == ST_OK ? line_field(im, o, &t, &im->l1_line) : st;
}

static int read_only(importer *im, const import_item *o, const char *section)
{
    const cache_rules rules = {.section = section,
                               .type = {"N=", "has a read-only cache of whole lines here (N)"},
                               .write = {"R=", "has a read-only cache here (R)"},
                               .allocate = {"f=", "takes a line on a fill here (f)"},
                               .write_allocate = {"N=", "has a read-only cache here (N)"},
                               .index = {"L=", "has a linear index here (L)"},
                               MSHRS};
    cache_text t;
    const int st = take_cache(im, o, &rules, &t);
    return st == ST_OK ? number_field(im, o, section, "line_bytes", t.field[0][2]) : st;
}

int import_custom_l1i(importer *im, const import_item *o) { return read_only(im, o, "l1i"); }
int import_custom_l1c(importer *im, const import_item *o) { return read_only(im, o, "l1c"); }

// The result FIFO stands behind the reorder buffer. A line of L1D's size stays that of L1D.
int import_custom_l1t(importer *im, const import_item *o)
{
    static const cache_rules rules = {
        .section = "l1t",
        .type = {"N=", "has a texture cache of whole lines (N)"},
        .write = {"R=", "has a read-only texture cache (R)"},
        .allocate = {"m=", "takes a line of the texture cache on a miss (m)"},
        .write_allocate = {"N=", "has a read-only texture cache (N)"},
        .index = {"L=", "has a linear index here (L)"},
        .mshr = {"F= T=", "has the FIFOs of a texture cache (F or T)"},
        .outstanding = "fragment_fifo",
        .merged = "request_fifo",
        .queue = "reorder_buffer"};
    cache_text t;
    if (strcmp(o->value, "none") == 0) return import_word(im, o, "l1t.enable", "false");
    int st = take_cache(im, o, &rules, &t);
    if (st != ST_OK) return st;
    if (t.n[3] != 2)
        return import_wrong(im, o,
                            "%s: a texture cache has a result FIFO behind its reorder buffer, e.g. "
                            "N:4:128:24,L:R:m:N:L,F:128:4,128:2",
                            o->value);
    st = import_word(im, o, "l1t.enable", "true");
    return st | number_field(im, o, "l1t", "result_fifo", t.field[3][1]) |
           number_field(im, o, "l1t", "line_bytes", t.field[0][2]);
}

// The line is L1D's.
int import_custom_l2(importer *im, const import_item *o)
{
    static const cache_rules rules = {
        .section = "l2",
        .type = {"N=l2.sector_bytes:0 S=l2.sector_bytes:32",
                 "has an L2 with or without sectors (S or N)"},
        .write = {"B=l2.write:back T=l2.write:through",
                  "has an L2 that writes back or through (B or T)"},
        .allocate = {"m=l2.allocate:miss f=l2.allocate:fill",
                     "has an L2 that takes a line on a miss or a fill (m or f)"},
        .write_allocate = {"W= F=",
                           "takes a line of L2 for a write and marks or fetches it then (W or F)"},
        .index = {"L=", "has a linear index in L2 (L)"},
        MSHRS};
    cache_text t;
    int st = take_cache(im, o, &rules, &t);
    if (st != ST_OK) return st;
    if (!strcmp(t.field[1][1], "B") && !strcmp(t.field[1][3], "W"))
        st = import_word(im, o, "l2.write", "miss_through");
    if (t.groups == 5) st |= number_field(im, o, "l2", "port_bytes", t.field[4][0]);
    if (!im->left_out) im->l2_item = o;
    return st | line_field(im, o, &t, &im->l2_line);
}

// ---- operand collectors

// GPGPU-Sim has those of one kind of pipeline unless it is told to have generic ones only
// (shader_core_ctx::create_exec_pipeline).
static bool has_collectors(const importer *im)
{
    const char *own = import_value(im, "gpgpu_enable_specialized_operand_collector");
    return !own || strcmp(own, "0") != 0;
}

// As many as the option says, or, where the machine cannot have so many, those of the preset, which
// is noted.
static int take_collectors(importer *im, const import_item *o, const char *key)
{
    const cfg_row *row = cfg_find(key, NULL);
    uint32_t n;
    const char *end;
    CHECK(row, "import: there is no key %s", key);
    if (!has_collectors(im)) {
        import_note_add(im, o, "without specialized operand collectors there are none of these");
    } else if (!import_parse(o->value, &n, &end) || n < row->min || n > row->max) {
        char *allowed = cfg_allowed(row);
        import_note_add(im, o, "%s can be %s; the preset's value is kept", key, allowed);
        free(allowed);
    } else cfg_set(&im->r->c, row, n);
    return ST_OK;
}

int import_custom_sp_collectors(importer *im, const import_item *o)
{
    return take_collectors(im, o, "sm.sp_collectors");
}
int import_custom_sfu_collectors(importer *im, const import_item *o)
{
    return take_collectors(im, o, "sm.sfu_collectors");
}

// Between issue and L1D there are, beside them, the issue, the operand and the dispatch register.
int import_custom_mem_collectors(importer *im, const import_item *o)
{
    enum { REGISTERS = 3 };
    uint32_t n;
    const char *end;
    if (!has_collectors(im)) {
        import_note_add(im, o, "without specialized operand collectors there are none of these");
        return ST_OK;
    }
    if (!import_parse(o->value, &n, &end) || n > UINT32_MAX - REGISTERS)
        return import_wrong(im, o, "%s: must be a whole number", o->value);
    return import_number(im, o, "sm.mem_pipeline", n + REGISTERS);
}

// ---- shared memory

// 1: one word of a warp's access to shared memory is broadcast, not any number of them.
int import_custom_broadcast(importer *im, const import_item *o)
{
    bool on;
    if (import_truth(im, o, &on) != ST_OK) return ST_INPUT;
    return import_word(im, o, "sm.shared_broadcast", on ? "one" : "any");
}

// ---- copies

// 1: copies from the host leave their lines in L2.
int import_custom_warm_copies(importer *im, const import_item *o)
{
    bool on;
    if (import_truth(im, o, &on) != ST_OK) return ST_INPUT;
    if (on) import_note_add(im, o, IMPORT_COLD_COPIES);
    return ST_OK;
}

// ---- of a run

// Of all kernels together; 0: none.
int import_custom_limit(importer *im, const import_item *o)
{
    if (strcmp(o->value, "0") != 0)
        import_note_add(im, o, "ends the run early; gpu.cycle_limit is of each kernel");
    return ST_OK;
}

// GPGPU-Sim reads another file at this place.
int import_custom_config_file(importer *im, const import_item *o)
{
    return import_wrong(
        im, o, "%s: a file that includes another is not read; import both as one file", o->value);
}
