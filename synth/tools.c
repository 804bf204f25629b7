// tools.c : see tools.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/tools.h"

#include "base/outfile.h"
#include "base/resources.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 1 << 16 };

int tool_version(const char *program, const char *flag, const char *work_dir, const char *key,
                 json_t *tools, err *e)
{
    char *log = wl_format("%s/version.log", work_dir), *text = NULL;
    size_t bytes = 0;
    const char *const argv[] = {program, flag, NULL};
    int st = tool_run(argv, NULL, log, e);
    if (st == ST_OK) st = infile_read(log, MAX_TEXT, &text, &bytes, e);
    if (st == ST_OK) remove(log);
    free(log);
    if (st) return st;
    char *p = text;
    while (*p && !(isdigit((unsigned char)*p) && (p == text || isspace((unsigned char)p[-1])))) p++;
    p[strcspn(p, " \n)")] = '\0';
    json_object_set_new(tools, key, json_string(p));
    free(text);
    return ST_OK;
}
