// liberty_tree.h: a Liberty file as a tree of groups, for whoever needs its tables (power_lib.h).
//
// The file must be one that liberty_plain has written (liberty.h), which has checked the syntax.
// Names and values are slices of the file's text, so the text must outlive the tree.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_LIBERTY_TREE_H
#define WL_SYNTH_LIBERTY_TREE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct lib_slice {
    const char *at; // not terminated; without quotes
    size_t n;
} lib_slice;

// `name : value ;`, `name (value) ;` (everything between the parentheses), or, with `is_group`,
// `name (value) { children }`.
typedef struct lib_node {
    lib_slice name, value;
    bool is_group;
    struct lib_node *children, *next; // in file order
} lib_node;

// *root is the library group. ST_INPUT if the file does not hold one.
int liberty_tree_read(const char *path, const char *text, lib_node **root, err *e);
void liberty_tree_free(lib_node *root);

// The first child of this name, or the next sibling of this name; NULL: there is none.
const lib_node *lib_child(const lib_node *of, const char *name);
const lib_node *lib_next(const lib_node *after, const char *name);
bool lib_is(lib_slice s, const char *text);
// The value of the first child of this name as malloc'd text (NULL: no such child) or as a number.
char *lib_text(const lib_node *of, const char *name);
double lib_number(const lib_node *of, const char *name, double otherwise);
// All numbers in a value, quotes, commas and backslashes between them: their count; *list is
// malloc'd.
unsigned lib_numbers(lib_slice s, double **list);

#endif
