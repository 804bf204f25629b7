// rows.h: tables.h as data: the row of every key in order, and values as text. It serves the reader
// and everything that prints keys (config print and explain, banners of emitted files, the
// reference page).
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
    const char *key;     // last part of the path
    const char *c_field; // the field in C; differs from the key for CFG_DECIMAL
    cfg_kind kind;
    unsigned flags; // HW, POW2
    // in config; the field is uint32_t, uint32_t, bool, an enum (as unsigned) or char[CFG_STR]
    size_t offset;
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

// Returns the row of a full path ("structures.mrpb.depth"), and sets *section unless section is
// NULL. NULL if there is no such key.
const cfg_row *cfg_find(const char *path, const cfg_section **section);

char *cfg_path(const cfg_section *s, const cfg_row *r); // "structures.mrpb.depth", malloc'd

// True if the key shapes the emitted hardware of this configuration: it has an HW flag, and its
// structure (if any) is enabled.
bool cfg_shapes_hw(const config *c, const cfg_section *s, const cfg_row *r);

// Reads and writes a field, whatever its type.
uint32_t cfg_get(const config *c, const cfg_row *r);       // not CFG_STRING
void cfg_set(config *c, const cfg_row *r, uint32_t value); // not CFG_STRING
const char *cfg_string(const config *c, const cfg_row *r); // CFG_STRING only
// the value as YAML writes it, malloc'd
char *cfg_text(const config *c, const cfg_row *r);
// a number of the row's kind, e.g. 2500 -> "2.5"; malloc'd
char *cfg_number_text(const cfg_row *r, uint32_t value);

// "1..64 (entries per queue)", "a power of two in 1..65536 (sets)", "rr or gto", "true or false",
// ...; malloc'd.
char *cfg_allowed(const cfg_row *r);

#endif
