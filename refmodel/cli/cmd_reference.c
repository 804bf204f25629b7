// cmd_reference.c : `warploom reference -o DIR`: the reference pages, the man page and the bash
// completion, all from the tables that the program itself runs on. docs/reference holds what this
// makes; a test compares the two.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/version.h"
#include "cli/cli_parse.h"
#include "cli/cosim_blocks.h"
#include "config/ports/side.h"
#include "config/rows.h"
#include "machine/run/energy_model.h"
#include "machine/run/gpu_stats.h"
#include "machine/run/laws.h"
#include "machine/run/ratios.h"
#include "ptx/limits.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPCODES = 256 };

#define CLI_ADDRESS(name) &cmd_##name,
static const cli_command *const commands[] = {CLI_COMMANDS(CLI_ADDRESS) NULL};

#define MADE_BY "<!-- Made by `warploom reference`; do not edit. -->\n\n"

// A table cell: a vertical bar would end it.
static void cell(FILE *f, const char *text)
{
    fputc(' ', f);
    for (; *text; text++) fprintf(f, *text == '|' ? "\\%c" : "%c", *text);
    fputs(" |", f);
}

// ---- configuration keys

static void key_row(FILE *f, const config *def, const cfg_section *s, const cfg_row *r)
{
    char *path = cfg_path(s, r), *allowed = cfg_allowed(r), *value = cfg_text(def, r);
    fprintf(f, "| `%s` |", path);
    cell(f, r->doc);
    cell(f, allowed);
    cell(f, value);
    cell(f, r->src);
    fputc('\n', f);
    free(path);
    free(allowed);
    free(value);
}

static void key_words(FILE *f, const cfg_section *s, const cfg_row *r)
{
    char *path = cfg_path(s, r);
    fprintf(f, "\n`%s`:\n\n", path);
    for (unsigned i = 0; i < r->n_words; i++)
        fprintf(f, "- `%s`: %s\n", r->words[i].word, r->words[i].doc);
    free(path);
}

static void keys_page(FILE *f)
{
    config def;
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    config_defaults(&def);
    fputs("# Configuration keys\n\n" MADE_BY
          "Each key with its default, which is that of the preset `gtx480`. `warploom config "
          "explain KEY` prints one of them.\n\n"
          "Presets:",
          f);
    for (const char *const *p = config_presets(); *p; p++) fprintf(f, " `%s`", *p);
    fputs(".\n", f);
    for (unsigned i = 0; i < n; i++) {
        fprintf(f,
                "\n## %s\n\n%s\n\n| key | meaning | allowed | default | source "
                "|\n|---|---|---|---|---|\n",
                *s[i].path ? s[i].path : "Outside any section", s[i].doc);
        for (unsigned k = 0; k < s[i].n; k++) key_row(f, &def, &s[i], &s[i].rows[k]);
        for (unsigned k = 0; k < s[i].n; k++) {
            if (s[i].rows[k].n_words) key_words(f, &s[i], &s[i].rows[k]);
        }
    }
}

// ---- statistics, laws

static void counters(FILE *f, const char *path, const stat_table *t)
{
    for (unsigned i = 0; i < t->n; i++) {
        fprintf(f, "| `%s%s%s` |", path, *path ? "." : "", t->rows[i].name);
        cell(f, t->rows[i].unit);
        cell(f, t->rows[i].meaning);
        fputc('\n', f);
    }
}

static void statistics_page(FILE *f)
{
    fputs("# Statistics\n\n" MADE_BY "What `warploom sim --json` and `--csv` count. `warploom "
          "stats NAME` prints one of them.\n\n## Counters\n\n"
          "| counter | unit | meaning |\n|---|---|---|\n",
          f);
    for (const gpu_stat_group *g = gpu_stat_groups; g->path; g++) counters(f, g->path, g->table);
    fputs("\n## Ratios\n\n| ratio | unit | meaning | formula |\n|---|---|---|---|\n", f);
    for (const ratio *r = ratios; r->name; r++) {
        fprintf(f, "| `%s%s%s` |", r->group, *r->group ? "." : "", r->name);
        cell(f, r->unit);
        cell(f, r->meaning);
        if (r->scale != 1) fprintf(f, " %u x", r->scale);
        fprintf(f, " (%s) / (%s) |\n", r->over, r->under);
    }
}

static void law_rows(FILE *f, const law *l, const char *relation)
{
    for (; l->name; l++) {
        fputc('|', f);
        cell(f, l->name);
        fprintf(f, " %s %s %s |\n", l->left, relation, l->right);
    }
}

