// cmd_rtl.c: `warploom rtl`: emits the Verilog of a configuration with its file list, constraints
// and page.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/printable.h"
#include "cli/fusesoc.h"
#include "rtlgen/rtlgen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the regenerating command names after -o: DIR as given; an absolute one is not told, for
// emitted bytes say nothing of the machine. Malloc'd or NULL.
static char *told_folder(const char *dir)
{
    char *text = NULL;
    size_t bytes;
    if (*dir == '/') return NULL;
    FILE *f = wl_memstream(&text, &bytes);
    cli_put_word(f, dir);
    wl_memstream_end(f);
    return text;
}

// The host that --wrap names; NULL for none.
static int find_host(const char *name, const char **host, err *e)
{
    *host = NULL;
    if (!name || strcmp(name, "none") == 0) return ST_OK;
    char *known = wl_strdup("none");
    for (unsigned i = 0; rtlgen_host(i); i++) {
        if (strcmp(name, rtlgen_host(i)) == 0) *host = rtlgen_host(i);
        char *longer = wl_format("%s, %s", known, rtlgen_host(i));
        free(known);
        known = longer;
    }
    int status =
        *host ? ST_OK : err_add(e, ST_INPUT, "rtl: --wrap %s: must be one of %s", name, known);
    free(known);
    return status;
}

// What is to be emitted, and where to.
typedef struct order {
    config c;
    const char *dir;
    rtlgen_options o;
} order;

// Emits, and tells what of.
static int emit(const order *w, json_t *result, err *e)
{
    json_t *emitted = NULL;
    int lock, status = outfile_lock(w->dir, &lock, e);
    if (status == ST_OK) {
        status = rtlgen_emit(&w->c, w->dir, &w->o, &emitted, e);
        outfile_unlock(lock);
    }
    if (status != ST_OK) return status;
    json_object_update(result, emitted);
    json_object_set_new(result, "directory", printable_json(w->dir));
    json_decref(emitted);
    return ST_OK;
}

// FuseSoC's call says what is emitted; the command line nothing else.
static int run_fusesoc(const cli_args *a, json_t *result, err *e)
{
    static const char *const others[] = {"config", "output", "wrap"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (cli_value(a, others[i]))
            return err_add(e, ST_INPUT, "rtl: --fusesoc: its file says what --%s does", others[i]);
    }
    fusesoc_call call;
    order w = {.dir = ".", .o = {.force = true}};
    int status = fusesoc_read(cli_value(a, "fusesoc"), &call, e);
    if (status == ST_OK) status = find_host(call.wrap, &w.o.wrap, e);
    if (status == ST_OK) status = cli_sets_load(&call.sets, call.config, &w.c, e);
    if (status == ST_OK) {
        w.o.source = w.c.name;
        w.o.vlnv = call.vlnv;
        status = emit(&w, result, e);
    }
    fusesoc_free(&call);
    return status;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    if (cli_value(a, "fusesoc")) return run_fusesoc(a, result, e);
    order w = {.dir = cli_value(a, "output")};
    if (!w.dir || !*w.dir)
        return err_add(e, ST_INPUT, "rtl: -o DIR is missing: the directory to write to");
    int status = cli_config(a, &w.c, e);
    if (status != ST_OK) return status;
    char *source = cli_source(a), *folder = told_folder(w.dir);
    w.o = (rtlgen_options){.source = source,
                           .folder = folder,
                           .force = cli_flag(a, "force"),
                           .index_c = cli_flag(a, "index-c")};
    status = find_host(cli_value(a, "wrap"), &w.o.wrap, e);
    if (status == ST_OK) status = emit(&w, result, e);
    free(source);
    free(folder);
    return status;
}

static void print(const cli_args *a, const json_t *result)
{
    size_t i;
    const json_t *name;
    if (cli_quiet(a)) return;
    const char *dir = json_string_value(json_object_get(result, "directory"));
    json_array_foreach(json_object_get(result, "files"), i, name)
        printf("%s/%s\n", dir, json_string_value(name));
    const size_t removed = json_array_size(json_object_get(result, "removed"));
    if (removed)
        printf("%s: %zu file%s of an earlier run removed: a folder holds what one run emits\n", dir,
               removed, removed == 1 ? "" : "s");
    printf("top module %s, hardware digest %s\n", json_string_value(json_object_get(result, "top")),
           json_string_value(json_object_get(result, "digest")));
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"output", 'o', "DIR",
     "directory to write to, made if needed; the emitted files name it as given unless it is "
     "absolute",
     false},
    {"wrap", 0, "HOST",
     "also emit an adapter of each block to the interface of HOST, listed below, or none (default)",
     false},
    {"index-c", 0, NULL,
     "also emit the set index function (structures.pric) as a C header, NAME_index.h, for "
     "simulators",
     false},
    {"fusesoc", 0, "FILE",
     "emit into the current directory what FILE says, a call of FuseSoC's generator protocol "
     "(parameters config, set, wrap)",
     false},
    {"force", 0, NULL,
     "write even if DIR contains other files, which stay, or emitted files that were edited, "
     "which are replaced or removed",
     false},
    {NULL, 0, NULL, NULL, false},
};

static void print_hosts(FILE *f)
{
    fputs("\nhosts of --wrap, and the structures with an adapter:\n", f);
    for (unsigned i = 0; rtlgen_host(i); i++) {
        char *keys = rtlgen_host_keys(rtlgen_host(i));
        fprintf(f, "  %-12s%s\n", rtlgen_host(i), keys);
        free(keys);
    }
}

const cli_command cmd_rtl = {
    .name = "rtl",
    .summary = "Emits the Verilog of a configuration: modules, file list, constraints, plug-in "
               "shim, page of the instance, and files for FuseSoC, IP-XACT, Bender, make, Vivado "
               "and Quartus.",
    .operands = "",
    .example = "warploom rtl -c mrpb-base-s -o build/rtl/mrpb-base-s",
    .options = options,
    .min_operands = 0,
    .max_operands = 0,
    .run = run,
    .print = print,
    .more_help = print_hosts,
};
