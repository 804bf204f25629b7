// yaml_tree.c : see yaml_tree.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/yaml_tree.h"

#include "base/nearest.h"
#include "base/outfile.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// libyaml's time is quadratic in the depth of nesting.
enum { FILE_MAX = 1 << 20, LIST_MAX = 64, MOST_ERRORS = 20, DEEPEST = 16 };

static unsigned line_of(const yaml_node_t *n) { return (unsigned)n->start_mark.line + 1; }
static unsigned col_of(const yaml_node_t *n) { return (unsigned)n->start_mark.column + 1; }

int tree_error(const yaml_tree *t, const yaml_node_t *at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *message = wl_format_v(fmt, ap);
    va_end(ap);
    source_error(&t->source, at ? line_of(at) : 0, at ? col_of(at) : 0, t->e, "%s", message);
    free(message);
    return ST_INPUT;
}

// libyaml knows the place of a grammar error by line and column, and of a bad byte by its offset.
static void syntax_error(yaml_tree *t, const yaml_parser_t *p)
{
    unsigned line = (unsigned)p->problem_mark.line + 1, col = (unsigned)p->problem_mark.column + 1;
    if (p->error == YAML_READER_ERROR) {
        t->source.not_text = true;
        line = 1;
        col = 0;
        for (size_t i = 0; i < p->problem_offset && i < t->source.bytes; i++)
            line += t->source.text[i] == '\n';
    }
    source_error(&t->source, line, col, t->e, "not valid YAML: %s%s%s",
                 p->problem ? p->problem : "unreadable", p->context ? " " : "",
                 p->context ? p->context : "");
}

static int open_parser(yaml_tree *t, yaml_parser_t *p)
{
    if (!yaml_parser_initialize(p)) return err_add(t->e, ST_TOOL, "out of memory");
    yaml_parser_set_encoding(p, YAML_UTF8_ENCODING);
    const size_t bom = strncmp(t->source.text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    yaml_parser_set_input_string(p, (const unsigned char *)t->source.text + bom,
                                 t->source.bytes - bom);
    return ST_OK;
}

// Aliases and tags say that a value is something else than what is written there.
static bool is_marked(const yaml_event_t *v)
{
    return v->type == YAML_ALIAS_EVENT || (v->type == YAML_SCALAR_EVENT && v->data.scalar.tag) ||
           (v->type == YAML_MAPPING_START_EVENT && v->data.mapping_start.tag) ||
           (v->type == YAML_SEQUENCE_START_EVENT && v->data.sequence_start.tag);
}

typedef struct seen {
    unsigned documents, depth;
} seen;

static int check_event(yaml_tree *t, const yaml_event_t *v, seen *s)
{
    const unsigned line = (unsigned)v->start_mark.line + 1,
                   col = (unsigned)v->start_mark.column + 1;
    s->depth += v->type == YAML_SEQUENCE_START_EVENT || v->type == YAML_MAPPING_START_EVENT;
    s->depth -= v->type == YAML_SEQUENCE_END_EVENT || v->type == YAML_MAPPING_END_EVENT;
    s->documents += v->type == YAML_DOCUMENT_START_EVENT;
    if (s->depth > DEEPEST)
        return source_error(&t->source, line, col, t->e, "nested too deeply: reading stopped here");
    if (is_marked(v))
        return source_error(&t->source, line, col, t->e, "YAML aliases and tags are not used in %s",
                            t->what);
    if (s->documents > 1)
        return source_error(&t->source, line, col, t->e,
                            "%s is one YAML document: another begins here", t->what);
    if (v->type == YAML_STREAM_END_EVENT && !s->documents) {
        return source_error(&t->source, 0, 0, t->e,
                            "the file is empty: %s holds a mapping of keys to values", t->what);
    }
    return ST_OK;
}

// Reads the text once without keeping anything: what passes is one document that a tree can be made
// of.
static int scan(yaml_tree *t)
{
    yaml_parser_t p;
    yaml_event_t v;
    seen s = {0};
    bool end = false;
    int status = open_parser(t, &p);
    if (status != ST_OK) return status;
    while (status == ST_OK && !end) {
        if (!yaml_parser_parse(&p, &v)) {
            syntax_error(t, &p);
            status = ST_INPUT;
            break;
        }
        status = check_event(t, &v, &s);
        end = v.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&v);
    }
    yaml_parser_delete(&p);
    return status;
}

