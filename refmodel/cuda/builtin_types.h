// builtin_types.h : dim3 and the vector types under NVIDIA's names, for driver-API programs that
// include this header beside cuda.h. NVIDIA's own vector_types.h takes its place where both are.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_BUILTIN_TYPES_H
#define WL_CUDA_BUILTIN_TYPES_H

#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#define WL_ALIGNED(bytes) __attribute__((aligned(bytes)))
// Vectors of a type of `bytes`: those of two are aligned to their size, those of four to at
// most 16.
#define WL_VECTORS(type, name, bytes) \
    typedef struct name##1 { type x; } \
    name##1; \
    typedef struct WL_ALIGNED(2 * (bytes)) name##2 { type x, y; } \
    name##2; \
    typedef struct name##3 { type x, y, z; } \
    name##3; \
    typedef struct WL_ALIGNED((bytes) > 4 ? 16 : 4 * (bytes)) name##4 { type x, y, z, w; } \
    name##4;

WL_VECTORS(signed char, char, 1)
WL_VECTORS(unsigned char, uchar, 1)
WL_VECTORS(short, short, 2)
WL_VECTORS(unsigned short, ushort, 2)
WL_VECTORS(int, int, 4)
WL_VECTORS(unsigned, uint, 4)
WL_VECTORS(long, long, sizeof(long))
WL_VECTORS(unsigned long, ulong, sizeof(long))
WL_VECTORS(long long, longlong, 8)
WL_VECTORS(unsigned long long, ulonglong, 8)
WL_VECTORS(float, float, 4)
WL_VECTORS(double, double, 8)
#undef WL_VECTORS
#undef WL_ALIGNED

#ifndef WL_CUDA_DIM3
#define WL_CUDA_DIM3
typedef struct dim3 {
    unsigned x, y, z;
#ifdef __cplusplus
    dim3(unsigned along_x = 1, unsigned along_y = 1, unsigned along_z = 1)
        : x(along_x), y(along_y), z(along_z)
    {
    }
#endif
} dim3;
#endif

#endif
#endif
