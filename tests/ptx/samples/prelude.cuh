// prelude.cuh : the little of CUDA that the samples use, for clang without a toolkit; nvcc brings its own. Compiled by
//
//   (calls, data: also with -O0, to F.clang0.ptx)
//   clang-14 -x cuda --cuda-device-only --cuda-gpu-arch=sm_35 -nocudainc -nocudalib --cuda-path=/nonexistent -S -O2 -w F.cu -o F.clang.ptx
//   nvcc -ptx -arch=sm_75 F.cu -o F.nvcc.ptx                                                                      (version 13.0)
//
// SPDX-License-Identifier: Apache-2.0
#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
extern "C" __device__ void __syncthreads(void);
#define TID_X __nvvm_read_ptx_sreg_tid_x()
#define TID_Y __nvvm_read_ptx_sreg_tid_y()
#define CTA_X __nvvm_read_ptx_sreg_ctaid_x()
#define CTA_Y __nvvm_read_ptx_sreg_ctaid_y()
#define DIM_X __nvvm_read_ptx_sreg_ntid_x()
#define ATOMIC_ADD(p, v) __nvvm_atom_add_gen_i(p, v)
#define ATOMIC_MAX(p, v) __nvvm_atom_max_gen_i(p, v)
#define ATOMIC_CAS(p, a, b) __nvvm_atom_cas_gen_i(p, a, b)
#define ATOMIC_ADD_F(p, v) __nvvm_atom_add_gen_f(p, v)
#define SHUFFLE_DOWN(v, n) __nvvm_shfl_down_i32(v, n, 31)
#define SHUFFLE_XOR(v, n) __nvvm_shfl_bfly_i32(v, n, 31)
#define FMA(a, b, c) __builtin_fmaf(a, b, c)
#define SQRT(x) __builtin_sqrtf(x)
#define SQRT_D(x) __builtin_sqrt(x)
#define POPC(x) __builtin_popcount(x)
#define __noinline__ __attribute__((noinline))
#define SHUFFLE_UP(v, n) __nvvm_shfl_up_i32(v, n, 0)
#define COUNT_BLOCK(x) __nvvm_bar0_popc(x)
#define ALL_BLOCK(x) __nvvm_bar0_and(x)
#define ANY_BLOCK(x) __nvvm_bar0_or(x)
#define ATOMIC_ADD_L(p, v) __nvvm_atom_add_gen_ll(p, v)
#define ATOMIC_MIN(p, v) __nvvm_atom_min_gen_i(p, v)
#define ATOMIC_EXCH(p, v) __nvvm_atom_xchg_gen_i(p, v)
#define FMA_D(a, b, c) __builtin_fma(a, b, c)
typedef __fp16 half_t;
#define HALF(x) ((half_t)(x))
#define FLOAT(x) ((float)(x))
#define HALF_FMA(a, b, c) ((half_t)__builtin_fmaf((float)(a), (float)(b), (float)(c)))
#define CLZ(x) __builtin_clz(x)
#else
#define TID_X threadIdx.x
#define TID_Y threadIdx.y
#define CTA_X blockIdx.x
#define CTA_Y blockIdx.y
#define DIM_X blockDim.x
#include <cuda_fp16.h>
#define SHUFFLE_UP(v, n) __shfl_up_sync(0xffffffffu, v, n)
#define COUNT_BLOCK(x) __syncthreads_count(x)
#define ALL_BLOCK(x) __syncthreads_and(x)
#define ANY_BLOCK(x) __syncthreads_or(x)
#define ATOMIC_ADD_L(p, v) atomicAdd((unsigned long long *)(p), (unsigned long long)(v))
#define ATOMIC_MIN(p, v) atomicMin(p, v)
#define ATOMIC_EXCH(p, v) atomicExch(p, v)
#define FMA_D(a, b, c) fma(a, b, c)
typedef __half half_t;
#define HALF(x) __float2half(x)
#define FLOAT(x) __half2float(x)
#define HALF_FMA(a, b, c) __hfma(a, b, c)
#define ATOMIC_ADD(p, v) atomicAdd(p, v)
#define ATOMIC_MAX(p, v) atomicMax(p, v)
#define ATOMIC_CAS(p, a, b) atomicCAS(p, a, b)
#define ATOMIC_ADD_F(p, v) atomicAdd(p, v)
#define SHUFFLE_DOWN(v, n) __shfl_down_sync(0xffffffffu, v, n)
#define SHUFFLE_XOR(v, n) __shfl_xor_sync(0xffffffffu, v, n)
#define FMA(a, b, c) fmaf(a, b, c)
#define SQRT(x) sqrtf(x)
#define SQRT_D(x) sqrt(x)
#define POPC(x) __popc(x)
#define CLZ(x) __clz(x)
#endif
__device__ inline unsigned ballot(int p)
{
    unsigned d;
#ifdef __clang__
    asm volatile("{ .reg .pred q; setp.ne.s32 q, %1, 0; vote.ballot.b32 %0, q; }" : "=r"(d) : "r"(p));
#else
    d = __ballot_sync(0xffffffffu, p);
#endif
    return d;
}
