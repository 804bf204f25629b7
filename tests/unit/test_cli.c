// test_cli.c : the frame of the command line, with a command of its own.
//
// links: cli config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli.h"
#include "cli/cli_parse.h"
#include "unit.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"cycles", 'n', "N", "how long", false},
    {"fast", 0, NULL, "a flag", false},
    {NULL, 0, NULL, NULL, false},
};

// Ends as its operand says; prints "text", or {"answer": 42}.
static int run(const cli_args *a, json_t *result, err *e)
{
    const char *const *words;
    cli_operands(a, &words);
    json_object_set_new(result, "answer", json_integer(42));
    int status = atoi(words[0]);
    if (status) err_add(e, status, "the cause");
    return status;
}
static void print(const cli_args *a, const json_t *result)
{
    (void)a;
    printf("text %lld\n", (long long)json_integer_value(json_object_get(result, "answer")));
}
static const cli_command cmd_try = {
    "try", "Tries.", "STATUS [MORE]", "warploom try 0", options, 1, 2, run,
    print, NULL,     "  answer\n"};
static const cli_command cmd_other = {
    "other", "Does something else.", "", "warploom other", NULL, 0, 0, run, NULL, NULL, NULL};
static const cli_command *const commands[] = {&cmd_try, &cmd_other, NULL};

enum { MOST_WORDS = 16, SAID = 4096 };

// Splits a line into argv; returns argc.
static int words_of(char *line, char *argv[MOST_WORDS + 1])
{
    int n = 0;
    for (char *p = strtok(line, " "); p && n < MOST_WORDS; p = strtok(NULL, " ")) argv[n++] = p;
    argv[n] = NULL;
    return n;
}

// Parses "try ..."; the line must live as long as the result.
static int parse(cli_args *a, char *line, err *e)
{
    static char *argv[MOST_WORDS + 1];
    *e = (err){0};
    int argc = words_of(line, argv);
    return cli_parse(a, &cmd_try, argc, argv, e);
}

TEST(options_in_every_form)
{
    char line[] = "try --cycles 5 -c x.yaml 7 --fast -qv";
    cli_args a;
    err e;
    CU_ASSERT_EQUAL(parse(&a, line, &e), ST_OK);
    CU_ASSERT_STRING_EQUAL(cli_value(&a, "cycles"), "5");
    CU_ASSERT_STRING_EQUAL(cli_value(&a, "config"), "x.yaml");
    CU_ASSERT(cli_flag(&a, "fast") && cli_quiet(&a) && cli_verbose(&a) && !cli_json(&a));
    const char *const *words;
    CU_ASSERT_EQUAL(cli_operands(&a, &words), 1);
    CU_ASSERT_STRING_EQUAL(words[0], "7");
    cli_parse_free(&a);
}

TEST(repeated_options_keep_their_order)
{
    char line[] = "try --set a=1 --cycles 2 0 --set b=2 -n 3 --set=c=3";
    cli_args a;
    err e;
    const char *const *sets;
    CU_ASSERT_EQUAL(parse(&a, line, &e), ST_OK);
    CU_ASSERT_EQUAL(cli_values(&a, "set", &sets), 3);
    CU_ASSERT(!strcmp(sets[0], "a=1") && !strcmp(sets[1], "b=2") && !strcmp(sets[2], "c=3"));
    CU_ASSERT_STRING_EQUAL(cli_value(&a, "cycles"), "3"); // the last one
    cli_parse_free(&a);
}

TEST(options_not_given_are_absent)
{
    char line[] = "try 0";
    cli_args a;
    err e;
    const char *const *sets;
    CU_ASSERT_EQUAL(parse(&a, line, &e), ST_OK);
    CU_ASSERT_PTR_NULL(cli_value(&a, "cycles"));
    CU_ASSERT_EQUAL(cli_values(&a, "set", &sets), 0);
    CU_ASSERT_FALSE(cli_flag(&a, "fast"));
    cli_parse_free(&a);
}

TEST(double_dash_ends_the_options)
{
    char line[] = "try -- --fast";
    cli_args a;
    err e;
    const char *const *words;
    CU_ASSERT_EQUAL(parse(&a, line, &e), ST_OK);
    CU_ASSERT_EQUAL(cli_operands(&a, &words), 1);
    CU_ASSERT_STRING_EQUAL(words[0], "--fast");
    cli_parse_free(&a);
}

static bool refused(const char *given, const char *says)
{
    char *line = wl_strdup(given);
    cli_args a;
    err e;
    bool good = parse(&a, line, &e) == ST_INPUT && e.count == 1 && strstr(e.text, says);
    if (!good) fprintf(stderr, "%s: %s", given, e.text ? e.text : "accepted\n");
    cli_parse_free(&a);
    err_free(&e);
    free(line);
    return good;
}

