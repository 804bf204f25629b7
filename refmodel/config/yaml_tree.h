// yaml_tree.h: a YAML file as a tree of libyaml's nodes, read strictly: every mistake is reported
// with file, line, column and what is allowed. Functions that fail add an error to the tree's err
// and return ST_INPUT or NULL.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_YAML_TREE_H
#define WL_CONFIG_YAML_TREE_H

#include "config/source.h"

#include <yaml.h>

typedef struct yaml_tree {
    cfg_source source; // the text, for messages
    yaml_document_t document;
    bool loaded;
    const char *what; // "a launch file"
    err *e;
} yaml_tree;

// Reads one YAML document. what: its kind, for messages. Free it also after an error; e must
// outlive it.
int tree_load(yaml_tree *t, const char *path, const char *what, err *e);
void tree_free(yaml_tree *t);
yaml_node_t *tree_root(yaml_tree *t);

// Adds an error at a node: "file:line:col: error: PATH...".
int tree_error(const yaml_tree *t, const yaml_node_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

// A key that a mapping may have.
typedef struct tree_key {
    const char *name;
    bool required;
} tree_key;

// Looks up the keys of the mapping `node`, called `path` in messages. values[i] becomes the value
// of keys[i], NULL if it is absent. Anything but a mapping is an error, and so are unknown,
// duplicate and missing keys.
int tree_keys(yaml_tree *t, yaml_node_t *node, const char *path, const tree_key *keys, unsigned n,
              yaml_node_t **values);

// Returns the key of pair i of a mapping whose keys the user chooses; NULL after the last one. Also
// NULL, with an error, if the key is not a word or is duplicate.
const char *tree_pair(yaml_tree *t, yaml_node_t *node, const char *path, unsigned i,
                      yaml_node_t **key, yaml_node_t **value);

// tree_is_list checks that a node is a list of min..max items; tree_item returns item i, NULL after
// the last.
int tree_is_list(yaml_tree *t, yaml_node_t *node, const char *path, unsigned min, unsigned max,
                 unsigned *n);
yaml_node_t *tree_item(yaml_tree *t, const yaml_node_t *list, unsigned i);
int tree_is_mapping(yaml_tree *t, yaml_node_t *node, const char *path);

// Returns the text of a single nonempty value; NULL after an error.
const char *tree_text(yaml_tree *t, yaml_node_t *node, const char *path);

// Reads a whole number, decimal or hexadecimal with 0x. After an error, *value is unchanged.
int tree_number(yaml_tree *t, yaml_node_t *node, const char *path, uint64_t min, uint64_t max,
                uint64_t *value);

// Reads a word of list[0..n-1] as its index.
int tree_word(yaml_tree *t, yaml_node_t *node, const char *path, const char *const *list,
              unsigned n, unsigned *index);
// Adds the error "PATH = TEXT", with the nearest word of the list, or with all of them.
int tree_unknown_word(yaml_tree *t, const yaml_node_t *node, const char *path, const char *text,
                      const char *const *list, unsigned n);

// Repeats the errors of another layer at a node, and frees them.
int tree_because(const yaml_tree *t, const yaml_node_t *at, const char *path, err *why);

// Reads the digits of a number without a sign. False if there is anything else, or if it exceeds 64
// bits.
bool tree_digits(const char *text, uint64_t *value);

#endif
