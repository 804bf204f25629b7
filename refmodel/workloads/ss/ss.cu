// ss.cu : cosine similarity of all pairs of documents, each a vector of term weights: the norms first, then a map task a pair, one
// thread a task.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void ss_norm(int documents, int terms, const float *weight, float *norm)
{
    const int d = GLOBAL_X;
    if (d >= documents) return;
    float sum = 0.0f;
    for (int k = 0; k < terms; k++) sum += weight[d * terms + k] * weight[d * terms + k];
    norm[d] = __nvvm_sqrt_rn_f(sum);
}

extern "C" __global__ void ss_map(int documents, int terms, const float *weight, const float *norm, float *similarity)
{
    const int task = GLOBAL_X, a = task / documents, b = task % documents;
    if (a >= documents) return;
    float sum = 0.0f;
    for (int k = 0; k < terms; k++) sum += weight[a * terms + k] * weight[b * terms + k];
    similarity[task] = sum / (norm[a] * norm[b]);
}
