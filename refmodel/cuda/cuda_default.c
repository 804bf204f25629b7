// cuda_default.c : see cuda_default.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_default.h"

#include "base/outfile.h"
#include "cuda/cuda_state.h"
#include "machine/run/kernel_log.h"
#include "trace/trace_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static config own_config;
static gpu *own_gpu;
static err own_errors;
static bool tried;               // once a process
static kernel_log *own_log;      // of WARPLOOM_LOG; NULL: not wanted
static trace_recorder *recorder; // of WARPLOOM_TRACE
static gpu_hooks hooks;

// A variable of the environment; NULL: not set, or empty.
static const char *wanted(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static void say_errors(void)
{
    err_print(&own_errors);
    err_free(&own_errors);
}

static int write_statistics(void)
{
    const char *path = wanted("WARPLOOM_STATS");
    if (!path) return ST_OK;
    json_t *statistics = gpu_stats_json(own_gpu);
    char *text = json_dumps(statistics, JSON_INDENT(2));
    const int status = text ? outfile_put(path, text, strlen(text), &own_errors)
                            : err_add(&own_errors, ST_TOOL, "%s: out of memory", path);
    free(text);
    json_decref(statistics);
    return status;
}

// The files of WARPLOOM_LOG and WARPLOOM_TRACE, which have to be known before the first launch.
static bool open_files(void)
{
    const char *log = wanted("WARPLOOM_LOG"), *dir = wanted("WARPLOOM_TRACE");
    if (dir && own_config.gpu.insn_limit) {
        err_add(&own_errors, ST_INPUT,
                "WARPLOOM_TRACE: not with gpu.insn_limit: a trace is of whole kernels");
        return false;
    }
    if (log) own_log = kernel_log_open(&own_config, log, NULL, &own_errors);
    if (log && !own_log) return false;
    if (dir) recorder = recorder_new(dir, own_config.gpu.sms, own_config.sm.ctas, &own_errors);
    hooks = (gpu_hooks){.kernel_ended = log ? kernel_log_kernel : NULL,
                        .kernel_ended_ctx = own_log,
                        .record = recorder ? recorder_front : NULL,
                        .record_ctx = recorder};
    return !dir || recorder;
}

// A trace is kept if all kernels have ended well, a log in any case.
static int close_files(bool keep)
{
    int status = ST_OK;
    if (own_log) status = kernel_log_close(own_log, keep, &own_errors);
    if (recorder) {
        const int r = recorder_end(recorder, keep && cuda_launches_ended(), &own_errors);
        if (status == ST_OK) status = r;
    }
    own_log = NULL, recorder = NULL;
    return status;
}

// Statistics that were asked for and cannot be written are no success, whatever the program says of
// itself. exit() may not be called while it runs. Threads that still run are let out of their calls
// first, and find no device afterwards.
static void at_end(void)
{
    cuda_enter();
    const int files = close_files(true), status = write_statistics();
    say_errors();
    cuda_detach();
    gpu_free(own_gpu);
    cuda_leave();
    if (status == ST_OK && files == ST_OK) return;
    fflush(NULL);
    _Exit(ST_TOOL);
}

// The compute capability that the device reports: WARPLOOM_CAPABILITY, for programs that look at it
// before they use what came with it.
static bool set_capability(void)
{
    const char *value = wanted("WARPLOOM_CAPABILITY");
    unsigned major = 0, minor = 0;
    char end;
    if (!value) return true;
    if (strspn(value, "0123456789.") != strlen(value) || strlen(value) > 4 ||
        sscanf(value, "%u.%u%c", &major, &minor, &end) != 2 || !major || minor > 9) {
        err_add(&own_errors, ST_INPUT,
                "WARPLOOM_CAPABILITY: '%s': must be a compute capability, such as 3.5 or 8.0",
                value);
        return false;
    }
    cuda_this->major = (int)major, cuda_this->minor = (int)minor;
    return true;
}

bool cuda_default_attach(void)
{
    if (tried) return false;
    tried = true;
    if (config_load(&own_config, wanted("WARPLOOM_CONFIG"), NULL, 0, &own_errors) == ST_OK &&
        open_files())
        own_gpu = gpu_new(&own_config, &hooks, &own_errors);
    if (own_gpu && cuda_share(own_gpu, &own_config, &own_errors) == ST_OK && set_capability() &&
        atexit(at_end) == 0)
        return true;
    close_files(false);
    say_errors();
    return false;
}
