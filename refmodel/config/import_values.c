// import_values.c : values of a gpgpusim.config with a syntax of their own: caches, DRAM timing, threads, the network's file.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/import_options.h"
#include "config/import_own.h"

#include "base/outfile.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// 0 or 1
static int truth(importer *im, const import_item *o, bool *on)
{
    *on = strcmp(o->value, "1") == 0;
    return *on || strcmp(o->value, "0") == 0 ? ST_OK : import_wrong(im, o, "%s: must be 0 or 1", o->value);
}

// ---- the size of the machine

static int lone_number(importer *im, const import_item *o, uint32_t *value)
{
    const char *end;
    if (import_parse(o->value, value, &end) && !*end && *value) return ST_OK;
    return import_wrong(im, o, "%s: must be a whole number from 1", o->value);
}

int import_own_clusters(importer *im, const import_item *o) { return lone_number(im, o, &im->clusters); }
int import_own_cores_per_cluster(importer *im, const import_item *o) { return lone_number(im, o, &im->cores); }

// "1536:32": threads of an SM : threads of a warp
int import_own_threads(importer *im, const import_item *o)
{
    uint32_t threads, warp;
    const char *p;
    if (!import_parse(o->value, &threads, &p) || *p != ':' || !import_parse(p + 1, &warp, &p) || *p) {
        return import_wrong(im, o, "%s: must be threads:warp size, e.g. 1536:32", o->value);
    }
    if (warp != 32) return import_wrong(im, o, "%s: cannot be represented: the machine has warps of 32 threads", o->value);
    if (threads % 32) return import_wrong(im, o, "%s: must be a multiple of 32 threads", o->value);
    return import_number(im, o, "sm.warps", threads / 32);
}

int import_own_perfect(importer *im, const import_item *o)
{
    bool on;
    if (truth(im, o, &on) != ST_OK) return ST_INPUT;
    return import_number(im, o, "l1i.perfect", on) | import_number(im, o, "l1c.perfect", on);
}

// lrr, gto, two_level_active:ACTIVE:..., warp_limiting:PRIORITY:WARPS with priority 0 (lrr) or 2 (gto)
int import_own_scheduler(importer *im, const import_item *o)
{
    static const char two_level[] = "two_level_active:", limiting[] = "warp_limiting:";
    uint32_t a, b;
    const char *p = o->value;
    if (strcmp(o->value, "lrr") == 0) return import_word(im, o, "sm.scheduler", "rr");
    if (strcmp(o->value, "gto") == 0) return import_word(im, o, "sm.scheduler", "gto");
    if (strncmp(p, two_level, strlen(two_level)) == 0 && import_parse(p + strlen(two_level), &a, &p) && *p == ':') {
        return import_word(im, o, "sm.scheduler", "two_level") | import_number(im, o, "sm.active_warps", a);
    }
    if (strncmp(p, limiting, strlen(limiting)) == 0 && import_parse(p + strlen(limiting), &a, &p) && (a == 0 || a == 2) && *p == ':' &&
        import_parse(p + 1, &b, &p) && !*p) {
        return import_word(im, o, "sm.scheduler", a ? "gto" : "rr") | import_word(im, o, "sm.gate", "swl") | import_number(im, o, "sm.swl_warps", b);
    }
    return import_wrong(im, o, "%s: cannot be represented: lrr, gto, two_level_active:N:.. and warp_limiting:0|2:N can", o->value);
}

// A width a stage; EX_WB, the result buses, is the last of 7 or 9 (version 3) or 11 (version 4), and before two more of the tensor
// cores. The others are not modelled: instructions issue to as many units as there are.
int import_own_pipeline_widths(importer *im, const import_item *o)
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
    if (whole && (n == 7 || n == 9 || n == 11 || n == 13)) return import_number(im, o, "sm.result_buses", width[n == 13 ? 10 : n - 1]);
    return import_wrong(im, o, "%s: must be 7, 9, 11 or 13 widths", o->value);
}

// ---- caches

