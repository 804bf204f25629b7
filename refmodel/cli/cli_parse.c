// cli_parse.c : see cli_parse.h; and the questions that commands ask (cli.h). getopt_long does the
// work, from the tables.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_parse.h"

#include "base/nearest.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cli_option common[] = {
    {"json", 0, NULL, "one JSON object on stdout instead of text", false},
    {"quiet", 'q', NULL, "no progress line, no notes", false},
    {"verbose", 'v', NULL, "more notes on stderr", false},
    {"help", 'h', NULL, "this help", false},
    {NULL, 0, NULL, NULL, false},
};

static const cli_option no_options[] = {{NULL, 0, NULL, NULL, false}};

const cli_option *cli_option_at(const cli_command *command, unsigned i)
{
    const cli_option *o = command->options ? command->options : no_options;
    for (; o->name; o++) {
        if (i-- == 0) return o;
    }
    return i < sizeof common / sizeof common[0] - 1 ? &common[i] : NULL;
}

static unsigned count_options(const cli_command *command)
{
    unsigned n = 0;
    while (cli_option_at(command, n)) n++;
    return n;
}

enum { MOST_PROCESSES = 1024 };
enum { LONG_BASE = 256 }; // getopt_long's value of option i is LONG_BASE + i; letters are below

// The two tables that getopt_long wants.
typedef struct getopt_tables {
    struct option *longs;
    char *letters;
} getopt_tables;

static getopt_tables make_tables(const cli_command *command)
{
    unsigned n = count_options(command), at = 0;
    getopt_tables t = {wl_calloc(n + 1, sizeof *t.longs), wl_calloc(2 * n + 2, 1)};
    t.letters[at++] = ':'; // a missing argument is told apart from an unknown option
    for (unsigned i = 0; i < n; i++) {
        const cli_option *o = cli_option_at(command, i);
        t.longs[i] = (struct option){o->name, o->arg ? required_argument : no_argument, NULL,
                                     LONG_BASE + (int)i};
        if (o->letter) t.letters[at++] = o->letter;
        if (o->letter && o->arg) t.letters[at++] = ':';
    }
    return t;
}

static const cli_option *option_of(const cli_command *command, int value)
{
    if (value >= LONG_BASE) return cli_option_at(command, (unsigned)(value - LONG_BASE));
    for (unsigned i = 0; cli_option_at(command, i); i++) {
        if (cli_option_at(command, i)->letter == value) return cli_option_at(command, i);
    }
    return NULL;
}

// Puts an option after those of its kind.
static void add_given(cli_args *a, const cli_option *o, const char *value)
{
    unsigned at = a->n_given;
    for (unsigned i = 0; i < a->n_given; i++) {
        if (a->given[i] == o) at = i + 1;
    }
    for (unsigned i = a->n_given++; i > at; i--) {
        a->given[i] = a->given[i - 1];
        a->values[i] = a->values[i - 1];
    }
    a->given[at] = o;
    a->values[at] = value;
}

// "-" where a file or folder is named: stdout, for options that say so ("FILE|-"), else a mistake.
static int check_path(const cli_command *command, const cli_option *o, const char *value, err *e)
{
    static const char *const paths[] = {"FILE", "DIR", "F.fst"};
    for (unsigned i = 0; o->arg && i < sizeof paths / sizeof paths[0]; i++) {
        if (strcmp(o->arg, paths[i]) == 0 && strcmp(value, "-") == 0)
            return err_add(e, ST_INPUT,
                           "%s: --%s -: must be the name of a %s, which stdin and stdout are not "
                           "here (./- is called so)",
                           command->name, o->name, strcmp(o->arg, "DIR") ? "file" : "folder");
    }
    return ST_OK;
}

static int unknown_option(const cli_command *command, const char *word, err *e)
{
    const char *names[64];
    unsigned n = 0;
    for (; n < 64 && cli_option_at(command, n); n++) names[n] = cli_option_at(command, n)->name;
    char *bare = wl_strdup(word + strspn(word, "-"));
    bare[strcspn(bare, "=")] = '\0';
    const char *near = word[1] == '-' ? nearest_of(bare, names, n) : NULL;
    free(bare);
    if (near)
        return err_add(e, ST_INPUT, "%s: unknown option %s; did you mean --%s?", command->name,
                       word, near);
    return err_add(e, ST_INPUT, "%s: unknown option %s (warploom %s --help lists them)",
                   command->name, word, command->name);
}

// getopt_long returned '?' or ':'.
static int bad_option(const cli_command *command, int result, char **argv, err *e)
{
    const cli_option *o = optopt ? option_of(command, optopt) : NULL;
    if (o && result == ':')
        return err_add(e, ST_INPUT, "%s: option --%s needs its %s", command->name, o->name, o->arg);
    if (o) return err_add(e, ST_INPUT, "%s: option --%s takes no value", command->name, o->name);
    const char letter[3] = {'-', (char)optopt, '\0'};
    return unknown_option(command, optopt ? letter : argv[optind - 1], e);
}

