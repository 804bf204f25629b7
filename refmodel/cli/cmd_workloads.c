// cmd_workloads.c : `warploom workloads`: the workloads that come with the program.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli.h"
#include "workloads/workload.h"

#include <string.h>

// "a b c" -> ["a", "b", "c"]
static json_t *words(const char *text)
{
    json_t *list = json_array();
    for (size_t n; *text; text += n + (text[n] == ' ')) {
        n = strcspn(text, " ");
        json_array_append_new(list, json_stringn(text, n));
    }
    return list;
}

static json_t *sizes(const workload *w)
{
    json_t *o = json_object();
    for (unsigned s = 0; s < SIZE_COUNT; s++) json_object_set_new(o, workload_size_word((workload_size)s), json_string(w->dims[s]));
    return o;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    (void)a;
    (void)e;
    json_t *list = json_array();
    json_object_set_new(result, "workloads", list);
    for (const workload *const *w = workloads; *w; w++) {
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "suite", (*w)->suite, "name", (*w)->name, "what", (*w)->what,
                                              "class_mrpb", (*w)->class_mrpb, "sizes", sizes(*w), "kernels", words((*w)->kernels)));
    }
    return ST_OK;
}

static void print(const cli_args *a, const json_t *result)
{
    (void)a;
    (void)result;
    printf("%-10s %-10s %-6s", "suite", "name", "class");
    for (unsigned s = 0; s < SIZE_COUNT; s++) printf(" %-12s", workload_size_word((workload_size)s));
    puts(" what; kernels");
    for (const workload *const *w = workloads; *w; w++) {
        printf("%-10s %-10s %-6s", (*w)->suite, (*w)->name, (*w)->class_mrpb);
        for (unsigned s = 0; s < SIZE_COUNT; s++) printf(" %-12s", (*w)->dims[s]);
        printf(" %s; %s\n", (*w)->what, (*w)->kernels);
    }
    puts("class: CI cache-insensitive, IW intra-warp contention, XW cross-warp contention (MRPB, section 2.4); - not in that paper");
}

const cli_command cmd_workloads = {
    .name = "workloads",
    .summary = "Lists the workloads with their classes, sizes and kernels.",
    .operands = "",
    .example = "warploom workloads --json",
    .run = run,
    .print = print,
};