static void laws_page(FILE *f)
{
    fputs("# Conservation laws\n\n" MADE_BY
          "Checked at the end of every kernel, when nothing is on its way any more. A broken law "
          "ends the run with status 1.\n\n"
          "| law | formula |\n|---|---|\n",
          f);
    law_rows(f, laws, "=");
    law_rows(f, ceilings, "<=");
}

static void energy_page(FILE *f)
{
    fputs("# Energy model\n\n" MADE_BY
          "What `warploom sim --energy` multiplies the statistics with: counters times an energy, "
          "or power times the run's time.\n"
          "It is modelled, not GPUWattch, and not measured. `--energy-set NAME=VALUE` replaces a "
          "value.\n\n"
          "| row | component | counted | value | unit | source |\n|---|---|---|--:|---|---|\n",
          f);
    for (unsigned i = 0; i < ENERGY_ROWS; i++) {
        const energy_row *r = &energy_rows[i];
        fprintf(f, "| `%s` |", r->name);
        cell(f, r->component);
        cell(f, r->counters ? r->counters : "time");
        fprintf(f, " %g |", r->value);
        cell(f, energy_unit_text(r->unit));
        cell(f, r->source);
        fputc('\n', f);
    }
}

// ---- ports and events

static void port_row(FILE *f, const port *p)
{
    fprintf(f, "| `%s` | %s | %u |", p->name, p->dir == PORT_IN ? "in" : "out", p->width);
    cell(f, p->channel);
    cell(f, p->qualifier ? p->qualifier : "every cycle");
    cell(f, p->doc);
    fputc('\n', f);
}

static void ports_page(FILE *f)
{
    config def;
    port ports[PORTS_MAX];
    config_defaults(&def);
    fputs("# Ports\n\n" MADE_BY "The ports of each generated block besides `clk_i` and `rst_ni`. "
          "Widths are those of the default configuration; a port of\n"
          "width 0 is not there in it. `warploom rtl` writes the page of an instance with the "
          "widths of its own configuration, and says what its ports mean there: with\n"
          "`structures.warppool.narrow`, for one, a beat of `wb` has the words of half a warp.\n"
          "*Defined* names the port that says when the value means anything.\n",
          f);
    for (unsigned i = 0; port_table_at(i); i++) {
        const port_table *t = port_table_at(i);
        side_kind kind;
        if (side_find(t->block, &kind))
            continue; // several structures under one top, which has their ports
        fprintf(f,
                "\n## %s\n\n| port | direction | bits | channel | defined | meaning "
                "|\n|---|---|---|---|---|---|\n",
                t->block);
        t->fill(&def, ports);
        for (unsigned k = 0; k < t->n; k++) port_row(f, &ports[k]);
    }
}

static void events_page(FILE *f)
{
    fputs("# Events\n\n" MADE_BY "What a block counts in `bench` and `cosim`. A bench that has not "
          "seen an event which its configuration allows ends with\n"
          "status 1: it would prove nothing about that case.\n",
          f);
    for (unsigned i = 0; i < COSIM_BLOCKS; i++) {
        const block_model *b = cosim_block_at(i);
        fprintf(f, "\n## %s\n\n| event | unit | meaning |\n|---|---|---|\n", b->stem);
        counters(f, "", b->events);
    }
}

// ---- the environment

// What the program and its libraries read of it: X(variable, meaning). A test holds that these are
// all.
#define ENVIRONMENT(X) \
    X("WARPLOOM_CACHE", "the folder of compiled plug-ins and of stored results (default: " \
                        "build/cache in a source tree, else warploom in XDG_CACHE_HOME)") \
    X("WARPLOOM_SHARE", "the folder of presets, workloads and scripts, when the program does not " \
                        "find it") \
    X("WARPLOOM_LIBERTY", "the Liberty file of osu018, when synth.liberty is osu018") \
    X("WARPLOOM_CONFIG", "of programs linked with libcuda or libcudart: the configuration, a " \
                         "preset or a file (default: gtx480)") \
    X("WARPLOOM_STATS", "of such programs: a file for the statistics") \
    X("WARPLOOM_LOG", "of such programs: a file for the log, with GPGPU-Sim's names") \
    X("WARPLOOM_TRACE", "of such programs: a folder for the kernels as a trace") \
    X("WARPLOOM_CAPABILITY", "of such programs: the compute capability that the device reports " \
                             "(default: 3.5)") \
    X("TMPDIR", "the folder of temporary files (default: /tmp)") \
    X("PATH", "where the tools are: Verilator, clang++, Yosys, OpenSTA, gnuplot ...") \
    X("VERILATOR_ROOT", "of Verilator; a plug-in is compiled again when it changes") \
    X("VERILATOR_BIN", "likewise") \
    X("XDG_CACHE_HOME", "the folder of caches (default: .cache in HOME)") \
    X("HOME", "the home folder (default: the user's by the system)")