int tree_load(yaml_tree *t, const char *path, const char *what, err *e)
{
    yaml_parser_t p;
    *t = (yaml_tree){.source = {.name = wl_strdup(path)}, .what = what, .e = e};
    int status = infile_read_named(path, FILE_MAX, &t->source.text, &t->source.bytes, e);
    if (status == ST_OK) status = scan(t);
    if (status == ST_OK) status = open_parser(t, &p);
    if (status != ST_OK) return status;
    t->loaded = yaml_parser_load(&p, &t->document);
    if (!t->loaded) syntax_error(t, &p);
    yaml_parser_delete(&p);
    return t->loaded ? ST_OK : ST_INPUT;
}

void tree_free(yaml_tree *t)
{
    if (t->loaded) yaml_document_delete(&t->document);
    source_free(&t->source);
    *t = (yaml_tree){0};
}

yaml_node_t *tree_root(yaml_tree *t) { return yaml_document_get_root_node(&t->document); }

static const char *kind_of(const yaml_node_t *n)
{
    switch (n->type) {
    case YAML_SEQUENCE_NODE: return "a list";
    case YAML_MAPPING_NODE: return "a mapping";
    default: return n->data.scalar.length ? "a single value" : "empty";
    }
}

int tree_is_mapping(yaml_tree *t, yaml_node_t *node, const char *path)
{
    if (node->type == YAML_MAPPING_NODE) return ST_OK;
    return tree_error(t, node, "%s: must be a mapping of keys to values, not %s", path,
                      kind_of(node));
}

int tree_is_list(yaml_tree *t, yaml_node_t *node, const char *path, unsigned min, unsigned max,
                 unsigned *n)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return tree_error(t, node, "%s: must be a list, not %s", path, kind_of(node));
    const size_t count = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (count >= min && count <= max) {
        *n = (unsigned)count;
        return ST_OK;
    }
    if (min == max) return tree_error(t, node, "%s: has %zu items: must have %u", path, count, min);
    return tree_error(t, node, "%s: has %zu items: must have %u..%u", path, count, min, max);
}

yaml_node_t *tree_item(yaml_tree *t, const yaml_node_t *list, unsigned i)
{
    const yaml_node_item_t *at = list->data.sequence.items.start + i;
    return at < list->data.sequence.items.top ? yaml_document_get_node(&t->document, *at) : NULL;
}

const char *tree_text(yaml_tree *t, yaml_node_t *node, const char *path)
{
    if (node->type != YAML_SCALAR_NODE || !node->data.scalar.length) {
        tree_error(t, node, "%s: must be a single value, not %s", path, kind_of(node));
        return NULL;
    }
    const char *text = (const char *)node->data.scalar.value;
    if (strlen(text) == node->data.scalar.length) return text;
    tree_error(t, node, "%s: the value holds a NUL character", path);
    return NULL;
}

const char *tree_pair(yaml_tree *t, yaml_node_t *node, const char *path, unsigned i,
                      yaml_node_t **key, yaml_node_t **value)
{
    const yaml_node_pair_t *first = node->data.mapping.pairs.start, *at = first + i;
    if (at >= node->data.mapping.pairs.top) return NULL;
    *key = yaml_document_get_node(&t->document, at->key);
    *value = yaml_document_get_node(&t->document, at->value);
    const char *word = tree_text(t, *key, path);
    for (const yaml_node_pair_t *p = first; word && p < at; p++) {
        const yaml_node_t *before = yaml_document_get_node(&t->document, p->key);
        if (before->type != YAML_SCALAR_NODE ||
            strcmp((const char *)before->data.scalar.value, word) != 0)
            continue;
        tree_error(t, *key, "%s: %s is given twice, first in line %u", path, word, line_of(before));
        return NULL;
    }
    return word;
}

// "; did you mean X?", or "; allowed: A, B, C"; malloc'd.
static char *advice_on(const char *given, const char *const *list, unsigned n)
{
    const char *near = nearest_of(given, list, n);
    if (near) return wl_format("; did you mean %s?", near);
    char *text = wl_format("; allowed: %s", n ? list[0] : "none");
    for (unsigned i = 1; i < n; i++) {
        char *longer = wl_format("%s, %s", text, list[i]);
        free(text);
        text = longer;
    }
    return text;
}

