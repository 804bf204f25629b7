// source.h: inside the configuration layer: one source of values (a file, or one assignment), with
// the position of each value.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_SOURCE_H
#define WL_CONFIG_SOURCE_H

#include "config/rows.h"

// A key that a source sets. row == NULL: the mapping of the section, which need not hold any key.
typedef struct cfg_assign {
    const cfg_section *section;
    const cfg_row *row;
    uint32_t number;    // not CFG_STRING
    char *string;       // CFG_STRING
    unsigned line, col; // of the value; 0 = no line
} cfg_assign;

typedef struct cfg_source {
    char *name; // in messages: the file, or "--set a.b=c"
    bool given; // an assignment of the command line
    char *text; // of a file, NUL-terminated; NULL
    size_t bytes;
    bool not_text; // its lines are not fit to be shown
    cfg_assign *list;
    unsigned n, room;
    char *preset; // what `preset:` names; NULL
    unsigned preset_line, preset_col;
} cfg_source;

// All sources of a configuration, base first.
typedef struct cfg_trace {
    cfg_source **sources;
    unsigned n;
} cfg_trace;

// Adds an error at a position of a source, with the source line and a caret if there is one.
// Returns ST_INPUT.
int source_error(const cfg_source *s, unsigned line, unsigned col, err *e, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

cfg_assign *source_add(cfg_source *s, const cfg_section *section, const cfg_row *row, unsigned line,
                       unsigned col);
void source_free(cfg_source *s);

// Returns a value made fit for a message: at most 60 bytes, no control characters; malloc'd.
char *source_printable(const char *value);

// Fills the list from s->text. Every mistake is an error of its own.
int source_read_yaml(cfg_source *s, err *e);

// Reads one value into a->number or a->string. `plain`: written without quotes.
int source_read_value(const cfg_source *s, cfg_assign *a, const char *value, bool plain, err *e);

// True if a path is a section or the beginning of one ("structures").
bool source_is_section(const char *path);

// "unknown key a.b.c" with the nearest legal key, at the key's place.
int source_unknown_key(const cfg_source *s, unsigned line, unsigned col, const char *path, err *e);

// Checks the rules between keys. Positions of errors come from the trace (NULL: none).
int check_rules(const config *c, const cfg_trace *t, err *e);

// Returns what is wrong with dram.address_map, malloc'd, or NULL.
char *check_address_map(const config *c);

bool is_verilog_keyword(const char *word);

#endif
