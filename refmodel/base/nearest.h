// nearest.h: finds the legal word nearest to a mistyped one, for "did you mean" messages.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_NEAREST_H
#define WL_BASE_NEAREST_H

// Returns the word of list[0..n-1] with the smallest edit distance from `given`, the first one if
// there are several. Edits are inserting, deleting or replacing a letter and swapping two
// neighbours; case and '-' versus '_' do not matter. NULL if no word is within a third of the
// letters plus one.
const char *nearest_of(const char *given, const char *const *list, unsigned n);

#endif
