// rows.h : tables.h as data: every key's row, in order, and a value's text. For whoever prints keys (config print and explain,
// banners of emitted files, the reference page) and for the reader.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_ROWS_H
#define WL_CONFIG_ROWS_H

#include "config/config.h"

typedef enum cfg_kind { CFG_UINT, CFG_DECIMAL, CFG_BOOL, CFG_WORD, CFG_STRING } cfg_kind;

typedef struct cfg_word {
    const char *word, *doc;
} cfg_word;

typedef struct cfg_row {
    const char *key;        // last part of the path
    cfg_kind kind;
    unsigned flags;         // HW, POW2
    size_t offset;          // in config; the field is uint32_t, uint32_t, bool, an enum (as unsigned) or char[CFG_STR]
    uint32_t def, min, max; // CFG_STRING: unused; CFG_DECIMAL: thousandths of the unit
    const char *text;       // CFG_STRING: default
    const cfg_word *words;  // CFG_WORD: by value, n_words of them
    unsigned n_words;
    const char *unit, *doc, *src;
} cfg_row;

typedef struct cfg_section {
    const char *path, *doc; // "" for the keys outside any section
    const cfg_row *rows;
    unsigned n;
} cfg_section;

// All sections in table order, the top level first. Owned by the callee.
const cfg_section *cfg_sections(unsigned *n);

// The row of a full path ("structures.mrpb.depth") and its section (either may be NULL when not wanted); NULL = no such key.
const cfg_row *cfg_find(const char *path, const cfg_section **section);

char *cfg_path(const cfg_section *s, const cfg_row *r); // "structures.mrpb.depth", malloc'd

// Does the key shape the emitted hardware of this configuration: flagged HW, and its structure (if any) enabled?
bool cfg_shapes_hw(const config *c, const cfg_section *s, const cfg_row *r);

// A field, whatever its width.
uint32_t cfg_get(const config *c, const cfg_row *r);          // not CFG_STRING
void cfg_set(config *c, const cfg_row *r, uint32_t value);    // not CFG_STRING
const char *cfg_string(const config *c, const cfg_row *r);    // CFG_STRING only
char *cfg_text(const config *c, const cfg_row *r);            // the value as YAML writes it, malloc'd
char *cfg_number_text(const cfg_row *r, uint32_t value);      // a number of the row's kind, e.g. 2500 -> "2.5"; malloc'd

// "1..64 (entries per queue)", "a power of two in 1..65536 (sets)", "rr or gto", "true or false", ...; malloc'd.
char *cfg_allowed(const cfg_row *r);

#endif
