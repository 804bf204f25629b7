// control.cu : control flow: a switch, loops of different length a lane, nested divergence with early exits, local arrays.
//
// SPDX-License-Identifier: Apache-2.0
#include "prelude.cuh"

extern "C" __global__ void collatz(const unsigned *in, int *steps, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    unsigned x = in[i];
    int k = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        if (++k == 200) break;
    }
    steps[i] = k;
}

extern "C" __global__ void choose(const int *in, int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    int v = in[i], r = 0;
    switch (v & 15) {
    case 0: r = v * 3; break;
    case 1: r = v / 7; break;
    case 2: r = v % 5 - 9;
    case 3: r += POPC(v); break; // case 2 falls into it
    case 4: r = v << 3; break;
    case 5: r = CLZ(v | 1); break;
    case 6: out[i] = -v; return;
    case 7: r = v ^ 0x55; break;
    case 8: r = v >= 0 ? v : -v; break;
    case 9: r = v >> 2; break;
    default: r = -1;
    }
    out[i] = r;
}

extern "C" __global__ void nested(const int *in, int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X, sum = 0;
    if (i >= n) return;
    for (int a = 0; a < (in[i] & 7); a++) {
        if (a == (i & 3)) continue;
        for (int b = 0; b < 5; b++) {
            if ((a + b + i) % 6 == 5) goto done;
            if (b == (in[i] >> 3 & 3)) break;
            sum += a * 10 + b;
        }
        sum += 1000;
    }
    if (sum & 1) {
        if (sum & 2) sum *= 3;
        else sum -= 7;
    }
done:
    out[i] = sum;
}

extern "C" __global__ void bubble(const int *in, int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X, v[8];
    if (i >= n) return;
    for (int k = 0; k < 8; k++) v[k] = in[(i * 8 + k * 5) % n];
    for (int k = 0; k < 8; k++) v[(k + i) & 7] ^= k; // an index known only at run time keeps v in local memory
    for (int a = 0; a < 7; a++) {
        for (int b = 0; b < 7 - a; b++) {
            if (v[b] > v[b + 1]) {
                int t = v[b];
                v[b] = v[b + 1];
                v[b + 1] = t;
            }
        }
    }
    out[i] = v[i & 7] * 4 + v[0] - v[7];
}
