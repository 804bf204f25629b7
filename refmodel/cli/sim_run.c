// sim_run.c : see sim_run.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/sim_run.h"

#include "base/printable.h"
#include "base/seconds.h"
#include "cli/launch.h"
#include "cli/synthetic_run.h"
#include "cli/trace_run.h"
#include "cuda/cuda_device.h"
#include "workloads/workload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// What a job asks for, found and checked before a machine is built.
typedef struct program {
    const workload *workload;
    workload_size size;
    launch *launch;
    trace *trace;
    synthetic_file *synthetic;
} program;

// Device memory lies where addresses of fewer bits do not reach: a machine that drops the rest
// would take lines for each other.
static int check_address_bits(const config *c, err *e)
{
    const unsigned bits = cfg_address_bits(c);
    if (!bits || ((uint64_t)1 << bits) > CUDA_HEAP_BASE) return ST_OK;
    return err_add(e, ST_INPUT,
                   "%s = %u: must be 32 or more to simulate: device memory begins at 0x%X",
                   cfg_address_key(c), bits, CUDA_HEAP_BASE);
}

static int find_program(const sim_job *j, program *p, err *e)
{
    *p = (program){.size = SIZE_SMALL};
    if (!!j->workload + !!j->launch + !!j->trace + !!j->synthetic != 1)
        return err_add(e, ST_INPUT,
                       "give one of: a workload, --launch FILE, --trace FILE, --synthetic FILE");
    if (j->write_trace && j->c->gpu.insn_limit)
        return err_add(e, ST_INPUT,
                       "--write-trace: not with gpu.insn_limit: a trace is of whole kernels");
    if (!j->workload && j->size)
        return err_add(e, ST_INPUT, "--size %s: only workloads have sizes", j->size);
    if (j->unknown_as_add && !j->trace)
        return err_add(e, ST_INPUT, "--unknown-opcodes is for --trace");
    if (j->dump_anywhere && !j->launch)
        return err_add(e, ST_INPUT, "--dump-anywhere is for --launch");
    if (j->size && workload_size_find(j->size, &p->size, e) != ST_OK) return ST_INPUT;
    if ((j->workload || j->launch) && check_address_bits(j->c, e) != ST_OK) return ST_INPUT;
    if (j->workload) p->workload = workload_find(j->workload, e);
    else if (j->launch) p->launch = launch_load(j->launch, j->c, j->dump_anywhere, e);
    else if (j->trace) p->trace = trace_load(j->trace, j->c, j->unknown_as_add, e);
    else p->synthetic = synthetic_load(j->synthetic, j->c, e);
    if (p->synthetic && j->seed) synthetic_reseed(p->synthetic, *j->seed);
    return p->workload || p->launch || p->trace || p->synthetic ? ST_OK : e->status;
}

static int execute(program *p, json_t *result, err *e)
{
    if (p->launch) {
        json_t *buffers = json_object();
        json_object_set_new(result, "buffers", buffers);
        const int ran = launch_run(p->launch, buffers, e);
        if (ran == ST_OK && cuda_cut())
            json_object_set_new(result, "dumps_not_written", launch_dumps_json(p->launch));
        return ran;
    }
    int status = workload_run(p->workload, p->size, e);
    if (cuda_cut()) { // the program has seen a failed launch, and its errors say so
        err_free(e);
        status = ST_OK;
        json_object_set_new(result, "check", json_string("cut"));
        return status;
    }
    const char *check = status == ST_OK         ? "passed"
                        : cuda_launches_ended() ? "failed"
                                                : "not checked";
    json_object_set_new(result, "check", json_string(check));
    return status;
}

static void describe(const sim_job *j, const program *p, json_t *result)
{
    if (p->workload) {
        json_object_set_new(result, "workload", json_string(p->workload->name));
        json_object_set_new(result, "size", json_string(workload_size_word(p->size)));
    } else {
        json_object_set_new(result,
                            p->launch  ? "launch"
                            : p->trace ? "trace"
                                       : "synthetic",
                            printable_json(p->launch  ? j->launch
                                           : p->trace ? j->trace
                                                      : j->synthetic));
    }
    json_object_set_new(result, "config", json_string(j->c->name));
    json_object_set_new(result, "config_digest", json_string(config_digest(j->c).hex));
}

