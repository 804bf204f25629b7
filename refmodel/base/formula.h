// formula.h : sums of counters of a statistics object, written as text: "l1d.read_hits + l1d.read_pending - l1d.fills".
// Ratios and conservation laws are tables of such texts; they are evaluated at the end of a run or of a kernel, never inside one.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_FORMULA_H
#define WL_BASE_FORMULA_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

// A path of keys joined by dots; "stats" is nested objects with integers at the leaves. NULL: there is no such thing.
const json_t *formula_at(const json_t *stats, const char *path, size_t bytes);

// Terms are paths or whole numbers, joined by " + " and " - ". false, *value untouched: a counter is not there or no integer.
// A sum below zero wraps, as the counters themselves would.
bool formula_value(const json_t *stats, const char *text, uint64_t *value);

#endif
