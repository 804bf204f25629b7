// choice.c: see choice.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/choice.h"

#include "rtlgen/rtlgen.h"

#include <stdlib.h>
#include <string.h>

static const char *word_of(const config *c, const char *emitted)
{
    const char *stem = rtlgen_stem(c->name, emitted);
    return stem ? stem : emitted;
}

static bool is_of_adapter(const adapter *a, const char *word)
{
    for (unsigned i = 0; rtlgen_adapter_module(a->kind, i); i++) {
        if (strcmp(rtlgen_adapter_module(a->kind, i), word) == 0) return true;
    }
    return false;
}

static char **named(const config *c, const adapter *a, const char *word)
{
    char **modules = wl_calloc(2, sizeof *modules);
    const char *stem = word_of(c, word);
    if (!a || is_of_adapter(a, stem)) modules[0] = rtlgen_top(c, stem);
    return modules;
}

static char **all_of_adapter(const config *c, const adapter *a)
{
    unsigned n = 0;
    while (rtlgen_adapter_module(a->kind, n)) n++;
    char **modules = wl_calloc(n + 1, sizeof *modules);
    for (unsigned i = 0; i < n; i++) modules[i] = rtlgen_top(c, rtlgen_adapter_module(a->kind, i));
    return modules;
}

char **choice_make(const config *c, const adapter *a, const char *word)
{
    if (word) return named(c, a, word);
    return a ? all_of_adapter(c, a) : NULL;
}

void choice_free(char **modules)
{
    for (char **m = modules; m && *m; m++) free(*m);
    free(modules);
}

int choice_refuse(const config *c, const adapter *a, const char *word, const mutant_list *l, err *e)
{
    char *all = wl_strdup("");
    const char *emitted = "";
    for (unsigned i = 0; i < l->n_modules; i++) {
        const char *own = word_of(c, l->modules[i].name);
        if (a && !is_of_adapter(a, own)) continue;
        emitted = l->modules[i].name;
        char *longer = wl_format("%s%s%s", all, *all ? ", " : "", own);
        free(all);
        all = longer;
    }
    const int status = err_add(e, ST_INPUT,
                               "--module %s: no such module with logic; there are %s (or as they "
                               "are emitted, such as %s)",
                               word, all, emitted);
    free(all);
    return status;
}
