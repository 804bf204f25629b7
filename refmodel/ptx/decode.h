// decode.h: turns a parsed kernel into what runs: each statement becomes one xinst with its kernel
// function, operands get slots, and branches get their reconvergence points. Errors are reported
// here with name and position, and reject the module.
//
// What of PTX ISA 1.0 to 9.0 does not run, and what is simplified, is listed in limits.h; kernels
// that may reach it are refused (refusal.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_DECODE_H
#define WL_PTX_DECODE_H

#include "ptx/kernel.h"
#include "ptx/lex.h"

// True for opcodes whose operands the parser has to read. It skips the operands of others, which
// decoding refuses by name.
bool decode_is_known(const char *op);
const char *decode_opcode(unsigned i); // the i-th of them; NULL after the last

// Decodes kernel f with all functions that it may call. If it cannot run, the result has the
// refusals of all these functions. Returns NULL after errors, which are reported through lx: all
// errors of a function, up to a limit. The functions may be freed afterwards.
ptx_kernel *decode_kernel(const ptx_module *m, function *const *functions, size_t n_functions,
                          function *f, lexer *lx);

#endif
