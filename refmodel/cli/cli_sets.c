// cli_sets.c : assignments over a configuration (see cli.h).
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli.h"

#include <stdlib.h>

static void append(cli_sets *s, char *text)
{
    s->text = wl_realloc(s->text, (s->n + 1) * sizeof *s->text);
    s->text[s->n++] = text;
}

void cli_sets_append(cli_sets *s, const char *text) { append(s, wl_strdup(text)); }

cli_sets cli_sets_given(const cli_args *a)
{
    const char *const *given;
    cli_sets s = {0};
    const unsigned n = cli_values(a, "set", &given);
    for (unsigned i = 0; i < n; i++) append(&s, wl_strdup(given[i]));
    return s;
}

cli_sets cli_sets_copy(const cli_sets *of)
{
    cli_sets s = {0};
    for (unsigned i = 0; i < of->n; i++) append(&s, wl_strdup(of->text[i]));
    return s;
}

void cli_sets_add(cli_sets *s, const char *key, const char *value)
{
    if (value) append(s, wl_format("%s=%s", key, value));
}

int cli_sets_load(const cli_sets *s, const char *source, config *c, err *e)
{
    return config_load(c, source, (const char *const *)s->text, s->n, e);
}

void cli_sets_free(cli_sets *s)
{
    for (unsigned i = 0; i < s->n; i++) free(s->text[i]);
    free(s->text);
    *s = (cli_sets){0};
}
