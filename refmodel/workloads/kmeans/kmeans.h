// kmeans.h : host side of k-means, shared by kmeans, kmeans_t and kmeans_tex.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_KMEANS_KMEANS_H
#define WL_WORKLOADS_KMEANS_KMEANS_H

#include "workloads/host.h"

enum {
    KMEANS_CENTRES = 5,
    KMEANS_MOST_FEATURES = 34,
    KMEANS_ROUNDS = 2,
    KMEANS_BLOCK = 256
}; // Rodinia's clusters and threads of a block; it runs until few points move

typedef struct kmeans {
    unsigned points, features, centres;
    array *feature, *membership; // feature: point by point
    float centre[KMEANS_CENTRES * KMEANS_MOST_FEATURES];
} kmeans;

// Arrays and their start: points drawn at random, the first ones as centres.
kmeans kmeans_open(host *h, const unsigned *n);
// What kernel kmeans_invert makes of the features, on the host's side.
void kmeans_invert(const kmeans *k, array *by_feature);
// Rounds of kernel kmeans_point in grids `s`: assignment, check, new centres. feature: its
// parameter of that name, the device address of an array (which may be a transposed copy) or a
// texture.
void kmeans_rounds(host *h, kmeans *k, shape s, CUdeviceptr feature);

#endif
