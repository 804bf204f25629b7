// flat.h: the numbers of a result by their names: {"l1d": {"read_hits": 3}} has "l1d.read_hits".
//
// Lists, texts, what stands below "by_kernel", and times of the wall clock are left out.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_FLAT_H
#define WL_SWEEP_FLAT_H

#include <jansson.h>

// An object of numbers, in the order of the result. New reference.
json_t *flat_numbers(const json_t *result);

// The number as text that reads back as the same number; `text` has room for 32 bytes.
void flat_text(const json_t *number, char *text);

#endif
