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
    for (unsigned s = 0; s < SIZE_COUNT; s++)
        json_object_set_new(o, workload_size_word((workload_size)s), json_string(w->dims[s]));
    return o;
}

#define PAPER_KEY(constant, key, heading, classes) "class_" key,
#define PAPER_HEADING(constant, key, heading, classes) heading,
#define PAPER_CLASSES(constant, key, heading, classes) classes,
static const char *const class_keys[PAPER_COUNT] = {WORKLOAD_PAPER_LIST(PAPER_KEY)};
static const char *const class_headings[PAPER_COUNT] = {WORKLOAD_PAPER_LIST(PAPER_HEADING)};
static const char *const class_meanings[PAPER_COUNT] = {WORKLOAD_PAPER_LIST(PAPER_CLASSES)};

static json_t *describe(const workload *w)
{
    json_t *o = json_pack("{s:s, s:s, s:s}", "suite", w->suite, "name", w->name, "what", w->what);
    for (unsigned p = 0; p < PAPER_COUNT; p++)
        json_object_set_new(o, class_keys[p], json_string(workload_class(w, (workload_paper)p)));
    json_object_set_new(o, "sizes", sizes(w));
    json_object_set_new(o, "kernels", words(w->kernels));
    return o;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    (void)a;
    (void)e;
    json_t *list = json_array();
    json_object_set_new(result, "workloads", list);
    for (const workload *const *w = workloads; *w; w++) json_array_append_new(list, describe(*w));
    return ST_OK;
}

static void print_classes(void)
{
    printf("\n%-11s %-13s", "suite", "name");
    for (unsigned p = 0; p < PAPER_COUNT; p++) printf(" %-19s", class_headings[p]);
    putchar('\n');
    for (const workload *const *w = workloads; *w; w++) {
        printf("%-11s %-13s", (*w)->suite, (*w)->name);
        for (unsigned p = 0; p < PAPER_COUNT; p++)
            printf(" %-19s", workload_class(*w, (workload_paper)p));
        putchar('\n');
    }
    for (unsigned p = 0; p < PAPER_COUNT; p++)
        printf("%s: %s\n", class_headings[p], class_meanings[p]);
    puts("-: the paper does not class the program");
}

static void print(const cli_args *a, const json_t *result)
{
    (void)a;
    (void)result;
    printf("%-11s %-13s", "suite", "name");
    for (unsigned s = 0; s < SIZE_COUNT; s++)
        printf(" %-18s", workload_size_word((workload_size)s));
    puts(" what; kernels");
    for (const workload *const *w = workloads; *w; w++) {
        printf("%-11s %-13s", (*w)->suite, (*w)->name);
        for (unsigned s = 0; s < SIZE_COUNT; s++) printf(" %-18s", (*w)->dims[s]);
        printf(" %s; %s\n", (*w)->what, (*w)->kernels);
    }
    print_classes();
}

const cli_command cmd_workloads = {
    .name = "workloads",
    .summary = "Lists the workloads with their classes, sizes and kernels.",
    .operands = "",
    .example = "warploom workloads --json",
    .run = run,
    .print = print,
};
