// bfs.cu : breadth-first search by levels over a graph in compressed rows, one thread a node, as Rodinia splits it: one kernel
// visits the edges of the frontier, the next makes the new frontier and tells the host that there is one.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

struct node {
    int first, edges; // its part of the list of edges
};

extern "C" __global__ void bfs_visit(node *nodes, int *edges, unsigned char *frontier, unsigned char *reached, unsigned char *visited,
                                     int *cost, int n)
{
    int t = GLOBAL_X;
    if (t >= n || !frontier[t]) return;
    frontier[t] = 0;
    for (int i = nodes[t].first; i < nodes[t].first + nodes[t].edges; i++) {
        int to = edges[i];
        if (visited[to]) continue;
        cost[to] = cost[t] + 1; // several threads may write this, all the same value
        reached[to] = 1;
    }
}

extern "C" __global__ void bfs_advance(unsigned char *frontier, unsigned char *reached, unsigned char *visited, unsigned char *more, int n)
{
    int t = GLOBAL_X;
    if (t >= n || !reached[t]) return;
    frontier[t] = 1;
    visited[t] = 1;
    *more = 1;
    reached[t] = 0;
}