// "N:32:128:4,L:L:m:N:H,A:32:8,8:0,32": type, sets, line, ways; replacement, write, allocate, write-allocate, index; MSHR kind,
// MSHRs, merges; miss queue, FIFO; port. 3.2 has no type. Fields of a group by number.
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
        for (unsigned i = 3; i > 0; i--) memcpy(t->field[0][i], t->field[0][i - 1], sizeof t->field[0][i]);
        strcpy(t->field[0][0], "N");
        t->n[0] = 4;
    } else {
        im->typed_caches = true;
    }
    if (t->n[1] == 4) strcpy(t->field[1][t->n[1]++], "L"); // no index function given: linear
    return t->groups >= 4 && t->n[0] == 4 && t->n[1] == 5 && t->n[2] == 3;
}

static int number_field(importer *im, const import_item *o, const char *section, const char *key, const char *text)
{
    uint32_t v;
    const char *end;
    if (!import_parse(text, &v, &end) || *end) return import_wrong(im, o, "%s: %s: must be a whole number", o->value, text);
    char *path = wl_format("%s.%s", section, key);
    const int st = import_number(im, o, path, v);
    free(path);
    return st;
}

// One meaning "L=l1d.index:linear", or "L=" for what the machine does anyway; true when it is the letter's.
static bool take_meaning(importer *im, const import_item *o, const char *letter, const char *text, size_t bytes, int *st)
{
    const char *equals = memchr(text, '=', bytes), *end = text + bytes;
    const char *key = equals + 1, *colon = memchr(key, ':', (size_t)(end - key));
    if (strlen(letter) != (size_t)(equals - text) || strncmp(text, letter, strlen(letter)) != 0) return false;
    if (!colon) return true;
    char *path = wl_format("%.*s", (int)(colon - key), key), *value = wl_format("%.*s", (int)(end - colon - 1), colon + 1);
    *st |= import_word(im, o, path, value);
    free(path);
    free(value);
    return true;
}

// `meanings`, with blanks between them, may give a letter several keys.
static int letter_field(importer *im, const import_item *o, const char *what, const char *letter, const char *meanings)
{
    int st = ST_OK;
    bool known = false;
    for (const char *p = meanings; *p; p += strspn(p, " ")) {
        const size_t n = strcspn(p, " ");
        known |= take_meaning(im, o, letter, p, n, &st);
        p += n;
    }
    return known ? st : import_wrong(im, o, "%s: %s %s cannot be represented (can: %s)", o->value, what, letter, meanings);
}

// What the letters of a cache may be.
typedef struct cache_rules {
    const char *section;
    const char *type, *write, *allocate, *write_allocate, *index, *mshr;
} cache_rules;

static int take_geometry(importer *im, const import_item *o, const cache_rules *c, const cache_text *t)
{
    int st = number_field(im, o, c->section, "sets", t->field[0][1]) | number_field(im, o, c->section, "ways", t->field[0][3]);
    st |= number_field(im, o, c->section, "mshrs", t->field[2][1]) | number_field(im, o, c->section, "merges", t->field[2][2]);
    return st | number_field(im, o, c->section, "miss_queue", t->field[3][0]);
}

static int take_letters(importer *im, const import_item *o, const cache_rules *c, const cache_text *t)
{
    int st = letter_field(im, o, "type", t->field[0][0], c->type) | letter_field(im, o, "replacement", t->field[1][0], "L=");
    st |= letter_field(im, o, "write policy", t->field[1][1], c->write) | letter_field(im, o, "allocation", t->field[1][2], c->allocate);
    st |= letter_field(im, o, "write-allocate policy", t->field[1][3], c->write_allocate) | letter_field(im, o, "index function", t->field[1][4], c->index);
    return st | letter_field(im, o, "MSHR kind", t->field[2][0], c->mshr);
}

static int take_cache(importer *im, const import_item *o, const cache_rules *c, cache_text *t)
{
    if (!read_cache(im, o, t)) return import_wrong(im, o, "%s: not a cache, e.g. N:32:128:4,L:L:m:N:H,A:32:8,8 or 32:128:4,L:L:m:N:H,A:32:8,8", o->value);
    const int geometry = take_geometry(im, o, c, t);
    return geometry | take_letters(im, o, c, t);
}

