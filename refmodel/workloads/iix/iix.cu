// iix.cu : inverted index of the links in web pages. A map task scans one line of the text for links letter by letter, one thread a
// task, once to count what it will emit and once to emit it; a bitonic sort then groups the links by their address.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

struct link {
    int at, length, line; // of the address in the text
};

// The next address after a quote of href=" in text[at .. end), or one that starts at `end`.
static __device__ __attribute__((always_inline)) link next_link(const unsigned char *text, int at, int end, int line)
{
    for (; at + 6 < end; at++) {
        if (text[at] != 'h' || text[at + 1] != 'r' || text[at + 2] != 'e' || text[at + 3] != 'f') continue;
        if (text[at + 4] != '=' || text[at + 5] != '"') continue;
        int to = at + 6;
        while (text[to] != '"') to++;
        return link{at + 6, to - at - 6, line};
    }
    return link{end, 0, line};
}

extern "C" __global__ void iix_count(int lines, const unsigned char *text, const int *first, int *links)
{
    const int line = GLOBAL_X;
    if (line >= lines) return;
    int found = 0;
    const int end = first[line + 1];
    for (link l = next_link(text, first[line], end, line); l.at < end; l = next_link(text, l.at + l.length, end, line)) found++;
    links[line] = found;
}

// place: where the line's links go in `out`.
extern "C" __global__ void iix_map(int lines, const unsigned char *text, const int *first, const int *place, link *out)
{
    const int line = GLOBAL_X;
    if (line >= lines) return;
    int to = place[line];
    const int end = first[line + 1];
    for (link l = next_link(text, first[line], end, line); l.at < end; l = next_link(text, l.at + l.length, end, line)) out[to++] = l;
}

// By address, then by place in the text; those without length last.
static __device__ __attribute__((always_inline)) bool before(const unsigned char *text, link a, link b)
{
    if (a.length == 0 || b.length == 0) return a.length > b.length || (a.length == b.length && a.at < b.at);
    for (int i = 0; i < a.length && i < b.length; i++) {
        if (text[a.at + i] != text[b.at + i]) return text[a.at + i] < text[b.at + i];
    }
    return a.length < b.length || (a.length == b.length && a.at < b.at);
}

// One step of the sort: pairs `apart` apart, rising or falling by runs of `run`; a thread an element, the lower one swaps.
extern "C" __global__ void iix_sort(const unsigned char *text, link *links, int run, int apart)
{
    const int at = GLOBAL_X, other = at ^ apart;
    if (other < at) return;
    const link low = links[at], high = links[other];
    const bool rising = (at & run) == 0;
    if (before(text, high, low) != rising) return;
    links[at] = high;
    links[other] = low;
}