TEST(wrong_command_lines_are_named)
{
    CU_ASSERT_TRUE(refused("try --cylces 3 0", "unknown option --cylces; did you mean --cycles?"));
    CU_ASSERT_TRUE(
        refused("try --cylces=3 0", "unknown option --cylces=3; did you mean --cycles?"));
    CU_ASSERT_TRUE(refused("try -z 0", "unknown option -z"));
    CU_ASSERT_TRUE(refused("try --fast=1 0", "option --fast takes no value"));
    CU_ASSERT_TRUE(refused("try 0 --cycles", "option --cycles needs its N"));
    CU_ASSERT_TRUE(refused("try 0 -n", "option --cycles needs its N"));
    CU_ASSERT_TRUE(refused("try", "STATUS [MORE] is missing"));
    CU_ASSERT_TRUE(refused("try 0 1 2", "unexpected operand '2'"));
}

// cli_number of --cycles in 1..100, with 10 as default; -1 = refused.
static long long cycles(const char *text)
{
    char line[128];
    snprintf(line, sizeof line, text ? "try 0 --cycles=%s" : "try 0", text);
    cli_args a;
    err e;
    uint64_t v = 0;
    parse(&a, line, &e);
    int status = cli_number(&a, "cycles", 10, 1, 100, &v, &e);
    if (status != ST_OK) CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "1..100"));
    cli_parse_free(&a);
    err_free(&e);
    return status == ST_OK ? (long long)v : -1;
}

TEST(numbers_are_plain_decimals_in_range)
{
    CU_ASSERT_EQUAL(cycles(NULL), 10);
    CU_ASSERT_EQUAL(cycles("1"), 1);
    CU_ASSERT_EQUAL(cycles("100"), 100);
    static const char *const bad[] = {"0",
                                      "101",
                                      "-1",
                                      "+1",
                                      "0x10",
                                      "1e2",
                                      "1.0",
                                      "10k",
                                      "",
                                      "99999999999999999999",
                                      "18446744073709551617"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) CU_ASSERT_EQUAL(cycles(bad[i]), -1);
}

static void slurp(int fd, char *text)
{
    size_t n = 0;
    for (ssize_t got; n < SAID - 1 && (got = read(fd, text + n, SAID - 1 - n)) > 0;)
        n += (size_t)got;
    text[n] = '\0';
    close(fd);
}

