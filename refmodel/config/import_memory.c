// import_memory.c: the DRAM and the network of a gpgpusim.config: timing, address map, queues, the
// network's own file.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/import_state.h"

#include "base/outfile.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- DRAM timing

static const struct timing {
    const char *theirs, *key;
} timing[] = {{"nbk", "dram.banks"}, {"CCD", "dram.ccd"},  {"RRD", "dram.rrd"},
              {"RCD", "dram.rcd"},   {"RAS", "dram.ras"},  {"RP", "dram.rp"},
              {"RC", "dram.rc"},     {"CL", "dram.cl"},    {"WL", "dram.wl"},
              {"CDLR", "dram.cdlr"}, {"WR", "dram.wr"},    {"nbkgrp", "dram.bank_groups"},
              {"CCDL", "dram.ccdl"}, {"RTPL", "dram.rtpl"}};
enum { N_TIMING = sizeof timing / sizeof timing[0] };

static const struct timing *timing_called(const char *name, size_t bytes)
{
    for (unsigned k = 0; k < N_TIMING; k++) {
        if (strlen(timing[k].theirs) == bytes && strncmp(timing[k].theirs, name, bytes) == 0) {
            return &timing[k];
        }
    }
    return NULL;
}

// One "RCD=12", or in the old form the i-th number.
static int take_timing(importer *im, const import_item *o, const char *text, size_t bytes,
                       unsigned i)
{
    const char *equals = memchr(text, '=', bytes), *end;
    const struct timing *t = i < N_TIMING ? &timing[i] : NULL;
    uint32_t v;
    if (equals) t = timing_called(text, (size_t)(equals - text));
    if (!t) {
        return import_wrong(im, o, "%.*s: not a timing parameter that the machine has", (int)bytes,
                            text);
    }
    if (!import_parse(equals ? equals + 1 : text, &v, &end) || end != text + bytes) {
        return import_wrong(im, o, "%.*s: must be a whole number", (int)bytes, text);
    }
    if (!v && strcmp(t->theirs, "CCDL") == 0) return ST_OK; // as CCD
    return import_number(im, o, t->key, v);
}

// What it does not give of bank groups there are not; CCD rules within a group too, wherever it
// stands.
int import_custom_dram_timing(importer *im, const import_item *o)
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

// ---- DRAM queues

// 1: writes have a queue of their own; its size and marks are another option's.
int import_custom_write_queue(importer *im, const import_item *o)
{
    return import_truth(im, o, &im->write_queue);
}

static int queue_size(importer *im, const import_item *o, const char *key, uint32_t of_zero)
{
    uint32_t v;
    const char *end;
    if (!import_parse(o->value, &v, &end) || *end) {
        return import_wrong(im, o, "%s: must be a whole number", o->value);
    }
    if (!v && !of_zero) {
        return import_wrong(
            im, o, "0, an unlimited queue, cannot be represented: %s must be at least 1", key);
    }
    return import_number(im, o, key, v ? v : of_zero);
}

int import_custom_dram_queue(importer *im, const import_item *o)
{
    return queue_size(im, o, "dram.queue", 0);
}
// GPGPU-Sim's queue of "any size" has 1024 places.
int import_custom_return_queue(importer *im, const import_item *o)
{
    return queue_size(im, o, "dram.return_queue", 1024);
}

// ---- address map

// The maps that gpgpu_mem_address_mask chooses from when gpgpu_mem_addr_mapping is not given
// (addrdec.cc): the channel begins at bit `channel`, the bits of an access are among the columns.
static const struct mask_map {
    uint32_t mask, channel;
    const char *map;
} mask_maps[] = {
    {0, 10, "00000RRR.RRRRRRRR.RRRCCCBB.CCCCCCCC"},
    {1, 13, "00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC"},
    {2, 11, "00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC"},
    {3, 11, "0000RRRR.RRRRRRRR.RRRBBCCC.CCCCCCCC"},
    {5, 5, "00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC"},
    {6, 6, "00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC"},
    {14, 14, "00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC"},
    {15, 15, "00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC"},
    {16, 16, "00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC"},
};
enum { N_MASK_MAPS = sizeof mask_maps / sizeof mask_maps[0] };

int import_custom_address_map(importer *im, const import_item *o)
{
    char *map = im->r->c.dram.address_map;
    if (strlen(o->value) >= CFG_STR) {
        return import_wrong(im, o, "must have at most %d characters", CFG_STR - 1);
    }
    strcpy(map, o->value);
    return ST_OK;
}