static int check_operands(const cli_args *a, err *e)
{
    const cli_command *c = a->command;
    if (cli_flag(a, "help")) return ST_OK;
    if (a->n_operands < c->min_operands) {
        return err_add(e, ST_INPUT, "%s: %s is missing (usage: warploom %s [options] %s)", c->name,
                       c->operands, c->name, c->operands);
    }
    if (a->n_operands <= c->max_operands) return ST_OK;
    const char *extra = a->operands[c->max_operands];
    if (c->max_operands == 0)
        return err_add(e, ST_INPUT, "%s: unexpected operand '%s': the command takes none", c->name,
                       extra);
    return err_add(e, ST_INPUT, "%s: unexpected operand '%s': the command takes at most %u",
                   c->name, extra, c->max_operands);
}

// A word of letters ("-qv") holds as many options.
static size_t most_options(int argc, char **argv)
{
    size_t n = 1;
    for (int i = 0; i < argc; i++) n += strlen(argv[i]);
    return n;
}

int cli_parse(cli_args *a, const cli_command *command, int argc, char **argv, err *e)
{
    *a = (cli_args){.command = command};
    size_t most = most_options(argc, argv);
    a->given = wl_calloc(most, sizeof *a->given);
    a->values = wl_calloc(most, sizeof *a->values);
    getopt_tables t = make_tables(command);
    int result, status = ST_OK;
    opterr = 0;
    optind = 0; // glibc: start afresh
    while (status == ST_OK && (result = getopt_long(argc, argv, t.letters, t.longs, NULL)) != -1) {
        if (result == '?' || result == ':') status = bad_option(command, result, argv, e);
        else {
            const cli_option *o = option_of(command, result);
            add_given(a, o, optarg);
            status = check_path(command, o, optarg, e);
        }
    }
    free(t.longs);
    free(t.letters);
    if (status != ST_OK) return status;
    a->operands = (const char *const *)argv + optind;
    a->n_operands = (unsigned)(argc - optind);
    return check_operands(a, e);
}

void cli_parse_free(cli_args *a)
{
    free(a->given);
    free(a->values);
    *a = (cli_args){0};
}

// Index of the first and the number of times that an option is given. Asking for one that the
// command lacks is our mistake.
static unsigned find(const cli_args *a, const char *name, unsigned *first)
{
    const cli_option *o = NULL;
    for (unsigned i = 0; !o && cli_option_at(a->command, i); i++) {
        if (strcmp(cli_option_at(a->command, i)->name, name) == 0) o = cli_option_at(a->command, i);
    }
    CHECK(o, "command %s has no option --%s", a->command->name, name);
    unsigned n = 0;
    *first = 0;
    for (unsigned i = 0; i < a->n_given; i++) {
        if (a->given[i] != o) continue;
        if (n++ == 0) *first = i;
    }
    return n;
}

const char *cli_value(const cli_args *a, const char *name)
{
    unsigned first, n = find(a, name, &first);
    return n ? a->values[first + n - 1] : NULL;
}

bool cli_flag(const cli_args *a, const char *name)
{
    unsigned first;
    return find(a, name, &first) > 0;
}

unsigned cli_values(const cli_args *a, const char *name, const char *const **values)
{
    unsigned first, n = find(a, name, &first);
    *values = (const char *const *)a->values + first;
    return n;
}

unsigned cli_operands(const cli_args *a, const char *const **operands)
{
    *operands = a->operands;
    return a->n_operands;
}

bool cli_quiet(const cli_args *a) { return cli_flag(a, "quiet"); }
bool cli_verbose(const cli_args *a) { return cli_flag(a, "verbose"); }
bool cli_json(const cli_args *a) { return cli_flag(a, "json"); }

int cli_number(const cli_args *a, const char *name, uint64_t def, uint64_t min, uint64_t max,
               uint64_t *value, err *e)
{
    const char *s = cli_value(a, name);
    *value = def;
    if (!s) return ST_OK;
    uint64_t v = 0;
    bool good = *s != '\0';
    for (const char *p = s; good && *p; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        good = *p >= '0' && *p <= '9' && !__builtin_mul_overflow(v, (uint64_t)10, &v) &&
               !__builtin_add_overflow(v, digit, &v);
    }
    if (!good || v < min || v > max) {
        return err_add(e, ST_INPUT,
                       "%s: --%s %s: must be a plain decimal number, %" PRIu64 "..%" PRIu64,
                       a->command->name, name, s, min, max);
    }
    *value = v;
    return ST_OK;
}

int cli_jobs(const cli_args *a, unsigned *processes, err *e)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t n;
    const int st = cli_number(a, "jobs", cores > 0 ? (uint64_t)cores : 1, 1, MOST_PROCESSES, &n, e);
    *processes = (unsigned)n;
    return st;
}

int cli_config(const cli_args *a, config *c, err *e)
{
    const char *const *sets;
    unsigned n = cli_values(a, "set", &sets);
    return config_load(c, cli_value(a, "config"), sets, n, e);
}
