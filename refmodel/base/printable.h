// printable.h: makes names from other people's files (kernels, buffers, paths) safe to print and to
// put into JSON.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_PRINTABLE_H
#define WL_BASE_PRINTABLE_H

#include <jansson.h>

// Returns the text with `?` in place of each control character (C0, DEL, C1, which includes line
// breaks and terminal escapes) and of each byte that is not UTF-8; malloc'd.
char *printable_text(const char *text);

// Returns the text as a JSON string. Bytes that are not UTF-8 become U+FFFD; the JSON printer
// escapes control characters.
json_t *printable_json(const char *text);

// Replaces control characters in `text` by `?`, except line breaks and tabs; for messages of
// several lines.
void printable_message(char *text);

#endif
