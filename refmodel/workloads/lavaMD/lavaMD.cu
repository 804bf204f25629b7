// lavaMD.cu : forces between particles within reach: a block a box of 100 particles, against itself and up to 26 neighbours, whose
// particles pass through shared memory. The sums of forces stay in global memory, as in Rodinia: what bounds the program are the
// stores of every step (ISPASS 2017 loses 37 % of its speed to a narrower request network).
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { PARTICLES = 100, BLOCK = 128, NEIGHBOURS = 26 };

#define LOG2_E 1.4426950408889634
#define LN_2_HIGH 0x1.62e42fefa39efp-1
#define LN_2_LOW 0x1.abc9e3b39803fp-56
#define FMA __builtin_fma

struct vec4 {
    double v, x, y, z;
};

struct place { // of a box
    int x, y, z, number;
    long long first; // its first particle
};

struct box {
    place at;
    int neighbours;
    place neighbour[NEIGHBOURS];
};

// e to the power of x, for |x| below 700: 2^n times the power series of what is left.
static __device__ __attribute__((always_inline)) double exp_of(double x)
{
    const double shift = 0x1.8p52, shifted = FMA(x, LOG2_E, shift), n = shifted - shift; // n: an integer
    const double r = FMA(n, -LN_2_LOW, FMA(n, -LN_2_HIGH, x));
    double sum = 1.0 / 39916800.0;
    sum = FMA(sum, r, 1.0 / 3628800.0);
    sum = FMA(sum, r, 1.0 / 362880.0);
    sum = FMA(sum, r, 1.0 / 40320.0);
    sum = FMA(sum, r, 1.0 / 5040.0);
    sum = FMA(sum, r, 1.0 / 720.0);
    sum = FMA(sum, r, 1.0 / 120.0);
    sum = FMA(sum, r, 1.0 / 24.0);
    sum = FMA(sum, r, 1.0 / 6.0);
    sum = FMA(sum, r, 0.5);
    sum = FMA(sum, r, 1.0);
    sum = FMA(sum, r, 1.0);
    return __nvvm_lohi_i2d(__nvvm_d2i_lo(sum), __nvvm_d2i_hi(sum) + (__nvvm_d2i_lo(shifted) << 20));
}

extern "C" __global__ void lavaMD_forces(int boxes, double alpha, const box *box_of, const vec4 *position, const double *charge, vec4 *force)
{
    __shared__ vec4 own[PARTICLES], other[PARTICLES];
    __shared__ double other_charge[PARTICLES];
    const int t = threadIdx.x, b = blockIdx.x;
    if (b >= boxes) return;
    const double a2 = 2.0 * alpha * alpha;
    const box *home = box_of + b;
    const long long first = home->at.first;
    if (t < PARTICLES) own[t] = position[first + t];
    __syncthreads();
    for (int k = 0; k <= home->neighbours; k++) {
        const int from = k == 0 ? b : home->neighbour[k - 1].number;
        const long long there = box_of[from].at.first;
        if (t < PARTICLES) {
            other[t] = position[there + t];
            other_charge[t] = charge[there + t];
        }
        __syncthreads();
        if (t < PARTICLES) {
            vec4 *f = force + first + t;
            const vec4 p = own[t];
            for (int j = 0; j < PARTICLES; j++) {
                const vec4 o = other[j];
                const double r2 = p.v + o.v - FMA(p.z, o.z, FMA(p.y, o.y, p.x * o.x));
                const double potential = other_charge[j] * exp_of(-(a2 * r2));
                f->v += potential;
                f->x = FMA(2.0 * potential, p.x - o.x, f->x);
                f->y = FMA(2.0 * potential, p.y - o.y, f->y);
                f->z = FMA(2.0 * potential, p.z - o.z, f->z);
                asm volatile("" ::: "memory"); // else the compiler would keep the sums in registers
            }
        }
        __syncthreads();
    }
}
