// cuda_sticky_rig.h : kernels that fault, and the calls that a header declares, for tests of errors
// that stay.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_CUDA_STICKY_RIG_H
#define WL_TESTS_CUDA_STICKY_RIG_H

#include "cuda_rig.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char faulty_text[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n.visible .global .align 4 .u32 word;\n"
    ".visible .entry nop() { ret; }\n.visible .entry trapped() { trap; ret; }\n"
    ".visible .entry stray() { .reg .b64 %a; mov.u64 %a, 64; st.global.u32 [%a], 1; ret; }\n"
    ".visible .entry askew() { .reg .b64 %a; mov.u64 %a, word; st.global.u32 [%a+1], 1; ret; }\n";

static const struct {
    const char *kernel;
    CUresult error;
} faults[] = {{"trapped", CUDA_ERROR_LAUNCH_FAILED},
              {"stray", CUDA_ERROR_ILLEGAL_ADDRESS},
              {"askew", CUDA_ERROR_MISALIGNED_ADDRESS}};
enum { FAULTS = 3, ROWS_BYTES = 64, ROWS = 4, BYTES = ROWS * ROWS_BYTES };

// The calls that have been made.
typedef struct called {
    const char *names[160];
    unsigned n, wrong;
} called;

static void expect(called *c, const char *name, int got, int want)
{
    CU_ASSERT_FATAL(c->n < sizeof c->names / sizeof c->names[0]);
    c->names[c->n++] = name;
    if (got != want) printf("# %s: %d, not %d\n", name, got, want), c->wrong++;
}

static char *file_text(const char *path)
{
    FILE *f = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    char *text = wl_calloc(1, 1 << 17);
    CU_ASSERT(fread(text, 1, (1 << 17) - 1, f) > 0 && feof(f));
    fclose(f);
    return text;
}

static bool has_any(const char *text, const char *const *words)
{
    while (*words && !strstr(text, *words)) words++;
    return *words != NULL;
}

// Is it a call that gives a stream something to do, or waits for it? What only describes nodes of
// graphs is not.
static bool is_work(const char *name, const char *parameters)
{
    static const char *const words[] = {"Memcpy", "Memset", "Launch", "Synchronize",
                                        "Query",  "Record", "Wait",   NULL},
                             *const streams[] = {"CUstream stream", "cudaStream_t stream", NULL},
                             *const described[] = {"GraphAdd", "NodeSetParams", NULL};
    return (has_any(name, words) || has_any(parameters, streams)) && !has_any(name, described) &&
           !strstr(name, "CallConfiguration");
}

// Tells of each declaration of a header that is work and that has not been called.
static void no_other_than(called *c, const char *header, const char *result)
{
    char *text = file_text(header);
    unsigned seen = 0;
    for (char *at = strstr(text, result), *end; at; at = strstr(end, result)) {
        char *name = at + strlen(result), *open = name;
        while (isalnum((unsigned char)*open) || *open == '_') open++;
        end = strpbrk(open, ";{#");
        if (!end) break;
        if (*open != '(' || *end != ';') continue;
        *open = *end++ = '\0';
        seen++;
        unsigned i = 0;
        while (i < c->n && strcmp(c->names[i], name) != 0) i++;
        if (i == c->n && is_work(name, open + 1)) printf("# %s is not tried\n", name), c->wrong++;
    }
    CU_ASSERT(seen > 10);
    free(text);
}

static void count(void *data) { ++*(unsigned *)data; }

#endif
