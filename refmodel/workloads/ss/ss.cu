// ss.cu : similarity scores as Mars maps them: a task is a pair of documents, one thread a task. It reads both vectors of weights in
// vectors of four, finds both lengths anew, and emits the score and the pair.
//
// SPDX-License-Identifier: Apache-2.0
#include "../records.cuh"

extern "C" __global__ void ss_map(int tasks, records in, float *score, ints2 *pair)
{
    const int task = GLOBAL_X;
    if (task >= tasks) return;
    const words4 at = in.record[task];
    const float *weight = *(const float *const *)(in.keys + at.x);
    const rows value = *(const rows *)(in.values + at.z);
    const floats4 *a = (const floats4 *)(weight + value.a * value.terms), *b = (const floats4 *)(weight + value.b * value.terms);
    float both = 0.0f, of_a = 0.0f, of_b = 0.0f;
    for (int i = 0; i < value.terms / 4; i++) {
        const floats4 va = a[i], vb = b[i];
        both = scalar_product(va, vb, both);
        of_a = scalar_product(va, va, of_a);
        of_b = scalar_product(vb, vb, of_b);
    }
    score[task] = both / (__nvvm_sqrt_rn_f(of_a) * __nvvm_sqrt_rn_f(of_b));
    pair[task] = ints2{value.a, value.b};
}
