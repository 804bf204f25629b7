// nw.cuh : what nw and nw_u share: which tile a block scores, and one cell's score.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_NW_CUH
#define WL_WORKLOADS_NW_CUH

#include "../prelude.cuh"

enum { TILE = 16 };

// Best of a match (north-west), and a gap in either sequence.
static __device__ __attribute__((always_inline)) int best(int match, int west, int north, int penalty)
{
    int gap = (west > north ? west : north) - penalty;
    return match > gap ? match : gap;
}

// Anti-diagonal `diagonal` of tiles, growing from the upper left (kernel 1) and shrinking to the lower right (kernel 2); tiles are
// TILE x TILE, one block of TILE threads each.
#define NW_KERNELS(tile) \
    extern "C" __global__ void nw_upper(const int *similar, int *score, int cols, int penalty, int diagonal, int tiles) \
    { \
        int bx = blockIdx.x; \
        tile(similar, score, cols, penalty, bx, diagonal - 1 - bx); \
    } \
    extern "C" __global__ void nw_lower(const int *similar, int *score, int cols, int penalty, int diagonal, int tiles) \
    { \
        int bx = blockIdx.x; \
        tile(similar, score, cols, penalty, bx + tiles - diagonal, tiles - bx - 1); \
    }

#endif
