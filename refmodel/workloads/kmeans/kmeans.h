// kmeans.h : host side of k-means, shared by kmeans and kmeans_t.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_KMEANS_KMEANS_H
#define WL_WORKLOADS_KMEANS_KMEANS_H

#include "workloads/host.h"

enum {
    KMEANS_CENTRES = 5,
    KMEANS_MOST_FEATURES = 34,
    KMEANS_ROUNDS = 2
}; // Rodinia's clusters; it runs until few points move

typedef struct kmeans {
    unsigned points, features, centres;
    array *feature, *membership; // feature: point by point
    float centre[KMEANS_CENTRES * KMEANS_MOST_FEATURES];
} kmeans;

// Arrays and their start: points drawn at random, the first ones as centres.
kmeans kmeans_open(host *h, const unsigned *n);
// Rounds of kernel kmeans_point over `feature` (which may be a transposed copy): assignment, check,
// new centres.
void kmeans_rounds(host *h, kmeans *k, array *feature);

#endif
