// types.c : see types.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/types.h"

#include <string.h>

typedef struct type_row {
    const char *name;
    uint8_t bytes;
    char class;
} type_row;

#define TYPE_ROW(name, bytes, class) [T_##name] = {#name, bytes, class},
static const type_row rows[T_COUNT] = {[T_none] = {"(no type)", 0, '-'}, PTX_TYPES(TYPE_ROW)};

ptx_type type_named(const char *name)
{
    for (unsigned t = T_none + 1; t < T_COUNT; t++) {
        if (!strcmp(rows[t].name, name)) return (ptx_type)t;
    }
    return T_none;
}

bool type_is_absent(const char *name)
{
    static const char *const names[] = {"texref", "samplerref", "surfref", "b128",   "e4m3",
                                        "e5m2",   "e2m3x2",     "e3m2x2",  "e2m1x2", "ue8m0x2"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(names[i], name)) return true;
    }
    return false;
}

const char *type_name(ptx_type t) { return rows[t].name; }
uint32_t type_bytes(ptx_type t) { return rows[t].bytes; }
char type_class(ptx_type t) { return rows[t].class; }

// As a register: pairs of halves count as integers, but where they are asked for.
static char register_class(ptx_type reg, ptx_type want)
{
    const bool pair = reg == T_f16x2 || reg == T_bf16x2;
    return pair && want != reg ? 'u' : type_class(reg);
}

static bool classes_agree(char a, char b)
{
    if (a == 'p' || b == 'p') return a == b;
    return a == 'b' || b == 'b' || (a == 'f') == (b == 'f');
}

bool type_fits(ptx_type reg, ptx_type want)
{
    return type_bytes(reg) == type_bytes(want) &&
           classes_agree(register_class(reg, want), type_class(want));
}

bool type_fits_wide(ptx_type reg, ptx_type want)
{
    const char have = register_class(reg, want), asked = type_class(want);
    if (type_bytes(reg) == type_bytes(want)) return type_fits(reg, want);
    if (have == 'p' || asked == 'p' || type_bytes(reg) < type_bytes(want)) return false;
    return have == 'b' || asked == 'b' || (have != 'f' && asked != 'f');
}

bool type_fits_vector(ptx_type reg, ptx_type want)
{
    const bool plain = type_class(reg) == 'u' || type_class(reg) == 's';
    return type_fits_wide(reg, want) ||
           (plain && type_class(want) == 'f' && type_bytes(reg) == type_bytes(want));
}
