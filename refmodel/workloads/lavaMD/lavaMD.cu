// lavaMD.cu : forces between particles within reach: a block a box of 100 particles, against itself and up to 26 neighbours, whose
// particles pass through shared memory. The sums of forces stay in global memory, as in Rodinia: what bounds the program are the
// stores of every step (ISPASS 2017 loses 37 % of its speed to a narrower request network).
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { PARTICLES = 100, BLOCK = 128, NEIGHBOURS = 26 };

#define LOG2_E 1.44269504f

struct vec4 {
    float v, x, y, z;
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

extern "C" __global__ void lavaMD_forces(int boxes, float alpha, const box *box_of, const vec4 *position, const float *charge, vec4 *force)
{
    __shared__ vec4 own[PARTICLES], other[PARTICLES];
    __shared__ float other_charge[PARTICLES];
    const int t = threadIdx.x, b = blockIdx.x;
    if (b >= boxes) return;
    const float a2 = 2.0f * alpha * alpha;
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
                const float r2 = p.v + o.v - __builtin_fmaf(p.z, o.z, __builtin_fmaf(p.y, o.y, p.x * o.x));
                const float potential = other_charge[j] * __nvvm_ex2_approx_f(-(a2 * r2) * LOG2_E);
                f->v += potential;
                f->x = __builtin_fmaf(2.0f * potential, p.x - o.x, f->x);
                f->y = __builtin_fmaf(2.0f * potential, p.y - o.y, f->y);
                f->z = __builtin_fmaf(2.0f * potential, p.z - o.z, f->z);
                asm volatile("" ::: "memory"); // else the compiler would keep the sums in registers
            }
        }
        __syncthreads();
    }
}
