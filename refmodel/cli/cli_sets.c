// cli_sets.c : assignments over a configuration (see cli.h).
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli.h"

#include <stdlib.h>

static void append(cli_sets *s, char *text, char *given)
{
    s->text = wl_realloc(s->text, (s->n + 1) * sizeof *s->text);
    s->given = wl_realloc(s->given, (s->n + 1) * sizeof *s->given);
    s->text[s->n] = text;
    s->given[s->n++] = given;
}

void cli_sets_append(cli_sets *s, const char *text) { append(s, wl_strdup(text), NULL); }

cli_sets cli_sets_given(const cli_args *a)
{
    const char *const *given;
    cli_sets s = {0};
    const unsigned n = cli_values(a, "set", &given);
    for (unsigned i = 0; i < n; i++) cli_sets_append(&s, given[i]);
    return s;
}

cli_sets cli_sets_copy(const cli_sets *of)
{
    cli_sets s = {0};
    for (unsigned i = 0; i < of->n; i++)
        append(&s, wl_strdup(of->text[i]), of->given[i] ? wl_strdup(of->given[i]) : NULL);
    return s;
}

void cli_sets_add(cli_sets *s, const char *option, const char *written, const char *key,
                  const char *value)
{
    append(s, wl_format("%s=%s", key, value), wl_format("--%s %s", option, written));
}

void cli_sets_option(cli_sets *s, const cli_args *a, const char *option, const char *key)
{
    const char *value = cli_value(a, option);
    if (value) cli_sets_add(s, option, value, key, value);
}

int cli_sets_load(const cli_sets *s, const char *source, config *c, err *e)
{
    return config_load_given(c, source, (const char *const *)s->text, (const char *const *)s->given,
                             s->n, e);
}

void cli_sets_free(cli_sets *s)
{
    for (unsigned i = 0; i < s->n; i++) {
        free(s->text[i]);
        free(s->given[i]);
    }
    free(s->text);
    free(s->given);
    *s = (cli_sets){0};
}
