// nearest.c : see nearest.h. Optimal string alignment distance, three rows of the table at a time.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST = 128 }; // a longer word is no typing error

static void fold(char *to, const char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        to[i] = (char)(from[i] == '-' ? '_' : tolower((unsigned char)from[i]));
    }
}

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

// Of folded words. Given up, with a number above `most`, as soon as two rows in succession are
// above it: a row stands on the two before it.
static unsigned distance(const char *a, size_t na, const char *b, size_t nb, unsigned most)
{
    unsigned rows[3][LONGEST + 1], low = 0, low_before;
    for (size_t j = 0; j <= nb; j++) rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= na; i++) {
        unsigned *now = rows[i % 3], *up = rows[(i - 1) % 3];
        const unsigned *up2 = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        low_before = low;
        low = now[0];
        for (size_t j = 1; j <= nb; j++) {
            const char x = a[i - 1], y = b[j - 1];
            now[j] = min3(up[j] + 1, now[j - 1] + 1, up[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == b[j - 2] && y == a[i - 2] && up2[j - 2] + 1 < now[j])
                now[j] = up2[j - 2] + 1;
            if (now[j] < low) low = now[j];
        }
        if (low > most && low_before > most) return low;
    }
    return rows[na % 3][nb];
}

const char *nearest_of(const char *given, const char *const *list, unsigned n)
{
    size_t length = strlen(given);
    if (length == 0 || length > LONGEST) return NULL;
    char word[LONGEST], other[LONGEST];
    const char *best = NULL;
    unsigned best_edits =
        (unsigned)length / 3 + 1; // one letter too few or too many is near in a word of any length
    if (best_edits >= length && length > 1) best_edits = (unsigned)length - 1;
    fold(word, given, length);
    for (unsigned i = 0; i < n; i++) {
        const size_t m = strlen(list[i]);
        if (m > LONGEST || m > length + best_edits || m + best_edits < length) continue;
        fold(other, list[i], m);
        const unsigned edits = distance(word, length, other, m, best_edits);
        if (edits < best_edits + (best == NULL)) {
            best = list[i];
            best_edits = edits;
        }
    }
    return best;
}