static int run_ptx(const sim_job *j, program *p, gpu *g, json_t *result, err *e)
{
    int status = cuda_attach(g, j->c, p->launch ? launch_heap_base(p->launch) : 0, e);
    if (status != ST_OK) return status;
    status = execute(p, result, e);
    cuda_detach();
    return status;
}

static int simulate(const sim_job *j, program *p, json_t *result, err *e)
{
    const double start = wl_seconds();
    gpu *g = gpu_new(j->c, j->hooks, e);
    if (!g) return e->status;
    int status = p->trace       ? trace_run(p->trace, g, e)
                 : p->synthetic ? synthetic_run(p->synthetic, g, e)
                                : run_ptx(j, p, g, result, e);
    json_t *statistics = gpu_stats_json(g);
    json_object_update(result, statistics);
    if (p->trace) trace_ignored_describe(p->trace, result);
    json_decref(statistics);
    gpu_free(g);
    json_object_set_new(result, "wall_seconds", json_real(wl_seconds() - start));
    return status;
}

// With --write-trace: the same, and the trace is kept when the run was good.
static int simulate_recorded(const sim_job *j, program *p, json_t *result, err *e)
{
    gpu_hooks hooks = j->hooks ? *j->hooks : (gpu_hooks){0};
    sim_job recorded = *j;
    recorded.hooks = &hooks;
    trace_recorder *r = trace_record(j->write_trace, j->c, &hooks, e);
    if (!r) return e->status;
    const int status = simulate(&recorded, p, result, e),
              ended = recorder_end(r, status == ST_OK || status == ST_CHECK, e);
    return status != ST_OK ? status : ended;
}

int sim_run(const sim_job *j, json_t **result, err *e)
{
    program p;
    *result = NULL;
    int status = find_program(j, &p, e);
    if (status != ST_OK) return status;
    json_t *r = json_object();
    describe(j, &p, r);
    status = j->write_trace ? simulate_recorded(j, &p, r, e) : simulate(j, &p, r, e);
    launch_free(p.launch);
    trace_close(p.trace);
    synthetic_free(p.synthetic);
    if (status == ST_OK || status == ST_CHECK) *result = r;
    else json_decref(r);
    return status;
}

static void note_cut(const json_t *result)
{
    const json_t *dumps = json_object_get(result, "dumps_not_written");
    size_t i;
    json_t *row;
    if (!json_integer_value(json_object_get(result, "cut"))) return;
    fprintf(stderr, "note: gpu.insn_limit has ended the run before its last instruction\n");
    json_array_foreach(dumps, i, row) {
        char *name = printable_text(json_string_value(json_object_get(row, "file")));
        fprintf(stderr, "note: the dump %s was not written%s\n", name,
                json_is_true(json_object_get(row, "old"))
                    ? "; the file there is from before this run"
                    : "");
        free(name);
    }
}

static void note_skipped(const json_t *ignored)
{
    const json_int_t lines = json_integer_value(json_object_get(ignored, "skipped_lines"));
    if (!lines) return;
    char *which = printable_text(json_string_value(json_object_get(ignored, "skipped")));
    fprintf(stderr,
            "note: skipped in the list, as Accel-Sim does, because it is neither kernel nor copy "
            "(%" JSON_INTEGER_FORMAT "): %s\n",
            lines, which);
    free(which);
}

void sim_print_notes(const json_t *result)
{
    note_cut(result);
    const json_t *o = json_object_get(result, "trace_ignored");
    const json_int_t insns = json_integer_value(json_object_get(o, "insns_after_exit"));
    const json_int_t warps = json_integer_value(json_object_get(o, "empty_warps"));
    if (insns) {
        fprintf(stderr,
                "note: %s: lanes behind their EXIT were ignored, in %" JSON_INTEGER_FORMAT
                " instructions of which this is the first\n",
                json_string_value(json_object_get(o, "first")), insns);
    }
    note_skipped(o);
    if (warps)
        fprintf(stderr, "note: %" JSON_INTEGER_FORMAT " warps of the trace have no instructions\n",
                warps);
}
