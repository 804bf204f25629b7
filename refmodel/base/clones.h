// clones.h : LANES before a function whose loops run over the lanes of a warp: on x86-64 a second version of it for AVX2 and FMA
// is compiled, and chosen when the program starts. Both give the same bits when every operation is IEEE-exact or integer.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_CLONES_H
#define WL_BASE_CLONES_H

// (Under ThreadSanitizer the choice between clones would come before it is set up.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define LANES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define LANES
#endif

#endif
