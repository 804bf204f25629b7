// template.h : fills a page template with values of a JSON object. Nothing on a page comes from anywhere else.
//
// In the template:
//   {{a.b}}               the value, escaped for HTML; integers in groups of three digits; a.0 is an array's first item
//   {{a.b:2}}             a number with two decimals; {{a.b:+1}} one decimal, sign always
//   {{&a.b}}              a string as it is (pictures)
//   {{#each a}}..{{/each}}            once an item of the array; names are looked up in the item first, `.` is the item
//   {{#if a}}..{{else}}..{{/if}}      a value that is not there, null, false, 0, "" or empty counts as no
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_REPORTS_TEMPLATE_H
#define WL_REPORTS_TEMPLATE_H

#include "base/err.h"

#include <jansson.h>

// `name` stands in errors. A hole without a value, of the wrong type, or an unbalanced block is ST_TOOL with its line; *html
// (malloc'd) is set on success only.
int template_fill(const char *name, const char *text, const json_t *values, char **html, err *e);

#endif
