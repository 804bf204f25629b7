// streamcluster.cu : the gain of opening a centre at point x, a thread a point: every thread reads x's coordinates beside its
// own, dimension by dimension.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

struct point { // as a 64-bit host lays it out
    float weight;
    unsigned long long coordinates; // the host's pointer, unused here
    long long assigned;             // index of the point's centre
    float cost;
};

// work: for each point a row of `stride` savings: one for each centre that is open, and last what the point costs less at x.
extern "C" __global__ void pgain(int points, int dims, long long x, const point *p, int centres, int stride, const float *coordinate,
                                 float *work, const int *centre_of, unsigned char *switches)
{
    const int t = GLOBAL_X;
    if (t >= points) return;
    float *savings = work + stride * t;
    float distance = 0.0f;
    for (int i = 0; i < dims; i++) {
        float d = coordinate[i * points + t] - coordinate[i * points + x];
        distance += d * d;
    }
    const float there = distance * p[t].weight, here = p[t].cost;
    if (there < here) {
        switches[t] = 1;
        savings[centres] += there - here;
    } else {
        savings[centre_of[p[t].assigned]] += here - there;
    }
}
