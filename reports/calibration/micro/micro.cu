// micro.cu : small kernels for the calibration: atomics, ld.cg, shared memory, barriers, special
// functions, divergence. micro.ptx is what nvcc makes of them.
//
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void cg_strided(float *a, float *o, int st) { // one warp, 64 loads .cg, lanes st words apart
  float s=0; int t=threadIdx.x+blockIdx.x*blockDim.x;
  for(int i=0;i<64;i++) s+=__ldcg(a+((t*st+i*1024)&65535));
  o[t]=s; }
extern "C" __global__ void ca_strided(float *a, float *o, int st) {
  float s=0; int t=threadIdx.x+blockIdx.x*blockDim.x;
  for(int i=0;i<64;i++) s+=a[(t*st+i*1024)&65535];
  o[t]=s; }
extern "C" __global__ void atom_unit(unsigned *h, int n) { // consecutive words
  int t=threadIdx.x+blockIdx.x*blockDim.x;
  for(int i=0;i<n;i++) atomicAdd(h+t,1u); }
extern "C" __global__ void atom_same(unsigned *h, int n) { for(int i=0;i<n;i++) atomicAdd(h,1u+threadIdx.x); }
extern "C" __global__ void st_unit(float *o, int n) { int t=threadIdx.x+blockIdx.x*blockDim.x; for(int i=0;i<n;i++) o[t+i*4096]=i; }
extern "C" __global__ void shm_atomic(unsigned *o, int n, int st) { __shared__ unsigned h[1024]; h[threadIdx.x]=0; __syncthreads(); for(int i=0;i<n;i++) atomicAdd(&h[(threadIdx.x*st)&1023],1u); __syncthreads(); o[threadIdx.x]=h[threadIdx.x]; }
extern "C" __global__ void shm_stride(unsigned *o, int n, int st) { __shared__ volatile unsigned h[1024]; for(int i=threadIdx.x;i<1024;i+=blockDim.x) h[i]=i; __syncthreads(); unsigned s=0; for(int i=0;i<n;i++) s+=h[(threadIdx.x*st+s)&1023]&0; o[threadIdx.x]=s; }
extern "C" __global__ void kbar(unsigned *o, int n) { unsigned s=0; for(int i=0;i<n;i++){ __syncthreads(); s+=i; } o[threadIdx.x]=s; }
extern "C" __global__ void ksfu(float *o, int n) { float x=threadIdx.x; for(int i=0;i<n;i++) x=__sinf(x); o[threadIdx.x]=x; }
extern "C" __global__ void kfdiv(float *o, int n) { float x=threadIdx.x+1; for(int i=0;i<n;i++) x=3.0f/x; o[threadIdx.x]=x; }
extern "C" __global__ void kfsqrt(float *o, int n) { float x=threadIdx.x+1; for(int i=0;i<n;i++) x=sqrtf(x)+1; o[threadIdx.x]=x; }
extern "C" __global__ void kdfma(double *o, int n) { double x=threadIdx.x; for(int i=0;i<n;i++) x=x*1.5+2; o[threadIdx.x]=x; }
extern "C" __global__ void idiv(int *o, int n, int d) { int x=threadIdx.x+1000; for(int i=0;i<n;i++) x=(x/d)*7+x%3; o[threadIdx.x]=x; }
extern "C" __global__ void ialu(int *o, int n) { int x=threadIdx.x; for(int i=0;i<n;i++){ x=x*3+i; x^=x>>3; x=max(x,i);} o[threadIdx.x]=x; }
extern "C" __global__ void diverge(int *o, int n) { int x=threadIdx.x; for(int i=0;i<n;i++){ if((x+i)&1) x=x*3+1; else x=x>>1; } o[threadIdx.x]=x; }
