// main.c: the entry point: hands the table of all commands to the command line (cli.h).
//
// SPDX-License-Identifier: Apache-2.0
#include "base/heap.h"
#include "cli/cli.h"

#include <jansson.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
#define CLI_ADDRESS(name) &cmd_##name,
    static const cli_command *const commands[] = {CLI_COMMANDS(CLI_ADDRESS) NULL};
    heap_in_large_pages();
    json_set_alloc_funcs(wl_malloc, free);
    return cli_main(commands, argc, argv);
}
