// backprop.c : host program and reference of backprop (Rodinia): one training step of n input
// units, 16 hidden units, one output.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/backprop/backprop.h"

#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 16, HIDDEN = 16, WIDE = HIDDEN + 1 }; // unit 0 of each layer is the bias

#define RATE 0.3f
#define MOMENTUM 0.3f

// The tree of a block over its 16 inputs: all sums along the way stay in `weight`, the whole in
// `partial`.
static void forward_block(const float *input, float *weight, float *partial)
{
    for (size_t j = 0; j < HIDDEN; j++) {
        for (size_t i = 0; i < TILE; i++) weight[i * WIDE + j] *= input[i];
        for (size_t span = 2; span <= TILE; span *= 2) {
            for (size_t i = 0; i < TILE; i += span)
                weight[i * WIDE + j] += weight[(i + span / 2) * WIDE + j];
        }
        partial[j] = weight[j];
    }
}

static void adjust(float delta, float input, float *weight, float *old)
{
    const float change = fmaf(delta * RATE, input, *old * MOMENTUM);
    *weight += change;
    *old = change;
}

static void adjust_all(size_t inputs, const float *delta, const float *input, float *weight,
                       float *old)
{
    for (size_t i = 0; i <= inputs; i++) {
        for (size_t j = 1; j < WIDE; j++) {
            if (i) adjust(delta[j], input[i], &weight[i * WIDE + j], &old[i * WIDE + j]);
            else { // the bias: fused the other way round
                const float change = fmaf(delta[j], RATE, old[j] * MOMENTUM);
                weight[j] += change;
                old[j] = change;
            }
        }
    }
}

// Errors of the hidden units for the target 0.1 and an output weight of 1/2 each.
static void find_delta(size_t blocks, const float *partial, const float *bias, float *delta)
{
    float hidden[WIDE] = {1}, sum = 0;
    for (size_t j = 1; j < WIDE; j++) {
        float in = bias[j];
        for (size_t b = 0; b < blocks; b++) in += partial[b * HIDDEN + j - 1];
        hidden[j] = 1 / (1 + expf(-in));
    }
    for (size_t j = 0; j < WIDE; j++) sum += hidden[j] * 0.5f;
    const float output = 1 / (1 + expf(-sum)), error = output * (1 - output) * (0.1f - output);
    for (size_t j = 1; j < WIDE; j++) delta[j] = hidden[j] * (1 - hidden[j]) * error * 0.5f;
}

typedef struct net {
    unsigned inputs, hidden;
    array *input, *weight, *partial, *delta, *old;
} net;

static void forward(host *h, net *w, shape tiles)
{
    host_launch(h, "backprop_forward", tiles,
                (void *[]){&w->input->device, &w->weight->device, &w->partial->device, &w->inputs,
                           &w->hidden});
    if (!host_ended(h)) return;
    float *start = wl_calloc(w->weight->count, sizeof *start);
    memcpy(start, w->weight->at, w->weight->count * sizeof *start);
    for (size_t b = 0; b < w->inputs / TILE; b++) {
        forward_block(w->input->at + b * TILE + 1, w->weight->at + (b * TILE + 1) * WIDE + 1,
                      w->partial->at + b * HIDDEN);
    }
    host_check(h, w->partial);
    host_check(h, w->weight);
    memcpy(w->weight->at, start, w->weight->count * sizeof *start);
    host_write(h, w->weight);
    free(start);
}

void backprop_program(host *h, const unsigned *n)
{
    const size_t weights = (size_t)(n[0] + 1) * WIDE;
    net w = {.inputs = n[0],
             .hidden = HIDDEN,
             .input = host_array(h, "input", n[0] + 1),
             .weight = host_array(h, "weight", weights)};
    w.partial = host_array(h, "partial", (size_t)n[0] / TILE * HIDDEN);
    w.delta = host_array(h, "delta", WIDE);
    w.old = host_array(h, "old", weights);
    const shape tiles = {.grid = {1, n[0] / TILE, 1}, .block = {TILE, TILE, 1}};
    rng r = {1};
    for (size_t i = 0; i < w.input->count; i++)
        w.input->at[i] = i ? (float)rng_below(&r, 1000) / 1000.0f : 1.0f;
    for (size_t i = 0; i < weights; i++)
        w.weight->at[i] = ((float)rng_below(&r, 1000) - 500.0f) / 1000.0f;
    host_send(h);
    forward(h, &w, tiles);
    find_delta(n[0] / TILE, w.partial->at, w.weight->at, w.delta->at);
    host_write(h, w.delta);
    host_launch(h, "backprop_adjust", tiles,
                (void *[]){&w.delta->device, &w.hidden, &w.input->device, &w.inputs,
                           &w.weight->device, &w.old->device});
    if (!host_ended(h)) return;
    adjust_all(w.inputs, w.delta->at, w.input->at, w.weight->at, w.old->at);
    host_check(h, w.weight);
    host_check(h, w.old);
}

const workload workload_backprop = {
    .name = "backprop",
    .suite = "rodinia",
    .what = "back-propagation, one step of a layer, input units",
    .class_in = {[PAPER_DWT_PRIC] = "friendly", [PAPER_CART] = "C"},
    .kernels = "backprop_forward backprop_adjust",
    SIZES1(16384, 65536, 65536),
    .program = backprop_program,
};
