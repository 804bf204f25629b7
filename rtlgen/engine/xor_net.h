// xor_net.h : XOR sums of inputs, with common terms shared: for emitted functions that are linear
// over GF(2).
//
// Sharing is Paar's greedy rule: as long as some pair of terms is in two sums or more, the pair
// that is in the most becomes a term of its own; but only where no sum becomes deeper than the
// deepest one was without sharing. Ties go to the pair of least depth, then to the lowest numbers.
// Depth is counted in two-input gates, each sum built as flat as its terms allow.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_ENGINE_XOR_NET_H
#define WL_RTLGEN_ENGINE_XOR_NET_H

#include <stdbool.h>
#include <stdint.h>

enum { XOR_INPUTS = 64, XOR_SUMS = 16, XOR_TERMS = XOR_INPUTS + 256 };

typedef struct xor_term {
    unsigned a, b;  // of a pair: the terms that it joins; an input: unused
    unsigned depth; // 0: an input
} xor_term;

typedef struct xor_net {
    unsigned n_inputs, n_sums,
        n_terms; // terms: the inputs, then the pairs in the order in which they are made
    xor_term terms[XOR_TERMS];
    bool in[XOR_SUMS][XOR_TERMS]; // [sum][term]
} xor_net;

// rows[s]: inputs of sum s, bit i for input i.
void xor_net_init(xor_net *n, const uint64_t *rows, unsigned n_sums, unsigned n_inputs);
void xor_net_share(xor_net *n);

unsigned xor_net_gates(const xor_net *n);  // two-input XORs
unsigned xor_net_depth(const xor_net *n);  // of the deepest sum
unsigned xor_net_fan_in(const xor_net *n); // terms of the largest sum

// Calls leaf for each term and join between them in the order of a flat tree: writes sum s as text.
// malloc'd. name(ctx, term) gives a term's name in a buffer of its own choice, valid until the next
// call.
char *xor_net_text(const xor_net *n, unsigned s, const char *(*name)(void *ctx, unsigned term),
                   void *ctx);

#endif
