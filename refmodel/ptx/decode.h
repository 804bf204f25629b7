// decode.h : a parsed kernel to what runs: each statement becomes one xinst with its kernel function, operands get slots,
// branches their reconvergence points. What cannot run is refused here, by name and place.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_DECODE_H
#define WL_PTX_DECODE_H

#include "ptx/kernel.h"
#include "ptx/lex.h"

// Opcodes whose operands the parser should read; of others it skips them, and decoding refuses them by name.
bool decode_is_known(const char *op);
bool decode_is_special(const char *name); // a special register, supported or not

// The kernel f with all functions that it may call. NULL after errors (all of a function, up to a limit) were reported through
// lx. The functions may be freed afterwards.
ptx_kernel *decode_kernel(const ptx_module *m, function *const *functions, size_t n_functions, function *f, lexer *lx);
const char *kernel_name(const ptx_kernel *k);

#endif