// Runs the program in a child; stdout goes to out_path, or into out when NULL. Returns the exit
// status.
static int program(const char *given, const char *out_path, char out[SAID], char said[SAID])
{
    int o[2], s[2], status = -1;
    if (pipe(o) != 0 || pipe(s) != 0) return -1;
    pid_t pid = fork();
    if (pid == 0) {
        char *line = wl_strdup(given), *argv[MOST_WORDS + 1];
        int fd = out_path ? open(out_path, O_WRONLY) : o[1];
        dup2(fd, 1);
        dup2(s[1], 2);
        for (int i = 3; i < 20; i++) close(i);
        exit(cli_main(commands, words_of(line, argv), argv));
    }
    close(o[1]);
    close(s[1]);
    slurp(o[0], out);
    slurp(s[0], said);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(result_goes_to_stdout_as_text_or_json)
{
    char out[SAID], said[SAID];
    CU_ASSERT_EQUAL(program("warploom try 0", NULL, out, said), ST_OK);
    CU_ASSERT_STRING_EQUAL(out, "text 42\n");
    CU_ASSERT_EQUAL(program("warploom try 0 --json", NULL, out, said), ST_OK);
    CU_ASSERT_STRING_EQUAL(out, "{\n  \"answer\": 42\n}\n");
    CU_ASSERT_STRING_EQUAL(said, "");
}

TEST(failed_check_shows_result_and_cause)
{
    char out[SAID], said[SAID];
    CU_ASSERT_EQUAL(program("warploom try 1 --json", NULL, out, said), ST_CHECK);
    CU_ASSERT_STRING_EQUAL(out, "{\n  \"answer\": 42\n}\n");
    CU_ASSERT_STRING_EQUAL(said, "error: the cause\n");
}

TEST(wrong_input_and_failed_tools_leave_stdout_empty)
{
    char out[SAID], said[SAID];
    CU_ASSERT_EQUAL(program("warploom try 2 --json", NULL, out, said), ST_INPUT);
    CU_ASSERT_STRING_EQUAL(out, "");
    CU_ASSERT_STRING_EQUAL(said, "error: the cause\n");
    CU_ASSERT_EQUAL(program("warploom try 3", NULL, out, said), ST_TOOL);
    CU_ASSERT_STRING_EQUAL(out, "");
}

TEST(help_lists_commands_and_options_with_an_example)
{
    char out[SAID], said[SAID];
    CU_ASSERT_EQUAL(program("warploom --help", NULL, out, said), ST_OK);
    CU_ASSERT(strstr(out, "try") && strstr(out, "Does something else.") && strstr(out, "example:"));
    CU_ASSERT_EQUAL(program("warploom try --help", NULL, out, said),
                    ST_OK); // the operand may be missing
    CU_ASSERT(strstr(out, "usage: warploom try [options] STATUS [MORE]") &&
              strstr(out, "-n, --cycles N") && strstr(out, "--json"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "example:\n  warploom try 0"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "--json prints one object:\n  answer\n"));
    CU_ASSERT_EQUAL(program("warploom other --help", NULL, out, said), ST_OK);
    CU_ASSERT_PTR_NULL(strstr(out, "prints one object"));
    CU_ASSERT_STRING_EQUAL(said, "");
}

TEST(no_or_unknown_command_is_wrong_input)
{
    char out[SAID], said[SAID];
    CU_ASSERT_EQUAL(program("warploom", NULL, out, said), ST_INPUT);
    CU_ASSERT_STRING_EQUAL(out, "");
    CU_ASSERT_EQUAL(program("warploom tri 0", NULL, out, said), ST_INPUT);
    CU_ASSERT_STRING_EQUAL(said, "error: unknown command 'tri'; did you mean try?\n");
}

TEST(lost_output_is_a_tool_error)
{
    char out[SAID], said[SAID];
    CU_ASSERT_EQUAL(program("warploom try 0", "/dev/full", out, said), ST_TOOL);
    CU_ASSERT_STRING_EQUAL(said, "error: cannot write to stdout: No space left on device\n");
}

TEST(progress_is_silent_without_a_terminal)
{
    char line[] = "try 0";
    cli_args a;
    err e;
    int null = open("/dev/null", O_WRONLY), saved = dup(2);
    parse(&a, line, &e);
    dup2(null, 2);
    cli_progress *p = cli_progress_start(&a, "x", "cycles");
    dup2(saved, 2);
    CU_ASSERT_PTR_NULL(p);
    cli_progress_at(p, 1, 0.5);
    cli_progress_end(p);
    cli_parse_free(&a);
}

// All that the terminal shows, up to the '\r' that ends it: it comes in pieces.
static void read_shown(int master, char *shown)
{
    enum { MOST_MS = 5000 };
    size_t n = 0;
    while (n < SAID - 1 && (n < 2 || shown[n - 1] != '\r') &&
           poll(&(struct pollfd){.fd = master, .events = POLLIN}, 1, MOST_MS) == 1) {
        const ssize_t got = read(master, shown + n, SAID - 1 - n);
        n += got > 0 ? (size_t)got : 0;
    }
    shown[n] = '\0';
}

// On a pseudo-terminal: the line comes, says how far, and is gone in the end.
TEST(progress_shows_rate_share_and_time_left_on_a_terminal)
{
    char line[] = "try 0", shown[SAID];
    cli_args a;
    err e;
    int master = posix_openpt(O_RDWR | O_NOCTTY), saved = dup(2);
    CU_ASSERT_FATAL(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    parse(&a, line, &e);
    dup2(slave, 2);
    cli_progress *p = cli_progress_start(&a, "atax", "cycles");
    cli_progress_at(p, 2500000, 0.5);
    cli_progress_at(p, 2600000, 0.6); // within a tenth of a second: not shown
    cli_progress_end(p);
    dup2(saved, 2);
    read_shown(master, shown);
    CU_ASSERT_PTR_NOT_NULL(p);
    CU_ASSERT(strncmp(shown, "\ratax: 2.5 M cycles, ", 21) == 0 &&
              strstr(shown, " cycles/s, 50 %, 0:00 left"));
    CU_ASSERT_PTR_NULL(strstr(shown, "2.6 M"));
    CU_ASSERT_EQUAL(shown[strlen(shown) - 1], '\r');
    close(slave);
    close(master);
    cli_parse_free(&a);
}

UNIT_MAIN("cli", T(options_in_every_form), T(repeated_options_keep_their_order),
          T(options_not_given_are_absent), T(double_dash_ends_the_options),
          T(wrong_command_lines_are_named), T(numbers_are_plain_decimals_in_range),
          T(result_goes_to_stdout_as_text_or_json), T(failed_check_shows_result_and_cause),
          T(wrong_input_and_failed_tools_leave_stdout_empty),
          T(help_lists_commands_and_options_with_an_example),
          T(no_or_unknown_command_is_wrong_input), T(lost_output_is_a_tool_error),
          T(progress_is_silent_without_a_terminal),
          T(progress_shows_rate_share_and_time_left_on_a_terminal))
