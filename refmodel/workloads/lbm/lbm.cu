// lbm.cu : one time step of a D3Q19 lattice-Boltzmann fluid (Parboil lbm): each cell reads its 19 distributions, relaxes them, and
// writes them to its neighbours; an array a direction, x fastest, a thread a cell, a block a row.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

#define OMEGA 1.85f
#define FMA __builtin_fmaf // every product that meets a sum is fused by name, so that the reference can do the same

// The lattice wraps round in x and y, and has a plane of margin below and above in z.
extern "C" __global__ void lbm_step(int nx, int ny, int nz, const float *from, float *to)
{
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y + 1, cells = nx * ny * (nz + 2), at = (z * ny + y) * nx + x;
    float f[19], rho = 0.0f, ux = 0.0f, uy = 0.0f, uz = 0.0f;
#define DIRECTIONS(X) \
    X(0, 0, 0, 0) X(1, 1, 0, 0) X(2, -1, 0, 0) X(3, 0, 1, 0) X(4, 0, -1, 0) X(5, 0, 0, 1) X(6, 0, 0, -1) X(7, 1, 1, 0) X(8, -1, -1, 0) \
    X(9, 1, -1, 0) X(10, -1, 1, 0) X(11, 1, 0, 1) X(12, -1, 0, -1) X(13, 1, 0, -1) X(14, -1, 0, 1) X(15, 0, 1, 1) X(16, 0, -1, -1) \
    X(17, 0, 1, -1) X(18, 0, -1, 1)
#define TAKE(d, cx, cy, cz) \
    f[d] = from[d * cells + at]; \
    rho += f[d]; \
    ux = FMA(cx, f[d], ux); \
    uy = FMA(cy, f[d], uy); \
    uz = FMA(cz, f[d], uz);
    DIRECTIONS(TAKE)
    ux /= rho;
    uy /= rho;
    uz /= rho;
    const float u2 = FMA(uz, uz, FMA(uy, uy, ux * ux));
#define GIVE(d, cx, cy, cz) \
    { \
        const float w = d == 0 ? 1.0f / 3.0f : d < 7 ? 1.0f / 18.0f : 1.0f / 36.0f, cu = FMA(cz, uz, FMA(cy, uy, cx * ux)); \
        const float equal = w * rho * FMA(-1.5f, u2, FMA(cu, FMA(4.5f, cu, 3.0f), 1.0f)); \
        const int tx = (x + cx + nx) % nx, ty = (y + cy + ny) % ny; \
        to[d * cells + ((z + cz) * ny + ty) * nx + tx] = FMA(OMEGA, equal, (1.0f - OMEGA) * f[d]); \
    }
    DIRECTIONS(GIVE)
}
