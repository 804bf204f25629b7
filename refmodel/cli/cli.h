// cli.h : the frame of the command line: one table of commands, one table of options a command; parsing, --help, --json, -q,
// -v, progress lines and exit status are the same everywhere.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CLI_H
#define WL_CLI_CLI_H

#include "config/config.h"

#include <jansson.h>
#include <stdio.h>

// An option of a command. Common to all: --help, --json, -q/--quiet, -v/--verbose.
typedef struct cli_option {
    const char *name;    // "config" for --config; NULL ends a table
    char letter;         // 'c' for -c; 0 = none
    const char *arg;     // name of its argument in the help ("CFG"), NULL = a flag
    const char *doc;
    bool repeats;        // may be given several times (--set)
} cli_option;

typedef struct cli_args cli_args;

typedef struct cli_command {
    const char *name, *summary;
    const char *operands;        // "WORKLOAD", "[KEY]" for the usage line; "" or NULL = none
    const char *example;         // complete command line
    const cli_option *options;   // ends with a NULL name; NULL = none of its own
    unsigned min_operands, max_operands;
    int (*run)(const cli_args *a, json_t *result, err *e); // fills `result` (an object, printed by --json); returns ST_*
    void (*print)(const cli_args *a, const json_t *result); // human text on stdout; NULL = run prints itself
    void (*more_help)(FILE *f); // what --help tells behind the options; NULL = nothing
    const char *json; // what --json prints, whole lines for the help; NULL = nothing is said of it
} cli_command;

// The commands, each defined in its own file cmd_NAME.c: X(name).
#define CLI_COMMANDS(X) X(rtl) X(sim) X(cosim) X(bench) X(mutate) X(synth) X(report) X(config) X(workloads) X(stats) X(reference)
#define CLI_DECLARE(name) extern const cli_command cmd_##name;
CLI_COMMANDS(CLI_DECLARE)
#undef CLI_DECLARE

// What was given. Asking for an option that the command's table does not have is a broken invariant.
const char *cli_value(const cli_args *a, const char *name);       // option's (last) argument, NULL = not given
bool cli_flag(const cli_args *a, const char *name);
unsigned cli_values(const cli_args *a, const char *name, const char *const **values); // of an option that repeats
unsigned cli_operands(const cli_args *a, const char *const **operands);
bool cli_quiet(const cli_args *a);
bool cli_verbose(const cli_args *a);
bool cli_json(const cli_args *a);
// Unsigned number of an option, or `def` when not given. Not a number or out of min..max: ST_INPUT naming option, value, range.
int cli_number(const cli_args *a, const char *name, uint64_t def, uint64_t min, uint64_t max, uint64_t *value, err *e);

// The configuration of -c/--config and --set (options that a command lists with CLI_CONFIG_OPTIONS).
#define CLI_CONFIG_OPTIONS \
    {"config", 'c', "CFG", "configuration: a YAML file or a preset's name (default: gtx480)", false}, \
    {"set", 0, "KEY=VALUE", "override one key, e.g. structures.mrpb.depth=16", true}
int cli_config(const cli_args *a, config *c, err *e);

// Assignments over a configuration in their order: --set's, and those of options that stand for a key, which are checked like them.
typedef struct cli_sets {
    char **text; // "KEY=VALUE"
    unsigned n;
} cli_sets;
cli_sets cli_sets_given(const cli_args *a); // --set's
cli_sets cli_sets_copy(const cli_sets *of);
void cli_sets_add(cli_sets *s, const char *key, const char *value); // value NULL: an option that is not given
int cli_sets_load(const cli_sets *s, const char *source, config *c, err *e);
void cli_sets_free(cli_sets *s);

// What a command that makes the same again says after -c: the preset or the file's base name, and what --set changed. Malloc'd.
char *cli_source(const cli_args *a);
// A word of a command line for a shell, on one line: plain, or quoted where a shell would not take it as it is.
void cli_put_word(FILE *f, const char *word);

// Progress: one line on stderr, rewritten about ten times a second, with rate, share done and time left. Silent when stderr is
// no terminal, with -q, or with --json (then start returns NULL, which the others take).
typedef struct cli_progress cli_progress;
cli_progress *cli_progress_start(const cli_args *a, const char *what, const char *unit);
void cli_progress_at(void *progress, uint64_t done, double share); // fits gpu_hooks.progress
void cli_progress_end(cli_progress *p); // takes the line away

// The whole program but for its list of commands (NULL-terminated): parses, runs, prints, and returns the exit status. Nothing
// printed is lost silently: stdout is flushed and checked at the end (ST_TOOL).
int cli_main(const cli_command *const *commands, int argc, char **argv);

#endif
