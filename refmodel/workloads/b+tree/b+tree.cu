// b+tree.cu : look-ups in a B+ tree, a block a query and a thread a key of a node: every level the thread whose key range holds the
// query chooses the child.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { ORDER = 256 };

struct knode {
    int location, child[ORDER + 1], key[ORDER + 1];
    bool is_leaf;
    int keys;
};

// current, next: each query's node on this level and the one below; record: the value found.
extern "C" __global__ void find_k(long long height, const knode *nodes, long long n_nodes, const int *values, long long *current,
                                  long long *next, const int *queries, int *record)
{
    const int t = threadIdx.x, q = blockIdx.x;
    for (int level = 0; level < height; level++) {
        const knode *here = nodes + current[q];
        if (here->key[t] <= queries[q] && queries[q] < here->key[t + 1]) {
            const int below = here->child[t];
            if (below < n_nodes) next[q] = below;
        }
        __syncthreads();
        if (t == 0) current[q] = next[q];
        __syncthreads();
    }
    const knode *leaf = nodes + current[q];
    if (leaf->key[t] == queries[q]) record[q] = values[leaf->child[t]];
}
