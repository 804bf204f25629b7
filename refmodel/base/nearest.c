// nearest.c : see nearest.h. Optimal string alignment distance, three rows of the table at a time.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST = 128 }; // a longer word is no typing error

static int folded(char c) { return c == '-' ? '_' : tolower((unsigned char)c); }

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

static unsigned distance(const char *a, size_t na, const char *b, size_t nb)
{
    unsigned rows[3][LONGEST + 1];
    for (size_t j = 0; j <= nb; j++) rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= na; i++) {
        unsigned *now = rows[i % 3], *up = rows[(i - 1) % 3];
        const unsigned *up2 = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= nb; j++) {
            int x = folded(a[i - 1]), y = folded(b[j - 1]);
            now[j] = min3(up[j] + 1, now[j - 1] + 1, up[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == folded(b[j - 2]) && y == folded(a[i - 2]) && up2[j - 2] + 1 < now[j]) now[j] = up2[j - 2] + 1;
        }
    }
    return rows[na % 3][nb];
}

const char *nearest_of(const char *given, const char *const *list, unsigned n)
{
    size_t length = strlen(given);
    if (length == 0 || length > LONGEST) return NULL;
    const char *best = NULL;
    unsigned best_edits = (unsigned)length / 3 + 1; // one letter too few or too many is near in a word of any length
    if (best_edits >= length && length > 1) best_edits = (unsigned)length - 1;
    for (unsigned i = 0; i < n; i++) {
        size_t m = strlen(list[i]);
        if (m > LONGEST) continue;
        unsigned edits = distance(given, length, list[i], m);
        if (edits < best_edits + (best == NULL)) {
            best = list[i];
            best_edits = edits;
        }
    }
    return best;
}
