// icarus_build.c: makes a simulation from emitted Verilog: writes the wrapper module, whose signals
// are those of the port table, and compiles both with iverilog. See icarus.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/resources.h"
#include "tb/icarus/icarus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 96, MAX_TEXT = 1 << 16 };

#define IVERILOG "iverilog", "-g2005", "-Wall", "-I."

static void put_range(FILE *f, unsigned width)
{
    if (width > 1) fprintf(f, " [%u:0]", width - 1);
}

static void put_wires(const icarus_design *d, FILE *f)
{
    if (d->clocked) fprintf(f, "  reg clk_i, rst_ni;\n");
    if (d->split) fprintf(f, "  reg clk2x_i;\n");
    for (const port *p = d->ports; p < d->ports + d->n_ports; p++) {
        if (!p->width) continue;
        fprintf(f, "  %s", p->dir == PORT_IN ? "reg" : "wire");
        put_range(f, p->width);
        fprintf(f, " %s;\n", p->name);
    }
}

static void put_instance(const icarus_design *d, FILE *f)
{
    const char *comma = "";
    fprintf(f, "  %s dut (", d->top);
    if (d->clocked) {
        fprintf(f, "\n    .clk_i(clk_i), .rst_ni(rst_ni)%s", d->split ? ", .clk2x_i(clk2x_i)" : "");
        comma = ",";
    }
    for (const port *p = d->ports; p < d->ports + d->n_ports; p++) {
        if (!p->width) continue;
        fprintf(f, "%s\n    .%s(%s)", comma, p->name, p->name);
        comma = ",";
    }
    fprintf(f, ");\n");
}

// The design between registers that the VPI module sets and wires that it reads; time passes from
// one of its steps to the next.
static char *wrapper(const icarus_design *d)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    fprintf(f,
            "// wl_icarus.v : %s between what the VPI module drives and reads\n`default_nettype "
            "none\nmodule wl_icarus;\n",
            d->top);
    put_wires(d, f);
    put_instance(d, f);
    fprintf(f, "  always begin\n    $wl_step;\n    #1;\n  end\nendmodule\n`default_nettype wire\n");
    wl_memstream_end(f);
    return text;
}

// First line of what `iverilog -V` says, malloc'd.
static char *version(const char *work, err *e)
{
    const char *const argv[] = {"iverilog", "-V", NULL};
    char *log = wl_format("%s/iverilog.version", work), *text = NULL;
    size_t bytes;
    int status = tool_run(argv, work, log, e);
    if (status == ST_OK) status = infile_read(log, MAX_TEXT, &text, &bytes, e);
    if (text) text[strcspn(text, "\n")] = '\0';
    free(log);
    return status == ST_OK ? text : NULL;
}

char *icarus_identity(const icarus_design *d, const char *work, bool asserts, err *e)
{
    static const char *const flags[] = {IVERILOG, NULL};
    char *says = version(work, e), *text = NULL, *verilog = wrapper(d);
    size_t bytes = 0;
    FILE *f = says ? wl_memstream(&text, &bytes) : NULL;
    if (f) {
        fprintf(f, "%s\n", says);
        for (unsigned i = 0; flags[i]; i++) fprintf(f, "%s ", flags[i]);
        fprintf(f, "%s\n%s", asserts ? "-DWL_ASSERT_ON" : "", verilog);
        wl_memstream_end(f);
    }
    free(verilog);
    free(says);
    return text;
}

static int write_wrapper(const icarus_design *d, const char *path, err *e)
{
    char *text = wrapper(d);
    int status = outfile_put(path, text, strlen(text), e);
    free(text);
    return status;
}

int icarus_compile(const icarus_design *d, const char *work, const char *emitted,
                   const char *const *files, bool asserts, err *e)
{
    char *own = wl_format("%s/wl_icarus.v", work), *log = wl_format("%s/iverilog.log", work);
    const char *argv[MAX_ARGS] = {IVERILOG,
                                  "-s",
                                  "wl_icarus",
                                  "-o",
                                  "../design.vvp",
                                  "../wl_icarus.v",
                                  asserts ? "-DWL_ASSERT_ON" : "-DWL_PLAIN"};
    unsigned n = 0;
    while (argv[n]) n++;
    for (; *files; files++) {
        CHECK(n + 1 < MAX_ARGS, "%s: too many files", d->top);
        argv[n++] = *files;
    }
    int status = write_wrapper(d, own, e);
    if (status == ST_OK) status = tool_run(argv, emitted, log, e);
    free(log);
    free(own);
    return status;
}
