// cli_help.c: prints the help of the program and of each command, from the tables of commands and
// options.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_parse.h"

#include <stdlib.h>
#include <string.h>

// "-c, --config CFG", malloc'd.
static char *option_head(const cli_option *o)
{
    char letter[5] = "    ";
    if (o->letter) memcpy(letter, (char[]){'-', o->letter, ',', ' '}, 4);
    return wl_format("%s--%s%s%s", letter, o->name, o->arg ? " " : "", o->arg ? o->arg : "");
}

static void print_option(const cli_option *o, FILE *f)
{
    char *head = option_head(o);
    fprintf(f, "  %-28s%s%s%s\n", head, strlen(head) >= 28 ? " " : "", o->doc,
            o->repeats ? " (may be given several times)" : "");
    free(head);
}

void cli_help_command(const cli_command *c, FILE *f)
{
    const char *operands = c->operands ? c->operands : "";
    fprintf(f, "usage: warploom %s [options]%s%s\n%s\n\noptions:\n", c->name, *operands ? " " : "",
            operands, c->summary);
    for (unsigned i = 0; cli_option_at(c, i); i++) print_option(cli_option_at(c, i), f);
    if (c->more_help) c->more_help(f);
    if (c->json) fprintf(f, "\n--json prints one object:\n%s", c->json);
    fprintf(f, "\nexample:\n  %s\n", c->example);
    fputs("\nexit status: ", f);
    cli_help_statuses(f);
    fputc('\n', f);
}

void cli_help_statuses(FILE *f)
{
#define STATUS(name, number, meaning, more) ", " #number " " meaning
    static const char all[] = ST_TABLE(STATUS);
#undef STATUS
    fputs(all + strlen(", "), f);
}

void cli_help_program(const cli_command *const *commands, FILE *f)
{
    fputs("usage: warploom COMMAND [options] [operands]\n"
          "Generates, simulates, co-simulates and synthesizes hardware that reorders a GPU's "
          "memory requests.\n\ncommands:\n",
          f);
    for (; *commands; commands++)
        fprintf(f, "  %-12s%s\n", (*commands)->name, (*commands)->summary);
    fputs("\nwarploom help COMMAND (or warploom COMMAND --help) tells more, with an example;\n"
          "warploom --version prints the version.\n"
          "\nexample:\n  warploom rtl -c mrpb-base-s -o build/rtl\n",
          f);
}
