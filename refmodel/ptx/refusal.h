// refusal.h: unsupported features that a function uses. They are no error of the module: they are
// reported when a kernel that may reach the function is requested (ptx_find).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_REFUSAL_H
#define WL_PTX_REFUSAL_H

#include "ptx/ir.h"
#include "ptx/module.h"

#include <stdarg.h>

struct refusal {
    place at;
    const char *message;
    refusal *next;
};

// Adds a refusal, up to a limit; reaching the limit is recorded as well.
void refusal_add(function *f, place at, const char *fmt, va_list ap)
    __attribute__((format(printf, 3, 0)));

// Appends a copy of a list to another, up to the limit of one function.
void refusal_append(refusal **to, const refusal *from, pool *mem);

// Adds each refusal as an error at its place in the module's text.
void refusal_tell(const refusal *r, const ptx_module *m, err *e);

#endif
