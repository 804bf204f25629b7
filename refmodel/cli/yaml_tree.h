// yaml_tree.h : a YAML file as a tree of libyaml's nodes, read strictly: every mistake is named with file, line, column and what
// is allowed. Functions that fail add to the tree's err and return ST_INPUT or NULL.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_YAML_TREE_H
#define WL_CLI_YAML_TREE_H

#include "config/source.h"

#include <yaml.h>

typedef struct yaml_tree {
    cfg_source source; // the text, for messages
    yaml_document_t document;
    bool loaded;
    const char *what; // "a launch file"
    err *e;
} yaml_tree;

// Reads one YAML document. what is its kind, for messages. Free it in any case; e must live as long.
int tree_load(yaml_tree *t, const char *path, const char *what, err *e);
void tree_free(yaml_tree *t);
yaml_node_t *tree_root(yaml_tree *t);

// "file:line:col: error: PATH...": a message at a node.
int tree_error(const yaml_tree *t, const yaml_node_t *at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

// A key that a mapping may have.
typedef struct tree_key {
    const char *name;
    bool required;
} tree_key;

// Looks up the keys of the mapping `node`, which stands at `path` in messages: values[i] is that of keys[i], NULL when absent.
// Something else than a mapping, unknown, duplicate and missing keys are errors.
int tree_keys(yaml_tree *t, yaml_node_t *node, const char *path, const tree_key *keys, unsigned n, yaml_node_t **values);

// Pair i of a mapping with keys of the user's choice; NULL after the last. A key that is no word, or that stands twice, is an
// error, and NULL too.
const char *tree_pair(yaml_tree *t, yaml_node_t *node, const char *path, unsigned i, yaml_node_t **key, yaml_node_t **value);

// Item i of a list, NULL after the last; tree_is_list checks that it is a list of min..max items.
int tree_is_list(yaml_tree *t, yaml_node_t *node, const char *path, unsigned min, unsigned max, unsigned *n);
yaml_node_t *tree_item(yaml_tree *t, const yaml_node_t *list, unsigned i);
int tree_is_mapping(yaml_tree *t, yaml_node_t *node, const char *path);

// The text of a single value that is not empty; NULL after an error.
const char *tree_text(yaml_tree *t, yaml_node_t *node, const char *path);

// A whole number, decimal or 0x hexadecimal; after an error *value is as it was.
int tree_number(yaml_tree *t, yaml_node_t *node, const char *path, uint64_t min, uint64_t max, uint64_t *value);

// The word of list[0..n-1], as its index.
int tree_word(yaml_tree *t, yaml_node_t *node, const char *path, const char *const *list, unsigned n, unsigned *index);
// "PATH = TEXT", with the nearest word of the list, or all of them.
int tree_unknown_word(yaml_tree *t, const yaml_node_t *node, const char *path, const char *text, const char *const *list, unsigned n);

// Repeats at a node what another layer said, and frees that.
int tree_because(const yaml_tree *t, const yaml_node_t *at, const char *path, err *why);

// Digits of a number without its sign; false: something else, or more than 64 bits.
bool tree_digits(const char *text, uint64_t *value);

#endif
