// data.cu : tables in constant memory, dense switches, arrays and structs in local memory, bit fields.
//
// SPDX-License-Identifier: Apache-2.0
#include "prelude.cuh"

struct row {
    short left, right;
    float weight[3];
};
__constant__ row rows[4] = {{1, -2, {0.5f, 1.5f, 2.5f}}, {3, 4, {-1, 0, 1}}, {-5, 600, {8, 16, 32}}, {7, 8, {0.25f, 0.125f, 4}}};
__constant__ unsigned char steps[4][4] = {{1, 2, 3, 0}, {2, 3, 0, 1}, {3, 3, 1, 2}, {0, 1, 0, 3}};

extern "C" __global__ void tables(const int *in, float *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    const row *r = &rows[in[i] & 3];
    out[i] = (float)(r->left * r->right) + r->weight[in[i] % 3 & 3];
}

extern "C" __global__ void automaton(const int *in, int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X, state = 0, value = 1;
    if (i >= n) return;
    for (int k = 0; k < 12; k++) {
        state = steps[state][in[i] >> 2 * k & 3];
        switch ((state * 4 + k) % 10) {
        case 0: value += 3; break;
        case 1: value *= 3; break;
        case 2: value ^= 0x55; break;
        case 3: value -= k; break;
        case 4: value = value << 1 | (value >> 31 & 1); break;
        case 5: if (value & 1) continue; value /= 2; break;
        case 6: value = ~value; break;
        case 7: value %= 1000; // and on
        case 8: value += 8; break;
        default: value = value * 7 + 1;
        }
    }
    out[i] = value;
}

struct packed {
    unsigned a : 5, b : 11, c : 16;
};

extern "C" __global__ void fields(const int *in, int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    packed p[6];
    if (i >= n) return;
    for (int k = 0; k < 6; k++) {
        unsigned v = (unsigned)in[(i + k) % n] * 2654435761u;
        p[(k + i) % 6].a = v;
        p[(k + i) % 6].b = v >> 7;
        p[(k + i) % 6].c = v >> 16;
    }
    packed q = p[i % 6];
    q.b += q.a;
    p[(i + 1) % 6] = q;
    out[i] = (int)(p[(i + 1) % 6].b * 7 + p[(i + 2) % 6].c + p[(i + 3) % 6].a);
}
