// tensor.cu: a product of matrices on tensor cores: tiles of A and B reach shared memory by
// cp.async, two of them at a time, fragments by ldmatrix, and mma multiplies them.
// nvcc -arch=sm_80 -ptx tensor.cu -o tensor.nvcc.ptx
//
// SPDX-License-Identifier: Apache-2.0
#include <cuda_pipeline.h>

enum { TILE = 32, K_TILE = 16, ROW = 24 }; // ROW: halves from one row of a tile to the next

__device__ static void fetch(unsigned short (*to)[ROW], const unsigned short *from, int stride)
{
    const int row = threadIdx.x / 2, part = threadIdx.x % 2 * 8;
    __pipeline_memcpy_async(&to[row][part], from + row * stride + part, 16);
}

__device__ static void load4(unsigned *r, const unsigned short *row)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
}

__device__ static void multiply(float *d, const unsigned *a, unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// C = A B: A is m x k by rows, B is k x n by columns; tiles of 32 x 32 results, 64 threads.
extern "C" __global__ void gemm(const unsigned short *a, const unsigned short *b, float *c, int n,
                                int k)
{
    __shared__ __align__(16) unsigned short tile_a[2][TILE][ROW], tile_b[2][TILE][ROW];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float d[4][4] = {};
    a += blockIdx.y * TILE * k, b += blockIdx.x * TILE * k;
    fetch(tile_a[0], a, k), fetch(tile_b[0], b, k);
    __pipeline_commit();
    for (int at = 0, now = 0; at < k; at += K_TILE, now ^= 1) {
        if (at + K_TILE < k) {
            fetch(tile_a[now ^ 1], a + at + K_TILE, k), fetch(tile_b[now ^ 1], b + at + K_TILE, k);
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        unsigned fa[4], fb[2][4];
        load4(fa, &tile_a[now][warp * 16 + lane % 16][lane / 16 * 8]);
        for (int half = 0; half < 2; half++)
            load4(fb[half], &tile_b[now][half * 16 + lane % 8 + lane / 16 * 8][lane / 8 % 2 * 8]);
        for (int j = 0; j < 4; j++) multiply(d[j], fa, fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
        __syncthreads();
    }
    float *out = c + (blockIdx.y * TILE + warp * 16 + lane / 4) * n + blockIdx.x * TILE + lane % 4 * 2;
    for (int j = 0; j < 4; j++) {
        out[j * 8] = d[j][0], out[j * 8 + 1] = d[j][1];
        out[8 * n + j * 8] = d[j][2], out[8 * n + j * 8 + 1] = d[j][3];
    }
}
