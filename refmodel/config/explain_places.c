// explain_places.c: see explain_places.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/explain_places.h"

#include "base/err.h"
#include "base/resources.h"
#include "config/key_reads.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

typedef struct lister {
    const cfg_section *s;
    const cfg_row *r;
    const char *name; // last part of the section's path
    char *path;       // the key
    char *root;
    key_reader reader;
    const char *what; // the label of the next line; "" after the first line of a kind
    FILE *f;          // NULL: prints nothing
    json_t *files;    // NULL: lists nothing
} lister;

typedef bool (*wanted)(const lister *l, const char *path);

static bool reads(const lister *l, const char *path) { return key_reads(&l->reader, path); }

static bool any(const lister *l, const char *path) { return l && path; }

static bool contains(const lister *l, const char *path, const char *what)
{
    const char *text = key_reads_text(l->root, path);
    return text && strstr(text, what);
}

// The table that has the section's rows.
static bool has_row(const lister *l, const char *path)
{
    char *define = wl_format("#define CFG_%s(", l->name);
    for (char *p = define + strlen("#define "); *p; p++) *p = (char)toupper((unsigned char)*p);
    const bool found = contains(l, path, define);
    free(define);
    return found;
}

// A test that names the key, reads it, or has the structure's name.
static bool is_test(const lister *l, const char *path)
{
    const bool of_structure = strncmp(l->s->path, "structures.", strlen("structures.")) == 0;
    return (of_structure && strstr(path, l->name)) || contains(l, path, l->path) || reads(l, path);
}

// A template of the library that the structure's list of modules names.
static bool is_instantiated(const lister *l, const char *path)
{
    char *gen = wl_format("rtlgen/%s/gen.c", l->name);
    const bool found = contains(l, gen, path);
    free(gen);
    return found;
}

// A file outside of refmodel/config that includes the header of a C file there which reads the key
// on behalf of others, as index_fn.c does.
static bool uses_reader(const lister *l, const char *path)
{
    static const char *const readers[] = {"index_fn", "cart_map", "mrpb_order"};
    bool found = false;
    for (unsigned i = 0; !found && i < sizeof readers / sizeof *readers; i++) {
        char *source = wl_format("refmodel/config/%s.c", readers[i]);
        char *line = wl_format("#include \"config/%s.h\"", readers[i]);
        found = contains(l, path, line) && reads(l, source);
        free(source);
        free(line);
    }
    return found;
}

static void add_file(const lister *l, const char *path)
{
    size_t i;
    const json_t *there;
    json_array_foreach(l->files, i, there) {
        if (strcmp(json_string_value(there), path) == 0) return;
    }
    json_array_append_new(l->files, json_string(path));
}

// The files that match a pattern, which has %s where the structure's name stands.
static void list(lister *l, const char *before, const char *after, wanted is_wanted)
{
    char *pattern =
        wl_format("%s/%s%s%s", l->root, before, after ? l->name : "", after ? after : "");
    glob_t found;
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            const char *path = found.gl_pathv[i] + strlen(l->root) + 1;
            if (!is_wanted(l, path)) continue;
            if (l->f) fprintf(l->f, "  %-10s%s\n", l->what, path);
            if (l->files) add_file(l, path);
            l->what = "";
        }
        globfree(&found);
    }
    free(pattern);
}

// label, pattern before and after the structure's name (after = NULL: the same files for all
// keys), which of these files; hardware: only for keys that shape it
static const struct {
    const char *what, *before, *after;
    wanted is_wanted;
    bool hardware;
} places[] = {
    {"row", "refmodel/config/tables*.h", NULL, has_row, false},
    {"rules", "refmodel/config/*.[ch]", NULL, reads, false},
    {"users", "refmodel/config/ports/*.[ch]", NULL, uses_reader, false},
    {"", "refmodel/blocks/*.h", NULL, uses_reader, false},
    {"", "rtlgen/*/*.h", NULL, uses_reader, false},
    {"ports", "refmodel/config/ports/*.[ch]", NULL, reads, false},
    {"model", "refmodel/blocks/*.[ch]", NULL, reads, false},
    {"machine", "refmodel/machine/*/*.[ch]", NULL, reads, false},
    {"programs", "refmodel/ptx/*.[ch]", NULL, reads, false},
    {"", "refmodel/trace/*.[ch]", NULL, reads, false},
    {"", "refmodel/synthetic/*.[ch]", NULL, reads, false},
    {"", "refmodel/cuda/*.[ch]", NULL, reads, false},
    {"commands", "refmodel/cli/*.[ch]", NULL, reads, false},
    {"", "refmodel/cli/paper/*.[ch]", NULL, reads, false},
    {"", "refmodel/sweep/*.[ch]", NULL, reads, false},
    {"numbers", "rtlgen/*.[ch]", NULL, reads, false},
    {"", "rtlgen/*/*.[ch]", NULL, reads, false},
    {"Verilog", "rtlgen/", "/*.v.in", any, true},
    {"library", "rtlgen/lib/*.v.in", NULL, is_instantiated, true},
    {"page", "rtlgen/", "/*.md.in", any, true},
    {"SDC", "constraints/*.sdc.in", NULL, any, true},
    {"bench", "tb/*/*.[ch]", NULL, reads, false},
    {"proofs", "tb/formal/", "*", any, true},
    {"synthesis", "synth/*.[ch]", NULL, reads, false},
    {"tests", "tests/*/*.[cs]*", NULL, is_test, false},
};

static bool has_sources(const char *root)
{
    return key_reads_text(root, "refmodel/config/tables.h") != NULL;
}

static void list_places(lister *l, bool hardware)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (places[i].hardware && !hardware) continue;
        if (*places[i].what) l->what = places[i].what;
        list(l, places[i].before, places[i].after, places[i].is_wanted);
    }
}

void explain_places(const cfg_section *s, const cfg_row *r, bool shapes_hardware, FILE *f,
                    json_t *files)
{
    const char *dot = strrchr(s->path, '.');
    lister l = {.s = s, .r = r, .name = dot ? dot + 1 : s->path, .f = f, .files = files};
    l.root = resource_path(".");
    l.path = cfg_path(s, r);
    if (*s->path && f) fprintf(f, "  in C      c->%s.%s\n", l.name, r->c_field);
    if (!has_sources(l.root)) {
        if (f)
            fputs(
                "  files     the sources are not installed; a program in its source tree lists the "
                "files that read this key\n",
                f);
    } else if (*s->path) {
        l.reader = key_reader_of(l.root, s, r);
        list_places(&l, shapes_hardware && dot);
        key_reader_free(&l.reader);
    }
    free(l.path);
    free(l.root);
}
