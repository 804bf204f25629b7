// cli.h: the framework of the command line: a table of commands, and a table of options for each
// command. Parsing, --help, --json, -q, -v, progress lines and exit status are the same for all of
// them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CLI_H
#define WL_CLI_CLI_H

#include "config/config.h"

#include <jansson.h>
#include <stdio.h>

// An option of a command. Common to all: --help, --json, -q/--quiet, -v/--verbose.
typedef struct cli_option {
    const char *name; // "config" for --config; NULL ends a table
    char letter;      // 'c' for -c; 0 = none
    // name of its argument in the help ("CFG"), NULL = a flag; where FILE, DIR or F.fst stands
    // there,
    // "-" is refused, and with "FILE|-" it is stdout
    const char *arg;
    const char *doc;
    bool repeats; // may be given several times (--set)
} cli_option;

typedef struct cli_args cli_args;

typedef struct cli_command {
    const char *name, *summary;
    const char *operands;      // "WORKLOAD", "[KEY]" for the usage line; "" or NULL: none
    const char *example;       // a complete command line
    const cli_option *options; // ends with a NULL name; NULL: no options of its own
    unsigned min_operands, max_operands;
    // fills `result` (an object, printed by --json); returns ST_*
    int (*run)(const cli_args *a, json_t *result, err *e);
    // prints text for people on stdout; NULL: `run` prints
    void (*print)(const cli_args *a, const json_t *result);
    void (*more_help)(FILE *f); // prints further help after the options; NULL: none
    const char *json;           // help text about the output of --json, in whole lines; NULL: none
} cli_command;

// The commands, each defined in its own file cmd_NAME.c: X(name).
// clang-format off
#define CLI_COMMANDS(X) \
    X(rtl) X(sim) X(cosim) X(bench) X(mutate) X(synth) X(energy) X(sweep) X(report) X(config) \
    X(workloads) X(stats) X(reference)
// clang-format on
#define CLI_DECLARE(name) extern const cli_command cmd_##name;
CLI_COMMANDS(CLI_DECLARE)
#undef CLI_DECLARE

// The options and operands given. Asking for an option that is not in the command's table is a
// broken invariant.
// the option's (last) argument; NULL: not given
const char *cli_value(const cli_args *a, const char *name);
bool cli_flag(const cli_args *a, const char *name);
// all arguments of a repeatable option
unsigned cli_values(const cli_args *a, const char *name, const char *const **values);
unsigned cli_operands(const cli_args *a, const char *const **operands);
bool cli_quiet(const cli_args *a);
bool cli_verbose(const cli_args *a);
bool cli_json(const cli_args *a);
// Reads an unsigned number of an option, `def` if it is not given. ST_INPUT, naming option, value
// and range, if it is not a number from min to max.
int cli_number(const cli_args *a, const char *name, uint64_t def, uint64_t min, uint64_t max,
               uint64_t *value, err *e);
// The number of processes of --jobs: one per core if it is not given.
int cli_jobs(const cli_args *a, unsigned *processes, err *e);

// The configuration of -c/--config and --set (options that a command lists with
// CLI_CONFIG_OPTIONS).
// clang-format off
#define CLI_CONFIG_OPTIONS \
    {"config", 'c', "CFG", "configuration: a YAML file or a preset's name (default: gtx480)", \
     false},  \
    {"set", 0, "KEY=VALUE", "override one key, e.g. structures.mrpb.depth=16", true}
// clang-format on
int cli_config(const cli_args *a, config *c, err *e);

// Assignments that override a configuration, in order: those of --set, and those of options that
// stand for a key, which are checked in the same way.
typedef struct cli_sets {
    char **text;  // "KEY=VALUE"
    char **given; // how each was written, "--clock-ns 4", for messages; NULL: by --set
    unsigned n;
} cli_sets;
cli_sets cli_sets_given(const cli_args *a); // --set's
cli_sets cli_sets_copy(const cli_sets *of);
// KEY=VALUE, as --OPTION WRITTEN says it
void cli_sets_add(cli_sets *s, const char *option, const char *written, const char *key,
                  const char *value);
// the (last) argument of an option that stands for a key; not given: adds nothing
void cli_sets_option(cli_sets *s, const cli_args *a, const char *option, const char *key);
void cli_sets_append(cli_sets *s, const char *text); // "KEY=VALUE"
int cli_sets_load(const cli_sets *s, const char *source, config *c, err *e);
void cli_sets_free(cli_sets *s);

// The arguments of -c and --set for a command line that reproduces this run: the preset or the
// file's base name, and the assignments. malloc'd.
char *cli_source(const cli_args *a);
// Prints a word of a command line on one line, quoted if a shell needs that.
void cli_put_word(FILE *f, const char *word);

// Progress: one line on stderr with rate, fraction done and time left, rewritten about ten times
// per second. It is silent if stderr is no terminal, with -q and with --json; then
// cli_progress_start returns NULL, which the other functions accept.
typedef struct cli_progress cli_progress;
cli_progress *cli_progress_start(const cli_args *a, const char *what, const char *unit);
void cli_progress_at(void *progress, uint64_t done, double share); // fits gpu_hooks.progress
void cli_progress_end(cli_progress *p);                            // removes the line

// The whole program for a NULL-terminated list of commands: parses, runs, prints, and returns the
// exit status. Output is never lost silently: stdout is flushed and checked at the end (ST_TOOL).
int cli_main(const cli_command *const *commands, int argc, char **argv);

#endif
