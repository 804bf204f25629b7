// nw.c : host program and reference of nw (Rodinia): alignment of two random sequences of n
// letters.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/nw/nw.h"

#include "base/rng.h"

enum { TILE = 16, LETTERS = 24, PENALTY = 10 };

// A symmetric table of similarities, -4..4, and 5 to 11 for a letter with itself (as BLOSUM62's
// range).
static void make_table(rng *r, int32_t table[LETTERS][LETTERS])
{
    for (unsigned a = 0; a < LETTERS; a++) {
        for (unsigned b = 0; b < a; b++) table[a][b] = table[b][a] = (int32_t)rng_below(r, 9) - 4;
        table[a][a] = 5 + (int32_t)rng_below(r, 7);
    }
}

// Row 0 and column 0 of both matrices stand for the empty sequence.
static void fill(size_t n, int32_t *similar, int32_t *score)
{
    const size_t cols = n + 1;
    int32_t table[LETTERS][LETTERS];
    rng r = {1};
    make_table(&r, table);
    for (size_t i = 1; i < cols; i++) {
        score[i] = (int32_t)rng_below(&r, LETTERS);
        score[i * cols] = (int32_t)rng_below(&r, LETTERS);
    }
    for (size_t i = 1; i < cols; i++) {
        for (size_t j = 1; j < cols; j++) similar[i * cols + j] = table[score[i * cols]][score[j]];
    }
    for (size_t i = 1; i < cols; i++) score[i] = score[i * cols] = -PENALTY * (int32_t)i;
}

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

static void reference(size_t cols, const int32_t *similar, int32_t *score)
{
    for (size_t i = 1; i < cols; i++) {
        for (size_t at = i * cols + 1; at < (i + 1) * cols; at++) {
            const int32_t gap = larger(score[at - 1], score[at - cols]) - PENALTY;
            score[at] = larger(score[at - cols - 1] + similar[at], gap);
        }
    }
}

void nw_program(host *h, const unsigned *n)
{
    int cols = (int)n[0] + 1, penalty = PENALTY, tiles = (int)n[0] / TILE, diagonal;
    const size_t cells = (size_t)cols * (size_t)cols;
    array *similar = host_array_of(h, ELEMENT_S32, "similar", cells),
          *score = host_array_of(h, ELEMENT_S32, "score", cells);
    void *params[] = {&similar->device, &score->device, &cols, &penalty, &diagonal, &tiles};
    fill(n[0], similar->s32, score->s32);
    host_send(h);
    for (diagonal = 1; diagonal <= tiles; diagonal++)
        host_launch(h, "nw_upper", shape_blocks((unsigned)diagonal * TILE, TILE), params);
    for (diagonal = tiles - 1; diagonal >= 1; diagonal--)
        host_launch(h, "nw_lower", shape_blocks((unsigned)diagonal * TILE, TILE), params);
    if (!host_ended(h)) return;
    reference((size_t)cols, similar->s32, score->s32);
    host_check(h, score);
}

const workload workload_nw = {
    .name = "nw",
    .suite = "rodinia",
    .what = "Needleman-Wunsch alignment, tiles in shared memory, letters a sequence",
    .class_in = {[PAPER_DWT_PRIC] = "streaming", [PAPER_CART] = "M", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "nw_upper nw_lower",
    SIZES1(256, 1024, 2048),
    .program = nw_program,
};
