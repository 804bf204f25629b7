// kernels.cu : the kernels of tests/sim/runtime_api.sh; kernels.ptx is this file compiled by Debian's
// clang 14 (kernels.sh), so that the test needs no CUDA toolkit.
//
// SPDX-License-Identifier: Apache-2.0
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))

extern "C" {
__device__ int printf(const char *format, ...);
__device__ void *malloc(unsigned long bytes);
__device__ void free(void *block);
__device__ void __assertfail(const char *what, const char *file, unsigned line, const char *function,
                             unsigned long character_bytes);

__device__ int table[4] = {10, 20, 30, 40};
__constant__ int factor;

__device__ static int thread() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ static int index() { return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + thread(); }

struct pair {
    int a[2];
    double b;
};

// out[i] = factor * in[i] + table[i % 4] + p.a[0] + (int)p.b
__global__ void combine(int *out, const int *in, struct pair p, int n)
{
    int i = index();
    if (i < n) out[i] = factor * in[i] + table[i % 4] + p.a[0] + (int)p.b;
}

__global__ void add_one(int *x, int n)
{
    int i = index();
    if (i < n) x[i]++;
}

// out[i] = the texture at (i % 8, i / 8), and the surface's word there becomes i.
__global__ void picture(float *out, unsigned long long texture, unsigned long long surface)
{
    int i = index();
    float r, g, b, a, x = i % 8, y = i / 8;
    asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(r), "=f"(g), "=f"(b), "=f"(a) : "l"(texture), "f"(x), "f"(y));
    out[i] = r;
    asm volatile("sust.b.2d.b32.trap [%0, {%1, %2}], {%3};" : : "l"(surface), "r"(i % 8 * 4), "r"(i / 8), "r"(i) : "memory");
}

// A line of each thread whose index 20 divides, with conversions of all kinds.
__global__ void talk(const char *word)
{
    int i = index();
    if (i % 20) return;
    printf("%d %5i|%-5u|%05d|%+d % d %x %#X %o %c %% %lld %llx %hhd %hd %ld "
           "%f %.2e %G %a %10.3f %-10.1f| %s %.3s %8s %*d %.*f %q\n",
           i, -i, i, i, i, i, i + 255, i + 255, i, 'a' + i % 26, (long long)i << 33, (long long)i << 33, i + 300, i + 70000, (long)-i,
           i * 0.5, i * 1e10, i * 1e-7, i * 0.25, i * 0.125, i * 1.5, word, word, "ab", 6, i, 3, i * 0.1);
}

__global__ void count_of_arguments(int *out)
{
    out[0] = printf("%d%s\n", 1, "x");
}

// Each thread keeps n ints of the heap; the second kernel adds them up and gives them back.
__global__ void reserve(int **blocks, int n)
{
    int *mine = (int *)malloc(n * sizeof(int));
    for (int k = 0; mine && k < n; k++) mine[k] = index() + k;
    blocks[index()] = mine;
}

__global__ void give_back(int *sums, int **blocks, int n)
{
    int *theirs = blocks[index()], sum = 0;
    for (int k = 0; k < n; k++) sum += theirs[k];
    sums[index()] = sum;
    free(theirs);
}

__global__ void give_back_twice(int **blocks)
{
    free(blocks[0]);
    free(blocks[0]);
}

__global__ void demand(int most)
{
    if (thread() >= most) __assertfail("thread < most", "kernels.cu", 77, "demand", 1);
}

__global__ void stop() { asm volatile("trap;"); }
}
