// nn.c : host program and reference of nn (Rodinia): distances of n records to a place. (Rodinia's
// host then picks the nearest.)
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    float latitude = 30, longitude = 90;
    array *records = host_array(h, "records", 2 * (size_t)n),
          *distance = host_array(h, "distance", n);
    rng r = {1};
    for (size_t i = 0; i < n; i++) {
        records->at[2 * i] = 7.0f + (float)rng_below(&r, 570) / 10.0f;
        records->at[2 * i + 1] = (float)rng_below(&r, 3580) / 10.0f;
    }
    host_send(h);
    host_launch(h, "nn_distance", shape_line(n),
                (void *[]){&records->device, &distance->device, &n, &latitude, &longitude});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < n; i++) {
        const float dy = latitude - records->at[2 * i], dx = longitude - records->at[2 * i + 1];
        distance->at[i] = sqrtf(fmaf(dy, dy, dx * dx));
    }
    host_check(h, distance);
}

const workload workload_nn = {
    .name = "nn",
    .suite = "rodinia",
    .what = "nearest neighbour, records",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "nn_distance",
    SIZES1(42764, 342112, 42764),
    .program = program,
};
