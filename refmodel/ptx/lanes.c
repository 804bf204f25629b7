// lanes.c : finds a form by name over the tables of all kernel files.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lanes.h"

#include <string.h>

const form *form_find(const char *name)
{
    const form *const tables[] = {forms_int, forms_bits, forms_float, forms_special, forms_compare, forms_cvt, forms_half,
                                  forms_video};
    for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        for (const form *f = tables[t]; f->name; f++) {
            if (!strcmp(f->name, name)) return f;
        }
    }
    return NULL;
}