int import_own_l1d(importer *im, const import_item *o)
{
    static const cache_rules rules = {
        .section = "l1d", .type = "N=", .allocate = "m=l1d.allocate:miss f=l1d.allocate:fill", .mshr = "A= S=",
        .write = "L=l1d.global_write:evict L=l1d.local_write:back E=l1d.global_write:evict E=l1d.local_write:evict "
                 "T=l1d.global_write:through T=l1d.local_write:through B=l1d.global_write:back B=l1d.local_write:back",
        .write_allocate = "N=l1d.write_allocate:false F=l1d.write_allocate:true",
        .index = "L=l1d.index:linear H=l1d.index:fermi X=l1d.index:xor"};
    cache_text t;
    if (strcmp(o->value, "none") == 0) return import_word(im, o, "l1d.enable", "false");
    const int st = take_cache(im, o, &rules, &t);
    return st == ST_OK ? number_field(im, o, "l1d", "line_bytes", t.field[0][2]) : st;
}

static int read_only(importer *im, const import_item *o, const char *section)
{
    const cache_rules rules = {.section = section, .type = "N=", .write = "R=", .allocate = "f=", .write_allocate = "N=", .index = "L=", .mshr = "A= S="};
    cache_text t;
    const int st = take_cache(im, o, &rules, &t);
    return st == ST_OK ? number_field(im, o, section, "line_bytes", t.field[0][2]) : st;
}

int import_own_l1i(importer *im, const import_item *o) { return read_only(im, o, "l1i"); }
int import_own_l1c(importer *im, const import_item *o) { return read_only(im, o, "l1c"); }

// The line is L1D's.
int import_own_l2(importer *im, const import_item *o)
{
    static const cache_rules rules = {.section = "l2", .type = "N=l2.sector_bytes:0 S=l2.sector_bytes:32", .write = "B=l2.write:back T=l2.write:through",
                                      .allocate = "m=l2.allocate:miss f=l2.allocate:fill", .write_allocate = "W= F=", .index = "L=", .mshr = "A= S="};
    cache_text t;
    int st = take_cache(im, o, &rules, &t);
    if (st != ST_OK) return st;
    if (!strcmp(t.field[1][1], "B") && !strcmp(t.field[1][3], "W")) st = import_word(im, o, "l2.write", "miss_through");
    if (t.groups == 5) st |= number_field(im, o, "l2", "port_bytes", t.field[4][0]);
    return st | number_field(im, o, "l1d", "line_bytes", t.field[0][2]);
}

// 1: copies from the host leave their lines in L2.
int import_own_warm_copies(importer *im, const import_item *o)
{
    bool on;
    if (truth(im, o, &on) != ST_OK) return ST_INPUT;
    if (on) import_note_add(im, o, WHY_NOT_MODELLED);
    return ST_OK;
}

// ---- DRAM timing

static const struct timing {
    const char *theirs, *key;
} timing[] = {{"nbk", "dram.banks"}, {"CCD", "dram.ccd"}, {"RRD", "dram.rrd"}, {"RCD", "dram.rcd"}, {"RAS", "dram.ras"}, {"RP", "dram.rp"},
              {"RC", "dram.rc"}, {"CL", "dram.cl"}, {"WL", "dram.wl"}, {"CDLR", "dram.cdlr"}, {"WR", "dram.wr"}, {"nbkgrp", "dram.bank_groups"},
              {"CCDL", "dram.ccdl"}, {"RTPL", "dram.rtpl"}};
enum { N_TIMING = sizeof timing / sizeof timing[0] };

static const struct timing *timing_called(const char *name, size_t bytes)
{
    for (unsigned k = 0; k < N_TIMING; k++) {
        if (strlen(timing[k].theirs) == bytes && strncmp(timing[k].theirs, name, bytes) == 0) return &timing[k];
    }
    return NULL;
}

// One "RCD=12", or in the old form the i-th number.
static int take_timing(importer *im, const import_item *o, const char *text, size_t bytes, unsigned i)
{
    const char *equals = memchr(text, '=', bytes), *end;
    const struct timing *t = equals ? timing_called(text, (size_t)(equals - text)) : i < N_TIMING ? &timing[i] : NULL;
    uint32_t v;
    if (!t) return import_wrong(im, o, "%.*s: not a timing parameter that the machine has", (int)bytes, text);
    if (!import_parse(equals ? equals + 1 : text, &v, &end) || end != text + bytes) return import_wrong(im, o, "%.*s: must be a whole number", (int)bytes, text);
    if (!v && strcmp(t->theirs, "CCDL") == 0) return ST_OK; // as CCD
    return import_number(im, o, t->key, v);
}

