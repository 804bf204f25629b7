// mrpb_bug.h: the configuration in which a named bug of MRPB can show: the paper's design with the
// bug's settings.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_MRPB_BUG_H
#define WL_TESTS_MRPB_BUG_H

#include "blocks/mrpb_bugs.h"
#include "config/config.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static inline config config_with(const char *settings)
{
    char *text = wl_strdup(settings), *sets[4], *rest = NULL;
    unsigned n = 0;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        sets[n++] = wl_format("structures.mrpb.%s", word);
    config c;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(&c, "mrpb-base-s", (const char *const *)sets, n, &e), ST_OK);
    while (n) free(sets[--n]);
    free(text);
    return c;
}

static inline const model_bug *mrpb_bug(const char *id)
{
    const model_bug *bug = model_bug_find(&mrpb_bugs, id);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bug);
    return bug;
}

static inline config config_of_bug(const model_bug *bug)
{
    return config_with(bug ? bug->settings : "");
}

#endif
