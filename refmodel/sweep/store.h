// store.h: what points have left, a file for each, in a directory.
//
// A result is DIR/HH/HASH.json, HH being the first two digits of the hash. It is written to a
// temporary file, flushed to the disk and renamed, so that it is whole or not there. One that was
// cut or emptied since counts as not there. A point that failed leaves HASH.failed.json instead:
// {"status", "signal" or null, "message", "log": the last lines that it printed}.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_STORE_H
#define WL_SWEEP_STORE_H

#include "base/err.h"

#include <jansson.h>
#include <stdbool.h>

enum { STORE_LOG_LINES = 20 };

typedef enum store_state { STORE_NONE, STORE_DONE, STORE_FAILED } store_state;

store_state store_look(const char *dir, const char *hash);
int store_put(const char *dir, const char *hash, const json_t *result, err *e);
int store_put_failure(const char *dir, const char *hash, const json_t *failure, err *e);
// New references; NULL: there is none, or none that can be read.
json_t *store_get(const char *dir, const char *hash);
json_t *store_get_failure(const char *dir, const char *hash);
// Takes a failure away, so that the point runs again.
int store_forget_failure(const char *dir, const char *hash, err *e);
// Removes the temporary files that killed runs have left. Only when nobody writes.
void store_tidy(const char *dir);

#endif