static const struct {
    const char *name, *meaning;
} environment[] = {
// clang-format off
#define ROW(name, meaning) {name, meaning},
    ENVIRONMENT(ROW)
#undef ROW
    // clang-format on
};
enum { VARIABLES = sizeof environment / sizeof environment[0] };

// ---- commands

static void commands_page(FILE *f)
{
#define STATUS(name, number, meaning, more) "| " #number " | " meaning more " |\n"
    static const char head[] =
        "# Commands\n\n" MADE_BY "| exit status | meaning |\n|---|---|\n" ST_TABLE(STATUS);
#undef STATUS
    fputs(head, f);
    for (const cli_command *const *c = commands; *c; c++) {
        fprintf(f, "\n## warploom %s\n\n```\n", (*c)->name);
        cli_help_command(*c, f);
        fputs("```\n", f);
    }
    fputs("\n## Environment\n\nEmpty variables count as not set.\n\n| variable | meaning "
          "|\n|---|---|\n",
          f);
    for (unsigned i = 0; i < VARIABLES; i++) {
        fprintf(f, "| `%s` |", environment[i].name);
        cell(f, environment[i].meaning);
        fputc('\n', f);
    }
}

// Text for troff: a backslash, and a dot or quote at the start of a line, mean something there.
static void troff(FILE *f, const char *text)
{
    if (*text == '.' || *text == '\'') fputs("\\&", f);
    for (; *text; text++) {
        if (*text == '\\') fputs("\\e", f);
        else if (*text == '-') fputs("\\-", f);
        else fputc(*text, f);
    }
}

static void man_command(FILE *f, const cli_command *c)
{
    fprintf(f, ".SS %s %s\n", c->name, c->operands ? c->operands : "");
    troff(f, c->summary);
    fputc('\n', f);
    for (unsigned i = 0; cli_option_at(c, i); i++) {
        const cli_option *o = cli_option_at(c, i);
        fputs(".TP\n.B ", f);
        if (o->letter) fprintf(f, "\\-%c, ", o->letter);
        fputs("\\-\\-", f);
        troff(f, o->name);
        if (o->arg) fprintf(f, " \\fI%s\\fB", o->arg);
        fputc('\n', f);
        troff(f, o->doc);
        fputc('\n', f);
    }
    fputs(".PP\nExample:\n.PP\n.nf\n    ", f);
    troff(f, c->example);
    fputs("\n.fi\n", f);
}

static void man_page(FILE *f)
{
    fprintf(f, ".TH WARPLOOM 1 \"\" \"warploom %s\" \"User commands\"\n", WL_VERSION);
    fputs(".SH NAME\nwarploom \\- hardware that puts a GPU's memory requests into a better order\n"
          ".SH SYNOPSIS\n.B warploom\n.I COMMAND\n[options] [operands]\n"
          ".SH DESCRIPTION\nFrom one configuration file, Warploom emits Verilog, simulates a GPU "
          "with the structure in place, runs both\n"
          "in lockstep, and measures area and clock.\n.SH COMMANDS\n",
          f);
    for (const cli_command *const *c = commands; *c; c++) man_command(f, *c);
    fputs(".SH EXIT STATUS\n", f);
    cli_help_statuses(f);
    fputs(".\n.SH ENVIRONMENT\n", f);
    for (unsigned i = 0; i < VARIABLES; i++) {
        fprintf(f, ".TP\n.B %s\n", environment[i].name);
        troff(f, environment[i].meaning);
        fputc('\n', f);
    }
}

