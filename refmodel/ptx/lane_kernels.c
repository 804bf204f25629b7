// lane_kernels.c: gathers the lane kernels of all files, which it finds by name or lists in order.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lane_kernels.h"

#include <string.h>

static const form *const tables[] = {forms_int,     forms_bits, forms_float, forms_special,
                                     forms_compare, forms_cvt,  forms_half,  forms_video,
                                     forms_bf16,    forms_pair};
enum { TABLES = sizeof tables / sizeof tables[0] };

const form *form_find(const char *name)
{
    for (unsigned t = 0; t < TABLES; t++) {
        for (const form *f = tables[t]; f->name; f++) {
            if (!strcmp(f->name, name)) return f;
        }
    }
    return NULL;
}

const form *form_at(unsigned i)
{
    for (unsigned t = 0; t < TABLES; t++) {
        for (const form *f = tables[t]; f->name; f++) {
            if (i-- == 0) return f;
        }
    }
    return NULL;
}
