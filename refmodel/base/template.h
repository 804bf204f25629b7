// template.h : the one template engine: emitted Verilog and all that goes with it, and the reports'
// pages. A template is text in the language of what it makes. Its own words begin with an @, and
// all that they know are values that the caller gives:
//
//   @{NAME}            the value: text as it is, a number in digits. Alone on its line, the value's
//                      lines are all indented as the hole is, and an empty value removes the line.
//   @{a.b}  @{a.0}     a member of an object, an item of an array
//   @{x:2}  @{x:+1}    a number with two decimals; with one, and its sign
//   @{&x}              in HTML: text as it is, not escaped (pictures)
//   @if A && !B || C   on a line of its own, up to @end, with any number of `@else if ...` and an
//                      @else. What counts as no: false, 0, an empty text, list or object, null. A
//                      name that may be missing has a question mark (`@if A?`); it then is no.
//   @for x in LIST     up to @end: once an item of the array, which is x there
//   @use FILE A=text   another template in this place, indented as the line is. What follows its
//                      name are values that only it sees.
//   @// ...            a line for those who read the template
//   @\                 at the end of a line: the next line, without its indentation, goes on here
//   @@                 an @; so is one that begins none of these, as in `always @(posedge clk_i)`
//
// Within a line, `@{if A}`, `@{else if A}`, `@{else}`, `@{end}` and `@{for x in LIST}` do the same.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_TEMPLATE_H
#define WL_BASE_TEMPLATE_H

#include "base/err.h"

#include <jansson.h>

// A template by its path in the source tree. The build makes a table of them for each layer that
// has some (see the Makefile).
typedef struct template_file {
    const char *name;
    const char *text;
} template_file;

typedef enum template_kind {
    TEMPLATE_TEXT,
    // texts are escaped, digits grouped by thousands; a number with a fraction needs its decimals
    TEMPLATE_HTML,
} template_kind;

// Fills the template `name` of `files` (NULL-name-terminated) with the values of a JSON object. A
// name without a value, a value of the wrong type, a block that is not closed, a word that is
// unknown: ST_TOOL, with the template's file, line and column. *text (malloc'd) is set on success
// only.
int template_fill(const template_file *files, const char *name, const json_t *values,
                  template_kind kind, char **text, err *e);

#endif