// What it does not give of bank groups there are not; CCD rules within a group too, wherever it stands.
int import_own_dram_timing(importer *im, const import_item *o)
{
    struct cfg_dram *d = &im->r->c.dram;
    unsigned i = 0;
    int st = ST_OK;
    d->bank_groups = d->ccdl = 1;
    d->rtpl = 0;
    for (const char *p = o->value; *p; i++) {
        const size_t n = strcspn(p, ":;,");
        if (n) st |= take_timing(im, o, p, n, i);
        p += n + (p[n] != '\0');
    }
    if (d->ccdl < d->ccd) d->ccdl = d->ccd;
    return st;
}

// 1: writes have a queue of their own; its size and marks are another option's.
int import_own_write_queue(importer *im, const import_item *o)
{
    return truth(im, o, &im->write_queue);
}

// ---- the network

// The value of a name that is known: `o` is at its place in the network's file.
static int network_value(importer *im, const import_item *o, const char *name, const char *value)
{
    const bool flit = strcmp(name, "flit_size") == 0, buffer = strcmp(name, "vc_buf_size") == 0;
    const char *end;
    uint32_t v;
    if (strcmp(name, "topology") == 0) {
        if (strcmp(value, "fly") == 0) return ST_OK;
        return import_wrong(im, o, "topology = %s: cannot be represented: the network is one crossbar a direction (fly)", value);
    }
    if (!flit && !buffer && strcmp(name, "num_vcs") != 0) return ST_OK;
    if (!import_parse(value, &v, &end) || *end) return import_wrong(im, o, "%s = %s: must be a whole number", name, value);
    im->flits_given |= flit;
    if (flit) return import_number(im, o, "icnt.request_flit_bytes", v) | import_number(im, o, "icnt.reply_flit_bytes", v);
    if (buffer) im->router_buffer = v;
    return import_number(im, o, buffer ? "icnt.input_buffer" : "icnt.vcs", v);
}

// A line "name = value;"; others are not looked at.
static int network_line(importer *im, const import_item *o, const char *line)
{
    char name[64], value[64];
    import_item at = *o;
    int begin = 0;
    if (sscanf(line, " %63[A-Za-z_] = %n%63[^;\r]", name, &begin, value) != 2) return ST_OK;
    for (size_t n = strlen(value); n && isspace((unsigned char)value[n - 1]); n--) value[n - 1] = '\0';
    at.col = (unsigned)begin + 1;
    return network_value(im, &at, name, value);
}

// Messages are about this file meanwhile.
static int read_network(importer *im, const import_item *o, char *path, char *text, size_t bytes)
{
    const cfg_source outer = im->file;
    import_item at = *o;
    int st = ST_OK;
    im->file = (cfg_source){.name = path, .text = text, .bytes = bytes};
    at.line = 0;
    for (const char *p = text; *p; p += *p == '\n') {
        const size_t n = strcspn(p, "\n");
        char *line = wl_format("%.*s", (int)n, p);
        at.line++;
        st |= network_line(im, &at, line);
        free(line);
        p += n;
    }
    im->file = outer;
    return st;
}

// It is said why the file beside cannot be read; that there is none is only noted.
static int no_network(importer *im, const import_item *o, const char *path, const err *why)
{
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        import_note_add(im, o, "there is no such file beside");
        return ST_OK;
    }
    const char *said = why->text + strlen("error: ");
    return import_wrong(im, o, "%.*s", (int)strcspn(said, "\n"), said);
}

int import_own_icnt_file(importer *im, const import_item *o)
{
    enum { MOST = 1 << 20 };
    const char *slash = strrchr(im->file.name, '/');
    char *path = *o->value == '/' || !slash ? wl_strdup(o->value) : wl_format("%.*s/%s", (int)(slash - im->file.name), im->file.name, o->value);
    char *text = NULL;
    size_t bytes;
    err own = {0};
    const bool there = infile_read(path, MOST, &text, &bytes, &own) == ST_OK;
    const int st = there ? read_network(im, o, path, text, bytes) : no_network(im, o, path, &own);
    err_free(&own);
    free(path);
    free(text);
    return st;
}

// ---- limits of a run

// Of all kernels together; 0: none.
int import_own_limit(importer *im, const import_item *o)
{
    if (strcmp(o->value, "0") != 0) import_note_add(im, o, "ends the run early; gpu.cycle_limit is of each kernel");
    return ST_OK;
}
