// limits.h: what of PTX ISA 1.0 to 9.0 does not run here, and what runs in a simplified way. The
// reference page of PTX is made from it, and a test shows that each example is refused.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_LIMITS_H
#define WL_PTX_LIMITS_H

typedef struct ptx_limit {
    const char *what;
    // A statement of a kernel's body, or what stands at module scope if it begins with '.'; of its
    // kinds of registers %p (.pred), %h, %r, %f, %l (64 bits) and %d (.f64) there are eight each,
    // %0 to %7. NULL: the text says all.
    const char *example;
} ptx_limit;

// A kernel that may reach one of these is refused with the line's number, as other kernels of the
// module are not (refusal.h); a declaration at module scope is an error of the module. NULL ends.
extern const ptx_limit ptx_limits[];
extern const char *const ptx_simplified[]; // sentences; NULL ends

// The i-th instruction that is known, "add", and the i-th form of those that are told apart by
// types and modifiers alone, "add.s32"; NULL after the last.
const char *ptx_opcode(unsigned i);
const char *ptx_form(unsigned i);

#endif
