// decode.h: turns a parsed kernel into what runs: each statement becomes one xinst with its kernel
// function, operands get slots, and branches get their reconvergence points. Errors are reported
// here with name and position, and reject the module.
//
// Of PTX ISA 1.0 to 9.0, the following is not supported; kernels that may reach it are refused
// (refusal.h):
//   - samplers and surfaces by name (.samplerref, .surfref), arrays and addresses of .texref,
//   mipmaps, multisampling, formatted surface
//     accesses (.2dms, sust.p, sured.p, istypep);
//   - matrices: wgmma, tcgen05; mma.sp, mma with scales of blocks;
//     wmma with .satfinite of f16 or .rz, .rm, .rp of f64; ldmatrix but of m8n8 and .b16;
//   - transactions of barriers in memory (mbarrier.expect_tx, .complete_tx) and what needs them
//     (cp.async.bulk cp.reduce st.async red.async);
//   - clusters (but the registers of one CTA), multimem, tensormap, setmaxnreg;
//   - f32x2 but add, sub, mul and fma, and 128-bit types; e4m3 and e5m2 but in cvt of two values
//     with f32 and f16x2; cvt with .satfinite of f16 and bf16; atomics of bf16 except add;
//   - for halves: directed rounding of arithmetic, atomics except add;
//   - bodies with 128-bit registers;
//   - masks and selectors of SIMD video instructions, vset2, vset4;
//   - array elements indexed by a register; registers of module scope in a kernel that calls
//     functions;
//   - min and max of three with .abs;
//   - cvta.param in device functions, isspacep of .const, mov of .b8 elements,
//     %envreg (but 1 and 2: grids that meet, ptx.h), %pm, %is_explicit_cluster;
//   - .samplerref and .surfref variables, variables that another file defines, and
//     variables that hold the address of one;
//   - calls of functions without a body (but vprintf, __assertfail, malloc, free, new and delete
//     are CUDA's own: exec_device.c), calls through a pointer to a function of another module, and
//     launches from a kernel.
// Simplified: cache operators, policies, orderings and scopes of accesses have no effect, since
// accesses are performed at once and in order; the paths of a warp that reach one barrier
// instruction pass it together, others each by itself; %globaltimer counts core cycles, like
// %clock; saving registers in recursion takes no time; cp.async.wait_group waits for all copies of
// the warp, as a fence does; .param variables of functions are registers; an access of 32 bytes or
// eight elements is two, and a move of a vector one for each component (parse_lower.c); wmma is one
// or two mma, and its loads and stores are ordinary ones with an exchange between the lanes
// (wmma.h).
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
