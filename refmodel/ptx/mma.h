// mma.h: products of matrices (mma.sync) and loads and stores of 8 x 8 matrices.
//
// A warp holds A (m x k), B (k x 8) and C and D (m x 8), m being 8 or 16, in registers of all its
// lanes: their fragments (PTX ISA, "Matrix Fragments for mma"). Of all shapes and types:
//   - a register holds `per` elements, side by side in k: 32 (of f64, 64) divided by their bits;
//   - of A, register r of lane l holds row l / 4 + 8 * (r % (m / 8)) and the elements of k from
//     per * (l % 4 + 4 * (r / (m / 8))) on;
//   - of B, register r of lane l holds column l / 4 and the elements of k from
//     per * (l % 4 + 4 * r) on;
//   - of C and D, element e of lane l is in row l / 4 + 8 * (e / 2), column 2 * (l % 4) + e % 2;
//     an f16 shares its register with the next.
//
// m8n8k4 of f16 is four products at a time, and has a layout of its own ("Matrix Fragments for
// mma.m8n8k4 with .f16"): lanes 4 q to 4 q + 3 and the four that are 16 further on hold product q.
// Of a lane's share of 8 lines, its own line is l % 4 + 4 * (l / 16), and its far lines are
// 4 * (l / 16) and the three behind it:
//   - A, if it is .row, has elements k = 0 to 3 of the lane's own row; if .col, of the lane's far
//     rows those of k = l % 4. B has the same of columns, the other way round;
//   - C and D of f16 have element e of the lane's own row in column e; of f32 in row
//     l % 2 + (e & 2) + 4 * (l / 16), column (e & 4) + (l & 2) + (e & 1).
// With C of f32 it has more registers than an instruction names here, and becomes two "mma.half"
// (parse_matrix.c), of columns 0 to 3 and 4 to 7, which are elements 0 to 3 and 4 to 7 of C and D.
//
// What is computed: products are exact, and are added to C in the order of k, in double precision;
// the sum is rounded once to D, to nearest even. (The ISA asks for at least single precision, of an
// f16 D for at least half, and leaves the order open.) f64 is a chain of fused multiply-adds.
// Integers wrap at 32 bits, or with .satfinite are clamped when all has been added. Of a tf32 the
// low 13 bits are ignored.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_MMA_H
#define WL_PTX_MMA_H

#include "ptx/kernel.h"

typedef enum mma_type {
    MMA_f16,
    MMA_bf16,
    MMA_tf32,
    MMA_f64,
    MMA_s8,
    MMA_u8,
    MMA_s4,
    MMA_u4,
    MMA_b1,
    MMA_e4m3,
    MMA_e5m2,
    MMA_f32,
    MMA_s32,
    MMA_TYPES
} mma_type;

extern const uint8_t mma_bits[MMA_TYPES]; // of an element
const char *mma_type_name(mma_type t);
mma_type mma_type_named(const char *word);  // MMA_TYPES if it is none
enum { MMA_XOR, MMA_AND };                  // of b1
enum { MMA_A_COLUMNS = 1, MMA_B_ROWS = 2 }; // of m8n8k4 of f16: A is .col, B is .row

// xinst of an mma: stype, math types of A and B; mode, dtype of C and D; swide m; imm k; sat
// .satfinite; flag of b1 and of m8n8k4 of f16; dwide of an mma.half: 1
// or 2. Its operands are in xinst.targets: registers of D, A, B, C in turn.
uint32_t mma_registers_a(const xinst *in);
uint32_t mma_registers_b(const xinst *in);
uint32_t mma_registers_c(const xinst *in, mma_type type); // of C or D
bool mma_is_quad(const xinst *in);                        // m8n8k4 of f16
run_fn run_mma, run_mma_quad;
// movmatrix: op[0] takes the 8 x 8 matrix of op[1], transposed. Lane l has elements 2 (l % 4) and
// 2 (l % 4) + 1 of row l / 4.
run_fn run_movmatrix;

#endif