// A map that is given makes the mask mean nothing.
int import_custom_address_mask(importer *im, const import_item *o)
{
    const char *end;
    if (!import_parse(o->value, &im->mask, &end) || *end) {
        return import_wrong(im, o, "%s: must be a whole number", o->value);
    }
    for (unsigned i = 0; i < N_MASK_MAPS; i++) {
        if (mask_maps[i].mask == im->mask) return ST_OK;
    }
    if (import_given(im, "gpgpu_mem_addr_mapping")) return ST_OK;
    return import_wrong(im, o,
                        "%u: cannot be represented: the machine knows the maps of masks 0 to 3, 5, "
                        "6 and 14 to 16; -gpgpu_mem_addr_mapping says any",
                        im->mask);
}

// The low columns up to an access are the bytes of a burst.
static void set_mask_map(importer *im)
{
    struct cfg_dram *d = &im->r->c.dram;
    const struct mask_map *m = mask_maps;
    while (m->mask != im->mask) m++;
    snprintf(d->address_map, sizeof d->address_map,
             "dramid@%u;00000000.00000000.00000000.00000000.%s", m->channel, m->map);
    char *p = d->address_map + strlen(d->address_map);
    for (uint32_t access = d->chips * d->chip_bytes * d->burst; access > 1 && p[-1] == 'C';
         access /= 2) {
        *--p = 'S';
    }
}

// ---- what a file leaves out of the DRAM

// The DRAM as one: its options hang together, so that a default of GPGPU-Sim may not fit what the
// file gives.
static bool fits(const importer *im)
{
    config probe = im->preset;
    const config *c = &im->r->c;
    err ignored = {0};
    probe.dram = c->dram;
    probe.l1i = c->l1i;
    probe.l1c = c->l1c;
    probe.l1t = c->l1t;
    probe.l1d.line_bytes = c->l1d.line_bytes;
    probe.l2.slices_per_channel = c->l2.slices_per_channel;
    const bool good = config_check(&probe, &ignored) == ST_OK;
    err_free(&ignored);
    return good;
}

static const struct dram_option {
    const char *option, *keys;
} dram_options[] = {
    {"gpgpu_n_mem_per_ctrlr", "chips"},
    {"gpgpu_dram_buswidth", "chip_bytes"},
    {"gpgpu_dram_burst_length", "burst"},
    {"dram_data_command_freq_ratio", "data_ratio"},
    {"gpgpu_dram_timing_opt", "banks ccd rrd rcd ras rp rc cl wl cdlr wr bank_groups ccdl rtpl"},
};
enum { N_DRAM_OPTIONS = sizeof dram_options / sizeof dram_options[0] };

#define NO_FIT "does not fit what the file gives of the DRAM"

static void keep(importer *im, const struct dram_option *o)
{
    char key[32];
    int used;
    for (const char *p = o->keys; sscanf(p, " %31s%n", key, &used) == 1; p += used) {
        char *path = wl_format("dram.%s", key);
        const cfg_row *row = cfg_find(path, NULL);
        CHECK(row, "import: there is no key %s", path);
        cfg_set(&im->r->c, row, cfg_get(&im->preset, row));
        free(path);
    }
    import_unused_default_add(im, o->option, import_default(o->option), NO_FIT);
}

void import_finish_dram(importer *im)
{
    struct cfg_dram *d = &im->r->c.dram;
    const bool map_given = import_given(im, "gpgpu_mem_addr_mapping");
    if (!map_given) set_mask_map(im);
    if (fits(im)) return;
    for (unsigned i = 0; i < N_DRAM_OPTIONS; i++) {
        if (!import_given(im, dram_options[i].option)) keep(im, &dram_options[i]);
    }
    if (map_given) return;
    import_unused_default_add(im, "gpgpu_mem_addr_mapping", d->address_map, NO_FIT);
    strcpy(d->address_map, im->preset.dram.address_map);
}

// ---- the network

static int count(importer *im, const import_item *o, uint32_t *value)
{
    const char *end;
    if (import_parse(o->value, value, &end) && !*end) return ST_OK;
    return import_wrong(im, o, "%s: must be a whole number", o->value);
}

// 1: the network of the file that inter_config_file names; 2 (4.x): a crossbar that the options
// describe.
int import_custom_network_mode(importer *im, const import_item *o)
{
    if (count(im, o, &im->network_mode) != ST_OK) return ST_INPUT;
    if (im->network_mode == 1 || im->network_mode == 2) return ST_OK;
    return import_wrong(im, o,
                        "%s: cannot be represented: the machine is a crossbar in each direction (1 "
                        "2)",
                        o->value);
}

int import_custom_flit(importer *im, const import_item *o)
{
    if (!im->left_out) im->flit_item = o;
    return count(im, o, &im->flit);
}

int import_custom_buffer(importer *im, const import_item *o)
{
    if (!im->left_out) im->buffer_item = o;
    return count(im, o, &im->buffer);
}

