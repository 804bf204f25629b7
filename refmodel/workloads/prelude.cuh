// prelude.cuh : CUDA's device-side names over clang's builtins, so that the kernels compile without a CUDA toolkit.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_PRELUDE_CUH
#define WL_WORKLOADS_PRELUDE_CUH

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

struct dim3 {
    int x, y, z;
};

// What CUDA calls uint4, uint2, float4 and int2; they move by one instruction.
typedef unsigned words4 __attribute__((ext_vector_type(4)));
typedef unsigned words2 __attribute__((ext_vector_type(2)));
typedef float floats4 __attribute__((ext_vector_type(4)));
typedef int ints2 __attribute__((ext_vector_type(2)));

#define SREG_DIM3(sreg) \
    (dim3{__nvvm_read_ptx_sreg_##sreg##_x(), __nvvm_read_ptx_sreg_##sreg##_y(), __nvvm_read_ptx_sreg_##sreg##_z()})
#define threadIdx SREG_DIM3(tid)
#define blockIdx SREG_DIM3(ctaid)
#define blockDim SREG_DIM3(ntid)
#define gridDim SREG_DIM3(nctaid)

// Position of the thread in the whole grid.
#define GLOBAL_X (blockIdx.x * blockDim.x + threadIdx.x)
#define GLOBAL_Y (blockIdx.y * blockDim.y + threadIdx.y)

extern "C" __device__ void __syncthreads(void);

#endif
