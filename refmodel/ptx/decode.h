// decode.h : a parsed kernel to what runs: each statement becomes one xinst with its kernel function, operands get slots,
// branches their reconvergence points. What is wrong is refused here, by name and place, and with it the module.
//
// Of PTX ISA 1.0 to 9.0 this is not supported: kernels that may reach it are refused (refusal.h):
//   textures, samplers, surfaces (tex tld4 txq suld sust sured suq istypep); matrices (wmma mma ldmatrix stmatrix movmatrix wgmma
//   tcgen05); asynchronous copies and barriers in memory (cp.async cp.reduce st.async red.async mbarrier); clusters, multimem,
//   tensormap, griddepcontrol, setmaxnreg, pmevent, createpolicy and .L2::cache_hint;
//   bf16, tf32, fp8, f32x2 and 128-bit types, vectors of more than 16 bytes, cvt.pack and cvt of two values but
//   rn.f16x2.f32, and of halves: directed rounding, atomics but add, cvt.relu; bodies with registers of 128 bits or of vectors (.reg .v4);
//   scalar video instructions (vadd vsub vabsdiff vmin vmax vshl vshr vmad vset), masks and selectors of the SIMD ones, vset2, vset4;
//   elements of arrays with their number in a register; registers of module scope in a kernel that calls functions;
//   lop3 with a predicate, min and max of three and with .xorsign; alloca, stacksave, stackrestore;
//   cvta.param, isspacep of .param and .const, mov of .b8 elements and of vectors (%tid as a whole), %envreg, %pm, cluster registers; .texref, .samplerref and .surfref
//   variables, those that another file defines, and those that hold the address of such a one;
//   calls: functions without a body (vprintf, malloc; but to call __assertfail, free or delete is a fault), calls through
//   a pointer to a function of another module, launches from a kernel.
// The module is refused for predicates as arguments.
// Simplified: cache operators, orderings and scopes of accesses change nothing, since accesses are performed at once and in
// order; the paths of a warp that come to one barrier instruction pass it as one, others each by itself; %globaltimer counts core
// cycles, as %clock does; saving registers in recursion takes no time; .param of functions are registers.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_DECODE_H
#define WL_PTX_DECODE_H

#include "ptx/kernel.h"
#include "ptx/lex.h"

// Opcodes whose operands the parser should read; of others it skips them, and decoding refuses them by name.
bool decode_is_known(const char *op);
const char *decode_opcode(unsigned i); // all of these in turn; NULL after the last

// The kernel f with all functions that it may call; with refusals, which are all of these functions', if it cannot run. NULL after
// errors (all of a function, up to a limit) were reported through lx. The functions may be freed afterwards.
ptx_kernel *decode_kernel(const ptx_module *m, function *const *functions, size_t n_functions, function *f, lexer *lx);

#endif
