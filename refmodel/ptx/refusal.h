// refusal.h : what a function needs that is not supported. It is no error of the module: whoever asks for a kernel that may reach
// the function is told (ptx_find).
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

// Up to a limit, which is told too.
void refusal_add(function *f, place at, const char *fmt, va_list ap) __attribute__((format(printf, 3, 0)));

// Copies a list behind another, as many as one function may have.
void refusal_append(refusal **to, const refusal *from, pool *mem);

// Each as an error at its place in the module's text.
void refusal_tell(const refusal *r, const ptx_module *m, err *e);

#endif
