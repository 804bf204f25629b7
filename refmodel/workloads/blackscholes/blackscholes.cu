// blackscholes.cu : prices of European options by the formula of Black and Scholes (SDK): one thread an option in turn, all
// accesses coalesced.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

#define LOG2E 1.44269504f
#define LN2 0.693147181f

static __device__ __attribute__((always_inline)) float exp_of(float x) { return __nvvm_ex2_approx_f(x * LOG2E); }
static __device__ __attribute__((always_inline)) float log_of(float x) { return __nvvm_lg2_approx_f(x) * LN2; }

// Cumulative normal distribution: Abramowitz and Stegun, 26.2.17.
static __device__ __attribute__((always_inline)) float cnd(float d)
{
    const float k = 1.0f / (1.0f + 0.2316419f * __builtin_fabsf(d));
    const float tail = 0.39894228f * exp_of(-0.5f * d * d) *
                       (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

extern "C" __global__ void blackscholes_kernel(int options, float rate, float volatility, const float *price, const float *strike,
                                               const float *years, float *call, float *put)
{
    for (int i = GLOBAL_X; i < options; i += blockDim.x * gridDim.x) {
        const float s = price[i], x = strike[i], t = years[i];
        const float root = __nvvm_sqrt_rn_f(t), spread = volatility * root;
        const float d1 = (log_of(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread, d2 = d1 - spread;
        const float n1 = cnd(d1), n2 = cnd(d2), discount = exp_of(-rate * t);
        call[i] = s * n1 - x * discount * n2;
        put[i] = x * discount * (1.0f - n2) - s * (1.0f - n1);
    }
}
