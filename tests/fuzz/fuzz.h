// fuzz.h : what the fuzz targets share. A target hands libFuzzer's bytes to one of the product's
// readers, as the file that it reads, and says what must hold whatever they are; crashes, leaks,
// hangs and undefined behaviour the sanitizers and libFuzzer find themselves.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_FUZZ_H
#define WL_TESTS_FUZZ_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The path of `name` in the directory of this run ($FUZZ_DIR); valid until the next 4 calls.
const char *fuzz_path(const char *name);

// Writes a file there; returns its path.
const char *fuzz_put(const char *name, const void *data, size_t size);

// Two files in one input: what stands before the first line "----" and behind it (no such line:
// nothing behind).
typedef struct fuzz_parts {
    const uint8_t *first, *second;
    size_t first_size, second_size;
} fuzz_parts;
fuzz_parts fuzz_split(const uint8_t *data, size_t size);

// Who refuses an input says why, with the status of a wrong input, and who takes it says nothing.
// Frees e.
void fuzz_verdict(bool taken, err *e);

#endif
