// shown.h : names that come from other people's files (kernels, buffers, paths), as they may be
// printed and put into JSON.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_SHOWN_H
#define WL_BASE_SHOWN_H

#include <jansson.h>

// The text with `?` for each control character (C0, DEL, C1: line breaks and terminal escapes among
// them) and for each byte that is not UTF-8; malloc'd.
char *shown_text(const char *text);

// The text itself as a JSON string, in which the printer escapes control characters; only bytes
// that are not UTF-8 become U+FFFD.
json_t *shown_json(const char *text);

// Replaces control characters within `text`, but for line breaks and tabs, by `?`: messages of
// several lines.
void shown_message(char *text);

#endif
