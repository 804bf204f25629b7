// yaml.c: reads a YAML file into assignments with their positions, from libyaml's events. The file
// is a mapping of mappings of plain values. Other features of YAML (lists, anchors, aliases, tags,
// several documents) are refused at their position.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/source.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

// A file with more errors or deeper nesting is no configuration: reading stops there. (libyaml's
// time is quadratic in the depth.)
enum { MOST_ERRORS = 20, DEEPEST = 16 };

typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t event; // the current one
    cfg_source *s;
    err *e;
    unsigned most;  // messages after which reading stops
    unsigned depth; // of nested mappings and lists
    bool broken;    // no further events
    bool has_marks; // an anchor, alias or tag was reported
} reader;

static unsigned event_line(const reader *r) { return (unsigned)r->event.start_mark.line + 1; }
static unsigned event_col(const reader *r) { return (unsigned)r->event.start_mark.column + 1; }

static bool opens(const reader *r)
{
    return r->event.type == YAML_MAPPING_START_EVENT || r->event.type == YAML_SEQUENCE_START_EVENT;
}
static bool closes(const reader *r)
{
    return r->event.type == YAML_MAPPING_END_EVENT || r->event.type == YAML_SEQUENCE_END_EVENT;
}

// Bytes that are no text are found by libyaml's reader, which knows the offset only.
static void bad_bytes(reader *r)
{
    size_t at = r->parser.problem_offset < r->s->bytes ? r->parser.problem_offset : r->s->bytes;
    unsigned line = 1, col = 1;
    for (size_t i = 0; i < at; i++) {
        unsigned char b = (unsigned char)r->s->text[i];
        col = b == '\n' ? 1 : col + ((b & 0xc0) != 0x80);
        line += b == '\n';
    }
    const unsigned byte = at < r->s->bytes ? (unsigned char)r->s->text[at] : 0x80;
    r->s->not_text = true;
    if (byte < 0x80)
        source_error(r->s, line, col, r->e,
                     "byte 0x%02x: a configuration is text without control characters", byte);
    else source_error(r->s, line, col, r->e, "not valid UTF-8 (%s)", r->parser.problem);
}

static void syntax_error(reader *r)
{
    const yaml_parser_t *p = &r->parser;
    if (p->error == YAML_READER_ERROR) {
        bad_bytes(r);
    } else {
        source_error(r->s, (unsigned)p->problem_mark.line + 1, (unsigned)p->problem_mark.column + 1,
                     r->e, "not valid YAML: %s%s%s", p->problem ? p->problem : "unreadable",
                     p->context ? " " : "", p->context ? p->context : "");
    }
}

static void stop(reader *r, const char *why)
{
    source_error(r->s, event_line(r), event_col(r), r->e, "%s: reading stopped here", why);
    r->broken = true;
}

static bool next(reader *r)
{
    if (r->broken) return false;
    yaml_event_delete(&r->event);
    if (!yaml_parser_parse(&r->parser, &r->event)) {
        syntax_error(r);
        r->event = (yaml_event_t){0};
        r->broken = true;
    }
    r->depth += opens(r);
    r->depth -= closes(r);
    if (!r->broken && r->depth > DEEPEST) stop(r, "nested too deeply");
    else if (!r->broken && r->e->count >= r->most) stop(r, "too many errors");
    return !r->broken;
}

// Anchors and tags of the current event, which the form has no use for; said once a file.
static void refuse_marks(reader *r)
{
    const yaml_event_t *v = &r->event;
    bool marked = v->type == YAML_ALIAS_EVENT ||
                  (v->type == YAML_SCALAR_EVENT && (v->data.scalar.anchor || v->data.scalar.tag)) ||
                  (v->type == YAML_MAPPING_START_EVENT &&
                   (v->data.mapping_start.anchor || v->data.mapping_start.tag)) ||
                  (v->type == YAML_SEQUENCE_START_EVENT &&
                   (v->data.sequence_start.anchor || v->data.sequence_start.tag));
    if (!marked || r->has_marks) return;
    r->has_marks = true;
    source_error(r->s, event_line(r), event_col(r), r->e,
                 "YAML anchors, aliases and tags are not used in a configuration");
}

// Passes over the node that begins with the current event, however deep.
static void skip_node(reader *r)
{
    unsigned depth = 0;
    do {
        depth += opens(r);
        depth -= closes(r);
    } while (depth > 0 && next(r));
}

static const char *node_kind(const reader *r)
{
    switch (r->event.type) {
    case YAML_SEQUENCE_START_EVENT: return "a list";
    case YAML_MAPPING_START_EVENT: return "a mapping";
    case YAML_ALIAS_EVENT: return "an alias";
    default: return "a single value";
    }
}

static const char *scalar(const reader *r) { return (const char *)r->event.data.scalar.value; }

// A NUL can come into a scalar as "\0" only.
static bool has_nul(const reader *r) { return strlen(scalar(r)) != r->event.data.scalar.length; }

static void read_leaf(reader *r, const cfg_section *section, const cfg_row *row)
{
    char *path = cfg_path(section, row);
    if (r->event.type != YAML_SCALAR_EVENT) {
        char *allowed = cfg_allowed(row);
        if (r->event.type != YAML_ALIAS_EVENT)
            source_error(r->s, event_line(r), event_col(r), r->e, "%s: must be %s, not %s", path,
                         allowed, node_kind(r));
        free(allowed);
        skip_node(r);
    } else if (has_nul(r)) {
        source_error(r->s, event_line(r), event_col(r), r->e, "%s: the value holds a NUL character",
                     path);
    } else {
        cfg_assign *a = source_add(r->s, section, row, event_line(r), event_col(r));
        source_read_value(r->s, a, scalar(r), r->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
                          r->e);
    }
    free(path);
}

