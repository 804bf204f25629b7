// simd_clones.h: the macro LANES, for functions whose loops run over the lanes of a warp. On
// x86-64, a second version of such a function is compiled for AVX2 and FMA, and the program chooses
// between the two when it starts. Both give the same bits if every operation is an integer
// operation or IEEE-exact.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_SIMD_CLONES_H
#define WL_BASE_SIMD_CLONES_H

// (Under ThreadSanitizer the choice between clones would come before it is set up.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define SIMD_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define SIMD_CLONES
#endif

#endif
