// cli_parse.h: inside the command-line layer: a parsed command line, and the help texts.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CLI_PARSE_H
#define WL_CLI_CLI_PARSE_H

#include "cli/cli.h"

struct cli_args {
    const cli_command *command;
    // options as given, those of one kind side by side, in the order of the command line
    const cli_option **given;
    const char **values; // of the same index; NULL for a flag
    unsigned n_given;
    const char *const *operands;
    unsigned n_operands;
};

// Parses a command line whose argv[0] is the command's name, and checks options and the number of
// operands; with --help, nothing else is required. The result points into argv. Free it with
// cli_parse_free, also after an error.
int cli_parse(cli_args *a, const cli_command *command, int argc, char **argv, err *e);
void cli_parse_free(cli_args *a);

void cli_help_program(const cli_command *const *commands, FILE *f);
void cli_help_command(const cli_command *command, FILE *f);
void cli_help_statuses(FILE *f); // "0 done, 1 a check failed, ..."

// Option i of a command: first its own options, then the common ones; NULL after the last.
const cli_option *cli_option_at(const cli_command *command, unsigned i);

#endif
