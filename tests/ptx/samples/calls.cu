// calls.cu : device functions that are really called: structs by value, recursion, tables of functions, virtual functions,
// pointers to the caller's local variables.
//
// SPDX-License-Identifier: Apache-2.0
#include "prelude.cuh"

struct body {
    float x, y;
    int n;
    char tag;
    double w[3];
};

__device__ __noinline__ body make(float a, int b)
{
    body p;
    p.x = a;
    p.y = a + 1;
    p.n = b;
    p.tag = (char)b;
    for (int i = 0; i < 3; i++) p.w[i] = a * i;
    return p;
}

__device__ __noinline__ float weigh(body p, int k) { return p.x * p.y + p.n + p.tag + (float)p.w[k % 3]; }

extern "C" __global__ void structs(float *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i < n) out[i] = weigh(make(i * 0.5f, i), i);
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ __noinline__ int ackermann(int m, int n)
{
    if (m == 0) return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

extern "C" __global__ void recursion(int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i < n) out[i] = fibonacci(i % 11) * 1000 + ackermann(i % 3, i % 5);
}

__device__ __noinline__ int odd(int n);
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }

extern "C" __global__ void parity(int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i < n) out[i] = even(i % 50);
}

typedef int (*operation)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ int times(int a, int b) { return a * b; }
__device__ operation operations[3] = {plus, minus, times};

extern "C" __global__ void dispatch(const int *in, int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    int v = in[i];
    for (int k = 0; k < 4; k++) v = operations[(in[i] >> k) % 3](v, i + k);
    out[i] = v;
}

struct shape {
    __device__ virtual int area(int x) const = 0;
};
struct square : shape {
    int side;
    __device__ square(int s) : side(s) {}
    __device__ int area(int x) const override { return side * side + x; }
};
struct strip : shape {
    int width;
    __device__ strip(int w) : width(w) {}
    __device__ int area(int x) const override { return width * x; }
};

__device__ __noinline__ int area_of(const shape *s, int x) { return s->area(x); }

extern "C" __global__ void objects(int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    square a(i % 7);
    strip b(i % 5);
    if (i < n) out[i] = area_of(i & 2 ? (const shape *)&a : (const shape *)&b, i);
}

__device__ __noinline__ void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

__device__ __noinline__ void quicksort(int *v, int low, int high)
{
    if (low >= high) return;
    int pivot = v[high], at = low;
    for (int k = low; k < high; k++) {
        if (v[k] < pivot) swap(&v[k], &v[at++]);
    }
    swap(&v[at], &v[high]);
    quicksort(v, low, at - 1);
    quicksort(v, at + 1, high);
}

extern "C" __global__ void sort12(const int *in, int *out, int n)
{
    int i = CTA_X * DIM_X + TID_X, v[12];
    if (i >= n) return;
    for (int k = 0; k < 12; k++) v[k] = in[(i * 12 + k * 7) % n];
    quicksort(v, 0, 11);
    out[i] = v[i % 12];
}
