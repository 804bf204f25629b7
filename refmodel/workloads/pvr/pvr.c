// pvr.c : host program and reference of pvr (MapReduce): page view rank of a log of n lines, a
// power of two.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_LINE = 96, LETTERS_LEAST = 8, LETTERS_MOST = 71, MOST_VIEWS = 100000 };

typedef struct page {
    int32_t views, line;
} page;

static int by_rank(const void *pa, const void *pb)
{
    const page *a = pa, *b = pb;
    if (a->views != b->views) return a->views > b->views ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

// Lines of random length, one after the other; the reference's pages as they are drawn.
static void fill(size_t lines, uint8_t *log, int32_t *first, page *pages)
{
    rng r = {1};
    int32_t end = 0;
    for (size_t line = 0; line < lines; line++) {
        first[line] = end;
        for (uint64_t n = LETTERS_LEAST + rng_below(&r, LETTERS_MOST - LETTERS_LEAST); n > 0; n--)
            log[end++] = (uint8_t)('a' + rng_below(&r, 26));
        pages[line] = (page){(int32_t)rng_below(&r, MOST_VIEWS), (int32_t)line};
        end += snprintf((char *)log + end, MOST_LINE - LETTERS_MOST, " %d\n", pages[line].views);
    }
}

static void sort(host *h, unsigned n, array *pages)
{
    for (unsigned run = 2; run <= n; run *= 2) {
        for (unsigned apart = run / 2; apart > 0; apart /= 2) {
            host_launch(h, "pvr_sort", shape_line(n), (void *[]){&pages->device, &run, &apart});
        }
    }
}

static void program(host *h, const unsigned *n)
{
    unsigned lines = n[0];
    array *log = host_array_of(h, ELEMENT_U8, "log", (size_t)lines * MOST_LINE),
          *first = host_array_of(h, ELEMENT_S32, "first", lines);
    array *pages = host_array_of(h, ELEMENT_S32, "pages", 2 * (size_t)lines);
    fill(lines, log->u8, first->s32, pages->host);
    host_write(h, log);
    host_write(h, first);
    host_launch(h, "pvr_map", shape_line(lines),
                (void *[]){&lines, &log->device, &first->device, &pages->device});
    host_check(h, pages);
    sort(h, lines, pages);
    if (!host_ended(h)) return;
    qsort(pages->host, lines, sizeof(page), by_rank);
    host_check(h, pages);
}

const workload workload_pvr = {
    .name = "pvr",
    .suite = "mapreduce",
    .what = "page view rank: lines of a log parsed a thread a line, then sorted",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "pvr_map pvr_sort",
    SIZES1(8192, 32768, 131072),
    .program = program,
};
