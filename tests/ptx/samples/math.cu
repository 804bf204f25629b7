// math.cu : the math library as nvcc inlines it: long straight-line code, tables in memory, slow paths for large arguments.
//
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void math32(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    y[8 * i] = sinf(v);
    y[8 * i + 1] = cosf(v * 1e4f);
    y[8 * i + 2] = expf(v);
    y[8 * i + 3] = logf(v);
    y[8 * i + 4] = powf(v, 1.7f);
    y[8 * i + 5] = atan2f(v, 2.0f);
    y[8 * i + 6] = tanhf(v) + erff(v);
    y[8 * i + 7] = cbrtf(v) + fmodf(v, 0.37f) + __expf(v) * __fdividef(v, 3.0f);
}

extern "C" __global__ void math64(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v = x[i];
    y[5 * i] = exp(v);
    y[5 * i + 1] = log(v);
    y[5 * i + 2] = sqrt(v) / (v + 1.0);
    y[5 * i + 3] = (double)(long long)(v * 1e9) + floor(v);
    y[5 * i + 4] = rsqrt(v) + cbrt(v);
}
