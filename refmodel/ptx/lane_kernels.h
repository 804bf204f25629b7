// lane_kernels.h: lane kernels: one loop over the 32 lanes for each form (opcode and type), and the
// tables that name them.
//
// A register is an array of 32 lanes: uint32_t for all types of up to 32 bits (narrower values are
// zero-extended), uint64_t for 64-bit types. A predicate is one uint32_t with a bit per lane.
// Destination and sources are the same array or disjoint. Only lanes in the mask are written.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_LANE_KERNELS_H
#define WL_PTX_LANE_KERNELS_H

#include "machine/common/front_end.h"
#include "ptx/types.h"

typedef void lane_fn(void *d, const void *a, const void *b, const void *c, uint32_t mask);

// Operations with a directed-rounding or saturating variant (exact.c). nearest: .rn is allowed, and
// is the only mode.
typedef enum exact_op {
    EXACT_none,
    EXACT_nearest,
    EXACT_add,
    EXACT_sub,
    EXACT_mul,
    EXACT_fma,
    EXACT_div,
    EXACT_rcp,
    EXACT_sqrt
} exact_op;

enum { FORM_SOURCES = 3 };
typedef struct form {
    // "mul.wide.s32": rounding, .ftz and .sat of floats left out
    const char *name;
    lane_fn *fn, *ftz;             // ftz: NULL if the modifier is not allowed
    uint8_t sig[1 + FORM_SOURCES]; // ptx_type: destination, sources; T_none ends
    uint8_t unit, latency, exact;  // winst_unit, winst_latency, exact_op
} form;

const form *form_find(const char *name); // NULL if there is none
const form *form_at(unsigned i);         // all of them in turn; NULL after the last

// Tables of the kernels' files, each ended by a NULL name.
extern const form forms_int[], forms_bits[], forms_float[], forms_special[], forms_compare[],
    forms_cvt[], forms_half[], forms_video[], forms_bf16[], forms_pair[];

#endif
