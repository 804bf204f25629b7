// config_again.h : a configuration, printed and read, is the same.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_CONFIG_AGAIN_H
#define WL_TESTS_CONFIG_AGAIN_H

#include "config/config.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static char *printed(const config *c, size_t *bytes)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, bytes);
    CHECK(f, "no memory");
    config_print(c, f);
    fclose(f);
    return text;
}

static void config_again(const config *c)
{
    config again;
    err e = {0};
    size_t bytes, bytes_again;
    char *text = printed(c, &bytes);
    const int st = config_load(&again, fuzz_put("again.yaml", text, bytes), NULL, 0, &e);
    CHECK(st == ST_OK, "the printed configuration is refused: %s", e.text);
    char *text_again = printed(&again, &bytes_again);
    CHECK(strcmp(text, text_again) == 0, "another configuration is read:\n%s\n%s", text,
          text_again);
    free(text);
    free(text_again);
}

#endif
