// mm.cu : matrix product as Mars maps it: a task is one element, a row of A times a column of B, both contiguous (B is given
// transposed) and read in vectors of four, one thread a task. It emits the element and its place.
//
// SPDX-License-Identifier: Apache-2.0
#include "../records.cuh"

struct matrices {
    const float *A, *BT;
};

extern "C" __global__ void mm_map(int tasks, records in, float *product, ints2 *place)
{
    const int task = GLOBAL_X;
    if (task >= tasks) return;
    const words4 at = in.record[task];
    const matrices key = *(const matrices *)(in.keys + at.x);
    const rows value = *(const rows *)(in.values + at.z);
    const floats4 *a = (const floats4 *)(key.A + value.a * value.terms), *b = (const floats4 *)(key.BT + value.b * value.terms);
    float sum = 0.0f;
    for (int i = 0; i < value.terms / 4; i++) sum = scalar_product(a[i], b[i], sum);
    product[task] = sum;
    place[task] = ints2{value.a, value.b};
}
