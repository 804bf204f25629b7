// nearest.h : "did you mean": the legal word nearest to a mistyped one.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_NEAREST_H
#define WL_BASE_NEAREST_H

// The word of list[0..n-1] with the fewest edits (insert, delete, replace a letter, swap two neighbours; upper and lower case
// and '-' and '_' count as equal) from `given`; the first of several; NULL when none is within a third of the letters and one more.
const char *nearest_of(const char *given, const char *const *list, unsigned n);

#endif
