// check.h : what the rules between keys share. Each rule names the key, its value and what is
// allowed, at the place where the key was given. check.c runs all of them; check_machine.c has
// those of the machine, check_blocks.c those of the structures, check_map.c that of
// dram.address_map.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_CHECK_H
#define WL_CONFIG_CHECK_H

#include "config/index_fn.h"
#include "config/source.h"

typedef struct checker {
    const config *c;
    const cfg_trace *t; // where each key was given; NULL: not known
    err *e;
} checker;

// Adds the error that a rule about these keys (NULL-terminated) is broken, placed at the one that
// the last source gives: the user is most likely to have changed that one.
void check_broken(const checker *k, const char *const *keys, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#define KEYS(...) \
    (const char *const[]) { __VA_ARGS__, NULL }

// The index function of a cache or of structures.pric is one that its keys can describe; primitive:
// its polynomial must be.
void check_index(const checker *k, const index_fn *f, bool primitive);

void check_machine(const checker *k); // all rules of gpu, sm, the caches and DRAM
void check_blocks(const checker *k);  // all rules of structures.*

#endif
