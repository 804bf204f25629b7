// formula.h: sums of counters of a statistics object, written as text: "l1d.read_hits +
// l1d.read_pending - l1d.fills".
//
// Ratios and conservation laws are tables of such texts. They are evaluated at the end of a run or
// kernel, never during it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_FORMULA_H
#define WL_BASE_FORMULA_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

// Looks up a path of keys separated by dots in `stats`, nested objects with integers at the leaves.
// NULL if it does not exist.
const json_t *formula_at(const json_t *stats, const char *path, size_t bytes);

// Evaluates a formula: paths or whole numbers, joined by " + " and " - ". Returns false, and leaves
// *value unchanged, if a counter is missing or is not an integer. A sum below zero wraps, as
// counters do.
bool formula_value(const json_t *stats, const char *text, uint64_t *value);

#endif