static void completion(FILE *f)
{
    fputs("# bash completion of warploom. Made by `warploom reference`; do not edit.\n"
          "_warploom() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} words=\n"
          "    case $last in\n        -c|--config) words=\"",
          f);
    for (const char *const *p = config_presets(); *p; p++)
        fprintf(f, "%s%s", p == config_presets() ? "" : " ", *p);
    fputs("\" ;;\n    esac\n    if [ -z \"$words\" ]; then\n        case ${COMP_WORDS[1]} in\n", f);
    for (const cli_command *const *c = commands; *c; c++) {
        fprintf(f, "            %s) words=\"", (*c)->name);
        for (unsigned i = 0; cli_option_at(*c, i); i++)
            fprintf(f, "%s--%s", i ? " " : "", cli_option_at(*c, i)->name);
        fputs("\" ;;\n", f);
    }
    fputs("        esac\n    fi\n    if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"", f);
    for (const cli_command *const *c = commands; *c; c++)
        fprintf(f, "%s%s", c == commands ? "" : " ", (*c)->name);
    fputs("\"; fi\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\"; compgen -f -- "
          "\"$word\")\n"
          "}\ncomplete -o filenames -F _warploom warploom\n",
          f);
}

// What is known of an instruction by its types and modifiers; nothing where its decoder reads them.
static void forms_of(FILE *f, const char *opcode)
{
    const size_t length = strlen(opcode);
    for (unsigned i = 0; ptx_form(i); i++) {
        const char *name = ptx_form(i);
        if (strncmp(name, opcode, length) == 0 && name[length] == '.')
            fprintf(f, " `%s`", name + length);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void instructions(FILE *f)
{
    const char *opcodes[MOST_OPCODES];
    size_t n = 0;
    for (unsigned i = 0; ptx_opcode(i); i++) { // one with a point is a part of another
        if (!strchr(ptx_opcode(i), '.') && n < MOST_OPCODES) opcodes[n++] = ptx_opcode(i);
    }
    qsort(opcodes, n, sizeof opcodes[0], by_name);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "| `%s` |", opcodes[i]);
        forms_of(f, opcodes[i]);
        fputs(" |\n", f);
    }
}

static void ptx_page(FILE *f)
{
    fputs("# PTX\n\n" MADE_BY
          "The simulator reads PTX ISA 1.0 to 9.0 as text. A kernel that may reach something of "
          "the first table is refused, with the file, the line and the statement; the other "
          "kernels of its module run. What has no line there runs, bit for bit as the ISA says "
          "where it says so.\n\n## What does not run\n\n|   | for example |\n|---|---|\n",
          f);
    for (const ptx_limit *l = ptx_limits; l->what; l++) {
        fputc('|', f);
        cell(f, l->what);
        fprintf(f, l->example ? " `%s` |\n" : " |\n", l->example);
    }
    fputs("\n## What is simplified\n\n", f);
    for (const char *const *s = ptx_simplified; *s; s++) fprintf(f, "- %s\n", *s);
    fputs("\n## Instructions\n\nRounding, `.ftz` and `.sat` of floats are left out of the "
          "forms. Where there are none, the decoder reads types and modifiers itself.\n\n"
          "| instruction | forms |\n|---|---|\n",
          f);
    instructions(f);
}

// ---- all of them

static const struct {
    const char *name;
    void (*put)(FILE *f);
} files[] = {{"commands.md", commands_page},     {"keys.md", keys_page},
             {"statistics.md", statistics_page}, {"ports.md", ports_page},
             {"events.md", events_page},         {"laws.md", laws_page},
             {"energy.md", energy_page},         {"ptx.md", ptx_page},
             {"warploom.1", man_page},           {"warploom.bash", completion}};

static int write_file(const char *dir, size_t i, err *e)
{
    outfile o = {0};
    char *path = wl_format("%s/%s", dir, files[i].name);
    int st = outfile_open(&o, path, e);
    if (st == ST_OK) {
        files[i].put(o.f);
        st = outfile_commit(&o, e);
    }
    free(path);
    return st;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    const char *dir = cli_value(a, "output");
    if (!dir || !*dir)
        return err_add(e, ST_INPUT, "reference: -o DIR is missing: the directory to write to");
    int st = outfile_mkdirs(dir, e);
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof files / sizeof files[0] && st == ST_OK; i++) {
        st = write_file(dir, i, e);
        json_array_append_new(list, json_string(files[i].name));
    }
    json_object_set_new(result, "files", list);
    json_object_set_new(result, "directory", json_string(dir));
    return st;
}

static void print(const cli_args *a, const json_t *result)
{
    size_t i;
    const json_t *name;
    if (cli_quiet(a)) return;
    json_array_foreach(json_object_get(result, "files"), i, name) {
        printf("%s/%s\n", json_string_value(json_object_get(result, "directory")),
               json_string_value(name));
    }
}

static const cli_option options[] = {
    {"output", 'o', "DIR", "directory to write to, made if needed", false},
    {NULL, 0, NULL, NULL, false},
};

const cli_command cmd_reference = {
    .name = "reference",
    .summary =
        "Writes the reference pages (keys, statistics, ports, events, laws, energy, commands), "
        "the man page and the bash completion.",
    .operands = "",
    .example = "warploom reference -o docs/reference",
    .options = options,
    .min_operands = 0,
    .max_operands = 0,
    .run = run,
    .print = print,
};
