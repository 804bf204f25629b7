// d3q19.h : the arithmetic of a D3Q19 lattice cell, in one text for the kernel and the reference:
// every product that a sum takes is an explicit fused multiply-add, so that both compilers make the
// same of it. The includer defines DEVICE (qualifiers).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_LBM_D3Q19_H
#define WL_WORKLOADS_LBM_D3Q19_H

enum { DIRECTIONS = 19, FLAGS = DIRECTIONS, ENTRIES, OBSTACLE = 1, DRIVEN = 2 };

#define OMEGA 1.95f
#define FMA __builtin_fmaf

// X(direction, x, y, z, opposite direction, velocity along it)
// clang-format off
#define EACH_DIRECTION(X) \
    X(0, 0, 0, 0, 0, 0.0f) \
    X(1, 0, 1, 0, 2, uy) X(2, 0, -1, 0, 1, -uy) \
    X(3, 1, 0, 0, 4, ux) X(4, -1, 0, 0, 3, -ux) \
    X(5, 0, 0, 1, 6, uz) X(6, 0, 0, -1, 5, -uz) \
    X(7, 1, 1, 0, 10, ux + uy) X(8, -1, 1, 0, 9, uy - ux) \
    X(9, 1, -1, 0, 8, ux - uy) X(10, -1, -1, 0, 7, -ux - uy) \
    X(11, 0, 1, 1, 14, uy + uz) X(12, 0, 1, -1, 13, uy - uz) \
    X(13, 0, -1, 1, 12, uz - uy) X(14, 0, -1, -1, 11, -uy - uz) \
    X(15, 1, 0, 1, 18, ux + uz) X(16, 1, 0, -1, 17, ux - uz) \
    X(17, -1, 0, 1, 16, uz - ux) X(18, -1, 0, -1, 15, -ux - uz)
// clang-format on

#define WEIGHT(d) ((d) == 0 ? 1.0f / 3.0f : (d) < 7 ? 1.0f / 18.0f : 1.0f / 36.0f)

// What a cell gives to its neighbours: an obstacle sends back what came in, a driven cell has a
// given velocity, and the others relax towards equilibrium.
DEVICE void collide(const float *f, unsigned flags, float *out)
{
#define BOUNCE(d, x, y, z, opposite, along) out[d] = f[opposite];
    if (flags & OBSTACLE) {
        EACH_DIRECTION(BOUNCE)
        return;
    }
    float rho = f[0];
    for (int d = 1; d < DIRECTIONS; d++) rho += f[d];
    float ux = (f[3] - f[4] + f[7] - f[8] + f[9] - f[10] + f[15] + f[16] - f[17] - f[18]) / rho;
    float uy = (f[1] - f[2] + f[7] + f[8] - f[9] - f[10] + f[11] + f[12] - f[13] - f[14]) / rho;
    float uz = (f[5] - f[6] + f[11] - f[12] + f[13] - f[14] + f[15] - f[16] + f[17] - f[18]) / rho;
    if (flags & DRIVEN) {
        ux = 0.005f;
        uy = 0.002f;
        uz = 0.0f;
    }
    const float u2 = FMA(1.5f, FMA(ux, ux, FMA(uy, uy, uz * uz)), -1.0f), base = OMEGA * rho;
#define RELAX(d, x, y, z, opposite, along) \
    { \
        const float e = along; \
        out[d] = FMA(WEIGHT(d) * base, FMA(e, FMA(4.5f, e, 3.0f), -u2), (1.0f - OMEGA) * f[d]); \
    }
    EACH_DIRECTION(RELAX)
}

#endif
