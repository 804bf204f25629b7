// iix.c : host program and reference of iix (MapReduce): inverted index of the links in n lines of
// web pages.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 24, MOST_WORD = 32, ADDRESSES = 400 };

typedef struct link { // as in iix.cu; padding has length 0
    int32_t at, length, line;
} link_t;

typedef struct pages { // on the host; freed by its maker
    char *text;
    int32_t end, *first,
        *place; // first letter and first link of each line; the last of `first` is the end
    link_t *links;
    uint32_t n_links;
} pages;

static int by_address(const void *pa, const void *pb, void *in_text)
{
    const link_t *a = pa, *b = pb;
    const char *text = in_text;
    const int32_t both = a->length < b->length ? a->length : b->length;
    const int order = memcmp(text + a->at, text + b->at, (size_t)both);
    if (order) return order;
    if (a->length != b->length) return a->length < b->length ? -1 : 1;
    return a->at < b->at ? -1 : 1;
}

static void write_word(rng *r, pages *p, int32_t line)
{
    static const char *const words[] = {"hero", "href", "hand", "a"};
    if (rng_percent(r, 92)) {
        p->end +=
            sprintf(p->text + p->end, "%s ", words[rng_below(r, sizeof words / sizeof words[0])]);
        return;
    }
    p->end += sprintf(p->text + p->end, "<a href=\"");
    const int32_t at = p->end;
    p->end += sprintf(p->text + at, "p%u.org/", (unsigned)rng_below(r, ADDRESSES));
    p->links[p->n_links++] = (link_t){at, p->end - at, line};
    p->end += sprintf(p->text + p->end, "\">");
}

static pages write_pages(size_t lines)
{
    pages p = {.text = wl_calloc(lines * MOST_WORDS, MOST_WORD),
               .first = wl_calloc(lines + 1, sizeof *p.first),
               .place = wl_calloc(lines, sizeof *p.place),
               .links = wl_calloc(lines * MOST_WORDS, sizeof *p.links)};
    rng r = {1};
    for (size_t line = 0; line < lines; line++) {
        p.first[line] = p.end;
        p.place[line] = (int32_t)p.n_links;
        for (uint64_t words = 4 + rng_below(&r, MOST_WORDS - 4); words > 0; words--)
            write_word(&r, &p, (int32_t)line);
        p.text[p.end - 1] = '\n';
    }
    p.first[lines] = p.end;
    return p;
}

static void free_pages(pages *p)
{
    free(p->text);
    free(p->first);
    free(p->place);
    free(p->links);
}

// The array with the host's values.
static array *given(host *h, element_type of, const char *name, size_t count, const void *values,
                    size_t size)
{
    array *a = host_array_of(h, of, name, count);
    memcpy(a->host, values, count * size);
    return a;
}

// The host's prefix sum of the counts is where each line's links go.
static void map(host *h, unsigned lines, const pages *p, array *text, array *links)
{
    array *first = given(h, ELEMENT_S32, "first", (size_t)lines + 1, p->first, sizeof *p->first);
    array *count = host_array_of(h, ELEMENT_S32, "count", lines),
          *place = given(h, ELEMENT_S32, "place", lines, p->place, sizeof *p->place);
    host_write(h, text);
    host_write(h, first);
    host_write(h, place);
    host_launch(h, "iix_count", shape_line(lines),
                (void *[]){&lines, &text->device, &first->device, &count->device});
    for (size_t i = 0; i < lines; i++)
        count->s32[i] = (i + 1 < lines ? p->place[i + 1] : (int32_t)p->n_links) - p->place[i];
    host_check(h, count);
    host_launch(h, "iix_map", shape_line(lines),
                (void *[]){&lines, &text->device, &first->device, &place->device, &links->device});
}

static unsigned power_of_two(unsigned least)
{
    unsigned n = 1;
    while (n < least) n *= 2;
    return n;
}

static void sort(host *h, const array *text, array *links, unsigned n)
{
    CUdeviceptr at = text->device;
    for (unsigned run = 2; run <= n; run *= 2) {
        for (unsigned apart = run / 2; apart > 0; apart /= 2) {
            host_launch(h, "iix_sort", shape_line(n),
                        (void *[]){&at, &links->device, &run, &apart});
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    pages p = write_pages(dims[0]);
    const unsigned n = power_of_two(p.n_links);
    array *text = given(h, ELEMENT_U8, "text", (size_t)p.end, p.text, 1),
          *links = host_array_of(h, ELEMENT_S32, "links", 3 * (size_t)n);
    link_t *reference = links->host;
    for (unsigned i = p.n_links; i < n; i++) reference[i].at = (int32_t)i;
    host_write(h, links);
    map(h, dims[0], &p, text, links);
    memcpy(reference, p.links, p.n_links * sizeof *p.links);
    host_check(h, links);
    sort(h, text, links, n);
    if (host_ended(h)) qsort_r(reference, p.n_links, sizeof *reference, by_address, p.text);
    host_check(h, links);
    free_pages(&p);
}

const workload workload_iix = {
    .name = "iix",
    .suite = "mapreduce",
    .what = "inverted index: lines scanned for links a thread a line, then sorted",
    .class_in = {[PAPER_DWT_PRIC] = "thrashing", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "iix_count iix_map iix_sort",
    SIZES1(1024, 8192, 32768),
    .program = program,
};
