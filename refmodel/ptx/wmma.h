// wmma.h: the fragments of wmma (PTX ISA, "Warp-level matrix instructions").
//
// PTX leaves open which lane holds which elements of a fragment. Here a fragment is one or two
// tiles, each of them laid out as mma.sync has it (mma.h), so that wmma.mma is one or two mma:
//   - in m16n16k16 and m16n16k8, A is one tile of 16 rows, B two tiles of 8 columns, and C and D
//     two tiles of 8 columns;
//   - in m32n8k16, A, C and D are two tiles of 16 rows each, and B is one tile;
//   - m8n32k16 is m32n8k16 transposed: B takes A's layout, A takes B's, and C and D have rows and
//     columns exchanged;
//   - m8n8k4, m8n8k32 and m8n8k128 are mma's own shapes, one tile each.
// The registers of the second tile follow those of the first. PTX gives A and B of f16 eight
// registers in every shape: those that are left over repeat the others, and wmma.mma does not read
// them. C and D have no such copies: each element is in one lane once.
//
// A load of a tile is three instructions: wmma.at computes the address from which each lane reads
// its 4, 8 or 16 bytes of the tile (bytes in the order of memory, line by line, lane by lane), an
// ordinary ld reads them, and wmma.spread hands the elements to the lanes that hold them. A store
// is wmma.collect, which is the reverse of wmma.spread, wmma.at and an ordinary st. No program can
// name these three, because an opcode that is written down has no dot (parse_matrix.c).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_WMMA_H
#define WL_PTX_WMMA_H

#include "ptx/mma.h"

typedef enum wmma_role { WMMA_A, WMMA_B, WMMA_C } wmma_role; // D is C

// A tile has i x j elements; i are the rows of mma's A and C and the columns of its B, j is k or
// the columns of C.
typedef struct wmma_fragment {
    mma_type type;
    bool sums;                      // C or D
    bool by_i;                      // a line in memory has one i and all j; or the reverse
    uint32_t i, j;                  // elements of a tile
    uint32_t tiles, i_step, j_step; // how far the second is from the first
    uint32_t own, registers;        // of a tile; of the fragment as PTX lists them
    uint32_t stride;                // elements from line to line where the statement says nothing
    uint32_t mma_i, mma_k;          // m and k of the mma
} wmma_fragment;

// Without by_i and stride. False: PTX has no such fragment.
bool wmma_fragment_of(const char *shape, mma_type type, wmma_role role, wmma_fragment *f);
// Of a wmma.load or wmma.store (or of one of the three instructions it becomes), by its modifiers.
bool wmma_access_of(const statement *s, wmma_fragment *f);
bool wmma_is_transposed(const char *shape); // m8n32k16

uint32_t wmma_lane_bytes(const wmma_fragment *f); // that a lane reads or writes of a tile

// xinst.fragment; swide: number of the tile.
//   run_wmma_at       op[0] address of each lane, of 64 bits; op[OP_BASE] and imm the fragment's,
//                     op[2] stride
//   run_wmma_spread   targets: the tile's registers, copies included, then words as they were read
//   run_wmma_collect  targets: words to write, then the tile's registers
run_fn run_wmma_at, run_wmma_spread, run_wmma_collect;

#endif
