// cli.c : see cli.h: from argv to exit status, the same for every command.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli.h"

#include "base/cleanup.h"
#include "base/nearest.h"
#include "base/version.h"
#include "cli/cli_parse.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_COMMANDS = 32 };

// A file opened while stdin, stdout or stderr is closed would take its number, and be printed into:
// fill the gaps with something that can be neither read from nor written to by mistake. A reader
// that goes away, or a limit on a file's size, is an error to report, not to die of.
static void settle_streams(void)
{
    int fd;
    do fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= 2);
    if (fd > 2) close(fd);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

// Everything printed must have arrived: a full disk shows here at the latest. A reader that left
// has read what it wanted: nothing is said, and a status that tells of a failure stays.
static int finish_stdout(int status, bool *reader_left)
{
    errno = 0;
    bool lost = fflush(stdout) != 0;
    int why = errno;
    if (!lost && !ferror(stdout)) return status;
    if (!why && write(STDOUT_FILENO, "\n", 1) < 0)
        why = errno; // it was lost before: once more, to hear why
    *reader_left = why == EPIPE;
    if (*reader_left) return status;
    fprintf(stderr, "error: cannot write to stdout: %s\n", why ? strerror(why) : "output was lost");
    return ST_TOOL;
}

// Ends the program as a write to a pipe without a reader ends others: a shell calls it status 141.
// The parent may have blocked the signal, so that it does not come.
static int end_by_pipe(void)
{
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &pipe, NULL);
    cleanup_all();
    raise(SIGPIPE);
    return ST_READER_LEFT;
}

static int unknown_command(const cli_command *const *commands, const char *word, err *e)
{
    const char *names[MOST_COMMANDS + 1] = {"help"};
    unsigned n = 1;
    for (; n <= MOST_COMMANDS && commands[n - 1]; n++) names[n] = commands[n - 1]->name;
    const char *near = nearest_of(word, names, n);
    if (word[0] == '-')
        return err_add(
            e, ST_INPUT,
            "unknown option %s: options follow the command (warploom --help lists the commands)",
            word);
    if (near) return err_add(e, ST_INPUT, "unknown command '%s'; did you mean %s?", word, near);
    return err_add(e, ST_INPUT, "unknown command '%s' (warploom --help lists the commands)", word);
}

static void print_result(const cli_args *a, const json_t *result)
{
    if (cli_json(a)) {
        json_dumpf(result, stdout, JSON_INDENT(2));
        putchar('\n');
    } else if (a->command->print) {
        a->command->print(a, result);
    }
}

// A failed check has a result to show; wrong input and failed tools have none.
static int run_command(const cli_args *a, err *e)
{
    if (cli_flag(a, "help")) {
        cli_help_command(a->command, stdout);
        return ST_OK;
    }
    json_t *result = json_object();
    int status = a->command->run(a, result, e);
    if (status == ST_OK || status == ST_CHECK) print_result(a, result);
    json_decref(result);
    return status;
}

static const cli_command *find_command(const cli_command *const *commands, const char *word)
{
    while (*commands && strcmp((*commands)->name, word) != 0) commands++;
    return *commands;
}

// warploom help [COMMAND]
static int help(const cli_command *const *commands, int argc, char **argv, err *e)
{
    if (argc > 3) {
        return err_add(e, ST_INPUT, "help: unexpected operand '%s': help takes one command",
                       argv[3]);
    }
    const cli_command *c = argc == 3 ? find_command(commands, argv[2]) : NULL;
    if (argc == 3 && !c && strcmp(argv[2], "help") != 0) {
        return unknown_command(commands, argv[2], e);
    }
    if (c) cli_help_command(c, stdout);
    else cli_help_program(commands, stdout);
    return ST_OK;
}

static int dispatch(const cli_command *const *commands, int argc, char **argv, err *e)
{
    const char *word = argv[1];
    if (strcmp(word, "help") == 0) return help(commands, argc, argv, e);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        cli_help_program(commands, stdout);
        return ST_OK;
    }
    if (strcmp(word, "--version") == 0) {
        puts("warploom " WL_VERSION);
        return ST_OK;
    }
    const cli_command *c = find_command(commands, word);
    if (!c) return unknown_command(commands, word, e);
    cli_args a;
    int status = cli_parse(&a, c, argc - 1, argv + 1, e);
    if (status == ST_OK) status = run_command(&a, e);
    cli_parse_free(&a);
    return status;
}

// Quoted as bash and POSIX 2024 take it: control characters would break the line that it stands on.
static void put_escaped(FILE *f, const char *word)
{
    fputs("$'", f);
    for (; *word; word++) {
        unsigned char c = (unsigned char)*word;
        if (c < ' ' || c == 0x7f || c == '@') fprintf(f, "\\%03o", c);
        else fprintf(f, c == '\'' || c == '\\' ? "\\%c" : "%c", c);
    }
    fputc('\'', f);
}

void cli_put_word(FILE *f, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+-%";
    static const char odd[] = "'"
                              "\\\001\002\003\004\005\006\007\010\011\012\013\014\015\016\017\020"
                              "\021\022\023\024\025\026\027"
                              "\030\031\032\033\034\035\036\037\177";
    if (*word && word[strspn(word, plain)] == '\0') fputs(word, f);
    else if (word[strcspn(word, odd)] == '\0') fprintf(f, "'%s'", word);
    else put_escaped(f, word);
}

// '@' begins a hole of the generator's templates.
static void put_for_template(FILE *f, const char *word)
{
    if (strchr(word, '@')) put_escaped(f, word);
    else cli_put_word(f, word);
}

char *cli_source(const cli_args *a)
{
    const char *given = cli_value(a, "config"),
               *slash = given ? strrchr(given, '/') : NULL, *const * sets;
    unsigned n = cli_values(a, "set", &sets);
    char *text = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    put_for_template(f, slash ? slash + 1 : given ? given : "gtx480");
    for (unsigned i = 0; i < n; i++) {
        fputs(" --set ", f);
        put_for_template(f, sets[i]);
    }
    wl_memstream_end(f);
    return text;
}

int cli_main(const cli_command *const *commands, int argc, char **argv)
{
    settle_streams();
    cleanup_on_signals();
    if (argc < 2) {
        cli_help_program(commands, stderr);
        return ST_INPUT;
    }
    err e = {0};
    bool reader_left = false;
    const int status = finish_stdout(dispatch(commands, argc, argv, &e), &reader_left);
    err_print(&e);
    err_free(&e);
    return reader_left && status == ST_OK ? end_by_pipe() : status;
}