static void read_preset(reader *r)
{
    if (r->event.type != YAML_SCALAR_EVENT || !*scalar(r) || has_nul(r)) {
        if (r->event.type != YAML_ALIAS_EVENT)
            source_error(r->s, event_line(r), event_col(r), r->e,
                         "preset: must be the name of a preset");
        skip_node(r);
        return;
    }
    r->s->preset = wl_strdup(scalar(r));
    r->s->preset_line = event_line(r);
    r->s->preset_col = event_col(r);
}

static const cfg_section *section_at(const char *path)
{
    unsigned n;
    const cfg_section *all = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        if (*path && strcmp(all[i].path, path) == 0) return &all[i];
    }
    return NULL;
}

// Legal keys seen in one mapping, for duplicates; unknown ones are errors anyway.
typedef struct seen_key {
    char *path;
    unsigned line;
    struct seen_key *next;
} seen_key;

static bool is_duplicate(reader *r, seen_key **seen, const char *path)
{
    for (const seen_key *k = *seen; k; k = k->next) {
        if (strcmp(k->path, path) != 0) continue;
        source_error(r->s, event_line(r), event_col(r), r->e, "%s is given twice, first in line %u",
                     path, k->line);
        return true;
    }
    seen_key *k = wl_calloc(1, sizeof *k);
    *k = (seen_key){wl_strdup(path), event_line(r), *seen};
    *seen = k;
    return false;
}

static void free_seen(seen_key *k)
{
    while (k) {
        seen_key *rest = k->next;
        free(k->path);
        free(k);
        k = rest;
    }
}

static void read_section(reader *r, const char *path);

static bool is_legal(const char *path)
{
    return strcmp(path, "preset") == 0 || cfg_find(path, NULL) || source_is_section(path);
}

// The current event is the value of the legal key `path`.
static void read_value(reader *r, const char *path)
{
    const cfg_section *section = NULL;
    const cfg_row *row = cfg_find(path, &section);
    refuse_marks(r);
    if (row) read_leaf(r, section, row);
    else if (strcmp(path, "preset") == 0) read_preset(r);
    else read_section(r, path);
}

// The current event is a key below `prefix`: reads it and its value.
static void read_pair(reader *r, const char *prefix, seen_key **seen)
{
    bool is_word = r->event.type == YAML_SCALAR_EVENT && *scalar(r) && !has_nul(r);
    char *path = wl_format("%s%s%s", prefix, *prefix ? "." : "", is_word ? scalar(r) : "");
    bool dotted = is_word && strchr(scalar(r), '.') != NULL,
         legal = is_word && !dotted && is_legal(path);
    refuse_marks(r);
    if (legal) {
        legal = !is_duplicate(r, seen, path);
    } else if (dotted && is_legal(path)) {
        source_error(r->s, event_line(r), event_col(r), r->e,
                     "%s: in a file sections are nested mappings, keys have no dots", path);
    } else if (is_word) {
        source_unknown_key(r->s, event_line(r), event_col(r), path, r->e);
    } else {
        const char *kind = r->event.type == YAML_SCALAR_EVENT ? "empty" : node_kind(r);
        if (r->event.type != YAML_ALIAS_EVENT)
            source_error(r->s, event_line(r), event_col(r), r->e, "a key must be a word, not %s",
                         kind);
        skip_node(r);
    }
    if (next(r)) {
        if (legal) read_value(r, path);
        else skip_node(r);
    }
    free(path);
}

// The current event is the value of a section ("" = the whole document).
static void read_section(reader *r, const char *path)
{
    const char *name = *path ? path : "a configuration";
    if (r->event.type != YAML_MAPPING_START_EVENT) {
        bool empty = r->event.type == YAML_SCALAR_EVENT && !*scalar(r);
        if (r->event.type != YAML_ALIAS_EVENT) {
            source_error(r->s, event_line(r), event_col(r), r->e,
                         "%s: must be a mapping of keys to values, not %s", name,
                         empty ? "empty" : node_kind(r));
        }
        skip_node(r);
        return;
    }
    const cfg_section *section = section_at(path);
    if (section) source_add(r->s, section, NULL, event_line(r), event_col(r));
    seen_key *seen = NULL;
    while (next(r) && r->event.type != YAML_MAPPING_END_EVENT) read_pair(r, path, &seen);
    free_seen(seen);
}

// Stream start, document start, the document, document end, stream end.
static void read_stream(reader *r)
{
    if (!next(r) || !next(r)) return;
    if (r->event.type == YAML_STREAM_END_EVENT) {
        source_error(
            r->s, 0, 0, r->e,
            "the file is empty: a configuration sets at least one key, e.g. `preset: mrpb-base-s`");
        return;
    }
    if (!next(r)) return;
    refuse_marks(r);
    read_section(r, "");
    if (!next(r) || !next(r) || r->event.type == YAML_STREAM_END_EVENT) return;
    source_error(r->s, event_line(r), event_col(r), r->e,
                 "a configuration is one YAML document: another begins here");
}

int source_read_yaml(cfg_source *s, err *e)
{
    // A byte-order mark is allowed, and nothing else than UTF-8.
    size_t bom = s->bytes >= 3 && memcmp(s->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    memmove(s->text, s->text + bom, s->bytes - bom + 1);
    s->bytes -= bom;
    reader r = {.s = s, .e = e, .most = e->count + MOST_ERRORS};
    const unsigned before = e->count;
    if (!yaml_parser_initialize(&r.parser)) return err_add(e, ST_TOOL, "out of memory");
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)s->text, s->bytes);
    read_stream(&r);
    yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    return e->count == before ? ST_OK : ST_INPUT;
}
