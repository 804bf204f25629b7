// trace_run.c : see trace_run.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_run.h"

#include "base/printable.h"

trace *trace_load(const char *path, const config *c, bool unknown_as_add, err *e)
{
    const trace_options o = {.n_sms = c->gpu.sms,
                             .ctas_per_sm = c->sm.ctas,
                             .address_bits = cfg_address_bits(c),
                             .address_key = cfg_address_key(c),
                             .unknown_as_add = unknown_as_add};
    return trace_open(path, &o, e);
}

int trace_run(trace *t, gpu *g, err *e)
{
    int status = ST_OK;
    for (unsigned k = 0; status == ST_OK && !gpu_cut(g) && k < trace_kernels(t); k++) {
        front_end f;
        status = trace_begin(&f, t, k, e);
        if (status == ST_OK) status = gpu_run(g, &f, e);
        trace_end(&f);
    }
    return status;
}

void trace_ignored_describe(const trace *t, json_t *result)
{
    const trace_ignored *seen = trace_ignored_of(t);
    if (!seen->insns_after_exit && !seen->empty_warps && !seen->skipped_lines) return;
    json_t *o = json_object();
    json_object_set_new(o, "insns_after_exit", json_integer((json_int_t)seen->insns_after_exit));
    if (seen->first) json_object_set_new(o, "first", json_string(seen->first));
    json_object_set_new(o, "empty_warps", json_integer((json_int_t)seen->empty_warps));
    if (seen->skipped_lines) {
        json_object_set_new(o, "skipped_lines", json_integer((json_int_t)seen->skipped_lines));
        json_object_set_new(o, "skipped", printable_json(seen->skipped));
    }
    json_object_set_new(result, "trace_ignored", o);
}

trace_recorder *trace_record(const char *dir, const config *c, gpu_hooks *hooks, err *e)
{
    trace_recorder *r = recorder_new(dir, c->gpu.sms, c->sm.ctas, e);
    hooks->record = recorder_front;
    hooks->record_ctx = r;
    return r;
}