static int set_flits(importer *im, const import_item *o, uint32_t bytes)
{
    return import_number(im, o, "icnt.request_flit_bytes", bytes) |
           import_number(im, o, "icnt.reply_flit_bytes", bytes);
}

// The value of a name that is known: `o` is at its place in the network's file.
static int network_value(importer *im, const import_item *o, const char *name, const char *value)
{
    const bool flit = strcmp(name, "flit_size") == 0, buffer = strcmp(name, "vc_buf_size") == 0;
    const char *end;
    uint32_t v;
    if (strcmp(name, "topology") == 0) {
        if (strcmp(value, "fly") == 0) return ST_OK;
        return import_wrong(im, o,
                            "topology = %s: cannot be represented: the network is one crossbar a "
                            "direction (fly)",
                            value);
    }
    if (!flit && !buffer && strcmp(name, "num_vcs") != 0) return ST_OK;
    if (!import_parse(value, &v, &end) || *end) {
        return import_wrong(im, o, "%s = %s: must be a whole number", name, value);
    }
    if (flit) im->flit_file = v;
    if (flit) return set_flits(im, o, v);
    if (buffer) im->buffer_file = v;
    return import_number(im, o, buffer ? "icnt.input_buffer" : "icnt.vcs", v);
}

// A line "name = value;"; others are not looked at.
static int network_line(importer *im, const import_item *o, const char *line)
{
    char name[64], value[64];
    import_item at = *o;
    int begin = 0;
    if (sscanf(line, " %63[A-Za-z_] = %n%63[^;\r]", name, &begin, value) != 2) return ST_OK;
    for (size_t n = strlen(value); n && isspace((unsigned char)value[n - 1]); n--) {
        value[n - 1] = '\0';
    }
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
        import_note_add(im, o, "there is no such file beside it");
        return ST_OK;
    }
    const char *said = why->text + strlen("error: ");
    return import_wrong(im, o, "%.*s", (int)strcspn(said, "\n"), said);
}

// A path as a file names it, from that file's folder; malloc'd.
static char *beside(const char *file, const char *path)
{
    const char *slash = strrchr(file, '/');
    if (*path == '/' || !slash) return wl_strdup(path);
    return wl_format("%.*s/%s", (int)(slash - file), file, path);
}

int import_custom_icnt_file(importer *im, const import_item *o)
{
    enum { MOST = 1 << 20 };
    if (import_value(im, "network_mode") && strcmp(import_value(im, "network_mode"), "2") == 0) {
        import_note_add(im, o, "network_mode 2 does not read it");
        return ST_OK;
    }
    char *path = beside(im->file.name, o->value);
    char *text = NULL;
    size_t bytes;
    err own = {0};
    const bool there = infile_read_named(path, MOST, &text, &bytes, &own) == ST_OK;
    const int st = there ? read_network(im, o, path, text, bytes) : no_network(im, o, path, &own);
    err_free(&own);
    free(path);
    free(text);
    return st;
}

// Of a crossbar that the options describe.
static int finish_mode_2(importer *im)
{
    const import_item left_out = {.name = (char *)"network_mode", .value = (char *)""};
    const import_item *flit = im->flit_item ? im->flit_item : &left_out,
                      *buffer = im->buffer_item ? im->buffer_item : &left_out;
    return set_flits(im, flit, im->flit) |
           import_number(im, buffer, "icnt.input_buffer", im->buffer);
}

#define OF_THE_FILE "network_mode 1 takes it from the file of -inter_config_file"

// Flits of the network's own file, else of the option, else those of the GTX480 files that come
// with the version.
static int finish_flits(importer *im)
{
    struct cfg_icnt *n = &im->r->c.icnt;
    if (im->flit_file && im->flit_item) import_note_add(im, im->flit_item, OF_THE_FILE);
    if (im->flit_file) return ST_OK;
    if (im->flit_item) return set_flits(im, im->flit_item, im->flit);
    n->request_flit_bytes = n->reply_flit_bytes = im->typed_caches ? 40 : 32;
    return ST_OK;
}

// In 4.x a packet waits in the source's queue of 9 flits, then in the router's (64 in the files
// that come with it).
static int finish_buffers(importer *im)
{
    enum { SOURCE = 9, ROUTER = 64 };
    if (im->buffer_file && im->buffer_item) import_note_add(im, im->buffer_item, OF_THE_FILE);
    if (!im->buffer_file && im->buffer_item) {
        return import_number(im, im->buffer_item, "icnt.input_buffer", im->buffer);
    }
    if (im->typed_caches) {
        im->r->c.icnt.input_buffer = SOURCE + (im->buffer_file ? im->buffer_file : ROUTER);
    }
    return ST_OK;
}

int import_finish_network(importer *im)
{
    if (im->network_mode == 2) return finish_mode_2(im);
    return finish_flits(im) | finish_buffers(im);
}