static void unknown_key(yaml_tree *t, const yaml_node_t *at, const char *path, const char *word,
                        const tree_key *keys, unsigned n)
{
    const char *names[LIST_MAX];
    for (unsigned i = 0; i < n; i++) names[i] = keys[i].name;
    char *shown = source_printable(word), *advice = advice_on(word, names, n);
    tree_error(t, at, "%s: unknown key %s%s", path, shown, advice);
    free(shown);
    free(advice);
}

int tree_keys(yaml_tree *t, yaml_node_t *node, const char *path, const tree_key *keys, unsigned n,
              yaml_node_t **values)
{
    const unsigned before = t->e->count;
    CHECK(n <= LIST_MAX, "%u keys", n);
    memset(values, 0, n * sizeof *values);
    if (tree_is_mapping(t, node, path) != ST_OK) return ST_INPUT;
    const size_t pairs = (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    for (unsigned i = 0; i < pairs && t->e->count < before + MOST_ERRORS; i++) {
        yaml_node_t *key, *value;
        const char *word = tree_pair(t, node, path, i, &key, &value);
        unsigned k = 0;
        while (word && k < n && strcmp(keys[k].name, word) != 0) k++;
        if (word && k < n) values[k] = value;
        else if (word) unknown_key(t, key, path, word, keys, n);
    }
    for (unsigned k = 0; k < n; k++) {
        if (keys[k].required && !values[k])
            tree_error(t, node, "%s: the key %s is missing", path, keys[k].name);
    }
    return t->e->count == before ? ST_OK : ST_INPUT;
}

bool tree_digits(const char *text, uint64_t *value)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const uint64_t base = hex ? 16 : 10;
    const char *p = hex ? text + 2 : text;
    uint64_t v = 0;
    if (!*p) return false;
    for (; *p; p++) {
        uint64_t digit = 99;
        if (*p >= '0' && *p <= '9') digit = (uint64_t)(*p - '0');
        else if (hex && (*p | 0x20) >= 'a' && (*p | 0x20) <= 'f')
            digit = (uint64_t)((*p | 0x20) - 'a' + 10);
        if (digit >= base || __builtin_mul_overflow(v, base, &v) ||
            __builtin_add_overflow(v, digit, &v))
            return false;
    }
    *value = v;
    return true;
}

int tree_number(yaml_tree *t, yaml_node_t *node, const char *path, uint64_t min, uint64_t max,
                uint64_t *value)
{
    const char *text = tree_text(t, node, path);
    uint64_t given;
    if (!text) return ST_INPUT;
    if (tree_digits(text, &given) && given >= min && given <= max) {
        *value = given;
        return ST_OK;
    }
    char *shown = source_printable(text);
    tree_error(t, node, "%s = %s: must be a whole number, %" PRIu64 "..%" PRIu64, path, shown, min,
               max);
    free(shown);
    return ST_INPUT;
}

int tree_unknown_word(yaml_tree *t, const yaml_node_t *node, const char *path, const char *text,
                      const char *const *list, unsigned n)
{
    char *shown = source_printable(text), *advice = advice_on(text, list, n);
    tree_error(t, node, "%s = %s%s", path, shown, advice);
    free(shown);
    free(advice);
    return ST_INPUT;
}

int tree_because(const yaml_tree *t, const yaml_node_t *at, const char *path, err *why)
{
    const char *text = why->text ? why->text : "", *body = strstr(text, "error: ");
    if (body) text = body + strlen("error: ");
    tree_error(t, at, "%s: %.*s", path, (int)strcspn(text, "\n"), text);
    err_free(why);
    return ST_INPUT;
}

int tree_word(yaml_tree *t, yaml_node_t *node, const char *path, const char *const *list,
              unsigned n, unsigned *index)
{
    const char *text = tree_text(t, node, path);
    if (!text) return ST_INPUT;
    for (*index = 0; *index < n; ++*index) {
        if (strcmp(text, list[*index]) == 0) return ST_OK;
    }
    return tree_unknown_word(t, node, path, text, list, n);
}
