// printable.c : see printable.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Bytes of the UTF-8 character that begins here; 0: none does, and the code is the byte itself. An
// overlong form, a surrogate and what lies beyond U+10FFFF are none.
static unsigned character(const char *p, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = (unsigned char)*p;
    const unsigned n = first < 0x80       ? 1
                       : first >> 5 == 6  ? 2
                       : first >> 4 == 14 ? 3
                       : first >> 3 == 30 ? 4
                                          : 0;
    *code = n <= 1 ? first : first & (0x7fu >> n);
    for (unsigned i = 1; i < n; i++) {
        if (((unsigned char)p[i] & 0xc0) != 0x80) {
            *code = first;
            return 0;
        }
        *code = *code << 6 | ((unsigned char)p[i] & 0x3f);
    }
    return n && *code >= least[n] && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff) ? n
                                                                                             : 0;
}

static bool is_control(uint32_t code) { return code < ' ' || (code >= 0x7f && code < 0xa0); }

char *printable_text(const char *text)
{
    char *copy = wl_calloc(strlen(text) + 1, 1), *to = copy;
    while (*text) {
        uint32_t code;
        const unsigned n = character(text, &code);
        if (!n || is_control(code)) *to++ = '?';
        else memcpy(to, text, n), to += n;
        text += n ? n : 1;
    }
    return copy;
}

json_t *printable_json(const char *text)
{
    static const char unknown[] = "\xef\xbf\xbd"; // U+FFFD
    char *copy = wl_calloc(3 * strlen(text) + 1, 1), *to = copy;
    while (*text) {
        uint32_t code;
        const unsigned n = character(text, &code);
        memcpy(to, n ? text : unknown, n ? n : 3);
        to += n ? n : 3;
        text += n ? n : 1;
    }
    json_t *string = json_string(copy);
    free(copy);
    return string;
}

void printable_message(char *text)
{
    char *to = text;
    while (*text) {
        uint32_t code;
        const unsigned n = character(text, &code);
        if (is_control(code) && code != '\n' && code != '\t') *to++ = '?';
        else memmove(to, text, n ? n : 1), to += n ? n : 1;
        text += n ? n : 1;
    }
    *to = '\0';
}
