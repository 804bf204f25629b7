// config.c : defaults and enum words. Reading is in load.c and yaml.c, the rules in check.c,
// printing in print.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/config.h"

#include "config/rows.h"

#include <string.h>

static void set_default(config *c, const cfg_row *r)
{
    if (r->kind == CFG_STRING) strcpy((char *)c + r->offset, r->text);
    else cfg_set(c, r, r->def);
}

void config_defaults(config *c)
{
    *c = (config){.name = ""};
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < s[i].n; k++) set_default(c, &s[i].rows[k]);
    }
}

#define WORD(constant, word, doc) word,
#define WORD_OF(type, LIST) \
    const char *config_word_##type(type value) \
    { \
        static const char *const words[] = {LIST(WORD)}; \
        return words[value]; \
    }
CFG_ENUMS(WORD_OF)
