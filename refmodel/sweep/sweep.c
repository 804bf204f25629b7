// sweep.c: see sweep.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SWEEP_WORD(word, meaning) #word,
const char *const sweep_kind_words[SWEEP_KIND_COUNT] = {SWEEP_KINDS(SWEEP_WORD)};
#undef SWEEP_WORD

// The base name of a program that is a file: its content is among the inputs.
static const char *program_name(const sweep_point *p)
{
    const char *slash = strrchr(p->program, '/');
    return slash ? slash + 1 : p->program;
}

digest sweep_hash(const sweep_point *p, const digest *of_config, const digest *inputs,
                  const char *version)
{
    char *all = wl_format("%s\n%s\n%s\n%s\n%s\n%" PRIu64 "\n%" PRIu64 "\n%s\n",
                          sweep_kind_words[p->kind], of_config->hex, program_name(p), inputs->hex,
                          p->size, p->seed, p->cycles, version);
    const digest d = digest_of(all, strlen(all));
    free(all);
    return d;
}

int sweep_load(const sweep_point *p, config *c, err *e)
{
    if (!p->c) return config_load(c, p->config, p->sets, p->n_sets, e);
    *c = *p->c;
    return ST_OK;
}

char *sweep_point_text(const sweep_point *p)
{
    char *text = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    fputs(sweep_kind_words[p->kind], f);
    if (*p->program) fprintf(f, " %s", program_name(p));
    if (*p->size) fprintf(f, " %s", p->size);
    if (p->seed) fprintf(f, " seed %" PRIu64, p->seed);
    fprintf(f, " on %s", p->config);
    for (unsigned i = 0; i < p->n_sets; i++) fprintf(f, " %s", p->sets[i]);
    wl_memstream_end(f);
    return text;
}
