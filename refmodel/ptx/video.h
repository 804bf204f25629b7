// video.h: scalar video instructions: vadd vsub vabsdiff vmin vmax vmad vset, and vshl and vshr of
// parts of registers (PTX ISA, "Scalar Video Instructions"). Those on two or four parts at once are
// lane kernels.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_VIDEO_H
#define WL_PTX_VIDEO_H

#include "ptx/kernel.h"

// A selector, as operand.part has it.
enum { PART_WHOLE, PART_B0, PART_B1, PART_B2, PART_B3, PART_H0, PART_H1 };

typedef enum video_op {
    VIDEO_add,
    VIDEO_sub,
    VIDEO_absdiff,
    VIDEO_min,
    VIDEO_max,
    VIDEO_shl,
    VIDEO_shr,
    VIDEO_set,
    VIDEO_mad
} video_op;
enum { SECOND_none, SECOND_add, SECOND_min, SECOND_max };
enum { VIDEO_eq, VIDEO_ne, VIDEO_lt, VIDEO_le, VIDEO_gt, VIDEO_ge };

typedef struct video_site {
    uint8_t op, second, compare;           // of vset
    uint8_t part_d, part_a, part_b;        // where d is written, a and b are read
    bool signed_d, signed_a, signed_b;     // of vmad, signed_d: the final result
    bool sat, merges, wrap;                // merges: the result is a part of c
    bool negated_product, negated_c, plus; // of vmad; plus: one
    uint8_t scale;                         // of vmad: bits to shift down
} video_site;

run_fn run_video; // operands: op[0] d, op[1] a, op[2] b, op[3] c

#endif
