// pvr.cu : page view rank: a map task reads one line of a log ("address<space>views\n") letter by letter, one thread a task; then a
// bitonic sort ranks the pages.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

struct page {
    int views, line;
};

extern "C" __global__ void pvr_map(int lines, const unsigned char *log, const int *first, page *pages)
{
    const int line = GLOBAL_X;
    if (line >= lines) return;
    int at = first[line], views = 0;
    while (log[at] != ' ') at++;
    for (at++; log[at] != '\n'; at++) views = 10 * views + (log[at] - '0');
    pages[line].views = views;
    pages[line].line = line;
}

// More views first; then the earlier line.
static __device__ __attribute__((always_inline)) bool before(page a, page b)
{
    return a.views > b.views || (a.views == b.views && a.line < b.line);
}

// One step of the sort: pairs `apart` apart, rising or falling by runs of `run`; a thread an element, the lower one swaps.
extern "C" __global__ void pvr_sort(page *pages, int run, int apart)
{
    const int at = GLOBAL_X, other = at ^ apart;
    if (other < at) return;
    const page low = pages[at], high = pages[other];
    const bool rising = (at & run) == 0;
    if (before(high, low) != rising) return;
    pages[at] = high;
    pages[other] = low;
}
