// explain_places.c: see explain_places.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/explain_places.h"

#include "base/err.h"
#include "base/resources.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

// A pattern of file names: before, the structure's name, after; after = NULL: the same files for
// all.
static const struct {
    const char *what, *before, *after;
    bool hardware;
} places[] = {
    {"row", "refmodel/config/tables_structures.h", NULL, false},
    {"rules", "refmodel/config/check_blocks.c", NULL, false},
    {"ports", "refmodel/config/ports/", ".h", true},
    {"model", "refmodel/blocks/", "*.[ch]", false},
    {"machine", "refmodel/machine/structures/*", "*.[ch]", false},
    {"numbers", "rtlgen/", "/*.c", true},
    {"Verilog", "rtlgen/", "/*.v.in", true},
    {"page", "rtlgen/", "/*.md.in", true},
    {"SDC", "constraints/*.sdc.in", NULL, true},
    {"bench", "tb/bench/*", "*.c", false},
    {"proofs", "tb/formal/", "*", true},
    {"tests", "tests/*/*", "*.[cs]*", false},
};

static void print_place(const char *what, const char *root, const char *before, const char *name,
                        const char *after, FILE *f)
{
    char *pattern = wl_format("%s/%s%s%s", root, before, after ? name : "", after ? after : "");
    glob_t found;
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            fprintf(f, "  %-10s%s\n", i ? "" : what, found.gl_pathv[i] + strlen(root) + 1);
        globfree(&found);
    }
    free(pattern);
}

void explain_places(const cfg_section *s, const cfg_row *r, bool shapes_hardware, FILE *f)
{
    const char *name = strrchr(s->path, '.');
    if (strncmp(s->path, "structures.", 11) != 0) return;
    char *root = resource_path(".");
    if (r->kind != CFG_DECIMAL)
        fprintf(f, "  in C      c->%s.%s\n", name + 1, r->key); // else the field has another name
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (places[i].hardware && !shapes_hardware) continue;
        print_place(places[i].what, root, places[i].before, name + 1, places[i].after, f);
    }
    free(root);
}
