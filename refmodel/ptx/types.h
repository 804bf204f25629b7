// types.h: the fundamental types of PTX.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_TYPES_H
#define WL_PTX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// name, bytes, class: b untyped bits, u unsigned, s signed, f float, p predicate
// clang-format off
#define PTX_TYPES(X) \
    X(b8, 1, 'b') X(u8, 1, 'u') X(s8, 1, 's') X(b16, 2, 'b') X(u16, 2, 'u') X(s16, 2, 's') \
    X(f16, 2, 'f') \
    X(b32, 4, 'b') X(u32, 4, 'u') X(s32, 4, 's') X(f32, 4, 'f') X(f16x2, 4, 'f') \
    X(bf16, 2, 'f') X(bf16x2, 4, 'f') X(tf32, 4, 'f') X(e4m3x2, 2, 'b') X(e5m2x2, 2, 'b') \
    X(b64, 8, 'b') X(u64, 8, 'u') X(s64, 8, 's') X(f64, 8, 'f') \
    X(pred, 0, 'p')
// clang-format on

#define PTX_TYPE_ENUM(name, bytes, class) T_##name,
typedef enum ptx_type { T_none, PTX_TYPES(PTX_TYPE_ENUM) T_COUNT } ptx_type;
#undef PTX_TYPE_ENUM

ptx_type type_named(const char *name); // the type of a name such as "u32"; T_none if there is none
bool type_is_absent(const char *name); // PTX has this type, but this machine does not
const char *type_name(ptx_type t);
uint32_t type_bytes(ptx_type t);
char type_class(ptx_type t);

// True if a register of type `reg` may be an operand of an instruction of type `want`. The sizes
// must be equal, and a float register must not stand for an integer or vice versa, unless one of
// the types is untyped (PTX ISA, "Operand Size Exceeding..." and "Type Checking"). As in ptxas, a
// register of two halves (.f16x2) may stand for a 32-bit integer, but for no float.
bool type_fits(ptx_type reg, ptx_type want);

// The relaxed rule of ld, st and cvt: the register may be wider than the type. A float type then
// needs an untyped register.
bool type_fits_wide(ptx_type reg, ptx_type want);

// The rule of vector ld and st: type_fits_wide, and integer registers of the same size may hold
// floats.
bool type_fits_vector(ptx_type reg, ptx_type want);

#endif
