// scope.c: reads the list of a design's instances that prep.tcl writes, and gives a cell the name
// that it has in an instance flattened alone. See scope.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/scope.h"

#include "base/outfile.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LIST = 1 << 24 };
static const char flattened[] =
    "$flatten"; // what Yosys puts before the place in a name that is not of the source

// The place without the marks of its names
static char *without_marks(const char *marked)
{
    char *path = wl_strdup(marked), *to = path;
    for (const char *p = marked; *p; p++) {
        if (*p != '\\') *to++ = *p;
    }
    *to = '\0';
    return path;
}

int scopes_read(scope_list *l, const char *path, err *e)
{
    char *text = NULL, *save = NULL;
    size_t bytes;
    *l = (scope_list){0};
    int status = infile_read_made("yosys", path, MAX_LIST, &text, &bytes, e);
    unsigned room = 1;
    for (const char *p = text; p && *p; p++) room += *p == '\n';
    l->s = wl_calloc(room, sizeof *l->s);
    for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line && status == ST_OK;
         line = strtok_r(NULL, "\n", &save)) {
        char *space = strchr(line, ' ');
        if (!space) {
            status = err_add(e, ST_TOOL, "%s: no instance: %s", path, line);
            break;
        }
        *space = '\0';
        l->s[l->n++] = (scope){wl_strdup(line), wl_strdup(space + 1), without_marks(space + 1)};
    }
    free(text);
    return status;
}

void scopes_free(scope_list *l)
{
    for (unsigned i = 0; i < l->n; i++) {
        free(l->s[i].module);
        free(l->s[i].marked);
        free(l->s[i].path);
    }
    free(l->s);
    *l = (scope_list){0};
}

const scope *scope_of(const scope_list *l, const rtlil_cell *cell, unsigned above)
{
    for (unsigned i = l->n; i-- > 0;) { // those inside come later
        char *name = scope_name(&l->s[i], cell);
        free(name);
        if (name && above-- == 0) return &l->s[i];
    }
    return NULL;
}

char *scope_name(const scope *s, const rtlil_cell *cell)
{
    const size_t mark = strlen(flattened), marked = strlen(s->marked), path = strlen(s->path);
    if (cell->name[0] != '$')
        return strncmp(cell->name, s->path, path) == 0 ? wl_strdup(cell->name + path) : NULL;
    if (strncmp(cell->name, flattened, mark) != 0 ||
        strncmp(cell->name + mark, s->marked, marked) != 0)
        return NULL;
    const char *rest = cell->name + mark + marked;
    return wl_format("%s%s", rest[0] == '\\' ? flattened : "", rest);
}
