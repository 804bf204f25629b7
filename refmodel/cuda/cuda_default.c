// cuda_default.c : see cuda_default.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_default.h"

#include "base/outfile.h"
#include "cuda/cuda_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static config own_config;
static gpu *own_gpu;
static err own_errors;
static bool tried; // once a process

static void say_errors(void)
{
    err_print(&own_errors);
    err_free(&own_errors);
}

static int write_statistics(void)
{
    const char *path = getenv("WARPLOOM_STATS");
    if (!path || !*path) return ST_OK;
    json_t *statistics = gpu_stats_json(own_gpu);
    char *text = json_dumps(statistics, JSON_INDENT(2));
    const int status = text ? outfile_put(path, text, strlen(text), &own_errors)
                            : err_add(&own_errors, ST_TOOL, "%s: out of memory", path);
    free(text);
    json_decref(statistics);
    return status;
}

// Statistics that were asked for and cannot be written are no success, whatever the program says of
// itself. exit() may not be called while it runs. Threads that still run are let out of their calls
// first, and find no device afterwards.
static void at_end(void)
{
    cuda_enter();
    const int status = write_statistics();
    say_errors();
    cuda_detach();
    gpu_free(own_gpu);
    cuda_leave();
    if (status == ST_OK) return;
    fflush(NULL);
    _Exit(ST_TOOL);
}

bool cuda_default_attach(void)
{
    if (tried) return false;
    tried = true;
    const char *source = getenv("WARPLOOM_CONFIG");
    if (config_load(&own_config, source && *source ? source : NULL, NULL, 0, &own_errors) ==
        ST_OK) {
        own_gpu = gpu_new(&own_config, NULL, &own_errors);
    }
    if (own_gpu && cuda_share(own_gpu, &own_config, &own_errors) == ST_OK && atexit(at_end) == 0)
        return true;
    say_errors();
    return false;
}
